"""Small questions of the elaborator: shapes of spaces, symbols of formulas, where recurrences begin."""

from __future__ import annotations

from dataclasses import replace

from hence.checks.elaborate.build_rules import dim_of
from hence.checks.elaborate.kinds import M, S, V
from hence.checks.elaborate.names import survey
from hence.checks.model import Definition, Lit, Shape
from hence.language.derivation import Formula, RealSpace


def with_least(definitions: tuple[Definition, ...]) -> tuple[Definition, ...]:
    """The general case of a recurrence starts after its last given value."""
    starts = [int(i.value) for d in definitions for i in d.indices[:1] if isinstance(i, Lit)]
    least = max(starts) + 1 if starts else 1
    return tuple(replace(d, least=least) if d.indices and isinstance(d.indices[0], str) else d for d in definitions)


def symbols_of(formula: Formula) -> frozenset[str]:
    return frozenset(survey((formula.lhs, formula.rhs)).counts)


def shape_of(space: RealSpace) -> Shape:
    dims = [dim_of(d) for d in space.dims]
    return Shape(dims[0] if dims else 1, dims[1] if len(dims) > 1 else 1)


def kind_of_shape(shape: Shape) -> str:
    return S if shape.is_scalar else V if shape.cols == 1 else M
