"""What a result is, what a near miss is, and numbers of a counterexample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

Instance = dict[str, Any]
Sides = tuple[Any, Any]


@dataclass(frozen=True)
class Miss:
    """A false statement near a true one; `given` only where another hypothesis is what is missing."""

    what: str
    rhs: str
    by_hand: Callable[[Instance], Sides] | None = None  # both sides at an instance, checking the hypotheses
    lhs: str = ""  # where it differs from that of the result, as the next two
    relation: str = "="
    given: str = ""


@dataclass(frozen=True)
class Result:
    name: str
    given: str
    lhs: str
    rhs: str
    misses: tuple[Miss, ...]
    relation: str = "="


def exact(value: Any) -> Any:
    """Numbers of a counterexample as fractions: 1, "1/2", nested lists of these."""
    return [exact(v) for v in value] if isinstance(value, list) else Fraction(value)


def array(value: Any, shape: tuple[int, int]) -> np.ndarray:
    return np.array(exact(value), dtype=float).reshape(shape)


def between(value: Any, low: int, high: int | None = None) -> Fraction:
    number = Fraction(value)
    assert low < number
    assert high is None or number < high
    return number
