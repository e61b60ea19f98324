"""The geometric series of a matrix: sum_k M^k = (I - M)^{-1} where the norm of M is below one."""

from __future__ import annotations

from fractions import Fraction

from hence.checks.limit_points import infinity_of
from hence.checks.limits.signs import Signs
from hence.checks.limits.stable import is_said_to_be_stable
from hence.checks.model import Between, Binder, Claim, Lit, Node, Op, Ref, Setting, Shape, Towards, names_in
from hence.checks.normal.difference import Sides
from hence.checks.normal.norms import operator_norm
from hence.checks.normal.poly import ONE


def neumann_series(setting: Setting, claim: Claim) -> Sides | None:
    """The proof that a series of powers of a matrix has the claimed value; None where it is no such claim.

    The value V satisfies (I - M) V = M^a, where a is the first exponent, and I - M is invertible.
    """
    if claim.relation != "=":
        return None
    found = _series(claim.lhs) or _series(claim.rhs)
    if found is None:
        return None
    matrix, first, value = found[0], found[1], claim.rhs if _series(claim.lhs) else claim.lhs
    shape = matrix.shape
    gap = Op("add", (Op("identity", (), shape), Op("neg", (matrix,), shape)), shape)
    power = Op("pow", (matrix, Lit(Fraction(first))), shape)
    sides = Sides(setting, Claim(Op("mul", (gap, value), value.shape), "=", power))
    if not _fades(setting, sides, matrix) or not sides.difference().is_zero:
        return None
    sides.normaliser.used["neumann-series"] = None
    return sides


def _fades(setting: Setting, sides: Sides, matrix: Node) -> bool:
    """Whether the powers of a matrix tend to zero: its norm, or its spectral radius, is below one."""
    if is_said_to_be_stable(setting, matrix):
        return True
    return Signs(sides.normaliser).sign(ONE - operator_norm(sides.normaliser, matrix, {})) == 1


def _series(node: Node) -> tuple[Node, int] | None:
    """M and a of the limit of sum_{k=a}^{t} M^k."""
    match node:
        case Binder("lim", end, Towards(point), Binder("sum", k, Between(Lit(low), Ref(high, ()), ()), body)):
            matrix = _base(body, k)
            plain = infinity_of(point) == 1 and high == end and low.denominator == 1 and 0 <= low <= 1
            if matrix is not None and plain and not {end, k} & names_in(matrix) and _is_square(matrix.shape):
                return matrix, int(low)
    return None


def _base(body: Node, index: str) -> Node | None:
    """M of M^k, and c M of c^k M^k."""
    match body:
        case Op("pow", (base, Ref(name, ()))) if name == index and base.shape.is_matrix:
            return base
        case Op("mul", (Op("pow", (number, Ref(name, ()))), Op("pow", (base, Ref(again, ()))))) if (
            name == again == index
        ):
            if number.shape.is_scalar and base.shape.is_matrix:
                return Op("mul", (number, base), base.shape)
    return None


def _is_square(shape: Shape) -> bool:
    return shape.rows == shape.cols
