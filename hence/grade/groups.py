"""What a class has in common: mistakes that are equal, by question and by the edit that would mend them, and what
needs a person for the same reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hence.grade.marking import Grade, Mistake, Remark

_PLACE = re.compile(r"\b(?:lines?|columns?) \d+(?:(?:, | and | to )\d+)*|\b\d+:\d+\b")


@dataclass(frozen=True)
class At:
    """Where something is: whose submission, which of its files, which line."""

    student: str
    sheet: int
    line: int


@dataclass(frozen=True)
class Common:
    """A mistake that is made by many, with one of them as an example."""

    question: str
    mend: str
    example: Mistake
    places: tuple[At, ...]

    @property
    def students(self) -> int:
        return len({place.student for place in self.places})


@dataclass(frozen=True)
class Look:
    """Something that needs a person, in as many places."""

    question: str
    reason: str
    example: Remark
    places: tuple[At, ...]
    points: float


def common_mistakes(grades: Sequence[Grade]) -> list[Common]:
    """Equal mistakes, most frequent first. Without a known mend, those are equal that are written alike."""
    found: dict[tuple[str, str, str], list[tuple[At, Mistake]]] = {}
    for grade in grades:
        for mistake in grade.mistakes:
            formula = "" if mistake.mend else re.sub(r"[\s{}]", "", mistake.formula)
            at = At(grade.student, mistake.sheet, mistake.line)
            found.setdefault((mistake.question, mistake.mend, formula), []).append((at, mistake))
    groups = [
        Common(question, mend, group[0][1], tuple(at for at, _ in group))
        for (question, mend, _), group in found.items()
    ]
    return sorted(groups, key=lambda g: (-g.students, g.question, g.mend, g.example.formula))


def queue(grades: Sequence[Grade]) -> list[Look]:
    """What needs a person, by question and reason; where most points are at stake first."""
    found: dict[tuple[str, str], list[tuple[At, Remark]]] = {}
    for grade in grades:
        for question, remark in grade.looks:
            at = At(grade.student, remark.sheet, remark.line)
            found.setdefault((question, _PLACE.sub("...", remark.text)), []).append((at, remark))
    groups = [
        Look(question, reason, group[0][1], tuple(at for at, _ in group), sum(r.points for _, r in group))
        for (question, reason), group in found.items()
    ]
    return sorted(groups, key=lambda g: (-g.points, -len(g.places), g.question, g.reason))
