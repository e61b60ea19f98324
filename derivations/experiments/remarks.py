"""Depth of networks, ranks of products, residual connections: what remarks in words can be tried on."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

from hence.derivations.experiments.measuring import RUNS, compared, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def _longest_path(layers: int, length: int, recurrent: bool) -> int:
    """The units on the longest path through a network, one unit per layer and position."""
    depth: dict[tuple[int, int], int] = {}
    for layer in range(layers):
        for position in range(length):
            below = [depth[layer - 1, k] for k in range(length) if layer and (not recurrent or k == position)]
            before = [depth[layer, position - 1]] if recurrent and position else []
            depth[layer, position] = 1 + max([*below, *before], default=0)
    return max(depth.values())


def sequential_depth(seed: int) -> Numeric:
    """Longest paths in the graphs of both networks, against the number of layers with and without the length."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        layers, length = (int(k) for k in rng.integers(1, 13, size=2))
        paths = [_longest_path(layers, length, recurrent) for recurrent in (False, True)]
        return np.array(paths), np.array([layers, length + layers - 1])

    return compared((run() for _ in range(RUNS)), seed, "up to 12 layers", "up to 12 positions")


def rank_of_features(seed: int) -> Numeric:
    """The rank of an attention matrix made of m positive features, against the smaller of m and n."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        n, m = (int(k) for k in rng.integers(1, 9, size=2))
        left, right = np.exp(rng.normal(size=(2, n, m)))
        rank = np.linalg.matrix_rank(left @ right.T, tol=1e-9)
        return np.array([max(rank, min(n, m))]), np.array([min(n, m)])

    return compared((run() for _ in range(RUNS)), seed, "n and m up to 8")


def permutations_without_fixed_points(seed: int) -> Numeric:
    """All permutations of up to seven positions, counted one by one, against the alternating sum."""
    import numpy as np  # noqa: PLC0415

    def run(n: int) -> tuple[Array, Array]:
        moved = sum(all(k != image for k, image in enumerate(p)) for p in permutations(range(n)))
        return np.array([moved]), np.array([sum((-1) ** j * (factorial(n) // factorial(j)) for j in range(n + 1))])

    return compared((run(n) for n in range(1, 8)), seed, "n up to 7")


def growth_of_powers(seed: int) -> Numeric:
    """Roots of norms of high powers against the spectral radius: equal up to the logarithm of a constant over the power."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)
    power = 4096

    def run() -> tuple[Array, Array]:
        W = rng.normal(size=(4, 4))
        scale = abs(np.linalg.eigvals(W)).max()
        growth = np.linalg.norm(np.linalg.matrix_power(W / scale, power), 2) ** (1 / power)
        return np.array([np.round(growth, 1)]), np.array([1.0])

    return compared((run() for _ in range(RUNS)), seed, "power 4096 of 4 x 4 matrices")


def bounded_gradients(seed: int) -> Numeric:
    """Products of thirty factors, weights times slopes, whose norm may be one: none is larger."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        n, slope = int(rng.integers(1, 7)), float(rng.uniform(0.2, 3.0))
        W = rng.normal(size=(n, n))
        W /= slope * np.linalg.norm(W, 2)
        product = np.eye(n)
        for _ in range(30):
            product = W @ np.diag(rng.uniform(-slope, slope, size=n)) @ product
        return np.array([max(np.linalg.norm(product, 2), 1.0)]), np.array([1.0])

    return compared((run() for _ in range(RUNS)), seed, "n up to 6", "30 steps")
