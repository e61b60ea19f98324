"""Integrals between two numbers: powers, exponentials, and the kernels of gamma and beta laws.

    kernel of a gamma law   the integral of x^s e^{-c x^k} from 0 to infinity is Gamma((s+1)/k) / (|k| c^{(s+1)/k})
    kernel of a beta law    the integral of x^s (1-x)^r from 0 to 1 is Gamma(s+1) Gamma(r+1) / Gamma(s+r+2)
    logarithms beside them  by the derivative in the exponent
    powers, exponentials    by their antiderivatives

What each needs (s + 1 > 0, c > 0) is listed. Any other integral stays an opaque, canonical atom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.conditions import Condition, Regular, Regularity, Relation, names_of, nonzero, positive
from hence.checks.model import Along, Node, Op
from hence.checks.normal.algebra import EULER, Algebra, Factors, bind
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import (
    ONE,
    ZERO,
    Atom,
    Mono,
    Poly,
    collect,
    fresh_variable,
    number,
    of_atom,
    open_sums,
    rename,
    symbol,
    total,
)
from hence.checks.normal.special import digamma, gamma
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

INFINITY = of_atom(Atom("infinity"))


@dataclass(frozen=True)
class Span:
    """The ends of an integral."""

    variable: str
    low: Poly
    high: Poly

    @property
    def x(self) -> Poly:
        return symbol(self.variable)

    @property
    def is_half_line(self) -> bool:
        return self.low.is_zero and self.high == INFINITY

    @property
    def is_unit(self) -> bool:
        return self.low.is_zero and self.high == ONE


def integrate_between(n: Normaliser, variable: str, over: Along, body: Node, env: Mapping[str, Poly]) -> Poly:
    """The normal form of an integral with bounds."""
    span = Span(variable, *(_end(n, e, env) for e in (over.low, over.high)))
    if span.low == -INFINITY and span.high == INFINITY:
        raise NoRule("an integral over all numbers between bounds")
    return integrate(n, span, lambda: n.scalar_in(body, {**env, variable: span.x}))


def integrate(n: Normaliser, span: Span, body: Callable[[], Poly]) -> Poly:
    """The integral of what is made while the signs inside the span are known."""
    facts, outer = n.algebra.facts, n.algebra.conditions
    known = replace(facts, positive_polys=facts.positive_polys | set(_signs(span, n.algebra)))
    n.algebra.facts, n.algebra.conditions = known, {}
    try:
        value = total(_mono(n, span, m).scaled(c) for m, c in body().terms)
    finally:
        n.algebra.facts, inner = facts, n.algebra.conditions
        n.algebra.conditions = outer
    for condition in inner:
        if span.variable not in names_of(condition):
            n.algebra.need(condition)
        else:
            _need_inside(condition, span, n.algebra)
    n.used["linearity-of-integral"] = None
    return value


def _need_inside(condition: Condition, span: Span, algebra: Algebra) -> None:
    """List a condition on the variable. x > c and c > x hold inside where they hold at the ends, or on their border."""
    if not isinstance(condition, Relation):
        raise NoRule("a condition on the variable of an integral")
    left, right = condition.left, condition.right
    linear = _linear(left - right, span, algebra) if isinstance(left, Poly) and isinstance(right, Poly) else None
    if condition.relation not in (">", ">=") or linear is None:
        algebra.need(replace(condition, every=(*condition.every, span.variable)))
        return
    start, slope = linear
    for end, endless in ((span.low, slope < 0), (span.high, slope > 0)):
        if end in (INFINITY, -INFINITY):
            if not endless:
                raise NoRule("an integral that leaves the support of a density")
            continue
        value = start + end.scaled(slope)
        if algebra.facts.positive(-value):
            raise NoRule("an integral that leaves the support of a density")
        if not algebra.facts.nonnegative(value):
            algebra.need(Relation(value, ">=", ZERO))


def _linear(gap: Poly, span: Span, algebra: Algebra) -> tuple[Poly, Fraction] | None:
    """c and the number k of c + k x; None for other forms."""
    at = [algebra.substitute(gap, {span.variable: number(k)}) for k in (0, 1)]
    slope = (at[1] - at[0]).constant
    return (at[0], slope) if slope is not None and slope and gap == at[0] + span.x.scaled(slope) else None


def _end(n: Normaliser, node: Node, env: Mapping[str, Poly]) -> Poly:
    match node:
        case Op("infinity", ()):
            return INFINITY
        case Op("neg", (Op("infinity", ()),)):
            return -INFINITY
    return n.scalar_in(node, env)


def _signs(span: Span, algebra: Algebra) -> list[Poly]:
    """What is positive inside, where the ends are known to be in order."""
    facts, endless = algebra.facts, INFINITY in (span.high, -span.low)
    if not endless and not facts.positive(span.high - span.low):
        return [span.x] if facts.positive(span.low) and facts.positive(span.high) else []
    found = [span.x] if span.low != -INFINITY and facts.nonnegative(span.low) else []
    if span.low != -INFINITY and not span.low.is_zero:
        found.append(span.x - span.low)
    return [*found, span.high - span.x] if span.high != INFINITY else found


def _mono(n: Normaliser, span: Span, mono: Mono) -> Poly:
    sums, factors = open_sums(mono)
    if any(span.variable in b.names for _, b in sums):
        raise NoRule("a sum whose length is the variable of an integral")
    fixed = [f for f in factors if span.variable not in f[0].names | f[1].names]
    moving = [f for f in factors if span.variable in f[0].names | f[1].names]
    outside, moving = without_constant_exponent(n.algebra, span.variable, moving)
    value = next((v for rule in RULES if (v := rule(n, span, moving)) is not None), None)
    if value is None:
        body = n.algebra.assemble([], moving, Fraction(1)) if moving else ONE
        value = antiderivative(span.variable, body, span.high) - antiderivative(span.variable, body, span.low)
    front = n.algebra.assemble([], fixed, Fraction(1)) if fixed else ONE
    return n.algebra.sum_all(sums, n.algebra.mul(front, outside, value))


def antiderivative(variable: str, body: Poly, end: Poly) -> Poly:
    """The integral of a body up to an end, from a point that is the same for all ends and cancels in the difference."""
    return of_atom(bind("along", "", [body, end], variable))


def slope_of_antiderivative(algebra: Algebra, atom: Atom, by: Callable[[Poly], Poly]) -> Poly:
    """What `by` makes of an antiderivative: the body at the end times the slope of the end, and the slope inside."""
    variable = fresh_variable()
    body, end = rename(atom.args[0], {atom.binds: variable}), atom.args[1]
    slope, inside = by(end), by(body)
    pieces = [] if slope.is_zero else [algebra.mul(algebra.substitute(body, {variable: end}), slope)]
    if pieces:
        algebra.need(Regular(Regularity.CONTINUITY))
    if not inside.is_zero:
        algebra.need(Regular(Regularity.EXCHANGE))
        algebra.rules["derivative-under-the-integral"] = None
    for mono, c in inside.terms:
        sums, factors = open_sums(mono)
        if any(variable in b.names for _, b in sums):
            raise NoRule("a sum whose length is the variable of an integral")
        fixed = [f for f in factors if variable not in f[0].names | f[1].names]
        moving = [f for f in factors if f not in fixed]
        whole = algebra.assemble([], moving, Fraction(1)) if moving else ONE
        front = algebra.assemble([], fixed, c) if fixed else number(c)
        pieces.append(algebra.sum_all(sums, algebra.mul(front, antiderivative(variable, whole, end))))
    return total(pieces)


def _of_slope(n: Normaliser, span: Span, factors: Factors) -> Poly | None:
    """f'(x), by f."""
    match factors:
        case [(Atom("call", name, (argument,)), exponent)] if name.endswith("'") and exponent.is_one:
            if argument != span.x or INFINITY in (span.high, -span.low):
                return None
            n.used["fundamental-theorem"] = None
            high, low = (of_atom(Atom("call", name[:-1], (end,))) for end in (span.high, span.low))
            return high - low
    return None


