"""The page of one student: points with their reasons, and the submission with a mark at every step."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from hence.grade.marking import Grade, Mark, Remark, sheets
from hence.grade.rubric import Rubric
from hence.grade.submissions import Submission
from hence.grade.typeset import anchor, formula, phrases
from hence.latex_in import ReadError, decoded
from hence.live.view import PageView, StepView, page_from
from hence.web.document import report_page
from hence.web.page import shown

Json = dict[str, Any]
STYLE = (Path(__file__).parent / "static" / "student.css").read_text("utf-8")
KINDS = {
    "lost": "lost",
    "carried": "carried forward",
    "look": "needs a person",
    "shown": "shown",
    "decided": "decided by a person",
}


def student_page(grade: Grade, rubric: Rubric, result: Json, submission: Submission | None) -> str:
    """The page; styles and fonts are in the folder `assets` beside that of the page."""
    files = []
    texts = dict(submission.files) if submission is not None else {}
    for number, file in sheets(result):
        view, name = _sheet(result["pages"][number], file)
        text = decoded_text(texts.get(name, b""))
        view = replace(view, name=grade.path if len(texts) == 1 else name)
        files.append((text, view, shown(text, view)))
    return report_page(files, grade.student, before=summary(grade, rubric), assets="../assets", style=STYLE)


def _sheet(page: Json, file: str) -> tuple[PageView, str]:
    """What is shown of one file: the steps that stand in it, and its name."""
    if "view" not in page:  # it could not be read
        return PageView(page["path"], (), (), {}), page["path"]
    whole = page_from(page["view"])
    pairs = zip(whole.steps, page["steps"], strict=True)
    steps = tuple(_with_source(v, step, page) for v, step in pairs if step.get("path", "") == file)
    counts = Counter(step.verdict for step in steps)
    if not file:
        return replace(whole, steps=steps, summary=counts), page["path"]
    return PageView(file, steps, (), counts), file


def _with_source(seen: StepView, step: Json, page: Json) -> StepView:
    """A step that carries a mistake forward says so."""
    if step["carried"] is None:
        return seen
    source = page["steps"][step["carried"]]
    said = f"carried forward: right, given line {source['line']}, and not charged again"
    return replace(seen, why="; ".join(filter(None, (said, seen.why))))


def decoded_text(content: bytes) -> str:
    """The text of a file; empty where it has none."""
    try:
        return decoded(content)[0]
    except ReadError:
        return ""


# Points ----------------------------------------------------------------------------------------------------


def summary(grade: Grade, rubric: Rubric) -> str:
    """The points of each question with what is to be said of it, and what needs a person besides."""
    trouble = f'<p class="trouble">{escape(grade.trouble)}</p>' if grade.trouble else ""
    rows = "".join(
        f'<tr><th scope="row">{escape(q.id)}</th><td class="points">{_points(mark, q.points)}</td>'
        f"<td>{_list(mark.remarks)}</td></tr>"
        for q, mark in zip(rubric.questions, grade.marks, strict=True)
    )
    whole = f'<tr class="all"><th scope="row">in all</th><td class="points">{grade.points:g} of {rubric.points:g}</td>'
    table = f"<table><tbody>{rows}{whole}<td></td></tr></tbody></table>" if rubric.questions else ""
    said = {id(remark) for mark in grade.marks for remark in mark.remarks}
    others = [remark for _, remark in grade.looks if id(remark) not in said and remark.text != grade.trouble]
    rest = f"<details><summary>{len(others)} not decided</summary>{_list(others)}</details>" if others else ""
    return f'<section class="grade">{trouble}{table}{rest}</section>'


def _points(mark: Mark, most: float) -> str:
    waiting = f'<br><span class="open">{mark.open:g} open</span>' if mark.open else ""
    return f"{mark.points:g} of {most:g}{waiting}"


def _list(remarks: tuple[Remark, ...] | list[Remark]) -> str:
    items = "".join(f'<li class="{remark.kind}">{_remark(remark)}</li>' for remark in remarks)
    return f"<ul>{items}</ul>" if items else ""


def _remark(remark: Remark) -> str:
    cost = f" −{remark.points:g}" if remark.kind == "lost" and remark.points else ""
    line = f'<a href="{anchor(remark.sheet, remark.line)}">line {remark.line}</a> ' if remark.line else ""
    said = f" {formula(remark.formula)}" if remark.formula else ""
    why = f'<br><span class="why">{phrases(remark.text)}</span>' if remark.text else ""
    return f'{line}<strong class="kind">{KINDS[remark.kind]}{cost}</strong>{said}{why}'
