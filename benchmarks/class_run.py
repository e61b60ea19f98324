"""A class graded: steps per second of processor time, memory, two processes against one, and whether what was planted
is what is found. `HENCE_CLASS` says how many submissions (1000)."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.class_pages import Handed, sheets, submissions, written
from benchmarks.measured import Told
from hence.grade.marking import Grade
from hence.grade.run import Plan, graded_class
from hence.grade.store import opened
from hence.library import check

STUDENTS = int(os.environ.get("HENCE_CLASS", "1000"))
SURE = 10  # submissions with errors that are checked by `hence check`, too, even if nothing looks odd


@dataclass(frozen=True)
class Cost:
    seconds: float
    processor: float  # of the processes that check
    keeping: float  # processor seconds of the process that keeps the database
    megabytes: float  # of the largest process that checks


@dataclass(frozen=True)
class Found:
    """Lines of all submissions, counted."""

    missed: int = 0  # planted, and refuted by `hence check`, but not charged; or charged, and not refuted by it
    others: int = 0  # charged, and not planted
    charged: int = 0  # planted, and charged
    undetected: int = 0  # planted, and not refuted by `hence check`


def grading() -> Told:
    """Processor seconds are those of the processes that check: what else the machine does changes little of them."""
    handed = submissions(STUDENTS, sheets())
    few = handed[: max(2, STUDENTS // 10)]
    with tempfile.TemporaryDirectory() as place:
        tenth, _ = _graded(few, Path(place, "tenth"), 2)  # first, since the largest process of all so far is told
        cost, grades = _graded(handed, Path(place, "two"), 2)
        alone, _ = _graded(handed, Path(place, "one"), 1)
    steps = sum(sum(grade.counts.values()) for grade in grades)
    found = compared(handed, grades)
    ratio = (alone.processor + alone.keeping) / (cost.processor / 2 + cost.keeping)
    lines = [
        f"grading: {len(handed)} submissions, {steps} steps ({steps / len(handed):.0f} each)",
        f"  {steps / cost.processor:.0f} steps per second of processor time (aim 60)",
        f"  largest process {tenth.megabytes:.0f} MB after a tenth of the class, {cost.megabytes:.0f} MB at its end",
        f"  two processes {alone.seconds / cost.seconds:.2f} times as fast as one by the clock (aim 1.8); "
        f"{ratio:.2f} by processor time, which other work on the machine does not change",
        f"  planted errors that `hence check` refutes: {found.charged} charged, {found.missed} missed; "
        f"charged, but not planted: {found.others}; planted, but not refuted: {found.undetected}",
    ]
    numbers = {
        "submissions": len(handed),
        "steps": steps,
        "steps_per_processor_second": steps / cost.processor,
        "seconds": [alone.seconds, cost.seconds],
        "processor": [alone.processor, cost.processor],
        "keeping": [alone.keeping, cost.keeping],
        "megabytes": [tenth.megabytes, cost.megabytes],
        "found": vars(found),
    }
    return Told("grading", tuple(lines), numbers)


def _graded(handed: Sequence[Handed], folder: Path, processes: int) -> tuple[Cost, tuple[Grade, ...]]:
    written(handed, folder / "class")
    out = folder / "out"
    out.mkdir()
    before, start, own = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter(), time.process_time()
    with opened(out / "grades.sqlite") as store:
        outcome = graded_class(Plan(folder / "class", out, processes=processes), store, _told)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    keeping = time.process_time() - own
    return Cost(time.perf_counter() - start, processor, keeping, after.ru_maxrss / 1024), outcome.grades


def _told(done: int, total: int, _: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K[{done}/{total}]", end="", file=sys.stderr, flush=True)


def compared(handed: Sequence[Handed], grades: Sequence[Grade]) -> Found:
    """What grading says of the planted errors; `hence check` is asked where they differ, and of some where not."""
    by_name = {grade.student: grade for grade in grades}
    missed = others = found = undetected = sure = 0
    for one in handed:
        charged = {mistake.line for mistake in by_name[one.name].mistakes}
        planted = set(one.planted)
        found += len(planted & charged)
        others += len(charged - planted)
        if not planted - charged and (sure == SURE or not planted):
            continue
        sure += not planted - charged
        refuted = {step.span.line for step in check(one.text, hints=False).of("refuted")}
        missed += len((planted & refuted) - charged) + len(charged - refuted)
        undetected += len(planted - refuted)
    return Found(missed, others, found, undetected)
