"""Mean and variance of a dot product of normal vectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.core_results.model import Instance, Miss, Result, Sides, between, exact

NORMALS = (
    r"Let $q, k \in \mathbb{R}^d$ be random with $q \sim \mathcal{N}(\mu, \sigma^2 I)$ and "
    r"$k \sim \mathcal{N}(\nu, \tau^2 I)$, where $\mu, \nu \in \mathbb{R}^d$ and $\sigma, \tau > 0$."
)
INDEPENDENT = NORMALS + " Assume that $q$ and $k$ are independent."
DOT, SPREAD = r"\mathbb{E}[q^\top k]", r"\mathrm{Var}(q^\top k)"
VARIANCE = r"\sigma^2 \|\nu\|^2 + \tau^2 \|\mu\|^2 + d \sigma^2 \tau^2"


@dataclass(frozen=True)
class Normals:
    mu: list[Fraction]
    nu: list[Fraction]
    sigma: Fraction
    tau: Fraction

    def mean(self) -> Fraction:
        return inner(self.mu, self.nu)

    def noise(self) -> Fraction:
        return (self.sigma * self.tau) ** 2

    def variance(self) -> Fraction:
        """Coordinate by coordinate: E[q^2] E[k^2] - E[q]^2 E[k]^2."""
        s, t = self.sigma**2, self.tau**2
        pairs = zip(self.mu, self.nu, strict=True)
        return sum(((m * m + s) * (n * n + t) - (m * n) ** 2 for m, n in pairs), Fraction(0))


def inner(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def normals(at: Instance) -> Normals:
    """The parameters; those that the claim does not speak of are 1."""
    d = at["d"]
    mu, nu = (exact(at[name]) if name in at else [Fraction(1)] * d for name in (r"\mu", r"\nu"))
    mu, nu = (v if isinstance(v, list) else [v] for v in (mu, nu))
    assert len(mu) == len(nu) == d
    return Normals(mu, nu, between(at.get(r"\sigma", 1), 0), between(at.get(r"\tau", 1), 0))


def mean(right: Callable[[Normals], Fraction]) -> Callable[[Instance], Sides]:
    return lambda at: (normals(at).mean(), right(normals(at)))


def spread(right: Callable[[Normals], Fraction]) -> Callable[[Instance], Sides]:
    return lambda at: (normals(at).variance(), right(normals(at)))


mean_result = Result(
    "mean of a dot product",
    INDEPENDENT,
    DOT,
    r"\mu^\top \nu",
    (
        Miss("sign", r"-\mu^\top \nu", mean(lambda m: -inner(m.mu, m.nu))),
        Miss("factor", r"2 \mu^\top \nu", mean(lambda m: 2 * inner(m.mu, m.nu))),
        Miss("dimension", r"d \, \mu^\top \nu", mean(lambda m: len(m.mu) * inner(m.mu, m.nu))),
        Miss("one mean twice", r"\|\mu\|^2", mean(lambda m: inner(m.mu, m.mu))),
        Miss("first entry", r"\mu_1 \nu_1"),
        Miss("a variance", r"\mu^\top \nu + \sigma \tau", mean(lambda m: inner(m.mu, m.nu) + m.sigma * m.tau)),
        Miss("zero", "0", mean(lambda m: Fraction(0))),
        Miss("not independent", r"\mu^\top \nu", given=NORMALS),
    ),
)

MEANS = r"\sigma^2 \|\nu\|^2 + \tau^2 \|\mu\|^2"
variance_result = Result(
    "variance of a dot product",
    INDEPENDENT,
    SPREAD,
    VARIANCE,
    (
        Miss(
            "swapped",
            r"\sigma^2 \|\mu\|^2 + \tau^2 \|\nu\|^2 + d \sigma^2 \tau^2",
            spread(lambda m: Normals(m.nu, m.mu, m.sigma, m.tau).variance()),
        ),
        Miss(
            "no dimension", rf"{MEANS} + \sigma^2 \tau^2", spread(lambda m: m.variance() - (len(m.mu) - 1) * m.noise())
        ),
        Miss("sign", rf"{MEANS} - d \sigma^2 \tau^2", spread(lambda m: m.variance() - 2 * len(m.mu) * m.noise())),
        Miss("exponent", r"\sigma^2 \|\nu\| + \tau^2 \|\mu\| + d \sigma^2 \tau^2"),
        Miss("means forgotten", r"d \sigma^2 \tau^2", spread(lambda m: len(m.mu) * m.noise())),
        Miss(
            "square of the dimension",
            rf"{MEANS} + d^2 \sigma^2 \tau^2",
            spread(lambda m: m.variance() + (len(m.mu) ** 2 - len(m.mu)) * m.noise()),
        ),
        Miss("second moment", VARIANCE, lhs=r"\mathbb{E}[(q^\top k)^2]"),
        Miss("not independent", VARIANCE, given=NORMALS),
    ),
)

RESULTS = (mean_result, variance_result)
