"""Closed forms of sums: geometric sums with any base, and sums of powers of the index."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from checks.normal.core import Core
from checks.normal.poly import ONE, Atom, Mono, Poly, collect, number, of_atom, symbol, total
from checks.normal.show import show

MOST_POWER = 8


def geometric(algebra: Core, variable: str, bound: Poly, factors: list[tuple[Atom, Poly]]) -> Poly | None:
    """sum_{v=1}^{B} r^v = r (1 - r^B) / (1 - r), needing r != 1. None where the summand is no such power."""
    split = ratio_of(algebra, variable, factors)
    if split is None:
        return None
    ratio, constant = split
    if ratio.is_one or any(n[0] in "~%" for n in ratio.names):
        return None
    _need_other_than_one(algebra, ratio)
    algebra.rules["geometric-sum"] = None
    numerator = algebra.mul(constant, ratio, ONE - algebra.power(ratio, bound))
    return algebra.mul(numerator, algebra.power(ONE - ratio, number(-1)))


def binomial(algebra: Core, variable: str, bound: Poly, factors: list[tuple[Atom, Poly]]) -> Poly | None:
    """sum_{v=1}^{B} r^v / (v! (B - v)!) = ((1 + r)^B - 1) / B!. None where the summand is no such term."""
    chosen = {Atom("fn", "factorial", (argument,)) for argument in (symbol(variable), bound - symbol(variable))}
    rest = [(a, e) for a, e in factors if a not in chosen]
    if len(factors) - len(rest) != 2 or any(e != number(-1) for a, e in factors if a in chosen):
        return None
    split = ratio_of(algebra, variable, rest)
    if split is None:
        return None
    ratio, constant = split
    algebra.rules["binomial-theorem"] = None
    whole = algebra.power(ONE + ratio, bound) - ONE
    below = algebra.power(of_atom(Atom("fn", "factorial", (bound,))), number(-1))
    return algebra.mul(constant, whole, below)


def ratio_of(algebra: Core, variable: str, factors: list[tuple[Atom, Poly]]) -> tuple[Poly, Poly] | None:
    """The product of the factors as constant * ratio^variable."""
    ratio, constant = ONE, ONE
    for base, exponent in factors:
        split = _linear(exponent, variable)
        if split is None or variable in base.names:
            return None
        slope, intercept = split
        base_poly = number(Fraction(base.name)) if base.kind == "num" else of_atom(base)
        ratio = algebra.mul(ratio, algebra.power(base_poly, slope))
        constant = algebra.mul(constant, algebra.power(base_poly, intercept))
    return ratio, constant


def _need_other_than_one(algebra: Core, ratio: Poly) -> None:
    """r != 1, said of 1/r where that is the shorter way, and not at all where it is declared."""
    inverse = algebra.power(ratio, number(-1))
    either = min(ratio, inverse, key=lambda side: (len(show(side)), show(side)))
    gaps = [one - other for side in (ratio, inverse) for one, other in ((ONE, side), (side, ONE))]
    gaps.append(ONE - algebra.absolute(ratio))
    if not any(algebra.facts.positive(gap) for gap in gaps):
        algebra.need(f"{show(either)} != 1")


def _linear(exponent: Poly, variable: str) -> tuple[Poly, Poly] | None:
    """exponent = slope * variable + intercept."""
    slope, intercept = [], []
    for mono, c in exponent.terms:
        if variable not in mono.names:
            intercept.append((mono, c))
            continue
        if mono.sums:
            return None
        powers = dict(mono.factors)
        own = Atom("sym", variable)
        if own not in powers or not powers[own].is_one:
            return None
        rest = tuple(f for f in mono.factors if f[0] != own)
        if any(variable in a.names or variable in e.names for a, e in rest):
            return None
        slope.append((Mono((), rest), c))
    return collect(slope), collect(intercept)


def power_sum(algebra: Core, bound: Poly, exponent: Poly) -> Poly | None:
    """sum_{v=1}^{B} v^k as a polynomial in B (Faulhaber). None for other exponents."""
    k = exponent.integer
    if k is None or not 0 < k <= MOST_POWER:
        return None
    algebra.rules["power-sum"] = None
    pieces = []
    for j in range(k + 1):
        coefficient = Fraction(comb(k + 1, j)) * bernoulli_plus(j) / (k + 1)
        pieces.append(algebra.power(bound, number(k + 1 - j)).scaled(coefficient))
    return total(pieces)


def bernoulli_plus(n: int) -> Fraction:
    """Bernoulli numbers with B_1 = +1/2."""
    row = [Fraction(0)] * (n + 1)
    for m in range(n + 1):
        row[m] = Fraction(1, m + 1)
        for j in range(m, 0, -1):
            row[j - 1] = j * (row[j - 1] - row[j])
    return row[0]


__all__ = ["geometric", "power_sum", "symbol"]
