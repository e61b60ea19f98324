"""Places in the right-hand side of a formula: every subterm, how to put another there, and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Formula
from hence.language.records import dataclass
from hence.language.terms import (
    App,
    Bind,
    DistributedAs,
    Domain,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    Unstated,
    free_names,
    subterms,
)

VALUE, INDEX, EXPONENT, BOUND, FUNCTION, SIZE = "", "index", "exponent", "bound", "function", "size"
INTEGER_ROLES = frozenset((INDEX, EXPONENT, BOUND))
OF_MATRICES = frozenset(
    "transpose tr det diag norm norm_F inner hadamard kron vec softmax softmax_row softmax_col".split()
    + "identity zeros ones matrix".split()
)
DECORATION = re.compile(r"\\(bm|mathbf|boldsymbol|hat|bar|tilde|vec|mathrm|mathcal)(?![A-Za-z])")

Put: TypeAlias = Callable[[Term], Term]
Kind: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Place:
    """A subterm where it stands. `put` gives the whole right-hand side with another term there.

    `neighbour` is a symbol that could be mistaken for the one that stands here: one of the same kind, visible here.
    """

    term: Term
    put: Put
    role: str = VALUE
    parent: str = ""  # the head that it is an argument of; empty for the whole side
    bound: frozenset[str] = frozenset()  # names bound around it
    counters: tuple[str, ...] = ()  # those of them that a sum or product runs over, outermost first
    count: int = 0  # of the indices that a symbol carries here
    among_matrices: bool = False
    neighbour: str | None = None

    @property
    def is_root(self) -> bool:
        return self.parent == ""


def places(formula: Formula) -> Iterator[Place]:
    """Every place of the right-hand side, outermost first. Never fails."""
    matrices = any(_of_matrices(t) for side in (formula.lhs, formula.rhs) for t in subterms(side))
    names = _names_by_kind(formula)
    visible = free_names(formula.lhs) | free_names(formula.rhs)
    for place in _below(Place(formula.rhs, _itself, among_matrices=matrices)):
        if isinstance(place.term, Sym):
            similar = dict.fromkeys((*(place.counters if place.role in INTEGER_ROLES else ()), *names[_kind(place)]))
            yield replace(place, neighbour=_next(place.term.name, [n for n in similar if n in visible | place.bound]))
        else:
            yield place


def _itself(term: Term) -> Term:
    return term


def _of_matrices(term: Term) -> bool:
    """Heads that speak of vectors and matrices; capital letters usually do, too."""
    match term:
        case App(head, _):
            return head in OF_MATRICES
        case Sym(name):
            return _letter(name) == "capital"
        case _:
            return False


# Walking -----------------------------------------------------------------------------------------------


def _below(place: Place) -> Iterator[Place]:
    """The place and all places inside it."""
    yield place
    match place.term:
        case App(head, args):
            for k, arg in enumerate(args):
                count = len(args) - 1 if head == "index" and k == 0 else 0
                yield from _below(_inside(place, arg, _put_argument(place, k), _role(head, k, place.role), count))
        case Bind(head, var, domain, body):
            for part, put in _domain_parts(domain):
                role = BOUND if isinstance(domain, Range | Unstated) else VALUE
                yield from _below(_inside(place, part, _put_domain(place, put), role))
            inside = _inside(place, body, _put_body(place), place.role)
            counters = (*place.counters, var.name) if head in ("sum", "prod", "rows", "columns") else place.counters
            yield from _below(replace(inside, bound=place.bound | {var.name}, counters=counters))
        case _:
            return


def _inside(place: Place, term: Term, put: Put, role: str, count: int = 0) -> Place:
    parent = place.term.head if isinstance(place.term, App | Bind) else ""
    return replace(place, term=term, put=put, role=role, parent=parent, count=count)


def _role(head: str, position: int, around: str) -> str:
    """What an argument is for. Inside an index or an exponent everything belongs to it."""
    if around in (INDEX, EXPONENT, BOUND, SIZE):
        return around
    match head, position:
        case ("index", 0) | ("apply" | "density", 0):
            return VALUE if head == "index" else FUNCTION
        case ("index" | "delta", _):
            return INDEX
        case ("pow", 1):
            return EXPONENT
        case ("identity" | "zeros" | "ones", _):
            return SIZE
        case _:
            return VALUE


def _put_argument(place: Place, position: int) -> Put:
    def put(term: Term) -> Term:
        assert isinstance(place.term, App)
        args = place.term.args
        return place.put(replace(place.term, args=(*args[:position], term, *args[position + 1 :])))

    return put


def _put_body(place: Place) -> Put:
    def put(term: Term) -> Term:
        assert isinstance(place.term, Bind)
        return place.put(replace(place.term, body=term))

    return put


def _put_domain(place: Place, make: Callable[[Term], Domain]) -> Put:
    def put(term: Term) -> Term:
        assert isinstance(place.term, Bind)
        return place.put(replace(place.term, domain=make(term)))

    return put


def _domain_parts(domain: Domain) -> Iterator[tuple[Term, Callable[[Term], Domain]]]:
    """The terms of a domain, each with the domain as a function of it. What a sum leaves out is no place."""
    match domain:
        case Range(low, high, unless):
            yield low, lambda term: Range(term, high, unless)
            yield high, lambda term: Range(low, term, unless)
        case DistributedAs(law):
            yield law, DistributedAs
        case Tends(point, side):
            yield point, lambda term: Tends(term, side)
        case Unstated() | SuchThat():
            return


# Neighbours --------------------------------------------------------------------------------------------


def _names_by_kind(formula: Formula) -> dict[Kind, list[str]]:
    """The symbols of both sides by kind, in the order in which they are first met."""
    names: dict[Kind, dict[str, None]] = {}
    for side in (formula.rhs, formula.lhs):
        for place in _below(Place(side, _itself)):
            if isinstance(place.term, Sym):
                names.setdefault(_kind(place), {})[place.term.name] = None
    return {kind: list(found) for kind, found in names.items()}


def _kind(place: Place) -> Kind:
    assert isinstance(place.term, Sym)
    if place.role in INTEGER_ROLES:
        return ("integer",)
    name = place.term.name
    return (place.role, place.count, _letter(name), DECORATION.match(name) is not None)


def _letter(name: str) -> str:
    """Small, capital or Greek, under any decoration."""
    bare = DECORATION.sub("", name).lstrip("{")
    first = bare.lstrip("\\")[:1]
    if first.isupper():
        return "capital"
    return "greek" if bare.startswith("\\") else "small"


def _next(name: str, names: list[str]) -> str | None:
    """The one after it, and after the last the first; None where there is no other."""
    if len(names) < 2 or name not in names:
        return None
    return names[(names.index(name) + 1) % len(names)]
