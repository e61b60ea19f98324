"""One instance: numbers for every name that a claim needs, drawn on demand and remembered.

Everything is determined by the seed and the style. Numbers are exact; symbols with a continuous law are kept
as plans (which standard coordinates they are made of) and evaluated by quadrature or sampling.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import flint
import numpy as np
from hence.checks.model import Definition, Density, Dim, Node, Ref, Shape, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, Undefined
from hence.checks.numeric.chance import Chance
from hence.checks.numeric.conditional import value_taken
from hence.checks.numeric.curved import Curved
from hence.checks.numeric.densities import Point, Tables, role
from hence.checks.numeric.functions import Concrete, stand_in
from hence.checks.numeric.laws import Coordinate
from hence.checks.numeric.needs import NOTHING, Bounds, Needs
from hence.checks.numeric.quadrature import COARSE
from hence.checks.numeric.scalars import NoValue
from hence.checks.numeric.systems import BUILDERS, special_member
from hence.checks.sizes import value_of

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Evaluator

INTEGERS = [Fraction(n) for n in (1, 2, -1, 3, -2, -3, 1, 2, 0, 4)]
RATIONALS = [Fraction(n, d) for d in (1, 2, 3, 4) for n in (-5, -3, -2, -1, 1, 2, 3, 5, 7)]
SMALL = [Fraction(n, d) for n, d in ((1, 2), (-1, 2), (1, 3), (-1, 3), (1, 4), (-1, 4), (2, 5), (-2, 5))]
SPECIAL = [Fraction(n) for n in (0, 1, -1, 0)]  # where many identities break
DEGENERATE = {"zeros": [Fraction(0)], "ones": [Fraction(1)], "ends": [Fraction(0), Fraction(1)]}  # where sides meet
LARGE = [Fraction(n) for n in (-7, -5, -4, 5, 7, 9)]
POOLS = {**DEGENERATE, "large": LARGE, "special": SPECIAL, "integers": INTEGERS, "rationals": RATIONALS, "small": SMALL}
UNBOUNDED = -(10**9)


class World:
    """An instance of a setting. `evaluator` is the exact one, for definitions of dimensions and moments."""

    evaluator: Evaluator

    def __init__(self, needs: Needs, seed: str, style: str, structured: bool, dependent: bool) -> None:
        self.needs, self.setting = needs, needs.setting
        self.definitions = needs.definitions
        self.point_names = needs.point_names
        self.seed, self.style, self.structured = seed, style, structured
        self.rng = random.Random(seed)
        self.numbers: dict[str, int] = {}
        self.drawn: dict[tuple[str, tuple[int, ...]], Array] = {}
        self.functions: dict[str, Concrete] = {}
        self.nodes = COARSE
        self.slots: list[Array | Coordinate | None] = [None]  # None for samples, or for a bound variable
        self.free: list[int] = []
        self.dependent = dependent
        self.chance = Chance(self, dependent)
        self.starts: dict[int, int] = {}  # by the identity of a definition
        self.fixed: set[str] = set()  # variables of densities that stand free
        self.tables: Tables | None = None
        self.sizes: dict[str, int] = {}
        self.points: dict[str, tuple[int, Array]] = {}

    # Sizes and integers --------------------------------------------------------------------------------

    def dim(self, dim: Dim) -> int:
        if isinstance(dim, int):
            return dim
        known = self.numbers.get(dim)  # nearly always
        return value_of(dim, self.integer) if known is None else known

    def size(self, shape: Shape) -> tuple[int, int]:
        return self.dim(shape.rows), self.dim(shape.cols)

    def is_integer(self, name: str) -> bool:
        """Is this a dimension, or an integer that is drawn rather than defined?"""
        return name in self.numbers

    def integer(self, name: str) -> int:
        if name in self.numbers:
            return self.numbers[name]
        return self.evaluator.integer(Ref(name), {})

    # Symbols ----------------------------------------------------------------------------------------------

    def family_of(self, name: str, count: int) -> int:
        symbol = self.setting.symbols.get(name)
        if symbol is None or (symbol.shape.is_scalar and not self._has_entries(name)):
            return count  # a scalar has no entries: every index chooses a member
        return min(symbol.family, count)

    def _has_entries(self, name: str) -> bool:
        return any(d.entrywise for d in self.definitions.get(name, ()))

    def shape_of(self, name: str) -> Shape:
        symbol = self.setting.symbols.get(name)
        if symbol is not None:
            return symbol.shape
        return self.needs.shapes.get(name, Shape(1, 1))

    def deep(self, name: str) -> frozenset[str]:
        return self.needs.deep_names(name)

    def member(self, name: str, indices: tuple[int, ...]) -> Array:
        """A drawn symbol or member of a family. Raises `CannotEvaluate` for a family without its index."""
        key = (name, indices)
        if key not in self.drawn:
            symbol = self.setting.symbols.get(name)
            if symbol is not None and symbol.family > len(indices):
                raise CannotEvaluate(f"the whole family {name}")
            if self.needs.is_random(name):
                self.drawn[key] = self.chance.finite(name, indices)
            else:
                rng = random.Random(f"{self.seed}/{name}/{indices}")
                if name in self.needs.conditions and not indices:
                    self.drawn[key] = value_taken(self.evaluator, self.needs.conditions[name], rng.random())
                    return self.drawn[key]
                special = self.needs.systems.get(name)
                self.drawn[key] = self.draw(name, rng) if special is None else self.system(special, key, rng)
        return self.drawn[key]

    def system(self, kind: str, key: tuple[str, tuple[int, ...]], rng: random.Random) -> Array:
        """A member of an orthonormal system. Raises `Undefined` where there is no room for it, or none."""

        def common() -> random.Random:
            return random.Random(f"{self.seed}/system/{key[0]}")

        size = self.size(self.shape_of(key[0]))
        symbol = self.setting.symbols.get(key[0])
        count = self.dim(symbol.bounds[0]) if symbol is not None and symbol.bounds else 1
        if kind == "permutation":
            return self.permutation(key, count, common())
        if kind == "family" and symbol is not None and symbol.how == "declared" and key[1][:1] > (count,):
            raise Undefined("a member beyond the last one of an orthonormal family")
        own = rng if kind in ("unit", *BUILDERS) else common()
        return special_member(kind, size, key[1], own, self.structured, count)

    def permutation(self, key: tuple[str, tuple[int, ...]], count: int, rng: random.Random) -> Array:
        """The image of an index; of an inverse, the index of which it is the image."""
        name, indices = key
        original = name.removesuffix("^{-1}")
        if original == name:
            return special_member("permutation", (1, 1), indices, rng, self.structured, count)
        images = [self.member(original, (k,)) for k in range(1, count + 1)]
        place = next((k for k, image in enumerate(images, 1) if image[0, 0] == indices[0]), None)
        if place is None:
            raise Undefined("a permutation at an index out of its range")
        return xp.as_exact([[xp.rational(place)]])

    def draw(self, name: str, rng: random.Random) -> Array:
        """A fresh value for a symbol, within its simple bounds."""
        rows, cols = self.size(self.shape_of(name))
        if rows * cols > xp.MOST_ENTRIES:
            raise CannotEvaluate(f"{rows} times {cols} numbers are too many to draw")
        pool = self.pool(name)
        bounds = self.needs.bounds.get(name, NOTHING)
        entries = [[xp.rational(rng.choice(pool)) for _ in range(cols)] for _ in range(rows)]
        if self.structured and (rows > 1) != (cols > 1) and bounds.allow(Fraction(0)) and bounds.allow(Fraction(1)):
            entries = [[xp.rational(rng.choice((0, 0, 1))) for _ in range(cols)] for _ in range(rows)]
        elif self.structured and rows > 1 and cols > 1 and bounds.allow(Fraction(0)):
            entries = [[x if i == j else xp.rational(0) for j, x in enumerate(row)] for i, row in enumerate(entries)]
        return xp.as_exact(entries)

    def pool(self, name: str) -> list[Fraction]:
        """The numbers to choose from, the same for all instances of a style. Raises `Undefined` if there are none."""
        kept = (self.style, name)
        if kept not in self.needs.pools:
            self.needs.pools[kept] = self._pool(name)
        return self.needs.pools[kept]

    def _pool(self, name: str) -> list[Fraction]:
        pool = POOLS[self.style]
        bounds = self.needs.bounds.get(name)
        symbol = self.setting.symbols.get(name)
        if symbol is not None and symbol.integer:
            pool = [Fraction(n) for n in range(1, 5)] if bounds is None or bounds.low is None else INTEGERS
        if bounds is None:
            return pool
        if self.style == "ends":
            pool = [x for x in (bounds.low, bounds.high) if x is not None] or pool
        allowed = [x for x in pool if bounds.allow(x)]
        if allowed and self.style in DEGENERATE:
            return allowed
        if len(set(allowed)) < 3 and not (symbol is not None and symbol.integer):
            allowed += [x for x in _within(bounds) if bounds.allow(x)]
        if not allowed:
            raise (NoValue if bounds.empty else Undefined)(f"no value within the bounds of {name}")
        return allowed

    # Recurrences ---------------------------------------------------------------------------------------------

    def least_index(self, definition: Definition) -> int:
        """The first index at which a general definition holds; a recurrence starts after its base cases."""
        if definition.least is not None:
            return definition.least
        if id(definition) not in self.starts:
            self.starts[id(definition)] = self._start(definition)
        return self.starts[id(definition)]

    def _start(self, definition: Definition) -> int:
        if not self.steps_back(definition):
            return UNBOUNDED
        bases = [
            self.evaluator.integer(d.indices[0], {})
            for d in self.definitions[definition.name]
            if d.indices and not isinstance(d.indices[0], str)
        ]
        return max(bases, default=0) + 1

    def steps_back(self, definition: Definition) -> int:
        """How far a recurrence reaches back: 1 for v_t from v_{t-1}; 0 if it is none."""
        return self._back_to(definition.name, definition)

    def _back_to(self, name: str, definition: Definition) -> int:
        """How far back the members of a sequence are of which a definition speaks."""
        first = definition.indices[0] if definition.indices else None
        if not isinstance(first, str):
            return 0
        env: dict[str, object] = {i: 100 for i in definition.indices if isinstance(i, str)}
        back = 0
        for node in walk(definition.body):
            if isinstance(node, Ref) and node.name == name and node.indices:
                try:
                    back = max(back, 100 - self.evaluator.integer(node.indices[0], env))  # type: ignore[arg-type]
                except (CannotEvaluate, Undefined):
                    back = max(back, 1)  # the index is bound inside the body: some earlier member
        return back

    def is_initial(self, name: str, indices: tuple[int, ...]) -> bool:
        """May this member be drawn freely? Yes below a recurrence without base case, as far as it reaches back."""
        same = [d for d in self.definitions[name] if len(d.indices) == len(indices) > 0]
        general = [d for d in same if isinstance(d.indices[0], str)]
        if not general:
            return True
        least = self.least_index(general[0])
        circle = [n for n in self.deep(name) if name in self.deep(n)]  # h_t = f(a_t) with a_t = W h_{t-1}
        back = max(self._back_to(name, d) for n in {name, *circle} for d in self.definitions.get(n, ()))
        return least - back <= indices[0] < least

    def redraw_chance(self) -> None:
        """Draw all random symbols again, as after a change of the numbers that their laws depend on."""
        if self.needs.random:
            self.drawn = {key: value for key, value in self.drawn.items() if not self.needs.is_random(key[0])}
        self.slots, self.free = [None], []
        if not self.chance.is_untouched:
            self.chance = Chance(self, self.dependent)

    def let_go(self) -> None:
        """Nobody needs it any more: without circles it is gone at once, and is not looked for later."""
        del self.chance.continuous, self.chance, self.evaluator

    # Functions and densities ------------------------------------------------------------------------------------

    def function(self, name: str, shape: Shape) -> Concrete:
        known = self.setting.functions.get(name)
        rng = random.Random(f"{self.seed}/function/{name}")
        if known is not None and known.traits:  # made anew, since the constants that it depends on may change
            return Curved(known, rng, self._rational)
        if name not in self.functions:
            self.functions[name] = stand_in(known, self.size(shape), rng)
        return self.functions[name]

    def _rational(self, node: Node) -> flint.fmpq:
        """The value of a constant. Raises CannotEvaluate where it is no fraction."""
        (found,) = xp.plain(self.evaluator.value(node, {})).flat
        if not isinstance(found, flint.fmpq):
            raise CannotEvaluate("a constant of a function that is no fraction")
        return found

    def space(self, name: str) -> int:
        """How many values a variable of a density takes."""
        key = role(name)
        if key not in self.sizes:
            self.sizes[key] = random.Random(f"{self.seed}/space/{key}").choice((2, 3))
        return self.sizes[key]

    def _values(self, name: str) -> tuple[int, Array]:
        """The value at which a free variable is fixed, and the numbers that its values stand for."""
        key = role(name)
        if key not in self.points:
            rng = random.Random(f"{self.seed}/point/{key}")
            values = np.stack([self.draw(key, rng) for _ in range(self.space(key))])
            self.points[key] = (rng.randrange(self.space(key)), values)
        return self.points[key]

    def point(self, name: str) -> Point:
        index, values = self._values(name)
        self.fixed.add(role(name))
        return Point(None, index, values[index])

    def spread_point(self, name: str, slot: int) -> Point:
        index, values = self._values(name)
        return Point(slot, index, xp.on_slot(values, slot))

    def density(self, node: Density, points: dict[str, Point]) -> Array:
        if self.tables is None:
            sizes = {v: self.space(v) for names in self.needs.densities.values() for v in names}
            self.tables = Tables(self.needs.densities, sizes, random.Random(f"{self.seed}/tables"))
        return self.tables.density(node, points)

    def tables_slope(self, node: Density, points: dict[str, Point], entry: int) -> Array:
        """How a density changes with an entry of the parameter in its label."""
        self.density(node, points)
        assert self.tables is not None
        return self.tables.slope(node, points, entry)

    def density_names(self, node: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Families and variables of the densities on which a node depends."""
        todo, seen = [node], set()
        while todo:
            for n in walk(todo.pop()):
                if isinstance(n, Density):
                    yield n.family, (*n.of, *n.given)
                name = getattr(n, "name", None) or getattr(n, "function", None)
                if name in self.definitions and name not in seen:
                    seen.add(name)
                    todo += [d.body for d in self.definitions[name]]

    # Slots ------------------------------------------------------------------------------------------------------

    def open_slot(self) -> int:
        """A slot for a bound variable or a derivative."""
        if self.free:
            return self.free.pop()
        self.slots.append(None)
        return len(self.slots) - 1

    def close_slot(self, slot: int) -> None:
        self.free.append(slot)

    def random_slot(self, weights: Array | Coordinate) -> int:
        self.slots.append(weights)
        return len(self.slots) - 1

    def random_slots(self) -> list[tuple[int, Array]]:
        """The slots of random symbols with the probabilities of their atoms."""
        found = []
        for slot, weights in enumerate(self.slots):
            if isinstance(weights, np.ndarray):
                found.append((slot, weights))
            elif weights is not None:
                found.append((slot, weights.line(self.nodes)[1]))
        return found


def _within(bounds: Bounds) -> list[Fraction]:
    """Candidates inside an interval that the pools miss."""
    low, high = bounds.low, bounds.high
    if low is not None and high is not None:
        return [low + (high - low) * Fraction(k, 6) for k in range(7)]
    if low is not None:
        return [low + x for x in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(7, 2))]
    if high is not None:
        return [high - x for x in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(7, 2))]
    return []
