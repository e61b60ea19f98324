"""A normal form as a polynomial in unknowns: each part that plain arithmetic cannot open becomes one.

entry     an entry of a symbol, a function value, a number such as pi
inverse   1 / unknown or 1 / polynomial
root      a root of an atom or polynomial, of degree 2, 3, ...
power     an atom to a symbolic power
exp       e to one term of an exponent, so that e^{a+b} is the product of two unknowns
sum       a symbolic sum whose summand does not split
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import TypeAlias

from hence.checks.normal.algebra import EULER, Algebra
from hence.checks.normal.poly import ONE as ONE_POLY
from hence.checks.normal.poly import Atom, Mono, Poly, close, collect, number, of_atom, of_mono, open_sums, total
from hence.checks.order.flat import ONE, Flat, Powers, constant, flat, unknown
from hence.language.records import dataclass

MOST_UNITS = 60
LARGEST_POWER = 16


Group: TypeAlias = tuple[set[str], list[tuple[str, Poly]], list[tuple[Atom, Poly]]]


class TooLarge(Exception):
    """More unknowns than it is worth to reason about, or powers that are too high."""


@dataclass(frozen=True)
class Unit:
    """What an unknown stands for. `base` is the atom, exponent or sum as a normal form."""

    kind: str
    base: Poly
    exponent: Poly = ONE_POLY  # of a power
    degree: int = 1  # of a root

    @property
    def names(self) -> frozenset[str]:
        return self.base.names | self.exponent.names


class Units:
    """The unknowns of one question, numbered in the order in which they turn up."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.all: list[Unit] = []
        self.numbers: dict[Unit, int] = {}
        self.steps: dict[Mono, Fraction] = {}  # e^{step * term} is the unknown for a term of an exponent
        self.flat: dict[Mono, Flat] = {}  # monomials that turned up: hypotheses and sums recur

    def flatten(self, poly: Poly) -> Flat:
        """The polynomial in unknowns. Raises TooLarge."""
        terms: list[tuple[Powers, Fraction]] = []
        for mono, c in poly.terms:
            terms += self._mono(mono).scaled(c).terms
        return flat(terms)

    def prepare(self, polys: Iterable[Poly]) -> None:
        """Choose units for exponentials: e^{2x} and e^{6x} are powers of the same unknown."""
        seen: dict[Mono, list[Fraction]] = {}
        for poly in polys:
            for mono, c in _exponents(poly):
                seen.setdefault(mono, []).append(c)
        for mono, found in seen.items():
            self.steps.setdefault(mono, _common_step(found))

    def index(self, unit: Unit) -> int:
        if unit not in self.numbers:
            if len(self.all) >= MOST_UNITS:
                raise TooLarge("too many parts")
            self.numbers[unit] = len(self.all)
            self.all.append(unit)
        return self.numbers[unit]

    def of(self, unit: Unit) -> Flat:
        return unknown(self.index(unit))

    # monomials ------------------------------------------------------------------------------------

    def _mono(self, mono: Mono) -> Flat:
        known = self.flat.get(mono)
        if known is None:
            known = self.flat[mono] = self._flattened(mono)
        return known

    def _flattened(self, mono: Mono) -> Flat:
        result = ONE
        free, bound = _separated(mono)
        for atom, exponent in free:
            result = result * self._factor(atom, exponent)
        for component in bound:
            result = result * self.of(Unit("sum", of_mono(component)))
        return result

    def _factor(self, atom: Atom, exponent: Poly) -> Flat:
        if atom == EULER:
            return self._exponential(exponent)
        value = exponent.constant
        if value is None:
            return self.of(Unit("power", of_atom(atom), exponent))
        if value.denominator == 1:
            return self._integer_power(self._atom(atom), of_atom(atom), value.numerator)
        root = self.algebra.power(of_atom(atom), number(Fraction(1, value.denominator)))
        unit = Unit("root", of_atom(atom), degree=value.denominator)
        return self._integer_power(self.of(unit), root, value.numerator)

    def _integer_power(self, base: Flat, meaning: Poly, exponent: int) -> Flat:
        if abs(exponent) > LARGEST_POWER:
            raise TooLarge("a power that is too high")
        if exponent >= 0:
            return base.power(exponent)
        if (value := base.constant) is not None and value:
            return constant(value**exponent)
        return self.of(Unit("inverse", meaning)).power(-exponent)

    def _atom(self, atom: Atom) -> Flat:
        if atom.kind == "poly":
            return self.of(Unit("polynomial", of_atom(atom)))
        if atom.kind == "num":
            return constant(Fraction(atom.name))
        return self.of(Unit("entry", of_atom(atom)))

    def _exponential(self, exponent: Poly) -> Flat:
        result = ONE
        for mono, c in exponent.terms:
            step = self.steps.setdefault(mono, c)
            ratio = c / step
            meaning = self.algebra.exp(Poly(((mono, step),)))
            unit = Unit("exp", Poly(((mono, step),)))
            if ratio.denominator != 1:
                unit = Unit("root", meaning, degree=ratio.denominator)
                meaning = self.algebra.exp(Poly(((mono, step / ratio.denominator),)))
            result = result * self._integer_power(self.of(unit), meaning, ratio.numerator)
        return result


