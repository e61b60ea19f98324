"""Symbols with a number: delta_1 and delta_2 of a page on which no delta_i stands need not be of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hence.checks.elaborate.givens import base_name
from hence.checks.model import Lit, Node, Op, Ref
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
    numbered = numbered_only(sides) - {name for g in givens for name in _described(g)}
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


def numbered_only(sides: Sequence[Term]) -> set[str]:
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
    return set(map(base_name, _subjects(given)))


def _subjects(given: Given) -> tuple[Term, ...]:
    """What a given speaks of that is no formula."""
    match given:
        case Fact() | Convention():
            return ()
        case Independent(subjects):
            return subjects
        case Lines(matrix, _, vector):
            return matrix, vector
        case Mapping(function) | OfFunction(function):
            return (function,)
        case Membership(subject) | Distributed(subject) | Property(subject):
            return (subject,)


def members_told(givens: Iterable[Given]) -> tuple[Ref, ...]:
    """Single members of which a page says what they are: "let $w_0 \\in R$", "$x_{n+1}$ is a new point"."""
    found: list[Ref] = []
    for subject in (s for g in givens for s in _subjects(g)):
        match subject:
            case App("index", (Sym(name), *indices)) if not all(isinstance(i, Sym) for i in indices):
                found.append(Ref(name, tuple(map(_number, indices))))
    return tuple(found)


def _number(index: Term) -> Node:
    match index:
        case Num(value):
            return Lit(value)
        case App("add" | "neg" as head, args):
            return Op(head, tuple(map(_number, args)))
        case _:
            return Ref(base_name(index))
