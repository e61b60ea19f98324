"""Minima, maxima and where they are taken: each argument with near misses that must not pass."""

from __future__ import annotations

import pytest
from hence.checks.elaborate.setting import elaborate
from hence.checks.kernel import ByNormalForm, NotReplayed, replay
from hence.checks.model import Binder, Claim, Lit, Op, Ref, Setting, walk
from hence.checks.optimum.plans import Bounded, Convex, Displaced, Lagrange, Lower, Slope, obligations
from hence.checks.optimum.problem import NotOptimum
from hence.checks.optimum.replay import ByOptimum
from hence.language.catalogue import Entry, Row, Theorem, chain
from hence.language.derivation import Formula
from hence.language.verdicts import Assumed, NotRead, Proved, Refuted, Unknown, Verdict

from hence import checks, latex_in
from hence.catalogue import solve_entry

LEAST_SQUARES = r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $w \in \mathbb{R}^d$ and $\lambda > 0$. "
QUADRATIC = r"Let $a, b, c \in \mathbb{R}$ with $a > 0$. "
DATA = r"Let $x_1, \dots, x_n \in \mathbb{R}$ and $\sigma > 0$. "
DEFINITE = r"Let $H \in \mathbb{R}^{d \times d}$ be symmetric positive definite and $b \in \mathbb{R}^d$. "
STEP = r"Let $g \in \mathbb{R}^d$ and $L > 0$. "
CHANCE = r"Let $X$ be a random variable with mean $\mu$ and variance $\sigma^2$. "


def verdicts(page: str) -> list[Verdict]:
    report = checks.check(latex_in.read_text(page))
    return [j.verdict for j in report.steps]


def display(formula: str, given: str = "") -> str:
    return f"{given}\n\\[ {formula} \\]\n"


TRUE = [
    # one variable
    (QUADRATIC, r"\arg\min_x (a x^2 + b x + c) = -\frac{b}{2a}"),
    (QUADRATIC, r"\min_x (a x^2 + b x + c) = c - \frac{b^2}{4a}"),
    (QUADRATIC, r"\arg\max_x (b x - a x^2) = \frac{b}{2a}"),
    ("", r"\min_{x > 0} \left(x + \frac{1}{x}\right) = 2"),
    ("", r"\arg\min_{x > 0} \left(x + \frac{1}{x}\right) = 1"),
    ("", r"\arg\min_{s > 0} \left(s^2 + \frac{1}{s^2}\right) = 1"),
    ("", r"\arg\min_x (e^x - x) = 0"),
    ("", r"\operatorname*{arg\,min}_{x \in \mathbb{R}} (x - 1)^4 = 1"),
    ("", r"\arg\min_x |x| = 0"),
    ("", r"\min_x (x^2 - 1)^2 = 0"),
    ("", r"1 \in \arg\min_x (x^2 - 1)^2"),
    ("", r"\min_{x \ge 0} (x + 1)^2 = 1"),
    ("", r"\underset{x \ge 0}{\arg\min}\ (x + 1)^2 = 0"),
    ("", r"\max_{x \in [0, 1]} x (1 - x) = \frac{1}{4}"),
    ("", r"\min_{x, y} (x^2 + y^2 - 2 x) = -1"),
    ("", r"\min_x (x^2 + 1) \ge 1"),
    ("", r"\min_x (x^2 + 1) \le 5"),
    ("Let $n > 0$ and $S > 0$. ", r"\arg\max_{v > 0} \left(-\frac{n}{2} \log v - \frac{S}{2 v}\right) = \frac{S}{n}"),
    # vectors
    (LEAST_SQUARES, r"\arg\min_w \|X w - y\|^2 = (X^\top X)^{-1} X^\top y"),
    (LEAST_SQUARES, r"\arg\min_w \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X + \lambda I)^{-1} X^\top y"),
    (LEAST_SQUARES, r"\arg\min_w \frac{1}{n} \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X + n \lambda I)^{-1} X^\top y"),
    (LEAST_SQUARES, r"\arg\min_w \|w - v\|^2 = v"),
    (LEAST_SQUARES, r"\min_w \|w - v\|^2 = 0"),
    (DEFINITE, r"\arg\min_x \left(\frac{1}{2} x^\top H x - b^\top x\right) = H^{-1} b"),
    (DEFINITE, r"\min_x \left(\frac{1}{2} x^\top H x - b^\top x\right) = -\frac{1}{2} b^\top H^{-1} b"),
    (CHANCE, r"\arg\min_c \mathbb{E}[(X - c)^2] = \mu"),
    (DATA, r"\min_x (x - 3)^2 = 0"),  # this x is none of the data
    (STEP, r"\min_\eta \left(-\eta \|g\|^2 + \frac{L \eta^2}{2} \|g\|^2\right) = -\frac{1}{2 L} \|g\|^2"),
    (STEP, r"\min_\eta \left(-\eta g^\top g + \frac{L \eta^2}{2} g^\top g\right) = -\frac{1}{2 L} g^\top g"),
    # means, and the same place of two objectives
    (DATA, r"\arg\min_m \sum_{i=1}^n (x_i - m)^2 = \frac{1}{n} \sum_{i=1}^n x_i"),
    (
        DATA,
        r"\arg\max_\mu \prod_{i=1}^n e^{-\frac{(x_i - \mu)^2}{2 \sigma^2}} = \arg\min_\mu \sum_{i=1}^n (x_i - \mu)^2",
    ),
    (LEAST_SQUARES, r"\arg\min_w \|X w - y\| = \arg\min_w \|X w - y\|^2"),
    (LEAST_SQUARES, r"\arg\min_w 3 \|X w - y\|^2 = \arg\min_w (\|X w - y\|^2 + \lambda)"),
    # bounds that need not be taken
    ("", r"\inf_x e^x = 0"),
    ("", r"\sup_x \tanh(x) = 1"),
    ("", r"\sup_x \frac{1}{1 + e^{-x}} = 1"),
    ("", r"\inf_{x > a} x = a"),
    ("", r"\sup_{x \in (0, 1)} x = 1"),
    ("", r"\inf_x (x^2 - 4 x) = -4"),
    ("", r"\sup_x (s x - \tfrac12 x^2) = \tfrac12 s^2"),
    ("", r"\inf_x e^x \ge 0"),
    # saddle points
    ("", r"\min_p \max_q p q = 0"),
    ("", r"\min_p \max_q (p^2 - q^2 + 2 q) = 1"),
]

