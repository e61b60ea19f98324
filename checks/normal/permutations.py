"""Permutations of indices: sums may be taken in any order.

`\\pi(i)` is an entry `\\pi_i` whose value is an index. `\\pi^{-1}` is a symbol of its own; each undoes the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.checks.normal.core import Factors, SumList
from hence.checks.normal.poly import Atom, Poly, any_atom, fresh_variable, symbol
from hence.language.inverse_names import INVERSE, inverse_name

if TYPE_CHECKING:
    from hence.checks.normal.sums import Sums


def permuted(name: str, index: Poly) -> Poly:
    """The index that a permutation maps an index to; what one does, its inverse undoes."""
    inner = index.atom
    if inner is not None and inner.kind == "sym" and inner.name == inverse_name(name) and len(inner.args) == 1:
        return inner.args[0]
    return symbol(name, index)


def image(poly: Poly, permutations: dict[str, Poly]) -> tuple[str, Poly] | None:
    """The permutation and the index of `\\pi(i)`, where that is all there is."""
    atom = poly.atom
    if atom is None or atom.kind != "sym" or atom.name not in permutations or len(atom.args) != 1:
        return None
    return atom.name, atom.args[0]


def equal_images(left: Poly, right: Poly, permutations: dict[str, Poly]) -> tuple[Poly, Poly]:
    """\\pi(i) = \\pi(j) if and only if i = j; \\pi^{-1}(i) = j if and only if i = \\pi(j)."""
    one, two = image(left, permutations), image(right, permutations)
    if one is not None and two is not None and one[0] == two[0]:
        return one[1], two[1]
    for here, other in ((one, right), (two, left)):
        if here is not None and here[0].endswith(INVERSE) and other.variable is not None:
            return here[1], permuted(inverse_name(here[0]), other)
    return left, right


def split_images(difference: Poly, permutations: dict[str, Poly]) -> tuple[Poly, Poly] | None:
    """The sides of `\\pi(i) - rest = 0`."""
    for mono, c in difference.terms:
        alone = Poly(((mono, c / c),))
        if abs(c) == 1 and image(alone, permutations) is not None:
            return alone, alone - difference.scaled(1 / c)
    return None


def reindexed(algebra: Sums, sums: SumList, factors: Factors) -> Poly | None:
    """A sum over i of a function of \\pi(i) is the sum of that function over i."""
    for variable, bound in sums:
        if any(variable in b.names for _, b in sums):
            continue
        for name, size in algebra.facts.permutations.items():
            if size != bound:
                continue
            changed = _without(algebra, variable, name, factors)
            if changed is not None:
                new, body = changed
                algebra.rules["sum-over-permutation"] = None
                return algebra.sum_all([(new, bound) if v == variable else (v, b) for v, b in sums], body)
    return None


def unpermuted(algebra: Sums, variable: str, bound: Poly, body: Poly) -> tuple[str, Poly]:
    """The factor of a product over i, with i in the place of \\pi(i) where that is all it depends on."""
    for name, size in algebra.facts.permutations.items():
        mapped = Atom("sym", name, (symbol(variable),))
        if size == bound and any_atom(body, lambda a, mapped=mapped: a == mapped):  # type: ignore[misc]
            new = fresh_variable()
            algebra.facts.ranges[new] = bound
            renamed = algebra.replace_atom(body, mapped, symbol(new))
            if variable not in renamed.names:
                algebra.rules["product-over-permutation"] = None
                return new, renamed
    return variable, body


def _without(algebra: Sums, variable: str, name: str, factors: Factors) -> tuple[str, Poly] | None:
    """The factors with another summation variable, in which the permutation is gone, or its inverse."""
    mapped = Atom("sym", name, (symbol(variable),))
    whole = algebra.product(factors)
    if not any_atom(whole, lambda a: a == mapped):
        return None
    new = fresh_variable()
    algebra.facts.ranges[new] = algebra.facts.permutations[name]
    renamed = algebra.replace_atom(whole, mapped, symbol(new))
    if variable not in renamed.names:
        return new, renamed
    if not name.endswith(INVERSE):
        return None
    return new, algebra.replace(factors, {variable: symbol(inverse_name(name), symbol(new))})
