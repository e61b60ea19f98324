"""Values: immutable matrices of SymPy expressions, a scalar being 1 x 1, and what may go wrong.

SymPy's own matrices look for a domain of all entries whenever one is made, which takes longer than the arithmetic of
matrices as small as ours. They are asked for what is seldom needed: determinants, adjugates, powers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import sympy

Expr: TypeAlias = Any  # sympy.Expr, which ships no types

MOST_OPERATIONS = 6_000  # of an expression that is still worked on
OPERATIONS_PER_PART = 3


class NoTranslation(Exception):
    """There is no explicit form of this node, or it is too large; the message says why."""


class Matrix:
    """Entries row by row; never changed."""

    __slots__ = ("cols", "entries", "rows")

    def __init__(self, rows: int, cols: int, entries: list[Expr]) -> None:
        self.rows, self.cols, self.entries = rows, cols, entries

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.cols

    def __getitem__(self, place: int | tuple[int, int]) -> Expr:
        """By row and column, or by the number of an entry, from 0."""
        return self.entries[place if isinstance(place, int) else place[0] * self.cols + place[1]]

    def __iter__(self) -> Iterator[Expr]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __add__(self, other: Matrix) -> Matrix:
        return Matrix(self.rows, self.cols, [a + b for a, b in zip(self.entries, other.entries, strict=True)])

    def __sub__(self, other: Matrix) -> Matrix:
        return Matrix(self.rows, self.cols, [a - b for a, b in zip(self.entries, other.entries, strict=True)])

    def __neg__(self) -> Matrix:
        return self.applyfunc(lambda a: -a)

    def __matmul__(self, other: Matrix) -> Matrix:
        columns = [other.entries[j :: other.cols] for j in range(other.cols)]
        rows = [self.entries[i * self.cols : (i + 1) * self.cols] for i in range(self.rows)]
        products = [[a * b for a, b in zip(row, column, strict=True)] for row in rows for column in columns]
        return Matrix(self.rows, other.cols, [sympy.Add(*terms) for terms in products])

    def scaled(self, factor: Expr) -> Matrix:
        return self.applyfunc(lambda a: a * factor)

    @property
    def T(self) -> Matrix:
        return filled(self.cols, self.rows, lambda i, j: self[j, i])

    def row(self, number: int) -> Matrix:
        return Matrix(1, self.cols, self.entries[number * self.cols : (number + 1) * self.cols])

    def col(self, number: int) -> Matrix:
        return Matrix(self.rows, 1, self.entries[number :: self.cols])

    def applyfunc(self, f: Callable[[Expr], Expr]) -> Matrix:
        return Matrix(self.rows, self.cols, [sympy.sympify(f(a)) for a in self.entries])

    def has(self, *kinds: Expr) -> bool:
        return any(a.has(*kinds) for a in self.entries)

    def is_diagonal(self) -> bool:
        """Whether every entry beside the diagonal is plainly zero."""
        return all(i == j or self[i, j].is_zero is True for i in range(self.rows) for j in range(self.cols))

    @property
    def in_sympy(self) -> Expr:
        """The same as a matrix of SymPy."""
        return sympy.ImmutableMatrix(self.rows, self.cols, self.entries)


def from_sympy(matrix: Expr) -> Matrix:
    return Matrix(matrix.rows, matrix.cols, list(matrix))


def scalar(value: Expr) -> Matrix:
    return Matrix(1, 1, [sympy.sympify(value)])


def diagonal(entries: Iterable[Expr]) -> Matrix:
    found = list(entries)
    return filled(len(found), len(found), lambda i, j: found[i] if i == j else 0)


def entry(value: Matrix) -> Expr:
    """The only entry of a scalar. Raises NoTranslation for anything else."""
    if value.shape != (1, 1):
        raise NoTranslation(f"a {value.rows} x {value.cols} matrix where a scalar is needed")
    return value[0, 0]


def filled(rows: int, cols: int, of: Callable[[int, int], Expr]) -> Matrix:
    return Matrix(rows, cols, [sympy.sympify(of(i, j)) for i in range(rows) for j in range(cols)])


def stacked(rows: Iterable[Iterable[Matrix]]) -> Matrix:
    """A matrix from blocks, row by row. Raises NoTranslation where they do not fit."""
    try:
        joined = [sympy.Matrix.hstack(*(sympy.Matrix(e.in_sympy) for e in row)) for row in rows]
        return from_sympy(sympy.Matrix.vstack(*joined))
    except sympy.ShapeError as problem:
        raise NoTranslation("blocks that do not fit") from problem


def add(a: Matrix, b: Matrix) -> Matrix:
    if a.shape != b.shape:
        raise NoTranslation(f"a sum of {a.shape} and {b.shape}")
    return a + b


def product(a: Matrix, b: Matrix) -> Matrix:
    """The scalar or matrix product, by shape; they agree where both make sense."""
    if a.shape == (1, 1):
        return b.scaled(a[0, 0])
    if b.shape == (1, 1):
        return a.scaled(b[0, 0])
    if a.cols != b.rows:
        raise NoTranslation(f"a product of {a.shape} and {b.shape}")
    return a @ b


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
