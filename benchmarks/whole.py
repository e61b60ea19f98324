"""The whole catalogue: processor time of `hence check`, cold and unchanged, and minutes of `hence mutate`."""

from __future__ import annotations

import os
import sys
import tempfile
import time

from benchmarks.measured import Told
from benchmarks.starting import processor_seconds

COLD, UNCHANGED, MINUTES = 60, 5, 10  # what we aim at


def catalogue() -> Told:
    """In one process, with a cache of its own that is empty at first."""
    check = (sys.executable, "-m", "hence", "check", "--jobs", "1")
    with tempfile.TemporaryDirectory() as folder:
        cold, again = (processor_seconds(check, {"HENCE_CACHE": folder}) for _ in range(2))
    lines = (
        "catalogue: processor seconds of `hence check`",
        f"  cold {cold:.1f} (aim {COLD}: {_met(cold, COLD)}), unchanged {again:.1f} (aim {UNCHANGED}: "
        f"{_met(again, UNCHANGED)})",
    )
    return Told("catalogue", lines, {"cold": cold, "unchanged": again})


def mutating() -> Told:
    """Every mutant of every proved step; `HENCE_MUTANTS` is the most that are taken of each step."""
    sample = os.environ.get("HENCE_MUTANTS", "")
    command = (sys.executable, "-m", "hence", "mutate", *(("--sample", sample) if sample else ()))
    start = time.perf_counter()
    processor = processor_seconds(command, {})
    minutes = (time.perf_counter() - start) / 60
    what = f"at most {sample} mutants of each step" if sample else "every mutant"
    line = f"  {what}: {minutes:.1f} minutes ({processor / 60:.1f} of processor time; aim {MINUTES}: "
    lines = (f"mutating: `hence mutate` on {os.cpu_count()} cores", line + f"{_met(minutes, MINUTES)})")
    return Told("mutating", lines, {"minutes": minutes, "processor_seconds": processor, "sample": sample})


def _met(found: float, aim: float) -> str:
    return "met" if found <= aim else "missed"
