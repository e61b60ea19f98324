"""The difference of two sides as a normal form, and the test whether it vanishes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count, product

from hence.checks.conditions import Relation
from hence.checks.model import Claim, Dim, Node, Setting, Shape
from hence.checks.normal.algebra import Algebra
from hence.checks.normal.angles import angles_added
from hence.checks.normal.entries import Normaliser, Unfolding
from hence.checks.normal.exponents import with_same_exponents
from hence.checks.normal.fractions import reduced
from hence.checks.normal.inverses import inverted_matrices
from hence.checks.normal.kinks import absolutes_as_indicators
from hence.checks.normal.known import facts_of
from hence.checks.normal.matrix_powers import expanded
from hence.checks.normal.places import places
from hence.checks.normal.poly import ONE, ZERO, Atom, Budget, Mono, Poly, number, of_mono, symbol
from hence.checks.normal.power_rules import power_rules
from hence.checks.normal.rewriting import Rewrite, inverse_rules, rewrite, rules_of
from hence.checks.sizes import is_composite
from hence.language.records import lazy

MOST_DENOMINATORS = 10
MOST_ENTRIES = 36
ROW, COLUMN = "row#", "column#"


class Sides:
    """A claim with one algebra for both of its sides."""

    def __init__(
        self,
        setting: Setting,
        claim: Claim,
        unfolding: Unfolding | None = None,
        closed_forms: bool = True,
        granted: Collection[Relation] = (),
    ) -> None:
        facts = facts_of(setting, claim)
        known = facts.positive_polys | {r.left for r in granted if isinstance(r.left, Poly)}
        self.algebra = Algebra(replace(facts, positive_polys=known), Budget(), closed_forms)
        self.algebra.conditions.update(dict.fromkeys(granted))
        self.normaliser = Normaliser(setting, self.algebra, unfolding)
        self.claim = claim
        self.normaliser.inverted = frozenset(inverted_matrices(claim))
        self.setting = setting

    @lazy
    def hypotheses(self) -> list[Rewrite]:
        """The equations among the hypotheses as rules, for what is no identity without them."""
        return rules_of(self.setting, self.normaliser)

    def signs_needed(self) -> list[Relation]:
        """The conditions p > 0 on which the normal forms rest; none where they contradict each other."""
        signs = {
            c: c.left
            for c in self.algebra.conditions
            if isinstance(c, Relation) and c.relation == ">" and not c.every
            if isinstance(c.left, Poly) and c.right == ZERO
        }
        facts, known = self.algebra.facts, set(signs.values())
        return [] if any(facts.positive(-p) or -p in known for p in known) else list(signs)

    def entry_of(self, node: Node, env: Mapping[str, Poly] | None = None) -> Poly:
        """The generic entry, rewritten by the hypotheses; `env` gives values to free indices.

        Raises NoRule, Undefined, OutOfBudget.
        """
        i, j = self.indices(node.shape)
        return self.rewritten(self.normaliser.entry(node, i, j, env or {}))

    def rewritten(self, poly: Poly) -> Poly:
        poly = expanded(self.algebra, poly)
        rules = [
            *inverse_rules(self.algebra, poly, self.hypotheses),
            *power_rules(self.algebra, poly),
            *self.hypotheses,
        ]
        return rewrite(self.algebra, poly, rules, self.normaliser.used)

    def indices(self, shape: Shape) -> tuple[Poly, Poly]:
        indices = []
        for name, dim in ((ROW, shape.rows), (COLUMN, shape.cols)):
            if dim == 1:
                indices.append(ONE)
                continue
            self.algebra.facts.integers.add(name)
            self.algebra.facts.ranges[name] = self.normaliser.dimension(dim)
            indices.append(symbol(name))
        return indices[0], indices[1]

    def cases(self, shape: Shape) -> list[tuple[Poly, Poly]]:
        """Generic indices: more than one pair where rows or columns come in blocks."""
        rows, columns = (self._places(name, dim) for name, dim in ((ROW, shape.rows), (COLUMN, shape.cols)))
        return [(i, j) for i in rows for j in columns]

    def _places(self, name: str, dim: Dim) -> list[Poly]:
        if not is_composite(dim) and not isinstance(dim, int):
            first, second = self.indices(Shape(dim, 1)) if name == ROW else self.indices(Shape(1, dim))
            return [first if name == ROW else second]
        self.normaliser.dimension(dim)
        names = (f"{name}{k}" for k in count(1))
        found = places(dim, lambda: next(names))
        for variable, bound in (pair for place in found for pair in place.variables):
            self.algebra.facts.integers.add(variable)
            self.algebra.facts.ranges[variable] = bound
        return [place.index for place in found]

    def difference(self) -> Poly:
        """left - right, with denominators cleared: zero if and only if the sides agree where they are defined."""
        return self.difference_of(self.claim)

    def difference_of(self, claim: Claim, env: Mapping[str, Poly] | None = None) -> Poly:
        """As `difference`, of another claim in the same algebra."""
        for i, j in self.cases(claim.lhs.shape):
            found = self.settled(self._raw_at(claim, i, j, env or {}))
            if not found.is_zero:
                return found
        return ZERO

    def _raw_at(self, claim: Claim, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        left, right = (self.normaliser.entry(side, i, j, env) for side in (claim.lhs, claim.rhs))
        return ZERO if left == right else self.rewritten(left) - self.rewritten(right)

    def raw_difference(self, claim: Claim, env: Mapping[str, Poly] | None = None) -> Poly:
        """left - right as it stands."""
        return self.entry_of(claim.lhs, env) - self.entry_of(claim.rhs, env)

    def settled(self, difference: Poly) -> Poly:
        """A difference with denominators cleared and hypotheses used: zero if and only if it was."""
        difference = self.rewritten(cleared(difference, self.algebra))
        inside = reduced(self.algebra, absolutes_as_indicators(self.algebra, difference))
        inside = angles_added(self.algebra, inside)
        found = difference if inside == difference else self.rewritten(cleared(inside, self.algebra))
        return with_same_exponents(self.algebra, found, lambda gap: self.settled(gap).is_zero)

    def rules(self) -> tuple[str, ...]:
        return (*self.normaliser.used, *self.algebra.rules)


def differs_somewhere(sides: Sides) -> bool:
    """Whether some entry of two matrices with numbers of rows and columns has two different values."""
    shape = sides.claim.lhs.shape
    if not (isinstance(shape.rows, int) and isinstance(shape.cols, int)) or shape.rows * shape.cols > MOST_ENTRIES:
        return False
    n, facts = sides.normaliser, sides.algebra.facts
    for i, j in product(range(1, shape.rows + 1), range(1, shape.cols + 1)):
        here = number(i), number(j)
        gap = sides.rewritten(n.entry(sides.claim.lhs, *here, {}) - n.entry(sides.claim.rhs, *here, {}))
        if facts.positive(gap) or facts.positive(-gap):
            return True
    return False


def cleared(poly: Poly, algebra: Algebra) -> Poly:
    """Multiply by denominators, one after the other."""
    for _ in range(MOST_DENOMINATORS):
        found = denominator(poly)
        if found is None or poly.is_zero:
            return poly
        atom, exponent = found
        poly = algebra.mul(poly, of_mono(Mono((), ((atom, number(-exponent)),))))
    return poly


def denominator(poly: Poly) -> tuple[Atom, Fraction] | None:
    """A sum in a denominator, and its most negative power."""
    worst: dict[Atom, Fraction] = {}
    for mono, _ in poly.terms:
        bound = {v for v, _ in mono.sums}
        for atom, exponent in mono.factors:
            value = exponent.constant
            if atom.kind == "poly" and value is not None and value < 0 and not atom.names & bound:
                worst[atom] = min(value, worst.get(atom, value))
    if not worst:
        return None
    atom = max(worst, key=lambda a: (a.height, len(a.key)))
    return atom, worst[atom]
