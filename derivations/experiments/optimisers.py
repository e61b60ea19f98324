"""Recurrent units and averages of gradients."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hence.derivations.experiments.measuring import RUNS, SAMPLES, compared, estimated, generator
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def recurrent_units(seed: int) -> Numeric:
    """Both recurrences side by side for 30 steps, with the hyperbolic tangent."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        n, m = rng.integers(1, 7, size=2)
        W, U, b = rng.normal(size=(n, n)), rng.normal(size=(n, m)), rng.normal(size=n)
        h = rng.normal(size=n)
        g = np.tanh(h)
        after, before = [], []
        for _ in range(30):
            x = rng.normal(size=m)
            h, g = W @ np.tanh(h) + U @ x + b, np.tanh(W @ g + U @ x + b)
            after.append(np.tanh(h))
            before.append(g)
        return np.array(before), np.array(after)

    return compared((run() for _ in range(RUNS)), seed, "n and m up to 6", "30 steps")


def _average(g: Array, beta: float) -> Array:
    """The running average of the rows, started at zero: all its values."""
    import numpy as np  # noqa: PLC0415

    v, values = np.zeros(g.shape[1]), []
    for row in g:
        v = beta * v + (1 - beta) * row
        values.append(v)
    return np.array(values)


def matched_updates(seed: int) -> Numeric:
    """50 updates of momentum and of the running average, with the parameters of the one derived from the other's."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        beta, delta = rng.uniform(0.05, 0.95), rng.uniform(0.1, 3)
        alpha, epsilon = beta, delta * (1 - beta)
        g = rng.normal(size=(50, rng.integers(1, 6)))
        v, momentum = np.zeros(g.shape[1]), []
        for row in g:
            v = alpha * v + epsilon * row
            momentum.append(-v)
        return np.array(momentum), -delta * _average(g, beta)

    return compared((run() for _ in range(RUNS)), seed, "n up to 5", "50 steps")


def unrolled_average(seed: int) -> Numeric:
    """The recurrence against the weighted sum, at every step up to 40."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        beta = rng.uniform(0.05, 0.95)
        g = rng.normal(size=(40, rng.integers(1, 6)))
        steps = np.arange(1, 41)
        weights = np.tril((1 - beta) * beta ** np.abs(steps[:, None] - steps))
        return _average(g, beta), weights @ g

    return compared((run() for _ in range(RUNS)), seed, "n up to 5", "t up to 40")


def sum_of_weights(seed: int) -> Numeric:
    """The weights added up one by one."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        beta, t = rng.uniform(0.01, 0.99), int(rng.integers(1, 200))
        total = math.fsum((1 - beta) * beta ** (t - i) for i in range(1, t + 1))
        return np.array([total]), np.array([1 - beta**t])

    return compared((run() for _ in range(10 * RUNS)), seed, "t up to 199")


def _average_of_stationary_gradients(seed: int, mean: float, beta: float, steps: int) -> Array:
    """Samples of the running average; successive gradients are correlated, for only their means are assumed."""
    rng = generator(seed)
    noise = rng.normal(size=SAMPLES)
    v = noise * 0
    for _ in range(steps):
        noise = 0.6 * noise + 0.8 * rng.normal(size=SAMPLES)
        v = beta * v + (1 - beta) * (mean + noise)
    return v


def biased_average(seed: int) -> Numeric:
    """Gradients of mean 2: after 10 steps the average has not reached it."""
    beta, steps, mean = 0.9, 10, 2.0
    found = _average_of_stationary_gradients(seed, mean, beta, steps)
    return estimated(found, (1 - beta**steps) * mean, seed, "t = 10")


def average_without_mean(seed: int) -> Numeric:
    """Gradients of mean 0: neither has the average any."""
    return estimated(_average_of_stationary_gradients(seed, 0.0, 0.9, 10), 0.0, seed, "t = 10")
