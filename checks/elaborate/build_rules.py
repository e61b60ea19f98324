"""Rules by head: shapes by unification, bound variables unique, overloaded products resolved."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.cost.orders import other_orders
from hence.checks.elaborate.calculus_rules import CALCULUS_RULES
from hence.checks.elaborate.chance_rules import CHANCE_RULES
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.information_rules import INFORMATION_RULES
from hence.checks.elaborate.product_rules import (
    fit,
    flat,
    product,
    product_from_right,
    require_scalar,
    spread_number,
    transposed,
)
from hence.checks.elaborate.shaping import Rule, Scope, flexible
from hence.checks.model import (
    SCALAR,
    Call,
    Dim,
    Lit,
    Node,
    Op,
    Ref,
    Shape,
    names_in,
)
from hence.checks.sizes import product_of, sum_of
from hence.language.heads import CLASSES, COSTS
from hence.language.terms import (
    App,
    Num,
    Sym,
    Term,
)

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder


def _add(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes = b.args(args, scope)
    if any(n.shape.is_vector for n in nodes):
        vector = next(n.shape for n in nodes if n.shape.is_vector)
        nodes = [spread_number(n, vector) for n in nodes]
    nodes, shape = fit(b, nodes, term, "sum of terms that do not fit")
    return Op("add", tuple(nodes), shape)


def _mul(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes = b.args(args, scope)
    try:
        return product(b, nodes, term)
    except ShapeClash:
        if len(nodes) < 3:
            raise
        return product_from_right(b, nodes, term)


def _div(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    top, bottom = b.args(args, scope)
    require_scalar(b, bottom, args[1], "division by")
    return Op("div", (top, bottom), top.shape)


def _pow(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    base, exponent = b.args(args, scope)
    require_scalar(b, exponent, args[1], "exponent is")
    if base.shape.is_matrix:
        b.dims.unify(base.shape.rows, base.shape.cols, term.span, "power of a matrix that is not square")
    return Op("pow", (base, exponent), base.shape)


def _transpose(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    match args[0]:
        case App("index", (whole, *others, row, column)) if base.shape.is_scalar:  # A^T_{ij} is an entry of A^T
            return b.build(App("index", (whole, *others, column, row), term.span), scope)
    return Op("transpose", (base,), base.shape.transposed())


def _binomial(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """n! / (k! (n - k)!)."""
    n, k = b.args(args, scope)
    if not n.shape.is_scalar or not k.shape.is_scalar:
        raise ShapeClash("a binomial coefficient of something that is no number", term.span)
    rest = Op("factorial", (Op("add", (n, Op("neg", (k,)))),))
    return Op("div", (Op("factorial", (n,)), Op("mul", (Op("factorial", (k,)), rest))))


def _beta(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """Gamma(a) Gamma(b) / Gamma(a + b)."""
    first, second = b.args(args, scope)
    if not first.shape.is_scalar or not second.shape.is_scalar:
        raise ShapeClash("a beta function of something that is no number", term.span)
    above = Op("mul", (Op("gamma_fn", (first,)), Op("gamma_fn", (second,))))
    return Op("div", (above, Op("gamma_fn", (Op("add", (first, second)),))))


def _either(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes = b.args(args, scope)
    if not all(b.dims.resolve(node.shape).is_scalar for node in nodes):
        raise NotUnderstood("alternatives are understood between equations of numbers only", term.span)
    return Op("mul", tuple(nodes))


def _same_shape(head: str) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        (base,) = b.args(args, scope)
        return Op(head, (base,), base.shape)

    return rule


def _entrywise(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes, shape = fit(b, b.args(args, scope), term, "entrywise product of factors that do not fit")
    return Op("hadamard", tuple(nodes), shape)


def _kron(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    left, right = b.args(args, scope)
    if left.shape.is_scalar and right.shape.is_scalar:  # nobody writes it between numbers
        raise NotUnderstood("a tensor product of letters of which nothing is known", term.span)
    if left.shape.is_scalar or right.shape.is_scalar:
        return flat(left, right, left.shape if right.shape.is_scalar else right.shape)
    if left.shape.is_vector and right.shape.is_vector and b.outer:
        return flat(left, transposed(right), Shape(left.shape.rows, right.shape.rows))
    rows, cols = product_of((left.shape.rows, right.shape.rows)), product_of((left.shape.cols, right.shape.cols))
    return Op("kron", (left, right), Shape(rows, cols))


def _vec(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    return Op("vec", (base,), Shape(product_of((base.shape.cols, base.shape.rows)), 1))


def _inner(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes, _ = fit(b, b.args(args, scope), term, "inner product of factors that do not fit")
    return Op("inner", tuple(nodes))


def _extremum(head: str) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        nodes = b.args(args, scope)
        shaped = next((n.shape for n in nodes if not n.shape.is_scalar), None)
        spread = nodes if shaped is None else [spread_number(n, shaped) for n in nodes]
        nodes, shape = fit(b, spread, term, "numbers that do not fit")
        return Op(head, tuple(nodes), shape)

    return rule


def _absolute(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """|A| of a matrix is its determinant."""
    (base,) = b.args(args, scope)
    if base.shape.is_matrix:
        b.dims.unify(base.shape.rows, base.shape.cols, term.span, "determinant of a matrix that is not square")
        return Op("det", (base,))
    return Op("abs", (base,), base.shape)


def _to_scalar(head: str, square: bool = False) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        (base,) = b.args(args, scope)
        if square:
            b.dims.unify(base.shape.rows, base.shape.cols, term.span, f"{head} of a matrix that is not square")
        return Op(head, (base,))

    return rule


def _class(head: str) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        (base,) = b.args(args, scope)
        require_scalar(b, base, args[0], "the growth of")
        return Op(head, (base,))

    return rule


def _cost(head: str) -> Rule:
    """The expression as written, then the other orders in which a product without brackets may be multiplied out."""

    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        nodes = b.args(args, scope)
        for other in other_orders(args[0]):
            try:
                nodes.append(b.build(other, scope))
            except ShapeClash:
                continue
        return Op(head, tuple(nodes))

    return rule


def _diag(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    if base.shape.is_scalar and names_in(base):  # whoever writes diag(x) means a vector: as a number it would commute
        raise ShapeClash("a matrix that has a number on its diagonal", term.span)
    if base.shape.is_matrix:
        return Op("diag", (base,), Shape(base.shape.rows, 1))
    size = base.shape.cols if base.shape.is_row else base.shape.rows
    return Op("diag", (base,), Shape(size, size))


def _identity(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    size = dim_of(args[0]) if args else b.dims.fresh()
    b.constants.append(size)
    return Op("identity", (), Shape(size, size))


def _zeros(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    return Lit(Fraction(0), Shape(dim_of(args[0]), 1)) if args else Lit(Fraction(0))


def _ones(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    size = dim_of(args[0]) if args else b.dims.fresh()
    b.constants.append(size)
    return Lit(Fraction(1), Shape(size, 1))


def dim_of(term: Term) -> Dim:
    """A dimension as written. Raises NotUnderstood for anything but sums and products of names and numbers."""
    match term:
        case Num(value) if value.denominator == 1:
            return int(value)
        case Sym(name):
            return name
        case App("mul", args):
            return product_of(dim_of(a) for a in args)
        case App("add", args):
            return sum_of(dim_of(a) for a in args)
        case _:
            raise NotUnderstood("a dimension that is neither a name nor a number", term.span)


def _constant(head: str) -> Rule:
    return lambda b, args, term, scope: Op(head, ())


def _unprepared(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    raise NotUnderstood("a part that was not understood", term.span)


def _index(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    base, *rest = args
    indices = tuple(_number(b, i, scope, "an index is") for i in rest)
    if isinstance(base, Sym) and base.name not in scope:
        return b.reference(base.name, indices, term)
    whole = b.build(base, scope)
    if isinstance(whole, Ref) and not whole.shape.is_scalar and len(indices) == 1 and whole.shape.is_vector:
        return Ref(whole.name, (*whole.indices, *indices))
    shape = Shape(whole.shape.cols, 1) if whole.shape.is_matrix and len(indices) == 1 else SCALAR
    return Op("index", (whole, *indices), shape)


def _apply(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    name_term, *values = args
    if not isinstance(name_term, Sym):
        raise NotUnderstood("a function that is not a name", term.span)
    nodes = [b.build(v, scope) for v in values]
    function = b.functions.get(name_term.name)
    if function is None:
        raise NotUnderstood(f"{name_term.name} is applied to arguments but is not known as a function", term.span)
    if function.elementwise and len(nodes) != len(function.params):
        raise NotUnderstood(f"{function.name} with {len(nodes)} arguments, and elsewhere another number", term.span)
    if function.elementwise:
        return Call(function.name, tuple(nodes), nodes[0].shape)
    return b.applied(function.name, nodes, term)


def _delta(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    return Op("delta", tuple(_number(b, a, scope, "what a delta compares is") for a in args))


def _number(b: Builder, term: Term, scope: Scope, what: str) -> Node:
    """The node of a term that must be a number. Raises ShapeClash."""
    made = b.build(term, scope)
    require_scalar(b, made, term, what)
    return made


def _matrix(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """Numbers, or blocks: those in a row have one height, those in a column one width."""
    grid = [b.args(row.args if isinstance(row, App) and row.head == "row" else (row,), scope) for row in args]
    width = len(grid[0])
    if any(len(row) != width for row in grid):
        raise ShapeClash("rows of different lengths", term.span)
    numbers = all(cell.shape.is_scalar for row in grid for cell in row)
    heights = [_common(b, [c.shape.rows for c in row if not _fills(c, numbers)], term) for row in grid]
    columns = list(zip(*grid, strict=True))
    widths = [_common(b, [c.shape.cols for c in column if not _fills(c, numbers)], term) for column in columns]
    rows = []
    for row, height in zip(grid, heights, strict=True):
        cells = [
            Lit(Fraction(0), Shape(height, wide)) if _fills(cell, numbers) else cell
            for cell, wide in zip(row, widths, strict=True)
        ]
        rows.append(Op("row", tuple(cells), Shape(height, sum_of(widths))))
    return Op("matrix", tuple(rows), Shape(sum_of(heights), sum_of(widths)))


def _fills(cell: Node, numbers: bool) -> bool:
    """A zero among blocks is as large as its place."""
    return not numbers and flexible(cell)


def _common(b: Builder, sizes: list[Dim], term: Term) -> Dim:
    for size in sizes[1:]:
        b.dims.unify(sizes[0], size, term.span, "blocks that do not fit")
    return sizes[0] if sizes else b.dims.fresh()


ENTRY_BY_ENTRY = ("exp", "log", "sqrt", "tanh", "sin", "cos", "factorial", "gamma_fn", "digamma", "erf")
BUILD_RULES: dict[str, Rule] = {
    "add": _add,
    "neg": _same_shape("neg"),
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "hadamard": _entrywise,
    "kron": _kron,
    "inner": _inner,
    "transpose": _transpose,
    **{head: _same_shape(head) for head in ENTRY_BY_ENTRY},
    "binom": _binomial,
    "beta_fn": _beta,
    "abs": _absolute,
    **{head: _same_shape(head) for head in ("softmax", "softmax_row", "softmax_col")},
    "maximum": _extremum("maximum"),
    "minimum": _extremum("minimum"),
    "either": _either,
    "floor": _same_shape("floor"),
    "indicator": _same_shape("indicator"),
    "norm": _to_scalar("norm"),
    "norm_F": _to_scalar("norm_F"),
    "norm_1": _to_scalar("norm_1"),
    "norm_inf": _to_scalar("norm_inf"),
    "eig_max": _to_scalar("eig_max", square=True),
    "eig_min": _to_scalar("eig_min", square=True),
    "tr": _to_scalar("tr", square=True),
    "det": _to_scalar("det", square=True),
    "diag": _diag,
    "vec": _vec,
    **{head: _class(head) for head in CLASSES},
    **{head: _cost(head) for head in COSTS},
    "identity": _identity,
    "zeros": _zeros,
    "ones": _ones,
    "pi": _constant("pi"),
    "infinity": _constant("infinity"),
    **dict.fromkeys(("opaque", "opaque_number"), _unprepared),
    "index": _index,
    "apply": _apply,
    "matrix": _matrix,
    "delta": _delta,
    **CHANCE_RULES,
    **INFORMATION_RULES,
    **CALCULUS_RULES,
}
