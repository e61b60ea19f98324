"""Seconds for a page of a hundred steps after an edit of one line, against checking it for the first time."""

from __future__ import annotations

import gc
from collections.abc import Iterator

from hence.checks.memory import Memory
from hence.latex_in.remembered import forget

from benchmarks.measured import Measured, processor
from benchmarks.steps import page
from hence.library import check
from hence.seldom import collect_meanwhile, collect_seldom

ROUNDS = 6  # a cold check takes its time
COPIES = 10
EDITS = ("0 + ", "1 + ")  # what leaves a step as true as it was, and what does not


def rechecking() -> Measured:
    """In one process, as browser and editors do it: what the edit does not touch is recalled."""
    note = "ten times the ten-step file; one line edited, another one each round; all verdicts, processor time"
    return Measured("rechecking", tuple(_rounds()), 10 * COPIES, 0.1, note, slower=True)


def _rounds() -> Iterator[tuple[float, float]]:
    text = page(10 * COPIES)
    lines = text.split("\n")
    rows = [number for number, line in enumerate(lines) if "&=" in line]
    collect_seldom()  # as in the processes that check for browser and editors; so is what follows a check
    check(text, hints=False)  # what is loaded at the first check is not counted
    for number in range(ROUNDS):
        memory = Memory()
        forget()
        gc.collect()
        cold = processor(lambda memory=memory: check(text, hints=False, memory=memory))
        collect_meanwhile()
        row = rows[(2 * number + 1) * len(rows) // (2 * ROUNDS)]  # from the top of the page to its end
        line = lines[row].replace("&=", f"&= {EDITS[number % len(EDITS)]}")
        edited = "\n".join((*lines[:row], line, *lines[row + 1 :]))
        warm = processor(lambda edited=edited, memory=memory: check(edited, hints=False, memory=memory))
        yield warm, cold
