"""Monte-Carlo: samples per second against a hand-written loop, memory against sample size, Sobol against plain points.

The loop is what one writes by hand for the same integrand: numpy, in chunks, with a running mean and variance.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.identities import posed
from benchmarks.measured import Measured, Told

if TYPE_CHECKING:
    from hence.checks.numeric.sampling import Balls
    from hence.checks.numeric.world import World

ROUNDS = 5
SAMPLES = 2_000_000
CHUNK = 100_000
Row = Callable[[np.random.Generator, int], Any]


@dataclass(frozen=True)
class Integrand:
    """An expectation as LaTeX, and as numpy: from the numbers of an instance to samples."""

    name: str
    given: str
    mean: str
    numpy: Callable[[dict[str, Any]], Row]


def _exponential_form(v: dict[str, Any]) -> Row:
    q = v["q"]
    return lambda rng, n: np.exp(rng.standard_normal((n, len(q))) @ q)


def _cosine(v: dict[str, Any]) -> Row:
    q = v["q"]
    return lambda rng, n: np.cos(rng.standard_normal((n, len(q))) @ q)


def _squared_product(v: dict[str, Any]) -> Row:
    d = v["d"]
    return lambda rng, n: (rng.standard_normal((n, d)) * rng.standard_normal((n, d))).sum(axis=1) ** 2


def _square(v: dict[str, Any]) -> Row:
    low, high = v["a"], v["b"]
    return lambda rng, n: (low + (high - low) * rng.random(n)) ** 2


def _waiting(v: dict[str, Any]) -> Row:
    rate = v[r"\lambda"]
    return lambda rng, n: np.sqrt(rng.exponential(1 / rate, n))


INTEGRANDS = (
    Integrand(
        "exp(q.x)",
        r"Let $q \in \mathbb{R}^d$ and $x \sim \mathcal{N}(0, I_d)$.",
        r"\mathbb{E}[e^{q^\top x}] = 1",
        _exponential_form,
    ),
    Integrand(
        "cos(q.x)",
        r"Let $q \in \mathbb{R}^d$ and $x \sim \mathcal{N}(0, I_d)$.",
        r"\mathbb{E}[\cos(q^\top x)] = 1",
        _cosine,
    ),
    Integrand(
        "(x.y)^2",
        r"Let $x \sim \mathcal{N}(0, I_d)$ and $y \sim \mathcal{N}(0, I_d)$ be independent vectors in $\mathbb{R}^d$.",
        r"\mathbb{E}[(x^\top y)^2] = 1",
        _squared_product,
    ),
    Integrand("u^2", r"Let $u \sim \mathrm{Uniform}(a, b)$ with $a < b$.", r"\mathbb{E}[u^2] = 1", _square),
    Integrand("sqrt(t)", r"Let $t \sim \mathrm{Exp}(\lambda)$.", r"\mathbb{E}[\sqrt{t}] = 1", _waiting),
)


def _instance(integrand: Integrand) -> tuple[Balls, Any, World]:
    """Balls that sample the mean, the mean as a node, and the instance."""
    from hence.checks.elaborate.setting import elaborate  # noqa: PLC0415
    from hence.checks.model import Claim  # noqa: PLC0415
    from hence.checks.numeric.instances import draw  # noqa: PLC0415
    from hence.checks.numeric.needs import needs_of  # noqa: PLC0415
    from hence.checks.numeric.sampling import Balls  # noqa: PLC0415

    scope = posed(integrand.given, integrand.mean)
    done = elaborate(scope.givens, [step.formula for step in scope.steps])
    claim = done.claims[-1]
    if not isinstance(claim, Claim):
        raise TypeError(f"{integrand.mean} is no claim: {claim}")
    world = draw(needs_of(done.setting, claim), 0, 0)
    return Balls(world, 1, 1e-9), claim.lhs, world


def _numbers(world: World) -> dict[str, Any]:
    from hence.checks.numeric.arrays import to_float  # noqa: PLC0415

    numbers: dict[str, Any] = dict(world.numbers)
    for (name, _), value in world.drawn.items():
        flat = to_float(value).ravel()
        numbers[name] = flat if world.shape_of(name).is_vector else float(flat[0])
    return numbers


def hand_written(row: Row, samples: int, seed: int) -> tuple[float, float]:
    """Mean and standard deviation by a chunked loop."""
    rng = np.random.default_rng(seed)
    count, mean, squares = 0, 0.0, 0.0
    while count < samples:
        values = row(rng, CHUNK)
        centre = float(values.mean())
        gap, total = centre - mean, count + CHUNK
        squares += float(((values - centre) ** 2).sum()) + gap**2 * count * CHUNK / total
        mean, count = mean + gap * CHUNK / total, total
    return mean, sqrt(squares / (count - 1))


def sampling() -> Measured:
    """Seconds for as many samples of each integrand; ours includes the look at the tails and the interval."""
    rounds, slowest = [], {}
    for _ in range(ROUNDS):
        mine = theirs = 0.0
        for integrand in INTEGRANDS:
            gc.collect()
            balls, mean, world = _instance(integrand)
            start = time.process_time()
            with np.errstate(all="ignore"):
                balls.advance(SAMPLES)
                balls.value(mean)
            middle = time.process_time()
            hand_written(integrand.numpy(_numbers(world)), SAMPLES, 1)
            end = time.process_time()
            mine, theirs = mine + middle - start, theirs + end - middle
            slowest.setdefault(integrand.name, []).append((end - middle) / (middle - start))
        rounds.append((mine, theirs))
    each = ", ".join(f"{name} {np.median(ratios):.2f}" for name, ratios in slowest.items())
    note = f"{SAMPLES:,} samples of each integrand against a hand-written numpy loop; ratios: {each}"
    return Measured("sampling", tuple(rounds), SAMPLES * len(INTEGRANDS), 0.8, note)


def memory() -> Told:
    """The largest amount of memory in use, for sample sizes that differ by a factor of 16."""
    peaks = {}
    for samples in (200_000, 800_000, 3_200_000):
        balls, mean, _ = _instance(INTEGRANDS[0])
        gc.collect()
        tracemalloc.start()
        balls.advance(samples)
        balls.value(mean)
        peaks[samples] = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
    lines = [f"  {samples:>9,} samples: at most {peak:.1f} MB" for samples, peak in peaks.items()]
    return Told("memory", ("memory while sampling (tracemalloc)", *lines), peaks)


def sobol() -> Told:
    """Root mean square error over seeds, for as many Sobol points as plain samples; the means are known."""
    from hence.checks.numeric.laws import NORMAL  # noqa: PLC0415
    from hence.checks.numeric.sources import Pseudorandom, Source  # noqa: PLC0415
    from hence.checks.numeric.streams import Randomised  # noqa: PLC0415

    lines, numbers = ["error of Sobol points against plain samples, as many of each"], {}
    for d in (1, 2, 4, 8):
        q = np.array([0.5 / (k + 1) for k in range(d)])
        truth = float(np.exp(q @ q / 2))

        def features(source: Source, q: Any = q) -> list[Any]:  # noqa: ANN401
            z = np.stack([source.number(k, NORMAL) for k in range(len(q))], axis=1)
            return [np.exp(z @ q)[:, None, None]]

        points, plain = [], []
        for seed in range(8):
            stream = Randomised(features, [seed], 1e-9)
            points.append(float(stream.means[0].mean()) - truth)
            drawn = features(Pseudorandom(np.random.default_rng(seed), stream.samples))[0]
            plain.append(float(drawn.mean()) - truth)
        errors = [float(np.sqrt(np.mean(np.square(e)))) for e in (points, plain)]
        numbers[d] = errors
        lines.append(
            f"  {d} coordinates: {errors[0]:.2e} against {errors[1]:.2e}, {errors[1] / errors[0]:.0f} times smaller"
        )
    return Told("sobol", tuple(lines), numbers)
