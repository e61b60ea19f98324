"""Iterates: games, momentum and training without a reset, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import claimed, dots, line
from hence.derivations.experiments.measuring import RUNS, compared, generator
from hence.language.plots import Panel, Plot, Series
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from collections.abc import Callable

    from hence.derivations.experiments.measuring import Array

    Pair = tuple[float, float]
    Step = Callable[[float, float], Pair]


def _orbit(step: Step, start: Pair, steps: int) -> Array:
    """The start and all that follows, row by row."""
    import numpy as np  # noqa: PLC0415

    found = [start]
    for _ in range(steps):
        found.append(step(*found[-1]))
    return np.array(found)


def _sizes(name: str, orbit: Array) -> Series:
    """The distance from the saddle at every step."""
    return line(name, range(len(orbit)), (orbit**2).sum(axis=1) ** 0.5)


def _path(name: str, orbit: Array) -> Series:
    return line(name, orbit[:, 0], orbit[:, 1])


def _alternating(eta: float) -> Step:
    def step(q: float, p: float) -> Pair:
        raised = q + eta * p
        return raised, p - eta * raised

    return step


def alternating_game(seed: int) -> Numeric:
    """The conserved form after each of 40 alternating steps against its first value, for steps up to two."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        eta = float(rng.uniform(0.05, 1.9))
        orbit = _orbit(_alternating(eta), (1.0, 1.0), 40)
        form = orbit[:, 0] ** 2 + eta * orbit[:, 0] * orbit[:, 1] + orbit[:, 1] ** 2
        return form, np.full_like(form, 2 + eta)

    orbits = {eta: _orbit(_alternating(eta), (1.0, 1.0), 60) for eta in (0.1, 1.0, 1.7)}
    plane = [dots(rf"$\eta = {eta:g}$", orbit[:, 0], orbit[:, 1]) for eta, orbit in orbits.items()]
    growth = [_sizes(rf"$\eta = {eta:g}$", _orbit(_alternating(eta), (1.0, 1.0), 30)) for eta in (0.1, 1.0, 2.0, 2.2)]
    plot = Plot(
        (
            Panel(tuple(plane), "ascent variable $q$", "descent variable $p$", equal=True),
            Panel(tuple(growth), "step $t$", "distance from the saddle", log_y=True),
        ),
        r"Left: orbits of the alternating game from $(1, 1)$ run round an ellipse for ever; with $\eta = 1$ they close after six steps. "
        r"Right: no step size converges. Below two the distance from the saddle stays within bounds, at two it grows "
        r"linearly, above two exponentially.",
    )
    return compared((run() for _ in range(RUNS)), seed, "40 steps", plot=plot)


def _simultaneous(eta: float) -> Step:
    return lambda q, p: (q + eta * p, p - eta * q)


def _extragradient(eta: float) -> Step:
    return lambda q, p: (q + eta * (p - eta * q), p - eta * (q + eta * p))


def two_players(seed: int) -> Numeric:
    """The growth of the squared distance in one step, simultaneous and extragradient, against its factors."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        eta, start = float(rng.uniform(0.05, 1.5)), tuple(float(x) for x in rng.normal(size=2))
        grown = []
        for step in (_simultaneous(eta), _extragradient(eta)):
            after = step(start[0], start[1])
            grown.append((after[0] ** 2 + after[1] ** 2) / (start[0] ** 2 + start[1] ** 2))
        return np.array(grown), np.array([1 + eta**2, 1 - eta**2 + eta**4])

    eta, start = 0.3, (1.0, 1.0)
    kinds = (("simultaneous", _simultaneous), ("alternating", _alternating), ("extragradient", _extragradient))
    plane = [_path(name, _orbit(make(eta), start, 12 if name == "simultaneous" else 60)) for name, make in kinds]
    sizes = [_sizes(name, _orbit(make(eta), start, 40)) for name, make in kinds]
    plot = Plot(
        (
            Panel(tuple(plane), "$q$", "$p$", equal=True),
            Panel(tuple(sizes), "step $t$", "distance from the saddle", log_y=True),
        ),
        r"Three ways to play the same game with $\eta = 0.3$, from $(1, 1)$. Left: simultaneous steps spiral outwards, alternating ones "
        r"run round the saddle, extragradient steps spiral into it. Right: their distances from the saddle, step by step.",
    )
    return compared((run() for _ in range(RUNS)), seed, plot=plot)


def _optimistic(eta: float, start: Pair, steps: int) -> Array:
    """Steps with twice the present gradient less the last one."""
    import numpy as np  # noqa: PLC0415

    found = [start, start]
    for _ in range(steps):
        (q_0, p_0), (q, p) = found[-2:]
        found.append((q + eta * (2 * p - p_0), p - eta * (2 * q - q_0)))
    return np.array(found[1:])


def optimistic_steps(seed: int) -> Numeric:
    """Optimistic steps against the linear recurrence of both players written as one complex number."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        eta, start = float(rng.uniform(0.05, 0.5)), tuple(float(x) for x in rng.normal(size=2))
        z = [complex(*start)] * 2
        for _ in range(30):
            z.append(z[-1] - 1j * eta * (2 * z[-1] - z[-2]))
        return _optimistic(eta, (start[0], start[1]), 30), np.array([(w.real, w.imag) for w in z[1:]])

    start = (1.0, 1.0)
    plane = [_path(rf"$\eta = {eta:g}$", _optimistic(eta, start, 80)) for eta in (0.15, 0.4)]
    sizes = [_sizes(rf"$\eta = {eta:g}$", _optimistic(eta, start, 60)) for eta in (0.15, 0.4, 0.55, 0.65)]
    plot = Plot(
        (
            Panel(tuple(plane), "$q$", "$p$", equal=True),
            Panel(tuple(sizes), "step $t$", "distance from the saddle", log_y=True),
        ),
        r"Left: optimistic steps from $(1, 1)$ spiral into the saddle, where plain simultaneous ones would leave it. Right: they converge "
        r"for step sizes below $1 / \sqrt{3} \approx 0.577$, and diverge above.",
    )
    return compared((run() for _ in range(RUNS)), seed, "30 steps", plot=plot)


