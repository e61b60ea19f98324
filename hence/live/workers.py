"""Worker processes under supervision: bounded in number, time and memory, and replaced when they are lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hence.live.worker import LENGTH, STOP, packed

Json = dict[str, Any]
Hear = Callable[[Json], None]  # of progress, {"progress": (done, total)}, and of early results, {"early": result}
UNDERWAY = frozenset(("progress", "early"))
WORKER = (sys.executable, "-m", "hence.live.worker")


@dataclass(frozen=True)
class Limits:
    """How much of the machine may be used."""

    processes: int = max(1, min(2, os.cpu_count() or 1))
    seconds: float = 60.0  # of one check
    megabytes: int = 3072  # of address space of one process, libraries included
    waiting: int = 200  # jobs in the queue
    jobs: int = 400  # of one process, before a fresh one takes its place
    grace: float = 1.0  # seconds in which a job may end by itself when it is stopped


class Exhausted(Exception):
    """A job used up what it may use; the message is for the author of the page."""


class Busy(Exception):
    """Too many jobs are waiting."""


class Lost(Exception):
    """The process ended while it worked, twice, and not by any limit that we know of."""


EXHAUSTED = {
    "memory": "checking this page needed more memory than it may use, and was stopped",
    "nesting": "formulas on this page are nested too deeply to be checked",
}


class Workers:
    """Jobs in, results out. The job of a cancelled task is stopped; its process lives on if it can."""

    def __init__(self, limits: Limits | None = None, command: tuple[str, ...] = WORKER) -> None:
        self.limits = limits or Limits()
        self.command = command
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._waiting = 0
        self._closed = False
        self._free = asyncio.Semaphore(self.limits.processes)
        self._ending: set[asyncio.Task[None]] = set()

    async def warm(self) -> None:
        """Start the processes before they are needed."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self.limits.processes - len(self._all)):
                group.create_task(self._start_idle())

    async def _start_idle(self) -> None:
        process = self._new()
        await process.start()
        self._idle.append(process)

    def _new(self) -> _Process:
        process = _Process(self.limits, self.command)
        self._all.add(process)
        return process

    async def run(self, job: Json, key: str = "", hear: Hear = lambda _: None) -> Json:
        """The result of a job. `key`: jobs with the same one go to the same process where that is free, which may
        remember the page. A process that is lost costs a second attempt. Raises Exhausted, Busy, Lost."""
        if self._waiting >= self.limits.waiting:
            raise Busy("too many pages are being checked; try again in a moment")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        process = self._take(key) or self._new()
        process.key = key
        try:
            async with asyncio.timeout(self.limits.seconds):
                try:
                    message = await process.ask(job, hear)
                except Lost:
                    self._all.discard(process)
                    process = self._new()
                    message = await process.ask(job, hear)
        except TimeoutError:
            raise Exhausted(f"checking this page took more than {self.limits.seconds:g} seconds") from None
        finally:
            # a task of its own, so that no request waits for a job that it does not want any more
            ending = asyncio.ensure_future(self._give_back(process))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
        if "result" in message:
            result: Json = message["result"]
            return result
        process.spent = True
        raise Exhausted(EXHAUSTED[message["exhausted"]])

    def _take(self, key: str) -> _Process | None:
        self._idle = [process for process in self._idle if process.alive]
        known = [process for process in self._idle if key and process.key == key]
        chosen = known[0] if known else self._idle[-1] if self._idle else None
        if chosen is not None:
            self._idle.remove(chosen)
        return chosen

    async def _give_back(self, process: _Process) -> None:
        try:
            if process.working:
                await process.stop()
            worn_out = process.spent or process.count >= self.limits.jobs or self._closed
            if process.alive and not worn_out:
                self._idle.append(process)
            else:
                self._all.discard(process)
                await process.end()
        finally:
            self._free.release()

    async def close(self) -> None:
        """End every process, working or not."""
        self._closed = True
        await asyncio.gather(*(process.end() for process in self._all))
        await asyncio.gather(*self._ending)
        self._all.clear()
        self._idle.clear()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that live."""
        return [process.pid for process in self._all if process.alive]


class _Process:
    """One worker process and the pipe to it."""

    def __init__(self, limits: Limits, command: tuple[str, ...]) -> None:
        self.limits, self.command = limits, command
        self.key = ""
        self.count = 0
        self.working = False
        self.spent = False  # it ends by itself
        self._process: asyncio.subprocess.Process | None = None
        self._messages: asyncio.Queue[Json | None] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Raises Lost where it does not get ready."""
        # threads for linear algebra would only take the processors from the other processes
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        command = (*self.command, str(self.limits.megabytes))
        pipe = asyncio.subprocess.PIPE
        self.working = True
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=environment)
        self._reader = asyncio.create_task(self._read())
        await self._message()
        self.working = False

    async def _read(self) -> None:
        """Every message into the queue, whole: a request that goes away in the middle of one leaves no half of it."""
        assert self._process is not None
        assert self._process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                head = await self._process.stdout.readexactly(LENGTH.size)
                body = await self._process.stdout.readexactly(LENGTH.unpack(head)[0])
                self._messages.put_nowait(json.loads(body))
        self._messages.put_nowait(None)

    async def ask(self, job: Json, hear: Hear) -> Json:
        """Raises Lost."""
        if not self.alive:
            await self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        self.count += 1
        self.working = True
        try:
            self._process.stdin.write(packed(job))
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise await self._lost() from None
        while UNDERWAY & (message := await self._message()).keys():
            hear(message)
        self.working = False
        return message

    async def _message(self) -> Json:
        message = await self._messages.get()
        if message is None:
            raise await self._lost()
        return message

    async def _lost(self) -> Lost:
        assert self._process is not None
        code = await self._process.wait()
        self.working = False
        return Lost(f"the process that checked this page ended unexpectedly (status {code})")

    async def stop(self) -> None:
        """End the job: by its signal if it hears it in time, else with the process."""
        if STOP is not None and self._process is not None and self.alive:
            with contextlib.suppress(TimeoutError, Lost, ProcessLookupError):
                self._process.send_signal(STOP)
                async with asyncio.timeout(self.limits.grace):
                    while UNDERWAY & (await self._message()).keys():
                        pass
                    self.working = False
                    return
        await self.end()

    async def end(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        if self._reader is not None:
            await self._reader
        self.working = False
