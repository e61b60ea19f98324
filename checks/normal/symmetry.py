"""Symmetric and skew matrices: the entries of a monomial may be transposed, all of them at once.

One transposition at a time can go from smaller to larger and back: tr(A B C) = tr(C B A) for symmetric matrices
transposes three. So every choice of transpositions is tried, and the smallest result stands for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.poly import ZERO, Atom, Mono, Poly, close, of_mono, open_sums

MOST_TRANSPOSED = 6
Swaps = Mapping[str, Fraction]  # by `kind_of`: A^T = c A


def kind_of(atom: Atom) -> str:
    """The matrix that an entry belongs to: all of the atom but its two indices."""
    inner = ",".join(a.key for a in atom.args[:-2])
    return f"{atom.kind}:{atom.name}:{atom.binds}:{inner}"


def transposed(atom: Atom) -> Atom:
    return Atom(atom.kind, atom.name, (*atom.args[:-2], atom.args[-1], atom.args[-2]), atom.binds)


def symmetrised(algebra: Algebra, mono: Mono, swaps: Swaps) -> Poly:
    """The monomial with its entries transposed in the way that makes it smallest; zero where x = -x shows it."""
    sums, factors = open_sums(mono)
    places = [k for k, (atom, e) in enumerate(factors) if _can_swap(atom, e, swaps)]
    if not places or len(places) > MOST_TRANSPOSED:
        return of_mono(mono)
    signs: dict[Mono, Fraction] = {}
    for choice in product((False, True), repeat=len(places)):
        algebra.budget.spend()
        changed, sign = list(factors), Fraction(1)
        for place, swap in zip(places, choice, strict=True):
            if swap:
                atom, exponent = factors[place]
                changed[place] = (transposed(atom), exponent)
                sign *= swaps[kind_of(atom)] ** (exponent.integer or 1)
        found = close(sums, _merged(changed))
        if signs.setdefault(found, sign) != sign:
            return ZERO
    best = min(signs, key=lambda m: m.key)
    return Poly(((best, signs[best]),))


def _can_swap(atom: Atom, exponent: Poly, swaps: Swaps) -> bool:
    return len(atom.args) >= 2 and kind_of(atom) in swaps and (exponent.integer or 0) > 0


def _merged(factors: list[tuple[Atom, Poly]]) -> list[tuple[Atom, Poly]]:
    """A_{ij} A_{ji} becomes a square where one of the two is transposed."""
    powers: dict[Atom, Poly] = {}
    for atom, exponent in factors:
        powers[atom] = powers[atom] + exponent if atom in powers else exponent
    return list(powers.items())
