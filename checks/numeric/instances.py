"""Instances that satisfy the hypotheses: dimensions, integers, then numbers.

Hypotheses are met in this order: definitions and moments (see `needs`), orthonormal systems, linear
equations in one symbol (solved exactly), bounds on norms (by scaling), and the rest by rejection.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import flint
import numpy as np

from checks.model import Constraint, Lit, Node, Op, Ref, names_in, walk
from checks.numeric import arrays as xp
from checks.numeric.arrays import Array, CannotEvaluate, NotExact, Undefined
from checks.numeric.compare import relation_holds
from checks.numeric.evaluate import Env, Evaluator
from checks.numeric.needs import NOTHING, Needs, index_dims
from checks.numeric.scalars import NoValue
from checks.numeric.scaling import shrink_to_bound
from checks.numeric.world import World

Key = tuple[str, tuple[int, ...]]  # a symbol, or a member of a family

TRIES = 150
FEW_TRIES = 3  # where all numbers are alike, there is little to try
REDRAWS = 40  # of the integers alone, which is cheap
STYLES = ("integers", "integers", "rationals", "special", "integers", "rationals")
MOST_UNKNOWNS = 16
USUALLY = 0.7  # of the instances have small integers only
POINTS = (-1, 2, 3)


class NoInstance(Exception):
    """No instance was found that satisfies a hypothesis; the message names it."""


def draw(needs: Needs, seed: int, number: int, small: bool = False, style: str = "") -> World:
    """The instance with this number, in a style if one is asked for.

    Raises `NoInstance`, or `CannotEvaluate` for a hypothesis without value.
    """
    reason, simple = "the hypotheses", False
    for attempt in range(FEW_TRIES if style else TRIES):
        try:
            world = fresh(needs, seed, number, attempt, small, style)
            bad = satisfy(world)
            world.chance.check_parameters()
        except Undefined as problem:
            reason, simple = str(problem), isinstance(problem, NoValue)
            continue
        if bad is None:
            return world
        reason = f"the hypothesis of line {bad.line}" if bad.line else f"a hypothesis with {bad.relation}"
        simple = _is_simple(bad)
    kind = "no values satisfy" if simple else "no instance found that satisfies"
    raise NoInstance(f"{kind} {reason}" if not reason.startswith("no value") else f"{kind} the hypotheses: {reason}")


def fresh(needs: Needs, seed: int, number: int, attempt: int, small: bool = False, style: str = "") -> World:
    """An instance with its dimensions and integers; hypotheses are not checked yet."""
    structured = attempt % 3 == 2 and not style
    style = style or ("small" if needs.sampled else STYLES[number % len(STYLES)])
    world = World(needs, f"{seed}/{number}/{attempt}", style, structured, dependent=number % 4 != 3)
    world.evaluator = Evaluator(world, exact=True)
    _choose_dimensions(world, number + attempt, small)
    _make_room(world)
    for _ in range(REDRAWS):
        _choose_integers(world)
        if all(_holds(world, c, {}) for c in needs.constraints if _on_integers(needs, c)):
            break
    return world


def _is_simple(constraint: Constraint) -> bool:
    """About plain numbers only: where these cannot be found, there probably are none."""
    nodes = [n for side in (constraint.lhs, constraint.rhs) for n in walk(side)]
    chance = any(isinstance(n, Op) and n.head in ("E", "Var", "Cov") for n in nodes)
    return not chance and all(
        (isinstance(n, Lit | Op) or (isinstance(n, Ref) and not n.indices)) and n.shape.is_scalar for n in nodes
    )


def _on_integers(needs: Needs, constraint: Constraint) -> bool:
    names = names_in(constraint.lhs) | names_in(constraint.rhs)
    return not constraint.over and all(n in needs.integers or n in needs.dims for n in names - needs.definitions.keys())


def _make_room(world: World) -> None:
    """Enlarge the dimensions that an orthonormal system needs to exist."""
    for name, kind in world.needs.systems.items():
        shape, symbol = world.shape_of(name), world.setting.symbols.get(name)
        larger, smaller = (shape.cols, shape.rows) if kind == "rows" else (shape.rows, shape.cols)
        if kind == "family" and symbol is not None and symbol.bounds:
            smaller = symbol.bounds[0]
        if isinstance(larger, str) and larger in world.numbers:
            world.numbers[larger] = max(world.numbers[larger], world.dim(smaller))


def _choose_dimensions(world: World, number: int, small: bool) -> None:
    names = [d for d in world.needs.dims if d not in world.definitions]
    world.rng.shuffle(names)
    if small:
        sizes = [1 + (number % 2)] * len(names)
    elif world.needs.sampled:
        sizes = [1 if number % 3 == 2 else (2, 1)[(k + number) % 2] for k in range(len(names))]
    elif world.needs.random:
        sizes = [(2, 1, 3)[(k + number) % 3] for k in range(len(names))]
    elif number % 4 == 0:
        sizes = [2 + k % 3 for k in range(len(names))]
    elif number % 4 == 1:
        sizes = [1 + k % 4 for k in range(len(names))]
    else:
        sizes = world.rng.sample((1, 2, 3, 4, 5) * (1 + len(names) // 5), len(names))
    for name, size in zip(names, sizes, strict=True):
        world.numbers[name] = _allowed(world, name, size)


def _allowed(world: World, name: str, size: int) -> int:
    bounds = world.needs.bounds.get(name, NOTHING)
    low = 1 if bounds.low is None else max(1, int(bounds.low) + (1 if bounds.open_low else 0))
    return max(low, size) if bounds.allow(Fraction(max(low, size))) else low


def _choose_integers(world: World) -> None:
    """Integers start at 1 unless a hypothesis says otherwise, and stay within what they index."""
    for name in world.needs.integers:
        if name in world.definitions:
            continue
        bounds = world.needs.bounds.get(name, NOTHING)
        low = 1 if bounds.low is None else int(np.ceil(float(bounds.low)))
        reach = 3 if world.rng.random() < USUALLY else 6
        high = min([low + reach, *(world.dim(d) for d in bounds.at_most)])
        choices = [n for n in range(low, high + 1) if bounds.allow(Fraction(n))]
        if not choices:
            raise (NoValue if bounds.empty else Undefined)(f"no value within the bounds of {name}")
        world.numbers[name] = world.rng.choice(choices)


# Hypotheses --------------------------------------------------------------------------------------------


def satisfy(world: World) -> Constraint | None:
    """Solve and check the hypotheses; the first that does not hold, or None."""
    bad = first_violated(world)
    rounds = 0
    while bad is not None and rounds < 4 and _mend(world, bad):
        rounds += 1
        bad = first_violated(world)
    return bad


def _mend(world: World, bad: Constraint) -> bool:
    """Change what was drawn so that a hypothesis holds. Says whether that was possible."""
    return _solve(world, bad) if bad.relation == "=" else shrink_to_bound(world, bad, _cases(world, bad))


def first_violated(world: World) -> Constraint | None:
    world.evaluator = Evaluator(world, exact=True)
    for constraint in world.needs.constraints:
        if not all(_holds(world, constraint, env) for env in _cases(world, constraint)):
            return constraint
    return None


def _holds(world: World, constraint: Constraint, env: Env) -> bool:
    try:
        left, right = (xp.plain(world.evaluator.value(n, env)) for n in (constraint.lhs, constraint.rhs))
    except NotExact:
        floats = Evaluator(world, exact=False)
        left, right = (xp.plain(floats.value(n, env)) for n in (constraint.lhs, constraint.rhs))
    return relation_holds(left, constraint.relation, right)


def _cases(world: World, constraint: Constraint) -> Iterator[Env]:
    """The values of the names for which a hypothesis holds in general."""
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


def _solve(world: World, bad: Constraint) -> bool:
    """Solve the equations for one symbol in which they are linear, or for all of them together where that helps."""
    names = set().union(*(_symbols(world, side) for side in (bad.lhs, bad.rhs)))
    keys = [k for k in world.drawn if k[0] in names and _is_unknown(world, k)]
    if any(_solve_for(world, [key]) for key in reversed(keys)):
        return True
    together = _linked(world, keys)
    return len(together) > 1 and _solve_for(world, together)


def _is_unknown(world: World, key: Key) -> bool:
    value = world.drawn[key]
    plain = key[0] not in world.needs.systems and not world.needs.is_random(key[0])
    return plain and value.size <= MOST_UNKNOWNS and value.ndim == 2


def _linked(world: World, keys: list[Key]) -> list[Key]:
    """The numbers that equations tie to the given ones."""
    names = {key[0] for key in keys}
    equations = [c for c in world.needs.constraints if c.relation == "="]
    for _ in equations:
        for c in equations:
            own = set().union(*(_symbols(world, side) for side in (c.lhs, c.rhs)))
            names |= own if own & names else set()
    found = [k for k in world.drawn if k[0] in names and _is_unknown(world, k) and world.drawn[k].size == 1]
    return found if len(found) <= MOST_UNKNOWNS else []


def _solve_for(world: World, keys: list[Key]) -> bool:
    """Give symbols the values that solve their equations. Says whether these are new; else nothing is changed."""
    names = {key[0] for key in keys}
    equations = [c for c in world.needs.constraints if c.relation == "=" and _involves(world, c, names)]
    before = [world.drawn[key] for key in keys]
    solution = _linear_solution(world, keys, equations)
    changed = solution is not None and any(
        a != b for new, old in zip(solution, before, strict=True) for a, b in zip(new.flat, old.flat, strict=True)
    )
    for key, value in zip(keys, solution if solution is not None and changed else before, strict=True):
        world.drawn[key] = value
    world.redraw_chance()
    return changed


def _symbols(world: World, node: Node) -> set[str]:
    names = set(names_in(node))
    return names.union(*(world.deep(n) | world.needs.law_names(n) for n in names))


def _involves(world: World, constraint: Constraint, names: set[str]) -> bool:
    return any(names & _symbols(world, side) for side in (constraint.lhs, constraint.rhs))


def _residual(world: World, equations: list[tuple[Constraint, Env]]) -> list[Any] | None:
    """lhs - rhs of all equations, or None where that is not rational."""
    world.evaluator = Evaluator(world, exact=True)
    found: list[Any] = []
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
    cases = [(c, env) for c in equations for env in _cases(world, c)]  # evaluation draws members, and so adds cases

    def residual(entries: list[Any]) -> list[Any] | None:
        for key, value in zip(keys, _shaped(entries, current), strict=True):
            world.drawn[key] = value
        world.redraw_chance()  # laws depend on the numbers
        return _residual(world, cases)

    zero = [flint.fmpq(0)] * size
    start = residual(zero)
    if start is None:
        return None
    columns = []
    for k in range(size):
        column = residual([*zero[:k], flint.fmpq(1), *zero[k + 1 :]])
        if column is None:
            return None
        columns.append([a - b for a, b in zip(column, start, strict=True)])
    probe = [flint.fmpq(1, k + 2) for k in range(size)]
    seen = residual(probe)
    rows = range(len(start))
    if seen != [start[r] + sum((columns[k][r] * probe[k] for k in range(size)), flint.fmpq(0)) for r in rows]:
        return None
    return _solved(columns, start, current)


def _solved(columns: list[list[Any]], start: list[Any], current: list[Array]) -> list[Array] | None:
    """The solution that keeps the free unknowns as drawn; None if there is none."""
    size = len(columns)
    table = [x for r in range(len(start)) for x in (*(columns[k][r] for k in range(size)), -start[r])]
    reduced, rank = flint.fmpq_mat(len(start), size + 1, table).rref()
    entries = [x for value in current for x in value.flat]
    for r in range(rank):
        pivot = next(k for k in range(size + 1) if reduced[r, k] != 0)
        if pivot == size:
            return None
        entries[pivot] = reduced[r, size] - sum(
            (reduced[r, k] * entries[k] for k in range(pivot + 1, size)), flint.fmpq(0)
        )
    return _shaped(entries, current)


def _shaped(entries: list[Any], models: list[Array]) -> list[Array]:
    """The entries, in the shapes of some arrays."""
    rest = iter(entries)
    made = []
    for model in models:
        out = np.empty(model.size, dtype=object)
        for k in range(model.size):
            out[k] = next(rest)
        made.append(out.reshape(model.shape))
    return made


def check(world: World) -> bool:
    """Do all hypotheses hold, the simple bounds included? Used when an instance was changed by hand."""
    try:
        return first_violated(world) is None and world.chance.moments_hold()
    except (Undefined, CannotEvaluate, NotExact):
        return False
