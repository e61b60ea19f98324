"""Work spread over processes: results in order as soon as they are ready; a process that dies costs its task only."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from hence.language.records import dataclass
from hence.stopping import STOP

Task = TypeVar("Task")
Result = TypeVar("Result")
Tell = Callable[[str], None]  # takes how far a task has come, in words
Heard = Callable[[int, str], None]  # takes the number of a task and how far it has come; empty words: it begins
_STEP_OF = re.compile(r"step (\d+) of (\d+)")


@dataclass(frozen=True)
class Lost:
    """A task whose process came to an end: killed from outside, out of memory, or by a fault of ours."""

    why: str


def step_of(number: int, total: int) -> str:
    """How far a task has come that consists of steps."""
    return f"step {number} of {total}"


def share(told: str) -> float:
    """Which part of a task is done, from how far it says it has come; 0 where it does not say."""
    found = _STEP_OF.fullmatch(told)
    return (int(found[1]) - 1) / int(found[2]) if found else 0


def in_order(
    work: Callable[[Task, Tell], Result], tasks: Sequence[Task], jobs: int | None, heard: Heard
) -> Iterator[Result | Lost]:
    """`work` of every task, in order; with one process, in this one. What `work` raises there is raised here.

    After STOP no task is begun any more: the results are those of the first tasks.
    """
    processes = min(jobs or os.cpu_count() or 1, len(tasks))
    if processes <= 1:
        for number, task in enumerate(tasks):
            if STOP.is_set():
                return
            heard(number, "")
            yield work(task, lambda text, number=number: heard(number, text))  # type: ignore[misc]
        return
    from hence.pool import Pool  # noqa: PLC0415 (what processes need is not loaded for one page)

    pool = Pool(work, tasks, processes, heard)
    try:
        yield from pool.results()
    finally:
        pool.close()
