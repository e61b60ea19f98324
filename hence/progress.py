"""How far a run has come: one line at the bottom of a terminal, nothing in a pipe."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence

from hence.work import share

FEWEST_SECONDS = 1.0  # before anything is shown


class Progress:
    """Counts tasks by name; shows what is running, how long it has taken, and how long it may take."""

    def __init__(self, names: Sequence[str], on: bool | None = None) -> None:
        self.names, self.finished = names, 0
        self.parts: dict[int, float] = {}  # of tasks that are under way, how much is done
        self.on = sys.stderr.isatty() if on is None else on
        self.begun = time.monotonic()
        self.shown = False

    def heard(self, number: int, text: str) -> None:
        """A task has begun, or has come so far."""
        elapsed = time.monotonic() - self.begun
        self.parts[number] = share(text)
        if not self.on or elapsed < FEWEST_SECONDS:
            return
        where = f" ({text})" if text else ""
        self._show(f"[{self.finished}/{len(self.names)}] {self.names[number]}{where}, {self.times(elapsed)}")

    def done(self) -> None:
        self.finished += 1

    def times(self, elapsed: float) -> str:
        """`0:12`, and what is left where a part of the work is done."""
        done = self.finished + sum(part for number, part in self.parts.items() if number >= self.finished)
        if not 0 < done < len(self.names):
            return _clock(elapsed)
        left = elapsed / done * (len(self.names) - done)
        return f"{_clock(elapsed)}, about {_clock(left)} left"

    def _show(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)
        self.shown = True

    def clear(self) -> None:
        """Before anything else is printed."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self.shown = False


def _clock(seconds: float) -> str:
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
