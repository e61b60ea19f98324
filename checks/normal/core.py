"""The algebra's common ground: its state, and the operations that its parts call in each other.

The algebra of normal forms is one thing in four files, because products, sums, deltas and powers each
need the others: `Deltas`, `Sums` and `Powers` build on this, `Algebra` joins them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from checks.normal.facts import Facts
from checks.normal.poly import ONE, Atom, Budget, Poly, close, of_mono

EULER = Atom("e")
SumList: TypeAlias = list[tuple[str, Poly]]
Factors: TypeAlias = list[tuple[Atom, Poly]]


class Undefined(Exception):
    """A division by zero, or the logarithm of zero."""


class Core(ABC):
    """Facts in, conditions and rule names out; every operation returns a normal form."""

    def __init__(self, facts: Facts, budget: Budget | None = None, closed_forms: bool = True) -> None:
        self.facts = facts
        self.budget = budget or Budget()
        self.closed_forms = closed_forms
        self.conditions: dict[str, None] = {}  # needed, and granted by no declaration
        self.rules: dict[str, None] = {}  # named rules that took part
        self.inverses: dict[tuple[str, str], list[Any]] = {}  # what `rewriting` knows of inverses, by matrix and size

    def need(self, condition: str) -> None:
        self.conditions[condition] = None

    def product(self, factors: Factors) -> Poly:
        """Factors that are settled already, as a polynomial."""
        return of_mono(close((), factors)) if factors else ONE

    @abstractmethod
    def mul(self, *polys: Poly) -> Poly: ...

    @abstractmethod
    def times(self, a: Poly, b: Poly) -> Poly: ...

    @abstractmethod
    def assemble(self, sums: SumList, factors: Factors, coefficient: Fraction) -> Poly: ...

    @abstractmethod
    def power(self, base: Poly, exponent: Poly) -> Poly: ...

    @abstractmethod
    def absolute(self, base: Poly) -> Poly: ...

    @abstractmethod
    def sum_all(self, sums: SumList, body: Poly) -> Poly: ...

    @abstractmethod
    def sum_over(self, variable: str, low: Poly, high: Poly, body: Poly) -> Poly: ...

    @abstractmethod
    def delta(self, i: Poly, j: Poly) -> Poly: ...

    @abstractmethod
    def grant_range(self, value: Poly, bound: Poly, bounds: Mapping[str, Poly]) -> bool: ...

    @abstractmethod
    def substitute(self, poly: Poly, values: Mapping[str, Poly]) -> Poly: ...

    @abstractmethod
    def replace(self, factors: Factors, values: Mapping[str, Poly]) -> Poly: ...

    @abstractmethod
    def transform(self, atom: Atom, change: Callable[[Poly], Poly]) -> Poly: ...

    @abstractmethod
    def replace_atom(self, poly: Poly, atom: Atom, value: Poly) -> Poly: ...

    @abstractmethod
    def log_of_product(self, atom: Atom, size: Callable[[Poly], Poly] = ...) -> Poly: ...
