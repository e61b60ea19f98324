"""Opaque parts before elaboration: each becomes a symbol, a family or an unknown function of its live letters.

Live are the letters that something binds: sums, integrals, expectations, the arguments and indices of definitions. They
are places of the function; all other letters are part of its name, so that two parts are one thing only where they are
the same expression of the same things. What is differentiated or random is live besides: an opaque part depends on a
variable that stands in it, or behind a letter of it; one without letters may depend on everything, and what is
averaged without a variable may be random in a way that does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import sums_over_values, survey
from hence.checks.elaborate.slices import without_ties
from hence.language.derivation import Distributed, Fact, Formula, Given, Independent, Property
from hence.language.opaque import (
    DENSITY,
    HEADS,
    PROBABILITY,
    is_opaque,
    name_of,
    opaque_parts,
    replaced,
    value_of_event,
)
from hence.language.terms import App, Bind, Range, Sym, Term, Unstated, free_names, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]
DERIVATIVE = "∂"  # how the text of a derivative begins that was not understood
CHANCE = Sym("⟪ω⟫")  # randomness that does not show
AVERAGES = frozenset(("E", "Var", "Cov"))
COUNTING = frozenset(("sum", "prod", "rows", "columns"))


def with_opaque_parts(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas without opaque terms. Never fails."""
    page = list(without_ties(givens, formulas)), list(formulas)
    terms = [side for f in _formulas(page) for side in (f.lhs, f.rhs)]
    if not any(True for _ in opaque_parts(*terms)):
        return page
    reading = _Reading(page, terms)

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=reading.plain(formula.lhs), rhs=reading.plain(formula.rhs))

    made: list[Given] = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    hidden = [Property(CHANCE, "random")] if reading.hidden else []
    return [*made, *hidden], [changed(f) for f in page[1]]


class _Reading:
    """What is live in each opaque part of a page."""

    def __init__(self, page: Page, terms: list[Term]) -> None:
        givens, _ = page
        usage = survey([t for t in terms if not isinstance(t, App) or t.head not in HEADS])
        self.no_values = usage.functions.keys() | usage.densities.keys()
        self.counted, self.free = _bound(page, terms)
        self.random = {base_name(g.subject) for g in givens if isinstance(g, Distributed)}
        self.random |= {base_name(s) for g in givens if isinstance(g, Independent) for s in g.subjects}
        self.random |= {base_name(g.subject) for g in givens if isinstance(g, Property) and g.word == "random"}
        self.defined = _definitions(givens)
        self.made_of = _made_of(givens)
        self.varied = {base_name(t.args[1]) for t in _parts(terms) if isinstance(t, App) and t.head == "deriv"} - {""}
        self.averaged = {_template(part) for t in _parts(terms) for part in _averaged(t)}
        self.averaged |= {
            _template(part)
            for t in _parts(terms)
            if isinstance(t, App) and t.head in AVERAGES
            for name in free_names(t)
            for body in self.defined.get(name, ())
            for part in opaque_parts(body)
        }
        self.hidden = False
        self.places = {_template(part): self.live(part) for part in opaque_parts(*terms)}
        functions = [self.function(part) for part in opaque_parts(*terms)]
        self.called = {name for name, arguments in functions if not self.is_member(arguments)}

    def live(self, part: App) -> tuple[str, ...]:
        """The letters of which an opaque part is a function, in order."""
        letters = [a.name for a in part.args[1:] if isinstance(a, Sym)]
        found = [n for n in letters if n in self.counted or n in self.free]
        behind = self.reached(letters)
        found += sorted((self.counted | self.free) & behind - set(found))
        anywhere = not letters or _template(part)[0].startswith((DERIVATIVE, PROBABILITY, DENSITY))
        found += sorted(v for v in self.varied if v not in found and (anywhere or v in behind))
        if _template(part) in self.averaged:
            chance = [n for n in letters if n in self.random]
            self.hidden |= not chance
            found += [n for n in (chance or [CHANCE.name]) if n not in found]
        return tuple(n for n in found if n not in self.no_values)

    def reached(self, names: Iterable[str]) -> set[str]:
        seen: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += self.made_of.get(name, ())
        return seen

    def plain(self, term: Term) -> Term:
        """The term with its opaque parts as symbols, members of families, and values of unknown functions."""
        return replaced(term, self._plain)

    def _plain(self, part: App) -> Term:
        name, arguments = self.function(part)
        if not arguments:
            return Sym(name, part.span)
        return App("apply" if name in self.called else "index", (Sym(name, part.span), *arguments), part.span)

    def function(self, part: App) -> tuple[str, tuple[Term, ...]]:
        """The name of the function that an opaque part is a value of, and where it is taken."""
        live = self.places.get(_template(part), ())
        letters = part.args[1:]
        places = [k for k, a in enumerate(letters) if not isinstance(a, Sym) or a.name in live]
        besides = [n for n in live if Sym(n) not in letters]
        name = name_of(part, {at: f"□{k}" for k, at in enumerate(places)}, besides)
        return name, (*(letters[at] for at in places), *map(Sym, besides))

    def is_member(self, arguments: tuple[Term, ...]) -> bool:
        """Whether all arguments count something."""
        return all(isinstance(a, Sym) and a.name in self.counted for a in arguments)


