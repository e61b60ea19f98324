"""Abstract densities on finite sample spaces.

Each variable takes two or three values; each family gets one random positive joint table over all the
variables with which it occurs, so that p(x | z), p(z), p(x, z) and p(z | x) are consistent. An
integral is then a sum, and every identity of densities holds exactly.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

import flint
import numpy as np

from checks.model import Density
from checks.numeric.arrays import Array, CannotEvaluate

_RENAMED = re.compile(r"#\d+$")


def role(name: str) -> str:
    """The variable of which this one is a renamed bound copy."""
    return _RENAMED.sub("", name)


@dataclass(frozen=True, eq=False)
class Point:
    """A variable of a density: at one value (`slot` is None), or spread over all values along a slot."""

    slot: int | None
    index: int
    value: Array  # the numbers that its values stand for


class Tables:
    """The joint tables of one instance."""

    def __init__(self, variables: dict[str, tuple[str, ...]], sizes: dict[str, int], rng: random.Random) -> None:
        self.variables = variables
        self.tables = {family: _table([sizes[v] for v in names], rng) for family, names in sorted(variables.items())}

    def density(self, node: Density, points: dict[str, Point]) -> Array:
        """p(of | given) at the points. Raises `CannotEvaluate` if a variable occurs twice."""
        of = tuple(v for v in node.of if v not in node.given)
        names = (*of, *node.given)
        if len({role(n) for n in names}) != len(names):
            raise CannotEvaluate(f"a variable occurs twice in the density {node.family}")
        joint = self.marginal(node.family, names)
        if node.given:
            joint = joint / self.marginal(node.family, names, summed=len(of))
        return _laid_out(joint, [points[n] for n in names])

    def marginal(self, family: str, names: tuple[str, ...], summed: int = 0) -> Array:
        """The marginal table with one axis per name; the first `summed` are summed out and kept with length 1."""
        order = self.variables[family]
        table = self.tables[family]
        roles = [role(n) for n in names]
        drop = tuple(k for k, v in enumerate(order) if v not in roles)
        table = table.sum(axis=drop) if drop else table
        kept = [v for v in order if v in roles]
        table = np.transpose(table, [kept.index(r) for r in roles])
        return table.sum(axis=tuple(range(summed)), keepdims=True) if summed else table


def _table(sizes: list[int], rng: random.Random) -> Array:
    count = int(np.prod(sizes))
    weights = [rng.randint(1, 9) for _ in range(count)]
    total = sum(weights)
    table = np.empty(count, dtype=object)
    for k, w in enumerate(weights):
        table[k] = flint.fmpq(w, total)
    return table.reshape(sizes)


def _laid_out(table: Array, points: list[Point]) -> Array:
    """Fixed variables are looked up, spread ones become slots."""
    picked = table[tuple(p.index if p.slot is None else slice(None) for p in points)]
    slots = [p.slot for p in points if p.slot is not None]
    if not slots:
        out = np.empty((1, 1), dtype=object)
        out[0, 0] = picked
        return out
    order = sorted(range(len(slots)), key=lambda k: -slots[k])
    picked = np.transpose(picked, order)
    shape = [1] * (max(slots) + 1)
    for axis, k in enumerate(order):
        shape[max(slots) - slots[k]] = picked.shape[axis]
    return picked.reshape(*shape, 1, 1)
