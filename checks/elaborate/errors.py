"""What can go wrong between a term that was read and a node that can be decided."""

from __future__ import annotations

from hence.language.terms import NOWHERE, Span


class ShapeClash(Exception):
    """Two parts that do not fit: `X is n x d but w is n`."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    @property
    def place(self) -> str:
        """Where the parts stand, for a message; empty where that is not known."""
        span = self.span
        if not span.line:
            return ""
        first, last = span.column, span.end_column - 1
        whole = first < last or span.end_line > span.line
        return f" (line {span.line}, columns {first} to {last})" if whole else f" (line {span.line}, column {first})"


class NotUnderstood(Exception):
    """A construct that is read but has no meaning here yet; quantities that are differentiated and `undefined`."""

    def __init__(self, message: str, span: Span = NOWHERE, undefined: frozenset[str] = frozenset()) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.undefined = undefined
