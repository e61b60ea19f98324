"""The algebra's common ground: its state, and the operations that its parts call in each other.

The algebra of normal forms is one thing in four files, because products, sums, deltas and powers each
need the others: `Deltas`, `Sums` and `Powers` build on this, `Algebra` joins them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

from hence.checks.conditions import Condition, Relation, names_of, with_terms
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import ONE, ZERO, Atom, Budget, Poly, close, of_atom, of_mono

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
        self._closed_forms = closed_forms
        self.asked_for_closed_forms = False  # otherwise all is the same with them and without
        self.conditions: dict[Condition, None] = {}  # needed, and granted by no declaration
        self.rules: dict[str, None] = {}  # named rules that took part
        self.inverses: dict[tuple[str, str], list[Any]] = {}  # what `rewriting` knows of inverses, by matrix and size
        self.chained: dict[Any, Poly] = {}  # what its rules give after one another, as far as somebody asked

    @property
    def closed_forms(self) -> bool:
        """Whether geometric sums are written in closed form."""
        self.asked_for_closed_forms = True
        return self._closed_forms

    def need(self, condition: Condition) -> None:
        """List a condition that no declaration grants."""
        match condition:
            case Relation(Poly() as left, relation, Poly() as right) if self._holds(left - right, relation):
                pass
            case Relation(Poly() as left, ">", Poly() as right, every) if atoms := self._even(left - right):
                for atom in atoms:
                    self.need(Relation(of_atom(atom), "!=", ZERO, every))
            case _:
                self.conditions[condition] = None

    def _even(self, gap: Poly) -> list[Atom]:
        """The atoms of a square: it is positive where these are not zero."""
        single = gap.single
        if single is None or single[0].sums or single[1] < 0 or not self.facts.nonnegative(gap):
            return []
        return [atom for atom, _ in single[0].factors if not self.facts.positive_atom(atom)]

    def _holds(self, gap: Poly, relation: str) -> bool:
        match relation:
            case "!=":
                return self.facts.not_zero(gap)
            case ">" | "<":
                return self.facts.positive(gap if relation == ">" else -gap)
            case _:
                return self.facts.nonnegative(gap if relation == ">=" else -gap)

    @contextmanager
    def with_value(self, name: str, change: Callable[[Poly], Poly]) -> Iterator[None]:
        """Conditions on a variable of ours become conditions on the value that it takes."""
        outer, self.conditions = self.conditions, {}
        try:
            yield
        finally:
            inner, self.conditions = self.conditions, outer
        for condition in inner:
            about = name in names_of(condition)
            self.need(with_terms(condition, lambda t: change(t) if isinstance(t, Poly) else t) if about else condition)

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
