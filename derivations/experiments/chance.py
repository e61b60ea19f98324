"""Expectations and variances, estimated from samples drawn with the generators of numpy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import POWERS, claimed, distribution, dots, means, upright
from hence.derivations.experiments.measuring import (
    SAMPLES,
    SHOWN,
    Beside,
    compared,
    estimated,
    fresh,
    generator,
)
from hence.language.plots import Panel, Plot
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array, Generator


def _squares(values: Array, mean: float) -> Array:
    """Squared distances from a known mean: their mean is the variance."""
    return (values - mean) ** 2


def factor_between_0_and_2(seed: int) -> Numeric:
    """How often a normal number of mean 1 and variance one half lies between 0 and 2."""
    draws = generator(seed).normal(1, math.sqrt(0.5), SAMPLES)
    shown = distribution(draws, "random factor", mean=False)
    ends = tuple(upright(name, at, 0.55) for name, at in (("", 0.0), ("", 2.0)))
    seen = "the density of the factor; about a sixth of it lies beyond the two dashed lines"
    told = {"of": "the probability", "label": "probability"}
    beside = Beside(Panel((*shown.series, *ends), shown.x_label, shown.y_label), seen)
    return estimated(((draws > 0) & (draws < 2)).astype(float), math.erf(1), seed, **told, beside=beside)


def two_queries(seed: int) -> Numeric:
    """The variance of half a Bernoulli variable that is 0 where a normal number of mean 1 is negative."""
    draws = generator(seed).normal(1, math.sqrt(0.5), SAMPLES)
    chance = 0.5 * math.erfc(1)
    told = {"of": "the variance", "label": "variance"}
    samples = _squares(0.5 * (draws > 0), 0.5 * (1 - chance))
    return estimated(samples, 0.25 * chance * (1 - chance), seed, **told, beside=_spread_of_two_heads(seed))


def _spread_of_two_heads(seed: int) -> Beside:
    """The variance of the average of two heads, against the spread of the key."""
    rng, spreads = fresh(seed), (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0)

    def chance(spread: float) -> float:
        return 0.5 * math.erfc(1 / (spread * math.sqrt(2)))

    def draw(spread: float) -> Array:
        return _squares(0.5 * (rng.normal(1, spread, SHOWN) > 0), 0.5 * (1 - chance(spread)))

    found = means("sampled", spreads, draw)
    curve = claimed(spreads, lambda spread: 0.25 * chance(spread) * (1 - chance(spread)))
    panel = Panel((found, curve), "deviation of the factor", "variance")
    return Beside(panel, "a key that hardly varies gives no variance at all; the claimed one follows")


def trigonometric_features(seed: int) -> Numeric:
    """The variance of one trigonometric feature of the exponential kernel."""
    import numpy as np  # noqa: PLC0415

    x, y = np.array([0.5, -0.3, 0.2]), np.array([-0.4, 0.1, 0.6])
    size = float(x @ x + y @ y)
    draws = math.exp(size / 2) * np.cos(generator(seed).normal(size=(SAMPLES, 3)) @ (x - y))
    variance = 0.5 * math.exp(size) * (1 - math.exp(-float((x - y) @ (x - y)))) ** 2
    told = {"of": "the variance of one feature", "label": "variance"}
    samples = _squares(draws, math.exp(float(x @ y)))
    return estimated(samples, variance, seed, "d = 3", **told, beside=_two_kinds_of_features(seed))


def _two_kinds_of_features(seed: int) -> Beside:
    """Relative deviations of both kinds for two vectors of length one half at a given angle."""
    import numpy as np  # noqa: PLC0415

    rng, angles = fresh(seed), [math.pi * k / 12 for k in range(13)]

    def pair(angle: float) -> tuple[Array, Array]:
        return np.array([0.5, 0.0]), np.array([math.cos(angle), math.sin(angle)]) / 2

    def spread(angle: float, positive: bool) -> float:
        x, y = pair(angle)
        w = rng.normal(size=(SHOWN, 2))
        found = np.exp(w @ (x + y) - 0.25) if positive else math.exp(0.25) * np.cos(w @ (x - y))
        return float(np.sqrt(((found - math.exp(x @ y)) ** 2).mean()) / math.exp(x @ y))

    series = [
        dots(name, angles, [spread(a, name == "positive") for a in angles]) for name in ("trigonometric", "positive")
    ]
    exact = (
        claimed(
            angles, lambda a: math.exp((1 - math.cos(a)) / 4) * (1 - math.exp(-(1 - math.cos(a)) / 2)) / math.sqrt(2)
        ),
        claimed(angles, lambda a: math.sqrt(math.exp((1 + math.cos(a)) / 2) - 1), ""),
    )
    panel = Panel((*series, *exact), "angle between $x$ and $y$", "relative deviation")
    return Beside(
        panel,
        "the deviation of one feature, relative to the kernel, for vectors of length one half; trigonometric features are exact at equal "
        "vectors and worst at opposite ones, positive features the other way round",
    )


def orthogonal_features(seed: int) -> Numeric:
    """The covariance of the features of two orthogonal directions, against the series of its moments, in four dimensions."""
    rng, shown, dims = generator(seed), fresh(seed), (2, 3, 4, 6, 8, 12, 16)
    found = means("sampled", dims, lambda d: _orthogonal_products(shown, d, 5 * SHOWN) - math.e)
    beside = Beside(
        Panel(
            (found, claimed(dims, _orthogonal_covariance)),
            "dimension $d$",
            "covariance",
            level=0.0,
            level_name="independent",
        ),
        "the covariance is negative in every dimension, and fades as the dimension grows",
    )
    told = {"of": "the covariance", "label": "covariance"}
    samples = _orthogonal_products(rng, 4, SAMPLES) - math.e
    return estimated(samples, _orthogonal_covariance(4), seed, "d = 4", **told, beside=beside)


def _orthogonal_products(rng: Generator, d: int, count: int) -> Array:
    """Products of the features of two orthogonal directions with independent lengths, at a vector of length one."""
    import numpy as np  # noqa: PLC0415

    first, second = rng.normal(size=(2, count, d))
    lengths = np.linalg.norm(rng.normal(size=(2, count, d)), axis=2)
    one = first / np.linalg.norm(first, axis=1, keepdims=True)
    rest = second - (second * one).sum(axis=1, keepdims=True) * one
    two = rest / np.linalg.norm(rest, axis=1, keepdims=True)
    return np.exp(lengths[0] * one[:, 0] + lengths[1] * two[:, 0])  # type: ignore[no-any-return]


def _orthogonal_covariance(d: int) -> float:
    terms = [math.prod((d + j) / (d + 2 * j) for j in range(k)) / math.factorial(k) for k in range(40)]
    return math.fsum(terms) - math.e


def logistic_weight(seed: int) -> Numeric:
    """The mean of a logistic function of a symmetric number."""
    import numpy as np  # noqa: PLC0415

    draws = generator(seed).laplace(size=SAMPLES)
    weights = 1 / (1 + np.exp(-3 * draws))
    shown = Panel(distribution(weights, "weight", mean=False).series, "weight", "density")
    seen = "the weights themselves; most are near zero or one, and one half is only their mean"
    told = {"of": "the mean weight", "label": "mean weight"}
    return estimated(weights, 0.5, seed, **told, beside=Beside(shown, seen))


def importance_weights(seed: int) -> Numeric:
    """Averages of weights draw by draw: the logarithm of the average is never below the average of the logarithms."""
    import numpy as np  # noqa: PLC0415

    weights = np.exp(generator(seed).normal(size=(1000, 8)))
    above, below = np.log(weights.mean(axis=1)), np.log(weights).mean(axis=1)
    shown = slice(None, 300)
    one = Panel((dots("draws", below[shown], above[shown]),), "mean of logarithms", "log of the mean", diagonal=True)
    rng, counts = fresh(seed), POWERS
    bounds = means("bound", counts, lambda k: np.log(np.exp(rng.normal(size=(5000, k))).mean(axis=1)))
    two = Panel((bounds,), "weights $K$", "bound", level=0.5, log_x=True, level_name="evidence")
    plot = Plot(
        (one, two),
        "Left: 300 draws of eight weights; the logarithm of the mean is never below the mean of the logarithms. Right: the more weights "
        "are averaged, the closer the bound comes to the evidence, from below.",
    )
    return compared([(np.maximum(above, below), above)], seed, "K = 8", "1000 draws", plot=plot)


def _ratios(rng: Generator, m: int, runs: int) -> Array:
    """Ratios of averages over m shared draws."""
    import numpy as np  # noqa: PLC0415

    draws = np.exp(0.4 * rng.normal(size=(runs, m)))
    return draws.mean(axis=1) / (draws + draws**2).mean(axis=1)  # type: ignore[no-any-return]


def _second_order_ratio() -> tuple[float, float]:
    """The ratio of the means, and the coefficient of 1/m in its second-order value."""
    moment = [math.exp(0.08 * k * k) for k in range(5)]
    mean, total = moment[1], moment[1] + moment[2]
    covariance = moment[2] + moment[3] - mean * total
    variance = moment[2] + 2 * moment[3] + moment[4] - total**2
    return mean / total, -covariance / total**2 + mean * variance / total**3


def ratio_bias(seed: int) -> Numeric:
    """The mean of a ratio of averages over 100 shared draws, against its second-order value."""
    limit, slope = _second_order_ratio()
    rng, counts = fresh(seed), (2, 4, 8, 16, 32, 64)
    found = means("sampled", counts, lambda m: _ratios(rng, m, SHOWN) - limit)
    panel = Panel((found, claimed(counts, lambda m: slope / m)), "features $m$", "bias", log_x=True)
    beside = Beside(panel, "the bias for fewer features; the second-order value is met from about eight on")
    told = {"of": "the mean ratio", "label": "mean ratio"}
    samples = _ratios(generator(seed), 100, 20_000)
    return estimated(samples, limit + slope / 100, seed, "m = 100", **told, beside=beside)


def relative_error(seed: int) -> Numeric:
    """The squared relative error of an average of as many positive features as the accuracy asks for."""
    import numpy as np  # noqa: PLC0415

    square = 0.2  # of the norm of q + k

    def errors(rng: Generator, m: int, count: int) -> Array:
        draws = math.sqrt(square) * rng.normal(size=(count, m))
        return _squares(np.exp(draws - square / 2).mean(axis=1), 1.0)

    def expected(m: int) -> float:
        return (math.exp(square) - 1) / m

    rng = fresh(seed)
    found = means("sampled", POWERS, lambda m: errors(rng, m, 4000))
    panel = Panel((found, claimed(POWERS, expected)), "features $m$", "squared error", log_x=True, log_y=True)
    beside = Beside(
        panel, "it falls like one over the number of features; a tenth of the error takes a hundred times as many"
    )
    told = {"of": "the squared relative error", "label": "squared error"}
    return estimated(errors(generator(seed), 20, SAMPLES // 10), expected(20), seed, "m = 20", **told, beside=beside)
