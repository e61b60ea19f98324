"""`hence grade`: the command line of grading. Data goes to stdout, everything else to stderr.

Exit status: 0 everything was decided; 1 something needs a person; 2 nothing could be graded.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from hence.grade.checking import Limits
from hence.grade.compare import Comparison, compared
from hence.grade.groups import common_mistakes, queue
from hence.grade.reports import write_reports
from hence.grade.rubric import NO_RUBRIC, read_rubric
from hence.grade.run import Outcome, Plan, graded_class
from hence.grade.store import opened
from hence.grade.trouble import GradeTrouble

FINE, NEEDS_A_PERSON = 0, 1
SHOWN = 5  # common mistakes that are printed


def run(options: argparse.Namespace) -> int:
    """Raises GradeTrouble."""
    out: Path = options.output
    if options.compare is not None:
        return _compare(out, options.compare)
    if options.folder is None:
        raise GradeTrouble("name the folder that the submissions are in: hence grade FOLDER")
    rubric = read_rubric(options.rubric) if options.rubric is not None else NO_RUBRIC
    limits = Limits(seconds=options.seconds)
    processes = options.jobs or os.cpu_count() or 1
    folder = Path(options.folder)
    plan = Plan(folder, out, rubric, options.seed, processes, options.scheduler, limits, options.retry)
    progress = Progress(options.verbose)
    try:
        out.mkdir(parents=True, exist_ok=True)
        with opened(out / "grades.sqlite") as store:
            outcome = graded_class(plan, store, progress.checked)
            write_reports(out, outcome, rubric, store, progress.written, options.pdf)
    except OSError as error:
        raise GradeTrouble(f"{error.filename or out}: {error.strerror or error}") from error
    finally:
        progress.clear()
    print(text(outcome, out))
    for note in outcome.notes:
        print(f"hence: {note}", file=sys.stderr)
    return NEEDS_A_PERSON if any(grade.looks for grade in outcome.grades) else FINE


def text(outcome: Outcome, out: Path) -> str:
    """A few lines for people: how many, how well, what was wrong most often, what is left to do."""
    grades = outcome.grades
    lines = [f"{_count(len(grades), 'student')}: {outcome.checked} checked, {outcome.kept} the same as one before"]
    if grades and grades[0].marks:
        points = sorted(grade.points for grade in grades)
        lines.append(f"points: {points[0]:g} to {points[-1]:g}, median {points[len(points) // 2]:g}")
    groups = common_mistakes(grades)
    for group in groups[:SHOWN]:
        mend = f" ({group.mend})" if group.mend else ""
        where = f"{group.question}: " if group.question else ""
        lines.append(f"  {_count(group.students, 'student')}: {where}{group.example.formula}{mend}")
    if len(groups) > SHOWN:
        lines.append(f"  and {len(groups) - SHOWN} other kinds of mistakes")
    waiting = sum(bool(grade.looks) for grade in grades)
    if waiting:
        points_open = sum(grade.open for grade in grades)
        at_stake = f", {points_open:g} points" if points_open else ""
        lines.append(f"needs a person: {_count(waiting, 'student')}{at_stake}, {_count(len(queue(grades)), 'reason')}")
    lines.append(f"{out / 'index.html'}, {out / 'grades.csv'}")
    return "\n".join(lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def _compare(out: Path, numbers: list[int]) -> int:
    path = out / "grades.sqlite"
    if not path.exists():
        raise GradeTrouble(f"{path}: there is no such database; `hence grade FOLDER -o {out}` makes one")
    with opened(path) as store:
        print(comparison_text(compared(store, numbers)))
    return FINE


def comparison_text(comparison: Comparison) -> str:
    old, new = comparison.before, comparison.after
    head = f"run {old.number} (hence {old.engine}) and run {new.number} (hence {new.engine})"
    lines = [f"{head}: {_count(comparison.same, 'unchanged submission')}, {len(comparison.changes)} verdicts changed"]
    for c in comparison.changes:
        was, now = c.before or "no step", c.after or "no step"
        lines.append(f"{c.student}: {c.path}:{c.line}: {was} -> {now}: {c.formula}")
    return "\n".join(lines)


class Progress:
    """A line on a terminal that says how far it is, and how long it will take; silent in a pipe, unless verbose."""

    def __init__(self, verbose: bool = False) -> None:
        self.verbose = verbose
        self.on = sys.stderr.isatty() and not verbose
        self.start = time.monotonic()
        self.pages = 0

    def checked(self, done: int, total: int, student: str) -> None:
        if self.verbose:
            print(f"[{done}/{total}] {student}", file=sys.stderr, flush=True)
        elif self.on:
            left = (time.monotonic() - self.start) / done * (total - done)
            self._say(f"[{done}/{total}] {student}, {left:.0f} s left")

    def written(self, student: str) -> None:
        self.pages += 1
        if self.on and self.pages % 50 == 0:
            self._say(f"pages of students: {self.pages}, {student}")

    def _say(self, text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
