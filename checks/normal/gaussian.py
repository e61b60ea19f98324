"""Expectations of functions of normal variables: products of waves, Stein's identity, the standard form.

waves      products of sines and cosines of linear forms become sums of single ones
Stein      E[x g(x)] = E[x] E[g(x)] + Cov(x, x) E[g'(x)], for a g made of functions at linear arguments
standard   E[f(z)] for z ~ N(m, s^2) is E[f(m + s e)] for a standard e, bound and canonical
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.conditions import Regular, Regularity
from hence.checks.normal.algebra import Factors, bind
from hence.checks.normal.calculus import derivative
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, fresh_variable, number, of_atom, symbol, total

if TYPE_CHECKING:
    from hence.checks.normal.expectation import Expectation

MOST_WAVES = 6
HALF = Fraction(1, 2)


# Waves -----------------------------------------------------------------------------------------------------


def wave_product(e: Expectation, factors: Factors) -> Poly | None:
    """The expectation of a product of several waves; None where the factors are something else."""
    waves: list[Atom] = []
    for atom, exponent in factors:
        times = exponent.integer or 0
        if atom.kind != "fn" or atom.name not in ("sin", "cos") or not 0 < times <= MOST_WAVES:
            return None
        waves += [atom] * times
    if not 1 < len(waves) <= MOST_WAVES:
        return None
    result = of_atom(waves[0])
    for atom in waves[1:]:
        result = total(_joined(e, wave, atom).scaled(c) for wave, c in _single_waves(result))
    e.n.used["product-of-waves"] = None
    return e.over_all(result)


def _single_waves(poly: Poly) -> list[tuple[Atom | None, Fraction]]:
    return [(m.factors[0][0] if m.factors else None, c) for m, c in poly.terms]


def _joined(e: Expectation, one: Atom | None, other: Atom) -> Poly:
    """cos a cos b = (cos(a-b) + cos(a+b)) / 2 and its relatives."""
    if one is None:
        return of_atom(other)
    a, b, wave = one.args[0], other.args[0], e.algebra.wave
    match one.name, other.name:
        case "cos", "cos":
            both = wave("cos", a - b) + wave("cos", a + b)
        case "sin", "sin":
            both = wave("cos", a - b) - wave("cos", a + b)
        case "sin", _:
            both = wave("sin", a + b) + wave("sin", a - b)
        case _:
            both = wave("sin", a + b) - wave("sin", a - b)
    return both.scaled(HALF)


# Stein -----------------------------------------------------------------------------------------------------


def by_stein(e: Expectation, factors: Factors) -> Poly | None:
    """One entry of a normal symbol fewer in front of functions of it; None where there is none to take away."""
    for position, (atom, exponent) in enumerate(factors):
        times = exponent.integer or 0
        if atom.kind != "sym" or atom.name not in e.gaussians or times < 1:
            continue
        others = [f for k, f in enumerate(factors) if k != position]
        if times > 1:
            others.append((atom, exponent - ONE))
        if not _functions_of(e, atom.name, others):
            return None
        return _stein(e, atom, e.algebra.assemble([], others, Fraction(1)))
    return None


def _functions_of(e: Expectation, name: str, factors: Factors) -> bool:
    """Whether the factors are powers of entries and functions at arguments that are linear in the symbol."""
    found = False
    for atom, exponent in factors:
        if exponent.integer is None or exponent.integer < 1:
            return False
        if atom.kind == "call" and not atom.binds and len(atom.args) == 1 and _is_linear(e, atom.args[0], name):
            found = True
        elif atom.kind != "sym" or atom.name != name:
            return False
    return found


def _is_linear(e: Expectation, poly: Poly, name: str) -> bool:
    for mono, _ in poly.terms:
        moving = [(a, x) for a, x in mono.factors if (a.names | x.names) & e.random]
        if len(moving) > 1 or any(a.kind != "sym" or a.name != name or not x.is_one for a, x in moving):
            return False
    return True


def _stein(e: Expectation, atom: Atom, rest: Poly) -> Poly | None:
    normal = e.gaussians[atom.name]
    family = e.setting.symbols[atom.name].family if atom.name in e.setting.symbols else 0
    member, entry = atom.args[:family], atom.args[family:]
    e.n.used["stein-identity"] = None
    e.algebra.need(Regular(Regularity.STEIN))
    try:
        if not entry:
            spread = _known(normal.covariance(atom.args, atom.args))
            slope = e.algebra.mul(spread, _slope(e, rest, atom.name, atom.args))
        elif len(entry) == 1:
            slope = e.n.sum_over_dim(
                e.setting.symbols[atom.name].shape.rows,
                lambda k: e.algebra.mul(
                    _known(normal.covariance(atom.args, (*member, k))), _slope(e, rest, atom.name, (*member, k))
                ),
            )
        else:
            return None
    except (NoRule, KeyError):
        return None
    return e.algebra.mul(normal.mean(atom.args), e.over_all(rest)) + e.over_all(slope)


def _slope(e: Expectation, poly: Poly, name: str, target: tuple[Poly, ...]) -> Poly:
    return derivative(e.algebra, poly, name, target)


def _known(value: Poly | None) -> Poly:
    if value is None:
        raise NoRule("a covariance that is not known")
    return value


# The standard form -----------------------------------------------------------------------------------------


def standard_form(e: Expectation, factors: Factors, body: Poly) -> Poly | None:
    """E of a function of one normal symbol, by standard normal numbers; None where it has no such form."""
    names = frozenset().union(*((a.names | x.names) & e.random for a, x in factors))
    if len(names) != 1 or not names <= e.gaussians.keys():
        return None
    (name,) = names
    family = e.setting.symbols[name].family if name in e.setting.symbols else 0
    if family:
        return None
    normal, variable = e.gaussians[name], fresh_variable()

    def shifted(indices: tuple[Poly, ...]) -> Poly:
        return normal.mean(indices) + e.algebra.mul(_root(e, name, indices), symbol(variable, *indices))

    try:
        standard = e.algebra.replace_symbol(body, name, shifted)
    except NoRule:
        return None
    e.n.used["reparameterisation"] = None
    return of_atom(bind("E", "standard", [standard], variable))


def _root(e: Expectation, name: str, indices: tuple[Poly, ...]) -> Poly:
    """A root of the variance, of either sign: a standard normal number is symmetric. Raises NoRule."""
    if len(indices) > 1:
        raise NoRule("a normal matrix has no standard form yet")
    covariance = e.gaussians[name].covariance
    if not indices:
        return _halved(e, _known(covariance((), ())))
    row, column = fresh_variable(), fresh_variable()
    whole = _known(covariance((symbol(row),), (symbol(column),)))
    delta = e.algebra.delta(symbol(row), symbol(column)).atom
    diagonal = [(m, c) for m, c in whole.terms if delta in dict(m.factors)]
    if len(diagonal) != len(whole.terms):
        raise NoRule("a covariance that is not diagonal has no canonical root")
    pieces = [Poly(((Mono(m.sums, tuple(f for f in m.factors if f[0] != delta)), c),)) for m, c in diagonal]
    return _halved(e, e.algebra.substitute(total(pieces), {column: indices[0], row: indices[0]}))


def _halved(e: Expectation, variance: Poly) -> Poly:
    """sigma from sigma^2, without asking for its sign."""
    single = variance.single
    if single is not None and not single[0].sums and single[1] > 0:
        mono, coefficient = single
        if all((x.integer or 1) % 2 == 0 for _, x in mono.factors):
            factors = [(a, x.scaled(HALF)) for a, x in mono.factors]
            return e.algebra.mul(
                e.algebra.power(number(coefficient), number(HALF)), e.algebra.assemble([], factors, Fraction(1))
            )
    return e.algebra.power(variance, number(HALF))