def _template(part: App) -> tuple[str, ...]:
    """What two opaque parts have in common that are one: their text, and all letters in it."""
    return tuple(a.name if isinstance(a, Sym) else str(a) for a in part.args)


def _parts(terms: Iterable[Term]) -> Iterator[Term]:
    return (t for term in terms for t in subterms(term))


def _averaged(term: Term) -> Iterator[App]:
    """The opaque parts that stand under an expectation without a variable of its own."""
    if isinstance(term, App) and term.head in AVERAGES:
        yield from opaque_parts(term)


def _formulas(page: Page) -> list[Formula]:
    return [*(g.formula for g in page[0] if isinstance(g, Fact)), *page[1]]


def _definitions(givens: Iterable[Given]) -> dict[str, list[Term]]:
    found: dict[str, list[Term]] = {}
    for given in givens:
        if isinstance(given, Fact) and given.formula.relation == "=":
            found.setdefault(base_name(given.formula.lhs), []).append(given.formula.rhs)
    return found


def _made_of(givens: Iterable[Given]) -> dict[str, set[str]]:
    """The letters behind each name that is defined, without its own indices and arguments."""
    found: dict[str, set[str]] = {}
    for given in givens:
        if isinstance(given, Fact) and given.formula.relation == "=":
            own = set[str]().union(*_own_letters(given.formula.lhs))
            found.setdefault(base_name(given.formula.lhs), set()).update(free_names(given.formula.rhs) - own)
    return found


def _bound(page: Page, terms: list[Term]) -> tuple[set[str], set[str]]:
    """The letters that are bound somewhere: those that count, and all others."""
    counted, others = set[str](), set[str]()
    for term in _parts(terms):
        if isinstance(term, Bind):
            counts = term.head in COUNTING and not sums_over_values(term) and isinstance(term.domain, Range | Unstated)
            (counted if counts else others).add(term.var.name)
        elif isinstance(term, App) and term.head == "evaluated":
            others |= free_names(term.args[1])
    counted |= {value for part in opaque_parts(*terms) if (value := value_of_event(part))}
    for given in page[0]:
        if isinstance(given, Fact):
            counted |= set(given.over)
            inside, outside = _own_letters(given.formula.lhs)
            counted |= inside
            others |= outside
    return counted - others, others


def _own_letters(left: Term) -> tuple[set[str], set[str]]:
    """The indices of x_i, the arguments of f(x), the points of p(x | z)."""
    match left:
        case App("index", (base, *indices)):
            inside, outside = _own_letters(base)
            return inside | {i.name for i in indices if isinstance(i, Sym)}, outside
        case App("apply", (function, *arguments)):
            inside, outside = _own_letters(function)
            return inside, outside | {a.name for a in arguments if isinstance(a, Sym)}
        case App("density", (_, given, *points)):
            places = (*points, *(given.args if isinstance(given, App) else ()))
            values = {value for a in places if isinstance(a, App) and is_opaque(a) and (value := value_of_event(a))}
            return values, {a.name for a in places if isinstance(a, Sym)}
        case _:
            return set(), set()
