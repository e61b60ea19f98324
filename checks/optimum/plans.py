"""Arguments that settle a claim about an optimum: each comes down to ordinary claims.

Bounded    f(a) <= f(x) for every x
Displaced  f(a) <= f(a + h) for every h; the only place by a quadratic that grows with h
Convex     f'(a) = 0 and f'' >= 0 on an interval; the only place if f'' > 0
Slope      f' is negative before a and positive after it, on an interval
Lower      v <= f(x) for every x
Reached    f(a) <= v
Approached v <= f(x) for every x, and f(x) tends to v: for inf and sup
Saddle     f(a, q) <= v <= f(p, b) for every p and q
Transform  g = c T(f) + d with c > 0 and T increasing: both are least at the same places
Lagrange   f + m^T (g - c) is least at a among all values, and g(a) = c: so is f among those with g = c
Gibbs      f(x) - f(a) is a positive multiple of the divergence of two vectors of probabilities, x and a
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal, TypeAlias

from hence.checks.model import (
    SCALAR,
    Binder,
    Call,
    Claim,
    Constraint,
    Definition,
    Function,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    Towards,
)
from hence.checks.model import names_in as names
from hence.checks.optimum.constrained import divergence_claims, lagrangian
from hence.checks.optimum.domain import ZERO, definedness, natural_conditions, require_along, require_interval
from hence.checks.optimum.everywhere import at_every_point
from hence.checks.optimum.problem import (
    FLIPPED,
    Located,
    NotOptimum,
    Problem,
    Saddled,
    SamePlace,
    Valued,
    fresh_name,
    require_fixed,
    setting_for,
    statement_of,
)
from hence.language.records import dataclass


@dataclass(frozen=True)
class Bounded:
    point: tuple[Node, ...]


@dataclass(frozen=True)
class Displaced:
    point: Node
    modulus: Node | None = None  # m > 0 with f(a + h) - f(a) >= m |h|^2
    form: Node | None = None  # symmetric and invertible, with f(a + h) - f(a) = c h^T Q h
    scale: Fraction = Fraction(1)


@dataclass(frozen=True)
class Convex:
    point: Node


@dataclass(frozen=True)
class Slope:
    point: Node


@dataclass(frozen=True)
class Lower:
    pass


@dataclass(frozen=True)
class Reached:
    point: tuple[Node, ...]


@dataclass(frozen=True)
class Approached:
    """Towards a point, from one side, along which all values of the variable belong to the problem."""

    point: Node
    side: Literal["", "+", "-"]


@dataclass(frozen=True)
class Saddle:
    outer: Node
    inner: Node


@dataclass(frozen=True)
class Transform:
    first: str  # the increasing functions that are applied to the objectives, by name
    second: str
    factor: Node


@dataclass(frozen=True)
class Lagrange:
    multipliers: tuple[Node, ...]  # one for each equation among the conditions, of its shape
    plan: Displaced

    @property
    def point(self) -> Node:
        return self.plan.point


@dataclass(frozen=True)
class Gibbs:
    point: Node
    factor: Node
    forward: bool  # the divergence of x from the point, not of the point from x


AtPoint: TypeAlias = Bounded | Displaced | Convex | Slope | Lagrange | Gibbs


@dataclass(frozen=True)
class Everywhere:
    """The claim holds at every point, see `checks.optimum.everywhere`."""


Plan: TypeAlias = AtPoint | Lower | Reached | Approached | Saddle | Transform | Everywhere


@dataclass(frozen=True)
class Obligation:
    """An ordinary claim that remains to be proved; one that is `assumable` may be listed as a condition instead."""

    setting: Setting
    claim: Claim
    assumable: bool = False


def obligations(setting: Setting, claim: Claim, plan: Plan) -> tuple[Obligation, ...]:
    """Ordinary claims that together give the claim. Raises NotOptimum where the plan does not fit it."""
    if isinstance(plan, Everywhere):
        return tuple(Obligation(*part) for part in at_every_point(setting, claim))
    match statement_of(setting, claim), plan:
        case Located(problem, point), Bounded() | Displaced() | Convex() | Slope() | Lagrange() | Gibbs():
            if (plan.point[0] if isinstance(plan, Bounded) else plan.point) != point:
                raise NotOptimum("an argument about another point")
            return _optimal(setting, problem, plan, unique=True)
        case (
            Valued(problem, "=" | "<=" | ">=" as relation, value),
            Bounded() | Displaced() | Convex() | Slope() | Lagrange() | Gibbs(),
        ):
            points = plan.point if isinstance(plan, Bounded) else (plan.point,)
            reached = Obligation(setting, Claim(problem.at(*points), relation, value))
            return (*map(_to_be_proved, _optimal(setting, problem, plan, unique=False)), reached)
        case Valued(problem, relation, value), Lower():
            return (_bound(setting, problem, relation, value),)
        case Valued(problem, relation, value), Reached(points):
            if relation != ("<=" if problem.sense == "min" else ">="):
                raise NotOptimum("one value says nothing in this direction")
            reached = Obligation(setting, Claim(problem.at(*points), relation, value))
            return (*map(_to_be_proved, _feasible(setting, problem, *points)), reached)
        case Valued(problem, "=", value), Approached():
            return _approached(setting, problem, value, plan)
        case Saddled() as saddled, Saddle():
            return _saddle(setting, saddled, plan)
        case SamePlace(first, second), Transform():
            return _transformed(setting, first, second, plan)
        case _:
            raise NotOptimum("an argument of the wrong kind")


def _to_be_proved(goal: Obligation) -> Obligation:
    """The point is ours, not the author's: a condition on it would say nothing to them."""
    return replace(goal, assumable=False)


