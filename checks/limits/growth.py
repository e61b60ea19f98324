"""How fast something grows: e^{exponent} t^{power} (log t)^{logs}, with exponents that may hold parameters."""

from __future__ import annotations

from fractions import Fraction

from hence.checks.limits.signs import Apart, Signs
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import ZERO, Atom, Mono, Poly, collect
from hence.checks.normal.show import show
from hence.language.records import dataclass


@dataclass(frozen=True)
class Growth:
    """Every term of `exponent` holds a positive power of the variable; `power` and `logs` do not hold it."""

    exponent: Poly = ZERO
    power: Poly = ZERO
    logs: Fraction = Fraction(0)

    def over(self, other: Growth) -> Growth:
        return Growth(self.exponent - other.exponent, self.power - other.power, self.logs - other.logs)

    def times(self, other: Growth) -> Growth:
        return Growth(self.exponent + other.exponent, self.power + other.power, self.logs + other.logs)


CONSTANT = Growth()


class UnknownSign(NoRule):
    """Whether something grows or fades hangs on a sign that nothing fixes; `poly` is what has it."""

    def __init__(self, poly: Poly, message: str) -> None:
        super().__init__(message)
        self.poly = poly


def direction(growth: Growth, variable: str, signs: Signs, apart: Apart) -> int:
    """1 where it grows without bound, -1 where it fades, 0 where it is constant. Raises UnknownSign."""
    for degree in _degrees(growth.exponent, variable):
        leading = coefficient(growth.exponent, variable, degree)
        found = _sign(leading, signs, apart)
        if found:
            return found
    found = _sign(growth.power, signs, apart) if not growth.power.is_zero else 0
    return found or (growth.logs > 0) - (growth.logs < 0)


def _sign(poly: Poly, signs: Signs, apart: Apart) -> int:
    found = signs.sign(poly, apart)
    if found is None and signs.supposes and signs.split(poly, apart) is None:
        signs.suppose_negative(poly)
        return -1
    if found is None:
        raise UnknownSign(poly, f"the sign of {show(poly)} decides, and is not known")
    return found


def _degrees(poly: Poly, variable: str) -> list[Fraction]:
    found = {degree for mono, _ in poly.terms if (degree := degree_of(mono, variable)) is not None}
    return sorted(found, reverse=True)


def degree_of(mono: Mono, variable: str) -> Fraction | None:
    """The power of the variable, where the rest is free of it; None where it is not."""
    degree = Fraction(0)
    for atom, exponent in mono.factors:
        if atom == Atom("sym", variable):
            value = exponent.constant
            if value is None:
                return None
            degree = value
        elif variable in atom.names or variable in exponent.names:
            return None
    return None if any(variable in b.names for _, b in mono.sums) else degree


def without(mono: Mono, variable: str) -> Mono:
    return Mono(mono.sums, tuple(f for f in mono.factors if f[0] != Atom("sym", variable)))


def coefficient(poly: Poly, variable: str, degree: Fraction) -> Poly:
    """What stands before a power of the variable."""
    return collect((without(m, variable), c) for m, c in poly.terms if degree_of(m, variable) == degree)
