"""The library: `check`, `read`, `explain`. What it raises of a page is `Unreadable`, and nothing else."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from hence.checks import check as check_derivation
from hence.checks.elaborate.kinds import LAYOUTS
from hence.checks.memory import Memory
from hence.checks.observe import Observer, Place
from hence.files import MARKDOWN, SUFFIXES, text_of
from hence.hints import Advice, advice_at
from hence.language.derivation import Derivation, Formula, Step
from hence.language.faults import Fault, guarded
from hence.language.records import dataclass
from hence.language.terms import Span, alpha_equal
from hence.language.verdicts import Judged, Refuted
from hence.language.verdicts import Report as Found
from hence.latex_in import read_text, with_notice
from hence.latex_out.terms import RELATION_LATEX
from hence.report import Edit, Hint, Report, report_of

RELATION = re.compile(r"=|<|>|\\(?:leq?|geq?|lt|gt)(?![A-Za-z])")
Source = str | os.PathLike[str]
DERIVATIVES = ("as used", *LAYOUTS)


def read(source: Source, *, name: str = "", markdown: bool | None = None) -> Derivation:
    """The derivation on a page: its givens and steps, as terms. Raises Unreadable.

        >>> read(r"Let $x > 0$. Then $$x + x = 2 x .$$").steps[0].formula.relation
        '='

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
    memory: Memory | None = None,
) -> Report:
    """Every step of a page, decided. Raises Unreadable, and ValueError for a layout that does not exist.

        >>> report = check(r"We know that $$x + x = 2 x$$ and $$x + x = 3 x .$$")
        >>> report.summary["proved"], report.of("refuted")[0].hints[0].rhs
        (1, '2 x')

    `source`, `name` and `markdown` are as in `read`; `name` is what the report calls a text.
    `stop` is asked before every step: once it says True, what is left is `unknown`, and the report not `complete`.
    `derivatives` says in which layout they are written: column, row, denominator, or as the page uses them.
    `watch` is told the number of the step that comes next, and how many there are; steps may be looked at again.
    `memory`, kept from one check to the next, recalls the verdicts on what has not changed.
    `hints` looks for formulas that are right where a step is refuted; that takes time for each refuted step.
    """
    page = replace(_page(source, name, markdown), derivatives=_layout(derivatives))
    return checked_page(page, seed, hints, stop, watch=watch, memory=memory).report


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
    memory: Memory | None = None,
) -> Checked:
    """A page, decided; with the places of refuted steps, or of all steps that were decided. Never fails."""
    stopping = Latch(stop)
    found = decided_page(page, seed, stopping, everywhere, watch, memory)
    return with_hints(page, found, seed, stopping, memory, watch=watch) if hints else found


def decided_page(
    page: PageText,
    seed: int,
    stopping: Latch,
    everywhere: bool = False,
    watch: Callable[[int, int], None] = lambda _number, _total: None,
    memory: Memory | None = None,
) -> Checked:
    """A page, decided, without hints. Never fails."""
    derivation = page.derivation()
    told: dict[int, Place] = {}

    def keep(place: Place) -> None:
        told[id(place.step)] = place

    total = len(derivation.steps)
    observer = Observer(stopping, keep, keep if everywhere else None, lambda done: watch(done + 1, total), memory)
    layout = next((known for known in LAYOUTS if known == page.derivatives), None)
    found = check_derivation(derivation, seed, observer, layout)
    places = {number: told[id(j.step)] for number, j in enumerate(found.steps) if id(j.step) in told}
    return Checked(derivation, found, places, report_of(found, page.text, complete=not stopping.closed))


def with_hints(
    page: PageText,
    checked: Checked,
    seed: int,
    stopping: Callable[[], bool],
    memory: Memory | None = None,
    without: Container[int] = (),
    watch: Callable[[int, int], None] = lambda _number, _total: None,
) -> Checked:
    """A page that was decided, with formulas that are right where a step is refuted. Never fails.

    `without` are the numbers of steps for which none is wanted.
    """
    judged, advice = checked.found.steps, dict[int, tuple[Step, Advice]]()
    for number, place in checked.places.items():
        refuted = isinstance(judged[number].verdict, Refuted) and not place.step.denied
        if refuted and number not in without and not stopping():
            watch(number + 1, len(judged))
            own_left = _own_left(judged[:number], place.step)
            found = guarded(lambda p=place, own=own_left: _advice(p, seed, own, memory))  # type: ignore[misc]
            advice[number] = place.step, Advice() if isinstance(found, Fault) else found
    offered = page.mended(advice)
    steps = list(checked.report.steps)
    for number, (_, found) in advice.items():
        steps[number] = replace(steps[number], hints=offered.get(number, ()), difference=found.difference)
    return replace(checked, report=replace(checked.report, steps=tuple(steps)))


