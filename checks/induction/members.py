"""Members of sequences inside claims: one step of a recurrence, written out in the claim itself.

The normal form unfolds entries; rules about norms and products need the members as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.conditions import Condition, Relation
from hence.checks.model import Between, Binder, Call, Claim, Definition, Lit, Node, Op, Ref, Setting, walk
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import is_direct, is_recurrence, replace_refs
from hence.checks.normal.known import facts_of
from hence.checks.normal.poly import number, symbol
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.kernel import Certificate

# Heads whose value depends on the values of their arguments alone. Derivatives and expectations do not:
# there a member of a sequence is more than its value.
HEADS_OF_VALUES = frozenset(
    "add neg mul div pow hadamard inner transpose abs sqrt exp log tanh sin cos factorial".split()
    + "maximum minimum norm norm_F norm_1 norm_inf eig_max eig_min tr identity zeros ones pi".split()
)
MOST_ROUNDS = 3
FIRST = 1  # a recurrence holds from here on where nothing else is said


@dataclass(frozen=True)
class ByUnfolding:
    """Members of sequences replaced by what a definition says of them; `inside` proves the result."""

    members: tuple[Ref, ...]
    inside: Certificate


@dataclass(frozen=True)
class Place:
    """The index `variable + offset`, or a number."""

    variable: str
    offset: int

    def node(self) -> Node:
        if not self.variable:
            return Lit(Fraction(self.offset))
        if self.offset == 0:
            return Ref(self.variable)
        size = Lit(Fraction(abs(self.offset)))
        return Op("add", (Ref(self.variable), size if self.offset > 0 else Op("neg", (size,))))


def place_of(index: Node) -> Place | None:
    """t + 1 - 1 is t; None for what is no letter plus a number."""
    match index:
        case Lit(value) if value.denominator == 1:
            return Place("", int(value))
        case Ref(name, ()):
            return Place(name, 0)
        case Op("neg", (Lit(value),)) if value.denominator == 1:
            return Place("", -int(value))
        case Op("add", args):
            return _sum([place_of(a) for a in args])
    return None


def _sum(places: list[Place | None]) -> Place | None:
    known = [p for p in places if p is not None]
    variables = [p.variable for p in known if p.variable]
    if len(known) < len(places) or len(variables) > 1:
        return None
    return Place("".join(variables), sum(p.offset for p in known))


def require_values(setting: Setting, *nodes: Node) -> None:
    """Raises NoRule for what depends on more than the values of its parts.

    The gradient of a function that no formula defines is another function, of the point at which it is taken.
    """
    for node in (n for root in nodes for n in walk(root)):
        match node:
            case Op("deriv", (Call(function, (argument,)), point)) if argument == point:
                if function in setting.functions and function not in setting.definitions:
                    continue
            case Lit() | Ref() | Call():
                continue
            case Op(head) if head in HEADS_OF_VALUES:
                continue
            case Binder("sum" | "prod", _, Between()):
                continue
        raise NoRule("members of a sequence stand where more than their values counts")


def settled(node: Node) -> Node:
    """Indices of the form t + 1 - 1 in their shortest form."""
    match node:
        case Ref(name, indices, shape):
            return Ref(name, tuple(_shortest(i) for i in indices), shape)
        case Op(head, args, shape):
            return Op(head, tuple(settled(a) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(settled(a) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, over, settled(body), shape)
    return node


def _shortest(index: Node) -> Node:
    place = place_of(index)
    return index if place is None else place.node()


def unfolded(setting: Setting, claim: Claim, members: tuple[Ref, ...]) -> tuple[Claim, tuple[tuple[Place, int], ...]]:
    """The claim with members replaced by what defines them, and from where on the definitions that were used hold."""
    needs: dict[tuple[Place, int], None] = {}
    values: dict[Ref, Node] = {}
    for member in members:
        found = step_of(setting, member)
        if found is None:
            raise NoRule(f"{member.name} is not defined there")
        values[member] = found[0]
        needs[found[1]] = None
    sides = [replaced(settled(side), values) for side in (claim.lhs, claim.rhs)]
    require_values(setting, claim.lhs, claim.rhs, *sides)
    return Claim(sides[0], claim.relation, sides[1]), tuple(needs)


def conditions_of(setting: Setting, claim: Claim, needs: tuple[tuple[Place, int], ...]) -> tuple[Condition, ...]:
    """From where on a definition was used, where no declaration says so; an index starts at 1."""
    known = facts_of(setting, claim).least
    moving = [(p, least) for p, least in needs if p.variable]
    short = [(p, least) for p, least in moving if known.get(p.variable, FIRST) + p.offset < least]
    return tuple(Relation(symbol(p.variable), ">=", number(least - p.offset)) for p, least in short)


def step_of(setting: Setting, member: Ref) -> tuple[Node, tuple[Place, int]] | None:
    """What the definition of a sequence says of a member, where it stands, and from which index on it holds."""
    definitions = setting.definitions.get(member.name, ())
    if len(member.indices) != 1 or (place := place_of(member.indices[0])) is None:
        return None
    for d in definitions:
        if d.entrywise or d.params or len(d.indices) != 1 or d.body.shape != member.shape:
            return None
    exact = [d for d in definitions if not isinstance(d.indices[0], str) and place_of(d.indices[0]) == place]
    general = [d for d in definitions if isinstance(d.indices[0], str)]
    if exact:
        return (settled(exact[0].body), (place, place.offset)) if len(exact) == 1 and not place.variable else None
    if len(general) != 1 or (not place.variable and place.offset < _least(general[0])):
        return None
    return _instance(general[0], place), (place, _least(general[0]))


def _least(d: Definition) -> int:
    return d.least if d.least is not None else FIRST


def _instance(d: Definition, place: Place) -> Node:
    (variable,) = d.indices
    assert isinstance(variable, str)
    return settled(replace_refs(d.body, {variable: place.node()}))


def replaced(node: Node, values: Mapping[Ref, Node]) -> Node:
    """Members replaced, everywhere but in the ranges of sums."""
    match node:
        case Ref() if node in values:
            return values[node]
        case Ref(name, indices, shape):
            return Ref(name, tuple(replaced(i, values) for i in indices), shape)
        case Op(head, args, shape):
            return Op(head, tuple(replaced(a, values) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(replaced(a, values) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, over, replaced(body, values), shape)
    return node


def latest_members(setting: Setting, claim: Claim) -> tuple[Ref, ...]:
    """The members of recurrences with the largest index that occurs: those to be written out first."""
    found = [(m, p) for m, p in _members(claim) if is_recurrence(m.name, setting.definitions.get(m.name, ()))]
    moving = [(m, p) for m, p in found if p.variable]
    if not moving or len({p.variable for _, p in moving}) > 1:
        return ()
    latest = max(p.offset for _, p in moving)
    return tuple(dict.fromkeys(m for m, p in moving if p.offset == latest and step_of(setting, m) is not None))


def _members(claim: Claim) -> Iterator[tuple[Ref, Place]]:
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(settled(side))):
        if isinstance(node, Ref) and len(node.indices) == 1:
            place = place_of(node.indices[0])
            if place is not None:
                yield node, place


def without_direct_definitions(setting: Setting, claim: Claim) -> Claim:
    """y_t = C h_t written out, so that the members of recurrences are seen."""
    for _ in range(MOST_ROUNDS):
        values = {}
        for member, _place in _members(claim):
            own = setting.definitions.get(member.name, ())
            if len(own) == 1 and is_direct(own[0]) and not is_recurrence(member.name, own):
                found = step_of(setting, member)
                if found is not None and isinstance(own[0].indices[0], str) and own[0].least is None:
                    values[member] = found[0]
        if not values:
            return claim
        claim = Claim(replaced(settled(claim.lhs), values), claim.relation, replaced(settled(claim.rhs), values))
    return claim
