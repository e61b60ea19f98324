"""Limits and statements that look almost like them: another exponent, a lost range, a dominated term that is dropped.

The true statement must be proved; a near miss must be refuted, or left open where it has no counterexample of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

from hence import checks, latex_in


@dataclass(frozen=True)
class Case:
    """A true statement in a setting, false ones beside it, and settings in which the true one fails."""

    name: str
    given: str
    holds: str
    fails: tuple[str, ...] = ()
    lost: tuple[str, ...] = field(default=())  # settings without the hypothesis that matters


SOFTMAX = (
    r"Let $s \in \mathbb{R}^n$ and $v_1, \dots, v_n \in \mathbb{R}^d$, with $s_{i^*} > s_i$ for all $i \ne i^*$. "
    r"Let $p = \mathrm{softmax}(\beta s)$ and $h = \sum_{i=1}^n p_i v_i$."
)
CASES = (
    Case(
        "geometric",
        r"Let $|w| < 1$.",
        r"\lim_{t \to \infty} w^t = 0",
        (r"\lim_{t \to \infty} w^t = 1", r"\lim_{t \to \infty} 1 + w^t = 0", r"\lim_{t \to \infty} w^{-t} = 0"),
        ("", r"Let $|w| \le 1$.", r"Let $w < 1$.", r"Let $|w| > 1$."),
    ),
    Case(
        "polynomial times geometric",
        r"Let $0 \le \delta < 1$.",
        r"\lim_{t \to \infty} t^3 \delta^{t} = 0",
        (r"\lim_{t \to \infty} t^3 + \delta^{t} = 0", r"\lim_{t \to \infty} t^{-3} + \delta^{t} = 1"),
        (r"Let $0 \le \delta$.", r"Let $0 < \delta \le 1$."),
    ),
    Case(
        "geometric series",
        r"Let $0 < a < 1$.",
        r"\lim_{t \to \infty} \sum_{i=0}^{t} a^i = \frac{1}{1-a}",
        (
            r"\lim_{t \to \infty} \sum_{i=1}^{t} a^i = \frac{1}{1-a}",
            r"\lim_{t \to \infty} \sum_{i=0}^{t} a^i = \frac{1}{1+a}",
            r"\lim_{t \to \infty} \sum_{i=0}^{t} a^i = \infty",
        ),
    ),
    Case(
        "bias of a running average",
        r"Let $\beta \in (0,1)$ and $v_t = (1-\beta) \sum_{i=1}^{t} \beta^{t-i} g$.",
        r"\lim_{t \to \infty} v_t = g",
        (r"\lim_{t \to \infty} v_t = (1-\beta) g", r"\lim_{t \to \infty} v_t = 0"),
    ),
    Case(
        "rational function",
        "",
        r"\lim_{n \to \infty} \frac{3 n^2 - n}{2 n^2 + 1} = \frac32",
        (
            r"\lim_{n \to \infty} \frac{3 n^2 - n}{2 n^2 + 1} = -1",
            r"\lim_{n \to \infty} \frac{3 n^2 - n}{2 n^3 + 1} = \frac32",
        ),
    ),
    Case(
        "leading coefficient",
        r"Let $a > 0$ and $b > 0$.",
        r"\lim_{n \to \infty} \frac{a n + b}{b n + a} = \frac{a}{b}",
        (r"\lim_{n \to \infty} \frac{a n + b}{b n + a} = \frac{b}{a}",),
    ),
    Case(
        "logistic",
        r"Let $c > 0$.",
        r"\lim_{m \to \infty} \frac{1}{1 + e^{-c m}} = 1",
        (r"\lim_{m \to \infty} \frac{1}{1 + e^{c m}} = 1", r"\lim_{m \to \infty} \frac{1}{1 + e^{-c m}} = \frac12"),
        ("", r"Let $c \ge 0$."),
    ),
    Case(
        "hyperbolic tangent",
        "",
        r"\lim_{x \to \infty} \tanh(x) = 1",
        (r"\lim_{x \to -\infty} \tanh(x) = 1", r"\lim_{x \to \infty} \tanh(x) = 0"),
    ),
    Case(
        "two equal logits",
        r"Let $n \ge 2$.",
        r"\lim_{m \to \infty} \frac{e^m}{2 e^m + n - 2} = \frac12",
        (
            r"\lim_{m \to \infty} \frac{e^m}{2 e^m + n - 2} = \frac1n",
            r"\lim_{m \to \infty} \frac{e^m}{e^m + n} = \frac12",
        ),
    ),
    Case(
        "dominated exponential",
        "",
        r"\lim_{\beta \to \infty} \frac{\sqrt{10} \beta}{2 + e^{\beta^2}} = 0",
        (r"\lim_{\beta \to \infty} \frac{\sqrt{10} \beta}{2 + e^{-\beta^2}} = 0",),
    ),
    Case(
        "softmax of the largest logit",
        SOFTMAX,
        r"\lim_{\beta \to \infty} p_{i^*} = 1",
        (r"\lim_{\beta \to \infty} p_{i^*} = 0", r"\lim_{\beta \to 0} p_{i^*} = 1"),
    ),
    Case(
        "attention becomes hard",
        SOFTMAX,
        r"\lim_{\beta \to \infty} h = v_{i^*}",
        (r"\lim_{\beta \to \infty} h = \frac1n \sum_{j=1}^n v_j", r"\lim_{\beta \to \infty} h = v_1"),
        (SOFTMAX.replace(">", r"\ge"), SOFTMAX.replace(">", "<")),
    ),
    Case(
        "attention becomes uniform",
        SOFTMAX,
        r"\lim_{\beta \to 0} h = \frac1n \sum_{j=1}^n v_j",
        (r"\lim_{\beta \to 0} h = \sum_{j=1}^n v_j", r"\lim_{\beta \to 0} h = v_{i^*}"),
    ),
    Case(
        "uniform weights",
        r"Let $s \in \mathbb{R}^n$.",
        r"\lim_{\beta \to 0} \mathrm{softmax}(\beta s) = \frac1n \mathbf{1}",
        (r"\lim_{\beta \to 0} \mathrm{softmax}(\beta s) = \mathbf{1}",),
    ),
    Case(
        "growth",
        r"Let $a > 1$.",
        r"\lim_{t \to \infty} \frac{a^t}{t^2} = \infty",
        (r"\lim_{t \to \infty} \frac{a^t}{t^2} = 0", r"\lim_{t \to \infty} \frac{a^t}{t^2} = -\infty"),
        (r"Let $a > 0$.",),
    ),
    Case(
        "one side",
        "",
        r"\lim_{x \to 0^+} \frac{1}{x} = \infty",
        (r"\lim_{x \to 0^-} \frac{1}{x} = \infty", r"\lim_{x \to 0} \frac{1}{x} = \infty"),
    ),
    Case(
        "continuity",
        "",
        r"\lim_{x \to 1} \frac{x^2 - 1}{x - 1} = 2",
        (r"\lim_{x \to 1} \frac{x^2 - 1}{x - 1} = 1", r"\lim_{x \to 0} \frac{x^2 - 1}{x - 1} = 2"),
    ),
    Case(
        "logarithm",
        "",
        r"\lim_{n \to \infty} \frac{\log n}{n} = 0",
        (r"\lim_{n \to \infty} \frac{n}{\log n} = 0", r"\lim_{n \to \infty} \log n = 0"),
    ),
    Case(
        "gradient descent on a parabola",
        r"Let $0 < \eta < 2$ and $x_t = (1 - \eta)^t x_0$.",
        r"\lim_{t \to \infty} x_t = 0",
        (r"\lim_{t \to \infty} x_t = x_0", r"\lim_{t \to \infty} x_t = 1"),
        (r"Let $0 < \eta$ and $x_t = (1 - \eta)^t x_0$.", r"Let $0 < \eta < 3$ and $x_t = (1 - \eta)^t x_0$."),
    ),
    Case(
        "temperature",
        r"Let $T > 0$ and $z \in \mathbb{R}^n$.",
        r"\lim_{T \to \infty} \mathrm{softmax}(z / T) = \frac1n \mathbf{1}",
        (r"\lim_{T \to \infty} \mathrm{softmax}(z / T) = \mathbf{1}",),
    ),
    Case(
        "log-sum-exp",
        SOFTMAX,
        r"\lim_{\beta \to \infty} \frac{1}{\beta} \log \sum_{i=1}^n e^{\beta s_i} = s_{i^*}",
        (r"\lim_{\beta \to \infty} \frac{1}{\beta} \log \sum_{i=1}^n e^{\beta s_i} = s_1",),
    ),
    Case(
        "ratio of powers",
        r"Let $a > b > 0$.",
        r"\lim_{n \to \infty} \frac{a^n - b^n}{a^n + b^n} = 1",
        (r"\lim_{n \to \infty} \frac{a^n - b^n}{a^n + b^n} = -1", r"\lim_{n \to \infty} \frac{a^n}{b^n} = 0"),
        (r"Let $a > 0$ and $b > 0$.",),
    ),
    Case(
        "power that is no transpose",
        r"Let $0 < \rho < 1$ and $c_T = \frac{1 - \rho^T}{T (1 - \rho)}$.",
        r"\lim_{T \to \infty} T c_T = \frac{1}{1 - \rho}",
        (r"\lim_{T \to \infty} c_T = \frac{1}{1 - \rho}",),
    ),
    Case(
        "bounded over growing",
        "",
        r"\lim_{t \to \infty} \frac{t + \cos t}{t} = 1",
        (r"\lim_{t \to \infty} \frac{t + \cos t}{t} = 0", r"\lim_{x \to 0} \frac{|x|}{x} = 1"),
    ),
    Case(
        "squared error",
        r"Let $|\rho| < 1$ and $c > 0$.",
        r"\lim_{T \to \infty} \sqrt{c + \rho^{2T}} = \sqrt{c}",
        (r"\lim_{T \to \infty} \sqrt{c + \rho^{2T}} = c",),
    ),
)


def verdict(given: str, statement: str) -> Verdict:
    page = f"{given}\n\\begin{{equation}}\n{statement}\n\\end{{equation}}\n"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    return judged.verdict


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_a_limit_is_proved(case: Case):
    found = verdict(case.given, case.holds)
    assert isinstance(found, Proved), found
    assert not found.trusting


MISSES = [(c.name, c.given, s) for c in CASES for s in c.fails] + [(c.name, g, c.holds) for c in CASES for g in c.lost]


@pytest.mark.parametrize(("name", "given", "statement"), MISSES)
def test_a_near_miss_is_refuted(name: str, given: str, statement: str):
    found = verdict(given, statement)
    assert isinstance(found, Refuted), found
    assert found.certified_by.startswith("limit calculus")


def test_what_is_missing_is_named():
    found = verdict("", r"\lim_{t \to \infty} w^t = 0")
    assert isinstance(found, Refuted)
    assert found.hint == "holds if |w| < 1"


WAYS = (
    r"\[ x_t \to 0 \quad \text{as } t \to \infty \]",
    r"\[ x_t \to 0 \quad \text{as $t \to \infty$} \]",
    r"\[ x_t \xrightarrow{t\to\infty} 0 \]",
    r"\[ x_t \xrightarrow[t\to\infty]{} 0 \]",
    r"\[ x_t \underset{t\to\infty}{\longrightarrow} 0 \]",
    r"\[ x_t \to 0 \quad (t \to \infty) \]",
    r"\[ x_t \to 0, \quad t \to \infty \]",
    "\\[ x_t \\to 0 \\]\nas $t \\to \\infty$.",
    "As $t \\to \\infty$,\n\\[ x_t \\to 0 . \\]",
    r"Hence $x_t \to 0$ as $t \to \infty$.",
    r"In the limit $t \to \infty$, $x_t \approx 0$.",
    r"So $x_t \xrightarrow{t\to\infty} 0$.",
    r"We see that $x_t \to 0$ when $t$ grows, i.e. when $t \to \infty$.",
    "\\begin{align*}\n x_t &\\to 0 && \\text{as } t \\to \\infty\n\\end{align*}",
)


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_say_that_something_tends(way: str):
    (judged,) = checks.check(latex_in.read_text(f"Let $|w| < 1$ and $x_t = w^t x_0$.\n{way}\n")).steps
    assert isinstance(judged.verdict, Proved), judged.verdict
    (wrong,) = checks.check(latex_in.read_text(f"Let $w > 1$ and $x_t = w^t x_0$.\n{way}\n")).steps
    assert isinstance(wrong.verdict, Refuted), wrong.verdict


def test_each_arrow_has_its_own_tendency():
    page = r"Let $f(x) = \tanh(x)$. As $x \to \infty$, $f(x) \to 1$, and $f(x) \to -1$ as $x \to -\infty$."
    found = [type(j.verdict) for j in checks.check(latex_in.read_text(page)).steps]
    assert found == [Proved, Proved]


def test_in_which_sense_something_random_tends_is_not_decided():
    given = r"Let $k \sim \mathcal{N}(\mu, \alpha)$ with $\alpha > 0$."
    assert isinstance(verdict(given, r"\lim_{\alpha \to 0} k = \mu"), Unknown)
    assert isinstance(verdict(given, r"\lim_{\alpha \to 0} \mathrm{Var}(k) = 0"), Proved)


@pytest.mark.parametrize("statement", [r"x_t \to 0", r"x_t \approx 0"])
def test_a_limit_that_nobody_names_is_left_open(statement: str):
    found = verdict(r"Let $|w| < 1$ and $x_t = w^t x_0$.", statement)
    assert isinstance(found, Unknown)


def test_sympy_is_named_where_it_is_believed():
    found = verdict("", r"\lim_{n \to \infty} \frac{\log(\log n)}{n} = 0")
    assert isinstance(found, Proved)
    assert found.trusting == ("sympy.limit",)
    assert not isinstance(verdict("", r"\lim_{n \to \infty} \frac{\log(\log n)}{n} = 1"), Proved)


OPEN = (
    (r"Let $|w| < 1$.", r"\lim_{t \to \infty} \sum_{i=1}^{t} w^{t-i} g_i = 0"),  # the inputs g_i are anything
    ("", r"\lim_{t \to \infty} g_t = 0"),
    (r"Let $|w| < 1$.", r"\lim_{t \to \infty} w^t g_t = 0"),
)


@pytest.mark.parametrize(("given", "statement"), OPEN)
def test_what_depends_on_unknown_inputs_is_not_proved(given: str, statement: str):
    assert not isinstance(verdict(given, statement), Proved)


@pytest.mark.parametrize(
    ("given", "held"), [(r"Let $b > 0$.", True), (r"Let $b \ge 0$.", False), (r"Let $|b| < 1$.", False)]
)
def test_roots_of_what_may_be_zero_need_not_tend_to_one(given: str, held: bool):
    assert isinstance(verdict(given, r"\lim_{n \to \infty} |b|^{1/n} = 1"), Proved) == held


EXPANDED = [
    (
        "",
        r"\lim_{n \to \infty} \left(1 + \frac{w}{n}\right)^n = e^w",
        r"\lim_{n \to \infty} \left(1 + \frac{w}{n}\right)^n = 1",
    ),
    (
        "",
        r"\lim_{n \to \infty} \left(1 - \frac1n\right)^n = \frac1e",
        r"\lim_{n \to \infty} \left(1 - \frac1n\right)^n = e",
    ),
    ("", r"\lim_{n \to \infty} n^{1/n} = 1", r"\lim_{n \to \infty} n^{1/n} = 0"),
    (
        "",
        r"\lim_{n \to \infty} (\sqrt{n^2 + a n} - n) = \frac{a}{2}",
        r"\lim_{n \to \infty} (\sqrt{n^2 + a n} - n) = a",
    ),
    (
        "",
        r"\lim_{n \to \infty} n \log\left(1 + \frac{a}{n}\right) = a",
        r"\lim_{n \to \infty} n \log\left(1 + \frac{a}{n}\right) = 1",
    ),
    ("", r"\lim_{x \to 0} \frac{\sin x}{x} = 1", r"\lim_{x \to 0} \frac{\sin x}{x} = 0"),
    ("", r"\lim_{x \to 0} \frac{1 - \cos x}{x^2} = \frac12", r"\lim_{x \to 0} \frac{1 - \cos x}{x^2} = 1"),
    ("", r"\lim_{x \to 0} \frac{e^x - 1 - x}{x^2} = \frac12", r"\lim_{x \to 0} \frac{e^x - 1 - x}{x^2} = 0"),
    ("", r"\lim_{h \to 0} \frac{e^{x + h} - e^x}{h} = e^x", r"\lim_{h \to 0} \frac{e^{x + h} - e^x}{h} = e^{-x}"),
    (
        r"Let $x > 0$.",
        r"\lim_{\alpha \to 0} \frac{x^\alpha - 1}{\alpha} = \log x",
        r"\lim_{\alpha \to 0} \frac{x^\alpha - 1}{\alpha} = x",
    ),
    (
        r"Let $z \in \mathbb{R}^n$.",
        r"\lim_{T \to \infty} T \log\left(\frac1n \sum_{i=1}^n e^{z_i / T}\right) = \frac1n \sum_{i=1}^n z_i",
        r"\lim_{T \to \infty} T \log\left(\frac1n \sum_{i=1}^n e^{z_i / T}\right) = \sum_{i=1}^n z_i",
    ),
]


@pytest.mark.parametrize(("given", "holds", "fails"), EXPANDED)
def test_what_cancels_to_first_order_is_expanded(given: str, holds: str, fails: str):
    found = verdict(given, holds)
    assert isinstance(found, Proved), found
    assert "taylor-expansion" in found.method
    assert not found.trusting
    assert isinstance(verdict(given, fails), Refuted)


@pytest.mark.parametrize(
    ("given", "statement"),
    [
        ("", r"\lim_{n \to \infty} (-1)^n \left(1 + \frac1n\right)^n = e"),
        ("", r"\lim_{n \to \infty} \left(1 + \frac{a}{n}\right)^{n^2} = e^a"),
        ("", r"\lim_{n \to \infty} \left((n + 1)^a - n^a\right) = 0"),
        ("", r"\lim_{x \to 0} \frac{\sqrt{x^2}}{x} = 1"),
        ("", r"\lim_{x \to 0} \sin\left(\frac1x\right) = 0"),
    ],
)
def test_expansions_that_do_not_hold_are_not_proved(given: str, statement: str):
    assert not isinstance(verdict(given, statement), Proved)


def test_odd_and_even_values_are_watched():
    assert isinstance(verdict("", r"\lim_{n \to \infty} (-1)^n = 1"), Refuted)


@pytest.mark.parametrize(
    ("given", "statement", "expected"),
    [
        (r"Let $|w| > 1$.", r"\lim_{T \to \infty} |w|^T = \infty", Proved),
        (r"Let $|w| < 4$.", r"\lim_{T \to \infty} \left(\frac{|w|}{4}\right)^T = 0", Proved),
        (r"Let $|w| < 8$.", r"\lim_{T \to \infty} \left(\frac{|w|}{4}\right)^T = 0", Refuted),
        (r"Let $|w| < 1$ and $0 < s \le 1$.", r"\lim_{T \to \infty} \prod_{t=1}^T w s = 0", Proved),
        (r"Let $|w| \le 1$ and $0 < s \le 1$.", r"\lim_{T \to \infty} \prod_{t=1}^T w s = 0", Refuted),
    ],
)
def test_a_letter_that_tends_is_an_exponent(given: str, statement: str, expected: type):
    assert isinstance(verdict(given, statement), expected)


SQUARE = r"Let $W \in \mathbb{R}^{n \times n}$ and $h \in \mathbb{R}^n$"
POWERS = [
    (SQUARE + r" with $\|W\| < 1$.", r"\lim_{t \to \infty} W^t = 0", Proved),
    (SQUARE + r" with $\|W\| < 1$.", r"\lim_{t \to \infty} \|W^t h\| = 0", Proved),
    (SQUARE + r" with $\|W\| \le \gamma < 1$.", r"\lim_{t \to \infty} \|W\|^t = 0", Proved),
    (SQUARE + r". Let $W$ have spectral radius less than one.", r"\lim_{t \to \infty} W^t h = 0", Proved),
    (SQUARE + r". The eigenvalues of $W$ satisfy $|\lambda_i| < 1$.", r"\lim_{t \to \infty} W^t = 0", Proved),
    (SQUARE + r" with $\|W\| < 1$.", r"\sum_{k=0}^\infty W^k = (I - W)^{-1}", Proved),
    (SQUARE + r" with spectral radius $\rho(W) < 1$.", r"\sum_{k=0}^\infty W^k = (I - W)^{-1}", Proved),
    (SQUARE + r" with $\|W\| \le 1$.", r"\lim_{t \to \infty} W^t = 0", Refuted),
    (SQUARE + ".", r"\lim_{t \to \infty} W^t = 0", Refuted),
    (SQUARE + r". Let $W$ have spectral radius less than one.", r"\lim_{t \to \infty} W^t = I", Refuted),
]


@pytest.mark.parametrize(("given", "statement", "expected"), POWERS)
def test_powers_of_a_matrix(given: str, statement: str, expected: type):
    found = verdict(given, statement)
    assert isinstance(found, expected), found


@pytest.mark.parametrize(
    ("given", "statement"),
    [
        (SQUARE + r" with $\|W\| < 1$.", r"\sum_{k=1}^\infty W^k = (I - W)^{-1}"),
        (SQUARE + r" with $\|W\| < 1$.", r"\sum_{k=0}^\infty W^k = (I + W)^{-1}"),
        (SQUARE + r" with $\|W\| \le 1$.", r"\sum_{k=0}^\infty W^k = (I - W)^{-1}"),
        (SQUARE + r" with $\|W\| < 2$.", r"\lim_{t \to \infty} \|W^t h\| = 0"),
    ],
)
def test_series_of_matrices_that_do_not_hold_are_not_proved(given: str, statement: str):
    assert not isinstance(verdict(given, statement), Proved)
