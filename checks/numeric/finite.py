"""Named laws on finitely many numbers, with exact probabilities, and couplings of two of them.

Two symbols that nobody called independent are coupled by their quantiles: both are functions of one
uniform number. That keeps both laws and makes the symbols as dependent as these allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

import flint
import numpy as np
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Exact, Number, Undefined
from hence.checks.numeric.laws import evaluated, parameters_of
from hence.language.formulas import F
from hence.language.laws import LAWS, Arrays, Integers, Points
from hence.language.laws.row import POINT, Support
from hence.language.records import dataclass

MOST_VALUES = 60


@dataclass(frozen=True)
class FiniteLaw:
    """Values and their probabilities, which add up to 1."""

    values: tuple[Exact, ...]
    weights: tuple[Exact, ...]


def finite_law(kind: str, params: Sequence[Array]) -> FiniteLaw:
    """A law of the registry with finitely many values. Raises `Undefined` for parameters outside their range."""
    row = LAWS[kind]
    if isinstance(row.support, Arrays):
        return _categorical(*params)
    if any(p.size > 1 for p in params):
        raise CannotEvaluate("a law whose parameter is random")
    values = parameters_of(row, params)
    points = [xp.as_exact([[v]]) for v in _values(row.support, values)]
    weights = [_number(row.density, {**values, POINT: point}) for point in points]
    return FiniteLaw(tuple(p[0, 0] for p in points), tuple(weights))


def _values(support: Support, values: Mapping[str, Number]) -> list[Exact]:
    match support:
        case Points(numbers):
            return [_number(v, values) for v in numbers]
        case Integers(low, F() as high):
            first, last = _number(low, values), _number(high, values)
            if last < first or last - first > MOST_VALUES:
                raise Undefined("a law with no values, or with too many")
            return [first + k for k in range(int((last - first).p) + 1)]
    raise CannotEvaluate("a law with infinitely many values")


def _number(formula: F, values: Mapping[str, Number]) -> Exact:
    found = xp.plain(evaluated(formula.term, {"": xp.as_exact([[xp.rational(0)]]), **values}))
    return found.flat[0]


def _categorical(p: Array) -> FiniteLaw:
    """The numbers 1, ..., K with the entries of a column as probabilities."""
    if p.ndim > 2:
        raise CannotEvaluate("a law whose parameter is random")
    chances = tuple(p.flat)
    if any(chance < 0 for chance in chances) or sum(chances, xp.rational(0)) != 1:
        raise Undefined("probabilities that are negative or do not add up to 1")
    return FiniteLaw(tuple(xp.rational(k) for k in range(1, len(chances) + 1)), chances)


def column(entries: Sequence[Exact]) -> Array:
    """Numbers along the first axis, as scalars."""
    return xp.as_exact([[e] for e in entries])[:, :, None]


@dataclass(frozen=True)
class Coupling:
    """A law as a function of a given finite slot (rows) and of one further slot with its own weights (columns)."""

    values: tuple[tuple[Exact, ...], ...]
    weights: tuple[Exact, ...]


def couple(law: FiniteLaw, slot: Array) -> Coupling | None:
    """The quantile coupling. None where a probability is no rational number."""
    given = list(slot)
    if not all(isinstance(x, flint.fmpq) for x in (*given, *law.weights)):
        return None
    starts = list(accumulate(given, initial=flint.fmpq(0)))
    ends = list(accumulate(law.weights))
    cuts = {flint.fmpq(0), flint.fmpq(1)}
    for start, width in zip(starts, given, strict=False):
        cuts |= {(e - start) / width for e in ends if width > 0 and start < e < start + width}
    pieces = list(pairwise(sorted(cuts)))
    rows = [
        tuple(_quantile(law, ends, start + width * (a + b) / 2) for a, b in pieces)
        for start, width in zip(starts, given, strict=False)
    ]
    return Coupling(tuple(rows), tuple(b - a for a, b in pieces))


def _quantile(law: FiniteLaw, ends: list[Exact], level: Exact) -> Exact:
    return next(value for value, end in zip(law.values, ends, strict=True) if level <= end)


def joint(coupling: Coupling, slot: Array, others: Sequence[Exact]) -> dict[tuple[Exact, Exact], Exact]:
    """Probabilities of the pairs (other, value), the impossible ones left out."""
    found: dict[tuple[Exact, Exact], Exact] = {}
    for weight, other, row in zip(slot, others, coupling.values, strict=True):
        for part, value in zip(coupling.weights, row, strict=True):
            found[other, value] = found.get((other, value), flint.fmpq(0)) + weight * part
    return {pair: chance for pair, chance in found.items() if chance > 0}


def on_two_slots(coupling: Coupling, slot: int, own: int) -> Array:
    """The value along both slots; `own` is the later one, and stands further left."""
    table = np.empty((len(coupling.weights), len(coupling.values)), dtype=object)
    for k, row in enumerate(coupling.values):
        table[:, k] = row
    return table.reshape(len(coupling.weights), *(1,) * (own - slot - 1), len(coupling.values), *(1,) * (slot + 2))
