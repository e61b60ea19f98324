r"""Where a step holds: what stands behind a row, suppositions of a sentence, reasons; and what a verdict lists."""

from __future__ import annotations

import pytest
from hence.language.verdicts import Proved, settled

from hence import checks, latex_in


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
    (found,) = judged(rf"Let $a, b \in \mathbb{{R}}$. \[ {words} \]")
    assert found in ("unread", "unknown", "assumed")


# Suppositions of sentences -----------------------------------------------------------------------

ROOT = r"\[ \sqrt{x^2} = x. \]"
X = r"Let $x \in \mathbb{R}$."
UNDER = "proved if x > 0"


@pytest.mark.parametrize("going_on", ["so", "and therefore", "Hence", "In this case", "Then", "Squaring,", "Moreover,"])
def test_a_supposition_holds_for_what_goes_on_from_it(going_on: str) -> None:
    for supposing in ("If $x > 0$, then", "Whenever $x > 0$,", "When $x > 0$, we have"):
        assert judged(f"{X} {supposing}\n\\[ |x| = x. \\]\n{going_on}\n{ROOT}") == [UNDER] * 2


@pytest.mark.parametrize("new", ["We also note that", "Finally, we compute", "Now", "The root is", "In general,"])
def test_a_supposition_ends_where_something_new_begins(new: str) -> None:
    assert judged(f"{X} If $x > 0$, then\n\\[ |x| = x. \\]\n{new}\n{ROOT}") == [UNDER, "refuted"]
    assert judged(f"{X} We have\n\\[ |x| = x \\]\nif $x > 0$. {new}\n{ROOT}") == [UNDER, "refuted"]


def test_what_is_supposed_for_good() -> None:
    for supposing in (r"Suppose $x > 0$.", r"Assume that $x > 0$."):
        assert judged(f"{supposing} Then\n\\[ |x| = x. \\]\nWe also note that\n{ROOT}") == ["proved if x > 0"] * 2
    assert judged(f"Let $x > 0$. Then\n\\[ |x| = x. \\]\nWe also note that\n{ROOT}") == ["proved"] * 2
    general = f"Assume that $x > 0$. Then\n\\[ |x| = x. \\]\nIn general,\n{ROOT}"
    assert judged(general) == ["proved if x > 0", "refuted"]


def test_what_stands_behind_then_is_claimed() -> None:
    assert judged(r"Suppose $x > 0$, then \[ |x| = x. \]") == ["proved if x > 0"]
    assert judged(r"Suppose $x > 0$, then \[ |x| = -x. \]") == ["refuted"]
    assert judged(r"When $x > 0$, \[ |x| = -x. \]") == ["refuted"]


def test_words_may_be_supposed() -> None:
    page = r"Let $A \in \mathbb{R}^{n \times n}$. If $A$ is symmetric, then \[ x^\top A = (A x)^\top. \] "
    again = r"\[ x^\top A = (A x)^\top. \]"
    assert judged(f"{page} Hence {again}") == ["proved if A is symmetric"] * 2
    assert judged(f"{page} We now compute {again}") == ["proved if A is symmetric", "unknown"]


@pytest.mark.parametrize("case", ["Case {}: ${}$.", r"\textbf{{Case {}:}} ${}$.", r"\paragraph{{Case {}.}} Let ${}$."])
def test_cases_follow_each_other(case: str) -> None:
    first, second = case.format(1, "x > 0"), case.format(2, r"x \le 0")
    page = f"{first} Then\n\\[ |x| = x. \\]\nWe square it:\n\\[ |x|^2 = x^2. \\]\n\n{second} Then\n"
    assert judged(page + r"\[ |x| = -x. \]")[2].startswith("proved")
    assert judged(page + r"\[ |x| = x. \]")[2] == "refuted"


def test_a_range_ends_with_its_part() -> None:
    page = r"For all $t \ge 1$, we have $t^2 \ge t$. \section{Next}"
    assert judged(page + r"\[ |t| = t. \]")[1] == "refuted"


def test_what_is_said_of_one_member() -> None:
    total = r"\[ \sum_{t=1}^T |x_t| = \sum_{t=1}^T x_t. \]"
    assert judged(f"Suppose $x_t \\ge 0$. Then {total}") == ["proved if x_{t} >= 0 for every t"]
    assert judged(f"If $x_k \\ge 0$, then {total}") == ["proved if x_{k} >= 0 for every k"]
    assert judged(r"If $x_k \ge 0$, then \[ |x_k| + \sum_{t=1}^T |x_t| = x_k + \sum_{t=1}^T x_t. \]") == ["refuted"]


@pytest.mark.parametrize("except_for", ["unless", "except for", "except when", "except if"])
def test_exceptions(except_for: str) -> None:
    assert judged(f"{X} We have $x^2 > 0$ {except_for} $x = 0$.")[0].startswith("proved")
    assert judged(f"{X} We have $x^3 > 0$ {except_for} $x = 0$.") == ["refuted"]
    assert judged(f"{X} We have \\[ x^2 > 0 \\] {except_for} $x = 0$.")[0].startswith("proved")


@pytest.mark.parametrize(
    "place", ["Let $x$ be in $[0, 1]$.", "For all $x$ in $[0, 1]$ we have", "Let $x \\in [0, 1]$."]
)
def test_intervals_in_words(place: str) -> None:
    assert judged(rf"{place} \[ x^2 \le x. \]") == ["proved"]
    assert judged(rf"{place} \[ x^2 \ge x. \]") == ["refuted"]


@pytest.mark.parametrize("words", ["uniform on", "uniformly distributed over", "uniform on the interval"])
def test_uniform_laws_in_words(words: str) -> None:
    assert judged(rf"Let $X$ be {words} $[0, 2]$. \[ \mathbb{{E}}[X] = 1 \]") == ["proved"]
    assert judged(rf"Let $X$ be {words} $[0, 2]$. \[ \mathbb{{E}}[X] = 2 \]") == ["refuted"]


def test_two_ranges_in_one_sentence() -> None:
    page = r"Let $x \in \mathbb{R}$. We have $|x| = x$ for $x \ge 0$ and $|x| = -x$ for $x < 0$."
    assert judged(page) == ["proved if x >= 0", "proved if x < 0"]
    assert judged(page.replace("-x", "x")) == ["proved if x >= 0", "refuted"]


def test_notes_that_are_no_conditions() -> None:
    for note in (r"\text{by linearity}", r"\text{(binomial theorem)}", r"\text{for each layer } l"):
        assert judged(rf"\[ (a + b)^2 = a^2 + b^2 \quad {note} \]") == ["refuted"]
    assert judged(r"\[ x \ge 0 \quad \Rightarrow \quad \sqrt{x^2} = x \]") == ["proved"]


def test_a_square_leaves_the_sign_of_a_declared_number_open() -> None:
    assert judged(r"Let $s \in \mathbb{R}$ with $s^2 = 1$. \[ s = 1 \]") == ["unknown"]
    assert judged(r"Let $s \in \mathbb{R}$ with $s^2 = 1$. \[ s^4 = 1 \]") == ["proved"]


def test_what_a_display_says_of_something_that_is_introduced() -> None:
    page = r"Let $Q \in \mathbb{R}^{n \times n}$ be a matrix with \[ Q^\top Q = I. \] Then "
    assert judged(page + r"\[ \|Q x\|^2 = \|x\|^2. \]") == ["assumed", r"proved if Q^\top Q = I"]
    assert judged(page + r"\[ \|Q x\| = \|Q\| + \|x\|. \]") == ["assumed", "refuted"]
