"""What is remembered of the reading of a page: it says what it would say if it were read for the first time."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hence.checks.memory import Memory
from hence.language.derivation import Derivation, Fact, Step, flat
from hence.latex_in import read_text
from hence.latex_in.recent import Recent
from hence.latex_in.remembered import forget

import hence

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.tex"))
INSERTED = ("x", "\n", "$", "{", "Let $x > 0$. ", "% no\n", "0 + ", "\\section{Problem}\n", r"\newcommand{\a}{b}")
PARTS = r"""
\newcommand{\half}{\frac{1}{2}}
\section{Problem 1}
Let $a > 0$. Then \[ \half a + \half a = a . \]
\section{Problem 2}
Let $b > 0$. Then \[ (b + 1)^2 = b^2 + 2 b + 1 . \]
\section{Problem 3}
Let $c > 0$. Then \[ \half (c + c) = c . \]
""".lstrip()


def whole(value: object) -> str:
    """Everything in a derivation, places included."""
    if is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__name__}({', '.join(whole(getattr(value, f.name)) for f in fields(value))})"
    return f"[{', '.join(map(whole, value))}]" if isinstance(value, tuple) else repr(value)


def edited(text: str, choice: random.Random) -> str:
    """A character less, something more, or two lines swapped."""
    at, lines = choice.randrange(len(text)), text.split("\n")
    match choice.randrange(3):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + choice.choice(INSERTED) + text[at:]
        case _:
            a, b = choice.randrange(len(lines)), choice.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
            return "\n".join(lines)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.stem)
def test_an_edited_page_says_what_it_would_say_the_first_time(path):
    text, choice = path.read_text(encoding="utf-8"), random.Random(path.stem)
    pages = [text := edited(text, choice) for _ in range(3)]
    again = [whole(read_text(page)) for page in pages]
    for page, found in zip(pages, again, strict=True):
        forget()
        assert whole(read_text(page)) == found


def steps_and_facts(derivation: Derivation) -> list[object]:
    return [item for item in flat(derivation.items) if isinstance(item, Step | Fact)]


def test_what_an_edit_does_not_touch_is_the_same_object():
    before = steps_and_facts(read_text(PARTS))
    after = steps_and_facts(read_text(PARTS.replace("2 b + 1", "b + b + 1")))
    assert [a is b for a, b in zip(before, after, strict=True)] == [True, True, False, False, True, True]


ROWS = r"""
\section{Problem 1}
Let $p(x) = 2 x$ for $x \in [0, 1]$.
\section{Problem 2}
Let $a, b, x \in \mathbb{R}$. Then
\begin{align*}
  2 a &= a + a \\
  3 b &= b + 2 b \\
\end{align*}
and $a ( = b$ is not read.
""".lstrip()


@pytest.mark.parametrize("inserted", ["\n", "Let $c = 1$. Then $$c^2 = 1 .$$\n"], ids=["a line", "a chain"])
def test_what_stands_further_down_is_moved(inserted):
    read_text(ROWS)
    page = ROWS.replace("\\section{Problem 2}", f"{inserted}\\section{{Problem 2}}")
    again = read_text(page)
    *_, first, second = [step for step in again.steps if isinstance(step, Step)]
    assert second.above[0] is first.formula
    forget()
    assert whole(again) == whole(read_text(page))


@pytest.mark.parametrize(
    ("old", "new"),
    [(r"\frac{1}{2}}", r"\frac{1}{3}}"), ("Let $a > 0$", "Let $c_i, a > 0$")],
    ids=["a macro", "what a letter is"],
)
def test_what_depends_on_an_edit_elsewhere_is_read_anew(old, new):
    read_text(PARTS)
    again = whole(read_text(PARTS.replace(old, new)))
    forget()
    assert again == whole(read_text(PARTS.replace(old, new)))


def test_what_was_asked_for_last_is_kept():
    recent = Recent[str](2)
    recent.keep(1, "one")
    recent.keep(2, "two")
    assert recent.recall(1) == "one"
    recent.keep(3, "three")
    assert [recent.recall(key) for key in (1, 2, 3)] == ["one", None, "three"]


SEQUENCE = r"""
\section{Problem %d}
Let $\beta \in (0, 1)$, $v_0 = 0$ and $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$. Then
\[ v_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i . \]
""".lstrip()


def test_a_closed_form_takes_the_place_of_those_before_it():
    """A chain depends on the latest closed form of its sequence, and not on all of the page."""
    text, memory = "".join(SEQUENCE % number for number in range(1, 5)), Memory()
    hence.check(text, memory=memory)
    before = memory.recalled
    report = hence.check(text.replace("v_t = (1", "v_t = 0 + (1", 1), memory=memory)
    assert [step.verdict for step in report.steps] == ["proved"] * 4
    assert memory.recalled - before == 2  # those behind the next one
