"""Where the answer to each question stands: from its heading or label to where something else begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hence.grade.rubric import Question

_COMMAND = re.compile(r"\\[A-Za-z]+\*?|[{}$]")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_LABEL = re.compile(r"\\label\s*\{\s*([^{}]*?)\s*\}")
_BEGIN_END = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+\*?)\}")
DISPLAYS = frozenset("equation align gather multline eqnarray flalign alignat displaymath split aligned".split())


@dataclass(frozen=True, order=True)
class Spot:
    """A place of a submission: the number of a page, a position in the order of that page, and where that is.

    `file` is empty for the page itself, and else a file that it reads in.
    """

    page: int
    position: int
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Landmark:
    """A heading, or with an empty title a step."""

    spot: Spot
    title: str = ""
    column: int = 0  # of the end of a heading


@dataclass(frozen=True)
class Region:
    """All spots from `start` on, up to `end`; without an end, to the end of the submission. `column`: of the start."""

    start: Spot
    end: Spot | None = None
    column: int = 0

    def __contains__(self, spot: Spot) -> bool:
        order = (spot.page, spot.position)
        after = self.end is not None and order >= (self.end.page, self.end.position)
        return order >= (self.start.page, self.start.position) and not after


Texts = Sequence[dict[str, str]]  # for each page its own text, under "", and those of the files that it reads in


def regions(questions: Sequence[Question], landmarks: Sequence[Landmark], texts: Texts) -> dict[str, Region]:
    """The region of each question that is found; the landmarks are in order. Never fails.

    An answer ends where another question of the rubric begins, and at the next heading of the same make: a
    "Question 2" ends "Question 1", though it be no question of the rubric.
    """
    starts: dict[str, tuple[Landmark, str]] = {}
    titles = [mark for mark in landmarks if mark.title]
    for question in questions:
        found = _by_label(question.label, landmarks, texts) or _by_heading(question.headings, titles)
        if found is not None:
            starts[question.id] = found
    made = {}
    for name, (mark, shape) in starts.items():
        alike = [t.spot for t in titles if shape and _shape(t.title) == shape]
        ends = [s for s in (*(other.spot for other, _ in starts.values()), *alike) if s > mark.spot]
        made[name] = Region(mark.spot, min(ends, default=None), mark.column)
    return made


def _by_heading(headings: Sequence[str], titles: Sequence[Landmark]) -> tuple[Landmark, str] | None:
    r"""The first heading that matches one of the alternatives; "Question 1 / (a)" is an (a) behind a Question 1."""
    for heading in headings:
        position = -1
        shape = ""
        for part in heading.split("/"):
            wanted = _words(part)
            later = (k for k in range(position + 1, len(titles)) if _begins_with(_words(titles[k].title), wanted))
            position = next(later, len(titles))
            if position == len(titles):
                break
            shape = shape or _shape(titles[position].title)
        else:
            return titles[position], shape
    return None


def _words(text: str) -> list[str]:
    """Numbers and words in small letters; "1a", "1 (a)" and "1.a" are the same."""
    return _WORD.findall(_COMMAND.sub(" ", text).lower())


def _begins_with(words: list[str], wanted: list[str]) -> bool:
    """Whether a title begins with these words, perhaps behind two others: "Solution to Question 1"."""
    if not wanted:
        return False
    places = range(min(3, len(words) - len(wanted) + 1))
    return any(words[k : k + len(wanted)] == wanted for k in places)


def _shape(text: str) -> str:
    """What titles of one kind have in common: "question #", "#", "letter"."""
    words = _words(text)[:2]
    return " ".join("#" if w.isdigit() else "letter" if len(w) == 1 else w for w in words)


def _by_label(label: str, landmarks: Sequence[Landmark], texts: Texts) -> tuple[Landmark, str] | None:
    """The first heading or step at a label or behind it."""
    for page, files in enumerate(texts) if label else ():
        for file, text in files.items():
            for found in _LABEL.finditer(text):
                if found[1] == label:
                    line = text.count("\n", 0, _display_around(text, found.start())) + 1
                    behind = (
                        m for m in landmarks if (m.spot.page, m.spot.file) == (page, file) and m.spot.line >= line
                    )
                    mark = next(behind, None)
                    return (mark, "") if mark is not None else None
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
