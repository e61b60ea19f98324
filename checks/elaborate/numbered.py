"""Symbols with a number: delta_1 and delta_2 of a page on which no delta_i stands need not be of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from hence.checks.elaborate.givens import base_name
from hence.language.derivation import (
    Convention,
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
)
from hence.language.terms import App, Num, Sym, Term, mapped, subterms


def with_own_symbols(givens: Sequence[Given], formulas: Sequence[Formula]) -> tuple[list[Given], list[Formula]] | None:
    """Givens and formulas in which such members are symbols of their own; None where there are none."""
    sides = [s for g in givens if isinstance(g, Fact) for s in (g.formula.lhs, g.formula.rhs)]
    sides += [s for f in formulas for s in (f.lhs, f.rhs)]
    numbered = _numbered(sides) - {name for g in givens for name in _described(g)}
    if not numbered:
        return None

    def own(term: Term) -> Term:
        match term:
            case App("index", (Sym(name), Num(value)), span) if name in numbered:
                return Sym(f"{name}_{{{value}}}", span)
            case _:
                return term

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, own), rhs=mapped(formula.rhs, own))

    made: list[Given] = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    return made, [changed(f) for f in formulas]


def _numbered(sides: Sequence[Term]) -> set[str]:
    """Names that stand with one number below them, and never otherwise."""
    everywhere: Counter[str] = Counter()
    with_number: Counter[str] = Counter()
    for term in (t for side in sides for t in subterms(side)):
        match term:
            case Sym(name):
                everywhere[name] += 1
            case App("index", (Sym(name), Num())):
                with_number[name] += 1
    return {name for name, count in with_number.items() if everywhere[name] == count}


def _described(given: Given) -> set[str]:
    """The symbols of which something is said in another way than by a formula."""
    match given:
        case Fact():
            return set()
        case Independent(subjects):
            return set(map(base_name, subjects))
        case Lines(matrix, _, vector):
            return {base_name(matrix), base_name(vector)}
        case Mapping(function) | OfFunction(function):
            return {base_name(function)}
        case Convention():
            return set()
        case Membership(subject) | Distributed(subject) | Property(subject):
            return {base_name(subject)}