FALSE = [
    (QUADRATIC, r"\arg\min_x (a x^2 + b x + c) = -\frac{b}{a}"),  # a missing factor
    (QUADRATIC, r"\arg\max_x (a x^2 + b x + c) = -\frac{b}{2a}"),  # a minimum called maximum
    (QUADRATIC, r"\min_x (a x^2 + b x + c) = c - \frac{b^2}{2a}"),
    (QUADRATIC, r"\min_x (a x^2 + b x + c) = c + \frac{b^2}{4a}"),
    ("", r"\min_{x > 0} \left(x + \frac{1}{x}\right) = 1"),
    ("", r"\arg\min_{x \ne 0} \left(x^2 + \frac{1}{x^2}\right) = 1"),  # -1 does as well
    ("", r"\arg\min_x (x^2 - 1)^2 = 1"),
    ("", r"2 \in \arg\min_x (x^2 - 1)^2"),
    ("", r"\arg\max_x (e^x - x) = 0"),
    ("", r"\min_x x^3 = 0"),  # a stationary point that is no minimum
    ("", r"\arg\min_x (x^3 - 3 x) = 1"),  # local called global
    ("", r"\arg\min_{x \ge 0} (x + 1)^2 = -1"),  # not among the values
    ("", r"\max_{x \in [0, 1]} x (1 - x) = \frac{1}{2}"),
    ("", r"\min_{x, y} (x^2 + y^2 - 2 x) = 0"),
    ("", r"\min_x (x^2 + 1) \ge 2"),
    (LEAST_SQUARES, r"\arg\min_w \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X)^{-1} X^\top y"),  # lost lambda
    (LEAST_SQUARES, r"\arg\min_w \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X + 2 \lambda I)^{-1} X^\top y"),
    (LEAST_SQUARES, r"\arg\min_w \frac{1}{n} \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X + \lambda I)^{-1} X^\top y"),
    (LEAST_SQUARES, r"\arg\max_w \|X w - y\|^2 = (X^\top X)^{-1} X^\top y"),
    (LEAST_SQUARES, r"\arg\min_w \|w - v\|^2 = -v"),
    (DATA, r"\arg\min_m \sum_{i=1}^n (x_i - m)^2 = \sum_{i=1}^n x_i"),
    (STEP, r"\min_\eta \left(-\eta \|g\|^2 + \frac{L \eta^2}{2} \|g\|^2\right) = -\frac{1}{L} \|g\|^2"),
    (DEFINITE, r"\arg\min_x \left(\frac{1}{2} x^\top H x - b^\top x\right) = 2 H^{-1} b"),
    (DEFINITE, r"\arg\max_x \left(\frac{1}{2} x^\top H x - b^\top x\right) = H^{-1} b"),
    (CHANCE, r"\arg\min_c \mathbb{E}[(X - c)^2] = \sigma"),
    ("", r"\inf_x e^x = 1"),
    ("", r"\inf_x (x^2 - 4 x) = -2"),
    ("", r"\sup_x (s x - \tfrac12 x^2) = s^2"),
    ("", r"\arg\min_x (x - 1)^2 = \arg\min_x ((x - 1)^2 + 3 x)"),
    ("", r"\arg\min_x (x - 1)^2 = \arg\min_x (x^2 - 1)"),
    ("", r"\min_p \max_q p q = 1"),
]


