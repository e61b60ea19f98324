"""How the benchmark of grading counts: nothing that is charged or missed may get lost in it."""

from __future__ import annotations

import pytest

from benchmarks.class_pages import Handed
from benchmarks.class_run import Found, compared
from hence.grade.marking import Grade, Mistake

# line 3 goes on from line 2
CHAIN = r"""Let $x \in \mathbb{R}$. Then
$$\begin{aligned} (x + 1)^2 &= x^2 + %s x + 1 \\
&= x (x + 2) + 1. \end{aligned}$$
"""
WRONG = CHAIN % "3"


def counted(planted: dict[int, int], charged: list[int], text: str = WRONG) -> Found:
    mistakes = tuple(Mistake("", 0, line, "", "", "", "") for line in charged)
    return compared([Handed("ada", text, planted, 2)], [Grade("ada", "ada.tex", "d", mistakes=mistakes)])


@pytest.mark.parametrize(
    ("planted", "charged", "found"),
    [
        ({2: 3}, [2], Found(charged=1)),
        ({2: 3}, [], Found(missed=1)),
        ({2: 3}, [2, 3], Found(charged=1, others=1)),  # charged twice
        ({2: 3}, [3], Found(missed=1, others=1)),  # its own step is refuted, and was not charged
        ({}, [2], Found(others=1)),
    ],
)
def test_every_line_is_counted(planted: dict[int, int], charged: list[int], found: Found):
    assert counted(planted, charged) == found


def test_an_error_whose_own_step_is_not_refuted():
    defined = WRONG.replace("(x + 1)^2", "g(x)")
    assert counted({2: 3}, [3], defined) == Found(behind=1, undetected=1)
    assert counted({2: 0}, [3], defined) == Found(others=1, undetected=1)
    assert counted({2: 3}, [], defined) == Found(undetected=1)
