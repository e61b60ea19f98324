"""Symbols that are drawn as a whole: permutations, projections, reflections, definite and stochastic matrices.

Their hypotheses are met by construction, with rational entries; rejection would find them in dimension 1 only.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from hence.checks.model import Constraint, Lit, Op, Ref, Setting
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Undefined
from hence.checks.numeric.orthonormal import orthonormal_member, orthonormal_system

STABLE = "of spectral radius below one"
DRAWN_BY_WORD = (
    "permutation",
    "positive definite",
    "positive semidefinite",
    "stochastic",
    "probability vector",
    STABLE,
    "of full column rank",
    "of full row rank",
)


def systems_of(constraints: Iterable[Constraint], setting: Setting, names: Iterable[str]) -> dict[str, str]:
    """The kind in which each special symbol is drawn."""
    found = dict(filter(None, map(orthonormal_system, constraints)))
    traits: dict[str, set[str]] = defaultdict(set)
    for constraint in constraints:
        trait = _trait(constraint)
        if trait is not None:
            traits[trait[0]].add(trait[1])
    for name, said in traits.items():
        kind = _kind(said, found.get(name, ""))
        if kind:
            found[name] = kind
    for name in names:
        symbol = setting.symbols.get(name)
        for word in DRAWN_BY_WORD if symbol is not None else ():
            if symbol is not None and word in symbol.words and name not in setting.definitions:
                found[name] = word
    return found


def _kind(traits: set[str], orthonormal: str) -> str:
    if "idempotent" in traits:
        return "projection" if "symmetric" in traits else "idempotent"
    if "involutory" in traits or (orthonormal in ("columns", "rows") and "symmetric" in traits):
        return "reflection" if orthonormal or "symmetric" in traits else "involutory"
    return ""


def _trait(c: Constraint) -> tuple[str, str] | None:
    """What an equation says of one matrix: H H = H, H^T = H, H H = I."""
    for side, other in ((c.lhs, c.rhs), (c.rhs, c.lhs)) if c.relation == "=" and not c.over else ():
        match side, other:
            case Op("transpose", (Ref(name, ()),)), Ref(again, ()) if name == again:
                return name, "symmetric"
            case (Op("pow", (Ref(name, ()), Lit(value))), Ref(again, ())) if name == again and value == 2:
                return name, "idempotent"
            case (Op("mul", (Ref(name, ()), Ref(twice, ()))), Ref(again, ())) if name == twice == again:
                return name, "idempotent"
            case (Op("pow", (Ref(name, ()), Lit(value))), Op("identity")) if value == 2:
                return name, "involutory"
            case (Op("mul", (Ref(name, ()), Ref(again, ()))), Op("identity")) if name == again:
                return name, "involutory"
    return None


def special_member(
    kind: str, size: tuple[int, int], indices: tuple[int, ...], rng: random.Random, plain: bool, count: int
) -> Array:
    """A member of a system; `count` is how many a family has. Raises `Undefined` where there is none of this size."""
    if kind == "permutation":
        return _permutation(count, indices, rng)
    if 0 in size:
        raise Undefined(f"a matrix without entries, said to be {kind}")
    build = BUILDERS.get(kind)
    if build is None:
        return orthonormal_member(kind, size, indices, rng, plain)
    if kind in SQUARE and size[0] != size[1]:
        raise Undefined(f"a matrix that is not square, said to be {kind}")
    return build(size[0], size[1], rng)


def _permutation(count: int, indices: tuple[int, ...], rng: random.Random) -> Array:
    """The image of an index; the random numbers are the same for every member."""
    order = list(range(1, count + 1))
    rng.shuffle(order)
    if len(indices) != 1 or not 1 <= indices[0] <= count:
        raise Undefined("a permutation at an index out of its range")
    return xp.as_exact([[xp.rational(order[indices[0] - 1])]])


def _integers(rows: int, cols: int, rng: random.Random, choices: tuple[int, ...] = (-2, -1, 0, 1, 2)) -> Array:
    return xp.as_exact([[xp.rational(rng.choice(choices)) for _ in range(cols)] for _ in range(rows)])


def _identity(size: int) -> Array:
    return xp.number(np.eye(size, dtype=int), True)


def _definite(rows: int, cols: int, rng: random.Random) -> Array:
    lower = np.tril(_integers(rows, cols, rng), -1) + _identity(rows) * xp.rational(rng.choice((1, 2)))
    return lower @ lower.T  # type: ignore[no-any-return]


def _full_columns(rows: int, cols: int, rng: random.Random) -> Array:
    """A triangle with ones on its diagonal among other rows. Raises `Undefined` where there are too few rows."""
    if rows < cols:
        raise Undefined("a matrix with more columns than rows, said to be of full column rank")
    triangle = np.tril(_integers(cols, cols, rng), -1) + _identity(cols)
    order = rng.sample(range(rows), rows)
    return np.concatenate([triangle, _integers(rows - cols, cols, rng)])[order] if rows > cols else triangle[order]


def _full_rows(rows: int, cols: int, rng: random.Random) -> Array:
    return _full_columns(cols, rows, rng).T


def _semidefinite(rows: int, _cols: int, rng: random.Random) -> Array:
    factor = _integers(rows, rng.randint(1, max(rows, 1)), rng)
    return factor @ factor.T


def _projection(rows: int, _cols: int, rng: random.Random) -> Array:
    """Onto a line, or onto what is orthogonal to it."""
    vector = _integers(rows, 1, rng, (1, 2, -1, 0))
    vector[rng.randrange(rows), 0] = xp.rational(1)
    line = (vector @ vector.T) * (xp.rational(1) / (vector.T @ vector)[0, 0])
    return _identity(rows) - line if rng.random() < 0.5 else line  # type: ignore[no-any-return]


def _reflection(rows: int, cols: int, rng: random.Random) -> Array:
    return _identity(rows) - _projection(rows, cols, rng) * xp.rational(2)  # type: ignore[no-any-return]


def _idempotent(rows: int, _cols: int, rng: random.Random) -> Array:
    """S D S^{-1} for a D of zeros and ones."""
    return _similar(rows, rng, _integers(rows, 1, rng, (0, 1)))


def _stable(rows: int, _cols: int, rng: random.Random) -> Array:
    """S D S^{-1} for a D with entries of modulus below one; its norm may be larger."""
    return _similar(rows, rng, _integers(rows, 1, rng, (-1, 0, 1, 2)) * (xp.rational(1) / xp.rational(3)))


def _similar(rows: int, rng: random.Random, diagonal: Array) -> Array:
    """S D S^{-1} for an S with unit triangles."""
    lower = np.tril(_integers(rows, rows, rng), -1) + _identity(rows)
    upper = np.triu(_integers(rows, rows, rng), 1) + _identity(rows)
    basis = lower @ upper
    inverse = xp.plain(xp.inverse(basis))
    return basis @ (_identity(rows) * diagonal) @ inverse  # type: ignore[no-any-return]


def _involutory(rows: int, cols: int, rng: random.Random) -> Array:
    return _identity(rows) - _idempotent(rows, cols, rng) * xp.rational(2)  # type: ignore[no-any-return]


def _stochastic(rows: int, cols: int, rng: random.Random) -> Array:
    weights = _integers(rows, cols, rng, (0, 1, 2, 3))
    for row in range(rows):
        weights[row, rng.randrange(cols)] = xp.rational(1)
    return weights / weights.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


def _probabilities(rows: int, cols: int, rng: random.Random) -> Array:
    weights = _integers(rows, cols, rng, (1, 2, 3))
    return weights / weights.sum()  # type: ignore[no-any-return]


SQUARE = ("positive definite", "positive semidefinite", "projection", "reflection", "idempotent", "involutory", STABLE)
BUILDERS = {
    "positive definite": _definite,
    "positive semidefinite": _semidefinite,
    "projection": _projection,
    "reflection": _reflection,
    "idempotent": _idempotent,
    "involutory": _involutory,
    "stochastic": _stochastic,
    "of full column rank": _full_columns,
    "of full row rank": _full_rows,
    STABLE: _stable,
    "probability vector": _probabilities,
}
