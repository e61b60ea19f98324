"""Where things stand: offsets into a text, turned into lines and columns."""

from __future__ import annotations

import sys
from bisect import bisect_right
from typing import NamedTuple

from hence.language.terms import Span

_span = tuple.__new__  # without a look at names and defaults: there is one for every part of a formula


class ReadError(ValueError):
    """A file that cannot be read at all: undecodable bytes, an environment that never ends."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class ParseError(ValueError):
    """A formula that is not understood: offsets of the offending text, and what was expected."""

    def __init__(self, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message


class Piece(NamedTuple):
    """A stretch of a text that was put together: from where on it stands, and from which place of which file it is."""

    start: int
    file: str  # "" for the page itself
    text: str  # of the whole file
    at: int


class Source:
    """A text with its line starts. `span` never fails for offsets within the text.

    `pieces` say which files it was put together from; `silent` regions of it only define things.
    """

    def __init__(
        self,
        text: str,
        name: str = "<text>",
        pieces: tuple[Piece, ...] = (),
        silent: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.text, self.name, self.silent = text, name, silent
        self._pieces = pieces or (Piece(0, "", text, 0),)
        self._at = [piece.start for piece in pieces] or [0]
        self._starts = {piece.file: _line_starts(piece.text) for piece in pieces} or {"": _line_starts(text)}
        self._lines = [*self._starts[""], sys.maxsize] if not pieces else []  # of a text that is one file
        self._one_line = len(self._lines) == 2  # as most formulas that stand alone

    def origins(self) -> list[tuple[int, str, int]]:
        """From where on it is of which file, and from which place of that."""
        return [(piece.start, piece.file, piece.at) for piece in self._pieces]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in its file, both from 1."""
        _, line, column = self._where(offset)
        return line, column

    def _where(self, offset: int) -> tuple[str, int, int]:
        piece = self._pieces[max(bisect_right(self._at, offset) - 1, 0)]
        starts = self._starts[piece.file]
        within = piece.at + offset - piece.start
        line = bisect_right(starts, within)
        return piece.file, line, within - starts[line - 1] + 1

    def offset(self, file: str, line: int, column: int) -> int | None:
        """Where a place of a file stands in the text, the first time; None where it does not."""
        for piece, end in zip(self._pieces, (*self._at[1:], len(self.text) + 1), strict=True):
            starts = self._starts[piece.file]
            if piece.file == file and 1 <= line <= len(starts):
                found = piece.start + starts[line - 1] + column - 1 - piece.at
                if piece.start <= found < end:
                    return found
        return None

    def own_line(self, offset: int) -> int:
        """The line of the page itself on which an offset stands, or which asks for the file that it stands in."""
        number = max(bisect_right(self._at, offset) - 1, 0)
        while number and self._pieces[number].file:
            number, offset = number - 1, self._at[number]  # where the piece before it ends
        piece = self._pieces[number]
        return bisect_right(self._starts[piece.file], piece.at + offset - piece.start) if not piece.file else 1

    @property
    def files(self) -> dict[str, int]:
        """The files that were put in, each with the line of the page that asks for it."""
        found: dict[str, int] = {}
        for piece in self._pieces:
            if piece.file:
                found.setdefault(piece.file, self.own_line(piece.start))
        return found

    def span(self, start: int, end: int) -> Span:
        """The region from one offset to another; an empty region keeps its place."""
        if self._one_line:
            return _span(Span, (1, start + 1, 1, (end if end > start else start) + 1, ""))  # noqa: FURB136 (as below)
        lines = self._lines
        if not lines:
            return self._across_files(start, max(start, end))
        line = bisect_right(lines, start)
        before = lines[line - 1] - 1
        last = end if end > start else start  # noqa: FURB136 (there is one for every part of a formula)
        if last < lines[line]:  # nearly every region lies in one line
            return _span(Span, (line, start - before, line, last - before, ""))
        end_line = bisect_right(lines, last)
        return Span(line, start - before, end_line, last - lines[end_line - 1] + 1)

    def _across_files(self, start: int, end: int) -> Span:
        file, line, column = self._where(start)
        end_file, end_line, end_column = self._where(end)
        if (end_file, end_line, end_column) < (file, line, column) or end_file != file:
            end_line, end_column = line, column  # it goes on in another file
        return Span(line, column, end_line, end_column, file)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts
