"""Conditional expectations on finite sample spaces: the average over all outcomes at which the conditions agree."""

from __future__ import annotations

import math
from itertools import product as outcomes
from typing import TYPE_CHECKING

import numpy as np
from hence.checks.model import Node, Op
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Dual, Number, Undefined

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Env, Evaluator

MOST_OUTCOMES = 4096
DIGITS = 9  # values that agree to so many digits are equal

Place = tuple[int, ...]


def conditional(ev: Evaluator, node: Op, env: Env) -> Number:
    """E[body | conditions] at every outcome. Raises `CannotEvaluate` for normal variables and derivatives."""
    body = ev.value(node.args[0], env)
    given = node.args[1]
    assert isinstance(given, Op)
    if isinstance(body, Dual):
        raise CannotEvaluate("the derivative of a conditional expectation")
    variables = [c.args[0] if isinstance(c, Op) else c for c in given.args]
    values = [c.args[1] if isinstance(c, Op) else None for c in given.args]
    known = [xp.plain(ev.value(v, env)) for v in variables]
    slots = [(s, w) for s, w in ev.world.random_slots() if any(xp.depends_on(a, s) for a in (body, *known))]
    if any(w.dtype != object for _, w in slots):
        raise CannotEvaluate("a conditional expectation of normal variables")
    wanted = [None if v is None else _key(xp.plain(ev.value(v, env)), ()) for v in values]
    return _averaged(ev, body, known, wanted, slots)


def _averaged(
    ev: Evaluator, body: Array, known: list[Array], wanted: list[Place | None], slots: list[tuple[int, Array]]
) -> Array:
    deep = max([body.ndim, *(k.ndim for k in known), *(s + 3 for s, _ in slots)])
    lead = np.broadcast_shapes(*(_padded(a, deep).shape[:-2] for a in (body, *known)))
    if np.prod(lead) > MOST_OUTCOMES:
        raise Undefined(xp.TOO_LARGE)
    whole = np.broadcast_to(_padded(body, deep), (*lead, *body.shape[-2:]))
    spread = [np.broadcast_to(_padded(k, deep), (*lead, *k.shape[-2:])) for k in known]
    axes = [(deep - 3 - s, xp.plain(ev.here(w))) for s, w in slots]
    chosen = {axis for axis, _ in axes}
    groups: dict[object, list[Place]] = {}
    for place in outcomes(*(range(size) for size in lead)):
        keys = [_key(k, place) for k in spread]
        if all(w is None or w == k for k, w in zip(keys, wanted, strict=True)):
            fixed = tuple(index for axis, index in enumerate(place) if axis not in chosen)
            groups.setdefault((fixed, *keys), []).append(place)
    if not groups:
        raise Undefined("a condition that never holds")
    if all(w is not None for w in wanted):
        return _at_value(whole, list(groups.values()), axes, chosen)
    out = np.array(whole, dtype=whole.dtype)
    for places in groups.values():
        mean = _mean(whole, places, axes)
        for place in places:
            out[place] = mean
    if any(w is not None for w in wanted):
        raise CannotEvaluate("a condition at a value beside one without")
    return out


def _at_value(whole: Array, groups: list[list[Place]], axes: list[tuple[int, Array]], chosen: set[int]) -> Array:
    """The mean over the outcomes at which every condition has its value: no longer random."""
    shape = [1 if axis in chosen else size for axis, size in enumerate(whole.shape)]
    out = np.empty(shape, dtype=whole.dtype)
    for places in groups:
        target = tuple(0 if axis in chosen else index for axis, index in enumerate(places[0]))
        out[target] = _mean(whole, places, axes)
    return out


def _mean(whole: Array, places: list[Place], axes: list[tuple[int, Array]]) -> Array:
    weights = [math.prod((w[place[axis]] for axis, w in axes), start=1) for place in places]
    total: Array = sum((whole[place] * w for place, w in zip(places, weights, strict=True)), whole[places[0]] * 0)
    return np.asarray(total / sum(weights))


def _padded(array: Array, deep: int) -> Array:
    return array.reshape(*(1,) * (deep - array.ndim), *array.shape)


def _key(array: Array, place: Place) -> Place:
    """The entries at an outcome, rounded so that equal values have equal keys."""
    entries = xp.to_float(np.asarray(array[place])).flat
    return tuple(round(float(x) * 10**DIGITS) for x in entries)


def value_taken(ev: Evaluator, variable: Node, choose: float) -> Array:
    """One of the values that a random symbol takes; `choose` in [0, 1) says which."""
    values = xp.plain(ev.value(variable, {}))
    flat = values.reshape(-1, *values.shape[-2:])
    return flat[int(choose * len(flat))]  # type: ignore[no-any-return]
