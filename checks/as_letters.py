"""Names taken as they stand: what holds whatever they are, holds for what the page defines them to be.

Only where nothing acts on what stands behind a name: no derivative, no expectation, no integral, and no sum over an
index on which its definition depends without showing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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
    names_in,
    reachable_names,
    walk,
)

MOST_WRITTEN_OUT = 150  # parts of a claim behind its definitions, from which on it is tried without them first
MOST_ROUNDS = 6
_PLAIN = frozenset(
    "add neg mul div pow inverse hadamard kron inner transpose exp log sqrt norm norm_F tr det diag identity zeros "
    "ones pi matrix row".split()
)


def letters_of(setting: Setting, claim: Claim) -> frozenset[str | Ref]:
    """Defined names that stand on both sides, when those that stand on one side only are written out.

    Members like Sigma_n, of which a hypothesis says what they are, count as themselves.
    """
    left, right = set(names_in(claim.lhs)), set(names_in(claim.rhs))
    for _ in range(MOST_ROUNDS):
        single = (left ^ right) & setting.definitions.keys()
        single -= {x for name in single for x in _behind(setting, name) if x != name}  # the last ones first
        if not single:
            break
        for side in (left, right):
            for name in single & side:
                side.remove(name)
                side.update(x for d in setting.definitions[name] for x in names_in(d.body) if x != name)
    both = left & right
    members = [c.lhs for c in setting.constraints if _says_what_is(c) and isinstance(c.lhs, Ref)]
    return frozenset((*(both & setting.definitions.keys()), *(m for m in members if _on_both_sides(setting, claim, m))))


def _on_both_sides(setting: Setting, claim: Claim, member: Ref) -> bool:
    """Whether a member stands on both sides, or behind what is defined there."""
    return all(member in _reached(setting, side) for side in (claim.lhs, claim.rhs))


def _reached(setting: Setting, side: Node) -> set[Node]:
    names = reachable_names(setting, Claim(side, "=", side))
    bodies = [d.body for name in names for d in setting.definitions.get(name, ())]
    return {n for root in (side, *bodies) for n in walk(root)}


def _says_what_is(c: Constraint) -> bool:
    """An equation for a member of a family."""
    return c.relation == "=" and isinstance(c.lhs, Ref) and bool(c.lhs.indices) and c.lhs not in {*walk(c.rhs)}


def with_letters(setting: Setting, claim: Claim, letters: frozenset[str | Ref]) -> Setting | None:
    """The setting without what some names are defined to be; None where something acts on what stands behind them."""
    shorter = replace(
        setting,
        definitions={n: d for n, d in setting.definitions.items() if n not in letters},
        constraints=tuple(c for c in setting.constraints if not (_says_what_is(c) and c.lhs in letters)),
    )
    reached = reachable_names(shorter, claim)
    bodies = (d.body for name in reached for d in shorter.definitions.get(name, ()))
    nodes = [n for root in (claim.lhs, claim.rhs, *bodies) for n in walk(root)]
    bound = {n.var for n in nodes if isinstance(n, Binder)}
    hidden = {x for name in letters if isinstance(name, str) for x in _behind(setting, name)}
    return shorter if all(map(_is_plain, nodes)) and not bound & hidden else None


def is_long(setting: Setting, claim: Claim) -> bool:
    """Whether the claim with its definitions written out has many parts."""
    return sum(_parts(setting, side, ()) for side in (claim.lhs, claim.rhs)) > MOST_WRITTEN_OUT


def _is_plain(node: Node) -> bool:
    match node:
        case Lit() | Ref():
            return True
        case Op(head):
            return head in _PLAIN
        case Binder("sum" | "prod", _, Between()):
            return True
        case _:
            return False


def _behind(setting: Setting, name: str) -> Iterator[str]:
    """Names on which a definition depends, other than by its indices."""
    for definition in setting.definitions[name]:
        inside = reachable_names(setting, Claim(definition.body, "=", definition.body))
        yield from inside - {x for x in definition.indices if isinstance(x, str)}


def _parts(setting: Setting, node: Node, inside: tuple[str, ...]) -> int:
    total = 0
    for part in walk(node):
        total += 1
        if isinstance(part, Ref) and part.name not in inside and total <= MOST_WRITTEN_OUT:
            bodies = [d.body for d in setting.definitions.get(part.name, ())[:1]]
            bodies += [c.rhs for c in setting.constraints if c.lhs == part and _says_what_is(c)][:1]
            total += sum(_parts(setting, body, (*inside, part.name)) for body in bodies)
    return total