@pytest.mark.parametrize(("given", "formula"), TRUE, ids=lambda x: x[-60:] if isinstance(x, str) else "")
def test_true_claims_are_proved(given: str, formula: str):
    (verdict,) = verdicts(display(formula, given))
    assert isinstance(verdict, Proved), verdict


@pytest.mark.parametrize(("given", "formula"), FALSE, ids=lambda x: x[-60:] if isinstance(x, str) else "")
def test_near_misses_are_refuted(given: str, formula: str):
    (verdict,) = verdicts(display(formula, given))
    assert isinstance(verdict, Refuted), verdict


NOT_PROVED = [
    ("", r"\arg\min_x \left(\frac{1}{x^2} + x^2 + x\right) = -1"),  # convex on both sides of a pole
    ("", r"\min_x e^x = 0"),  # never reached
    ("", r"\max_x \tanh(x) = 1"),
    ("", r"\inf_x e^x = -1"),
    ("", r"\inf_{x > 1} x = 0"),  # a bound that is not approached
    ("", r"\inf_{x \in (0, 1)} \frac{1}{x} = 0"),  # approached outside the conditions only
    ("", r"\sup_{x < 1} x = 2"),
    ("", r"\inf_{x \in (1, 0)} x = 1"),  # no values at all
    ("", r"\max_x x = 1"),
    ("", r"\arg\min_w f(w) = 0"),
    ("", r"\arg\max_x f(x) = \arg\min_x f(x)"),
    ("", r"\arg\min_x (x^2 - 1)^2 = \arg\min_x (x^2 - 1)"),  # the square does not increase below zero
    ("", r"\max_p \min_q p q = 1"),
    (CHANCE, r"\arg\min_c \mathbb{E}[(X - c)^2] = X"),  # a random place would be captured by the expectation
    (CHANCE, r"\min_c \mathbb{E}[(X - c)^2] = 0"),
    (LEAST_SQUARES + r"Let $H \in \mathbb{R}^{d \times d}$ be symmetric. ", r"\min_w w^\top H w = 0"),
]


@pytest.mark.parametrize(("given", "formula"), NOT_PROVED)
def test_other_falsehoods_are_not_proved(given: str, formula: str):
    assert not any(isinstance(v, Proved) for v in verdicts(display(formula, given)))


def test_conditions_of_a_proof_are_listed():
    (verdict,) = verdicts(display(r"\arg\max_{p \in (0, 1)} \left(k \log p + m \log (1 - p)\right) = \frac{k}{k + m}"))
    assert not isinstance(verdict, Proved) or verdict.assumptions
    (least,) = verdicts(display(r"\arg\min_w \|X w - y\|^2 = (X^\top X)^{-1} X^\top y", LEAST_SQUARES))
    assert isinstance(least, Proved)
    assert any("invertible" in a for a in least.assumptions)


# under equations ----------------------------------------------------------------------------------

