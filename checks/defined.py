"""Where both sides of a step are defined: what its denominators, logarithms, roots and inverses need.

A proof holds wherever both sides have a value. What that needs and no declaration grants is listed with the verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement

from hence.checks.conditions import Condition, Invertible, Relation, Term, nonzero, with_named_sizes
from hence.checks.cost.shape import is_growth
from hence.checks.model import Claim, Lit, Node, Op, Ref, Setting, names_in, walk
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.determinants import diagonal_of, is_invertible
from hence.checks.normal.difference import Sides, denominator
from hence.checks.normal.kinks import opposed, turned
from hence.checks.normal.poly import ZERO, Budget, Mono, OutOfBudget, Poly, number, of_mono, rename
from hence.checks.normal.show import show
from hence.checks.partial import INVERTIBLE, WHOLE, Need, Partial
from hence.checks.visible import is_definite, is_nonnegative, is_positive
from hence.checks.wording import worded
from hence.language.derivation import Given, Property
from hence.language.terms import free_names
from hence.language.verdicts import Proved, Verdict

DECLARED = ("invertible", "positive definite", "orthogonal")
FAILURES = (NoRule, Undefined, OutOfBudget)
BUDGET = 20_000  # for one question
ROW = "i#row"


def with_domain(verdict: Verdict, setting: Setting, claim: object, givens: Sequence[Given]) -> Verdict:
    """A proof holds where both sides are defined; what that needs is listed."""
    if not isinstance(verdict, Proved) or not isinstance(claim, Claim) or is_growth(claim):
        return verdict
    return replace(verdict, needs=(*verdict.needs, *where_defined(setting, claim, givens, verdict.needs)))


def where_defined(
    setting: Setting, claim: Claim, givens: Sequence[Given], listed: Sequence[Condition] = ()
) -> tuple[Condition, ...]:
    """Conditions such as 1 + a_i != 0 for every i, where neither a declaration nor what is listed grants them."""
    return tuple(with_named_sizes(c, setting.symbols) for c in _Defined(setting, claim, givens, listed).conditions())


class _Defined:
    """The needs of one claim, weighed one after the other: what was found grants what comes later."""

    def __init__(self, setting: Setting, claim: Claim, givens: Sequence[Given], listed: Sequence[Condition]) -> None:
        nothing = Lit(Fraction(0))
        self.sides = Sides(setting, Claim(nothing, "=", nothing))  # the claim would grant that its logarithms exist
        self.facts = self.sides.algebra.facts
        self.declared = [free_names(g.subject) for g in givens if isinstance(g, Property) and g.word in DECLARED]
        self.apart: list[Poly] = []  # values that are listed as not zero
        partial = Partial(setting)
        self.needs = list(dict.fromkeys(n for side in (claim.lhs, claim.rhs) for n in partial.needs(side)))
        for name, least in partial.least.items():
            self.facts.integers.add(name)
            if least is not None:
                self.facts.least[name] = least
        self.listed = listed
        for condition in listed:
            self._learn(condition)

    def conditions(self) -> Iterator[Condition]:
        """Short terms first, since u > 0 and v > 0 grant u v > 0; and u > 0 before u >= 0."""
        plain = (n for need in self.needs for n in self._plain(need))
        simple = [s for n in plain if not self._granted(n.node, n.relation) for s in self._simplified(n)]
        for need in sorted(dict.fromkeys(simple), key=lambda n: (len(list(walk(n.node))), n.relation != ">")):
            condition = self._invertible(need) if need.relation == INVERTIBLE else self._signed(need)
            if condition is not None and condition not in self.listed:
                self._learn(condition)
                yield condition

    # what is needed, in other words -----------------------------------------------------------------

    def _plain(self, need: Need) -> Iterator[Need]:
        """A power with an unknown exponent, and a factorial, as a sign; none where no sign is needed."""
        match need:
            case Need(Op("pow", (base, exponent)), "power", every):
                value = self._value(exponent)
                if value is None or not self.facts.is_integer(value):
                    yield Need(base, ">", every)
                elif not names_in(exponent) & {*every} and not self._is_count(value):
                    yield Need(base, "!=", every)
            case Need(node, relation, every) if relation == WHOLE:
                value = self._value(node)
                if value is None or not (names_in(node) & {*every} or self._is_count(value)):
                    yield Need(node, ">=", every)
            case _:
                yield need

    def _is_count(self, value: Poly) -> bool:
        """Not negative, where integers of which nothing is said begin at 1."""
        least = {**dict.fromkeys(self.facts.integers, 1), **self.facts.least}
        return replace(self.facts, least=least).nonnegative(value)

    def _simplified(self, need: Need) -> Iterator[Need]:
        """A product is not zero where its factors are not, and has the sign of the one factor whose sign is open."""
        node, relation, every = need.node, need.relation, need.every
        match node, relation:
            case Op("neg", (inner,)), "!=":
                yield from self._simplified(Need(inner, relation, every))
            case Op("mul" | "div"), "!=" if _is_product(node):
                for factor in _factors(node):
                    yield from self._simplified(Need(factor, relation, every))
            case Op("mul" | "div"), ">" | ">=" if _is_product(node):
                yield from self._open_factor(need)
            case Op("pow", (base, Lit(value))), "!=" if value > 0:
                yield from self._simplified(Need(base, relation, every))
            case Op("sqrt", (inside,)), "!=" | ">":
                yield from self._simplified(Need(inside, ">", every))
            case Op("abs", (inside,)), ">" | "!=":
                yield from self._simplified(Need(inside, "!=", every))
            case Op("pow", (base, exponent)), ">" if _is_even(exponent):
                yield from self._simplified(Need(base, "!=", every))
            case _ if relation == INVERTIBLE and (matrix := self._inverted(node)) is not None:
                yield from self._simplified(Need(matrix, relation, every))
            case _:
                yield need

    def _inverted(self, node: Node) -> Node | None:
        """The matrix whose inverse, transpose or multiple this is, perhaps by definition."""
        match node:
            case Op("pow", (base, Lit())) | Op("transpose" | "neg", (base,)):
                return base
            case Ref(name, ()):
                definitions = self.sides.normaliser.setting.definitions.get(name, ())
                plain = len(definitions) == 1 and not definitions[0].indices and not definitions[0].params
                return definitions[0].body if plain else None
            case _:
                return None

    def _open_factor(self, need: Need) -> Iterator[Need]:
        """The one factor that stands there an odd number of times; a square must not be zero where a sign is strict."""
        times = Counter(f for f in _factors(need.node) if not self._granted(f, ">"))
        odd = [f for f, count in times.items() if count % 2 and not _is_square(f)]
        if len(odd) > 1:
            yield need
            return
        for factor in times:
            if factor in odd:
                strict = need.relation == ">" or _is_below(need.node, factor)
                yield from self._simplified(Need(factor, ">" if strict else ">=", need.every))
            elif need.relation == ">":
                yield from self._simplified(Need(factor, "!=", need.every))

    # what is granted --------------------------------------------------------------------------------

    def _signed(self, need: Need) -> Condition | None:
        visible = is_nonnegative if need.relation == ">=" else is_positive
        if self._granted(need.node, need.relation) or visible(need.node, self._granted):
            return None
        return Relation(self._shortest(need.node), need.relation, ZERO, need.every)

    def _shortest(self, node: Node) -> Term:
        """y for y + 1 - 1: the polynomial that a number is, where that is shorter than the number as it is written."""
        value = self._value(node) if node.shape.is_scalar else None
        plain = value is not None and all(
            not m.sums and all(a.kind == "sym" and (e.integer or 0) > 0 for a, e in m.factors) for m, _ in value.terms
        )
        return value if plain and value is not None and len(show(value)) < len(worded(node)) else node

    def _invertible(self, need: Need) -> Condition | None:
        """Of a diagonal matrix that its diagonal has no zero."""
        n, matrix = self.sides.normaliser, need.node
        if names_in(matrix) in self.declared:
            return None
        self.sides.algebra.budget = Budget(BUDGET)
        try:
            if is_invertible(n, matrix) or is_definite(n.setting, matrix, self._granted):
                return None
            found = diagonal_of(n, matrix, n.dimension(matrix.shape.rows), {})
        except FAILURES:
            return Invertible(matrix, need.every)
        if found is None:
            return Invertible(matrix, need.every)
        entry = rename(found[1], {found[0]: ROW})
        return None if self._holds(entry, "!=") else nonzero(entry, *need.every, ROW)

    def _granted(self, node: Node, relation: str) -> bool:
        if relation == INVERTIBLE:
            return False
        value = self._value(node)
        if value is not None and self._holds(value, relation):
            return True
        match node, relation:
            case Op("div", (above, below)), ">":
                return self._granted(above, ">") and self._granted(below, ">")
            case Op("pow", (base, exponent)), ">" if _is_even(exponent):
                return self._granted(base, "!=")
            case _:
                return False

    def _value(self, node: Node) -> Poly | None:
        """The normal form of a number, or of a generic entry; None where the question cannot be put."""
        self.sides.algebra.budget = Budget(BUDGET)
        try:
            i, j = self.sides.indices(node.shape)
            value = self._over_positive(self.sides.normaliser.entry(node, i, j, {}))
            apart = all(self._holds(u, "!=") for u in opposed(self.sides.algebra, value))
            return turned(self.sides.algebra, value) if apart else value
        except FAILURES:
            return None

    def _over_positive(self, value: Poly) -> Poly:
        """The value times its denominators, as long as these are positive: its sign is the same."""
        while (found := denominator(value)) is not None and self.facts.positive(found[0].args[0]):
            value = self.sides.algebra.mul(value, of_mono(Mono((), ((found[0], number(-found[1])),))))
        return value

    def _holds(self, value: Poly, relation: str) -> bool:
        match relation:
            case ">":
                return self.facts.positive(value)
            case ">=":
                return self.facts.nonnegative(value)
            case _:
                return self.facts.not_zero(value) or self._is_product_of_known(value)

    def _is_product_of_known(self, value: Poly) -> bool:
        """Up to a number, one of the values that are not zero, or a product of two of them."""
        products = (self.sides.algebra.mul(*pair) for pair in combinations_with_replacement(self.apart, 2))
        return any(value.monic == known.monic for known in (*self.apart, *products))

    def _learn(self, condition: Condition) -> None:
        """What is listed grants what follows from it."""
        if not isinstance(condition, Relation):
            return
        left, right = (t if isinstance(t, Poly) else self._value(t) for t in (condition.left, condition.right))
        if left is None or right is None:
            return
        row = {n: ROW for n in condition.every[-1:] if n in left.names}
        gap = rename(left - right, row) if isinstance(condition.left, Poly) else left - right
        size = left.atom
        match condition.relation:
            case "!=":
                self.apart.append(gap)
            case ">":
                self.facts.positive_polys.add(gap)
            case "<":
                self.facts.positive_polys.add(-gap)
                if size is not None and (size.kind, size.name) == ("fn", "abs"):
                    self.facts.positive_polys |= {right - size.args[0], right + size.args[0]}
            case ">=" | "<=":
                self.facts.nonnegative_polys.add(gap if condition.relation == ">=" else -gap)
            case _:
                pass


def _is_even(exponent: Node) -> bool:
    return isinstance(exponent, Lit) and exponent.value.denominator == 1 and exponent.value % 2 == 0


def _is_square(node: Node) -> bool:
    return isinstance(node, Op) and node.head == "pow" and _is_even(node.args[1])


def _is_below(node: Node, factor: Node) -> bool:
    """Whether a factor of a product stands in a denominator."""
    match node:
        case Op("div", (above, below)):
            return _is_below(above, factor) or factor in _factors(below)
        case Op("mul", args) if _is_product(node):
            return any(_is_below(a, factor) for a in args)
        case _:
            return False


def _is_product(node: Node) -> bool:
    """Of numbers: an inner product is not zero for other reasons."""
    return isinstance(node, Op) and node.head in ("mul", "div") and all(a.shape.is_scalar for a in node.args)


def _factors(node: Node) -> Iterator[Node]:
    if not isinstance(node, Op) or not _is_product(node):
        yield node
        return
    for arg in node.args:
        yield from _factors(arg)
