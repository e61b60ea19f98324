"""Verdicts that were found before, by everything that they depend on: what has not changed is not decided again.

An editor checks a page at every pause, and most of it is as it was. A verdict depends on its step and the others of
its chain, the givens in force, what was proved before, the layout and the seed; not on the lines that they stand on,
unless it names one. Reading and elaboration are done anew each time: they are cheap, and they say what is in force.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeVar, cast

from hence.language.derivation import Fact, Step
from hence.language.terms import NOWHERE, Span
from hence.language.verdicts import Verdict

MOST = 20_000
NAMES_A_LINE = re.compile(r"\b(line) (\d+)\b")
NAMES_A_COLUMN = re.compile(r"\bcolumns? \d|\blines \d")
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """What was found of a step: its verdict, and the derivatives that it sets to zero."""

    verdict: Verdict
    zeros: tuple[Fact, ...] = ()


class Memory:
    """Outcomes of one page or of many, the latest kept. It belongs to one process, and one seed or several."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.found: OrderedDict[str, tuple[Outcome, tuple[Span, ...]]] = OrderedDict()
        self.recalled = 0

    def outcome(self, depends_on: str, places: Sequence[Span], decide: Callable[[], Outcome]) -> Outcome:
        """What is known of a step, or is decided now. `places` are those of everything that a verdict may name."""
        key = hashlib.sha256(depends_on.encode()).hexdigest()
        if key in self.found:
            known, before = self.found[key]
            moved = _moved(known, before, tuple(places))
            if moved is not None:
                self.found.move_to_end(key)
                self.recalled += 1
                return moved
        made = decide()
        self.found[key] = made, tuple(places)
        if len(self.found) > self.most:
            self.found.popitem(last=False)
        return made


def _moved(known: Outcome, before: tuple[Span, ...], after: tuple[Span, ...]) -> Outcome | None:
    """An outcome where its page has moved; None where it names a place that cannot be followed."""
    if before == after:
        return known
    lines = {old.line: new.line for old, new in zip(before, after, strict=True)}
    if known.zeros or NAMES_A_COLUMN.search(repr(known.verdict)):
        return None
    try:
        return Outcome(_renumbered(known.verdict, lines))
    except KeyError:
        return None


def _renumbered(value: T, lines: Mapping[int, int]) -> T:
    """A verdict, or a part of one, that names the lines of today. Raises KeyError for a line that is not known."""
    made: object = value
    if isinstance(value, str):
        made = NAMES_A_LINE.sub(lambda found: f"{found[1]} {lines[int(found[2])]}", value)
    elif isinstance(value, tuple):
        made = tuple(_renumbered(part, lines) for part in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: getattr(value, f.name) for f in fields(value)}
        made = replace(value, **{name: _renumbered(part, lines) for name, part in parts.items()})
    return cast(T, made)


def without_places(steps: Iterable[Step]) -> list[Step]:
    """Steps as they are wherever they stand; terms and givens do not show their places anyway."""
    return [replace(step, span=NOWHERE, chain=0) for step in steps]
