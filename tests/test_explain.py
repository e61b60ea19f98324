"""`hence explain`: the argument of a proof form by form, a refutation part by part, and what was tried."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hence.checks.observe import Place
from hence.language.derivation import Formula
from hence.language.rules import RULES
from hence.language.verdicts import Proved, Refuted, Report
from hence.latex_in import read_text

import hence
from hence.argument import Move, argument
from hence.explaining import with_places
from hence.parts import Parts, parts

GIVEN = r"Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$ and $L(w) = \|X w - y\|^2$. "


def explained(text: str, line: int | None = None) -> list[str]:
    return [one.strip() for one in hence.explain(text, line).split("\n")]


def decided(text: str) -> tuple[Report, list[Place]]:
    report, places = with_places(read_text(text), 0)
    return report, [places[id(judged.step)] for judged in report.steps if id(judged.step) in places]


def test_a_proof_is_shown_form_by_form_with_the_rule_of_each_move() -> None:
    shown = explained(GIVEN + "\n" + r"\[ \nabla_w L(w) = 2 X^\top (X w - y) \]")
    at = shown.index(r"argument  \frac{\partial L(w)}{\partial w}")
    moves = [line.rsplit("  by ", 1) for line in shown[at + 1 : at + 4]]
    assert [(form.strip(), rules) for form, rules in moves] == [
        (r"= \frac{\partial}{\partial w} (\lVert X w - y \rVert^{2})", "definition of L"),
        (r"= 2 X^{\top} X w - 2 X^{\top} y", "derivative, delta-contraction"),
        (r"= 2 X^{\top} (X w - y)", "multiplying out"),
    ]
    assert shown[at + 4] == rf"rules     derivative: {RULES['derivative'].statement}"


def test_the_conditions_of_a_rule_are_said() -> None:
    shown = "\n".join(explained(r"Let $a > 0$. $$\Gamma(a + 2) = a (a + 1) \Gamma(a)$$"))
    assert r"gamma-functional-equation: \Gamma(z + 1) = z \, \Gamma(z), where z > 0" in shown


def test_the_forms_of_an_inequality_keep_its_direction_once() -> None:
    report, (place,) = decided(r"Let $x \in \mathbb{R}$ and $f(x) = x^2 + 1$. $$f(x) \ge 2 x$$")
    assert isinstance(report.steps[-1].verdict, Proved)
    moves = argument(place, report.steps[-1].verdict)
    assert sum(move.relation == ">=" for move in moves) == 1
    assert {move.relation for move in moves} <= {"=", ">="}
    assert moves[-1].term == place.step.formula.rhs


def test_forms_that_are_not_proved_are_not_shown() -> None:
    """A proof that somebody claims for a false step is not dressed up with moves."""
    report, (place,) = decided(GIVEN + r"$$\nabla_w L(w) = X^\top (X w - y)$$")
    assert isinstance(report.steps[-1].verdict, Refuted)
    claimed = Proved(("by authority",))
    assert argument(place, claimed) == (Move("=", place.step.formula.rhs, ("by authority",)),)


@pytest.mark.parametrize(
    "page",
    [
        GIVEN + r"$$L(w) = w^\top X^\top X w - 2 y^\top X w + y^\top y$$",
        r"Let $\sigma(z) = \frac{1}{1 + e^{-z}}$. $$\frac{d}{dz} \sigma(z) = \sigma(z) (1 - \sigma(z))$$",
        r"Let $0 < b < 1$. $$(1 - b) \sum_{i=1}^{t} b^{t-i} = 1 - b^t$$",
        r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$. $$\mathbb{E}[X^2] = \mu^2 + \sigma^2$$",
    ],
)
def test_every_move_holds_where_the_step_stands(page: str) -> None:
    report, places = decided(page)
    place, proof = places[-1], report.steps[-1].verdict
    assert isinstance(proof, Proved)
    moves = argument(place, proof)
    assert moves
    before = place.step.formula.lhs
    for move in moves:
        again = place.instead(Formula(before, move.relation, move.term)).verdict()
        assert isinstance(again, Proved)
        before = move.term
    assert before == place.step.formula.rhs


def test_a_refutation_is_followed_to_the_first_part_that_differs() -> None:
    shown = explained(GIVEN + "\n" + r"\[ 2 X^\top (X w - y) = 2 X^\top X w - X^\top y \]")
    assert r"2 X^{\top} X w on both sides: 0" in shown
    assert r"2 X^{\top} y is 2, X^{\top} y is 1   <- the first part that differs" in shown


def test_what_stands_on_one_side_only_is_said() -> None:
    shown = explained(r"Let $x \in \mathbb{R}^n$. $$\sum_{i=1}^{n} x_i^2 = \|x\|^2 + \sum_{i=1}^n x_i$$")
    assert r"nothing, which is 0, \sum_{i=1}^{n} x_{i} is 1   <- the first part that differs" in shown


def test_values_of_parts_are_those_of_the_instance_that_is_shown() -> None:
    report, (place,) = decided(r"Let $A \in \mathbb{R}^{n \times n}$. $$(A + A)^2 = 2 A^2$$")
    verdict = report.steps[-1].verdict
    assert isinstance(verdict, Refuted)
    found = parts(place, verdict, 0)
    assert (found.pairs[0].left_value, found.pairs[0].right_value) == (verdict.left, verdict.right)
    other = replace(verdict, counterexample={"A": 5})
    assert parts(place, other, 0) == Parts()


def test_what_was_tried_is_said_in_plain_words() -> None:
    shown = "\n".join(
        explained(r"Let $x \in \mathbb{R}^n$, $A \in \mathbb{R}^{n \times n}$. $$\|A x\|_4 \le \|x\|_4$$")
    )
    assert "tried     multiplying both sides out, entry by entry: something is left over" in shown
    assert "known inequalities: none of them gives it" in shown
    assert "instances: none could be tried" in shown
    assert "normal forms differ" not in shown


def test_definitions_are_not_argued_about() -> None:
    shown = "\n".join(explained(r"Let $f(x) = x^2$." + "\n" + r"\[ g(x) := f(x) + 1 \]"))
    assert "argument" not in shown


def test_entries_are_no_traces() -> None:
    page = r"Let $A, B \in \mathbb{R}^{n \times n}$. Then \[ (A B)_{ij} = \sum_k A_{ki} B_{kj} \]"
    (simplest,) = [line for line in explained(page) if line.startswith("simplest")]
    assert simplest == r"simplest  \sum_{k=1}^{n} A_{ik} B_{kj} is the left side"


def test_parts_of_expectations_have_values() -> None:
    page = r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$. Then \[ \operatorname{Var}(2 X) = 2 \operatorname{Var}(X) \]"
    shown = explained(page)
    assert not any("internal error" in line for line in shown)
    assert any(line.startswith(r"4 \sigma^{2} is 16/25, 2 \operatorname{Var}[X] is 0.32") for line in shown)
