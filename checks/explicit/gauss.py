"""Integrals over the real line of polynomials times exponentials of quadratics, by `sympy.integrate`.

An integrand is taken apart into z^k exp(-a z^2 + b z) with coefficients as letters, SymPy integrates that once, and the
coefficients are put back: SymPy sees the same few integrals again and again, and never a large one.
"""

from __future__ import annotations

from functools import cache

import sympy
from hence.checks.explicit.matrices import Expr, NoTranslation, bounded

HIGHEST_POWER = 8
A, B, Z = sympy.Symbol("a", positive=True), sympy.Symbol("b", real=True), sympy.Symbol("z", real=True)


def over_reals(integrand: Expr, variable: Expr) -> Expr:
    """The integral over all values of the variable. Raises NoTranslation for other kinds of integrands."""
    expanded = sympy.expand(bounded(integrand), power_exp=False)
    return sympy.Add(*(_term(t, variable) for t in sympy.Add.make_args(bounded(expanded))))


def standard_normal_mean(expression: Expr, variable: Expr) -> Expr:
    """E[expression] for a standard normal variable. Raises NoTranslation."""
    if not expression.has(variable):
        return expression
    outside, inside = expression.as_independent(variable, as_Add=False)
    base, power = inside.as_base_exp()
    if base == variable and power.is_Integer and 0 < power <= HIGHEST_POWER:
        return outside * _moment(int(power))
    return _against_density(expression, variable)


@cache
def _moment(power: int) -> Expr:
    """E[z^power], which is what most expectations come down to."""
    return _against_density(Z**power, Z)


def _against_density(expression: Expr, variable: Expr) -> Expr:
    density = sympy.exp(-(variable**2) / 2) / sympy.sqrt(2 * sympy.pi)
    return over_reals(expression * density, variable)


def _term(term: Expr, variable: Expr) -> Expr:
    outside, inside = term.as_independent(variable, as_Add=False)
    polynomial, exponent = sympy.S.One, sympy.S.Zero
    for factor in sympy.Mul.make_args(inside):
        if factor.is_polynomial(variable):
            polynomial *= factor
        elif isinstance(factor, sympy.exp) and factor.args[0].is_polynomial(variable):
            exponent += factor.args[0]
        else:
            raise NoTranslation("an integrand that is no polynomial times the exponential of a quadratic")
    powers = sympy.Poly(polynomial, variable).as_dict()
    return outside * sympy.Add(*(c * _bell(k, sympy.Poly(exponent, variable)) for (k,), c in powers.items()))


def _bell(power: int, exponent: Expr) -> Expr:
    """The integral of z^power exp(exponent)."""
    quadratic, linear, constant = (exponent.coeff_monomial(exponent.gen**n) for n in (2, 1, 0))
    if exponent.degree() != 2 or not (-quadratic).is_positive or power > HIGHEST_POWER:
        raise NoTranslation("an integral over the reals that need not exist")
    found = _template(power, linear != 0)
    return sympy.exp(constant) * found.xreplace({A: -quadratic, B: linear})


@cache
def _template(power: int, shifted: bool) -> Expr:
    integrand = Z**power * sympy.exp(-A * Z**2 + (B * Z if shifted else 0))
    found = sympy.simplify(sympy.integrate(integrand, (Z, -sympy.oo, sympy.oo)))
    if found.has(sympy.Integral, sympy.Piecewise, sympy.erf, sympy.erfc):
        raise NoTranslation("an integral that SymPy does not find")
    return found
