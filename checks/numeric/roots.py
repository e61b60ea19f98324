"""Numbers that an equation determines, by bisection: sigma from alpha^2 + sigma^2 = 1, k from e^k = 2.

A change of sign encloses a root in an interval; what is computed with the ball around it is certain. A root that is a
simple fraction is found exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import flint
from hence.checks.numeric.arrays import Exact, rational
from hence.checks.numeric.needs import Bounds

DISTANCES = [Fraction(n, d) for n, d in ((1, 100), (1, 7), (2, 5), (3, 4), (11, 10), (7, 4), (13, 5), (21, 5), (17, 2))]
SHARES = [Fraction(n, 100) for n in (1, 9, 26, 51, 74, 92, 99)]
FIRST_STEPS, ALL_STEPS = 30, 130
LARGEST_DENOMINATOR = 60
Residual = Callable[[Exact], Exact | None]  # None where it has no value


def root(residual: Residual, bounds: Bounds, rng: random.Random) -> Exact | None:
    """A number within the bounds at which the residual is zero; None if no change of sign shows one."""
    places = [x for x in _places(bounds.low, bounds.high) if bounds.allow(x)]
    signs = [(x, _sign(residual(rational(x)))) for x in places]
    for x, sign in signs:
        if sign == 0 and rng.random() < 1 / 2:
            return rational(x)
    changes = [
        (a, b) for (a, one), (b, two) in pairwise(signs) if one is not None and two is not None and one * two < 0
    ]
    return _enclosed(residual, *rng.choice(changes)) if changes else None


def _places(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """Where to look for signs, in order."""
    if low is not None and high is not None:
        return [low, *(low + share * (high - low) for share in SHARES), high]
    if low is not None:
        return [low, *(low + d for d in DISTANCES)]
    if high is not None:
        return [*(high - d for d in reversed(DISTANCES)), high]
    return [*(-d for d in reversed(DISTANCES)), Fraction(0), *DISTANCES]


def _sign(value: Exact | None) -> int | None:
    """-1, 0 or 1 where it is certain."""
    if value is None:
        return None
    if value == 0:
        return 0
    return 1 if value > 0 else -1 if value < 0 else None


def _enclosed(residual: Residual, low: Fraction, high: Fraction) -> Exact | None:
    rising = _sign(residual(rational(high))) == 1
    for step in range(ALL_STEPS):
        middle = (low + high) / 2
        if step == FIRST_STEPS:
            simple = rational(middle.limit_denominator(LARGEST_DENOMINATOR))
            if _sign(residual(simple)) == 0:
                return simple
        sign = _sign(residual(rational(middle)))
        if sign is None:
            return None
        if sign == 0:
            return rational(middle)
        low, high = (low, middle) if (sign == 1) == rising else (middle, high)
    ball = flint.arb(rational(low)).union(flint.arb(rational(high)))
    value = residual(ball)  # has no value where the change of sign was at a pole or a jump
    return ball if value is not None and bool(flint.arb(value).is_finite()) else None
