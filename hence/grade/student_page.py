"""The page of one student: points with their reasons, and the submission with a mark at every step."""

from __future__ import annotations

from html import escape
from typing import Any

from hence.grade.marking import Grade, Mark, Remark
from hence.grade.rubric import Rubric
from hence.grade.submissions import Submission
from hence.grade.typeset import formula, phrases

Json = dict[str, Any]
KINDS = {"lost": "points lost", "carried": "carried forward", "look": "needs a person", "shown": "shown"}


def student_page(grade: Grade, rubric: Rubric, result: Json, submission: Submission | None) -> str:
    texts = {
        name: content.decode("utf-8", errors="replace") for name, content in (submission.files if submission else ())
    }
    pages = "".join(_page(k, page, texts.get(page["path"], "")) for k, page in enumerate(result["pages"]))
    style = (
        "body{font:15px/1.5 system-ui;margin:1rem auto;max-width:70rem} .refuted{color:#b3201a} td{vertical-align:top}"
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(grade.student)}</title>'
        f"<style>{style}</style></head><body>{points_table(grade, rubric)}{pages}</body></html>"
    )


def points_table(grade: Grade, rubric: Rubric) -> str:
    """The points of each question with what is to be said of it; without a rubric, what needs a person."""
    trouble = f'<p class="trouble">{escape(grade.trouble)}</p>' if grade.trouble else ""
    if not rubric.questions:
        looks = "".join(f"<li>{_remark(remark)}</li>" for _, remark in grade.looks)
        return f"{trouble}<ul>{looks}</ul>"
    rows = "".join(
        f"<tr><th>{escape(q.id)}</th><td>{mark.points:g} of {q.points:g}{_open(mark)}</td><td><ul>"
        + "".join(f'<li class="{r.kind}">{_remark(r)}</li>' for r in mark.remarks)
        + "</ul></td></tr>"
        for q, mark in zip(rubric.questions, grade.marks, strict=True)
    )
    total = f"<tr><th>in all</th><td>{grade.points:g} of {rubric.points:g}</td><td></td></tr>"
    return f'{trouble}<table class="points"><tbody>{rows}{total}</tbody></table>'


def _open(mark: Mark) -> str:
    return f" ({mark.open:g} open)" if mark.open else ""


def _remark(remark: Remark) -> str:
    kind = KINDS.get(remark.kind, remark.kind)
    cost = f" (−{remark.points:g})" if remark.kind == "lost" and remark.points else ""
    place = f'<a href="#page-{remark.page}-line-{remark.line}">line {remark.line}</a>: ' if remark.line else ""
    said = f" {formula(remark.formula)}" if remark.formula else ""
    why = f" {phrases(remark.text)}" if remark.text else ""
    return f"{place}<em>{kind}{cost}</em>{said}{why}"


def _page(number: int, page: Json, text: str) -> str:
    at: dict[int, list[str]] = {}
    for step in page["steps"]:
        at.setdefault(step["line"], []).append(step["verdict"])
    rows = "".join(
        f'<tr id="page-{number}-line-{k}"><td>{k}</td><td class="{" ".join(at.get(k, ()))}">{" ".join(at.get(k, ()))}'
        f"</td><td><code>{escape(line)}</code></td></tr>"
        for k, line in enumerate(text.split("\n"), 1)
    )
    return f"<h2>{escape(page['path'])}</h2><table>{rows}</table>"
