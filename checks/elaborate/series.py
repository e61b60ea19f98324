"""Series: a sum without end is the limit of its partial sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Bind, Range, Sym, Tends, Term, app, free_names, fresh, mapped


def with_partial_sums(givens: Iterable[Given], formulas: Iterable[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens and formulas in which no sum or product runs to infinity. Never fails."""
    made = [replace(g, formula=_changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    return made, [_changed(f) for f in formulas]


def _changed(formula: Formula) -> Formula:
    taken = free_names(formula.lhs) | free_names(formula.rhs)

    def partial(term: Term) -> Term:
        match term:
            case Bind("sum" | "prod", _, Range(low, App("infinity"), unless)):
                last = Sym(fresh("N", taken))
                finite = replace(term, domain=Range(low, last, unless))
                return Bind("lim", last, Tends(app("infinity")), finite, term.span)
            case _:
                return term

    return replace(formula, lhs=mapped(formula.lhs, partial), rhs=mapped(formula.rhs, partial))
