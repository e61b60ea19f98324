"""Standard random numbers: how each is integrated against, and how it is drawn.

A random symbol with a named continuous law is location + scale * coordinate; the coordinate has no
parameter of its own, except where the law is no location-scale family (Poisson, chi-squared).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import lgamma, sqrt

import numpy as np
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Number, Undefined

Line = tuple[Array, Array]  # points and weights
SMALLEST_LEVEL = 2.0**-40
MOST_POISSON = 200.0  # a larger rate needs more points than a sum should have


@dataclass(frozen=True)
class Coordinate:
    """One standard random number; `parameter` is the rate of a Poisson, the shape of a gamma."""

    kind: str
    parameter: float = 0.0

    def line(self, nodes: int) -> Line:
        """Points and weights that integrate against its law."""
        return _line(self.kind, self.parameter, nodes)

    def draw(self, rng: np.random.Generator, size: int) -> Array:
        return _DRAWS[self.kind](rng, self.parameter, size)

    def level(self, points: Array) -> Array:
        """The probabilities that lie below points; for laws in `SMOOTH`."""
        return _level(self.kind, self.parameter, points)

    def quantile(self, levels: Array) -> Array:
        """The numbers below which these probabilities lie."""
        return _quantile(self.kind, self.parameter, np.clip(levels, SMALLEST_LEVEL, 1 - SMALLEST_LEVEL))


NORMAL, UNIFORM = Coordinate("normal"), Coordinate("uniform")
SMOOTH = frozenset(("normal", "uniform", "exponential", "laplace", "gamma"))  # whose quantiles do not jump


@cache
def _line(kind: str, parameter: float, nodes: int) -> Line:
    return _LINES[kind](parameter, nodes)


def _normal(_parameter: float, nodes: int) -> Line:
    points, weights = np.polynomial.hermite_e.hermegauss(nodes)
    return points, weights / sqrt(2 * np.pi)


def _uniform(_parameter: float, nodes: int) -> Line:
    points, weights = np.polynomial.legendre.leggauss(nodes)
    return (points + 1) / 2, weights / 2


def _exponential(_parameter: float, nodes: int) -> Line:
    return np.polynomial.laguerre.laggauss(nodes)


def _laplace(_parameter: float, nodes: int) -> Line:
    points, weights = np.polynomial.laguerre.laggauss(nodes)
    return np.concatenate([-points[::-1], points]), np.concatenate([weights[::-1], weights]) / 2


def _poisson(rate: float, _nodes: int) -> Line:
    """All the integers that matter: what is left out weighs less than rounding."""
    counts = np.arange(int(rate + 12 * sqrt(rate)) + 60)
    logs = counts * np.log(rate) - rate - np.array([lgamma(k + 1) for k in counts])
    return counts.astype(float), np.exp(logs)


def _gamma(shape: float, nodes: int) -> Line:
    """Generalised Gauss-Laguerre points, from the eigenvalues of the Jacobi matrix (Golub and Welsch)."""
    k = np.arange(nodes)
    beside = np.sqrt(k[1:] * (k[1:] + shape - 1))
    points, vectors = np.linalg.eigh(np.diag(2 * k + shape) + np.diag(beside, 1) + np.diag(beside, -1))
    return points, vectors[0] ** 2


_LINES: dict[str, Callable[[float, int], Line]] = {
    "normal": _normal,
    "uniform": _uniform,
    "exponential": _exponential,
    "laplace": _laplace,
    "poisson": _poisson,
    "gamma": _gamma,
}
_DRAWS: dict[str, Callable[[np.random.Generator, float, int], Array]] = {
    "normal": lambda rng, _p, n: rng.standard_normal(n),
    "uniform": lambda rng, _p, n: rng.random(n),
    "exponential": lambda rng, _p, n: rng.standard_exponential(n),
    "laplace": lambda rng, _p, n: rng.laplace(size=n),
    "poisson": lambda rng, p, n: rng.poisson(p, n).astype(float),
    "gamma": lambda rng, p, n: rng.standard_gamma(p, n),
}


def _level(kind: str, parameter: float, points: Array) -> Array:
    from scipy import special  # noqa: PLC0415  # slow to import, and seldom needed

    match kind:
        case "normal":
            return np.asarray(special.ndtr(points))
        case "uniform":
            return points
        case "exponential":
            return np.asarray(-np.expm1(-points))
        case "laplace":
            tail = np.exp(-np.abs(points)) / 2
            return np.asarray(np.where(points < 0, tail, 1 - tail))
        case _:
            return np.asarray(special.gammainc(parameter, points))


def _quantile(kind: str, parameter: float, levels: Array) -> Array:
    from scipy import special  # noqa: PLC0415

    match kind:
        case "normal":
            return np.asarray(special.ndtri(levels))
        case "uniform":
            return levels
        case "exponential":
            return np.asarray(-np.log1p(-levels))
        case "laplace":
            return np.asarray(np.where(levels < 0.5, np.log(2 * levels), -np.log(2 * (1 - levels))))
        case "poisson":
            counts, weights = _line(kind, parameter, 0)
            return counts[np.minimum(np.searchsorted(np.cumsum(weights), levels), len(counts) - 1)]
        case _:
            return np.asarray(special.gammaincinv(parameter, levels))


@dataclass(frozen=True)
class Plan:
    """location + scale * coordinate. Location and scale may carry a derivative."""

    location: Number
    scale: Number
    coordinate: Coordinate


def _constant(value: float) -> Array:
    return np.full((1, 1), value)


def _positive(value: Number, what: str) -> float:
    """A parameter as a float. Raises `Undefined` where it is not positive."""
    found = float(xp.to_float(xp.plain(value)).min())
    if not found > 0:
        raise Undefined(f"{what} that is not positive")
    return found


def _fixed(value: Number, what: str) -> float:
    """A positive parameter along which nothing is differentiated."""
    if isinstance(value, xp.Dual):
        raise xp.CannotEvaluate("derivative with respect to a parameter of a distribution")
    if value.size > 1:
        raise xp.CannotEvaluate("a law whose parameter is random")
    return _positive(value, what)


def _plan_uniform(low: Number, high: Number) -> Plan:
    width = xp.add(high, xp.neg(low))
    _positive(width, "an interval of a width")
    return Plan(low, width, Coordinate("uniform"))


def _plan_exponential(rate: Number) -> Plan:
    _positive(rate, "a rate")
    return Plan(_constant(0), xp.div(_constant(1), rate), Coordinate("exponential"))


def _plan_laplace(centre: Number, scale: Number) -> Plan:
    _positive(scale, "a scale")
    return Plan(centre, scale, Coordinate("laplace"))


def _plan_poisson(rate: Number) -> Plan:
    value = _fixed(rate, "a rate")
    if value > MOST_POISSON:
        raise Undefined("a rate that is too large")
    return Plan(_constant(0), _constant(1), Coordinate("poisson", value))


def _plan_chi_squared(degrees: Number) -> Plan:
    return Plan(_constant(0), _constant(2), Coordinate("gamma", _fixed(degrees, "a number of degrees of freedom") / 2))


PLANS: dict[str, Callable[..., Plan]] = {
    "Uniform": _plan_uniform,
    "Exponential": _plan_exponential,
    "Laplace": _plan_laplace,
    "Poisson": _plan_poisson,
    "ChiSquared": _plan_chi_squared,
}
AT_LEAST_0, POSITIVE = ((">=", 0),), ((">", 0),)
RANGES: dict[str, tuple[tuple[tuple[str, int], ...], ...]] = {  # of each parameter
    "Bernoulli": ((*AT_LEAST_0, ("<=", 1)),),
    "Exponential": (POSITIVE,),
    "Laplace": ((), POSITIVE),
    "Poisson": (POSITIVE,),
    "ChiSquared": (POSITIVE,),
}
CONTINUOUS = frozenset(("Normal", *PLANS))  # laws that only sampling decides
FINITE = frozenset(("abstract", "Bernoulli", "Categorical", "TwoPoint"))  # with exact probabilities
IN_WORDS = {"Normal": "normal", "Uniform": "uniform", "Exponential": "exponential", "ChiSquared": "chi-squared"}


def in_words(kind: str) -> str:
    """`normal`, `Poisson`."""
    return IN_WORDS.get(kind, kind)