def _heavy_ball(rate: float, beta: float, steps: int) -> Array:
    """Momentum on half a square: position and last position, from one at rest."""
    return _orbit(lambda x, last: (x - rate * x + beta * (x - last), x), (1.0, 1.0), steps)


def heavy_ball(seed: int) -> Numeric:
    """The spectral radius of the matrix of a step: below one exactly where the rule says that momentum is stable."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        rate, beta = float(rng.uniform(0.05, 5)), float(rng.uniform(0.0, 1.4))
        M = np.array([[1 + beta - rate, -beta], [1, 0]])
        radius = float(abs(np.linalg.eigvals(M)).max())
        return np.array([float(radius < 1)]), np.array([float(beta < 1 and rate < 2 * (1 + beta))])

    moves = [line(rf"$\alpha = {b:g}$", range(41), _heavy_ball(0.1, b, 40)[:, 0]) for b in (0.0, 0.5, 0.9)]
    named = ((1.9, 0.0), (2.1, 0.0), (2.9, 0.5), (3.1, 0.5))
    sizes = [_sizes(rf"rate {r:g}, $\alpha = {b:g}$", _heavy_ball(r, b, 40)) for r, b in named]
    plot = Plot(
        (
            Panel(tuple(moves), "step $t$", "position"),
            Panel(tuple(sizes), "step $t$", "size of the state", log_y=True),
        ),
        r"Left: on a parabola with a small step, momentum speeds up the descent, and swings when there is much of it. Right: just below "
        r"the rate $2 (1 + \alpha)$ the iterates converge, just above it they diverge, without momentum and with it.",
    )
    return compared((run() for _ in range(10 * RUNS)), seed, plot=plot)


def _no_reset(rate: float) -> Step:
    """Weight and sum of gradients under half a square."""

    def step(x: float, total: float) -> Pair:
        total += x
        return x - rate * total, total

    return step


def training_without_reset(seed: int) -> Numeric:
    """The conserved form along 40 steps that never reset their gradients, against its first value."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        rate = float(rng.uniform(0.05, 3.5))
        orbit = _orbit(_no_reset(rate), (1.0, 0.0), 40)
        x, total = orbit[:, 0], orbit[:, 1]
        form = x**2 + rate * total**2 + rate * x * total
        return form / form[0], np.ones_like(form)

    times = range(61)
    kept = line("never reset", times, _orbit(_no_reset(0.1), (1.0, 0.0), 60)[:, 0])
    plain = line("reset", times, [0.9**t for t in times])
    noisy = [_noisy_size(seed, rate) for rate in (0.05, 0.2)]
    late = range(0, 401, 4)
    drift = [line(rf"$\eta = {rate:g}$", late, found[::4]) for rate, found in zip((0.05, 0.2), noisy, strict=True)]
    drift += [claimed(late, lambda t: 1 + 0.05 * t), claimed(late, lambda t: 1 + 0.2 * t, "")]
    plot = Plot(
        (
            Panel((kept, plain), "step $t$", "weight"),
            Panel(tuple(drift), "step $t$", "mean conserved form"),
        ),
        r"A quadratic loss. Left: with $\eta = 0.1$ the weight swings for ever when gradients are never reset, and decays when they are. "
        r"Right: with noisy gradients the mean of the conserved form, over 2000 runs, grows by $\eta$ in every step (dashed): the weight drifts away.",
    )
    return compared((run() for _ in range(RUNS)), seed, "40 steps", plot=plot)


def _noisy_size(seed: int, rate: float) -> list[float]:
    """The mean of the conserved form over 2000 runs with noise of variance one in every gradient."""
    rng = generator(seed)
    x = rng.normal(size=2000) * 0 + 1.0
    total = x * 0
    found = []
    for _ in range(401):
        found.append(float((x**2 + rate * total**2 + rate * x * total).mean()))
        total = total + x + rng.normal(size=2000)
        x = x - rate * total
    return found
