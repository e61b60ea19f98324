"""Where the numbers of a sampled integrand come from: chance, tilted chance, Sobol points, or far out in the tails.

An integrand asks its source for one column per coordinate. A tilted source draws where the integrand is
large, and says by which weight each row must be multiplied to keep the mean (exponential tilting).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import lgamma, log
from typing import Protocol, TypeAlias

import numpy as np
from hence.checks.numeric.arrays import Array, CannotEvaluate
from hence.checks.numeric.laws import Coordinate
from hence.language.records import dataclass

Key = Hashable
SCALE = 1 << 30  # Sobol points are whole numbers over this
Quantiles: TypeAlias = "dict[tuple[int, Coordinate], Array]"  # by dimension


class Source(Protocol):
    """`size` rows. The same key always gives the same column."""

    size: int

    def number(self, key: Key, coordinate: Coordinate) -> Array:
        """A column of standard random numbers."""

    def choice(self, key: Key, weights: Array) -> Array:
        """A column of indices of atoms with these probabilities."""

    def weight(self) -> Array | None:
        """What each row is to be multiplied with; None for ones. To be asked after all columns."""


@dataclass(frozen=True)
class Tilt:
    """Draw shift + scale * z (normal), scale * z (gamma), or at scale times the rate (Poisson)."""

    shift: float = 0.0
    scale: float = 1.0


TILTED = frozenset(("normal", "exponential", "gamma", "poisson"))
Tilts = Mapping[Key, Tilt]


class Pseudorandom:
    """Pseudo-random rows."""

    def __init__(self, rng: np.random.Generator, size: int, tilts: Tilts | None = None) -> None:
        self.rng, self.size, self.tilts = rng, size, tilts or {}
        self.columns: dict[Key, Array] = {}
        self.coordinates: dict[Key, Coordinate] = {}

    def number(self, key: Key, coordinate: Coordinate) -> Array:
        if key not in self.columns:
            tilt = self.tilts.get(key)
            drawn = coordinate.draw(self.rng, self.size) if tilt is None else self.tilted(coordinate, tilt)
            self.columns[key], self.coordinates[key] = drawn, coordinate
        return self.columns[key]

    def tilted(self, coordinate: Coordinate, tilt: Tilt) -> Array:
        if coordinate.kind == "poisson":
            return Coordinate("poisson", coordinate.parameter * tilt.scale).draw(self.rng, self.size)
        return tilt.shift + tilt.scale * coordinate.draw(self.rng, self.size)

    def choice(self, key: Key, weights: Array) -> Array:
        if key not in self.columns:
            self.columns[key] = self.rng.choice(len(weights), size=self.size, p=weights / weights.sum())
        return self.columns[key]

    def weight(self) -> Array | None:
        used = [k for k in self.coordinates if k in self.tilts]
        if not used:
            return None
        return np.exp(sum(log_weight(self.coordinates[k], self.tilts[k], self.columns[k]) for k in used))


def log_weight(coordinate: Coordinate, tilt: Tilt, z: Array) -> Array:
    """The logarithm of the density of the coordinate over that of the tilted one."""
    s = tilt.scale
    match coordinate.kind:
        case "normal":
            return ((z - tilt.shift) / s) ** 2 / 2 - z**2 / 2 + log(s)
        case "exponential" | "gamma":
            shape = coordinate.parameter if coordinate.kind == "gamma" else 1.0
            return z / s - z + shape * log(s)
        case "poisson":
            return coordinate.parameter * (s - 1) - z * log(s)
    raise CannotEvaluate(f"a tilted {coordinate.kind} number")


def fitted(coordinate: Coordinate, z: Array, weights: Array) -> Tilt:
    """The tilt under which the weighted rows are likely; a little wider than they are."""
    mean = float(weights @ z)
    if coordinate.kind == "normal":
        return Tilt(mean, _within(1.15 * float(np.sqrt(weights @ (z - mean) ** 2))))
    expected = coordinate.parameter if coordinate.kind in ("gamma", "poisson") else 1.0
    return Tilt(0.0, _within(mean / expected))


def _within(scale: float) -> float:
    return min(max(scale, 0.25), 8.0)


class Far:
    """Rows far out: in row r, a coordinate lies where `depth * share` nats of probability are lost."""

    def __init__(self, depth: float, shares: Mapping[Key, Array], tilts: Tilts | None = None) -> None:
        self.depth, self.shares, self.tilts = depth, shares, tilts or {}
        self.size = len(next(iter(shares.values()))) if shares else 1
        self.weights: list[Array] = []
        self.columns: dict[Key, Array] = {}

    def number(self, key: Key, coordinate: Coordinate) -> Array:
        if key not in self.columns:
            share = self.shares.get(key, np.zeros(self.size))
            tilt = self.tilts.get(key)
            if coordinate.law:
                z = coordinate.quantile(-np.expm1(-np.maximum(self.depth * share, 0.0)))
            elif tilt is not None and coordinate.kind == "poisson":
                z = _FAR["poisson"](self.depth * share, coordinate.parameter * tilt.scale)
            else:
                z = _FAR[coordinate.kind](self.depth * share, coordinate.parameter)
                z = z if tilt is None else tilt.shift + tilt.scale * z
            if tilt is not None:
                self.weights.append(log_weight(coordinate, tilt, z))
            self.columns[key] = z
        return self.columns[key]

    def choice(self, key: Key, weights: Array) -> Array:
        return self.columns.setdefault(key, np.arange(self.size) % len(weights))  # every atom in turn

    def weight(self) -> Array | None:
        return np.asarray(np.exp(sum(self.weights))) if self.weights else None


def _far_normal(depth: Array, _parameter: float) -> Array:
    return np.asarray(np.sign(depth) * np.sqrt(2 * np.abs(depth)))


def _far_uniform(depth: Array, _parameter: float) -> Array:
    edge = np.exp(-np.abs(depth)) / 2
    return np.where(depth < 0, edge, 1 - np.maximum(edge, 1e-15))


def _far_gamma(depth: Array, shape: float) -> Array:
    shape = shape or 1.0
    return np.where(depth < 0, shape * np.exp(-np.abs(depth) / shape), shape + np.abs(depth))


def _far_poisson(depth: Array, rate: float) -> Array:
    """The count at which so many nats are lost, by bisection on the logarithm of its probability."""
    return np.array([float(_poisson_count(abs(d), rate)) if d > 0 else rate // 1 for d in depth])


def _poisson_count(depth: float, rate: float) -> int:
    low, high = int(rate), int(rate + 4 * depth + 4)
    while low < high:
        middle = (low + high) // 2
        lost = lgamma(middle + 1) - middle * log(rate) + rate
        low, high = (middle + 1, high) if lost < depth else (low, middle)
    return low


_FAR: dict[str, Callable[[Array, float], Array]] = {
    "normal": _far_normal,
    "uniform": _far_uniform,
    "exponential": _far_gamma,
    "laplace": lambda depth, _p: depth,
    "gamma": _far_gamma,
    "poisson": _far_poisson,
}


class Sobol:
    """Scrambled Sobol points, times SCALE, mapped to each law by its quantiles; a coordinate takes the next dimension.

    `quantiles` are those that others who took the same points have asked for.
    """

    def __init__(self, points: Array, quantiles: Quantiles) -> None:
        self.points, self.size, self.quantiles = points, len(points), quantiles
        self.columns: dict[Key, Array] = {}

    def level(self) -> Array:
        if len(self.columns) >= self.points.shape[1]:
            raise CannotEvaluate("too many coordinates for Sobol points")
        return self.points[:, len(self.columns)] / SCALE

    def number(self, key: Key, coordinate: Coordinate) -> Array:
        if key not in self.columns:
            self.columns[key] = self._quantile(coordinate)
        return self.columns[key]

    def _quantile(self, coordinate: Coordinate) -> Array:
        if coordinate.parameter or coordinate.law:  # of these there are too many to keep
            return coordinate.quantile(self.level())
        place = (len(self.columns), coordinate)
        if place not in self.quantiles:
            self.quantiles[place] = found = coordinate.quantile(self.level())
            found.setflags(write=False)
        return self.quantiles[place]

    def choice(self, key: Key, weights: Array) -> Array:
        if key not in self.columns:
            ends = np.cumsum(weights / weights.sum())[:-1]
            self.columns[key] = np.searchsorted(ends, self.level(), side="right")
        return self.columns[key]

    def weight(self) -> Array | None:
        return None