def method(plan: Plan) -> str:
    names_of = {
        Bounded: "bound-for-every-value",
        Displaced: "complete-the-square",
        Convex: "convex-and-stationary",
        Slope: "derivative-changes-sign",
        Lower: "bound-for-every-value",
        Everywhere: "bound-for-every-value",
        Reached: "value-at-a-point",
        Approached: "bound-that-is-approached",
        Saddle: "saddle-point",
        Transform: "monotone-transformation",
        Lagrange: "lagrange-multiplier",
        Gibbs: "gibbs-inequality",
    }
    return names_of[type(plan)]


# a point is optimal -------------------------------------------------------------------------------


def _optimal(setting: Setting, problem: Problem, plan: AtPoint, unique: bool) -> tuple[Obligation, ...]:
    match plan:
        case Bounded(point):
            return (*_feasible(setting, problem, *point), *_bounded(setting, problem, plan, unique))
        case Displaced(point):
            return (*_feasible(setting, problem, point), *_displaced(setting, problem, plan, unique))
        case Lagrange(multipliers, inner):
            relaxed = lagrangian(setting, problem, multipliers)
            return (*_feasible(setting, problem, inner.point), *_displaced(setting, relaxed, inner, unique))
        case Gibbs(point):
            claims = divergence_claims(setting, problem, point, plan.factor, plan.forward)
            return (*_feasible(setting, problem, point), *(Obligation(*c) for c in claims))
        case Convex() | Slope():
            require_interval(setting_for(setting, problem), problem)
            natural = natural_conditions(setting_for(setting, problem), problem)
            problem = replace(problem, conditions=(*problem.conditions, *natural))
            inside = setting_for(setting, problem)
            smooth = [Obligation(inside, c) for c in definedness(inside, problem)]
            argument = _convex if isinstance(plan, Convex) else _slope
            return (*_feasible(setting, problem, plan.point), *smooth, *argument(setting, problem, plan.point, unique))


def _feasible(setting: Setting, problem: Problem, *points: Node) -> tuple[Obligation, ...]:
    if any(p.shape != v.shape for p, v in zip(points, problem.variables, strict=True)):
        raise NotOptimum("a point of another shape")
    require_fixed(setting, *points)
    return tuple(
        Obligation(setting, Claim(c.lhs, c.relation, c.rhs), assumable=not c.over and c.relation != "=")
        for c in problem.conditions_at(*points)
    )


def _bounded(setting: Setting, problem: Problem, plan: Bounded, unique: bool) -> tuple[Obligation, ...]:
    inside = setting_for(setting, problem)
    here = problem.at(*plan.point)
    if not unique:
        return (Obligation(inside, problem.no_worse(here, problem.objective)),)
    (variable,) = problem.variables
    if not variable.shape.is_scalar:
        raise NotOptimum("that there is no other place needs another argument")
    elsewhere = Constraint(variable, "!=", plan.point[0])
    apart = replace(inside, constraints=(*inside.constraints, elsewhere))
    return (Obligation(apart, problem.better(here, problem.objective)),)


