"""Claims about named laws, tested numerically: true ones agree, false ones are refuted, laws that may depend do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import flint
import numpy as np
import pytest
from hence.checks.model import Claim, Law, Lit, Op, Ref, Setting, Symbol
from hence.checks.numeric import Refutation, test_claim
from hence.checks.numeric.arrays import Undefined
from hence.checks.numeric.finite import FiniteLaw, couple, joint
from hence.checks.numeric.laws import Coordinate, plan_of
from hence.language.derivation import Unread
from hence.language.terms import Span
from hence.language.verdicts import Judged, Proved, Refuted, Supported, Unknown, Verdict

from hence import checks, latex_in
from hence.report import checked
from hence.text_out import details

GIVEN = r"""Let $X \sim \mathrm{Bernoulli}(p)$, $U \sim \mathrm{Uniform}(a, b)$ with $a < b$,
$T \sim \mathrm{Exp}(\lambda)$, $N \sim \mathrm{Poisson}(\lambda)$ and $L \sim \mathrm{Laplace}(m, s)$."""


def verdict(given: str, claim: str) -> Verdict:
    report = checks.check(latex_in.read_text(f"{given}\n\\begin{{equation}}\n{claim}\n\\end{{equation}}\n"))
    return report.steps[-1].verdict


def q(top: int, bottom: int = 1) -> flint.fmpq:
    return flint.fmpq(top, bottom)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"\mathrm{Var}(X) = p (1 - p)", r"\mathrm{Var}(X) = p^2"),
        (r"\mathbb{E}[X^3] = p", r"\mathbb{E}[X^3] = p^3"),
        (r"\mathrm{Var}(U) = \frac{(b - a)^2}{12}", r"\mathrm{Var}(U) = \frac{(b - a)^2}{6}"),
        (r"\mathbb{E}[T^2] = \frac{2}{\lambda^2}", r"\mathbb{E}[T^2] = \frac{1}{\lambda^2}"),
        (r"\mathbb{E}[N^2] = \lambda + \lambda^2", r"\mathbb{E}[N^2] = \lambda^2"),
        (r"\mathrm{Var}(L) = 2 s^2", r"\mathrm{Var}(L) = s^2"),
    ],
)
def test_moments(right: str, wrong: str) -> None:
    proved = verdict(GIVEN, right)
    assert isinstance(proved, Proved)
    assert proved.numeric is not None  # it was tested as well
    assert isinstance(verdict(GIVEN, wrong), Refuted)


@pytest.mark.parametrize(
    ("laws", "claim", "witness"),
    [
        (r"\mathrm{Bernoulli}(p)", r"\mathbb{E}[A B] = \mathbb{E}[A] \mathbb{E}[B]", "= A"),
        (r"\mathrm{Exp}(\lambda)", r"\mathbb{E}[A B] = \frac{1}{\lambda^2}", "= A"),
        (r"\mathrm{Poisson}(\lambda)", r"\mathrm{Var}(A + B) = 2 \lambda", "= A"),
    ],
)
def test_independence_that_nobody_declared_is_not_used(laws: str, claim: str, witness: str) -> None:
    given = rf"Let $A \sim {laws}$ and $B \sim {laws}$"
    found = verdict(given + ".", claim)
    assert isinstance(found, Refuted)
    assert found.counterexample["B"] == witness
    assert isinstance(verdict(given + " be independent.", claim), Proved)


def test_two_bernoulli_laws_are_coupled_and_their_joint_law_is_told() -> None:
    given = r"Let $A \sim \mathrm{Bernoulli}(\frac{1}{2})$ and $B \sim \mathrm{Bernoulli}(\frac{1}{3})$."
    found = verdict(given, r"\mathbb{E}[A B] = \frac{1}{6}")
    assert isinstance(found, Refuted)
    assert found.left == "1/3"
    assert "0 with A = 0: 1/2" in str(found.counterexample["B"])


def test_a_larger_poisson_number_contains_a_smaller_one() -> None:
    given = r"Let $A \sim \mathrm{Poisson}(1)$ and $B \sim \mathrm{Poisson}(2)$."
    found = verdict(given, r"\mathrm{Var}(A + B) = 3")
    assert isinstance(found, Refuted)
    assert found.counterexample["B"] == "A plus an independent Poisson number of rate 1"


@pytest.mark.parametrize(
    ("laws", "claim"),
    [
        (r"$A \sim \mathrm{Bernoulli}(p)$ and $B \sim \mathcal{N}(0, 1)$", r"\mathbb{E}[A B] = 0"),
        (r"$A \sim \mathrm{Exp}(2)$ and $B \sim \mathcal{N}(0, 1)$", r"\mathrm{Var}(A + B) = \frac{5}{4}"),
        (r"$A \sim \mathrm{Uniform}(0, 1)$ and $B \sim \mathrm{Laplace}(0, 1)$", r"\mathbb{E}[A B] = 0"),
    ],
)
def test_different_laws_may_depend_on_each_other_as_well(laws: str, claim: str) -> None:
    found = verdict(f"Let {laws}.", claim)
    assert isinstance(found, Refuted)
    assert found.hint.startswith("nothing says that A and B are independent; here their covariance is")
    assert isinstance(verdict(f"Let {laws} be independent.", claim), Proved)


@pytest.mark.parametrize(
    "kinds", [("Bernoulli(p)", "Exp(1)"), ("Exp(1)", "Uniform(0, 1)"), ("Laplace(0, 1)", "Exp(1)")]
)
def test_what_holds_under_every_dependence_is_not_refuted(kinds: tuple[str, str]) -> None:
    one, two = (rf"\mathrm{{{kind.split('(')[0]}}}({kind.split('(')[1]}" for kind in kinds)
    given = rf"Let $A \sim {one}$ and $B \sim {two}$."
    claims = (
        r"\mathbb{E}[A + B] = \mathbb{E}[B] + \mathbb{E}[A]",
        r"\mathrm{Var}(A + B) = \mathrm{Var}(A) + \mathrm{Var}(B) + 2 \mathrm{Cov}(A, B)",
        r"\mathrm{Cov}(A, B) = \mathbb{E}[A B] - \mathbb{E}[A] \mathbb{E}[B]",
    )
    assert all(isinstance(verdict(given, claim), Proved) for claim in claims)


def test_dependence_does_not_pass_over_a_declared_independence() -> None:
    """Y may equal X and Z may equal X, but not both at once where Y and Z are independent."""
    normal = Law("", "Normal", Lit(Fraction(0)), Lit(Fraction(1)))
    laws = {name: replace(normal, name=name) for name in ("X", "Y", "Z")}
    symbols = {name: Symbol(name, random=True) for name in laws}
    setting = Setting(symbols=symbols, laws=laws, independent=frozenset((frozenset(("Y", "Z")),)))
    product = Op("E", (Op("mul", (Ref("Y"), Ref("Z"))),))
    everything = Op("add", (Op("E", (Ref("X"),)), product))
    for seed in range(12):
        assert not isinstance(test_claim(setting, Claim(everything, "=", Lit(Fraction(0))), seed), Refutation)


@pytest.mark.parametrize("law", [r"\mathcal{N}(\mu, 1)", r"\mathrm{Laplace}(\mu, 1)"])
def test_derivatives_by_a_parameter_of_a_law_are_seen(law: str) -> None:
    given = rf"Let $x \sim {law}$."
    assert isinstance(verdict(given, r"\frac{\partial}{\partial \mu} \mathbb{E}[x^2] = 2 \mu"), Proved)
    assert not isinstance(verdict(given, r"\frac{\partial}{\partial \mu} \mathbb{E}[x^2] = \mu"), Proved)


@pytest.mark.parametrize(
    ("given", "right", "wrong"),
    [
        (
            r"Let $x \sim \mathcal{N}(\mu, \sigma^2)$ with $\sigma > 0$.",
            r"\frac{\partial}{\partial \sigma} \mathbb{E}[x^2] = 2 \sigma",
            r"\frac{\partial}{\partial \sigma} \mathbb{E}[x^2] = \sigma",
        ),
        (
            r"Let $z \sim \mathcal{N}(0, I)$ with $z \in \mathbb{R}^d$ and $\theta \in \mathbb{R}^d$.",
            r"\nabla_\theta \mathbb{E}[e^{\theta^\top z}] = \theta e^{\|\theta\|^2 / 2}",
            r"\nabla_\theta \mathbb{E}[e^{\theta^\top z}] = 2 \theta e^{\|\theta\|^2 / 2}",
        ),
    ],
)
def test_derivatives_of_sampled_means(given: str, right: str, wrong: str) -> None:
    assert isinstance(verdict(given, right), Proved)
    found = verdict(given, wrong)
    assert isinstance(found, Refuted)
    assert found.numeric is not None


def test_samples_do_not_tell_the_derivative_of_a_probability() -> None:
    """The indicator has slope 0 wherever it has one; its mean has not."""
    given = r"Let $x \sim \mathcal{N}(\mu, 1)$."
    claim = r"\frac{\partial}{\partial \mu} \mathbb{E}[\mathbf{1}\{x > 0\}] = \frac{1}{\sqrt{2 \pi}} e^{-\mu^2 / 2}"
    assert not isinstance(verdict(given, claim), Refuted)
    assert not isinstance(verdict(given, claim.split(" = ", maxsplit=1)[0] + " = 0"), Proved)


def test_a_derivative_by_a_probability_is_not_tested() -> None:
    found = verdict(r"Let $X \sim \mathrm{Bernoulli}(p)$.", r"\frac{\partial}{\partial p} \mathbb{E}[X] = 1")
    assert isinstance(found, Proved | Unknown)
    assert "internal error" not in getattr(found, "why", "")


def test_a_law_and_a_moment_must_both_hold() -> None:
    given = r"Let $X \sim \mathrm{Bernoulli}(p)$ with $\mathbb{E}[X] = \frac{1}{4}$."
    found = verdict(given, r"\mathrm{Var}(X) = \frac{1}{2}")
    assert isinstance(found, Refuted)
    assert found.counterexample["p"] == "1/4"
    assert isinstance(verdict(given, r"\mathrm{Var}(X) = \frac{3}{16}"), Proved)


# Missing hypotheses in words --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "claim", "words"),
    [
        (
            r"Let $X$ and $Y$ be random variables.",
            r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]",
            "nothing says that X and Y are independent; here ",
        ),
        (
            r"Let $X, Y \sim \mathcal{N}(0, 1)$.",
            r"\mathrm{Var}(X + Y) = 2",
            "nothing says that X and Y are independent; here ",
        ),
        (
            r"Let $A \sim \mathrm{Bernoulli}(\frac{1}{2})$ and $B \sim \mathrm{Bernoulli}(\frac{1}{3})$.",
            r"\mathrm{Var}(A + B) = \frac{17}{36}",
            "nothing says that A and B are independent; here their covariance is 1/6",
        ),
    ],
)
def test_the_missing_independence_is_named(given: str, claim: str, words: str) -> None:
    found = verdict(given, claim)
    assert isinstance(found, Refuted)
    assert found.hint.startswith(words)


def test_independence_is_not_blamed_for_another_mistake() -> None:
    found = verdict(r"Let $X, Y \sim \mathcal{N}(0, 1)$.", r"\mathbb{E}[X + Y] = 1")
    assert isinstance(found, Refuted)
    assert "independent" not in found.hint


def test_a_sampled_refutation_tells_estimate_interval_and_claim() -> None:
    found = verdict(r"Let $T \sim \mathrm{Exp}(2)$.", r"\mathbb{E}[T] = 1")
    assert isinstance(found, Refuted)
    assert found.numeric is not None
    assert found.numeric.interval is not None
    assert found.numeric.interval[0] < 0.5 < found.numeric.interval[1]
    shown = details(checked(Judged(Unread(Span(1, 1, 1, 2), ""), found)))
    assert any("claimed 1," in line and "confirmed with a fresh seed" in line for line in shown)


# The laws themselves -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coordinate", "mean", "variance"),
    [
        (Coordinate("normal"), 0, 1),
        (Coordinate("uniform"), 1 / 2, 1 / 12),
        (Coordinate("exponential"), 1, 1),
        (Coordinate("laplace"), 0, 2),
        (Coordinate("poisson", 2.5), 2.5, 2.5),
        (Coordinate("gamma", 1.5), 1.5, 1.5),
    ],
)
def test_quadrature_and_samples_have_the_moments_of_the_law(
    coordinate: Coordinate, mean: float, variance: float
) -> None:
    points, weights = coordinate.line(12)
    assert weights.sum() == pytest.approx(1)
    assert points @ weights == pytest.approx(mean, abs=1e-12)
    assert (points - mean) ** 2 @ weights == pytest.approx(variance)
    drawn = coordinate.draw(np.random.default_rng(1), 200_000)
    assert drawn.mean() == pytest.approx(mean, abs=0.02)
    assert drawn.var() == pytest.approx(variance, rel=0.02)


def test_a_chi_squared_number_is_twice_a_gamma_number() -> None:
    plan = plan_of("ChiSquared", [np.full((1, 1), 3.0)])
    points, weights = plan.coordinates[0].line(12)
    values = plan.at(points).ravel()
    assert values @ weights == pytest.approx(3)
    assert (values - 3) ** 2 @ weights == pytest.approx(6)


@pytest.mark.parametrize(("kind", "params"), [("Uniform", (1, 1)), ("Exponential", (0,)), ("Poisson", (-1,))])
def test_parameters_outside_their_range(kind: str, params: tuple[int, ...]) -> None:
    with pytest.raises(Undefined):
        plan_of(kind, [np.full((1, 1), float(p)) for p in params])


def test_a_coupling_keeps_both_laws() -> None:
    slot = np.array([q(1, 2), q(1, 6), q(1, 3)], dtype=object)
    law = FiniteLaw((q(0), q(1), q(5)), (q(1, 4), q(1, 2), q(1, 4)))
    coupling = couple(law, slot)
    assert coupling is not None
    pairs = joint(coupling, slot, (q(0), q(1), q(2)))
    for value, weight in zip(law.values, law.weights, strict=True):
        assert sum((p for (_, v), p in pairs.items() if v == value), q(0)) == weight
    for other, weight in zip((q(0), q(1), q(2)), slot, strict=True):
        assert sum((p for (o, _), p in pairs.items() if o == other), q(0)) == weight
    assert Fraction(1) == sum((Fraction(int(p.p), int(p.q)) for p in pairs.values()), Fraction(0))


# Support -----------------------------------------------------------------------------------------


def test_support_for_an_expectation_comes_with_an_estimate() -> None:
    found = verdict(r"Let $U \sim \mathrm{Uniform}(0, 1)$.", r"\mathbb{E}[\sqrt{1 + U}] = \frac{2}{3} (2 \sqrt{2} - 1)")
    assert isinstance(found, Supported)
    assert found.numeric.interval is not None
    assert found.numeric.claimed is not None
    assert found.numeric.interval[0] < found.numeric.claimed < found.numeric.interval[1]
    wrong = verdict(r"Let $U \sim \mathrm{Uniform}(0, 1)$.", r"\mathbb{E}[\sqrt{1 + U}] = \frac{5}{4}")
    assert isinstance(wrong, Refuted)
