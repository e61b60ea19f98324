"""Products of symbolic length: factors apart, constants as powers, exponentials as sums.

What remains is an atom `prod` that binds its variable, from 1 to a bound without constant part.
"""

from __future__ import annotations

from fractions import Fraction

from hence.checks.normal.algebra import Algebra, bind
from hence.checks.normal.content import whole_content
from hence.checks.normal.core import EULER
from hence.checks.normal.permutations import unpermuted
from hence.checks.normal.poly import ONE, UNIT, ZERO, Atom, Poly, number, of_atom, symbol

MOST_EXPLICIT_FACTORS = 12


def product_over(algebra: Algebra, variable: str, low: Poly, high: Poly, body: Poly) -> Poly:
    """The product of the body for variable = low..high; an empty product is 1."""
    if not low.is_one:
        shift = low - ONE
        body = algebra.substitute(body, {variable: symbol(variable) + shift})
        high = high - shift
    offset = sum((c for m, c in high.terms if m == UNIT), Fraction(0))
    base = high - number(offset)
    if base.is_zero and offset.denominator == 1 and offset <= MOST_EXPLICIT_FACTORS:
        return algebra.mul(*(_at(algebra, body, variable, number(k)) for k in range(1, int(offset) + 1)))
    result = _whole(algebra, variable, base, body)
    if offset < 0:
        algebra.need_order(ZERO, high)
    for k in range(1, int(offset) + 1):
        result = algebra.mul(result, _at(algebra, body, variable, base + number(k)))
    for k in range(-int(offset)):
        removed = _at(algebra, body, variable, base - number(k))
        result = algebra.mul(result, algebra.power(removed, number(-1)))
    return result


def _at(algebra: Algebra, body: Poly, variable: str, value: Poly) -> Poly:
    return algebra.substitute(body, {variable: value})


def _whole(algebra: Algebra, variable: str, bound: Poly, body: Poly) -> Poly:
    """The product for variable = 1..bound."""
    variable, body = unpermuted(algebra, variable, bound, body)
    if body.is_zero or body.is_one:
        return body if body.is_one else _opaque(variable, bound, body)
    coefficient, outer, inner = whole_content(body, signed=True)
    parts = [algebra.power(number(coefficient), bound)]
    for atom, exponent in outer.factors:
        parts.append(_factor(algebra, variable, bound, atom, exponent))
    if not inner.is_one:
        same = variable not in inner.names
        parts.append(algebra.power(inner, bound) if same else _opaque(variable, bound, inner))
    return algebra.mul(*parts)


def _factor(algebra: Algebra, variable: str, bound: Poly, atom: Atom, exponent: Poly) -> Poly:
    if atom == EULER:
        return algebra.exp(algebra.sum_over(variable, ONE, bound, exponent))
    if variable not in atom.names:
        whole = algebra.sum_over(variable, ONE, bound, exponent)
        return algebra.power(of_atom(atom), whole)
    if variable not in exponent.names:
        return algebra.power(_opaque(variable, bound, of_atom(atom)), exponent)
    return _opaque(variable, bound, algebra.power(of_atom(atom), exponent))


def _opaque(variable: str, bound: Poly, body: Poly) -> Poly:
    return of_atom(bind("prod", "", [body, bound], variable))