PLANE = r"Let $a, z \in \mathbb{R}^n$ with $a \neq 0$, $b, c \in \mathbb{R}$, $A \in \mathbb{R}^{m \times n}$ and "
PLANE += r"$r \in \mathbb{R}^m$. Let $H \in \mathbb{R}^{n \times n}$ be symmetric positive definite. "
SIMPLEX = r"Let $p, q \in \mathbb{R}^n$ with $p_i > 0$ and $\sum_{i=1}^n p_i = 1$. "
COUNTS = r"Let $y, \theta \in \mathbb{R}^n$ with $y_i > 0$. "

UNDER_EQUATIONS = [
    (PLANE, r"\arg\min_{x : a^\top x = c} \frac{1}{2} \|x\|^2 = \frac{c}{\|a\|^2} a"),
    (PLANE, r"\arg\min_{x : a^\top x = c} \|x\|^2 = \frac{c a}{a^\top a}"),
    (PLANE, r"\arg\min_{x : a^\top x = b} \|x - z\|^2 = z - \frac{a^\top z - b}{\|a\|^2} a"),
    (PLANE, r"\arg\min_{x : A x = r} \|x\|^2 = A^\top (A A^\top)^{-1} r"),
    (PLANE, r"\arg\min_{x : a^\top x = c} \frac{1}{2} x^\top H x = \frac{c}{a^\top H^{-1} a} H^{-1} a"),
    ("", r"\min_{u, v : u + v = 1} u^2 + v^2 = \frac{1}{2}"),
    ("", r"\max_{u, v : u + v = 1} u v = \frac{1}{4}"),
    (SIMPLEX, r"\arg\min_{q : \sum_{i=1}^n q_i = 1} \sum_{i=1}^n q_i \log \frac{q_i}{p_i} = p"),
    (SIMPLEX, r"\arg\min_{q : \sum_i q_i = 1} -\sum_i p_i \log q_i = p"),
    (SIMPLEX, r"\arg\max_{q : \sum_i q_i = 1} -\sum_i q_i \log q_i = \frac{1}{n} \mathbf{1}"),
    (COUNTS, r"\arg\max_{\theta : \sum_i \theta_i = 1} \sum_i y_i \log \theta_i = \frac{y}{\sum_j y_j}"),
    (SIMPLEX, r"\min_{q : \sum_i q_i = 1} \sum_i q_i \log \frac{q_i}{p_i} = 0"),
    (SIMPLEX, r"\max_{q : \sum_i q_i = 1} -\sum_i q_i \log q_i = \log n"),
    (CHANCE, r"\min_c \mathbb{E}[(X - c)^2] = \mathrm{Var}(X)"),
    (CHANCE, r"\arg\min_c \mathbb{E}[(X - c)^2] = \mathbb{E}[X]"),
]

FALSE_UNDER_EQUATIONS = [
    (PLANE, r"\arg\min_{x : a^\top x = c} \|x\|^2 = \frac{c}{\|a\|} a"),  # not on the plane
    (PLANE, r"\arg\max_{x : a^\top x = c} \|x\|^2 = \frac{c}{\|a\|^2} a"),
    (PLANE, r"\arg\min_{x : a^\top x = b} \|x - z\|^2 = z + \frac{a^\top z - b}{\|a\|^2} a"),
    (PLANE, r"\min_{x : a^\top x = c} \|x\|^2 = \frac{c}{\|a\|^2}"),
    ("", r"\min_{u, v : u + v = 1} u^2 + v^2 = \frac{1}{4}"),
    (COUNTS, r"\arg\max_{\theta : \sum_i \theta_i = 1} \sum_i y_i \log \theta_i = y"),  # lost normalisation
    (SIMPLEX, r"\arg\min_q \sum_i q_i \log \frac{q_i}{p_i} = p"),  # lost constraint
    (CHANCE, r"\min_c \mathbb{E}[(X - c)^2] = \mathbb{E}[X^2]"),
]

