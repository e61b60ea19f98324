"""Families of functions: p_i(tau), f_k(x).

Where a family is written with the same arguments throughout, these only recall what it depends on: p_i(tau) is p_i.
Otherwise the index is one more argument: f_k(x) is f(k, x).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, mapped, subterms


def plain_members(givens: Iterable[Given], formulas: Iterable[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens and formulas without functions that have both indices and arguments. Never fails."""
    givens, formulas = list(givens), list(formulas)
    facts = [g.formula for g in givens if isinstance(g, Fact)]
    written: dict[str, set[tuple[Term, ...]]] = {}
    for name, arguments in _members((*facts, *formulas)):
        written.setdefault(name, set()).add(arguments)
    if not written:
        return givens, formulas
    recalled = {name for name, found in written.items() if len(found) == 1 and _are_symbols(next(iter(found)))}

    def plain(term: Term) -> Term:
        match term:
            case App("apply", (App("index", (Sym(name), *_)) as member, *_), span) if name in recalled:
                return replace(member, span=span)
            case App("apply", (App("index", (Sym() as function, *indices)), *arguments), span):
                return App("apply", (function, *indices, *arguments), span)
            case _:
                return term

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, plain), rhs=mapped(formula.rhs, plain))

    made: list[Given] = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    return made, [changed(f) for f in formulas]


def _members(formulas: Iterable[Formula]) -> Iterator[tuple[str, tuple[Term, ...]]]:
    for formula in formulas:
        for side in (formula.lhs, formula.rhs):
            for term in subterms(side):
                match term:
                    case App("apply", (App("index", (Sym(name), *_)), *arguments)):
                        yield name, tuple(arguments)
                    case _:
                        pass


def _are_symbols(arguments: tuple[Term, ...]) -> bool:
    return all(isinstance(a, Sym) for a in arguments)
