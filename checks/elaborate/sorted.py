"""Givens that were sorted before. A page asks for the same ones at each of its steps, and so does its next check."""

from __future__ import annotations

from hence.checks.elaborate.givens import Sorted, sort_givens
from hence.language.derivation import Given

MOST = 500
_known: dict[tuple[int, ...], tuple[tuple[Given, ...], Sorted]] = {}  # by identity; the givens are held with it


def sorted_givens(givens: tuple[Given, ...]) -> Sorted:
    """`sort_givens` for those who only look."""
    key = tuple(map(id, givens))
    found = _known.get(key)
    if found is None:
        if len(_known) >= MOST:
            _known.clear()
        found = _known[key] = (givens, sort_givens(givens))
    return found[1]
