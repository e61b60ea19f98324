"""Jensen's inequality: f(E[Y]) <= E[f(Y)] for a convex f, the other way round for a concave one.

An average is an expectation, conditional or not, under any law. Both directions of reading give an instance: a function
of an average, or the average of a function. Means of finitely many numbers are left to `checks.order.mean_facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from hence.checks.conditions import Condition, Regular, Regularity, positive
from hence.checks.convex import Curve, curves
from hence.checks.model import Binder, Call, Claim, Lit, Node, Op, Setting, reachable_names, walk
from hence.checks.normal.difference import Sides, cleared
from hence.language.opaque import is_probability
from hence.language.records import dataclass


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
    needs: Condition | None = None
    because: str = ""


def follow_jensen(setting: Setting, claim: Claim, certificate: ByJensen) -> Sides | None:
    """The argument; None where there is none. Raises what the normal form raises."""
    pair = pair_of(setting, certificate.node)
    if pair is None or claim.relation not in ("<=", ">="):
        return None
    sides = Sides(setting, claim)
    gap = sides.entry_of(claim.lhs) - sides.entry_of(claim.rhs)
    if claim.relation == "<=":
        gap = -gap
    known = sides.entry_of(pair.larger) - sides.entry_of(pair.smaller)
    if not cleared(gap - known, sides.algebra).is_zero:
        return None
    sides.algebra.need(Regular(Regularity.EXPECTATIONS))
    if pair.needs is not None:
        sides.algebra.need(pair.needs)
    if pair.because:
        sides.normaliser.used[pair.because] = None
    return sides


def jensen_certificates(setting: Setting, claim: Claim) -> Iterator[ByJensen]:
    """Nodes of the claim to which the inequality applies."""
    for side in (claim.lhs, claim.rhs):
        for node in walk(side):
            if pair_of(setting, node) is not None:
                yield ByJensen(node)


def pair_of(setting: Setting, node: Node) -> Pair | None:
    """The two sides of the inequality, where a node is one of them."""
    curve = _curve(setting, node)
    average = average_of(curve.argument) if curve is not None else None
    if curve is not None and average is not None:
        inside = average.of(curve.apply(average.body))
        return _pair(curve, average.body, node, inside)
    average = average_of(node)
    inner = _curve(setting, average.body) if average is not None else None
    if average is None or inner is None:
        return None
    outside = inner.apply(average.of(inner.argument))
    return _pair(inner, inner.argument, outside, node)


def _pair(curve: Curve, averaged: Node, outside: Node, inside: Node) -> Pair:
    ordered = (outside, inside) if curve.convex else (inside, outside)
    return Pair(*ordered, _needs(curve, averaged), curve.because)


def _curve(setting: Setting, node: Node) -> Curve | None:
    """A convex or concave function that needs no proof of being one."""
    return next((c for c in curves(setting, node) if not c.provided), None)


def _needs(curve: Curve, averaged: Node) -> Condition | None:
    """A logarithm or a root of what is averaged says by itself that it is positive; a power does not."""
    return None if not curve.domain or curve.natural else positive(averaged)


def average_of(node: Node) -> Average | None:
    """An expectation; under a law that is not understood it is an integral against an unknown probability."""
    match node:
        case Op("E", (body, *given)):
            return Average(body, lambda x: Op("E", (x, *given), x.shape))
        case Binder("E", _, _, body):
            return Average(body, lambda x: replace(node, body=x, shape=x.shape))
        case Binder("integral", _, _, Op("mul", (Call(name) as weight, body))) if is_probability(name):
            return Average(body, lambda x: replace(node, body=Op("mul", (weight, x), x.shape), shape=x.shape))
    return None


def inside_averages(setting: Setting, claim: Claim) -> Claim | None:
    """The claim about what is averaged, where both sides are built from expectations over the same: E is monotone."""
    left, right = claim.lhs, claim.rhs
    match left, right:
        case Binder("E", _, over, a), Binder("E", _, other_over, b) if over == other_over and left.var == right.var:
            return Claim(a, claim.relation, b)
    means = [n for side in (left, right) for n in walk(side) if isinstance(n, Op) and n.head in ("E", "Var")]
    if not means or any(mean.args[1:] != means[0].args[1:] for mean in means):  # conditions
        return None
    bodies = [_averaged(setting, side, bool(means[0].args[1:])) for side in (left, right)]
    inner = None if bodies[0] is None or bodies[1] is None else Claim(bodies[0], claim.relation, bodies[1])
    return inner if inner != claim else None


def _averaged(setting: Setting, node: Node, conditional: bool) -> Node | None:
    """What a node is the expectation of, by linearity; for conditional ones only where it is one itself."""
    match node:
        case Op("E", (body, *_)):
            return body
        case Op("Var", (x,)) if not conditional and x.shape.is_scalar:
            gap = Op("add", (x, Op("neg", (Op("E", (x,)),))))
            return Op("pow", (gap, Lit(Fraction(2))))
        case Op("add" | "neg", args) if not conditional:
            inside = [one for a in args if (one := _averaged(setting, a, conditional)) is not None]
            return replace(node, args=tuple(inside)) if len(inside) == len(args) else None
        case Op("mul", args) if not conditional and all(x.shape.is_scalar for x in args):
            moving = [k for k, x in enumerate(args) if not _is_fixed(setting, x)]
            if not moving:
                return node
            part = _averaged(setting, args[moving[0]], conditional) if len(moving) == 1 else None
            return None if part is None else replace(node, args=(*args[: moving[0]], part, *args[moving[0] + 1 :]))
        case Op("div", (above, below)) if not conditional and _is_fixed(setting, below):
            part = _averaged(setting, above, conditional)
            return None if part is None else replace(node, args=(part, below))
        case _ if not conditional and _is_fixed(setting, node):
            return node
    return None


def _is_fixed(setting: Setting, node: Node) -> bool:
    """Nothing in it is random, also through definitions."""
    names = reachable_names(setting, Claim(node, "=", node))
    random = (n for n in names if n in setting.laws or (n in setting.symbols and setting.symbols[n].random))
    return next(random, None) is None
