"""A claim that fails, in simplest form: what its left side is, and by what the two sides differ."""

from __future__ import annotations

from hence.checks.model import Claim, Setting
from hence.checks.normal.common import NoRule
from hence.checks.normal.core import Undefined
from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import OutOfBudget, Poly
from hence.checks.normal.written import Unwritable, written
from hence.language.records import dataclass
from hence.language.terms import Term


@dataclass(frozen=True)
class Simplest:
    """As terms; None for what has none that an author would write.

    `cancels`: the two sides have something in common, so that their difference says more than both of them.
    """

    left: Term | None
    difference: Term | None  # left minus right
    cancels: bool = False


def simplest(setting: Setting, claim: Claim) -> Simplest:
    """The left side, and left minus right, in simplest form. Never fails; bounded by the budget of a normal form."""
    sides = Sides(setting, claim)
    try:
        left, right = sides.entry_of(claim.lhs), sides.entry_of(claim.rhs)
        gap = left - right
        cancels = len(gap.terms) < len(left.terms) + len(right.terms)
        return Simplest(_term(left, setting), _term(gap, setting), cancels)
    except (NoRule, Undefined, OutOfBudget, RecursionError):
        return Simplest(None, None)


def _term(poly: Poly, setting: Setting) -> Term | None:
    try:
        return written(poly, setting.symbols)
    except Unwritable:
        return None
