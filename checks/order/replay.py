"""The certificate of an inequality, and how it is followed: the sign of left minus right from facts about its parts."""

from __future__ import annotations

from hence.checks.model import Claim, Setting
from hence.checks.normal.difference import Sides
from hence.checks.order.flat import Answer
from hence.checks.order.function_facts import function_facts
from hence.checks.order.mean_facts import Means
from hence.checks.order.norm_facts import norm_facts
from hence.checks.order.premises import Plain, hypotheses
from hence.checks.order.question import Question
from hence.checks.spectral import definite_facts
from hence.language.records import dataclass

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
    rules = [
        *hypotheses(setting),
        *norm_facts(setting, claim),
        *function_facts(setting, claim),
        *definite_facts(setting, claim),
    ]
    plain: Plain = {}
    rules += Means(setting, sides, Question(sides, rules, plain).holds).rules(claim)
    written = sides.normaliser.scalar(claim.lhs) - sides.normaliser.scalar(claim.rhs)
    for gap in dict.fromkeys(
        (sides.rewritten(written), written)
    ):  # an equation may hide the sums that are to be compared
        answer = Question(sides, rules, plain).holds(-gap if claim.relation in ("<", "<=") else gap, relation)
        if answer is not None:
            return sides, answer
    return None