def _displaced(setting: Setting, problem: Problem, plan: Displaced, unique: bool) -> tuple[Obligation, ...]:
    (variable,) = problem.variables
    h = Ref(fresh_name(setting, problem, "h", plan.point), (), variable.shape)
    inside = setting_for(setting, problem, h)
    moved = Op("add", (plan.point, h), variable.shape)
    here, there = problem.at(plan.point), problem.at(moved)
    square = square_of(h)
    nearer = Obligation(inside, problem.no_worse(here, there))
    if not unique:
        return (nearer,)
    sign = Lit(Fraction(1 if problem.sense == "min" else -1))
    if plan.modulus is not None:
        if h.name in names(plan.modulus):
            raise NotOptimum("a modulus that depends on the displacement")
        lifted = Op("add", (here, Op("mul", (sign, plan.modulus, square))))
        positive = Obligation(setting, Claim(plan.modulus, ">", ZERO))
        return (positive, Obligation(inside, problem.no_worse(lifted, there)))
    if plan.form is None or plan.scale <= 0 or not variable.shape.is_vector:
        raise NotOptimum("that there is no other place needs another argument")
    form = Op("mul", (Op("transpose", (h,), h.shape.transposed()), plan.form, h))
    gap = Op("add", (there, Op("neg", (here,))))
    equal = Claim(gap, "=", Op("mul", (sign, Lit(plan.scale), form)))
    symmetric = Claim(Op("transpose", (plan.form,), plan.form.shape.transposed()), "=", plan.form)
    return (Obligation(inside, equal), Obligation(setting, symmetric), nearer)


def square_of(h: Node) -> Node:
    """The square of a number, or of the norm of a vector or matrix."""
    if h.shape.is_scalar:
        return Op("mul", (h, h))
    return Op("pow", (Op("norm_F" if h.shape.is_matrix else "norm", (h,)), Lit(Fraction(2))))


def _convex(setting: Setting, problem: Problem, point: Node, unique: bool) -> tuple[Obligation, ...]:
    (variable,) = problem.variables
    inside = setting_for(setting, problem)
    bends = Op("deriv", (Op("deriv", (problem.objective, variable)), variable))
    relation = ">" if unique else ">="
    relation = relation if problem.sense == "min" else FLIPPED[relation]
    return (_stationary(setting, problem, point), Obligation(inside, Claim(bends, relation, ZERO)))


def _stationary(setting: Setting, problem: Problem, point: Node) -> Obligation:
    """f'(a) = 0, through a function that is the derivative."""
    (variable,) = problem.variables
    name, param = f"slope#{variable.name}", Ref(f"{variable.name}#slope")
    body = Op("deriv", (problem.at(param), param))
    definitions = {**setting.definitions, name: (Definition(name, (), (param.name,), body),)}
    functions = {**setting.functions, name: Function(name, (SCALAR,), SCALAR, elementwise=True)}
    inside = replace(setting, definitions=definitions, functions=functions)
    return Obligation(inside, Claim(Call(name, (point,)), "=", ZERO))


def _slope(setting: Setting, problem: Problem, point: Node, unique: bool) -> tuple[Obligation, ...]:
    (variable,) = problem.variables
    inside = setting_for(setting, problem)
    if unique:
        elsewhere = Constraint(variable, "!=", point)
        inside = replace(inside, constraints=(*inside.constraints, elsewhere))
    relation = ">" if unique else ">="
    relation = relation if problem.sense == "min" else FLIPPED[relation]
    away = Op("add", (variable, Op("neg", (point,))))
    slope = Op("deriv", (problem.objective, variable))
    return (Obligation(inside, Claim(Op("mul", (away, slope)), relation, ZERO)),)


# values -------------------------------------------------------------------------------------------


def _bound(setting: Setting, problem: Problem, relation: str, value: Node) -> Obligation:
    """min f >= v if f(x) >= v for every x; max f <= v likewise."""
    if relation != (">=" if problem.sense == "min" else "<="):
        raise NotOptimum("a bound for every value says nothing in this direction")
    return Obligation(setting_for(setting, problem), Claim(problem.objective, relation, value))


