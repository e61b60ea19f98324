"""Items of a page whose lines have moved: the same, with every place in them moved along."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache
from typing import Any

from hence.language.derivation import Unread
from hence.language.records import dataclass
from hence.language.terms import Span
from hence.latex_in.order import Settled

_NAMES_A_PLACE = re.compile(r"\d+:\d+")
CHAIN = "chain"  # the field of a chain by its number


@dataclass(frozen=True)
class Stretch:
    """Where a part stands: from a line and column up to others, and the number of the chain before it."""

    line: int
    column: int
    end_line: int
    end_column: int
    chain: int

    def holds(self, span: Span) -> bool:
        begins = (self.line, self.column) <= (span.line, span.column)
        return begins and (span.end_line, span.end_column) <= (self.end_line, self.end_column) and not span.file


def moved(items: Iterable[Settled], old: Stretch, new: Stretch) -> tuple[Settled, ...] | None:
    """Items at another place; None where a message names the one that they had. Each is a new object."""
    items = tuple(items)
    if any(isinstance(item, Unread) and _NAMES_A_PLACE.search(item.message) for item in items):
        return None
    mover = _Mover(old, new.line - old.line, new.chain - old.chain)
    return tuple(replace(made) if (made := mover.moved(item)) is item else made for item in items)


class _Mover:
    """What is one object stays one: a row is known by the formula above it."""

    def __init__(self, old: Stretch, lines: int, chains: int) -> None:
        self.old, self.lines, self.chains = old, lines, chains
        self.made: dict[int, tuple[Any, Any]] = {}  # by identity; the old value is held with it

    def moved(self, value: Any) -> Any:  # noqa: ANN401 (any part of an item)
        if isinstance(value, Span):
            return self.span(value)
        if isinstance(value, tuple):
            made = tuple(map(self.moved, value))
            return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
        if not hasattr(type(value), "__dataclass_fields__"):
            return value
        known = self.made.get(id(value))
        if known is None:
            known = self.made[id(value)] = value, self.rebuilt(value)
        return known[1]

    def span(self, span: Span) -> Span:
        if not self.lines or not self.old.holds(span):
            return span
        return Span(span.line + self.lines, span.column, span.end_line + self.lines, span.end_column)

    def rebuilt(self, value: Any) -> Any:  # noqa: ANN401
        changed = {}
        kind: Any = type(value)
        for name in _fields(kind):
            part = getattr(value, name)
            new = part + self.chains if name == CHAIN and part else self.moved(part)
            if new is not part:
                changed[name] = new
        return replace(value, **changed) if changed else value


@cache
def _fields(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 (the class of some dataclass)
    return tuple(field.name for field in fields(kind))
