"""Where the answer to each question stands on a page: from its heading or label to where something else begins."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass

from hence.grade.rubric import Question

_COMMAND = re.compile(r"\\[A-Za-z]+\*?|[{}$]")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_LABEL = re.compile(r"\\label\s*\{\s*([^{}]*?)\s*\}")
_BEGIN_END = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+\*?)\}")
DISPLAYS = frozenset("equation align gather multline eqnarray flalign alignat displaymath split aligned".split())


@dataclass(frozen=True)
class Title:
    """A heading of a page: which file, by its number, and which line."""

    file: int
    line: int
    text: str


@dataclass(frozen=True)
class Region:
    """Lines of a submission: places from `start` on, up to `end`; a place is the number of a file and a line."""

    start: tuple[int, int]
    end: tuple[int, int]

    def __contains__(self, place: tuple[int, int]) -> bool:
        return self.start <= place < self.end


def regions(questions: Sequence[Question], titles: Sequence[Title], texts: Sequence[str]) -> dict[str, Region]:
    """The region of each question that is found. Never fails.

    An answer ends where another question of the rubric begins, and at the next heading of the same make: a
    "Question 2" ends "Question 1", though it be no question of the rubric.
    """
    starts: dict[str, tuple[tuple[int, int], str]] = {}
    for question in questions:
        found = _by_label(question.label, texts) or _by_heading(question.headings, titles)
        if found is not None:
            starts[question.id] = found
    begins = sorted({place for place, _ in starts.values()})
    last = (len(texts), 0)
    made = {}
    for name, (start, shape) in starts.items():
        following = bisect.bisect_right(begins, start)
        end = begins[following] if following < len(begins) else last
        alike = [(t.file, t.line) for t in titles if shape and _shape(t.text) == shape and (t.file, t.line) > start]
        made[name] = Region(start, min([end, *alike]))
    return made


def _by_heading(headings: Sequence[str], titles: Sequence[Title]) -> tuple[tuple[int, int], str] | None:
    r"""The first heading that matches one of the alternatives; "Question 1 / (a)" is an (a) behind a Question 1."""
    for heading in headings:
        position = -1
        shape = ""
        for part in heading.split("/"):
            wanted = _words(part)
            later = (k for k in range(position + 1, len(titles)) if _begins_with(_words(titles[k].text), wanted))
            position = next(later, len(titles))
            if position == len(titles):
                break
            shape = shape or _shape(titles[position].text)
        else:
            return (titles[position].file, titles[position].line), shape
    return None


def _words(text: str) -> list[str]:
    """Numbers and words in small letters; "1a", "1 (a)" and "1.a" are the same."""
    return _WORD.findall(_COMMAND.sub(" ", text).lower())


def _begins_with(words: list[str], wanted: list[str]) -> bool:
    """Whether a title begins with these words, perhaps behind one other: "Solution to Question 1"."""
    if not wanted:
        return False
    places = range(min(3, len(words) - len(wanted) + 1))
    return any(words[k : k + len(wanted)] == wanted for k in places)


def _shape(text: str) -> str:
    """What titles of one kind have in common: "question #", "#", "(letter)"."""
    words = _words(text)[:2]
    return " ".join("#" if w.isdigit() else "letter" if len(w) == 1 else w for w in words)


def _by_label(label: str, texts: Sequence[str]) -> tuple[tuple[int, int], str] | None:
    for number, text in enumerate(texts) if label else ():
        for found in _LABEL.finditer(text):
            if found[1] == label:
                return (number, text.count("\n", 0, _display_around(text, found.start())) + 1), ""
    return None


def _display_around(text: str, position: int) -> int:
    """Where the display that a label stands in begins; the label itself, if it stands in none."""
    open_at: list[int] = []
    for mark in _BEGIN_END.finditer(text, 0, position):
        if mark[2].rstrip("*") not in DISPLAYS:
            continue
        if mark[1] == "begin":
            open_at.append(mark.start())
        elif open_at:
            open_at.pop()
    return open_at[0] if open_at else position
