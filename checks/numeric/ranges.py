"""The range of an integrand, by ball arithmetic over the whole support of its random symbols.

A mean of bounded values has a confidence sequence that holds at every sample size. What this finds is a
true bound, seldom the best one; where it finds none the integrand may be bounded all the same.
"""

from __future__ import annotations

import flint
import numpy as np
from hence.checks.model import Node, Op
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, NotExact, Number, Undefined
from hence.checks.numeric.evaluate import Env, Evaluator

ANYTHING = flint.arb("[+/- inf]")
Range = tuple[Array, Array]


class Enclosure(Evaluator):
    """Ball arithmetic in which a random symbol is the ball of all its values."""

    def random(self, name: str, indices: tuple[int, ...]) -> Number:
        if not self.world.needs.is_random(name):
            return super().random(name, indices)
        rows, cols = self.world.size(self.world.shape_of(name))
        if self.world.needs.is_continuous(name):
            return filled(rows, cols, self.support(name, indices))
        atoms = xp.plain(super().random(name, indices)).reshape(-1, rows, cols)
        return xp.as_exact([[_hull(list(atoms[:, i, j])) for j in range(cols)] for i in range(rows)])

    def support(self, name: str, indices: tuple[int, ...]) -> xp.Exact:
        law = self.setting.laws[name]
        if law.kind != "Uniform":
            return ANYTHING
        env: Env = dict(zip(law.index, indices, strict=False))
        ends = [xp.plain(self.value(p, env)) for p in law.params]
        return _hull([e for end in ends for e in end.flat])

    def expectation(self, node: Op, env: Env) -> Number:
        """A mean lies in the range of what it is the mean of."""
        if node.head != "E":
            raise CannotEvaluate("the range of a variance")
        return self.value(node.args[0], env)


def filled(rows: int, cols: int, entry: xp.Exact) -> Array:
    return xp.as_exact([[entry] * cols for _ in range(rows)])


def _hull(values: list[xp.Exact]) -> xp.Exact:
    """The smallest ball around some numbers."""
    ball = flint.arb(values[0])
    for value in values[1:]:
        ball = ball.union(flint.arb(value))
    return ball


def range_of(enclosure: Enclosure, body: Node, env: Env) -> Array | None:
    """A ball for every entry of the body, or None where one of them may be unbounded."""
    try:
        found = xp.plain(enclosure.value(body, env))
    except (Undefined, CannotEvaluate, NotExact):
        return None
    while found.ndim > 2 and found.shape[0] == 1:
        found = found[0]
    if found.ndim > 2 or found.dtype != object:
        return None
    balls = [flint.arb(x) for x in found.flat]
    if not all(b.is_finite() for b in balls):
        return None
    out = np.empty(found.size, dtype=object)
    out[:] = balls
    return out.reshape(found.shape)


def ends(balls: Array) -> Range:
    """Floats below and above."""
    low = np.array([float(b.lower()) for b in balls.flat]).reshape(balls.shape)
    high = np.array([float(b.upper()) for b in balls.flat]).reshape(balls.shape)
    return np.nextafter(low, -np.inf), np.nextafter(high, np.inf)
