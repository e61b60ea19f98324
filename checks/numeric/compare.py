"""Comparing two values: suspicion in floats, certainty in exact and ball arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import numpy as np
from hence.checks.numeric.arrays import Array, CannotEvaluate, Exact

RELATIONS = ("=", "<=", ">=", "<", ">", "!=")


def aligned(left: Array, right: Array) -> tuple[Array, Array]:
    """Both sides with the same shape. Raises `CannotEvaluate` where the matrices have different shapes."""
    if left.shape == right.shape:
        return left, right
    if left.shape[-2:] != right.shape[-2:]:
        raise CannotEvaluate(f"the sides have shapes {left.shape[-2:]} and {right.shape[-2:]}")
    one, two = np.broadcast_arrays(left, right)
    return one, two


def error_of(left: Array, right: Array) -> float:
    """The largest difference of entries, relative to their size."""
    one, two = aligned(left, right)
    scale = 1.0 + np.maximum(np.abs(one), np.abs(two))
    return float(np.max(np.abs(one - two) / scale))


def suspicious(left: Array, relation: str, right: Array, tolerance: float) -> bool:
    """Do floats suggest that the relation fails somewhere?"""
    one, two = aligned(left, right)
    gap = (one - two) / (1.0 + np.maximum(np.abs(one), np.abs(two)))
    return bool(_SUSPICION[relation](gap, tolerance))


_SUSPICION: dict[str, Callable[[Any, float], Any]] = {
    "=": lambda gap, tol: np.any(np.abs(gap) > tol),
    "<=": lambda gap, tol: np.any(gap > tol),
    ">=": lambda gap, tol: np.any(gap < -tol),
    "<": lambda gap, tol: np.any(gap > -tol),
    ">": lambda gap, tol: np.any(gap < tol),
    "!=": lambda gap, tol: np.all(np.abs(gap) <= tol),
}


def unequal(a: Exact, b: Exact) -> bool:
    """Whether two numbers differ for certain."""
    if isinstance(a, flint.fmpq) and isinstance(b, flint.fmpq):
        return bool(a != b)
    return bool(a < b) or bool(a > b)


_FAILS: dict[str, Callable[[Any, Any], bool]] = {  # each True only if certain
    "=": unequal,
    "<=": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a < b),
    "<": lambda a, b: bool(a >= b),
    ">": lambda a, b: bool(a <= b),
}


def violation(left: Array, relation: str, right: Array) -> tuple[int, ...] | None:
    """Where the relation certainly fails: an entry; () for `!=` between equal sides. None: no certain failure."""
    one, two = aligned(left, right)
    if relation == "!=":
        exact = all(isinstance(x, flint.fmpq) for side in (one, two) for x in side.flat)
        return () if exact and all(a == b for a, b in zip(one.flat, two.flat, strict=True)) else None
    fails = _FAILS[relation]
    for place in np.ndindex(one.shape):
        if fails(one[place], two[place]):
            return place
    return None


def relation_holds(left: Array, relation: str, right: Array) -> bool:
    """Does a hypothesis hold? Balls that overlap count as equal, and floats within rounding."""
    if left.size == right.size == 1 and relation in _FAILS and left.dtype.hasobject and right.dtype.hasobject:
        return not _FAILS[relation](left.item(), right.item())
    fit = left.shape == right.shape or (left.size > 1 and right.size > 1)
    one, two = aligned(left, right) if fit else np.broadcast_arrays(left, right)
    if not (one.dtype.hasobject and two.dtype.hasobject):
        return not suspicious(one.astype(float), relation, two.astype(float), 1e-9)
    if relation == "!=":
        return any(unequal(a, b) for a, b in zip(one.flat, two.flat, strict=True))
    if relation not in _FAILS:
        raise CannotEvaluate(f"a hypothesis with the relation {relation}")
    return not any(_FAILS[relation](a, b) for a, b in zip(one.flat, two.flat, strict=True))
