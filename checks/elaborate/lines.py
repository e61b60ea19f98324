"""Rows and columns that are vectors: row i of X is x_i."""

from __future__ import annotations

from hence.checks.elaborate.builder import Builder
from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.givens import base_name
from hence.checks.model import Definition, Op, Ref
from hence.language.derivation import Lines
from hence.language.terms import App, Sym, Term


def line_definition(b: Builder, line: Lines) -> Definition:
    """Row i of the matrix is the vector: defines the vector if it is a bare family, else the matrix."""
    matrix = b.symbols.get(base_name(line.matrix))
    if matrix is None or not matrix.shape.is_matrix:
        raise NotUnderstood(f"{base_name(line.matrix)} has rows but is not a matrix", line.span)
    entry = "entry#line"
    along = matrix.shape.cols if line.which == "row" else matrix.shape.rows
    across = matrix.shape.rows if line.which == "row" else matrix.shape.cols
    places = (Ref(line.index), Ref(entry)) if line.which == "row" else (Ref(entry), Ref(line.index))
    if is_member(line.vector):
        name = base_name(line.vector)
        vector = b.symbols.get(name)
        if vector is None or not vector.bounds:
            raise NotUnderstood(f"{name} has an index here and none elsewhere", line.span)
        b.dims.unify(vector.shape.rows, along, line.span, f"{name} and {matrix.name}")
        b.dims.unify(vector.bounds[0], across, line.span, f"{name} and {matrix.name}")
        return Definition(name, (line.index, entry), (), Ref(matrix.name, places), entrywise=True)
    body = b.node(_untransposed(line.vector), {line.index: Ref(line.index)})
    b.dims.unify(body.shape.rows, along, line.span, f"the rows of {matrix.name}")
    value = Op("index", (body, Ref(entry)))
    indices = (line.index, entry) if line.which == "row" else (entry, line.index)
    return Definition(matrix.name, indices, (), value, entrywise=True)


def is_member(vector: Term) -> bool:
    """Whether a row is given as a bare family member x_i (perhaps transposed)."""
    bare = _untransposed(vector)
    return isinstance(bare, App) and bare.head == "index" and isinstance(bare.args[0], Sym)


def _untransposed(vector: Term) -> Term:
    return vector.args[0] if isinstance(vector, App) and vector.head == "transpose" else vector
