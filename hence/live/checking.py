"""A text in, what is shown of it out: the one place that knows how pages are read and decided here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hence.checks.memory import Memory
from hence.latex_in import ReadError
from hence.library import Latch, PageText, decided_page, with_hints
from hence.live.view import PageView, unreadable, view
from hence.stopping import STOP

Progress = Callable[[int, int], None]
MEMORY = Memory()  # of this process: what an edit does not touch is not decided again
MARKDOWN = (".md", ".markdown")


def is_markdown(name: str) -> bool:
    return name.lower().endswith(MARKDOWN)


def clean(text: str) -> str:
    """The text as it is read: line ends as one character."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def checked(
    text: str,
    name: str,
    seed: int = 0,
    progress: Progress = lambda _, __: None,
    early: Callable[[PageView], None] = lambda _: None,
    path: Path | None = None,
) -> PageView:
    """Every step of a text with its verdict; a text that cannot be read has one notice. Never fails.

    `early` gets the verdicts before hints are looked for, where there is something to look for. With the path of the
    page, the files in its folder that it reads in are read, too.
    """
    page, never = PageText(clean(text), name, is_markdown(name), path), Latch(STOP.is_set)
    try:
        found = decided_page(page, seed, never, watch=progress, memory=MEMORY)
    except ReadError as error:
        return unreadable(name, error.span, error.message)
    if not found.report.of("refuted"):
        return view(found.report, found.derivation, path)
    early(view(found.report, found.derivation, path))
    return view(with_hints(page, found, seed, never, MEMORY).report, found.derivation, path)
