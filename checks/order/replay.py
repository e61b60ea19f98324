"""The certificate of an inequality, and how it is followed: the sign of left minus right from facts about its parts."""

from __future__ import annotations

from dataclasses import dataclass

from checks.model import Claim, Setting
from checks.normal.difference import Sides
from checks.order.flat import Answer
from checks.order.norm_facts import norm_facts
from checks.order.premises import hypotheses
from checks.order.question import Question

RELATIONS = {"<=": ">=", ">=": ">=", "<": ">", ">": ">", "!=": "!="}


@dataclass(frozen=True)
class ByOrder:
    """The difference of the sides has the sign that is claimed."""


def follow(setting: Setting, claim: Claim, _certificate: ByOrder) -> tuple[Sides, Answer] | None:
    """The argument; None where there is none. Raises what the normal form raises."""
    relation = RELATIONS.get(claim.relation)
    if relation is None or not claim.lhs.shape.is_scalar:
        return None
    sides = Sides(setting, claim)
    gap = sides.entry_of(claim.lhs) - sides.entry_of(claim.rhs)
    if claim.relation in ("<", "<="):
        gap = -gap
    rules = [*hypotheses(setting), *norm_facts(setting, claim)]
    answer = Question(sides, rules).holds(gap, relation)
    return (sides, answer) if answer is not None else None
