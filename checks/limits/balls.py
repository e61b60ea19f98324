"""The value of a normal form without free symbols, as a ball that surely contains it."""

from __future__ import annotations

from fractions import Fraction

import flint
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import Atom, Mono, Poly


def ball(poly: Poly) -> flint.arb:
    """An enclosure of a closed normal form. Raises NoRule where it has free symbols or sums."""
    total = flint.arb(0)
    for mono, coefficient in poly.terms:
        total += _rational(coefficient) * _mono(mono)
    return total


def ball_sign(poly: Poly) -> int | None:
    """The sign of a closed normal form; None where it has symbols, or is too near to zero to tell."""
    if poly.is_zero:
        return 0
    try:
        value = ball(poly)
    except (NoRule, ValueError, ZeroDivisionError):
        return None
    if value > 0:
        return 1
    return -1 if value < 0 else None


def _rational(value: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def _mono(mono: Mono) -> flint.arb:
    if mono.sums:
        raise NoRule("a sum of symbolic length has no value")
    product = flint.arb(1)
    for atom, exponent in mono.factors:
        product *= _power(atom, exponent)
    return product


def _power(atom: Atom, exponent: Poly) -> flint.arb:
    if atom.kind == "e":
        return ball(exponent).exp()
    base = _atom(atom)
    whole = exponent.integer
    return base**whole if whole is not None else base ** ball(exponent)


def _atom(atom: Atom) -> flint.arb:
    match atom.kind, atom.name:
        case "num", _:
            return _rational(Fraction(atom.name))
        case "pi", _:
            return flint.arb.pi()
        case "poly", _:
            return ball(atom.args[0])
        case "fn", "log":
            return ball(atom.args[0]).log()
        case "fn", "abs":
            return abs(ball(atom.args[0]))
        case "fn", "sin":
            return ball(atom.args[0]).sin()
        case "fn", "cos":
            return ball(atom.args[0]).cos()
    raise NoRule(f"{atom.name or atom.kind} has no value of its own")
