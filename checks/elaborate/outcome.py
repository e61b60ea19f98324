"""What elaboration makes of a chain: its setting, its claims, and what could not be used."""

from __future__ import annotations

from dataclasses import dataclass

from checks.elaborate.errors import NotUnderstood, ShapeClash
from checks.model import Claim, Dim, Setting


@dataclass(frozen=True)
class LeftOut:
    """A given that could not be used, and the symbols that it is about."""

    about: frozenset[str]
    problem: ShapeClash | NotUnderstood


@dataclass(frozen=True)
class Elaborated:
    setting: Setting
    claims: tuple[Claim | ShapeClash | NotUnderstood, ...]
    left_out: tuple[LeftOut, ...]
    doubtful: frozenset[str] = frozenset()  # undeclared capitals that were taken for numbers
    sizes: tuple[Dim, ...] = ()  # what the size of an identity or a vector of ones may be, where it does not follow

    @property
    def clashes(self) -> tuple[int, int]:
        """In how many givens, and in how many lines, shapes do not fit. Givens are more likely to be right."""
        given, lines = ([x.problem for x in self.left_out], self.claims)
        return sum(isinstance(x, ShapeClash) for x in given), sum(isinstance(x, ShapeClash) for x in lines)
