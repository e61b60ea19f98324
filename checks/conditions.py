"""What a proof needs and no declaration grants, as values: a term, what must hold of it, and for which names.

Proofs are put together from parts, and a part may not rest on what the whole takes for variable: that is decided by the
names in a condition. Words for conditions are made last, by `checks.spoken`, and are never read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from hence.checks.model import Binder, Node, Ref, Setting, Symbol, dimension_words, names_in, walk, with_replaced
from hence.checks.normal.poly import ZERO, Poly, rename
from hence.language.records import dataclass

Term: TypeAlias = Node | Poly


@dataclass(frozen=True)
class Relation:
    """`left relation right`, for every value of the names in `every`."""

    left: Term
    relation: str
    right: Term
    every: tuple[str, ...] = ()


@dataclass(frozen=True)
class Within:
    """`low <= term <= high`."""

    low: Term
    term: Term
    high: Term


@dataclass(frozen=True)
class Invertible:
    """A matrix has an inverse, for every value of the names in `every`."""

    matrix: Node
    every: tuple[str, ...] = ()


class Regularity(Enum):
    """What is asked of functions as a whole, at no point in particular."""

    EXCHANGE = "derivative and integral may be exchanged"
    SECOND_DERIVATIVES = "second derivatives of {about} are continuous"
    CONTINUITY = "what is integrated is continuous"
    STEIN = "the functions are differentiable and grow slowly enough for Stein's identity"
    EXPECTATIONS = "the expectations exist"
    CHANCES = "every value has a positive probability"


@dataclass(frozen=True)
class Regular:
    """Functions are well-behaved; `about` is the one that is meant, where it is one."""

    kind: Regularity
    about: str = ""


@dataclass(frozen=True)
class Fixed:
    """A term is not random, or (`otherwise`) independent of all else."""

    term: Term
    otherwise: bool = False


@dataclass(frozen=True)
class Stated:
    """A reading or a supposition of the page in words, with the names that it is about."""

    text: str
    about: frozenset[str] = frozenset()


Condition: TypeAlias = Relation | Within | Invertible | Regular | Fixed | Stated


def nonzero(term: Term, *every: str) -> Relation:
    return Relation(term, "!=", ZERO, every)


def positive(term: Term, *every: str) -> Relation:
    return Relation(term, ">", ZERO, every)


def names_of(condition: Condition) -> frozenset[str]:
    """The names on whose values it depends whether the condition holds. Never fails."""
    match condition:
        case Relation(left, _, right, every):
            return (_free(left) | _free(right)) - {*every}
        case Within(low, term, high):
            return _free(low) | _free(term) | _free(high)
        case Invertible(matrix, every):
            return _free(matrix) - {*every}
        case Fixed(term):
            return _free(term)
        case Stated(_, about):
            return about
        case Regular():
            return frozenset()


def speaks_of(conditions: tuple[Condition, ...], names: Set[str]) -> bool:
    """Whether one of the conditions depends on one of the names."""
    return any(names_of(c) & names for c in conditions)


def _free(term: Term) -> frozenset[str]:
    if isinstance(term, Poly):
        return term.names
    return names_in(term) - {n.var for n in walk(term) if isinstance(n, Binder)}


def with_terms(condition: Condition, change: Callable[[Term], Term]) -> Condition:
    """The condition about other terms."""
    match condition:
        case Relation(left, _, right):
            return replace(condition, left=change(left), right=change(right))
        case Within(low, term, high):
            return Within(change(low), change(term), change(high))
        case Fixed(term):
            return replace(condition, term=change(term))
        case Invertible() | Regular() | Stated():
            return condition


def with_named_sizes(condition: Condition, symbols: Mapping[str, Symbol]) -> Condition:
    """The condition with words in place of dimensions that no author named."""
    unnamed = sorted(n for n in names_of(condition) if n.startswith("?"))
    names = {n: f"({dimension_words(n, symbols)})" for n in unnamed}

    def named(term: Term) -> Term:
        if isinstance(term, Poly):
            return rename(term, names)
        for old, new in names.items():
            term = with_replaced(term, Ref(old), Ref(new))
        return term

    return with_terms(condition, named) if names else condition


def new_names(outer: Setting, inner: Setting) -> frozenset[str]:
    """Letters for all whose values a part of a proof must hold: those that the whole lacks or knows otherwise."""
    return frozenset(n for n, s in inner.symbols.items() if outer.symbols.get(n) is not s)
