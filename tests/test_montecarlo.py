"""Gaussian claims and confidence sequences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from checks.model import Binder, Claim, Drawn, Everywhere, Law, Lit, Node, Op, Ref, Setting, Shape, Symbol
from checks.numeric import Agreement, Refutation, estimate, monte_carlo, test_claim
from checks.numeric.montecarlo import Running, boundary, sobol
from language.verdicts import Numeric

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
    assert found.samples >= 400_000


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


def test_sobol_is_accurate() -> None:
    mean, error = sobol(lambda z: np.exp(z @ np.array([0.5, -0.25])), 2, seed=4)
    assert mean == pytest.approx(np.exp(0.5 * 0.3125), abs=max(6 * error, 1e-4))
    assert error < 1e-3
