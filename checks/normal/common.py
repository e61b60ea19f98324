"""Small things that the rules of the normal form share."""

from __future__ import annotations

from hence.checks.model import Shape
from hence.checks.normal.poly import ONE, Atom, Poly, of_atom, symbol


class NoRule(Exception):
    """The normal form has no rule for this construct yet: the step is unknown, not false."""


def density_atom(family: str, variables: tuple[str, ...]) -> Poly:
    """p(x, z) as an atom; the density of nothing is 1."""
    if not variables:
        return ONE
    return of_atom(Atom("dens", family, tuple(symbol(v) for v in sorted(variables))))


def entry_indices(shape: Shape, i: Poly, j: Poly) -> tuple[Poly, ...]:
    """The indices that an entry of this shape really has."""
    return (() if shape.rows == 1 else (i,)) + (() if shape.cols == 1 else (j,))


def place(shape: Shape, rest: tuple[Poly, ...]) -> tuple[Poly, Poly]:
    """Row and column of the entry that the remaining indices choose."""
    if shape.is_matrix:
        return rest[0], rest[1]
    if shape.is_row:
        return ONE, rest[0]
    return (rest[0] if rest else ONE), ONE
