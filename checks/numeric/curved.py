"""Stand-ins for functions of which words say something: convex, concave, L-smooth, mu-strongly convex, Lipschitz.

sum_k (a_k x_k^2 / 2 + q x_k^4) + r (sum_k x_k)^2 + b x_1 + c, with coefficients that make the words true.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

import flint
import numpy as np
from hence.checks.model import Function, Node
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Number

Value: TypeAlias = Callable[[Node], flint.fmpq]
CONVEX = ("convex", "strictly convex", "strongly convex")
CONCAVE = ("concave", "strictly concave", "strongly concave")


class Curved:
    """One such function. Raises CannotEvaluate for words that no stand-in satisfies."""

    def __init__(self, function: Function, rng: random.Random, value: Value) -> None:
        convex, concave = (function.trait(*words) is not None for words in (CONVEX, CONCAVE))
        strict = function.trait("strictly convex", "strictly concave") is not None
        self.sign = -1 if concave else 1
        strong, smooth, steep = (_bound(function, value, *w) for w in (_STRONG, ("smooth",), ("Lipschitz",)))
        if (convex and concave) or steep is not None:
            if strong is not None or strict:
                raise CannotEvaluate(f"no example of a function like {function.name}")
            low = high = flint.fmpq(0)
        elif smooth is not None:
            low = strong if strong is not None else flint.fmpq(0) if convex or concave else -smooth
            high = smooth
        else:
            low = strong if strong is not None else flint.fmpq(1 if strict else 0)
            high = low + 3
        self.curvatures = [low + (high - low) * rng.choice(_SHARES) for _ in range(_ENTRIES)]
        free = smooth is None and steep is None and not (convex and concave)
        self.quartic, self.coupling = (rng.choice((0, 1)) if free else 0 for _ in range(2))
        self.slope = steep * rng.choice((-1, 1)) if steep is not None else flint.fmpq(rng.choice((-2, 0, 1)))
        self.shift = flint.fmpq(rng.choice((-1, 0, 2)))

    def __call__(self, args: list[Number]) -> Number:
        if len(args) != 1:
            raise CannotEvaluate("a convex function of several arguments")
        (x,) = args
        flat = xp.linear(lambda a: a.reshape(*a.shape[:-2], a.shape[-1] * a.shape[-2], 1), x)
        width, model = int(flat.shape[-2]), xp.plain(flat)
        square = xp.mul(flat, flat)
        halves = [self.curvatures[k % _ENTRIES] / 2 for k in range(width)]
        slopes = [self.slope if k == 0 else flint.fmpq(0) for k in range(width)]
        result = xp.add(xp.matmul(_row(halves, model), square), xp.matmul(_row(slopes, model), flat))
        if self.quartic:
            result = xp.add(result, xp.total(xp.mul(square, square)))
        if self.coupling:
            result = xp.add(result, xp.mul(xp.total(flat), xp.total(flat)))
        result = xp.add(result, _row([self.shift], model))
        return xp.neg(result) if self.sign < 0 else result


_ENTRIES = 7
_SHARES = (flint.fmpq(0), flint.fmpq(1, 2), flint.fmpq(3, 4), flint.fmpq(1))
_STRONG = ("strongly convex", "strongly concave")


def _bound(function: Function, value: Value, *words: str) -> flint.fmpq | None:
    trait = function.trait(*words)
    return None if trait is None or trait.bound is None else value(trait.bound)


def _row(entries: list[flint.fmpq], model: Array) -> Array:
    exact = xp.as_exact([entries])
    return exact if model.dtype == object else xp.to_float(np.asarray(exact))
