"""A model with normal laws and its variational bound."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from hence.derivations.experiments.measuring import SAMPLES, estimated, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def _normal_divergence(m1: float, s1: float, m2: float, s2: float) -> float:
    """KL between normal laws of given means and standard deviations."""
    return math.log(s2 / s1) + (s1**2 + (m1 - m2) ** 2) / (2 * s2**2) - 0.5


def _log_normal(x: Any, mean: Any, deviation: float) -> Any:  # noqa: ANN401 (a number, or an array of them)
    return -0.5 * ((x - mean) / deviation) ** 2 - math.log(deviation * math.sqrt(2 * math.pi))


def _lower_bound_samples(seed: int, x: float, s: float, a: float, b: float) -> Array:
    """log p(x, z) - log q(z | x) for a standard normal prior, x given z normal with deviation s, and q = N(a, b^2)."""
    z = a + b * generator(seed).normal(size=SAMPLES)
    samples: Array = _log_normal(z, 0.0, 1.0) + _log_normal(x, z, s) - _log_normal(z, a, b)
    return samples


def lower_bound(seed: int) -> Numeric:
    """A model with normal laws: the bound by sampling, its two parts in closed form."""
    x, s, a, b = 1.3, 0.8, 0.5, 0.7
    reconstruction = float(_log_normal(x, a, s)) - b**2 / (2 * s**2)
    claimed = reconstruction - _normal_divergence(a, b, 0.0, 1.0)
    return estimated(_lower_bound_samples(seed, x, s, a, b), claimed, seed)


def evidence(seed: int) -> Numeric:
    """The same model: the bound by sampling plus the divergence from the posterior, against log p(x)."""
    x, s, a, b = 1.3, 0.8, 0.5, 0.7
    mean, deviation = x / (1 + s**2), s / math.sqrt(1 + s**2)
    gap = _normal_divergence(a, b, mean, deviation)
    claimed = float(_log_normal(x, 0.0, math.sqrt(1 + s**2)))
    return estimated(_lower_bound_samples(seed, x, s, a, b) + gap, claimed, seed)
