"""Determinants: by the form of the matrix where a theorem knows it, written out for small ones, else an atom.

det(A B) = det A det B, det A^T = det A, det A^k = (det A)^k, det(c A) = c^n det A
det of a diagonal matrix is the product of its diagonal, of a triangle of blocks that of its diagonal blocks
det(I + U V) = det(I + V U); det(A + u v^T) = det A (1 + v^T A^{-1} u)
det(A B; C D) = det A det(D - C A^{-1} B)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from hence.checks.conditions import Invertible, nonzero
from hence.checks.model import Constraint, Lit, Node, Op, Ref, Shape, names_in
from hence.checks.normal.common import NoRule
from hence.checks.normal.inverses import determinant
from hence.checks.normal.norms import diagonal_part
from hence.checks.normal.poly import ONE, Poly, fresh_variable, number, symbol, total
from hence.checks.normal.products import product_over
from hence.checks.sizes import is_composite, same

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

LARGEST_EXPLICIT = 4
Env = Mapping[str, Poly]


def determinant_of(n: Normaliser, node: Op, _i: Poly, _j: Poly, env: Env) -> Poly:
    """The rule of the head `det`."""
    return _det(n, node.args[0], env)


def _det(n: Normaliser, base: Node, env: Env) -> Poly:
    size = n.dimension(base.shape.rows)
    found = _by_form(n, base, size, env)
    if found is not None:
        return found
    if isinstance(base.shape.rows, int) and base.shape.rows <= LARGEST_EXPLICIT:
        return _leibniz(n, base, base.shape.rows, env)
    if is_composite(base.shape.rows):
        raise NoRule("no rule for the determinant of this block matrix")
    diagonal = diagonal_of(n, base, size, env)
    if diagonal is not None:
        n.used["diagonal-determinant"] = None
        return product_over(n.algebra, diagonal[0], ONE, size, diagonal[1])
    return determinant(n.algebra, lambda k, m: n.entry(base, k, m, env), size)


def _by_form(n: Normaliser, base: Node, size: Poly, env: Env) -> Poly | None:
    for c in n.setting.constraints:
        if c.relation == "=" and c.lhs == base and _is_identity(c.rhs):
            n.used[f"hypothesis of line {c.line}" if c.line else "hypothesis"] = None
            return ONE
    match base:
        case Op("mul", args) if all(a.shape.is_scalar or same(a.shape.rows, a.shape.cols) for a in args):
            n.used["determinant-of-product"] = None
            scalars = [n.algebra.power(n.entry(a, ONE, ONE, env), size) for a in args if a.shape.is_scalar]
            return n.algebra.mul(*scalars, *(_det(n, a, env) for a in args if not a.shape.is_scalar))
        case Op("neg", (inner,)):
            return n.algebra.mul(n.algebra.power(number(-1), size), _det(n, inner, env))
        case Op("transpose", (inner,)):
            return _det(n, inner, env)
        case Op("pow", (inner, exponent)):
            return n.algebra.power(_det(n, inner, env), n.entry(exponent, ONE, ONE, env))
        case Op("identity"):
            return ONE
        case Op("kron", (a, b)) if all(same(m.shape.rows, m.shape.cols) for m in (a, b)):
            n.used["determinant-of-kronecker-product"] = None
            sizes = n.dimension(a.shape.rows), n.dimension(b.shape.rows)
            return n.algebra.mul(*(n.algebra.power(_det(n, m, env), s) for m, s in zip((b, a), sizes, strict=True)))
        case Op("matrix", rows) if is_composite(base.shape.rows):
            return _of_blocks(n, [row.args for row in rows if isinstance(row, Op)], env)
        case Op("add", args):
            return _of_sum(n, args, env)
        case Ref(name, ()):
            body = _definition(n, name)
            return _by_form(n, body, size, env) if body is not None else _sign(n, base, env)
        case _:
            return None


def _definition(n: Normaliser, name: str) -> Node | None:
    """What a symbol stands for as a whole."""
    for definition in n.setting.definitions.get(name, ()) if all(name != frozen for frozen, _ in n.frozen) else ():
        if not definition.indices and not definition.params:
            n.used[f"definition of {name}"] = None
            return definition.body
    return None


def _sign(n: Normaliser, matrix: Ref, env: Env) -> Poly | None:
    """The determinant of an orthogonal matrix is 1 or -1."""
    symbol_of = n.setting.symbols.get(matrix.name)
    permutes = symbol_of is not None and "permutation matrix" in symbol_of.words
    if not permutes and not any(_is_gram(c, matrix) for c in n.setting.constraints):
        return None
    value = determinant(n.algebra, lambda k, m: n.entry(matrix, k, m, env), n.dimension(matrix.shape.rows))
    if value.atom is not None:
        n.used["determinant-of-orthogonal"] = None
        n.algebra.facts.signs.add(value.atom)
    return value


def _is_gram(c: Constraint, matrix: Ref) -> bool:
    """Q^T Q = I or Q Q^T = I."""
    match c.lhs, c.rhs:
        case Op("mul", (Op("transpose", (one,)), two)) | Op("mul", (two, Op("transpose", (one,)))), Op("identity"):
            return c.relation == "=" and one == two == matrix
        case _:
            return False


# Blocks -------------------------------------------------------------------------------------------


def _of_blocks(n: Normaliser, grid: list[tuple[Node, ...]], env: Env) -> Poly:
    square = all(same(row[k].shape.rows, row[k].shape.cols) for k, row in enumerate(grid) if k < len(row))
    if not square or any(len(row) != len(grid) for row in grid):
        raise NoRule("no rule for the determinant of these blocks")
    below = all(_is_zero(c) for r, row in enumerate(grid) for c in row[:r])
    above = all(_is_zero(c) for r, row in enumerate(grid) for c in row[r + 1 :])
    if below or above:
        n.used["determinant-of-triangular-blocks"] = None
        return n.algebra.mul(*(_det(n, row[k], env) for k, row in enumerate(grid)))
    if len(grid) != 2:
        raise NoRule("no rule for the determinant of these blocks")
    (a, b), (c, d) = grid
    _need_invertible(n, a, env)
    n.used["schur-complement"] = None
    correction = _product(c, _inverse(a), b)
    return n.algebra.mul(_det(n, a, env), _det(n, _sum(d, Op("neg", (correction,), d.shape)), env))


def _is_zero(node: Node) -> bool:
    return isinstance(node, Lit) and node.value == 0


def is_invertible(n: Normaliser, matrix: Node) -> bool:
    """Whether the author says so, or speaks of the inverse."""
    symbol_of = n.setting.symbols.get(matrix.name) if isinstance(matrix, Ref) else None
    match matrix:
        case Op("identity"):
            return True
        case Op("mul", args) if isinstance(args[-1], Op) and args[-1].head == "identity":
            scalars = [n.entry(a, ONE, ONE, {}) for a in args if a.shape.is_scalar]
            return len(scalars) == len(args) - 1 and all(n.algebra.facts.not_zero(s) for s in scalars)
        case _:
            pass
    said = symbol_of is not None and bool(symbol_of.words & {"invertible", "positive definite", "orthogonal"})
    return said or matrix in n.inverted


def _need_invertible(n: Normaliser, matrix: Node, env: Env) -> None:
    if is_invertible(n, matrix):
        return
    if names_in(matrix) & env.keys():
        raise NoRule("a matrix that would have to be invertible wherever the definition is used")
    n.algebra.need(nonzero(matrix) if matrix.shape.is_scalar else Invertible(matrix))


# Sums ---------------------------------------------------------------------------------------------


def _of_sum(n: Normaliser, terms: tuple[Node, ...], env: Env) -> Poly | None:
    """I + U V, and A + u v^T."""
    for position, term in enumerate(terms):
        sign, factors = _factors(term)
        rest = terms[:position] + terms[position + 1 :]
        if len(rest) == 1 and _is_identity(rest[0]) and len(factors) > 1:
            n.used["sylvester-determinant"] = None
            return _least_rotation(n, sign, factors, env)
        if len(rest) == 1 and is_invertible(n, rest[0]) and (cut := _cut(factors)) is not None:
            return _low_rank(n, rest[0], sign, factors, cut, env)
    return None


def _is_identity(node: Node) -> bool:
    match node:
        case Op("identity"):
            return True
        case Op("transpose" | "pow", (inner, *_)) if node.shape.is_matrix:
            return _is_identity(inner)
        case _:
            return False


def _factors(term: Node) -> tuple[list[Node], list[Node]]:
    """The scalar and the matrix factors of a term, its sign among the scalars."""
    match term:
        case Op("neg", (inner,)):
            scalars, matrices = _factors(inner)
            return [Lit(Fraction(-1)), *scalars], matrices
        case Op("mul", args):
            return [a for a in args if a.shape.is_scalar], [a for a in args if not a.shape.is_scalar]
        case _:
            return [], [term]


def _rotated(n: Normaliser, sign: list[Node], factors: list[Node], start: int, env: Env) -> Poly:
    """det(I + c F_k ... F_r F_1 ... F_{k-1}); all of these are equal."""
    order = [*factors[start:], *factors[:start]]
    size = order[0].shape.rows
    if not same(size, order[-1].shape.cols):
        raise NoRule("factors that do not close to a square")
    product = _product(*sign, *order)
    if size == 1:
        return ONE + n.entry(product, ONE, ONE, env)
    whole = _sum(Op("identity", (), Shape(size, size)), product)
    if isinstance(size, int) and size <= LARGEST_EXPLICIT:
        return _leibniz(n, whole, size, env)
    return determinant(n.algebra, lambda k, m: n.entry(whole, k, m, env), n.dimension(size))


def _cut(factors: list[Node]) -> int | None:
    """Where a product of rectangular factors is narrower, or at least of another size, than at its ends."""
    return next((k for k in range(1, len(factors)) if factors[k].shape.rows != factors[0].shape.rows), None)


def _low_rank(n: Normaliser, rest: Node, sign: list[Node], factors: list[Node], cut: int, env: Env) -> Poly:
    """det(A + U V) = det A det(I + V A^{-1} U)."""
    n.used["matrix-determinant-lemma"] = None
    turned = [*factors[cut:], _inverse(rest), *factors[:cut]]
    return n.algebra.mul(_det(n, rest, env), _least_rotation(n, sign, turned, env))


def _least_rotation(n: Normaliser, sign: list[Node], factors: list[Node], env: Env) -> Poly:
    """det(I + F_1 ... F_r) in the order of the factors that gives the smallest form."""
    return min((_rotated(n, sign, factors, k, env) for k in range(len(factors))), key=lambda p: (len(p.key), p.key))


def _inverse(matrix: Node) -> Node:
    if matrix.shape.is_scalar:
        return Op("div", (Lit(Fraction(1)), matrix))
    return Op("pow", (matrix, Lit(Fraction(-1))), matrix.shape)


def _product(*factors: Node) -> Node:
    shaped = [f for f in factors if not f.shape.is_scalar]
    shape = Shape(shaped[0].shape.rows, shaped[-1].shape.cols) if shaped else Shape(1, 1)
    return Op("mul", factors, shape)


def _sum(*terms: Node) -> Node:
    return Op("add", terms, terms[0].shape)


# Entries ------------------------------------------------------------------------------------------


def _leibniz(n: Normaliser, base: Node, size: int, env: Env) -> Poly:
    pieces = []
    for order in permutations(range(size)):
        inversions = sum(order[a] > order[b] for a in range(size) for b in range(a + 1, size))
        factors = [n.entry(base, number(r + 1), number(c + 1), env) for r, c in enumerate(order)]
        pieces.append(n.algebra.mul(*factors).scaled(Fraction((-1) ** inversions)))
    return total(pieces)


def diagonal_of(n: Normaliser, base: Node, size: Poly, env: Env) -> tuple[str, Poly] | None:
    """A fresh index and the diagonal entry there, where a matrix is diagonal."""
    row, column = fresh_variable(), fresh_variable()
    for name in (row, column):
        n.algebra.facts.ranges[name] = size
    diagonal = diagonal_part(n.algebra, n.entry(base, symbol(row), symbol(column), env), row, column)
    return None if diagonal is None else (row, diagonal)
