"""What was elaborated lately: the trials of a step, its conditions and a second opinion ask for the same again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TypeVar, cast

from hence.checks.elaborate.kinds import Layout
from hence.checks.elaborate.outcome import Elaborated
from hence.checks.model import Dim
from hence.language.derivation import Formula, Given

Work = TypeVar("Work", bound=Callable[..., Elaborated])
MOST = 256  # most of what is asked for again is among these; to hold more only makes the heap grow


def kept_lately(work: Work) -> Work:
    """The same, for the very givens and formulas of before: these are held, so that their numbers stay their own."""
    known: dict[tuple[object, ...], tuple[Elaborated, object]] = {}

    @wraps(work)
    def elaborate(
        givens: Iterable[Given],
        formulas: list[Formula],
        lenient: bool = False,
        layout: Layout = "column",
        extras: Sequence[Formula] = (),
        size: Dim | None = None,
    ) -> Elaborated:
        givens = list(givens)
        key = (*(tuple(map(id, parts)) for parts in (givens, formulas, extras)), lenient, layout, size)
        found = known.get(key)
        if found is None:
            done = work(givens, formulas, lenient, layout, extras, size)
            if len(known) >= MOST:
                known.pop(next(iter(known)), None)
            found = known[key] = (done, (givens, [*formulas, *extras]))
        return found[0]

    return cast(Work, elaborate)
