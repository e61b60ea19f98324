"""Two runs side by side: which verdicts changed for submissions that did not, as after an upgrade; and which points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hence.grade.store import Run, Store
from hence.grade.trouble import GradeTrouble

Json = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """A step that was found to be something else; a verdict is empty where the step was not found."""

    student: str
    path: str
    line: int
    formula: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True)
class Comparison:
    before: Run
    after: Run
    same: int  # submissions that are in both runs, unchanged
    changes: tuple[Change, ...]


def compared(store: Store, numbers: Sequence[int]) -> Comparison:
    """Two runs by their numbers, or the last two. Raises GradeTrouble where there are none such."""
    runs = {run.number: run for run in store.runs() if run.finished}
    chosen = list(numbers) or sorted(runs)[-2:]
    missing = [n for n in chosen if n not in runs]
    if missing or len(chosen) != 2:
        known = ", ".join(f"{n} ({runs[n].began}, {runs[n].engine})" for n in sorted(runs)) or "none"
        raise GradeTrouble(f"two runs are needed to compare; there are: {known}")
    before, after = (runs[n] for n in chosen)
    old = {(row.student, row.path, row.digest): row.key for row in store.rows(before.id)}
    new = {(row.student, row.path, row.digest): row.key for row in store.rows(after.id)}
    both = sorted(old.keys() & new.keys())
    changes: list[Change] = []
    for who in both:
        if old[who] != new[who]:
            changes += _changes(who[0], store.result(old[who]), store.result(new[who]))
    return Comparison(before, after, len(both), tuple(changes))


def _changes(student: str, old: Json | None, new: Json | None) -> Iterator[Change]:
    before, after = _steps(old), _steps(new)
    for place in sorted(before.keys() | after.keys()):
        was, now = before.get(place), after.get(place)
        names = [step["verdict"] if step is not None else "" for step in (was, now)]
        if names[0] != names[1]:
            step = now or was
            assert step is not None
            path, line, _, formula = place
            yield Change(student, path, line, formula, names[0], names[1], step["reason"])


def _steps(result: Json | None) -> dict[tuple[str, int, int, str], Json]:
    """The steps of a result by their places and texts."""
    return {
        (page["path"], step["line"], step["column"], _formula(step)): step
        for page in (result["pages"] if result is not None else ())
        for step in page["steps"]
    }


def _formula(step: Json) -> str:
    return " ".join(f"{step['lhs']} {step['relation']} {step['rhs']}".split())
