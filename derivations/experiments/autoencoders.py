"""Difference quotients of an autoencoder, and scaled dot products."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.derivations.experiments.measuring import RUNS, compared, estimated, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def autoencoder_gradients(seed: int) -> Numeric:
    """Difference quotients of the loss by each matrix against the matrix factors: they vanish together.

    The loss is quadratic in each of the two matrices, so that central differences are exact at any width.
    """
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def loss(X: Array, W_1: Array, W_2: Array) -> float:
        return float(((X - W_2 @ W_1 @ X) ** 2).sum() / X.shape[1])

    def run() -> tuple[Array, Array]:
        m, n, k = rng.integers(1, 6, size=3)
        X, W_1, W_2 = rng.normal(size=(m, n)), rng.normal(size=(k, m)), rng.normal(size=(m, k))
        decoder = [(loss(X, W_1, W_2 + E) - loss(X, W_1, W_2 - E)) / 2 for E in _units(m, k)]
        encoder = [(loss(X, W_1 + E, W_2) - loss(X, W_1 - E, W_2)) / 2 for E in _units(k, m)]
        rest = X - W_2 @ W_1 @ X
        factors = [(rest @ X.T @ W_1.T).ravel(), (W_2.T @ rest @ X.T).ravel()]
        return np.array([*decoder, *encoder]), -2 / n * np.concatenate(factors)

    return compared((run() for _ in range(RUNS)), seed, "m, n and k up to 5")


def _units(rows: int, cols: int) -> Array:
    """The matrices with a single one, row by row."""
    import numpy as np  # noqa: PLC0415

    return np.eye(rows * cols).reshape(-1, rows, cols)


def scaled_dot_product(seed: int) -> Numeric:
    """The second moment of scaled dot products of 64 coordinates."""
    rng = generator(seed)
    d, count = 64, 50_000
    products = (rng.normal(size=(count, d)) * rng.normal(size=(count, d))).sum(axis=1)
    return estimated(products**2 / d, 1.0, seed, "d = 64")


def penalised_minimum(seed: int) -> Numeric:
    """The penalised loss of the exact pair against its formula, and against descents from it and from random pairs.

    What a descent finds below the formula counts as an error; that it stays above does not.
    """
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def loss(S: Array, W_1: Array, W_2: Array, penalty: float) -> float:
        rest = np.eye(len(S)) - W_2 @ W_1
        return float(np.trace(rest @ S @ rest.T) + penalty * ((W_1**2).sum() + (W_2**2).sum()))

    def descent(S: Array, W_1: Array, W_2: Array, penalty: float) -> float:
        for _ in range(400):
            rest = (np.eye(len(S)) - W_2 @ W_1) @ S
            W_1, W_2 = (
                W_1 + 0.05 * (W_2.T @ rest - penalty * W_1),
                W_2 + 0.05 * (rest @ W_1.T - penalty * W_2),
            )
        return loss(S, W_1, W_2, penalty)

    def run() -> tuple[Array, Array]:
        m = int(rng.integers(2, 6))
        k = int(rng.integers(1, m))
        s = np.sort(rng.uniform(0.3, 2.0, size=m))[::-1]
        penalty = float(rng.uniform(0.05, 0.9)) * s[k - 1]
        U = np.linalg.qr(rng.normal(size=(m, m)))[0]
        S = U @ np.diag(s) @ U.T
        W_2 = U[:, :k] @ np.diag(np.sqrt(1 - penalty / s[:k]))
        claimed = s[k:].sum() + (2 * penalty - penalty**2 / s[:k]).sum()
        found = descent(S, rng.normal(size=(k, m)), rng.normal(size=(m, k)), penalty)
        return np.array([loss(S, W_2.T, W_2, penalty), min(found, claimed)]), np.array([claimed, claimed])

    return compared((run() for _ in range(RUNS)), seed, "m up to 5, k below m")
