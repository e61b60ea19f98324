"""Integrals between two numbers: by Gauss points in floats, by balls that cover the interval in exact numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flint
import numpy as np
from hence.checks.model import Binder, Node, Op, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Dual, Exact, Number

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Env, Evaluator

PIECES = 256  # of an interval, each inside one ball


def gauss_grid(low: float, high: float) -> tuple[Array, Array]:
    """Points and weights for an integral between two numbers."""
    points, weights = np.polynomial.legendre.leggauss(40)
    return low + (high - low) * (points + 1) / 2, (high - low) * weights / 2


def ball_grid(low: Exact, high: Exact) -> tuple[Array, Array]:
    """Balls that cover an interval, and the lengths of what they cover: what they give together is certain."""
    width = (high - low) / PIECES
    spread = flint.arb(0, 1) * abs(as_ball(width)) / 2
    points, weights = np.empty(PIECES, dtype=object), np.empty(PIECES, dtype=object)
    for k in range(PIECES):
        points[k] = as_ball(low + width * flint.fmpq(2 * k + 1, 2)) + spread
        weights[k] = width
    return points, weights


def as_ball(x: Exact) -> Exact:
    return flint.arb(x) if isinstance(x, flint.fmpq) else x


def integral_between(ev: Evaluator, node: Binder, ends: tuple[Node, Node], env: Env) -> Number:
    """What the balls give together is certain, where the integrand is continuous. Raises `CannotEvaluate`."""
    if any(isinstance(n, Op) and n.head == "infinity" for end in ends for n in walk(end)):
        raise CannotEvaluate("an integral up to infinity")
    start, stop = (ev.value(end, env) for end in ends)
    if isinstance(start, Dual) or isinstance(stop, Dual) or start.size > 1 or stop.size > 1:
        raise CannotEvaluate("an integral whose bounds vary")
    points, weights = (ball_grid if ev.exact else gauss_grid)(start.flat[0], stop.flat[0])
    slot = ev.world.open_slot()
    try:
        body = ev.value(node.body, {**env, node.var: xp.on_slot(points.reshape(-1, 1, 1), slot)})
        if not xp.depends_on(body, slot):
            return xp.mul(body, xp.add(stop, xp.neg(start)))
        return xp.contract(body, slot, weights)
    finally:
        ev.world.close_slot(slot)
