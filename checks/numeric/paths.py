"""Values of scalar expressions where some quantities have given, possibly large, values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Claim, Constraint, Node, Setting
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import CannotEvaluate, Exact, NotExact, Undefined
from hence.checks.numeric.compare import relation_holds
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import fresh
from hence.checks.numeric.needs import needs_of
from hence.checks.numeric.world import World

ORDER = ("=", "<=", ">=", "<", ">", "!=")


def values_at(setting: Setting, nodes: Sequence[Node], given: Mapping[str, Fraction]) -> list[Exact]:
    """Exact or ball values of scalar nodes. Raises CannotEvaluate, NotExact, Undefined."""
    world = _world(setting, nodes, given)
    found = [xp.plain(Evaluator(world, exact=True).value(n)) for n in nodes]
    if any(f.size != 1 for f in found):
        raise CannotEvaluate("a side that is no number")
    return [f.flat[0] for f in found]


def allowed_at(setting: Setting, given: Mapping[str, Fraction], constraints: Sequence[Constraint]) -> bool:
    """Whether all hypotheses hold at these values; False where one cannot be evaluated."""
    for c in constraints:
        if c.relation not in ORDER:
            continue
        try:
            world = _world(setting, (c.lhs, c.rhs), given)
            evaluator = Evaluator(world, exact=True)
            sides = [xp.plain(evaluator.value(n)) for n in (c.lhs, c.rhs)]
            if not relation_holds(sides[0], c.relation, sides[1]):
                return False
        except (CannotEvaluate, NotExact, Undefined):
            return False
    return True


def _world(setting: Setting, nodes: Sequence[Node], given: Mapping[str, Fraction]) -> World:
    """An instance with the given values; hypotheses are for the caller to look at."""
    lhs, rhs = nodes[0], nodes[-1]
    world = fresh(needs_of(replace(setting, constraints=()), Claim(lhs, "=", rhs)), 0, 0, 0)
    for name, value in given.items():
        if world.is_integer(name):
            world.numbers[name] = int(value)
        else:
            world.drawn[name, ()] = xp.as_exact([[xp.rational(value)]])
    return world


__all__ = ["allowed_at", "values_at"]
