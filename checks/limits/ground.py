"""Refutation of a limit at one instance: with numbers for all parameters, the calculus finds another limit.

The instance satisfies the hypotheses; that its limit differs from the claimed one is certain by ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import flint
from hence.checks.limit_points import infinity_of, limits_in
from hence.checks.limits.balls import ball, ball_sign
from hence.checks.limits.calculus import Infinite, Limit, Swings
from hence.checks.limits.rule import limit_of
from hence.checks.model import Binder, Claim, Definition, Dim, Lit, Node, Ref
from hence.checks.normal.algebra import Algebra, Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import Normaliser, Unfolding
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import ONE, Atom, Budget, OutOfBudget, Poly, any_atom, number, symbol
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.search import Refutation
from hence.checks.numeric.show import counterexample
from hence.checks.numeric.world import World


class _Grounded(Normaliser):
    """Normal forms at an instance: every symbol but the variables that tend has its number."""

    def __init__(self, world: World, moving: frozenset[str], closed: dict[str, Definition]) -> None:
        setting = replace(world.setting, constraints=(), definitions=world.definitions)
        super().__init__(setting, Algebra(Facts(), Budget(), closed_forms=True), Unfolding({}, closed))
        self.world, self.moving = world, moving
        self.evaluator = Evaluator(world, exact=True)
        world.evaluator = self.evaluator

    def dimension(self, dim: Dim) -> Poly:
        return number(self.world.dim(dim))

    def sum_over_dims(self, dims: list[Dim], body: Callable[[list[Poly]], Poly]) -> Poly:
        return super().sum_over_dims([self.world.dim(dim) for dim in dims], body)

    def prepared(self, poly: Poly) -> Poly:
        """Entries whose index has become a number."""
        for name in sorted(poly.names - self.moving):
            poly = self.algebra.replace_symbol(poly, name, self._value_at(name))
        return poly

    def _value_at(self, name: str) -> Callable[[tuple[Poly, ...]], Poly]:
        unfolded = super()._value_at(name)

        def value(indices: tuple[Poly, ...]) -> Poly:
            found = unfolded(indices)
            return self._number(name, indices) if found == symbol(name, *indices) else found

        return value

    def _number(self, name: str, indices: tuple[Poly, ...]) -> Poly:
        places = [i.integer for i in indices]
        if name in self.moving or name[0] in "~%@!" or any(p is None for p in places):
            return symbol(name, *indices)
        node = Ref(name, tuple(Lit(Fraction(p)) for p in places if p is not None))
        value = xp.plain(self.evaluator.value(node))
        if value.size != 1 or not isinstance(value.flat[0], flint.fmpq):
            raise NoRule(f"{name} has no exact value")
        return number(Fraction(int(value.flat[0].p), int(value.flat[0].q)))


def refute(world: World, claim: Claim, closed: dict[str, Definition], seed: int) -> Refutation | None:
    """A certificate that the claim fails at this instance, or None where the calculus has no answer there.

    `closed` are closed forms of sequences that were proved.
    """
    moving = frozenset(n.var for side in (claim.lhs, claim.rhs) for n in limits_in(side))
    n = _Grounded(world, moving, closed)
    rows, cols = world.size(claim.lhs.shape)
    for row in range(1, rows + 1):
        for col in range(1, cols + 1):
            try:
                left, right = (_side(n, s, number(row), number(col)) for s in (claim.lhs, claim.rhs))
            except (NoRule, Undefined, OutOfBudget, xp.CannotEvaluate, xp.Undefined, xp.NotExact):
                continue
            if not n.algebra.conditions and _differ(left, right):
                values = {k: v for k, v in counterexample(world).items() if k not in moving}
                return Refutation(values, _show(left), _show(right), "limit calculus and ball arithmetic", seed)
    return None


def _side(n: _Grounded, node: Node, i: Poly, j: Poly) -> Limit:
    infinite = infinity_of(node)
    if infinite:
        return Infinite(infinite)
    if isinstance(node, Binder) and node.head == "lim":
        return limit_of(n, node, i if node.shape.rows != 1 else ONE, j if node.shape.cols != 1 else ONE, {})
    return n.prepared(n.entry(node, i, j, {}))


def _differ(left: Limit, right: Limit) -> bool:
    if isinstance(left, Poly) and isinstance(right, Poly):
        return ball_sign(left - right) in (1, -1)
    if isinstance(left, Infinite) and isinstance(right, Infinite):
        return left.sign != right.sign
    closed = all(not isinstance(x, Poly) or _is_closed(x) for x in (left, right))
    return closed and type(left) is not type(right)


def _is_closed(poly: Poly) -> bool:
    def is_symbol(atom: Atom) -> bool:
        return atom.kind == "sym"

    return not any_atom(poly, is_symbol)


def _show(limit: Limit) -> str:
    match limit:
        case Infinite(sign):
            return {1: "infinity", -1: "-infinity", 0: "unbounded, of both signs"}[sign]
        case Swings():
            return "no limit"
        case _:
            value = limit.constant
            return str(value) if value is not None else f"{float(ball(limit).mid()):.6g}"
