"""Recurrent units and averages of gradients."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import claimed, dots, line, means
from hence.derivations.experiments.measuring import (
    RUNS,
    SAMPLES,
    SHOWN,
    Beside,
    compared,
    estimated,
    fresh,
    generator,
)
from hence.language.plots import Later, Panel, Plot
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array, Generator


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

    return compared((run() for _ in range(RUNS)), seed, "n and m up to 6", "30 steps", plot=Later(_two_units, seed))


def _two_units(seed: int) -> Plot:
    """A coordinate of both recurrences, and their distance where they do not start from the same state."""
    import numpy as np  # noqa: PLC0415

    rng, n, steps = fresh(seed), 4, 30
    W, inputs = rng.normal(size=(n, n)) / 2.5, rng.normal(size=(steps, n))
    h = rng.normal(size=n)
    g, apart = np.tanh(h), rng.uniform(-1, 1, size=n)
    rows = []
    for x in inputs:
        h, g, apart = W @ np.tanh(h) + x, np.tanh(W @ g + x), np.tanh(W @ apart + x)
        rows.append((np.tanh(h[0]), g[0], float(np.linalg.norm(np.tanh(h) - apart))))
    times = range(1, steps + 1)
    after, before, gaps = zip(*rows, strict=True)
    same = Panel(
        (line("after the map, $g_t$", times, before), dots(r"before it, $\sigma(h_t)$", times, after)),
        "step $t$",
        "first coordinate",
    )
    other = Panel((line("started apart", times, gaps),), "step $t$", r"distance $\|g_t - \sigma(h_t)\|$", log_y=True)
    return Plot(
        (same, other),
        "Left: one coordinate of the two recurrences from matching states; the dots lie on the line at every step. Right: "
        "from other initial states the two sequences differ; here, with small weights, their distance fades.",
    )


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

    return compared((run() for _ in range(RUNS)), seed, "n up to 5", "50 steps", plot=Later(_both_updates, seed))


def _both_updates(seed: int) -> Plot:
    import numpy as np  # noqa: PLC0415

    steps, beta, delta = 50, 0.8, 0.5
    g = 1 + fresh(seed).normal(size=(steps, 1))
    v, momentum = 0.0, []
    for row in g[:, 0]:
        v = beta * v + delta * (1 - beta) * row
        momentum.append(-v)
    average = -delta * _average(g, beta)[:, 0]
    times = range(1, steps + 1)
    updates = Panel((line("momentum", times, momentum), dots("running average", times, average)), "step $t$", "update")
    moved = (line("momentum", times, np.cumsum(momentum)), dots("running average", times, np.cumsum(average)))
    return Plot(
        (updates, Panel(moved, "step $t$", "parameter")),
        r"Gradients of mean one with noise, $\beta = \alpha = 0.8$. Left: the updates of both methods, once the step sizes are "
        "matched, are the same at every step. Right: so are the parameters that they reach.",
    )


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

    return compared(
        (run() for _ in range(RUNS)), seed, "n up to 5", "t up to 40", plot=Later(_what_an_average_remembers, seed)
    )


def _what_an_average_remembers(seed: int) -> Plot:
    import numpy as np  # noqa: PLC0415

    beta, steps = 0.9, np.arange(1, 41)
    g = np.sin(steps / 6)[:, None] + 0.5 * fresh(seed).normal(size=(40, 1))
    sums = np.tril((1 - beta) * beta ** np.abs(steps[:, None] - steps)) @ g
    followed = (
        line("recurrence", steps, _average(g, beta)[:, 0]),
        dots("weighted sum", steps, sums[:, 0]),
        dots("gradients", steps, g[:, 0]),
    )
    weights = [line(rf"$\beta = {b}$", steps, (1 - b) * b ** (40 - steps)) for b in (0.5, 0.9, 0.97)]
    return Plot(
        (Panel(followed, "step $t$", "value"), Panel(tuple(weights), "gradient $i$", "weight at $t = 40$")),
        r"Left: for $\beta = 0.9$ the recurrence and the weighted sum agree at every step, and smooth the gradients. Right: the "
        r"weight of gradient $i$ in the average after 40 steps; a larger $\beta$ remembers more of the past.",
    )


def sum_of_weights(seed: int) -> Numeric:
    """The weights added up one by one."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        beta, t = rng.uniform(0.01, 0.99), int(rng.integers(1, 200))
        total = math.fsum((1 - beta) * beta ** (t - i) for i in range(1, t + 1))
        return np.array([total]), np.array([1 - beta**t])

    return compared((run() for _ in range(10 * RUNS)), seed, "t up to 199", plot=_weights_added_up())


def _weights_added_up() -> Plot:
    import numpy as np  # noqa: PLC0415

    betas, times = (0.5, 0.9, 0.98), np.arange(1, 101)
    sums = {b: np.cumsum((1 - b) * b ** (times - 1.0)) for b in betas}
    totals = tuple(line(rf"$\beta = {b}$", times, sums[b]) for b in betas)
    missing = tuple(line(rf"$\beta = {b}$", times[:30], b ** times[:30].astype(float)) for b in betas)
    return Plot(
        (
            Panel(totals, "step $t$", "sum of the weights", level=1.0, level_name="one"),
            Panel(missing, "step $t$", r"missing part $\beta^t$", log_y=True),
        ),
        r"Left: the weights of the average, added up one by one, reach one only in the limit. Right: what is missing is $\beta^t$, a "
        r"straight line on a logarithmic axis; for $\beta$ near one it lasts.",
    )


def _average_of_stationary_gradients(rng: Generator, mean: float, beta: float, steps: int, count: int) -> Array:
    """Samples of the running average; successive gradients are correlated, for only their means are assumed."""
    noise = rng.normal(size=count)
    v = noise * 0
    for _ in range(steps):
        noise = 0.6 * noise + 0.8 * rng.normal(size=count)
        v = beta * v + (1 - beta) * (mean + noise)
    return v


TIMES = (1, 2, 3, 5, 7, 10, 14, 20, 28, 40)


def _over_time(seed: int, mean: float, beta: float) -> Beside:
    """The mean of the average after ever more steps."""
    rng = fresh(seed)
    found = means("average", TIMES, lambda t: _average_of_stationary_gradients(rng, mean, beta, t, SHOWN))
    formula = claimed(range(1, 41), lambda t: (1 - beta**t) * mean)
    panel = Panel((found, formula), "step $t$", r"mean of $v_t$", level=mean or None, level_name="gradient")
    told = r"the mean of $v_t$ climbs towards that of the gradients" if mean else r"it stays zero at every step"
    return Beside(panel, f"{told}; bars are confidence intervals")


def biased_average(seed: int) -> Numeric:
    """Gradients of mean 2: after 10 steps the average has not reached it."""
    beta, steps, mean = 0.9, 10, 2.0
    found = _average_of_stationary_gradients(generator(seed), mean, beta, steps, SAMPLES)
    told = {"of": r"the mean of $v_{10}$", "label": r"mean of $v_{10}$"}
    return estimated(found, (1 - beta**steps) * mean, seed, "t = 10", **told, beside=_over_time(seed, mean, beta))


def average_without_mean(seed: int) -> Numeric:
    """Gradients of mean 0: neither has the average any."""
    found = _average_of_stationary_gradients(generator(seed), 0.0, 0.9, 10, SAMPLES)
    told = {"of": r"the mean of $v_{10}$", "label": r"mean of $v_{10}$"}
    return estimated(found, 0.0, seed, "t = 10", **told, beside=_over_time(seed, 0.0, 0.9))
