"""`grades.csv`: a row for each student, as grade books import it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from hence.grade.marking import Grade
from hence.grade.rubric import Rubric

COUNTED = ("proved", "refuted", "supported", "assumed", "unknown", "unread")


def grades_csv(grades: Sequence[Grade], rubric: Rubric) -> str:
    """With a rubric the points, in all and by question; without one the verdicts alone.

    `open` are the points that a person still has to decide about; `status` is `final` where there are none.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    questions = [question.id for question in rubric.questions]
    counted = ["points", *questions, "open"] if questions else [*COUNTED, "mistakes", "carried"]
    writer.writerow(["student", *counted, "status", "submission", "note"])
    for grade in grades:
        status = "needs a person" if grade.looks else "final"
        row = [*_numbers(grade, bool(questions)), status, _text(grade.path), _text(grade.trouble)]
        writer.writerow([_text(grade.student), *row])
    return stream.getvalue()


def _numbers(grade: Grade, with_points: bool) -> list[str]:
    if with_points:
        return [f"{grade.points:g}", *(f"{mark.points:g}" for mark in grade.marks), f"{grade.open:g}"]
    counts = [str(grade.counts.get(name, 0)) for name in COUNTED]
    return [*counts, str(len(grade.mistakes)), str(grade.carried)]


def _text(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: names come from strangers."""
    return f"'{text}" if text.lstrip().startswith(("=", "+", "-", "@", "\t")) else text
