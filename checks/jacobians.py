"""The chain rule along a recurrence: dh_T/dh_s is the product of the Jacobians of all steps between.

The certificate names nothing; the replay finds the sequence in the claim and proves the Jacobian of the generic step.
"""

from __future__ import annotations

from fractions import Fraction

from hence.checks.conditions import Condition, speaks_of
from hence.checks.model import (
    Between,
    Binder,
    Claim,
    Definition,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    names_in,
    walk,
    with_replaced,
)
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.entries import Unfolding
from hence.checks.normal.poly import number, symbol
from hence.language.records import dataclass

STEP = "step#"


@dataclass(frozen=True)
class ByJacobians:
    """The claim is the chain rule along a recurrence."""


def speaks_of_jacobians(claim: Claim) -> bool:
    """Whether the claim might be one about the Jacobians of a recurrence."""
    left, right = claim.lhs, claim.rhs
    product = isinstance(right, Binder) and right.head == "prod" and not right.shape.is_scalar
    return product and isinstance(left, Op) and left.head == "deriv"


def chain_of_jacobians(setting: Setting, claim: Claim) -> tuple[tuple[str, ...], tuple[Condition, ...]]:
    """Rules and conditions of the proof. Raises NoRule where it is no product of the Jacobians of a recurrence."""
    match claim.lhs, claim.rhs:
        case (
            Op("deriv", (Ref(name, (last,), shape), Ref(other, (first,), _))),
            Binder("prod", variable, Between(low, high, ()), body),
        ) if name == other and shape.is_vector and _goes_step_by_step(setting, name):
            pass
        case _:
            raise NoRule("no product of the Jacobians of a recurrence")
    sides = Sides(setting, claim)
    ends = [sides.normaliser.scalar(n) for n in (low, high, first, last)]
    if ends[0] != ends[2] + number(1) or ends[1] != ends[3]:
        raise NoRule("a product of other Jacobians than those between the two members")
    sides.algebra.need_order(ends[2], ends[3])
    here = Ref(STEP)
    from_end = Op("add", (low, high, Op("neg", (here,))))
    factor = with_replaced(body, Ref(variable), from_end)
    generic = Claim(_jacobian(name, here, shape), "=", factor)
    before = symbol(STEP) - number(1)
    step = Sides(setting, generic, Unfolding({name: before}))
    step.algebra.facts.integers.add(STEP)
    step.algebra.facts.least[STEP] = 1
    if not step.difference().is_zero:
        raise NoRule("the factors are not the Jacobians of the steps")
    conditions = tuple(dict.fromkeys((*sides.algebra.conditions, *step.algebra.conditions)))
    if not sides.algebra.facts.nonnegative(ends[2]) or speaks_of(conditions, {STEP}):
        raise NoRule("the recurrence may not hold yet at the first step")
    return ("chain-rule along the recurrence", *step.rules()), conditions


def _jacobian(name: str, here: Ref, shape: Shape) -> Node:
    before = Op("add", (here, Op("neg", (Lit(Fraction(1)),))))
    return Op("deriv", (Ref(name, (here,), shape), Ref(name, (before,), shape)), Shape(shape.rows, shape.rows))


def _goes_step_by_step(setting: Setting, name: str) -> bool:
    """h_t is made of h_{t-1}, of no other member, and of nothing else that depends on the sequence."""
    general = [d for d in setting.definitions.get(name, ()) if d.indices and isinstance(d.indices[0], str)]
    if len(general) != 1 or len(general[0].indices) != 1:
        return False
    (definition,) = general
    before = Op("add", (Ref(str(definition.indices[0])), Op("neg", (Lit(Fraction(1)),))))
    members = [n for n in walk(definition.body) if isinstance(n, Ref) and n.name == name]
    return bool(members) and all(m.indices == (before,) for m in members) and name not in _reached(setting, definition)


def _reached(setting: Setting, definition: Definition) -> set[str]:
    """Names behind the other symbols of a definition."""
    seen: set[str] = set()
    stack = [*(names_in(definition.body) - {definition.name})]
    while stack:
        below = {n for d in setting.definitions.get(stack.pop(), ()) for n in names_in(d.body)} - seen
        seen |= below
        stack += below
    return seen
