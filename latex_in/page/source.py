"""Where things stand: offsets into a text, turned into lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from hence.language.terms import Span


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


class Source:
    """A text with its line starts. `span` never fails for offsets within the text."""

    def __init__(self, text: str, name: str = "<text>") -> None:
        self.text = text
        self.name = name
        self._starts = [0]
        position = text.find("\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = text.find("\n", position + 1)
        self._cache: dict[tuple[int, int], Span] = {}

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The region from one offset to another; an empty region keeps its place."""
        key = (start, end)
        found = self._cache.get(key)
        if found is None:
            found = Span(*self.place(start), *self.place(max(start, end)))
            self._cache[key] = found
        return found
