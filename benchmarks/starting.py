"""Seconds for a cold `hence check` of a ten-step file, against `import sympy` alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measured import ROUNDS, Measured, seconds
from benchmarks.oracle import ROOT

TEN_STEPS = Path(__file__).with_name("ten_steps.tex")


def starting() -> Measured:
    """Whole processes; a first round that is not counted fills the caches of the disk."""
    rounds = tuple(_starts())[1:]
    note = "whole processes: `hence check` of a ten-step file, one step wrong; `python -c 'import sympy'`"
    return Measured("starting", rounds, 1, 2, note, slower=True)


def _starts() -> Iterator[tuple[float, float]]:
    check = (sys.executable, "-m", "hence", "check", str(TEN_STEPS))
    load = (sys.executable, "-c", "import sympy")
    for _ in range(ROUNDS + 1):
        yield seconds(lambda: _run(check)), seconds(lambda: _run(load))


def _run(command: tuple[str, ...]) -> None:
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 (our own commands)
