"""From elaborated nodes to normal forms, entry by entry.

`entry(node, i, j)` is the normal form of the (i, j) entry of a node. Definitions are unfolded on the
way; a recurrence only down to the index that the strategy asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from checks.model import Between, Binder, Call, Definition, Density, Dim, Drawn, Everywhere, Lit, Node, Op, Ref, Setting
from checks.model import Shape, names_in
from checks.normal.algebra import Algebra, bind
from checks.normal.expectation import Expectation
from checks.normal.integrals import integrate
from checks.normal.poly import ONE, ZERO, Atom, Poly, fresh_variable, number, of_atom, symbol, total

HALF = Fraction(1, 2)
DEEPEST_RECURRENCE = 40


class NoRule(Exception):
    """The normal form has no rule for this construct yet: the step is unknown, not false."""


@dataclass
class Unfolding:
    """How far recurrences are unfolded: down to, and not including, these indices.

    `hypothesis` maps a sequence to its value at the lowest index (an induction hypothesis or a
    closed form proved earlier), as a function of the entry indices.
    """

    floors: dict[str, Poly] = field(default_factory=dict)
    closed: dict[str, Definition] = field(default_factory=dict)
    at: dict[str, Poly] = field(default_factory=dict)  # closed forms hold at this index only; absent: everywhere


class Normaliser:
    def __init__(self, setting: Setting, algebra: Algebra, unfolding: Unfolding | None = None) -> None:
        self.setting = setting
        self.algebra = algebra
        self.unfolding = unfolding or Unfolding()
        self.used: dict[str, None] = {}  # rules and definitions that took part
        self.depth = 0

    # entry points ---------------------------------------------------------------------------------

    def scalar(self, node: Node) -> Poly:
        """Normal form of a scalar node. Raises NoRule."""
        return self.entry(node, ONE, ONE, {})

    def entry(self, node: Node, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        """Normal form of the (i, j) entry; `env` gives values to bound variables and parameters. Raises NoRule."""
        match node:
            case Lit(value):
                return number(value)
            case Ref():
                return self._reference(node, i, j, env)
            case Op(head):
                rule = ENTRY_RULES.get(head)
                if rule is None:
                    raise NoRule(f"no rule for {head} yet")
                return rule(self, node, i, j, env)
            case Call():
                return self._call(node, i, j, env)
            case Density(family, of, given):
                joint = density_atom(family, (*of, *given))
                return self.algebra.mul(joint, self.algebra.power(density_atom(family, given), number(-1)))
            case Binder():
                return BINDER_RULES[node.head](self, node, i, j, env)
        raise NoRule(f"no rule for {node}")

    def scalar_in(self, node: Node, env: Mapping[str, Poly]) -> Poly:
        return self.entry(node, ONE, ONE, env)

    def dimension(self, dim: Dim) -> Poly:
        """A dimension as a number; the name of a symbol that has a value (n = 3) is unfolded."""
        if isinstance(dim, int):
            return number(dim)
        self.algebra.facts.integers.add(dim)
        self.algebra.facts.least.setdefault(dim, 1)
        return symbol(dim)

    def sum_over_dim(self, dim: Dim, body: Callable[[Poly], Poly]) -> Poly:
        if dim == 1:
            return body(ONE)
        variable = fresh_variable()
        bound = self.dimension(dim)
        self.algebra.facts.ranges[variable] = bound
        return self.algebra.sum_over(variable, ONE, bound, body(symbol(variable)))

    # symbols and definitions ----------------------------------------------------------------------

    def _reference(self, node: Ref, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        if not node.indices and node.name in env:
            return env[node.name]
        indices = [self.entry(k, ONE, ONE, env) for k in node.indices]
        definition, values = self._definition(node.name, tuple(indices), node.shape, i, j)
        if definition is not None:
            return self._unfold(definition, values, i, j)
        return symbol(node.name, *indices, *entry_indices(node.shape, i, j))

    def _definition(
        self, name: str, indices: tuple[Poly, ...], shape: Shape, i: Poly, j: Poly
    ) -> tuple[Definition | None, dict[str, Poly]]:
        """The definition that applies to the symbol at these indices, and the values of its variables."""
        closed = self.unfolding.closed.get(name)
        if closed is not None and (name not in self.unfolding.at or self.unfolding.at[name] == indices[0]):
            return closed, match_indices(closed, indices, shape, i, j) or {}
        candidates = self.setting.definitions.get(name, ())
        recurrent = is_recurrence(name, candidates)
        for definition in sorted(candidates, key=lambda d: sum(isinstance(x, str) for x in d.indices)):
            values = match_indices(definition, indices, shape, i, j)
            if values is None:
                continue
            if recurrent and self._general(definition) and not self._may_unfold(definition, indices):
                continue
            return definition, values
        return None, {}

    def _general(self, definition: Definition) -> bool:
        return bool(definition.indices) and isinstance(definition.indices[0], str)

    def _may_unfold(self, definition: Definition, indices: tuple[Poly, ...]) -> bool:
        """A recurrence is unfolded above its floor, and at every number from its least index on."""
        index = indices[0]
        value = index.integer
        least = definition.least if definition.least is not None else 1
        if value is not None:
            return least <= value <= DEEPEST_RECURRENCE
        floor = self.unfolding.floors.get(definition.name)
        if floor is None:
            return False
        above = (index - floor).integer
        if above is None or above <= 0:
            return False
        self._need_least(index, least)
        return True

    def _need_least(self, index: Poly, least: int) -> None:
        """The recurrence holds from `least` on only."""
        if not self.algebra.facts.nonnegative(index - number(least)):
            from checks.normal.show import show

            self.algebra.need(f"{show(index)} >= {least}")

    def _unfold(self, definition: Definition, values: Mapping[str, Poly], i: Poly, j: Poly) -> Poly:
        self.depth += 1
        if self.depth > 4 * DEEPEST_RECURRENCE:
            raise NoRule(f"the definition of {definition.name} goes in circles")
        self.used[f"definition of {definition.name}"] = None
        self.algebra.budget.spend()
        row, column = (ONE, ONE) if definition.entrywise else (i, j)
        result = self.entry(definition.body, row, column, values)
        self.depth -= 1
        return result

    # functions ------------------------------------------------------------------------------------

    def _call(self, node: Call, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        function = self.setting.functions.get(node.function)
        if function is None:
            raise NoRule(f"{node.function} is not known as a function")
        for definition in self.setting.definitions.get(node.function, ()):
            if definition.params:
                return self._apply_definition(definition, node, i, j, env)
        if function.positive:
            self.algebra.facts.positive_names.add(node.function)
        if function.elementwise or all(a.shape.is_scalar for a in node.args):
            values = tuple(self.entry(a, i, j, env) for a in node.args)
            tail = () if function.elementwise else entry_indices(node.shape, i, j)
            return of_atom(Atom("call", node.function, (*values, *tail)))
        variable = fresh_variable()
        row, column = symbol(variable), symbol(variable)
        parts = [self.entry(a, row, column, env) for a in node.args]
        return of_atom(bind("call", node.function, [*parts, *entry_indices(node.shape, i, j)], variable))

    def _apply_definition(self, definition: Definition, node: Call, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        """f(u) with f(x) = body: the body with the argument in the place of its parameter."""
        self.used[f"definition of {definition.name}"] = None
        function = self.setting.functions[node.function]
        if function.elementwise and definition.params:
            values = {p: self.entry(a, i, j, env) for p, a in zip(definition.params, node.args, strict=True)}
            return self.entry(definition.body, ONE, ONE, {**env, **values})
        body = replace_refs(definition.body, dict(zip(definition.params, node.args, strict=True)))
        return self.entry(body, i, j, env)


def density_atom(family: str, variables: tuple[str, ...]) -> Poly:
    """p(x, z) as an atom; the density of nothing is 1."""
    if not variables:
        return ONE
    return of_atom(Atom("dens", family, tuple(symbol(v) for v in sorted(variables))))


def entry_indices(shape: Shape, i: Poly, j: Poly) -> tuple[Poly, ...]:
    return (() if shape.rows == 1 else (i,)) + (() if shape.cols == 1 else (j,))


def is_recurrence(name: str, definitions: tuple[Definition, ...]) -> bool:
    """Whether the symbol is defined through itself."""
    return any(name in names_in(d.body) for d in definitions)


def match_indices(
    definition: Definition, indices: tuple[Poly, ...], shape: Shape, i: Poly, j: Poly
) -> dict[str, Poly] | None:
    """Values of the definition's index variables, or None where a constant index differs."""
    actual = indices
    if definition.entrywise and len(actual) < len(definition.indices):
        actual = (*indices, *entry_indices(shape, i, j))
    if len(actual) < len(definition.indices):
        return None
    values: dict[str, Poly] = {}
    for pattern, value in zip(definition.indices, actual, strict=False):
        if isinstance(pattern, str):
            values[pattern] = value
        elif not isinstance(pattern, Lit) or value.constant != pattern.value:
            return None
    if not definition.entrywise and len(actual) > len(definition.indices):
        return None
    return values


