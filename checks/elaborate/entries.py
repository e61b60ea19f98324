r"""Functions that are defined entry by entry: `p_k(z) = e^{z_k} / S`, `p(z)_k = ...`, and `p = p(z)` with `p_k = ...`

Where the page takes them as a whole and at other points, they are functions whose values are vectors: p(z) has the
entries p(z)_k, and p alone is p(z). Families of which only members with arguments occur are in `members`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Fact, Formula, Given, Property
from hence.language.opaque import DEPENDENT
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Term, Unstated, children, free_names, mapped

Page: TypeAlias = tuple[list[Given], list[Formula]]


@dataclass(frozen=True)
class _Entries:
    """`name(arguments)_index = body`; `whole` where the left side itself shows that the value is a vector."""

    name: str
    index: Sym
    arguments: tuple[Sym, ...]
    body: Term
    whole: bool

    @property
    def call(self) -> App:
        return App("apply", (Sym(self.name), *self.arguments))

    def of_vector(self, formula: Formula) -> Formula:
        return replace(formula, lhs=self.call, rhs=Bind("rows", self.index, Unstated(), self.body, self.body.span))


def with_functions_of_entries(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas in which such functions have vectors as values. Never fails."""
    page = list(givens), list(formulas)
    said = {name: arguments for g in page[0] for name, arguments in _arguments_said(g)}
    facts = [g for g in page[0] if isinstance(g, Fact)]
    found: dict[str, list[_Entries]] = {}
    for entries in (e for g in facts if (e := _entries(g.formula, said)) is not None):
        found.setdefault(entries.name, []).append(entries)
    if not found:
        return page
    parts = [t for f in (*(g.formula for g in facts), *page[1]) for side in (f.lhs, f.rhs) for t in _parts(side)]
    wholes = {name: many[0] for name, many in found.items() if len(many) == 1 and _is_whole(many[0], parts)}
    if not wholes:
        return page

    def entry(term: Term) -> Term:
        match term:
            case App("apply", (App("index", (Sym(name), *indices)), *arguments), span) if name in wholes:
                return App("index", (App("apply", (Sym(name), *arguments), span), *indices), span)
            case _:
                return term

    def changed(formula: Formula) -> Formula:
        own = _entries(formula, said)
        if own is not None and wholes.get(own.name) == own:
            formula = own.of_vector(formula)
        return replace(formula, lhs=mapped(formula.lhs, entry), rhs=mapped(formula.rhs, entry))

    made = [_with(g, changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    said_now = [g for g in made if not any(name in wholes for name, _ in _arguments_said(g))]
    return said_now, [changed(f) for f in page[1]]


def _with(fact: Fact, formula: Formula) -> Fact:
    """The fact with another formula, for all letters that are left in it."""
    free = free_names(formula.lhs) | free_names(formula.rhs)
    return replace(fact, formula=formula, over=tuple(n for n in fact.over if n in free))


def _arguments_said(given: Given) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The p and z of `p = p(z)`."""
    match given:
        case Property(Sym(name), word) if word.startswith(DEPENDENT):
            yield name, tuple(word.removeprefix(DEPENDENT).split(", "))
        case _:
            pass


def _entries(formula: Formula, said: Mapping[str, tuple[str, ...]]) -> _Entries | None:
    """An equation that gives the entries of a function at letters; None for any other."""
    whole = False
    match formula:
        case Formula(App("apply", (App("index", (Sym(name), Sym() as index)), *arguments)), "=", body):
            pass
        case Formula(App("index", (App("apply", (Sym(name), *arguments)), Sym() as index)), "=", body):
            whole = True
        case Formula(App("index", (Sym(name), Sym() as index)), "=", body) if name in said:
            arguments = [Sym(x) for x in said[name]]
        case _:
            return None
    letters = tuple(a for a in arguments if isinstance(a, Sym))
    plain = len({*letters, index}) == len(arguments) + 1 and name not in free_names(body)
    return _Entries(name, index, letters, body, whole) if plain and index.name in free_names(body) else None


def _is_whole(entries: _Entries, parts: Iterable[Term]) -> bool:
    """Whether the page takes the function as a vector, and elsewhere than at the letters of its definition."""
    whole, moved = entries.whole, entries.whole
    for part in parts:
        match part:
            case Sym(name) | App("index", (Sym(name), *_)) if name == entries.name:
                whole = True
            case App("apply", (Sym(name), *_)) if name == entries.name:
                whole, moved = True, True
            case App("apply", (App("index", (Sym(name), *_)), *arguments)) if name == entries.name:
                moved = moved or tuple(arguments) != entries.arguments
            case _:
                pass
    return whole and moved


def _parts(term: Term) -> Iterator[Term]:
    """The parts of a term; of what has arguments or indices these, and not the name alone."""
    yield term
    match term:
        case App("apply", (App("index", (Sym(), *indices)), *arguments)):
            below: Iterable[Term] = (*indices, *arguments)
        case App("apply" | "index", (Sym(), *arguments)):
            below = arguments
        case _:
            below = children(term)
    for part in below:
        yield from _parts(part)
