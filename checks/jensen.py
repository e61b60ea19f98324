"""Jensen's inequality: f(E[Y]) <= E[f(Y)] for a convex f, the other way round for a concave one.

An average is an expectation, conditional or not, under any law, or (1/n) sum_i y_i. Both directions of reading give
an instance: a function of an average, or the average of a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.model import Between, Binder, Claim, Lit, Node, Op, Setting, walk
from checks.normal.difference import Sides, cleared

ONE = Lit(Fraction(1))
CONVEX = frozenset(("exp", "abs", "norm"))
CONCAVE = frozenset(("log", "sqrt"))


@dataclass(frozen=True)
class ByJensen:
    """The difference of the sides is that between this function of an average, or average of one, and its twin."""

    node: Node


@dataclass(frozen=True)
class Average:
    """An average: what is averaged, and the same average of something else."""

    body: Node
    of: Callable[[Node], Node]


@dataclass(frozen=True)
class Pair:
    """f(average) and the average of f, with the smaller one first; `needs` is what convexity asks for."""

    smaller: Node
    larger: Node
    needs: str = ""


def follow_jensen(setting: Setting, claim: Claim, certificate: ByJensen) -> Sides | None:
    """The argument; None where there is none. Raises what the normal form raises."""
    pair = pair_of(certificate.node)
    if pair is None or claim.relation not in ("<=", ">="):
        return None
    sides = Sides(setting, claim)
    gap = sides.entry_of(claim.lhs) - sides.entry_of(claim.rhs)
    if claim.relation == "<=":
        gap = -gap
    known = sides.entry_of(pair.larger) - sides.entry_of(pair.smaller)
    if not cleared(gap - known, sides.algebra).is_zero:
        return None
    sides.algebra.need("the expectations exist")
    if pair.needs:
        sides.algebra.need(pair.needs)
    return sides


def jensen_certificates(claim: Claim) -> Iterator[ByJensen]:
    """Nodes of the claim to which the inequality applies."""
    for side in (claim.lhs, claim.rhs):
        for node in walk(side):
            if pair_of(node) is not None:
                yield ByJensen(node)


def pair_of(node: Node) -> Pair | None:
    """The two sides of the inequality, where a node is one of them."""
    function = _function(node)
    if function is not None:
        argument, apply, convex, needs = function
        average = average_of(argument)
        if average is not None:
            inside = average.of(apply(average.body))
            return Pair(node, inside, needs) if convex else Pair(inside, node, needs)
    average = average_of(node)
    inner = _function(average.body) if average is not None else None
    if average is None or inner is None:
        return None
    argument, apply, convex, needs = inner
    outside = apply(average.of(argument))
    return Pair(outside, node, needs) if convex else Pair(node, outside, needs)


Function = tuple[Node, Callable[[Node], Node], bool, str]


def _function(node: Node) -> Function | None:
    """The argument of a convex or concave function, the function, whether it is convex, and on what it needs."""
    match node:
        case Op(head, (argument,)) if head in CONVEX | CONCAVE:
            if head != "norm" and not argument.shape.is_scalar:
                return None
            return argument, lambda x: replace(node, args=(x,)), head in CONVEX, ""
        case Op("pow", (argument, Lit(power))) if argument.shape.is_scalar:
            even = power.denominator == 1 and power % 2 == 0 and power > 0
            needs = "" if even else "what is averaged is positive"
            return argument, lambda x: replace(node, args=(x, Lit(power))), power >= 1 or power <= 0, needs
        case Op("div", (Lit() as top, argument)) if top == ONE and argument.shape.is_scalar:
            return argument, lambda x: replace(node, args=(top, x)), True, "what is averaged is positive"
    return None


def average_of(node: Node) -> Average | None:
    """An expectation, or a sum from 1 to n divided by n."""
    match node:
        case Op("E", (body, *given)):
            return Average(body, lambda x: Op("E", (x, *given), x.shape))
        case Binder("E", _, _, body):
            return Average(body, lambda x: replace(node, body=x, shape=x.shape))
        case Op("div", (Binder("sum", _, Between(low, high, ()), body) as total, count)) if _whole(low, high, count):
            return Average(body, lambda x: Op("div", (replace(total, body=x, shape=x.shape), count), x.shape))
        case Op("mul", (Op("div", (Lit() as top, count)), Binder("sum", _, Between(low, high, ()), body) as total)) if (
            top == ONE and _whole(low, high, count)
        ):
            return Average(
                body, lambda x: Op("mul", (Op("div", (top, count)), replace(total, body=x, shape=x.shape)), x.shape)
            )
    return None


def _whole(low: Node, high: Node, count: Node) -> bool:
    return low == ONE and high == count


def inside_averages(claim: Claim) -> Claim | None:
    """The claim about what is averaged, where both sides are expectations over the same: E is monotone."""
    left, right = claim.lhs, claim.rhs
    match left, right:
        case Op("E", (a, *given)), Op("E", (b, *other)) if given == other:
            return Claim(a, claim.relation, b)
        case Binder("E", _, over, a), Binder("E", _, other_over, b) if over == other_over and left.var == right.var:
            return Claim(a, claim.relation, b)
    return None
