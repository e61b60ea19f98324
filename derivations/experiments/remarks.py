"""Depth of networks, ranks of products, residual connections: what remarks in words can be tried on."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import claimed, dots, line
from hence.derivations.experiments.measuring import RUNS, compared, fresh, generator
from hence.language.plots import Later, Panel, Plot
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

    lengths, layers = range(1, 25), range(1, 13)
    kinds = (("recurrent", True), ("attention", False))
    by_length = [dots(name, lengths, [_longest_path(4, n, kind) for n in lengths]) for name, kind in kinds]
    by_layers = [dots(name, layers, [_longest_path(n, 8, kind) for n in layers]) for name, kind in kinds]
    plot = Plot(
        (
            Panel(tuple(by_length), "positions", "longest path"),
            Panel(tuple(by_layers), "layers", "longest path"),
        ),
        "The longest chain of units that must wait for each other. Left: with four layers it grows with the length of the sequence in "
        "a recurrent network, and not with attention. Right: with eight positions both grow with the layers.",
    )
    return compared((run() for _ in range(RUNS)), seed, "up to 12 layers", "up to 12 positions", plot=plot)


def rank_of_features(seed: int) -> Numeric:
    """The rank of an attention matrix made of positive features, against the smaller of their number and the number of tokens."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        n, m = (int(k) for k in rng.integers(1, 9, size=2))
        left, right = np.exp(rng.normal(size=(2, n, m)))
        rank = np.linalg.matrix_rank(left @ right.T, tol=1e-9)
        return np.array([max(rank, min(n, m))]), np.array([min(n, m)])

    shown, n, counts = fresh(seed), 16, range(1, 25)
    ranks = [
        np.linalg.matrix_rank(np.exp(shown.normal(size=(n, m))) @ np.exp(shown.normal(size=(m, n)))) for m in counts
    ]
    one = Panel(
        (dots("rank", counts, ranks), claimed(counts, lambda m: min(m, n), "smaller of $m$ and $n$")),
        "features $m$",
        "rank",
    )
    Q, K = shown.normal(size=(2, n, 4))
    softmax = np.linalg.svd(np.exp(Q @ K.T))[1]
    index = range(1, n + 1)
    spectra = [line("softmax", index, softmax / softmax[0])]
    for m in (4, 8):
        M = shown.normal(size=(m, 4))
        F, G = (np.exp(X @ M.T - (X**2).sum(1, keepdims=True) / 2) for X in (Q, K))
        found = np.linalg.svd(F @ G.T)[1][:m]
        spectra.append(line(f"$m = {m}$", range(1, m + 1), found / found[0]))
    plot = Plot(
        (one, Panel(tuple(spectra), "index", "singular value", log_y=True)),
        f"Attention matrices of {n} tokens. Left: with $m$ random features the rank is the smaller of $m$ and $n$. Right: singular values "
        "relative to the largest; with few features they end where those of the softmax go on.",
    )
    return compared((run() for _ in range(RUNS)), seed, "n and m up to 8", plot=plot)


def permutations_without_fixed_points(seed: int) -> Numeric:
    """All permutations of up to seven positions, counted one by one, against the alternating sum."""
    import numpy as np  # noqa: PLC0415

    def run(n: int) -> tuple[Array, Array]:
        moved = sum(all(k != image for k, image in enumerate(p)) for p in permutations(range(n)))
        return np.array([moved]), np.array([sum((-1) ** j * (factorial(n) // factorial(j)) for j in range(n + 1))])

    pairs = [run(n) for n in range(1, 8)]
    rng, sizes = fresh(seed), (4, 8, 16, 32, 64)
    shares = dots("counted", range(1, 8), [float(p[0][0]) / factorial(n) for n, p in enumerate(pairs, 1)])
    one = Panel((shares,), "positions $n$", "share without fixed point", level=0.367879, level_name="$1 / e$")
    fixed = {n: (rng.permuted(np.tile(np.arange(n), (5000, 1)), axis=1) == np.arange(n)).sum(1) for n in sizes}
    held = range(6)
    series = [dots(f"$n = {n}$", held, [float((fixed[n] == k).mean()) for k in held]) for n in (4, 64)]
    law = claimed(held, lambda k: 0.367879 / factorial(k), "Poisson")
    plot = Plot(
        (one, Panel((*series, law), "fixed points", "share of permutations")),
        "Left: the share of permutations that leave no position where it is, counted one by one; from five positions on it is hardly "
        "different from $1 / e$. Right: how many fixed points 5000 random permutations have; the law hardly depends on their size.",
    )
    return compared(pairs, seed, "n up to 7", plot=plot)


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

    return compared(
        (run() for _ in range(RUNS)), seed, "power 4096 of four by four matrices", plot=Later(_powers, seed)
    )


def _powers(seed: int) -> Plot:
    """Roots of norms of powers, and the norms themselves, of matrices scaled to three spectral radii."""
    import numpy as np  # noqa: PLC0415

    rng, exponents, steps = fresh(seed), [2**k for k in range(10)], range(41)
    found = [rng.normal(size=(4, 4)) for _ in range(3)]
    found = [W / abs(np.linalg.eigvals(W)).max() for W in found]

    def norm(W: Array, t: int) -> float:
        return float(np.linalg.norm(np.linalg.matrix_power(W, t), 2))

    roots = [line(f"matrix {k}", exponents, [norm(W, t) ** (1 / t) for t in exponents]) for k, W in enumerate(found, 1)]
    sizes = [line(rf"$\rho = {r:g}$", steps, [norm(r * found[0], t) for t in steps]) for r in (0.8, 1.0, 1.2)]
    return Plot(
        (
            Panel(tuple(roots), "power $t$", r"$\|W^t\|^{1/t}$", level=1.0, log_x=True, level_name="spectral radius"),
            Panel(tuple(sizes), "power $t$", r"$\|W^t\|$", log_y=True),
        ),
        "Left: roots of norms of powers tend to the spectral radius, here one, for three random matrices. Right: the norms of the powers of one "
        "matrix vanish or explode as its spectral radius is below or above one.",
    )


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

    return compared((run() for _ in range(RUNS)), seed, "n up to 6", "30 steps", plot=Later(_products_of_factors, seed))


def _products_of_factors(seed: int) -> Plot:
    """Norms of products of ever more factors, for weights of norm one and for larger ones."""
    import numpy as np  # noqa: PLC0415

    rng, n, steps = fresh(seed), 5, range(31)

    def norms(W: Array, low: float) -> list[float]:
        product, found = np.eye(n), [1.0]
        for _ in steps[1:]:
            product = W @ np.diag(rng.uniform(low, 1.0, size=n)) @ product
            found.append(float(np.linalg.norm(product, 2)))
        return found

    rotation = np.linalg.qr(rng.normal(size=(n, n)))[0]
    random = rng.normal(size=(n, n))
    random /= np.linalg.norm(random, 2)
    kept = [line("orthogonal", steps, norms(rotation, 0.9)), line("random", steps, norms(random, 0.9))]
    grown = [line(f"{c:g} times", steps, norms(c * rotation, 0.9)) for c in (1.0, 1.2, 1.5)]
    return Plot(
        (
            Panel(tuple(kept), "factors", "norm of the product", level=1.0, log_y=True, level_name="bound"),
            Panel(tuple(grown), "factors", "norm of the product", level=1.0, log_y=True, level_name="one"),
        ),
        "Products of weights and slopes between 0.9 and 1. Left: where the norm of the weights is one, no product is larger than one, and "
        "most are much smaller. Right: orthogonal weights times a factor; nothing bounds the product once the factor is large enough.",
    )
