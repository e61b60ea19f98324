"""Difference quotients of an autoencoder, and scaled dot products."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.experiments.measuring import RUNS, compared, estimated, generator
from language.verdicts import Numeric

if TYPE_CHECKING:
    from derivations.experiments.measuring import Array


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
