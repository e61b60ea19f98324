"""Dimensions made of others: `n + 1` rows of a block matrix, `m * p` rows of a Kronecker product.

A dimension is a number, a name, or a text of names and numbers with ` + ` and ` * `, in the order of the blocks: the
order says how an index is split. Two texts are the same number when their terms are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from math import prod

from hence.checks.model import Dim, Lit, Node, Op, Ref

PLUS, TIMES = " + ", " * "
INSIDE = (("⟦", "⟧"), ("⟪", "⟫"), ("{", "}"))  # what stands in these is part of a name


@lru_cache(maxsize=1024)
def terms_of(dim: Dim) -> tuple[tuple[Dim, ...], ...]:
    """The dimension as a sum of products of names and numbers."""
    if isinstance(dim, int):
        return ((dim,),)
    return tuple(tuple(_plain(factor) for factor in _apart(term, TIMES)) for term in _apart(dim, PLUS))


def _apart(text: str, sign: str) -> list[str]:
    """The parts between the signs, but for those inside a name: what was not understood is one, whatever it says."""
    parts: list[str] = []
    for piece in text.split(sign):
        if parts and any(parts[-1].count(left) > parts[-1].count(right) for left, right in INSIDE):
            parts[-1] += sign + piece
        else:
            parts.append(piece)
    return parts


def _plain(text: str) -> Dim:
    return int(text) if text.isdigit() else text


@lru_cache(maxsize=1024)
def atoms_of(dim: Dim) -> tuple[str, ...]:
    """The names in a dimension."""
    return tuple(f for term in terms_of(dim) for f in term if isinstance(f, str))


def is_composite(dim: Dim) -> bool:
    return isinstance(dim, str) and (PLUS in dim or TIMES in dim) and terms_of(dim) != ((dim,),)


def sum_of(dims: Iterable[Dim]) -> Dim:
    """The dimension of blocks one after the other."""
    parts = list(dims)
    if all(isinstance(d, int) for d in parts):
        return sum(d for d in parts if isinstance(d, int))
    return PLUS.join(str(d) for d in parts)


def product_of(dims: Iterable[Dim]) -> Dim:
    """The dimension of pairs of indices; sums are multiplied out."""
    result: list[tuple[Dim, ...]] = [()]
    for dim in dims:
        result = [(*before, *term) for before in result for term in terms_of(dim)]
    return sum_of(_product(term) for term in result)


def _product(factors: Iterable[Dim]) -> Dim:
    kept = [f for f in factors if f != 1]
    if all(isinstance(f, int) for f in kept):
        return prod(f for f in kept if isinstance(f, int))
    return TIMES.join(str(f) for f in kept)


def same(a: Dim, b: Dim) -> bool:
    """Whether two dimensions are the same number, whatever their order."""
    return a == b or canonical(a) == canonical(b)


def canonical(dim: Dim) -> tuple[tuple[str, ...], ...]:
    """The terms in order, numbers added up: equal for equal numbers."""
    counts: dict[tuple[str, ...], int] = {}
    for term in terms_of(dim):
        names = tuple(sorted(f for f in term if isinstance(f, str)))
        counts[names] = counts.get(names, 0) + prod(f for f in term if isinstance(f, int))
    return tuple(sorted((str(count), *names) for names, count in counts.items()))


def mapped(dim: Dim, change: Callable[[Dim], Dim]) -> Dim:
    """The dimension with every name replaced."""
    if not is_composite(dim):
        return change(dim) if isinstance(dim, str) else dim
    return sum_of(product_of(change(f) if isinstance(f, str) else f for f in term) for term in terms_of(dim))


def value_of(dim: Dim, number: Callable[[str], int]) -> int:
    """The number that a dimension is, given those of its names."""
    return sum(prod(f if isinstance(f, int) else number(f) for f in term) for term in terms_of(dim))


def node_of(dim: Dim) -> Node:
    """The dimension as an integer node."""
    terms = [_joined("mul", [_atom(f) for f in term]) for term in terms_of(dim)]
    return _joined("add", terms)


def _atom(dim: Dim) -> Node:
    return Lit(Fraction(dim)) if isinstance(dim, int) else Ref(dim)


def _joined(head: str, nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Op(head, tuple(nodes))
