"""The value of a node at an instance, in floats (to search) or in exact and ball arithmetic (to decide).

One table, `HEAD_VALUES`, gives every head its meaning. `Evaluator.value` raises `Undefined` where the
node has no value at the instance, `CannotEvaluate` where this engine has none, and (in exact
arithmetic) `NotExact` where a Gaussian expectation or an integral over the reals would be needed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from hence.checks.model import (
    Along,
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
    differentiated_at,
    labels_of,
)
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Dual, NotExact, Number, Undefined
from hence.checks.numeric.chosen import at_chance
from hence.checks.numeric.densities import Point, is_label
from hence.checks.numeric.heads import HEAD_VALUES, MOMENTS, product, stacked
from hence.checks.numeric.intervals import integral_between
from hence.checks.numeric.laws import Coordinate
from hence.checks.numeric.layout import check_fading, entries_to_slot, select, slot_to_columns, slot_to_entries
from hence.checks.numeric.needs import MOST_WORK, TOO_MUCH_WORK
from hence.checks.numeric.quadrature import normal_grid, real_grid, square_root
from hence.checks.numeric.world import World
from hence.checks.wording import BINDERS

MOST_TERMS = 2000
MOST_ENTRIES = 3_000_000
DEEPEST = 60

Env: TypeAlias = "dict[str, int | Number | Point]"


class Evaluator:
    """Values at one instance, in one arithmetic. Definitions are evaluated once per index."""

    def __init__(self, world: World, exact: bool) -> None:
        self.world, self.needs, self.exact = world, world.needs, exact
        self.setting = world.setting
        self.memo: dict[tuple[str, tuple[int, ...]], Number] = {}
        self.overrides: dict[tuple[str, tuple[int, ...]], Number] = {}
        self.continuous: dict[tuple[str, tuple[int, ...]], Number] = {}
        self.depth = 0
        self.level = 0

    # Entry points ------------------------------------------------------------------------------------

    def value(self, node: Node, env: Env | None = None) -> Number:
        """The value of a node. Raises `Undefined`, `CannotEvaluate` or `NotExact`."""
        needs = self.needs
        needs.work += 1
        if needs.work > MOST_WORK:
            raise CannotEvaluate(TOO_MUCH_WORK)
        env = env if env is not None else {}
        if isinstance(node, Op):
            return HEAD_VALUES.get(node.head, _without_value)(self, node, env)
        return _VISIT[type(node)](self, node, env)

    def integer(self, node: Node, env: Env) -> int:
        """The value of an index or bound. Raises `CannotEvaluate` if it is no integer."""
        if isinstance(node, Lit) and node.value.denominator == 1:
            return node.value.numerator
        if isinstance(node, Ref) and not node.indices:
            bound = env.get(node.name)
            if isinstance(bound, int):
                return bound
            if bound is None and self.world.is_integer(node.name):
                return self.world.integer(node.name)
        found = xp.plain(self.value(node, env))
        if found.size != 1:
            raise CannotEvaluate("an index that depends on chance")
        exact = float(xp.to_float(found).flat[0])
        if abs(exact - round(exact)) > 1e-9:
            raise CannotEvaluate("an index or bound that is not an integer")
        return round(exact)

    def constant(self, value: Fraction | int, shape: Shape) -> Array:
        """A matrix whose entries are all the same number; one that is a number is shared, and nobody may change it."""
        if shape.is_scalar:
            return xp.fixed(value.numerator, value.denominator, self.exact)
        rows, cols = self.world.size(shape)
        if self.exact:
            array = np.empty((rows, cols), dtype=object)
            array.fill(xp.rational(value))
            return array
        return np.full((rows, cols), float(value))

    def here(self, array: Number) -> Number:
        """A stored value in the arithmetic of this evaluator. Raises `NotExact` for floats in exact mode."""
        return array if isinstance(array, Dual) else self.arithmetic(array)  # a dual was made by this evaluator

    def arithmetic(self, array: Array) -> Array:
        if array.dtype.hasobject:
            return array if self.exact else xp.to_float(array)
        if self.exact:
            raise NotExact("a value with a continuous law")
        return array

    # Symbols -----------------------------------------------------------------------------------------

    def reference(self, node: Ref, env: Env) -> Number:
        name = node.name
        if name in env:
            return self.bound(node, env[name], env)
        world = self.world
        if not node.indices:
            whole = world.numbers.get(name)
            return self.member(name, (), env) if whole is None else self.constant(whole, node.shape)
        if (scattered := at_chance(self, node, env)) is not None:
            return scattered
        indices = tuple([self.integer(i, env) for i in node.indices])
        family = world.family_of(name, len(indices))
        member, entries = indices[:family], indices[family:]
        if entries and (name, member) not in self.overrides:
            direct = self.entrywise(name, indices, env)
            if direct is not None:
                return direct
        return select(self.member(name, member, env), entries)

    def bound(self, node: Ref, bound: int | Number | Point, env: Env) -> Number:
        if isinstance(bound, int):
            return self.constant(bound, node.shape)
        if isinstance(bound, Point):
            bound = self.here(bound.value)
        if node.indices and (scattered := at_chance(self, node, env)) is not None:
            return scattered
        return select(bound, tuple(self.integer(i, env) for i in node.indices))

    def member(self, name: str, indices: tuple[int, ...], env: Env) -> Number:
        """A symbol, or a member of a family: overridden, defined, or drawn."""
        if self.overrides and (override := self.overrides.get((name, indices))) is not None:
            return override
        definitions = self.world.definitions.get(name)
        if definitions is None:
            if name not in self.needs.random and name not in self.needs.point_names:  # a number that is drawn once
                return self.arithmetic(self.world.member(name, indices))
            return self.here(self.random(name, indices))
        return self.remembered(name, indices, env, definitions)

    def random(self, name: str, indices: tuple[int, ...]) -> Number:
        """The drawn value of a symbol without definition; samplers replace the random ones."""
        if name in self.world.point_names:
            return self.world.point(name).value
        varied = bool(self.overrides) and any(n in self.world.needs.law_names(name) for n, _ in self.overrides)
        if not self.world.needs.is_continuous(name):
            if varied:
                raise CannotEvaluate("derivative with respect to a parameter of a distribution")
            return self.world.member(name, indices)
        if self.exact:
            raise NotExact("a value with a continuous law")
        key = (name, indices)
        if varied:
            return self.world.chance.continuous.value(key, self)
        if key not in self.continuous:
            self.continuous[key] = self.world.chance.continuous.value(key, self)
        return self.continuous[key]

    def coordinate(self, slot: int) -> Array:
        """A standard coordinate: its quadrature points along its slot."""
        coordinate = self.world.slots[slot]
        assert isinstance(coordinate, Coordinate)
        return xp.on_slot(coordinate.line(self.world.nodes)[0][:, None, None], slot)

    def along(self, slot: int, values: Array) -> Array:
        """A number for each atom of a finite slot."""
        return xp.on_slot(values[:, None, None], slot)

    def remembered(self, name: str, indices: tuple[int, ...], env: Env, definitions: tuple[Definition, ...]) -> Number:
        deep = self.world.deep(name)
        inherited: Env = {k: v for k, v in env.items() if k in deep}
        fixed = not inherited and not any(n in deep or n == name for n, _ in self.overrides)
        if fixed and (name, indices) in self.memo:
            return self.memo[name, indices]
        self.depth += 1
        if self.depth > DEEPEST:
            raise CannotEvaluate(f"the definition of {name} does not come to an end")
        try:
            found = self.defined(name, indices, inherited, definitions)
        finally:
            self.depth -= 1
        if fixed:
            self.memo[name, indices] = found
        return found

    def defined(self, name: str, indices: tuple[int, ...], env: Env, definitions: tuple[Definition, ...]) -> Number:
        chosen = self.choose(definitions, indices)
        if chosen is not None:
            return self.value(chosen[0].body, {**env, **chosen[1]})
        if any(d.entrywise and len(d.indices) > len(indices) for d in definitions):
            return self.assembled(name, indices, env)
        if self.world.is_initial(name, indices):
            return self.here(self.world.member(name, indices))
        raise Undefined(f"{name} is not defined at {indices}")

    def choose(self, definitions: tuple[Definition, ...], indices: tuple[int, ...]) -> tuple[Definition, Env] | None:
        """The definition that holds at these indices: one for a constant index goes before a general one."""
        best: tuple[int, Definition, Env] | None = None
        for definition in definitions:
            if len(definition.indices) != len(indices) or definition.params:
                continue
            env = self.matches(definition, indices)
            if env is not None and (best is None or len(env) < best[0]):
                best = (len(env), definition, env)
        return None if best is None else best[1:]

    def matches(self, definition: Definition, indices: tuple[int, ...]) -> Env | None:
        env: Env = {}
        for pattern, index in zip(definition.indices, indices, strict=True):
            if isinstance(pattern, str):
                if env.setdefault(pattern, index) != index:
                    return None
            elif self.integer(pattern, {}) != index:
                return None
        general = bool(definition.indices) and isinstance(definition.indices[0], str)
        if general and indices[0] < self.world.least_index(definition):
            return None
        return env

    def entrywise(self, name: str, indices: tuple[int, ...], env: Env) -> Number | None:
        """An entry straight from an entrywise definition, if there is one."""
        definitions = self.world.definitions.get(name)
        if definitions is None or not any(d.entrywise and len(d.indices) == len(indices) for d in definitions):
            return None
        chosen = self.choose(tuple(d for d in definitions if d.entrywise), indices)
        if chosen is None:
            return None
        deep = self.world.deep(name)
        return self.value(chosen[0].body, {**{k: v for k, v in env.items() if k in deep}, **chosen[1]})

    def assembled(self, name: str, indices: tuple[int, ...], env: Env) -> Number:
        """A whole member from its entrywise definition."""
        rows, cols = self.world.size(self.world.shape_of(name))
        grid = [[self._entry(name, indices, (i + 1, j + 1), env) for j in range(cols)] for i in range(rows)]
        return stacked(grid)

    def _entry(self, name: str, indices: tuple[int, ...], place: tuple[int, int], env: Env) -> Number:
        shape = self.world.shape_of(name)
        entry = place[:1] if shape.is_vector else (place[1:] if shape.is_row else place)
        found = self.entrywise(name, (*indices, *entry), env)
        if found is None:
            raise Undefined(f"{name} has no entry {entry}")
        return found

    # Functions ---------------------------------------------------------------------------------------

    def call(self, node: Call, env: Env) -> Number:
        args = [self.value(a, env) for a in node.args]
        function = self.setting.functions.get(node.function)
        if function is not None and function.elementwise and len(args) == 1 and args[0].shape[-2:] != (1, 1):
            return self.mapped(lambda x: self.applied(node, [x], env), args[0])
        return self.applied(node, args, env)

    def applied(self, node: Call, args: list[Number], env: Env) -> Number:
        for definition in self.world.definitions.get(node.function, ()):
            if len(definition.params) == len(args) and not definition.indices:
                inherited = {k: v for k, v in env.items() if k in self.world.deep(node.function)}
                return self.value(definition.body, {**inherited, **dict(zip(definition.params, args, strict=True))})
        return self.world.function(node.function, node.shape)(args)

    def mapped(self, f: Callable[[Number], Number], arg: Number) -> Number:
        """Entry by entry: the entries are laid out along a slot of their own, as scalars."""
        rows, cols = arg.shape[-2:]
        slot = self.world.open_slot()
        try:
            found = f(xp.linear(lambda x: entries_to_slot(x, slot), arg))
            return xp.linear(lambda x: slot_to_entries(x, slot, rows, cols), found)
        finally:
            self.world.close_slot(slot)

    # Densities ---------------------------------------------------------------------------------------

    def point(self, name: str, env: Env) -> Point:
        bound = env.get(name)
        if bound is None:
            return self.world.point(name)
        if not isinstance(bound, Point):
            raise CannotEvaluate(f"{name} is both a number and a variable of a density")
        return bound

    def density(self, node: Density, env: Env) -> Number:
        if node.family in self.world.definitions:
            raise CannotEvaluate(f"the density {node.family} is given by a formula")
        points = {name: self.point(name, env) for name in (*node.of, *node.given)}
        value: Number = self.here(self.world.density(node, points))
        for (name, _), parameter in sorted(self.overrides.items()):
            if isinstance(parameter, Dual) and name in labels_of(node.family):
                value = self.moving_density(node, points, value, parameter)
        return value

    def moving_density(self, node: Density, points: dict[str, Point], value: Number, parameter: Dual) -> Number:
        """A density along a change of the parameter in its label. Raises `CannotEvaluate` for a second derivative."""
        if isinstance(value, Dual) or isinstance(parameter.primal, Dual) or isinstance(parameter.tangent, Dual):
            raise CannotEvaluate("a second derivative of an abstract density")
        rows, cols = parameter.shape[-2:]
        pieces = []
        for k in range(rows * cols):
            along = xp.entry(parameter.tangent, k // cols + 1, k % cols + 1)
            pieces.append(xp.mul(self.here(self.world.tables_slope(node, points, k)), along))
        tangent = pieces[0]
        for piece in pieces[1:]:
            tangent = xp.add(tangent, piece)
        return Dual(parameter.level, value, tangent)

    def over_points(self, names: tuple[str, ...], env: Env, body: Callable[[Env], Number]) -> Number:
        """The sum of the body over all values of the variables of densities."""
        if not names:
            return body(env)
        slot = self.world.open_slot()
        try:
            point = self.world.spread_point(names[0], slot)
            found = self.over_points(names[1:], {**env, names[0]: point}, body)
            ones = xp.number(np.ones(self.world.space(names[0]), dtype=int), self.exact)
            return xp.contract(found, slot, ones)
        finally:
            self.world.close_slot(slot)

    # Binders -----------------------------------------------------------------------------------------

    def binder(self, node: Binder, env: Env) -> Number:
        match node.head, node.over:
            case "rows" | "columns", Between():
                return self.lines(node, node.over, env)
            case "sum" | "prod" | "min" | "max", Between():
                return self.folded(node, node.over, env)
            case "E", Drawn(Density() as law):
                names = law.of if node.var in law.of else (node.var,)
                return self.over_points(names, env, lambda e: xp.mul(self.value(law, e), self.value(node.body, e)))
            case "E", Drawn(Op("Normal") as law):
                return self.normal_mean(node, law, env)
            case "integral", Everywhere(shape):
                if node.var in self.world.point_names:
                    return self.over_points((node.var,), env, lambda e: self.value(node.body, e))
                return self.real_integral(node, shape, env)
            case "integral", Along(low, high):
                return integral_between(self, node, (low, high), env)
        raise CannotEvaluate(f"no value for {BINDERS.get(node.head, node.head)} here")

    def lines(self, node: Binder, over: Between, env: Env) -> Number:
        """A matrix from its rows or columns."""
        low, high = self.integer(over.low, env), self.integer(over.high, env)
        if high - low > MOST_TERMS:
            raise CannotEvaluate("a matrix with too many rows")
        found = [self.value(node.body, {**env, node.var: k}) for k in range(low, high + 1)]
        return stacked([[line] for line in found] if node.head == "rows" else [found])

    def folded(self, node: Binder, over: Between, env: Env) -> Number:
        low, high = self.integer(over.low, env), self.integer(over.high, env)
        if high - low > MOST_TERMS:
            raise CannotEvaluate("a sum with too many terms")
        if high < low - 1:
            raise Undefined("a range of negative length")
        skipped = {self.integer(u, env) for u in over.unless}
        result: Number | None = None
        for k in range(low, high + 1):
            if k not in skipped:
                term = self.value(node.body, {**env, node.var: k})
                result = term if result is None else _FOLD[node.head](result, term)
        if result is None and node.head in ("min", "max"):
            raise Undefined("the least or greatest of no values")
        if result is None and node.head == "prod" and node.shape.is_matrix:
            return self.value(Op("identity", (), node.shape))
        if result is None:
            return self.constant(0 if node.head == "sum" else 1, node.shape)
        return result

    def normal_mean(self, node: Binder, law: Op, env: Env) -> Number:
        """E over a bound Gaussian variable, by quadrature."""
        if self.exact:
            raise NotExact("a Gaussian expectation")
        assert isinstance(node.over, Drawn)
        rows, cols = self.world.size(node.over.shape)
        mean, factor = self.gaussian(law, rows * cols, env)
        points, weights = normal_grid(rows * cols, self.world.nodes)
        return self.integrated(node, env, self.placed(mean, factor, points, rows, cols), weights)

    def placed(self, mean: Array, factor: Array, points: Array, rows: int, cols: int) -> Callable[[int], Array]:
        """Values mean + factor z along a slot, for standard normal points z."""
        column = points[:, :, None]

        def place(slot: int) -> Array:
            shifted = factor @ xp.on_slot(column, slot)
            return mean + shifted.reshape(*shifted.shape[:-2], rows, cols)  # type: ignore[no-any-return]

        return place

    def gaussian(self, law: Op, size: int, env: Env) -> tuple[Array, Array]:
        """Mean and a square root of the covariance, as floats. Raises `CannotEvaluate` for a derivative of them."""
        mean, cov = (self.value(a, env) for a in law.args)
        if isinstance(mean, Dual) or isinstance(cov, Dual):
            raise CannotEvaluate("derivative with respect to a parameter of a distribution")
        return xp.to_float(mean), square_root(xp.to_float(cov), size)

    def integrated(self, node: Binder, env: Env, place: Callable[[int], Array], weights: Array) -> Number:
        slot = self.world.open_slot()
        try:
            body = self.value(node.body, {**env, node.var: place(slot)})
            if xp.plain(body).size > MOST_ENTRIES:
                raise Undefined(xp.TOO_LARGE)
            return xp.contract(body, slot, weights)
        finally:
            self.world.close_slot(slot)

    def real_integral(self, node: Binder, shape: Shape, env: Env) -> Number:
        """An integral over R^n on a grid. Raises `Undefined` where the integrand does not fade."""
        if self.exact:
            raise NotExact("an integral over the reals")
        rows, cols = self.world.size(shape)
        points, weights = real_grid(rows * cols, self.world.nodes)
        slot = self.world.open_slot()
        try:
            at = xp.on_slot(points.reshape(-1, rows, cols), slot)
            body = self.value(node.body, {**env, node.var: at})
            if not xp.depends_on(body, slot):
                raise Undefined("an integral of a constant over the reals")
            check_fading(xp.plain(body), slot, points)
            return xp.contract(body, slot, weights)
        finally:
            self.world.close_slot(slot)

    # Chance ------------------------------------------------------------------------------------------

    def expectation(self, node: Op, env: Env) -> Number:
        """E, Var and Cov over all random symbols."""
        return MOMENTS[node.head](self, node, env)

    def expected(self, value: Number) -> Number:
        """The mean over all random symbols."""
        if xp.plain(value).size > MOST_ENTRIES:
            raise Undefined(xp.TOO_LARGE)
        for slot, weights in self.world.random_slots():
            if xp.depends_on(value, slot):
                value = xp.contract(value, slot, self.arithmetic(weights))
        return value

    # Calculus ----------------------------------------------------------------------------------------

    def derivative(self, node: Op, env: Env) -> Number:
        function, variable = node.args
        if isinstance(variable, Op) and variable.head == "transpose":
            flipped = Op("deriv", (function, variable.args[0]), node.shape.transposed())
            return xp.transpose(self.derivative(flipped, env))
        if not isinstance(variable, Ref):
            return self.derivative_at_point(node, env)
        self.refuse_densities(function, variable.name)
        slot = self.world.open_slot()
        self.level += 1
        try:
            tangent, size = self.tangent(function, variable, slot, env)
            return self.unpacked(tangent, slot, size, node)
        finally:
            self.level -= 1
            self.world.close_slot(slot)

    def differential(self, node: Op, env: Env) -> Number:
        """The derivative of the body when all its variables move at once."""
        body, *pairs = node.args
        self.level += 1
        try:
            found = xp.split(self.moved(body, pairs, env), self.level)
        finally:
            self.level -= 1
        return xp.linear(lambda x: x * 0, found[0]) if found[1] is None else found[1]

    def evaluated(self, node: Op, env: Env) -> Number:
        """The body, while the variable has another value."""
        body, variable, value = node.args
        assert isinstance(variable, Ref)
        return self.at_value(variable.name, self.value(value, env), lambda: self.value(body, env))

    def at_value(self, name: str, value: Number, found: Callable[[], Number]) -> Number:
        previous = self.overrides.get((name, ()))
        self.overrides[name, ()] = value
        try:
            return found()
        finally:
            if previous is None:
                del self.overrides[name, ()]
            else:
                self.overrides[name, ()] = previous

    def moved(self, body: Node, pairs: list[Node], env: Env) -> Number:
        if not pairs:
            return self.value(body, env)
        variable, direction, *rest = pairs
        assert isinstance(variable, Ref)
        dual = Dual(self.level, self.member(variable.name, (), env), self.value(direction, env))
        self.overrides[variable.name, ()] = dual
        try:
            return self.moved(body, rest, env)
        finally:
            del self.overrides[variable.name, ()]

    def derivative_at_point(self, node: Op, env: Env) -> Number:
        """The gradient of f at u: f is differentiated by a variable of its own, which has the value u."""
        function, point = node.args
        variable = Ref(f"point#{len(env)}", (), point.shape)
        inside = differentiated_at(function, point, variable)
        if inside is None:
            raise CannotEvaluate("derivative with respect to an expression")
        at = {**env, variable.name: self.value(point, env)}
        return self.derivative(Op("deriv", (inside, variable), node.shape), at)

    def refuse_densities(self, function: Node, name: str) -> None:
        if is_label(name, function) or any(name in names for _, names in self.world.density_names(function)):
            raise CannotEvaluate(f"derivative of an abstract density with respect to {name}")

    def tangent(self, function: Node, variable: Ref, slot: int, env: Env) -> tuple[Number, tuple[int, int]]:
        """The derivative of the function along every entry of the variable, laid out on the slot."""
        name = variable.name
        indices = tuple(self.integer(i, env) for i in variable.indices)
        family = 0 if name in env else self.world.family_of(name, len(indices))
        member, entries = indices[:family], indices[family:]
        if name not in env and self.world.is_integer(name):
            raise CannotEvaluate(f"derivative with respect to the integer {name}")
        base = self.value(Ref(name), env) if name in env else self.member(name, member, env)
        rows, cols = map(int, base.shape[-2:])
        seeds = np.eye(rows * cols, dtype=int).reshape(-1, rows, cols)
        if entries:
            at = entries if len(entries) == 2 else ((entries[0], 1) if cols == 1 else (1, entries[0]))
            keep = (at[0] - 1) * cols + at[1] - 1
            seeds, rows, cols = seeds[keep : keep + 1], 1, 1
        dual = Dual(self.level, base, xp.on_slot(xp.number(seeds, self.exact), slot))
        value = self.with_dual(function, variable.name, member, dual, env)
        _, found = xp.split(value, self.level)
        if found is None:
            found = xp.linear(lambda x: x * 0, value)
        return found, (rows, cols)

    def with_dual(self, function: Node, name: str, member: tuple[int, ...], dual: Dual, env: Env) -> Number:
        if name in env:
            return self.value(function, {**env, name: dual})
        previous = self.overrides.get((name, member))
        self.overrides[name, member] = dual
        try:
            return self.value(function, env)
        finally:
            if previous is None:
                del self.overrides[name, member]
            else:
                self.overrides[name, member] = previous

    def unpacked(self, tangent: Number, slot: int, size: tuple[int, int], node: Op) -> Number:
        rows, cols = size
        high, wide = tangent.shape[-2:]
        if rows * cols == 1:
            return xp.linear(lambda x: slot_to_entries(x, slot, 1, 1) if x.shape[-2:] == (1, 1) else x, tangent)
        if (high, wide) == (1, 1):
            return xp.linear(lambda x: slot_to_entries(x, slot, rows, cols), tangent)
        if 1 in (high, wide) and 1 in (rows, cols):
            jacobian = xp.linear(lambda x: slot_to_columns(x, slot, rows * cols), tangent)
            wanted = self.world.size(node.shape)
            return jacobian if wanted == (high * wide, rows * cols) else xp.transpose(jacobian)
        raise CannotEvaluate("derivative of a matrix with respect to a matrix")


_FOLD: dict[str, Callable[[Number, Number], Number]]
_FOLD = {"sum": xp.add, "prod": product, "min": xp.smaller, "max": xp.larger}


def _literal(ev: Evaluator, node: Lit, _env: Env) -> Number:
    """A number in this arithmetic; without a shape it is kept by its node, which is looked at again and again."""
    if not node.shape.is_scalar:
        return ev.constant(node.value, node.shape)
    kept = "_exact" if ev.exact else "_float"
    known: Array | None = vars(node).get(kept)
    if known is None:
        known = ev.constant(node.value, node.shape)
        object.__setattr__(node, kept, known)
    return known


def _without_value(_ev: Evaluator, node: Op, _env: Env) -> Number:
    raise CannotEvaluate(f"no numeric value for {node.head}")


_VISIT: dict[type, Callable[[Evaluator, Any, Env], Number]] = {
    Lit: _literal,
    Ref: Evaluator.reference,
    Call: Evaluator.call,
    Density: Evaluator.density,
    Binder: Evaluator.binder,
}
