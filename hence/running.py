"""Results as they come: printed at once as text, and in other formats when all is there."""

from __future__ import annotations

import argparse
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from hence import files, text_out
from hence.cli import FINE, REFUTED, TROUBLE, Trouble
from hence.entry_report import EntryReport
from hence.expected import SETTLED, Expectations
from hence.files import Failure
from hence.progress import Progress
from hence.report import Report
from hence.stopping import STOP, asked_before_killed
from hence.text_out import ATTENTION, Painter, Shown

One = TypeVar("One", Report, EntryReport)
T = TypeVar("T")


def taken(found: Iterable[T], take: Callable[[T], None], progress: Progress) -> bool:
    """Each result taken as it comes, until there are no more; whether that was because of Ctrl-C."""
    try:
        with asked_before_killed():
            for result in found:
                progress.done()
                progress.clear()
                take(result)
            return STOP.is_set()
    except KeyboardInterrupt:
        return True


class Run(ABC, Generic[One]):
    """What was found, and what could not be looked at."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.reports: list[One] = []
        self.failures: list[Failure] = []
        self.out: list[str] = []
        self.paint = Painter() if options.output else text_out.painter(options.color, sys.stdout)

    def take(self, result: One | Failure) -> None:
        if isinstance(result, Failure):
            self.failures.append(result)
            print(f"hence: {result.message}", file=sys.stderr)
            return
        self.reports.append(result)
        if self.options.format == "text":
            self.put(self.text(result) + "\n")

    def put(self, text: str) -> None:
        if self.options.output:
            self.out.append(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()

    def finish(self) -> None:
        """The rest of the output. Raises Trouble where a file cannot be written."""
        self.put(self.end())
        if self.options.output:
            try:
                files.write_text(self.options.output, "".join(self.out))
            except OSError as error:
                raise Trouble(f"{self.options.output}: {error.strerror or error}") from error

    def status(self) -> int:
        if self.failures or any(report.contradicts_itself for report in self.reports):
            return TROUBLE
        return REFUTED if self.fails() else FINE

    @abstractmethod
    def text(self, report: One) -> str: ...

    @abstractmethod
    def end(self) -> str:
        """What stands below the reports; in other formats than text, all of it."""

    @abstractmethod
    def fails(self) -> bool: ...


class FileRun(Run[Report]):
    """Files that are checked."""

    def __init__(self, options: argparse.Namespace, expected: Expectations, several: bool) -> None:
        super().__init__(options)
        self.expected, self.several = expected, several
        verdicts = options.only or (ATTENTION if options.quiet else ())
        self.shown = Shown(frozenset(verdicts), definitions=expected.strict, warnings=not options.only)

    def take(self, result: Report | Failure) -> None:
        super().take(self.expected.marked(result) if isinstance(result, Report) else result)

    @property
    def whole(self) -> int:
        """How many files need not be looked at again."""
        return sum(report.complete for report in self.reports) + len(self.failures)

    def text(self, report: Report) -> str:
        return text_out.file(report, self.paint, self.shown)

    def end(self) -> str:
        if self.options.format == "text":
            return text_out.files_text(self.reports, len(self.failures), self.paint) + "\n" if self.several else ""
        from hence.formats import FORMATS, Results  # noqa: PLC0415

        return FORMATS[self.options.format](Results(self.reports, self.failures, self.expected.fails))

    def fails(self) -> bool:
        return any(self.expected.fails(report, step) for report in self.reports for step in report.steps)


class EntryRun(Run[EntryReport]):
    """Entries of the catalogue that are verified."""

    def text(self, report: EntryReport) -> str:
        return "\n".join(text_out.entry(report, self.paint))

    def end(self) -> str:
        from hence import json_out  # noqa: PLC0415

        if self.options.format == "json":
            return json_out.catalogue(self.reports, self.failures) + "\n"
        return text_out.entries_text(self.reports, self.paint) + "\n"

    def fails(self) -> bool:
        return fails([report.verdict for report in self.reports], self.options.strict)


def fails(verdicts: Iterable[str], strict: bool) -> bool:
    """Whether something is refuted, or in strict runs not settled."""
    found = set(verdicts)
    return bool(found - SETTLED if strict else found & {"refuted"})
