"""What elaboration makes of a chain: its setting, its claims, and what could not be used."""

from __future__ import annotations

from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.kinds import Layout
from hence.checks.elaborate.letters import looks_like_vector, may_be_matrix
from hence.checks.model import Claim, Dim, Setting
from hence.language.records import dataclass


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
    undeclared: frozenset[str] = frozenset()  # letters of which nothing is known but how they are used
    sizes: tuple[Dim, ...] = ()  # what the size of an identity or a vector of ones may be, where it does not follow
    layout: Layout = "column"

    @property
    def doubtful(self) -> frozenset[str]:
        """Undeclared letters that were taken for less than they look like: capitals, bold letters."""
        shapes = {n: self.setting.symbols[n].shape for n in self.undeclared if n in self.setting.symbols}
        shapes |= {n: f.result for n, f in self.setting.functions.items() if n in self.undeclared}
        capitals = {n for n, shape in shapes.items() if may_be_matrix(n) and not shape.is_matrix}
        return frozenset(capitals | {n for n, shape in shapes.items() if looks_like_vector(n) and shape.is_scalar})

    def clashes(self, count: int = 0) -> tuple[int, int, int]:
        """In how many givens, of the first lines, and of the rest, shapes do not fit. Those in front weigh most.

        Givens are more likely to be right; lines from elsewhere decide nothing that those of the chain must pay for.
        """
        clashing = [isinstance(x, ShapeClash) for x in self.claims]
        given = sum(isinstance(x.problem, ShapeClash) for x in self.left_out)
        return given, sum(clashing[:count]), sum(clashing[count:])
