"""Orthonormal systems with rational entries: which hypotheses ask for one, and how it is drawn."""

from __future__ import annotations

import random

from hence.checks.model import Constraint, Lit, Node, Op, Ref
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Undefined
from hence.checks.numeric.scalars import Exact
from hence.language.records import dataclass

ZERO, ONE = xp.rational(0), xp.rational(1)
COSINE, SINE = xp.rational(3) / 5, xp.rational(4) / 5


def orthonormal_system(constraint: Constraint) -> tuple[str, str] | None:
    """`(name, kind)` if the hypothesis says that a symbol is orthonormal: family, columns, rows or unit."""
    if constraint.relation != "=":
        return None
    for side, other in ((constraint.lhs, constraint.rhs), (constraint.rhs, constraint.lhs)):
        found = _gram(side)
        if found is None:
            continue
        one, two, kind = found
        if isinstance(other, Op) and other.head == "delta" and one.indices != two.indices:
            return one.name, "family"
        if isinstance(other, Op) and other.head == "identity" and one == two:
            return one.name, kind
        if isinstance(other, Lit) and other.value == 1 and one == two and other.shape.is_scalar:
            return one.name, "unit"
    return None


def _gram(node: Node) -> tuple[Ref, Ref, str] | None:
    match node:
        case Op("mul", (Op("transpose", (Ref() as one,)), Ref() as two)) if one.name == two.name:
            return one, two, "columns"
        case Op("mul", (Ref() as one, Op("transpose", (Ref() as two,)))) if one.name == two.name:
            return one, two, "rows"
        case Op("inner", (Ref() as one, Ref() as two)) if one.name == two.name:
            return one, two, "columns"
        case Op("norm", (Ref() as one,)) if one.shape.is_vector:
            return one, one, "unit"
        case Op("pow", (Op("norm", (Ref() as one,)), Lit())) if one.shape.is_vector:
            return one, one, "unit"
    return None


def orthonormal_member(
    kind: str, size: tuple[int, int], indices: tuple[int, ...], rng: random.Random, plain: bool
) -> Array:
    """The member of a system. Raises `Undefined` where it does not exist in these dimensions."""
    rows, cols = size
    if kind in ("family", "unit"):
        basis = _orthogonal(rows * cols, rng, plain)
        place = rng.randrange(rows * cols) if kind == "unit" else (indices[0] - 1 if indices else 0)
        if not 0 <= place < rows * cols:
            raise Undefined("more orthonormal vectors than dimensions")
        return xp.as_exact([basis.column(place)]).reshape(rows, cols)
    if (rows < cols) == (kind == "columns") and rows != cols:
        raise Undefined(f"orthonormal {kind} of a {rows} x {cols} matrix")
    basis = _orthogonal(max(rows, cols), rng, plain)
    return xp.as_exact(list(zip(*(basis.column(k)[:rows] for k in range(cols)), strict=True)))


@dataclass(frozen=True)
class _Basis:
    """A signed permutation, two rows of which are turned by an angle with rational sine and cosine.

    Mostly one column of it is asked for.
    """

    order: list[int]
    signs: list[int]
    turned: tuple[int, int] | None

    def column(self, place: int) -> list[Exact]:
        found = [ZERO] * len(self.order)
        found[self.order.index(place)] = ONE if self.signs[place] == 1 else -ONE
        if self.turned is not None:
            i, j = self.turned
            found[i], found[j] = COSINE * found[i] + SINE * found[j], COSINE * found[j] - SINE * found[i]
        return found


def _orthogonal(size: int, rng: random.Random, plain: bool) -> _Basis:
    order = list(range(size))
    rng.shuffle(order)
    signs = [rng.choice((1, -1)) for _ in order]
    if size < 2 or plain:
        return _Basis(order, signs, None)
    i, j = rng.sample(range(size), 2)
    return _Basis(order, signs, (i, j))
