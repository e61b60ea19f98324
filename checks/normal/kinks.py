"""Maxima, minima and indicators: functions that are smooth up to single points.

All are made of [u > 0], an atom that is its own square: max(a, b) = b + (a - b) [a - b > 0]. The product u [u > 0] may
change the sign of u everywhere, since both forms vanish at 0; [u > 0] alone only where u is not 0, so that [-u > 0]
is expressed by it only where both occur.
"""

from __future__ import annotations

from fractions import Fraction

from hence.checks.conditions import nonzero
from hence.checks.normal.content import extract_content
from hence.checks.normal.core import EULER, Core
from hence.checks.normal.poly import ONE, ZERO, Atom, Mono, Poly, atoms_of, number, of_atom
from hence.checks.normal.triangles import exceeds

POSITIVE = "pos"


def indicator(algebra: Core, u: Poly) -> Poly:
    """1 where u > 0, else 0."""
    if (known := _known(algebra, u)) is not None:
        return ONE if known else ZERO
    if algebra.facts.counts(u):
        return exceeds(algebra, u)
    sign, inner = _signed(algebra, u)
    return of_atom(Atom("fn", POSITIVE, (inner if sign > 0 else -inner,)))


def _compared_powers(u: Poly) -> Poly | None:
    """a - b where u is a positive number times e^a - e^b, which is positive just there; else None."""
    match u.terms:
        case ((Mono((), first), one), (Mono((), second), other)) if one == -other:
            a, b = _exponent(first), _exponent(second)
            return None if a is None or b is None else (a - b if one > 0 else b - a)
        case _:
            return None


def _exponent(factors: tuple[tuple[Atom, Poly], ...]) -> Poly | None:
    match factors:
        case ():
            return ZERO
        case ((atom, exponent),) if atom == EULER:
            return exponent
        case _:
            return None


def positive_part(algebra: Core, u: Poly) -> Poly:
    """max(u, 0)."""
    if (known := _known(algebra, u)) is not None:
        return u if known else ZERO
    sign, inner = _signed(algebra, u)
    part = algebra.mul(u, of_atom(Atom("fn", POSITIVE, (inner,))))
    return part if sign > 0 else u - part


def _known(algebra: Core, u: Poly) -> bool | None:
    if algebra.facts.positive(u):
        return True
    return False if u.is_zero or algebra.facts.nonnegative(-u) else None


def _signed(algebra: Core, u: Poly) -> tuple[int, Poly]:
    """The sign that was taken out of u, and u without it and without what is known to be positive."""
    coefficient, outer, inner = extract_content(u, signed=True)
    for atom, exponent in outer.factors:
        if not algebra.facts.positive_atom(atom):
            inner = algebra.mul(inner, algebra.assemble([], [(atom, exponent)], Fraction(1)))
    return (1 if coefficient > 0 else -1), inner


def absolutes_as_indicators(algebra: Core, poly: Poly) -> Poly:
    """Where indicators occur, |u| is u (2 [u > 0] - 1), and [e^a - e^b > 0] is [a - b > 0]."""
    functions = dict.fromkeys(atoms_of(poly, "fn"))
    absolutes, signs = ([atom for atom in functions if atom.name == name] for name in ("abs", POSITIVE))
    for atom in absolutes if signs else ():
        u = atom.args[0]
        poly = algebra.replace_atom(poly, atom, positive_part(algebra, u).scaled(Fraction(2)) - u)
    for atom in signs:
        if (exponents := _compared_powers(atom.args[0])) is not None:
            poly = algebra.replace_atom(poly, atom, indicator(algebra, exponents))
    for u in opposed(algebra, poly):
        algebra.need(nonzero(u))
    return turned(algebra, poly)


def opposed(algebra: Core, poly: Poly) -> tuple[Poly, ...]:
    """The u for which both [u > 0] and [-u > 0] occur."""
    arguments = dict.fromkeys(a.args[0] for a in atoms_of(poly, "fn") if a.name == POSITIVE)
    return tuple(u for u in arguments if -u in arguments and _signed(algebra, u)[0] > 0)


def turned(algebra: Core, poly: Poly) -> Poly:
    """[-u > 0] as 1 - [u > 0] where both occur: their u must not be 0."""
    for u in opposed(algebra, poly):
        positive = of_atom(Atom("fn", POSITIVE, (u,)))
        poly = algebra.replace_atom(poly, Atom("fn", POSITIVE, (-u,)), ONE - positive)
    return poly


__all__ = ["absolutes_as_indicators", "indicator", "number", "positive_part"]
