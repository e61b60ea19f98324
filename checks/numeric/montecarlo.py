"""Monte-Carlo with confidence sequences: intervals that hold at all sample sizes at once.

They may be looked at after every chunk, and sampling may stop as soon as one of them decides, without spoiling the
error level. `Bounded` is for values in a known range and holds at every sample size (the empirical
Bernstein sequence of Waudby-Smith and Ramdas, 2020). `Running` is for all others: asymptotic (Waudby-Smith
and others, 2021), silent during burn-in and while the sample is so skew that the normal approximation cannot be
trusted. Memory is bounded by the chunk; seeds are recorded in what is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any, Literal, TypeAlias

import numpy as np
from hence.checks.numeric.arrays import Array
from hence.language.records import dataclass
from hence.language.verdicts import Numeric

Decision: TypeAlias = Literal["differs", "agrees", "undecided"]
Sampler: TypeAlias = Callable[[np.random.Generator, int], Array]

BURN_IN = 20_000
TUNED_FOR = 500_000  # the sample size at which the asymptotic interval is tightest
BOUNDED_TUNED_FOR = 200_000
AGREEMENT = 5e-3  # "agrees" once the interval is this narrow, relative to the estimate
DISTORTION = log(100.0)  # by how much skewness may change the error level before the interval is withheld


def moments(chunk: Array, skewness: bool = True) -> tuple[Array, Array, Array]:
    """Mean, and sums of squared and (if wanted) cubed deviations from it, over the first axis."""
    shape = chunk.shape[1:]
    rows = np.ascontiguousarray(chunk.reshape(len(chunk), -1).T)  # an entry after the other: faster to add up
    mean = rows.mean(axis=1)
    deviation = rows - mean[:, None]
    squared = deviation * deviation
    cubes = np.einsum("ij,ij->i", squared, deviation) if skewness else np.zeros(len(rows))
    return mean.reshape(shape), squared.sum(axis=1).reshape(shape), cubes.reshape(shape)


class Running:
    """Mean, variance and skewness of a stream, entry by entry (Chan's and Pébay's merge per chunk)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean: Any = 0.0
        self.squares: Any = 0.0
        self.cubes: Any = 0.0

    def add(self, chunk: Array) -> None:
        """Take a chunk whose first axis runs over samples."""
        size = len(chunk)
        mean, squares, cubes = moments(chunk)
        gap, before, total = mean - self.mean, self.count, self.count + size
        self.cubes = (
            self.cubes
            + cubes
            + gap**3 * (before * size * (before - size) / total**2)
            + 3 * gap * (before * squares - size * self.squares) / total
        )
        self.squares = self.squares + squares + gap**2 * (before * size / total)
        self.mean = self.mean + gap * (size / total)
        self.count = total

    @property
    def centre(self) -> Array:
        return np.asarray(self.mean)

    def distortion(self, alpha: float) -> Array:
        """How much skewness changes the error level of a studentised mean, as a logarithm: the leading term."""
        deviations = sqrt(2 * log(2 / alpha))
        spread = np.maximum(self.squares, np.finfo(float).tiny)
        return np.asarray(deviations**3 / 3 * np.abs(self.cubes) / spread**1.5)

    def radius(self, alpha: float) -> Array:
        """Half the width of the confidence sequence, now. Infinite where it cannot be trusted."""
        if self.count < BURN_IN:
            return np.full(np.shape(self.mean), np.inf)
        radius = np.sqrt(self.squares / (self.count - 1)) * boundary(self.count, alpha)
        return np.where(self.distortion(alpha) <= DISTORTION, radius, np.inf)


def boundary(n: int, alpha: float) -> float:
    """Radius of the asymptotic confidence sequence in standard deviations."""
    rho2 = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / TUNED_FOR
    return sqrt(2 * (n * rho2 + 1) / (n * n * rho2) * log(sqrt(n * rho2 + 1) / alpha))


class Bounded:
    """The empirical Bernstein confidence sequence of values between `low` and `high`, at level alpha.

    The weight of a chunk, and the mean from which its deviations are taken, depend on earlier chunks only.
    """

    def __init__(self, low: Array, high: Array, alpha: float) -> None:
        self.low, self.width = np.asarray(low), np.maximum(np.asarray(high) - low, np.finfo(float).tiny)
        self.alpha = alpha
        self.count = 0
        self.total: Any = np.zeros(np.shape(low))  # of values scaled to [0, 1]
        self.squares: Any = np.zeros(np.shape(low))  # deviations from the means of earlier chunks
        self.weighted: Any = 0.0  # sum of lambda x
        self.weights: Any = 0.0  # sum of lambda
        self.variation: Any = 0.0  # sum of (x - mean)^2 (-log(1 - lambda) - lambda)

    def add(self, chunk: Array) -> None:
        """Take a chunk whose first axis runs over samples."""
        average, deviations, _ = moments(chunk, skewness=False)
        own = (average - self.low) / self.width
        mean = (self.total + 0.5) / (self.count + 1)
        variance = (self.squares + 0.25) / (self.count + 1)
        bet = np.minimum(np.sqrt(2 * log(2 / self.alpha) / (variance * BOUNDED_TUNED_FOR)), 0.5)
        total = own * len(chunk)
        squares = deviations / self.width**2 + len(chunk) * (own - mean) ** 2
        self.weighted = self.weighted + bet * total
        self.weights = self.weights + bet * len(chunk)
        self.variation = self.variation + squares * (-np.log1p(-bet) - bet)
        self.total, self.squares = self.total + total, self.squares + squares
        self.count += len(chunk)

    @property
    def mean(self) -> Array:
        return np.asarray(self.low + self.width * self.total / self.count)

    @property
    def centre(self) -> Array:
        return np.asarray(self.low + self.width * self.weighted / self.weights)

    def radius(self, alpha: float) -> Array:
        """Half the width. The level was fixed beforehand: `alpha` must be the same."""
        assert alpha == self.alpha
        return np.asarray(self.width * (log(2 / alpha) + self.variation) / self.weights)


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
    between: tuple[float, float] | None = None,
) -> Estimate:
    """Estimate a mean, and decide whether it differs from the claimed value at error level alpha.

    Stops as soon as that is decided, at the latest after `max_samples`. Where all values lie `between` two known
    numbers the level holds exactly, otherwise asymptotically.
    """
    rng = np.random.default_rng(seed)
    running = Running() if between is None else Bounded(np.asarray(between[0]), np.asarray(between[1]), alpha)
    decision: Decision = "undecided"
    while running.count < max_samples and decision == "undecided":
        running.add(np.asarray(sampler(rng, min(chunk, max_samples - running.count)), dtype=np.float64))
        decision = _decide(running, claimed, alpha)
    centre, radius = float(running.centre), float(running.radius(alpha))
    interval = (centre - radius, centre + radius)
    return Estimate(
        Numeric(estimate=float(running.mean), interval=interval, claimed=claimed, samples=running.count, seed=seed),
        decision,
    )


def _decide(running: Running | Bounded, claimed: float | None, alpha: float) -> Decision:
    centre, radius = float(running.centre), float(running.radius(alpha))
    if claimed is not None and abs(centre - claimed) > radius:
        return "differs"
    return "agrees" if radius <= AGREEMENT * max(1.0, abs(centre)) else "undecided"