NOT_PROVED_UNDER_EQUATIONS = [
    (PLANE, r"\arg\min_{x : a^\top x = c} x^\top H x = \frac{c}{\|a\|^2} a"),  # feasible, and not stationary
    (COUNTS, r"\arg\min_{\theta : \sum_i \theta_i = 1} \sum_i y_i \log \theta_i = \frac{y}{\sum_j y_j}"),
    (SIMPLEX, r"\arg\max_{q : \sum_i q_i = 1} \sum_i q_i \log \frac{q_i}{p_i} = p"),
    (SIMPLEX, r"\arg\max_{q : \sum_i q_i = 1} -\sum_i q_i \log q_i = p"),
    (SIMPLEX, r"\min_{q : \sum_i q_i = 1} -\sum_i q_i \log q_i = \log n"),
    (SIMPLEX, r"\arg\min_{q : \sum_i q_i = 2} \sum_i q_i \log \frac{q_i}{p_i} = p"),
    (SIMPLEX.replace("p_i > 0", "p_1 > 0"), r"\arg\min_{q : \sum_i q_i = 1} \sum_i q_i \log \frac{q_i}{p_i} = p"),
]


@pytest.mark.parametrize(("given", "formula"), UNDER_EQUATIONS)
def test_optima_under_equations_are_proved(given: str, formula: str):
    (verdict,) = verdicts(display(formula, given))
    assert isinstance(verdict, Proved), verdict


@pytest.mark.parametrize(("given", "formula"), FALSE_UNDER_EQUATIONS)
def test_near_misses_under_equations_are_refuted(given: str, formula: str):
    (verdict,) = verdicts(display(formula, given))
    assert isinstance(verdict, Refuted), verdict


@pytest.mark.parametrize(("given", "formula"), NOT_PROVED_UNDER_EQUATIONS)
def test_other_falsehoods_under_equations_are_not_proved(given: str, formula: str):
    assert not any(isinstance(v, Proved) for v in verdicts(display(formula, given)))


def test_stationarity_of_a_lagrangian_by_entries():
    page = (
        r"Let $y, \theta \in \mathbb{R}^n$ with $y_i > 0$, $\theta_i > 0$ and $\lambda > 0$. The Lagrangian is "
        r"$\mathcal{L}(\theta, \lambda) = \sum_{i=1}^n y_i \log \theta_i - \lambda (\sum_{i=1}^n \theta_i - 1)$. Then "
        r"\[ \frac{\partial \mathcal{L}}{\partial \theta_i} = \frac{y_i}{\theta_i} - \lambda = 0 "
        r"\implies \theta_i = \frac{y_i}{\lambda}. \]"
    )
    assert [type(v) for v in verdicts(page)] == [Proved, Assumed, Proved]
    wrong = page.replace(r"\implies \theta_i = \frac{y_i}{\lambda}", r"\implies \theta_i = \lambda y_i")
    assert not isinstance(verdicts(wrong)[-1], Proved)


def test_that_a_derivative_by_an_entry_is_zero_is_a_claim():
    page = r"Let $x \in \mathbb{R}^n$ and $f(x) = \sum_{i=1}^n x_i^2$. Then \[ \frac{\partial f}{\partial x_j} = 0. \]"
    assert [type(v) for v in verdicts(page)] == [Refuted]


def test_a_multiplier_does_not_depend_on_the_variable():
    setting, claim = claim_of(r"\arg\min_{x : x = 1} x^2 = 1")
    for multiplier in ((), (Ref("x"),)):
        with pytest.raises(NotOptimum):
            obligations(setting, claim, Lagrange(multiplier, Displaced(claim.rhs)))


# words --------------------------------------------------------------------------------------------

SENTENCES = [
    (r"The function $f(x) = x^2 - 4 x + 1$ is minimised at $x = 2$.", Proved),
    (r"The function $f(x) = x^2 - 4 x + 1$ is minimized when $x = 3$.", Refuted),
    (r"The function $f(x) = x^2 - 4 x + 1$ is maximised at $x = 2$.", Refuted),
    (r"Let $f(x) = x^2 - 4 x + 1$. Then $f$ attains its minimum at $x = 2$.", Proved),
    (r"Let $f(x) = x^2 - 4 x + 1$. The minimiser of $f$ is $x = 2$.", Proved),
    (r"Let $f(x) = x^2 - 4 x + 1$. The minimum of $f$ is $-3$.", Proved),
    (r"Let $f(x) = x^2 - 4 x + 1$. The minimum of $f$ is $-2$.", Refuted),
    (r"Let $f(x) = x^2 - 4 x + 1$. The minimum of $f$ is attained at $x = 1$.", Refuted),
    (r"Let $f(x) = (x^2 - 1)^2$. Then $x = 1$ is a minimiser of $f$.", Proved),
    (r"Let $f(x) = (x^2 - 1)^2$. Then $x = 1$ is the unique minimiser of $f$.", Refuted),
    (r"Let $f(x) = x^3 - 3 x$. Then $x = 1$ is a stationary point of $f$.", Proved),
    (r"Let $f(x) = x^3 - 3 x$. Then $x = 2$ is a stationary point of $f$.", Refuted),
    (r"Let $f(x) = x^3 - 3 x$. Then $x = 1$ is the minimiser of $f$.", Refuted),
    (r"Let $w^*$ be the minimiser of $(w - 1)^2$ over $w$. Then $w^* = 1$.", Proved),
    (r"Let $w^* \in \arg\min_w (w - 1)^2$. Then $w^* = 2$.", Refuted),
    (r"Let $f(x) = x^2 - 4 x$. Setting the derivative to zero gives $x = 2$.", Proved),
    (r"Let $f(x) = x^2 - 4 x$. Setting $f'(x) = 0$ gives $x = 3$.", Refuted),
]


