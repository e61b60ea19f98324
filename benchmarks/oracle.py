"""latex2sympy2, asked in an environment of its own: it pins an old antlr and installs packages `tests` and `gen`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "oracle" / "bin" / "python"
WORKER = Path(__file__).with_name("oracle_worker.py")


class Unavailable(Exception):
    """latex2sympy2 is not installed, or does not run with this Python; the message says which."""


@dataclass(frozen=True)
class Answers:
    """What it read: an answer for each formula, and the seconds of each timed pass over the readable ones."""

    answers: tuple[Mapping[str, Any], ...]
    seconds: tuple[float, ...]


def ask(formulas: Sequence[str], points: Sequence[Mapping[str, float]] = (), passes: int = 0) -> Answers:
    """Read the formulas with latex2sympy2. Raises Unavailable."""
    if not PYTHON.exists():
        raise Unavailable("latex2sympy2 is not installed: `make oracle` installs it (Python below 3.13)")
    task = json.dumps({"formulas": list(formulas), "points": [dict(p) for p in points], "passes": passes})
    # -I: the worker must see its own site-packages, not this folder
    done = subprocess.run([PYTHON, "-I", WORKER], input=task, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise Unavailable(f"latex2sympy2 does not run: {last}")
    made = json.loads(done.stdout)
    return Answers(tuple(made["answers"]), tuple(made["seconds"]))