def without_constant_exponent(algebra: Algebra, variable: str, factors: Factors) -> tuple[Poly, Factors]:
    """e^{u + v(x)} as e^u times e^{v(x)}."""
    powers = dict(factors)
    exponent = powers.pop(EULER, None)
    if exponent is None:
        return ONE, factors
    still = collect((m, c) for m, c in exponent.terms if variable not in m.names)
    rest = exponent - still
    return algebra.exp(still), [*powers.items(), *([(EULER, rest)] if not rest.is_zero else [])]


@dataclass(frozen=True)
class Shape:
    """x^power e^{rate x^degree}, times (1 - x)^other."""

    power: Poly
    rate: Poly
    degree: Poly
    other: Poly


def _shape(span: Span, algebra: Algebra, factors: Factors) -> Shape | None:
    """The factors in this form; None for others."""
    power, rate, degree, other = ZERO, ZERO, ONE, ZERO
    for atom, exponent in factors:
        if atom.kind == "sym" and atom.name == span.variable and span.variable not in exponent.names:
            power = power + exponent
        elif atom == EULER and (found := _rate(span.variable, algebra, exponent)) is not None:
            rate, degree = found
        elif atom.kind == "poly" and atom.args[0] in (ONE - span.x, span.x - ONE) and span.is_unit:
            if atom.args[0] != ONE - span.x or span.variable in exponent.names:
                return None
            other = other + exponent
        else:
            return None
    return Shape(power, rate, degree, other)


