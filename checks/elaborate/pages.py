"""Givens and formulas before their shapes are inferred, and other ways to read them where shapes do not fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from hence.checks.elaborate.arities import with_arities_apart
from hence.checks.elaborate.first_laws import with_own_first_laws
from hence.checks.elaborate.folding import with_parts_named
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.law_names import with_densities, with_named_laws
from hence.checks.elaborate.letters import may_be_matrix
from hence.checks.elaborate.means_by_density import with_means_by_density
from hence.checks.elaborate.members import plain_members
from hence.checks.elaborate.mixtures import with_mixtures_written_out
from hence.checks.elaborate.names import rename_bare, survey
from hence.checks.elaborate.numbered import with_own_symbols
from hence.checks.elaborate.opaque import with_opaque_parts
from hence.checks.elaborate.outcome import Elaborated
from hence.checks.elaborate.own_points import with_own_points
from hence.checks.elaborate.parameters import with_parameters
from hence.checks.elaborate.series import with_partial_sums
from hence.language.derivation import Fact, Formula, Given, Membership, Property
from hence.language.terms import App, Sym

Page: TypeAlias = tuple[list[Given], list[Formula]]


def prepared(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Parts, laws by name and of a start, families, series and mixtures written out. Never fails."""
    page = with_means_by_density(*with_own_points(*with_arities_apart(givens, formulas)))
    page = with_parts_named(*with_opaque_parts(*page))
    page = with_own_first_laws(*with_named_laws(*page))
    given, changed = with_partial_sums(*plain_members(*with_parameters(*page)))
    return with_mixtures_written_out(with_densities(given, changed), changed)


def _with_numbers(page: Page, _done: Elaborated) -> Page | None:
    """Members with a number as symbols of their own."""
    return with_own_symbols(*page)


def _with_matrices(page: Page, done: Elaborated) -> Page | None:
    """Undeclared capitals as matrices."""
    said = [Property(Sym(name), "matrix") for name in sorted(done.doubtful) if may_be_matrix(name)]
    return ([*page[0], *said], page[1]) if said else None


def _with_points(page: Page, _done: Elaborated) -> Page | None:
    """A letter that stands alone beside its family, the x of f(x) beside data x_i, as a symbol of its own kind."""
    givens, formulas = page
    spaces = {base_name(g.subject): g for g in givens if isinstance(g, Membership) and isinstance(g.subject, App)}
    counts = survey(s for f in _formulas(page) for s in (f.lhs, f.rhs)).counts
    names = {n: f"{n}^{{\\text{{point}}}}" for n, g in spaces.items() if 0 in counts.get(n, ())}
    if not names:
        return None

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=rename_bare(formula.lhs, names), rhs=rename_bare(formula.rhs, names))

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    alike = [replace(spaces[n], subject=Sym(point)) for n, point in names.items()]
    return [*made, *alike], [changed(f) for f in formulas]


def _formulas(page: Page) -> list[Formula]:
    return [*(g.formula for g in page[0] if isinstance(g, Fact)), *page[1]]


def _with_both(page: Page, done: Elaborated) -> Page | None:
    numbered = _with_numbers(page, done)
    return _with_matrices(numbered, done) if numbered is not None else None


OTHER_PAGES = (_with_numbers, _with_matrices, _with_both, _with_points)
