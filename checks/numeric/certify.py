"""From suspicion to certainty: what floats suggest is re-evaluated on the same instance.

Exact rationals or disjoint balls certify a difference. Where Gaussian expectations or integrals over
the reals occur, a sequential test at a fixed error level does, twice with different seeds.
"""

from __future__ import annotations

import flint
from hence.checks.model import Claim
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, NotExact, Undefined
from hence.checks.numeric.compare import aligned, violation
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.sampling import Balls
from hence.checks.numeric.scalars import PRECISION
from hence.checks.numeric.tails import TOO_HEAVY
from hence.checks.numeric.world import World
from hence.language.records import dataclass
from hence.language.verdicts import Numeric

ERROR_LEVEL = 1e-9
PRECISIONS = (PRECISION, 4 * PRECISION)
ROUNDS = (40_000, 200_000, 800_000)


@dataclass(frozen=True)
class Certificate:
    """Both sides at an instance, and what makes it certain that the claim fails there."""

    left: Array
    right: Array
    place: tuple[int, ...]
    certified_by: str
    numeric: Numeric | None = None


def certify(world: World, claim: Claim, seed: int, sampling: bool = True) -> Certificate | None:
    """A certificate that the claim fails at this instance, or None.

    Raises `Undefined` if the sides have no value here, `CannotEvaluate` if they have none in exact arithmetic.
    """
    try:
        evaluator = Evaluator(world, exact=True)
        world.evaluator = evaluator
        left, right = (xp.plain(evaluator.value(n)) for n in (claim.lhs, claim.rhs))
    except NotExact:
        return _sampled_twice(world, claim, seed) if sampling else None
    place = violation(left, claim.relation, right)
    if place is None:
        return None
    entries = [side for side in (left, right) for side in side.flat]
    rational = all(isinstance(x, flint.fmpq) for x in entries)
    return Certificate(left, right, place, "exact arithmetic" if rational else "ball arithmetic")


def certify_closely(world: World, claim: Claim, seed: int) -> Certificate | None:
    """A certificate where floats see no difference: more digits are looked at. Never raises; None says nothing."""
    for precision in PRECISIONS:
        try:
            with flint.ctx.workprec(precision):
                found = certify(world, claim, seed, sampling=False)
        except (Undefined, CannotEvaluate, OverflowError):
            return None
        if found is not None:
            return found
    return None


def _sampled_twice(world: World, claim: Claim, seed: int) -> Certificate | None:
    first = sampled(world, claim, seed + 1)
    return None if first is None or sampled(world, claim, seed + 2) is None else first


def sampled(world: World, claim: Claim, seed: int) -> Certificate | None:
    """The sequential test: more samples until the balls of the two sides are apart, or the budget is spent."""
    balls = Balls(world, seed, ERROR_LEVEL)
    for target in ROUNDS:
        balls.advance(target)
        try:
            left, right = (xp.plain(balls.value(n)) for n in (claim.lhs, claim.rhs))
            place = violation(left, claim.relation, right)
        except NotExact as problem:
            raise CannotEvaluate(f"{problem} outside an expectation") from problem
        except Undefined as problem:
            if str(problem) == TOO_HEAVY:
                raise
            continue
        if place is not None:
            numeric = numeric_of(left, right, place, balls.samples, seed)
            level = f"{'' if balls.exact_level else 'asymptotic, '}error level {ERROR_LEVEL:g}"
            return Certificate(left, right, place, f"confidence sequence ({level})", numeric)
    if balls.withheld:
        raise Undefined(TOO_HEAVY)
    return None


def numeric_of(left: Array, right: Array, place: tuple[int, ...], samples: int, seed: int) -> Numeric:
    """The estimate of the left side at an entry, its interval, and what the right side claims."""
    one, two = aligned(left, right)
    at = place or (0,) * one.ndim
    ball, claimed = flint.arb(one[at]), float(flint.arb(two[at]))
    interval = (float(ball.lower()), float(ball.upper()))
    return Numeric(estimate=float(ball), interval=interval, claimed=claimed, samples=samples, seed=seed)
