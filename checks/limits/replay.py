"""What the kernel replays of a limit: the equation of normal forms, a growth without bound, or SymPy's word."""

from __future__ import annotations

from hence.checks.conditions import Condition
from hence.checks.limit_points import infinity_of
from hence.checks.limits.calculus import Infinite
from hence.checks.limits.neumann import neumann_series
from hence.checks.limits.oracle import sympy_limit_agrees
from hence.checks.limits.rule import limit_of
from hence.checks.model import Binder, Claim, Setting
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.entries import Unfolding
from hence.checks.normal.poly import ONE
from hence.language.records import dataclass


@dataclass(frozen=True)
class Replayed:
    """Rules that took part, conditions that they need, and oracles that were believed."""

    rules: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    trusting: tuple[str, ...] = ()


def replay_limit(setting: Setting, claim: Claim, unfolding: Unfolding, closed_forms: bool, oracle: bool) -> Replayed:
    """How the claim about limits was shown. Raises NoRule where it was not."""
    if claim.relation != "=":
        raise NoRule("limits are known exactly or not at all")
    if oracle:
        if not sympy_limit_agrees(setting, claim):
            raise NoRule("SymPy does not find this limit")
        return Replayed(("limit",), (), ("sympy.limit",))
    series = neumann_series(setting, claim)
    if series is not None:
        return Replayed(series.rules(), tuple(series.algebra.conditions))
    sides = Sides(setting, claim, unfolding, closed_forms)
    infinite = infinity_of(claim.rhs)
    if infinite:
        _require_growth(sides, claim, infinite)
        return Replayed(("growth-without-bound", *sides.rules()), tuple(sides.algebra.conditions))
    if not sides.difference().is_zero:
        raise NoRule("the normal forms of the limits differ")
    return Replayed(("index-normal-form", *sides.rules()), tuple(sides.algebra.conditions))


def _require_growth(sides: Sides, claim: Claim, infinite: int) -> None:
    lim = claim.lhs
    if not isinstance(lim, Binder) or lim.head != "lim" or not lim.shape.is_scalar:
        raise NoRule("only the limit of a number can be infinite")
    if limit_of(sides.normaliser, lim, ONE, ONE, {}) != Infinite(infinite):
        raise NoRule("it does not grow without bound")
