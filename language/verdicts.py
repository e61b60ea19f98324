"""Verdicts: a closed union, never a bool. What is known of a step, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from hence.language.derivation import Step, Unread
from hence.language.plots import Later, Plot
from hence.language.records import dataclass
from hence.language.terms import NOWHERE, Span

Value: TypeAlias = "float | int | str | list[Value]"


@dataclass(frozen=True)
class Numeric:
    """Evidence from evaluation: how many instances agreed, or an estimate with its interval."""

    instances: int = 0
    max_error: float = 0.0
    dimensions: tuple[str, ...] = ()
    estimate: float | None = None
    interval: tuple[float, float] | None = None
    claimed: float | None = None
    samples: int = 0
    seed: int = 0
    plot: Plot | Later | None = field(default=None, compare=False, repr=False)  # the same as points, for a figure


@dataclass(frozen=True)
class Proved:
    """Made by `checks.kernel` only."""

    method: tuple[str, ...]
    assumptions: tuple[str, ...] = ()
    trusting: tuple[str, ...] = ()
    numeric: Numeric | None = None
    remark: str = ""
    opaque: tuple[str, ...] = ()  # parts of the formula that were not understood, and taken as they stand
    needs: tuple[Any, ...] = ()  # the assumptions as values of `checks.conditions`, from which a report makes the texts


@dataclass(frozen=True)
class Refuted:
    """A concrete instance that satisfies the declarations and at which the two sides differ."""

    counterexample: Mapping[str, Value]
    left: str
    right: str
    certified_by: str
    seed: int
    hint: str = ""
    numeric: Numeric | None = None
    shown_by: str = ""  # what besides declarations shows that the claim was read as it was meant
    unclear: str = ""  # what the page would have to say for that; a page that is well understood need not


@dataclass(frozen=True)
class Supported:
    numeric: Numeric
    why_not_proved: str


@dataclass(frozen=True)
class Assumed:
    reason: str


@dataclass(frozen=True)
class Unknown:
    why: str
    internal: bool = False  # the checker contradicts itself: its own fault, not the author's
    fails: bool = False  # it is false as it was read, and perhaps not as it was meant


@dataclass(frozen=True)
class NotRead:
    message: str
    where: Span = NOWHERE  # the part that is the trouble


STOPPED = Unknown("not decided: the check was stopped before it came here")
Verdict: TypeAlias = Proved | Refuted | Supported | Assumed | Unknown | NotRead

NAMES: dict[type, str] = {
    Proved: "proved",
    Refuted: "refuted",
    Supported: "supported",
    Assumed: "assumed",
    Unknown: "unknown",
    NotRead: "unread",
}
WEAKEST_FIRST = ("refuted", "unread", "unknown", "supported", "assumed", "proved")


def name_of(verdict: Verdict) -> str:
    return NAMES[type(verdict)]


@dataclass(frozen=True)
class Declared:
    """What was concluded of a symbol, and whether the author said it or its use implied it."""

    name: str
    sort: str
    line: int
    how: str


@dataclass(frozen=True)
class Judged:
    step: Step | Unread
    verdict: Verdict


def settled(judged: Judged) -> str:
    """The verdict on a step as the author means it: what is called false is settled by a refutation."""
    if isinstance(judged.step, Step) and judged.step.denied:
        return "proved" if isinstance(judged.verdict, Refuted) else "unknown"
    return name_of(judged.verdict)


@dataclass(frozen=True)
class Report:
    source: str
    declarations: tuple[Declared, ...]
    steps: tuple[Judged, ...]
    warnings: tuple[Diagnostic, ...] = ()

    def taken_as_definitions(self) -> list[Judged]:
        """The steps that no word calls a definition: the first equations for names that were used before."""
        return [j for j in self.steps if isinstance(j.step, Step) and j.step.by_use and isinstance(j.verdict, Assumed)]

    def summary(self) -> dict[str, int]:
        counts = dict.fromkeys(("proved", "refuted", "supported", "assumed", "unknown", "unread"), 0)
        for judged in self.steps:
            counts[settled(judged)] += 1
        return counts


@dataclass(frozen=True)
class Diagnostic:
    """A message as data: which fault, where, what to do. Rendering is elsewhere."""

    code: str
    span: Span
    message: str
    help: str = ""
    related: tuple[tuple[Span, str], ...] = field(default=())
