"""Angle addition: sines and cosines of sums, written as those of the summands where both may occur."""

from __future__ import annotations

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.poly import ONE, ZERO, Atom, Poly, any_atom

WAVES = ("sin", "cos")
MOST_SUMMANDS = 8  # a multiple k u counts as k summands


def angles_added(algebra: Algebra, poly: Poly) -> Poly:
    """The polynomial without sines and cosines of sums, if it has waves of different angles."""
    waves: dict[Atom, None] = {}

    def visit(atom: Atom) -> bool:
        if atom.kind == "fn" and atom.name in WAVES:
            waves[atom] = None
        return False

    any_atom(poly, visit)
    if len({atom.args[0] for atom in waves}) < 2:
        return poly
    for atom in waves:
        angles = _summands(atom.args[0])
        if len(angles) > 1:
            algebra.rules["angle-addition"] = None
            cosine, sine = _added(algebra, angles)
            poly = algebra.replace_atom(poly, atom, sine if atom.name == "sin" else cosine)
    return poly


def _summands(angle: Poly) -> list[Poly]:
    """The terms of an angle, integer multiples as often as they count; the angle itself where these are too many."""
    found: list[Poly] = []
    for mono, coefficient in angle.terms:
        whole = abs(coefficient.numerator)
        unit = Poly(((mono, coefficient / whole),))
        found += [unit] * whole if len(found) + whole <= MOST_SUMMANDS else [Poly(((mono, coefficient),))]
    return found if len(found) <= MOST_SUMMANDS else [angle]


def _added(algebra: Algebra, angles: list[Poly]) -> tuple[Poly, Poly]:
    cosine, sine = ONE, ZERO
    for angle in angles:
        c, s = algebra.wave("cos", angle), algebra.wave("sin", angle)
        cosine, sine = (
            algebra.mul(cosine, c) - algebra.mul(sine, s),
            algebra.mul(sine, c) + algebra.mul(cosine, s),
        )
    return cosine, sine


__all__ = ["angles_added"]