@pytest.mark.parametrize(("sentence", "expected"), SENTENCES)
def test_sentences(sentence: str, expected: type):
    found = [v for v in verdicts(sentence) if not isinstance(v, Assumed)]
    assert [type(v) for v in found] == [expected], found


def test_two_claims_of_one_sentence():
    page = r"Let $f(x) = x^2 - 4 x + 1$. Then $f$ attains its minimum value $-3$ at $x = 2$."
    assert [type(v) for v in verdicts(page)] == [Proved, Proved]


def test_a_local_extremum_is_not_read_as_a_global_one():
    found = verdicts(r"Let $f(x) = x^3 - 3 x$. Then $f$ has a local minimum at $x = 1$.")
    assert [type(v) for v in found] == [Proved, Proved]


@pytest.mark.parametrize(
    "problem",
    [
        r"\[ \min_x x^2 \text{ s.t. } x = 1 \]",
        "\\begin{align*}\n\\min_{w} \\quad & \\|w\\|^2 \\\\\n\\text{s.t.} \\quad & a^\\top w = 1\n\\end{align*}",
        r"\[ \max_{x, y} x y \quad \text{subject to} \quad x + y = 1, \quad x \ge 0. \]",
    ],
)
def test_a_problem_with_its_conditions_behind_it_claims_nothing(problem: str):
    assert verdicts(problem) == []


def test_conditions_in_words_are_not_dropped():
    (verdict, *_) = verdicts(display(r"\min_x x^2 \text{ s.t. } x = 1 \text{ for all rows}"))
    assert isinstance(verdict, NotRead | Unknown)


def test_conditions_behind_a_minimum_restrict_it():
    page = (
        r"Let $c \in \mathbb{R}$ and $a, x \in \mathbb{R}^n$ with $a \ne 0$. "
        r"\[ x^* = \arg\min_x \|x\|^2 \text{ s.t. } a^\top x = c \] "
    )
    assert isinstance(verdicts(page + r"Then $x^* = \frac{c}{\|a\|^2} a$.")[-1], Proved)
    assert isinstance(verdicts(page + r"Then $x^* = \frac{c}{\|a\|} a$.")[-1], Refuted)
    assert isinstance(verdicts(page + r"Then $x^* = 0$.")[-1], Refuted)


MULTIPLIER = (
    r"We solve \[ \min_{x,y} x^2 + y^2 \quad \text{subject to} \quad x + y = 1. \] The Lagrangian is "
    r"\[ \mathcal{L}(x, y, \lambda) = x^2 + y^2 - \lambda (x + y - 1). \] "
)
SYSTEM = (
    r"Setting the partial derivatives to zero gives "
    r"\[ 2 x - \lambda = 0, \qquad 2 y - \lambda = 0, \qquad x + y = 1, \] "
)


def test_a_system_of_equations_is_solved():
    page = MULTIPLIER + SYSTEM + r"so $x = y = \frac12$ and $\lambda = 1$. Hence \[ x^2 + y^2 = \frac12. \]"
    assert [type(v) for v in verdicts(page)] == [Assumed, *(Proved,) * 7]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"2 y - \lambda = 0", r"2 y + \lambda = 0"),
        (r"x = y = \frac12", r"x = y = \frac14"),
        (r"$\lambda = 1$", r"$\lambda = 2$"),
    ],
)
def test_what_a_system_does_not_give_is_refuted(right: str, wrong: str):
    page = (MULTIPLIER + SYSTEM + r"so $x = y = \frac12$ and $\lambda = 1$.").replace(right, wrong)
    assert [type(v) for v in verdicts(page)].count(Refuted) == 1


