"""A text in, what is shown of it out: the one place that knows how pages are read and decided here."""

from __future__ import annotations

from collections.abc import Callable

from hence.checks.memory import Memory
from hence.latex_in import ReadError, read_text
from hence.library import check
from hence.live.view import PageView, unreadable, view
from hence.report import Report

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
) -> PageView:
    """Every step of a text with its verdict; a text that cannot be read has one notice. Never fails.

    `early` gets the verdicts before hints are looked for, where there is something to look for.
    """
    page = clean(text)
    try:
        derivation = read_text(page, name, is_markdown(name))
    except ReadError as error:
        return unreadable(name, error.span, error.message)
    found = _checked(page, name, seed, False, progress)
    if not found.of("refuted"):
        return view(found, derivation)
    early(view(found, derivation))
    return view(_checked(page, name, seed, True, lambda _, __: None), derivation)


def _checked(text: str, name: str, seed: int, hints: bool, progress: Progress) -> Report:
    return check(text, name=name, markdown=is_markdown(name), seed=seed, hints=hints, watch=progress, memory=MEMORY)
