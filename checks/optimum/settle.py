"""Claims about an optimum that contradict one that has a proof: the two differ at an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hence.checks.model import Binder, Claim, Node, Setting
from hence.checks.numeric import Refutation, test_claim
from hence.checks.optimum.points import stationary_points
from hence.checks.optimum.problem import (
    Located,
    NotOptimum,
    Problem,
    Saddled,
    SamePlace,
    Valued,
    optimum_in,
    speaks_of_optima,
    statement_of,
)
from hence.checks.optimum.refute import test_optimum
from hence.language.verdicts import Proved, Unknown

INSTANCES = 12
Prove = Callable[[Setting, Claim], Proved | Unknown]


def settled(setting: Setting, claim: Claim, seed: int, prove: Prove) -> Refutation | None:
    """An instance at which the claim differs from what is proved of the same optimum. Never fails."""
    if not speaks_of_optima(setting, claim):
        return None
    try:
        for test in _tests(setting, claim, seed, prove):
            if isinstance(test, Refutation):
                return test
    except NotOptimum:
        return None
    return None


def _tests(setting: Setting, claim: Claim, seed: int, prove: Prove) -> Iterator[object]:
    statement = statement_of(setting, claim)
    left, right = (optimum_in(setting, side) for side in (claim.lhs, claim.rhs))
    optimum = left or right
    assert optimum is not None
    match statement:
        case Valued(problem, relation, value):
            for point in _proved_points(setting, problem, optimum, prove, value_of=True):
                yield test_claim(setting, Claim(problem.at(*point), relation, value), seed, INSTANCES)
        case Located(problem, place):
            for point in _proved_points(setting, problem, optimum, prove):
                yield test_claim(setting, Claim(point[0], "=", place), seed, INSTANCES)
        case Saddled(outer, inner, relation, value):
            both = Problem(outer.sense, (*outer.variables, *inner.variables), inner.objective, ())
            for point in _proved_points(setting, both, optimum, prove, value_of=True):
                yield test_claim(setting, Claim(both.at(*point), relation, value), seed, INSTANCES)
        case SamePlace(first, second):
            assert left is not None
            assert right is not None
            for point in _proved_points(setting, first, left, prove):
                yield test_optimum(setting, Claim(right, "=", point[0]), seed, INSTANCES)
            for point in _proved_points(setting, second, right, prove):
                yield test_optimum(setting, Claim(left, "=", point[0]), seed, INSTANCES)


def _proved_points(
    setting: Setting, problem: Problem, optimum: Binder, prove: Prove, value_of: bool = False
) -> Iterator[tuple[Node, ...]]:
    """Points that are optimal without further conditions."""
    for point in stationary_points(problem):
        if not value_of and len(point) > 1:
            continue
        found = prove(setting, Claim(optimum, "=", problem.at(*point) if value_of else point[0]))
        if isinstance(found, Proved) and not found.needs:
            yield point
            return