def _rate(variable: str, algebra: Algebra, exponent: Poly) -> tuple[Poly, Poly] | None:
    """(c, k) of c x^k; None for another exponent."""
    pieces, degrees = [], set()
    for mono, c in exponent.terms:
        if mono.sums:
            return None
        own = [(a, e) for a, e in mono.factors if variable in a.names | e.names]
        if len(own) != 1 or own[0][0] != Atom("sym", variable) or variable in own[0][1].names:
            return None
        degrees.add(own[0][1])
        rest = [f for f in mono.factors if f != own[0]]
        pieces.append((algebra.assemble([], rest, Fraction(1)) if rest else ONE).scaled(c))
    return (total(pieces), degrees.pop()) if len(degrees) == 1 else None


def _logarithm(n: Normaliser, span: Span, factors: Factors) -> Poly | None:
    """The kernel of a gamma or beta law times log x, or log (1 - x): its derivative by the exponent of that."""
    for inside in (span.x, ONE - span.x) if span.is_unit else (span.x,):
        logarithm = n.algebra.log(inside).atom
        rest = [f for f in factors if f[0] != logarithm]
        if logarithm is None or len(rest) + 1 != len(factors) or not dict(factors)[logarithm].is_one:
            continue
        found = _shape(span, n.algebra, rest)
        whole = _gamma_kernel(n, span, rest) if span.is_half_line else _beta_kernel(n, span, rest)
        if found is None or whole is None:
            return None
        n.used["logarithm-beside-a-kernel"] = None
        return n.algebra.mul(whole, _slope_of_log(n.algebra, span, found, inside))
    return None


def _slope_of_log(algebra: Algebra, span: Span, found: Shape, inside: Poly) -> Poly:
    """The derivative of the logarithm of a kernel by the exponent of x, or of 1 - x."""
    if span.is_unit:
        exponent = found.power if inside == span.x else found.other
        return digamma(algebra, exponent + ONE) - digamma(algebra, found.power + found.other + number(2))
    share = algebra.power(found.degree, number(-1))
    order = algebra.mul(found.power + ONE, share)
    return algebra.mul(share, digamma(algebra, order) - algebra.log(-found.rate))


