"""Integrals over R, R^d and abstract sample spaces.

Linearity and constants come first; then a density integrates to a marginal, and a Gaussian integrand
is completed to a square: the integral of e^{-a|x|^2/2 + u.x} P(x) is (2 pi / a)^{d/2} times an
expectation under N(0, I/a). Any other integral stays an opaque, canonical atom.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.conditions import Regular, Regularity, positive
from hence.checks.model import Shape
from hence.checks.normal.algebra import EULER, Factors
from hence.checks.normal.expectation import Expectation, Gaussian
from hence.checks.normal.intervals import without_constant_exponent
from hence.checks.normal.poly import (
    ONE,
    ZERO,
    Atom,
    Mono,
    Poly,
    any_atom,
    close,
    collect,
    number,
    of_atom,
    of_mono,
    open_sums,
    rename,
    total,
)
from hence.language.opaque import is_probability

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

UNNAMED = "∫#"  # begins the names of variables that could have any other


def integrate(n: Normaliser, variable: str, shape: Shape, body: Poly) -> Poly:
    """The integral of the body over all values of the variable."""
    n.used["linearity-of-integral"] = None
    return total(_integrate_mono(n, variable, shape, m).scaled(c) for m, c in body.terms)


def _integrate_mono(n: Normaliser, variable: str, shape: Shape, mono: Mono) -> Poly:
    sums, factors = open_sums(mono)
    constant = [f for f in factors if variable not in f[0].names | f[1].names]
    moving = [f for f in factors if variable in f[0].names | f[1].names]
    front, moving = without_constant_exponent(n.algebra, variable, moving)
    if any(variable in b.names for _, b in sums):
        return _opaque(variable, list(mono.factors))
    value = _exchanged(n, variable, shape, moving)
    if value is None:
        value = _marginal(n, variable, moving)
    if value is None:
        value = _whole_mass(n, variable, moving)
    if value is None:
        value = _of_score(n, variable, moving)
    if value is None:
        value = _gaussian(n, variable, shape, moving)
    if value is None:
        value = _opaque(variable, moving)
    fixed = n.algebra.assemble([], constant, Fraction(1)) if constant else ONE
    return n.algebra.sum_all(sums, n.algebra.mul(fixed, front, value))


def _opaque(variable: str, factors: Factors) -> Poly:
    """Variables of densities keep their names: p(x) and p(z) are different functions.

    Any other is named after how deep the integrals and sums inside are nested, which no sum outside changes.
    """
    body = of_mono(close((), factors))
    if variable.startswith(UNNAMED):
        named = f"{UNNAMED}{body.height}"
        body, variable = rename(body, {variable: named}), named
    return of_atom(Atom("int", "", (body,), variable))


def _exchanged(n: Normaliser, variable: str, shape: Shape, factors: Factors) -> Poly | None:
    """The integral over x of an integral over y, in the other order: where that can be done, or by the alphabet."""
    inner = [(a, e) for a, e in factors if a.kind == "int" and e.is_one and a.binds in _points(a)]
    others = [f for f in factors if f not in inner]
    if len(inner) != 1 or any(inner[0][0].binds in a.names | e.names for a, e in others):
        return None
    other = inner[0][0].binds
    body = n.algebra.mul(inner[0][0].args[0], n.algebra.assemble([], others, Fraction(1)))
    first = integrate(n, variable, shape, body)
    if variable < other and any(a.kind == "int" and a.binds == variable for a in _all_atoms(first)):
        return None
    n.used["exchange-of-integrals"] = None
    return integrate(n, other, Shape(1, 1), first)


def _points(atom: Atom) -> frozenset[str]:
    """The variables of the densities inside an atom."""
    return frozenset(v for a in _all_atoms(atom.args[0]) if a.kind == "dens" for p in a.args if (v := p.variable))


def _all_atoms(poly: Poly) -> list[Atom]:
    found: list[Atom] = []

    def visit(atom: Atom) -> bool:
        found.append(atom)
        return False

    any_atom(poly, visit)
    return found


def _marginal(n: Normaliser, variable: str, factors: Factors) -> Poly | None:
    """The integral of p(x, z) over z is p(x)."""
    if len(factors) != 1:
        return None
    atom, exponent = factors[0]
    if atom.kind != "dens" or not exponent.is_one:
        return None
    n.used["density-integrates-to-marginal"] = None
    rest = tuple(a for a in atom.args if a.variable != variable)
    return of_atom(Atom("dens", atom.name, rest)) if rest else ONE


def _whole_mass(n: Normaliser, variable: str, factors: Factors) -> Poly | None:
    """The integral of an unknown probability over all that it is a probability of is 1."""
    match factors:
        case [(Atom("call", name, args), exponent)] if is_probability(name) and exponent.is_one:
            if [a.variable for a in args].count(variable) != 1:
                return None
            n.used["probabilities-add-up-to-one"] = None
            return ONE
    return None


def _of_score(n: Normaliser, variable: str, factors: Factors) -> Poly | None:
    """The integral of d p(x, z) / d theta over x is d p(z) / d theta: zero where nothing is left."""
    if len(factors) != 2 or any(not e.is_one for _, e in factors):
        return None
    density, score = sorted((a for a, _ in factors), key=lambda a: a.kind)
    if density.kind != "dens" or score.kind != "score":
        return None
    by, family, count = score.name.rsplit("|", 2)
    target, places = score.args[: int(count)], score.args[int(count) :]
    if family != density.name or places != density.args or by == variable:
        return None
    n.algebra.need(Regular(Regularity.EXCHANGE))
    n.used["derivative-under-the-integral"] = None
    rest = tuple(a for a in density.args if a.variable != variable)
    if not rest:
        return ZERO
    return n.algebra.mul(of_atom(Atom("dens", family, rest)), of_atom(Atom("score", score.name, (*target, *rest))))


def _gaussian(n: Normaliser, variable: str, shape: Shape, factors: Factors) -> Poly | None:
    powers = dict(factors)
    exponent = powers.pop(EULER, None)
    if exponent is None or any(a.kind != "sym" for a in powers) or shape.is_matrix:
        return None
    quadratic, rest = _split_square(variable, shape, exponent, n)
    if quadratic is None:
        return None
    precision = quadratic.scaled(Fraction(-2))
    if not n.algebra.facts.positive(precision):
        if precision.constant is not None:
            return None
        n.algebra.need(positive(precision))
    inverse = n.algebra.power(precision, number(-1))
    pi = of_atom(Atom("pi"))
    dimension = n.dimension(shape.rows)
    scale = n.algebra.power(n.algebra.mul(number(2), pi, inverse), dimension.scaled(Fraction(1, 2)))
    body = n.algebra.mul(n.algebra.exp(rest), n.algebra.assemble([], list(powers.items()), Fraction(1)))
    normal = Gaussian(
        lambda _: ZERO,
        lambda a, b: n.algebra.mul(n.algebra.delta(a[0], b[0]) if a else ONE, inverse),
    )
    n.used["gaussian-integral"] = None
    value = Expectation(n).under(variable, normal, body)
    return None if any(a == "E" for a in _kinds(value)) else n.algebra.mul(scale, value)


def _kinds(poly: Poly) -> set[str]:
    return {a.kind for m, _ in poly.terms for a, _ in m.factors}


def _split_square(variable: str, shape: Shape, exponent: Poly, n: Normaliser) -> tuple[Poly | None, Poly]:
    """exponent = c |x|^2 + rest, with c and the rest; None for c where there is no such square."""
    coefficient, rest = [], []
    for mono, c in exponent.terms:
        factor = _square_coefficient(variable, shape, mono, n)
        if factor is None:
            rest.append((mono, c))
        else:
            coefficient.append(factor.scaled(c))
    return (total(coefficient) if coefficient else None), collect(rest)


def _square_coefficient(variable: str, shape: Shape, mono: Mono, n: Normaliser) -> Poly | None:
    """What multiplies |x|^2 in a monomial of that form."""
    sums, factors = open_sums(mono)
    squares = [(a, e) for a, e in factors if a.kind == "sym" and a.name == variable and e.integer == 2]
    if len(squares) != 1:
        return None
    atom = squares[0][0]
    others = [f for f in factors if f[0] != atom]
    if any(variable in a.names | e.names for a, e in others):
        return None
    if not atom.args:
        return n.algebra.sum_all(sums, n.algebra.assemble([], others, Fraction(1)))
    index = atom.args[0].variable
    bounds = dict(sums)
    if index not in bounds or bounds[index] != n.dimension(shape.rows):
        return None
    if any(index in a.names | e.names for a, e in others):
        return None
    remaining = [s for s in sums if s[0] != index]
    return n.algebra.sum_all(remaining, n.algebra.assemble([], others, Fraction(1)))
