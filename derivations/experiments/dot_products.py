"""Dot products, projections and features of random vectors, and averages of random gradients, sampled."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hence.derivations.experiments.measuring import RUNS, SAMPLES, compared, estimated, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array

MEAN = (0.5, -1.0, 0.3, 0.8)
SIGMA = 0.7


def _pair(seed: int, mean: tuple[float, ...] = MEAN, sigma: float = SIGMA) -> tuple[Array, Array]:
    """Independent normal queries and keys."""
    rng = generator(seed)
    q, k = (rng.normal(mean, sigma, size=(SAMPLES, len(mean))) for _ in range(2))
    return q, k


def _dots(a: Array, b: Array) -> Array:
    products: Array = (a * b).sum(axis=1)
    return products


def _square(vector: tuple[float, ...]) -> float:
    return math.fsum(x * x for x in vector)


def mean_of_dot_product(seed: int) -> Numeric:
    """Independent query and key with the same mean."""
    return estimated(_dots(*_pair(seed)), _square(MEAN), seed, "d = 4")


def mean_of_squared_norm(seed: int) -> Numeric:
    """Query and key that are the same vector: the extreme of dependence."""
    q, _ = _pair(seed)
    return estimated(_dots(q, q), _square(MEAN) + len(MEAN) * SIGMA**2, seed, "d = 4")


def variance_of_dot_product(seed: int) -> Numeric:
    """The squared distance of the dot product from its mean."""
    gaps = _dots(*_pair(seed)) - _square(MEAN)
    return estimated(gaps**2, 2 * SIGMA**2 * _square(MEAN) + len(MEAN) * SIGMA**4, seed, "d = 4")


def variance_of_standard_dot_product(seed: int) -> Numeric:
    """Standard normal query and key."""
    return estimated(_dots(*_pair(seed, (0.0,) * 6, 1.0)) ** 2, 6, seed, "d = 6")


def fourth_moment_of_dot_product(seed: int) -> Numeric:
    """Standard normal query and key, to the fourth power."""
    return estimated(_dots(*_pair(seed, (0.0,) * 6, 1.0)) ** 4, 3 * 6 * 8, seed, "d = 6")


def variance_with_covariances(seed: int) -> Numeric:
    """Vectors that are not normal, with covariances that are not diagonal."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)
    A, B = np.array([[1.0, 0.5], [0.0, 0.8]]), np.array([[0.6, 0.0], [-0.4, 1.0]])
    mu, nu = np.array([0.5, -1.0]), np.array([1.0, 0.2])
    u, v = rng.uniform(-math.sqrt(3), math.sqrt(3), (2, SAMPLES, 2))  # mean 0, variance 1
    gaps = _dots(mu + u @ A.T, nu + v @ B.T) - mu @ nu
    first, second = A @ A.T, B @ B.T
    return estimated(gaps**2, float(np.trace(first @ second) + mu @ second @ mu + nu @ first @ nu), seed, "d = 2")


def projected_dot_product(seed: int) -> Numeric:
    """The variance of a dot product after a random projection to 5 dimensions."""
    import numpy as np  # noqa: PLC0415

    p, v, k = np.array([1.0, -0.5, 0.2]), np.array([0.3, 0.8, -1.0]), 5
    lines = generator(seed).normal(0, math.sqrt(1 / k), size=(SAMPLES, k, 3))
    found = ((lines @ p) * (lines @ v)).sum(axis=1)
    claimed = float((p @ p) * (v @ v) + (p @ v) ** 2) / k
    return estimated((found - p @ v) ** 2, claimed, seed, "n = 3", "k = 5")


def cosine_feature(seed: int) -> Numeric:
    """The mean of one trigonometric feature."""
    import numpy as np  # noqa: PLC0415

    x, y = np.array([0.5, -0.3]), np.array([0.4, 0.6])
    cosines = np.cos(generator(seed).normal(size=(SAMPLES, 2)) @ (x - y))
    return estimated(math.exp(float(x @ x + y @ y) / 2) * cosines, math.exp(float(x @ y)), seed, "d = 2")


def _positive_features(seed: int) -> tuple[Array, float, float]:
    """Positive features, the kernel, and the squared norm of the sum of the vectors."""
    import numpy as np  # noqa: PLC0415

    q, k = np.array([0.3, -0.2]), np.array([0.1, 0.4])
    draws = generator(seed).normal(size=(SAMPLES, 2)) @ (q + k)
    return np.exp(draws - (q @ q + k @ k) / 2), math.exp(float(q @ k)), float((q + k) @ (q + k))


def mean_of_positive_feature(seed: int) -> Numeric:
    found, kernel, _ = _positive_features(seed)
    return estimated(found, kernel, seed, "d = 2")


def variance_of_positive_feature(seed: int) -> Numeric:
    found, kernel, square = _positive_features(seed)
    return estimated((found - kernel) ** 2, kernel**2 * (math.exp(square) - 1), seed, "d = 2")


