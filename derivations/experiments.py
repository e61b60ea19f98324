"""Experiments: results of the catalogue tried out on numbers, in code that shares nothing with the checker.

An experiment takes a seed and returns its evidence. A mean is estimated from a sample whose size is fixed beforehand, with
a normal confidence interval at `LEVEL`; what holds for every draw is compared at many draws. Numpy is loaded when
an experiment runs, not with the catalogue.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeAlias

from language.verdicts import Numeric

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = "np.ndarray[Any, Any]"
    Generator: TypeAlias = np.random.Generator

LEVEL = 1e-6  # a thousand experiments together are wrong about a true result once in a thousand runs
SAMPLES = 200_000
RUNS = 20


def _generator(seed: int) -> Generator:
    import numpy as np  # noqa: PLC0415

    return np.random.default_rng(seed)


def _estimated(samples: Array, claimed: float, seed: int, *sizes: str) -> Numeric:
    """The mean of a sample, and an interval that misses the true mean with probability `LEVEL`."""
    count = len(samples)
    centre = float(samples.mean())
    radius = NormalDist().inv_cdf(1 - LEVEL / 2) * float(samples.std(ddof=1)) / math.sqrt(count)
    interval = (centre - radius, centre + radius)
    return Numeric(estimate=centre, interval=interval, claimed=claimed, samples=count, dimensions=sizes, seed=seed)


def _compared(pairs: Iterable[tuple[Array, Array]], seed: int, *sizes: str) -> Numeric:
    """The largest difference between two ways to compute the same, relative to their size."""
    errors = [float((abs(a - b) / (1 + abs(a) + abs(b))).max()) for a, b in pairs]
    return Numeric(instances=len(errors), max_error=max(errors), dimensions=sizes, seed=seed)


# IFT6135, questions 1 and 2 ------------------------------------------------------------------------------


def recurrent_units(seed: int) -> Numeric:
    """Both recurrences side by side for 30 steps, with the hyperbolic tangent."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        n, m = rng.integers(1, 7, size=2)
        W, U, b = rng.normal(size=(n, n)), rng.normal(size=(n, m)), rng.normal(size=n)
        h = rng.normal(size=n)
        g = np.tanh(h)
        after, before = [], []
        for _ in range(30):
            x = rng.normal(size=m)
            h, g = W @ np.tanh(h) + U @ x + b, np.tanh(W @ g + U @ x + b)
            after.append(np.tanh(h))
            before.append(g)
        return np.array(before), np.array(after)

    return _compared((run() for _ in range(RUNS)), seed, "n and m up to 6", "30 steps")


def _average(g: Array, beta: float) -> Array:
    """The running average of the rows, started at zero: all its values."""
    import numpy as np  # noqa: PLC0415

    v, values = np.zeros(g.shape[1]), []
    for row in g:
        v = beta * v + (1 - beta) * row
        values.append(v)
    return np.array(values)


def matched_updates(seed: int) -> Numeric:
    """50 updates of momentum and of the running average, with the parameters of the one derived from the other's."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        beta, delta = rng.uniform(0.05, 0.95), rng.uniform(0.1, 3)
        alpha, epsilon = beta, delta * (1 - beta)
        g = rng.normal(size=(50, rng.integers(1, 6)))
        v, momentum = np.zeros(g.shape[1]), []
        for row in g:
            v = alpha * v + epsilon * row
            momentum.append(-v)
        return np.array(momentum), -delta * _average(g, beta)

    return _compared((run() for _ in range(RUNS)), seed, "n up to 5", "50 steps")


def unrolled_average(seed: int) -> Numeric:
    """The recurrence against the weighted sum, at every step up to 40."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        beta = rng.uniform(0.05, 0.95)
        g = rng.normal(size=(40, rng.integers(1, 6)))
        steps = np.arange(1, 41)
        weights = np.tril((1 - beta) * beta ** np.abs(steps[:, None] - steps))
        return _average(g, beta), weights @ g

    return _compared((run() for _ in range(RUNS)), seed, "n up to 5", "t up to 40")


def sum_of_weights(seed: int) -> Numeric:
    """The weights added up one by one."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        beta, t = rng.uniform(0.01, 0.99), int(rng.integers(1, 200))
        total = math.fsum((1 - beta) * beta ** (t - i) for i in range(1, t + 1))
        return np.array([total]), np.array([1 - beta**t])

    return _compared((run() for _ in range(10 * RUNS)), seed, "t up to 199")


def _average_of_stationary_gradients(seed: int, mean: float, beta: float, steps: int) -> Array:
    """Samples of the running average; successive gradients are correlated, for only their means are assumed."""
    rng = _generator(seed)
    noise = rng.normal(size=SAMPLES)
    v = noise * 0
    for _ in range(steps):
        noise = 0.6 * noise + 0.8 * rng.normal(size=SAMPLES)
        v = beta * v + (1 - beta) * (mean + noise)
    return v


def biased_average(seed: int) -> Numeric:
    """Gradients of mean 2: after 10 steps the average has not reached it."""
    beta, steps, mean = 0.9, 10, 2.0
    found = _average_of_stationary_gradients(seed, mean, beta, steps)
    return _estimated(found, (1 - beta**steps) * mean, seed, "t = 10")


def average_without_mean(seed: int) -> Numeric:
    """Gradients of mean 0: neither has the average any."""
    return _estimated(_average_of_stationary_gradients(seed, 0.0, 0.9, 10), 0.0, seed, "t = 10")


# IFT6135, question 3 -------------------------------------------------------------------------------------


def softmax_attention(seed: int) -> Numeric:
    """A softmax that shifts its rows for stability, against exponentials divided by row sums."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        n, d = rng.integers(1, 13), rng.integers(1, 9)
        Q, K, V = rng.normal(size=(3, n, d))
        scores = Q @ K.T
        shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
        A = np.exp(scores)
        D = np.diag(A @ np.ones(n))
        return shifted / shifted.sum(axis=1, keepdims=True) @ V, np.linalg.solve(D, A @ V)

    return _compared((run() for _ in range(RUNS)), seed, "n up to 12", "d up to 8")


