"""A piece of the source with a mark under the part that matters."""

from __future__ import annotations

from hence.language.terms import Span

TAB = 4
BEFORE = 20  # characters that are kept before the marked part where a line is too long


def excerpt(text: str, span: Span, width: int | None) -> list[str]:
    """The line at which a region begins, and carets below the region. Empty where the text has no such line."""
    lines = text.split("\n")
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    shown, start, end = _without_tabs(line.rstrip(), start, max(end, start + 1))
    number = str(span.line)
    room = None if width is None else max(width - len(number) - 3, 2 * BEFORE)
    shown, start, end = _cut(shown, start, end, room)
    margin = " " * len(number)
    more = " ..." if span.end_line > span.line else ""
    return [f"{number} | {shown}", f"{margin} | {' ' * start}{'^' * (end - start)}{more}"]


def _without_tabs(line: str, start: int, end: int) -> tuple[str, int, int]:
    def at(column: int) -> int:
        return len(line[:column].expandtabs(TAB))

    return line.expandtabs(TAB), at(start), max(at(end), at(start) + 1)


def _cut(line: str, start: int, end: int, room: int | None) -> tuple[str, int, int]:
    """A line that is too long without its beginning, and then without its end; the marked part stays in sight."""
    if room is None or len(line) <= room:
        return line, start, min(end, max(len(line), start + 1))
    if end > room and start > BEFORE:
        gone = min(start - BEFORE, len(line) - room + 3)
        line, start, end = "..." + line[gone:], start - gone + 3, end - gone + 3
    if len(line) > room:
        line = line[: room - 3] + "..."
    return line, start, min(end, len(line))
