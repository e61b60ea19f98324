"""Seconds for a page of a hundred steps after an edit of one line, against checking it for the first time."""

from __future__ import annotations

from collections.abc import Iterator

from hence.checks.memory import Memory

from benchmarks.measured import Measured, seconds
from benchmarks.starting import TEN_STEPS
from hence.library import check

ROUNDS = 3  # a cold check takes its time
COPIES = 10


def rechecking() -> Measured:
    """In one process, as browser and editors do it: what the edit does not touch is recalled."""
    note = "ten times the ten-step file; one line edited, and the page checked again with what is remembered of it"
    return Measured("rechecking", tuple(_rounds()), 10 * COPIES, 0.1, note, slower=True)


def _rounds() -> Iterator[tuple[float, float]]:
    page = _page()
    lines = page.split("\n")
    last = max(k for k, line in enumerate(lines) if "&=" in line)
    check(page, hints=False)  # what is loaded at the first check is not counted
    for number in range(ROUNDS):
        memory = Memory()
        cold = seconds(lambda memory=memory: check(page, hints=False, memory=memory))
        edited = "\n".join((*lines[:last], lines[last].replace("&=", f"&= {number + 1} + "), *lines[last + 1 :]))
        warm = seconds(lambda edited=edited, memory=memory: check(edited, hints=False, memory=memory))
        yield warm, cold


def _page() -> str:
    """Ten parts with functions of their own names: what is known of one says nothing about the next."""
    text = TEN_STEPS.read_text(encoding="utf-8")
    parts = (text.replace("J(", f"J_{{{k}}}(").replace("\\sigma", f"\\sigma_{{{k}}}") for k in range(1, COPIES + 1))
    return "\n".join(f"\\section{{Problem {k}}}\n{part}" for k, part in enumerate(parts, 1))
