"""Values: immutable matrices of SymPy expressions, a scalar being 1 x 1, and what may go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import sympy

Matrix: TypeAlias = Any  # sympy.ImmutableDenseMatrix, which ships no types
Expr: TypeAlias = Any  # sympy.Expr

MOST_OPERATIONS = 6_000  # of an expression that is still worked on
OPERATIONS_PER_PART = 3


class NoTranslation(Exception):
    """There is no explicit form of this node, or it is too large; the message says why."""


def scalar(value: Expr) -> Matrix:
    return sympy.ImmutableMatrix(1, 1, [value])


def entry(value: Matrix) -> Expr:
    """The only entry of a scalar. Raises NoTranslation for anything else."""
    if value.shape != (1, 1):
        raise NoTranslation(f"a {value.rows} x {value.cols} matrix where a scalar is needed")
    return value[0, 0]


def filled(rows: int, cols: int, of: Callable[[int, int], Expr]) -> Matrix:
    return sympy.ImmutableMatrix(rows, cols, of)


def stacked(rows: Iterable[Iterable[Matrix]]) -> Matrix:
    """A matrix from blocks, row by row. Raises NoTranslation where they do not fit."""
    try:
        joined = [sympy.Matrix.hstack(*(sympy.Matrix(e) for e in row)) for row in rows]
        return sympy.ImmutableMatrix(sympy.Matrix.vstack(*joined))
    except sympy.ShapeError as problem:
        raise NoTranslation("blocks that do not fit") from problem


def add(a: Matrix, b: Matrix) -> Matrix:
    if a.shape != b.shape:
        raise NoTranslation(f"a sum of {a.shape} and {b.shape}")
    return a + b


def product(a: Matrix, b: Matrix) -> Matrix:
    """The scalar or matrix product, by shape; they agree where both make sense."""
    if a.shape == (1, 1):
        return b * a[0, 0]
    if b.shape == (1, 1):
        return a * b[0, 0]
    if a.cols != b.rows:
        raise NoTranslation(f"a product of {a.shape} and {b.shape}")
    return a * b


def entrywise(f: Callable[[Expr, Expr], Expr], a: Matrix, b: Matrix) -> Matrix:
    if a.shape != b.shape:
        raise NoTranslation(f"entries of {a.shape} and {b.shape}")
    return filled(a.rows, a.cols, lambda i, j: f(a[i, j], b[i, j]))


def selected(value: Matrix, indices: tuple[int, ...]) -> Matrix:
    """An entry by its indices from 1; one index is enough for a row or a column."""
    if not indices:
        return value
    places = indices if len(indices) == 2 else ((indices[0], 1) if value.cols == 1 else (1, indices[0]))
    i, j = places
    if not (1 <= i <= value.rows and 1 <= j <= value.cols) or (len(indices) == 1 and 1 not in value.shape):
        raise NoTranslation(f"entry {indices} of a {value.rows} x {value.cols} matrix")
    return scalar(value[i - 1, j - 1])


def bounded(expression: Expr) -> Expr:
    """The expression itself. Raises NoTranslation where it is too large to work on."""
    if not _is_small(expression) and sympy.count_ops(expression) > MOST_OPERATIONS:
        raise NoTranslation("an expression that is too large")
    return expression


def _is_small(expression: Expr) -> bool:
    """Whether it has so few parts that it cannot have too many operations; SymPy counts these slowly.

    A part counts as at most three: its own, a minus, and a division.
    """
    waiting, count = [expression], 0
    while waiting:
        count += 1
        if OPERATIONS_PER_PART * count > MOST_OPERATIONS:
            return False
        waiting.extend(waiting.pop().args)
    return True


def operations(value: Matrix) -> int:
    """How large the entries are, together."""
    return sum(int(sympy.count_ops(e)) for e in value)
