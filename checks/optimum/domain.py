"""Where an objective of one real variable is defined and smooth: an interval, by conditions that the replay checks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hence.checks.limit_points import infinity_of
from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting, names_in, walk
from hence.checks.normal.difference import Sides
from hence.checks.optimum.problem import NotOptimum, Problem

ZERO = Lit(Fraction(0))
SMOOTH = frozenset(("add", "neg", "mul", "exp", "tanh", "sin", "cos", "pi", "div", "pow", "log", "sqrt", "index"))


def natural_conditions(setting: Setting, problem: Problem) -> tuple[Constraint, ...]:
    """Arguments of logarithms that are linear in the variable are positive: that only makes the interval smaller."""
    (variable,) = problem.variables
    found: dict[Constraint, None] = {}
    for node in _depending(problem.objective, variable):
        match node:
            case Op("log", (argument,)) if is_linear(setting, argument, variable):
                found[Constraint(argument, ">", ZERO)] = None
            case _:
                pass
    return tuple(found)


def definedness(setting: Setting, problem: Problem) -> Iterator[Claim]:
    """What must hold for every value of the variable, so that the objective is smooth. Raises NotOptimum."""
    (variable,) = problem.variables
    for node in _depending(problem.objective, variable):
        match node:
            case Op("log", (argument,)):
                if not is_linear(setting, argument, variable):
                    yield Claim(argument, ">", ZERO)
            case Op("sqrt", (argument,)):
                yield Claim(argument, ">", ZERO)
            case Op("div", (_, below)):
                if variable.name in names_in(below):
                    yield Claim(below, "!=", ZERO)
            case Op("pow", (base, exponent)):
                yield from _power(base, exponent)
            case Op(head) if head not in SMOOTH:
                raise NotOptimum(f"{head} of the variable may have no derivative")
            case Op() | Ref():
                continue
            case _:
                if not _is_sum(node):
                    raise NotOptimum("a function of the variable of which nothing is known")


def _is_sum(node: Node) -> bool:
    return getattr(node, "head", "") == "sum"


def _power(base: Node, exponent: Node) -> Iterator[Claim]:
    if isinstance(exponent, Lit) and exponent.value.denominator == 1:
        if exponent.value < 0:
            yield Claim(base, "!=", ZERO)
    elif isinstance(exponent, Op) and exponent.head == "neg" and isinstance(exponent.args[0], Lit):
        whole = exponent.args[0].value.denominator == 1
        yield Claim(base, "!=" if whole else ">", ZERO)
    else:
        yield Claim(base, ">", ZERO)


def _depending(node: Node, variable: Ref) -> Iterator[Node]:
    return (n for n in walk(node) if variable.name in names_in(n))


def is_linear(setting: Setting, node: Node, variable: Ref) -> bool:
    """Whether a scalar is a + b x, where a and b do not depend on x. Raises what the normal form raises."""
    slope = Op("deriv", (node, variable), variable.shape)
    sides = Sides(setting, Claim(slope, "=", ZERO))
    return variable.name not in sides.entry_of(slope).names


def require_interval(setting: Setting, problem: Problem) -> None:
    """The conditions leave an interval of the real line. Raises NotOptimum."""
    (variable,) = problem.variables
    if not variable.shape.is_scalar:
        raise NotOptimum("not a problem in one real variable")
    for c in problem.conditions:
        difference = Op("add", (c.lhs, Op("neg", (c.rhs,))))
        if c.relation not in ("<", "<=", ">", ">=") or not is_linear(setting, difference, variable):
            raise NotOptimum("the conditions may leave no interval")


def require_along(problem: Problem, point: Node, side: str) -> None:
    """All values on the way to a point satisfy the conditions, which are bounds of the variable. Raises NotOptimum."""
    (variable,) = problem.variables
    far = infinity_of(point)
    bounds = [_as_bound(c, variable) for c in problem.conditions]
    if any(b is None or variable.name in names_in(b[1]) for b in bounds) or variable.name in names_in(point):
        raise NotOptimum("conditions that are no bounds of the variable")
    lower, upper = ({b[1] for b in bounds if b is not None and b[0] == way} for way in (">", "<"))
    if far and not (upper if far > 0 else lower):
        return
    beside, across = (lower, upper) if side == "+" else (upper, lower)
    if not far and beside == {point} and not across:
        return
    numbers = [b.value for b in (*beside, *across, point) if isinstance(b, Lit)]
    if far or beside != {point} or len(numbers) != len(beside) + len(across) + 1:
        raise NotOptimum("a point that is not approached inside the conditions")
    if any(isinstance(b, Lit) and isinstance(point, Lit) and (b.value > point.value) != (side == "+") for b in across):
        raise NotOptimum("conditions that leave no values near the point")


def _as_bound(c: Constraint, variable: Ref) -> tuple[str, Node] | None:
    """> or <, and the bound, of a condition on the variable alone."""
    way = {"<": "<", "<=": "<", ">": ">", ">=": ">"}.get(c.relation)
    if way is None or c.over:
        return None
    if c.lhs == variable:
        return way, c.rhs
    return ("<" if way == ">" else ">", c.lhs) if c.rhs == variable else None
