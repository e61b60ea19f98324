"""Indices that depend on chance: v_X is v_1 where X = 1, v_2 where X = 2, and so on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from hence.checks.model import Lit, Node, Op, Ref, names_in
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Number

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Env, Evaluator

MOST_VALUES = 12


def at_chance(ev: Evaluator, node: Ref, env: Env) -> Number | None:
    """An entry whose first random index takes several values; None where no index is random."""
    for position, index in enumerate(node.indices):
        found = _values(ev, index, env)
        if found is None:
            continue
        pieces: list[Number] = []
        for value in _distinct(found):
            indices = (*node.indices[:position], Lit(Fraction(value)), *node.indices[position + 1 :])
            here = ev.value(replace(node, indices=indices), env)
            pieces.append(xp.mul(ev.arithmetic(_marks(found, value)), here))
        total = pieces[0]
        for piece in pieces[1:]:
            total = xp.add(total, piece)
        return total
    return None


def delta_at_chance(ev: Evaluator, node: Op, env: Env) -> Number | None:
    """1 for the outcomes at which two indices agree; None where neither is random."""
    one, two = (_values(ev, index, env) for index in node.args)
    if one is None and two is None:
        return None
    first, second = (
        np.array([[ev.integer(a, env)]]) if x is None else x for a, x in zip(node.args, (one, two), strict=True)
    )
    return ev.arithmetic(_marks(first - second, 0))


def _values(ev: Evaluator, index: Node, env: Env) -> Array | None:
    """The integers that an index takes, by outcome; None where it is the same at all of them."""
    if isinstance(index, Lit):
        return None
    random, defined = ev.world.needs.random, ev.world.definitions
    for name in names_in(index):
        if name not in env and (name in random or name in defined):
            break
    else:
        return None
    found = xp.plain(ev.value(index, env))
    if found.size == 1:
        return None
    numbers = xp.to_float(found)
    rounded = np.rint(numbers)
    if found.shape[-2:] != (1, 1) or np.abs(numbers - rounded).max() > 0:
        raise CannotEvaluate("a random index that is not an integer")
    return rounded.astype(int)


def _distinct(values: Array) -> list[int]:
    found = sorted({int(v) for v in values.flat})
    if len(found) > MOST_VALUES:
        raise CannotEvaluate("a random index with many values")
    return found


def _marks(values: Array, value: int) -> Array:
    """1 where this value is taken, else 0, exactly."""
    return xp.number((values == value).astype(int), exact=True)
