"""Nodes as explicit matrices at one choice of sizes: definitions unfolded, recurrences unrolled, sums written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce
from itertools import product
from typing import Any, TypeAlias

import sympy
from hence.checks.explicit import matrices as mx
from hence.checks.explicit.chance import Chance
from hence.checks.explicit.gauss import over_reals
from hence.checks.explicit.heads import CONSTRUCTIONS
from hence.checks.explicit.matrices import Expr, Matrix, NoTranslation
from hence.checks.model import (
    Between,
    Binder,
    Call,
    Definition,
    Density,
    Drawn,
    Everywhere,
    Lit,
    Node,
    Op,
    Ref,
    Shape,
    walk,
)
from hence.checks.numeric.densities import role
from hence.checks.numeric.needs import NOTHING, Needs
from hence.checks.sizes import value_of
from hence.language.records import dataclass

MOST_TERMS = 12  # of a sum that is written out
MOST_WORK = 20_000  # nodes visited and terms integrated in one claim
DEEPEST = 60  # definitions inside definitions
VALUES = 2  # of a variable of an abstract density


@dataclass(frozen=True)
class Point:
    """One of the values that a variable of an abstract density takes."""

    value: int


Env: TypeAlias = "Mapping[str, Matrix | Expr | Point]"


class Explicit:
    """The explicit form of nodes. `sizes` gives every dimension a number; `integers` a number, or None: a symbol."""

    def __init__(self, needs: Needs, sizes: Mapping[str, int], integers: Mapping[str, int | None]) -> None:
        self.needs, self.setting, self.definitions = needs, needs.setting, needs.definitions
        self.sizes = sizes
        self.integers = {n: _integer_symbol(n) if v is None else sympy.Integer(v) for n, v in integers.items()}
        self.members: dict[tuple[str, tuple[int, ...]], Matrix] = {}
        self.facilities: dict[str, None] = {}
        self.work = self.named = self.depth = 0
        self.chance = Chance(self)

    def use(self, facility: str) -> None:
        self.facilities[facility] = None

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > MOST_WORK:
            raise NoTranslation("a claim that unfolds to too many terms")

    # Entry points ------------------------------------------------------------------------------------

    def value(self, node: Node, env: Env | None = None) -> Matrix:
        """The matrix that a node stands for. Raises NoTranslation."""
        self.spend(1)
        return _VISIT[type(node)](self, node, env if env is not None else {})

    def integer(self, node: Node, env: Env) -> int:
        """An index or a bound as a number. Raises NoTranslation where it is none."""
        found = mx.entry(self.value(node, env))
        if not found.is_Integer:
            raise NoTranslation("an index that is no number")
        return int(found)

    def size(self, shape: Shape) -> tuple[int, int]:
        return value_of(shape.rows, self.dimension), value_of(shape.cols, self.dimension)

    def dimension(self, name: str) -> int:
        if name in self.sizes:
            return self.sizes[name]
        return self.integer(Ref(name), {})

    # Symbols -----------------------------------------------------------------------------------------

    def symbol(self, **assumptions: bool) -> Expr:
        """A new symbol, real unless said otherwise."""
        self.named += 1
        return sympy.Symbol(f"s{self.named}", **{"real": True, **assumptions})

    def within_bounds(self, name: str) -> Expr:
        """A new number within the bounds of a name: an expression of a symbol whose sign SymPy knows."""
        bounds = self.needs.bounds.get(name, NOTHING)
        low, high = (
            None if b is None else sympy.Rational(b.numerator, b.denominator) for b in (bounds.low, bounds.high)
        )
        if low is None and high is None:
            return self.symbol()
        if low is not None and high is not None:
            sign = {"nonnegative": True} if not bounds.open_high else {"positive": True}
            return low + (high - low) / (1 + self.symbol(**sign))
        is_open = bounds.open_high if low is None else bounds.open_low
        away = self.symbol(**({"positive": True} if is_open else {"nonnegative": True}))
        return high - away if low is None else low + away

    def reference(self, node: Ref, env: Env) -> Matrix:
        name = node.name
        if name in env:
            return self.bound(node, env)
        if not node.indices and name in self.integers:
            return mx.scalar(self.integers[name])
        if not node.indices and name in self.sizes:
            return mx.scalar(sympy.Integer(self.sizes[name]))
        indices = tuple(self.integer(i, env) for i in node.indices)
        family = self.family(name, len(indices))
        if len(indices) > family:
            direct = self.entrywise(name, indices, env)
            if direct is not None:
                return direct
        return mx.selected(self.member(name, indices[:family], env), indices[family:])

    def bound(self, node: Ref, env: Env) -> Matrix:
        value = env[node.name]
        if isinstance(value, Point):
            return self.free(role(node.name), (value.value,))
        if not isinstance(value, Matrix):
            return mx.scalar(value)
        return mx.selected(value, tuple(self.integer(i, env) for i in node.indices))

    def family(self, name: str, count: int) -> int:
        """How many of the indices choose a member; the others are entries."""
        symbol = self.setting.symbols.get(name)
        has_entries = any(d.entrywise for d in self.definitions.get(name, ()))
        if symbol is None or (symbol.shape.is_scalar and not has_entries):
            return count
        return min(symbol.family, count)

    def member(self, name: str, indices: tuple[int, ...], env: Env) -> Matrix:
        """A symbol or a member of a family: by its definition, or made of new symbols."""
        definitions = self.definitions.get(name, ())
        deep = self.needs.deep_names(name)
        inherited = {k: v for k, v in env.items() if k in deep}
        key = (name, indices)
        if not inherited and key in self.members:
            return self.members[key]
        found = self.defined(name, indices, inherited, definitions) if definitions else self.free(name, indices)
        if not inherited:
            self.members[key] = found
        return found

    def defined(self, name: str, indices: tuple[int, ...], env: Env, definitions: tuple[Definition, ...]) -> Matrix:
        chosen = self.choose(definitions, indices)
        if chosen is not None:
            return self.unfolded(chosen[0], {**env, **chosen[1]})
        if any(d.entrywise and len(d.indices) > len(indices) for d in definitions):
            return self.assembled(name, indices, env)
        if not self.is_initial(indices, definitions):
            raise NoTranslation(f"{name} is not defined at {indices}")
        return self.free(name, indices)

    def unfolded(self, definition: Definition, env: Env) -> Matrix:
        """The body of a definition. Raises NoTranslation where definitions do not come to an end."""
        if self.depth >= DEEPEST:
            raise NoTranslation(f"the definition of {definition.name} does not come to an end")
        self.depth += 1
        try:
            return self.value(definition.body, env)
        finally:
            self.depth -= 1

    def is_initial(self, indices: tuple[int, ...], definitions: tuple[Definition, ...]) -> bool:
        """Whether a member below a recurrence without base case is free, as far as the recurrence reaches back."""
        general = [d for d in definitions if len(d.indices) == len(indices) > 0 and isinstance(d.indices[0], str)]
        if not general:
            return True
        least = 1 if general[0].least is None else general[0].least
        return least - self.steps_back(general[0]) <= indices[0] < least

    def steps_back(self, recurrence: Definition) -> int:
        """1 for v_t from v_{t-1}; 0 for what is no recurrence."""
        at = sympy.Symbol("t", integer=True)
        env = {i: at for i in recurrence.indices if isinstance(i, str)}
        own = [n for n in walk(recurrence.body) if isinstance(n, Ref) and n.name == recurrence.name and n.indices]
        steps = [at - mx.entry(self.value(n.indices[0], env)) for n in own]
        return max((int(s) for s in steps if s.is_Integer), default=0)

    def choose(self, definitions: tuple[Definition, ...], indices: tuple[int, ...]) -> tuple[Definition, Env] | None:
        """The definition that holds at these indices, one for a constant index before a general one."""
        found = []
        for d in definitions:
            if len(d.indices) == len(indices) and not d.params:
                env = self.matched(d, indices)
                found += [(len(env), d, env)] if env is not None else []
        return min(found, key=lambda item: item[0])[1:] if found else None

    def matched(self, definition: Definition, indices: tuple[int, ...]) -> dict[str, Expr] | None:
        env: dict[str, Expr] = {}
        for pattern, index in zip(definition.indices, indices, strict=True):
            if isinstance(pattern, str):
                if env.setdefault(pattern, sympy.Integer(index)) != index:
                    return None
            elif self.integer(pattern, {}) != index:
                return None
        general = bool(definition.indices) and isinstance(definition.indices[0], str)
        least = 1 if definition.least is None else definition.least
        return None if general and indices[0] < least else env

    def entrywise(self, name: str, indices: tuple[int, ...], env: Env) -> Matrix | None:
        """An entry straight from an entrywise definition, if there is one."""
        chosen = self.choose(tuple(d for d in self.definitions.get(name, ()) if d.entrywise), indices)
        if chosen is None:
            return None
        deep = self.needs.deep_names(name)
        return self.unfolded(chosen[0], {**{k: v for k, v in env.items() if k in deep}, **chosen[1]})

    def assembled(self, name: str, indices: tuple[int, ...], env: Env) -> Matrix:
        """A whole member from its entrywise definition."""
        shape = self.setting.symbols[name].shape
        rows, cols = self.size(shape)

        def at(i: int, j: int) -> Expr:
            place = (i + 1, j + 1) if shape.is_matrix else ((i + 1,) if shape.cols == 1 else (j + 1,))
            found = self.entrywise(name, (*indices, *place), env)
            if found is None:
                raise NoTranslation(f"{name} is not defined everywhere")
            return mx.entry(found)

        return mx.filled(rows, cols, at)

    def free(self, name: str, indices: tuple[int, ...]) -> Matrix:
        """New symbols for a member without definition. Raises NoTranslation for a family without its index."""
        key = (name, indices)
        if key not in self.members:
            symbol = self.setting.symbols.get(name)
            if symbol is not None and symbol.family > len(indices):
                raise NoTranslation(f"the whole family {name}")
            shape = symbol.shape if symbol is not None else self.needs.shapes.get(name, Shape(1, 1))
            if self.needs.is_random(name):
                self.members[key] = self.chance.member(key, *self.size(shape))
            else:
                self.members[key] = mx.filled(*self.size(shape), lambda _i, _j: self.within_bounds(name))
        return self.members[key]

    # Functions ---------------------------------------------------------------------------------------

    def call(self, node: Call, env: Env) -> Matrix:
        args = [self.value(a, env) for a in node.args]
        function = self.setting.functions.get(node.function)
        if function is not None and function.elementwise and len(args) == 1:
            return args[0].applyfunc(lambda x: mx.entry(self.applied(node, [mx.scalar(x)], (1, 1), env)))
        return self.applied(node, args, self.size(node.shape), env)

    def applied(self, node: Call, args: list[Matrix], size: tuple[int, int], env: Env) -> Matrix:
        """By its definition, or as undefined functions of SymPy, one for every entry of the result."""
        name = node.function
        for d in self.definitions.get(name, ()):
            if len(d.params) == len(args) and not d.indices:
                inherited = {k: v for k, v in env.items() if k in self.needs.deep_names(name)}
                return self.unfolded(d, {**inherited, **dict(zip(d.params, args, strict=True))})
        function = self.setting.functions.get(name)
        sign = {"positive": True} if function is not None and function.positive else {}
        entries = [x for a in args for x in a]
        return mx.filled(*size, lambda i, j: sympy.Function(f"{name}[{i},{j}]", real=True, **sign)(*entries))

    # Abstract densities: tables of two values per variable ----------------------------------------------

    def density(self, node: Density, env: Env) -> Matrix:
        """p(of | given) from a joint table of positive symbols. Raises NoTranslation for one given by a formula."""
        if node.family in self.definitions:
            raise NoTranslation("a density that is given by a formula")
        points = {role(n): self.point(n, env) for n in (*node.of, *node.given)}
        if len(points) != len({*node.of, *node.given}):
            raise NoTranslation("a variable that occurs twice in a density")
        given = {role(n): points[role(n)] for n in node.given}
        return mx.scalar(self.mass(node.family, points) / self.mass(node.family, given))

    def point(self, name: str, env: Env) -> int:
        value = env.get(name, Point(0))
        if not isinstance(value, Point):
            raise NoTranslation(f"{name} is both a number and a variable of a density")
        return value.value

    def mass(self, family: str, fixed: Mapping[str, int]) -> Expr:
        """The weights of a family, which need not add up to one, summed over the variables that are not fixed."""
        names = self.needs.densities[family]
        choices = [(fixed[n],) if n in fixed else range(VALUES) for n in names]
        return sympy.Add(*(self.weight(family, values) for values in product(*choices)))

    def weight(self, family: str, values: tuple[int, ...]) -> Expr:
        key = (f"density {family}", values)
        if key not in self.members:
            self.members[key] = mx.scalar(self.symbol(positive=True))
        return self.members[key][0, 0]

    def over_points(self, names: tuple[str, ...], env: Env, body: Callable[[Env], Matrix]) -> Matrix:
        """The sum of a body over all values of variables of densities."""
        cases = product(range(VALUES), repeat=len(names))
        return reduce(mx.add, (body({**env, **dict(zip(names, map(Point, c), strict=True))}) for c in cases))

    def divergence(self, laws: tuple[Node, ...], env: Env) -> Matrix:
        """KL(q || p) of two abstract densities."""
        q, p = laws
        if not isinstance(q, Density) or not isinstance(p, Density):
            raise NoTranslation("a divergence of laws that are not abstract densities")

        def term(inner: Env) -> Matrix:
            weight = mx.entry(self.value(q, inner))
            return mx.scalar(weight * sympy.log(weight / mx.entry(self.value(p, inner))))

        return self.over_points(tuple(v for v in q.of if v not in q.given), env, term)

    # Binders -----------------------------------------------------------------------------------------

    def binder(self, node: Binder, env: Env) -> Matrix:
        match node.head, node.over:
            case "rows" | "columns", Between(low, high):
                indices = range(self.integer(low, env), self.integer(high, env) + 1)
                lines = [self.value(node.body, {**env, node.var: sympy.Integer(k)}) for k in indices]
                return mx.stacked([[line] for line in lines] if node.head == "rows" else [lines])
            case "sum" | "prod", Between():
                return self.folded(node, node.over, env)
            case "E", Drawn(Density() as law):
                names = law.of if node.var in law.of else (node.var,)
                return self.over_points(names, env, lambda e: mx.product(self.value(law, e), self.value(node.body, e)))
            case "E", Drawn(Op("Normal", (mean, cov)), shape):
                drawn = self.chance.normal(self.value(mean, env), self.value(cov, env), *self.size(shape))
                return self.chance.mean(self.value(node.body, {**env, node.var: drawn}))
            case "integral", Everywhere() if node.var in self.needs.point_names:
                return self.over_points((node.var,), env, lambda e: self.value(node.body, e))
            case "integral", Everywhere(shape):
                return self.integral(node, shape, env)
        raise NoTranslation(f"{node.head} over {type(node.over).__name__}")

    def folded(self, node: Binder, over: Between, env: Env) -> Matrix:
        low, high = (mx.entry(self.value(b, env)) for b in (over.low, over.high))
        if not (low.is_Integer and high.is_Integer):
            return self.summation(node, over, low, high, env)
        if high - low >= MOST_TERMS:
            raise NoTranslation("a sum with too many terms")
        skipped = {self.integer(u, env) for u in over.unless}
        terms = [
            self.value(node.body, {**env, node.var: sympy.Integer(k)})
            for k in range(int(low), int(high) + 1)
            if k not in skipped
        ]
        if not terms:
            return mx.filled(*self.size(node.shape), lambda _i, _j: sympy.Integer(node.head == "prod"))
        return reduce(mx.add if node.head == "sum" else mx.product, terms)

    def summation(self, node: Binder, over: Between, low: Expr, high: Expr, env: Env) -> Matrix:
        """A sum with symbolic bounds in closed form. Raises NoTranslation where SymPy finds none."""
        if node.head != "sum" or over.unless:
            raise NoTranslation("such a product or sum with symbolic bounds")
        index = self.symbol(integer=True)
        body = self.value(node.body, {**env, node.var: index})
        closed = body.applyfunc(lambda e: sympy.summation(mx.bounded(e), (index, low, high)))
        if closed.has(sympy.Sum, sympy.Piecewise, sympy.Integral):
            raise NoTranslation("a sum for which SymPy has no closed form")
        self.use("sympy.summation")
        return closed

    def integral(self, node: Binder, shape: Shape, env: Env) -> Matrix:
        rows, cols = self.size(shape)
        variables = mx.filled(rows, cols, lambda _i, _j: self.symbol())
        body = self.value(node.body, {**env, node.var: variables})
        self.use("sympy.integrate")
        for variable in variables:
            body = body.applyfunc(partial(over_reals, variable=variable))
        return body


def _integer_symbol(name: str) -> Expr:
    return sympy.Symbol(name, integer=True, positive=True)


def _literal(ex: Explicit, node: Lit, _env: Env) -> Matrix:
    number = sympy.Rational(node.value.numerator, node.value.denominator)
    return mx.filled(*ex.size(node.shape), lambda _i, _j: number)


def _operation(ex: Explicit, node: Op, env: Env) -> Matrix:
    if node.head in ("supported", "counted"):
        return ex.value(node.args[0], env)
    return CONSTRUCTIONS[node.head](ex, node, env)


_VISIT: dict[type, Callable[[Explicit, Any, Env], Matrix]] = {
    Lit: _literal,
    Ref: Explicit.reference,
    Op: _operation,
    Call: Explicit.call,
    Density: Explicit.density,
    Binder: Explicit.binder,
}
