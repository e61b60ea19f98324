r"""Maxima on both sides: |max f - max g| <= max |f - g| holds because it does at every point.

In u <= v, the one maximum that needs a bound from above is below it if its value at every point a is. Maxima that may
as well be replaced by less (those on the larger side) are at least their values at that a. Minima likewise, the other
way round. Expectations and factors that are not negative keep the order. In an equation a single optimum, in which the
sides are affine, is the value that it has at every point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Binder, Claim, Constraint, Feasible, Lit, Node, Op, Ref, Setting, walk
from hence.checks.normal.entries import replace_refs
from hence.checks.optimum.problem import NotOptimum, Problem, fresh_name, setting_for

LARGEST = {"max": True, "sup": True, "min": False, "inf": False}
ZERO = Lit(Fraction(0))


def optima_in(node: Node) -> Iterator[Binder]:
    """The greatest and least values over all points that a node speaks of."""
    return (n for n in walk(node) if isinstance(n, Binder) and n.head in LARGEST and isinstance(n.over, Feasible))


def at_every_point(setting: Setting, claim: Claim) -> tuple[tuple[Setting, Claim], ...]:
    """Claims about every point that together give the claim. Raises NotOptimum."""
    match claim:
        case Claim(Op("abs", (inner,)), "<=", bound) if any(optima_in(inner)):
            both = (inner, Op("neg", (inner,), inner.shape))
            return tuple(x for side in both for x in _ordered(setting, side, bound))
        case Claim(small, "<=", large) | Claim(large, ">=", small):
            return _ordered(setting, small, large)
        case Claim(left, "=", right):
            return _equal(setting, left, right)
    raise NotOptimum(f"optima that are compared by {claim.relation}")


def _ordered(setting: Setting, small: Node, large: Node) -> tuple[tuple[Setting, Claim], ...]:
    chosen = _Chosen(setting)
    for above, side in ((True, small), (False, large)):
        chosen.look(side, above)
    inside, point = chosen.everywhere(small, large)
    goal = Claim(chosen.at(small, point), "<=", chosen.at(large, point))
    return ((inside, goal), *((setting, Claim(factor, ">=", ZERO)) for factor in chosen.factors))


def _equal(setting: Setting, left: Node, right: Node) -> tuple[tuple[Setting, Claim], ...]:
    chosen = _Chosen(setting, affine=True)
    for side in (left, right):
        chosen.look(side, True)
    inside, point = chosen.everywhere(left, right)
    return ((inside, Claim(chosen.at(left, point), "=", chosen.at(right, point))),)


class _Chosen:
    """The optimum that needs a bound, the others, and the factors in front of them that must not be negative."""

    def __init__(self, setting: Setting, affine: bool = False) -> None:
        self.setting, self.affine = setting, affine
        self.bounded: list[Binder] = []
        self.others: list[Binder] = []
        self.factors: list[Node] = []

    def look(self, node: Node, above: bool) -> None:
        """Sort the optima of a node that needs a bound from above, or from below. Raises NotOptimum."""
        match node:
            case Binder(head, _, Feasible(), body) if head in LARGEST and not any(optima_in(body)):
                (self.bounded if LARGEST[head] == above or self.affine else self.others).append(node)
            case Op("add", args):
                for arg in args:
                    self.look(arg, above)
            case Op("neg", (inner,)):
                self.look(inner, not above)
            case Op("mul", args) if node.shape.is_scalar:
                self._product(args, above)
            case Op("E", (inner,)) if not self.affine:
                known = len(self.bounded)
                self.look(inner, above)
                if len(self.bounded) > known:
                    raise NotOptimum("what is best depends on chance")
            case _ if any(optima_in(node)):
                raise NotOptimum("an optimum inside of something that may change its order")

    def _product(self, args: tuple[Node, ...], above: bool) -> None:
        holding = [a for a in args if any(optima_in(a))]
        if len(holding) > 1:
            raise NotOptimum("a product of optima")
        for arg in holding:
            self.look(arg, above)
            self.factors += [] if self.affine else [a for a in args if a is not arg]

    def everywhere(self, *sides: Node) -> tuple[Setting, Ref]:
        """The setting with a point that may be any, and the point. Raises NotOptimum."""
        if len(self.bounded) != 1 or (self.affine and self.others):
            raise NotOptimum("not one optimum that needs a bound")
        (optimum,) = self.bounded
        assert isinstance(optimum.over, Feasible)
        plain = Problem("max", (Ref(optimum.var, (), optimum.over.shape),), optimum.body, ())
        point = Ref(fresh_name(self.setting, plain, optimum.var.split("#")[0], *sides), (), optimum.over.shape)
        conditions = _conditions(optimum, point)
        if any(_conditions(other, point) != conditions or other.over.shape != point.shape for other in self.others):  # type: ignore[union-attr]
            raise NotOptimum("optima over different points")
        problem = Problem("max", (point,), point, conditions)
        return setting_for(self.setting, problem), point

    def at(self, node: Node, point: Ref) -> Node:
        """The node with each optimum replaced by its value at the point."""
        match node:
            case Binder(head, var, Feasible(), body) if head in LARGEST:
                return replace_refs(body, {var: point})
            case Op(_, args):
                return replace(node, args=tuple(self.at(a, point) for a in args))
        return node


def _conditions(optimum: Binder, point: Ref) -> tuple[Constraint, ...]:
    assert isinstance(optimum.over, Feasible)
    renamed = {optimum.var: point}
    return tuple(
        replace(c, lhs=replace_refs(c.lhs, renamed), rhs=replace_refs(c.rhs, renamed)) for c in optimum.over.conditions
    )
