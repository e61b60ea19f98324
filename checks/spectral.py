"""Extreme eigenvalues by quadratic forms: lambda_min(M) >= c where v^T M v >= c v^T v for every v, M being symmetric.

For > it is enough to look at v other than zero, since the least value over the unit sphere is taken somewhere.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting, Shape, Symbol, names_in, walk
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.order.norm_facts import Rule
from hence.checks.visible import is_definite
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.kernel import Certificate

VECTOR = "v'"  # as no author writes it
FLIPPED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
BOUNDED = {"eig_min": (">=", ">"), "eig_max": ("<=", "<")}


@dataclass(frozen=True)
class ByQuadraticForm:
    """`inside` proves the bound for the quadratic form of a vector of which nothing is known."""

    inside: Certificate


@dataclass(frozen=True)
class Form:
    """What is to be shown of the quadratic form, in the setting with its vector, and the matrix."""

    setting: Setting
    claim: Claim
    matrix: Node


def quadratic_form(setting: Setting, claim: Claim) -> Form | None:
    """The claim about the form; None where the claim bounds no extreme eigenvalue from the side that a form can."""
    for side, relation, bound in ((claim.lhs, claim.relation, claim.rhs), (claim.rhs, _flipped(claim), claim.lhs)):
        match side:
            case Op("eig_min" | "eig_max" as head, (matrix,)) if relation in BOUNDED[head]:
                return _form(setting, matrix, relation, bound)
    return None


def _flipped(claim: Claim) -> str:
    return FLIPPED.get(claim.relation, "")


def _form(setting: Setting, matrix: Node, relation: str, bound: Node) -> Form | None:
    if VECTOR in setting.symbols or VECTOR in names_in(matrix):
        return None
    shape = Shape(matrix.shape.rows, 1)
    v = Ref(VECTOR, (), shape)
    square = Op("mul", (Op("transpose", (v,), shape.transposed()), v))
    value = Op("mul", (Op("transpose", (v,), shape.transposed()), matrix, v))
    known = setting.constraints
    if relation in ("<", ">"):
        known = (*known, Constraint(square, ">", Lit(Fraction(0))))
    inside = replace(setting, symbols={**setting.symbols, VECTOR: Symbol(VECTOR, 0, shape)}, constraints=known)
    zero = isinstance(bound, Lit) and not bound.value
    return Form(inside, Claim(value, relation, bound if zero else Op("mul", (bound, square))), matrix)


def definite_facts(setting: Setting, claim: Claim) -> list[Rule]:
    """x^T S x > 0 for a positive definite S and an x that is said not to be zero, or x^T x to be positive."""
    apart = {c.lhs for c in setting.constraints if c.relation == "!=" and isinstance(c.rhs, Lit) and not c.rhs.value}
    positive = {c.lhs for c in setting.constraints if c == Constraint(c.lhs, ">", Lit(Fraction(0)))}
    found: dict[Rule, None] = {}
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        match node:
            case Op("mul", (Op("transpose", (x,)) as turned, *middle, y)) if x == y and middle:
                matrix = middle[0] if len(middle) == 1 else Op("mul", tuple(middle), Shape(x.shape.rows, x.shape.rows))
                away = x in apart or Op("mul", (turned, x)) in positive
                if away and is_definite(setting, matrix, lambda number, sign: sign == ">" and number in positive):
                    found[Rule(Constraint(node, ">", Lit(Fraction(0))), "positive-definite")] = None
    return list(found)


def require_symmetric(setting: Setting, matrix: Node) -> Sides:
    """Raises NoRule where it is not seen that a matrix is its own transpose."""
    turned = Op("transpose", (matrix,), matrix.shape.transposed())
    sides = Sides(setting, Claim(turned, "=", matrix))
    if matrix.shape.rows != matrix.shape.cols or not sides.difference().is_zero:
        raise NoRule("the matrix need not be symmetric")
    return sides
