"""Rules by head: shapes by unification, bound variables unique, overloaded products resolved."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from checks.cost.orders import other_orders
from checks.elaborate.chance_rules import CHANCE_BINDERS, CHANCE_RULES
from checks.elaborate.dims import is_invented, text
from checks.elaborate.errors import NotUnderstood, ShapeClash
from checks.elaborate.information_rules import INFORMATION_RULES
from checks.elaborate.names import is_counted, sums_over_values
from checks.elaborate.shaping import BindRule, Rule, Scope, flexible, reshape
from checks.model import (
    SCALAR,
    Between,
    Binder,
    Call,
    Constraint,
    Dim,
    Everywhere,
    Feasible,
    Lit,
    Node,
    Op,
    Ref,
    Shape,
    Symbol,
    Towards,
    with_replaced,
)
from checks.sizes import product_of, sum_of
from checks.wording import NoWords, worded
from language.heads import CLASSES, COSTS
from language.terms import (
    App,
    Bind,
    Condition,
    Num,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    Unstated,
    free_names,
)

if TYPE_CHECKING:
    from checks.elaborate.builder import Builder


def _fit(b: Builder, nodes: list[Node], term: Term, what: str) -> tuple[list[Node], Shape]:
    """Zeros and numbers 0 take the shape of the others; all others must agree."""
    shaped = [n for n in nodes if not flexible(n)]
    if not shaped:
        return nodes, nodes[0].shape
    shape = shaped[0].shape
    for node in shaped[1:]:
        b.dims.unify_shapes(shape, node.shape, term.span, f"{what}{_named(shaped[0], node)}")
    return [reshape(n, shape) if flexible(n) else n for n in nodes], shape


def _spread_number(node: Node, shape: Shape) -> Node:
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


def _add(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes = b.args(args, scope)
    if any(n.shape.is_vector for n in nodes):
        vector = next(n.shape for n in nodes if n.shape.is_vector)
        nodes = [_spread_number(n, vector) for n in nodes]
    nodes, shape = _fit(b, nodes, term, "sum of terms that do not fit")
    return Op("add", tuple(nodes), shape)


def _mul(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes = b.args(args, scope)
    try:
        return _product(b, nodes, term)
    except ShapeClash:
        if len(nodes) < 3:
            raise
        return _product_from_right(b, nodes, term)


def _product(b: Builder, nodes: list[Node], term: Term) -> Node:
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


def _product_from_right(b: Builder, nodes: list[Node], term: Term) -> Node:
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
        return _flat(left, right, left.shape if right.shape.is_scalar else right.shape)
    b.dims.unify(
        left.shape.cols,
        right.shape.rows,
        term.span,
        f"product of {text(b.dims.resolve(left.shape))} and {text(b.dims.resolve(right.shape))}{_named(left, right)}",
    )
    return _flat(left, right, Shape(left.shape.rows, right.shape.cols))


def _named(left: Node, right: Node) -> str:
    """The two that do not fit, where they have short names."""
    try:
        return f" ({worded(left)} and {worded(right)})"
    except NoWords:
        return ""


def _flat(left: Node, right: Node, shape: Shape) -> Node:
    """Products stay flat while no inner product has been closed."""
    first = (
        left.args
        if isinstance(left, Op) and left.head == "mul" and left.shape.is_scalar == shape.is_scalar
        else (left,)
    )
    if not left.shape.is_scalar and shape.is_scalar and isinstance(left, Op) and left.head == "mul":
        first = left.args
    return Op("mul", (*first, right), shape)


def _div(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    top, bottom = b.args(args, scope)
    _require_scalar(b, bottom, args[1], "division by")
    return Op("div", (top, bottom), top.shape)


def _require_scalar(b: Builder, node: Node, term: Term, what: str) -> None:
    if not b.dims.resolve(node.shape).is_scalar:
        raise ShapeClash(f"{what} {text(b.dims.resolve(node.shape))}", term.span)


def _pow(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    base, exponent = b.args(args, scope)
    _require_scalar(b, exponent, args[1], "exponent is")
    if base.shape.is_matrix:
        b.dims.unify(base.shape.rows, base.shape.cols, term.span, "power of a matrix that is not square")
    return Op("pow", (base, exponent), base.shape)


def _transpose(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    return Op("transpose", (base,), base.shape.transposed())


def _binomial(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """n! / (k! (n - k)!)."""
    n, k = b.args(args, scope)
    if not n.shape.is_scalar or not k.shape.is_scalar:
        raise ShapeClash("a binomial coefficient of something that is no number", term.span)
    rest = Op("factorial", (Op("add", (n, Op("neg", (k,)))),))
    return Op("div", (Op("factorial", (n,)), Op("mul", (Op("factorial", (k,)), rest))))


def _same_shape(head: str) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        (base,) = b.args(args, scope)
        return Op(head, (base,), base.shape)

    return rule


def _entrywise(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes, shape = _fit(b, b.args(args, scope), term, "entrywise product of factors that do not fit")
    return Op("hadamard", tuple(nodes), shape)


def _kron(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    left, right = b.args(args, scope)
    if left.shape.is_scalar or right.shape.is_scalar:
        return _flat(left, right, left.shape if right.shape.is_scalar else right.shape)
    if left.shape.is_vector and right.shape.is_vector and b.outer:
        return _flat(left, _transposed(right), Shape(left.shape.rows, right.shape.rows))
    rows, cols = product_of((left.shape.rows, right.shape.rows)), product_of((left.shape.cols, right.shape.cols))
    return Op("kron", (left, right), Shape(rows, cols))


def _vec(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    return Op("vec", (base,), Shape(product_of((base.shape.cols, base.shape.rows)), 1))


def _inner(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes, _ = _fit(b, b.args(args, scope), term, "inner product of factors that do not fit")
    return Op("inner", tuple(nodes))


def _extremum(head: str) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        nodes = b.args(args, scope)
        shaped = next((n.shape for n in nodes if not n.shape.is_scalar), None)
        spread = nodes if shaped is None else [_spread_number(n, shaped) for n in nodes]
        nodes, shape = _fit(b, spread, term, "numbers that do not fit")
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
        _require_scalar(b, base, args[0], "the growth of")
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


def _index(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    base, *rest = args
    indices = tuple(b.build(i, scope) for i in rest)
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
    return Op("delta", tuple(b.args(args, scope)))


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


def _deriv(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    top, bottom = args
    if isinstance(bottom, Sym) and bottom.name in b.open_indices:
        names = free_names(top)
        if bottom.name not in names.union(*(b.open_indices[n] for n in names if n in b.open_indices)):
            raise NotUnderstood(
                f"a derivative by {bottom.name}, which is itself defined through other symbols", term.span
            )
    function, variable = b.args(args, scope)
    match function:  # the gradient of f at 0
        case Call(_, (zero,)) | Op("deriv", (_, zero)) if flexible(variable) and flexible(zero):
            variable = zero
    match variable:
        case Op("index", (whole, *indices)) if function.shape.is_scalar and variable.shape.is_scalar:
            return Op("index", (Op("deriv", (function, whole), whole.shape), *indices))
    if function.shape.is_scalar:
        gradient = Op("deriv", (function, variable), variable.shape)
        return _transposed(gradient) if b.layout == "row" and not variable.shape.is_scalar else gradient
    if not function.shape.is_vector or not (variable.shape.is_vector or variable.shape.is_scalar):
        raise NotUnderstood("a derivative with more than two indices", term.span)
    jacobian = Op("deriv", (function, variable), Shape(function.shape.rows, variable.shape.rows))
    return _transposed(jacobian) if b.layout == "denominator" and jacobian.shape.is_matrix else jacobian


def _differential(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """dX of a variable is a symbol of its own, of the same shape; d(f) has the variables and their differentials."""
    (inner,) = args
    if isinstance(inner, Sym) and inner.name in b.differentials:
        return _moved(b, inner.name)
    body = b.build(inner, scope)
    pairs = [node for name in b.differentials for node in (b.build(Sym(name), {}), _moved(b, name))]
    if not pairs:
        raise NotUnderstood("a differential, but of which variable?", term.span)
    return Op("differential", (body, *pairs), body.shape)


def _evaluated(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    body, variable, value = b.args(args, scope)
    if not isinstance(variable, Ref) or variable.indices or variable.name in b.open_indices:
        raise NotUnderstood("a value at which something else than a plain variable is taken", term.span)
    (_, value), _ = _fit(b, [variable, value], term, "a value that does not fit its variable")
    return Op("evaluated", (body, variable, value), body.shape)


def _moved(b: Builder, name: str) -> Ref:
    known = b.symbols[name]
    moved = f"\\mathrm{{d}}{name}"
    b.symbols[moved] = Symbol(moved, 0, known.shape)
    return Ref(moved, (), known.shape)


def _transposed(node: Node) -> Node:
    return Op("transpose", (node,), node.shape.transposed())


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
    **{head: _same_shape(head) for head in ("exp", "log", "sqrt", "tanh", "sin", "cos", "factorial")},
    "binom": _binomial,
    "abs": _absolute,
    **{head: _same_shape(head) for head in ("softmax", "softmax_row", "softmax_col")},
    "maximum": _extremum("maximum"),
    "minimum": _extremum("minimum"),
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
    "index": _index,
    "apply": _apply,
    "matrix": _matrix,
    "delta": _delta,
    "deriv": _deriv,
    "differential": _differential,
    "evaluated": _evaluated,
    **CHANCE_RULES,
    **INFORMATION_RULES,
}


def _counted(b: Builder, term: Bind, scope: Scope) -> Node:
    """sum and prod; a sum over the values of a discrete variable is an integral."""
    if sums_over_values(term):
        return _continuous(b, Bind("integral", term.var, term.domain, term.body, term.span), scope)
    for name in sorted(free_names(term.body)):
        if term.var.name in b.open_indices.get(name, ()):
            raise NotUnderstood(f"{name} is defined with a free {term.var.name}, which is summed over here", term.span)
    over = _bounds(b, term, scope)
    variable = b.bound_name(term.var.name)
    body = b.build(term.body, {**scope, term.var.name: Ref(variable)})
    if term.head == "prod" and b.last_factor_first and not body.shape.is_scalar and b.layout != "denominator":
        body = with_replaced(body, Ref(variable), Op("add", (over.low, over.high, Op("neg", (Ref(variable),)))))
    return Binder(term.head, variable, over, body, body.shape)


def _lines(b: Builder, term: Bind, scope: Scope) -> Node:
    """A matrix row by row, or column by column."""
    over = _bounds(b, term, scope)
    variable = b.bound_name(term.var.name)
    body = b.build(term.body, {**scope, term.var.name: Ref(variable)})
    match over.high:
        case Ref(name, ()):
            count: Dim = name
        case Lit(value):
            count = int(value)
        case _:
            raise NotUnderstood("dots up to something that is neither a name nor a number", term.span)
    along, across = (body.shape.rows, body.shape.cols) if term.head == "rows" else (body.shape.cols, body.shape.rows)
    if along != 1:
        raise ShapeClash(f"{text(body.shape)} as one of the {term.head} of a matrix", term.span)
    shape = Shape(count, across) if term.head == "rows" else Shape(across, count)
    return Binder(term.head, variable, over, body, shape)


def _bounds(b: Builder, term: Bind, scope: Scope) -> Between:
    match term.domain:
        case Range(low, high, unless):
            low_node, high_node = b.build(low, scope), b.build(high, scope)
            if low_node == Lit(Fraction(1)) and isinstance(high_node, Ref) and not high_node.indices:
                for slot in b.slots(term.var.name, term.body):
                    if is_invented(b.dims.find(slot)):
                        b.dims.unify(slot, high_node.name, term.span, "range of a sum")
            return Between(low_node, high_node, tuple(b.build(u, scope) for u in unless))
        case Unstated(unless):
            slots = b.slots(term.var.name, term.body)
            if not slots:
                raise NotUnderstood(
                    f"the range of {term.var.name} is not written and does not follow from use", term.span
                )
            for slot in slots[1:]:
                b.dims.unify(slots[0], slot, term.span, f"what {term.var.name} indexes")
            return Between(Lit(Fraction(1)), b.dimension_node(slots[0]), tuple(b.build(u, scope) for u in unless))
        case _:
            raise NotUnderstood("a sum over something that is no range", term.span)


def _continuous(b: Builder, term: Bind, scope: Scope) -> Node:
    """Integrals over the whole space. Variables of abstract densities keep their names."""
    if not isinstance(term.domain, Unstated):
        raise NotUnderstood("integrals with bounds are not decided yet", term.span)
    shape = b.symbols[term.var.name].shape if term.var.name in b.symbols else SCALAR
    name = term.var.name if term.var.name in b.densities else b.bound_name(term.var.name)
    body = b.build(term.body, {**scope, term.var.name: Ref(name, (), shape)})
    return Binder("integral", name, Everywhere(shape), body, body.shape)


def _optimum(b: Builder, term: Bind, scope: Scope) -> Node:
    """A least or greatest value over an index, or over the values of a variable; or where it is taken."""
    symbol = b.symbols.get(term.var.name)
    if is_counted(term):
        if term.head.startswith("arg"):
            raise NotUnderstood("an index at which something is least or greatest is not decided yet", term.span)
        head = {"inf": "min", "sup": "max"}.get(term.head, term.head)
        return _counted(b, Bind(head, term.var, term.domain, term.body, term.span), scope)
    if symbol is not None and (symbol.integer or symbol.family):
        raise NotUnderstood("a minimum over integers or over a family is not decided yet", term.span)
    shape = symbol.shape if symbol is not None else SCALAR
    variable = b.bound_name(term.var.name)
    inner = {**scope, term.var.name: Ref(variable, (), shape)}
    body = b.build(term.body, inner)
    _require_scalar(b, body, term.body, "the minimum of")
    found = term.domain.conditions if isinstance(term.domain, SuchThat) else ()
    conditions = tuple(_condition(b, c, term, inner) for c in found)
    return Binder(
        term.head, variable, Feasible(shape, conditions), body, shape if term.head.startswith("arg") else SCALAR
    )


def _condition(b: Builder, condition: Condition, term: Term, scope: Scope) -> Constraint:
    nodes, _ = _fit(b, [b.build(condition.lhs, scope), b.build(condition.rhs, scope)], term, "condition")
    return Constraint(nodes[0], condition.relation, nodes[1])


def _limit(b: Builder, term: Bind, scope: Scope) -> Node:
    """The variable keeps its name: what is defined through it follows it."""
    if not isinstance(term.domain, Tends):
        raise NotUnderstood("a limit without the point that it tends to", term.span)
    point = b.build(term.domain.point, scope)
    if not point.shape.is_scalar:
        raise NotUnderstood("a limit at a point that is no number", term.span)
    body = b.build(term.body, scope)
    return Binder("lim", term.var.name, Towards(point, term.domain.side), body, body.shape)


BIND_RULES: dict[str, BindRule] = {
    **dict.fromkeys(("min", "max", "inf", "sup", "argmin", "argmax"), _optimum),
    "lim": _limit,
    "sum": _counted,
    "prod": _counted,
    "rows": _lines,
    "columns": _lines,
    "integral": _continuous,
    **CHANCE_BINDERS,
}
