"""Instances that satisfy the hypotheses: dimensions, integers, then numbers.

Hypotheses are met in this order: definitions and moments (see `needs`), orthonormal systems, linear
equations in one symbol (solved exactly), bounds on norms (by scaling), and the rest by rejection.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from hence.checks.model import Constraint, Lit, Op, Ref, walk
from hence.checks.numeric.arrays import Array, CannotEvaluate, NotExact, Undefined
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.hypotheses import cases, holds
from hence.checks.numeric.needs import NOTHING, Needs
from hence.checks.numeric.scalars import NoValue
from hence.checks.numeric.scaling import shrink_to_bound
from hence.checks.numeric.solving import Key, solve, solve_for_a_root
from hence.checks.numeric.world import World

TRIES = 150
MOST_WORK = 12_000  # nodes evaluated in vain for one instance: then the search has no prospects
FEW_TRIES = 3  # where all numbers are alike, there is little to try
REDRAWS = 40  # of the integers alone, which is cheap
STYLES = ("integers", "integers", "rationals", "special", "integers", "rationals")
MOST_MENDED = 4  # equations solved, one after the other
MOST_ROOTED = 10  # members of a sequence that are roots of an equation each
PATIENCE = 8  # attempts with the numbers of one style
USUALLY = 0.7  # of the instances have small integers only


class NoInstance(Exception):
    """No instance was found that satisfies a hypothesis; the message names it."""


def draw(needs: Needs, seed: int, number: int, small: bool = False, style: str = "") -> World:
    """The instance with this number, in a style if one is asked for.

    Raises `NoInstance`, or `CannotEvaluate` for a hypothesis without value.
    """
    reason, simple = "the hypotheses", True
    found: World | None = None
    began = needs.work
    for attempt in range(FEW_TRIES if style else TRIES):
        if needs.work - began > MOST_WORK:
            break
        try:
            world = fresh(needs, seed, number, attempt, small, style)
            bad = satisfy(world)
            world.chance.check_parameters()
        except Undefined as problem:
            reason, simple = str(problem), simple and isinstance(problem, NoValue)
            continue
        if bad is None and (small or _may_be_special(needs, number, style) or is_general(world)):
            return world
        if bad is None:
            found = found or world
            if attempt >= PATIENCE:
                return found
            continue
        world.let_go()
        reason = f"the hypothesis of line {bad.line}" if bad.line else f"a hypothesis with {bad.relation}"
        simple = simple and _is_simple(bad)
    if found is not None:
        return found
    kind = "no values satisfy" if simple else "no instance found that satisfies"
    raise NoInstance(f"{kind} {reason}" if not reason.startswith("no value") else f"{kind} the hypotheses: {reason}")


def _may_be_special(needs: Needs, number: int, style: str) -> bool:
    """Whether zeros are welcome: not where equations may hold only because of them."""
    equations = any(c.relation == "=" for c in needs.constraints)
    return bool(style) or not equations or STYLES[number % len(STYLES)] == "special"


def is_general(world: World) -> bool:
    """No symbol is zero throughout, and not all dimensions are 1."""
    dims = [world.numbers[d] for d in world.needs.dims if d in world.numbers]
    nonzero = {key[0] for key, value in world.drawn.items() if any(x != 0 for x in value.flat)}
    return (not dims or max(dims) > 1) and all(name in nonzero for name, _ in world.drawn)


def fresh(needs: Needs, seed: int, number: int, attempt: int, small: bool = False, style: str = "") -> World:
    """An instance with its dimensions and integers; hypotheses are not checked yet."""
    structured = attempt % 3 == 2 and not style
    style = style or ("small" if needs.sampled else _style(number, attempt))
    world = World(needs, f"{seed}/{number}/{attempt}", style, structured, dependent=number % 4 != 3)
    world.evaluator = Evaluator(world, exact=True)
    _choose_dimensions(world, number + attempt, small)
    _make_room(world)
    for _ in range(REDRAWS):
        _choose_integers(world)
        if all(holds(world, c, {}) for c in needs.on_integers):
            break
    return world


def _style(number: int, attempt: int) -> str:
    """Where the numbers of a style satisfy no hypothesis, those of others may."""
    return STYLES[number % len(STYLES)] if attempt < PATIENCE else ("rationals", "small")[attempt % 2]


def _is_simple(constraint: Constraint) -> bool:
    """About plain numbers only: where these cannot be found, there probably are none."""
    nodes = [n for side in (constraint.lhs, constraint.rhs) for n in walk(side)]
    chance = any(isinstance(n, Op) and n.head in ("E", "Var", "Cov") for n in nodes)
    return not chance and all(
        (isinstance(n, Lit | Op) or (isinstance(n, Ref) and not n.indices)) and n.shape.is_scalar for n in nodes
    )


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
    """Sizes that tell dimensions apart; how long a sequence is, where nobody says, leaves its index some room."""
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
    reached = {d for bounds in world.needs.bounds.values() for d in bounds.at_most}
    for name, size in zip(names, sizes, strict=True):
        unsaid = name.startswith("?") and name in reached and not small
        world.numbers[name] = _allowed(world, name, max(size, 2 + number % 3) if unsaid else size)


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
    mended = rooted = 0
    while bad is not None:
        before = dict(world.drawn)
        if mended < MOST_MENDED and _mend(world, bad):
            mended += 1
        elif rooted < MOST_ROOTED and bad.relation == "=" and solve_for_a_root(world, bad):
            rooted += 1
        else:
            break
        bad = first_violated(world, _untouched(world, bad, before))
    return bad


def _untouched(world: World, bad: Constraint, before: Mapping[Key, Array]) -> frozenset[int]:
    """The hypotheses in front of a bad one, which held, that speak of nothing that was changed for its sake.

    Only those are told that rest on plain numbers: of the others it takes long to say what changes them.
    """
    needs, found = world.needs, set[int]()
    if any(d in world.definitions for d in needs.dims):
        return frozenset()
    changed = {k[0] for k in before.keys() | world.drawn.keys() if before.get(k) is not world.drawn.get(k)}
    unclear = changed | needs.random | needs.point_names | world.setting.functions.keys() | needs.conditions.keys()
    for constraint in needs.constraints:
        if constraint is bad:
            break
        if not constraint.over and needs.tied_by(constraint).isdisjoint(unclear):
            found.add(id(constraint))
    return frozenset(found)


def _mend(world: World, bad: Constraint) -> bool:
    """Change what was drawn so that a hypothesis holds. Says whether that was possible."""
    return solve(world, bad) if bad.relation == "=" else shrink_to_bound(world, bad, cases(world, bad))


def first_violated(world: World, known: frozenset[int] = frozenset()) -> Constraint | None:
    """`known`, by identity, are known to hold."""
    world.evaluator = Evaluator(world, exact=True)
    for constraint in world.needs.constraints:
        if id(constraint) not in known and not all(holds(world, constraint, env) for env in cases(world, constraint)):
            return constraint
    return None


def check(world: World) -> bool:
    """Do all hypotheses hold, the simple bounds included? Used when an instance was changed by hand."""
    try:
        return first_violated(world) is None and world.chance.moments_hold()
    except (Undefined, CannotEvaluate, NotExact):
        return False
