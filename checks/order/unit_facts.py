"""What is known of an unknown by what it stands for, and of two unknowns of the same kind.

Each fact is a case distinction that is true for all values: "p < 0, or ..." instead of a search for the sign of p.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import flint
from hence.checks.normal.kinks import POSITIVE
from hence.checks.normal.poly import UNIT, Atom, Poly, number, of_atom
from hence.checks.order.flat import EQ, GE, GT, NE, ONE, Flat, Known, Sign, constant, known
from hence.checks.order.units import Unit, Units

PRECISION = 1 << 20


def facts_of_unit(units: Units, unit: Unit) -> Iterator[Known]:
    """Facts about one unknown. May bring in further unknowns."""
    yield from UNIT_FACTS[unit.kind](units, unit, units.of(unit))


def facts_of_pair(units: Units, one: Unit, two: Unit) -> Iterator[Known]:
    """Facts about two unknowns, in this order."""
    if one.kind == two.kind == "exp":
        yield from _exponentials(units, one, two)
    if one.kind == two.kind == "power":
        yield from _powers(units, one, two)
    a, b = one.base.atom, two.base.atom
    if one.kind == two.kind == "entry" and a is not None and b is not None and a.kind == b.kind == "fn":
        yield from _functions(units, a, b)


# one unknown --------------------------------------------------------------------------------------


def _entry(units: Units, unit: Unit, x: Flat) -> Iterator[Known]:
    atom = unit.base.atom
    assert atom is not None
    facts = units.algebra.facts
    if atom.kind == "sym" and not atom.args:
        yield from _index(units, atom, x)
    if atom.kind in ("dens", "opnorm"):
        yield known(x, GE)
    elif facts.positive_atom(atom):
        yield known(x, GT)
    if atom.kind == "fn" and atom.name in FUNCTIONS:
        yield from FUNCTIONS[atom.name](units, atom, x)
    if atom.kind in ("delta", "step"):
        yield known(x * x - x, EQ)
    if atom.kind == "pi":
        yield from _between(x, flint.arb.pi())
    if atom.kind == "cum" and atom.name == "2" and atom.args[0] == atom.args[1]:
        yield known(x, GE, "variance-is-nonnegative")


def _index(units: Units, atom: Atom, x: Flat) -> Iterator[Known]:
    """Integers that are at least something, and indices in their ranges."""
    facts = units.algebra.facts
    name = atom.name
    if name in facts.ranges:
        yield known(x - ONE, GE)
        yield known(units.flatten(facts.ranges[name]) - x, GE)
    if name in facts.least:
        yield known(x - constant(facts.least[name]), GE)
    elif name in facts.integers and facts.positive_atom(atom):
        yield known(x - ONE, GE)


def _between(x: Flat, value: flint.arb) -> Iterator[Known]:
    """A number between neighbouring fractions."""
    whole = (value * PRECISION).floor().unique_fmpz()
    if whole is None:
        return
    scaled = int(whole)
    yield known(x - constant(Fraction(scaled - 1, PRECISION)), GT)
    yield known(constant(Fraction(scaled + 2, PRECISION)) - x, GT)


def _absolute(units: Units, atom: Atom, x: Flat) -> Iterator[Known]:
    inner = units.flatten(atom.args[0])
    yield known(x, GE, "absolute-value")
    yield known(x - inner, GE, "absolute-value")
    yield known(x + inner, GE, "absolute-value")
    yield known(x * x - inner * inner, EQ, "absolute-value")
    yield Known((Sign(x - inner, EQ), Sign(x + inner, EQ)), "absolute-value")


def _log(units: Units, atom: Atom, x: Flat) -> Iterator[Known]:
    """1 - 1/p <= log p <= p - 1, with equality at 1 only; p > 0 where the logarithm is defined."""
    value = atom.args[0].constant
    if value is not None and value > 0:
        yield from _between(x, flint.arb(flint.fmpq(value.numerator, value.denominator)).log())
        return
    p = units.flatten(atom.args[0])
    yield known(p, GT)
    yield known(p - ONE - x, GE, "logarithm-bound")
    yield known(p * x - p + ONE, GE, "logarithm-bound")
    yield Known((Sign(p - ONE, EQ), Sign(p - ONE - x, GT)), "logarithm-bound")
    yield Known((Sign(p - ONE, EQ), Sign(p * x - p + ONE, GT)), "logarithm-bound")


def _wave(units: Units, atom: Atom, x: Flat) -> Iterator[Known]:  # noqa: ARG001
    rule = "sine-is-bounded" if atom.name == "sin" else "cosine-is-bounded"
    yield from (known(ONE - x, GE, rule), known(ONE + x, GE, rule))


def _indicator(units: Units, atom: Atom, x: Flat) -> Iterator[Known]:
    """1 where u > 0 and 0 elsewhere, so that u times it is the larger of u and 0."""
    u = units.flatten(atom.args[0])
    yield known(x * x - x, EQ)
    yield known(u * x, GE, "positive-part")
    yield known(u * x - u, GE, "positive-part")
    yield Known((Sign(-u, GE), Sign(x - ONE, EQ)), "positive-part")
    yield Known((Sign(u, GT), Sign(x, EQ)), "positive-part")


FUNCTIONS: dict[str, Callable[[Units, Atom, Flat], Iterator[Known]]] = {
    "abs": _absolute,
    POSITIVE: _indicator,
    "log": _log,
    "sin": _wave,
    "cos": _wave,
}


def _inverse(units: Units, unit: Unit, x: Flat) -> Iterator[Known]:
    yield known(x * units.flatten(unit.base) - ONE, EQ)


def _root(units: Units, unit: Unit, x: Flat) -> Iterator[Known]:
    """The base is non-negative where a root of it is defined."""
    rule = "square-root" if unit.degree == 2 else "root"
    yield known(x, GE, rule)
    yield known(x.power(unit.degree) - units.flatten(_opened(unit.base)), EQ, rule)


def _polynomial(units: Units, unit: Unit, x: Flat) -> Iterator[Known]:
    yield known(x - units.flatten(_opened(unit.base)), EQ)


def _opened(base: Poly) -> Poly:
    atom = base.atom
    return atom.args[0] if atom is not None and atom.kind == "poly" else base


def _exp(units: Units, unit: Unit, x: Flat) -> Iterator[Known]:
    """1 + q <= e^q <= 1 / (1 - q), with equality at 0 only."""
    mono, value = unit.base.terms[0]
    if mono == UNIT:
        yield from _between(x, flint.arb(flint.fmpq(value.numerator, value.denominator)).exp())
        return
    q = units.flatten(unit.base)
    yield known(x, GT, "exponential-is-positive")
    yield known(x - ONE - q, GE, "exponential-bound")
    yield known(ONE - x * (ONE - q), GE, "exponential-bound")
    yield Known((Sign(q, EQ), Sign(x - ONE - q, GT)), "exponential-bound")
    yield Known((Sign(q, EQ), Sign(ONE - x * (ONE - q), GT)), "exponential-bound")


def _power(units: Units, unit: Unit, x: Flat) -> Iterator[Known]:
    a, p = units.flatten(_opened(unit.base)), units.flatten(unit.exponent)
    whole = units.algebra.facts.is_integer(unit.exponent)
    yield Known((Sign(-a, GE), Sign(x, GT)), "power-of-positive")
    yield Known((Sign(-a, GT), Sign(x, GE)), "power-of-positive")
    yield Known((Sign(a - ONE, NE), Sign(x - ONE, EQ)))
    yield Known((Sign(ONE - a, GT), Sign(-p, GT), Sign(x - ONE, GE)), "monotone-power")
    yield Known((Sign(ONE - a, GE), Sign(-p, GE), Sign(x - ONE, GT)), "monotone-power")
    yield Known((Sign(-a, GT), Sign(a - ONE, GT), Sign(-p, GT), Sign(ONE - x, GE)), "monotone-power")
    yield Known((Sign(-a, GT), Sign(a - ONE, GE), Sign(-p, GE), Sign(ONE - x, GT)), "monotone-power")
    yield Known((Sign(-a, GT), Sign(a - ONE, GT), Sign(ONE - p, GT), Sign(a - x, GE)), "monotone-power")
    yield Known((Sign(-a, GE), Sign(a - ONE, GE), Sign(ONE - p, GE), Sign(a - x, GT)), "monotone-power")
    yield Known((Sign(ONE - a, GT), Sign(ONE - p, GT), Sign(x - a, GE)), "monotone-power")
    yield Known((Sign(ONE - a, GT), Sign(p, GT), Sign(ONE - x, GE)), "monotone-power")
    yield Known((Sign(ONE - a, GE), Sign(p, GE), Sign(ONE - x, GT)), "monotone-power")
    yield Known((Sign(-a, GE), Sign(a - ONE, GE), Sign(p, GE), Sign(x - ONE, GT)), "monotone-power")
    low = Sign(-a - ONE, GT) if whole else Sign(-a, GT)
    few = Sign(-p, GT) if whole else Sign(ONE - p, GT)
    yield Known((low, few, Sign(x - ONE - p * (a - ONE), GE)), "Bernoulli")
    yield Known((Sign(-a, GT), Sign(a - ONE, EQ), Sign(ONE - p, GE), Sign(x - ONE - p * (a - ONE), GT)), "Bernoulli")
    if whole:
        yield Known((Sign(ONE - a * a, GE), Sign(-p, GT), Sign(x * x - ONE, GE)), "monotone-power")
        yield Known((Sign(a * a - ONE, GT), Sign(-p, GT), Sign(ONE - x * x, GE)), "monotone-power")
        yield Known((Sign(a * a - ONE, GE), Sign(-p, GE), Sign(ONE - x * x, GT)), "monotone-power")
    if whole and all(c.numerator % 2 == 0 for _, c in unit.exponent.terms):
        yield known(x, GE, "even-power")


def _nothing(_units: Units, _unit: Unit, _x: Flat) -> Iterator[Known]:
    return iter(())


UNIT_FACTS: dict[str, Callable[[Units, Unit, Flat], Iterator[Known]]] = {
    "entry": _entry,
    "inverse": _inverse,
    "root": _root,
    "polynomial": _polynomial,
    "exp": _exp,
    "power": _power,
    "sum": _nothing,
}


# two unknowns -------------------------------------------------------------------------------------


def _exponentials(units: Units, one: Unit, two: Unit) -> Iterator[Known]:
    """The tangent of e^q at another point lies below; so exponentials are monotone, too."""
    if UNIT in (one.base.terms[0][0], two.base.terms[0][0]):
        return
    x, y = units.of(one), units.of(two)
    gap = units.flatten(two.base) - units.flatten(one.base)
    yield known(y - x - x * gap, GE, "exponential-is-convex")
    yield Known((Sign(gap, GE), Sign(x - y, GT)), "exponential-is-monotone")
    yield Known((Sign(gap, GT), Sign(x - y, GE)), "exponential-is-monotone")


def _functions(units: Units, one: Atom, two: Atom) -> Iterator[Known]:
    x, y = (units.of(Unit("entry", of_atom(a))) for a in (one, two))
    if one.name == two.name == "log":
        p, q = (units.flatten(a.args[0]) for a in (one, two))
        yield known(q - p - p * (y - x), GE, "logarithm-is-concave")
        yield Known((Sign(q - p, GE), Sign(x - y, GT)), "logarithm-is-monotone")
        yield Known((Sign(q - p, GT), Sign(x - y, GE)), "logarithm-is-monotone")
        if (scale := _scale(one.args[0], two.args[0])) is not None:  # log(2 + n) stands as log 2 + log(1 + n/2)
            q, y = q.scaled(scale), y + units.flatten(units.algebra.log(number(scale)))
            yield known(q - p - p * (y - x), GE, "logarithm-is-concave")
    if {one.name, two.name} == {"sin", "cos"} and one.args == two.args:
        yield known(x * x + y * y - ONE, EQ, "sine-and-cosine")


def _scale(p: Poly, q: Poly) -> Fraction | None:
    """How often the last term of one form is contained in the same term of another; None for once, or not positive."""
    (mono, c), others = p.terms[-1], dict(q.terms)
    ratio = c / others[mono] if mono in others else Fraction(1)
    return ratio if ratio > 0 and ratio != 1 else None


def _powers(units: Units, one: Unit, two: Unit) -> Iterator[Known]:
    x, y = units.of(one), units.of(two)
    a, b = (units.flatten(_opened(u.base)) for u in (one, two))
    p, q = (units.flatten(u.exponent) for u in (one, two))
    if one.exponent == two.exponent:
        yield Known((Sign(-a, GT), Sign(a - b, GT), Sign(-p, GT), Sign(y - x, GE)), "monotone-power")
        yield Known((Sign(-a, GT), Sign(a - b, GE), Sign(-p, GE), Sign(y - x, GT)), "monotone-power")
    if one.base != two.base:
        return
    shift = (two.exponent - one.exponent).integer
    if shift is not None and 0 < shift <= 8:
        yield known(y - a.power(shift) * x, EQ)
    if (one.exponent + two.exponent).is_zero:
        yield known(x * y - ONE, EQ)
    for times in (2, 3, 4):
        if two.exponent == one.exponent.scaled(Fraction(times)):
            yield known(y - x.power(times), EQ)
    yield Known((Sign(ONE - a, GT), Sign(p - q, GT), Sign(y - x, GE)), "monotone-power")
    yield Known((Sign(ONE - a, GE), Sign(p - q, GE), Sign(y - x, GT)), "monotone-power")
    yield Known((Sign(-a, GE), Sign(a - ONE, GT), Sign(p - q, GT), Sign(x - y, GE)), "monotone-power")
    yield Known((Sign(-a, GE), Sign(a - ONE, GE), Sign(p - q, GE), Sign(x - y, GT)), "monotone-power")
