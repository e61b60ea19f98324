r"""Sums and expectations over something that is not understood are linear, and nothing else is known of them."""

from __future__ import annotations

import pytest

import hence


def verdicts(text: str) -> list[str]:
    return [str(step.verdict) for step in hence.check(text).steps]


PROVED = [
    r"$$\mathbb{E}_q\left[\frac{1}{N} \sum_{i=1}^N \frac{h(x^{(i)})}{q(x^{(i)})}\right]"
    r" = \frac{1}{N} \sum_{i=1}^N \mathbb{E}_q\left[\frac{h(x^{(i)})}{q(x^{(i)})}\right]$$",
    r"$$\mathbb{E}_{q(x_{1:T} \mid x_0)}[\log p(x_{0:T}) - \log q(x_{1:T} \mid x_0)]"
    r" = \mathbb{E}_{q(x_{1:T} \mid x_0)}\left[\log \frac{p(x_{0:T})}{q(x_{1:T} \mid x_0)}\right]$$",
    r"$$\mathbb{E}_{u, v_0, w}[2 \|w - g(v_u, u)\|^2 + 1] = 1 + 2 \mathbb{E}_{u, v_0, w}[\|w - g(v_u, u)\|^2]$$",
    r"$$\sum_{y_i = 1} (2 x_i + 3 z_i) = 2 \sum_{y_i = 1} x_i + 3 \sum_{y_i = 1} z_i$$",
]


@pytest.mark.parametrize("text", PROVED)
def test_what_follows_from_linearity_is_proved(text: str) -> None:
    assert verdicts(text) == ["proved"]


NEAR_MISSES = [
    r"$$\mathbb{E}_{q_i}[r] = \mathbb{E}_{q_j}[r]$$",
    r"$$\mathbb{E}_{q_i}[r] = r$$",
    r"$$\mathbb{E}_\pi[r v] = \mathbb{E}_\pi[r] \mathbb{E}_\pi[v]$$",
    r"$$\mathbb{E}_{q_i}[\log r] = \log \mathbb{E}_{q_i}[r]$$",
    r"$$\sum_{y_i = 1} x_i = \sum_{y_i = 0} x_i$$",
    r"$$\sum_{y_i = 1} (x_i + 1) = \sum_{y_i = 1} x_i + 1$$",
    r"$$\sum_{y_i = 1} y_i = y_i \sum_{y_i = 1} 1$$",
    r"$$\sum_{i=1}^n p_i(x) = n p_i(x)$$",
    r"$$\sum_{i=1}^n \mathbb{E}_{x \sim q_i}[f(x)] = n \mathbb{E}_{x \sim q_i}[f(x)]$$",
    r"$$\sum_{i=1}^n \mathrm{KL}(p_i \| q) = n \mathrm{KL}(p_i \| q)$$",
]


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_what_does_not_follow_is_not_proved(text: str) -> None:
    assert verdicts(text)[-1] != "proved"
    assert "refuted" not in verdicts(text)


WITHOUT_CLASS_FILE = r"""
\documentclass{lost}
\begin{document}
We write $\vt{x}_i$, $\vt{a}$, $\vt{b}$ and $\vt{A}$.
\[ %s \]
\end{document}
"""


def test_a_command_that_only_dresses_letters_makes_symbols() -> None:
    square = r"(\vt{a} - \vt{b})^\trans \vt{A} (\vt{a} - \vt{b})"
    right = r"\vt{a}^\trans \vt{A} \vt{a} - \vt{a}^\trans \vt{A} \vt{b}"
    right += r"- \vt{b}^\trans \vt{A} \vt{a} + \vt{b}^\trans \vt{A} \vt{b}"
    assert verdicts(WITHOUT_CLASS_FILE % f"{square} = {right}") == ["proved"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\vt{a}^\trans \vt{A} \vt{b} = \vt{b}^\trans \vt{A} \vt{a}",  # of numbers, or symmetric matrices only
        r"\frac{d}{dx} \vt{x} = 0",  # it may be a function of x
        r"\sum_{i=1}^n \vt{i} = n \vt{i}",
    ],
)
def test_a_dressed_letter_may_be_a_matrix_or_a_function(formula: str) -> None:
    assert verdicts(WITHOUT_CLASS_FILE % formula)[-1] == "unknown"
