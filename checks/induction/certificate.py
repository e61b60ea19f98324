"""Induction, replayed: the claim at the first values, and at t + k from what it says at t, ..., t + k - 1.

The step goes forward, so that sums and matrix powers that end at t are continued, never taken back.
"""

from __future__ import annotations

from dataclasses import replace

from hence.checks.conditions import Condition, speaks_of
from hence.checks.model import Claim, Constraint, Definition, Ref, Setting, names_in, reachable_names
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.entries import Unfolding
from hence.checks.normal.poly import Poly, number, symbol
from hence.language.records import dataclass


@dataclass(frozen=True)
class ByInduction:
    variable: str
    start: int
    hypothesis: Definition | None  # rewrites the left side at the indices before, or
    multiplier: Poly | None  # difference(t + 1) = multiplier * difference(t)
    recurrences: tuple[str, ...] = ()  # sequences that are unfolded once
    order: int = 1  # how many values before are supposed
    closed_forms: bool = False
    assumed: bool = False  # the claim at t is a hypothesis like any other, which rewrites


@dataclass(frozen=True)
class Shown:
    """Rules that took part, conditions that they need, and whose word was taken."""

    rules: tuple[str, ...]
    conditions: tuple[Condition, ...]
    trusting: tuple[str, ...] = ()


def replay_induction(setting: Setting, claim: Claim, c: ByInduction) -> Shown:
    """How the claim was shown. Raises NoRule where base case or step fails, and what the normal form raises."""
    if claim.relation != "=" or c.order < 1 or (c.order > 1 and c.hypothesis is None):
        raise NoRule("induction is for equations")
    require_own_index(setting, claim, c.variable)
    base = _base(setting, claim, c)
    step = _step(setting, claim, c)
    conditions = tuple(dict.fromkeys((*base.algebra.conditions, *step.algebra.conditions)))
    if speaks_of(conditions, {c.variable}):
        raise NoRule("a recurrence is used where it does not hold yet")
    rules = dict.fromkeys((*base.rules(), *step.rules()))
    name = f"induction on {c.variable} from {c.start}"
    supposed = () if c.order == 1 else (f"hypothesis at {c.order} values",)
    return Shown((name, "base-case", *supposed, "induction-step", *rules), conditions)


def require_own_index(setting: Setting, claim: Claim, variable: str) -> None:
    """What is defined through the variable must have it as an index: nothing else follows when it moves."""
    for name in reachable_names(setting, claim):
        for d in setting.definitions.get(name, ()):
            if variable in names_in(d.body) and variable not in (*d.indices, *d.params):
                raise NoRule(f"{name} depends on {variable} without saying so")


def _base(setting: Setting, claim: Claim, c: ByInduction) -> Sides:
    base = Sides(setting, claim, Unfolding(), c.closed_forms)
    if base.algebra.facts.least.get(c.variable, 1) < c.start:
        raise NoRule(f"{c.variable} may be smaller than {c.start}")
    for value in range(c.start, c.start + c.order):
        if not base.difference_of(claim, {c.variable: number(value)}).is_zero:
            raise NoRule(f"the base case {c.variable} = {value} fails")
    return base


def _step(setting: Setting, claim: Claim, c: ByInduction) -> Sides:
    if c.assumed:
        known = Constraint(claim.lhs, "=", claim.rhs)
        setting = replace(setting, constraints=(*setting.constraints, known))
    step = Sides(setting, claim, _unfolding(setting, claim, c), c.closed_forms)
    step.algebra.facts.least[c.variable] = c.start
    difference = step.difference_of(claim, {c.variable: symbol(c.variable) + number(c.order)})
    if c.multiplier is not None:
        before = step.difference_of(claim, {})
        difference = step.settled(difference - step.algebra.mul(c.multiplier, before))
    if not difference.is_zero:
        raise NoRule("the induction step fails")
    return step


def _require_same(setting: Setting, claim: Claim, hypothesis: Definition, variable: str) -> None:
    """The hypothesis is the claim, solved for a member of the sequence."""
    member = Ref(hypothesis.name, (Ref(variable),), claim.lhs.shape)
    if hypothesis.indices != (variable,):
        raise NoRule("the hypothesis is not the claim")
    if claim.lhs == member and hypothesis.body == claim.rhs:
        return
    sides = Sides(setting, claim, Unfolding(), closed_forms=False)
    said, used = (sides.raw_difference(x) for x in (claim, Claim(member, "=", hypothesis.body)))
    if not (said - used).is_zero and not (said + used).is_zero:
        raise NoRule("the hypothesis is not the claim")


def _unfolding(setting: Setting, claim: Claim, c: ByInduction) -> Unfolding:
    """Recurrences are unfolded from the value that is claimed to those that are supposed, and no further."""
    t = symbol(c.variable)
    unfolding = Unfolding(dict.fromkeys(c.recurrences, t + number(c.order - 1)))
    if c.hypothesis is not None:
        _require_same(setting, claim, c.hypothesis, c.variable)
        unfolding.closed[c.hypothesis.name] = c.hypothesis
        unfolding.at[c.hypothesis.name] = tuple(t + number(k) for k in range(c.order))
    return unfolding
