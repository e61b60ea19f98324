"""The library: `check`, `read`, `explain`. What it raises is `Unreadable`, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hence.checks import check as check_derivation
from hence.checks.elaborate.kinds import LAYOUTS
from hence.checks.observe import Observer, Place
from hence.files import MARKDOWN, SUFFIXES, text_of
from hence.hints import Advice, advice_at
from hence.language.derivation import Derivation, Step
from hence.language.terms import Span, alpha_equal
from hence.language.verdicts import Judged, Refuted
from hence.language.verdicts import Report as Found
from hence.latex_in import read_text, with_notice
from hence.report import Report, report_of

Source = str | os.PathLike[str]


def read(source: Source, *, name: str = "", markdown: bool | None = None) -> Derivation:
    """The derivation on a page: its givens and steps, as terms. Raises Unreadable.

    `source` is a path (`pathlib.Path`, or a string that ends in .tex or .md and has no line breaks) or else the text.
    """
    return _page(source, name, markdown).derivation()


def check(  # noqa: PLR0913 (all but one are options, by name)
    source: Source,
    *,
    name: str = "",
    markdown: bool | None = None,
    seed: int = 0,
    hints: bool = True,
    derivatives: str = "as used",
    stop: Callable[[], bool] = lambda: False,
    watch: Callable[[int, int], None] = lambda _number, _total: None,
) -> Report:
    """Every step of a page, decided. Raises Unreadable.

    `source`, `name` and `markdown` are as in `read`; `name` is what the report calls a text.
    `stop` is asked before every step: once it says True, what is left is `unknown`, and the report not `complete`.
    `derivatives` says in which layout they are written: column, row, denominator, or as the page uses them.
    `watch` is told the number of the step that comes next, and how many there are.
    `hints` looks for formulas that are right where a step is refuted; that takes time for each refuted step.
    """
    page = replace(_page(source, name, markdown), derivatives=derivatives)
    return checked_page(page, seed, hints, stop, watch=watch).report


@dataclass(frozen=True)
class Checked:
    """A page with its terms, for those who go on working with them; `places` are by the number of the step."""

    derivation: Derivation
    found: Found
    places: Mapping[int, Place]
    report: Report


def checked_page(
    page: PageText,
    seed: int,
    hints: bool,
    stop: Callable[[], bool],
    everywhere: bool = False,
    watch: Callable[[int, int], None] = lambda _number, _total: None,
) -> Checked:
    """A page, decided; with the places of refuted steps, or of all steps that were decided. Never fails."""
    derivation = page.derivation()
    told: dict[int, Place] = {}
    stopping = _Latch(stop)

    def keep(place: Place) -> None:
        told[id(place.step)] = place

    total = len(derivation.steps)
    observer = Observer(stopping, keep, keep if everywhere else None, lambda done: watch(done + 1, total))
    layout = next((known for known in LAYOUTS if known == page.derivatives), None)
    found = check_derivation(derivation, seed, observer, layout)
    places = {number: told[id(j.step)] for number, j in enumerate(found.steps) if id(j.step) in told}
    report = report_of(found, page.text, complete=not stopping.closed)
    steps = list(report.steps)
    for number, place in places.items() if hints else ():
        refuted = isinstance(found.steps[number].verdict, Refuted) and not place.step.denied
        if refuted and not stopping():
            advice = advice_at(place, seed, _own_left(found.steps[:number], place.step))
            offered = (advice.hint,) if advice.hint is not None and page.reads_back(place.step, advice) else ()
            steps[number] = replace(steps[number], hints=offered, difference=advice.difference)
    return Checked(derivation, found, places, replace(report, steps=tuple(steps)))


def explain(source: Source, line: int | None = None, *, seed: int = 0) -> str:
    """How the steps of a page, or those on one line, were read and decided, for people. Raises Unreadable."""
    from hence.explaining import explanation  # noqa: PLC0415 (not needed by those who only check)
    from hence.text_out import Painter  # noqa: PLC0415

    found = check_derivation(_page(source, "", None).derivation(), seed)
    chosen = [j for j in found.steps if line is None or _stands_on(j, line)]
    return "\n\n".join(explanation(found, judged, Painter()) for judged in chosen)


def _stands_on(judged: Judged, line: int) -> bool:
    span = judged.step.span
    return not span.file and span.line <= line <= span.end_line


@dataclass(frozen=True)
class PageText:
    """A page before it is read. What stands in a file may read in other files of its folder."""

    text: str
    name: str
    markdown: bool
    path: Path | None = None
    warning: str = ""
    derivatives: str = "as used"

    def derivation(self) -> Derivation:
        return with_notice(read_text(self.text, self.name, self.markdown, self.path), self.warning)

    def reads_back(self, step: Step, advice: Advice) -> bool:
        """Whether the page, with the hint in place of the step, says what was proved."""
        if advice.hint is None or advice.formula is None or step.span.file:
            return False
        edits = [(step.formula.rhs.span, advice.hint.rhs)]
        if advice.formula.lhs != step.formula.lhs:
            edits.append((step.formula.lhs.span, advice.hint.lhs))
        changed = self.text
        for span, new in sorted(edits, key=lambda edit: edit[0].line, reverse=True):
            changed = _replaced(changed, span, new)
        again = read_text(changed, self.name, self.markdown, self.path)
        made = [s.formula for s in again.steps if isinstance(s, Step)]
        return any(alpha_equal(f.lhs, advice.formula.lhs) and alpha_equal(f.rhs, advice.formula.rhs) for f in made)


def _page(source: Source, name: str, markdown: bool | None) -> PageText:
    """Raises Unreadable where there is no such file, or it is no text."""
    path = _as_path(source)
    if path is None:
        return PageText(str(source), name or "<text>", bool(markdown))
    text, warning = text_of(str(path))
    return PageText(text, name or str(path), path.suffix in MARKDOWN if markdown is None else markdown, path, warning)


def _as_path(source: Source) -> Path | None:
    if not isinstance(source, str):
        return Path(source)
    looks = "\n" not in source and source.endswith(SUFFIXES)
    return Path(source) if looks else None


def _own_left(before: Sequence[Judged], step: Step) -> bool:
    """Whether the left side of a step was written for it, and is not the end of the step before."""
    last = before[-1].step if before else None
    return not (isinstance(last, Step) and last.chain == step.chain and last.formula.rhs == step.formula.lhs)


def _replaced(text: str, span: Span, new: str) -> str:
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: span.line - 1])) + span.column - 1
    end = sum(map(len, lines[: span.end_line - 1])) + span.end_column - 1
    return text[:start] + new + text[end:]


class _Latch:
    """Remembers that somebody said stop: then it is not asked again."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self.stop, self.closed = stop, False

    def __call__(self) -> bool:
        self.closed = self.closed or self.stop()
        return self.closed
