"""The certificate of a claim about an optimum, and how it is followed: every ordinary claim that it needs is proved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from checks.model import Claim, Setting
from checks.normal.difference import Sides
from checks.normal.show import show
from checks.optimum.plans import Obligation, Plan, method, obligations
from checks.optimum.problem import FLIPPED, NotOptimum
from language.verdicts import Proved

KINK = "away from zero"  # of conditions under which a derivative was taken


@dataclass(frozen=True)
class ByOptimum:
    """A plan, and a certificate for each claim that it leaves; None for one that is listed as a condition."""

    plan: Plan
    certificates: tuple[Any, ...]


@dataclass
class Followed:
    """What the parts of an argument rest on."""

    rules: dict[str, None] = field(default_factory=dict)
    conditions: dict[str, None] = field(default_factory=dict)
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
        refuse_conditions_on(new_names(setting, goal.setting), part.assumptions)
        found.rules.update(dict.fromkeys(part.method))
        found.conditions.update(dict.fromkeys(part.assumptions))
        found.trusting.update(dict.fromkeys(part.trusting))
    return found


def assumed(goal: Obligation) -> str:
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
    return f"{show(gap)} {relation} 0"


def new_names(outer: Setting, inner: Setting) -> frozenset[str]:
    """Variables for all whose values a part must hold: those that the outer setting lacks or defines otherwise."""
    return frozenset(n for n, s in inner.symbols.items() if outer.symbols.get(n) is not s)


def refuse_conditions_on(names: frozenset[str], conditions: Iterable[str]) -> None:
    """A part that holds for some values of the variable only is no part of the argument. Raises NotOptimum."""
    for condition in conditions:
        mentioned = any(re.search(rf"(?<![A-Za-z\\]){re.escape(n)}(?![A-Za-z'])", condition) for n in names)
        if mentioned or KINK in condition:
            raise NotOptimum(f"it holds only if {condition}")
