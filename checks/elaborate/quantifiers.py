"""For which values of its letters a hypothesis holds.

Authors leave quantifiers out: `k_i^T q = B_i` speaks of every i. Prover and tester both go by what is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from hence.checks.model import Constraint, Node, Op, Ref, walk


def quantified(constraints: list[Constraint], claimed: Set[str], alone: Set[int] = frozenset()) -> list[Constraint]:
    """The hypotheses with the letters for which they hold in general written into `over`.

    `claimed` are the letters that the claims speak of: of one of these, an inequality says something in particular.
    `alone` are the numbers of the hypotheses that speak of no other members than they name.
    """
    singled = _singled_out(constraints)
    return [
        replace(c, over=(*c.over, *_implied(c, singled, claimed))) if number not in alone else c
        for number, c in enumerate(constraints)
    ]


def _implied(c: Constraint, singled: set[str], claimed: Set[str]) -> Iterable[str]:
    """Indices on both sides of an equation, or of an inequality, unless they were said to differ from others."""
    left, right = _index_letters(c.lhs), _index_letters(c.rhs)
    if c.relation != "=" and c.over:
        return ()  # the author says for which: s_w > s_i for every i speaks of one w
    letters = left & right if c.relation == "=" else (left | right) - claimed
    return sorted(letter for letter in letters - singled - set(c.over) if "*" not in letter and "star" not in letter)


def _singled_out(constraints: list[Constraint]) -> set[str]:
    sides = [side for c in constraints if c.relation == "!=" for side in (c.lhs, c.rhs)]
    return {side.name for side in sides if isinstance(side, Ref)}


def _index_letters(side: Node) -> set[str]:
    """Letters that stand in an index, or in a delta."""
    letters: set[str] = set()
    for node in walk(side):
        indices = node.indices if isinstance(node, Ref) else _delta_indices(node)
        letters |= {i.name for i in indices if isinstance(i, Ref) and not i.indices and "#" not in i.name}
    return letters


def _delta_indices(node: Node) -> tuple[Node, ...]:
    return node.args if isinstance(node, Op) and node.head == "delta" else ()


def right_inverses(constraints: list[Constraint]) -> list[Constraint]:
    """For square matrices A B = I gives B A = I."""
    made = []
    for c in constraints:
        match c.lhs, c.rhs:
            case (Op("mul", (a, b)), Op("identity") as one) if c.relation == "=" and _square(a, b):
                made.append(replace(c, lhs=Op("mul", (b, a), one.shape)))
            case _:
                pass
    return [c for c in made if c not in constraints]


def _square(*nodes: Node) -> bool:
    return all(n.shape.is_matrix and n.shape.rows == n.shape.cols for n in nodes)
