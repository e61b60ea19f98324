"""Givens and formulas before their shapes are inferred, and other ways to read them where shapes do not fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from hence.checks.elaborate.arities import with_arities_apart
from hence.checks.elaborate.entries import with_functions_of_entries
from hence.checks.elaborate.events import with_events
from hence.checks.elaborate.examples import with_examples
from hence.checks.elaborate.first_laws import with_own_first_laws
from hence.checks.elaborate.folding import with_parts_named
from hence.checks.elaborate.givens import base_name, is_list_of_members
from hence.checks.elaborate.labels import with_labels
from hence.checks.elaborate.law_names import as_values, with_densities, with_named_laws
from hence.checks.elaborate.letters import may_be_matrix
from hence.checks.elaborate.means_by_density import with_means_by_density
from hence.checks.elaborate.members import plain_members
from hence.checks.elaborate.mixtures import with_mixtures_written_out
from hence.checks.elaborate.names import rename_bare, survey
from hence.checks.elaborate.numbered import with_own_symbols
from hence.checks.elaborate.opaque import with_opaque_parts
from hence.checks.elaborate.outcome import Elaborated
from hence.checks.elaborate.own_points import with_own_points
from hence.checks.elaborate.own_values import with_own_values
from hence.checks.elaborate.parameters import with_parameters
from hence.checks.elaborate.roots import with_roots
from hence.checks.elaborate.series import with_partial_sums
from hence.checks.elaborate.sets import with_sets
from hence.checks.model import POINT
from hence.language.derivation import Fact, Formula, Given, Membership, Property, RealSpace
from hence.language.terms import App, Bind, Sym, Term, Unstated, free_names, is_index_in, mapped, num

Page: TypeAlias = tuple[list[Given], list[Formula]]


def prepared(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Parts, laws by name and of a start, families, series and mixtures written out. Never fails."""
    page = with_roots(*with_labels(*with_sets(givens, list(map(as_values, formulas)))))
    page = with_examples(*with_functions_of_entries(*with_events(*page)))
    page = with_own_values(*page)
    page = with_means_by_density(*with_own_points(*with_arities_apart(*page)))
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


def _with_diagonals(page: Page, _done: Elaborated) -> Page | None:
    """`diag(p_i (1 - p_i))` of numbers with an index: they stand along the diagonal, one after the other."""
    made = [_spread(g) for g in page[0]], [_spread_in(f) for f in page[1]]
    return made if made != page else None


def _spread(given: Given) -> Given:
    if not isinstance(given, Fact):
        return given
    changed = _spread_in(given.formula)
    over = tuple(n for n in given.over if n in free_names(changed.lhs) | free_names(changed.rhs))
    return replace(given, formula=changed, over=over) if changed != given.formula else given


def _spread_in(formula: Formula) -> Formula:
    """A formula with such diagonals; a letter on both sides stands for one index and does not run."""
    outside = free_names(formula.lhs) & free_names(formula.rhs)

    def spread(term: Term) -> Term:
        match term:
            case App("diag", (inside,)):
                letters = [n for n in sorted(free_names(inside) - outside) if is_index_in(n, inside)]
                along = Bind("rows", Sym(letters[0]), Unstated(), inside) if len(letters) == 1 else inside
                return replace(term, args=(along,))
            case _:
                return term

    return replace(formula, lhs=mapped(formula.lhs, spread), rhs=mapped(formula.rhs, spread))


ARRAYS = {1: "vector", 2: "matrix"}


def _with_arrays(page: Page, _done: Elaborated) -> Page | None:
    """A letter whose members are declared as numbers, y_i in R, and that stands alone: the array of these."""
    givens, formulas = page
    counts = survey(s for f in _formulas(page) for s in (f.lhs, f.rhs)).counts
    made = [_as_array(g, givens) if isinstance(g, Membership) and _stands_alone(g, counts) else [g] for g in givens]
    return ([x for several in made for x in several], formulas) if made != [[g] for g in givens] else None


def _stands_alone(given: Membership, counts: dict[str, set[int]]) -> bool:
    """Whether the members of a family are plain numbers, and the family is spoken of as a whole."""
    match given:
        case Membership(App("index", (Sym(name), *indices)), RealSpace((), False)):
            return 0 in counts.get(name, ()) and len(indices) in ARRAYS
        case _:
            return False


def _as_array(given: Membership, givens: Iterable[Given]) -> list[Given]:
    """The array of the members; these as they are where they are integers of another kind than 0 and 1."""
    name, rank = base_name(given.subject), len(given.subject.args) - 1 if isinstance(given.subject, App) else 0
    whole: list[Given] = [Property(Sym(name), ARRAYS[rank], given.span)]
    if isinstance(given.space, RealSpace) and not given.space.integer:
        return whole
    ends = {(f.lhs, f.rhs) for g in givens if isinstance(g, Fact) and (f := g.formula).relation == "<="}
    binary = {(num(0), given.subject), (given.subject, num(1))} <= ends
    return [*whole, Property(Sym(name), "binary", given.span)] if binary else [given]


def _with_points(page: Page, _done: Elaborated) -> Page | None:
    """A letter that stands alone beside its family, the x of f(x) beside data x_i, as a symbol of its own kind.

    So is one of which nothing else is said: the multiplier beside the eigenvalues of the same letter; and a vector x
    beside iterates x_k.
    """
    givens, formulas = page
    spaces = {base_name(g.subject): g for g in givens if isinstance(g, Membership)}
    counts = survey(s for f in _formulas(page) for s in (f.lhs, f.rhs)).counts
    known = {
        *spaces,
        *(base_name(g.formula.lhs) for g in givens if isinstance(g, Fact) and is_list_of_members(g.formula)),
    }
    both = [n for n, found in counts.items() if 0 in found and len(found) > 1 and n not in known]
    members = [n for n, g in spaces.items() if isinstance(g.subject, App) and 0 in counts.get(n, ())]
    iterates = [n for n, g in spaces.items() if _is_vector(g) and counts.get(n) == {0, 1}]
    names = {n: n + POINT for n in (*members, *both, *iterates)}
    if not names:
        return None

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=rename_bare(formula.lhs, names), rhs=rename_bare(formula.rhs, names))

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    made = [
        replace(g, subject=Sym(names[n])) if _is_vector(g) and (n := base_name(g.subject)) in iterates else g
        for g in made
    ]
    alike = [replace(spaces[n], subject=Sym(names[n])) for n in members]
    alike += [replace(spaces[n], subject=App("index", (Sym(n), Sym("i")))) for n in iterates]
    return [*made, *alike], [changed(f) for f in formulas]


def _is_vector(given: Given) -> TypeGuard[Membership]:
    """Whether a letter is declared as a vector, whose entries do not fit: x_k are vectors like it, the iterates."""
    match given:
        case Membership(Sym(), RealSpace((_,))):
            return True
        case _:
            return False


def _formulas(page: Page) -> list[Formula]:
    return [*(g.formula for g in page[0] if isinstance(g, Fact)), *page[1]]


def _with_both(page: Page, done: Elaborated) -> Page | None:
    numbered = _with_numbers(page, done)
    return _with_matrices(numbered, done) if numbered is not None else None


OTHER_PAGES = (_with_numbers, _with_matrices, _with_both, _with_diagonals, _with_arrays, _with_points)