def test_equations_of_derivatives_hold_together():
    page = (
        r"Let $L(x, y, \lambda) = x^2 + y^2 - \lambda (x + y - 1)$. "
        r"\[ \frac{\partial L}{\partial x} = 2x - \lambda = 0 \] \[ \frac{\partial L}{\partial y} = 2y - \lambda = 0 \]"
    )
    good = verdicts(page + r"Hence $x = y = \frac{\lambda}{2}$.")
    assert [type(v) for v in good] == [Proved, Assumed, Proved, Assumed, Proved, Proved]
    assert isinstance(verdicts(page + r"Hence $x = y = 2 \lambda$.")[-1], Refuted)
    assert isinstance(verdicts(page + r"Hence $x = y = \frac12$.")[-1], Refuted)  # the constraint was not stated


def test_a_derivative_by_an_entry_with_a_logarithm_is_solved():
    page = (
        r"Let $L(p, \lambda) = -\sum_{i=1}^n p_i \log p_i + \lambda (\sum_{i=1}^n p_i - 1)$. "
        r"\[ \frac{\partial L}{\partial p_i} = -\log p_i - 1 + \lambda = 0 \implies p_i = e^{\lambda - 1} \]"
    )
    assert isinstance(verdicts(page)[-1], Proved)
    assert not isinstance(verdicts(page.replace(r"e^{\lambda - 1}", r"e^{1 - \lambda}"))[-1], Proved)


NORMAL_EQUATIONS = r"""Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$ and
$L(w) = \|X w - y\|^2$. The gradient is
\[ \nabla_w L(w) = 2 X^\top (X w - y). \]
Setting it to zero gives
\[ X^\top X w = X^\top y, \]
and hence
\[ w = SOLUTION. \]
"""


@pytest.mark.parametrize(
    ("solution", "expected"), [(r"(X^\top X)^{-1} X^\top y", Proved), (r"(X^\top X)^{-1} y", None)]
)
def test_the_zero_of_a_gradient_is_solved_over_several_displays(solution: str, expected: type | None):
    *before, last = verdicts(NORMAL_EQUATIONS.replace("SOLUTION", solution))
    assert all(isinstance(v, Proved) for v in before)
    assert isinstance(last, Proved) == (expected is Proved)


def test_a_wrong_solution_is_refuted():
    *_, last = verdicts(NORMAL_EQUATIONS.replace("SOLUTION", r"2 (X^\top X)^{-1} X^\top y"))
    assert isinstance(last, Refuted | Unknown)


def test_the_variance_is_not_mistaken_for_another_least_value():
    (verdict,) = verdicts(display(r"\min_c \mathbb{E}[(X - c)^2] = \sigma^2", CHANCE))
    assert not isinstance(verdict, Refuted)


def test_a_solution_with_a_star_behind_an_arrow():
    page = (
        LEAST_SQUARES
        + r"""Let $J(w) = \|X w - y\|^2 + \lambda \|w\|^2$. Then
\begin{align*}
\nabla_w J(w) &= 2 X^\top (X w - y) + 2 \lambda w = 0 \\
\Rightarrow w^* &= (X^\top X + \lambda I)^{-1} X^\top y
\end{align*}"""
    )
    assert [type(v) for v in verdicts(page)] == [Proved, Assumed, Proved]
    assert not isinstance(verdicts(page.replace(r"+ \lambda I)^{-1}", r")^{-1}"))[-1], Proved)


def test_matrices_that_differ_in_one_entry():
    page = r"Let $A = \begin{pmatrix} 0 & 1 \\ 0 & 0 \end{pmatrix}$ and "
    page += r"$B = \begin{pmatrix} 0 & 0 \\ 1 & 0 \end{pmatrix}$. Then"
    assert [type(v) for v in verdicts(display(r"A B \neq B A", page))] == [Proved]
    assert [type(v) for v in verdicts(display(r"A A \neq B B", page))] == [Refuted]


