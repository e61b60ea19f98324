"""Monte-Carlo with confidence sequences: intervals that hold at all sample sizes at once.

The interval is the asymptotic confidence sequence of Waudby-Smith et al. (2021): it may be looked at after
every chunk, and sampling may stop as soon as it decides, without spoiling its error level. Memory is
bounded by the chunk; seeds are recorded in what is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, Literal, TypeAlias

import numpy as np

from checks.numeric.arrays import Array
from language.verdicts import Numeric

Decision: TypeAlias = Literal["differs", "agrees", "undecided"]
Sampler: TypeAlias = Callable[[np.random.Generator, int], Array]

BURN_IN = 20_000
TUNED_FOR = 500_000  # the sample size at which the interval is tightest
AGREEMENT = 5e-3  # "agrees" once the interval is this narrow, relative to the estimate


class Running:
    """Mean and variance of a stream, entry by entry (Chan's merge per chunk)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean: Any = 0.0
        self.squares: Any = 0.0

    def add(self, chunk: Array) -> None:
        """Take a chunk whose first axis runs over samples."""
        size = len(chunk)
        mean = chunk.mean(axis=0)
        squares = ((chunk - mean) ** 2).sum(axis=0)
        gap, total = mean - self.mean, self.count + size
        self.mean = self.mean + gap * (size / total)
        self.squares = self.squares + squares + gap**2 * (self.count * size / total)
        self.count = total

    def radius(self, alpha: float) -> Array:
        """Half the width of the confidence sequence, now. Infinite during burn-in."""
        if self.count < BURN_IN:
            return np.full(np.shape(self.mean), np.inf)
        return np.sqrt(self.squares / (self.count - 1)) * boundary(self.count, alpha)  # type: ignore[no-any-return]


def boundary(n: int, alpha: float) -> float:
    """Radius of the confidence sequence in standard deviations."""
    rho2 = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / TUNED_FOR
    return sqrt(2 * (n * rho2 + 1) / (n * n * rho2) * log(sqrt(n * rho2 + 1) / alpha))


@dataclass(frozen=True)
class Estimate:
    numeric: Numeric
    decision: Decision


def estimate(
    sampler: Sampler,
    claimed: float | None,
    *,
    alpha: float,
    seed: int,
    max_samples: int,
    chunk: int = 100_000,
) -> Estimate:
    """Estimate a mean, and decide whether it differs from the claimed value at error level alpha.

    Stops as soon as that is decided, at the latest after `max_samples`.
    """
    rng = np.random.default_rng(seed)
    running = Running()
    decision: Decision = "undecided"
    while running.count < max_samples and decision == "undecided":
        running.add(np.asarray(sampler(rng, min(chunk, max_samples - running.count)), dtype=np.float64))
        decision = _decide(running, claimed, alpha)
    centre, radius = float(running.mean), float(running.radius(alpha))
    interval = (centre - radius, centre + radius)
    return Estimate(
        Numeric(estimate=centre, interval=interval, claimed=claimed, samples=running.count, seed=seed), decision
    )


def _decide(running: Running, claimed: float | None, alpha: float) -> Decision:
    centre, radius = float(running.mean), float(running.radius(alpha))
    if claimed is not None and abs(centre - claimed) > radius:
        return "differs"
    return "agrees" if radius <= AGREEMENT * max(1.0, abs(centre)) else "undecided"


def sobol(
    integrand: Callable[[Array], Array], coordinates: int, *, seed: int, log2_points: int = 13, scramblings: int = 8
) -> tuple[float, float]:
    """E[integrand(z)] for a standard normal z by scrambled Sobol points: mean and standard error.

    The integrand maps (points, coordinates) to (points,). The error comes from independent scramblings.
    """
    from scipy.stats import norm, qmc  # noqa: PLC0415  # slow to import, and seldom needed

    means = []
    for k in range(scramblings):
        points = qmc.Sobol(coordinates, scramble=True, seed=np.random.default_rng([seed, k])).random_base2(log2_points)
        inside = np.clip(points, 1e-12, 1 - 1e-12)
        means.append(float(np.mean(integrand(norm.ppf(inside)))))
    return float(np.mean(means)), float(np.std(means, ddof=1) / sqrt(scramblings))
