"""Proved lines as facts that later steps may use."""

from __future__ import annotations

from hence.checks.elaborate.setting import Elaborated
from hence.checks.model import Claim, Constraint, Ref, Setting, names_in
from hence.language.derivation import Formula


def known_lines(done: Elaborated, skip: int, formulas: list[Formula]) -> list[Constraint]:
    pairs = zip(done.claims[skip:], formulas, strict=True)
    return [as_constraint(claim, formula) for claim, formula in pairs if isinstance(claim, Claim)]


def defines_again(claim: Claim, setting: Setting) -> bool:
    """z_t = f(z_{t-1}) is the recurrence itself; as a rule it would unfold without end."""
    lhs = claim.lhs
    return isinstance(lhs, Ref) and lhs.name in names_in(claim.rhs) and lhs.name in setting.definitions


def as_constraint(claim: Claim, formula: Formula) -> Constraint:
    """A proved line; where its indices are others, it may speak of members for which it was not proved."""
    return Constraint(claim.lhs, claim.relation, claim.rhs, (), formula.span.line)
