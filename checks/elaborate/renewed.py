"""Letters that are set anew: an example has its matrix A, and the next example another one.

Where two values without any letter in them are given for one symbol, both cannot hold: the author speaks of something
new. What was said before is then said of another symbol, that of before. So it is where a matrix of numbers is given
for a symbol that was declared with dimensions in letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from hence.language.derivation import Fact, Formula, Given, Membership, RealSpace
from hence.language.terms import App, Bind, Num, Sym, Term, free_names, mapped


def renewed(givens: Iterable[Given]) -> list[Given]:
    """The givens, with symbols of their own for what letters meant before they were set anew. Never fails."""
    made: list[Given] = []
    for given in givens:
        name = _set_anew(given, made)
        if name:
            earlier = f"{name}^{{\\text{{line {given.span.line}, before}}}}"
            made = [_renamed(g, name, earlier) for g in made]
        made.append(given)
    return made


def _set_anew(given: Given, before: list[Given]) -> str:
    """The symbol to which a given gives another value than one before it; empty for none."""
    match given:
        case Fact(Formula(Sym(name), "=", value), True) if not free_names(value):
            return name if any(_is_other(g, name, value) for g in before) else ""
        case _:
            return ""


def _is_other(given: Given, name: str, value: Term) -> bool:
    match given:
        case Fact(Formula(Sym(other), "=", earlier), True):
            return other == name and earlier != value and not free_names(earlier)
        case Membership(Sym(other), RealSpace(dims)):
            sized = isinstance(value, App) and value.head == "matrix"
            return other == name and sized and any(free_names(d) for d in dims)
        case _:
            return False


def _renamed(given: Given, name: str, other: str) -> Given:
    """A given that speaks of another symbol instead."""

    def term(one: Term) -> Term:
        return Sym(other, one.span) if isinstance(one, Sym) and one.name == name else one

    def part(value: object) -> object:
        if isinstance(value, Sym | App | Bind | Num):
            return mapped(value, term)
        if isinstance(value, Formula):
            return replace(value, lhs=mapped(value.lhs, term), rhs=mapped(value.rhs, term))
        return tuple(map(part, value)) if isinstance(value, tuple) else value

    changed: dict[str, Any] = {f.name: part(getattr(given, f.name)) for f in fields(given) if f.name != "span"}
    return replace(given, **changed)
