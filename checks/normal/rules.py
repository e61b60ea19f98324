"""Rules of the index normal form: for each head, what its (i, j) entry is.

Two tables with the keys of `language.heads`: a head without a row here is undecided, never wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from hence.checks.conditions import Relation, Stated, nonzero
from hence.checks.cost.count import count
from hence.checks.model import (
    CONVENTION,
    SCALAR,
    Along,
    Between,
    Binder,
    Dim,
    Everywhere,
    Node,
    Op,
    Ref,
    Shape,
    differentiated_at,
    names_in,
    with_renamed,
)
from hence.checks.normal.calculus import derivative
from hence.checks.normal.chance_rules import CHANCE_BINDERS, CHANCE_RULES
from hence.checks.normal.common import NoRule, entry_indices, place
from hence.checks.normal.determinants import determinant_of, diagonal_of
from hence.checks.normal.integrals import UNNAMED, integrate
from hence.checks.normal.intervals import integrate_between
from hence.checks.normal.inverses import cancelled, inverse_entry
from hence.checks.normal.kinks import indicator, positive_part
from hence.checks.normal.matrix_powers import power_entry
from hence.checks.normal.norms import eigenvalue, extreme, largest_entry, operator_norm, with_last
from hence.checks.normal.places import is_within, pair_of
from hence.checks.normal.poly import ONE, ZERO, Atom, Poly, fresh_variable, number, of_atom, symbol, total
from hence.checks.normal.products import product_over
from hence.checks.normal.special import SPECIAL
from hence.checks.sizes import is_composite, same
from hence.language.heads import COSTS
from hence.language.laws import LAWS

if TYPE_CHECKING:
    from hence.checks.normal.algebra import Algebra
    from hence.checks.normal.entries import Normaliser

HALF = Fraction(1, 2)
Env = Mapping[str, Poly]
EntryRule = Callable[["Normaliser", Op, Poly, Poly, Env], Poly]


def _add(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return total(n.entry(a, i, j, env) for a in node.args)


def _neg(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return -n.entry(node.args[0], i, j, env)


def _mul(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Product of scalars and matrices: scalars multiply, neighbouring matrices are contracted."""
    scalars = [n.entry(a, ONE, ONE, env) for a in node.args if a.shape.is_scalar]
    matrices = cancelled([a for a in node.args if not a.shape.is_scalar])
    if matrices:
        scalars.append(_contract(n, matrices, i, j, env))
    return n.algebra.mul(*scalars)


def _contract(n: Normaliser, factors: list[Node], i: Poly, j: Poly, env: Env) -> Poly:
    """The entry of a product of matrices: over all the indices between neighbours at once."""
    if any(not same(a.shape.cols, b.shape.rows) for a, b in pairwise(factors)):
        raise NoRule("a product of row by column that closes before the end")

    def product(between: list[Poly]) -> Poly:
        places = pairwise((i, *between, j))
        return n.algebra.mul(*(n.entry(f, r, c, env) for f, (r, c) in zip(factors, places, strict=True)))

    across, down = [f.shape.cols for f in factors[:-1]], [f.shape.rows for f in factors[1:]]
    if across == down:
        return n.sum_over_dims(across, product)
    try:  # 1 + n and n + 1: the same number, split differently
        return n.sum_over_dims(across, product)
    except NoRule:
        return n.sum_over_dims(down, product)