def attention_in_linear_time(seed: int) -> Numeric:
    """Positive features multiplied in both orders: through the square matrix, and without it."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        n, d, m = rng.integers(1, 13), rng.integers(1, 9), rng.integers(1, 7)
        Q, K, V = rng.normal(size=(3, n, d))
        M = rng.normal(size=(m, d))
        F_Q, F_K = np.exp(Q @ M.T), np.exp(K @ M.T)
        A = np.array([[F_Q[i] @ F_K[j] for j in range(n)] for i in range(n)])
        linear = (F_Q @ (F_K.T @ V)) / (F_Q @ F_K.sum(axis=0))[:, None]
        return (A @ V) / A.sum(axis=1, keepdims=True), linear

    return _compared((run() for _ in range(RUNS)), seed, "n up to 12", "d up to 8", "m up to 6")


def inner_product_from_norms(seed: int) -> Numeric:
    """Inner products, and what three squared norms make of them."""
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

    def run() -> tuple[Array, Array]:
        x, y = rng.normal(size=(2, rng.integers(1, 101)))
        norms = [np.linalg.norm(vector) ** 2 for vector in (x, x + y, y)]
        return np.array([x @ y]), np.array([-0.5 * (norms[0] - norms[1] + norms[2])])

    return _compared((run() for _ in range(RUNS)), seed, "d up to 100")


# EECS 182 ------------------------------------------------------------------------------------------------


def autoencoder_gradients(seed: int) -> Numeric:
    """Difference quotients of the loss by each matrix against the matrix factors: they vanish together.

    The loss is quadratic in each of the two matrices, so that central differences are exact at any width.
    """
    import numpy as np  # noqa: PLC0415

    rng = _generator(seed)

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

    return _compared((run() for _ in range(RUNS)), seed, "m, n and k up to 5")


def _units(rows: int, cols: int) -> Array:
    """The matrices with a single one, row by row."""
    import numpy as np  # noqa: PLC0415

    return np.eye(rows * cols).reshape(-1, rows, cols)


def scaled_dot_product(seed: int) -> Numeric:
    """The second moment of scaled dot products of 64 coordinates."""
    rng = _generator(seed)
    d, count = 64, 50_000
    products = (rng.normal(size=(count, d)) * rng.normal(size=(count, d))).sum(axis=1)
    return _estimated(products**2 / d, 1.0, seed, "d = 64")


# Assignment 5 --------------------------------------------------------------------------------------------


def _normal_divergence(m1: float, s1: float, m2: float, s2: float) -> float:
    """KL between normal laws of given means and standard deviations."""
    return math.log(s2 / s1) + (s1**2 + (m1 - m2) ** 2) / (2 * s2**2) - 0.5


def _log_normal(x: Any, mean: Any, deviation: float) -> Any:  # noqa: ANN401 (a number, or an array of them)
    return -0.5 * ((x - mean) / deviation) ** 2 - math.log(deviation * math.sqrt(2 * math.pi))


def _lower_bound_samples(seed: int, x: float, s: float, a: float, b: float) -> Array:
    """log p(x, z) - log q(z | x) for a standard normal prior, x given z normal with deviation s, and q = N(a, b^2)."""
    z = a + b * _generator(seed).normal(size=SAMPLES)
    samples: Array = _log_normal(z, 0.0, 1.0) + _log_normal(x, z, s) - _log_normal(z, a, b)
    return samples


def lower_bound(seed: int) -> Numeric:
    """A model with normal laws: the bound by sampling, its two parts in closed form."""
    x, s, a, b = 1.3, 0.8, 0.5, 0.7
    reconstruction = float(_log_normal(x, a, s)) - b**2 / (2 * s**2)
    claimed = reconstruction - _normal_divergence(a, b, 0.0, 1.0)
    return _estimated(_lower_bound_samples(seed, x, s, a, b), claimed, seed)


def evidence(seed: int) -> Numeric:
    """The same model: the bound by sampling plus the divergence from the posterior, against log p(x)."""
    x, s, a, b = 1.3, 0.8, 0.5, 0.7
    mean, deviation = x / (1 + s**2), s / math.sqrt(1 + s**2)
    gap = _normal_divergence(a, b, mean, deviation)
    claimed = float(_log_normal(x, 0.0, math.sqrt(1 + s**2)))
    return _estimated(_lower_bound_samples(seed, x, s, a, b) + gap, claimed, seed)
