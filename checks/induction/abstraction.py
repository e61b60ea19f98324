"""Hypotheses about sizes of members: ||x_{t+1} - x|| <= c ||x_t - x|| is a hypothesis about a sequence of numbers.

The norm, or the value of a function, at each member becomes a member of a sequence of its own, of which nothing is
known but the hypotheses, and that norms are not negative. What is proved of every such sequence holds for this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.induction.bounds import RELATIONS, Part
from hence.checks.induction.members import Place, place_of, require_values, settled
from hence.checks.model import Binder, Call, Claim, Constraint, Lit, Node, Op, Ref, Setting, Symbol, walk
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import replace_refs
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.kernel import Certificate

SIZES = ("norm", "norm_F", "norm_1", "norm_inf", "abs")
NAME = "size'"  # as no author writes it


@dataclass(frozen=True)
class ByAbstraction:
    """Every instance of a pattern, a node in a letter, is a member of one sequence; `inside` proves the rest."""

    pattern: Node
    letter: str
    inside: Certificate


def patterns(setting: Setting) -> Iterator[tuple[Node, str]]:
    """What hypotheses for all t compare at different members, as a node in t."""
    found: dict[tuple[Node, str], None] = {}
    for c in setting.constraints:
        for letter in c.over if c.relation in RELATIONS else ():
            nodes = [n for side in (c.lhs, c.rhs) for n in walk(side) if _is_size(n)]
            for node in nodes:
                place = _place(node)
                if place is not None and place.variable == letter:
                    back = Place(letter, -place.offset).node()
                    found[settled(replace_refs(node, {letter: back})), letter] = None
    yield from found


def _is_size(node: Node) -> bool:
    if not node.shape.is_scalar:
        return False
    return isinstance(node, Call) or (isinstance(node, Op) and node.head in SIZES)


def _place(node: Node) -> Place | None:
    """The place of all members in a node; None where there are several, or none that moves."""
    refs = [n for n in walk(settled(node)) if isinstance(n, Ref) and n.indices]
    places = {place_of(r.indices[0]) if len(r.indices) == 1 else None for r in refs}
    return places.pop() if len(places) == 1 else None


def abstracted(setting: Setting, claim: Claim, pattern: Node, letter: str) -> Part:
    """The claim and the hypotheses about the sequence of numbers. Raises NoRule where that says nothing."""
    place = _place(pattern)
    if not _is_size(pattern) or place != Place(letter, 0) or NAME in setting.symbols:
        raise NoRule("no sequence of numbers")
    require_values(setting, claim.lhs, claim.rhs, pattern)
    sides = [_swapped(settled(side), pattern, letter) for side in (claim.lhs, claim.rhs)]
    if sides == [settled(claim.lhs), settled(claim.rhs)]:
        raise NoRule("the claim does not speak of it")
    constraints = [
        replace(c, lhs=_swapped(settled(c.lhs), pattern, letter), rhs=_swapped(settled(c.rhs), pattern, letter))
        for c in setting.constraints
    ]
    if isinstance(pattern, Op):
        member = Ref(NAME, (Ref(letter),))
        constraints.append(Constraint(member, ">=", Lit(Fraction(0)), (letter,)))
    symbols = {**setting.symbols, NAME: Symbol(NAME, 1)}
    known = replace(setting, symbols=symbols, constraints=tuple(constraints))
    return Part(known, Claim(sides[0], claim.relation, sides[1]))


def _swapped(node: Node, pattern: Node, letter: str) -> Node:
    place = _place(node) if type(node) is type(pattern) else None
    if place is not None and settled(replace_refs(pattern, {letter: place.node()})) == node:
        return Ref(NAME, (place.node(),))
    match node:
        case Op(head, args, shape):
            return Op(head, tuple(_swapped(a, pattern, letter) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(_swapped(a, pattern, letter) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, over, _swapped(body, pattern, letter), shape)
    return node
