"""Formulas of which a part cannot be elaborated: that part becomes opaque, and the rest goes on working.

A derivative of something that nobody defined is an unknown quantity that depends on everything. Any other part that is
refused is taken as it stands, where the refusal says which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.opaque import DERIVATIVE
from hence.checks.elaborate.outcome import Elaborated
from hence.checks.model import Claim
from hence.language.derivation import Fact, Formula, Given
from hence.language.opaque import opaque, opaque_of, pieces_of
from hence.language.terms import NOWHERE, App, Bind, Span, Sym, Term, mapped, subterms

MOST_ROUNDS = 4


def with_coarse_parts(
    done: Elaborated,
    givens: Iterable[Given],
    formulas: list[Formula],
    again: Callable[[list[Given], list[Formula]], Elaborated],
) -> Elaborated:
    """What elaboration makes of formulas, where some were refused: with opaque parts, as far as these help."""
    first, given = done, list(givens)
    for _ in range(MOST_ROUNDS):
        changed = [coarser(f, c) for f, c in zip(formulas, done.claims, strict=False)]
        if not any(changed):
            break
        problems = (c for c in done.claims if isinstance(c, NotUnderstood))
        given = without_derivatives(given, frozenset().union(*(c.undefined for c in problems)))
        formulas = [new or old for new, old in zip(changed, formulas, strict=True)]
        done = again(given, formulas)
    if any(
        isinstance(old, Claim) and not isinstance(c, Claim) for old, c in zip(first.claims, done.claims, strict=True)
    ):
        return first
    claims = (c if isinstance(c, Claim) else old for old, c in zip(first.claims, done.claims, strict=True))
    return replace(done, claims=tuple(claims))


def coarser(formula: Formula, problem: object) -> Formula | None:
    """The formula with what was refused as an opaque part; None where nothing can be done."""
    if not isinstance(problem, NotUnderstood):
        return None
    if problem.undefined:
        return _changed(formula, lambda t: _opaque_derivative(t, problem.undefined))
    if problem.span == NOWHERE:
        return None
    found = [t for side in (formula.lhs, formula.rhs) for t in subterms(side) if _is_at(t, problem.span)]
    return _changed(formula, lambda t: opaque_of(t) if _is_at(t, problem.span) else t) if found else None


def without_derivatives(givens: Iterable[Given], names: frozenset[str]) -> list[Given]:
    """Givens with the derivatives of undefined quantities as opaque parts, as they are in the formulas."""
    made: list[Given] = []
    for given in givens:
        if isinstance(given, Fact):
            changed = _changed(given.formula, lambda t: _opaque_derivative(t, names))
            made.append(given if changed is None else replace(given, formula=changed))
        else:
            made.append(given)
    return made


def _changed(formula: Formula, change: Callable[[Term], Term]) -> Formula | None:
    new = replace(formula, lhs=mapped(formula.lhs, change), rhs=mapped(formula.rhs, change))
    return new if new != formula else None


def _is_at(term: Term, span: Span) -> bool:
    return isinstance(term, App | Bind) and term.span == span


def _opaque_derivative(term: Term, names: frozenset[str]) -> Term:
    match term:
        case App("deriv", (top, by)) if _is_undefined(top, names):
            (whole, above), (variable, below) = _member(top), _member(by)
            made = opaque("opaque", [DERIVATIVE, *pieces_of(whole), "/", DERIVATIVE, *pieces_of(variable)])
            found = App(made.head, made.args, term.span)
            return App("index", (found, *above, *below), term.span) if above or below else found
        case _:
            return term


def _member(term: Term) -> tuple[Term, tuple[Term, ...]]:
    """Y and i, j of Y_{ij}: dL/dY_{ij} is at i = k what dL/dY_{kj} is."""
    match term:
        case App("index", (Sym() as whole, *indices)):
            return whole, tuple(indices)
        case _:
            return term, ()


def _is_undefined(term: Term, names: frozenset[str]) -> bool:
    """L, z_i, and a derivative of one: a quantity that nobody defined, and no expression in one."""
    match term:
        case Sym(name) | App("index", (Sym(name), *_)):
            return name in names
        case App("opaque", (Sym(text), *_)) | App("index", (App("opaque", (Sym(text), *_)), *_)):
            return text.startswith(DERIVATIVE)
        case _:
            return False
