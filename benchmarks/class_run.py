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

from benchmarks.class_pages import Handed, sections, submissions, written
from benchmarks.measured import Told
from hence.grade.marking import Grade
from hence.grade.run import Plan, graded_class
from hence.grade.store import opened
from hence.library import check

STUDENTS = int(os.environ.get("HENCE_CLASS", "1000"))
COMPARED = 40  # submissions that are checked by `hence check`, too


@dataclass(frozen=True)
class Cost:
    seconds: float
    processor: float
    megabytes: float  # of the largest process so far


def grading() -> Told:
    """Processor seconds are those of the processes that check: what else the machine does changes little of them."""
    handed = submissions(STUDENTS, sections())
    with tempfile.TemporaryDirectory() as place:
        first, small = _graded(handed[: max(2, STUDENTS // 10)], Path(place, "first"), 2)
        cost, grades = _graded(handed, Path(place, "two"), 2)
        alone, _ = _graded(handed[: max(2, STUDENTS // 10)], Path(place, "one"), 1)
    steps = sum(sum(grade.counts.values()) for grade in grades)
    missed, others, undetected = _compared(handed, grades)
    lines = [
        f"grading: {len(handed)} submissions, {steps} steps ({steps / len(handed):.0f} each)",
        f"  {steps / cost.processor:.0f} steps per second of processor time; {cost.seconds:.0f} s with two processes",
        f"  largest process {first.megabytes:.0f} MB after a tenth of the class, {cost.megabytes:.0f} MB at its end",
        f"  two processes {alone.seconds / first.seconds:.2f} times as fast as one, on {len(small)} submissions",
        f"  planted errors that `hence check` refutes and grading does not charge: {missed}; charged, but not planted: "
        f"{others}; planted, but not refuted: {undetected}",
    ]
    numbers = {
        "submissions": len(handed),
        "steps": steps,
        "steps_per_processor_second": steps / cost.processor,
        "seconds": cost.seconds,
        "megabytes": [first.megabytes, cost.megabytes],
        "two_against_one": alone.seconds / first.seconds,
        "missed": missed,
        "others": others,
        "undetected": undetected,
    }
    return Told("grading", tuple(lines), numbers)


def _graded(handed: Sequence[Handed], folder: Path, processes: int) -> tuple[Cost, tuple[Grade, ...]]:
    written(handed, folder / "class")
    out = folder / "out"
    out.mkdir()
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with opened(out / "grades.sqlite") as store:
        outcome = graded_class(Plan(folder / "class", out, processes=processes), store, _told)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - start, processor, after.ru_maxrss / 1024), outcome.grades


def _told(done: int, total: int, _: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K[{done}/{total}]", end="", file=sys.stderr, flush=True)


def _compared(handed: Sequence[Handed], grades: Sequence[Grade]) -> tuple[int, int, int]:
    """What grading and `hence check` say of the planted errors of some submissions."""
    by_name = {grade.student: grade for grade in grades}
    missed = others = undetected = 0
    for one in handed[:COMPARED]:
        charged = {mistake.line for mistake in by_name[one.name].mistakes}
        if one.steps:
            refuted = {step.span.line for step in check(one.text, hints=False).of("refuted")}
            missed += len((set(one.planted) & refuted) - charged)
            undetected += len(set(one.planted) - refuted)
        others += len(charged - set(one.planted))
    return missed, others, undetected
