"""Recurrences: closed and unrolled forms, powers of matrices, invariants, periods, equivalence; with near misses."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

from hence import checks, latex_in


@dataclass(frozen=True)
class Case:
    """True statements about sequences, and false ones beside them."""

    name: str
    given: str
    holds: tuple[str, ...]
    fails: tuple[str, ...]


CASES = (
    Case(
        "a sum of another sequence",
        r"Let $v_t = \beta v_{t-1} + g_t$ with $v_0 = 0$ and $\theta_t = \theta_{t-1} - \eta v_t$.",
        (r"\theta_t = \theta_0 - \eta \sum_{i=1}^{t} v_i",),
        (
            r"\theta_t = \theta_0 - \eta \sum_{i=1}^{t-1} v_i",
            r"\theta_t = \theta_0 + \eta \sum_{i=1}^{t} v_i",
            r"\theta_t = \theta_0 - \eta \sum_{i=0}^{t-1} v_i",
        ),
    ),
    Case(
        "unrolled linear network",
        r"Let $W \in \mathbb{R}^{n \times n}$, $U \in \mathbb{R}^{n \times d}$, $h_0 = 0$ and "
        r"$h_t = W h_{t-1} + U x_t$ for $t \ge 1$.",
        (r"h_t = \sum_{i=1}^{t} W^{t-i} U x_i",),
        (
            r"h_t = \sum_{i=1}^{t} W^{t-i+1} U x_i",
            r"h_t = \sum_{i=1}^{t} W^{i-1} U x_i",
            r"h_t = \sum_{i=1}^{t-1} W^{t-i} U x_i",
        ),
    ),
    Case(
        "power of a matrix",
        r"Let $A \in \mathbb{R}^{n \times n}$ and $x_t = A x_{t-1}$ for $t \ge 1$.",
        (r"x_t = A^t x_0", r"x_{t+2} = A^2 x_t"),
        (r"x_t = A^{t-1} x_0", r"x_t = A^{t+1} x_0", r"x_t = (A^\top)^t x_0"),
    ),
    Case(
        "transposed network",
        r"Let $W \in \mathbb{R}^{n \times n}$ and $\delta_t = W^\top \delta_{t-1}$ for $t \ge 1$.",
        (r"\delta_t = (W^\top)^t \delta_0",),
        (r"\delta_t = W^t \delta_0",),
    ),
    Case(
        "gradient descent on a quadratic form",
        r"Let $H \in \mathbb{R}^{n \times n}$ and "
        r"$\theta_t = \theta_{t-1} - \eta H (\theta_{t-1} - \theta^*)$ for $t \ge 1$.",
        (
            r"\theta_t - \theta^* = (I - \eta H)^t (\theta_0 - \theta^*)",
            r"\theta_t = \theta^* + (I - \eta H)^t (\theta_0 - \theta^*)",
        ),
        (
            r"\theta_t - \theta^* = (I - \eta H)^{t-1} (\theta_0 - \theta^*)",
            r"\theta_t - \theta^* = (I + \eta H)^t (\theta_0 - \theta^*)",
            r"\theta_t = (I - \eta H)^t (\theta_0 - \theta^*)",
        ),
    ),
    Case(
        "powers",
        r"Let $W \in \mathbb{R}^{n \times n}$.",
        (r"W^{t+1} = W^t W", r"W^s W^t = W^{s+t}", r"(I - \eta W)^{t+1} = (I - \eta W)^t - \eta W (I - \eta W)^t"),
        (r"W^s W^t = W^{st}", r"(I - \eta W)^{t+1} = (I - \eta W)^t + \eta W (I - \eta W)^t", r"W^{t+1} = W^t + W"),
    ),
    Case(
        "alternating game",
        r"Let $p_0 = 1$, $q_0 = 1$, $q_{t+1} = q_t + p_t$ and $p_{t+1} = p_t - q_{t+1}$ for $t \ge 0$.",
        (r"p_{t+6} = p_t", r"q_{t+3} = -q_t", r"q_t^2 + p_t q_t + p_t^2 = 3"),
        (r"p_{t+5} = p_t", r"q_{t+3} = q_t", r"q_t^2 - p_t q_t + p_t^2 = 1", r"q_t^2 + p_t^2 = 2"),
    ),
    Case(
        "conserved form for any step",
        r"Let $q_{t+1} = q_t + \eta p_t$ and $p_{t+1} = p_t - \eta q_{t+1}$ for $t \ge 0$.",
        (r"q_t^2 + \eta p_t q_t + p_t^2 = q_0^2 + \eta p_0 q_0 + p_0^2",),
        (r"q_t^2 + p_t^2 = q_0^2 + p_0^2", r"q_t^2 - \eta p_t q_t + p_t^2 = q_0^2 - \eta p_0 q_0 + p_0^2"),
    ),
    Case(
        "second order",
        r"Let $f_0 = 0$, $f_1 = 1$ and $f_t = 3 f_{t-1} - 2 f_{t-2}$ for $t \ge 2$.",
        (r"f_t = 2^t - 1",),
        (r"f_t = 2^{t-1}", r"f_t = 2^t", r"f_t = 2^{t+1} - 1"),
    ),
    Case(
        "double root",
        r"Let $y_0 = 1$, $y_1 = -2$ and $y_t = -2 y_{t-1} - y_{t-2}$ for $t \ge 2$.",
        (r"y_t = (-1)^t (1 + t)",),
        (r"y_t = (-1)^t (1 + 2 t)", r"y_t = 1 + t"),
    ),
    Case(
        "two averages are one",
        r"Let $a_0 = 0$, $b_0 = 0$, $a_t = \beta a_{t-1} + (1 - \beta) g_t$ and "
        r"$b_t = \beta b_{t-1} + g_t$ for $t \ge 1$.",
        (r"a_t = (1 - \beta) b_t",),
        (r"a_t = \beta b_t", r"b_t = (1 - \beta) a_t"),
    ),
    Case(
        "running average",
        r"Let $v_0 = 0$ and $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$.",
        (r"v_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i",),
        (
            r"v_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i+1} g_i",
            r"v_t = \sum_{i=1}^{t} \beta^{t-i} g_i",
            r"v_t = (1 - \beta) \sum_{i=1}^{t} \beta^{i} g_i",
        ),
    ),
    Case(
        "affine recurrence",
        r"Let $\alpha \ne 1$ and $x_t = \alpha x_{t-1} + b$ for $t \ge 1$.",
        (r"x_t = \alpha^t x_0 + b \frac{1 - \alpha^t}{1 - \alpha}",),
        (r"x_t = \alpha^t x_0 + b \frac{1 - \alpha^{t-1}}{1 - \alpha}", r"x_t = \alpha^t (x_0 + b)"),
    ),
    Case(
        "table of iterates",
        r"Let $x_0 = 1$ and $x_t = 2 x_{t-1} + 1$ for $t \ge 1$.",
        (r"x_1 = 3", r"x_2 = 7", r"x_3 = 15", r"x_t = 2^{t+1} - 1"),
        (r"x_3 = 14", r"x_4 = 30", r"x_t = 2^t"),
    ),
    Case(
        "limit of a recurrence",
        r"Let $|\alpha| < 1$ and $x_t = \alpha x_{t-1} + b$ for $t \ge 1$.",
        (r"\lim_{t \to \infty} x_t = \frac{b}{1 - \alpha}",),
        (r"\lim_{t \to \infty} x_t = \frac{b}{1 + \alpha}", r"\lim_{t \to \infty} x_t = 0"),
    ),
)
TRUE = [(c.name, c.given, s) for c in CASES for s in c.holds]
FALSE = [(c.name, c.given, s) for c in CASES for s in c.fails]


def verdict(given: str, statement: str) -> Verdict:
    page = f"{given}\n\\begin{{equation}}\n{statement}\n\\end{{equation}}\n"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    return judged.verdict


@pytest.mark.parametrize(("name", "given", "statement"), TRUE)
def test_a_true_statement_is_proved(name: str, given: str, statement: str):
    found = verdict(given, statement)
    assert isinstance(found, Proved), found


@pytest.mark.parametrize(("name", "given", "statement"), FALSE)
def test_a_near_miss_is_refuted(name: str, given: str, statement: str):
    found = verdict(given, statement)
    assert isinstance(found, Refuted), found


def test_base_and_step_are_named():
    found = verdict(CASES[0].given, CASES[0].holds[0])
    assert isinstance(found, Proved)
    assert found.method[:3] == ("induction on t from 0", "base-case", "induction-step")


def test_the_number_of_supposed_values_is_named():
    second = next(c for c in CASES if c.name == "second order")
    found = verdict(second.given, second.holds[0])
    assert isinstance(found, Proved)
    assert "hypothesis at 2 values" in found.method


ANNOUNCED = r"""
Let $v_0 = 0$ and $v_t = \beta v_{t-1} + (1-\beta) g_t$ for $t \ge 1$. We show by induction on $t$ that
\[ v_t = (1-\beta) \sum_{i=1}^{t} \beta^{t-i} g_i . \]
Base case: for $t = 1$,
\[ v_1 = \beta v_0 + (1-\beta) g_1 = (1-\beta) g_1 . \]
Inductive step: assume that $v_{t-1} = (1-\beta) \sum_{i=1}^{t-1} \beta^{t-1-i} g_i$. Then
\begin{align*}
v_t &= \beta v_{t-1} + (1-\beta) g_t \\
    &= \beta (1-\beta) \sum_{i=1}^{t-1} \beta^{t-1-i} g_i + (1-\beta) g_t \\
    &= (1-\beta) \sum_{i=1}^{t} \beta^{t-i} g_i .
