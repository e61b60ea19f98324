"""The catalogue, verified: each entry is printed, read back, and what was read is checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from hence.files import Unreadable
from hence.work import in_parallel
from language.catalogue import Entry
from latex_out.solution import Solved, layout, solved_entry


class UnknownEntry(LookupError):
    """No entry has this id."""


def entries(ids: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The entries with these ids, all of them for none. Raises UnknownEntry."""
    from derivations import ENTRIES  # noqa: PLC0415 (the catalogue is loaded only by commands that use it)

    by_id = {entry.id: entry for entry in ENTRIES}
    for wanted in ids:
        if wanted not in by_id:
            raise UnknownEntry(f"no derivation is called {wanted}; `hence list` shows all")
    return tuple(by_id[i] for i in dict.fromkeys(ids)) if ids else ENTRIES


def solve(ids: Sequence[str], seed: int, jobs: int | None, done: Callable[[str], None]) -> list[Solved]:
    """Every entry with its verdicts, in the order of the catalogue. Raises UnknownEntry and Unreadable."""
    work = [(entry.id, seed) for entry in entries(ids)]
    return in_parallel(_solve_by_id, work, jobs, lambda solved: done(solved.entry.id))


def _solve_by_id(task: tuple[str, int]) -> Solved:
    """By id: entries hold functions, which do not travel between processes."""
    entry_id, seed = task
    (entry,) = entries([entry_id])
    return solve_entry(entry, entries(entry.uses) if entry.uses else (), seed)


def solve_entry(entry: Entry, uses: tuple[Entry, ...], seed: int) -> Solved:
    """One entry: printed, read back, checked, and its experiment run. Raises Unreadable."""
    from checks import check  # noqa: PLC0415 (numpy and SymPy load only when something is checked)
    from latex_in import ReadError, read_text  # noqa: PLC0415

    page = layout(entry, uses)
    try:
        derivation = read_text(page.argument, entry.id)
    except ReadError as error:
        raise Unreadable(f"{entry.id}:{error.span.line}:{error.span.column}: {error.message}") from error
    report = check(derivation, seed)
    numeric = entry.experiment(seed) if entry.experiment else None
    return solved_entry(_portable(entry), report, numeric, tuple(_portable(u) for u in uses))


def _portable(entry: Entry) -> Entry:
    """An entry without its experiment, a function, which may not travel between processes."""
    return dataclasses.replace(entry, experiment=None)
