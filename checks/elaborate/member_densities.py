r"""Densities at the members of a sample: with `p(x | \theta) = \theta e^{-\theta x}`, p(x_i | \theta) is that at x_i.

A letter with an index is a value of what the letter alone stands for, where that is no array of which it could be an
entry: the density of an entry is another one. Where the members themselves are declared as arrays, or are bold, they
are values whatever the formula does with them. What has a formula of its own keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.letters import looks_like_vector, may_be_matrix
from hence.checks.elaborate.patterns import density_name
from hence.language.derivation import Fact, Formula, Given, Membership, Property, RealSpace
from hence.language.terms import App, Bind, Num, Sym, Term, free_names, substitute, subterms

ARRAYS = frozenset(("vector", "matrix", "random vector"))
OF_ARRAYS = frozenset(("norm", "norm_1", "norm_inf", "norm_F", "transpose", "inner", "trace", "det", "diag"))


def member_densities(givens: Sequence[Given], formulas: Iterable[Formula]) -> list[Given]:
    """What the formulas of densities say of them at members. Never fails."""
    facts = [g for g in givens if isinstance(g, Fact) and g.definition and _is_density(g.formula.lhs)]
    if not facts:
        return []
    known = {_name(fact.formula.lhs) for fact in facts}
    all_formulas = [*(g.formula for g in givens if isinstance(g, Fact)), *formulas]
    found = dict.fromkeys(t for f in all_formulas for side in (f.lhs, f.rhs) for t in subterms(side) if _is_density(t))
    made: list[Given] = []
    for place in found:
        name = _name(place)
        values = _members(place) if name not in known else None
        if values and (fact := _of_one(facts, place, values)) is not None and _may_stand(values, fact, givens):
            known.add(name)
            made.append(_at(fact, place, values))
    return made


def _at(fact: Fact, place: Term, values: dict[str, Term]) -> Fact:
    return replace(fact, formula=replace(fact.formula, lhs=place, rhs=substitute(fact.formula.rhs, values)), over=())


def _is_density(term: Term) -> bool:
    return isinstance(term, App) and term.head == "density" and len(term.args) > 2


def _parts(term: Term) -> tuple[str, tuple[Term, ...], list[Term]] | None:
    """Family, conditions and points of a density."""
    match term:
        case App("density", (Sym(family), App("given", given), *of)):
            return family, given, of
    return None


def _name(term: Term) -> str:
    parts = _parts(term)
    return density_name(parts[0], parts[2], parts[1]) if parts is not None else ""


def _members(place: Term) -> dict[str, Term] | None:
    """The members at which a density is taken, by their letters; None where their indices differ."""
    parts = _parts(place)
    if parts is None:
        return None
    values: dict[str, Term] = {}
    indices = set()
    for point in (*parts[1], *parts[2]):
        match point:
            case App("index", (Sym(name), Sym() | Num() as at)) if name not in values:
                values[name] = point
                indices.add(at)
            case Sym():
                pass
            case _:
                return None
    return values if len(indices) == 1 else None


def _of_one(facts: Iterable[Fact], place: Term, values: dict[str, Term]) -> Fact | None:
    """The last formula for the density at letters of which the place has members."""
    bare = substitute_members(place, values)
    name = _name(bare)
    return next((f for f in reversed(list(facts)) if _name(f.formula.lhs) == name), None)


def substitute_members(place: Term, values: dict[str, Term]) -> Term:
    assert isinstance(place, App)
    letters = {value: Sym(name) for name, value in values.items()}

    def bare(term: Term) -> Term:
        return letters.get(term, term)

    family, given, *of = place.args
    conditions = replace(given, args=tuple(map(bare, given.args))) if isinstance(given, App) else given
    return replace(place, args=(family, conditions, *map(bare, of)))


def _may_stand(values: dict[str, Term], fact: Fact, givens: Sequence[Given]) -> bool:
    """Whether the members are values of the letters, and no entries of them."""
    body = fact.formula.rhs
    family = (_parts(fact.formula.lhs) or ("",))[0]
    again = any(_is_density(t) and (_parts(t) or ("",))[0] == family for t in subterms(body))
    points = (_parts(fact.formula.lhs) or ("", (), []))[2]
    drawn = frozenset().union(*map(free_names, points))
    if again or not drawn & set(values) or not drawn <= free_names(body):
        return False
    return all(_is_value(name, body, givens) for name in values)


def _is_value(name: str, body: Term, givens: Sequence[Given]) -> bool:
    if any(isinstance(t, App) and t.head == "index" and t.args[0] == Sym(name) for t in subterms(body)):
        return False
    if any(isinstance(g, Fact) and g.definition and g.formula.lhs == Sym(name) for g in givens):
        return False
    if looks_like_vector(name) or _members_are_arrays(name, givens):
        return True
    return not _is_array(name, givens) and not _uses_array(name, body)


def _members_are_arrays(name: str, givens: Iterable[Given]) -> bool:
    return any(_says_array(g) and isinstance(g.subject, App) and base_name(g.subject) == name for g in _of(givens))


def _is_array(name: str, givens: Iterable[Given]) -> bool:
    return any(_says_array(g) and g.subject == Sym(name) for g in _of(givens))


def _of(givens: Iterable[Given]) -> Iterator[Membership | Property]:
    yield from (g for g in givens if isinstance(g, Membership | Property))


def _says_array(given: Membership | Property) -> bool:
    match given:
        case Membership(_, RealSpace(dims)):
            return bool(dims)
        case Property(_, word):
            return word in ARRAYS
    return True  # a space that is not known


def _uses_array(name: str, body: Term) -> bool:
    """Whether a formula may take the letter for an array: beside what may be a matrix, or inside a norm."""
    if any(may_be_matrix(n) for n in free_names(body)):
        return True
    over = (t for t in subterms(body) if isinstance(t, App | Bind) and t.head in OF_ARRAYS)
    return any(name in free_names(t) for t in over)


__all__ = ["member_densities"]
