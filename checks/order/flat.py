"""Polynomials in finitely many real unknowns with rational coefficients, and statements about their signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from typing import TypeAlias

from hence.checks.conditions import Condition
from hence.language.records import dataclass, lazy

Powers: TypeAlias = tuple[tuple[int, int], ...]  # (unknown, exponent > 0), sorted


@dataclass(frozen=True)
class Flat:
    """A polynomial: monomials with non-zero coefficients, in a fixed order."""

    terms: tuple[tuple[Powers, Fraction], ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @lazy
    def _hash(self) -> int:  # facts are looked up by it over and over, and that of a fraction takes a division
        return hash(self.terms)

    def __add__(self, other: Flat) -> Flat:
        return flat((*self.terms, *other.terms))

    def __neg__(self) -> Flat:
        return self.scaled(Fraction(-1))

    def __sub__(self, other: Flat) -> Flat:
        return self + -other

    def __mul__(self, other: Flat) -> Flat:
        if self is ONE or other is ONE:
            return other if self is ONE else self
        return flat((_times(p, q), a * b) for p, a in self.terms for q, b in other.terms)

    def scaled(self, factor: Fraction) -> Flat:
        return Flat(tuple((p, c * factor) for p, c in self.terms)) if factor else ZERO

    def power(self, exponent: int) -> Flat:
        result = ONE
        for _ in range(exponent):
            result = result * self
        return result

    @property
    def constant(self) -> Fraction | None:
        """The value, if this is a number."""
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if self.terms[0][0] == () and len(self.terms) == 1 else None

    @lazy
    def unknowns(self) -> frozenset[int]:
        return frozenset(u for p, _ in self.terms for u, _ in p)

    @lazy
    def degree(self) -> int:
        return max((sum(e for _, e in p) for p, _ in self.terms), default=0)


def flat(terms: Iterable[tuple[Powers, Fraction]]) -> Flat:
    """Add up like monomials."""
    total: dict[Powers, Fraction] = {}
    for powers, c in terms:
        known = total.get(powers)
        total[powers] = c if known is None else known + c
    return Flat(tuple(sorted((p, c) for p, c in total.items() if c)))


def _times(p: Powers, q: Powers) -> Powers:
    if not p or not q:
        return p or q
    exponents = dict(p)
    for unknown, e in q:
        exponents[unknown] = exponents.get(unknown, 0) + e
    return tuple(sorted(exponents.items()))


def constant(value: int | Fraction) -> Flat:
    return Flat((((), Fraction(value)),)) if value else ZERO


def unknown(index: int) -> Flat:
    return Flat(((((index, 1),), Fraction(1)),))


ZERO = Flat()
ONE = Flat((((), Fraction(1)),))

GE, GT, EQ, NE = ">=", ">", "=", "!="


@dataclass(frozen=True)
class Sign:
    """`poly relation 0`, the relation one of >=, >, =, !=."""

    poly: Flat
    relation: str


@dataclass
class Answer:
    """Yes, and by which rules, under which conditions, on whose word."""

    rules: dict[str, None] = field(default_factory=dict)
    conditions: dict[Condition, None] = field(default_factory=dict)
    trusting: dict[str, None] = field(default_factory=dict)

    def add(self, other: Answer | None) -> Answer:
        """This, with what the other rests on."""
        if other is not None:
            self.rules.update(other.rules)
            self.conditions.update(other.conditions)
            self.trusting.update(other.trusting)
        return self


@dataclass(frozen=True)
class Known:
    """One of the `cases` holds. `rule` says why; an empty one needs no mention. `because` is what was proved for it."""

    cases: tuple[Sign, ...]
    rule: str = ""
    because: Answer | None = field(default=None, compare=False)

    @lazy
    def unknowns(self) -> frozenset[int]:
        return frozenset().union(*(s.poly.unknowns for s in self.cases))


def known(poly: Flat, relation: str, rule: str = "", because: Answer | None = None) -> Known:
    return Known((Sign(poly, relation),), rule, because)


def negated(sign: Sign) -> Sign:
    """What holds where the sign does not: of = and != the other one, of p >= 0 that -p > 0."""
    match sign.relation:
        case ">=":
            return Sign(-sign.poly, GT)
        case ">":
            return Sign(-sign.poly, GE)
        case "=":
            return Sign(sign.poly, NE)
        case _:
            return Sign(sign.poly, EQ)
