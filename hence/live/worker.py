"""The process that checks: jobs come in, messages go out, each a length and JSON.

It may be ended at any time. Memory is bounded from inside (`bounds`), time from outside (`workers`), and the signal
that stops a job is heard between any two instructions of Python.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
from typing import Any, BinaryIO

from hence.seldom import collect_meanwhile, collect_seldom

LENGTH = struct.Struct("!I")
STOP = getattr(signal, "SIGUSR1", None)  # without it (Windows) a job is stopped by ending the process
MEGABYTE = 1 << 20


class Stopped(BaseException):
    """The job is not wanted any more. No `except Exception` on the way may take it for a fault."""


class _Interrupts:
    """Lets the signal through while a job runs, and only then."""

    def __init__(self) -> None:
        self.armed = False

    def handle(self, *_: object) -> None:
        if self.armed:
            self.armed = False
            raise Stopped


def read_message(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; None where the stream ends."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    body = stream.read(LENGTH.unpack(head)[0])
    message: dict[str, Any] = json.loads(body)
    return message


def packed(message: dict[str, Any]) -> bytes:
    body = json.dumps(message, ensure_ascii=False, allow_nan=False).encode()
    return LENGTH.pack(len(body)) + body


def bounds(megabytes: int) -> None:
    """No more memory than this, no core files, and a lower priority than the editor has."""
    try:
        import resource  # noqa: PLC0415 (not everywhere)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
    os.nice(5)


def serve(jobs: BinaryIO, messages: BinaryIO) -> None:
    """Jobs until the stream ends."""
    from hence.live.jobs import KINDS  # noqa: PLC0415 (after the bounds are set)

    def tell(message: dict[str, Any]) -> None:
        messages.write(packed(message))
        messages.flush()

    interrupts = _Interrupts()
    if STOP is not None:
        signal.signal(STOP, interrupts.handle)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tell({"ready": True})
    while (job := read_message(jobs)) is not None:
        message: dict[str, Any]
        try:
            interrupts.armed = True
            message = {"result": KINDS[job["kind"]](job, tell)}
        except Stopped:
            message = {"stopped": True}
        except MemoryError:
            message = {"exhausted": "memory"}
        except RecursionError:
            message = {"exhausted": "nesting"}
        finally:
            interrupts.armed = False
        tell(message)
        if "exhausted" in message:  # what is left of the memory may be in pieces
            return
        collect_meanwhile()


def main() -> None:
    jobs = os.fdopen(os.dup(0), "rb")
    messages = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get among the messages
    bounds(int(sys.argv[1]))
    collect_seldom()
    serve(jobs, messages)


if __name__ == "__main__":
    main()
