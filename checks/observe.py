"""Those who look on while a page is checked: they may stop it, and ask what would be right instead of a step."""

from __future__ import annotations

from collections.abc import Callable

from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.memory import Depends, Memory
from hence.checks.model import Claim, Setting, Shape
from hence.checks.numeric import Refutation, Untestable, test_claim
from hence.language.derivation import Formula, Given, Step
from hence.language.records import dataclass
from hence.language.verdicts import Verdict

AT_ONCE = 12  # instances that show at once that a formula is false; some may be outside of what is defined


@dataclass(frozen=True)
class Instead:
    """Another formula in the place of a step: how it is understood there, and what it would be found to be."""

    before: Setting  # of the chain as it is written
    setting: Setting
    claim: Claim | ShapeClash | NotUnderstood
    verdict: Callable[[], Verdict]
    givens: tuple[Given, ...] = ()  # in force there

    def fails_at_once(self, seed: int) -> bool:
        """Whether it makes no sense there, changes what a symbol stands for, or is nowhere defined, or false."""
        if not isinstance(self.claim, Claim) or not same_kinds(self.before, self.setting):
            return True
        tested = test_claim(self.setting, self.claim, seed, AT_ONCE, shown=False)
        return isinstance(tested, Refutation) or (isinstance(tested, Untestable) and tested.undefined)


@dataclass(frozen=True)
class Place:
    """Where a refuted step stands, and what another formula would be there, by all that is in force and known."""

    step: Step
    instead: Callable[[Formula], Instead]
    number: int = 0  # in its chain
    depends: Depends | None = None  # what the chain depends on, where somebody remembers chains


@dataclass(frozen=True)
class Observer:
    """`stopped` is asked before every step; `refuted` is told of steps, which a later pass may still take back.

    `others` is told of the steps that were decided otherwise, if somebody wants to know; `judged` of how many are done.
    """

    stopped: Callable[[], bool] = lambda: False
    refuted: Callable[[Place], None] = lambda _: None
    others: Callable[[Place], None] | None = None
    judged: Callable[[int], None] = lambda _: None
    memory: Memory | None = None  # of verdicts that were found before


NOBODY = Observer()


def same_kinds(before: Setting, after: Setting) -> bool:
    """Whether every symbol is still a scalar, a vector or a matrix as it was."""
    for name, symbol in before.symbols.items():
        other = after.symbols.get(name)
        if other is not None and (other.family, _rank(other.shape)) != (symbol.family, _rank(symbol.shape)):
            return False
    return True


def _rank(shape: Shape) -> tuple[bool, bool]:
    return shape.rows == 1, shape.cols == 1
