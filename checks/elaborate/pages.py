"""Givens and formulas before their shapes are inferred, and other ways to read them where shapes do not fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from checks.elaborate.law_names import with_densities
from checks.elaborate.members import plain_members
from checks.elaborate.mixtures import with_mixtures_written_out
from checks.elaborate.numbered import with_own_symbols
from checks.elaborate.outcome import Elaborated
from checks.elaborate.series import with_partial_sums
from language.derivation import Formula, Given, Property
from language.terms import Sym

Page: TypeAlias = tuple[list[Given], list[Formula]]


def prepared(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Series, families of functions, laws by name and mixtures written out. Never fails."""
    given, changed = with_partial_sums(*plain_members(givens, formulas))
    return with_mixtures_written_out(with_densities(given, changed), changed)


def _with_numbers(page: Page, _done: Elaborated) -> Page | None:
    """Members with a number as symbols of their own."""
    return with_own_symbols(*page)


def _with_matrices(page: Page, done: Elaborated) -> Page | None:
    """Undeclared capitals as matrices."""
    said = [Property(Sym(name), "matrix") for name in sorted(done.doubtful)]
    return ([*page[0], *said], page[1]) if said else None


def _with_both(page: Page, done: Elaborated) -> Page | None:
    numbered = _with_numbers(page, done)
    return _with_matrices(numbered, done) if numbered is not None else None


OTHER_PAGES = (_with_numbers, _with_matrices, _with_both)
