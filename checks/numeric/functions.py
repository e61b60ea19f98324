"""Abstract functions: concrete stand-ins that are exactly computable, not linear and not symmetric."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from hence.checks.model import Function
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Number

Concrete: TypeAlias = Callable[[list[Number]], Number]


def stand_in(function: Function | None, size: tuple[int, int], rng: random.Random) -> Concrete:
    """A function for an abstract one; `size` is the shape of its result."""
    positive = function is not None and (function.positive or function.nonnegative)
    if (function is not None and function.elementwise) or (function is None and size == (1, 1)):
        return _scalar(rng, positive)
    return _polynomial(size, rng, positive)


def _constant(value: int, model: Number) -> Array:
    return xp.like(np.full((1, 1), value), xp.plain(model))


def _scalar(rng: random.Random, positive: bool) -> Concrete:
    a, b, c = rng.choice([1, 2, -1]), rng.choice([1, -1, 3]), rng.choice([0, 1, 2])
    kinds = ["bump", "square"] if positive else ["square", "cube", "bump", "square"]
    kind = rng.choice(kinds)

    def f(args: list[Number]) -> Number:
        x = args[0]
        for other in args[1:]:
            x = xp.add(xp.mul(x, _constant(2, x)), xp.mul(other, xp.add(other, x)))
        square = xp.mul(x, x)
        if kind == "bump":
            top = _constant(1, x) if positive else xp.add(x, _constant(c + 1, x))
            return xp.div(top, xp.add(square, _constant(c + 1, x)))
        if positive:
            return xp.add(xp.add(square, x), _constant(c + 1, x))
        if kind == "cube":
            return xp.add(xp.mul(square, x), xp.add(xp.mul(square, _constant(b, x)), _constant(c - 2, x)))
        return xp.add(xp.mul(_constant(a, x), square), xp.add(xp.mul(_constant(b, x), x), _constant(c, x)))

    return f


def _polynomial(size: tuple[int, int], rng: random.Random, positive: bool) -> Concrete:
    """Components are quadratic polynomials in the entries of all arguments, with small integer coefficients.

    Not all derivatives by one argument are free of the others: the gradients of f_1 and f_2 differ.
    """
    rows, cols = size
    seed = rng.random()

    def f(args: list[Number]) -> Number:
        flat = [xp.linear(lambda x: x.reshape(*x.shape[:-2], x.shape[-1] * x.shape[-2], 1), a) for a in args]
        width = sum(int(a.shape[-2]) for a in flat)
        draw = random.Random(f"{seed}/{width}")
        table = np.array([[draw.randint(-2, 2) for _ in range(3 * width + 1)] for _ in range(rows * cols)])
        model = xp.plain(flat[0])
        entries = _stacked(flat, width)
        shifted = xp.linear(lambda x: np.roll(x, 1, axis=-2), entries)
        result: Number = xp.like(table[:, :1], model)
        for block, part in enumerate((entries, xp.mul(entries, entries), xp.mul(entries, shifted))):
            coefficients = xp.like(table[:, 1 + block * width : 1 + (block + 1) * width], model)
            result = xp.add(result, xp.matmul(coefficients, part))
        if positive:
            result = xp.add(xp.mul(result, result), xp.like(np.ones((1, 1), dtype=int), model))
        return xp.linear(lambda x: x.reshape(*x.shape[:-2], rows, cols), result)

    return f


def _stacked(columns: list[Number], width: int) -> Number:
    """One column below the other, so that products of neighbours join different arguments too."""
    places = np.eye(width, dtype=int)
    start, stacked = 0, None
    for column in columns:
        size = int(column.shape[-2])
        placed = xp.matmul(xp.like(places[:, start : start + size], xp.plain(column)), column)
        stacked = placed if stacked is None else xp.add(stacked, placed)
        start += size
    assert stacked is not None
    return stacked
