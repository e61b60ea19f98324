"""Cumulants of named distributions of one variable, from their raw moments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from hence.checks.normal.core import Core
from hence.checks.normal.poly import ONE, ZERO, Poly, number, total

Moment = Callable[[Core, tuple[Poly, ...], int], Poly]


def cumulant_of(kind: str, algebra: Core, params: tuple[Poly, ...], order: int) -> Poly | None:
    """The cumulant of an order, or None for a distribution without a row here."""
    moment = MOMENTS.get(kind)
    if moment is None:
        return None
    moments = [ONE, *(moment(algebra, params, k) for k in range(1, order + 1))]
    cumulants = [ZERO]
    for n in range(1, order + 1):
        known = [algebra.mul(cumulants[k], moments[n - k]).scaled(Fraction(comb(n - 1, k - 1))) for k in range(1, n)]
        cumulants.append(moments[n] - total(known))
    return cumulants[order]


def _bernoulli(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:  # noqa: ARG001 - a row of a table
    return params[0]


def _two_point(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:
    """(a^k + b^k) / 2."""
    return total([algebra.power(p, number(k)) for p in params]).scaled(Fraction(1, 2))


def _uniform(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:
    """(b^{k+1} - a^{k+1}) / ((k+1)(b-a)) = sum_j a^j b^{k-j} / (k+1)."""
    low, high = params
    terms = [algebra.mul(algebra.power(low, number(j)), algebra.power(high, number(k - j))) for j in range(k + 1)]
    return total(terms).scaled(Fraction(1, k + 1))


def _exponential(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:
    return algebra.power(params[0], number(-k)).scaled(Fraction(factorial(k)))


def _poisson(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:
    """Touchard polynomials."""
    moments = [ONE]
    for n in range(k):
        terms = [moments[j].scaled(Fraction(comb(n, j))) for j in range(n + 1)]
        moments.append(algebra.mul(params[0], total(terms)))
    return moments[k]


def _laplace(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:
    centre, scale = params
    terms = []
    for j in range(0, k + 1, 2):
        even = algebra.power(scale, number(j)).scaled(Fraction(factorial(j) * comb(k, j)))
        terms.append(algebra.mul(even, algebra.power(centre, number(k - j))))
    return total(terms)


def _chi_squared(algebra: Core, params: tuple[Poly, ...], k: int) -> Poly:
    """n (n+2) ... (n+2k-2)."""
    return algebra.mul(*(params[0] + number(2 * j) for j in range(k)))


MOMENTS: dict[str, Moment] = {
    "ChiSquared": _chi_squared,
    "Bernoulli": _bernoulli,
    "TwoPoint": _two_point,
    "Uniform": _uniform,
    "Exponential": _exponential,
    "Poisson": _poisson,
    "Laplace": _laplace,
}
