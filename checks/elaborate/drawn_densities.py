r"""The density of what is drawn from a named law: p(x_i | \mu) is a normal one with `x_i \sim N(\mu, \sigma^2)`.

That is so for the only density that the page takes at x, where nothing else says what it is, and given no more than the
parameters of the law. What is random among these must be given: p(x) is another density where `x \sim N(z, 1)` and z
is drawn as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hence.checks.elaborate.givens import base_name, is_list_of_members
from hence.checks.elaborate.patterns import density_name
from hence.checks.elaborate.registry import row_of
from hence.language.derivation import Distributed, Fact, Formula, Given, Membership, Property, RealSpace
from hence.language.terms import App, Num, Sym, Term, app, free_names, substitute, subterms

FAMILIES = frozenset(("p", "f", "P", r"\mathbb{P}"))


def drawn_densities(givens: Sequence[Given], formulas: Iterable[Formula]) -> list[Given]:
    """What the laws of a page say of its densities, and of the values at which they are taken. Never fails."""
    laws = [g for g in givens if isinstance(g, Distributed) and row_of(g.law) is not None]
    if not laws:
        return []
    facts = [g.formula for g in givens if isinstance(g, Fact)]
    sides = [side for f in (*facts, *formulas) for side in (f.lhs, f.rhs)]
    found = list(dict.fromkeys(x for side in sides for x in subterms(side) if _is_of_one(x)))
    known = {_name(f.lhs) for f in facts if _is_of_one(f.lhs)}
    random = {base_name(g.subject) for g in givens if isinstance(g, Distributed)}
    random |= {base_name(g.subject) for g in givens if isinstance(g, Property) and g.word == "random"}
    lists = {f.lhs for f in facts if is_list_of_members(f)}
    found = [x for x in found if isinstance(x, App) and lists.isdisjoint(x.args[2:])]
    said = [fact for law in laws for fact in _said_by(law, found, known, random - {base_name(law.subject)})]
    declared = random | {base_name(g.subject) for g in givens if isinstance(g, Membership)}
    return [*said, *_values(said, declared)]


def perhaps_drawn(givens: Iterable[Given], sides: Iterable[Term]) -> set[str]:
    """The densities that formulas take at what is drawn from a named law: perhaps they are meant to be its."""
    laws = [g for g in givens if isinstance(g, Distributed) and row_of(g.law) is not None]
    found = [x for side in sides for x in subterms(side) if laws and _is_of_one(x)]
    return {base_name(x) for x in found for law in laws if _law_at(law, x) is not None}


def _values(said: Iterable[Fact], declared: set[str]) -> Iterator[Given]:
    """That the value x of a random number X is a number."""
    for fact in said:
        match fact.formula.rhs:
            case App("pdf", (point, law)) if base_name(point) not in declared:
                row = row_of(law)
                if row is not None and row[0].is_number:
                    declared.add(base_name(point))
                    yield Membership(point, RealSpace(()), fact.span)


def _said_by(law: Distributed, found: list[Term], known: set[str], random: set[str]) -> Iterator[Fact]:
    places = [(x, value) for x in found if (value := _law_at(law, x)) is not None]
    if len({base_name(x) for x, _ in places}) > 1:
        return  # the law may be that of another one
    for place, value in places:
        if _name(place) not in known and _fits(place, law, value, random):
            known.add(_name(place))
            yield Fact(Formula(place, "=", _density(place, value), place.span), True, span=place.span)


def _is_of_one(term: Term) -> bool:
    match term:
        case App("density", (Sym(), App("given"), Sym() | App("index", (Sym(), *_)))):
            return True
    return False


def _name(place: Term) -> str:
    match place:
        case App("density", (Sym(family), App("given", given), *of)):
            return density_name(family, of, given)
    return ""


def _law_at(law: Distributed, place: Term) -> Term | None:
    """The law of the variable of a density: X at x, x_i at x_j, and at x where the law does not change with i."""
    match law.subject, place:
        case Sym(name), App("density", (_, _, Sym(point))) if _is_value(point, name):
            return law.law
        case App("index", (Sym(name), Sym(i))), App("density", (_, _, Sym(point))) if _is_value(point, name):
            return law.law if i not in free_names(law.law) else None
        case App("index", (Sym(name), Sym(i))), App("density", (_, _, App("index", (Sym(point), at)))):
            return substitute(law.law, {i: at}) if _is_value(point, name) and isinstance(at, Sym | Num) else None
    return None


def _is_value(point: str, name: str) -> bool:
    return point in (name, name.lower()) if len(name) == 1 else point == name


def _fits(place: Term, law: Distributed, value: Term, random: set[str]) -> bool:
    match place:
        case App("density", (Sym(family), App("given", given), *_)) if family in FAMILIES:
            names = frozenset().union(*map(free_names, given))
            parameters = free_names(value)
            return names <= parameters and (parameters & random) | set(law.given) <= names
    return False


def _density(place: Term, law: Term) -> Term:
    assert isinstance(place, App)
    match law:
        case App("Normal", (mean, spread)):
            return app("normal_pdf", place.args[2], mean, spread)
        case _:
            return app("pdf", place.args[2], law)
