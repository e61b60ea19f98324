"""Arrays of numbers in three arithmetics, and the primitives on which all heads are built.

A value is an ndarray of shape (..., rows, columns). Leading axes are *slots*, counted from the right:
slot j stands at axis -(3 + j). A slot carries the sample space of a random symbol, the points of an
integral or the directions of a derivative, so broadcasting does the bookkeeping.

* `float64` arrays search;
* object arrays of `fmpq` (rational operations) and `arb` (balls, once exp, log, pi ... occur) decide;
* `Dual` carries a derivative along either of them, exactly, by forward differentiation. Duals nest.

Where a primitive is not defined at the given numbers it raises `Undefined`; where this engine cannot
compute it, `CannotEvaluate`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import flint
import numpy as np
from hence.checks.numeric.scalars import (
    EXACT,
    EXACT_DIVIDE,
    FLOATS,
    LARGEST_POWER,
    ROUNDED,
    Array,
    CannotEvaluate,
    Exact,
    NotExact,
    Undefined,
    rational,
    root,
)

__all__ = ["Array", "CannotEvaluate", "Exact", "NotExact", "Undefined", "rational"]  # of `scalars`, passed on

MOST_ATOMS, MOST_ATOMS_EXACT = 1_000_000, 20_000
TOO_LARGE = "a sample space that is too large"
MOST_ENTRIES = 20_000  # of an array of exact numbers, each of which is an object
MOST_PRODUCTS = 300_000  # of exact numbers, in one product of matrices: numpy hears no clock meanwhile


class Dual:
    """A value and its derivative along the slot opened by one `deriv`. Outer derivatives have lower levels."""

    __slots__ = ("level", "primal", "tangent")

    def __init__(self, level: int, primal: Number, tangent: Number) -> None:
        self.level, self.primal, self.tangent = level, primal, tangent

    @property
    def shape(self) -> tuple[int, ...]:
        return self.primal.shape


Number: TypeAlias = "Array | Dual"


def plain(value: Number) -> Array:
    """The array below all duals."""
    while isinstance(value, Dual):
        value = value.primal
    return value


def to_float(array: Array) -> Array:
    """The nearest floats. Never fails; balls become their midpoints."""
    return np.asarray(_FLOAT(array), dtype=np.float64) if array.dtype.hasobject else array


def float_of(x: Exact | float) -> float:
    return float(x) if isinstance(x, flint.arb | float) else int(x.p) / int(x.q)


_FLOAT = np.frompyfunc(float_of, 1, 1)


def as_exact(entries: Sequence[Sequence[Any]]) -> Array:
    """A matrix of exact numbers, also when its entries look like sequences to numpy."""
    array = np.empty((len(entries), len(entries[0])), dtype=object)
    for i, row in enumerate(entries):
        for j, entry in enumerate(row):
            array[i, j] = entry
    return array


@lru_cache(maxsize=1024)  # the numbers in a formula are asked for at every instance
def fixed(numerator: int, denominator: int, exact: bool) -> Array:
    """A number as a 1 x 1 matrix, which nobody may change."""
    value = Fraction(numerator, denominator)
    made = np.full((1, 1), rational(value) if exact else float(value), dtype=object if exact else float)
    made.setflags(write=False)
    return made


# Primitives ------------------------------------------------------------------------------------------


def _is_exact(a: Array, b: Array) -> bool:
    """Whether there are exact numbers among the entries; `==` of kinds of entries is slow."""
    return bool(a.dtype.hasobject or b.dtype.hasobject)


def _level(a: Number, b: Number) -> int:
    """The innermost derivative that one of two values has; 0 for plain arrays, which most are."""
    if not isinstance(a, Dual) and not isinstance(b, Dual):
        return 0
    one = a.level if isinstance(a, Dual) else 0
    two = b.level if isinstance(b, Dual) else 0
    return max(one, two)


def split(value: Number, level: int) -> tuple[Number, Number | None]:
    """Value and derivative at a level; the derivative of a constant is None."""
    if isinstance(value, Dual) and value.level == level:
        return value.primal, value.tangent
    return value, None


def _plus(a: Number | None, b: Number | None) -> Number:
    if a is None or b is None:
        found = b if a is None else a
        assert found is not None
        return found
    return add(a, b)


def _check_size(a: Array, b: Array) -> None:
    """Raises `Undefined` where two sample spaces together become too large."""
    if a.ndim > 2 and b.ndim > 2:
        size = math.prod(np.broadcast_shapes(a.shape[:-2], b.shape[:-2]))
        if size > (MOST_ATOMS_EXACT if a.dtype.hasobject else MOST_ATOMS):
            raise Undefined(TOO_LARGE)


def add(a: Number, b: Number) -> Number:
    if not (isinstance(a, Dual) or isinstance(b, Dual)):
        if a.ndim > 2:
            _check_size(a, b)
        return a + b
    level = _level(a, b)
    (pa, ta), (pb, tb) = split(a, level), split(b, level)
    return Dual(level, add(pa, pb), _plus(ta, tb))


def linear(f: Callable[[Array], Array], a: Number) -> Number:
    """Apply a linear map that acts alike on a value and on its derivative."""
    if isinstance(a, Dual):
        return Dual(a.level, linear(f, a.primal), linear(f, a.tangent))
    return f(a)


def neg(a: Number) -> Number:
    return linear(np.negative, a)


def _bilinear(product: Callable[[Number, Number], Number], raw: Callable[[Array, Array], Array]) -> Exact:
    def apply(a: Number, b: Number) -> Number:
        if not (isinstance(a, Dual) or isinstance(b, Dual)):
            if a.ndim > 2:
                _check_size(a, b)
            return raw(a, b)
        level = _level(a, b)
        (pa, ta), (pb, tb) = split(a, level), split(b, level)
        left = None if ta is None else product(ta, pb)
        right = None if tb is None else product(pa, tb)
        return Dual(level, product(pa, pb), _plus(left, right))

    return apply


def mul(a: Number, b: Number) -> Number:
    """Entry by entry, with broadcasting."""
    return _MUL(a, b)  # type: ignore[no-any-return]


def matmul(a: Number, b: Number) -> Number:
    if a.shape[-1] != b.shape[-2]:
        raise CannotEvaluate(f"shapes do not fit: {a.shape[-2:]} times {b.shape[-2:]}")
    return _MATMUL(a, b)  # type: ignore[no-any-return]


def _raw_matmul(a: Array, b: Array) -> Array:
    """The product of matrices along all slots; for many small float matrices not one by one, which is slow."""
    if _is_exact(a, b) and a.size * b.shape[-1] > MOST_PRODUCTS:
        raise CannotEvaluate("matrices that are too large to multiply exactly")
    if a.ndim == b.ndim == 2 or _is_exact(a, b):
        return a @ b
    if b.ndim == 2:
        return (a.reshape(-1, a.shape[-1]) @ b).reshape(*a.shape[:-1], b.shape[-1])
    if a.ndim == 2 and b.shape[-1] == 1:
        columns = b.reshape(-1, b.shape[-2]) @ a.T
        return columns.reshape(*b.shape[:-2], a.shape[0], 1)
    if a.shape[-2] == b.shape[-1] == 1:
        return np.asarray(np.einsum("...k,...k->...", a[..., 0, :], b[..., 0])[..., None, None])
    return a @ b


_MUL = _bilinear(mul, operator.mul)
_MATMUL = _bilinear(matmul, _raw_matmul)


def div(a: Number, b: Number) -> Number:
    """Entry by entry. Raises `Undefined` where b is zero."""
    level = _level(a, b)
    if level == 0:
        return _raw_divide(a, b)  # type: ignore[arg-type]
    (pa, ta), (pb, tb) = split(a, level), split(b, level)
    quotient = div(pa, pb)
    left = None if ta is None else div(ta, pb)
    right = None if tb is None else neg(div(mul(quotient, tb), pb))
    return Dual(level, quotient, _plus(left, right))


def _raw_divide(a: Array, b: Array) -> Array:
    if _is_exact(a, b):
        return EXACT_DIVIDE(a, b)
    if not b.all():
        raise Undefined("division by zero")
    return a / b


def elementwise(name: str, a: Number) -> Number:
    """exp, log, sqrt, abs, tanh, sin, cos of every entry. Raises `Undefined` outside the domain."""
    if isinstance(a, Dual):
        if name not in _SLOPE:
            raise CannotEvaluate(f"a derivative of a {name}")
        value = elementwise(name, a.primal)
        return Dual(a.level, value, _SLOPE[name](a.primal, value, a.tangent))
    return (EXACT if a.dtype.hasobject else FLOATS)[name](a)


_SLOPE: dict[str, Callable[[Number, Number, Number], Number]] = {
    "exp": lambda _x, y, t: mul(t, y),
    "log": lambda x, _y, t: div(t, x),
    "sqrt": lambda _x, y, t: div(t, add(y, y)),
    "abs": lambda x, _y, t: mul(t, elementwise("sign", x)),
    "tanh": lambda _x, y, t: add(t, neg(mul(t, mul(y, y)))),
    "sin": lambda x, _y, t: mul(t, elementwise("cos", x)),
    "cos": lambda x, _y, t: neg(mul(t, elementwise("sin", x))),
    "gamma_fn": lambda x, y, t: mul(t, mul(y, elementwise("digamma", x))),
    "erf": lambda x, _y, t: mul(t, elementwise("bell", x)),
    "bell": lambda x, y, t: neg(mul(t, mul(add(x, x), y))),
    "sign": lambda _x, y, t: mul(t, add(y, neg(y))),
    "floor": lambda _x, y, t: mul(t, add(y, neg(y))),
    "indicator": lambda x, _y, t: mul(t, add(elementwise("sign", x), neg(elementwise("sign", x)))),  # none at 0
}


def transpose(a: Number) -> Number:
    return linear(lambda x: np.swapaxes(x, -1, -2), a)


def total(a: Number) -> Number:
    """The sum of all entries, as a scalar."""
    return linear(lambda x: x.sum(axis=(-1, -2), keepdims=True), a)


def along(axis: int, a: Number) -> Number:
    """Sums of the rows (axis -1) or columns (axis -2)."""
    return linear(lambda x: x.sum(axis=axis, keepdims=True), a)


def entry(a: Number, i: int, j: int) -> Number:
    """Entry (i, j), counted from 1. Raises `Undefined` outside."""
    if not (1 <= i <= a.shape[-2] and 1 <= j <= a.shape[-1]):
        raise Undefined(f"entry ({i}, {j}) of a {a.shape[-2]} x {a.shape[-1]} matrix")
    return linear(lambda x: x[..., i - 1 : i, j - 1 : j], a)


def diagonal(a: Number) -> Number:
    """The diagonal as a column."""
    return linear(lambda x: np.diagonal(x, axis1=-2, axis2=-1)[..., None], a)


def spread(a: Number) -> Number:
    """The diagonal matrix of a vector."""

    def f(x: Array) -> Array:
        n = x.shape[-1] * x.shape[-2]
        return x.reshape(*x.shape[:-2], n, 1) * like(np.eye(n, dtype=int), x)

    return linear(f, a)


def like(integers: Array, model: Array) -> Array:
    """An array of integers in the arithmetic of the model."""
    return number(integers, model.dtype.hasobject)


_TO_EXACT = np.frompyfunc(lambda i: flint.fmpq(int(i)), 1, 1)


def number(integers: Array, exact: bool) -> Array:
    return _TO_EXACT(integers) if exact else integers.astype(np.float64)


def inverse(a: Number) -> Number:
    """Of a square matrix. Raises `Undefined` where it is singular."""
    if isinstance(a, Dual):
        value = inverse(a.primal)
        return Dual(a.level, value, neg(matmul(matmul(value, a.tangent), value)))
    if a.shape[-1] != a.shape[-2]:
        raise CannotEvaluate("inverse of a matrix that is not square")
    return _per_matrix(_exact_inverse, a) if a.dtype.hasobject else _float_inverse(a)


def _float_inverse(a: Array) -> Array:
    try:
        if np.any(np.linalg.cond(a) > 1e9):
            raise Undefined("inverse of a matrix that is (almost) singular")
        return np.linalg.inv(a)
    except np.linalg.LinAlgError as error:
        raise Undefined("inverse of a singular matrix") from error


def det(a: Number) -> Number:
    if isinstance(a, Dual):
        value = det(a.primal)
        trace = total(diagonal(matmul(inverse(a.primal), a.tangent)))
        return Dual(a.level, value, mul(value, trace))
    if not a.dtype.hasobject:
        return np.asarray(np.linalg.det(a))[..., None, None]
    return _per_matrix(_exact_det, a)


def _per_matrix(f: Callable[[Array], Array], a: Array) -> Array:
    flat = [f(m) for m in a.reshape(-1, *a.shape[-2:])]
    out = np.empty((len(flat), *flat[0].shape), dtype=object)
    for k, m in enumerate(flat):
        out[k] = m
    return out.reshape(*a.shape[:-2], *flat[0].shape)


def flint_matrix(a: Array) -> Exact:
    """As a matrix of flint, rational if all entries are."""
    exact = all(isinstance(x, flint.fmpq) for x in a.flat)
    return (flint.fmpq_mat if exact else flint.arb_mat)(a.shape[0], a.shape[1], list(a.flat))


def from_flint(m: Exact) -> Array:
    return as_exact([[m[i, j] for j in range(m.ncols())] for i in range(m.nrows())])


def _exact_inverse(a: Array) -> Array:
    try:
        return from_flint(flint_matrix(a).inv())
    except ZeroDivisionError as error:
        raise Undefined("inverse of a singular matrix") from error


def _exact_det(a: Array) -> Array:
    return as_exact([[flint_matrix(a).det()]])


def operator_norm(a: Number) -> Number:
    """The largest singular value. Not differentiable here."""
    if isinstance(a, Dual):
        raise CannotEvaluate("derivative of an operator norm")
    if not a.dtype.hasobject:
        return np.linalg.norm(a, ord=2, axis=(-2, -1), keepdims=True)  # type: ignore[no-any-return]
    return _per_matrix(_exact_operator_norm, a)


def _exact_operator_norm(a: Array) -> Array:
    gram = flint_matrix(a.T @ a if a.shape[0] >= a.shape[1] else a @ a.T)
    if gram.nrows() == 1:
        return as_exact([[root(gram[0, 0])]])
    return as_exact([[root(_top_eigenvalue(gram))]])


def largest_eigenvalue(a: Number) -> Number:
    """Of a symmetric matrix. Raises `CannotEvaluate` for any other, and under a derivative."""
    if isinstance(a, Dual):
        raise CannotEvaluate("derivative of an eigenvalue")
    if not a.dtype.hasobject:
        if not np.allclose(a, np.swapaxes(a, -1, -2)):
            raise CannotEvaluate("an extreme eigenvalue of a matrix that is not symmetric")
        return np.linalg.eigvalsh(a)[..., -1:, None]
    return _per_matrix(_exact_largest_eigenvalue, a)


def _exact_largest_eigenvalue(a: Array) -> Array:
    if any(x != y for x, y in zip(a.flat, a.T.flat, strict=True)):
        raise CannotEvaluate("an extreme eigenvalue of a matrix that is not symmetric for sure")
    return as_exact([[a[0, 0]]]) if a.shape == (1, 1) else as_exact([[_top_eigenvalue(flint_matrix(a))]])


def _top_eigenvalue(gram: flint.fmpq_mat | flint.arb_mat) -> flint.arb:
    """The largest eigenvalue of a symmetric matrix, as a ball."""
    try:
        values = [z.real for z in flint.acb_mat(flint.arb_mat(gram)).eig(multiple=True)]
    except ValueError as error:
        if not isinstance(gram, flint.fmpq_mat):
            raise CannotEvaluate("eigenvalues could not be isolated") from error
        roots: Any = gram.charpoly().complex_roots()  # with multiplicities, which the type stubs do not know
        values = [root.real for root, _ in roots]
    top: flint.arb = values[0]
    for value in values[1:]:
        top = top.max(value)
    return top


def larger(a: Number, b: Number) -> Number:
    """Entry by entry. Raises `CannotEvaluate` under a derivative."""
    if isinstance(a, Dual) or isinstance(b, Dual):
        raise CannotEvaluate("derivative of a maximum")
    if not (a.dtype.hasobject and b.dtype.hasobject):
        return np.maximum(a, b)
    return np.frompyfunc(_larger, 2, 1)(a, b)


def _larger(x: Exact, y: Exact) -> Exact:
    """Of two balls that overlap, one that holds the larger number whichever it is."""
    balls = isinstance(x, flint.arb) or isinstance(y, flint.arb)
    return flint.arb(x).max(flint.arb(y)) if balls else max(x, y)


def smaller(a: Number, b: Number) -> Number:
    return neg(larger(neg(a), neg(b)))


def integer_power(a: Number, exponent: int) -> Number:
    """a^k entry by entry; 0^0 = 1. Raises `Undefined` at 0 with k < 0."""
    if exponent == 0:
        return _one_like(a)
    base = a if exponent > 0 else div(_one_like(a), a)
    return _repeated(mul, base, abs(exponent))


def matrix_power(a: Number, exponent: int) -> Number:
    """A^k as a matrix. Raises `Undefined` for a singular A with k < 0."""
    if exponent == 0:
        base = plain(a)
        return like(np.eye(base.shape[-1], dtype=int), base)
    return _repeated(matmul, a if exponent > 0 else inverse(a), abs(exponent))


def _repeated(product: Callable[[Number, Number], Number], base: Number, exponent: int) -> Number:
    if exponent > LARGEST_POWER:
        raise CannotEvaluate(f"exponent {exponent} is too large")
    result: Number | None = None
    while exponent:
        if exponent & 1:
            result = base if result is None else _rounded(product(result, base))
        exponent >>= 1
        if exponent:
            base = _rounded(product(base, base))
    assert result is not None
    return result


def _rounded(a: Number) -> Number:
    """Balls in place of fractions that have grown too long."""
    if isinstance(a, Dual):
        return Dual(a.level, _rounded(a.primal), _rounded(a.tangent))
    return np.asarray(ROUNDED(a), dtype=object) if a.dtype.hasobject else a


def _one_like(a: Number) -> Array:
    base = plain(a)
    return like(np.ones(base.shape, dtype=int), base)


# Slots -----------------------------------------------------------------------------------------------


def on_slot(array: Array, slot: int) -> Array:
    """An array whose first axis becomes the given slot: (k, rows, cols) -> (k, 1, ..., 1, rows, cols)."""
    return array.reshape(array.shape[0], *(1,) * slot, *array.shape[1:])


def depends_on(a: Number, slot: int) -> bool:
    if isinstance(a, Dual):
        return depends_on(a.primal, slot) or depends_on(a.tangent, slot)
    return a.ndim > 2 + slot and a.shape[-3 - slot] > 1


def contract(a: Number, slot: int, weights: Array) -> Number:
    """The weighted sum over a slot, which keeps its place with length 1."""
    column = weights.reshape(weights.shape[0], *(1,) * (slot + 2))

    def f(x: Array) -> Array:
        if x.ndim <= 2 + slot or x.shape[-3 - slot] == 1:
            return x * column.sum()  # type: ignore[no-any-return]
        return _trim((x * column).sum(axis=x.ndim - 3 - slot, keepdims=True))

    return linear(f, a)


def _trim(x: Array) -> Array:
    while x.ndim > 2 and x.shape[0] == 1:
        x = x[0]
    return x
