"""The same inequality in a shape that is easier to see: without maxima, denominators, or logarithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, atoms_of, fresh_variable, number, of_atom, of_mono, rename
from hence.language.records import dataclass

MOST_DENOMINATORS = 6
Positive = Callable[[Poly], bool]


@dataclass
class Maxima:
    """Maxima are taken somewhere: each is replaced by its body at an index of its own."""

    algebra: Algebra
    places: dict[Atom, tuple[str, Poly, Poly]] = field(default_factory=dict)  # index, body, bound

    def replaced(self, poly: Poly) -> Poly:
        for atom in _maxima(poly):
            if atom not in self.places:
                place = fresh_variable("max")
                body, bound = (rename(a, {atom.binds: place}) for a in atom.args)
                self.algebra.facts.ranges[place] = bound
                self.places[atom] = place, body, bound
            poly = self.algebra.replace_atom(poly, atom, self.places[atom][1])
        return poly


def _maxima(poly: Poly) -> list[Atom]:
    """Maxima that hold no bound variable, outermost first."""
    found = (atom for atom in atoms_of(poly, "max") if not any(name[0] in "%@" for name in atom.names))
    return list(dict.fromkeys(found))


def without_denominators(algebra: Algebra, poly: Poly, positive: Positive) -> Poly:
    """The form times its denominators: those that are positive, and squares of the others. The sign stays."""
    for _ in range(MOST_DENOMINATORS):
        found = _denominator(poly)
        if found is None:
            return poly
        atom, power = found
        inner = atom.args[0] if atom.kind == "poly" else of_atom(atom)
        if power.denominator == 1 and power.numerator % 2 and not positive(inner):
            power += 1
        poly = algebra.mul(poly, of_mono(Mono((), ((atom, number(power)),))))
    return poly


def _denominator(poly: Poly) -> tuple[Atom, Fraction] | None:
    """A factor outside of sums with a negative power, and how often it is needed."""
    worst: dict[Atom, Fraction] = {}
    for mono, _ in poly.terms:
        bound = {v for v, _ in mono.sums}
        for atom, exponent in mono.factors:
            value = exponent.constant
            if atom.kind != "num" and value is not None and value < 0 and not atom.names & bound:
                worst[atom] = max(-value, worst.get(atom, Fraction(0)))
    if not worst:
        return None
    atom = max(worst, key=lambda a: (a.height, len(a.key)))
    return atom, worst[atom]


def exponentiated(algebra: Algebra, poly: Poly) -> Poly | None:
    """e^p - 1, which has the sign of p, where p has logarithms as summands; None where it has none."""
    logarithms = [m for m, _ in poly.terms if not m.sums and len(m.factors) == 1 and _is_log(*m.factors[0])]
    return algebra.exp(poly) - ONE if logarithms else None


def _is_log(atom: Atom, exponent: Poly) -> bool:
    return atom.kind == "fn" and atom.name == "log" and exponent.is_one


def sizes_of_sums(poly: Poly) -> list[Atom]:
    """Absolute values of symbolic sums that stand as factors outside of sums."""
    found = {a: None for m, _ in poly.terms if not m.sums for a, e in m.factors if e.is_one and a.kind == "fn"}
    return [a for a in found if a.name == "abs" and any(m.sums for m, _ in a.args[0].terms)]