def test_a_derivative_that_is_set_to_zero_is_a_condition():
    page = r"Let $f(x) = x^2 - 4 x$. Then \[ f'(x) = 2 x - 4 = 0 \implies x = 2 \]"
    assert [type(v) for v in verdicts(page)] == [Proved, Assumed, Proved]
    constant = r"Let $f(x) = 3$. Then \[ f'(x) = 0 \]"
    assert [type(v) for v in verdicts(constant)] == [Proved]


# witnesses ----------------------------------------------------------------------------------------

WITNESSES = [
    (r"There exists $x \in \mathbb{R}$ such that $x^2 = 2 x$ and $x \neq 0$: take $x = 2$.", [Proved, Proved]),
    (r"There exists $x \in \mathbb{R}$ such that $x^2 = 2 x$ and $x \neq 0$: take $x = 0$.", [Proved, Refuted]),
    (r"We claim that there is a $q$ with $q^2 - 5 q + 6 = 0$. Indeed, take $q = 3$.", [Proved]),
    (r"We claim that there is a $q$ with $q^2 - 5 q + 6 = 0$. Indeed, take $q = 4$.", [Refuted]),
]


@pytest.mark.parametrize(("page", "expected"), WITNESSES)
def test_existence_is_checked_by_the_witness(page: str, expected: list[type]):
    assert [type(v) for v in verdicts(page)] == expected


# the kernel ---------------------------------------------------------------------------------------


def claim_of(formula: str) -> tuple[Setting, Claim]:
    (found,) = latex_in.parse_relation_chain(formula)
    done = elaborate([], [Formula(found.lhs, found.relation, found.rhs)])
    (claim,) = done.claims
    assert isinstance(claim, Claim)
    return done.setting, claim


def test_the_kernel_wants_every_part():
    setting, claim = claim_of(r"\arg\min_x (x - 1)^2 = 1")
    for parts in ((), (ByNormalForm(),), (ByNormalForm(), None)):
        with pytest.raises(NotReplayed):
            replay(setting, claim, ByOptimum(Convex(claim.rhs), parts))


def test_the_kernel_refuses_an_argument_about_another_point():
    setting, claim = claim_of(r"\arg\min_x (x - 1)^2 = 2")
    for plan in (Bounded((Lit(1),)), Displaced(Lit(1)), Convex(Lit(1)), Slope(Lit(1)), Lower()):
        with pytest.raises(NotOptimum):
            obligations(setting, claim, plan)


def test_a_point_is_not_captured_by_a_sum():
    setting, claim = claim_of(r"\min_m \sum_{i=1}^n (x_i - m)^2 = 0")
    captured = next(n.var for n in walk(claim.lhs) if isinstance(n, Binder) and n.head == "sum")
    with pytest.raises(NotOptimum):
        obligations(setting, claim, Bounded((Ref("x", (Ref(captured),)),)))


def test_a_modulus_must_be_positive():
    setting, claim = claim_of(r"\arg\min_x (x - 1)^2 = 1")
    goals = obligations(setting, claim, Displaced(claim.rhs, modulus=Op("neg", (Lit(1),))))
    assert any(g.claim.relation == ">" and not g.assumable for g in goals)


# theorems that are trusted ------------------------------------------------------------------------


def with_theorem(conclusion: str) -> Entry:
    theorem = Theorem("Somebody's inequality", "It holds for all numbers of this kind.", conclusion)
    return Entry(
        id="made.up",
        claims=(),
        title="An entry that trusts",
        homework="None",
        kind="inequality or limit",
        problem="Bound a number.",
        given=r"Let $x, y \in \mathbb{R}$.",
        proof=(theorem, chain(r"x + 1", Row(r"y + 1", "the theorem", r"\le")), chain(r"x + x", r"2 x")),
    )


def test_a_theorem_is_named_where_it_is_used_and_nowhere_else():
    used, unused = solve_entry(with_theorem(r"x \le y"), (), 0).report.steps
    assert isinstance(used.verdict, Proved)
    assert used.verdict.trusting == ("Somebody's inequality",)
    assert isinstance(unused.verdict, Proved)
    assert not unused.verdict.trusting


def test_a_theorem_does_not_prove_more_than_it_says():
    step, _ = solve_entry(with_theorem(r"y \le x"), (), 0).report.steps
    assert not isinstance(step.verdict, Proved)
