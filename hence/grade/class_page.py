"""`index.html`: a class on one page. The table of students is made in the browser, a hundred rows at a time, from data
that the page carries: ten thousand students are as quick to look at as forty."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from statistics import mean, median
from string import Template
from typing import Any

from hence.grade.charts import bars, histogram
from hence.grade.groups import At, Common, Look, common_mistakes, queue
from hence.grade.marking import Grade
from hence.grade.overrides import Decisions
from hence.grade.rubric import Rubric
from hence.grade.run import Outcome
from hence.grade.typeset import anchor, formula, phrases

STATIC = Path(__file__).parent / "static"
MOST_GROUPS = 60  # kinds of mistakes, and of what needs a person, that are shown
MOST_LINKS = 40  # students that are named under one of them
Json = dict[str, Any]


def class_page(outcome: Outcome, rubric: Rubric, files: dict[str, str]) -> str:
    """The page; `files` says where the page of each student is. Its font is in the folder `assets` beside it."""
    style, script = (STATIC / "class.css").read_text("utf-8"), (STATIC / "class.js").read_text("utf-8")
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "font-src 'self' file:; base-uri 'none'; form-action 'none'"
    )
    grades = outcome.grades
    return Template((STATIC / "class.html").read_text("utf-8")).substitute(
        policy=policy,
        style=style,
        script=script,
        title=escape(rubric.title or "A class"),
        summary=_summary(outcome, rubric),
        notes="".join(f'<p class="note">{escape(note)}</p>' for note in outcome.notes),
        charts=_charts(grades, rubric),
        mistakes=_mistakes(common_mistakes(grades), files),
        queue=_queue(queue(grades), files),
        data=_embedded(_data(grades, rubric, outcome.decisions, files)),
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _embedded(data: Json) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026").replace(">", "\\u003e")


def _data(grades: Sequence[Grade], rubric: Rubric, decisions: Decisions, files: dict[str, str]) -> Json:
    """A short row for each student, in the order that the script knows."""
    rows = [
        [
            g.student,
            files[g.student],
            [_short(m.points) for m in g.marks],
            [_short(m.open) for m in g.marks],
            len(g.mistakes),
            len(g.looks),
            [g.counts.get(v, 0) for v in ("proved", "refuted", "unknown", "unread")],
            g.trouble,
        ]
        for g in grades
    ]
    decided = {student: {q: [d.points, d.why] for q, d in answers.items()} for student, answers in decisions.items()}
    questions = [[q.id, q.points, q.title] for q in rubric.questions]
    return {"questions": questions, "students": rows, "decided": decided}


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 3)


# Parts -----------------------------------------------------------------------------------------------------


def _summary(outcome: Outcome, rubric: Rubric) -> str:
    grades = outcome.grades
    facts = [(str(len(grades)), "student" if len(grades) == 1 else "students")]
    if rubric.questions and grades:
        points = [g.points for g in grades]
        facts += [(f"{mean(points):.1f} of {rubric.points:g}", "points on average"), (f"{median(points):g}", "median")]
    waiting = sum(bool(g.looks) for g in grades)
    facts += [(str(sum(len(g.mistakes) for g in grades)), "mistakes"), (str(waiting), "need a person")]
    cards = "".join(f"<div><strong>{value}</strong><span>{name}</span></div>" for value, name in facts)
    run = outcome.run
    made = f"run {run.number}, {escape(run.began.replace('T', ' ').split('+')[0])} UTC, hence {escape(run.engine)}"
    return f'<div class="facts">{cards}</div><p class="made">{made}</p>'


def _charts(grades: Sequence[Grade], rubric: Rubric) -> str:
    if not rubric.questions or not grades:
        return ""
    totals = histogram([g.points for g in grades], rubric.points)
    parts = []
    for number, question in enumerate(rubric.questions):
        points = [g.marks[number].points for g in grades]
        parts.append((question.id, mean(points), question.points, sum(g.marks[number].open > 0 for g in grades)))
    return (
        f"<figure><figcaption>Points in all</figcaption>{totals}</figure>"
        f"<figure><figcaption>Points by question, on average</figcaption>{bars(parts)}</figure>"
    )


def _mistakes(groups: Sequence[Common], files: dict[str, str]) -> str:
    if not groups:
        return "<p>No step of the class was refuted.</p>"
    rows = []
    for group in groups[:MOST_GROUPS]:
        mend = escape(group.mend) or '<span class="faint">no small edit mends it</span>'
        right = f'<p class="instead">right: {formula(group.example.instead)}</p>' if group.example.instead else ""
        rows.append(
            f'<tr><td class="number">{group.students}</td><td>{escape(group.question) or "–"}</td>'
            f'<td><p class="wrong">{formula(group.example.formula)}</p>{right}'
            f"<details><summary>who</summary>{_links(group.places, files)}</details></td><td>{mend}</td></tr>"
        )
    head = (
        "<tr><th class='number'>students</th><th>question</th><th>for example</th><th>the edit that mends it</th></tr>"
    )
    return f'<table class="groups"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>{_more(groups)}'


def _queue(groups: Sequence[Look], files: dict[str, str]) -> str:
    if not groups:
        return "<p>Nothing: every step was decided.</p>"
    rows = []
    for group in groups[:MOST_GROUPS]:
        points = f"{group.points:g}" if group.points else ""
        example = f'<p class="example">{formula(group.example.formula)}</p>' if group.example.formula else ""
        rows.append(
            f'<tr><td class="number">{len(group.places)}</td><td class="number">{points}</td>'
            f"<td>{escape(group.question) or '–'}</td><td><p>{phrases(group.reason)}</p>{example}"
            f"<details><summary>where</summary>{_links(group.places, files)}</details></td></tr>"
        )
    head = "<tr><th class='number'>places</th><th class='number'>points</th><th>question</th><th>why</th></tr>"
    return f'<table class="groups"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>{_more(groups)}'


def _more(groups: Sequence[Common] | Sequence[Look]) -> str:
    left = len(groups) - MOST_GROUPS
    return f'<p class="faint">and {left} other kinds, on the pages of the students</p>' if left > 0 else ""


def _links(places: Iterable[At], files: dict[str, str]) -> str:
    found = list(places)
    links = [
        f'<a href="{escape(files[p.student])}{anchor(p.sheet, p.line)}">{escape(p.student)}</a>'
        + (f":{p.line}" if p.line else "")
        for p in found[:MOST_LINKS]
    ]
    more = f" and {len(found) - MOST_LINKS} more" if len(found) > MOST_LINKS else ""
    return f'<p class="links">{", ".join(links)}{more}</p>'
