"""Equations among the hypotheses: solved for one symbol, in which they are linear or which is a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import flint
import numpy as np
from hence.checks.model import Constraint
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Exact, NotExact, Undefined
from hence.checks.numeric.compare import unequal
from hence.checks.numeric.evaluate import Env, Evaluator
from hence.checks.numeric.hypotheses import cases
from hence.checks.numeric.needs import NOTHING
from hence.checks.numeric.roots import root
from hence.checks.numeric.world import World

MOST_UNKNOWNS = 16
FEW_UNKNOWNS = 2  # so few are all tried
MOST_INSTANCES = 30  # of an equation about a sequence
Key: TypeAlias = tuple[str, tuple[int, ...]]


def solve(world: World, bad: Constraint) -> bool:
    """Solve the equations for one symbol in which they are linear, or for all of them together where that helps."""
    keys = _keys(world, bad)
    if any(_solve_for(world, [key]) for key in reversed(keys)):
        return True
    together = _linked(world, keys)
    return len(together) > 1 and _solve_for(world, together)


def solve_for_a_root(world: World, bad: Constraint) -> bool:
    """Solve one equation for a number in which it is not linear. Says whether that was possible."""
    return any(_set_to_root(world, key, bad) for key in reversed(_keys(world, bad)))


def _keys(world: World, bad: Constraint) -> list[Key]:
    names = world.needs.tied_by(bad)
    return [k for k in world.drawn if k[0] in names and _is_unknown(world, k)]


def _set_to_root(world: World, key: Key, bad: Constraint) -> bool:
    before = world.drawn[key]
    found = _root(world, key, bad)
    world.drawn[key] = before if found is None else found
    world.redraw_chance()
    return found is not None


def _is_unknown(world: World, key: Key) -> bool:
    value = world.drawn[key]
    plain = key[0] not in world.needs.systems and not world.needs.is_random(key[0])
    return plain and value.size <= MOST_UNKNOWNS and value.ndim == 2


def _linked(world: World, keys: list[Key]) -> list[Key]:
    """The numbers that equations tie to the given ones."""
    names = {key[0] for key in keys}
    sides = [world.needs.tied_by(c) for c in world.needs.constraints if c.relation == "="]
    while found_more := [own for own in sides if own & names and not own <= names]:
        names = names.union(*found_more)
    found = [k for k in world.drawn if k[0] in names and _is_unknown(world, k) and world.drawn[k].size == 1]
    return found if len(found) <= MOST_UNKNOWNS else []


def _solve_for(world: World, keys: list[Key]) -> bool:
    """Give symbols the values that solve their equations. Says whether these are new; else nothing is changed."""
    names = {key[0] for key in keys}
    equations = [c for c in world.needs.constraints if c.relation == "=" and world.needs.tied_by(c) & names]
    before = [world.drawn[key] for key in keys]
    solution = _linear_solution(world, keys, equations)
    changed = solution is not None and any(
        unequal(a, b)
        for new, old in zip(solution, before, strict=True)
        for a, b in zip(new.flat, old.flat, strict=True)
    )
    for key, value in zip(keys, solution if solution is not None and changed else before, strict=True):
        world.drawn[key] = value
    world.redraw_chance()
    return changed


def _root(world: World, key: Key, bad: Constraint) -> Array | None:
    """The value of a number for which an equation holds; other equations are looked at afterwards."""
    symbol = world.setting.symbols.get(key[0])
    numbers = bad.lhs.shape.is_scalar and bad.rhs.shape.is_scalar
    if world.drawn[key].size > 1 or not numbers or (symbol is not None and symbol.integer):
        return None
    current = world.drawn[key]
    instances = [(bad, env) for env in cases(world, bad)]
    if len(instances) > MOST_INSTANCES:
        return None

    def gaps(x: Exact, places: Iterable[int]) -> list[Exact | None]:
        world.drawn[key] = _shaped([x], [current])[0]
        world.redraw_chance()
        world.evaluator = Evaluator(world, exact=True)
        return [_gap(world, *instances[k]) for k in places]

    probes = [gaps(x, range(len(instances))) for x in (flint.fmpq(0), flint.fmpq(1), flint.fmpq(2))]
    moving = _moving(probes[1], probes[2])
    if moving is None or not _apart(*gaps(current.flat[0], [moving])):
        return None  # of a sequence, this member is not the one at fault
    if _on_a_line(*(probe[moving] for probe in probes)):
        return None  # linear: if it has no solution together with the other equations, a root would spoil those
    found = root(lambda x: gaps(x, [moving])[0], world.needs.bounds.get(key[0], NOTHING), world.rng)
    return None if found is None else _shaped([found], [current])[0]


def _gap(world: World, constraint: Constraint, env: Env) -> Exact | None:
    """lhs - rhs of an equation between numbers, or None where that has no exact value."""
    try:
        left, right = (xp.plain(world.evaluator.value(n, env)) for n in (constraint.lhs, constraint.rhs))
    except (NotExact, Undefined):
        return None
    return (left - right).flat[0]


def _on_a_line(*values: Exact | None) -> bool:
    """Whether three values at equal distances are rational, and those of a linear function."""
    rational = [x for x in values if isinstance(x, flint.fmpq)]
    return len(rational) == len(values) and bool(rational[0] - rational[1] == rational[1] - rational[2])


def _apart(gap: Exact | None) -> bool:
    return gap is not None and unequal(gap, flint.fmpq(0))


def _moving(some: list[Exact | None], others: list[Exact | None]) -> int | None:
    """The one equation that changes with a number: each member of a sequence has its own."""
    pairs = [(k, a, b) for k, (a, b) in enumerate(zip(some, others, strict=True))]
    if any(a is None or b is None for _, a, b in pairs):
        return None
    moving = [k for k, a, b in pairs if unequal(a, b)]
    return moving[0] if len(moving) == 1 else None


def _entries(values: list[Array]) -> list[Exact]:
    return [x for value in values for x in value.flat]


def _residual(world: World, equations: list[tuple[Constraint, Env]]) -> list[Exact] | None:
    """lhs - rhs of all equations, or None where that is not rational."""
    world.evaluator = Evaluator(world, exact=True)
    found: list[Exact] = []
    for constraint, env in equations:
        try:
            left, right = (xp.plain(world.evaluator.value(n, env)) for n in (constraint.lhs, constraint.rhs))
        except (NotExact, Undefined):
            return None
        found += list((left - right).flat)
    return found if all(isinstance(x, flint.fmpq) for x in found) else None


def _linear_solution(world: World, keys: list[Key], equations: list[Constraint]) -> list[Array] | None:
    current = [world.drawn[key] for key in keys]
    size = sum(value.size for value in current)
    instances = [(c, env) for c in equations for env in cases(world, c)]  # evaluation draws members, and so adds cases

    def residual(entries: list[Exact]) -> list[Exact] | None:
        for key, value in zip(keys, _shaped(entries, current), strict=True):
            world.drawn[key] = value
        world.redraw_chance()  # laws depend on the numbers
        return _residual(world, instances)

    zero = [flint.fmpq(0)] * size
    probe = [flint.fmpq(1, k + 2) for k in range(size)]
    start = residual(zero)
    seen = residual(probe) if start is not None else None
    if start is None or seen is None:
        return None
    if size > FEW_UNKNOWNS and _bends(start, residual([x / 2 for x in probe]), seen):
        return None
    columns = []
    for k in range(size):
        column = residual([*zero[:k], flint.fmpq(1), *zero[k + 1 :]])
        if column is None:
            return None
        columns.append([a - b for a, b in zip(column, start, strict=True)])
    rows = range(len(start))
    if seen != [start[r] + sum((columns[k][r] * probe[k] for k in range(size)), flint.fmpq(0)) for r in rows]:
        return None
    return _solved(columns, start, current)


def _bends(start: list[Exact], halfway: list[Exact] | None, end: list[Exact]) -> bool:
    """Whether values at three points on a line show that equations are not linear, before every unknown is tried."""
    return halfway is not None and any(a + b != 2 * m for a, m, b in zip(start, halfway, end, strict=True))


def _solved(columns: list[list[Exact]], start: list[Exact], current: list[Array]) -> list[Array] | None:
    """The solution that keeps the free unknowns as drawn; None if there is none."""
    size = len(columns)
    table = [x for r in range(len(start)) for x in (*(columns[k][r] for k in range(size)), -start[r])]
    reduced, rank = flint.fmpq_mat(len(start), size + 1, table).rref()
    entries = _entries(current)
    for r in range(rank):
        pivot = next(k for k in range(size + 1) if reduced[r, k] != 0)
        if pivot == size:
            return None
        entries[pivot] = reduced[r, size] - sum(
            (reduced[r, k] * entries[k] for k in range(pivot + 1, size)), flint.fmpq(0)
        )
    return _shaped(entries, current)


def _shaped(entries: list[Exact], models: list[Array]) -> list[Array]:
    """The entries, in the shapes of some arrays."""
    rest = iter(entries)
    made = []
    for model in models:
        out = np.empty(model.size, dtype=object)
        for k in range(model.size):
            out[k] = next(rest)
        made.append(out.reshape(model.shape))
    return made
