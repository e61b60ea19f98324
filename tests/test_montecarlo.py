"""Gaussian claims and confidence sequences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hence.checks.model import (
    Binder,
    Claim,
    Constraint,
    Drawn,
    Everywhere,
    Law,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    Symbol,
)
from hence.checks.numeric import Agreement, Refutation, Untestable, estimate, monte_carlo, test_claim
from hence.checks.numeric.arrays import CannotEvaluate, Undefined
from hence.checks.numeric.laws import NORMAL, Coordinate
from hence.checks.numeric.montecarlo import Bounded, Running, boundary
from hence.checks.numeric.sources import Pseudorandom, Source
from hence.checks.numeric.streams import Randomised, Sequential, weighted
from hence.checks.numeric.tails import STEEPEST, choose_tilts, steepness
from hence.language.verdicts import Numeric

VEC = Shape("d", 1)
SCALAR = Shape(1, 1)


def lit(value: int | Fraction, shape: Shape = SCALAR) -> Lit:
    return Lit(Fraction(value), shape)


def op(head: str, *args: Node | int, shape: Shape = SCALAR) -> Op:
    return Op(head, tuple(lit(a) if isinstance(a, int) else a for a in args), shape)


def vector(name: str) -> Ref:
    return Ref(name, (), VEC)


def inner(a: Node, b: Node) -> Op:
    return op("mul", op("transpose", a, shape=Shape(1, "d")), b)


q, k, x, mu, s = vector("q"), vector("k"), vector("x"), vector("mu"), Ref("s")
STANDARD = Setting(
    symbols={"x": Symbol("x", shape=VEC, random=True), "q": Symbol("q", shape=VEC), "k": Symbol("k", shape=VEC)},
    laws={"x": Law("x", "Normal", lit(0, VEC), lit(1))},
)
MGF = op("E", op("exp", inner(x, q)))
SQUARE_NORM = op("pow", op("norm", q), 2)


def queries_and_keys(independent: bool) -> Setting:
    law = {n: Law(n, "Normal", mu, op("pow", s, 2)) for n in ("q", "k")}
    symbols = {n: Symbol(n, shape=VEC, random=n in law) for n in ("q", "k", "mu")} | {"s": Symbol("s")}
    pairs = frozenset((frozenset(("q", "k")),)) if independent else frozenset()
    return Setting(symbols=symbols, laws=law, independent=pairs)


def test_gaussian_moment_generating_function() -> None:
    right = op("exp", op("div", SQUARE_NORM, 2))
    assert isinstance(test_claim(STANDARD, Claim(MGF, "=", right)), Agreement)
    found = test_claim(STANDARD, Claim(MGF, "=", op("exp", SQUARE_NORM)))
    assert isinstance(found, Refutation)
    assert found.certified_by.startswith("confidence sequence")
    assert found.numeric is not None
    assert found.numeric.samples > 0


def test_bound_gaussian_variable_and_integral() -> None:
    law = op("Normal", lit(0, VEC), lit(1))
    bound = Binder("E", "y", Drawn(law, VEC), op("exp", inner(vector("y"), q)))
    assert isinstance(test_claim(STANDARD, Claim(bound, "=", MGF)), Agreement)
    bell = op("normal_pdf", vector("y"), q, lit(1))
    mass = Binder("integral", "y", Everywhere(VEC), bell)
    assert isinstance(test_claim(STANDARD, Claim(mass, "=", lit(1))), Agreement)
    assert isinstance(test_claim(STANDARD, Claim(mass, "=", lit(2))), Refutation)


def test_inner_product_needs_independence() -> None:
    mean = op("E", inner(q, k)), op("pow", op("norm", mu), 2)
    assert isinstance(test_claim(queries_and_keys(True), Claim(mean[0], "=", mean[1])), Agreement)
    assert isinstance(test_claim(queries_and_keys(False), Claim(mean[0], "=", mean[1])), Refutation)


def test_variance_of_an_inner_product() -> None:
    first = op("mul", 2, op("pow", s, 2), op("pow", op("norm", mu), 2))
    right = op("add", first, op("mul", Ref("d"), op("pow", s, 4)))
    wrong = op("add", first, op("pow", s, 4))
    variance = op("Var", inner(q, k))
    assert isinstance(test_claim(queries_and_keys(True), Claim(variance, "=", right)), Agreement)
    assert isinstance(test_claim(queries_and_keys(True), Claim(variance, "=", op("add", wrong, 1))), Refutation)


def test_monte_carlo_reports_an_interval_around_the_truth() -> None:
    found = monte_carlo(STANDARD, Claim(MGF, "=", op("exp", op("div", SQUARE_NORM, 2))), seed=3)
    assert isinstance(found, Numeric)
    assert found.interval is not None
    assert found.claimed is not None
    assert found.interval[0] <= found.claimed <= found.interval[1]
    assert found.samples >= 100_000


def test_estimate_decides_both_ways() -> None:
    def sampler(rng: np.random.Generator, n: int) -> np.ndarray:
        return rng.exponential(2.0, n)

    wrong = estimate(sampler, 2.1, alpha=1e-6, seed=1, max_samples=1_000_000)
    assert wrong.decision == "differs"
    assert wrong.numeric.samples < 1_000_000
    right = estimate(sampler, 2.0, alpha=1e-6, seed=1, max_samples=500_000)
    assert right.decision != "differs"
    assert right.numeric.claimed == 2.0
    assert wrong == estimate(sampler, 2.1, alpha=1e-6, seed=1, max_samples=1_000_000)


def test_confidence_sequence_covers_under_optional_stopping() -> None:
    misses = 0
    for seed in range(40):
        rng, running = np.random.default_rng(seed), Running()
        missed = False
        for _ in range(20):
            running.add(rng.standard_normal(20_000))
            missed |= abs(running.mean) > running.radius(0.05)
        misses += missed
    assert misses <= 4  # the level is 0.05 at all times together


def test_boundary_shrinks_and_running_matches_numpy() -> None:
    assert boundary(10_000, 1e-6) > boundary(100_000, 1e-6) > boundary(1_000_000, 1e-6)
    data = np.random.default_rng(0).normal(3, 2, 5_000)
    running = Running()
    for part in np.split(data, 5):
        running.add(part)
    assert running.mean == pytest.approx(data.mean())
    assert running.squares / (running.count - 1) == pytest.approx(data.var(ddof=1))


def test_skewness_is_merged_and_withholds_the_interval() -> None:
    data = np.exp(2.5 * np.random.default_rng(0).standard_normal(60_000))
    running = Running()
    for part in np.split(data, 3):
        running.add(part)
    gap = data - data.mean()
    assert running.cubes == pytest.approx((gap**3).sum())
    assert not np.isfinite(running.radius(1e-9))  # a few samples make up the mean
    assert np.isfinite(running.radius(0.5))


# Bounded values ----------------------------------------------------------------------------------


def test_bounded_sequence_covers_at_every_time() -> None:
    misses = 0
    for seed in range(60):
        rng, running, missed = np.random.default_rng(seed), Bounded(np.zeros(()), np.ones(()), 0.05), False
        for size in (10, 50, 200, 1_000, 5_000, 20_000):
            running.add((rng.random(size) < 0.03).astype(float))
            missed |= abs(float(running.centre) - 0.03) > float(running.radius(0.05))
        misses += missed
    assert misses <= 3  # the level is 0.05 at all times together, without any burn-in


def test_bounded_sequence_gets_as_narrow_as_the_asymptotic_one() -> None:
    rng = np.random.default_rng(1)
    bounded, running = Bounded(np.full((), -1.0), np.ones(()), 1e-9), Running()
    for _ in range(10):
        chunk = np.cos(rng.standard_normal(40_000))
        bounded.add(chunk)
        running.add(chunk)
    assert bounded.mean == pytest.approx(running.mean)
    assert bounded.radius(1e-9) < 1.3 * running.radius(1e-9)


def test_estimate_of_bounded_values() -> None:
    found = estimate(
        lambda rng, n: rng.random(n), 0.52, alpha=1e-9, seed=2, max_samples=1_000_000, chunk=10_000, between=(0, 1)
    )
    assert found.decision == "differs"
    assert found.numeric.interval is not None
    assert found.numeric.interval[0] < 0.5 < found.numeric.interval[1]


# Tails -------------------------------------------------------------------------------------------


def integrand(power: float, square: float, coordinate: Coordinate = NORMAL):
    """exp(power z + square z^2)."""

    def features(source: Source) -> list[np.ndarray]:
        z = source.number("z", coordinate)
        return weighted(source, [np.exp(power * z + square * z * z)[:, None, None]])

    return features


@pytest.mark.parametrize(
    ("coordinate", "power", "square", "thin"),
    [
        (NORMAL, 1.0, 0.0, True),
        (NORMAL, 0.0, 0.1, True),
        (NORMAL, 0.0, 0.25, False),  # the variance is infinite
        (Coordinate("exponential"), 0.3, 0.0, True),
        (Coordinate("exponential"), 0.5, 0.0, False),
        (Coordinate("laplace"), -0.6, 0.0, False),
        (Coordinate("gamma", 2.0), 0.6, 0.0, False),
        (Coordinate("poisson", 1.0), 1.0, 0.0, True),
    ],
)
def test_heavy_tails_are_seen(coordinate: Coordinate, power: float, square: float, thin: bool) -> None:
    features = integrand(power, square, coordinate)
    assert (steepness(features, {"z": coordinate}, {}) < STEEPEST) == thin


@pytest.mark.parametrize(
    ("coordinate", "power", "square", "mean"),
    [
        (NORMAL, 3.0, 0.0, np.exp(4.5)),
        (NORMAL, 0.0, 0.25, np.sqrt(2)),
        (Coordinate("exponential"), 0.6, 0.0, 2.5),
        (Coordinate("gamma", 2.0), 0.5, 0.0, 4.0),
        (Coordinate("poisson", 2.0), 1.5, 0.0, np.exp(2 * (np.exp(1.5) - 1))),
    ],
)
def test_tilting_brings_heavy_tails_into_reach(
    coordinate: Coordinate, power: float, square: float, mean: float
) -> None:
    stream = Sequential(integrand(power, square, coordinate), [None], [5], 1e-9)
    assert stream.tilts
    stream.advance(80_000)
    ball = stream.balls()[0][0, 0]
    assert float(ball.lower()) < mean < float(ball.upper())
    assert float(ball.rad()) < 0.1 * mean


def test_tails_that_no_tilt_tames_are_refused() -> None:
    with pytest.raises(Undefined, match="tails too heavy"), np.errstate(over="ignore"):
        choose_tilts(integrand(0.0, 0.6), [0])  # the mean itself is infinite
    with pytest.raises(Undefined, match="tails too heavy"):
        choose_tilts(integrand(0.7, 0.0, Coordinate("laplace")), [0])  # and for this law there is no tilt


def test_tilted_weights_have_mean_one() -> None:
    for coordinate in (NORMAL, Coordinate("exponential"), Coordinate("gamma", 1.5), Coordinate("poisson", 2.0)):
        tilts = choose_tilts(integrand(0.45, 0.21 if coordinate is NORMAL else 0.0, coordinate), [1])
        source = Pseudorandom(np.random.default_rng(0), 400_000, tilts)
        source.number("z", coordinate)
        weight = source.weight()
        assert weight is None or weight.mean() == pytest.approx(1, abs=0.02)


def test_a_claim_with_infinite_variance_is_decided_by_tilting_or_not_at_all() -> None:
    z = Ref("z")
    setting = Setting(symbols={"z": Symbol("z", random=True)}, laws={"z": Law("z", "Normal", lit(0), lit(1))})
    square = op("mul", z, z)
    quarter = op("E", op("exp", op("div", square, 4)))
    found = test_claim(setting, Claim(quarter, "=", lit(2)))
    assert isinstance(found, Refutation)
    assert found.certified_by == "confidence sequence (asymptotic, error level 1e-09)"
    assert isinstance(test_claim(setting, Claim(quarter, "=", op("sqrt", 2))), Agreement | Untestable)


def test_heavy_tails_at_one_instance_do_not_hide_another() -> None:
    """E exp(t z^2) has infinite variance for t >= 1/4; smaller t refute what is wrong, and nothing supports it."""
    z, t = Ref("z"), Ref("t")
    bounds = (Constraint(lit(0), "<", t), Constraint(t, "<", lit(Fraction(1, 2))))
    symbols = {"z": Symbol("z", random=True), "t": Symbol("t")}
    setting = Setting(symbols=symbols, laws={"z": Law("z", "Normal", lit(0), lit(1))}, constraints=bounds)
    rest = op("add", 1, op("neg", op("mul", 2, t)))
    mean = op("E", op("exp", op("mul", t, z, z)))
    assert isinstance(test_claim(setting, Claim(mean, "=", op("div", 1, rest))), Refutation)
    heavy = Setting(symbols={"l": Symbol("l", random=True)}, laws={"l": Law("l", "Laplace", params=(lit(0), lit(1)))})
    found = test_claim(heavy, Claim(op("E", op("exp", op("div", op("mul", 3, Ref("l")), 4))), "=", lit(2)))
    assert isinstance(found, Untestable)
    assert found.why.endswith("tails too heavy to test by sampling")


def test_bounded_integrands_have_an_exact_error_level() -> None:
    cosine = op("E", op("cos", inner(x, q)))
    right = op("exp", op("neg", op("div", SQUARE_NORM, 2)))
    assert isinstance(test_claim(STANDARD, Claim(cosine, "=", right)), Agreement)
    found = test_claim(STANDARD, Claim(cosine, "=", op("exp", op("neg", SQUARE_NORM))))
    assert isinstance(found, Refutation)
    assert found.certified_by == "confidence sequence (error level 1e-09)"
    assert found.numeric is not None
    assert found.numeric.interval is not None
    assert found.numeric.interval[0] < float(found.left) < found.numeric.interval[1]


# Sobol points ------------------------------------------------------------------------------------


def test_sobol_points_are_more_accurate_than_samples_and_their_interval_covers() -> None:
    def features(source: Source) -> list[np.ndarray]:
        z = source.number("a", NORMAL) / 2 - source.number("b", NORMAL) / 4
        return [np.exp(z)[:, None, None]]

    sobol, plain = Randomised(features, [4], 1e-9), Sequential(features, [None], [4], 1e-9)
    plain.advance(sobol.samples)
    (better,), (worse,) = sobol.balls(), plain.balls()
    assert float(better[0, 0].rad()) < float(worse[0, 0].rad()) / 10
    assert float(better[0, 0].lower()) < np.exp(0.5 * 0.3125) < float(better[0, 0].upper())


def test_sobol_points_are_refused_where_tails_are_heavy() -> None:
    with pytest.raises(CannotEvaluate):
        Randomised(integrand(0.0, 0.25), [1], 1e-9)


@pytest.mark.parametrize(
    "coordinate",
    [NORMAL, *(Coordinate(k) for k in ("uniform", "exponential", "laplace")), Coordinate("gamma", 1.5)],
)
def test_quantiles_belong_to_the_law(coordinate: Coordinate) -> None:
    levels = (np.arange(200_000) + 0.5) / 200_000
    points, weights = coordinate.line(20)
    assert coordinate.quantile(levels).mean() == pytest.approx(points @ weights, abs=1e-3)
    assert (coordinate.quantile(levels) ** 2).mean() == pytest.approx(points**2 @ weights, abs=2e-2)
