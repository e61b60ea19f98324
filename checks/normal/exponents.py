"""Powers of e whose exponents are the same once denominators are cleared.

A normal form keeps e^A as it is written, and A has one form only where it is a polynomial: with (a + b) / c in it,
e^A and e^B may be the same and look different. What stands beside them is multiplied out, so that one e^A less one e^B
is left, and A - B decides.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hence.checks.normal.algebra import EULER, Algebra
from hence.checks.normal.poly import ONE, Mono, Poly, total

MOST_EXPONENTS = 6


def with_same_exponents(algebra: Algebra, poly: Poly, vanishes: Callable[[Poly], bool]) -> Poly:
    """The polynomial with each exponent of e written as the first one that it is equal to."""
    exponents = dict.fromkeys(e for m, _ in poly.terms if (e := _exponent(m)) is not None)
    if not 1 < len(exponents) <= MOST_EXPONENTS:
        return poly
    meant: dict[Poly, Poly] = {}
    for exponent in exponents:
        same = (one for one in dict.fromkeys(meant.values()) if vanishes(one - exponent))
        meant[exponent] = next(same, exponent)
    if all(one == other for one, other in meant.items()):
        return poly
    algebra.rules["equal-exponents"] = None
    return total(_told(algebra, m, meant).scaled(c) for m, c in poly.terms)


def _exponent(mono: Mono) -> Poly | None:
    """What stands above e in a monomial without sums."""
    return next((e for a, e in mono.factors if a == EULER and not mono.sums and e != ONE), None)


def _told(algebra: Algebra, mono: Mono, meant: dict[Poly, Poly]) -> Poly:
    if _exponent(mono) is None:
        return Poly(((mono, Fraction(1)),))
    factors = [(a, meant[e] if a == EULER else e) for a, e in mono.factors]
    return algebra.assemble([], factors, Fraction(1))
