"""A normal form with symbolic sums as one sum and a rest: sum over i of f(i), plus what stands outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.poly import (
    ZERO,
    Mono,
    Poly,
    collect,
    number,
    open_sums,
    rename,
    rename_atom,
    symbol,
    total,
)

MOST_SPLITS = 4


def splits(algebra: Algebra, poly: Poly, level: int, ones: Sequence[Poly] = ()) -> Iterator[tuple[Poly, Poly, Poly]]:
    """(summand, rest, bound): for each bound that occurs; also with a share of what is outside in each summand.

    `ones` are sums that are 1: what is outside may be multiplied by them.
    """
    bounds = {b: None for m, _ in poly.terms for v, b in m.sums if not _needed(m, v)}
    for bound in list(bounds)[:MOST_SPLITS]:
        variable = f"~{level}<{bound.key}"
        algebra.facts.ranges[variable] = bound
        inside, outside = ZERO, []
        for mono, c in poly.terms:
            opened = _opened(algebra, mono, bound, variable)
            if opened is None:
                outside.append((mono, c))
            else:
                inside = inside + opened.scaled(c)
        rest = collect(outside)
        yield inside, rest, bound
        shared, left = _shared(algebra, rest, bound)
        if not shared.is_zero:
            yield inside + shared, left, bound
        for one in ones:
            weight = _opened(algebra, one.terms[0][0], bound, variable) if len(one.terms[0][0].sums) == 1 else None
            if weight is not None and not rest.is_zero:
                yield inside + algebra.mul(rest, weight.scaled(one.terms[0][1])), ZERO, bound


def _needed(mono: Mono, variable: str) -> bool:
    """Whether the bound of another sum depends on the variable."""
    return any(variable in b.names for _, b in mono.sums)


def _opened(algebra: Algebra, mono: Mono, bound: Poly, variable: str) -> Poly | None:
    """The summand for the first sum with this bound; None where there is none."""
    chosen = next((v for v, b in mono.sums if b == bound and not _needed(mono, v)), None)
    if chosen is None:
        return None
    position = [v for v, _ in mono.sums].index(chosen)
    sums, factors = open_sums(mono)
    names = {sums[position][0]: variable}
    others = [(v, rename(b, names)) for k, (v, b) in enumerate(sums) if k != position]
    return algebra.sum_all(
        others, algebra.assemble([], [(rename_atom(a, names), rename(e, names)) for a, e in factors], Fraction(1))
    )


def _shared(algebra: Algebra, rest: Poly, bound: Poly) -> tuple[Poly, Poly]:
    """Terms with the number of summands as a factor, divided by it, and the terms without."""
    if bound.variable is None:
        return ZERO, rest
    inverse = algebra.power(symbol(bound.variable), number(-1))
    mine = [
        (m, c)
        for m, c in rest.terms
        if any(bound.variable in a.names and e.is_one for a, e in m.factors) and not m.sums
    ]
    others = [(m, c) for m, c in rest.terms if (m, c) not in mine]
    return total(algebra.mul(Poly(((m, c),)), inverse) for m, c in mine), collect(others)
