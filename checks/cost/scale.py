"""Generalised polynomials: sums of products of powers, logarithms and exponentials of growing quantities."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import Atom, Mono, Poly, any_atom, of_atom, of_mono, open_sums
from hence.language.records import dataclass


@dataclass(frozen=True, order=True)
class Scale:
    """What a monomial is made of: a quantity `name`, its logarithm, or `base` to the power of it."""

    name: str
    kind: str = "power"  # power, log, exp
    base: str = ""

    def __str__(self) -> str:
        shown = {"power": self.name, "log": f"log {self.name}", "exp": f"{self.base}^{self.name}"}
        return shown[self.kind]


@dataclass(frozen=True)
class Monomial:
    """A product of powers of scales; exponents are not zero."""

    exponents: tuple[tuple[Scale, Fraction], ...] = ()

    def __str__(self) -> str:
        return " ".join(str(s) if e == 1 else f"({s})^{e}" for s, e in self.exponents) or "1"


Growth: TypeAlias = Mapping[Monomial, Fraction]  # coefficients are not zero
UNIT = Monomial()
MOST_DENOMINATORS = 4


def monomial(exponents: Mapping[Scale, Fraction]) -> Monomial:
    return Monomial(tuple(sorted((s, e) for s, e in exponents.items() if e)))


def growth_of(poly: Poly) -> Growth:
    """A normal form as a generalised polynomial. Raises NoRule where it is none.

    Irrational constants are replaced by rationals of the same sign nearby, sums and logarithms by their largest
    terms: growth does not depend on them, and terms that could cancel because of them are refused.
    """
    found: dict[Monomial, Fraction] = {}
    rounded: set[Monomial] = set()
    for mono, coefficient in poly.terms:
        key, factor, exact = _monomial(mono)
        value = coefficient * factor
        rounded |= set() if exact else {key}
        if key in rounded and found.get(key, value) * value < 0:
            raise NoRule("terms that are not known exactly and may cancel")
        found[key] = found.get(key, Fraction(0)) + value
    return {m: c for m, c in found.items() if c}


def approximated(poly: Poly) -> frozenset[str]:
    """Quantities of sums and logarithms that are replaced by their largest terms: right only where these grow."""
    found: set[str] = set()

    def visit(atom: Atom) -> bool:
        if atom.kind == "fn" and atom.name == "log" and atom.args[0].variable is None:
            found.update(atom.args[0].names)
        return False

    any_atom(poly, visit)
    for mono, _ in poly.terms:
        found.update(name for _, bound in mono.sums for name in bound.names)
    return frozenset(found)


def scales_of(*growths: Growth) -> tuple[Scale, ...]:
    return tuple(sorted({s for g in growths for m in g for s, _ in m.exponents}))


def without_denominators(algebra: Algebra, left: Poly, right: Poly) -> tuple[Poly, Poly]:
    """Both sides times the sums of positive terms in their denominators: that leaves the claim as it is."""
    for _ in range(MOST_DENOMINATORS):
        found = next(
            (f for side in (left, right) for m, _ in side.terms for f in m.factors if _divides_by_sum(f)), None
        )
        if found is None:
            break
        factor = algebra.power(of_atom(found[0]), -found[1])
        left, right = algebra.mul(left, factor), algebra.mul(right, factor)
    return left, right


def _divides_by_sum(factor: tuple[Atom, Poly]) -> bool:
    atom, exponent = factor
    value = exponent.integer
    return atom.kind == "poly" and value is not None and value < 0 and _is_sum_of_positive_terms(atom.args[0])


def _is_sum_of_positive_terms(poly: Poly) -> bool:
    try:
        return all(c > 0 for c in growth_of(poly).values())
    except NoRule:
        return False


def _monomial(mono: Mono) -> tuple[Monomial, Fraction, bool]:
    """The monomial, its constant factor, and whether that is exact: else smaller terms may be left out."""
    exponents: dict[Scale, Fraction] = {}
    sums, factors = open_sums(mono)
    factor, exact = Fraction(1), True
    if sums:
        factors, exponents, factor = _summed(sums, factors)
        exact = False
    for atom, power in factors:
        constant = _constant(atom, power)
        if constant is not None:
            factor, exact = factor * constant, False
            continue
        scales, approximate = _scales(atom, power)
        exact = exact and not approximate
        for scale, exponent in scales:
            exponents[scale] = exponents.get(scale, Fraction(0)) + exponent
    return monomial(exponents), factor, exact


def _summed(
    sums: list[tuple[str, Poly]], factors: list[tuple[Atom, Poly]]
) -> tuple[list[tuple[Atom, Poly]], dict[Scale, Fraction], Fraction]:
    """sum_{k=1}^{n} k^a (log k)^b by its largest term; the factors without k, and a constant. Raises NoRule."""
    (index, bound), *others = sums
    name = bound.variable
    powers = {"power": Fraction(0), "log": Fraction(0)}
    rest = []
    for atom, exponent in factors:
        if index not in atom.names | exponent.names:
            rest.append((atom, exponent))
            continue
        own = atom == Atom("sym", index)
        logarithm = atom.kind == "fn" and atom.name == "log" and atom.args[0].variable == index
        if exponent.constant is None or not (own or logarithm):
            raise NoRule("the growth of a sum without a closed form is not known")
        powers["power" if own else "log"] += exponent.constant
    a, b = powers["power"], powers["log"]
    if others or name is None or a < -1 or b < 0:
        raise NoRule("the growth of a sum without a closed form is not known")
    if a == -1:
        return rest, {Scale(name, "log"): b + 1}, 1 / (b + 1)
    return rest, {s: e for s, e in ((Scale(name), a + 1), (Scale(name, "log"), b)) if e}, 1 / (a + 1)


def _constant(atom: Atom, power: Poly) -> Fraction | None:
    """A positive irrational number such as sqrt(2), pi or log 2, rounded; None for anything else."""
    exponent = power.constant
    if exponent is None:
        return None
    argument = atom.args[0].constant if atom.kind == "fn" and atom.name == "log" else None
    base = {"pi": math.pi, "e": math.e}.get(atom.kind)
    if atom.kind == "num" and atom.name != "-1":
        base = float(Fraction(atom.name))
    if argument is not None and argument > 1:
        base = math.log(argument)
    return Fraction(base ** float(exponent)).limit_denominator(10**9) if base is not None else None


def _scales(atom: Atom, power: Poly) -> tuple[list[tuple[Scale, Fraction]], bool]:
    """The scales of a factor with their powers, and whether smaller terms are left out. Raises NoRule."""
    value = power.constant
    if atom.kind == "sym" and not atom.args and value is not None:
        return [(Scale(atom.name), value)], False
    if atom.kind == "fn" and atom.name == "log" and value is not None:
        scales, approximate = _logarithm(atom.args[0])
        return [(s, e * value) for s, e in scales], approximate
    if atom.kind == "e" or (atom.kind == "num" and atom.name != "-1"):
        return [(Scale(name, "exp", atom.name or "e"), rate) for name, rate in _rates(power)], False
    raise NoRule("a side is no sum of products of powers, logarithms and exponentials")


def _logarithm(argument: Poly) -> tuple[list[tuple[Scale, Fraction]], bool]:
    """log n as it is; log of a polynomial in n like log n, and log n! like n log n, up to a constant factor."""
    if argument.variable is not None:
        return [(Scale(argument.variable, "log"), Fraction(1))], False
    atom = argument.atom
    if atom is not None and atom.kind == "fn" and atom.name == "factorial" and (name := atom.args[0].variable):
        return [(Scale(name), Fraction(1)), (Scale(name, "log"), Fraction(1))], True
    growth = growth_of(argument)
    scales = [(s, e) for m in growth for s, e in m.exponents]
    names = {s.name for s, _ in scales}
    if len(names) == 1 and all(s.kind == "power" and e > 0 for s, e in scales) and all(c > 0 for c in growth.values()):
        return [(Scale(names.pop(), "log"), Fraction(1))], True
    raise NoRule("a side is no sum of products of powers, logarithms and exponentials")


def _rates(power: Poly) -> Iterator[tuple[str, Fraction]]:
    """The coefficients of an exponent that is linear in its variables."""
    for mono, coefficient in power.terms:
        name = of_mono(mono).variable
        if name is None:
            raise NoRule("an exponential whose exponent is not linear")
        yield name, coefficient
