"""Ctrl-C: the first lets what runs come to an end, so that all that is done is told; the second does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIG_IGN, SIGINT, getsignal, signal
from threading import Event, current_thread, main_thread

STOP = Event()  # set where a person has had enough


@contextmanager
def asked_before_killed() -> Iterator[None]:
    """Within, the first Ctrl-C sets STOP, and the second is a KeyboardInterrupt.

    Only the main thread hears signals; what runs behind other work in a script does not hear this one.
    """

    def asked(_signal: int, _frame: object) -> None:
        if STOP.is_set():
            raise KeyboardInterrupt
        STOP.set()
        print("\nhence: stopping as soon as the steps that run are done; Ctrl-C again stops at once", file=sys.stderr)

    if current_thread() is not main_thread() or getsignal(SIGINT) == SIG_IGN:
        yield
        return
    before = signal(SIGINT, asked)
    try:
        yield
    finally:
        signal(SIGINT, before)
        STOP.clear()
