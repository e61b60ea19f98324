"""One submission, examined: the task that runs in a pool of processes or on a cluster.

It depends on nothing but its arguments, and what it gives is JSON: the same bytes wherever it runs.
"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hence.checks.memory import Memory
from hence.grade.asked import Wanted, questions_of, wanted, with_givens
from hence.grade.carried import carried
from hence.grade.page import Page
from hence.grade.questions import Region, Spot, regions
from hence.grade.rubric import Question
from hence.grade.shown import BETTER_FIRST, Shown, shown
from hence.grade.source import File, read_file, within
from hence.grade.submissions import Submission, pages
from hence.library import Latch, decided_page, with_hints
from hence.live.view import view

Json = dict[str, Any]
MOST_KEPT = 5_000  # chains and hints that a process remembers
MEMORY = Memory(MOST_KEPT)  # of this process: what many submissions have in common is decided once
MISSING = Shown("missing", "the page does not state it")


@dataclass(frozen=True)
class Task:
    """A submission to examine: its files, what the rubric asks (`Rubric.demands`), the seed, and the seconds of
    processor time that it may take: what is not decided by then is left so."""

    submission: Submission
    asked: str
    seed: int
    seconds: float = math.inf


def examine(task: Task, memory: Memory = MEMORY) -> Json:
    """Verdicts, what is carried forward, where the answers are, and what they show."""
    if task.submission.refused:
        return {"pages": [], "questions": {}, "trouble": task.submission.refused, "complete": True}
    deadline = time.process_time() + task.seconds
    with tempfile.TemporaryDirectory(prefix="hence-") as place:
        folder = Path(place).resolve()
        for name, content in task.submission.files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        names = pages(task.submission)
        files = [read_file(folder, name) for name in names]
        found = _Examination(task, names, files, deadline, memory).result()
        made: Json = json.loads(within(folder, json.dumps(found)))  # nobody shall see where the folder was
        return made


class _Examination:
    """The pages of a submission; `files` are those that could be read, or why not."""

    def __init__(
        self, task: Task, names: Sequence[str], files: Sequence[File | str], deadline: float, memory: Memory
    ) -> None:
        self.task, self.names, self.files, self.deadline, self.memory = task, names, files, deadline, memory
        self.questions = questions_of(task.asked)
        read = [(n, file) for n, file in enumerate(files) if isinstance(file, File)]
        self.landmarks = [mark for n, file in read for mark in file.landmarks(n)]
        texts = [dict(file.texts) if isinstance(file, File) else {} for file in files]
        self.regions = regions(self.questions, self.landmarks, texts)

    def result(self) -> Json:
        made: list[Json] = []
        answers: dict[str, dict[int, Json]] = {}
        for number, file in enumerate(self.files):
            if not isinstance(file, File):
                made.append({"path": self.names[number], "trouble": file, "steps": []})
                continue
            texts = self.texts_with_givens(number, file)
            page, sources = self.checked(file, texts)
            spots = [mark.spot for mark in self.landmarks if mark.spot.page == number and not mark.title]
            made.append(self.page_json(page, file, spots, sources))
            for statement in wanted(self.questions, self.regions, number, file, texts):
                answer = self.shown(page, spots, statement)
                answers.setdefault(statement.question, {})[statement.number] = {**answer, "page": number}
        asked = _questions_json(self.questions, self.regions, answers)
        complete = all(page.get("complete", True) for page in made)
        return {"pages": made, "questions": asked, "trouble": "", "complete": complete}

    def texts_with_givens(self, number: int, file: File) -> Mapping[str, str]:
        givens = [
            (region, q.given)
            for q in self.questions
            if q.given and (region := self.regions.get(q.id)) is not None and region.start.page == number
        ]
        return with_givens(file.texts, givens) if givens else file.texts

    def checked(self, file: File, texts: Mapping[str, str]) -> tuple[Page, dict[int, int]]:
        """The page with hints for its mistakes, and which steps only carry one forward: these need no hint."""

        stopping = Latch(lambda: time.process_time() > self.deadline)
        seed, text = self.task.seed, file.changed(texts)
        page = Page(decided_page(text, seed, stopping, everywhere=True, memory=self.memory), seed, self.memory)
        sources = carried(page)
        return replace(
            page, checked=with_hints(text, page.checked, seed, stopping, self.memory, without=sources)
        ), sources

    def shown(self, page: Page, spots: Sequence[Spot], statement: Wanted) -> Json:
        """The best that the answer to a question shows of a statement, however its things are named."""
        region = self.regions[statement.question]
        numbers = [n for n, spot in enumerate(spots) if spot in region]
        form = next(q for q in self.questions if q.id == statement.question).shows[statement.number].form
        answers = [shown(page, numbers, formula, form) for formula in statement.formulas]
        best = min(answers, key=lambda a: BETTER_FIRST.index(a.outcome), default=MISSING)
        return {"outcome": best.outcome, "why": best.why, "step": best.step, "mistakes": list(best.mistakes)}

    def page_json(self, page: Page, file: File, spots: Sequence[Spot], sources: Mapping[int, int]) -> Json:
        steps = [
            {
                **step.to_json(),
                "question": next((name for name, region in self.regions.items() if spots[n] in region), ""),
                "carried": sources.get(n),
            }
            for n, step in enumerate(page.checked.report.steps)
        ]
        report = page.checked.report
        seen = view(report, page.checked.derivation).as_json()
        return {**report.to_json(), "path": file.name, "steps": steps, "trouble": "", "view": seen}


def _questions_json(
    questions: Sequence[Question], found: Mapping[str, Region], answers: Mapping[str, Mapping[int, Json]]
) -> Json:
    made: Json = {}
    for question in questions:
        region = found.get(question.id)
        shows = answers.get(question.id, {})
        start = [region.start.page, region.start.line, region.start.file] if region is not None else None
        made[question.id] = {"start": start, "shows": [shows.get(k) for k in range(len(question.shows))]}
    return made
