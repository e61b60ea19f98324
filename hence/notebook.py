r"""Notebooks: `%load_ext hence`, then a cell that begins with `%%hence` is checked, and its report is shown as a table.

    %%hence
    Let $x \in \mathbb{R}^n$. Then $$x^\top x = \|x\|^2 .$$

A cell is Markdown; `%%hence --latex` takes it as LaTeX, `%%hence --strict` raises where a step is not settled.
"""

from __future__ import annotations

from typing import Any

from hence.expected import Expectations
from hence.library import check
from hence.report import Report
from hence.text_out import Painter, step

OPTIONS = ("--latex", "--strict", "--no-hints")


class NotSettled(Exception):
    """A step of a strict cell that is not proved or assumed; the message is what a terminal shows of it."""


def load_ipython_extension(shell: Any) -> None:  # noqa: ANN401 (IPython is not one of our dependencies)
    """What `%load_ext hence` calls."""
    shell.register_magic_function(hence_cell, "cell", "hence")


def hence_cell(line: str, cell: str) -> Report:
    """The report on a cell. Raises ValueError for an option that does not exist, NotSettled for a strict cell."""
    options = line.split()
    unknown = [option for option in options if option not in OPTIONS]
    if unknown:
        raise ValueError(f"%%hence has no option {unknown[0]}; there are {', '.join(OPTIONS)}")
    report = check(cell + "\n", name="cell", markdown="--latex" not in options, hints="--no-hints" not in options)
    expected = Expectations(strict="--strict" in options)
    failed = [line for s in report.steps if expected.fails(report, s) for line in step(report, s, Painter())]
    if failed and "--strict" in options:
        raise NotSettled("\n".join(failed))
    return report