def _div(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    top, bottom = node.args
    return n.algebra.mul(n.entry(top, i, j, env), n.algebra.power(n.entry(bottom, ONE, ONE, env), number(-1)))


def _pow(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base, exponent = node.args
    power = n.entry(exponent, ONE, ONE, env)
    if not base.shape.is_matrix:
        return n.algebra.power(n.entry(base, i, j, env), power)
    whole = power.integer
    if whole is None or whole == 0 or abs(whole) > 8:
        return _symbolic_power(n, base, power, i, j, env)
    if whole > 0:
        return _contract(n, [base] * whole, i, j, env)
    inverse = Op("inverse", (base,), base.shape)
    return _contract(n, [inverse] * -whole, i, j, env)


def _symbolic_power(n: Normaliser, base: Node, power: Poly, i: Poly, j: Poly, env: Env) -> Poly:
    """A power of a matrix with a symbolic exponent; of a diagonal matrix entry by entry."""
    size = n.dimension(base.shape.rows)
    if base.shape.rows != base.shape.cols or not n.algebra.facts.is_integer(power):
        raise NoRule("no rule for this matrix power yet")
    diagonal = diagonal_of(n, base, size, env)
    if diagonal is not None:
        value = n.algebra.substitute(diagonal[1], {diagonal[0]: i})
        return n.algebra.mul(n.algebra.delta(i, j), n.algebra.power(value, power))
    return power_entry(n.algebra, lambda k, m: n.entry(base, k, m, env), size, power, i, j)


def _inverse(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Entry of an inverse. Diagonal matrices are inverted entry by entry, others stay opaque."""
    base = node.args[0]
    size = n.dimension(base.shape.rows)
    match base:
        case Op("kron", (one, other)) if all(same(f.shape.rows, f.shape.cols) for f in (one, other)):
            n.used["inverse-of-kronecker-product"] = None
            inverses = tuple(Op("inverse", (factor,), factor.shape) for factor in (one, other))
            return n.entry(Op("kron", inverses, base.shape), i, j, env)
    if is_composite(base.shape.rows):
        raise NoRule("no rule for the inverse of this block matrix")
    found = diagonal_of(n, base, size, env)
    if found is not None:
        n.used["diagonal-inverse"] = None
        row, diagonal = found
        value = n.algebra.substitute(diagonal, {row: i})
        if not n.algebra.facts.positive(diagonal):
            n.algebra.need(nonzero(diagonal, row))
        return n.algebra.mul(n.algebra.delta(i, j), n.algebra.power(value, number(-1)))
    n.used["inverse"] = None
    return inverse_entry(n.algebra, lambda k, m: n.entry(base, k, m, env), size, i, j)


def _transpose(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.entry(node.args[0], j, i, env)


def _hadamard(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.mul(*(n.entry(a, i, j, env) for a in node.args))


def _inner(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    a, b = node.args
    return _entrywise_sum(n, a.shape, lambda r, c: n.algebra.mul(n.entry(a, r, c, env), n.entry(b, r, c, env)))


def _entrywise_sum(n: Normaliser, shape: Shape, body: Callable[[Poly, Poly], Poly]) -> Poly:
    return n.sum_over_dim(shape.rows, lambda r: n.sum_over_dim(shape.cols, lambda c: body(r, c)))


def _norm(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base = node.args[0]
    if node.head == "norm" and base.shape.is_matrix:
        return operator_norm(n, base, env)
    squares = _entrywise_sum(n, base.shape, lambda r, c: n.algebra.power(n.entry(base, r, c, env), number(2)))
    return n.algebra.power(squares, number(HALF))


def _norm_1(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base = node.args[0]
    return _entrywise_sum(n, base.shape, lambda r, c: n.algebra.absolute(n.entry(base, r, c, env)))


def _norm_inf(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return largest_entry(n, node.args[0], env)


def _eigenvalue(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return eigenvalue(n, node, env)


def _exp(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.exp(n.entry(node.args[0], i, j, env))


def _log(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.log(n.entry(node.args[0], i, j, env))


def _sqrt(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.power(n.entry(node.args[0], i, j, env), number(HALF))


def _abs(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.absolute(n.entry(node.args[0], i, j, env))


def _maximum(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """max(a, b) = b + max(a - b, 0), and min(a, b) = -max(-a, -b)."""
    sign = Fraction(1 if node.head == "maximum" else -1)
    result, *others = (n.entry(a, i, j, env).scaled(sign) for a in node.args)
    for other in others:
        longer = with_last(n.algebra, result, other)
        longer = with_last(n.algebra, other, result) if longer is None else longer
        result = result + positive_part(n.algebra, other - result) if longer is None else longer
    return result.scaled(sign)


def _indicator(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return indicator(n.algebra, n.entry(node.args[0], i, j, env))


def _floor(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Of a number its whole part; a whole number that is added stands outside."""
    inner = n.entry(node.args[0], i, j, env)
    if (value := inner.constant) is not None:
        return number(math.floor(value))
    constant = sum((c for mono, c in inner.terms if not mono.sums and not mono.factors), Fraction(0))
    rest = inner - number(math.floor(constant))
    return of_atom(Atom("fn", "floor", (rest,))) + number(math.floor(constant))


def _tanh(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """tanh x = (1 - e^{-2x}) / (1 + e^{-2x})."""
    decay = n.algebra.exp(n.entry(node.args[0], i, j, env).scaled(Fraction(-2)))
    return n.algebra.mul(ONE - decay, n.algebra.power(ONE + decay, number(-1)))


def _factorial(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    argument = n.entry(node.args[0], i, j, env)
    if not any(name[0] in "%~?@" for name in argument.names):  # else it is for the sum around it to stay in range
        n.algebra.need_order(ZERO, argument)
    return n.algebra.factorial(argument)


def _supported(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """The formula of a density, at a point of its support: where it lies is listed."""
    body, *others = node.args
    gaps = [g for g in others if not isinstance(g, Op) or not g.head.startswith(CONVENTION)]
    for gap in gaps:
        value = n.entry(gap, ONE, ONE, env)
        inside = any(name[0] in "%~?@" for name in value.names)  # of a variable of ours: it stays in its range
        if inside:
            continue
        if node.head == "counted":
            n.algebra.need_order(ZERO, value)
        else:
            n.algebra.need(Relation(value, ">", ZERO))
    for said in (g for g in others if g not in gaps and isinstance(g, Op)):
        n.algebra.need(Stated(LAWS[said.head.removeprefix(CONVENTION)].convention))
    n.used["density-in-its-support"] = None
    return n.entry(body, i, j, env)


def _special_function(rule: Callable[[Algebra, Poly], Poly]) -> EntryRule:
    return lambda n, node, i, j, env: rule(n.algebra, n.entry(node.args[0], i, j, env))


def _wave(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.wave(node.head, n.entry(node.args[0], i, j, env))


def _trace(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base = node.args[0]
    return n.sum_over_dim(base.shape.rows, lambda k: n.entry(base, k, k, env))


def _diag(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base = node.args[0]
    if base.shape.is_matrix:
        return n.entry(base, i, i, env)
    value = n.entry(base, i, ONE, env) if base.shape.is_vector else n.entry(base, ONE, i, env)
    return n.algebra.mul(n.algebra.delta(i, j), value)


def _kron(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """(A \\otimes B) at the pairs (i, k), (j, l) is A_{ij} B_{kl}."""
    a, b = node.args
    facts = n.algebra.facts
    (i1, i2), (j1, j2) = (
        pair_of(facts, i, a.shape.rows, b.shape.rows),
        pair_of(facts, j, a.shape.cols, b.shape.cols),
    )
    n.used["definition of the Kronecker product"] = None
    return n.algebra.mul(n.entry(a, i1, j1, env), n.entry(b, i2, j2, env))


def _vec(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Column after column: the pair (column, row)."""
    base = node.args[0]
    column, row = pair_of(n.algebra.facts, i, base.shape.cols, base.shape.rows)
    n.used["definition of vec"] = None
    return n.entry(base, row, column, env)


def _softmax(along: str) -> Callable[[Normaliser, Op, Poly, Poly, Env], Poly]:
    def rule(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
        base = node.args[0]
        across_columns = along == "row" or (along == "" and base.shape.cols != 1)  # of a matrix: row by row
        power = n.algebra.exp(n.entry(base, i, j, env))
        dim = base.shape.cols if across_columns else base.shape.rows
        whole = n.sum_over_dim(
            dim,
            lambda k: n.algebra.exp(n.entry(base, i, k, env) if across_columns else n.entry(base, k, j, env)),
        )
        n.used["definition of softmax"] = None
        return n.algebra.mul(power, n.algebra.power(whole, number(-1)))

    return rule


def _identity(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.delta(i, j)


def _constant(value: Poly) -> Callable[[Normaliser, Op, Poly, Poly, Env], Poly]:
    return lambda n, node, i, j, env: value


def _index(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """An entry (or, with one index, a row) of any expression."""
    base, *indices = node.args
    values = [n.entry(k, ONE, ONE, env) for k in indices]
    if len(values) == 2:
        return n.entry(base, values[0], values[1], env)
    if base.shape.is_matrix:
        return n.entry(base, values[0], i, env)
    return n.entry(base, values[0], ONE, env) if base.shape.is_vector else n.entry(base, ONE, values[0], env)


def _delta(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    a, b = (n.entry(x, ONE, ONE, env) for x in node.args)
    return n.algebra.delta(a, b)


def _matrix(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Entry of an explicit matrix, at symbolic indices through deltas; of a block matrix, that of its block."""
    grid = [row.args for row in node.args if isinstance(row, Op)]
    heights = [row.shape.rows for row in node.args]
    widths = [cell.shape.cols for cell in grid[0]]
    if all(size == 1 for size in (*heights, *widths)):
        return _small_matrix(n, grid, i, j, env)
    (r, row), (c, column) = _block(n, heights, i), _block(n, widths, j)
    n.used["blocks"] = None
    return n.entry(grid[r][c], row, column, env)


def _small_matrix(n: Normaliser, grid: list[tuple[Node, ...]], i: Poly, j: Poly, env: Env) -> Poly:
    pieces = []
    for r, row in enumerate(grid, 1):
        for c, cell in enumerate(row, 1):
            choose = n.algebra.mul(n.algebra.delta(i, number(r)), n.algebra.delta(j, number(c)))
            pieces.append(n.algebra.mul(choose, n.entry(cell, ONE, ONE, env)))
    return total(pieces)


def _block(n: Normaliser, sizes: list[Dim], index: Poly) -> tuple[int, Poly]:
    """The block that an index falls into, and the index inside of it. Raises NoRule where that is open."""
    offset = ZERO
    for number_, size in enumerate(sizes):
        if is_within(n.algebra.facts, index - offset, size):
            return number_, index - offset
        offset = offset + n.dimension(size)
    raise NoRule("an index of a block matrix that may fall into several blocks")


def _derivative(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """A gradient has the shape of its variable; a Jacobian has a row for each entry of the function."""
    function, variable = node.args
    n.used["derivative"] = None
    if not isinstance(variable, Ref):
        return _derivative_at_point(n, node, i, j, env)
    if variable.name in env:
        return _derivative_by_parameter(n, function, variable.name, i, env)
    member = tuple(n.entry(k, ONE, ONE, env) for k in variable.indices)
    row, column = (i, j) if function.shape.is_scalar else (j, ONE)
    target = (*member, *entry_indices(variable.shape, row, column))
    chosen = member if variable.shape != SCALAR or not _is_entry(n, variable) else member[:-1]
    with n.frozen_symbol(variable.name, chosen):
        value = n.entry(function, i, ONE, env)
    hidden = n.hiding(value, variable.name, chosen)
    if hidden:
        raise NoRule(f"{hidden} depends on {variable.name} through its recurrence")
    unmentioned = variable.name not in value.names | names_in(function)
    if unmentioned and variable.name in n.setting.definitions:
        raise NoRule(f"derivative by {variable.name}, which is itself defined")
    return n.thawed(derivative(n.algebra, value, variable.name, target), variable.name)


def _differential(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """df = sum over the variables, and their entries, of df/dx dx."""
    body, *pairs = node.args
    n.used["differential"] = None
    pieces = []
    for variable, moved in zip(pairs[::2], pairs[1::2], strict=True):
        assert isinstance(variable, Ref)
        with n.frozen_symbol(variable.name, ()):
            value = n.entry(body, i, j, env)
        if hidden := n.hiding(value, variable.name, ()):
            raise NoRule(f"{hidden} depends on {variable.name} through its recurrence")
        pieces.append(_along(n, value, variable, moved, env))
    return total(pieces)


def _along(n: Normaliser, value: Poly, variable: Ref, moved: Node, env: Env) -> Poly:
    def part(r: Poly, c: Poly) -> Poly:
        slope = derivative(n.algebra, value, variable.name, entry_indices(variable.shape, r, c))
        return n.algebra.mul(slope, n.entry(moved, r, c, env))

    return _entrywise_sum(n, variable.shape, part)


def _evaluated(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    body, variable, value = node.args
    assert isinstance(variable, Ref)

    def there(poly: Poly) -> Poly:
        return n.algebra.replace_symbol(poly, variable.name, lambda at: n.entry(value, *place(value.shape, at), env))

    with n.algebra.with_value(variable.name, there):
        whole = n.entry(body, i, j, env)
    if hidden := n.hiding(whole, variable.name, ()):
        raise NoRule(f"{hidden} depends on {variable.name}")
    return there(whole)


def _is_entry(n: Normaliser, variable: Ref) -> bool:
    known = n.setting.symbols.get(variable.name)
    return known is not None and len(variable.indices) > known.family


def _derivative_at_point(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """The gradient of f at u: by a variable of its own, which then takes the value u. Raises NoRule."""
    function, point = node.args
    variable = Ref(f"point#{fresh_variable()[1:]}", (), point.shape)
    inside = differentiated_at(function, point, variable)
    if inside is None:
        raise NoRule("derivative by something that is not a symbol")

    def there(poly: Poly) -> Poly:
        return n.algebra.replace_symbol(poly, variable.name, lambda at: n.entry(point, *place(point.shape, at), env))

    with n.algebra.with_value(variable.name, there):
        value = n.entry(Op("deriv", (inside, variable), node.shape), i, j, env)
    return there(value)


def _derivative_by_parameter(n: Normaliser, function: Node, name: str, i: Poly, env: Env) -> Poly:
    """By a scalar parameter of a definition, at the value that it has here."""
    variable = fresh_variable()

    def here(poly: Poly) -> Poly:
        return n.algebra.substitute(poly, {variable: env[name]})

    with n.algebra.with_value(variable, here):
        value = n.entry(function, i, ONE, {**env, name: symbol(variable)})
        slope = derivative(n.algebra, value, variable, ())
    return here(slope)


def _sum(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if not isinstance(node.over, Between):
        raise NoRule("a sum over an unknown range")
    low, high = (n.entry(b, ONE, ONE, env) for b in (node.over.low, node.over.high))
    unless = [n.entry(u, ONE, ONE, env) for u in node.over.unless]
    variable = fresh_variable()
    n.algebra.facts.ranges[variable] = high
    if low.integer is not None:
        n.algebra.facts.least[variable] = low.integer
    body = n.entry(node.body, i, j, {**env, node.var: symbol(variable)})
    return n.algebra.sum_over(variable, low, high, body, unless)


def _lines(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    """Row i of a matrix given row by row, column j of one given column by column."""
    if node.head == "rows":
        return n.entry(node.body, ONE, j, {**env, node.var: i})
    return n.entry(node.body, i, ONE, {**env, node.var: j})


def _prod(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if not isinstance(node.over, Between) or node.over.unless:
        raise NoRule("a product over an unknown range")
    if not node.body.shape.is_scalar:
        raise NoRule("no rule for products of matrices yet")
    low, high = (n.entry(b, ONE, ONE, env) for b in (node.over.low, node.over.high))
    variable = fresh_variable()
    n.algebra.facts.ranges[variable] = high
    body = n.entry(node.body, i, j, {**env, node.var: symbol(variable)})
    return product_over(n.algebra, variable, low, high, body)


def _integral(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if isinstance(node.over, Along):
        return integrate_between(n, node.var, node.over, node.body, env)
    if not isinstance(node.over, Everywhere):
        raise NoRule("no rule for integrals over this set yet")
    variable, body = node.var, n.entry(node.body, i, j, env)
    if "#" in variable:  # its name does not matter: it gets one that nothing inside binds
        variable = f"{UNNAMED}{body.height}"
        body = n.entry(with_renamed(node.body, node.var, variable), i, j, env)
    return integrate(n, variable, node.over.shape, body)


def _limit(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    from hence.checks.limits.rule import limit_entry

    return limit_entry(n, node, i, j, env)


def _cost(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    n.used["counting"] = None
    return n.entry(count(n.setting, node.args[0], node.head), ONE, ONE, env)


BinderRule = Callable[["Normaliser", Binder, Poly, Poly, Env], Poly]

ENTRY_RULES: dict[str, EntryRule] = {
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "inverse": _inverse,
    "hadamard": _hadamard,
    "inner": _inner,
    "transpose": _transpose,
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "abs": _abs,
    "tanh": _tanh,
    "factorial": _factorial,
    "supported": _supported,
    "counted": _supported,
    **{name: _special_function(rule) for name, rule in SPECIAL.items()},
    "maximum": _maximum,
    "minimum": _maximum,
    "floor": _floor,
    "indicator": _indicator,
    "sin": _wave,
    "cos": _wave,
    "norm": _norm,
    "norm_F": _norm,
    "norm_1": _norm_1,
    "norm_inf": _norm_inf,
    "eig_max": _eigenvalue,
    "eig_min": _eigenvalue,
    "tr": _trace,
    "det": determinant_of,
    "diag": _diag,
    "kron": _kron,
    "vec": _vec,
    "softmax": _softmax(""),
    "softmax_row": _softmax("row"),
    "softmax_col": _softmax("col"),
    "identity": _identity,
    "zeros": _constant(ZERO),
    "ones": _constant(ONE),
    "pi": _constant(of_atom(Atom("pi"))),
    "index": _index,
    "delta": _delta,
    "matrix": _matrix,
    "deriv": _derivative,
    "differential": _differential,
    "evaluated": _evaluated,
    **dict.fromkeys(COSTS, _cost),
    **CHANCE_RULES,
}


def _optimum(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    return extreme(n, node, env)


BINDER_RULES: dict[str, BinderRule] = {
    **dict.fromkeys(("min", "max", "inf", "sup", "argmin", "argmax"), _optimum),
    "lim": _limit,
    "sum": _sum,
    "prod": _prod,
    "rows": _lines,
    "columns": _lines,
    "integral": _integral,
    **CHANCE_BINDERS,
}
