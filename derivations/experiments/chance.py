"""Expectations and variances, estimated from samples drawn with the generators of numpy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hence.derivations.experiments.measuring import SAMPLES, compared, estimated, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def _squares(values: Array, mean: float) -> Array:
    """Squared distances from a known mean: their mean is the variance."""
    return (values - mean) ** 2


def factor_between_0_and_2(seed: int) -> Numeric:
    """How often a normal number of mean 1 and variance one half lies between 0 and 2."""
    draws = generator(seed).normal(1, math.sqrt(0.5), SAMPLES)
    return estimated(((draws > 0) & (draws < 2)).astype(float), math.erf(1), seed)


def two_queries(seed: int) -> Numeric:
    """The variance of half a Bernoulli variable that is 0 where a normal number of mean 1 is negative."""
    draws = generator(seed).normal(1, math.sqrt(0.5), SAMPLES)
    chance = 0.5 * math.erfc(1)
    return estimated(_squares(0.5 * (draws > 0), 0.5 * (1 - chance)), 0.25 * chance * (1 - chance), seed)


def trigonometric_features(seed: int) -> Numeric:
    """The variance of one trigonometric feature of the exponential kernel."""
    import numpy as np  # noqa: PLC0415

    x, y = np.array([0.5, -0.3, 0.2]), np.array([-0.4, 0.1, 0.6])
    size = float(x @ x + y @ y)
    draws = math.exp(size / 2) * np.cos(generator(seed).normal(size=(SAMPLES, 3)) @ (x - y))
    claimed = 0.5 * math.exp(size) * (1 - math.exp(-float((x - y) @ (x - y)))) ** 2
    return estimated(_squares(draws, math.exp(float(x @ y))), claimed, seed, "d = 3")


def orthogonal_features(seed: int) -> Numeric:
    """The covariance of the features of two orthogonal directions, against the series of its moments, for d = 4."""
    import numpy as np  # noqa: PLC0415

    rng, d, z = generator(seed), 4, 1.0
    first, second = rng.normal(size=(2, SAMPLES, d))
    lengths = np.linalg.norm(rng.normal(size=(2, SAMPLES, d)), axis=2)
    one = first / np.linalg.norm(first, axis=1, keepdims=True)
    rest = second - (second * one).sum(axis=1, keepdims=True) * one
    two = rest / np.linalg.norm(rest, axis=1, keepdims=True)
    products = np.exp(z * lengths[0] * one[:, 0]) * np.exp(z * lengths[1] * two[:, 0])
    terms = [math.prod((d + j) / (d + 2 * j) for j in range(k)) * z ** (2 * k) / math.factorial(k) for k in range(40)]
    return estimated(products - math.exp(z * z), math.fsum(terms) - math.exp(z * z), seed, "d = 4")


def logistic_weight(seed: int) -> Numeric:
    """The mean of a logistic function of a symmetric number."""
    import numpy as np  # noqa: PLC0415

    draws = generator(seed).laplace(size=SAMPLES)
    return estimated(1 / (1 + np.exp(-3 * draws)), 0.5, seed)


def importance_weights(seed: int) -> Numeric:
    """Averages of weights draw by draw: the logarithm of the average is never below the average of the logarithms."""
    import numpy as np  # noqa: PLC0415

    weights = np.exp(generator(seed).normal(size=(1000, 8)))
    above, below = np.log(weights.mean(axis=1)), np.log(weights).mean(axis=1)
    return compared([(np.maximum(above, below), above)], seed, "K = 8", "1000 draws")


def ratio_bias(seed: int) -> Numeric:
    """The mean of a ratio of averages over 100 shared draws, against its second-order value."""
    import numpy as np  # noqa: PLC0415

    m, runs = 100, 20_000
    draws = np.exp(0.4 * generator(seed).normal(size=(runs, m)))
    above, below = draws, draws + draws**2
    ratios = above.mean(axis=1) / below.mean(axis=1)
    moment = [math.exp(0.08 * k * k) for k in range(5)]
    mean, total = moment[1], moment[1] + moment[2]
    covariance = moment[2] + moment[3] - mean * total
    variance = moment[2] + 2 * moment[3] + moment[4] - total**2
    claimed = mean / total + (-covariance / total**2 + mean * variance / total**3) / m
    return estimated(ratios, claimed, seed, "m = 100")


def relative_error(seed: int) -> Numeric:
    """The squared relative error of an average of as many positive features as the accuracy asks for."""
    import numpy as np  # noqa: PLC0415

    q, k, accuracy = np.array([0.3, -0.2]), np.array([0.1, 0.4]), 0.1
    square = float((q + k) @ (q + k))
    m = 20
    draws = generator(seed).normal(size=(SAMPLES // 10, m, 2)) @ (q + k)
    estimates = np.exp(draws - square / 2).mean(axis=1)
    needed = (math.exp(square) - 1) / accuracy**2
    return estimated((estimates - 1) ** 2, accuracy**2 * needed / m, seed, "d = 2", "m = 20")
