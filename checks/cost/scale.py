"""Generalised polynomials: sums of products of powers, logarithms and exponentials of growing quantities."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from checks.normal.common import NoRule
from checks.normal.poly import Atom, Mono, Poly, of_mono


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


def monomial(exponents: Mapping[Scale, Fraction]) -> Monomial:
    return Monomial(tuple(sorted((s, e) for s, e in exponents.items() if e)))


def growth_of(poly: Poly) -> Growth:
    """A normal form as a generalised polynomial. Raises NoRule where it is none.

    Irrational constants are replaced by rationals of the same sign nearby: growth does not depend on them, and
    terms that could cancel because of them are refused.
    """
    found: dict[Monomial, Fraction] = {}
    rounded: set[Monomial] = set()
    for mono, coefficient in poly.terms:
        key, factor, exact = _monomial(mono)
        value = coefficient * factor
        rounded |= set() if exact else {key}
        if key in rounded and found.get(key, value) * value < 0:
            raise NoRule("terms with irrational coefficients that may cancel")
        found[key] = found.get(key, Fraction(0)) + value
    return {m: c for m, c in found.items() if c}


def scales_of(*growths: Growth) -> tuple[Scale, ...]:
    return tuple(sorted({s for g in growths for m in g for s, _ in m.exponents}))


def _monomial(mono: Mono) -> tuple[Monomial, Fraction, bool]:
    """The monomial, its constant factor, and whether that is exact."""
    if mono.sums:
        raise NoRule("the growth of a sum without a closed form is not known")
    exponents: dict[Scale, Fraction] = {}
    factor, exact = Fraction(1), True
    for atom, power in mono.factors:
        constant = _constant(atom, power)
        if constant is not None:
            factor, exact = factor * constant, False
            continue
        for scale, exponent in _scales(atom, power):
            exponents[scale] = exponents.get(scale, Fraction(0)) + exponent
    return monomial(exponents), factor, exact


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


def _scales(atom: Atom, power: Poly) -> Iterator[tuple[Scale, Fraction]]:
    value = power.constant
    inside = atom.args[0].variable if atom.kind == "fn" and atom.name == "log" else None
    if atom.kind == "sym" and not atom.args and value is not None:
        yield Scale(atom.name), value
    elif inside is not None and value is not None:
        yield Scale(inside, "log"), value
    elif atom.kind == "e" or (atom.kind == "num" and atom.name != "-1"):
        yield from ((Scale(name, "exp", atom.name or "e"), rate) for name, rate in _rates(power))
    else:
        raise NoRule("a side is no sum of products of powers, logarithms and exponentials")


def _rates(power: Poly) -> Iterator[tuple[str, Fraction]]:
    """The coefficients of an exponent that is linear in its variables."""
    for mono, coefficient in power.terms:
        name = of_mono(mono).variable
        if name is None:
            raise NoRule("an exponential whose exponent is not linear")
        yield name, coefficient