def variance_of_hyperbolic_feature(seed: int) -> Numeric:
    """Each direction and its opposite."""
    found, kernel, square = _positive_features(seed)
    scale = kernel * math.exp(-square / 2)
    both = (found + scale**2 / found) / 2
    claimed = kernel**2 * (math.exp(square) + math.exp(-square) - 2) / 2
    return estimated((both - kernel) ** 2, claimed, seed, "d = 2")


def difference_of_logits(seed: int) -> Numeric:
    """Two keys around orthonormal means, and a query that is a multiple of their sum."""
    m, alpha = 3.0, 0.2
    x, y = generator(seed).normal(0, math.sqrt(alpha), size=(2, SAMPLES, 2))
    gaps = m * (x - y).sum(axis=1)  # the means give both keys the same logit
    return estimated(gaps**2, 4 * m**2 * alpha, seed, "d = 2")


def stretched_key(seed: int) -> Numeric:
    """A key that varies most along its mean, measured along it."""
    alpha, rng = 0.1, generator(seed)
    along = 1 + rng.normal(0, math.sqrt(alpha), SAMPLES) + rng.normal(0, math.sqrt(0.5), SAMPLES)
    return estimated((along - 1) ** 2, 0.5 + alpha, seed)


def equal_heads(seed: int) -> Numeric:
    """Heads with one query and one draw of the keys: their average is each of them."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        keys, values, query = rng.normal(size=(5, 3)), rng.normal(size=(5, 4)), rng.normal(size=3)
        weights = np.exp(keys @ query) / np.exp(keys @ query).sum()
        heads = np.stack([weights @ values for _ in range(rng.integers(2, 9))])
        return heads.mean(axis=0), heads[0]

    return compared((run() for _ in range(RUNS)), seed, "up to 8 heads")


def _averages(gradients: Array, beta: float) -> Array:
    """Running averages of the columns, started at zero; the last values."""
    v: Array = gradients[0] * 0
    for g in gradients:
        v = beta * v + (1 - beta) * g
    return v


def variance_of_corrected_average(seed: int) -> Numeric:
    """Independent gradients of mean 2 and variance 9, after 6 steps."""
    beta, t = 0.8, 6
    found = _averages(generator(seed).normal(2, 3, size=(t, SAMPLES)), beta) / (1 - beta**t)
    claimed = (1 - beta) * (1 + beta**t) / ((1 + beta) * (1 - beta**t)) * 9
    return estimated((found - 2) ** 2, claimed, seed, "t = 6")


def second_moment_average(seed: int) -> Numeric:
    """The running average of squared gradients whose second moment is 5, after 7 steps."""
    beta, t = 0.9, 7
    gradients = generator(seed).normal(1, 2, size=(t, SAMPLES))
    return estimated(_averages(gradients**2, beta), (1 - beta**t) * 5, seed, "t = 7")


def drifting_second_moment(seed: int) -> Numeric:
    """Squared gradients whose scale grows from step to step."""
    beta, t = 0.9, 5
    rng = generator(seed)
    moments = [float(i * i) for i in range(1, t + 1)]
    gradients = [math.sqrt(m) * rng.normal(size=SAMPLES) for m in moments]
    found = gradients[0] * 0
    for g in gradients:
        found = beta * found + (1 - beta) * g**2
    claimed = (1 - beta**t) * moments[-1] + (1 - beta) * math.fsum(
        beta ** (t - i) * (m - moments[-1]) for i, m in enumerate(moments, 1)
    )
    return estimated(found, claimed, seed, "t = 5")


def decayed_parameters(seed: int) -> Numeric:
    """Steps of mean zero and weight decay, for 8 steps."""
    rng, decay, theta = generator(seed), 0.1, 3.0
    found = rng.normal(size=SAMPLES) * 0 + theta
    for _ in range(8):
        found = found - 0.05 * rng.choice((-1.0, 1.0), SAMPLES) - decay * found
    return estimated(found, (1 - decay) ** 8 * theta, seed, "8 steps")


def normal_divergence(seed: int) -> Numeric:
    """The mean difference of two log densities in the plane."""
    import numpy as np  # noqa: PLC0415

    mu, nu = np.array([0.5, -0.2]), np.array([0.0, 0.3])
    S, L = np.array([[1.0, 0.3], [0.3, 0.5]]), np.array([[2.0, -0.4], [-0.4, 1.0]])
    x = mu + generator(seed).normal(size=(SAMPLES, 2)) @ np.linalg.cholesky(S).T

    def log_density(centre: Array, cov: Array) -> Array:
        gaps = x - centre
        forms: Array = ((gaps @ np.linalg.inv(cov)) * gaps).sum(axis=1)
        return -0.5 * (math.log(np.linalg.det(cov)) + forms)

    inverse = np.linalg.inv(L)
    logs = math.log(np.linalg.det(L) / np.linalg.det(S))
    claimed = 0.5 * (float(np.trace(inverse @ S) + (nu - mu) @ inverse @ (nu - mu)) - 2 + logs)
    return estimated(log_density(mu, S) - log_density(nu, L), claimed, seed, "d = 2")
