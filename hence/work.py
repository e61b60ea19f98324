"""Work spread over processes, results in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None, done: Callable[[Result], None]
) -> list[Result]:
    """`work` of every task, in order; `done` is told of each result. What `work` raises is raised here."""
    processes = min(jobs or os.cpu_count() or 1, len(tasks))
    results: list[Result] = []
    if processes <= 1:
        for task in tasks:
            results.append(work(task))
            done(results[-1])
        return results
    with multiprocessing.Pool(processes, initializer=_leave_interrupts_to_the_parent) as pool:
        for result in pool.imap(work, tasks):
            results.append(result)
            done(result)
    return results


def _leave_interrupts_to_the_parent() -> None:
    """Otherwise every worker prints a traceback when the user presses Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
