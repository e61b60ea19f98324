"""What is said of some indices, some arguments or one point is not taken for a general definition."""

from __future__ import annotations

import pytest
from hence.language.verdicts import settled

from hence import checks, latex_in


def judged(said: str, claim: str) -> list[str]:
    page = latex_in.read_text(rf"{said} Is it so?" + "\n\n" + rf"\[ {claim} \]")
    return [settled(one) for one in checks.check(page).steps]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        (r"Let $A \in \mathbb{R}^{n\times n}$ with $A_{ij} = 0$ for all $i > j$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n\times n}$ with $A_{ij} = 0$ whenever $i > j$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n\times n}$ satisfy $A_{ij} = 0 \ \forall i > j$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n\times n}$ such that $A_{ij} = 0$, $i > j$.", r"A = 0"),
        (r"For $i > j$, let $A_{ij} = 0$.", r"A_{12} = 0"),
        (r"Let $A_{ij} = 1$ if $i = j$ and $0$ otherwise.", r"A_{12} = 1"),
        (r"Let $z = 1$ if $x > 0$ and $z = 0$ otherwise.", r"z = 0"),
        (r"Let $y_i = 1$ if $x_i > 0$ and $y_i = 0$ otherwise.", r"y_1 = 1"),
        (r"Let $y_i = 0$ except $y_c = 1$.", r"\sum_{i=1}^n y_i = 0"),
        (r"Let $y_i = 0$ for all $i$ except $i = c$.", r"\sum_{i=1}^n y_i = 0"),
        (r"Let $y_i = 1$ for the first $m$ indices.", r"\sum_{i=1}^n y_i = n"),
        (r"Let $x_i = 1$ for $i > m$.", r"\sum_{i=1}^n x_i = n"),
        (r"Let $x_i = 1$ for $i = 1, \dots, m$ and $x_i = 0$ for $i = m+1, \dots, n$.", r"\sum_{i=1}^n x_i = 0"),
        (r"Let $x_i = 0$ for $i \ge 2$.", r"x_1 = 0"),
        (r"Let $x_i = 0$ for $i \in S$.", r"x_1 = 0"),
        (r"Let $x_i > 0$ for $i \le m$.", r"\sum_{i=1}^n x_i \ge 0"),
        (r"Let $u_t = 2 u_{t-1}$ for odd $t$ and $u_t = u_{t-1}$ for even $t$.", r"u_3 = u_2"),
        (r"Let $u_t = 2 u_{t-1}$ if $t$ is even.", r"u_3 = 2u_2"),
        (r"Let $u_t = 2 u_{t-1}$ for $t > T$.", r"u_3 = 2u_2"),
        (r"Let $f(x) = x$ if $x > 0$.", r"f(-3) = -3"),
        (r"Let $f(x) = x$ for positive $x$ and $f(x) = 0$ for negative $x$.", r"f(-3) = -3"),
        (r"Let $f(x) = 1$ for $x \in [0,1]$ and $f(x) = 0$ otherwise.", r"f(3) = 1"),
        (r"Let $f(x) = 1$ if $x \in [0,1]$.", r"f(3) = 1"),
        (r"Define \[ f(x) = x \quad \text{for } x > 0, \qquad f(x) = 0 \quad \text{for } x \le 0. \]", r"f(-3) = -3"),
        (
            r"Define \begin{align} f(x) &= x \quad \text{for } x > 0 \\ f(x) &= 0 \quad \text{otherwise} \end{align}",
            r"f(-3) = -3",
        ),
        (r"Let \[ A_{ij} = 0 \quad \text{for } i > j. \]", r"A_{12} = 0"),
        (r"Let \[ A_{ij} = 0 \quad (i > j). \]", r"A_{12} = 0"),
        (r"Let \[ u_t = 2u_{t-1} \quad \text{for even } t. \]", r"u_3 = 2u_2"),
        (r"Let \[ A_{ij} = 0 \] for $i > j$.", r"A_{12} = 0"),
        (r"Let $a \in \mathbb{R}$ with $f(a) = 0$.", r"f(1) = 0"),
        (r"Let $c$ be a root of $f$, so $f(c) = 0$.", r"f(1) = 0"),
        (r"Let $f(c) = 0$ where $c$ is fixed.", r"f(1) = 0"),
        (r"Fix $c$ with $f(c) = 0$.", r"f(1) = 0"),
        (r"There is an $a$ with $f(a) = 0$.", r"f(1) = 0"),
        (r"There exists $a$ such that $f(a) = 0$.", r"f(1) = 0"),
        (r"Let $x^*$ be a minimizer with $f(x^*) = x^* + 1$.", r"f(1) = 2"),
        (r"Let $x_0$ be the start and $f(x_0) = 1$.", r"f(1) = 1"),
        (r"Let $w_i = 0$ when $i$ is odd.", r"w_2 = 0"),
        (r"Let $x_i = 1$ for one $i$.", r"x_1 = 1"),
        (r"Let $x_i = 1$ for some $i$.", r"x_2 = 1"),
        (r"Let $x_i = p_i$ for some $i$.", r"x_2 = p_2"),
        (r"Let $x_i = 1$ for $i = k$.", r"x_2 = 1"),
        (r"Let $x_i = 1$ only if $i = k$.", r"x_2 = 1"),
        (r"Let $x_i = 1$ for $m < i \le n$.", r"x_1 = 1"),
        (r"Let $x_i = 1$ for $i \in \{1, 3, 5\}$.", r"x_2 = 1"),
        (r"Let $x_i = 1$ for $i = 1, 3, 5$.", r"x_2 = 1"),
        (r"Let $A \in \mathbb{R}^{n \times n}$ be upper triangular, i.e. $A_{ij} = 0$ for $i > j$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n \times n}$ with $A_{ij} = 0$ for $j \in \{i+1, \dots, n\}$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n \times n}$ with $A_{ij} = 0$ if $|i - j| > 1$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n \times n}$ with $A_{ij} = 0$ for $|i - j| > 1$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n \times n}$ with $A_{ij} = 0$ unless $i = j$.", r"A = 0"),
        (r"Let $A \in \mathbb{R}^{n \times n}$ with $A_{ij} = 0$ above the diagonal.", r"A = 0"),
        (r"We have $A_{ij} = 0$ for $i > j$.", r"A_{12} = 0"),
        (r"Assume $A_{ij} = 0$ for $i > j$.", r"A_{12} = 0"),
        (r"Suppose that $x_i = 0$ for all $i > k$.", r"\sum_{i=1}^n x_i = 0"),
        (r"If $x_i = 0$ for all $i > k$, then", r"\sum_{i=1}^n x_i = 0"),
        (r"Then $\alpha_j = 0$ for $j > t$.", r"\alpha_1 = 0"),
        (r"Let $m_j = 1$ with probability one for $j \le t$, and $m_j = 0$ for $j > t$.", r"m_1 = 0"),
        (r"The function is $f(x) = x$ on $[0, 1]$ and $f(x) = 1$ on $[1, 2]$.", r"f(3) = 1"),
        (r"Let $f(x) = \max(x, 0)$ and $f(x) = x$ when $x > 0$.", r"f(-2) = -2"),
        (r"Let $f(0) = 1$ and $f(x) = 0$ for $x \ne 0$.", r"f(0) = 0"),
        (r"Let $h(x) = 2$ at $x = 1$.", r"h(3) = 2"),
        (r"Suppose $f(x_0) = x_0^2$ for some $x_0 \in \mathbb{R}$.", r"f(3) = 9"),
        (r"Let $\hat{x}$ satisfy $f(\hat{x}) = 0$.", r"f(3) = 0"),
        (r"Let $r$ be a root of $f$: $f(r) = 0$.", r"f(3) = 0"),
        (r"Let $x = 2$. Suppose $f(x) = 5$.", r"f(3) = 5"),
        (r"Assume \[ f(x_0) = 0. \]", r"f(3) = 0"),
        (r"Suppose that \[ A_{ij} = 0 \quad \text{for } i > j. \]", r"A_{12} = 0"),
    ],
)
def test_what_is_said_of_a_part_proves_nothing_of_the_rest(said: str, claim: str) -> None:
    *before, last = judged(said, claim)
    assert last != "proved"
    assert "refuted" not in before


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        (r"Let $f(x) = \log x$ for $x > 0$.", r"f(2) = \log 2"),
        (r"Let $f(x) = x^2$ for $x > 0$.", r"f'(x) = 2x"),
        (r"Let $f(x) = x^2$ for $x \in \mathbb{R}$.", r"f(-3) = 9"),
        (r"Let $f(x) = x^2$ for all $x$.", r"f(-3) = 9"),
        (r"Let $f(x) = 3$ for all $x$.", r"f(-3) = 3"),
        (r"Let $f(x) = 3$.", r"f(-3) = 3"),
        (r"Let $u_t = 2u_{t-1}$ for $t \ge 1$ and $u_0 = 1$.", r"u_2 = 4"),
        (r"Let $u_t = 2u_{t-1}$ for all $t > 0$.", r"u_3 = 2u_2"),
        (r"Let $u_t = u_{t-1} + u_{t-2}$ for $t \ge 2$.", r"u_3 = u_2 + u_1"),
        (r"Let $x_i = 1$ for $i = 1, \dots, n$.", r"\sum_{i=1}^n x_i = n"),
        (r"Let $x_i = 1$ for $i \in [n]$.", r"\sum_{i=1}^n x_i = n"),
        (r"Let $x_i = 1$ for $1 \le i \le n$.", r"\sum_{i=1}^n x_i = n"),
        (r"Let $x_i = 1$ for every $i$.", r"\sum_{i=1}^n x_i = n"),
        (r"Let $x_i = 1$ for each $i \in \{1, \dots, n\}$.", r"\sum_{i=1}^n x_i = n"),
        (r"Let $x_i = w_i^2$ for $i = 1, 2$.", r"x_1 + x_2 = w_1^2 + w_2^2"),
        (r"Let $x_1 = 1$ and $x_i = 0$ for $i \ge 2$.", r"x_1 + x_2 = 1"),
        (r"Define \[ x_t = 2 x_{t-1}, \quad t \ge 1. \]", r"x_3 = 2x_2"),
        (r"Define \[ x_i = 1 \quad \text{for } i = 1, \dots, n. \]", r"\sum_{i=1}^n x_i = n"),
        (r"Define \[ x_i = 1, \quad i = 1, \dots, n. \]", r"\sum_{i=1}^n x_i = n"),
        (r"Let $f(x, y) = x y$ for $x, y \in \mathbb{R}$.", r"f(2, 3) = 6"),
        (r"Let $f(x^*) = 3$.", r"f(x^*) + 1 = 4"),
        (r"Let $f(x_1, x_2) = x_1^2 + x_2^2$.", r"f(1, 2) = 5"),
        (r"Let $f(\theta) = a \theta + b$ for some $a, b \in \mathbb{R}$.", r"f(1) = a + b"),
        (r"Let $W_l \in \mathbb{R}$ and $h_l = W_l h_{l-1}$ for each layer $l$.", r"h_2 = W_2 h_1"),
    ],
)
def test_the_whole_range_defines(said: str, claim: str) -> None:
    assert judged(said, claim)[-1] == "proved"


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        (r"Let $q_i = p_i$ for $i \ne k$ and $q_k = 2 p_k$.", r"\sum_{i=1}^n q_i = \sum_{i=1}^n p_i + p_k"),
        (r"Let $y_i = 1$ if $i = c$ and $y_i = 0$ otherwise.", r"\sum_{i=1}^n y_i = 1"),
        (r"Let $f(x) = x$ for $x > 0$ and $f(x) = 0$ for $x \le 0$.", "f(-3) = 0"),
        (r"Let $M_{ij} = 0$ for $j \le i$ and $M_{ij} = 1$ for $j > i$.", "M_{12} = 1"),
        (r"Let $u_t = 2 u_{t-1}$ for even $t$.", "u_4 = 2 u_3"),
    ],
)
def test_what_is_true_of_a_part_is_not_refuted(said: str, claim: str) -> None:
    assert judged(said, claim)[-1] in ("unknown", "proved")
