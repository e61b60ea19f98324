"""Optima under equations: multipliers that take the equations into the objective, and vectors of probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Between, Binder, Claim, Constraint, Lit, Node, Op, Ref, Setting, walk
from hence.checks.model import names_in as names
from hence.checks.normal.entries import replace_refs
from hence.checks.optimum.domain import ZERO
from hence.checks.optimum.problem import NotOptimum, Problem, require_fixed, setting_for

ONE = Lit(Fraction(1))
INDEX = Ref("i#place")


def is_equation(problem: Problem, condition: Constraint) -> bool:
    """Whether a condition is one equation for the variable, between numbers or vectors."""
    (variable,) = problem.variables
    single = condition.relation == "=" and not condition.over and condition.lhs.shape.cols == 1
    return single and variable.name in names(condition.lhs) | names(condition.rhs)


def lagrangian(setting: Setting, problem: Problem, multipliers: tuple[Node, ...]) -> Problem:
    """The objective plus multiples of the equations, which are zero wherever these hold. Raises NotOptimum."""
    equations = [c for c in problem.conditions if is_equation(problem, c)]
    if not equations or len(equations) != len(multipliers):
        raise NotOptimum("a multiplier for each equation is wanted")
    require_fixed(setting, *multipliers)
    summands = [problem.objective]
    for c, multiplier in zip(equations, multipliers, strict=True):
        shape = c.lhs.shape
        if multiplier.shape != shape or {v.name for v in problem.variables} & names(multiplier):
            raise NotOptimum("a multiplier of another shape, or one that depends on the variable")
        gap = Op("add", (c.lhs, Op("neg", (c.rhs,), shape)), shape)
        turned = multiplier if shape.is_scalar else Op("transpose", (multiplier,), shape.transposed())
        summands.append(Op("mul", (turned, gap)))
    rest = tuple(c for c in problem.conditions if c not in equations)
    return replace(problem, objective=Op("add", tuple(summands)), conditions=rest)


def divergence_claims(
    setting: Setting, problem: Problem, point: Node, factor: Node, forward: bool
) -> Iterator[tuple[Setting, Claim]]:
    """What makes f(x) - f(a) a positive multiple of a divergence of x and a: by Gibbs' inequality it is zero
    where x = a, and positive elsewhere. Raises NotOptimum.
    """
    (variable,) = problem.variables
    if not variable.shape.is_vector or variable.name in names(factor):
        raise NotOptimum("no divergence of vectors of probabilities")
    natural = tuple(_natural(problem, variable))
    inside = setting_for(setting, replace(problem, conditions=(*problem.conditions, *(c for c, _ in natural))))
    here = Ref(variable.name, (INDEX,))
    there = replace_refs(here, {variable.name: point})
    p, q = (here, there) if forward else (there, here)
    divergence = _total(variable, Op("mul", (p, Op("log", (Op("div", (p, q)),)))))
    gap = Op("add", (problem.objective, Op("neg", (problem.at(point),))))
    sign = Lit(Fraction(1 if problem.sense == "min" else -1))
    yield setting, Claim(factor, ">", ZERO)
    yield from ((setting, Claim(cofactor, ">", ZERO)) for _, cofactor in natural if cofactor != ONE)
    yield setting, Claim(there, ">", ZERO)
    yield inside, Claim(here, ">=" if forward else ">", ZERO)
    yield inside, Claim(_total(variable, here), "=", _total(variable, there))
    yield inside, Claim(gap, "=", Op("mul", (sign, factor, divergence)))


def size_of(vector: Ref) -> Node:
    rows = vector.shape.rows
    return Lit(Fraction(rows)) if isinstance(rows, int) else Ref(rows)


def _total(variable: Ref, entry: Node) -> Node:
    return Binder("sum", INDEX.name, Between(ONE, size_of(variable)), entry)


def _natural(problem: Problem, variable: Ref) -> Iterator[tuple[Constraint, Node]]:
    """x_i > 0 where the objective has a logarithm of x_i, x_i / w_i or w_i / x_i for every i, and w_i > 0."""
    everywhere = Between(ONE, size_of(variable))
    for node in walk(problem.objective):
        if not isinstance(node, Binder) or node.head != "sum" or node.over != everywhere:
            continue
        entry = (Ref(variable.name, (Ref(node.var),)), Op("index", (variable, Ref(node.var))))
        for part in walk(node.body):
            match part:
                case Op("log", (Op("div", (above, below)),)) if above in entry or below in entry:
                    cofactor = below if above in entry else above
                case Op("log", (argument,)) if argument in entry:
                    cofactor = ONE
                case _:
                    continue
            if variable.name in names(cofactor):
                continue
            positive = Constraint(Ref(variable.name, (INDEX,)), ">", ZERO, over=(INDEX.name,))
            yield positive, replace_refs(cofactor, {node.var: INDEX})
            return
