"""What a true claim about an optimum implies, as ordinary claims: one that fails at an instance refutes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Claim, Constraint, Definition, Lit, Node, Op, Ref, Setting, Symbol, names_in
from hence.checks.numeric import Agreement, Refutation, Untestable, is_refuted, test_claim
from hence.checks.optimum.domain import ZERO
from hence.checks.optimum.plans import square_of
from hence.checks.optimum.problem import Located, NotOptimum, Problem, Valued, fresh_name, setting_for, statement_of

Tested = Refutation | Agreement | Untestable
SCALES = (Fraction(20), Fraction(1, 20))
STEPS = (Fraction(1, 2), Fraction(1, 16), Fraction(1, 256))
NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def test_optimum(setting: Setting, claim: Claim, seed: int, instances: int) -> Tested:
    """Look for a better point, or another one that is as good. Never raises for a well-formed claim."""
    try:
        consequences = list(_consequences(setting, claim, seed, instances))
    except NotOptimum as problem:
        return Untestable(str(problem))
    best: Tested = Untestable("an optimum has no value of its own")
    for inside, consequence in consequences:
        tested = test_claim(inside, consequence, seed, instances)
        if isinstance(tested, Refutation):
            return tested
        if isinstance(tested, Agreement) and isinstance(best, Untestable):
            best = tested
    return best


test_optimum.__test__ = False  # type: ignore[attr-defined]  # not a test, in spite of its name


def _consequences(setting: Setting, claim: Claim, seed: int, instances: int) -> Iterator[tuple[Setting, Claim]]:
    match statement_of(setting, claim):
        case Located(problem, point):
            yield from _infeasible(setting, problem, point, seed, instances)
            here = problem.at(point)
            inside = _supposing(setting_for(setting, problem), *problem.conditions_at(point))
            if inside is not None:
                yield inside, problem.no_worse(here, problem.objective)
                yield from ((far, problem.no_worse(here, there)) for far, there in _far(setting, problem))
                yield from _downhill(setting, problem, point)
                yield from _elsewhere(inside, problem, point)
        case Valued(problem, "=" | "<" | "<=" | ">" | ">=" as relation, value):
            inside = setting_for(setting, problem)
            for place, objective in ((inside, problem.objective), *_far(setting, problem)):
                if relation in ("=", ">=", ">") and problem.sense == "min":
                    yield place, Claim(objective, ">" if relation == ">" else ">=", value)
                if relation in ("=", "<=", "<") and problem.sense == "max":
                    yield place, Claim(objective, "<" if relation == "<" else "<=", value)
        case _:
            return


def _far(setting: Setting, problem: Problem) -> Iterator[tuple[Setting, Node]]:
    """The objective at larger and at smaller values than those that are drawn."""
    for scale in SCALES:
        points = tuple(Op("mul", (Lit(scale), v), v.shape) for v in problem.variables)
        inside = _supposing(setting_for(setting, problem), *problem.conditions_at(*points))
        if inside is not None:
            yield inside, problem.at(*points)


def _infeasible(
    setting: Setting, problem: Problem, point: Node, seed: int, instances: int
) -> Iterator[tuple[Setting, Claim]]:
    """An equation, or a condition that the point never satisfies; others may be left to the proof to list."""
    for c in problem.conditions_at(point):
        if c.over or c.relation not in NEGATED:
            continue
        if c.relation == "=":
            yield setting, Claim(c.lhs, "=", c.rhs)
            continue
        never = test_claim(setting, Claim(c.lhs, NEGATED[c.relation], c.rhs), seed, instances)
        if isinstance(never, Agreement):
            yield setting, Claim(c.lhs, c.relation, c.rhs)


def _supposing(setting: Setting, *conditions: Constraint) -> Setting | None:
    """The setting with more conditions; None where one about numbers alone fails."""
    for c in conditions:
        about = names_in(c.lhs) | names_in(c.rhs)
        if not about and is_refuted(setting, Claim(c.lhs, c.relation, c.rhs), 0, 1):
            return None
    return replace(setting, constraints=(*setting.constraints, *conditions))


def _downhill(setting: Setting, problem: Problem, point: Node) -> Iterator[tuple[Setting, Claim]]:
    """Steps from the point along the derivative there: f(a) <= f(a - s f'(a))."""
    if problem.conditions:
        return
    (variable,) = problem.variables
    here = Ref(fresh_name(setting, problem, f"{variable.name}_0", point), (), variable.shape)
    symbols = {**setting.symbols, here.name: Symbol(here.name, 0, variable.shape)}
    definitions = {**setting.definitions, here.name: (Definition(here.name, (), (), point),)}
    inside = replace(setting, symbols=symbols, definitions=definitions)
    slope = Op("deriv", (problem.at(here), here), variable.shape)
    sign = -1 if problem.sense == "min" else 1
    for step in STEPS:
        moved = Op("add", (point, Op("mul", (Lit(sign * step), slope), variable.shape)), variable.shape)
        yield inside, problem.no_worse(problem.at(point), problem.at(moved))


def _elsewhere(inside: Setting, problem: Problem, point: Node) -> Iterator[tuple[Setting, Claim]]:
    """At another point the objective is worse; the mirror image of the point is one worth a look."""
    (variable,) = problem.variables
    shape = variable.shape
    distance = square_of(Op("add", (variable, Op("neg", (point,), shape)), shape))
    apart = _supposing(inside, Constraint(distance, ">", ZERO))
    if apart is not None:
        yield apart, problem.better(problem.at(point), problem.objective)
    mirrored = Op("neg", (point,), shape)
    nonzero = _supposing(inside, Constraint(square_of(point), ">", ZERO), *problem.conditions_at(mirrored))
    if nonzero is not None:
        yield nonzero, problem.better(problem.at(point), problem.at(mirrored))
