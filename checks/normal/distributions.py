"""Moments of named distributions, from the formulas of the registry of laws."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from hence.checks.conditions import Stated, positive
from hence.checks.model import Lit, Node, Op, Ref
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import ONE, ZERO, Poly, number, total
from hence.language.formulas import F
from hence.language.laws import LAWS, Row
from hence.language.terms import App, Num, Sym, Term, app

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

OURS = "law:"  # in front of the letters of a row, which are no letters of the page


def cumulant_of(n: Normaliser, kind: str, params: tuple[Poly, ...], order: int) -> Poly | None:
    """The cumulant of an order; None for a distribution, or an order, of which the registry says nothing."""
    row = LAWS.get(kind)
    if row is None or not row.is_number:
        return None
    values = parameters(row, params)
    moments = [ONE]
    for k in range(1, order + 1):
        formula = raw_moment(row, k)
        if formula is None:
            return None
        moments.append(value_of(n, formula, values))
    require(n, row, values, order)
    cumulants = [ZERO]
    for k in range(1, order + 1):
        known = [n.algebra.mul(cumulants[j], moments[k - j]).scaled(Fraction(comb(k - 1, j - 1))) for j in range(1, k)]
        cumulants.append(moments[k] - total(known))
    return cumulants[order]


def raw_moment(row: Row, order: int) -> F | None:
    """E[X^k], where the registry knows it."""
    if row.moment is not None:
        return row.moment(order)
    if order == 1:
        return row.mean
    if order == 2 and row.mean is not None and row.variance is not None:
        return row.variance + row.mean**2
    return None


def require(n: Normaliser, row: Row, values: Mapping[str, Poly], order: int = 0) -> None:
    """List what the law is taken to be where authors differ, and that moments of this order exist."""
    if row.convention:
        n.algebra.need(Stated(row.convention))
    if row.finite_moments is not None and order:
        n.algebra.need(positive(value_of(n, row.finite_moments, values) - number(order)))


def parameters(row: Row, params: tuple[Poly, ...]) -> dict[str, Poly]:
    return dict(zip((p.name for p in row.parameters), params, strict=True))


def value_of(n: Normaliser, formula: F, values: Mapping[str, Poly]) -> Poly:
    """A formula of a row in normal form. Raises NoRule for one that is not about numbers."""
    return n.scalar_in(_node(formula.term), {OURS + name: value for name, value in values.items()})


def _node(term: Term) -> Node:
    match term:
        case Num(value):
            return Lit(value)
        case Sym(name):
            return Ref(OURS + name)
        case App("beta_fn", (a, b)):
            above = app("mul", app("gamma_fn", a), app("gamma_fn", b))
            return _node(app("div", above, app("gamma_fn", app("add", a, b))))
        case App("binom", (a, b)):
            below = app("mul", app("factorial", b), app("factorial", app("add", a, app("neg", b))))
            return _node(app("div", app("factorial", a), below))
        case App(head, args):
            return Op(head, tuple(map(_node, args)))
    raise NoRule("a formula of a law with a sum or an integral")
