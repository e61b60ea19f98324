"""What was found before, by everything that it depends on, and how it follows a page whose lines have moved.

An editor checks a page at every pause, and most of it is as it was. What is kept here is a value made of frozen data; a
key says what it depends on, and its sources are the parts of the page that it may name the places of. Where these stand
elsewhere now, every place in the value is moved along; a value with a place that cannot be followed is forgotten.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from hence.language.derivation import Step
from hence.language.records import dataclass
from hence.language.terms import NOWHERE, Span

MOST = 20_000
NAMES_A_LINE = re.compile(r"\b(line) (\d+)\b")
NAMES_A_COLUMN = re.compile(r"\bcolumns? \d|\blines \d")
WORD = re.compile(r"[^\W\d_]+")
LINE = "line"  # the field of a line by its number


class Lost(Exception):
    """A value names a place that cannot be followed."""


@dataclass(frozen=True)
class Depends:
    """What a chain depends on: a key, and the parts of the page that what it gives may speak of."""

    key: str
    sources: tuple[object, ...]


@dataclass(frozen=True)
class Kept:
    value: Any
    places: tuple[tuple[Span, ...], ...]  # of each source


@dataclass(frozen=True)
class _Known:
    """A part of a page, looked through once; it is held, so that its number stays its own."""

    part: object
    digest: str
    words: frozenset[str]
    places: tuple[Span, ...]


class Memory:
    """What was found on one page or on many, the latest kept. It belongs to one process, and one seed or several."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.found: OrderedDict[str, Kept] = OrderedDict()
        self.recalled = 0  # steps
        self._parts: dict[int, _Known] = {}

    def recall(self, depends: Depends) -> Any:  # noqa: ANN401 (what was kept under this key)
        """What is known, as it is where its sources stand now; None where nothing is."""
        known = self.found.get(depends.key)
        if known is None:
            return None
        self.found.move_to_end(depends.key)
        places = self._places(depends)
        if places == known.places:
            return known.value
        try:
            value = _moved(known.value, _Moves(known.places, places))
        except Lost:
            return None
        self.found[depends.key] = Kept(value, places)
        return value

    def keep(self, depends: Depends, value: object) -> None:
        self._put(depends.key, Kept(value, self._places(depends)))

    def _put(self, key: str, kept: Kept) -> None:
        self.found[key] = kept
        self.found.move_to_end(key)
        if len(self.found) > self.most:
            self.found.popitem(last=False)

    def digest(self, *parts: object) -> str:
        """A key by what the parts show; places are no part of that. Tuples are taken apart: their parts recur."""
        made = hashlib.sha256()
        for part in parts:
            made.update(self._shown(part).encode())
            made.update(b";")
        return made.hexdigest()

    def spoken_of(self, groups: Iterable[Iterable[str]], parts: Iterable[object]) -> list[list[str]]:
        """Of each group the names whose every word occurs in some parts of a page: of the others nobody asks there."""
        words = frozenset().union(*[self._known(part).words for part in parts])
        return [sorted(name for name in names if words.issuperset(WORD.findall(name))) for names in groups]

    def _shown(self, part: object) -> str:
        if isinstance(part, list | tuple):
            return f"({','.join(map(self._shown, part))})"
        return self._known(part).digest if is_dataclass(part) else repr(part)

    def _places(self, depends: Depends) -> tuple[tuple[Span, ...], ...]:
        return tuple(self._known(part).places for part in depends.sources)

    def _known(self, part: Any) -> _Known:  # noqa: ANN401 (some dataclass)
        known = self._parts.get(id(part))
        if known is None:
            if len(self._parts) >= self.most:
                self._parts.clear()
            plain = replace(part, span=NOWHERE, chain=0) if isinstance(part, Step) else part
            shown = repr(plain)
            words = frozenset(map(sys.intern, WORD.findall(shown)))
            known = _Known(part, hashlib.sha256(shown.encode()).hexdigest(), words, tuple(_spans(part)))
            self._parts[id(part)] = known
        return known


class _Moves:
    """Where the places of some sources have gone."""

    def __init__(self, before: Sequence[Sequence[Span]], after: Sequence[Sequence[Span]]) -> None:
        if list(map(len, before)) != list(map(len, after)):
            raise Lost
        pairs = [pair for a, b in zip(before, after, strict=True) for pair in zip(a, b, strict=True)]
        if any(a.file or b.file for a, b in pairs):
            raise Lost  # a line by its number may then be one of another file
        self.spans = _one_to_one(pairs)
        self.lines = _one_to_one((a.line, b.line) for a, b in pairs)
        self.only_lines = all((a.column, a.end_column) == (b.column, b.end_column) for a, b in pairs)

    def span(self, span: Span) -> Span:
        return self.spans[span] if span != NOWHERE else span

    def line(self, number: int) -> int:
        return self.lines[number] if number else number

    def text(self, text: str) -> str:
        if NAMES_A_COLUMN.search(text) and not (self.only_lines and "lines" not in text):
            raise Lost
        return NAMES_A_LINE.sub(lambda found: f"{found[1]} {self.line(int(found[2]))}", text)


class _Followed(dict[Any, Any]):
    """Old places to new ones."""

    def __missing__(self, _place: object) -> Any:  # noqa: ANN401
        raise Lost


def _one_to_one(pairs: Iterable[tuple[Any, Any]]) -> _Followed:
    """What went to two places is at neither."""
    found: dict[Any, Any] = {}
    twice = {a for a, b in pairs if found.setdefault(a, b) != b}
    return _Followed({a: b for a, b in found.items() if a not in twice})


@cache
def _fields(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 (the class of some dataclass)
    return tuple(f.name for f in fields(kind))


def _spans(value: object) -> Iterator[Span]:
    """Every place in a value, in order: of two values that show the same, as many."""
    match value:
        case Span():
            yield value
        case list() | tuple():
            for part in value:
                yield from _spans(part)
        case _ if is_dataclass(value) and not isinstance(value, type):
            for name in _fields(type(value)):
                yield from _spans(getattr(value, name))


def _moved(value: Any, moves: _Moves, name: str = "") -> Any:  # noqa: ANN401
    """A value at the places of today. Raises Lost."""
    match value:
        case Span():
            return moves.span(value)
        case str():
            return moves.text(value)
        case int() if name == LINE:
            return moves.line(value)
        case tuple() if hasattr(value, "_fields"):
            return type(value)(*(_moved(part, moves) for part in value))
        case tuple() | list():
            return type(value)(_moved(part, moves) for part in value)
        case Mapping():
            return {key: _moved(part, moves) for key, part in value.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            made = {n: _moved(getattr(value, n), moves, n) for n in _fields(type(value))}
            changed = {n: part for n, part in made.items() if part is not getattr(value, n)}
            return replace(value, **changed) if changed else value
        case _:
            return value
