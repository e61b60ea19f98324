"""Attention in both of its orders, and norms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.derivations.experiments.measuring import RUNS, compared, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def softmax_attention(seed: int) -> Numeric:
    """A softmax that shifts its rows for stability, against exponentials divided by row sums."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        n, d = rng.integers(1, 13), rng.integers(1, 9)
        Q, K, V = rng.normal(size=(3, n, d))
        scores = Q @ K.T
        shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
        A = np.exp(scores)
        D = np.diag(A @ np.ones(n))
        return shifted / shifted.sum(axis=1, keepdims=True) @ V, np.linalg.solve(D, A @ V)

    return compared((run() for _ in range(RUNS)), seed, "n up to 12", "d up to 8")


def attention_in_linear_time(seed: int) -> Numeric:
    """Positive features multiplied in both orders: through the square matrix, and without it."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        n, d, m = rng.integers(1, 13), rng.integers(1, 9), rng.integers(1, 7)
        Q, K, V = rng.normal(size=(3, n, d))
        M = rng.normal(size=(m, d))
        F_Q, F_K = np.exp(Q @ M.T), np.exp(K @ M.T)
        A = np.array([[F_Q[i] @ F_K[j] for j in range(n)] for i in range(n)])
        linear = (F_Q @ (F_K.T @ V)) / (F_Q @ F_K.sum(axis=0))[:, None]
        return (A @ V) / A.sum(axis=1, keepdims=True), linear

    return compared((run() for _ in range(RUNS)), seed, "n up to 12", "d up to 8", "m up to 6")


def inner_product_from_norms(seed: int) -> Numeric:
    """Inner products, and what three squared norms make of them."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        x, y = rng.normal(size=(2, rng.integers(1, 101)))
        norms = [np.linalg.norm(vector) ** 2 for vector in (x, x + y, y)]
        return np.array([x @ y]), np.array([-0.5 * (norms[0] - norms[1] + norms[2])])

    return compared((run() for _ in range(RUNS)), seed, "d up to 100")


def separable_distance(seed: int) -> Numeric:
    """The distance of random separable attention from the identity against its bound, and that of standard attention.

    What falls below the bound counts as an error, and so does a standard attention that is not close.
    """
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def softmax(scores: Array, axis: int) -> Array:
        weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return weights / weights.sum(axis=axis, keepdims=True)  # type: ignore[no-any-return]

    def run() -> tuple[Array, Array]:
        d = int(rng.integers(1, 4))
        n = d + int(rng.integers(1, 6))
        S, T = softmax(rng.normal(size=(n, d)) * 3, 1), softmax(rng.normal(size=(n, d)) * 3, 0)
        gap = float(((S @ T.T - np.eye(n)) ** 2).sum())
        angles = 2 * np.pi * np.arange(n) / n
        vectors = 60 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        near = softmax(vectors @ vectors.T, 1)
        return np.array([min(gap, n - d), float(((near - np.eye(n)) ** 2).sum())]), np.array([n - d, 0.0])

    return compared((run() for _ in range(RUNS)), seed, "d up to 3, n up to 8")
