"""Of which symbols a given is a declaration, and of which it speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Any

from hence.checks.elaborate.givens import base_name, sort_givens
from hence.checks.elaborate.names import Usage, survey
from hence.language.derivation import (
    Convention,
    Distributed,
    Fact,
    Given,
    Independent,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
)
from hence.language.terms import free_names

MOST_REMEMBERED = 5_000


def names_in_use(usage: Usage) -> Set[str]:
    """Letters, and those of functions, their derivatives, and densities."""
    functions = {name.rstrip("'") for name in usage.functions}
    return usage.counts.keys() | functions | usage.functions.keys() | usage.densities.keys()


def introduced(given: Given) -> frozenset[str]:
    """The symbols that a given is a declaration of."""
    return frozenset(INTRODUCES[type(given)](given))


def _subject(given: Membership | Distributed | Property) -> tuple[str, ...]:
    return (base_name(given.subject),)


INTRODUCES: dict[type, Callable[[Any], tuple[str, ...]]] = {
    Membership: _subject,
    Distributed: _subject,
    Property: _subject,
    Mapping: lambda g: (base_name(g.function),),
    OfFunction: lambda g: (g.function.name,),
    Fact: lambda g: (base_name(g.formula.lhs),) if g.definition else (),
    Lines: lambda g: (base_name(g.matrix), base_name(g.vector)),
    Independent: lambda _: (),
    Convention: lambda _: (),
}


def mentions(given: Given) -> frozenset[str]:
    """All symbols that a given speaks of, letters of indices left out. Remembered: a page asks for it at every step."""
    found = _MENTIONS.get(id(given))
    if found is None or found[0] is not given:
        if len(_MENTIONS) > MOST_REMEMBERED:
            _MENTIONS.clear()
        found = _MENTIONS[id(given)] = (given, _mentions(given))
    return found[1]


_MENTIONS: dict[int, tuple[Given, frozenset[str]]] = {}  # by identity: a hash would cost as much as the answer


def _mentions(given: Given) -> frozenset[str]:
    if isinstance(given, Independent):
        return frozenset(base_name(subject) for subject in given.subjects)
    if isinstance(given, OfFunction):
        return frozenset((given.function.name,)) | (free_names(given.bound) if given.bound is not None else frozenset())
    usage = usage_of((given,))
    return (frozenset(names_in_use(usage)) - usage.indices.keys()) | introduced(given)


def usage_of(givens: Iterable[Given]) -> Usage:
    return survey(sort_givens(givens).terms())
