"""Abstract densities on finite sample spaces.

Each variable takes two or three values; each family gets one random positive joint table over all the
variables with which it occurs, so that p(x | z), p(z), p(x, z) and p(z | x) are consistent. An
integral is then a sum, and every identity of densities holds exactly.
"""

from __future__ import annotations

import random
import re

import flint
import numpy as np
from hence.checks.model import Call, Density, Node, labels_of, walk
from hence.checks.numeric.arrays import Array, CannotEvaluate
from hence.language.records import dataclass

_RENAMED = re.compile(r"#\d+$")


def role(name: str) -> str:
    """The variable of which this one is a renamed bound copy."""
    return _RENAMED.sub("", name)


def is_label(name: str, function: Node) -> bool:
    """Whether a function is called that has this letter in its label: f_w(x) moves with w, we do not know how."""
    return any(isinstance(call, Call) and name in labels_of(call.function) for call in walk(function))


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
        self.seed = rng.random()
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

    def slope(self, node: Density, points: dict[str, Point], entry: int) -> Array:
        """The derivative of a density by an entry of a parameter in its label: the density times its score.

        Tables depend on the parameter like exponential families: the logarithm of the joint density has a slope
        of its own at every point, up to the constant that keeps the total at 1.
        """
        of = tuple(v for v in node.of if v not in node.given)
        names = (*of, *node.given)
        score = self.mean_slope(node.family, names, entry)
        if node.given:
            score = score - self.mean_slope(node.family, names, entry, summed=len(of))
        else:
            score = score - (self.tables[node.family] * self.slopes(node.family, entry)).sum()
        return _laid_out(score, [points[n] for n in names]) * self.density(node, points)

    def slopes(self, family: str, entry: int) -> Array:
        rng = random.Random(f"{self.seed}/slope/{family}/{entry}")
        table = self.tables[family]
        out = np.empty(table.shape, dtype=object)
        for place in np.ndindex(table.shape):
            out[place] = flint.fmpq(rng.randint(-3, 3))
        return out

    def mean_slope(self, family: str, names: tuple[str, ...], entry: int, summed: int = 0) -> Array:
        """The mean of the slopes, given the variables that are named."""
        whole = self.tables[family]
        above = self.marginal(family, names, summed, whole * self.slopes(family, entry))
        return above / self.marginal(family, names, summed)

    def marginal(self, family: str, names: tuple[str, ...], summed: int = 0, of: Array | None = None) -> Array:
        """The marginal table with one axis per name; the first `summed` are summed out and kept with length 1."""
        order = self.variables[family]
        table = self.tables[family] if of is None else of
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
