"""Arguments worth a try for a claim about an optimum. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from hence.checks.conditions import new_names
from hence.checks.model import Claim, Lit, Node, Op, Ref, Setting, names_in, walk
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import OutOfBudget
from hence.checks.optimum.constrained import is_equation, size_of
from hence.checks.optimum.everywhere import optima_in
from hence.checks.optimum.factors import factors_between
from hence.checks.optimum.plans import (
    INCREASING,
    Approached,
    Bounded,
    Convex,
    Displaced,
    Everywhere,
    Gibbs,
    Lagrange,
    Lower,
    Obligation,
    Plan,
    Reached,
    Saddle,
    Slope,
    Transform,
    obligations,
)
from hence.checks.optimum.points import matching_point, multipliers, products_in, scalars_in, stationary_points
from hence.checks.optimum.problem import (
    Located,
    NotOptimum,
    Problem,
    Saddled,
    SamePlace,
    Statement,
    Valued,
    setting_for,
    statement_of,
    unfold_calls,
)
from hence.checks.optimum.replay import ByOptimum, refuse_conditions_on
from hence.language.verdicts import Proved

Find = Callable[[Setting, Claim], "tuple[object, Proved] | None"]
MOST_MODULI = 8
MOST_MULTIPLIERS = 24
FAILURES = (NotOptimum, NoRule, OutOfBudget, Undefined)


def certificates(setting: Setting, claim: Claim, find: Find, find_quickly: Find) -> Iterator[ByOptimum]:
    """Arguments whose parts all have proofs. Raises NotOptimum where the claim is not understood.

    What speaks of vectors is left to the quick search: the long one finds nothing there that the normal form does not.
    """
    plans: Iterator[Plan]
    try:
        plans = _plans(setting, claim, statement_of(setting, claim))
    except NotOptimum:
        if not any(any(optima_in(side)) for side in (claim.lhs, claim.rhs)):
            raise
        plans = iter((Everywhere(),))
    for plan in plans:
        try:
            goals = obligations(setting, claim, plan)
            vectors = isinstance(plan, Displaced | Lagrange | Gibbs) and not plan.point.shape.is_scalar
            found = _proofs(setting, goals, find_quickly if vectors else find)
        except FAILURES:
            continue
        if found is not None:
            yield ByOptimum(plan, found)


def _proofs(setting: Setting, goals: tuple[Obligation, ...], find: Find) -> tuple[object | None, ...] | None:
    """A certificate for every part; None for those that may be assumed. None at all where one is missing."""
    made: list[object | None] = []
    for goal in sorted(goals, key=lambda g: g.assumable):
        proof = find(goal.setting, goal.claim)
        if proof is None and not goal.assumable:
            return None
        if proof is not None:
            refuse_conditions_on(new_names(setting, goal.setting), proof[1].needs)
        made.append(None if proof is None else proof[0])
    order = sorted(range(len(goals)), key=lambda k: goals[k].assumable)
    placed = dict(zip(order, made, strict=True))
    return tuple(placed[k] for k in range(len(goals)))


def _plans(setting: Setting, claim: Claim, statement: Statement) -> Iterator[Plan]:
    match statement:
        case Located(problem, point):
            yield from _at(setting, claim, problem, point, unique=True)
        case Valued(problem, relation, value):
            yield Lower()
            for points in (*_candidates(problem, unfold_calls(setting, value)), *_probabilities(setting, problem)):
                if relation == ("<=" if problem.sense == "min" else ">="):
                    yield Reached(points)
                if len(points) == 1:
                    yield from _at(setting, claim, problem, points[0], unique=False)
                else:
                    yield Bounded(points)
            yield from _ways(problem)
        case Saddled(outer, inner):
            both = Problem(outer.sense, (*outer.variables, *inner.variables), inner.objective, ())
            yield from (Saddle(*point) for point in stationary_points(both) if len(point) == 2)
        case SamePlace(first, second):
            inside = setting_for(setting, first)
            for one, two in product(INCREASING, repeat=2):
                with suppress(*FAILURES):
                    yield from (Transform(one, two, k) for k in factors_between(inside, first, second, one, two))


def _ways(problem: Problem) -> Iterator[Approached]:
    """To both infinities, and to the bounds of the variable."""
    if not problem.bound or len(problem.variables) != 1 or not problem.variables[0].shape.is_scalar:
        return
    infinity = Op("infinity", ())
    yield Approached(infinity, "")
    yield Approached(Op("neg", (infinity,)), "")
    for c in problem.conditions:
        for bound in (c.lhs, c.rhs):
            if bound != problem.variables[0]:
                yield Approached(bound, "+")
                yield Approached(bound, "-")


def _candidates(problem: Problem, value: Node) -> Iterator[tuple[Node, ...]]:
    matched = matching_point(problem, value)
    if matched is not None:
        yield matched
    if len(problem.variables) == 1:
        yield from ((p,) for p in products_in(value, problem.variables[0].shape))
    yield from stationary_points(problem)


def _probabilities(setting: Setting, problem: Problem) -> Iterator[tuple[Node]]:
    """Vectors whose entries the objective speaks of, and the uniform one."""
    (variable, *more) = problem.variables
    if more or not variable.shape.is_vector or not any(is_equation(problem, c) for c in problem.conditions):
        return
    for name in sorted(names_in(problem.objective) - {variable.name}):
        symbol = setting.symbols.get(name)
        if symbol is not None and symbol.shape == variable.shape and not symbol.family:
            yield (Ref(name, (), variable.shape),)
    ones = Lit(Fraction(1), variable.shape)
    yield (Op("div", (ones, size_of(variable)), variable.shape),)


def _at(setting: Setting, claim: Claim, problem: Problem, point: Node, unique: bool) -> Iterator[Plan]:
    scalar = point.shape.is_scalar
    if scalar:
        yield Convex(point)
        yield Slope(point)
    if not unique:
        yield Displaced(point)
    else:
        for form in _inverted(claim):
            yield from (Displaced(point, form=form, scale=s) for s in (Fraction(1), Fraction(1, 2), Fraction(2)))
        yield from (Displaced(point, modulus=m) for m in _moduli(setting, problem))
    if scalar or not unique:
        yield Bounded((point,))
    yield from _constrained(setting, claim, problem, point, unique)


def _constrained(setting: Setting, claim: Claim, problem: Problem, point: Node, unique: bool) -> Iterator[Plan]:
    """Multipliers, and divergences, by the equations among the conditions."""
    equations = [c for c in problem.conditions if len(problem.variables) == 1 and is_equation(problem, c)]
    if not equations:
        return
    numbers = list(scalars_in(point))
    if point.shape.is_vector:
        yield from (Gibbs(point, k, way) for k in (Lit(Fraction(1)), *numbers) for way in (True, False))
    for chosen in islice(product(*(multipliers(point, c.lhs.shape) for c in equations)), MOST_MULTIPLIERS):
        inner = _at(setting, claim, replace(problem, conditions=()), point, unique)
        yield from (Lagrange(chosen, plan) for plan in inner if isinstance(plan, Displaced))


def _moduli(setting: Setting, problem: Problem) -> Iterator[Node]:
    """Symbols of the objective, and numbers, with simple factors."""
    scalars: list[Node] = []
    inside = names_in(problem.objective) - {v.name for v in problem.variables}
    for name in sorted(inside):
        symbol = setting.symbols.get(name)
        if symbol is not None and symbol.shape.is_scalar and not symbol.family and name not in setting.definitions:
            scalars.append(Ref(name))
    for scalar in (*scalars[:MOST_MODULI], Lit(Fraction(1))):
        yield scalar
        yield Op("mul", (Lit(Fraction(1, 2)), scalar))


def _inverted(claim: Claim) -> list[Node]:
    """Matrices whose inverse the claim speaks of."""
    found: dict[Node, None] = {}
    for node in (*walk(claim.lhs), *walk(claim.rhs)):
        match node:
            case Op("pow", (base, Lit(value))) if base.shape.is_matrix and value == -1:
                found[base] = None
            case Op("pow", (base, Op("neg", (Lit(value),)))) if base.shape.is_matrix and value == 1:
                found[base] = None
            case _:
                pass
    return list(found)
