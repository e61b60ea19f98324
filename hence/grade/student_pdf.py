"""The page of one student to print: points with their reasons, and the submission line by line with its verdicts.

What a student wrote is set as it was written: as text, which is all that a page with macros of its own can promise.
"""

from __future__ import annotations

from typing import Any

import typst

from hence.grade.marking import Grade, Remark, sheets
from hence.grade.rubric import Rubric
from hence.grade.student_page import KINDS, decoded_text
from hence.grade.submissions import Submission

Json = dict[str, Any]
COLOURS = {"refuted": "b3201a", "proved": "1b6e45", "unknown": "67429a", "unread": "57534d", "assumed": "0a5c84"}
START = """#set page(paper: "a4", margin: (x: 1.8cm, y: 2cm), numbering: "1 / 1")
#set text(size: 10pt)
#set par(justify: false)
#show raw: set text(size: 8pt)
"""


def student_pdf(grade: Grade, rubric: Rubric, result: Json, submission: Submission | None) -> bytes:
    """The bytes of the PDF, made by the embedded engine."""
    made: bytes = typst.compile(source(grade, rubric, result, submission).encode())
    return made


def source(grade: Grade, rubric: Rubric, result: Json, submission: Submission | None) -> str:
    """The page for Typst. Everything that comes from a student is a string of it, and no markup."""
    parts = [START, f"#heading({_string(grade.student)})"]
    if grade.trouble:
        parts.append(f"#text(fill: rgb({_string(COLOURS['refuted'])}), {_string(grade.trouble)})")
    if rubric.questions:
        parts.append(_points(grade, rubric))
    texts = dict(submission.files) if submission is not None else {}
    for number, file in sheets(result):
        page = result["pages"][number]
        name = file or page["path"]
        steps = [step for step in page["steps"] if step.get("path", "") == file]
        parts.append(f"#heading(level: 2, {_string(grade.path if len(texts) == 1 else name)})")
        parts.append(_listing(decoded_text(texts.get(name, b"")), steps))
    return "\n".join(parts)


def _points(grade: Grade, rubric: Rubric) -> str:
    rows = []
    for question, mark in zip(rubric.questions, grade.marks, strict=True):
        waiting = f" ({mark.open:g} open)" if mark.open else ""
        said = " + linebreak() + ".join(_remark(remark) for remark in mark.remarks) or '""'
        rows.append(
            f"[#{_string(question.id)}], [#{_string(f'{mark.points:g} of {question.points:g}{waiting}')}], {said},"
        )
    rows.append(f"[*in all*], [*#{_string(f'{grade.points:g} of {rubric.points:g}')}*], [],")
    return "#table(columns: (auto, auto, 1fr), stroke: 0.4pt + luma(200),\n" + "\n".join(rows) + "\n)"


def _remark(remark: Remark) -> str:
    cost = f" -{remark.points:g}" if remark.kind == "lost" and remark.points else ""
    line = f"line {remark.line}: " if remark.line else ""
    formula = f" + raw({_string(' ' + remark.formula)})" if remark.formula else ""
    why = f" + {_string(' ' + remark.text)}" if remark.text else ""
    return f"({_string(line + KINDS[remark.kind] + cost)}{formula}{why})"


def _listing(text: str, steps: list[Json]) -> str:
    """The lines of a file with numbers, and with the verdicts of the steps on them."""
    at: dict[int, list[str]] = {}
    for step in steps:
        at.setdefault(step["line"], []).append(step["verdict"] if step["carried"] is None else "carried forward")
    cells = []
    for number, line in enumerate(text.split("\n"), 1):
        found = at.get(number, [])
        colour = COLOURS.get(found[0] if found else "", "1c1b1a")
        marks = f"text(fill: rgb({_string(colour)}), size: 8pt, {_string(', '.join(found))})"
        cells.append(f"raw({_string(str(number))}), {marks}, raw({_string(line)}),")
    return "#grid(columns: (auto, auto, 1fr), column-gutter: 6pt, row-gutter: 3pt,\n" + "\n".join(cells) + "\n)"


def _string(text: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
