"""Submissions checked in processes of their own: bounded in time and memory, and replaced when they are lost."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import selectors
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hence.grade.submissions import Submission
from hence.grade.worker import LENGTH, as_bytes, framed

Json = dict[str, Any]
STARTING = 120.0  # seconds in which a process must be ready
JOBS_OF_A_PROCESS = 500  # then a fresh one takes its place
GROWN = 320  # megabytes; a process that holds more is replaced as well, whatever it is that has grown in it
PATIENCE = 4  # by the clock, where a submission may use one second of processor time: others use the machine, too
ATTEMPTS = 2  # processes that may be lost over one submission


@dataclass(frozen=True)
class Job:
    """A submission to check, by its digest, with the key that its result is kept under."""

    key: str
    digest: str
    asked: str
    seed: int


Content = Callable[[str], Submission]  # from the digest of a submission to its files


@dataclass(frozen=True)
class Limits:
    """What one submission may use: seconds of processor time, and memory. What is left when three quarters of the time
    are over is left undecided."""

    seconds: float = 120.0
    megabytes: int = 4096


class Lost(Exception):
    """The process ended while it worked, by no fault that it could tell of."""


def payload(job: Job, submission: Submission, limits: Limits) -> bytes:
    """A job as bytes, for a process or for a cluster."""
    files = [[name, content.decode("latin-1")] for name, content in submission.files]
    soft = 0.75 * limits.seconds
    return as_bytes(
        {"files": files, "refused": submission.refused, "asked": job.asked, "seed": job.seed, "seconds": soft}
    )


class Checker:
    """One process that checks; it is started when it is first needed, and again when it was lost."""

    def __init__(self, limits: Limits, folder: str = "") -> None:
        self.limits = limits
        self.folder = folder  # in which the processes of a run share what they decide
        self.count = 0
        self.process: subprocess.Popen[bytes] | None = None

    def check(self, body: bytes) -> Json:
        """The result for a payload; one that says so where limits were reached. Raises Lost."""
        for attempt in range(ATTEMPTS):
            try:
                return self._asked(body)
            except Lost:
                self.close()
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def _asked(self, body: bytes) -> Json:
        if self.process is None or self.process.poll() is not None or self.count >= JOBS_OF_A_PROCESS:
            self._start()
        assert self.process is not None
        assert self.process.stdin is not None
        self.count += 1
        try:
            self.process.stdin.write(framed(body))
            self.process.stdin.flush()
        except OSError as error:
            raise Lost(str(error)) from error
        answer = self._received(PATIENCE * self.limits.seconds)
        if answer is None or answer["megabytes"] > GROWN:
            self.close()
        if answer is None:
            return given_up(f"checking it took more than {self.limits.seconds:g} seconds")
        return answer["result"] if "result" in answer else given_up(answer["trouble"])

    def _start(self) -> None:
        self.close()
        # threads for linear algebra would only take the processors from the other processes
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        environment["PYTHONHASHSEED"] = "0"  # of two proofs of one step the same is found everywhere
        command = [sys.executable, "-m", "hence.grade.worker", str(self.limits.megabytes), self.folder]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True
        )
        self.count = 0
        if self._received(STARTING) is None:
            raise Lost("it did not start")

    def _received(self, seconds: float) -> Json | None:
        """The next message; None when the time is over. Raises Lost."""
        deadline = time.monotonic() + seconds
        head = self._bytes(LENGTH.size, deadline)
        body = self._bytes(LENGTH.unpack(head)[0], deadline) if head is not None else None
        return json.loads(body) if body is not None else None

    def _bytes(self, count: int, deadline: float) -> bytes | None:
        assert self.process is not None
        assert self.process.stdout is not None
        pipe = self.process.stdout.fileno()
        read = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while len(read) < count:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    return None
                part = os.read(pipe, min(count - len(read), 1 << 20))
                if not part:
                    raise Lost("it ended while it worked")
                read += part
        return bytes(read)

    def close(self) -> None:
        """End the process, working or not."""
        if self.process is None:
            return
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self.process.wait()
        self.process = None


def given_up(why: str) -> Json:
    """The result of a submission that could not be checked for reasons of the machine, or of ours."""
    return {"pages": [], "questions": {}, "trouble": why, "complete": False}


def locally(jobs: Iterable[Job], content: Content, processes: int, limits: Limits) -> Iterator[tuple[Job, Json]]:
    """Every job with its result, as they are done. Each process is looked after by a thread of its own.

    `content` is asked in the thread that takes the results, which is where a database may be used.
    """
    pending = iter(jobs)
    todo: queue.Queue[tuple[Job, bytes] | None] = queue.Queue()
    done: queue.Queue[tuple[Job, Json] | BaseException] = queue.Queue()
    folder = tempfile.TemporaryDirectory(prefix="hence-")
    given = (todo, done, limits, folder.name)
    threads = [threading.Thread(target=_look_after, args=given, daemon=True) for _ in range(processes)]
    for thread in threads:
        thread.start()
    running = 0
    try:
        while True:
            while running < 2 * processes and (job := next(pending, None)) is not None:
                todo.put((job, payload(job, content(job.digest), limits)))
                running += 1
            if not running:
                return
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            running -= 1
            yield result
    finally:
        with contextlib.suppress(queue.Empty):
            while True:
                todo.get_nowait()
        for _ in threads:
            todo.put(None)
        for thread in threads:
            thread.join()
        folder.cleanup()


def _look_after(
    todo: queue.Queue[tuple[Job, bytes] | None],
    done: queue.Queue[tuple[Job, Json] | BaseException],
    limits: Limits,
    folder: str,
) -> None:
    """One process, until there is nothing left to do."""
    checker = Checker(limits, folder)
    try:
        while (job := todo.get()) is not None:
            done.put((job[0], _checked(checker, job[1])))
    except BaseException as error:  # noqa: BLE001 (raised again in the thread that waits)
        done.put(error)
    finally:
        checker.close()


def _checked(checker: Checker, body: bytes) -> Json:
    try:
        return checker.check(body)
    except Lost as lost:
        return given_up(f"the process that checked it was lost {ATTEMPTS} times: {lost}")
