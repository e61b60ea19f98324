"""Streams: one sampled integrand each, with a confidence sequence for the mean of every feature.

A feature is an array with the samples along its first axis. Bounded features get the sequence that holds at
every sample size; of the others the tails are looked at first (`tails`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Protocol

import flint
import numpy as np
from hence.checks.numeric.arrays import Array, CannotEvaluate, Undefined
from hence.checks.numeric.montecarlo import Bounded, Running
from hence.checks.numeric.ranges import ends
from hence.checks.numeric.sources import SCALE, Pseudorandom, Quantiles, Sobol, Source
from hence.checks.numeric.tails import Features, choose_tilts

CHUNK = 100_000  # rows in memory at a time
SCRAMBLINGS, POINTS_LOG2, MOST_DIMENSIONS = 32, 12, 16
AT_ONCE = 8  # scramblings that are evaluated together: each node of an integrand is visited once for all of them
STREAMS = 5  # of one estimate, whose points are kept for the next one


class Stream(Protocol):
    exact_level: bool  # the error level holds at every sample size
    withheld: bool  # an interval was withheld because the sample is too skew

    def advance(self, target: int) -> None:
        """Draw until there are so many samples."""

    def balls(self) -> list[Array]:
        """For every feature the balls of its confidence sequence, now."""

    @property
    def samples(self) -> int: ...

    @property
    def entries(self) -> int: ...


class Sequential:
    """Pseudo-random samples, in chunks; only running sums are kept."""

    def __init__(self, features: Features, ranges: Sequence[Array | None], seed: list[int], alpha: float) -> None:
        self.features, self.alpha = features, alpha
        self.rng = np.random.default_rng(seed)
        self.exact_level = all(r is not None for r in ranges)
        self.withheld = False
        self.running: list[Running | Bounded] = [Running() if r is None else Bounded(*ends(r), alpha) for r in ranges]
        self.tilts = {} if self.exact_level else choose_tilts(features, seed)

    @property
    def samples(self) -> int:
        return self.running[0].count

    @property
    def entries(self) -> int:
        return sum(int(np.size(r.mean)) for r in self.running)

    def advance(self, target: int) -> None:
        while self.samples < target:
            size = min(CHUNK, target - self.samples)
            found = self.features(Pseudorandom(self.rng, size, self.tilts))
            for running, feature in zip(self.running, found, strict=True):
                running.add(feature)

    def balls(self) -> list[Array]:
        radii = [r.radius(self.alpha) for r in self.running]
        self.withheld = any(not np.isfinite(r).all() for r in radii)
        return [_balls(r.centre, radius) for r, radius in zip(self.running, radii, strict=True)]


class Randomised:
    """Scrambled Sobol points. The interval comes from independent scramblings: for estimates, not for refutations.

    Raises `CannotEvaluate` where an integrand has too many coordinates, or tails that plain sampling does not bear.
    """

    def __init__(self, features: Features, seed: list[int], alpha: float) -> None:
        self.exact_level, self.withheld, self.alpha = False, False, alpha
        if choose_tilts(features, seed):
            raise CannotEvaluate("an integrand with heavy tails")
        means: list[list[Array]] = []
        for first in range(0, SCRAMBLINGS, AT_ONCE):
            found = features(Sobol(*_scrambled(first, *seed)))
            means.append([f.reshape(AT_ONCE, -1, *f.shape[1:]).mean(axis=1) for f in found])
        self.means = [np.concatenate(per_feature) for per_feature in zip(*means, strict=True)]

    @property
    def samples(self) -> int:
        return SCRAMBLINGS << POINTS_LOG2

    @property
    def entries(self) -> int:
        return sum(int(m[0].size) for m in self.means)

    def advance(self, target: int) -> None:
        """All points were taken at the beginning."""

    def balls(self) -> list[Array]:
        from scipy.stats import t  # noqa: PLC0415

        factor = float(t.isf(self.alpha / 2, SCRAMBLINGS - 1)) / sqrt(SCRAMBLINGS)
        rounding = 1e-12  # where all scramblings agree to the last digit
        return [
            _balls(m.mean(axis=0), factor * m.std(axis=0, ddof=1) + rounding * np.abs(m.mean(axis=0)))
            for m in self.means
        ]


@lru_cache(maxsize=STREAMS * SCRAMBLINGS // AT_ONCE)  # the k-th stream of every estimate has the same points
def _scrambled(first: int, *seed: int) -> tuple[Array, Quantiles]:
    """Points of several scramblings, one after the other, and room for what becomes of their coordinates."""
    from scipy.stats import qmc  # noqa: PLC0415  # slow to import, and seldom needed

    numbers = (np.random.default_rng([*seed, first + k]) for k in range(AT_ONCE))
    engines = (qmc.Sobol(MOST_DIMENSIONS, scramble=True, rng=rng) for rng in numbers)
    points = np.concatenate([engine.random_base2(POINTS_LOG2).T for engine in engines], axis=1).T
    whole: Array = (points * SCALE).astype(np.uint32)  # half the room, and nothing is lost
    return whole, {}


def _balls(mean: Array, radius: Array) -> Array:
    out = np.empty(mean.shape, dtype=object)
    for place in np.ndindex(mean.shape):
        if not np.isfinite(mean[place]) or not np.isfinite(radius[place]):
            raise Undefined("samples without finite mean")
        out[place] = flint.arb(float(mean[place]), float(radius[place]))
    return out


def weighted(source: Source, features: list[Array]) -> list[Array]:
    """The features times the weights of their rows, after all columns were asked for."""
    weight = source.weight()
    if weight is None:
        return features
    return [f * weight.reshape(-1, *(1,) * (f.ndim - 1)) for f in features]
