"""How far a run has come: one line at the bottom of a terminal, nothing in a pipe."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from threading import Event, Lock, Thread

from hence.work import share

FEWEST_SECONDS = 1.0  # before anything is shown, and between two looks at the clock


class Progress:
    """Counts tasks by name; shows what is running, how long it has taken, and how long it may take.

    Within `with` the line is shown, and its clock goes on while nothing is heard; afterwards it is cleared.
    """

    def __init__(self, names: Sequence[str], on: bool | None = None) -> None:
        self.names, self.finished = names, 0
        self.parts: dict[int, float] = {}  # of tasks that are under way, how much is done
        self.on = sys.stderr.isatty() if on is None else on
        self.begun = time.monotonic()
        self.shown = False
        self.latest: tuple[int, str] | None = None  # of what runs; None while something else is printed
        self.lock, self.over = Lock(), Event()

    def __enter__(self) -> Progress:
        if self.on:
            Thread(target=self._go_on, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.clear()

    def heard(self, number: int, text: str) -> None:
        """A task has begun, or has come so far. How long one takes that goes through its steps again, nobody knows."""
        part = share(text)
        with self.lock:
            self.parts[number] = 1 if part < self.parts.get(number, 0) else part
            self.latest = number, text
            self._show()

    def done(self) -> None:
        self.finished += 1

    def clear(self) -> None:
        """Before anything else is printed."""
        with self.lock:
            self.latest = None
            if self.shown:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
                self.shown = False

    def times(self, elapsed: float) -> str:
        """`0:12`, and what is left where a part of the work is done."""
        done = self.finished + sum(part for number, part in self.parts.items() if number >= self.finished)
        if not 0 < done < len(self.names):
            return _clock(elapsed)
        left = elapsed / done * (len(self.names) - done)
        return f"{_clock(elapsed)}, about {_clock(left)} left"

    def _go_on(self) -> None:
        while not self.over.wait(FEWEST_SECONDS):
            with self.lock:
                self._show()

    def _show(self) -> None:
        if not self.on or self.latest is None or (elapsed := time.monotonic() - self.begun) < FEWEST_SECONDS:
            return
        number, text = self.latest
        where = f" ({text})" if text else ""
        line = f"[{self.finished}/{len(self.names)}] {self.names[number]}{where}, {self.times(elapsed)}"
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)
        self.shown = True


def _clock(seconds: float) -> str:
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
