"""Expressions multiplied out in SymPy's polynomial rings, which is many times as fast as `sympy.expand`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import add, mul
from typing import Any

import sympy
from hence.checks.explicit.matrices import Expr
from sympy.polys.rings import PolyRing

MOST_TERMS = 2_000  # of a product, before like ones are added up


class _TooLarge(Exception):
    pass


def vanishes_as_polynomial(expression: Expr) -> bool:
    """Whether it is zero whatever its symbols, and all that is no sum, product or power, stand for."""
    atoms = list(dict.fromkeys(_atoms(expression)))
    if not atoms:
        return bool(expression == 0)
    ring = PolyRing([f"x{k}" for k in range(len(atoms))], sympy.QQ)
    return not _in_ring(expression, ring, dict(zip(atoms, ring.gens, strict=True)))


def vanishes_as_fraction(expression: Expr) -> bool:
    """Whether its numerator over a common denominator does: `sympy.together` looks for common factors as well.

    Not where that becomes large without common factors, or a denominator vanishes.
    """
    atoms = list(dict.fromkeys(_atoms(expression, fractions=True)))
    if not atoms:
        return bool(expression == 0)
    ring = PolyRing([f"x{k}" for k in range(len(atoms))], sympy.QQ)
    try:
        return not _fraction(expression, ring, dict(zip(atoms, ring.gens, strict=True)))[0]
    except (_TooLarge, ZeroDivisionError):
        return False


def _fraction(expression: Expr, ring: Any, generators: Mapping[Expr, Any]) -> tuple[Any, Any]:  # noqa: ANN401
    """Numerator and denominator. Raises ZeroDivisionError for one that vanishes."""
    if expression.is_Add:
        return reduce(_sum, (_fraction(part, ring, generators) for part in expression.args))
    if expression.is_Mul:
        above, below = zip(*(_fraction(part, ring, generators) for part in expression.args), strict=True)
        return reduce(_product, above), reduce(_product, below)
    if _is_power(expression, fractions=True):
        above, below = _fraction(expression.base, ring, generators)
        power = int(expression.exp)
        if power < 0 and not above:
            raise ZeroDivisionError
        above, below = (reduce(_product, [part] * abs(power)) for part in (above, below))
        return (above, below) if power > 0 else (below, above)
    return _in_ring(expression, ring, generators), ring.one


def _sum(one: tuple[Any, Any], other: tuple[Any, Any]) -> tuple[Any, Any]:
    """Of two fractions; over one denominator where they have the same."""
    if one[1] == other[1]:
        return one[0] + other[0], one[1]
    return _product(one[0], other[1]) + _product(other[0], one[1]), _product(one[1], other[1])


def _product(one: Any, other: Any) -> Any:  # noqa: ANN401
    if len(one) * len(other) > MOST_TERMS:
        raise _TooLarge
    return one * other


def _is_power(expression: Expr, fractions: bool = False) -> bool:
    return bool(expression.is_Pow and expression.exp.is_Integer and (expression.exp > 0 or fractions))


def _atoms(expression: Expr, fractions: bool = False) -> Iterator[Expr]:
    """What stands between plus, times and powers, numbers apart; negative powers are powers among `fractions`."""
    if expression.is_Add or expression.is_Mul:
        for part in expression.args:
            yield from _atoms(part, fractions)
    elif _is_power(expression, fractions):
        yield from _atoms(expression.base, fractions)
    elif not expression.is_Rational:
        yield expression


def _in_ring(expression: Expr, ring: Any, generators: Mapping[Expr, Any]) -> Any:  # noqa: ANN401 (SymPy has no types)
    if expression.is_Rational:
        return ring.ground_new(sympy.QQ(int(expression.p), int(expression.q)))
    if expression.is_Add:
        return reduce(add, (_in_ring(part, ring, generators) for part in expression.args))
    if expression.is_Mul:
        return reduce(mul, (_in_ring(part, ring, generators) for part in expression.args))
    if _is_power(expression):
        return _in_ring(expression.base, ring, generators) ** int(expression.exp)
    return generators[expression]
