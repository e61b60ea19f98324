"""E[e^{c X}] by the moment generating function of a law of the registry, and e^{c (X_1 + ... + X_n)} by its power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.checks.conditions import positive
from hence.checks.model import Law
from hence.checks.normal.algebra import EULER, Factors
from hence.checks.normal.distributions import parameters, require, value_of
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, of_mono, symbol
from hence.language.laws import LAWS, Interval, Row
from hence.language.laws.row import ORDER

if TYPE_CHECKING:
    from hence.checks.normal.expectation import Expectation


def by_generating_function(e: Expectation, factors: Factors) -> Poly | None:
    """E of one power of e whose exponent is linear in a variable; None for anything else."""
    exponent = factors[0][1] if len(factors) == 1 and factors[0][0] == EULER else None
    single = exponent.single if exponent is not None else None
    if single is None:
        return None
    mono, coefficient = single
    moving = [(atom, power) for atom, power in mono.factors if e.names_of([(atom, power)])]
    if len(moving) != 1 or not moving[0][1].is_one or moving[0][0].kind != "sym":
        return None
    variable = moving[0][0]
    law, row = _of_number(e, variable)
    if law is None or row is None or row.mgf is None:
        return None
    order = of_mono(Mono((), tuple(f for f in mono.factors if f != moving[0]))).scaled(coefficient)
    if not mono.sums:
        return _value(e, law, row, variable, order)
    return _power(e, law, row, mono, variable, order)


def _of_number(e: Expectation, variable: Atom) -> tuple[Law | None, Row | None]:
    """The law of a variable that is a number, where the registry knows its generating function everywhere."""
    law, known = e.setting.laws.get(variable.name), e.setting.symbols.get(variable.name)
    row = LAWS.get(law.kind) if law is not None and not e.opaque_binds else None
    if row is None or known is None or not known.shape.is_scalar or not row.is_number or row.name == "Normal":
        return None, None
    bounded = isinstance(row.support, Interval) and row.support.high is not None  # its formula has no value at zero
    return (None, None) if bounded else (law, row)


def _value(e: Expectation, law: Law, row: Row, variable: Atom, order: Poly) -> Poly:
    assert row.mgf is not None
    bound = {name: value for name, value in zip(law.index, variable.args, strict=False) if name}
    values = {**parameters(row, tuple(e.n.scalar_in(p, bound) for p in law.params)), ORDER: order}
    require(e.n, row, values)
    if row.mgf_below is not None:
        e.algebra.need(positive(value_of(e.n, row.mgf_below, values) - order))
    e.n.used["moment-generating-function"] = None
    return value_of(e.n, row.mgf, values)


def _power(e: Expectation, law: Law, row: Row, mono: Mono, variable: Atom, order: Poly) -> Poly | None:
    """M(c)^n for the members X_1, ..., X_n of an independent family, if c and the law do not depend on the member."""
    ((counter, size),) = mono.sums if len(mono.sums) == 1 else (("", ONE),)
    one_each = law.independent and variable.args == (symbol(counter),)
    if not one_each or counter in order.names | size.names or size.names & e.random:
        return None
    value = _value(e, law, row, variable, order)
    if counter in value.names:
        return None
    e.n.used["independence"] = None
    return e.algebra.power(value, size)
