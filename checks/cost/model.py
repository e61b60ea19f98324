"""The cost model: what one operation of an expression costs, as formulas in its dimensions. See docs/cost.md."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hence.checks.model import Dim, Lit, Node, Op, Shape
from hence.checks.normal.common import NoRule
from hence.checks.sizes import atoms_of, node_of
from hence.language.records import dataclass

ZERO, ONE = Lit(Fraction(0)), Lit(Fraction(1))
FUNCTIONS = frozenset(("exp", "log", "sqrt", "abs", "tanh", "sin", "cos"))
VIEWS = frozenset(("transpose", "index", "diag"))  # another way to look at numbers that are there already


@dataclass(frozen=True)
class Price:
    """`mults` multiplications and divisions, `others` additions and function values, `size` numbers of result."""

    mults: Node
    others: Node
    size: Node


FREE = Price(ZERO, ZERO, ZERO)


def number(value: int) -> Node:
    return Lit(Fraction(value))


def plus(*terms: Node) -> Node:
    kept = [t for t in terms if t != ZERO]
    if not kept:
        return ZERO
    return kept[0] if len(kept) == 1 else Op("add", tuple(kept))


def times(*factors: Node) -> Node:
    if ZERO in factors:
        return ZERO
    kept = [f for f in factors if f != ONE]
    if not kept:
        return ONE
    return kept[0] if len(kept) == 1 else Op("mul", tuple(kept))


def less_one(node: Node) -> Node:
    return ZERO if node == ONE else plus(node, number(-1))


def extent(dim: Dim) -> Node:
    """A dimension as a number. Raises NoRule where nobody said it."""
    if any(name.startswith("?") for name in atoms_of(dim)):
        raise NoRule("the shape of a factor is not known: declare it")
    return node_of(dim)


def size(shape: Shape) -> Node:
    return times(extent(shape.rows), extent(shape.cols))


def is_diagonal(node: Node) -> bool:
    """diag(v) of a vector, or its inverse: multiplied by scaling rows or columns."""
    match node:
        case Op("diag", (inner,)):
            return not inner.shape.is_matrix
        case Op("pow", (base, Lit(value))):
            return value == -1 and is_diagonal(base)
        case Op("pow", (base, Op("neg", (Lit(value),)))):
            return value == 1 and is_diagonal(base)
    return False


def product_shape(left: Shape, right: Shape) -> Shape:
    if left.is_scalar or right.is_scalar:
        return right if left.is_scalar else left
    return Shape(left.rows, right.cols)


def product(left: Node, right: Node) -> Price:
    """One product of two factors, by the definition: rows times columns."""
    shape = product_shape(left.shape, right.shape)
    result = size(shape)
    if is_diagonal(left) and is_diagonal(right):
        raise NoRule("the cost of a product of two diagonal matrices is not modelled")
    if left.shape.is_scalar or right.shape.is_scalar or is_diagonal(left) or is_diagonal(right):
        return Price(result, ZERO, result)
    inner = extent(left.shape.cols)
    return Price(times(result, inner), times(result, less_one(inner)), result)


def _entrywise(node: Op) -> Price:
    return Price(ZERO, size(node.shape), size(node.shape))


def _add(node: Op) -> Price:
    return Price(ZERO, times(number(len(node.args) - 1), size(node.shape)), size(node.shape))


def _hadamard(node: Op) -> Price:
    return Price(size(node.shape), ZERO, size(node.shape))


def _div(node: Op) -> Price:
    return Price(size(node.shape), ZERO, size(node.shape))


def _inner(node: Op) -> Price:
    count = size(node.args[0].shape)
    return Price(count, less_one(count), ONE)


def _norm(node: Op) -> Price:
    if node.head == "norm" and node.args[0].shape.is_matrix:
        raise NoRule("the cost of an operator norm is not modelled")
    count = size(node.args[0].shape)
    return Price(count, count, ONE)  # squares, their sum and one root


def _trace(node: Op) -> Price:
    return Price(ZERO, less_one(extent(node.args[0].shape.rows)), ONE)


def _det(node: Op) -> Price:
    """Elimination without a search for pivots: quotients, one update of each entry that is left, product of pivots."""
    n = extent(node.args[0].shape.rows)
    if is_diagonal(node.args[0]):
        return Price(less_one(n), ZERO, ONE)
    twice = plus(times(number(2), n), number(-1))
    updates = Op("div", (times(n, less_one(n), twice), number(6)))
    quotients = Op("div", (times(n, less_one(n)), number(2)))
    work = times(n, n)  # the matrix is overwritten in a copy
    return Price(plus(updates, quotients, less_one(n)), updates, work)


def _softmax(node: Op) -> Price:
    """Exponentials, one sum for every line, one division for each entry."""
    shape = node.args[0].shape
    lines = {"softmax_row": shape.rows, "softmax_col": shape.cols}.get(node.head, shape.rows if shape.is_matrix else 1)
    count = size(shape)
    return Price(count, plus(times(number(2), count), times(number(-1), extent(lines))), count)


def _pow(node: Op) -> Price:
    base, exponent = node.args
    whole = _whole(exponent)
    if base.shape.is_scalar:
        if whole is None or whole == 0:
            return Price(ZERO, ONE, ONE)
        return Price(number(abs(whole) - 1 + (whole < 0)), ZERO, ONE)
    side = extent(base.shape.rows)
    if is_diagonal(base) and whole == -1:
        return Price(side, ZERO, side)
    square, cube = times(side, side), times(side, side, side)
    if whole == -1:  # Gauss-Jordan elimination in place, without a search for pivots
        return Price(cube, times(side, less_one(side), less_one(side)), square)
    if whole is not None and whole >= 2 and not is_diagonal(base):
        count = number(whole - 1)
        return Price(times(count, cube), times(count, square, less_one(side)), times(count, square))
    raise NoRule("the cost of this power of a matrix is not modelled")


def _whole(exponent: Node) -> int | None:
    match exponent:
        case Lit(value) if value.denominator == 1:
            return int(value)
        case Op("neg", (Lit(value),)) if value.denominator == 1:
            return -int(value)
    return None


def _assembled(node: Op) -> Price:
    return Price(ZERO, ZERO, size(node.shape))


PRICES: dict[str, Callable[[Op], Price]] = {
    "add": _add,
    "neg": _entrywise,
    "div": _div,
    "pow": _pow,
    "hadamard": _hadamard,
    "inner": _inner,
    **dict.fromkeys(FUNCTIONS, _entrywise),
    "norm": _norm,
    "norm_F": _norm,
    "tr": _trace,
    "det": _det,
    "softmax": _softmax,
    "softmax_row": _softmax,
    "softmax_col": _softmax,
    "matrix": _assembled,
}
