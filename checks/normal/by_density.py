"""Expectations of functions of one variable with a law of the registry: an integral with its density."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.model import Law
from hence.checks.normal.algebra import Factors
from hence.checks.normal.distributions import parameters, require, value_of
from hence.checks.normal.intervals import INFINITY, Span, integrate
from hence.checks.normal.poly import ONE, Poly, fresh_variable, symbol
from hence.language.laws import LAWS, Interval, Row
from hence.language.laws.row import POINT

if TYPE_CHECKING:
    from hence.checks.normal.expectation import Expectation


def by_density(e: Expectation, factors: Factors) -> Poly | None:
    """E[g(X)] for a number X with a density on an interval that begins somewhere; None for others."""
    names = e.names_of(factors)
    law = e.setting.laws.get(next(iter(names))) if len(names) == 1 else None
    row = LAWS.get(law.kind) if law is not None else None
    if law is None or row is None or law.kind == "Normal" or not row.is_number or not _is_number(e, law):
        return None
    values = parameters(row, tuple(e.n.scalar_in(p, {}) for p in law.params))
    if not isinstance(row.support, Interval) or row.support.low is None:
        return None
    return _integral(e, law, row, values, factors)


def _is_number(e: Expectation, law: Law) -> bool:
    known = e.setting.symbols.get(law.name)
    return known is not None and not known.family and known.shape.is_scalar


def _integral(e: Expectation, law: Law, row: Row, values: dict[str, Poly], factors: Factors) -> Poly:
    assert isinstance(row.support, Interval)
    assert row.support.low is not None
    variable = fresh_variable()
    low = value_of(e.n, row.support.low, values)
    high = value_of(e.n, row.support.high, values) if row.support.high is not None else INFINITY

    def inside() -> Poly:
        body = e.algebra.assemble([], factors, Fraction(1)) if factors else ONE
        density = value_of(e.n, row.density, {**values, POINT: symbol(variable)})
        return e.algebra.mul(e.algebra.replace_symbol(body, law.name, lambda _: symbol(variable)), density)

    require(e.n, row, values)
    e.n.used["expectation-as-integral"] = None
    return integrate(e.n, Span(variable, low, high), inside)
