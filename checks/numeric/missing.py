"""Why a claim about chance fails: a hypothesis that is missing, in words.

A refuted claim that holds wherever its random symbols are independent fails for want of that
hypothesis; then the symbols that depend on each other, and how, are worth more than their numbers.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hence.checks.model import Claim
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import CannotEvaluate, NotExact, Undefined
from hence.checks.numeric.compare import suspicious
from hence.checks.numeric.continuous import Key, shown
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import NoInstance, draw
from hence.checks.numeric.needs import Needs
from hence.checks.numeric.show import number
from hence.checks.numeric.world import World

INDEPENDENT_INSTANCES = (3, 7, 11)  # see `instances.fresh`
TOLERANCE = 1e-6


def missing_hypothesis(needs: Needs, claim: Claim, world: World, seed: int) -> str:
    """`nothing says that X and Y are independent; here Y = X`, or nothing. Never fails."""
    tied = list(_tied(world))
    if not tied or not _holds_when_independent(needs, claim, seed):
        return ""
    one, other = tied[0]
    return f"nothing says that {shown(one)} and {shown(other)} are independent; here {_relation(world, one, other)}"


def _tied(world: World) -> list[tuple[Key, Key]]:
    """Pairs of random symbols that depend on each other in this instance, in the order of their names."""
    slots = {key: set(m.slots) for key, m in world.chance.continuous.mixtures.items()}
    for key, atoms in world.drawn.items():
        if world.needs.is_random(key[0]):
            slots[key] = {s for s, _ in world.random_slots() if xp.depends_on(atoms, s)}
    return [(a, b) for a, b in combinations(sorted(slots), 2) if slots[a] & slots[b]]


def _holds_when_independent(needs: Needs, claim: Claim, seed: int) -> bool:
    """Whether the claim holds at all instances tried in which whatever may be independent is."""
    tried = 0
    for instance in INDEPENDENT_INSTANCES:
        try:
            world = draw(needs, seed, instance)
            ev = Evaluator(world, exact=False)
            left, right = (xp.plain(ev.value(n)) for n in (claim.lhs, claim.rhs))
            if not (np.isfinite(left).all() and np.isfinite(right).all()):
                continue
            if suspicious(left, claim.relation, right, TOLERANCE):
                return False
        except (Undefined, CannotEvaluate, NotExact, NoInstance, OverflowError):
            continue
        tried += 1
    return tried > 0


def _relation(world: World, one: Key, other: Key) -> str:
    """How two symbols depend on each other: equal, or by their covariance."""
    ev = Evaluator(world, exact=not world.chance.continuous.mixtures)
    try:
        x, y = (xp.plain(ev.member(name, indices, {})) for name, indices in (one, other))
        if x.shape == y.shape and bool(np.all(x == y)):
            return f"{shown(other)} = {shown(one)}"
        if x.shape[-2:] != (1, 1) or y.shape[-2:] != (1, 1):
            return "they are not"
        centred = (v - xp.plain(ev.expected(v)) for v in (x, y))
        covariance = xp.plain(ev.expected(xp.mul(*centred)))
    except (Undefined, CannotEvaluate, NotExact):
        return "they are not"
    value = covariance.flat[0]
    shown_value = number(value) if covariance.dtype == object else f"{float(value):.4g}"
    return f"their covariance is {shown_value}"
