"""A model with normal laws and its variational bound."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from hence.derivations.experiments.drawing import claimed, means
from hence.derivations.experiments.measuring import SAMPLES, SHOWN, Beside, estimated, fresh, generator
from hence.language.plots import Panel
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array, Generator

X, S, A, B = 1.3, 0.8, 0.5, 0.7  # what is observed, its deviation given z, mean and deviation of q
DEVIATIONS = (0.15, 0.25, 0.4, 0.6, 0.8, 1.0, 1.3)
EVIDENCE = r"$\log p(x)$"


def _normal_divergence(m1: float, s1: float, m2: float, s2: float) -> float:
    """KL between normal laws of given means and standard deviations."""
    return math.log(s2 / s1) + (s1**2 + (m1 - m2) ** 2) / (2 * s2**2) - 0.5


def _log_normal(x: Any, mean: Any, deviation: float) -> Any:  # noqa: ANN401 (a number, or an array of them)
    return -0.5 * ((x - mean) / deviation) ** 2 - math.log(deviation * math.sqrt(2 * math.pi))


def _lower_bound_samples(rng: Generator, deviation: float, count: int) -> Array:
    """log p(x, z) - log q(z | x) for a standard normal prior, x given z normal, and q normal with this deviation."""
    z = A + deviation * rng.normal(size=count)
    samples: Array = _log_normal(z, 0.0, 1.0) + _log_normal(X, z, S) - _log_normal(z, A, deviation)
    return samples


def _lower_bound(deviation: float) -> float:
    """The bound in closed form."""
    return float(_log_normal(X, A, S)) - deviation**2 / (2 * S**2) - _normal_divergence(A, deviation, 0.0, 1.0)


def _evidence() -> float:
    return float(_log_normal(X, 0.0, math.sqrt(1 + S**2)))


def _gap(deviation: float) -> float:
    """The divergence of q from the posterior."""
    return _normal_divergence(A, deviation, X / (1 + S**2), S / math.sqrt(1 + S**2))


def lower_bound(seed: int) -> Numeric:
    """A model with normal laws: the bound by sampling, its two parts in closed form."""
    rng = fresh(seed)
    found = means("bound", DEVIATIONS, lambda b: _lower_bound_samples(rng, b, SHOWN))
    panel = Panel(
        (found, claimed(DEVIATIONS, _lower_bound, "two parts")),
        "deviation of $q$",
        "lower bound",
        level=_evidence(),
        level_name=EVIDENCE,
    )
    beside = Beside(panel, r"the bound for other deviations of $q$ follows its two parts, and stays below the evidence")
    samples = _lower_bound_samples(generator(seed), B, SAMPLES)
    return estimated(samples, _lower_bound(B), seed, of="the lower bound", label="lower bound", beside=beside)


def evidence(seed: int) -> Numeric:
    """The same model: the bound by sampling plus the divergence from the posterior, against the evidence."""
    rng = fresh(seed)
    bound = means("bound", DEVIATIONS, lambda b: _lower_bound_samples(rng, b, SHOWN))
    total = means("bound plus divergence", DEVIATIONS, lambda b: _lower_bound_samples(rng, b, SHOWN) + _gap(b))
    panel = Panel((bound, total), "deviation of $q$", "value", level=_evidence(), level_name=EVIDENCE)
    seen = r"whatever the deviation of $q$, the bound lies below the evidence, and the divergence makes up for the gap"
    samples = _lower_bound_samples(generator(seed), B, SAMPLES) + _gap(B)
    told = {"of": "bound plus divergence", "label": "bound plus divergence"}
    return estimated(samples, _evidence(), seed, **told, beside=Beside(panel, seen))
