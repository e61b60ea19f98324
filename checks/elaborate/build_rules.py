"""Rules by head: shapes by unification, bound variables unique, overloaded products resolved."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.elaborate.dims import is_invented, text
from checks.elaborate.errors import NotUnderstood, ShapeClash
from checks.elaborate.givens import density_name
from checks.elaborate.names import is_counted
from checks.model import (
    SCALAR,
    Between,
    Binder,
    Call,
    Constraint,
    Density,
    Dim,
    Drawn,
    Everywhere,
    Feasible,
    Function,
    Lit,
    Node,
    Op,
    Ref,
    Shape,
)
from language.terms import (
    App,
    Bind,
    Condition,
    DistributedAs,
    Num,
    Range,
    SuchThat,
    Sym,
    Term,
    Unstated,
    free_names,
    substitute,
)

if TYPE_CHECKING:
    from checks.elaborate.builder import Builder

Scope = dict[str, Ref]
Rule = Callable[["Builder", tuple[Term, ...], Term, Scope], Node]


def _fit(b: Builder, nodes: list[Node], term: Term, what: str) -> tuple[list[Node], Shape]:
    """Zeros and numbers 0 take the shape of the others; all others must agree."""
    shaped = [n for n in nodes if not _flexible(n)]
    if not shaped:
        return nodes, nodes[0].shape
    shape = shaped[0].shape
    for node in shaped[1:]:
        b.dims.unify_shapes(shape, node.shape, term.span, what)
    return [reshape(n, shape) if _flexible(n) else n for n in nodes], shape


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


def _flexible(node: Node) -> bool:
    return isinstance(node, Lit) and node.value == 0


def reshape(node: Node, shape: Shape) -> Node:
    return Lit(node.value, shape) if isinstance(node, Lit) else node


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
        f"product of {text(b.dims.resolve(left.shape))} and {text(b.dims.resolve(right.shape))}",
    )
    return _flat(left, right, Shape(left.shape.rows, right.shape.cols))


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
    if not base.shape.is_scalar:
        b.dims.unify(base.shape.rows, base.shape.cols, term.span, "power of a matrix that is not square")
    return Op("pow", (base, exponent), base.shape)


def _transpose(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    return Op("transpose", (base,), base.shape.transposed())


def _same_shape(head: str) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        (base,) = b.args(args, scope)
        return Op(head, (base,), base.shape)

    return rule


def _entrywise(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes, shape = _fit(b, b.args(args, scope), term, "entrywise product of factors that do not fit")
    return Op("hadamard", tuple(nodes), shape)


def _inner(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    nodes, _ = _fit(b, b.args(args, scope), term, "inner product of factors that do not fit")
    return Op("inner", tuple(nodes))


def _to_scalar(head: str, square: bool = False) -> Rule:
    def rule(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
        (base,) = b.args(args, scope)
        if square:
            b.dims.unify(base.shape.rows, base.shape.cols, term.span, f"{head} of a matrix that is not square")
        return Op(head, (base,))

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
    """A dimension as written. Raises NotUnderstood for anything but a name, a number or a product of these."""
    match term:
        case Num(value) if value.denominator == 1:
            return int(value)
        case Sym(name):
            return name
        case App("mul", args):
            return " ".join(str(dim_of(a)) for a in args)
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
    if function.elementwise:
        return Call(function.name, tuple(nodes), nodes[0].shape)
    if len(nodes) != len(function.params):
        raise ShapeClash(f"{function.name} takes {len(function.params)} arguments", term.span)
    for value, node, shape in zip(values, nodes, function.params, strict=True):
        b.dims.unify_shapes(shape, node.shape, value.span, f"argument of {function.name}")
    return Call(function.name, tuple(nodes), function.result)


def _delta(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    return Op("delta", tuple(b.args(args, scope)))


def _matrix(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    rows = []
    width = 0
    for row in args:
        cells = b.args(row.args if isinstance(row, App) else (row,), scope)
        width = max(width, len(cells))
        rows.append(Op("row", tuple(cells), Shape(1, len(cells))))
    if any(len(r.args) != width for r in rows):
        raise ShapeClash("rows of different lengths", term.span)
    return Op("matrix", tuple(rows), Shape(len(rows), width))


def _deriv(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    top, bottom = args
    if isinstance(bottom, Sym) and bottom.name in b.open_indices:
        names = free_names(top)
        if bottom.name not in names.union(*(b.open_indices[n] for n in names if n in b.open_indices)):
            raise NotUnderstood(
                f"a derivative by {bottom.name}, which is itself defined through other symbols", term.span
            )
    function, variable = b.args(args, scope)
    if function.shape.is_scalar:
        gradient = Op("deriv", (function, variable), variable.shape)
        return _transposed(gradient) if b.layout == "row" and not variable.shape.is_scalar else gradient
    if not function.shape.is_vector or not (variable.shape.is_vector or variable.shape.is_scalar):
        raise NotUnderstood("a derivative with more than two indices", term.span)
    jacobian = Op("deriv", (function, variable), Shape(function.shape.rows, variable.shape.rows))
    return _transposed(jacobian) if b.layout == "denominator" and jacobian.shape.is_matrix else jacobian


def _transposed(node: Node) -> Node:
    return Op("transpose", (node,), node.shape.transposed())


def _covariance(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    left, right = b.args(args, scope)
    return Op("Cov", (left, right), Shape(left.shape.rows, right.shape.rows))


def _variance(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    (base,) = b.args(args, scope)
    return Op("Var", (base,), Shape(base.shape.rows, base.shape.rows))


def _density(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    formula = explicit_density(b, term)
    if formula is not None:
        return b.build(formula, scope)
    family, given, *of = args
    conditions = given.args if isinstance(given, App) else ()
    if not all(isinstance(v, Sym) for v in (*of, *conditions)):
        return _density_at_point(b, _label(family), (*of, *conditions), len(of), scope)
    return Density(_label(family), _variables(tuple(of), scope), _variables(conditions, scope))


def _density_at_point(b: Builder, family: str, values: tuple[Term, ...], count: int, scope: Scope) -> Node:
    """p(x_i | theta): a positive function of its arguments."""
    nodes = b.args(values, scope)
    name = f"{family}({count}|{len(values) - count})"
    b.functions[name] = Function(name, tuple(n.shape for n in nodes), SCALAR, positive=True)
    return Call(name, tuple(nodes))


def explicit_density(b: Builder, term: Term) -> Term | None:
    """The formula of a density that has one, at the variables that the term has it at."""
    match term:
        case App("density", (Sym(family), App("given", given), *of)):
            found = b.explicit.get(density_name(family, of, given))
            if found is not None:
                return substitute(found.body, dict(zip(found.params, (*of, *given), strict=True)))
    return None


def _normal_density(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    r"""\mathcal{N}(x; m, C) written out: (2 pi)^{-d/2} det(C)^{-1/2} exp(-(x-m)^T C^{-1} (x-m) / 2)."""
    x, mean, cov = b.args(args, scope)
    if isinstance(mean, Lit):
        mean = Lit(mean.value, x.shape)
    b.dims.unify_shapes(x.shape, mean.shape, term.span, "a normal density at a point that does not fit its mean")
    half = Lit(Fraction(-1, 2))
    gap = Op("add", (x, Op("neg", (mean,), x.shape)), x.shape)
    if x.shape.is_scalar:
        square = Op("div", (Op("pow", (gap, Lit(Fraction(2)))), cov))
        scale = Op("pow", (Op("mul", (Lit(Fraction(2)), Op("pi", ()), cov)), half))
        return Op("mul", (scale, Op("exp", (Op("mul", (half, square)),))))
    b.dims.unify_shapes(Shape(x.shape.rows, x.shape.rows), cov.shape, term.span, "a covariance that does not fit")
    inverse = Op("pow", (cov, Lit(Fraction(-1))), cov.shape)
    form = Op("mul", (Op("transpose", (gap,), gap.shape.transposed()), inverse, gap))
    size = b.dimension_node(x.shape.rows)
    pis = Op("pow", (Op("mul", (Lit(Fraction(2)), Op("pi", ()))), Op("mul", (half, size))))
    volume = Op("pow", (Op("det", (cov,)), half))
    return Op("mul", (pis, volume, Op("exp", (Op("mul", (half, form)),))))


def _label(term: Term) -> str:
    if isinstance(term, Sym):
        return term.name
    raise NotUnderstood("a density without a name", term.span)


def _variables(terms: tuple[Term, ...], scope: Scope) -> tuple[str, ...]:
    names = []
    for term in terms:
        if not isinstance(term, Sym):
            raise NotUnderstood("a density at an argument that is not a variable", term.span)
        names.append(scope[term.name].name if term.name in scope else term.name)
    return tuple(sorted(names))


def _kl(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """Of abstract densities as it stands; of densities with a formula as an integral."""
    if all(explicit_density(b, a) is None for a in args):
        return Op("KL", tuple(b.args(args, scope)))
    first = args[0]
    variables = [v.name for v in first.args[2:] if isinstance(v, Sym)] if isinstance(first, App) else []
    inner, bound = dict(scope), []
    for name in variables:
        shape = b.symbols[name].shape if name in b.symbols else SCALAR
        inner[name] = Ref(b.bound_name(name), (), shape)
        bound.append(inner[name])
    q, p = b.args(args, inner)
    if any(isinstance(n, Density) for n in (q, p)):
        raise NotUnderstood("the divergence of an abstract density and one with a formula", term.span)
    body: Node = Op("mul", (q, Op("log", (Op("div", (q, p)),))))
    for variable in reversed(bound):
        body = Binder("integral", variable.name, Everywhere(variable.shape), body)
    return body


def _normal(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    mean, cov = b.args(args, scope)
    if cov.shape.is_matrix:
        b.dims.unify(cov.shape.rows, cov.shape.cols, term.span, "a covariance that is not square")
        shape = Shape(cov.shape.rows, 1)
        if not _flexible(mean):
            b.dims.unify_shapes(mean.shape, shape, term.span, "mean and covariance that do not fit")
        return Op("Normal", (reshape(mean, shape) if _flexible(mean) else mean, cov), shape)
    return Op("Normal", (mean, cov), mean.shape)


BUILD_RULES: dict[str, Rule] = {
    "add": _add,
    "neg": _same_shape("neg"),
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "hadamard": _entrywise,
    "inner": _inner,
    "transpose": _transpose,
    **{head: _same_shape(head) for head in ("exp", "log", "sqrt", "abs", "tanh", "sin", "cos", "E")},
    **{head: _same_shape(head) for head in ("softmax", "softmax_row", "softmax_col")},
    "norm": _to_scalar("norm"),
    "norm_F": _to_scalar("norm_F"),
    "tr": _to_scalar("tr", square=True),
    "det": _to_scalar("det", square=True),
    "diag": _diag,
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
    "Var": _variance,
    "Cov": _covariance,
    "density": _density,
    "KL": _kl,
    "Normal": _normal,
    "normal_pdf": _normal_density,
}

BindRule = Callable[["Builder", Bind, Scope], Node]


def _counted(b: Builder, term: Bind, scope: Scope) -> Node:
    """sum and prod."""
    for name in sorted(free_names(term.body)):
        if term.var.name in b.open_indices.get(name, ()):
            raise NotUnderstood(f"{name} is defined with a free {term.var.name}, which is summed over here", term.span)
    over = _bounds(b, term, scope)
    variable = b.bound_name(term.var.name)
    body = b.build(term.body, {**scope, term.var.name: Ref(variable)})
    return Binder(term.head, variable, over, body, body.shape)


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


def _expectation(b: Builder, term: Bind, scope: Scope) -> Node:
    name = term.var.name
    law = _law_node(b, term, scope)
    shape = b.symbols[name].shape if name in b.symbols else SCALAR
    if isinstance(law, Density):
        bound = name
    else:
        bound = b.bound_name(name)
        if not law.shape.is_scalar:
            b.dims.unify_shapes(shape, law.shape, term.span, f"the distribution of {name}")
    body = b.build(term.body, {**scope, name: Ref(bound, (), shape)})
    return Binder("E", bound, Drawn(law, shape), body, body.shape)


def _law_node(b: Builder, term: Bind, scope: Scope) -> Node:
    if isinstance(term.domain, DistributedAs):
        formula = explicit_density(b, term.domain.law)
        if formula is not None:
            return _explicit_law(b, formula, term, scope)
        return b.build(term.domain.law, scope)
    declared = b.laws.get(term.var.name)
    if declared is None or declared.mean is None or declared.cov is None:
        raise NotUnderstood(f"the distribution of {term.var.name} is not declared", term.span)
    return Op(declared.kind, (declared.mean, declared.cov), b.symbols[term.var.name].shape)


def _explicit_law(b: Builder, formula: Term, term: Bind, scope: Scope) -> Node:
    """The law of a density with a formula, where that is a normal density of the variable."""
    match formula:
        case App("normal_pdf", (Sym(name), mean, cov)) if name == term.var.name:
            return b.build(App("Normal", (mean, cov), formula.span), scope)
    raise NotUnderstood(f"an expectation under the density of {term.var.name}", term.span)


def _optimum(b: Builder, term: Bind, scope: Scope) -> Node:
    """A least or greatest value over an index, or over the values of a variable; or where it is taken."""
    symbol = b.symbols.get(term.var.name)
    if is_counted(term):
        if term.head.startswith("arg"):
            raise NotUnderstood("an index at which something is least or greatest is not decided yet", term.span)
        return _counted(b, term, scope)
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


BIND_RULES: dict[str, BindRule] = {
    **dict.fromkeys(("min", "max", "argmin", "argmax"), _optimum),
    "sum": _counted,
    "prod": _counted,
    "integral": _continuous,
    "E": _expectation,
}
