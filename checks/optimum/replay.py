"""The certificate of a claim about an optimum, and how it is followed: every ordinary claim that it needs is proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from hence.checks.conditions import Condition, Relation, new_names, speaks_of
from hence.checks.model import Claim, Setting
from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import ZERO
from hence.checks.optimum.plans import Obligation, Plan, method, obligations
from hence.checks.optimum.problem import FLIPPED, NotOptimum
from hence.language.records import dataclass
from hence.language.verdicts import Proved


@dataclass(frozen=True)
class ByOptimum:
    """A plan, and a certificate for each claim that it leaves; None for one that is listed as a condition."""

    plan: Plan
    certificates: tuple[Any, ...]


@dataclass
class Followed:
    """What the parts of an argument rest on."""

    rules: dict[str, None] = field(default_factory=dict)
    conditions: dict[Condition, None] = field(default_factory=dict)
    trusting: dict[str, None] = field(default_factory=dict)


def follow(
    setting: Setting, claim: Claim, certificate: ByOptimum, replay: Callable[[Setting, Claim, Any], Proved]
) -> Followed:
    """The argument. Raises NotOptimum, and what the proofs of its parts raise."""
    goals = obligations(setting, claim, certificate.plan)
    if len(goals) != len(certificate.certificates):
        raise NotOptimum("an argument with missing parts")
    found = Followed()
    found.rules[method(certificate.plan)] = None
    for goal, proof in zip(goals, certificate.certificates, strict=True):
        if proof is None:
            condition = assumed(goal)
            refuse_conditions_on(new_names(setting, goal.setting), (condition,))
            found.conditions[condition] = None
            continue
        part = replay(goal.setting, goal.claim, proof)
        refuse_conditions_on(new_names(setting, goal.setting), part.needs)
        found.rules.update(dict.fromkeys(part.method))
        found.conditions.update(dict.fromkeys(part.needs))
        found.trusting.update(dict.fromkeys(part.trusting))
    return found


def assumed(goal: Obligation) -> Condition:
    """A condition in place of a proof. Raises NotOptimum for a claim that must be proved."""
    if not goal.assumable:
        raise NotOptimum("a part of the argument has no proof")
    sides = Sides(goal.setting, goal.claim)
    relation = goal.claim.relation
    gap = sides.entry_of(goal.claim.lhs) - sides.entry_of(goal.claim.rhs)
    if relation in ("<", "<="):
        gap, relation = -gap, FLIPPED[relation]
    if gap.constant is not None:
        raise NotOptimum("a condition about numbers that has no proof")
    return Relation(gap, relation, ZERO)


def refuse_conditions_on(names: frozenset[str], conditions: tuple[Condition, ...]) -> None:
    """A part that holds for some values of the variable only is no part of the argument. Raises NotOptimum."""
    if speaks_of(conditions, names):
        raise NotOptimum("a part of the argument holds for some values of the variable only")
