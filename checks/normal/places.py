"""Indices of block matrices and Kronecker products: which block an index falls into, which pair it stands for.

An index is always a number. Over `n + m` it is k or n + k, over `m * p` it is (i - 1) p + j; the parts are found
again from the ranges of their variables.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from hence.checks.model import Dim
from hence.checks.normal.common import NoRule
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import ONE, UNIT, ZERO, Mono, Poly, collect, number, of_mono, symbol, total
from hence.checks.sizes import product_of, terms_of
from hence.language.records import dataclass

LARGEST_WRITTEN_OUT = 12


@dataclass(frozen=True)
class Place:
    """An index as a polynomial in variables, each with its range."""

    index: Poly
    variables: tuple[tuple[str, Poly], ...]


@lru_cache(maxsize=1024)  # the few dimensions of a page are asked for at every index
def size_poly(dim: Dim) -> Poly:
    """A dimension as a polynomial in its names."""
    return total(_product([_atom(f) for f in term]) for term in terms_of(dim))


def _atom(dim: Dim) -> Poly:
    return number(dim) if isinstance(dim, int) else symbol(dim)


def _product(polys: list[Poly]) -> Poly:
    result = ONE
    for poly in polys:
        result = collect((_times(a, b), c * d) for a, c in result.terms for b, d in poly.terms)
    return result


def _times(a: Mono, b: Mono) -> Mono:
    powers = dict(a.factors)
    for atom, exponent in b.factors:
        powers[atom] = powers[atom] + exponent if atom in powers else exponent
    return Mono((), tuple(sorted(powers.items(), key=lambda f: (f[0].key, f[1].key))))


def places(dim: Dim, fresh: Callable[[], str]) -> list[Place]:
    """The generic indices of a dimension: at least one for each of its terms; small numbers are counted out."""
    found, offset = [], ZERO
    for term in terms_of(dim):
        made = [Place(ONE, ())]
        for factor in term:
            made = [extended for place in made for extended in _extended(place, factor, fresh)]
        found += [Place(offset + place.index, place.variables) for place in made]
        offset = offset + size_poly(product_of(term))
    return found


def _extended(place: Place, factor: Dim, fresh: Callable[[], str]) -> list[Place]:
    """(i - 1) p + j for an index j of a further factor p."""
    size = _atom(factor)
    before = _product([place.index - ONE, size])
    if isinstance(factor, int) and factor <= LARGEST_WRITTEN_OUT:
        return [Place(before + number(k), place.variables) for k in range(1, factor + 1)]
    name = fresh()
    return [Place(before + symbol(name), (*place.variables, (name, size)))]


def is_within(facts: Facts, index: Poly, dim: Dim) -> bool:
    """Whether 1 <= index <= dim, because of how the index is made."""
    offset = ZERO
    for term in terms_of(dim):
        if _in_product(facts, index - offset, term):
            return True
        offset = offset + size_poly(product_of(term))
    return False


def _in_product(facts: Facts, index: Poly, factors: tuple[Dim, ...]) -> bool:
    last, before = factors[-1], factors[:-1]
    if not before:
        size, value = _atom(last), index.integer
        if value is not None:
            return value == 1 or (isinstance(last, int) and 1 <= value <= last)
        return index.variable is not None and facts.ranges.get(index.variable) == size
    return _pair(facts, index, product_of(before), last) is not None


def pair_of(facts: Facts, index: Poly, outer: Dim, inner: Dim) -> tuple[Poly, Poly]:
    """The i and j of index = (i - 1) inner + j. Raises NoRule where they cannot be told."""
    if inner == 1:
        return index, ONE
    if outer == 1:
        return ONE, index
    found = _pair(facts, index, outer, inner)
    if found is None:
        raise NoRule("an index of a Kronecker product that does not split into a pair")
    return found


def _pair(facts: Facts, index: Poly, outer: Dim, inner: Dim) -> tuple[Poly, Poly] | None:
    for low, high in _splits(index, size_poly(inner)):
        if is_within(facts, low, inner) and is_within(facts, high, outer):
            return high, low
    return None


def _splits(index: Poly, size: Poly) -> list[tuple[Poly, Poly]]:
    """j and i with index = (i - 1) size + j, by which terms the size divides."""
    whole = size.integer
    divided, rest = [], []
    for mono, c in index.terms:
        quotient = _quotient(mono, c, size)
        if quotient is None or (whole is not None and mono == UNIT):
            rest.append((mono, c))
        else:
            divided.append(quotient)
    high, low = collect(divided) + ONE, collect(rest)
    if whole is None:
        return [(low, high)]
    constant = int(sum((c for m, c in rest if m == UNIT), Fraction(0)))
    free = low - number(constant)
    choices = [(constant - 1) % whole + 1] if free.is_zero else [constant % whole, constant % whole - whole]
    return [(free + number(k), high + number((constant - k) // whole)) for k in choices]


def _quotient(mono: Mono, c: Fraction, size: Poly) -> tuple[Mono, Fraction] | None:
    """The term divided by a size that is one term itself."""
    if len(size.terms) != 1 or mono.sums:
        return None
    (by, factor), powers = size.terms[0], dict(mono.factors)
    for atom, exponent in by.factors:
        power = powers.get(atom)
        left = power - exponent if power is not None else None
        if left is None or left.integer is None or left.integer < 0:
            return None
        powers[atom] = left
    value = c / factor
    if value.denominator != 1:
        return None
    kept = tuple(sorted(((a, e) for a, e in powers.items() if not e.is_zero), key=lambda f: (f[0].key, f[1].key)))
    return Mono((), kept), value


def never_zero(facts: Facts, difference: Poly) -> bool:
    """Whether an index difference is not zero anywhere in the ranges of its variables."""
    low = high = difference
    for mono, c in difference.terms:
        name = of_mono(mono).variable
        if name is None or name not in facts.ranges or facts.ranges[name].names & {name}:
            continue
        term, bound = Poly(((mono, c),)), facts.ranges[name].scaled(c)
        least, most = (number(c), bound) if c > 0 else (bound, number(c))
        low, high = low - term + least, high - term + most
    if low == difference:
        return False
    return facts.positive(low) or facts.positive(-high)


def as_pairs(facts: Facts, difference: Poly) -> tuple[Poly, Poly] | None:
    """(i - i') p + (j - j') with j and j' in 1..p: zero if and only if both differences are."""
    variables = {v: c for m, c in difference.terms if (v := of_mono(m).variable) in facts.ranges}
    for plus in (v for v, c in variables.items() if c == 1):
        for minus in (v for v, c in variables.items() if c == -1 and facts.ranges[v] == facts.ranges[plus]):
            inner = symbol(plus) - symbol(minus)
            rest = difference - inner
            quotients = [_quotient(m, c, facts.ranges[plus]) for m, c in rest.terms]
            if rest.terms and all(q is not None for q in quotients):
                return collect(q for q in quotients if q is not None), inner
    return None
