"""Normal forms as polynomials in finitely many unknowns, so that linear algebra can look for combinations.

An unknown is an atom to the least power that occurs (e^k where e^{3k} occurs, too), the inverse of one, or a whole
sum, with what is the same for all its terms in front of it. Products of unknowns are sorted tuples of their numbers,
with repetition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from math import gcd, lcm

from hence.checks.normal.core import Factors
from hence.checks.normal.poly import Atom, Mono, Poly, close, collect, of_mono, open_sums
from hence.language.records import dataclass

Product = tuple[int, ...]
Encoded = dict[Product, Fraction]
HIGHEST_POWER = 12


class TooHigh(Exception):
    """A power too high to be written as a product."""


@dataclass
class Unknowns:
    """The unknowns of some normal forms, made once all of them are known."""

    units: dict[tuple[str, str], Fraction]  # (atom, what its power is a multiple of) -> the least multiple
    numbers: dict[tuple[str, str, bool], int] = field(default_factory=dict)
    meanings: list[Mono] = field(default_factory=list)
    inverses: dict[int, int] = field(default_factory=dict)  # of an unknown, where it occurs

    @classmethod
    def of(cls, polys: Iterable[Poly]) -> Unknowns:
        powers: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
        for poly in polys:
            for mono, _ in poly.terms:
                for atom, exponent in _in_front(mono)[0]:
                    for part, c in exponent.terms:
                        powers[atom.key, part.key].append(c)
        return cls({key: _common_divisor(values) for key, values in powers.items()})

    def encode(self, poly: Poly) -> Encoded:
        """Raises TooHigh."""
        return {self._product(mono): c for mono, c in poly.terms}

    def _product(self, mono: Mono) -> Product:
        factors, whole = _in_front(mono)
        found = [self._number(whole.key, "", whole)] if whole is not None else []
        for atom, exponent in factors:
            for part, c in exponent.terms:
                found += self._power(atom, part, c)
        return tuple(sorted(found))

    def _power(self, atom: Atom, part: Mono, c: Fraction) -> list[int]:
        unit = self.units[atom.key, part.key]
        times = int(c / unit)
        if abs(times) > HIGHEST_POWER:
            raise TooHigh(f"a power of {abs(times)}")
        direct = self._number(atom.key, part.key, _raised(atom, part, unit))
        if times > 0:
            return [direct] * times
        inverse = self._number(atom.key, part.key, _raised(atom, part, -unit), inverse=True)
        self.inverses[direct] = inverse
        return [inverse] * -times

    def _number(self, base: str, part: str, meaning: Mono, inverse: bool = False) -> int:
        known = self.numbers.get((base, part, inverse))
        if known is None:
            known = self.numbers[base, part, inverse] = len(self.meanings)
            self.meanings.append(meaning)
        return known

    def of_inverses(self) -> list[Encoded]:
        """x y - 1 for every unknown x with its inverse y."""
        return [{(min(x, y), max(x, y)): Fraction(1), (): Fraction(-1)} for x, y in self.inverses.items()]

    def meaning(self, product: Product) -> list[Poly]:
        """The factors of a product as normal forms."""
        return [of_mono(self.meanings[k]) for k in product]


def _in_front(mono: Mono) -> tuple[Factors, Mono | None]:
    """The factors of a sum in which none of its variables occurs, and the sum without them; None for no sum."""
    if not mono.sums:
        return list(mono.factors), None
    bound = frozenset(v for v, _ in mono.sums)
    free = [(a, e) for a, e in mono.factors if not (a.names | e.names) & bound]
    sums, factors = open_sums(mono)
    return free, close(sums, [f for f in factors if f not in free]) if free else mono


def _raised(atom: Atom, part: Mono, unit: Fraction) -> Mono:
    return Mono((), ((atom, collect([(part, unit)])),))


def _common_divisor(values: list[Fraction]) -> Fraction:
    below = lcm(*(v.denominator for v in values))
    return Fraction(gcd(*(int(v * below) for v in values)), below)
