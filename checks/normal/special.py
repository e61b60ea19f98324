"""The gamma, digamma and error functions: functional equations that bring their arguments to a standard form.

Arguments of the first two are positive: `checks.partial` lists that with every proof that speaks of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from hence.checks.normal.poly import ONE, ZERO, Atom, Poly, number, of_atom, total

if TYPE_CHECKING:
    from hence.checks.normal.algebra import Algebra

LARGEST_SHIFT = 50
HALF = Fraction(1, 2)
PI = of_atom(Atom("pi"))


def gamma(algebra: Algebra, argument: Poly) -> Poly:
    """Gamma(a + k) = a (a + 1) ... (a + k - 1) Gamma(a): the constant part of what stays lies in [0, 1)."""
    if algebra.facts.counts(argument):
        algebra.rules["gamma-of-integer"] = None
        return algebra.factorial(argument - ONE)
    base, count = _shifted(argument)
    if abs(count) > LARGEST_SHIFT:
        return of_atom(Atom("fn", "gamma_fn", (argument,)))
    if base == number(HALF):
        rest = algebra.power(PI, number(HALF))
    else:
        rest = of_atom(Atom("fn", "gamma_fn", (base,)))
    if count:
        algebra.rules["gamma-functional-equation"] = None
    above = [base + number(k) for k in range(count)]
    below = [algebra.power(base - number(k), number(-1)) for k in range(1, 1 - count)]
    return algebra.mul(rest, *above, *below)


def digamma(algebra: Algebra, argument: Poly) -> Poly:
    """psi(a + k) = psi(a) + 1/a + ... + 1/(a + k - 1)."""
    base, count = _shifted(argument)
    if base.is_zero:  # a number: psi(0) has no value, psi(1) has
        base, count = ONE, count - 1
    if abs(count) > LARGEST_SHIFT or (base == ONE and count < 0):
        return of_atom(Atom("fn", "digamma", (argument,)))
    if count:
        algebra.rules["digamma-functional-equation"] = None
    above = [algebra.power(base + number(k), number(-1)) for k in range(count)]
    below = [-algebra.power(base - number(k), number(-1)) for k in range(1, 1 - count)]
    return of_atom(Atom("fn", "digamma", (base,))) + total([*above, *below])


def erf(algebra: Algebra, argument: Poly) -> Poly:
    """An odd function."""
    if argument.is_zero:
        return ZERO
    if argument.terms[0][1] < 0:
        algebra.rules["error-function-is-odd"] = None
        return -of_atom(Atom("fn", "erf", (-argument,)))
    return of_atom(Atom("fn", "erf", (argument,)))


def bell(algebra: Algebra, argument: Poly) -> Poly:
    """The derivative of the error function: 2 / sqrt(pi) e^{-x^2}."""
    algebra.rules["derivative-of-error-function"] = None
    height = algebra.power(PI, number(-HALF)).scaled(Fraction(2))
    return algebra.mul(height, algebra.exp(-algebra.mul(argument, argument)))


def _shifted(argument: Poly) -> tuple[Poly, int]:
    """The argument without the whole part of its constant, and that."""
    offset = sum((c for m, c in argument.terms if not m.factors and not m.sums), Fraction(0))
    whole = floor(offset)
    return argument - number(whole), whole


SPECIAL: dict[str, Callable[[Algebra, Poly], Poly]] = {"gamma_fn": gamma, "digamma": digamma, "erf": erf}
__all__ = ["SPECIAL", "bell", "digamma", "erf", "gamma"]
