"""The registry of laws: every row against its own density, by quadrature, and against an independent sampler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import cos, erf, exp, factorial, fsum, gamma, inf, log, pi, prod, sin, sqrt, tanh
from typing import Any

import numpy as np
import pytest
from hence.language.formulas import F, of, var
from hence.language.formulas import exp as e_to
from hence.language.laws import LAWS, Arrays, Integers, Interval, Laws, Made, Parameter, Points, Row
from hence.language.terms import App, Bind, Num, Range, Sym, Term
from hence.language.verdicts import Proved, Refuted, Unknown
from scipy import special
from scipy.integrate import dblquad, quad

from hence import checks, latex_in

Env = dict[str, Any]
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda *a: sum(a[1:], a[0]),
    "neg": lambda a: -a,
    "mul": lambda *a: prod(a[1:], start=a[0]),
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "exp": exp,
    "log": log,
    "sqrt": sqrt,
    "abs": abs,
    "sin": sin,
    "cos": cos,
    "gamma_fn": gamma,
    "beta_fn": lambda a, b: float(special.beta(a, b)),
    "digamma": lambda a: float(special.digamma(a)),
    "erf": erf,
    "factorial": lambda k: float(factorial(int(k))),
    "binom": lambda n, k: float(special.binom(n, k)),
    "pi": lambda: pi,
    "ones": lambda: None,
    "inner": lambda _ones, a: fsum(a),
    "index": lambda a, i: a[int(i) - 1],
}


def value(formula: F | Term, env: Env) -> Any:
    """A formula of a row in numbers: a reading of its own, apart from that of the checker."""
    term = formula.term if isinstance(formula, F) else formula
    match term:
        case Num(number):
            return number.numerator / number.denominator
        case Sym(name):
            return env[name]
        case Bind("integral", variable, Range(low, high), body):
            return quad(lambda y: value(body, {**env, variable.name: y}), value(low, env), value(high, env))[0]
        case Bind(head, variable, Range(low, high), body):
            every = range(int(value(low, env)), int(value(high, env)) + 1)
            values = [value(body, {**env, variable.name: i}) for i in every]
            return fsum(values) if head == "sum" else prod(values)
        case App(head, args):
            return FUNCTIONS[head](*(value(a, env) for a in args))
    raise TypeError(term)


def parameters(row: Row) -> Env:
    return {p.name: v for p, v in zip(row.parameters, row.example, strict=True)}


def average(row: Row, env: Env, function: Callable[[Any], Any]) -> Any:
    """The mean of a function, by the density alone."""

    def weighted(x: Any) -> Any:
        try:
            at = value(row.density, {**env, "x": x})
        except OverflowError:  # far out, where the density is smaller than any float
            return 0.0
        return function(x) * at if at else 0.0

    match row.support:
        case Interval(low, high):
            first = -inf if low is None else value(low, env)
            last = inf if high is None else value(high, env)
            cuts = [first, *(c for c in (-6, -1, 0.5, 1, 3, 12, 40) if first < c < last), last]
            return fsum(quad(weighted, a, b, limit=200)[0] for a, b in pairwise(cuts))
        case Integers(low, high):
            first = int(value(low, env))
            last = first + 100 if high is None else int(value(high, env))
            return fsum(weighted(x) for x in range(first, last + 1))
        case Points(values):
            return fsum(weighted(value(v, env)) for v in values)
    raise TypeError(row.support)


OF_NUMBERS = [row for row in LAWS.rows.values() if row.is_number]
of_numbers = pytest.mark.parametrize("row", OF_NUMBERS, ids=lambda r: r.name)


def close(a: Any, b: Any, tolerance: float = 1e-6) -> bool:
    return abs(a - b) <= tolerance * (1 + abs(b))


def test_there_are_laws_enough() -> None:
    assert len(LAWS.rows) >= 28
    assert all(row.words and row.notations for row in LAWS.rows.values())


@of_numbers
def test_densities_integrate_to_one(row: Row) -> None:
    assert close(average(row, parameters(row), lambda _x: 1.0), 1)


@of_numbers
def test_moments_agree_with_the_density(row: Row) -> None:
    env = parameters(row)
    finite = value(row.finite_moments, env) if row.finite_moments is not None else inf
    for k in (1, 2, 3, 4):
        if k < finite and row.moment is not None:
            assert close(value(row.moment(k), env), average(row, env, lambda x, k=k: x**k)), k
    if row.mean is not None:
        mean = average(row, env, lambda x: x)
        assert close(value(row.mean, env), mean)
        assert row.variance is not None
        assert close(value(row.variance, env), average(row, env, lambda x: (x - mean) ** 2))


@of_numbers
def test_entropies_agree_with_the_density(row: Row) -> None:
    env = parameters(row)
    if row.entropy is not None:
        found = -average(row, env, lambda x: log(value(row.density, {**env, "x": x})))
        assert close(value(row.entropy, env), found)
    if row.log_mean is not None:
        assert close(value(row.log_mean, env), average(row, env, log))


@of_numbers
def test_generating_functions_agree_with_the_density(row: Row) -> None:
    env = {**parameters(row), "t": 0.2}
    if row.mgf is not None:
        assert row.mgf_below is None or value(row.mgf_below, env) > env["t"]
        assert close(value(row.mgf, env), average(row, env, lambda x: exp(env["t"] * x)))


@of_numbers
def test_distribution_functions_have_the_density_as_slope(row: Row) -> None:
    if row.distribution is None:
        return
    env, step = parameters(row), 1e-5
    for x in (1.3, 2.4):
        above, below = (value(row.distribution, {**env, "x": x + sign * step}) for sign in (1, -1))
        assert close((above - below) / (2 * step), value(row.density, {**env, "x": x}))
    assert isinstance(row.support, Interval)
    end = 1e9 if row.support.high is None else value(row.support.high, env)
    assert close(value(row.distribution, {**env, "x": end}), 1, 1e-4)


@of_numbers
def test_samplers_have_the_law(row: Row) -> None:
    """The second sampler, of numpy, against the probability below its median."""
    assert row.draw is not None
    env, rng = parameters(row), np.random.default_rng(7)
    drawn = np.asarray(row.draw(rng, 40_000, *row.example), dtype=float)
    for function in (np.tanh, lambda x: np.exp(-x * x)):
        exact = average(row, env, lambda x, f=function: float(f(np.float64(x))))
        assert abs(float(exact) - function(drawn).mean()) < 5 * function(drawn).std() / 200 + 1e-4


@pytest.mark.parametrize("row", [r for r in OF_NUMBERS if r.made is not None], ids=lambda r: r.name)
def test_made_of_standard_numbers(row: Row) -> None:
    assert row.made is not None
    env, rng = parameters(row), np.random.default_rng(11)
    bases: dict[str, Callable[[float], Any]] = {
        "normal": lambda _p: rng.standard_normal(4000),
        "uniform": lambda _p: rng.random(4000),
        "exponential": lambda _p: rng.standard_exponential(4000),
        "laplace": lambda _p: rng.laplace(size=4000),
        "gamma": lambda p: rng.standard_gamma(p, 4000),
        "poisson": lambda p: rng.poisson(p, 4000),
    }
    columns = [bases[kind](float(value(p, env)) if p is not None else 0.0) for kind, p in row.made.of]
    rows = (dict(zip(("z", "z1"), z, strict=False)) for z in zip(*columns, strict=True))
    drawn = np.array([value(row.made.value, {**env, **z}) for z in rows])
    exact = float(average(row, env, tanh))
    assert abs(exact - np.tanh(drawn).mean()) < 5 * np.tanh(drawn).std() / 63


# Vectors and matrices --------------------------------------------------------------------------------


def test_the_dirichlet_density_integrates_to_one_and_has_its_entropy() -> None:
    row = LAWS["Dirichlet"]
    env: Env = {"a": [1.5, 2.0, 1.7], "d": 3}

    def over(function: Callable[[Any], Any]) -> Any:
        def at(y: float, x: float) -> float:
            density = value(row.density, {**env, "x": [x, y, 1 - x - y]})
            return density * function(density)

        return dblquad(at, 0, 1, 0, lambda x: 1 - x, epsabs=1e-5)[0]

    assert row.entropy is not None
    assert close(over(lambda _d: 1.0), 1, 1e-4)
    assert close(value(row.entropy, env), -over(log), 1e-3)


@pytest.mark.parametrize("name", ["Multinomial", "Categorical"])
def test_masses_of_finite_laws_add_up_to_one(name: str) -> None:
    row = LAWS[name]
    chances = [0.2, 0.5, 0.3]
    points: list[Any] = [1, 2, 3]
    if name == "Multinomial":
        points = [[i, j, 4 - i - j] for i in range(5) for j in range(5 - i)]
    total = fsum(value(row.density, {"n": 4, "p": chances, "d": 3, "x": x}) for x in points)
    assert close(total, 1)


def test_arrays_have_words_for_their_support() -> None:
    for row in LAWS.rows.values():
        if isinstance(row.support, Arrays):
            assert row.support.words
            assert any(p.shape != "number" for p in row.parameters)


# One row is enough -----------------------------------------------------------------------------------


def rayleigh() -> Row:
    x, s, z = map(var, "xsz")
    return Row(
        "Rayleigh",
        ("Rayleigh",),
        ("Rayleigh",),
        (Parameter("s", ("scale",), limits=((">", 0),)),),
        Interval(of(0)),
        density=x / s**2 * e_to(-(x**2) / (2 * s**2)),
        moment=lambda k: {1: s * F(App("sqrt", (App("div", (App("pi", ()), Num(Fraction(2)))),))), 2: 2 * s**2}[k],
        finite_moments=of(3),
        distribution=1 - e_to(-(x**2) / (2 * s**2)),
        made=Made(s * F(App("sqrt", ((2 * z).term,))), (("exponential", None),)),
        draw=lambda rng, n, s: rng.rayleigh(s, n),
        example=(1.4,),
    )


@pytest.fixture
def with_a_new_law() -> Iterator[Row]:
    row = rayleigh()
    LAWS.add(row)
    yield row
    LAWS.remove(row.name)


def verdicts(page: str) -> list[type]:
    return [type(s.verdict) for s in checks.check(latex_in.read_text(page)).steps]


def test_a_law_is_one_row(with_a_new_law: Row) -> None:
    """It is read, proved about, sampled and refuted about, and nothing else was told of it."""
    test_densities_integrate_to_one(with_a_new_law)
    page = r"Let $X \sim \mathrm{Rayleigh}(s)$."
    right = r"$$\mathbb{E}[X] = s \sqrt{\frac{\pi}{2}}$$ $$\mathbb{E}[X^2] = 2 s^2$$"
    wrong = r"$$\mathbb{E}[X^2] = s^2$$"
    density = r"Let $x > 0$. $$\mathrm{Rayleigh}(x; s) = \frac{x}{s^2} e^{-\frac{x^2}{2 s^2}}$$"
    assert verdicts(page + right + wrong) == [Proved, Proved, Refuted]
    assert verdicts(density) == [Proved]


def test_before_and_after_it_is_no_law() -> None:
    assert "Rayleigh" not in LAWS
    assert verdicts(r"Let $X \sim \mathrm{Rayleigh}(s)$. $$\mathbb{E}[X^2] = 2 s^2$$") != [Proved]


def test_a_name_is_taken_once() -> None:
    laws = Laws((rayleigh(),))
    with pytest.raises(ValueError, match="already"):
        laws.add(rayleigh())


# What pages say of them ------------------------------------------------------------------------------

ON_PAGES = [
    (r"\mathrm{Gam}(a, b)", r"\mathbb{E}[X] = \frac{a}{b}", r"\mathbb{E}[X] = \frac{a^2}{b}"),
    (r"\mathrm{Beta}(a, b)", r"\mathrm{Var}(X) = \frac{ab}{(a+b)^2 (a+b+1)}", r"\mathrm{Var}(X) = \frac{ab}{(a+b)^2}"),
    (r"\mathrm{Bin}(n, p)", r"\mathrm{Var}(X) = n p (1-p)", r"\mathrm{Var}(X) = n p"),
    (r"\chi^2_k", r"\mathrm{Var}(X) = 2k", r"\mathrm{Var}(X) = k"),
    (r"\mathrm{LogNormal}(\mu, s)", r"\mathbb{E}[X] = e^{\mu + s/2}", r"\mathbb{E}[X] = e^{\mu}"),
    (r"\mathrm{Gumbel}(m, s)", r"\mathrm{Var}(X) = \frac{\pi^2 s^2}{6}", r"\mathrm{Var}(X) = \frac{\pi^2 s^2}{3}"),
]


@pytest.mark.parametrize(("law", "right", "wrong"), ON_PAGES)
def test_moments_on_pages(law: str, right: str, wrong: str) -> None:
    first, second = verdicts(rf"Let $X \sim {law}$. $${right}$$ $${wrong}$$")
    assert first is Proved
    assert second is not Proved


def test_moments_that_do_not_exist_are_listed() -> None:
    (judged,) = checks.check(latex_in.read_text(r"Let $X \sim t_\nu$. $$\mathrm{Var}(X) = \frac{\nu}{\nu-2}$$")).steps
    assert isinstance(judged.verdict, Proved)
    assert r"\nu - 2 > 0" in judged.verdict.assumptions


def test_another_convention_is_not_refuted() -> None:
    assert verdicts(r"Let $X \sim \mathrm{Gam}(a, b)$. $$\mathbb{E}[X] = a b$$ $$\mathbb{E}[X] = a b^2$$") == [
        Unknown,
        Unknown,
    ]


def test_a_letter_is_a_law_only_where_one_can_stand() -> None:
    """F(a, b) is a function: nothing says that a is positive."""
    assert verdicts(r"$$F(a, b) \sqrt{a^2} = a F(a, b)$$") != [Proved]
    (judged,) = checks.check(latex_in.read_text(r"Let $F$ be a function. $$F(a, b) \sqrt{a^2} = a F(a, b)$$")).steps
    assert not isinstance(judged.verdict, Proved) or judged.verdict.assumptions
