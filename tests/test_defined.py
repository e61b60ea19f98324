"""Where both sides are defined: what is listed with a proof, and what a declaration grants."""

from __future__ import annotations

import pytest
from hence.checks import check
from hence.language.verdicts import Proved
from hence.latex_in import read_text


def assumptions(page: str) -> tuple[str, ...]:
    (judged,) = check(read_text(page, "page")).steps
    assert isinstance(judged.verdict, Proved), judged.verdict
    return judged.verdict.assumptions


@pytest.mark.parametrize(
    ("page", "listed"),
    [
        (r"\[ \frac{x y}{x} = y \]", ("x != 0",)),
        (r"Let $x > 0$. \[ \frac{x y}{x} = y \]", ()),
        (r"\[ \log(u v) = \log u + \log v \]", ("u > 0", "v > 0")),
        (r"Let $u, v > 0$. \[ \log(u v) = \log u + \log v \]", ()),
        (r"\[ (\sqrt{w})^2 = w \]", ("w >= 0",)),
        (r"Let $x \in \mathbb{R}^d$. \[ \frac{x^\top x}{\|x\|} = \|x\| \]", (r"\|x\| != 0",)),
        (r"Let $A \in \mathbb{R}^{n \times n}$. \[ A A^{-1} = I \]", ("A is invertible",)),
        (r"Let $A \in \mathbb{R}^{n \times n}$ be invertible. \[ A A^{-1} = I \]", ()),
        (r"Let $0 < \beta < 1$ and $t \ge 1$. \[ \frac{c (1 - \beta^t)}{1 - \beta^t} = c \]", ()),
        (r"\[ \frac{1 - r^2}{(1 - r)^2} = \frac{1 + r}{1 - r} \]", ("1 - r != 0",)),
        (r"\[ \frac{e^x}{1 + e^x} = \frac{1}{1 + e^{-x}} \]", ()),
        (r"\[ \frac{x \sin a}{\sin a} = x \]", (r"\sin(a) != 0",)),
        (r"\[ x^{-1/2} x = \sqrt{x} \]", ("x > 0",)),
        (r"\[ a^x a^y = a^{x + y} \]", ("a > 0",)),
        (r"\[ \sqrt{\frac{1}{x - z}} = \sqrt{\frac{1}{x - z}} + 0 \]", ("x - z > 0",)),
        (r"\[ \log(x \cdot x) = \log(x^2) \]", ("x != 0",)),
        (r"\[ \frac{1}{1 + x} + \frac{1}{1 - x} = \frac{2}{1 - x^2} \]", ("1 + x != 0", "1 - x != 0")),
        (r"\[ \frac{d}{dx} |x| = \frac{x}{|x|} \]", ("x != 0",)),
        (r"\[ \int \frac{1}{\sqrt{2 \pi s^2}} e^{-x^2 / (2 s^2)} \, dx = 1 \]", ("s != 0",)),
        (r"Let $X \sim \mathcal{N}(0, 1)$. \[ \mathbb{E}[X / c] = 0 \]", ("c != 0",)),
        (r"Let $\lambda > 0$. \[ (X^\top X + \lambda I) (X^\top X + \lambda I)^{-1} = I \]", ()),
        (r"Let $u \in \mathbb{R}^n$ and $D = \mathrm{diag}(u)$. \[ D D^{-1} = I \]", ("u_{i} != 0 for every i",)),
    ],
)
def test_what_is_listed(page: str, listed: tuple[str, ...]):
    assert assumptions(page) == listed


def test_bound_variables_keep_the_names_of_the_author():
    page = r"Let $a_i \in \mathbb{R}$ for $i = 1, \dots, n$. \[ \sum_{i=1}^n \frac{c \, a_i}{a_i} = \sum_{i=1}^n c \]"
    assert "a_{i} != 0 for every i" in assumptions(page)


def test_none_is_cut():
    fractions = " + ".join(rf"\frac{{{x}}}{{{x}}}" for x in "abcduv")
    assert assumptions(rf"\[ {fractions} = 6 \]") == tuple(f"{x} != 0" for x in "abcduv")


@pytest.mark.parametrize(
    ("page", "listed"),
    [
        (r"Let $f(x) = \frac{1}{x - 1}$. \[ f(x) (x - 1) = 1 \]", ("x - 1 != 0",)),
        (r"Let $f(x) = \frac{1}{x - 1}$. \[ f(y + 1) \, y = 1 \]", ("y != 0",)),
        (r"Let $g(x) = \log x$ and $f(x) = 2 g(x)$. \[ f(x) = 2 \log x \]", ("x > 0",)),
        (r"Let $c = \frac{1}{b}$. \[ b c = 1 \]", ("b != 0",)),
        (r"Let $v_0 = 0$ and $v_t = \frac{v_{t-1}}{c} + 1$. \[ v_{t+1} - 1 = v_t / c \]", ("c != 0",)),
        (r"Let $\sigma(z) = \frac{1}{1 + e^{-z}}$. \[ \log(1 - \sigma(z)) = \log \sigma(-z) \]", ()),
    ],
)
def test_definitions_are_looked_into(page: str, listed: tuple[str, ...]):
    assert assumptions(page) == listed


@pytest.mark.parametrize(
    "page",
    [
        r"Let $a \ne 0$. \[ \frac{a b}{a} = b \]",
        r"Let $r \ne 1$. \[ \sum_{k=0}^n r^k = \frac{1 - r^{n+1}}{1 - r} \]",
        r"Let $a_i \ne 0$ for $i = 1, \dots, n$. \[ \sum_{i=1}^n \frac{c a_i}{a_i} = n c \]",
    ],
)
def test_what_is_declared_is_not_listed(page: str):
    assert assumptions(page) == ()


def test_a_supposition_that_grants_a_condition_is_listed():
    assert assumptions(r"\[ \frac{x y}{x} = y \quad \text{for } x > 0 \]") == ("x > 0",)


def test_sums_have_words():
    page = r"Let $x_i \in \mathbb{R}$ for $i = 1, \dots, n$. \[ \frac{c \sum_{i=1}^n x_i}{\sum_{i=1}^n x_i} = c \]"
    assert assumptions(page) == (r"\sum_{i=1}^{n} x_{i} != 0",)
