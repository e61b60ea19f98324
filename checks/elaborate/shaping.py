"""What the rules by head share: their type, and numbers that take any shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hence.checks.model import Lit, Node, Ref, Shape
from hence.language.terms import Bind, Term

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder

Scope = dict[str, Ref]
Rule = Callable[["Builder", tuple[Term, ...], Term, Scope], Node]
BindRule = Callable[["Builder", Bind, Scope], Node]


def flexible(node: Node) -> bool:
    return isinstance(node, Lit) and node.value == 0


def reshape(node: Node, shape: Shape) -> Node:
    return Lit(node.value, shape) if isinstance(node, Lit) else node
