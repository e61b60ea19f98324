"""One submission, examined: the task that runs in a pool of processes or on a cluster.

It depends on nothing but its arguments, and what it gives is JSON: the same bytes wherever it runs.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from hence.files import Unreadable, text_of
from hence.grade.asked import Wanted, questions_of, wanted, with_givens
from hence.grade.carried import carried
from hence.grade.page import Page
from hence.grade.questions import Region, Title, regions
from hence.grade.rubric import Question
from hence.grade.shown import BETTER_FIRST, Shown, shown
from hence.grade.submissions import Submission, pages
from hence.language.derivation import Derivation, Heading, flat
from hence.library import PageText, checked_page

Json = dict[str, Any]
MARKDOWN = (".md", ".markdown")
MISSING = Shown("missing", "the page does not state it")


@dataclass(frozen=True)
class Task:
    """A submission to examine: its files, what the rubric asks (`Rubric.demands`), the seed, and how long it may take:
    what is not decided by then is left so."""

    submission: Submission
    asked: str
    seed: int
    seconds: float = math.inf


@dataclass(frozen=True)
class _File:
    """A page that could be read, as it was handed in."""

    name: str
    page: PageText
    derivation: Derivation

    @property
    def text(self) -> str:
        return self.page.text

    def read(self, text: str) -> Derivation:
        """The page with another text."""
        return replace(self.page, text=text).derivation()


def examine(task: Task) -> Json:
    """Verdicts, what is carried forward, where the answers are, and what they show."""
    if task.submission.refused:
        return {"pages": [], "questions": {}, "trouble": task.submission.refused, "complete": True}
    deadline = time.monotonic() + task.seconds
    names = pages(task.submission)
    with tempfile.TemporaryDirectory(prefix="hence-") as folder:
        for name, content in task.submission.files:
            place = Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        read = [_read_file(Path(folder), name) for name in names]
        return _examined(task, names, read, deadline)


def _read_file(folder: Path, name: str) -> _File | str:
    """A page, or why it cannot be read."""
    try:
        text, warning = text_of(str(folder / name))
        page = PageText(text, name, PurePosixPath(name).suffix.lower() in MARKDOWN, folder / name, warning)
        return _File(name, page, page.derivation())
    except Unreadable as error:
        return str(error).replace(f"{folder}/", "")


def _examined(task: Task, names: Sequence[str], read: Sequence[_File | str], deadline: float) -> Json:
    questions = questions_of(task.asked)
    texts = [file.text if isinstance(file, _File) else "" for file in read]
    titles = [title for n, file in enumerate(read) if isinstance(file, _File) for title in _titles(file.derivation, n)]
    found = regions(questions, titles, texts)
    made: list[Json] = []
    answers: dict[str, dict[int, Json]] = {}
    for number, file in enumerate(read):
        if not isinstance(file, _File):
            made.append({"path": names[number], "trouble": file, "steps": []})
            continue
        page = _checked(file, number, questions, found, task.seed, deadline)
        made.append(_page_json(page, number, file, found))
        for statement in _wanted(file, number, questions, found):
            answer = _shown(page, number, statement, questions, found)
            answers.setdefault(statement.question, {})[statement.number] = answer
    complete = all(page.get("complete", True) for page in made)
    asked = _questions_json(questions, found, answers)
    return {"pages": made, "questions": asked, "trouble": "", "complete": complete}


def _titles(derivation: Derivation, number: int) -> list[Title]:
    return [Title(number, i.span.line, i.title) for i in flat(derivation.items) if isinstance(i, Heading)]


def _checked(
    file: _File, number: int, questions: Sequence[Question], found: dict[str, Region], seed: int, deadline: float
) -> Page:
    """The page with what the assignment gives for its questions, checked."""
    givens = [(found[q.id].start[1], q.given) for q in questions if q.given and _is_in(found.get(q.id), number)]
    text = with_givens(file.text, file.derivation, givens)
    page = replace(file.page, text=text)
    return Page(checked_page(page, seed, hints=True, stop=lambda: time.monotonic() > deadline, everywhere=True), seed)


def _is_in(region: Region | None, file: int) -> bool:
    return region is not None and region.start[0] == file


def _wanted(file: _File, number: int, questions: Sequence[Question], found: dict[str, Region]) -> list[Wanted]:
    return wanted(questions, found, number, file.text, file.page.markdown, file.read)


def _shown(page: Page, file: int, statement: Wanted, questions: Sequence[Question], found: dict[str, Region]) -> Json:
    """The best that the answer to a question shows of a statement, however its things are named."""
    region = found[statement.question]
    numbers = [n for n, j in enumerate(page.judged) if (file, j.step.span.line) in region]
    form = next(q for q in questions if q.id == statement.question).shows[statement.number].form
    answers = [shown(page, numbers, formula, form) for formula in statement.formulas]
    best = min(answers, key=lambda a: BETTER_FIRST.index(a.outcome), default=MISSING)
    return {"outcome": best.outcome, "why": best.why, "step": best.step, "mistakes": list(best.mistakes), "page": file}


def _page_json(page: Page, number: int, file: _File, found: dict[str, Region]) -> Json:
    sources = carried(page)
    steps = []
    for k, step in enumerate(page.checked.report.steps):
        place = (number, step.span.line)
        question = next((name for name, region in found.items() if place in region), "")
        steps.append({**step.to_json(), "question": question, "carried": sources.get(k)})
    report = page.checked.report.to_json()
    return {**report, "path": file.name, "steps": steps, "trouble": ""}


def _questions_json(
    questions: Sequence[Question], found: dict[str, Region], answers: dict[str, dict[int, Json]]
) -> Json:
    made: Json = {}
    for question in questions:
        region = found.get(question.id)
        shows = answers.get(question.id, {})
        made[question.id] = {
            "start": list(region.start) if region is not None else None,
            "shows": [shows.get(k) for k in range(len(question.shows))],
        }
    return made
