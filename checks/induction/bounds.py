"""Induction for inequalities: the claim at the first value, and at t + 1 from the claim at t as a hypothesis.

For the step the members at t become letters of their own, of which nothing is known but the hypothesis. What is proved
of the letters holds for the members.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.conditions import Condition, new_names, speaks_of
from hence.checks.induction.certificate import require_own_index
from hence.checks.induction.members import (
    Place,
    latest_members,
    place_of,
    replaced,
    require_values,
    settled,
    step_of,
    unfolded,
    without_direct_definitions,
)
from hence.checks.model import (
    Between,
    Binder,
    Claim,
    Constraint,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Symbol,
    names_in,
    reachable_names,
    walk,
)
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import replace_refs
from hence.checks.normal.known import facts_of
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.kernel import Certificate

RELATIONS = ("<=", ">=", "<", ">")


@dataclass(frozen=True)
class ByInductionOnOrder:
    """Proofs of the two parts that `induction_parts` makes of a claim."""

    variable: str
    start: int
    base: Certificate
    step: Certificate


@dataclass(frozen=True)
class Part:
    """A claim in the setting in which it is to be proved."""

    setting: Setting
    claim: Claim


def induction_parts(setting: Setting, claim: Claim, variable: str, start: int) -> tuple[Part, Part]:
    """Base case and step. Raises NoRule where there is no induction of this kind."""
    _require_plain(setting, claim, variable)
    if _least_value(setting, claim, variable) < start:
        raise NoRule(f"{variable} may be smaller than {start}")
    anywhere = _without_hypotheses_on(_with_own_letters(setting, variable), variable)
    base = _written_out(anywhere, _at(claim, variable, Place("", start)), start)
    return Part(anywhere, base), _step(anywhere, claim, variable, start)


def _step(setting: Setting, claim: Claim, variable: str, start: int) -> Part:
    supposed = _at(without_direct_definitions(setting, claim), variable, Place(variable, 0))
    claimed = _at(without_direct_definitions(setting, claim), variable, Place(variable, 1))
    claimed = _written_out(setting, claimed, start)
    require_values(setting, supposed.lhs, supposed.rhs, claimed.lhs, claimed.rhs)
    symbols = dict(setting.symbols)
    letters: dict[Ref, Node] = {}
    for member in _moving_members(supposed, variable):
        if not any(isinstance(i, str) for d in setting.definitions.get(member.name, ()) for i in d.indices):
            continue  # nothing writes it out: it may keep its name, and hypotheses for all t speak of it
        letter = _letter(setting, member)
        symbols[letter.name] = letter
        letters[member] = Ref(letter.name, (), member.shape)
    supposed, claimed = (_with(c, letters) for c in (supposed, claimed))
    known = (
        *setting.constraints,
        Constraint(Ref(variable), ">=", Lit(Fraction(start))),
        Constraint(supposed.lhs, supposed.relation, supposed.rhs),
    )
    return Part(replace(setting, symbols=symbols, constraints=known), claimed)


def _written_out(setting: Setting, claim: Claim, start: int) -> Claim:
    """The latest members by one step of their recurrences. Raises NoRule where these do not hold yet."""
    members = latest_members(setting, claim) or _first_members(setting, claim)
    claim, needs = unfolded(setting, claim, members)
    if any((place.offset + (start if place.variable else 0)) < least for place, least in needs):
        raise NoRule("a recurrence is used where it does not hold yet")
    return claim


def _first_members(setting: Setting, claim: Claim) -> tuple[Ref, ...]:
    """Members at numbers that a definition gives."""
    nodes = [n for side in (claim.lhs, claim.rhs) for n in walk(settled(side))]
    members = [n for n in nodes if isinstance(n, Ref) and len(n.indices) == 1 and isinstance(n.indices[0], Lit)]
    return tuple(dict.fromkeys(m for m in members if step_of(setting, m) is not None))


def _moving_members(claim: Claim, variable: str) -> list[Ref]:
    """Members whose index is the variable plus a number. Raises NoRule for other indices that move with it."""
    found: dict[Ref, None] = {}
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        if isinstance(node, Ref) and any(variable in names_in(i) for i in node.indices):
            place = place_of(node.indices[0]) if len(node.indices) == 1 else None
            if place is None or place.variable != variable:
                raise NoRule(f"an index of {node.name} is no {variable} plus a number")
            found[node] = None
    return list(found)


def _letter(setting: Setting, member: Ref) -> Symbol:
    """A new symbol for a member; what is said of every member in words holds for it as well."""
    known = setting.symbols.get(member.name)
    place = place_of(member.indices[0])
    if known is None or known.family != 1 or known.shape != member.shape or place is None:
        raise NoRule(f"{member.name} is no sequence")
    name = f"{member.name}'{place.offset}"
    if name in setting.symbols:
        raise NoRule(f"the name {name} is taken")
    return replace(known, name=name, family=0, bounds=())


def _at(claim: Claim, variable: str, place: Place) -> Claim:
    sides = [settled(replace_refs(side, {variable: place.node()})) for side in (claim.lhs, claim.rhs)]
    return Claim(sides[0], claim.relation, sides[1])


def _with(claim: Claim, letters: dict[Ref, Node]) -> Claim:
    return Claim(replaced(claim.lhs, letters), claim.relation, replaced(claim.rhs, letters))


# what an induction needs ----------------------------------------------------------------------------


def _require_plain(setting: Setting, claim: Claim, variable: str) -> None:
    """An integer variable that moves nothing but indices, and nothing random."""
    known = setting.symbols.get(variable)
    if claim.relation not in RELATIONS or not claim.lhs.shape.is_scalar:
        raise NoRule("induction is for inequalities between numbers")
    if known is None or not known.integer or known.family or variable in setting.definitions:
        raise NoRule(f"{variable} is no integer variable")
    require_own_index(setting, claim, variable)
    require_values(setting, claim.lhs, claim.rhs)
    names = reachable_names(setting, claim)
    if names & setting.laws.keys() or any(setting.symbols[n].random for n in names if n in setting.symbols):
        raise NoRule("random quantities")
    sizes = {d for s in setting.symbols.values() for d in (s.shape.rows, s.shape.cols, *s.bounds)}
    if variable in sizes:
        raise NoRule(f"{variable} is a size")


def _least_value(setting: Setting, claim: Claim, variable: str) -> int:
    """The least value by a declaration; an index starts at 1 where nothing is said. Raises NoRule."""
    declared = facts_of(setting, claim).least.get(variable)
    if declared is not None:
        return declared
    members = [n for side in (claim.lhs, claim.rhs) for n in walk(side) if isinstance(n, Ref) and n.indices]
    bounded = any(variable in names_in(m.indices[0]) and _is_bounded_by_recurrence(setting, m) for m in members)
    if not bounded and not latest_members(setting, without_direct_definitions(setting, claim)):
        raise NoRule(f"{variable} has no least value")
    return 1


def _with_own_letters(setting: Setting, variable: str) -> Setting:
    """Hypotheses for all t in a letter of their own, with what the same line says of the range of t."""
    letter, symbols = f"{variable}^{{\\circ}}", dict(setting.symbols)
    if variable not in symbols or letter in symbols:
        raise NoRule(f"the name {letter} is taken")
    symbols[letter] = replace(symbols[variable], name=letter)
    lines = {c.line for c in setting.constraints if variable in c.over}
    renamed: list[Constraint] = []
    for c in setting.constraints:
        lhs, rhs = (replace_refs(side, {variable: Ref(letter)}) for side in (c.lhs, c.rhs))
        if variable in c.over:
            over = tuple(letter if name == variable else name for name in c.over)
            renamed.append(Constraint(lhs, c.relation, rhs, over, c.line))
        else:
            renamed.append(c)
            if c.line in lines and Ref(variable) in (c.lhs, c.rhs):
                renamed.append(Constraint(lhs, c.relation, rhs, (), c.line))
    return replace(setting, symbols=symbols, constraints=tuple(renamed))


def _without_hypotheses_on(setting: Setting, variable: str) -> Setting:
    """Hypotheses on the variable hold at one value of it, and induction goes through others."""
    kept = [c for c in setting.constraints if variable in c.over or variable not in names_in(c.lhs) | names_in(c.rhs)]
    return replace(setting, constraints=tuple(kept))


def require_general(conditions: tuple[Condition, ...], outer: Setting, inner: Setting, *moving: str) -> None:
    """Raises NoRule for a condition on what moves, or on a letter that only the part of the proof knows."""
    if speaks_of(conditions, new_names(outer, inner) | {*moving}):
        raise NoRule("the step needs a condition on what varies")


# search ---------------------------------------------------------------------------------------------


def order_inductions(setting: Setting, claim: Claim) -> Iterator[tuple[str, int]]:
    """Variables and first values worth a try."""
    for variable in _variables(setting, claim):
        try:
            _require_plain(setting, claim, variable)
            least = _least_value(setting, claim, variable)
        except NoRule:
            continue
        yield from ((variable, start) for start in dict.fromkeys((min(least, 0), least)) if start <= least)


def _variables(setting: Setting, claim: Claim) -> list[str]:
    """Indices of recurrences, and integers in exponents and factorials."""
    found: dict[str, None] = {}
    for member in latest_members(setting, without_direct_definitions(setting, claim)):
        place = place_of(member.indices[0])
        if place is not None:
            found[place.variable] = None
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        match node:
            case Op("pow", (_, inner)) | Op("factorial", (inner,)):
                found.update(dict.fromkeys(sorted(names_in(inner))))
            case Binder("sum" | "prod", _, Between(_, high)):
                found.update(dict.fromkeys(sorted(names_in(high))))
            case Ref(_, (index,)) if _is_bounded_by_recurrence(setting, node):
                found.update(dict.fromkeys(sorted(names_in(index))))
    return list(found)


def _is_bounded_by_recurrence(setting: Setting, member: Ref) -> bool:
    """Whether a hypothesis for all t speaks of two members of this sequence: e_{t+1} <= c e_t."""
    return any(
        len({n.indices for side in (c.lhs, c.rhs) for n in walk(side) if isinstance(n, Ref) and n.name == member.name})
        > 1
        for c in setting.constraints
        if c.over and c.relation in RELATIONS
    )
