"""Sequences that only inequalities speak of: examples in which e_{t+1} <= c e_t holds with equality.

Members drawn one by one hardly ever satisfy such a hypothesis, and never come close to its bound.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Constraint, Definition, Lit, Node, Op, Ref, Setting, names_in, walk, with_replaced

SIZES = ("abs", "norm", "norm_F")
SLACK = {"<=": 0, ">=": 0, "<": -1, ">": 1}  # from the other side to the member


def tight(setting: Setting, share: Fraction) -> Setting | None:
    """The setting with recurrences beside such hypotheses, which are still checked; None where there are none.

    With a share below 1 the size of a member is that part of what is allowed.
    """
    found: dict[str, tuple[Definition, ...]] = {}
    for c in setting.constraints:
        made = _recurrence(setting, c, share)
        if made is not None and made.name not in found:
            found[made.name] = (*setting.definitions.get(made.name, ()), made)
    return replace(setting, definitions={**setting.definitions, **found}) if found else None


def _recurrence(setting: Setting, c: Constraint, share: Fraction) -> Definition | None:
    if len(c.over) != 1 or c.relation not in SLACK:
        return None
    (letter,) = c.over
    for side, other, slack in ((c.lhs, c.rhs, SLACK[c.relation]), (c.rhs, c.lhs, -SLACK[c.relation])):
        solved = _solved(side, other, slack, share)
        if solved is None:
            continue
        member, body = solved
        shift = _shift(member, letter)
        earlier = [_shift(n, letter) for n in walk(body) if isinstance(n, Ref) and n.name == member.name]
        if shift is None or not earlier or any(e is None or e >= shift for e in earlier):
            continue
        general = any(isinstance(i, str) for d in setting.definitions.get(member.name, ()) for i in d.indices)
        if general or member.name in setting.laws:
            return None
        index = Op("add", (Ref(letter), Lit(Fraction(-shift))))
        body = with_replaced(body, Ref(letter), index)
        return Definition(member.name, (letter,), (), body, _first(setting, c, letter) + shift)
    return None


def _solved(side: Node, other: Node, slack: int, share: Fraction) -> tuple[Ref, Node] | None:
    """The member that a side is, or is the size of, and what makes both sides equal."""
    match side:
        case Ref(_, (_,)) if side.shape.is_scalar:
            return side, other if not slack else Op("add", (other, Lit(Fraction(slack))))
        case Op(head, (inner,)) if head in SIZES and not slack:
            direction = _direction(other, head, inner)
            member, rest = _member(inner)
            if member is not None and direction is not None:
                direction = Op("mul", (Lit(share), direction), inner.shape)
                minus = [Op("neg", (r,), r.shape) for r in rest]
                return member, Op("add", (direction, *minus), inner.shape) if minus else direction
    return None


def _direction(node: Node, head: str, model: Node) -> Node | None:
    """c v where the node is c ||v||."""
    factors = list(node.args) if isinstance(node, Op) and node.head == "mul" else [node]
    sized = [f for f in factors if isinstance(f, Op) and f.head == head and f.args[0].shape == model.shape]
    if len(sized) != 1:
        return None
    others = [f for f in factors if f is not sized[0]]
    return Op("mul", (*others, sized[0].args[0]), model.shape) if others else sized[0].args[0]


def _member(node: Node) -> tuple[Ref | None, list[Node]]:
    """A member in front of a sum, and the rest of the sum."""
    match node:
        case Ref(_, (_,)):
            return node, []
        case Op("add", (Ref(_, (_,)) as first, *rest)):
            return first, rest
    return None, []


def _shift(ref: Ref, letter: str) -> int | None:
    """k of x_{t+k}; None for other indices that move."""
    match ref.indices:
        case (Ref(name, ()),) if name == letter:
            return 0
        case (Op("add", (Ref(name, ()), Lit(value))),) if name == letter and value.denominator == 1:
            return int(value)
        case (Op("add", (Ref(name, ()), Op("neg", (Lit(value),)))),) if name == letter and value.denominator == 1:
            return -int(value)
        case (index,) if letter not in names_in(index):
            return -1
    return None


def _first(setting: Setting, c: Constraint, letter: str) -> int:
    """From which index on the hypothesis holds, as its author says; from 0 where nothing is said."""
    for other in (o for o in setting.constraints if o.line and o.line == c.line):
        match other.lhs, other.relation, other.rhs:
            case Ref(name, ()), (">=" | ">") as relation, Lit(value) if name == letter:
                return int(value) + (relation == ">")
    return 0