def _common_step(coefficients: list[Fraction]) -> Fraction:
    """The largest rational of which all are integer multiples, negative where all are."""
    denominator = lcm(*(c.denominator for c in coefficients))
    step = Fraction(gcd(*(int(c * denominator) for c in coefficients)), denominator)
    return -step if all(c < 0 for c in coefficients) else step


def _exponents(poly: Poly) -> Iterable[tuple[Mono, Fraction]]:
    """The terms of exponents of e that stand outside of sums."""
    for mono, _ in poly.terms:
        free, _bound = _separated(mono)
        for atom, exponent in free:
            if atom == EULER:
                yield from exponent.terms
            elif atom.kind == "poly":
                yield from _exponents(atom.args[0])


@lru_cache(maxsize=4096)  # hypotheses are taken apart again for every question
def _separated(mono: Mono) -> tuple[Sequence[tuple[Atom, Poly]], Sequence[Mono]]:
    """The factors outside of all sums, and the sums that share no variable, each by itself."""
    if not mono.sums:
        return mono.factors, ()
    sums, factors = open_sums(mono)
    bound = {v for v, _ in sums}
    free: list[tuple[Atom, Poly]] = []
    inside: list[tuple[Atom, Poly]] = []
    for atom, exponent in factors:
        if atom == EULER:
            outer = collect((m, c) for m, c in exponent.terms if not m.names & bound)
            free += [(atom, outer)] if not outer.is_zero else []
            inside += [(atom, Poly((term,))) for term in exponent.terms if term[0].names & bound]
        elif (atom.names | exponent.names) & bound:
            inside.append((atom, exponent))
        else:
            free.append((atom, exponent))
    return free, _components(sums, inside)


def _components(sums: list[tuple[str, Poly]], factors: list[tuple[Atom, Poly]]) -> list[Mono]:
    groups: list[Group] = []
    names = {v for v, _ in sums}
    pieces: list[Group] = [({v} | (set(b.names) & names), [(v, b)], []) for v, b in sums]
    pieces += [((set(a.names) | set(e.names)) & names, [], [(a, e)]) for a, e in factors]
    for piece in pieces:
        merged = (set(piece[0]), list(piece[1]), list(piece[2]))
        apart = []
        for group in groups:
            if group[0] & merged[0]:
                merged = (group[0] | merged[0], group[1] + merged[1], group[2] + merged[2])
            else:
                apart.append(group)
        groups = [*apart, merged]
    return [close(own_sums, _merged(own_factors)) for _, own_sums, own_factors in groups]


def _merged(factors: list[tuple[Atom, Poly]]) -> list[tuple[Atom, Poly]]:
    """One exponential for all."""
    exponent = total(e for a, e in factors if a == EULER)
    rest = [(a, e) for a, e in factors if a != EULER]
    return rest if exponent.is_zero else [(EULER, exponent), *rest]
