"""Content of a polynomial: the factor that all its terms share, pulled out canonically.

P = coefficient * outer * inner, where `outer` is a product without sums. Shared integer powers
(negative ones too), shared exponentials and shared symbolic powers come out, so that
1/(e^x + 1) and e^{-x}/(1 + e^{-x}) have the same denominator.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cmp_to_key

from hence.checks.normal.poly import ONE, ZERO, Atom, Mono, Poly, close, collect, open_sums

BOUND_NAME = re.compile(r"[~%@][0-9.]+")


def extract_content(poly: Poly, signed: bool) -> tuple[Fraction, Mono, Poly]:
    """Coefficient, outer product and inner polynomial. `signed`: the coefficient may be negative."""
    shared: dict[Atom, Poly] = {}
    per_term = [_free_powers(mono) for mono, _ in poly.terms]
    for atom in {a: None for powers in per_term for a in powers}:
        exponents = [powers.get(atom, ZERO) for powers in per_term]
        common = _common(exponents)
        if not common.is_zero:
            shared[atom] = common
    inner = poly if not shared else collect((_divide(m, shared), c) for m, c in poly.terms)
    coefficient = inner.terms[0][1] if signed else abs(inner.terms[0][1])
    outer = close((), list(shared.items()))
    return coefficient, outer, inner.scaled(1 / coefficient)


def whole_content(poly: Poly, signed: bool = False) -> tuple[Fraction, Mono, Poly]:
    """The content, with the powers that a symbolic exponent leaves behind: x^t - x^{t+1} is x^t (1 - x).

    The largest exponent comes out first, and 1/x - 1 is left, of which the least one does.
    """
    coefficient, outer, left = extract_content(poly, signed)
    again, more, inner = extract_content(left, signed)
    powers = dict(outer.factors)
    for atom, exponent in more.factors:
        powers[atom] = powers.get(atom, ZERO) + exponent
    return coefficient * again, close((), [(a, e) for a, e in powers.items() if not e.is_zero]), inner


def _free_powers(mono: Mono) -> dict[Atom, Poly]:
    """Powers of the monomial that do not involve its bound variables; of an exponent, the part that does not."""
    bound = frozenset(v for v, _ in mono.sums)
    powers = {}
    for atom, exponent in mono.factors:
        if atom.kind in ("delta", "step") or atom.names & bound:
            continue
        free = collect((m, c) for m, c in exponent.terms if not m.names & bound)
        if not free.is_zero:
            powers[atom] = free
    return powers


def _common(exponents: list[Poly]) -> Poly:
    """The least exponent when all are numbers, else the largest in a translation-invariant order."""
    values = [e.constant for e in exponents]
    if all(v is not None for v in values):
        return min(exponents, key=lambda e: e.constant or Fraction(0))
    return max(exponents, key=cmp_to_key(compare))


def compare(a: Poly, b: Poly) -> int:
    """-1, 0 or 1 in an order of exponents that stays the same when both are shifted."""
    difference = a - b
    if difference.is_zero:
        return 0
    _, last = max(difference.terms, key=lambda t: (masked(t[0].key), t[0].key))
    return 1 if last > 0 else -1


def masked(key: str) -> str:
    """A key with the names of bound variables made alike, so that renaming them changes no order."""
    return BOUND_NAME.sub("~", key)


def _divide(mono: Mono, shared: dict[Atom, Poly]) -> Mono:
    sums, factors = open_sums(mono)
    exponents = dict(factors)
    for atom, common in shared.items():
        exponents[atom] = exponents.get(atom, ZERO) - common
    return close(sums, [(a, e) for a, e in exponents.items() if not e.is_zero])


__all__ = ["ONE", "extract_content", "whole_content"]
