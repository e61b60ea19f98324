"""Expectations and integrals as balls from samples: how a claim about continuous laws is decided.

`Balls` evaluates a node in ball arithmetic; wherever an expectation that has no exact value or an integral over the
reals stands, it puts the ball of a confidence sequence. All streams of a test share its error level.
Expectations nested in a sampled one are taken by quadrature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hence.checks.model import Binder, Node, Op, Shape
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, NotExact, Number, Undefined
from hence.checks.numeric.densities import Point
from hence.checks.numeric.evaluate import Env, Evaluator
from hence.checks.numeric.laws import NORMAL, Coordinate
from hence.checks.numeric.quadrature import FINE, real_grid
from hence.checks.numeric.ranges import ANYTHING, Enclosure, filled, range_of
from hence.checks.numeric.sources import Pseudorandom, Source
from hence.checks.numeric.streams import Randomised, Sequential, Stream, weighted
from hence.checks.numeric.tails import Features
from hence.checks.numeric.world import World

SAMPLES = 0  # the slot that samples lie along
MOST_STREAMS = MOST_ENTRIES = 64  # the error level is shared among so many
FIRST = 40_000  # samples before the first look
JUMPS = frozenset(("indicator", "floor", "deriv"))  # heads through which samples do not tell the derivative
LAPLACE = Coordinate("laplace")


class Samples(Evaluator):
    """Floats with every random symbol as a column of samples."""

    def __init__(self, world: World, source: Source) -> None:
        super().__init__(world, exact=False)
        self.source, self.count = source, source.size
        self.inner = Evaluator(world, exact=False)

    def coordinate(self, slot: int) -> Array:
        coordinate = self.world.slots[slot]
        assert isinstance(coordinate, Coordinate)
        return self.source.number(slot, coordinate)[:, None, None]

    def along(self, slot: int, values: Array) -> Array:
        return np.asarray(values[self.atom(slot)][:, None, None])

    def random(self, name: str, indices: tuple[int, ...]) -> Number:
        found = super().random(name, indices)
        if not self.world.needs.is_random(name) or self.world.needs.is_continuous(name):
            return found
        return self.sampled(xp.to_float(xp.plain(found)))

    def sampled(self, atoms: Array) -> Array:
        """Samples of a finite random symbol from its atoms."""
        slots = [s for s, _ in self.world.random_slots() if xp.depends_on(atoms, s)]
        axes = [atoms.ndim - 3 - s for s in slots]
        front = np.moveaxis(atoms, axes, range(len(axes)))
        return front[tuple(self.atom(s) for s in slots)].reshape(-1, *atoms.shape[-2:])

    def atom(self, slot: int) -> Array:
        weights = self.world.slots[slot]
        assert isinstance(weights, np.ndarray)
        return self.source.choice(slot, xp.to_float(weights))

    def expectation(self, node: Op, env: Env) -> Number:
        return self.by_quadrature(node, env)

    def normal_mean(self, node: Binder, _law: Op, env: Env) -> Number:
        return self.by_quadrature(node, env)

    def real_integral(self, node: Binder, _shape: Shape, env: Env) -> Number:
        return self.by_quadrature(node, env)

    def by_quadrature(self, node: Node, env: Env) -> Number:
        if any(not isinstance(v, int | Point) and xp.depends_on(v, SAMPLES) for v in env.values()):
            raise CannotEvaluate("an expectation that depends on the variable of another one")
        return self.inner.value(node, env)


class Balls(Evaluator):
    """Ball arithmetic with sampled expectations. `advance` draws more samples; values are then fresh.

    With `sobol` the samples are scrambled Sobol points: better estimates, which refute nothing.
    """

    def __init__(self, world: World, seed: int, alpha: float, sobol: bool = False) -> None:
        super().__init__(world, exact=True)
        self.seed, self.alpha, self.sobol = seed, alpha / (MOST_STREAMS * MOST_ENTRIES), sobol
        self.streams: dict[Any, Stream] = {}
        self.target = FIRST
        world.nodes = FINE
        self.floats = Evaluator(world, exact=False)
        self.enclosure = Enclosure(world, exact=True)

    def advance(self, target: int) -> None:
        self.target = target
        self.memo.clear()

    @property
    def samples(self) -> int:
        return sum(s.samples for s in self.streams.values())

    @property
    def exact_level(self) -> bool:
        """Whether the error level holds at every sample size, and not only in the limit."""
        return all(s.exact_level for s in self.streams.values())

    @property
    def withheld(self) -> bool:
        """Whether some interval was withheld because its sample is too skew."""
        return any(s.withheld for s in self.streams.values())

    def stream(
        self, node: Node, env: Env, features: Features, ranges: Sequence[Array | None], along: tuple[Any, ...] = ()
    ) -> list[Array]:
        """The balls of a stream. Raises `CannotEvaluate` where there are too many to share the error level.

        `along` are the symbols by which the features are differentiated.
        """
        if any(not isinstance(v, int) for v in env.values()):
            raise CannotEvaluate("a sampled expectation inside another binder")
        if self.varied(node) and not along:
            raise CannotEvaluate("a derivative of a sampled expectation")
        ints = tuple(sorted((k, v) for k, v in env.items() if isinstance(v, int)))
        key = (node, ints, along)
        if key not in self.streams:
            seed = [self.seed, len(self.streams)]
            self.streams[key] = (
                Randomised(features, seed, self.alpha) if self.sobol else Sequential(features, ranges, seed, self.alpha)
            )
        stream = self.streams[key]
        stream.advance(self.target)
        if stream.entries > MOST_ENTRIES or len(self.streams) > MOST_STREAMS:
            raise CannotEvaluate("too many sampled quantities")
        return stream.balls()

    def varied(self, node: Node) -> bool:
        """Whether a derivative is being taken by something on which the node depends."""
        names = self.world.needs.all_names(node) if self.overrides else frozenset()
        return any(name in names for name, _ in self.overrides)

    def expectation(self, node: Op, env: Env) -> Number:
        try:
            return super().expectation(node, env)
        except NotExact:
            pass
        if node.head == "E" and self.varied(node):
            return self.varying_mean(node, env)
        if node.head == "E":
            body = node.args[0]
            ranges = [range_of(self.enclosure, body, env)]
            return self.stream(node, env, lambda source: self.body(body, env, source), ranges)[0]
        return self.covariance(node, env)

    def varying_mean(self, node: Op, env: Env) -> Number:
        """A mean with its derivative: that of the integrand along the samples, which must not jump."""
        body, level = node.args[0], self.level
        if self.world.needs.heads(body) & JUMPS or any(_is_nested(v, level) for v in self.overrides.values()):
            raise CannotEvaluate("a derivative of a sampled expectation")
        overrides = {key: xp.linear(xp.to_float, value) for key, value in self.overrides.items()}

        def features(source: Source) -> list[Array]:
            ev = Samples(self.world, source)
            ev.overrides, ev.level = dict(overrides), level
            value, slope = xp.split(ev.value(body, env), level)
            slope = xp.linear(lambda x: x * 0, value) if slope is None else slope
            return weighted(source, [_columns(value, source.size), _tangents(slope, source.size)])

        value, slope = self.stream(node, env, features, [None, None], along=tuple(sorted(overrides)))
        return xp.Dual(level, value, slope if slope.ndim == 2 else np.expand_dims(slope, -3))

    def covariance(self, node: Op, env: Env) -> Number:
        """Cov(x, y) = E[(x - c)(y - d)] - E[x - c] E[y - d] for constants c, d near the means."""
        one, two = node.args[0], node.args[-1]
        c, d = (xp.plain(self.floats.expected(self.floats.value(n, env))) for n in (one, two))
        matrix = node.shape.is_matrix

        def features(source: Source) -> list[Array]:
            ev = Samples(self.world, source)
            x, y = (_columns(ev.value(a, env), source.size) - m for a, m in ((one, c), (two, d)))
            return weighted(source, [x, y, x @ np.swapaxes(y, -1, -2) if matrix else x * y])

        x, y, both = self.stream(node, env, features, self.ranges_of_products(one, two, c, d, env, matrix))
        return both - (x @ y.T if matrix else x * y)  # type: ignore[no-any-return]

    def ranges_of_products(
        self, one: Node, two: Node, c: Array, d: Array, env: Env, matrix: bool
    ) -> list[Array | None]:
        x, y = (range_of(self.enclosure, n, env) for n in (one, two))
        if x is None or y is None:
            return [None, None, None]
        x, y = x - c, y - d
        return [x, y, x @ y.T if matrix else x * y]

    def body(self, body: Node, env: Env, source: Source) -> list[Array]:
        return weighted(source, [_columns(Samples(self.world, source).value(body, _in_floats(env)), source.size)])

    def normal_mean(self, node: Binder, law: Op, env: Env) -> Number:
        rows, cols = self.world.size(node.over.shape)  # type: ignore[union-attr]
        mean, factor = self.floats.gaussian(law, rows * cols, env)

        def features(source: Source) -> list[Array]:
            z = np.stack([source.number((node.var, k), NORMAL) for k in range(rows * cols)], axis=1)
            at = mean + (z @ factor.T).reshape(source.size, rows, cols)
            return self.body(node.body, {**env, node.var: at}, source)

        ranges = [range_of(self.enclosure, node.body, {**env, node.var: filled(rows, cols, ANYTHING)})]
        return self.stream(node, env, features, ranges)[0]

    def real_integral(self, node: Binder, shape: Shape, env: Env) -> Number:
        """By importance sampling from a Laplace distribution fitted to the integrand."""
        rows, cols = self.world.size(shape)
        centre, scale = self.fitted(node, rows, cols, env)

        def features(source: Source) -> list[Array]:
            z = np.stack([source.number((node.var, k), LAPLACE) for k in range(rows * cols)], axis=1)
            density = np.exp(-np.abs(z).sum(axis=1)) / np.prod(2 * scale)
            at = (centre + scale * z).reshape(source.size, rows, cols)
            return [f / density[:, None, None] for f in self.body(node.body, {**env, node.var: at}, source)]

        return self.stream(node, env, features, [None])[0]

    def fitted(self, node: Binder, rows: int, cols: int, env: Env) -> tuple[Array, Array]:
        points, _ = real_grid(rows * cols, FINE)
        ev = Samples(self.world, Pseudorandom(np.random.default_rng(self.seed), len(points)))
        inside = {**_in_floats(env), node.var: points.reshape(-1, rows, cols)}
        body = _columns(ev.value(node.body, inside), len(points))
        weights = np.abs(body).sum(axis=(1, 2))
        if not np.isfinite(weights).all() or weights.sum() == 0:
            raise Undefined("an integrand without finite mass")
        weights = weights / weights.sum()
        centre = weights @ points
        return centre, np.sqrt(weights @ (points - centre) ** 2) + 1e-9


def _is_nested(value: Number, level: int) -> bool:
    """Whether a value is differentiated more than once, or at another place."""
    return isinstance(value, xp.Dual) and (value.level != level or isinstance(value.primal, xp.Dual))


def _tangents(value: Number, n: int) -> Array:
    """Samples along the first axis, then the slots of the directions."""
    array = xp.to_float(xp.plain(value))
    array = array if array.ndim > 2 else array[None]
    wide = np.broadcast_to(array, (*array.shape[:-3], n, *array.shape[-2:]))
    return np.moveaxis(wide, -3, 0)


def _columns(value: Number, n: int) -> Array:
    """Samples along the first axis. Raises `CannotEvaluate` if something else is left there."""
    array = xp.to_float(xp.plain(value))
    while array.ndim > 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim > 3:
        raise CannotEvaluate("a sampled body that depends on another variable")
    array = array if array.ndim == 3 else array[None]
    return np.broadcast_to(array, (n, *array.shape[-2:]))


def _in_floats(env: Env) -> Env:
    """What stands around an integral, as the samples need it: the arguments of a function may be exact."""
    return {k: xp.linear(xp.to_float, v) if isinstance(v, np.ndarray | xp.Dual) else v for k, v in env.items()}