def _approached(setting: Setting, problem: Problem, value: Node, plan: Approached) -> tuple[Obligation, ...]:
    """inf f = v if f(x) >= v for every x, and f(x) tends to v along values of the variable."""
    if not problem.bound or len(problem.variables) != 1:
        raise NotOptimum("only a bound of one variable need not be taken")
    (variable,) = problem.variables
    require_along(problem, plan.point, plan.side)
    require_fixed(setting, value)
    tends = Binder("lim", variable.name, Towards(plan.point, plan.side), problem.objective, SCALAR)
    free = setting_for(setting, replace(problem, conditions=()))
    above = _bound(setting, problem, ">=" if problem.sense == "min" else "<=", value)
    return (above, Obligation(free, Claim(tends, "=", value)))


def _saddle(setting: Setting, s: Saddled, plan: Saddle) -> tuple[Obligation, ...]:
    """f(a, q) <= v for every q bounds min max from above, v <= f(p, b) for every p from below."""
    (p,), (q,) = s.outer.variables, s.inner.variables
    if s.relation != "=" or s.inner.sense == s.outer.sense or s.inner.conditions or s.outer.conditions:
        raise NotOptimum("a saddle point gives the value of a problem without conditions")
    require_fixed(setting, plan.outer, plan.inner)
    f = s.inner.objective
    problem = Problem(s.outer.sense, (p, q), f, ())
    inside = setting_for(setting, problem)
    if {p.name, q.name} & (names(s.value) | names(plan.outer) | names(plan.inner)):
        raise NotOptimum("the saddle point depends on the variables")
    above = s.inner.sense == "max"
    return (
        Obligation(inside, Claim(problem.at(plan.outer, q), "<=" if above else ">=", s.value)),
        Obligation(inside, Claim(problem.at(p, plan.inner), ">=" if above else "<=", s.value)),
    )


# places of two objectives -------------------------------------------------------------------------

INCREASING = ("", "log", "exp", "square", "sqrt")


def applied(name: str, node: Node) -> Node:
    """An increasing function of a value; `square` and `sqrt` increase on values that are not negative."""
    match name:
        case "":
            return node
        case "square":
            return Op("pow", (node, Lit(Fraction(2))))
        case "log" | "exp" | "sqrt":
            return Op(name, (node,))
    raise NotOptimum(f"{name} is not known to increase")


def _transformed(setting: Setting, first: Problem, second: Problem, plan: Transform) -> tuple[Obligation, ...]:
    (variable,) = first.variables
    if set(first.conditions) != set(second.conditions):
        raise NotOptimum("the two problems have different conditions")
    other = Ref(fresh_name(setting, first, f"{variable.name}'", second.objective, plan.factor), (), variable.shape)
    if {variable.name, other.name} & names(plan.factor):
        raise NotOptimum("the factor depends on the variable")
    inside = _both_free(setting, first, other)
    one, two = (_difference(p, name, other) for p, name in ((first, plan.first), (second, plan.second)))
    same = Claim(two, "=", Op("mul", (plan.factor, one)))
    positive = Claim(plan.factor, ">" if first.sense == second.sense else "<", ZERO)
    needed = [_increases(inside, p, name) for p, name in ((first, plan.first), (second, plan.second))]
    return (Obligation(inside, same), Obligation(setting, positive), *(n for n in needed if n is not None))


def _both_free(setting: Setting, problem: Problem, other: Ref) -> Setting:
    inside = setting_for(setting, problem)
    symbols = {**inside.symbols, other.name: replace(inside.symbols[problem.variables[0].name], name=other.name)}
    return replace(inside, symbols=symbols, constraints=(*inside.constraints, *problem.conditions_at(other)))


def _difference(problem: Problem, name: str, other: Ref) -> Node:
    there = applied(name, problem.at(other))
    return Op("add", (applied(name, problem.objective), Op("neg", (there,))))


def _increases(inside: Setting, problem: Problem, name: str) -> Obligation | None:
    relation = {"log": ">", "square": ">=", "sqrt": ">="}.get(name)
    if relation is None:
        return None
    return Obligation(inside, Claim(problem.objective, relation, ZERO))


__all__ = ["Obligation", "Plan", "Shape", "method", "obligations"]
