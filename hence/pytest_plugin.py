"""pytest collects derivations: one test per step.

`pytest --hence` takes every .tex and Markdown file that it meets; the ini option `hence_files` names globs of files
that are always taken. A refuted step fails; with `hence_strict = true` in the ini file, so does anything that is not
proved or assumed. A comment at the end of its line (`% proved`, `% refuted`, `% assumed`) says what is expected
instead: then anything else fails. A file that cannot be read is one failed test.

A test is called `line 14: \\sqrt{x^2} = x`. Its file is read when tests are collected, which is quick, and checked
when the first of its tests is run: under xdist only where its tests run (`--dist loadfile` keeps them together).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hence.config import Config
    from hence.expected import Expectations
    from hence.language.derivation import Derivation, Step, Unread
    from hence.report import CheckedStep, Report

SUFFIXES = (".tex", ".md", ".markdown")  # as in `hence.files`, which is not loaded where nothing is collected
LONGEST = 60  # characters of a formula in the name of a test
SAID: pytest.StashKey[tuple[Config, Expectations]] = pytest.StashKey()


class StepFailed(Exception):
    """A step whose verdict is not what it should be; the message is the diagnostic."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hence", "derivations as tests")
    group.addoption("--hence", action="store_true", help="collect .tex and Markdown files, one test per step")
    parser.addini("hence_files", "globs of derivations to collect", type="args", default=[])
    parser.addini("hence_strict", "fail on anything that is not proved or assumed", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> DerivationFile | None:
    if file_path.suffix not in SUFFIXES:
        return None
    globs: list[str] = parent.config.getini("hence_files")
    inside = file_path.is_relative_to(parent.config.rootpath)
    relative = file_path.relative_to(parent.config.rootpath).as_posix() if inside else file_path.name
    if parent.config.getoption("--hence") or any(fnmatch(relative, glob) for glob in globs):
        _said(parent.config)
        return DerivationFile.from_parent(parent, path=file_path)
    return None


def _said(config: pytest.Config) -> tuple[Config, Expectations]:
    """What the project says, in `[tool.hence]` and the ini file. Raises UsageError for a wrong setting, once."""
    from hence.config import WrongSetting, load  # noqa: PLC0415 (only when there is a file to check)
    from hence.expected import Expectations  # noqa: PLC0415

    if SAID not in config.stash:
        try:
            said = load(config.rootpath)
        except WrongSetting as wrong:
            raise pytest.UsageError(str(wrong)) from wrong
        strict = config.getini("hence_strict") or said.strict
        config.stash[SAID] = said, Expectations(strict, said.expected, said.folder)
    return config.stash[SAID]


class DerivationFile(pytest.File):
    """A page of derivations. It is read when it is collected, and checked when its first test is run."""

    def collect(self) -> Iterator[pytest.Item]:
        from hence.files import Unreadable  # noqa: PLC0415 (only when there is a file to check)

        try:
            steps = self.asserted
        except Unreadable as error:
            yield UnreadableItem.from_parent(self, name="can be read", problem=str(error))
            return
        seen: dict[str, int] = {}
        for number, step in enumerate(steps):
            name = test_name(step)
            seen[name] = seen.get(name, 0) + 1
            name += f" ({seen[name]})" if seen[name] > 1 else ""
            yield StepItem.from_parent(self, name=name, number=number)

    @cached_property
    def derivation(self) -> Derivation:
        from hence.library import read  # noqa: PLC0415

        return read(self.path)

    @cached_property
    def asserted(self) -> list[Step | Unread]:
        """The steps that become tests: all but mentions, of which only a check can tell whether they are shown."""
        return [s for s in self.derivation.steps if getattr(s, "standing", "") != "mention"]

    @cached_property
    def report(self) -> Report:
        """From the cache where neither the page nor the program has changed. Raises Unreadable."""
        from hence.files import Wanted, check_page, text_of  # noqa: PLC0415

        said, _ = _said(self.config)
        wanted = Wanted(said.seed, said.hints, said.cache, said.derivatives)
        return check_page(str(self.path), text_of(str(self.path))[0], wanted)


def test_name(step: Step | Unread) -> str:
    """`line 14: \\sqrt{x^2} = x`, without what pytest's own ids are made of."""
    from hence.language.derivation import Unread  # noqa: PLC0415

    text = step.text if isinstance(step, Unread) else f"{step.lhs_text} {step.formula.relation} {step.rhs_text}"
    formula = " ".join(text.split()).replace("::", ": :").replace("[", "(").replace("]", ")")
    short = formula if len(formula) <= LONGEST else formula[: LONGEST - 3] + "..."
    return f"line {step.span.line}: {short}"


test_name.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


class UnreadableItem(pytest.Item):
    """A file that cannot be read: one test, which fails."""

    def __init__(self, *, problem: str, **rest: Any) -> None:  # noqa: ANN401 (pytest's own)
        super().__init__(**rest)
        self.problem = problem

    def runtest(self) -> None:
        raise StepFailed(self.problem)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any, **more: Any) -> Any:  # noqa: ANN401
        return _failure(excinfo) or super().repr_failure(excinfo, *rest, **more)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: {self.name}"


class StepItem(pytest.Item):
    """One step. It passes unless it is refuted, or has another verdict than expected."""

    def __init__(self, *, number: int, **rest: Any) -> None:  # noqa: ANN401 (pytest's own)
        super().__init__(**rest)
        self.number = number

    @property
    def file(self) -> DerivationFile:
        assert isinstance(self.parent, DerivationFile)
        return self.parent

    def runtest(self) -> None:
        from hence.text_out import Painter, step  # noqa: PLC0415

        report = self.file.report
        one: CheckedStep = [s for s in report.steps if s.standing != "mention"][self.number]
        _, expectations = _said(self.config)
        if expectations.fails(report, one):
            (marked,) = expectations.marked(replace(report, steps=(one,))).steps
            raise StepFailed("\n".join(step(report, marked, Painter())))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any, **more: Any) -> Any:  # noqa: ANN401
        return _failure(excinfo) or super().repr_failure(excinfo, *rest, **more)

    def reportinfo(self) -> tuple[Path, int, str]:
        line = self.file.asserted[self.number].span.line
        return self.path, max(line - 1, 0), f"{self.path.name}: {self.name}"


def _failure(excinfo: pytest.ExceptionInfo[BaseException]) -> str | None:
    return str(excinfo.value) if isinstance(excinfo.value, StepFailed) else None
