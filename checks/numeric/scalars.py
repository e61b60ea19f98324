"""Entries: exact rationals and balls, the functions on them, and their counterparts on floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import flint
import numpy as np

PRECISION = 212
LARGEST_FACTORIAL = 3_000
LARGEST_POWER = 4_096
MOST_BITS = 60_000  # of a number that is kept as a fraction; beyond, a ball around it
flint.ctx.prec = PRECISION

Array: TypeAlias = "np.ndarray[Any, Any]"
Exact: TypeAlias = Any  # an entry: fmpq or arb, which ship no types


class CannotEvaluate(Exception):
    """This engine has no value for such a node; the message says why."""


class Undefined(Exception):
    """The expression has no value at this instance (division by zero, logarithm of zero ...)."""


class NoValue(Undefined):
    """The bounds of a number contradict each other: there is no value at all, whatever else is drawn."""


class NotExact(Exception):
    """A value that needs an integral over the reals: floats search, and sampling decides."""


def rational(value: Fraction | int) -> Exact:
    """The same number as an `fmpq`."""
    return flint.fmpq(value.numerator, value.denominator)


def rounded(x: Exact) -> Exact:
    """A fraction with too many digits as the ball around it."""
    large = isinstance(x, flint.fmpq) and max(x.p.bit_length(), x.q.bit_length()) > MOST_BITS
    return flint.arb(x) if large else x


ROUNDED = np.frompyfunc(rounded, 1, 1)


# Exact scalar functions: rational where the result is, balls otherwise --------------------------------


def _ball(x: Exact) -> Exact:
    return x if isinstance(x, flint.arb) else flint.arb(x)


def root(x: Exact) -> Exact:
    if isinstance(x, flint.fmpq):
        if x < 0:
            raise Undefined("square root of a negative number")
        p, q = int(x.p), int(x.q)
        root = Fraction(math.isqrt(p), math.isqrt(q))
        return rational(root) if root * root == Fraction(p, q) else flint.arb(x).sqrt()
    if x < 0:
        raise Undefined("square root of a negative number")
    return _finite(x.nonnegative_part().sqrt())


def _finite(x: Exact) -> Exact:
    if not x.is_finite():
        raise Undefined("no finite value")
    return x


def _logarithm(x: Exact) -> Exact:
    if not x > 0:
        raise Undefined("logarithm of a number that is not positive")
    return flint.fmpq(0) if isinstance(x, flint.fmpq) and x == 1 else _finite(_ball(x).log())


def _special(at_zero: int, method: str) -> Callable[[Any], Any]:
    def function(x: Exact) -> Exact:
        if isinstance(x, flint.fmpq) and x == 0:
            return flint.fmpq(at_zero)
        return _finite(getattr(_ball(x), method)())

    return function


def _tanh(x: Exact) -> Exact:
    """Whatever the ball, the result lies between -1 and 1."""
    if isinstance(x, flint.fmpq) and x == 0:
        return flint.fmpq(0)
    found = _ball(x).tanh()
    return found if found.is_finite() and found.rad() < 1 else flint.arb(0, 1)


def _divide(a: Exact, b: Exact) -> Exact:
    if isinstance(b, flint.fmpq):
        if b == 0:
            raise Undefined("division by zero")
        return a / b
    if b.contains(0):
        raise Undefined("division by zero")
    return a / b


def _sign(x: Exact) -> Exact:
    if x > 0:
        return flint.fmpq(1)
    if x < 0:
        return flint.fmpq(-1)
    raise Undefined("derivative of |x| at 0")


def _factorial(x: Exact) -> Exact:
    if not isinstance(x, flint.fmpq) or x.q != 1 or x < 0:
        raise Undefined("the factorial of something that is no whole number")
    if x > LARGEST_FACTORIAL:
        raise CannotEvaluate(f"the factorial of {x} has too many digits")
    return flint.fmpq(flint.fmpz.fac_ui(x.p))


def _gamma(x: Exact) -> Exact:
    if isinstance(x, flint.fmpq) and x.q == 1 and 0 < x <= LARGEST_FACTORIAL:
        return flint.fmpq(flint.fmpz.fac_ui(x.p - 1))
    return _of_positive("gamma")(x)


def _of_positive(method: str) -> Callable[[Any], Any]:
    """A function of positive numbers, where it has no poles."""

    def function(x: Exact) -> Exact:
        if not x > 0:
            raise Undefined(f"a {method} function at a number that is not positive")
        return _finite(getattr(_ball(x), method)())

    return function


def _floor(x: Exact) -> Exact:
    if not isinstance(x, flint.arb):
        return flint.fmpq(math.floor(Fraction(int(x.p), int(x.q))) if isinstance(x, flint.fmpq) else math.floor(x))
    whole = x.floor().unique_fmpz()
    if whole is None:
        raise Undefined("a whole part that is not certain")
    return flint.fmpq(whole)


def _indicator(x: Exact) -> Exact:
    if x > 0:
        return flint.fmpq(1)
    if x <= 0:
        return flint.fmpq(0)
    raise Undefined("an indicator of a number whose sign is not certain")


EXACT: dict[str, Callable[[Array], Array]] = {
    name: np.frompyfunc(f, 1, 1)
    for name, f in {
        "exp": _special(1, "exp"),
        "log": _logarithm,
        "sqrt": root,
        "abs": abs,
        "tanh": _tanh,
        "factorial": _factorial,
        "gamma_fn": _gamma,
        "digamma": _of_positive("digamma"),
        "erf": _special(0, "erf"),
        "bell": lambda x: 2 / flint.arb.pi().sqrt() * (-_ball(x) * _ball(x)).exp(),  # the slope of erf
        "sin": _special(0, "sin"),
        "cos": _special(1, "cos"),
        "sign": _sign,
        "indicator": _indicator,
        "floor": _floor,
    }.items()
}
EXACT_DIVIDE = np.frompyfunc(_divide, 2, 1)


def _checked(test: Callable[[Array], Any], message: str, f: Callable[[Array], Array]) -> Callable[[Array], Array]:
    def function(x: Array) -> Array:
        if not test(x):
            raise Undefined(message)
        return f(x)

    return function


def _scipy(name: str) -> Callable[..., Array]:
    def function(*args: Array | int) -> Array:
        from scipy import special  # noqa: PLC0415  # slow to import, and seldom needed

        return np.asarray(getattr(special, name)(*args))

    return function


FLOATS: dict[str, Callable[[Array], Array]] = {
    "indicator": lambda x: (x > 0).astype(np.float64),
    "floor": lambda x: np.floor(x + 1e-9),  # exact numbers decide beside whole ones
    "exp": np.exp,
    "log": _checked(lambda x: x.min() > 0, "logarithm of a number that is not positive", np.log),
    "sqrt": _checked(
        lambda x: x.min() >= -1e-12,
        "square root of a negative number",
        lambda x: np.sqrt(x if x.min() >= 0 else np.maximum(x, 0)),
    ),
    "abs": np.abs,
    "tanh": np.tanh,
    "factorial": _checked(
        lambda x: x.min() >= 0 and bool((x == np.round(x)).all()),
        "the factorial of something that is no whole number",
        np.vectorize(lambda k: float(math.factorial(int(k))) if k <= 170 else math.inf, otypes=[float]),
    ),
    "gamma_fn": _checked(lambda x: x.min() > 0, "a gamma function at a number that is not positive", _scipy("gamma")),
    "digamma": _checked(
        lambda x: x.min() > 0, "a digamma function at a number that is not positive", _scipy("digamma")
    ),
    "erf": _scipy("erf"),
    "bell": lambda x: 2 / math.sqrt(math.pi) * np.exp(-x * x),
    "sin": np.sin,
    "cos": np.cos,
    "sign": _checked(lambda x: np.all(x != 0), "derivative of |x| at 0", np.sign),
}
