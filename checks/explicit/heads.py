"""What every head of `language.heads.HEADS` is in SymPy: one table, and the heads that have no explicit form."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

import sympy
from hence.checks.explicit import matrices as mx
from hence.checks.explicit.matrices import Expr, Matrix, NoTranslation
from hence.checks.model import Op, Ref
from hence.language.heads import CLASSES, COSTS

if TYPE_CHECKING:
    from hence.checks.explicit.translate import Env, Explicit

Rule: TypeAlias = "Callable[[Explicit, Op, Env], Matrix]"
LARGEST_INVERSE = 3


def _on_values(f: Callable[..., Matrix]) -> Rule:
    return lambda ex, node, env: f(*(ex.value(a, env) for a in node.args))


def _folded(f: Callable[[Matrix, Matrix], Matrix]) -> Rule:
    return lambda ex, node, env: reduce(f, (ex.value(a, env) for a in node.args))


def _function(f: Callable[[Expr], Expr]) -> Rule:
    return _on_values(lambda a: a.applyfunc(f))


def _divided(a: Matrix, b: Matrix) -> Matrix:
    return a.scaled(1 / b[0, 0]) if b.shape == (1, 1) else mx.entrywise(lambda x, y: x / y, a, b)


def _power(ex: Explicit, node: Op, env: Env) -> Matrix:
    base, exponent = (ex.value(a, env) for a in node.args)
    power = mx.entry(exponent)
    if not node.args[0].shape.is_matrix:
        return base.applyfunc(lambda x: x**power)
    if not power.is_Integer or base.rows != base.cols or base.rows > LARGEST_INVERSE:
        raise NoTranslation("such a power of a matrix")
    if power <= 0:
        base, power = _inverse(base), -power
    return mx.from_sympy(base.in_sympy**power)


def _inverse(a: Matrix) -> Matrix:
    """The adjugate over the determinant: no pivots, hence no case distinctions."""
    determinant = a.in_sympy.det(method="berkowitz")
    if sympy.expand(mx.bounded(determinant)) == 0:
        raise NoTranslation("the inverse of a singular matrix")
    if a.is_diagonal():
        return mx.diagonal(1 / a[i, i] for i in range(a.rows))
    return mx.from_sympy(a.in_sympy.adjugate() / determinant)


def _inner(a: Matrix, b: Matrix) -> Matrix:
    return mx.scalar(sum(mx.entrywise(lambda x, y: x * y, a, b), sympy.S.Zero))


def _norm(ex: Explicit, node: Op, env: Env) -> Matrix:
    if node.args[0].shape.is_matrix:
        raise NoTranslation("an operator norm")
    return _frobenius(ex.value(node.args[0], env))


def _frobenius(a: Matrix) -> Matrix:
    return mx.scalar(sympy.sqrt(sum((x**2 for x in a), sympy.S.Zero)))


def _square(f: Callable[[Matrix], Expr]) -> Rule:
    def on_square(a: Matrix) -> Matrix:
        if a.rows != a.cols or a.rows > LARGEST_INVERSE:
            raise NoTranslation("a determinant or trace of such a matrix")
        return mx.scalar(f(a))

    return _on_values(on_square)


def _diag(ex: Explicit, node: Op, env: Env) -> Matrix:
    a = ex.value(node.args[0], env)
    if node.args[0].shape.is_matrix:
        return mx.filled(min(a.shape), 1, lambda i, _: a[i, i])
    return mx.diagonal(a)


def _softmax(along: str) -> Rule:
    """`all` entries together, or each `row` or `column` by itself."""

    def softmax(a: Matrix) -> Matrix:
        e = a.applyfunc(sympy.exp)
        totals: dict[str, Callable[[int, int], Expr]] = {
            "all": lambda _i, _j: sum(e, sympy.S.Zero),
            "row": lambda i, _j: sum(e.row(i), sympy.S.Zero),
            "column": lambda _i, j: sum(e.col(j), sympy.S.Zero),
        }
        return mx.filled(e.rows, e.cols, lambda i, j: e[i, j] / totals[along](i, j))

    return _on_values(softmax)


def _constant(of: Callable[[int, int], int]) -> Rule:
    return lambda ex, node, _env: mx.filled(*ex.size(node.shape), of)


def _index(ex: Explicit, node: Op, env: Env) -> Matrix:
    """An entry of an expression; one index on a matrix takes a row, as the shape of the node says."""
    value = ex.value(node.args[0], env)
    indices = tuple(ex.integer(i, env) for i in node.args[1:])
    if len(indices) == 1 and node.args[0].shape.is_matrix:
        if not 1 <= indices[0] <= value.rows:
            raise NoTranslation(f"row {indices[0]} of {value.rows}")
        row = value.row(indices[0] - 1)
        return row if node.shape.rows == 1 else row.T
    return mx.selected(value, indices)


def _matrix(ex: Explicit, node: Op, env: Env) -> Matrix:
    rows = [a.args if isinstance(a, Op) and a.head == "row" else (a,) for a in node.args]
    return mx.stacked([[ex.value(e, env) for e in row] for row in rows])


def _row(ex: Explicit, node: Op, env: Env) -> Matrix:
    return mx.stacked([[ex.value(e, env) for e in node.args]])


def _delta(ex: Explicit, node: Op, env: Env) -> Matrix:
    i, j = (ex.integer(a, env) for a in node.args)
    return mx.scalar(sympy.Integer(i == j))


def _derivative(ex: Explicit, node: Op, env: Env) -> Matrix:
    """`sympy.diff`, laid out as the shape of the node says."""
    function, variable = node.args
    if not isinstance(variable, Ref) or variable.name in ex.definitions:
        raise NoTranslation("a derivative with respect to an expression")
    f, x = ex.value(function, env), ex.value(variable, env)
    if not all(e.is_Symbol for e in x):
        raise NoTranslation("a derivative with respect to a bounded or random variable")
    ex.use("sympy.diff")
    if x.shape == (1, 1):
        return f.applyfunc(lambda e: sympy.diff(e, x[0, 0]))
    if f.shape == (1, 1):
        return x.applyfunc(lambda v: sympy.diff(f[0, 0], v))
    if 1 not in f.shape or 1 not in x.shape:
        raise NoTranslation("the derivative of a matrix with respect to a matrix")
    jacobian = mx.filled(len(f), len(x), lambda i, j: sympy.diff(f[i], x[j]))
    return jacobian if ex.size(node.shape) == jacobian.shape else jacobian.T


def _expectation(ex: Explicit, node: Op, env: Env) -> Matrix:
    if len(node.args) > 1:
        raise NoTranslation("a conditional expectation")
    return ex.chance.mean(ex.value(node.args[0], env))


def _covariance(ex: Explicit, node: Op, env: Env) -> Matrix:
    """E[x y] - E[x] E[y], as a matrix for vectors where the shape of the node asks for one."""
    x, y = (ex.value(a, env) for a in (node.args[0], node.args[-1]))
    if node.shape.is_matrix and x.cols == y.cols == 1:
        both, means = x @ y.T, ex.chance.mean(x) @ ex.chance.mean(y).T
        return ex.chance.mean(both) - means
    both = mx.entrywise(lambda a, b: a * b, x, y)
    return ex.chance.mean(both) - mx.entrywise(lambda a, b: a * b, ex.chance.mean(x), ex.chance.mean(y))


def _divergence(ex: Explicit, node: Op, env: Env) -> Matrix:
    return ex.divergence(node.args, env)


def _none(why: str) -> Rule:
    def rule(_ex: Explicit, _node: Op, _env: Env) -> Matrix:
        raise NoTranslation(why)

    return rule


CONSTRUCTIONS: dict[str, Rule] = {
    "add": _folded(mx.add),
    "neg": _on_values(lambda a: -a),
    "mul": _folded(mx.product),
    "div": _on_values(_divided),
    "pow": _power,
    "hadamard": _on_values(lambda a, b: mx.entrywise(lambda x, y: x * y, a, b)),
    "inner": _on_values(_inner),
    "transpose": _on_values(lambda a: a.T),
    "exp": _function(sympy.exp),
    "log": _function(sympy.log),
    "sqrt": _function(sympy.sqrt),
    "abs": _function(sympy.Abs),
    "tanh": _function(sympy.tanh),
    "factorial": _function(sympy.factorial),
    "gamma_fn": _function(sympy.gamma),
    "beta_fn": _none("elaboration writes it as gamma functions"),
    "digamma": _function(sympy.digamma),
    "erf": _function(sympy.erf),
    **dict.fromkeys(("binom", "either"), _none("elaboration writes it out")),
    "sin": _function(sympy.sin),
    "cos": _function(sympy.cos),
    **dict.fromkeys(("maximum", "minimum", "indicator", "floor"), _none("a function with a kink")),
    "norm": _norm,
    "norm_F": _on_values(_frobenius),
    "norm_1": _on_values(lambda a: mx.scalar(sum((sympy.Abs(x) for x in a), sympy.S.Zero))),
    "norm_inf": _on_values(lambda a: mx.scalar(sympy.Max(*(sympy.Abs(x) for x in a)))),
    "eig_max": _none("an extreme eigenvalue"),
    "eig_min": _none("an extreme eigenvalue"),
    "tr": _square(lambda a: a.in_sympy.trace()),
    "det": _square(lambda a: a.in_sympy.det(method="berkowitz")),
    "diag": _diag,
    "kron": _on_values(lambda a, b: mx.from_sympy(sympy.kronecker_product(a.in_sympy, b.in_sympy))),
    "vec": _on_values(lambda a: mx.from_sympy(a.in_sympy.vec())),
    "softmax": _softmax("all"),
    "softmax_row": _softmax("row"),
    "softmax_col": _softmax("column"),
    "identity": _constant(lambda i, j: int(i == j)),
    "zeros": _constant(lambda _i, _j: 0),
    "ones": _constant(lambda _i, _j: 1),
    "pi": lambda _ex, _node, _env: mx.scalar(sympy.pi),
    "infinity": _none("infinity is no number"),
    "index": _index,
    "apply": _none("an application that was not resolved"),
    "matrix": _matrix,
    "row": _row,
    "delta": _delta,
    "deriv": _derivative,
    **dict.fromkeys(("opaque", "opaque_number"), _none("a part that was not understood")),
    "evaluated": _none("a value at another point"),
    "differential": _none("a total differential"),
    **dict.fromkeys(CLASSES, _none("a class of functions is no number")),
    **dict.fromkeys(COSTS, _none("a cost is counted, not computed")),
    "E": _expectation,
    "Var": _covariance,
    "Cov": _covariance,
    "density": _none("a density that was not resolved"),
    "given": _none("a condition is no number"),
    "at": _none("a condition is no number"),
    "KL": _divergence,
    "entropy": _none("the entropy of a law"),
    "information": _none("an information that was not written out"),
    "Normal": _none("a distribution is no number"),
    "pdf": _none("elaboration writes it out"),
    "normal_pdf": _none("the density of a normal law at a point"),
}
