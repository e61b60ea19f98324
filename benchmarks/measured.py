"""What one measurement found, and how it is shown: ratios of medians, with the spread over rounds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

ROUNDS = 9


@dataclass(frozen=True)
class Measured:
    """Seconds of ours and theirs, round by round. `slower`: the aim bounds how much slower ours may be."""

    name: str
    rounds: tuple[tuple[float, float], ...]
    items: int
    aim: float
    note: str
    slower: bool = False

    def ratio(self, ours: float, theirs: float) -> float:
        return ours / theirs if self.slower else theirs / ours

    def medians(self) -> tuple[float, float]:
        return median(a for a, _ in self.rounds), median(b for _, b in self.rounds)

    def spread(self) -> tuple[float, float]:
        ratios = [self.ratio(a, b) for a, b in self.rounds]
        return min(ratios), max(ratios)

    def verdict(self) -> str:
        """Whether the aim was met: told only where every round says the same."""
        low, high = self.spread()
        met = (low <= self.aim, high <= self.aim) if self.slower else (low >= self.aim, high >= self.aim)
        return "met" if all(met) else "missed" if not any(met) else "undecided"


@dataclass(frozen=True)
class Told:
    """Lines of text that are no ratio, with their numbers."""

    name: str
    lines: tuple[str, ...]
    numbers: Any


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor(work: Callable[[], object]) -> float:
    """Seconds of processor time in this process: what other programs do does not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


HEADING = f"{'':<12}{'hence s':>10}{'other s':>10}{'ratio':>8}{'rounds':>18}{'aim':>10}"


def rows(m: Measured | Told) -> tuple[str, ...]:
    """Medians in columns with a line of explanation below, or what is told."""
    if isinstance(m, Told):
        return m.lines
    ours, theirs = m.medians()
    low, high = m.spread()
    aim = f"{'<=' if m.slower else '>='} {m.aim:g}"
    spread = f"{low:.3g} to {high:.3g}"
    ratio = m.ratio(ours, theirs)
    row = f"{m.name:<12}{ours:>10.4f}{theirs:>10.4f}{ratio:>8.3g}{spread:>18}{aim:>10}  {m.verdict()}"
    return row, f"{'':<12}{m.note}"


def as_json(m: Measured | Told) -> dict[str, Any]:
    if isinstance(m, Told):
        return {"name": m.name, "numbers": m.numbers}
    ours, theirs = m.medians()
    return {
        "name": m.name,
        "ours_seconds": ours,
        "theirs_seconds": theirs,
        "ours_per_second": m.items / ours,
        "theirs_per_second": m.items / theirs,
        "ratio": m.ratio(ours, theirs),
        "lowest_and_highest": m.spread(),
        "aim": m.aim,
        "slower": m.slower,
        "verdict": m.verdict(),
        "note": m.note,
        "rounds": m.rounds,
    }
