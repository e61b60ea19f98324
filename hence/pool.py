"""Processes that work on tasks: one that dies costs its task only, and another takes its place."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic

from hence.language.records import dataclass
from hence.stopping import STOP
from hence.work import Heard, Lost, Result, Task, Tell

MOMENT = 0.5  # seconds


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    number: int = -1  # of the task that it works on


class Pool(Generic[Task, Result]):
    """Processes that each have one task at a time, so that it is known which task a dead one had."""

    def __init__(
        self, work: Callable[[Task, Tell], Result], tasks: Sequence[Task], processes: int, heard: Heard
    ) -> None:
        self.work, self.tasks, self.heard = work, tasks, heard
        self.next, self.stopping = 0, False
        self.found: dict[int, Result | Lost] = {}
        self.workers = [self.start() for _ in range(processes)]

    def start(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=_serve, args=(theirs, self.work), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def results(self) -> Iterator[Result | Lost]:
        for worker in self.workers:
            self.give(worker)
        for number in range(len(self.tasks)):
            while number not in self.found:
                if STOP.is_set() and number >= self.next:  # nobody begins it any more
                    return
                self.listen()
            yield self.found.pop(number)

    def give(self, worker: _Worker) -> None:
        """The next task, if there is one."""
        worker.number = -1
        if self.next < len(self.tasks) and not STOP.is_set():
            worker.number, self.next = self.next, self.next + 1
            self.heard(worker.number, "")
            try:
                worker.pipe.send(self.tasks[worker.number])
            except OSError:  # it died before it had a task: `listen` finds out
                return

    def listen(self) -> None:
        """What the processes say, for a moment: then somebody may have said stop."""
        by_pipe: dict[Any, _Worker] = {w.pipe: w for w in self.workers if w.number >= 0}
        if STOP.is_set() and not self.stopping:
            self.stopping = True
            self.pass_on(by_pipe.values())
        for pipe in wait(by_pipe, MOMENT):
            worker = by_pipe[pipe]
            try:
                kind, value = worker.pipe.recv()
            except (EOFError, OSError):
                self.bury(worker)
                continue
            if kind == "told":
                self.heard(worker.number, value)
            else:
                self.found[worker.number] = value
                self.give(worker)

    def pass_on(self, workers: Iterable[_Worker]) -> None:
        """That somebody said stop: from a terminal all processes hear it, from elsewhere only this one."""
        if sys.platform != "win32":  # where a signal would end a process
            for worker in workers:
                with suppress(ProcessLookupError):
                    os.kill(worker.process.pid or 0, signal.SIGINT)

    def bury(self, worker: _Worker) -> None:
        """The task of a dead process is lost; another process takes its place."""
        worker.process.join()
        self.found[worker.number] = Lost(_cause(worker.process.exitcode))
        self.workers.remove(worker)
        if self.next < len(self.tasks) and not STOP.is_set():
            self.workers.append(self.start())
            self.give(self.workers[-1])

    def close(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()


def _cause(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        name = signal.Signals(-exitcode).name
        why = " (perhaps the memory did not suffice)" if name == "SIGKILL" else ""
        return f"its process was ended by {name}{why}"
    return f"its process ended with status {exitcode}"


def _serve(pipe: Connection, work: Callable[[Any, Tell], object]) -> None:
    """Tasks one after the other, until the parent goes away. An exception ends the process, and says so on stderr."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # what stops in the middle tells what is done
        signal.signal(signal.SIGINT, lambda _signal, _frame: STOP.set())
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(("done", work(task, lambda text: pipe.send(("told", text)))))
