"""Standard random numbers: how each is integrated against, and how it is drawn.

A random symbol with a named continuous law is a formula of the registry in such numbers (`Made`); a law on all integers
without one is a lattice, with the masses of the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from math import lgamma, sqrt

import numpy as np
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Number, Undefined
from hence.language.formulas import F
from hence.language.laws import LAWS, Integers, Interval, Points, Row
from hence.language.laws.row import POINT
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, Term, app

Line = tuple[Array, Array]  # points and weights
SMALLEST_LEVEL = 2.0**-40
LATTICE = "lattice"
MOST_POINTS = 400  # of a law on all integers
MOST_POISSON = 200.0  # a larger rate needs more points than a sum should have


@dataclass(frozen=True)
class Coordinate:
    """One standard random number; `parameter` is the rate of a Poisson, the shape of a gamma."""

    kind: str
    parameter: float = 0.0
    law: str = ""  # of a coordinate on all integers: the row of the registry that has its mass
    parameters: tuple[float, ...] = ()

    def line(self, nodes: int) -> Line:
        """Points and weights that integrate against its law."""
        return lattice(self.law, self.parameters) if self.law else _line(self.kind, self.parameter, nodes)

    def draw(self, rng: np.random.Generator, size: int) -> Array:
        if self.law:
            return self.quantile(rng.random(size))
        return _DRAWS[self.kind](rng, self.parameter, size)

    def level(self, points: Array) -> Array:
        """The probabilities that lie below points; for laws in `SMOOTH`."""
        return _level(self.kind, self.parameter, points)

    def quantile(self, levels: Array) -> Array:
        """The numbers below which these probabilities lie."""
        clipped = np.clip(levels, SMALLEST_LEVEL, 1 - SMALLEST_LEVEL)
        if self.law:
            counts, weights = lattice(self.law, self.parameters)
            return counts[np.minimum(np.searchsorted(np.cumsum(weights), clipped), len(counts) - 1)]
        return _quantile(self.kind, self.parameter, clipped)


NORMAL, UNIFORM = Coordinate("normal"), Coordinate("uniform")
SMOOTH = frozenset(("normal", "uniform", "exponential", "laplace", "gamma"))  # whose quantiles do not jump


@cache
def lattice(law: str, parameters: tuple[float, ...]) -> Line:
    """The integers that matter, and their probabilities: what is left out weighs less than rounding."""
    row = LAWS[law]
    assert isinstance(row.support, Integers)
    values: dict[str, Number] = {p.name: _constant(v) for p, v in zip(row.parameters, parameters, strict=True)}
    first = int(xp.to_float(xp.plain(evaluated(row.support.low.term, values))).flat[0])
    counts, weights = [], []
    for x in range(first, first + MOST_POINTS):
        weight = float(xp.plain(evaluated(row.density.term, {**values, POINT: _constant(float(x))})).flat[0])
        counts.append(float(x))
        weights.append(weight)
        if sum(weights) > 1 - 1e-15 or (len(weights) > 10 and weight < 1e-17):
            break
    if sum(weights) < 1 - 1e-9:
        raise Undefined("a law that is spread too widely")
    return np.array(counts), np.array(weights)


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


# Named laws, made of standard numbers ---------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """A named law as a formula in standard numbers. Its parameters may carry a derivative."""

    value: Term
    values: Mapping[str, Number]
    coordinates: tuple[Coordinate, ...]

    def at(self, *standard: Array) -> Number:
        """The variable, made of one standard number for each coordinate."""
        names = ("z", *(f"z{k}" for k in range(1, len(standard))))
        return evaluated(self.value, {**self.values, **dict(zip(names, standard, strict=True))})


def plan_of(kind: str, params: Sequence[Number]) -> Plan:
    """How a named law is drawn. Raises `Undefined` for parameters outside their range, `CannotEvaluate`."""
    row = LAWS[kind]
    values = parameters_of(row, params)
    if isinstance(row.support, Integers) and row.made is None:
        fixed = tuple(_fixed(v, "a parameter") for v in values.values())
        return Plan(Sym("z"), {}, (Coordinate(LATTICE, 0.0, kind, fixed),))
    if row.made is None:
        raise xp.CannotEvaluate(f"a {in_words(kind)} law, which is not sampled yet")
    if isinstance(row.support, Interval) and row.support.low is not None and row.support.high is not None:
        low, high = (evaluated(end.term, values) for end in (row.support.low, row.support.high))
        _positive(xp.add(high, xp.neg(low)), "an interval of a width")
    bases = tuple(_coordinate(base, p, values) for base, p in row.made.of)
    return Plan(row.made.value.term, values, bases)


def parameters_of(row: Row, params: Sequence[Number]) -> dict[str, Number]:
    """The parameters by their names. Raises `Undefined` outside their range."""
    for parameter, value in zip(row.parameters, params, strict=True):
        found = xp.to_float(xp.plain(value))
        for relation, end in parameter.limits:
            if not HOLDS[relation](found, end).all():
                raise Undefined(f"a parameter of a {row.words[0]} law that is not {relation} {end}")
        if parameter.whole and not (found == np.round(found)).all():
            raise Undefined(f"a parameter of a {row.words[0]} law that is no whole number")
    return dict(zip((p.name for p in row.parameters), params, strict=True))


HOLDS: dict[str, Callable[[Array, int], Array]] = {
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}


def _coordinate(base: str, parameter: F | None, values: Mapping[str, Number]) -> Coordinate:
    if parameter is None:
        return Coordinate(base)
    value = _fixed(evaluated(parameter.term, values), "a parameter")
    if base == "poisson" and value > MOST_POISSON:
        raise Undefined("a rate that is too large")
    return Coordinate(base, value)


def evaluated(term: Term, values: Mapping[str, Number]) -> Number:
    """A formula of the registry in numbers, entry by entry. Raises `Undefined`, `CannotEvaluate`."""
    match term:
        case Num(number):
            exact = any(not isinstance(v, xp.Dual) and v.dtype == object for v in values.values())
            return xp.as_exact([[xp.rational(number)]]) if exact else _constant(float(number))
        case Sym(name):
            return values[name]
        case App("pow", (base, exponent)):
            return _power(evaluated(base, values), evaluated(exponent, values))
        case App("binom", (n, k)):
            rest = app("factorial", app("add", n, app("neg", k)))
            return evaluated(app("div", app("factorial", n), app("mul", app("factorial", k), rest)), values)
        case App("pi", ()):
            return _constant(np.pi)
        case App(head, args) if head in _ARITHMETIC:
            return reduce(_ARITHMETIC[head], (evaluated(a, values) for a in args))
        case App("neg", (inner,)):
            return xp.neg(evaluated(inner, values))
        case App(head, (inner,)):
            return xp.elementwise(head, evaluated(inner, values))
    raise xp.CannotEvaluate("a formula of a law that is not understood")


_ARITHMETIC: dict[str, Callable[[Number, Number], Number]] = {"add": xp.add, "mul": xp.mul, "div": xp.div}


def _power(base: Number, exponent: Number) -> Number:
    """Whole exponents exactly; others for positive bases."""
    plain = xp.plain(exponent)
    if not isinstance(exponent, xp.Dual) and plain.size == 1:
        number = float(xp.to_float(plain).flat[0])
        if number == int(number):
            return xp.integer_power(base, int(number))
    return xp.elementwise("exp", xp.mul(exponent, xp.elementwise("log", base)))


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


def is_continuous(kind: str) -> bool:
    """Whether only sampling decides about the law: it has a density, or lives on all integers."""
    row = LAWS.get(kind)
    if row is None or not row.is_number:
        return False
    return row.made is not None or (isinstance(row.support, Integers) and row.support.high is None)


def is_finite(kind: str) -> bool:
    """Whether the law has finitely many values, with exact probabilities."""
    row = LAWS.get(kind)
    if row is None:
        return kind == "abstract"
    finite = isinstance(row.support, Integers) and row.support.high is not None
    return finite or isinstance(row.support, Points) or kind == "Categorical"


def ranges_of(kind: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    """The limits of each parameter."""
    row = LAWS.get(kind)
    return tuple(p.limits for p in row.parameters) if row is not None else ()


def in_words(kind: str) -> str:
    """`normal`, `Poisson`."""
    row = LAWS.get(kind)
    return row.words[0] if row is not None else kind
