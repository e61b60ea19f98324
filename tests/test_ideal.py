"""Combinations of equations: the kernel multiplies out, and the search finds what linear algebra can."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hence.checks.ideal.certificate import ByCombination
from hence.checks.ideal.search import combinations, solve
from hence.checks.kernel import NotReplayed, replay
from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting, Symbol
from hence.checks.normal.poly import ONE, Poly, number, symbol
from hence.checks.prove import prove
from hence.language.verdicts import Proved
from hypothesis import given
from hypothesis import strategies as st

x, y, z = (Ref(name) for name in "xyz")
SYMBOLS = {name: Symbol(name) for name in "xyz"}


def lit(value: int) -> Lit:
    return Lit(Fraction(value))


def power(base: Node, exponent: int) -> Op:
    return Op("pow", (base, lit(exponent)))


def add(*args: Node) -> Op:
    return Op("add", args)


def neg(a: Node) -> Op:
    return Op("neg", (a,))


def under(*equations: tuple[Node, Node]) -> Setting:
    return Setting(symbols=SYMBOLS, constraints=tuple(Constraint(a, "=", b) for a, b in equations))


CIRCLE = under((add(power(x, 2), power(y, 2)), lit(1)))
DIFFERENCE_OF_SQUARES = Claim(add(power(x, 4), neg(power(y, 4))), "=", add(power(x, 2), neg(power(y, 2))))


def test_a_combination_is_found_and_replayed():
    (found,) = combinations(CIRCLE, DIFFERENCE_OF_SQUARES)
    assert replay(CIRCLE, DIFFERENCE_OF_SQUARES, found).method[0] == "combination-of-equations"


@pytest.mark.parametrize("multiplier", [ONE, symbol("x"), number(-1)])
def test_a_wrong_multiplier_is_refused(multiplier: Poly):
    with pytest.raises(NotReplayed, match="another combination"):
        replay(CIRCLE, DIFFERENCE_OF_SQUARES, ByCombination(((0, 0, multiplier),)))


def test_inequalities_are_no_equations():
    setting = Setting(symbols=SYMBOLS, constraints=(Constraint(x, ">=", y),))
    with pytest.raises(NotReplayed, match="of equations"):
        replay(setting, Claim(x, "=", y), ByCombination(((0, 0, ONE),)))


def test_a_strict_inequality_needs_more_than_equations():
    with pytest.raises(NotReplayed):
        replay(under((x, y)), Claim(x, "<", y), ByCombination(((0, 0, ONE),)))


def test_equations_that_contradict_each_other_give_nothing():
    setting = under((add(x, y), lit(1)), (add(x, y), lit(2)))
    assert not list(combinations(setting, Claim(x, "=", z)))
    assert not list(combinations(setting, Claim(power(x, 2), "=", y)))


def test_a_factor_that_may_be_zero_is_not_cancelled():
    setting = under((Op("mul", (x, y)), Op("mul", (x, z))))
    assert not list(combinations(setting, Claim(y, "=", z)))


coefficients = st.integers(-3, 3)


@given(st.lists(st.tuples(coefficients, st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4))
def test_every_multiple_of_an_equation_is_proved(terms: list[tuple[int, int, int]]):
    multiplier = add(lit(0), *(Op("mul", (lit(c), power(x, a), power(y, b))) for c, a, b in terms))
    left = Op("mul", (multiplier, add(power(x, 2), power(y, 2))))
    assert isinstance(prove(CIRCLE, Claim(left, "=", multiplier)), Proved)


def test_a_linear_system_without_solution_has_none():
    assert solve([{(0,): Fraction(1)}], {(1,): Fraction(1)}) is None
    assert solve([{(0,): Fraction(2), (): Fraction(1)}], {(0,): Fraction(1), (): Fraction(1, 2)}) == [Fraction(1, 2)]
