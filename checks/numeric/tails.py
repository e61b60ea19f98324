"""Are the tails of an integrand thin enough for its mean to be estimated from samples?

The integrand is evaluated far out, where so many nats of probability are lost. If its logarithm grows at the rate r
per nat, its k-th moment is finite where k r < 1. This looks in finitely many directions: it finds tails that are
too heavy, and does not prove that there are none. Where they are, the source is tilted towards them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from hence.checks.numeric.arrays import Array, Undefined
from hence.checks.numeric.laws import Coordinate
from hence.checks.numeric.sources import TILTED, Far, Key, Pseudorandom, Source, Tilts, fitted

Features = Callable[[Source], list[Array]]

NEAR, DISTANT = 150.0, 300.0  # nats
STEEPEST = 0.4  # below 1/2 the variance is finite
SKEWED = 12.0  # samples as skew as this are worth tilting
PILOT = 4_000
ROUNDS = 4
TOO_HEAVY = "tails too heavy to test by sampling"


def choose_tilts(features: Features, seed: list[int]) -> Tilts:
    """No tilt, or the one under which the mean can be estimated. Raises `Undefined` if neither will do."""
    rng = np.random.default_rng([*seed, 1])
    plain = Pseudorandom(rng, PILOT)
    values = features(plain)
    thin = steepness(features, plain.coordinates, {}) < STEEPEST
    if thin and max(map(skewness, values)) < SKEWED:
        return {}
    tilts = fit(features, rng)
    if tilts and steepness(features, plain.coordinates, tilts) < STEEPEST:
        tilted = features(Pseudorandom(rng, PILOT, tilts))
        if not thin or _relative(tilted) < _relative(values):
            return tilts
    if not thin:
        raise Undefined(TOO_HEAVY)
    return {}


def fit(features: Features, rng: np.random.Generator) -> Tilts:
    """Move the source to where the integrand has its mass, in a few rounds (the cross-entropy method)."""
    tilts: Tilts = {}
    for _ in range(ROUNDS):
        source = Pseudorandom(rng, PILOT, tilts)
        mass = _size(features(source)[-1])
        if not np.isfinite(mass).all() or mass.sum() == 0:
            return {}
        weights = mass / mass.sum()
        tilts = {k: fitted(c, source.columns[k], weights) for k, c in source.coordinates.items() if c.kind in TILTED}
    return tilts


def steepness(features: Features, coordinates: Mapping[Key, Coordinate], tilts: Tilts) -> float:
    """The largest growth of the logarithm of a feature per nat of depth, over all directions tried."""
    shares = directions(list(coordinates))
    if not shares:
        return 0.0
    sizes = [np.stack([_size(f) for f in features(Far(depth, shares, tilts))]) for depth in (NEAR, DISTANT)]
    if not np.isfinite(sizes[1]).all():
        return np.inf
    near, distant = (np.log(np.maximum(s, 1e-300)) for s in sizes)
    return float(np.max((distant - near) / (DISTANT - NEAR)))


def directions(keys: list[Key]) -> dict[Key, Array]:
    """Shares of the depth for each coordinate: each alone, both ways, all together, and a few at random."""
    count = len(keys)
    if not count:
        return {}
    rng = np.random.default_rng(count)
    signs = np.concatenate([np.ones((1, count)), -np.ones((1, count)), rng.choice((-1.0, 1.0), (14, count))])
    mixed = rng.dirichlet(np.ones(count), 8)
    rows = np.concatenate([np.eye(count), -np.eye(count), signs / count, mixed * signs[:8]])
    return {key: rows[:, k] for k, key in enumerate(keys)}


def skewness(values: Array) -> float:
    """The largest skewness of an entry, in absolute value."""
    gap = values - values.mean(axis=0)
    spread = (gap**2).mean(axis=0)
    third = np.abs((gap**3).mean(axis=0))
    return float(np.max(third / np.maximum(spread, 1e-300) ** 1.5)) if np.isfinite(values).all() else np.inf


def _relative(values: list[Array]) -> float:
    """The largest variance of a feature relative to the square of its mean."""
    return max(float(np.max(v.var(axis=0) / (v.mean(axis=0) ** 2 + 1e-12))) for v in values)


def _size(values: Array) -> Array:
    """The largest entry of each row, in absolute value."""
    return np.asarray(np.abs(values).reshape(len(values), -1).max(axis=1))