def explain(
    source: Source,
    line: int | None = None,
    *,
    name: str = "",
    markdown: bool | None = None,
    seed: int = 0,
    derivatives: str = "as used",
) -> str:
    """How the steps of a page, or those on one line, were read and decided, for people.

        >>> print(explain(r"We know that $$x + x = 3 x .$$"))  # doctest: +ELLIPSIS
        <text>:1:24: refuted
        written   x + x = 3 x
        ...

    Options are as in `check`. Raises Unreadable, also where no step stands on the line.
    """
    from hence.explaining import explained_step, nowhere, on_line, with_places  # noqa: PLC0415 (who only checks has none)
    from hence.text_out import Painter  # noqa: PLC0415

    page = _page(source, name, markdown)
    found, places = with_places(page.derivation(), seed, _layout(derivatives))
    chosen = on_line(found, line)
    if line is not None and not chosen:
        raise nowhere(found, page.name, line)
    return "\n\n".join(explained_step(found, j, places.get(id(j.step)), seed, Painter()) for j in chosen)


def _layout(derivatives: str) -> str:
    if derivatives not in DERIVATIVES:
        raise ValueError(f"derivatives must be one of {', '.join(DERIVATIVES)}, not {derivatives!r}")
    return derivatives


@dataclass(frozen=True)
class Offer:
    """A hint, the formula that was proved, and the edits that are to make the page say so."""

    hint: Hint
    meant: Formula
    edits: tuple[Edit, ...]


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
        return self._read

    @cached_property
    def _read(self) -> Derivation:
        return with_notice(read_text(self.text, self.name, self.markdown, self.path), self.warning)

    def mended(self, advice: Mapping[int, tuple[Step, Advice]]) -> dict[int, tuple[Hint]]:
        """Hints with the edits by which the page says what was proved; those are left out of which it would not.
        In files that the page reads in nothing is edited.

        All are tried at once, since reading a page takes its time; where that does not fit, one by one.
        """
        hints = {n: (step, a.hint, a.formula) for n, (step, a) in advice.items() if a.hint and a.formula is not None}
        offers = {
            number: Offer(hint, meant, self.edits(step, hint, meant))
            for number, (step, hint, meant) in hints.items()
            if not step.span.file
        }
        elsewhere = {n: (hint,) for n, (step, hint, _) in hints.items() if step.span.file}  # whose text is not at hand
        together = len(offers) > 1 and self._says(*offers.values())
        return elsewhere | {
            number: (replace(offer.hint, edits=offer.edits),)
            for number, offer in offers.items()
            if together or self._says(offer)
        }

    def _says(self, *offers: Offer) -> bool:
        """Whether the page with these edits says what they are to say."""
        edits = sorted((e for offer in offers for e in offer.edits), key=lambda e: _start(e.span), reverse=True)
        if any(_start(later.span) < _end(earlier.span) for later, earlier in pairwise(edits)):
            return False
        changed = self.text
        for edit in edits:
            changed = _replaced(changed, edit.span, edit.text)
        again = read_text(changed, self.name, self.markdown, self.path)
        made = [s.formula for s in again.steps if isinstance(s, Step)]
        return all(any(_same(formula, offer.meant) for formula in made) for offer in offers)

    def edits(self, step: Step, hint: Hint, meant: Formula) -> tuple[Edit, ...]:
        """What to write where. A relation stands between the two sides, perhaps with a mark of alignment."""
        written = step.formula
        made = [Edit(written.rhs.span, hint.rhs)] if meant.rhs != written.rhs else []
        made += [Edit(written.lhs.span, hint.lhs)] if meant.lhs != written.lhs else []
        if meant.relation != written.relation:
            left, right = written.lhs.span, written.rhs.span
            between = Span(left.end_line, left.end_column, right.line, right.column)
            text = self.text[_offset(self.text, *_start(between)) : _offset(self.text, *_end(between))]
            sign = RELATION.search(text)
            if sign is not None:
                relation = f"{RELATION_LATEX[meant.relation]} "
                made.append(Edit(between, text[: sign.start()] + relation + text[sign.end() :].lstrip(" ")))
        return tuple(made)


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


def _same(formula: Formula, meant: Formula) -> bool:
    sides = alpha_equal(formula.lhs, meant.lhs) and alpha_equal(formula.rhs, meant.rhs)
    return sides and formula.relation == meant.relation


def _advice(place: Place, seed: int, own_left: bool, memory: Memory | None) -> Advice:
    """What may be meant in place of a refuted step, or what was found of that before."""
    if memory is None or place.depends is None:
        return advice_at(place, seed, own_left)
    key = memory.digest(place.depends.key, place.number, own_left, "advice")
    depends = replace(place.depends, key=key)
    known: Advice | None = memory.recall(depends)
    if known is None:
        known = advice_at(place, seed, own_left)
        memory.keep(depends, known)
    return known


def _own_left(before: Sequence[Judged], step: Step) -> bool:
    """Whether the left side of a step was written for it, and is not the end of the step before."""
    last = before[-1].step if before else None
    return not (isinstance(last, Step) and last.chain == step.chain and last.formula.rhs == step.formula.lhs)


def _replaced(text: str, span: Span, new: str) -> str:
    return text[: _offset(text, *_start(span))] + new + text[_offset(text, *_end(span)) :]


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


def _offset(text: str, line: int, column: int) -> int:
    lines = text.split("\n")
    return sum(len(one) + 1 for one in lines[: line - 1]) + column - 1


class Latch:
    """Remembers that somebody said stop: then it is not asked again."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self.stop, self.closed = stop, False

    def __call__(self) -> bool:
        self.closed = self.closed or self.stop()
        return self.closed
