"""Closed forms of sums: geometric sums with any base, sums of powers of the index, and of products of both."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from hence.checks.conditions import Relation
from hence.checks.normal.core import Core
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, collect, number, of_atom, symbol, total
from hence.checks.normal.show import show

MOST_POWER = 8
MOST_WEIGHT = 4


def geometric(algebra: Core, variable: str, bound: Poly, factors: list[tuple[Atom, Poly]]) -> Poly | None:
    """sum_{v=1}^{B} r^v = r (1 - r^B) / (1 - r), needing r != 1. None where the summand is no such power."""
    own = Atom("sym", variable)
    weights = [e.integer for a, e in factors if a == own]
    split = ratio_of(algebra, variable, [f for f in factors if f[0] != own])
    if split is None or len(weights) > 1 or any(w is None or not 0 < w <= MOST_WEIGHT for w in weights):
        return None
    ratio, constant = split
    if ratio.is_one or any(n[0] in "~%" for n in ratio.names):
        return None
    _need_other_than_one(algebra, ratio)
    if weights and weights[0] is not None:
        return algebra.mul(constant, _weighted(algebra, ratio, bound, weights[0]))
    algebra.rules["geometric-sum"] = None
    numerator = algebra.mul(constant, ratio, ONE - algebra.power(ratio, bound))
    return algebra.mul(numerator, algebra.power(ONE - ratio, number(-1)))


def _weighted(algebra: Core, ratio: Poly, bound: Poly, power: int) -> Poly:
    """sum_{v=1}^{B} v^k r^v = q(B) r^B - q(0), where the polynomial q satisfies r q(v) - q(v - 1) = r v^k."""
    algebra.rules["weighted-geometric-sum"] = None
    inverse = algebra.power(ratio - ONE, number(-1))
    found: dict[int, Poly] = {}
    for j in range(power, -1, -1):
        above = [found[m].scaled(Fraction(comb(m, j) * (-1) ** (m - j))) for m in range(j + 1, power + 1)]
        found[j] = algebra.mul(total([*above, *([ratio] if j == power else [])]), inverse)
    at_bound = total(algebra.mul(c, algebra.power(bound, number(j))) for j, c in found.items())
    return algebra.mul(at_bound, algebra.power(ratio, bound)) - found[0]


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
        base_poly = base.args[0] if base.kind == "poly" else base_poly
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
        algebra.need(Relation(either, "!=", ONE))


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
