"""Where limits stand."""

from __future__ import annotations

from hence.checks.model import Binder, Claim, Node, Op, walk


def limits_in(node: Node) -> list[Binder]:
    return [n for n in walk(node) if isinstance(n, Binder) and n.head == "lim"]


def has_limit(claim: Claim) -> bool:
    return bool(limits_in(claim.lhs) or limits_in(claim.rhs))


def infinity_of(node: Node) -> int:
    """1 for infinity, -1 for minus infinity, 0 for anything else."""
    match node:
        case Op("infinity"):
            return 1
        case Op("neg", (Op("infinity"),)):
            return -1
    return 0
