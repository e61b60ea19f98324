"""Which verdicts an author expects, and so which steps make a run fail.

A comment at the end of a line (`% proved`, `% refuted`, ...; in Markdown `<!-- refuted -->`) says what is expected of
its steps, and so may the table `[tool.hence.expected]`. What has no expectation fails where it is refuted; in a strict
run, where it is not proved or assumed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path

from hence.language.records import dataclass
from hence.report import VERDICTS, CheckedStep, Report

SETTLED = frozenset(("proved", "assumed", "remark"))
_VERDICTS = "|".join(VERDICTS)
_MARK = re.compile(rf"(?<!\\)(?:%\s*({_VERDICTS})|<!--\s*({_VERDICTS})\s*-->)\s*$")


def marks(text: str) -> dict[int, str]:
    """The verdicts that comments expect, by line."""
    found = ((number, _MARK.search(line)) for number, line in enumerate(text.split("\n"), 1))
    return {number: match[1] or match[2] for number, match in found if match}


@dataclass
class Expectations:
    """`said` is by `file:line`, where paths start in `folder`; a comment at the line itself counts more."""

    strict: bool = False
    said: Mapping[str, str] = field(default_factory=dict)
    folder: Path = field(default_factory=Path)
    _marks: dict[str, dict[int, str]] = field(default_factory=dict)

    def of(self, report: Report, step: CheckedStep) -> str | None:
        """The verdict that is expected of a step, if any."""
        place = f"{os.path.abspath(step.span.file or report.source)}:{step.span.line}"
        said = self._by_place.get(place)
        if step.span.file:
            return said
        return self._marks.setdefault(report.source, marks(report.text)).get(step.span.line, said)

    @cached_property
    def _by_place(self) -> dict[str, str]:
        return {os.path.abspath(self.folder / place): verdict for place, verdict in self.said.items()}

    def marked(self, report: Report) -> Report:
        """The report in which steps say what was expected of them, where that is something else."""
        told = ((step, self.of(report, step) or step.verdict) for step in report.steps)
        steps = (step if said == step.verdict else replace(step, expected=said) for step, said in told)
        return replace(report, steps=tuple(steps))

    def fails(self, report: Report, step: CheckedStep) -> bool:
        expected = self.of(report, step)
        if expected is not None:
            return step.verdict != expected
        return step.verdict not in SETTLED if self.strict else step.verdict == "refuted"
