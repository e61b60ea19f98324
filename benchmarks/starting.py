"""Processor time of whole processes: `hence check` of the README's example and of ten steps, against `import sympy`."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.measured import ROUNDS, Measured
from benchmarks.oracle import ROOT

TEN_STEPS = Path(__file__).with_name("ten_steps.tex")
LOAD = (sys.executable, "-c", "import sympy")


def starting() -> Measured:
    """The example of the README, decided anew in every round."""
    note = "processor time of whole processes: the README's example, no cache; `python -c 'import sympy'`"
    return Measured("starting", tuple(_rounds(_example(), "--no-cache")), 1, 1.5, note, slower=True)


def unchanged() -> Measured:
    """The same when it was checked before."""
    note = "the same page again, unchanged: its verdicts are kept"
    return Measured("unchanged", tuple(_rounds(_example())), 1, 1.5, note, slower=True)


def ten_steps() -> Measured:
    """A page of ten steps, one of them wrong."""
    note = "ten steps, one wrong, no cache; `python -c 'import sympy'`"
    return Measured("ten steps", tuple(_rounds(TEN_STEPS.read_text("utf-8"), "--no-cache")), 1, 2, note, slower=True)


def _example() -> str:
    found = re.search(r"```latex\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        raise AssertionError("the README shows no page")
    return found[1]


def _rounds(page: str, *options: str) -> Iterator[tuple[float, float]]:
    """Ours and theirs in turn; a first round that is not counted fills the caches of the disk."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.tex")
        path.write_text(page, encoding="utf-8")
        check = (sys.executable, "-m", "hence", "check", *options, str(path))
        where = {"HENCE_CACHE": folder}
        processor_seconds(check, where)
        processor_seconds(LOAD, where)
        for _ in range(ROUNDS):
            yield processor_seconds(check, where), processor_seconds(LOAD, where)


def processor_seconds(command: tuple[str, ...], more: Mapping[str, str]) -> float:
    """Of a process and those that it starts, with compiled files kept as in an installation."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | dict(more)
    before = _children()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 (our own)
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