\end{align*}
"""


def test_an_announced_induction_is_followed():
    found = [type(j.verdict) for j in checks.check(latex_in.read_text(ANNOUNCED)).steps]
    assert found == [Proved] * 6


def test_a_false_hypothesis_helps_nothing():
    """The hypothesis is proved from the recurrence, not believed: with a wrong one the step that uses it is false."""
    wrong = ANNOUNCED.replace(r"assume that $v_{t-1} = (1-\beta) \sum", r"assume that $v_{t-1} = \beta \sum")
    wrong = wrong.replace(r"\beta (1-\beta) \sum_{i=1}^{t-1}", r"\beta \beta \sum_{i=1}^{t-1}")
    found = [j.verdict for j in checks.check(latex_in.read_text(wrong)).steps]
    assert not isinstance(found[4], Proved)


def test_a_recurrence_with_free_inputs_has_no_closed_form():
    found = verdict(r"Let $x_t = g_t x_{t-1}$ for $t \ge 1$.", r"x_t = g_t^t x_0")
    assert not isinstance(found, Proved)


def test_a_closed_form_that_starts_late_is_not_used_before():
    """x_0 = 5 and x_t = 2 x_{t-1} from 2 on, with x_1 = 2: 2^t holds from 1 on only."""
    given = r"Let $x_0 = 5$, $x_1 = 2$ and $x_t = 2 x_{t-1}$ for $t \ge 2$."
    page = f"{given}\n\\[ x_t = 2^t \\]\n\\[ x_0 = 2^0 \\]\n\\[ x_0 = 5 \\]"
    found = [type(j.verdict) for j in checks.check(latex_in.read_text(page)).steps]
    assert found == [Proved, Refuted, Proved]


def test_unknown_inputs_leave_a_limit_open():
    found = verdict(r"Let $|w| < 1$ and $x_t = w x_{t-1} + g_t$ for $t \ge 1$.", r"\lim_{t \to \infty} x_t = 0")
    assert isinstance(found, Unknown)