def replace_refs(node: Node, values: Mapping[str, Node]) -> Node:
    """Parameters of a function definition replaced by argument nodes; an indexed parameter becomes an entry."""
    match node:
        case Ref(name, (), _) if name in values:
            return values[name]
        case Ref(name, indices, shape):
            inner = tuple(replace_refs(k, values) for k in indices)
            if name in values:
                return Op("index", (values[name], *inner), shape)
            return Ref(name, inner, shape)
        case Op(head, args, shape):
            return Op(head, tuple(replace_refs(a, values) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(replace_refs(a, values) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, _replace_over(over, values), replace_refs(body, values), shape)
        case _:
            return node


def _replace_over(over: Between | Everywhere | Drawn, values: Mapping[str, Node]) -> Between | Everywhere | Drawn:
    match over:
        case Between(low, high, unless):
            return Between(replace_refs(low, values), replace_refs(high, values), tuple(replace_refs(u, values) for u in unless))
        case Drawn(law, shape):
            return Drawn(replace_refs(law, values), shape)
        case _:
            return over


# Rules by head ------------------------------------------------------------------------------------

Env = Mapping[str, Poly]


def _add(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return total(n.entry(a, i, j, env) for a in node.args)


def _neg(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return -n.entry(node.args[0], i, j, env)


def _mul(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Product of scalars and matrices: scalars multiply, neighbouring matrices are contracted."""
    scalars = [n.entry(a, ONE, ONE, env) for a in node.args if a.shape.is_scalar]
    matrices = [a for a in node.args if not a.shape.is_scalar]
    if matrices:
        scalars.append(_contract(n, matrices, i, j, env))
    return n.algebra.mul(*scalars)


def _contract(n: Normaliser, factors: list[Node], i: Poly, j: Poly, env: Env) -> Poly:
    first, rest = factors[0], factors[1:]
    if not rest:
        return n.entry(first, i, j, env)
    if first.shape.cols != rest[0].shape.rows:
        raise NoRule("a product of row by column that closes before the end")
    return n.sum_over_dim(
        first.shape.cols,
        lambda k: n.algebra.mul(n.entry(first, i, k, env), _contract(n, rest, k, j, env)),
    )


def _div(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    top, bottom = node.args
    return n.algebra.mul(n.entry(top, i, j, env), n.algebra.power(n.entry(bottom, ONE, ONE, env), number(-1)))


def _pow(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base, exponent = node.args
    power = n.entry(exponent, ONE, ONE, env)
    if base.shape.is_scalar:
        return n.algebra.power(n.entry(base, ONE, ONE, env), power)
    whole = power.integer
    if whole is None or whole == 0 or abs(whole) > 8:
        raise NoRule("no rule for this matrix power yet")
    if whole > 0:
        return _contract(n, [base] * whole, i, j, env)
    inverse = Op("inverse", (base,), base.shape)
    return _contract(n, [inverse] * -whole, i, j, env)


def _inverse(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """Entry of an inverse. Diagonal matrices are inverted entry by entry, others stay opaque."""
    base = node.args[0]
    row, column = fresh_variable(), fresh_variable()
    for name in (row, column):
        n.algebra.facts.ranges[name] = n.dimension(base.shape.rows)
    body = n.entry(base, symbol(row), symbol(column), env)
    diagonal = _diagonal_part(n, body, row, column)
    if diagonal is not None:
        n.used["diagonal-inverse"] = None
        value = n.algebra.substitute(diagonal, {row: i})
        from checks.normal.show import show

        n.algebra.need(f"{show(diagonal)} != 0 for every {row}".replace(row, "i"))
        return n.algebra.mul(n.algebra.delta(i, j), n.algebra.power(value, number(-1)))
    inner = bind("lam", "", [body], column)
    return of_atom(bind("inv", "", [of_atom(inner), i, j], row))


def _diagonal_part(n: Normaliser, body: Poly, row: str, column: str) -> Poly | None:
    """f(row) where body is delta_{row,column} f(row)."""
    wanted = n.algebra.delta(symbol(row), symbol(column)).atom
    assert wanted is not None
    pieces = []
    for mono, c in body.terms:
        if wanted not in dict(mono.factors):
            return None
        rest = tuple(f for f in mono.factors if f[0] != wanted)
        from checks.normal.poly import Mono

        pieces.append(Poly(((Mono(mono.sums, rest), c),)))
    return n.algebra.substitute(total(pieces), {column: symbol(row)})


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
        raise NoRule("no rule for the operator norm yet")
    squares = _entrywise_sum(n, base.shape, lambda r, c: n.algebra.power(n.entry(base, r, c, env), number(2)))
    return n.algebra.power(squares, number(HALF))


def _exp(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.exp(n.entry(node.args[0], i, j, env))


def _log(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.log(n.entry(node.args[0], i, j, env))


def _sqrt(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.power(n.entry(node.args[0], i, j, env), number(HALF))


def _abs(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return n.algebra.absolute(n.entry(node.args[0], i, j, env))


def _tanh(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """tanh x = (1 - e^{-2x}) / (1 + e^{-2x})."""
    decay = n.algebra.exp(n.entry(node.args[0], i, j, env).scaled(Fraction(-2)))
    return n.algebra.mul(ONE - decay, n.algebra.power(ONE + decay, number(-1)))


def _opaque(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    return of_atom(Atom("fn", node.head, (n.entry(node.args[0], i, j, env),)))


def _trace(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base = node.args[0]
    return n.sum_over_dim(base.shape.rows, lambda k: n.entry(base, k, k, env))


def _diag(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    base = node.args[0]
    if base.shape.is_matrix:
        return n.entry(base, i, i, env)
    value = n.entry(base, i, ONE, env) if base.shape.is_vector else n.entry(base, ONE, i, env)
    return n.algebra.mul(n.algebra.delta(i, j), value)


def _softmax(along: str) -> Callable[[Normaliser, Op, Poly, Poly, Env], Poly]:
    def rule(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
        base = node.args[0]
        across_columns = along == "row" or (along == "" and base.shape.is_row)
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
    """Entry of an explicit matrix, at symbolic indices through deltas."""
    pieces = []
    for r, row in enumerate(node.args, 1):
        for c, cell in enumerate(row.args if isinstance(row, Op) else (), 1):
            choose = n.algebra.mul(n.algebra.delta(i, number(r)), n.algebra.delta(j, number(c)))
            pieces.append(n.algebra.mul(choose, n.entry(cell, ONE, ONE, env)))
    return total(pieces)


def _expect(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    body = n.entry(node.args[0], i, j, env)
    return Expectation(n).over_all(body)


def _variance(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    body = node.args[0]
    if not body.shape.is_scalar:
        raise NoRule("no rule for the variance of a vector yet")
    value = n.entry(body, ONE, ONE, env)
    return Expectation(n).covariance(value, value)


def _covariance(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    a, b = node.args
    if not a.shape.is_scalar or not b.shape.is_scalar:
        raise NoRule("no rule for the covariance of vectors yet")
    return Expectation(n).covariance(n.scalar_in(a, env), n.scalar_in(b, env))


def _kl(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """KL(q || p) = integral of q log(q/p) over the variables of q."""
    q, p = node.args
    if not isinstance(q, Density) or not isinstance(p, Density):
        raise NoRule("no rule for the divergence of these distributions yet")
    q_value, p_value = n.entry(q, ONE, ONE, env), n.entry(p, ONE, ONE, env)
    ratio = n.algebra.mul(q_value, n.algebra.power(p_value, number(-1)))
    body = n.algebra.mul(q_value, n.algebra.log(ratio))
    n.used["definition of KL"] = None
    for variable in q.of:
        body = integrate(n, variable, Shape(1, 1), body)
    return body


def _sum(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if not isinstance(node.over, Between):
        raise NoRule("a sum over an unknown range")
    low, high = (n.entry(b, ONE, ONE, env) for b in (node.over.low, node.over.high))
    unless = [n.entry(u, ONE, ONE, env) for u in node.over.unless]
    variable = fresh_variable()
    n.algebra.facts.ranges[variable] = high
    body = n.entry(node.body, i, j, {**env, node.var: symbol(variable)})
    return n.algebra.sum_over(variable, low, high, body, unless)


def _prod(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    """Products of explicit length are multiplied out, products of powers turned into sums of exponents."""
    if not isinstance(node.over, Between):
        raise NoRule("a product over an unknown range")
    low, high = (n.entry(b, ONE, ONE, env).integer for b in (node.over.low, node.over.high))
    if low is None or high is None or high - low > 12:
        raise NoRule("no rule for products of symbolic length yet")
    terms = [n.entry(node.body, i, j, {**env, node.var: number(k)}) for k in range(low, high + 1)]
    return n.algebra.mul(*terms)


def _integral(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if not isinstance(node.over, Everywhere):
        raise NoRule("no rule for integrals with bounds yet")
    body = n.entry(node.body, i, j, env)
    return integrate(n, node.var, node.over.shape, body)


def _expect_over(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if not isinstance(node.over, Drawn):
        raise NoRule("an expectation over an unknown distribution")
    body = n.entry(node.body, i, j, env)
    law = node.over.law
    if isinstance(law, Density):
        weight = n.entry(law, ONE, ONE, env)
        n.used["expectation-as-integral"] = None
        return integrate(n, node.var, node.over.shape, n.algebra.mul(weight, body))
    return Expectation(n).over_bound(node.var, node.over.shape, law, body, env)


EntryRule = Callable[[Normaliser, Op, Poly, Poly, Env], Poly]
BinderRule = Callable[[Normaliser, Binder, Poly, Poly, Env], Poly]

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
    "sin": _opaque,
    "cos": _opaque,
    "norm": _norm,
    "norm_F": _norm,
    "tr": _trace,
    "diag": _diag,
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
    "E": _expect,
    "Var": _variance,
    "Cov": _covariance,
    "KL": _kl,
}

BINDER_RULES: dict[str, BinderRule] = {
    "sum": _sum,
    "prod": _prod,
    "integral": _integral,
    "E": _expect_over,
}
