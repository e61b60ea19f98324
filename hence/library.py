"""The library: `check`, `read`, `explain`. What it raises is `Unreadable`, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hence.checks import check as check_derivation
from hence.checks.observe import Observer, Place
from hence.files import Unreadable, text_of
from hence.hints import hints_at
from hence.language.derivation import Derivation
from hence.language.verdicts import Judged, Refuted
from hence.language.verdicts import Report as Found
from hence.latex_in import ReadError, read_text
from hence.report import Hint, Report, report_of

MARKDOWN = (".md", ".markdown")
SUFFIXES = (".tex", *MARKDOWN)
Source = str | os.PathLike[str]


def read(source: Source, *, name: str = "", markdown: bool | None = None) -> Derivation:
    """The derivation on a page: its givens and steps, as terms. Raises Unreadable.

    `source` is a path (`pathlib.Path`, or a string that ends in .tex or .md and has no line breaks) or else the text.
    """
    text, name, markdown = _page(source, name, markdown)
    return _read(text, name, markdown)


def check(
    source: Source,
    *,
    name: str = "",
    markdown: bool | None = None,
    seed: int = 0,
    hints: bool = True,
    stop: Callable[[], bool] = lambda: False,
) -> Report:
    """Every step of a page, decided. Raises Unreadable.

    `source`, `name` and `markdown` are as in `read`; `name` is what the report calls a text.
    `stop` is asked before every step: once it says True, what is left is `unknown`, and the report not `complete`.
    `hints` looks for formulas that are right where a step is refuted; that takes time for each refuted step.
    """
    text, name, markdown = _page(source, name, markdown)
    derivation = _read(text, name, markdown)
    places: dict[int, Place] = {}
    stopping = _Latch(stop)
    observer = Observer(stopping, lambda place: places.update({id(place.step): place}))
    found = check_derivation(derivation, seed, observer)
    offered = _hints(found, places, seed, stopping) if hints else {}
    return report_of(found, text, offered, complete=not stopping.closed)


def explain(source: Source, line: int | None = None, *, seed: int = 0) -> str:
    """How the steps of a page, or those on one line, were read and decided, for people. Raises Unreadable."""
    from hence.text_out import Painter, explanation  # noqa: PLC0415 (not needed by those who only check)

    text, name, markdown = _page(source, "", None)
    found = check_derivation(_read(text, name, markdown), seed)
    chosen = [j for j in found.steps if line is None or _stands_on(j, line)]
    return "\n\n".join(explanation(found, judged, Painter()) for judged in chosen)


def _stands_on(judged: Judged, line: int) -> bool:
    return judged.step.span.line <= line <= judged.step.span.end_line


def _page(source: Source, name: str, markdown: bool | None) -> tuple[str, str, bool]:
    """Text, name and kind of a page."""
    path = _as_path(source)
    if path is None:
        return str(source), name or "<text>", bool(markdown)
    return text_of(str(path)), name or str(path), path.suffix in MARKDOWN if markdown is None else markdown


def _as_path(source: Source) -> Path | None:
    if not isinstance(source, str):
        return Path(source)
    looks = "\n" not in source and source.endswith(SUFFIXES)
    return Path(source) if looks else None


def _read(text: str, name: str, markdown: bool) -> Derivation:
    try:
        return read_text(text, name, markdown)
    except ReadError as error:
        raise Unreadable(f"{name}:{error.span.line}:{error.span.column}: {error.message}") from error


def _hints(found: Found, places: dict[int, Place], seed: int, stop: Callable[[], bool]) -> dict[int, tuple[Hint, ...]]:
    """The hints for refuted steps, by their numbers. Steps that somebody denies need none."""
    offered = {}
    for number, judged in enumerate(found.steps):
        place = places.get(id(judged.step))
        if place is not None and isinstance(judged.verdict, Refuted) and not place.step.denied and not stop():
            offered[number] = hints_at(place, seed)
    return offered


class _Latch:
    """Remembers that somebody said stop: then it is not asked again."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self.stop, self.closed = stop, False

    def __call__(self) -> bool:
        self.closed = self.closed or self.stop()
        return self.closed
