"""A text in, what is shown of it out: the one place that knows how pages are read and decided here."""

from __future__ import annotations

from collections.abc import Callable

from hence.latex_in import ReadError, read_text
from hence.library import check
from hence.live.view import PageView, unreadable, view

Progress = Callable[[int, int], None]
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
    counted = _Counted(progress, len(derivation.steps))
    report = check(page, name=name, markdown=is_markdown(name), seed=seed, hints=False, stop=counted.tick)
    if not report.of("refuted"):
        return view(report, derivation)
    early(view(report, derivation))
    return view(check(page, name=name, markdown=is_markdown(name), seed=seed), derivation)


class _Counted:
    """Progress from the questions whether to stop: one comes before every step."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self.total, self.count = progress, total, 0

    def tick(self) -> bool:
        self.count += 1
        self.progress(min(self.count, self.total), self.total)
        return False
