"""Angle addition: sines and cosines of sums, written as those of the summands where both may occur."""

from __future__ import annotations

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.poly import ONE, ZERO, Atom, Poly, atoms_of

WAVES = ("sin", "cos")
MOST_SUMMANDS = 8  # a multiple k u counts as k summands


def angles_added(algebra: Algebra, poly: Poly) -> Poly:
    """The polynomial without sines and cosines of sums, if it has waves of different angles."""
    angles = {atom.args[0] for atom in atoms_of(poly, "fn") if atom.name in WAVES}
    if len(angles) < 2:
        return poly

    def is_wave_of_sum(atom: Atom) -> bool:
        return atom.kind == "fn" and atom.name in WAVES and len(_summands(atom.args[0])) > 1

    def added(atom: Atom) -> Poly | None:
        if not is_wave_of_sum(atom):
            return None
        algebra.rules["angle-addition"] = None
        cosine, sine = _added(algebra, _summands(atom.args[0]))
        return sine if atom.name == "sin" else cosine

    return algebra.replaced(poly, added, is_wave_of_sum)


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
