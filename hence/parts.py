"""Where the two sides of a refuted step part: both evaluated at the instance, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

from hence.checks.model import Claim
from hence.checks.numeric import Refutation, test_claim
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, NotExact, Undefined
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.show import matrix, text
from hence.checks.numeric.world import World
from hence.checks.observe import Place
from hence.checks.simplest import simplest
from hence.hints import tidied
from hence.language.derivation import Formula
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, Term, num
from hence.language.verdicts import Refuted

ROUNDING = 1e-9
DEEPEST = 6  # parts of parts


@dataclass(frozen=True)
class Pair:
    """A part of the left side beside one of the right, with their values at the instance."""

    left: Term
    right: Term
    left_value: str
    right_value: str
    differs: bool


@dataclass(frozen=True)
class Parts:
    """Pairs of parts up to the first that differ; where the sides have no parts in common, the values of their own."""

    pairs: tuple[Pair, ...] = ()
    left: tuple[tuple[Term, str], ...] = ()
    right: tuple[tuple[Term, str], ...] = ()
    simplified: bool = False  # the left side was brought to its simplest form first


def parts(place: Place, verdict: Refuted, seed: int) -> Parts:
    """What the two sides are at the instance of a refutation, part by part. Empty where that cannot be evaluated."""
    formula = place.step.formula
    here = place.instead(formula)
    tested = test_claim(here.setting, here.claim, seed) if isinstance(here.claim, Claim) else None
    if not isinstance(tested, Refutation) or tested.instance is None:
        return Parts()
    if tested.counterexample != verdict.counterexample:
        return Parts()  # the step was refuted in another reading
    look = _Look(place, tested.instance)
    for left, simplified in _left_sides(place, formula.lhs):
        found = tuple(look.compared(left, formula.rhs, 0))
        if len(found) > 1:
            return Parts(found, simplified=simplified)
    return Parts(left=tuple(look.inside(formula.lhs)), right=tuple(look.inside(formula.rhs)))


def _left_sides(place: Place, left: Term) -> Iterator[tuple[Term, bool]]:
    yield left, False
    here = place.instead(Formula(left, "=", left, place.step.formula.span))
    found = simplest(here.setting, here.claim).left if isinstance(here.claim, Claim) else None
    if found is not None:
        yield tidied(found), True


class _Look:
    """Values of terms at one instance."""

    def __init__(self, place: Place, world: World) -> None:
        self.place, self.world = place, world

    def value(self, term: Term) -> Array | None:
        """None where a part has no value of its own."""
        here = self.place.instead(Formula(term, "=", term, self.place.step.formula.span))
        if not isinstance(here.claim, Claim):
            return None
        for exact in (True, False):
            try:
                with np.errstate(all="ignore"):
                    found = xp.plain(Evaluator(self.world, exact).value(here.claim.lhs))
            except NotExact:
                continue
            except (CannotEvaluate, Undefined, OverflowError):
                return None
            return found if found.ndim == 2 else None  # a random value has one for each outcome
        return None

    def compared(self, left: Term, right: Term, depth: int) -> Iterator[Pair]:
        """The two, and their parts in order until some differ."""
        one, two = self.value(left), self.value(right)
        if one is None or two is None or one.shape != two.shape:
            return
        differs = _differ(one, two)
        yield Pair(left, right, text(matrix(one)), text(matrix(two)), differs)
        if not differs or depth == DEEPEST:
            return
        for inner_left, inner_right in _side_by_side(left, right):
            found = list(self.compared(inner_left, inner_right, depth + 1))
            yield from found
            if not found or found[0].differs:
                return

    def inside(self, term: Term) -> Iterator[tuple[Term, str]]:
        for part in term.args if isinstance(term, App) else ():
            plain = isinstance(part, Num | Sym) or (isinstance(part, App) and part.head == "density")
            value = None if plain else self.value(part)
            if value is not None:
                yield part, text(matrix(value))


def _side_by_side(left: Term, right: Term) -> list[tuple[Term, Term]]:
    """Parts that stand at the same place; of two sums first those that are the same, then the others in their order."""
    ones, twos = _summands(left), _summands(right)
    if len(ones) > 1 or len(twos) > 1:
        same = [part for part in ones if part in twos]
        one, two = ([part for part in side if part not in same] for side in (ones, twos))
        beside = zip_longest(one, two, fillvalue=num(0))
        return [*((part, part) for part in same), *beside] if same or len(ones) == len(twos) else []
    if not (isinstance(left, App) and isinstance(right, App) and left.head == right.head):
        return []
    return list(zip(left.args, right.args, strict=True)) if len(left.args) == len(right.args) else []


def _summands(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, App) and term.head == "add" else (term,)


def _differ(one: Array, two: Array) -> bool:
    return bool(np.abs(xp.to_float(one) - xp.to_float(two)).max(initial=0.0) > ROUNDING)