def _gamma_kernel(n: Normaliser, span: Span, factors: Factors) -> Poly | None:
    found = _shape(span, n.algebra, factors) if span.is_half_line else None
    if found is None or found.rate.is_zero or not found.other.is_zero:
        return None
    algebra, decay = n.algebra, -found.rate
    size = found.degree
    if not algebra.facts.positive(size):
        if not algebra.facts.positive(-size):
            return None
        size = -size
    order = algebra.mul(found.power + ONE, algebra.power(found.degree, number(-1)))
    for needed in (decay, order):
        if (needed.constant or 1) <= 0:
            return None
        algebra.need(positive(needed))
    n.used["kernel-of-gamma"] = None
    below = algebra.mul(size, algebra.power(decay, order))
    return algebra.mul(gamma(algebra, order), algebra.power(below, number(-1)))


def _beta_kernel(n: Normaliser, span: Span, factors: Factors) -> Poly | None:
    found = _shape(span, n.algebra, factors) if span.is_unit else None
    if found is None or not found.rate.is_zero:
        return None
    first, second = found.power + ONE, found.other + ONE
    for needed in (first, second):
        if (needed.constant or 1) <= 0:
            return None
        n.algebra.need(positive(needed))
    n.used["kernel-of-beta"] = None
    below = n.algebra.power(gamma(n.algebra, first + second), number(-1))
    return n.algebra.mul(gamma(n.algebra, first), gamma(n.algebra, second), below)


def _power(n: Normaliser, span: Span, factors: Factors) -> Poly | None:
    """x^s, also where the upper end is infinite and the power decays."""
    found = _shape(span, n.algebra, factors)
    if found is None or not found.rate.is_zero or not found.other.is_zero or span.low == -INFINITY:
        return None
    algebra, order = n.algebra, found.power + ONE
    if order.is_zero:
        return None
    whole = (found.power.integer if found.power.integer is not None else -1) >= 0
    needed = [] if whole else [e for e in (span.low, span.high) if e != INFINITY and not e.is_zero]
    needed += [order] if not whole and span.low.is_zero else []
    if any((term.constant or 1) <= 0 for term in needed):
        return None
    for term in needed:
        algebra.need(positive(term))
    algebra.need(nonzero(order))
    n.used["integral-of-a-power"] = None
    share = algebra.power(order, number(-1))
    first = ZERO if span.low.is_zero else algebra.power(span.low, order)
    if span.high == INFINITY:
        if (order.constant or -1) >= 0 or whole:
            return None
        algebra.need(positive(-order))
        return None if span.low.is_zero else -algebra.mul(share, first)
    return algebra.mul(share, algebra.power(span.high, order) - first)


def _exponential(n: Normaliser, span: Span, factors: Factors) -> Poly | None:
    """e^{c x}."""
    found = _shape(span, n.algebra, factors)
    if found is None or not found.power.is_zero or found.rate.is_zero or not found.degree.is_one:
        return None
    if not found.other.is_zero:
        return None
    algebra, rate = n.algebra, found.rate
    if span.low == -INFINITY and span.high == INFINITY:
        return None
    for end, sign in ((span.high, -1), (span.low, 1)):
        if end in (INFINITY, -INFINITY):
            needed = rate.scaled(Fraction(sign))
            if (needed.constant or 1) <= 0:
                return None
            algebra.need(positive(needed))
    algebra.need(nonzero(rate))
    n.used["integral-of-an-exponential"] = None

    def at(end: Poly) -> Poly:
        return ZERO if end in (INFINITY, -INFINITY) else algebra.exp(algebra.mul(rate, end))

    return algebra.mul(algebra.power(rate, number(-1)), at(span.high) - at(span.low))


RULES: tuple[Callable[[Normaliser, Span, Factors], Poly | None], ...] = (
    _logarithm,
    _gamma_kernel,
    _beta_kernel,
    _power,
    _exponential,
    _of_slope,
)
