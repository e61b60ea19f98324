"""Moving numbers between entries and slots."""

from __future__ import annotations

import numpy as np
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Number, Undefined


def entries_to_slot(x: Array, slot: int) -> Array:
    """(..., r, c) -> scalars along the slot, which must not be in use."""
    rows, cols = x.shape[-2:]
    while x.ndim < 3 + slot:
        x = x[None]
    axis = x.ndim - 3 - slot
    flat = np.moveaxis(x.reshape(*x.shape[:-2], rows * cols), -1, axis)  # the slot itself is now one further
    flat = flat.reshape(*flat.shape[: axis + 1], *flat.shape[axis + 2 :])
    return flat[..., None, None]


def _slot_last(x: Array, slot: int, size: int) -> tuple[Array, int]:
    while x.ndim < 3 + slot:
        x = x[None]
    axis = x.ndim - 3 - slot
    if x.size == 0:
        raise Undefined("an index out of range")
    if x.shape[axis] != size:
        x = np.broadcast_to(x, (*x.shape[:axis], size, *x.shape[axis + 1 :]))
    return np.moveaxis(x, axis, -1), axis


def slot_to_entries(x: Array, slot: int, rows: int, cols: int) -> Array:
    """Scalars along the slot -> a matrix; the slot keeps its place with length 1."""
    last, axis = _slot_last(x, slot, rows * cols)
    matrix = last[..., 0, 0, :].reshape(*last.shape[:-3], rows, cols)
    return np.expand_dims(matrix, axis)


def slot_to_columns(x: Array, slot: int, size: int) -> Array:
    """Vectors along the slot -> the matrix with these columns."""
    last, axis = _slot_last(x, slot, size)
    columns = last.reshape(*last.shape[:-3], last.shape[-3] * last.shape[-2], size)
    return np.expand_dims(columns, axis)


def select(value: Number, entries: tuple[int, ...]) -> Number:
    """An entry by its indices. Raises `CannotEvaluate` for one index on a matrix."""
    if not entries:
        return value
    rows, cols = value.shape[-2:]
    if len(entries) == 2:
        return xp.entry(value, *entries)
    if len(entries) == 1 and cols == 1:
        return xp.entry(value, entries[0], 1)
    if len(entries) == 1 and rows == 1:
        return xp.entry(value, 1, entries[0])
    raise CannotEvaluate(f"{len(entries)} indices on a {rows} x {cols} matrix")


def check_fading(body: Array, slot: int, points: Array) -> None:
    """Raises `Undefined` if the integrand is not negligible at the border of the grid."""
    size = np.abs(np.moveaxis(body, body.ndim - 3 - slot, 0)).reshape(len(points), -1).max(axis=1)
    border = np.abs(points).max(axis=1) > 0.97 * np.abs(points).max()
    if not np.all(np.isfinite(size)) or size[border].max() > 1e-9 * size.max():
        raise Undefined("an integrand that does not fade on the grid")
