"""Make a counterexample small: smaller dimensions, then simpler numbers, while it stays certified."""

from __future__ import annotations

from copy import copy
from fractions import Fraction

import flint
import numpy as np
from hence.checks.model import Claim
from hence.checks.numeric.arrays import Array, CannotEvaluate, Undefined
from hence.checks.numeric.certify import Certificate, certify
from hence.checks.numeric.instances import NoInstance, check, draw
from hence.checks.numeric.needs import NOTHING, Needs
from hence.checks.numeric.world import World

ATTEMPTS = 60
SIMPLE = tuple(flint.fmpq(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2)))


def shrink(needs: Needs, claim: Claim, world: World, found: Certificate, seed: int) -> tuple[World, Certificate]:
    """A smaller instance with its certificate. Never fails: at worst it returns what it was given."""
    if found.numeric is not None:
        return world, found  # sampled: every attempt would cost a test of its own
    original = world, found
    world, found = _smaller_dimensions(needs, claim, world, found, seed)
    world, budget = _copy(world), ATTEMPTS
    for key in sorted(world.drawn):
        if needs.is_random(key[0]) or key[0] in needs.systems or world.drawn[key].ndim != 2:
            continue
        for place in np.ndindex(world.drawn[key].shape):
            budget = _simplest(claim, world, key, place, seed, budget)
    final = _attempt(world, claim, seed)
    return original if final is None else (world, final)


def _copy(world: World) -> World:
    other = copy(world)
    other.drawn = dict(world.drawn)
    other.redraw_chance()
    return other


def _attempt(world: World, claim: Claim, seed: int) -> Certificate | None:
    world.redraw_chance()
    try:
        return certify(world, claim, seed, sampling=False) if check(world) else None
    except (Undefined, CannotEvaluate):
        return None


def _smaller_dimensions(
    needs: Needs, claim: Claim, world: World, found: Certificate, seed: int
) -> tuple[World, Certificate]:
    if not needs.dims:
        return world, found
    size = _volume(world)
    for number in range(8):
        try:
            other = draw(needs, seed, number, small=number < 4)
        except (NoInstance, CannotEvaluate):
            continue
        if _volume(other) < size:
            better = _attempt(other, claim, seed)
            if better is not None:
                return other, better
    return world, found


def _volume(world: World) -> int:
    return sum(world.numbers[d] for d in world.needs.dims if d in world.numbers)


def _simplest(
    claim: Claim,
    world: World,
    key: tuple[str, tuple[int, ...]],
    place: tuple[int, ...],
    seed: int,
    budget: int,
) -> int:
    """Try simpler numbers for one entry, simplest first; returns what is left of the budget."""
    before = world.drawn[key]
    current = before[place]
    bounds = world.needs.bounds.get(key[0], NOTHING)
    for candidate in SIMPLE:
        if budget <= 0 or current == candidate or _rank(current) <= _rank(candidate):
            break
        if not bounds.allow(_fraction(candidate)):
            continue
        budget -= 1
        world.drawn[key] = _replaced(before, place, candidate)
        if _attempt(world, claim, seed) is not None:
            return budget
        world.drawn[key] = before
    return budget


def _rank(x: flint.fmpq) -> int:
    return SIMPLE.index(x) if x in SIMPLE else len(SIMPLE)


def _fraction(x: flint.fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _replaced(array: Array, place: tuple[int, ...], value: object) -> Array:
    copy = array.copy()
    copy[place] = value
    return copy
