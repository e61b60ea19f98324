"""What fits together: summands of one shape, and products of matrices, vectors and numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.elaborate.dims import text
from hence.checks.elaborate.errors import ShapeClash
from hence.checks.elaborate.shaping import flexible, reshape
from hence.checks.model import (
    SCALAR,
    Lit,
    Node,
    Op,
    Shape,
)
from hence.checks.wording import worded
from hence.language.terms import Term

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder


def fit(b: Builder, nodes: list[Node], term: Term, what: str) -> tuple[list[Node], Shape]:
    """Zeros and numbers 0 take the shape of the others; all others must agree."""
    shaped = [n for n in nodes if not flexible(n)]
    if not shaped:
        return nodes, nodes[0].shape
    shape = shaped[0].shape
    for node in shaped[1:]:
        b.dims.unify_shapes(shape, node.shape, term.span, f"{what}{_named(shaped[0], node)}")
    return [reshape(n, shape) if flexible(n) else n for n in nodes], shape


def spread_number(node: Node, shape: Shape) -> Node:
    """A number beside vectors is the vector of that number."""
    match node:
        case Lit(value) if node.shape.is_scalar:
            return Lit(value, shape)
        case Op("neg", (Lit(value),)) if node.shape.is_scalar:
            return Lit(-value, shape)
        case _ if node.shape.is_scalar:
            return Op("mul", (node, Lit(Fraction(1), shape)), shape)
        case _:
            return node


def product(b: Builder, nodes: list[Node], term: Term) -> Node:
    """From left to right; a finished inner product is a scalar factor of what follows."""
    groups: list[Node] = []
    result = nodes[0]
    for node in nodes[1:]:
        if result.shape.is_scalar and not node.shape.is_scalar:
            groups.append(result)
            result = node
            continue
        result = _times(b, result, node, term)
    return _join([*groups, result])


def product_from_right(b: Builder, nodes: list[Node], term: Term) -> Node:
    """The same from the right: A (b c)."""
    result = nodes[-1]
    for node in reversed(nodes[:-1]):
        result = _times(b, node, result, term)
    return result


def _join(nodes: list[Node]) -> Node:
    if len(nodes) == 1:
        return nodes[0]
    shape = next((n.shape for n in nodes if not n.shape.is_scalar), SCALAR)
    return Op("mul", tuple(nodes), shape)


def _times(b: Builder, left: Node, right: Node, term: Term) -> Node:
    if left.shape.is_scalar or right.shape.is_scalar:
        return flat(left, right, left.shape if right.shape.is_scalar else right.shape)
    b.dims.unify(
        left.shape.cols,
        right.shape.rows,
        term.span,
        f"product of {text(b.dims.resolve(left.shape))} and {text(b.dims.resolve(right.shape))}{_named(left, right)}",
    )
    return flat(left, right, Shape(left.shape.rows, right.shape.cols))


def _named(left: Node, right: Node) -> str:
    """The two that do not fit."""
    return f" ({worded(left)} and {worded(right)})"


def flat(left: Node, right: Node, shape: Shape) -> Node:
    """Products stay flat while no inner product has been closed."""
    first = (
        left.args
        if isinstance(left, Op) and left.head == "mul" and left.shape.is_scalar == shape.is_scalar
        else (left,)
    )
    if not left.shape.is_scalar and shape.is_scalar and isinstance(left, Op) and left.head == "mul":
        first = left.args
    return Op("mul", (*first, right), shape)


def require_scalar(b: Builder, node: Node, term: Term, what: str) -> None:
    """Raises ShapeClash where a node is no number."""
    if not b.dims.resolve(node.shape).is_scalar:
        raise ShapeClash(f"{what} {text(b.dims.resolve(node.shape))}", term.span)


def transposed(node: Node) -> Node:
    """The transpose of a node."""
    return Op("transpose", (node,), node.shape.transposed())
