"""Sums that are visibly not negative: sum_i g_i (sum_j X_{ij} h_j)^2, multiplied out, in symbolic dimension."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from checks.normal.facts import Facts
from checks.normal.poly import Atom, Mono, Poly, number, of_atom, rename, symbol

MOST_SUMS = 6
Factors = tuple[tuple[Atom, Poly], ...]


def visibly_nonnegative(poly: Poly, facts: Facts) -> bool:
    """Whether every term is a square of a sum, times what is known to be >= 0."""
    return all(c > 0 and _nonnegative(mono, facts) for mono, c in poly.terms)


def _nonnegative(mono: Mono, facts: Facts) -> bool:
    if facts.nonnegative(Poly(((mono, Fraction(1)),))):
        return True
    if len(mono.sums) > MOST_SUMS:
        return False
    return any(_is_square(mono, pairs, facts) for pairs in _pairings(mono.sums))


def _pairings(sums: tuple[tuple[str, Poly], ...]) -> Iterator[list[tuple[str, str]]]:
    """Ways to pair some of the variables that run over the same range."""
    if not sums:
        yield []
        return
    (name, bound), *rest = sums
    yield from _pairings(tuple(rest))
    for k, (other, its_bound) in enumerate(rest):
        if its_bound == bound:
            for pairs in _pairings((*rest[:k], *rest[k + 1 :])):
                yield [(name, other), *pairs]


def _is_square(mono: Mono, pairs: list[tuple[str, str]], facts: Facts) -> bool:
    """Whether the factors are a part in one half of the pairs, the same part in the other half, and the rest >= 0."""
    if not pairs:
        return False
    for flips in product((False, True), repeat=len(pairs)):
        if flips[0]:
            return False  # the same as with all the others turned around
        one = {(b if flip else a): (a if flip else b) for (a, b), flip in zip(pairs, flips, strict=True)}
        if _halves(mono.factors, one, facts):
            return True
    return False


def _halves(factors: Factors, one: dict[str, str], facts: Facts) -> bool:
    left: list[str] = []
    right: list[str] = []
    for atom, exponent in factors:
        names = atom.names | exponent.names
        in_one, in_other = bool(names & one.keys()), bool(names & set(one.values()))
        if in_one and in_other:
            return False
        if in_one:
            left.append(_key(rename(of_atom(atom), one), rename(exponent, one)))
        elif in_other:
            right.append(_key(of_atom(atom), exponent))
        elif not _factor_nonnegative(atom, exponent, facts):
            return False
    return bool(left) and sorted(left) == sorted(right)


def _key(base: Poly, exponent: Poly) -> str:
    return f"{base.key}^{exponent.key}"


def _factor_nonnegative(atom: Atom, exponent: Poly, facts: Facts) -> bool:
    return facts.nonnegative(Poly(((Mono((), ((atom, exponent),)), Fraction(1)),)))


__all__ = ["number", "symbol", "visibly_nonnegative"]
