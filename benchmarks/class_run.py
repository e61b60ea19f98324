"""A class graded: steps per second of processor time, memory, two processes against one, and whether what was planted
is what is found. `HENCE_CLASS` says how many submissions (1000)."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hence.checks.memory import Memory

from benchmarks.class_pages import Handed, sheets, submissions, written
from benchmarks.measured import Told
from hence.grade.marking import Grade
from hence.grade.run import Plan, graded_class
from hence.grade.store import opened
from hence.library import check
from hence.work import Lost, Tell, in_order

STUDENTS = int(os.environ.get("HENCE_CLASS", "1000"))
SURE = 10  # submissions with errors that are checked by `hence check`, too, even if nothing looks odd
MEMORY = Memory()  # of each process that compares


@dataclass(frozen=True)
class Cost:
    seconds: float
    processor: float  # of the processes that check
    keeping: float  # processor seconds of the process that keeps the database
    megabytes: float  # of the largest process that checks


@dataclass(frozen=True)
class Found:
    """Lines of all submissions, counted. An error that was planted makes two steps false: its own, and the next one of
    the chain, which goes on from it. It is to be charged once, at its own if `hence check` refutes that."""

    missed: int = 0  # planted, and refuted by `hence check`, but not charged; or charged, and not refuted by it
    others: int = 0  # charged, and neither planted nor `behind`
    charged: int = 0  # planted, and charged
    behind: int = 0  # charged at the step that goes on from an error, whose own step is not refuted
    undetected: int = 0  # planted, and not refuted by `hence check`

    def __add__(self, other: Found) -> Found:
        return Found(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


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
        f"charged, but not planted: {found.others}; planted, but not refuted: {found.undetected}, "
        f"of which {found.behind} are charged at the step that goes on from them",
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
    charged = {grade.student: {mistake.line for mistake in grade.mistakes} for grade in grades}
    planting = [one for one in handed if one.planted]
    differing = [one for one in planting if one.planted.keys() != charged[one.name]]
    agreeing = [one for one in planting if one.planted.keys() == charged[one.name]]
    found = Found(charged=sum(len(one.planted) for one in agreeing[SURE:]))
    found += Found(others=sum(len(charged[one.name]) for one in handed if not one.planted))
    asked = [*differing, *agreeing[:SURE]]
    for one, refuted in zip(asked, in_order(_refuted, asked, None, lambda _, __: None), strict=True):
        assert not isinstance(refuted, Lost), refuted
        found += _weighed(one.planted, charged[one.name], refuted)
    return found


def _refuted(one: Handed, _: Tell) -> set[int]:
    """The lines that `hence check` refutes; a process of the pool recalls what it has decided before, as editors do."""
    return {step.span.line for step in check(one.text, hints=False, memory=MEMORY).of("refuted")}


def _weighed(planted: Mapping[int, int], charged: set[int], refuted: set[int]) -> Found:
    own = planted.keys()
    behind = {planted[line] for line in own - charged - refuted} & charged
    return Found(
        missed=len((own & refuted) - charged) + len(charged - refuted),
        others=len(charged - own - behind),
        charged=len(own & charged),
        behind=len(behind),
        undetected=len(own - refuted),
    )
