"""pytest collects derivations: one test per step.

`pytest --hence` takes every .tex and .md file that it meets; the ini option `hence_files` names globs of
files that are always taken. A refuted step fails. A comment at the end of its line (`% proved`,
`% refuted`, `% assumed`) says what is expected instead: then anything else fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hence.language.verdicts import Judged

EXPECTED = re.compile(r"%\s*(proved|refuted|assumed|supported|unknown|unread)\s*$")
SUFFIXES = (".tex", ".md")


class StepFailed(Exception):
    """A step whose verdict is not what it should be; the message is the diagnostic."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hence", "derivations as tests")
    group.addoption("--hence", action="store_true", help="collect .tex and .md files, one test per step")
    parser.addini("hence_files", "globs of derivations to collect", type="args", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> DerivationFile | None:
    if file_path.suffix not in SUFFIXES:
        return None
    globs: list[str] = parent.config.getini("hence_files")
    relative = (
        file_path.relative_to(parent.config.rootpath).as_posix() if _inside(file_path, parent) else file_path.name
    )
    if parent.config.getoption("--hence") or any(fnmatch(relative, glob) for glob in globs):
        return DerivationFile.from_parent(parent, path=file_path)
    return None


def _inside(path: Path, parent: pytest.Collector) -> bool:
    return path.is_relative_to(parent.config.rootpath)


class DerivationFile(pytest.File):
    """A page of derivations. It is checked once, when it is collected."""

    def collect(self) -> Iterator[StepItem]:
        from hence.files import Unreadable, check_file  # noqa: PLC0415 (only when there is a file to check)

        try:
            report = check_file(str(self.path))
        except Unreadable as error:
            raise self.CollectError(str(error)) from error
        expected = expectations(self.path.read_text(encoding="utf-8"))
        seen: dict[int, int] = {}
        for judged in report.steps:
            line = judged.step.span.line
            seen[line] = seen.get(line, 0) + 1
            name = f"line {line}" + (f" step {seen[line]}" if seen[line] > 1 else "")
            yield StepItem.from_parent(self, name=name, judged=judged, expected=expected.get(line))


def expectations(text: str) -> dict[int, str]:
    """The verdicts that the author expects, by line."""
    found = ((number, EXPECTED.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return {number: match[1] for number, match in found if match}


class StepItem(pytest.Item):
    """One step. It passes unless it is refuted, or has another verdict than expected."""

    def __init__(self, *, judged: Judged, expected: str | None, **rest: Any) -> None:  # noqa: ANN401 (pytest's own)
        super().__init__(**rest)
        self.judged, self.expected = judged, expected

    def runtest(self) -> None:
        from hence.language.verdicts import settled  # noqa: PLC0415
        from hence.text_out import Painter, step  # noqa: PLC0415

        verdict = settled(self.judged)
        wrong = verdict != self.expected if self.expected else verdict == "refuted"
        if wrong:
            lines = step(self.path.name, self.judged, Painter())
            raise StepFailed("\n".join(lines + ([f"    expected: {self.expected}"] if self.expected else [])))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any, **more: Any) -> Any:  # noqa: ANN401
        if isinstance(excinfo.value, StepFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *rest, **more)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.judged.step.span.line - 1, f"{self.path.name}: {self.name}"
