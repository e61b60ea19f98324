"""Families of functions: p_i(tau), f_k(x).

Where a family is written with the same arguments throughout, and nothing moves these, they only recall what it depends
on: p_i(tau) is p_i. What it is differentiated by may be recalled where a formula spells the family out. Otherwise the
index is one more argument: f_k(x) is f(k, x).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Bind, Sym, Term, free_names, mapped, subterms


def plain_members(givens: Iterable[Given], formulas: Iterable[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens and formulas without functions that have both indices and arguments. Never fails."""
    givens, formulas = list(givens), list(formulas)
    facts = [g.formula for g in givens if isinstance(g, Fact)]
    written: dict[str, set[tuple[Term, ...]]] = {}
    for name, arguments in _members((*facts, *formulas)):
        written.setdefault(name, set()).add(arguments)
    if not written:
        return givens, formulas
    derived, bound = _moved((*facts, *formulas))
    spelled = {name for g in givens if isinstance(g, Fact) and g.definition for name, _ in _members_in(g.formula.lhs)}
    recalled = {
        name
        for name, found in written.items()
        if len(found) == 1 and _stay(next(iter(found)), bound if name in spelled else bound | derived)
    }

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
        yield from _members_in(formula.lhs)
        yield from _members_in(formula.rhs)


def _members_in(side: Term) -> Iterator[tuple[str, tuple[Term, ...]]]:
    for term in subterms(side):
        match term:
            case App("apply", (App("index", (Sym(name), *_)), *arguments)):
                yield name, tuple(arguments)
            case _:
                pass


def _moved(formulas: Iterable[Formula]) -> tuple[set[str], set[str]]:
    """The letters by which something is differentiated, and those that are bound."""
    parts = (part for f in formulas for side in (f.lhs, f.rhs) for part in subterms(side))
    derived, bound = set[str](), set[str]()
    for part in parts:
        match part:
            case App("deriv", (_, by)):
                derived |= free_names(by)
            case Bind(_, var):
                bound.add(var.name)
    return derived, bound


def _stay(arguments: tuple[Term, ...], moved: set[str]) -> bool:
    """Whether arguments are letters that mean one thing wherever they stand."""
    return all(isinstance(a, Sym) and a.name not in moved for a in arguments)
