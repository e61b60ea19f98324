"""A letter that is called with different numbers of arguments: J(W, b) and J(W, b; x, y) are two functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, mapped, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]


def with_arities_apart(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas in which each function takes one number of arguments. Never fails."""
    page = list(givens), list(formulas)
    facts = [g.formula for g in page[0] if isinstance(g, Fact)]
    sides = [side for f in (*facts, *page[1]) for side in (f.lhs, f.rhs)]
    calls = Counter((name, count) for side in sides for t in subterms(side) for name, count in _called(t))
    defined = {call for f in facts for call in _called(f.lhs)}
    kept: dict[str, int] = {}
    for (name, count), times in calls.items():
        others = [(c in defined, n, c[1]) for c, n in calls.items() if c[0] == name]
        if len(others) > 1 and max(others) == ((name, count) in defined, times, count):
            kept[name] = count
    if not kept:
        return page

    def apart(term: Term) -> Term:
        match term:
            case App("apply", (Sym(name, span), *arguments)) if kept.get(name, len(arguments)) != len(arguments):
                said = (name, len(arguments)) in defined  # else nobody says what it is
                own = rf"{name}_{{[{len(arguments)}]}}" if said else f"⟪{name} of {len(arguments)} arguments⟫"
                return App("apply", (Sym(own, span), *arguments), term.span)
            case _:
                return term

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, apart), rhs=mapped(formula.rhs, apart))

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    return made, [changed(f) for f in page[1]]


def _called(term: Term) -> list[tuple[str, int]]:
    match term:
        case App("apply", (Sym(name), *arguments)):
            return [(name, len(arguments))]
        case _:
            return []
