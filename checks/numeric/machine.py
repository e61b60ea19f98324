"""An instrumented machine: computes an expression number by number, and counts what it does and what it keeps.

It knows nothing of the symbolic counter: matrices are multiplied in three loops, softmax is computed by its
definition, recurrences run step by step. Two places of an expression that are written alike share one result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from hence.checks.model import Between, Binder, Call, Definition, Dim, Lit, Node, Op, Ref, Shape, names_in, walk
from hence.checks.numeric.arrays import CannotEvaluate
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.numeric.world import World

MOST_STEPS = 60_000
Table: TypeAlias = list[list[float]]
Key: TypeAlias = Hashable


@dataclass(frozen=True)
class Held:
    """A value that a parameter or loop variable stands for, and what tells it from others."""

    key: Key
    table: Table


@dataclass
class Machine:
    world: World
    alone: bool = False  # a symbol alone is computed from what is given; in an expression symbols are at hand
    mults: int = 0
    others: int = 0
    done: dict[Key, Table] = field(default_factory=dict)
    sizes: dict[Key, int] = field(default_factory=dict)  # results that are kept, by operation and loop variables
    places: dict[Node, int] = field(default_factory=dict)  # results when loops overwrite them
    inputs: dict[Key, int] = field(default_factory=dict)
    base: dict[str, Held] = field(default_factory=dict)

    def measured(self, node: Node, measure: str, env: dict[str, int]) -> int:
        """What computing the node costs. Raises CannotEvaluate."""
        self.alone = isinstance(node, Ref)
        result = self.run(node, {n: _count(v) for n, v in env.items() if isinstance(v, int)})
        kept = sum(self.inputs.values())
        return {
            "time": self.mults + self.others,
            "mults": self.mults,
            "stored": kept + sum(self.sizes.values()),
            "space": kept + sum(self.places.values()),
            "memory": kept + sum(self.places.values()),
            "workspace": sum(self.places.values()),
            "size": sum(len(row) for row in result),
        }[measure]

    # Counting arithmetic ------------------------------------------------------------------------

    def times(self, a: float, b: float) -> float:
        self.mults += 1
        self._limit()
        return _tame(a * b)

    def over(self, a: float, b: float) -> float:
        self.mults += 1
        self._limit()
        return _tame(a / b if b else a)

    def plus(self, a: float, b: float) -> float:
        self.others += 1
        self._limit()
        return _tame(a + b)

    def value(self, a: float) -> float:
        """Any function of one number."""
        self.others += 1
        self._limit()
        return math.tanh(a)

    def _limit(self) -> None:
        if self.mults + self.others > MOST_STEPS:
            raise CannotEvaluate("too many operations to run")

    # Running ------------------------------------------------------------------------------------

    def run(self, node: Node, env: dict[str, Held]) -> Table:
        match node:
            case Lit(value, shape):
                return self.filled(float(value), shape)
            case Ref():
                return self.look_up(node, env)
            case Op("transpose", (inner,)):
                return [list(row) for row in zip(*self.run(inner, env), strict=True)]
            case Op("diag", (inner,)):
                return self.run(inner, env)
            case Op("index", (inner, *_)):
                self.run(inner, env)
                return self.filled(1.0, node.shape)
            case Op("identity" | "zeros" | "ones" | "pi" | "delta", _):
                return self.filled(1.0, node.shape)
        if node.shape.is_scalar and not names_in(node):
            return [[1.0]]
        key = (node, self.seen(node, env))
        if key not in self.done:
            table, operation = self.computed(node, env)
            self.done[key] = table
            if operation:
                self.keep(key, node, table)
        return self.done[key]

    def keep(self, key: Key, node: Node, table: Table) -> None:
        size = sum(len(row) for row in table)
        if isinstance(node, Op) and node.head == "pow" and node.args[0].shape.is_matrix and not _scales(node.args[0]):
            size *= max(_whole(node.args[1]) - 1, 1)
        self.sizes[key] = size
        self.places[node] = max(size, self.places.get(node, 0))

    def seen(self, node: Node, env: dict[str, Held]) -> Key:
        return tuple(sorted((n, env[n].key) for n in names_in(node) if n in env))

    def computed(self, node: Node, env: dict[str, Held]) -> tuple[Table, bool]:
        match node:
            case Binder():
                return self.loop(node, env), True
            case Call():
                return self.call(node, env)
            case Op("mul", args):
                return self.multiply(args, env), True
            case Op(head) if head in _STEPS:
                return _STEPS[head](self, node, env), True
        raise CannotEvaluate("no program for this expression")

    def filled(self, value: float, shape: Shape) -> Table:
        rows, cols = self.extent(shape.rows), self.extent(shape.cols)
        return [[value] * cols for _ in range(rows)]

    def extent(self, dim: Dim) -> int:
        size = self.world.dim(dim)
        if size < 1:
            raise CannotEvaluate(f"{dim} is no size")
        return size

    def integer(self, node: Node, env: dict[str, Held]) -> int:
        if isinstance(node, Ref) and node.name in env:
            return round(env[node.name].table[0][0])
        bound: dict[str, int] = {n: round(h.table[0][0]) for n, h in env.items() if isinstance(h.key, int)}
        return self.world.evaluator.integer(node, bound)  # type: ignore[arg-type]

    def loop(self, node: Binder, env: dict[str, Held]) -> Table:
        if not isinstance(node.over, Between) or node.over.unless or node.head not in ("sum", "prod"):
            raise CannotEvaluate("no program for this binder")
        low, high = self.integer(node.over.low, env), self.integer(node.over.high, env)
        if low > high:
            raise CannotEvaluate("an empty loop")
        step = self.plus if node.head == "sum" else self.times
        total = self.run(node.body, {**env, node.var: _count(low)})
        for k in range(low + 1, high + 1):
            total = _both(step, total, self.run(node.body, {**env, node.var: _count(k)}))
        return total

    def multiply(self, args: tuple[Node, ...], env: dict[str, Held]) -> Table:
        if len(args) > 2:
            first = _partial(args[:-1])
            return self.product(self.run(first, env), self.run(args[-1], env), first, args[-1])
        return self.product(self.run(args[0], env), self.run(args[1], env), args[0], args[1])

    def product(self, a: Table, b: Table, left: Node, right: Node) -> Table:
        if left.shape.is_scalar or right.shape.is_scalar:
            return _both(self.times, _spread(a, b), _spread(b, a))
        if _scales(left) and _scales(right):
            raise CannotEvaluate("a product of two diagonal matrices")
        if _scales(left):
            return [[self.times(a[i][0], x) for x in row] for i, row in enumerate(b)]
        if _scales(right):
            return [[self.times(x, b[j][0]) for j, x in enumerate(row)] for row in a]
        return [[self.dot([r[k] for k in range(len(b))], [s[j] for s in b]) for j in range(len(b[0]))] for r in a]

    def dot(self, a: list[float], b: list[float]) -> float:
        total = self.times(a[0], b[0])
        for x, y in zip(a[1:], b[1:], strict=True):
            total = self.plus(total, self.times(x, y))
        return total

    def sum(self, values: list[float]) -> float:
        total = values[0]
        for x in values[1:]:
            total = self.plus(total, x)
        return total

    # Symbols and functions ----------------------------------------------------------------------

    def look_up(self, node: Ref, env: dict[str, Held]) -> Table:
        if node.name in env:
            held = env[node.name].table
            return held if not node.indices else self.filled(1.0, node.shape)
        symbol = self.world.setting.symbols.get(node.name)
        if symbol is not None and symbol.integer and not node.indices:
            return [[float(self.integer(node, env))]]
        definitions = self.world.setting.definitions.get(node.name, ())
        indices = tuple(self.integer(i, env) for i in node.indices)
        if not definitions or not self.alone:
            return self.given(node, indices)
        line = definitions[0].body
        if definitions[0].entrywise and isinstance(line, Ref):
            self.given(Ref(line.name, (), line.shape), ())
            return self.filled(1.0, node.shape)
        found = self.definition(definitions, indices, env)
        if found is None:
            return self.given(node, indices)
        body, inner = found
        return self.run(body, inner)

    def given(self, node: Ref, indices: tuple[int, ...]) -> Table:
        symbol = self.world.setting.symbols.get(node.name)
        family, shape = (symbol.family, symbol.shape) if symbol is not None else (len(indices), node.shape)
        self.inputs[node.name, indices[:family]] = self.extent(shape.rows) * self.extent(shape.cols)
        return self.filled(1.0, node.shape)

    def definition(
        self, definitions: tuple[Definition, ...], indices: tuple[int, ...], env: dict[str, Held]
    ) -> tuple[Node, dict[str, Held]] | None:
        """The body that holds at these indices: one for a number goes before a general one; None before the first."""
        general = sorted(definitions, key=lambda d: sum(isinstance(i, str) for i in d.indices))
        for d in general:
            inner: dict[str, Held] = {}
            for pattern, index in zip(d.indices, indices, strict=False):
                if isinstance(pattern, str):
                    inner[pattern] = _count(index)
                elif self.integer(pattern, env) != index:
                    break
            else:
                early = d.least is not None and indices and _recurs(d) and indices[0] < d.least
                return None if early else (d.body, {**_loops(env), **inner})
        return None

    def call(self, node: Call, env: dict[str, Held]) -> tuple[Table, bool]:
        setting = self.world.setting
        tables = [self.run(a, env) for a in node.args]
        function = setting.functions.get(node.function)
        if function is not None and function.elementwise:
            return [[self.value(x) for x in row] for row in tables[0]], True
        for d in setting.definitions.get(node.function, ()):
            if len(d.params) == len(tables) and not d.indices:
                keys = [(a, self.seen(a, env)) for a in node.args]
                held = {p: Held(repr(k), x) for p, k, x in zip(d.params, keys, tables, strict=True)}
                return self.run(d.body, held), False
        raise CannotEvaluate(f"no program for {node.function}")


# Operations --------------------------------------------------------------------------------------


def _tame(x: float) -> float:
    return x if abs(x) < 1e6 else math.copysign(1.0, x)


def _count(value: int) -> Held:
    return Held(value, [[float(value)]])


def _loops(env: dict[str, Held]) -> dict[str, Held]:
    return {n: h for n, h in env.items() if isinstance(h.key, int) and "#" in n}


def _recurs(d: Definition) -> bool:
    return any(isinstance(n, Ref) and n.name == d.name for n in walk(d.body))


def _both(f: Callable[[float, float], float], a: Table, b: Table) -> Table:
    return [[f(x, y) for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def _spread(a: Table, like: Table) -> Table:
    """A number in the shape of a matrix."""
    if len(a) * len(a[0]) == 1:
        return [[a[0][0]] * len(row) for row in like]
    return a


def _partial(args: tuple[Node, ...]) -> Op:
    rows = next((a.shape.rows for a in args if not a.shape.is_scalar), 1)
    cols = next((a.shape.cols for a in reversed(args) if not a.shape.is_scalar), 1)
    return Op("mul", args, Shape(rows, cols))


def _scales(node: Node) -> bool:
    """A diagonal matrix, which is kept as its diagonal."""
    match node:
        case Op("diag", (inner,)):
            return not inner.shape.is_matrix
        case Op("pow", (base, _)):
            return _scales(base)
    return False


def _whole(node: Node) -> int:
    match node:
        case Lit(value) if value.denominator == 1:
            return int(value)
        case Op("neg", (Lit(value),)) if value.denominator == 1:
            return -int(value)
    return 0


def _add(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    bare = [a.args[0] if isinstance(a, Op) and a.head == "neg" else a for a in node.args]
    total = m.run(bare[0], env)
    for arg in bare[1:]:
        total = _both(m.plus, total, m.run(arg, env))
    return total


def _mapped(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    return [[m.value(x) for x in row] for row in m.run(node.args[0], env)]


def _divided(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    top, bottom = m.run(node.args[0], env), m.run(node.args[1], env)
    return [[m.over(x, bottom[0][0]) for x in row] for row in top]


def _entrywise(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    return _both(m.times, m.run(node.args[0], env), m.run(node.args[1], env))


def _inner(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    flat = [[x for row in m.run(a, env) for x in row] for a in node.args]
    return [[m.dot(flat[0], flat[1])]]


def _norm(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    if node.head == "norm" and node.args[0].shape.is_matrix:
        raise CannotEvaluate("no program for an operator norm")
    entries = [x for row in m.run(node.args[0], env) for x in row]
    return [[m.value(m.dot(entries, entries))]]


def _trace(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    table = m.run(node.args[0], env)
    return [[m.sum([table[k][k] for k in range(len(table))])]]


def _softmax(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    table = m.run(node.args[0], env)
    along_columns = node.head == "softmax_col" or (node.head == "softmax" and node.args[0].shape.is_vector)
    lines = [list(c) for c in zip(*table, strict=True)] if along_columns else table
    weights = [[m.value(x) for x in line] for line in lines]
    totals = [m.sum(line) for line in weights]
    found = [[m.over(x, t) for x in line] for line, t in zip(weights, totals, strict=True)]
    return [list(c) for c in zip(*found, strict=True)] if along_columns else found


def _power(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    base, whole = m.run(node.args[0], env), _whole(node.args[1])
    if not node.args[0].shape.is_matrix:
        if whole == 0:
            m.run(node.args[1], env)
            return [[m.value(base[0][0])]]
        result = base[0][0]
        for _ in range(abs(whole) - 1):
            result = m.times(result, base[0][0])
        return [[m.over(1.0, result) if whole < 0 else result]]
    if whole == -1:
        return [[m.over(1.0, x) for x in row] for row in base] if _scales(node.args[0]) else _inverse(m, base)
    if whole < 2 or _scales(node.args[0]):
        raise CannotEvaluate("no program for this power")
    result_table = base
    for _ in range(whole - 1):
        columns = [list(c) for c in zip(*base, strict=True)]
        result_table = [[m.dot(row, c) for c in columns] for row in result_table]
    return result_table


def _inverse(m: Machine, table: Table) -> Table:
    """Gauss-Jordan elimination in place, without a search for pivots."""
    a = [list(row) for row in table]
    n = len(a)
    for k in range(n):
        pivot = m.over(1.0, a[k][k] or 1.0)
        a[k] = [pivot if j == k else m.times(x, pivot) for j, x in enumerate(a[k])]
        for i in (i for i in range(n) if i != k):
            factor = a[i][k]
            a[i] = [-m.times(factor, pivot) if j == k else m.plus(a[i][j], -m.times(factor, a[k][j])) for j in range(n)]
    return a


def _determinant(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    """The product of the pivots of an elimination without a search for them."""
    a = [list(row) for row in m.run(node.args[0], env)]
    n = len(a)
    result = a[0][0]
    if _scales(node.args[0]):
        for k in range(1, n):
            result = m.times(result, a[k][k] if len(a[k]) > k else a[k][0])
        return [[result]]
    for k in range(n - 1):
        for i in range(k + 1, n):
            factor = m.over(a[i][k], a[k][k] or 1.0)
            a[i] = [*a[i][: k + 1], *(m.plus(a[i][j], -m.times(factor, a[k][j])) for j in range(k + 1, n))]
        result = m.times(result, a[k + 1][k + 1])
    return [[result]]


def _blocks(m: Machine, node: Op, env: dict[str, Held]) -> Table:
    for row in node.args:
        for cell in row.args if isinstance(row, Op) and row.head == "row" else (row,):
            m.run(cell, env)
    return m.filled(1.0, node.shape)


_STEPS: dict[str, Callable[[Machine, Op, dict[str, Held]], Table]] = {
    "add": _add,
    **dict.fromkeys(("neg", "exp", "log", "sqrt", "abs", "tanh", "sin", "cos"), _mapped),
    "div": _divided,
    "hadamard": _entrywise,
    "inner": _inner,
    "norm": _norm,
    "norm_F": _norm,
    "tr": _trace,
    "det": _determinant,
    **dict.fromkeys(("softmax", "softmax_row", "softmax_col"), _softmax),
    "pow": _power,
    "matrix": _blocks,
}
