"""Whether a hypothesis holds at an instance, for all members that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from hence.checks.model import Constraint, Lit, Op, Ref, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import NotExact
from hence.checks.numeric.compare import relation_holds
from hence.checks.numeric.evaluate import Env, Evaluator
from hence.checks.numeric.needs import index_dims
from hence.checks.numeric.world import World

POINTS = (-1, 2, 3)


def holds(world: World, constraint: Constraint, env: Env) -> bool:
    try:
        exact = world.evaluator
        left, right = xp.plain(exact.value(constraint.lhs, env)), xp.plain(exact.value(constraint.rhs, env))
    except NotExact:
        floats = Evaluator(world, exact=False)
        left, right = (xp.plain(floats.value(n, env)) for n in (constraint.lhs, constraint.rhs))
    return relation_holds(left, constraint.relation, right)


def cases(world: World, constraint: Constraint) -> Iterator[Env]:
    """The values of the names for which a hypothesis holds in general."""
    if not constraint.over:
        yield {}
        return
    ranges = [_range(world, name, constraint) for name in constraint.over]
    for values in product(*ranges):
        yield dict(zip(constraint.over, values, strict=True))


def _range(world: World, name: str, constraint: Constraint) -> list[int | xp.Number]:
    """An index runs over what it indexes; any other variable takes a few values."""
    dims = []
    for node in _refs(constraint):
        if any(isinstance(i, Ref) and i.name == name for i in node.indices):
            found = index_dims(node, world.setting)
            dims += [d for i, d in zip(node.indices, found, strict=False) if isinstance(i, Ref) and i.name == name]
            dims += [None] if len(found) < len(node.indices) else []
    if dims:
        known = [world.dim(d) for d in dims if d is not None]
        return list(_up_to_members(world, name, constraint, min(known) if known else 3))
    symbol = world.setting.symbols.get(name)
    if symbol is not None and symbol.integer:
        return [1, 2, 3]
    return [xp.as_exact([[xp.rational(p)]]) for p in POINTS]


def _refs(constraint: Constraint) -> list[Ref]:
    return [n for side in (constraint.lhs, constraint.rhs) for n in walk(side) if isinstance(n, Ref)]


def _up_to_members(world: World, name: str, constraint: Constraint, high: int) -> range:
    """1, ..., high, and on to the members that were drawn: x_0, x_7 of a sequence that nobody said to end."""
    shifts = [(n.name, shift) for n in _refs(constraint) for shift in [_shift(n, name)] if shift is not None]
    drawn = [key[1][0] - shift for key in world.drawn for n, shift in shifts if key[0] == n and len(key[1]) == 1]
    low = max(min([1, *drawn]), _declared_least(world, name, constraint.line), *(-shift for _, shift in shifts))
    return range(low, max([high, *drawn]) + 1)


def _declared_least(world: World, name: str, line: int) -> int:
    """The first value of an index that an author names beside a hypothesis; a mere convention has no line."""
    for c in (c for c in world.setting.constraints if c.line and c.line == line):
        match c.lhs, c.relation, c.rhs:
            case (Ref(variable, ()), (">=" | ">") as relation, Lit(value)) if variable == name:
                return int(np.ceil(float(value))) + (relation == ">")
            case (Lit(value), ("<=" | "<") as relation, Ref(variable, ())) if variable == name:
                return int(np.ceil(float(value))) + (relation == "<")
    return 0


def _shift(ref: Ref, name: str) -> int | None:
    """k of x_{t+k}."""
    match ref.indices:
        case (Ref(variable, ()),) if variable == name:
            return 0
        case (Op("add", (Ref(variable, ()), Lit(value))),) if variable == name:
            return int(value)
        case (Op("add", (Ref(variable, ()), Op("neg", (Lit(value),)))),) if variable == name:
            return -int(value)
    return None
