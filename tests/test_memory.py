"""What is remembered of a page: the report is the one that a fresh check gives, whatever was edited before."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hence.checks.memory import Depends, Memory
from hence.language.terms import Span

import hence
from hence.library import Latch, PageText, decided_page

PAGE = r"""
Let $c = 2$ and $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$, $L(w) = \|X w - y\|^2$.
\begin{align*}
  \nabla_w L(w) &= 2 X^\top (X w - y) \\
                &= 2 X^\top X w - X^\top y .
\end{align*}

\section*{A sequence}
Let $\beta \in (0, 1)$, $v_0 = 0$ and $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$. Then
\[ v_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i . \]
Hence
\[ v_2 = (1 - \beta) (\beta g_1 + g_2) , \quad c^2 = 4 . \]

\section*{A minimum}
Let $f(x) = (x - a)^2$ for $x, a \in \mathbb{R}$. Setting the derivative to zero,
\[ f'(x) = 2 (x - a) = 0 , \]
gives
\[ x = a . \]
For $x > 0$ we have $\sqrt{x^2} = x$, and
\begin{align*}
  (x + 1)^2 &= x^2 + 2 x + 1 \\
  2 x + 4 &= 10 \\
  x &= 3 .
\end{align*}
""".lstrip()
PIECES = ("", "2", "x", "+", "-", " ", "c", "w")


def edited(text: str, choice: random.Random) -> str:
    """A line more, a line less, two lines swapped, or a character changed."""
    lines = text.split("\n")
    at, how = choice.randrange(1, len(lines)), choice.randrange(6)
    if how == 0:
        lines.insert(at, choice.choice(("", "Some words.", "% a comment")))
    elif how == 1:
        del lines[at]
    elif how == 2:
        lines[at], lines[at - 1] = lines[at - 1], lines[at]
    elif lines[at]:
        place = choice.randrange(len(lines[at]))
        lines[at] = lines[at][:place] + choice.choice(PIECES) + lines[at][place + choice.randrange(2) :]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(2))
def test_after_any_edits_a_page_has_the_report_of_a_fresh_check(seed):
    choice, memory, text = random.Random(seed), hence.Memory(), PAGE
    for number in range(6):
        assert hence.check(text, hints=False, memory=memory) == hence.check(text, hints=False), text
        text = edited(text if number % 4 else PAGE, choice)
    assert memory.recalled > 0


def test_a_chain_that_was_recalled_moves_with_its_page_and_so_do_its_hints():
    memory = hence.Memory()
    first = hence.check(PAGE, memory=memory)
    assert first.of("refuted")[0].hints
    for moved in ("\n\n" + PAGE, PAGE.replace("\\section*{A minimum}", "\n\\section*{A minimum}")):
        known = memory.recalled
        assert hence.check(moved, memory=memory) == hence.check(moved)
        assert memory.recalled == known + len(first.steps)


def test_hints_are_found_for_a_chain_that_was_recalled_without_them():
    memory = hence.Memory()
    hence.check(PAGE, hints=False, memory=memory)
    assert hence.check(PAGE, memory=memory) == hence.check(PAGE)


def test_what_was_decided_before_a_stop_is_not_taken_for_the_whole_chain():
    memory, asked = Memory(), iter([False] * 3 + [True] * 99)
    page = PageText(PAGE, "page.tex", markdown=False)
    stopped = decided_page(page, 0, Latch(lambda: next(asked)), memory=memory)
    assert not stopped.report.complete
    assert hence.check(PAGE, memory=memory) == hence.check(PAGE)


def test_an_edit_does_not_reach_into_other_parts_of_the_page():
    memory = hence.Memory()
    steps = hence.check(PAGE, hints=False, memory=memory).steps
    hence.check(PAGE.replace("x + 1)^2", "x + 1)^{2}"), hints=False, memory=memory)
    assert len(steps) - 5 <= memory.recalled < len(steps)


@dataclass(frozen=True)
class Source:
    span: Span


@dataclass(frozen=True)
class Said:
    text: str
    line: int
    span: Span


def recalled(value: object, before: list[Span], after: list[Span]) -> object:
    memory = Memory()
    memory.keep(Depends("key", tuple(map(Source, before))), value)
    return memory.recall(Depends("key", tuple(map(Source, after))))


@pytest.mark.parametrize(
    ("value", "moved"),
    [
        (Said("as on line 3", 3, Span(3, 1, 3, 9)), Said("as on line 5", 5, Span(5, 1, 5, 9))),
        (Said("line 3, columns 2 to 4", 0, Span(0, 0, 0, 0)), Said("line 5, columns 2 to 4", 0, Span(0, 0, 0, 0))),
        (Said("as on line 4", 3, Span(3, 1, 3, 9)), None),  # nothing of it stands there
        (Said("", 3, Span(3, 2, 3, 9)), None),
        (Said("lines 3 to 4", 3, Span(3, 1, 3, 9)), None),
    ],
)
def test_places_are_followed_or_the_value_is_forgotten(value, moved):
    assert recalled(value, [Span(3, 1, 3, 9)], [Span(5, 1, 5, 9)]) == moved


def test_a_place_that_went_to_two_places_is_not_followed():
    before = [Span(3, 1, 3, 4), Span(3, 5, 3, 9)]
    value = Said("as on line 3", 0, before[0])
    assert recalled(value, before, [Span(4, 1, 4, 4), Span(4, 5, 4, 9)]) == Said("as on line 4", 0, Span(4, 1, 4, 4))
    assert recalled(value, before, [Span(4, 1, 4, 4), Span(5, 5, 5, 9)]) is None


def test_columns_that_changed_are_not_followed_by_words():
    assert recalled(Said("column 2", 0, Span(3, 1, 3, 9)), [Span(3, 1, 3, 9)], [Span(3, 2, 3, 10)]) is None


def test_lines_of_other_files_are_not_followed_by_number():
    before = [Span(3, 1, 3, 9), Span(3, 1, 3, 9, "other.tex")]
    assert recalled(Said("line 3", 0, before[0]), before, [Span(4, 1, 4, 9), before[1]]) is None
    assert recalled(Said("line 3", 0, before[0]), before, before) == Said("line 3", 0, before[0])
