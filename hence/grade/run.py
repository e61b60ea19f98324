"""A whole class: what was handed in, checked where that is new, marked, and reported."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from hence.grade.checking import Job, Limits, locally
from hence.grade.engine import engine
from hence.grade.marking import Grade, Mark, Remark, graded
from hence.grade.overrides import SUBMISSION, Decision, Decisions, as_toml, read_overrides
from hence.grade.rubric import NO_RUBRIC, Rubric
from hence.grade.store import Row, Run, Store, key_of
from hence.grade.submissions import Handed, Submission, handed_in, taken_in

BATCH = 50  # submissions that are taken in at once


@dataclass(frozen=True)
class Plan:
    """What is to be graded, and how."""

    folder: Path
    out: Path
    rubric: Rubric = NO_RUBRIC
    seed: int = 0
    processes: int = os.cpu_count() or 1
    scheduler: str = ""
    limits: Limits = field(default_factory=Limits)
    retry: bool = False  # check again what was given up before


@dataclass(frozen=True)
class Outcome:
    """A run that is done: who got what, how many were checked anew, and what the teacher should know."""

    run: Run
    grades: tuple[Grade, ...]
    decisions: Decisions
    checked: int
    kept: int
    notes: tuple[str, ...] = ()


Told = Callable[[int, int, str], None]  # so many of so many are done, the last of them this


def graded_class(plan: Plan, store: Store, told: Told = lambda _, __, ___: None) -> Outcome:
    """Check what is new, and mark everything. Raises GradeTrouble; what was done until then is kept."""
    notes: list[str] = []
    decisions = _decisions(plan, store, notes)
    rows, by_path = _rows(plan, store)
    run = store.begin(_run(plan, rows), rows)
    missing = [row for row in _once(rows) if not _is_done(store, row, plan.retry)]
    checked = 0
    for job, result in _checked(plan, store, missing):
        store.add(by_path[job.key], run, _digest(plan.rubric.demands), result, again=plan.retry)
        checked += 1
        told(checked, len(missing), by_path[job.key].student)
    grades = tuple(_grades(plan, store, rows, decisions, notes))
    store.decide(_dated(decisions, grades))
    store.finish(run, [(g.student, m.question, m.points, m.open) for g in grades for m in g.marks])
    notes += _nowhere(plan.rubric, grades)
    return Outcome(run, grades, decisions, checked, len(rows) - checked, tuple(notes))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# What there is to do ---------------------------------------------------------------------------------------


def _rows(plan: Plan, store: Store) -> tuple[list[Row], dict[str, Row]]:
    """Every submission, taken into the database; and one of those with each key."""
    rows: list[Row] = []
    out = plan.out.resolve()
    handed = [h for h in handed_in(plan.folder) if h.path.resolve() != out]
    for start in range(0, len(handed), BATCH):
        batch = [(h, taken_in(h.path)) for h in handed[start : start + BATCH]]
        store.keep([submission for _, submission in batch])
        rows += [_row(plan, h, submission) for h, submission in batch]
    return rows, {row.key: row for row in rows}


def _row(plan: Plan, handed: Handed, submission: Submission) -> Row:
    digest = submission.digest
    key = key_of(digest, engine(), plan.seed, _digest(plan.rubric.demands))
    return Row(handed.student, handed.path.name, digest, key)


def _run(plan: Plan, rows: Sequence[Row]) -> Run:
    """The run that this is; the same one, if all that it depends on is the same."""
    what = [engine(), plan.seed, plan.rubric.digest, [[r.student, r.path, r.digest] for r in rows]]
    began = datetime.now(UTC).isoformat(timespec="seconds")
    identity = _digest(json.dumps(what))[:16]
    return Run(identity, 0, began, engine(), plan.seed, plan.rubric.text, finished=False)


def _once(rows: Sequence[Row]) -> list[Row]:
    """One row for each key: equal submissions are checked once."""
    return list({row.key: row for row in reversed(rows)}.values())[::-1]


def _is_done(store: Store, row: Row, retry: bool) -> bool:
    if not retry:
        return store.has(row.key)
    result = store.result(row.key)
    return result is not None and result["complete"]


def _checked(plan: Plan, store: Store, missing: Sequence[Row]) -> Iterator[tuple[Job, dict[str, object]]]:
    """Read from the database when their turn comes: a class need not fit in memory. All in the thread of the store."""
    waiting = [Job(row.key, row.digest, plan.rubric.demands, plan.seed) for row in missing]
    if plan.scheduler:
        from hence.grade.cluster import on_cluster  # noqa: PLC0415 (Dask is an extra)

        yield from on_cluster(waiting, store.content, plan.scheduler, plan.limits)
    elif waiting:
        yield from locally(waiting, store.content, min(plan.processes, len(waiting)), plan.limits)


# What a person has decided ---------------------------------------------------------------------------------


def _decisions(plan: Plan, store: Store, notes: list[str]) -> Decisions:
    """Those in the file; where that is gone, those that are kept."""
    path = plan.out / "overrides.toml"
    found = read_overrides(path)
    kept: Decisions = {}
    for (student, question), (points, why, digest) in store.decisions().items():
        kept.setdefault(student, {})[question] = Decision(points, why, digest)
    if found is None and kept:
        path.write_text(as_toml(kept), encoding="utf-8")
        notes.append(f"{path} was missing, and was written again from the database; empty it to drop what it says")
        return kept
    for student, answers in (found or {}).items():
        for question, decision in answers.items():
            before = kept.get(student, {}).get(question)
            same = before is not None and (before.points, before.why) == (decision.points, decision.why)
            if before is not None and same:
                answers[question] = before
    return found or {}


def _dated(decisions: Decisions, grades: Sequence[Grade]) -> dict[tuple[str, str], tuple[float | None, str, str]]:
    """The decisions, each with the submission that it was made about."""
    now = {grade.student: grade.digest for grade in grades}
    return {
        (student, question): (d.points, d.why, d.digest or now.get(student, ""))
        for student, answers in decisions.items()
        for question, d in answers.items()
    }


# Marks -----------------------------------------------------------------------------------------------------


def _grades(plan: Plan, store: Store, rows: Sequence[Row], decisions: Decisions, notes: list[str]) -> Iterator[Grade]:
    by_student: dict[str, list[Row]] = {}
    for row in rows:
        by_student.setdefault(row.student, []).append(row)
    for student in sorted(by_student):
        decided = decisions.get(student, {})
        own = by_student[student]
        if len(own) > 1:
            chosen = [row for row in own if SUBMISSION in decided and row.path == decided[SUBMISSION].why]
            if not chosen:
                yield _two(student, own, plan.rubric)
                continue
            own = chosen
        (row,) = own
        result = store.result(row.key)
        assert result is not None  # all that was missing has been checked
        yield graded(student, row.path, row.digest, result, plan.rubric, decided)
    for student, answers in decisions.items():
        if student not in by_student:
            notes.append(f"overrides.toml: nobody called {student} has handed in anything; what it says is kept")
        known = {SUBMISSION, *(q.id for q in plan.rubric.questions)}
        notes += [
            f"overrides.toml: {student}: the rubric has no question {question}; what it says is kept"
            for question in answers
            if question not in known
        ]


def _two(student: str, rows: Sequence[Row], rubric: Rubric) -> Grade:
    """Two submissions of one student: a person says which one counts."""
    names = ", ".join(row.path for row in rows)
    why = f'there are {len(rows)} submissions: {names}. Say in overrides.toml which one counts: submission = "..."'
    marks = tuple(Mark(q.id, 0.0, q.points, (Remark("look", why, points=q.points),)) for q in rubric.questions)
    return Grade(student, names, "", marks, looks=(("", Remark("look", why)),), trouble=why)


def _nowhere(rubric: Rubric, grades: Sequence[Grade]) -> Iterator[str]:
    """Questions of which no submission has an answer: the rubric may call them otherwise than the students do."""
    readable = [grade for grade in grades if not grade.trouble]
    for number, question in enumerate(rubric.questions):
        absent = [g for g in readable if any("no answer was found" in r.text for r in g.marks[number].remarks)]
        if readable and len(absent) == len(readable):
            yield f"question {question.id}: no submission has an answer to it; is its heading or label right?"
