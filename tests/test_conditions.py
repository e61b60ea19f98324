r"""Where a step holds: what stands behind a row, suppositions of a sentence, reasons; and what a verdict lists."""

from __future__ import annotations

import pytest

import checks
import latex_in
from language.verdicts import Proved, settled


def judged(text: str) -> list[str]:
    """The verdict on each step, with the assumptions of a proof."""
    shown = []
    for one in checks.check(latex_in.read_text(text)).steps:
        rests = f" if {', '.join(one.verdict.assumptions)}" if isinstance(one.verdict, Proved) else ""
        shown.append(settled(one) + (rests if rests != " if " else ""))
    return shown


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        (r"\quad \text{for } x > 0", "proved if x > 0"),
        (r"\quad \text{for $x > 0$}", "proved if x > 0"),
        (r"\quad \text{for positive } x", "proved if x > 0"),
        (r"\quad \text{for all non-negative } x", "proved if x >= 0"),
        (r"\quad \text{if $x$ is positive}", "proved if x > 0"),
        (r"\quad \text{provided that } x \ge 2", "proved if x >= 2"),
        (r"\quad \text{whenever } x \ge 0", "proved if x >= 0"),
        (r"\quad \text{unless } x < 0", "proved if x >= 0"),
        (r"\quad \text{as } x > 0", "proved if x > 0"),
        (r"\quad \text{since } x > 0", "proved if x > 0"),
        (r"\quad \text{(since $x > 0$ by assumption)}", "proved if x > 0"),
        (r"\quad (x > 0)", "proved if x > 0"),
        (r", \quad x \ge 0", "proved if x >= 0"),
        (r"\quad \forall x > 0", "proved if x > 0"),
        (r"\quad \forall x \in [0, 1]", "proved if 0 <= x, x <= 1"),
        (r", \quad \text{where } x > 0", "proved if x > 0"),
        (r"\quad \text{for } x \ge -1", "refuted"),
        (r"\quad \text{for negative } x", "refuted"),
        (r"\quad \text{unless } x > 0", "refuted"),
        (r"\quad (x \neq 0)", "refuted"),
        (r"\quad \text{for real } x", "refuted"),
        (r"\quad \text{for all } x", "refuted"),
    ],
)
def test_a_condition_behind_a_row(condition: str, verdict: str) -> None:
    assert judged(rf"\[ \sqrt{{x^2}} = x {condition}. \]") == [verdict]


@pytest.mark.parametrize(
    "quantifier", [r"\forall x > 0 \colon", r"\forall x > 0: \quad", r"\forall x > 0, \quad", r"\forall x > 0, \;"]
)
def test_a_quantifier_in_front_of_a_row(quantifier: str) -> None:
    assert judged(rf"\[ {quantifier} |x| = x. \]") == ["proved if x > 0"]
    assert judged(rf"\[ {quantifier} |x| = -x. \]") == ["refuted"]


def test_a_condition_holds_for_its_row_and_the_rows_that_continue_it() -> None:
    rows = r"|x| &= x && \text{for } x > 0 \\ \sqrt{x^2} &= x"
    assert judged(rf"\begin{{align*}} {rows} \end{{align*}}") == ["proved if x > 0", "refuted"]
    rows = r"\sqrt{x^2} &= x & \text{if } x > 0 \\ &= |x|"
    assert judged(rf"\begin{{align*}} {rows} \end{{align*}}") == ["proved if x > 0"] * 2
    rows = r"\sqrt{x^2} &= x \\ &= |x| & \text{if } x > 0"
    assert judged(rf"\begin{{align*}} {rows} \end{{align*}}") == ["refuted", "proved if x > 0"]


def test_a_condition_may_be_said_of_a_matrix() -> None:
    given = r"Let $A \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$."
    step = r"x^\top A y = y^\top A x"
    for words in (r"\text{if } A \text{ is symmetric}", r"\text{(since $A$ is symmetric)}", r"\text{for symmetric } A"):
        assert judged(rf"{given} \[ {step} \quad {words}. \]") == ["proved if A is symmetric"]
        assert judged(rf"{given} \[ A x = x \quad {words}. \]") == ["refuted"]
    assert judged(rf"{given} \[ {step} \quad \text{{for any matrix }} A. \]") == ["refuted"]


def test_what_is_not_needed_is_not_listed() -> None:
    assert judged(r"Let $x > 1$. \[ |x| = x \quad \text{since } x > 0. \]") == ["proved"]
    assert judged(r"\[ (a + b)^2 = a^2 + 2ab + b^2 \quad \text{for } a, b > 0. \]") == ["proved"]
    assert judged(r"\[ \sqrt{a^2 b^2} = ab \quad \text{if } a > 0 \text{ and } b > 0. \]") == ["proved if a > 0, b > 0"]


def test_reasons_that_contradict_what_is_known() -> None:
    assert judged(r"Let $x < 0$. \[ |x| = x \quad \text{since } x > 0. \]") == ["unknown"]


@pytest.mark.parametrize(
    "words",
    [r"if } x > 0 \text{ or } y > 0", r"only if } x > 0", r"unless } x < 0 \text{ and } y < 0", r"for large } x"],
)
def test_conditions_beyond_us_decide_nothing(words: str) -> None:
    assert judged(rf"\[ \sqrt{{x^2 y^2}} = xy \quad \text{{{words}. \]") == ["unknown"]


def test_rows_that_are_cases_of_one_value() -> None:
    for behind in (r"\text{if } x < 0", r"\text{otherwise}"):
        rows = rf"|x| &= x & \text{{if }} x \ge 0 \\ &= -x & {behind}"
        assert judged(rf"\begin{{align*}} {rows} \end{{align*}}") == ["proved if x >= 0", "proved if x < 0"]
        wrong = rf"|x| &= x & \text{{if }} x \ge 0 \\ &= x & {behind}"
        assert judged(rf"\begin{{align*}} {wrong} \end{{align*}}") == ["proved if x >= 0", "refuted"]


def test_two_columns_are_two_statements() -> None:
    columns = r"(a+b)^2 &= a^2 + 2ab + b^2 & (a-b)^2 &= a^2 - 2ab"
    assert judged(rf"\begin{{align*}} {columns} + b^2 \end{{align*}}") == ["proved", "proved"]
    assert judged(rf"\begin{{align*}} {columns} - b^2 \end{{align*}}") == ["proved", "refuted"]
    assert judged(r"\begin{align*} \sqrt{x^2} &= x && x > 0 \end{align*}") == ["proved if x > 0"]


@pytest.mark.parametrize("words", [r"a = \text{minus } a", r"a + b = a \text{ minus } b"])
def test_words_in_the_place_of_a_term_are_not_dropped(words: str) -> None:
    assert judged(rf"Let $a, b \in \mathbb{{R}}$. \[ {words} \]") == ["unread"]
