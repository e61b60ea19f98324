"""Expressions multiplied out in SymPy's polynomial rings, which is many times as fast as `sympy.expand`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import add, mul
from typing import Any

import sympy
from hence.checks.explicit.matrices import Expr
from sympy.polys.rings import PolyRing


def vanishes_as_polynomial(expression: Expr) -> bool:
    """Whether it is zero whatever its symbols, and all that is no sum, product or power, stand for."""
    atoms = list(dict.fromkeys(_atoms(expression)))
    if not atoms:
        return bool(expression == 0)
    ring = PolyRing([f"x{k}" for k in range(len(atoms))], sympy.QQ)
    return not _in_ring(expression, ring, dict(zip(atoms, ring.gens, strict=True)))


def _is_power(expression: Expr) -> bool:
    return bool(expression.is_Pow and expression.exp.is_Integer and expression.exp > 0)


def _atoms(expression: Expr) -> Iterator[Expr]:
    """What stands between plus, times and powers, numbers apart."""
    if expression.is_Add or expression.is_Mul:
        for part in expression.args:
            yield from _atoms(part)
    elif _is_power(expression):
        yield from _atoms(expression.base)
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
