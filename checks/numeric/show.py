"""Counterexamples as a person reads them."""

from __future__ import annotations

import math

import flint
import numpy as np
from hence.checks.model import POINT, Shape, dimension_words, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Exact
from hence.checks.numeric.compare import aligned
from hence.checks.numeric.continuous import shown
from hence.checks.numeric.scalars import PRECISION
from hence.checks.numeric.world import World
from hence.checks.sizes import atoms_of
from hence.language.verdicts import Value

DIGITS = (6, 12, 24, 48, 96, 192)  # as many as tell two sides apart
FEW = 4
LONGEST_FRACTION = 24  # characters
LONGEST_INTEGER = 400  # bits


def number(x: Exact, digits: int = DIGITS[0]) -> Value:
    """An int, "1/2", or a short decimal."""
    if isinstance(x, flint.fmpq) and max(x.p.bit_length(), x.q.bit_length()) > LONGEST_INTEGER:
        return _decimal(x, digits)
    if isinstance(x, flint.fmpq) and (x.q == 1 or len(f"{x.p}/{x.q}") <= LONGEST_FRACTION):
        return int(x.p) if x.q == 1 else f"{x.p}/{x.q}"
    return float(f"{xp.float_of(x):.{_certain(x)}g}") if digits == DIGITS[0] else _decimal(x, digits)


def _certain(x: Exact) -> int:
    """How many digits to show: a ball that was made only as small as it must be has fewer that are right."""
    wide = isinstance(x, flint.arb) and 0 < x.rel_accuracy_bits() < DIGITS[0] * math.log2(10)
    return FEW if wide else DIGITS[0]


def _decimal(x: Exact, digits: int) -> str:
    with flint.ctx.workprec(4 * digits + PRECISION):
        return str(flint.arb(x).str(digits, radius=False))


def matrix(array: Array, digits: int = DIGITS[0]) -> Value:
    """A number, a list for a vector or row, nested lists for a matrix."""
    rows, cols = array.shape[-2:]
    if rows == cols == 1:
        return number(array[0, 0], digits)
    if cols == 1 or rows == 1:
        return [number(x, digits) for x in array.flat]
    return [[number(x, digits) for x in row] for row in array]


def text(value: Value) -> str:
    """`[1, 1/2]`, without quotation marks."""
    return f"[{', '.join(map(text, value))}]" if isinstance(value, list) else f"{value}"


def sides(left: Array, right: Array, place: tuple[int, ...]) -> tuple[str, str]:
    """Both sides of a refuted claim, with as many digits as it takes to see the difference at a place."""
    one, two = aligned(left, right)
    entries = (one[place], two[place]) if len(place) == one.ndim else (flint.arb(0), flint.arb(1))
    apart = [d for d in DIGITS if len({_decimal(x, d) for x in entries}) > 1]
    digits = apart[0] if apart else DIGITS[-1]
    return side(left, place, digits), side(right, place, digits)


def side(array: Array, place: tuple[int, ...], digits: int = DIGITS[0]) -> str:
    """One side of a refuted claim: the whole matrix, at the atom of the sample space where it fails."""
    lead = place[: max(len(place) - 2, 0)]
    array = np.broadcast_to(array, (*(1,) * (len(place) - array.ndim), *array.shape)) if place else array
    for index in lead:
        array = array[min(index, array.shape[0] - 1)]
    while array.ndim > 2:
        array = array[0]
    return text(matrix(array, digits))


def counterexample(world: World) -> dict[str, Value]:
    """Every number that was used, by name: dimensions, integers, symbols, laws, spaces of densities."""
    found: dict[str, Value] = {}
    hidden = _hidden_dimensions(world)
    for name, value in sorted(world.numbers.items()):
        if not name.startswith("?"):
            found[name] = value
        elif name in hidden:
            found[dimension_words(name, world.setting.symbols)] = value
    hidden_maps = _permutation_matrices(world)
    for name in hidden_maps.values():
        found[name] = matrix(xp.plain(world.evaluator.member(name, (), {})))
    for key, array in sorted(world.drawn.items(), key=lambda item: item[0]):
        if key[0] in hidden_maps:
            continue
        found[shown(key)] = _law(world, array) if world.needs.is_random(key[0]) else matrix(array)
        if key in world.chance.notes:
            found[shown(key)] = world.chance.notes[key]
    for key, words in sorted(world.chance.continuous.described().items()):
        found[shown(key)] = words
    found.update(_tables(world))
    return {name.replace(POINT, ""): value for name, value in found.items()}


def _permutation_matrices(world: World) -> dict[str, str]:
    """Permutations that were drawn for a matrix, by the name of which nobody knows them, and that matrix."""
    drawn = {name for name, _ in world.drawn}
    symbols = [s for s in world.setting.symbols.values() if "permutation matrix" in s.words]
    owners = {f"\\pi_{{{s.name}}}": s.name for s in symbols}
    return {own: name for own, name in owners.items() if own in drawn}


def _hidden_dimensions(world: World) -> set[str]:
    """Invented dimensions of the claim that no drawn value shows."""
    sides = (world.needs.claim.lhs, world.needs.claim.rhs)
    shapes = [n.shape for side in sides for n in walk(side)]
    shown_shapes = [world.shape_of(name) for name, _ in world.drawn]
    return _names_of(shapes) - _names_of(shown_shapes)


def _names_of(shapes: list[Shape]) -> set[str]:
    return {n for s in shapes for d in (s.rows, s.cols) for n in atoms_of(d)}


def _law(world: World, atoms: Array) -> Value:
    slots = [(s, w) for s, w in world.random_slots() if atoms.ndim > 2 + s and atoms.shape[-3 - s] > 1]
    if not slots and atoms.size == 1:
        return f"{text([number(atoms.flat[0])])} for sure"
    if len(slots) != 1:
        return "entries independent, each 2 standard deviations above its mean with probability 1/5"
    slot, weights = slots[0]
    values = [matrix(a) for a in np.moveaxis(atoms, atoms.ndim - 3 - slot, 0).reshape(-1, *atoms.shape[-2:])]
    return f"values {text(values)} with probabilities {text([number(w) for w in weights])}"


def _tables(world: World) -> dict[str, Value]:
    if world.tables is None:
        return {}
    found: dict[str, Value] = {}
    for family, names in world.tables.variables.items():
        found[f"{family}({', '.join(names)})"] = _nested(world.tables.tables[family])
    for name in sorted(world.fixed):
        found[name] = f"the value number {world.points[name][0] + 1} of {world.space(name)}"
    return found


def _nested(table: Array) -> Value:
    return [_nested(t) for t in table] if table.ndim > 1 else [number(x) for x in table]
