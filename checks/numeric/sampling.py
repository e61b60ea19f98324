"""Expectations and integrals as balls from samples: how a Gaussian claim is decided.

`Balls` evaluates a node in ball arithmetic; wherever a Gaussian expectation or an integral over the
reals stands, it puts the ball of a confidence sequence. All streams of a test share its error level.
Expectations nested in a sampled one are taken by quadrature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import numpy as np

from checks.model import Binder, Node, Op, Shape
from checks.numeric import arrays as xp
from checks.numeric.arrays import Array, CannotEvaluate, NotExact, Number, Undefined
from checks.numeric.densities import Point
from checks.numeric.evaluate import Env, Evaluator
from checks.numeric.laws import Coordinate
from checks.numeric.montecarlo import Running
from checks.numeric.quadrature import FINE, real_grid
from checks.numeric.world import World

CHUNK = 40_000
SAMPLES = 0  # the slot that samples lie along


class Samples(Evaluator):
    """Floats with every random symbol as a column of samples."""

    def __init__(self, world: World, rng: np.random.Generator, size: int) -> None:
        super().__init__(world, exact=False)
        self.rng, self.count = rng, size
        self.columns: dict[int, Array] = {}
        self.inner = Evaluator(world, exact=False)

    def coordinate(self, slot: int) -> Array:
        if slot not in self.columns:
            coordinate = self.world.slots[slot]
            assert isinstance(coordinate, Coordinate)
            self.columns[slot] = coordinate.draw(self.rng, self.count)[:, None, None]
        return self.columns[slot]

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
        if slot not in self.columns:
            weights = self.world.slots[slot]
            assert isinstance(weights, np.ndarray)
            p = xp.to_float(weights)
            self.columns[slot] = self.rng.choice(len(p), size=self.count, p=p / p.sum())
        return self.columns[slot]

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


class Stream:
    """One sampled quantity: a list of features per sample, with their running means."""

    def __init__(self, features: Callable[[np.random.Generator, int], list[Array]], seed: list[int]) -> None:
        self.features = features
        self.rng = np.random.default_rng(seed)
        self.running: list[Running] = []

    def advance(self, target: int) -> None:
        while not self.running or self.running[0].count < target:
            found = self.features(self.rng, CHUNK)
            self.running = self.running or [Running() for _ in found]
            for running, feature in zip(self.running, found, strict=True):
                running.add(feature)

    def balls(self, alpha: float) -> list[Array]:
        return [_balls(r.mean, r.radius(alpha)) for r in self.running]


def _balls(mean: Array, radius: Array) -> Array:
    out = np.empty(mean.shape, dtype=object)
    for place in np.ndindex(mean.shape):
        if not np.isfinite(mean[place]) or not np.isfinite(radius[place]):
            raise Undefined("samples without finite mean")
        out[place] = flint.arb(float(mean[place]), float(radius[place]))
    return out


class Balls(Evaluator):
    """Ball arithmetic with sampled expectations. `advance` draws more samples; values are then fresh."""

    def __init__(self, world: World, seed: int, alpha: float) -> None:
        super().__init__(world, exact=True)
        self.seed, self.alpha = seed, alpha
        self.streams: dict[Any, Stream] = {}
        self.target = CHUNK
        world.nodes = FINE
        self.floats = Evaluator(world, exact=False)

    def advance(self, target: int) -> None:
        self.target = target
        self.memo.clear()

    @property
    def samples(self) -> int:
        return sum(s.running[0].count for s in self.streams.values() if s.running)

    def stream(self, node: Node, env: Env, features: Callable[[np.random.Generator, int], list[Array]]) -> list[Array]:
        """The balls of a stream; the error level is shared among at most 64 entries."""
        ints = tuple(sorted((k, v) for k, v in env.items() if isinstance(v, int)))
        key = (node, ints)
        if key not in self.streams:
            self.streams[key] = Stream(features, [self.seed, len(self.streams)])
        stream = self.streams[key]
        stream.advance(self.target)
        entries = sum(np.size(r.mean) for r in stream.running)
        if entries > 64 or len(self.streams) > 64:
            raise CannotEvaluate("too many sampled quantities")
        return stream.balls(self.alpha / (64 * 64))

    def expectation(self, node: Op, env: Env) -> Number:
        try:
            return super().expectation(node, env)
        except NotExact:
            pass
        _refuse_arrays(env)
        if node.head == "E":
            body = node.args[0]
            return self.stream(node, env, lambda rng, n: [self.body(body, env, rng, n)])[0]
        return self.covariance(node, env)

    def covariance(self, node: Op, env: Env) -> Number:
        """Cov(x, y) = E[(x - c)(y - d)] - E[x - c] E[y - d] for constants c, d near the means."""
        one, two = node.args[0], node.args[-1]
        c, d = (xp.plain(self.floats.expected(self.floats.value(n, env))) for n in (one, two))
        matrix = node.shape.is_matrix

        def features(rng: np.random.Generator, n: int) -> list[Array]:
            ev = Samples(self.world, rng, n)
            x, y = (_columns(ev.value(a, env), n) - m for a, m in ((one, c), (two, d)))
            return [x, y, x @ np.swapaxes(y, -1, -2) if matrix else x * y]

        x, y, both = self.stream(node, env, features)
        return both - (x @ y.T if matrix else x * y)  # type: ignore[no-any-return]

    def body(self, body: Node, env: Env, rng: np.random.Generator, n: int) -> Array:
        return _columns(Samples(self.world, rng, n).value(body, env), n)

    def normal_mean(self, node: Binder, law: Op, env: Env) -> Number:
        _refuse_arrays(env)
        rows, cols = self.world.size(node.over.shape)  # type: ignore[union-attr]
        mean, factor = self.floats.gaussian(law, rows * cols, env)

        def features(rng: np.random.Generator, n: int) -> list[Array]:
            z = factor @ rng.standard_normal((n, rows * cols, 1))
            return [self.body(node.body, {**env, node.var: mean + z.reshape(n, rows, cols)}, rng, n)]

        return self.stream(node, env, features)[0]

    def real_integral(self, node: Binder, shape: Shape, env: Env) -> Number:
        """By importance sampling from a normal distribution fitted to the integrand."""
        _refuse_arrays(env)
        rows, cols = self.world.size(shape)
        centre, scale = self.fitted(node, rows, cols, env)

        def features(rng: np.random.Generator, n: int) -> list[Array]:
            z = rng.standard_normal((n, rows * cols))
            density = np.exp(-0.5 * (z**2).sum(axis=1)) / np.prod(scale * np.sqrt(2 * np.pi))
            at = (centre + scale * z).reshape(n, rows, cols)
            return [self.body(node.body, {**env, node.var: at}, rng, n) / density[:, None, None]]

        return self.stream(node, env, features)[0]

    def fitted(self, node: Binder, rows: int, cols: int, env: Env) -> tuple[Array, Array]:
        points, _ = real_grid(rows * cols, FINE)
        ev = Samples(self.world, np.random.default_rng(self.seed), len(points))
        body = _columns(ev.value(node.body, {**env, node.var: points.reshape(-1, rows, cols)}), len(points))
        weights = np.abs(body).sum(axis=(1, 2))
        if not np.isfinite(weights).all() or weights.sum() == 0:
            raise Undefined("an integrand without finite mass")
        weights = weights / weights.sum()
        centre = weights @ points
        return centre, 1.25 * np.sqrt(weights @ (points - centre) ** 2) + 1e-9


def _refuse_arrays(env: Env) -> None:
    if any(not isinstance(v, int) for v in env.values()):
        raise CannotEvaluate("a sampled expectation inside another binder")


def _columns(value: Number, n: int) -> Array:
    """Samples along the first axis. Raises `CannotEvaluate` if something else is left there."""
    array = xp.to_float(xp.plain(value))
    while array.ndim > 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim > 3:
        raise CannotEvaluate("a sampled body that depends on another variable")
    array = array if array.ndim == 3 else array[None]
    return np.broadcast_to(array, (n, *array.shape[-2:]))
