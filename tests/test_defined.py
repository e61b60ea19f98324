"""Where both sides are defined: what is listed with a proof, and what a declaration grants."""

from __future__ import annotations

import pytest

from checks import check
from language.verdicts import Proved
from latex_in import read_text


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
    ],
)
def test_what_is_listed(page: str, listed: tuple[str, ...]):
    assert assumptions(page) == listed


def test_bound_variables_keep_the_names_of_the_author():
    page = r"Let $a_i \in \mathbb{R}$ for $i = 1, \dots, n$. \[ \sum_{i=1}^n \frac{c \, a_i}{a_i} = \sum_{i=1}^n c \]"
    assert "a_{i} != 0 for every i" in assumptions(page)
