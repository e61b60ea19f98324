"""Attention in both of its orders, and norms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import claimed, dots, line
from hence.derivations.experiments.measuring import RUNS, compared, fresh, generator
from hence.language.plots import Later, Panel, Plot
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array, Generator


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

    return compared(
        (run() for _ in range(RUNS)), seed, "n up to 12", "d up to 8", plot=Later(_weights_of_one_query, seed)
    )


def _softmax(scores: Array, axis: int = -1) -> Array:
    import numpy as np  # noqa: PLC0415

    weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)  # type: ignore[no-any-return]


def _weights_of_one_query(seed: int) -> Plot:
    """The weights by both computations, and how they sharpen with the dimension."""
    import numpy as np  # noqa: PLC0415

    rng, n = fresh(seed), 16
    scores = np.sort(rng.normal(size=(n, 4)) @ rng.normal(size=4) / 2)[::-1]
    keys = np.arange(1, n + 1)
    plain = np.exp(scores) / np.exp(scores).sum()
    weights = Panel(
        (line("shifted softmax", keys, _softmax(scores)), dots("divided by the sum", keys, plain)),
        "key, by its score",
        "weight",
    )
    dims = (1, 2, 4, 8, 16, 32, 64, 128, 256)
    largest = {}
    for name, power in (("$q^\\top k$", 0.0), ("$q^\\top k / \\sqrt{d}$", 0.5)):
        found = [
            _softmax((rng.normal(size=(500, n, d)) * rng.normal(size=(500, 1, d))).sum(2) / d**power) for d in dims
        ]
        largest[name] = [float(w.max(axis=1).mean()) for w in found]
    sharp = Panel(
        tuple(line(name, dims, ys) for name, ys in largest.items()), "dimension $d$", "largest weight", log_x=True
    )
    return Plot(
        (weights, sharp),
        f"Left: the weights of one query on {n} keys; both computations give the same ones. Right: the largest of "
        f"{n} weights, on average over 500 random queries. It tends to one as the dimension grows, unless the "
        r"dot products are divided by $\sqrt{d}$.",
    )


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

    sizes = "n up to 12", "d up to 8", "m up to 6"
    return compared((run() for _ in range(RUNS)), seed, *sizes, plot=Later(_features_for_softmax, seed))


def _features_for_softmax(seed: int) -> Plot:
    """What the order of the products costs, and how well positive features replace the softmax."""
    import numpy as np  # noqa: PLC0415

    rng, m, d = fresh(seed), 64, 64
    lengths = [2**k for k in range(3, 14)]
    square = line("square matrix", lengths, [n * n * (m + d) for n in lengths])
    linear = line("keys and values first", lengths, [2 * n * m * d for n in lengths])
    costs = Panel((square, linear), "length $n$", "multiplications", log_x=True, log_y=True)
    counts = [2**k for k in range(2, 12)]
    series = [dots(f"$d = {d}$", counts, [_attention_error(rng, d, m) for m in counts]) for d in (2, 8, 32)]
    slope = claimed(counts, lambda m: float(series[0].y[0] * np.sqrt(counts[0] / m)), "$1 / \\sqrt{m}$")
    errors = Panel((*series, slope), "features $m$", "error of the output", log_x=True, log_y=True)
    return Plot(
        (costs, errors),
        "Left: multiplications for 64 features and values of width 64; the square matrix is cheaper up to length 64, and "
        "grows with the square. Right: the distance of attention with positive random features from softmax attention, "
        "relative to its size, for 32 tokens of length one. It falls like one over the root of the number of features.",
    )


def _attention_error(rng: Generator, d: int, m: int) -> float:
    """How far attention with m positive features is from softmax attention; the mean of ten draws."""
    import numpy as np  # noqa: PLC0415

    errors = []
    for _ in range(10):
        Q, K, V = rng.normal(size=(3, 32, d)) / np.sqrt(d)
        M = rng.normal(size=(m, d))
        F, G = (np.exp(X @ M.T - (X**2).sum(1, keepdims=True) / 2) for X in (Q, K))
        exact = _softmax(Q @ K.T) @ V
        errors.append(np.linalg.norm((F @ (G.T @ V)) / (F @ G.sum(0))[:, None] - exact) / np.linalg.norm(exact))
    return float(np.mean(errors))


def inner_product_from_norms(seed: int) -> Numeric:
    """Inner products, and what three squared norms make of them."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        x, y = rng.normal(size=(2, rng.integers(1, 101)))
        norms = [np.linalg.norm(vector) ** 2 for vector in (x, x + y, y)]
        return np.array([x @ y]), np.array([-0.5 * (norms[0] - norms[1] + norms[2])])

    return compared((run() for _ in range(RUNS)), seed, "d up to 100", plot=Later(_norms_against_products, seed))


