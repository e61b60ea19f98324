"""Where both sides of a step are defined: what its denominators, logarithms, roots and inverses need.

A proof holds wherever both sides have a value. What that needs and no declaration grants is listed with the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from checks.model import Between, Binder, Claim, Lit, Node, Op, Setting, names_in, parts, walk
from checks.normal.algebra import Undefined
from checks.normal.common import NoRule
from checks.normal.difference import Sides
from checks.normal.poly import ONE, OutOfBudget, Poly
from checks.wording import NoWords, author_name, worded
from language.derivation import Given, Property
from language.terms import free_names

ZERO = Lit(Fraction(0))
Need: TypeAlias = tuple[Node, str, tuple[str, ...]]  # a node, what must hold of it, the summation variables around it
INVERTIBLE = ("invertible", "positive definite", "orthogonal")
MOST_LISTED = 4
RANDOM = ("E", "Var", "Cov", "density", "KL")  # what happens inside is up to chance, not to the author


def where_defined(setting: Setting, claim: Claim, givens: Sequence[Given]) -> tuple[str, ...]:
    """Conditions such as `1 + a_{i} != 0 for every i`, those that no declaration grants. Never fails."""
    sides = Sides(setting, Claim(ZERO, "=", ZERO))  # the claim itself would grant that its logarithms exist
    _learn_ranges(sides, claim)
    invertible = [free_names(g.subject) for g in givens if isinstance(g, Property) and g.word in INVERTIBLE]
    found: dict[str, None] = {}
    written = [need for side in (claim.lhs, claim.rhs) for need in _needs(side, ())]
    needs = [simple for need in written for simple in _simplified(sides, *need)]
    for node, relation, bound in sorted(needs, key=_order):
        declared = relation == "invertible" and names_in(node) in invertible
        if not declared and not _granted(sides, node, relation):
            found[_text(node, relation, bound)] = None
    return tuple(text for text in found if text)[:MOST_LISTED]


def _learn_ranges(sides: Sides, claim: Claim) -> None:
    """Variables of sums and products start at what is written below the sign."""
    facts = sides.algebra.facts
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        match node:
            case Binder("sum" | "prod", var, Between(Lit(low))) if low.denominator == 1:
                facts.integers.add(var)
                facts.least[var] = int(low)


def _order(need: Need) -> tuple[int, bool]:
    """u > 0 before u v > 0, and u > 0 before u >= 0: the first may grant the second."""
    node, relation, _ = need
    return len(list(walk(node))), relation != ">"


def _needs(node: Node, bound: tuple[str, ...]) -> Iterator[Need]:
    """Subnodes with what must hold of them, and the summation variables around them."""
    match node:
        case Op(head) if head in RANDOM:
            return
        case Binder(_, var, Between()):
            bound = (*bound, var)
        case Binder():
            return
        case Op("div", (_, below)):
            yield below, "!=", bound
        case Op("log", (inside,)):
            yield inside, ">", bound
        case Op("sqrt", (inside,)):
            yield inside, ">=", bound
        case Op("pow", (base, Lit(value))) if value < 0:
            yield base, "!=" if base.shape.is_scalar else "invertible", bound
        case Op("pow", (base, exponent)) if base.shape.is_matrix and not isinstance(exponent, Lit):
            yield from [] if names_in(exponent) & {*bound} else [(exponent, ">=", bound)]
        case _:
            pass
    for part in parts(node):
        yield from _needs(part, bound)


def _simplified(sides: Sides, node: Node, relation: str, bound: tuple[str, ...]) -> Iterator[Need]:
    """A product is not zero where its factors are not, and has the sign of the one factor whose sign is open."""
    match node, relation:
        case Op("mul" | "div"), "!=" if _is_product(node):
            for factor in _factors(node):
                yield from _simplified(sides, factor, relation, bound)
        case Op("mul" | "div"), ">" | ">=" if _is_product(node):
            yield from _signed(sides, node, relation, bound)
        case Op("pow", (base, Lit(value))), "!=" if value > 0:
            yield from _simplified(sides, base, relation, bound)
        case Op("sqrt", (inside,)), "!=" | ">":
            yield from _simplified(sides, inside, ">", bound)
        case Op("abs", (inside,)), ">":
            yield from _simplified(sides, inside, "!=", bound)
        case Op("pow", (base, Lit(value))), ">" if _is_even(Lit(value)):
            yield from _simplified(sides, base, "!=", bound)
        case _:
            yield node, relation, bound


def _signed(sides: Sides, node: Node, relation: str, bound: tuple[str, ...]) -> Iterator[Need]:
    factors = [f for f in _factors(node) if not _granted(sides, f, ">", learn=False)]
    is_even = {f: isinstance(f, Op) and f.head == "pow" and _is_even(f.args[1]) for f in factors}
    if sum(not even for even in is_even.values()) > 1:
        yield node, relation, bound
        return
    for factor in factors:
        if not (is_even[factor] and relation == ">="):
            yield from _simplified(sides, factor, relation, bound)


def _is_even(exponent: Node) -> bool:
    return isinstance(exponent, Lit) and exponent.value.denominator == 1 and exponent.value % 2 == 0


def _is_product(node: Node) -> bool:
    """Of numbers: an inner product is not zero for other reasons."""
    return isinstance(node, Op) and node.head in ("mul", "div") and all(a.shape.is_scalar for a in node.args)


def _factors(node: Node) -> Iterator[Node]:
    if not isinstance(node, Op) or not _is_product(node):
        yield node
        return
    for arg in node.args:
        yield from _factors(arg)


def _granted(sides: Sides, node: Node, relation: str, learn: bool = True) -> bool:
    """Whether it holds for sure; also where the question cannot be put, and the proof says what it needs itself."""
    if relation == "invertible":
        return isinstance(node, Op) and node.head == "identity"
    if not node.shape.is_scalar:
        return True
    try:
        value = sides.normaliser.entry(node, ONE, ONE, {})
    except (NoRule, Undefined, OutOfBudget):
        return True
    if _holds(sides, value, relation):
        return True
    if relation == ">" and learn:
        sides.algebra.facts.positive_polys.add(value)
    return False


def _holds(sides: Sides, value: Poly, relation: str) -> bool:
    facts = sides.algebra.facts
    match relation:
        case ">":
            return facts.positive(value)
        case ">=":
            return facts.nonnegative(value)
        case _:
            return facts.not_zero(value)


def _text(node: Node, relation: str, bound: tuple[str, ...]) -> str:
    """Empty for what cannot be said in a few words."""
    try:
        text = worded(node)
        if relation == "invertible":
            return f"{text} is invertible"
        names = [author_name(b) for b in bound if b in names_in(node)]
    except NoWords:
        return "the matrix that is inverted is invertible" if relation == "invertible" else ""
    return f"{text} {relation} 0" + (f" for every {', '.join(names)}" if names else "")
