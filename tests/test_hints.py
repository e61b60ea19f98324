"""Hints: what is offered for a false step is right, and is what the author meant."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hence.language.derivation import Formula
from hence.language.repairs import on_the_left, repairs, weaker
from hence.language.terms import App, Sym, app, num

import hence
from hence.hints import tidied

PLANTED = [
    ("sign", r"$$\frac{d}{dx} \cos x = \sin x$$", r"-\sin(x)"),
    ("factor", r"$$(x + 1)^2 = x^2 + x + 1$$", r"x^{2} + 2 x + 1"),
    (
        "transpose",
        r"Let $W \in \mathbb{R}^{m \times n}$, $x \in \mathbb{R}^n$ and $y \in \mathbb{R}^m$. Then "
        r"$$(W x)^\top y = x^\top W y$$",
        r"x^{\top} W^{\top} y",
    ),
    (
        "index",
        r"Let $A \in \mathbb{R}^{m \times n}$, $B \in \mathbb{R}^{n \times m}$. Then "
        r"$$(A B)_{ij} = \sum_{k=1}^n A_{ik} B_{jk}$$",
        r"\sum_{k=1}^{n} A_{ik} B_{kj}",
    ),
    (
        "one index",
        r"Let $z \in \mathbb{R}^K$ and $p_i = e^{z_i} / \sum_{k=1}^K e^{z_k}$. Then "
        r"$$\frac{\partial p_i}{\partial z_j} = p_i (1 - p_j)$$",
        r"p_{i} \cdot (\delta_{ij} - p_{j})",
    ),
    ("missing", r"For real $a, b$ we have $$(a + b)^2 = a^2 + b^2$$", r"2 a b + a^{2} + b^{2}"),
    (
        "size",
        r"Let $x \sim \mathcal{N}(0, \sigma^2 I)$ with $x \in \mathbb{R}^d$. Then $$\mathbb{E}[\|x\|^2] = \sigma^2$$",
        r"d \sigma^{2}",
    ),
]


@pytest.mark.parametrize(("page", "meant"), [p[1:] for p in PLANTED], ids=[p[0] for p in PLANTED])
def test_a_planted_error_is_named(page, meant):
    (step,) = hence.check(page).of("refuted")
    assert [hint.rhs for hint in step.hints] == [meant]


def test_a_slip_on_the_left_is_found():
    page = r"Let $U \in \mathbb{R}^{n \times k}$ with $U^\top U = I$. Then $$U U^\top = I .$$"
    (hint,) = hence.check(page).of("refuted")[0].hints
    assert (hint.lhs, hint.rhs) == (r"U^{\top} U", "I")


def test_an_inequality_may_have_been_meant():
    page = r"Let $a, b \in \mathbb{R}^n$. Then $$(a^\top b)^2 = \|a\|^2 \|b\|^2 .$$"
    (hint,) = hence.check(page).of("refuted")[0].hints
    assert hint.relation == "<="


def test_what_only_repeats_the_left_side_is_not_offered():
    (step,) = hence.check(r"For real $x$ we have $$|x| = x .$$").of("refuted")
    assert all(hint.relation != "=" for hint in step.hints)


def test_a_step_that_is_said_to_be_false_gets_no_hint():
    report = hence.check(r"It is not true that $(a + b)^2 = a^2 + b^2$ for all real $a, b$.")
    assert all(not step.hints for step in report.steps)


def test_repairs_of_an_inequality_change_its_relation_only():
    x, y = Sym("x"), Sym("y")
    assert {m.formula.relation for m in repairs(Formula(x, ">", y), ("y",))} == {"<", ">="}
    assert [m.formula.relation for m in weaker(Formula(x, "=", y))] == ["<=", ">="]


def test_letters_on_the_left_are_not_changed():
    formula = Formula(app("mul", app("transpose", Sym("A")), Sym("B")), "=", Sym("C"))
    lefts = [m.formula.lhs for m in on_the_left(formula)]
    assert app("mul", Sym("B"), app("transpose", Sym("A"))) in lefts
    assert all(
        {t.name for t in left.args if isinstance(t, Sym)} <= {"A", "B"} for left in lefts if isinstance(left, App)
    )


def test_a_forgotten_factor_is_offered_at_every_summand():
    formula = Formula(Sym("x"), "=", app("add", Sym("a"), num(1)))
    rights = [m.formula.rhs for m in repairs(formula, ("n",)) if m.kind == "factor"]
    assert app("add", Sym("a"), Sym("n")) in rights
    assert app("div", formula.rhs, Sym("n")) in rights


@pytest.mark.parametrize(
    ("term", "tidy"),
    [
        (app("mul", num(Fraction(1, 2)), num(2), Sym("x")), Sym("x")),
        (app("mul", num(2), app("div", num(1), num(2)), Sym("x")), Sym("x")),
        (app("mul", Sym("x"), app("pow", Sym("x"), num(2))), app("pow", Sym("x"), num(3))),
        (app("mul", num(Fraction(1, 2)), Sym("x")), app("mul", app("div", num(1), num(2)), Sym("x"))),
        (app("div", Sym("x"), Sym("x")), num(1)),
        (app("neg", app("neg", Sym("x"))), Sym("x")),
    ],
)
def test_terms_are_tidied(term, tidy):
    assert tidied(term) == tidy
