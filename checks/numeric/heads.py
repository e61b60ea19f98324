"""What every head means: one table from the names of `language.heads.HEADS` to values.

Each rule takes the evaluator, the node and the bound variables. Heads that stand for something else
than a number (`Normal`, `given` ...) have a row that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import flint
import numpy as np
from hence.checks.model import CONVENTION, SCALAR, Density, Node, Op, Ref, names_in, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import CannotEvaluate, Dual, Exact, Number, Undefined
from hence.checks.numeric.chosen import delta_at_chance
from hence.checks.numeric.conditional import conditional
from hence.checks.numeric.machine import Machine
from hence.checks.numeric.scalars import LARGEST_POWER, rounded
from hence.language.heads import CLASSES, COSTS

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Env, Evaluator

Rule: TypeAlias = "Callable[[Evaluator, Op, Env], Number]"


def product(a: Number, b: Number) -> Number:
    """A product by juxtaposition: with a scalar, of matrices, or the inner product of two vectors."""
    one, other = a.shape, b.shape
    if one == other == (1, 1) or one[-2:] == (1, 1) or other[-2:] == (1, 1):
        return xp.mul(a, b)
    if a.shape[-1] != b.shape[-2] and a.shape[-2:] == b.shape[-2:] and 1 in a.shape[-2:]:
        return xp.total(xp.mul(a, b))
    return xp.matmul(a, b)


def stacked(grid: list[list[Number]]) -> Number:
    """A matrix from blocks. Raises `CannotEvaluate` where they do not fit."""
    level = max((e.level for row in grid for e in row if isinstance(e, Dual)), default=0)
    if level:
        pairs = [[xp.split(e, level) for e in row] for row in grid]
        zero = [[xp.linear(lambda x: x * 0, p) if t is None else t for p, t in row] for row in pairs]
        return Dual(level, stacked([[p for p, _ in row] for row in pairs]), stacked(zero))
    try:
        lead = np.broadcast_shapes(*(e.shape[:-2] for row in grid for e in row))
        rows = [[np.broadcast_to(e, (*lead, *e.shape[-2:])) for e in row] for row in grid]  # type: ignore[arg-type]
        return np.concatenate([np.concatenate(row, axis=-1) for row in rows], axis=-2)
    except ValueError as error:
        raise CannotEvaluate("the blocks of a matrix do not fit") from error


def _same_shape(a: Number, b: Number, what: str) -> None:
    if a.shape == b.shape:  # nearly always
        return
    one, two = a.shape[-2:], b.shape[-2:]
    if one not in (two, (1, 1)) and two != (1, 1):
        raise CannotEvaluate(f"shapes do not fit: {one} {what} {two}")


def _add(ev: Evaluator, node: Op, env: Env) -> Number:
    result = ev.value(node.args[0], env)
    for arg in node.args[1:]:
        term = ev.value(arg, env)
        _same_shape(result, term, "plus")
        result = xp.add(result, term)
    return result


def _mul(ev: Evaluator, node: Op, env: Env) -> Number:
    result = ev.value(node.args[0], env)
    for arg in node.args[1:]:
        result = product(result, ev.value(arg, env))
    return result


def _binary(f: Callable[[Number, Number], Number], what: str) -> Rule:
    def rule(ev: Evaluator, node: Op, env: Env) -> Number:
        a, b = ev.value(node.args[0], env), ev.value(node.args[1], env)
        _same_shape(a, b, what)
        return f(a, b)

    return rule


def _unary(f: Callable[[Number], Number]) -> Rule:
    return lambda ev, node, env: f(ev.value(node.args[0], env))


def _entrywise(name: str) -> Rule:
    return lambda ev, node, env: xp.elementwise(name, ev.value(node.args[0], env))


def _maximum(sign: int) -> Rule:
    """Of several numbers, entry by entry; the smallest is the largest of the opposites."""

    def rule(ev: Evaluator, node: Op, env: Env) -> Number:
        turn = (lambda a: a) if sign > 0 else xp.neg
        result, *others = (turn(ev.value(a, env)) for a in node.args)
        for other in others:
            _same_shape(result, other, "beside")
            gap = xp.add(other, xp.neg(result))
            result = xp.add(result, xp.mul(gap, xp.elementwise("indicator", gap)))
        return turn(result)

    return rule


def _inner(a: Number, b: Number) -> Number:
    return xp.total(xp.mul(a, b))


def _pow(ev: Evaluator, node: Op, env: Env) -> Number:
    """Integer powers exactly, square roots as such, others by exp(b log a) for a > 0."""
    exponent = ev.value(node.args[1], env)
    whole = _whole(exponent)
    if whole is not None and whole % 2 == 0 and (square := _squared_length(ev, node.args[0], env)) is not None:
        return xp.integer_power(square, whole // 2)
    base = ev.value(node.args[0], env)
    shape = node.args[0].shape
    if shape.rows == shape.cols and shape.rows != 1:
        if whole is None:
            raise CannotEvaluate("a matrix to a power that is not an integer")
        if whole < 0 and _is_counted(node.args[1]) and not _is_invertible(ev, node.args[0]):
            raise Undefined("a negative power of a matrix that need not be invertible")
        return xp.matrix_power(base, whole)
    if whole is not None:
        return xp.integer_power(base, whole)
    half = _half(exponent)
    if half is not None:
        return xp.integer_power(xp.elementwise("sqrt", base), half)
    if not isinstance(base, Dual) and not isinstance(exponent, Dual) and _all_whole(exponent):
        return _powers(base, exponent)
    return xp.elementwise("exp", xp.mul(exponent, xp.elementwise("log", base)))


def _squared_length(ev: Evaluator, node: Node, env: Env) -> Number | None:
    """||a||^2 of a vector without its root: it is rational, and has a derivative at 0."""
    match node:
        case Op("norm", (inner,)) if not inner.shape.is_matrix:
            pass
        case Op("norm_F", (inner,)):
            pass
        case _:
            return None
    value = ev.value(inner, env)
    return xp.total(xp.mul(value, value))


def _is_counted(exponent: Node) -> bool:
    """t - k, which counts how often a matrix is applied; -1 is an inverse."""
    return any(isinstance(n, Ref) for n in walk(exponent))


def _is_invertible(ev: Evaluator, node: Node) -> bool:
    words = {w for name in names_in(node) if name in ev.setting.symbols for w in ev.setting.symbols[name].words}
    return bool(words & {"invertible", "orthogonal", "positive definite"})


def _single(value: Number) -> Exact:
    return None if isinstance(value, Dual) or value.size != 1 else value.flat[0]


def _whole(value: Number) -> int | None:
    single = _single(value)
    if single is None or isinstance(single, flint.arb):
        return None
    if isinstance(single, flint.fmpq):
        return int(single.p) if single.q == 1 else None
    return int(single) if single == int(single) else None


def _half(value: Number) -> int | None:
    single = _single(value)
    return None if single is None else _whole(np.asarray(single + single).reshape(1, 1))


def _all_whole(value: Number) -> bool:
    return all(_whole(np.asarray(x).reshape(1, 1)) is not None for x in xp.plain(value).flat)


def _powers(base: xp.Array, exponent: xp.Array) -> Number:
    def power(a: Exact, k: Exact) -> Exact:
        whole = int(k.p) if isinstance(k, flint.fmpq) else int(k)
        if whole < 0 and not a != 0:
            raise Undefined("division by zero")
        if abs(whole) > LARGEST_POWER:
            raise CannotEvaluate(f"exponent {whole} is too large")
        return rounded(a) ** whole

    out = np.frompyfunc(power, 2, 1)(base, exponent)
    return out if base.dtype == object else out.astype(np.float64)


def _norm(ev: Evaluator, node: Op, env: Env) -> Number:
    value = ev.value(node.args[0], env)
    return xp.operator_norm(value) if node.args[0].shape.is_matrix else _frobenius(value)


def _largest_entry(a: Number) -> Number:
    sizes = xp.elementwise("abs", a)
    rows, cols = a.shape[-2:]
    entries = [xp.entry(sizes, i, j) for i in range(1, rows + 1) for j in range(1, cols + 1)]
    result = entries[0]
    for value in entries[1:]:
        result = xp.larger(result, value)
    return result


def _frobenius(a: Number) -> Number:
    return xp.elementwise("sqrt", xp.total(xp.mul(a, a)))


def _square(a: Number) -> Number:
    if a.shape[-1] != a.shape[-2]:
        raise CannotEvaluate("trace or determinant of a matrix that is not square")
    return a


def _diag(ev: Evaluator, node: Op, env: Env) -> Number:
    value = ev.value(node.args[0], env)
    return xp.diagonal(value) if node.args[0].shape.is_matrix else xp.spread(value)


def _kron(ev: Evaluator, node: Op, env: Env) -> Number:
    """Every entry of the first times the whole second."""
    a, b = ev.value(node.args[0], env), ev.value(node.args[1], env)
    (m, n), (p, q) = a.shape[-2:], b.shape[-2:]
    spread = xp.linear(lambda x: np.repeat(np.repeat(x, p, axis=-2), q, axis=-1), a)
    tiled = xp.linear(lambda x: np.tile(x, (*(1,) * (x.ndim - 2), m, n)), b)
    return xp.mul(spread, tiled)


def _vec(a: Number) -> Number:
    return xp.linear(lambda x: np.swapaxes(x, -1, -2).reshape(*x.shape[:-2], -1, 1), a)


def _plain_softmax(ev: Evaluator, node: Op, env: Env) -> Number:
    """Of a vector over its entries, of a matrix row by row."""
    axis = -1 if node.args[0].shape.is_matrix else None
    return _softmax(axis)(ev.value(node.args[0], env))


def _softmax(axis: int | None) -> Callable[[Number], Number]:
    """Along an axis; without one over all entries."""

    def softmax(a: Number) -> Number:
        weights = xp.elementwise("exp", a)
        return xp.div(weights, xp.total(weights) if axis is None else xp.along(axis, weights))

    return softmax


def _identity(ev: Evaluator, node: Op, _env: Env) -> Number:
    rows, cols = ev.world.size(node.shape)
    return xp.number(np.eye(rows, cols, dtype=int), ev.exact)


def _pi(ev: Evaluator, _node: Op, _env: Env) -> Number:
    return xp.as_exact([[flint.arb.pi()]]) if ev.exact else np.full((1, 1), np.pi)


def _index(ev: Evaluator, node: Op, env: Env) -> Number:
    """An entry of a compound expression; one index on a matrix takes a row, as the shape of the node says."""
    value = ev.value(node.args[0], env)
    indices = [ev.integer(i, env) for i in node.args[1:]]
    rows, cols = value.shape[-2:]
    if len(indices) == 2:
        return xp.entry(value, indices[0], indices[1])
    i = indices[0]
    if not node.args[0].shape.is_matrix:
        return xp.entry(value, i, 1) if cols == 1 else xp.entry(value, 1, i)
    if not 1 <= i <= rows:
        raise Undefined(f"row {i} of {rows}")
    row = xp.linear(lambda x: x[..., i - 1 : i, :], value)
    return row if node.shape.rows == 1 else xp.transpose(row)


def _matrix(ev: Evaluator, node: Op, env: Env) -> Number:
    rows = [a.args if isinstance(a, Op) and a.head == "row" else (a,) for a in node.args]
    return stacked([[ev.value(e, env) for e in row] for row in rows])


def _row(ev: Evaluator, node: Op, env: Env) -> Number:
    return stacked([[ev.value(e, env) for e in node.args]])


def _delta(ev: Evaluator, node: Op, env: Env) -> Number:
    if (scattered := delta_at_chance(ev, node, env)) is not None:
        return scattered
    equal = ev.integer(node.args[0], env) == ev.integer(node.args[1], env)
    return ev.constant(int(equal), node.shape)


def _expectation(ev: Evaluator, node: Op, env: Env) -> Number:
    return ev.expected(ev.value(node.args[0], env))


def _variance(ev: Evaluator, node: Op, env: Env) -> Number:
    x = ev.value(node.args[0], env)
    return covariance_of(ev, x, x, node.shape.is_matrix)


def _covariance(ev: Evaluator, node: Op, env: Env) -> Number:
    return covariance_of(ev, ev.value(node.args[0], env), ev.value(node.args[1], env), node.shape.is_matrix)


def covariance_of(ev: Evaluator, x: Number, y: Number, matrix: bool) -> Number:
    """E[(x - E x)(y - E y)], as a matrix E[.. ..^T] for vectors when a matrix is asked for."""
    left, right = xp.add(x, xp.neg(ev.expected(x))), xp.add(y, xp.neg(ev.expected(y)))
    if matrix and left.shape[-1] == 1:
        return ev.expected(xp.matmul(left, xp.transpose(right)))
    return ev.expected(xp.mul(left, right))


def _divergence(ev: Evaluator, node: Op, env: Env) -> Number:
    match node.args:
        case (Density() as p, q) if not isinstance(q, Op) or q.head != "Normal":

            def term(e: Env) -> Number:
                weight = ev.value(p, e)
                ratio = xp.elementwise("log", xp.div(weight, ev.value(q, e)))
                return xp.mul(weight, ratio)

            return ev.over_points(tuple(v for v in p.of if v not in p.given), env, term)
        case (Op("Normal", (m1, s1)), Op("Normal", (m2, s2))):
            size = max(ev.world.size(m1.shape)[0], ev.world.size(m2.shape)[0])
            values = [ev.value(n, env) for n in (m1, s1, m2, s2)]
            return _normal_divergence(ev, size, *values)
    raise CannotEvaluate("divergence of laws that are not both densities or both normal")


def _entropy(ev: Evaluator, node: Op, env: Env) -> Number:
    """Of a normal law: log det(2 pi e C) / 2."""
    match node.args:
        case (Op("Normal", (mean, cov)),):
            size = ev.world.size(mean.shape)[0]
            sigma = _full(ev, ev.value(cov, env), size)
            two = xp.number(np.full((1, 1), 2), ev.exact)
            ones = xp.number(np.full((1, 1), size), ev.exact)
            scale = xp.elementwise("log", xp.mul(two, _pi(ev, node, env)))
            twice = xp.add(xp.mul(ones, xp.add(scale, ev.constant(1, SCALAR))), xp.elementwise("log", xp.det(sigma)))
            return xp.div(twice, two)
    raise CannotEvaluate("the entropy of this law")


def _full(ev: Evaluator, cov: Number, size: int) -> Number:
    eye = xp.number(np.eye(size, dtype=int), ev.exact)
    return xp.mul(cov, eye) if cov.shape[-2:] == (1, 1) else cov


def _normal_divergence(ev: Evaluator, size: int, m1: Number, s1: Number, m2: Number, s2: Number) -> Number:
    one, two = _full(ev, s1, size), _full(ev, s2, size)
    precision, gap = xp.inverse(two), xp.add(m2, xp.neg(m1))
    gap = xp.add(gap, xp.number(np.zeros((size, 1), dtype=int), ev.exact))
    square = xp.matmul(xp.transpose(gap), xp.matmul(precision, gap))
    trace = xp.total(xp.diagonal(xp.matmul(precision, one)))
    logs = xp.elementwise("log", xp.div(xp.det(two), xp.det(one)))
    scalar = xp.number(np.full((1, 1), size), ev.exact)
    twice = xp.add(xp.add(trace, square), xp.add(logs, xp.neg(scalar)))
    return xp.div(twice, xp.number(np.full((1, 1), 2), ev.exact))


def _normal_pdf(ev: Evaluator, node: Op, env: Env) -> Number:
    x, mean, cov = (ev.value(a, env) for a in node.args)
    size = x.shape[-2] * x.shape[-1]
    sigma = _full(ev, cov, size)
    gap = xp.add(x, xp.neg(mean))
    gap = gap if gap.shape[-1] == 1 else xp.transpose(gap)
    square = xp.matmul(xp.transpose(gap), xp.matmul(xp.inverse(sigma), gap))
    two = xp.number(np.full((1, 1), 2), ev.exact)
    volume = xp.mul(xp.integer_power(xp.mul(two, _pi(ev, node, env)), size), xp.det(sigma))
    bell = xp.elementwise("exp", xp.neg(xp.div(square, two)))
    return xp.div(bell, xp.elementwise("sqrt", volume))


def _no_number(why: str) -> Rule:
    def rule(_ev: Evaluator, _node: Op, _env: Env) -> Number:
        raise CannotEvaluate(why)

    return rule


def _binomial(n: Number, k: Number) -> Number:
    below = xp.mul(xp.elementwise("factorial", k), xp.elementwise("factorial", xp.add(n, xp.neg(k))))
    return xp.div(xp.elementwise("factorial", n), below)


def _cost(ev: Evaluator, node: Op, env: Env) -> Number:
    counts = {name: value for name, value in env.items() if isinstance(value, int)}
    return xp.number(np.full((1, 1), Machine(ev.world).measured(node.args[0], node.head, counts)), ev.exact)


def _supported(ev: Evaluator, node: Op, env: Env) -> Number:
    """A density at a point of its support. Raises `Undefined` outside: what it is there is not what is claimed."""
    body, *others = node.args
    gaps = [g for g in others if not isinstance(g, Op) or not g.head.startswith(CONVENTION)]
    for gap in gaps:
        value = xp.to_float(xp.plain(ev.value(gap, env)))
        whole = node.head == "supported" or bool((value == np.round(value)).all())
        if not whole or not (value > 0 if node.head == "supported" else value >= 0).all():
            raise Undefined("a density outside of its support")
    return ev.value(body, env)


ENTRYWISE = ("exp", "log", "sqrt", "abs", "tanh", "sin", "cos", "factorial", "gamma_fn", "digamma", "erf")
MOMENTS: dict[str, Rule] = {"E": _expectation, "Var": _variance, "Cov": _covariance}


def _moment(ev: Evaluator, node: Op, env: Env) -> Number:
    if len(node.args) == 2 and isinstance(node.args[1], Op) and node.args[1].head == "given":
        return conditional(ev, node, env)
    return ev.expectation(node, env)


HEAD_VALUES: dict[str, Rule] = {
    "add": _add,
    "neg": _unary(xp.neg),
    "mul": _mul,
    "div": _binary(xp.div, "over"),
    "pow": _pow,
    "hadamard": _binary(xp.mul, "times"),
    "kron": _kron,
    "inner": _binary(_inner, "with"),
    "transpose": _unary(xp.transpose),
    **{name: _entrywise(name) for name in ENTRYWISE},
    "binom": _binary(_binomial, "over"),
    "either": _mul,
    "maximum": _maximum(1),
    "minimum": _maximum(-1),
    "indicator": _entrywise("indicator"),
    "floor": _entrywise("floor"),
    "norm": _norm,
    "norm_F": _unary(_frobenius),
    "norm_1": _unary(lambda a: xp.total(xp.elementwise("abs", a))),
    "norm_inf": _unary(_largest_entry),
    "eig_max": _unary(xp.largest_eigenvalue),
    "eig_min": _unary(lambda a: xp.neg(xp.largest_eigenvalue(xp.neg(a)))),
    "tr": _unary(lambda a: xp.total(xp.diagonal(_square(a)))),
    "det": _unary(lambda a: xp.det(_square(a))),
    "diag": _diag,
    "vec": _unary(_vec),
    "softmax": _plain_softmax,
    "softmax_row": _unary(_softmax(-1)),
    "softmax_col": _unary(_softmax(-2)),
    "identity": _identity,
    "zeros": lambda ev, node, _env: ev.constant(0, node.shape),
    "ones": lambda ev, node, _env: ev.constant(1, node.shape),
    "pi": _pi,
    **dict.fromkeys(("opaque", "opaque_number"), _no_number("a part that was not understood")),
    "infinity": _no_number("infinity has no numeric value"),
    "index": _index,
    "apply": _no_number("an application that was not resolved"),
    "matrix": _matrix,
    "row": _row,
    "delta": _delta,
    "deriv": lambda ev, node, env: ev.derivative(node, env),
    "evaluated": lambda ev, node, env: ev.evaluated(node, env),
    "differential": lambda ev, node, env: ev.differential(node, env),
    **dict.fromkeys(("E", "Var", "Cov"), _moment),
    **dict.fromkeys(CLASSES, _no_number("a class of functions is not a number")),
    **dict.fromkeys(COSTS, _cost),
    "density": _no_number("a density that was not resolved"),
    "given": _no_number("a condition is not a number"),
    "at": _no_number("a condition is not a number"),
    "KL": _divergence,
    "entropy": _entropy,
    "information": _no_number("an information that was not written out"),
    "Normal": _no_number("a distribution is not a number"),
    "supported": _supported,
    "counted": _supported,
    "beta_fn": _no_number("elaboration writes it as gamma functions"),
    "pdf": _no_number("elaboration writes it out"),
    "normal_pdf": _normal_pdf,
}