def _norms_against_products(seed: int) -> Plot:
    import numpy as np  # noqa: PLC0415

    rng = fresh(seed)
    x, y = rng.normal(size=(2, 300, 16))
    products = (x * y).sum(1)
    norms = ((x + y) ** 2).sum(1) / 2 - (x**2).sum(1) / 2 - (y**2).sum(1) / 2
    one = Panel((dots("pairs of vectors", products, norms),), "$x^\\top y$", "from three norms", diagonal=True)
    dims = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
    pairs = [rng.normal(size=(2, 2000, d)) for d in dims]
    cosines = [np.abs((a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)).mean() for a, b in pairs]
    two = Panel((line("random pairs", dims, cosines),), "dimension $d$", "mean $|\\cos(x, y)|$", log_x=True, log_y=True)
    return Plot(
        (one, two),
        "Left: 300 pairs of vectors in dimension 16; the three norms give the inner product, on the diagonal. Right: random "
        "vectors become orthogonal as the dimension grows, so that the three norms cancel ever more of each other.",
    )


def separable_distance(seed: int) -> Numeric:
    """The distance of random separable attention from the identity against its bound, and that of standard attention.

    What falls below the bound counts as an error, and so does a standard attention that is not close.
    """
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        d = int(rng.integers(1, 4))
        n = d + int(rng.integers(1, 6))
        S, T = _softmax(rng.normal(size=(n, d)) * 3, 1), _softmax(rng.normal(size=(n, d)) * 3, 0)
        gap = float(((S @ T.T - np.eye(n)) ** 2).sum())
        angles = 2 * np.pi * np.arange(n) / n
        vectors = 60 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        near = _softmax(vectors @ vectors.T, 1)
        return np.array([min(gap, n - d), float(((near - np.eye(n)) ** 2).sum())]), np.array([n - d, 0.0])

    return compared((run() for _ in range(RUNS)), seed, "d up to 3, n up to 8", plot=Later(_gaps_to_the_identity, seed))


def _gaps_to_the_identity(seed: int) -> Plot:
    """The squared distance of both attentions from the identity, against the length and against the scale."""
    import numpy as np  # noqa: PLC0415

    rng, d = fresh(seed), 2

    def separable(n: int, scale: float) -> float:
        """The nearest of 200 random ones."""
        S, T = _softmax(scale * rng.normal(size=(200, n, d)), 2), _softmax(scale * rng.normal(size=(200, n, d)), 1)
        return float(((S @ T.transpose(0, 2, 1) - np.eye(n)) ** 2).sum(axis=(1, 2)).min())

    def standard(n: int, scale: float) -> float:
        angles = 2 * np.pi * np.arange(n) / n
        vectors = scale * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        return float(((_softmax(vectors @ vectors.T) - np.eye(n)) ** 2).sum())

    lengths, scales = range(3, 13), [2.0**k for k in range(-1, 6)]
    by_length = (
        dots("separable", lengths, [separable(n, 8.0) for n in lengths]),
        dots("standard", lengths, [standard(n, 20.0) for n in lengths]),
        claimed(lengths, lambda n: n - d, "bound $n - d$"),
    )
    by_scale = (
        line("separable", scales, [separable(8, a) for a in scales]),
        line("standard", scales, [standard(8, a) for a in scales]),
    )
    return Plot(
        (
            Panel(by_length, "length $n$", "squared distance from $I$"),
            Panel(
                by_scale,
                "scale of the scores",
                "squared distance from $I$",
                level=6.0,
                log_x=True,
                level_name="bound 6",
            ),
        ),
        "Two features. Left: the nearest of 200 separable attentions stays above the bound at every length, where standard "
        "attention with long queries comes close to zero. Right: for 8 tokens, longer queries help the standard form and "
        "never carry the separable one below the bound.",
    )
