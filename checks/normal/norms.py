"""Operator norms, and maxima over an index, as atoms that carry what they are taken of.

A positive factor comes out of both, a summand without the index out of a maximum. A matrix and its transpose have the
same norm, and that of a diagonal matrix is the largest of its absolute entries. For inequalities see `checks.order`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.checks.model import Between, Binder, Node, Op, Setting
from hence.checks.normal.algebra import Algebra, bind
from hence.checks.normal.common import NoRule
from hence.checks.normal.content import extract_content
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, collect, fresh_variable, number, of_atom, rename, symbol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hence.checks.normal.algebra import Algebra
    from hence.checks.normal.entries import Normaliser


def operator_norm(n: Normaliser, matrix: Node, env: Mapping[str, Poly]) -> Poly:
    """The largest singular value of a matrix, as an atom."""
    rows, cols = n.dimension(matrix.shape.rows), n.dimension(matrix.shape.cols)
    row, column = fresh_variable(), fresh_variable()
    n.algebra.facts.ranges.update({row: rows, column: cols})
    body = n.entry(matrix, symbol(row), symbol(column), env)
    if body.is_zero:
        return body
    diagonal = diagonal_part(n.algebra, body, row, column)
    if diagonal is not None:
        n.used["norm-of-diagonal"] = None
        return maximum(n.algebra, row, rows, n.algebra.absolute(diagonal))
    return norm_of_entries(n.algebra, body, (row, rows), (column, cols))


def norm_of_entries(algebra: Algebra, body: Poly, rows: tuple[str, Poly], columns: tuple[str, Poly]) -> Poly:
    """The norm of the matrix with these entries, which speak of the two indices; each comes with its bound."""
    (row, height), (column, width) = rows, columns
    front, inner = _content(algebra, body, frozenset((row, column)))
    upright = bind("opnorm", "", [of_atom(bind("lam", "", [inner], column)), height, width], row)
    turned = bind("opnorm", "", [of_atom(bind("lam", "", [inner], row)), width, height], column)
    return algebra.mul(algebra.absolute(front), of_atom(min(upright, turned, key=lambda a: a.key)))


def eigenvalue(n: Normaliser, node: Op, env: Mapping[str, Poly]) -> Poly:
    """The largest or smallest eigenvalue of a symmetric matrix; that of A^T A is the square of the norm of A."""
    (matrix,) = node.args
    match matrix:
        case Op("mul", (Op("transpose", (a,)), b)) | Op("mul", (a, Op("transpose", (b,)))) if a == b:
            if node.head == "eig_max":
                n.used["norm-by-eigenvalues"] = None
                return n.algebra.power(operator_norm(n, a, env), number(2))
    size = n.dimension(matrix.shape.rows)
    row, column = fresh_variable(), fresh_variable()
    n.algebra.facts.ranges.update({row: size, column: size})
    body = n.entry(matrix, symbol(row), symbol(column), env)
    body = body if node.head == "eig_max" else -body
    turned = n.algebra.substitute(body, {row: symbol(column), column: symbol(row)})
    if body != turned and not is_symmetric(n.setting, matrix):
        raise NoRule("an extreme eigenvalue of a matrix that is not symmetric for sure")
    diagonal = diagonal_part(n.algebra, body, row, column)
    if diagonal is not None:
        n.used["eigenvalues-of-diagonal"] = None
        value = maximum(n.algebra, row, size, diagonal)
    else:
        value = of_atom(bind("eigmax", "", [of_atom(bind("lam", "", [body], column)), size], row))
    return value if node.head == "eig_max" else -value


def is_symmetric(setting: Setting, matrix: Node) -> bool:
    """Whether a matrix is symmetric by a hypothesis, or made of such matrices by sums and multiples."""
    match matrix:
        case Op("identity"):
            return True
        case Op("add" | "neg", parts):
            return all(is_symmetric(setting, p) for p in parts)
        case Op("mul", factors):
            matrices = [f for f in factors if not f.shape.is_scalar]
            return len(matrices) == 1 and is_symmetric(setting, matrices[0])
        case _:
            turned = Op("transpose", (matrix,), matrix.shape)
            sides = [(c.lhs, c.rhs) for c in setting.constraints if c.relation == "="]
            return (turned, matrix) in sides or (matrix, turned) in sides


def largest_entry(n: Normaliser, vector: Node, env: Mapping[str, Poly]) -> Poly:
    """The largest absolute entry of a vector."""
    size = vector.shape.rows if vector.shape.cols == 1 else vector.shape.cols
    index = fresh_variable()
    n.algebra.facts.ranges[index] = n.dimension(size)
    place = (symbol(index), ONE) if vector.shape.cols == 1 else (ONE, symbol(index))
    return maximum(n.algebra, index, n.dimension(size), n.algebra.absolute(n.entry(vector, *place, env)))


def diagonal_part(algebra: Algebra, body: Poly, row: str, column: str) -> Poly | None:
    """f(row) where body is delta_{row,column} f(row)."""
    wanted = algebra.delta(symbol(row), symbol(column)).atom
    assert wanted is not None
    if any(wanted not in dict(mono.factors) for mono, _ in body.terms):
        return None
    pieces = [(Mono(m.sums, tuple(f for f in m.factors if f[0] != wanted)), c) for m, c in body.terms]
    return algebra.substitute(collect(pieces), {column: symbol(row)})


def _content(algebra: Algebra, body: Poly, inside: frozenset[str]) -> tuple[Poly, Poly]:
    """body = front * inner, where the front holds none of the variables."""
    coefficient, outer, _ = extract_content(body, signed=True)
    shared = [(a, e) for a, e in outer.factors if not (a.names | e.names) & inside]
    front = algebra.assemble([], shared, coefficient) if shared else number(coefficient)
    return front, algebra.mul(body, algebra.power(front, number(-1)))


def extreme(n: Normaliser, node: Binder, env: Mapping[str, Poly]) -> Poly:
    """The largest or smallest of finitely many numbers."""
    if node.head not in ("max", "min") or not isinstance(node.over, Between) or node.over.unless:
        raise NoRule(f"no normal form for {node.head}")
    low, high = (n.entry(b, ONE, ONE, env) for b in (node.over.low, node.over.high))
    variable = fresh_variable()
    bound = high - low + ONE
    n.algebra.facts.ranges[variable] = bound
    body = n.entry(node.body, ONE, ONE, {**env, node.var: symbol(variable) + low - ONE})
    if node.head == "max":
        return maximum(n.algebra, variable, bound, body)
    return -maximum(n.algebra, variable, bound, -body)


def maximum(algebra: Algebra, variable: str, bound: Poly, body: Poly) -> Poly:
    """The largest value of the body for variable = 1..bound."""
    algebra.need_order(ONE, bound)
    fixed = collect((m, c) for m, c in body.terms if variable not in m.names)
    moving = body - fixed
    if moving.is_zero:
        return fixed
    coefficient, outer, inner = extract_content(moving, signed=False)
    front: Poly = number(coefficient)
    if all(variable not in a.names | e.names and algebra.facts.positive_atom(a) for a, e in outer.factors):
        front = algebra.assemble([], list(outer.factors), coefficient)
    else:
        inner = moving.scaled(1 / coefficient)
    return fixed + algebra.mul(front, of_atom(bind("max", "", [inner, bound], variable)))


def with_last(algebra: Algebra, one: Poly, last: Poly) -> Poly | None:
    """max(max over 1..n of f, f(n + 1)) as the maximum over 1..n+1; None for anything else."""
    for mono, coefficient in one.terms:
        match mono:
            case Mono((), ((Atom("max", "", (body, bound), binds=variable) as atom, exponent),)) if exponent.is_one:
                place = fresh_variable()
                own = rename(body, {variable: place})
                algebra.facts.ranges[place] = bound + ONE
                rest = one - of_atom(atom).scaled(coefficient)
                if coefficient > 0 and last == rest + algebra.substitute(own, {place: bound + ONE}).scaled(coefficient):
                    return rest + maximum(algebra, place, bound + ONE, own).scaled(coefficient)
    return None
