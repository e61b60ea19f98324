"""Inverses and determinants as atoms that carry the matrix they belong to.

The (i, j) entry of M^{-1} is an atom whose arguments hold M's generic entry, its size, and i and j. Two
rewrite rules, M M^{-1} = I and M^{-1} M = I, and symmetry where M is symmetric, are all that is known of
it; its derivative is -M^{-1} (dM) M^{-1}, that of log det M is tr(M^{-1} dM).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hence.checks.model import Claim, Lit, Node, Op, Ref, Setting, walk
from hence.checks.normal.algebra import Algebra, bind
from hence.checks.normal.content import extract_content
from hence.checks.normal.poly import ONE, Atom, Poly, atoms_of, fresh_variable, number, of_atom, rename, symbol

Entry = Callable[[Poly, Poly], Poly]


def inverse_entry(algebra: Algebra, entry: Entry, size: Poly, i: Poly, j: Poly) -> Poly:
    """The (i, j) entry of the inverse of a matrix given by its entries; that of its transpose is the (j, i) entry.

    (c M)^{-1} is M^{-1} / c, and (M^{-1})^{-1} is M: no inverse exists where c is zero.
    """
    row, column = _places(algebra, size)
    scale, rest = _scaled(algebra, entry(symbol(row), symbol(column)), row, column)
    front = algebra.power(scale, number(-1))
    inner = rest.atom
    if inner is not None and inner.kind == "inv" and not any(x.names & {row, column} for x in inner.args[:2]):
        if inner.args[2:] == (symbol(row), symbol(column)):
            return algebra.mul(front, matrix_entry(algebra, inner, i, j))
        if inner.args[2:] == (symbol(column), symbol(row)):
            return algebra.mul(front, matrix_entry(algebra, inner, j, i))

    def unscaled(k: Poly, m: Poly) -> Poly:
        return algebra.substitute(rest, {row: k, column: m})

    lam, bound, turned = _least_form(algebra, unscaled, size)
    return algebra.mul(front, of_atom(bind("inv", "", [lam, size, *((j, i) if turned else (i, j))], bound)))


def _scaled(algebra: Algebra, entry: Poly, row: str, column: str) -> tuple[Poly, Poly]:
    """The entry of a matrix as a number times what depends on where it stands."""
    if entry.is_zero:
        return ONE, entry
    coefficient, outer, inner = extract_content(entry, signed=True)
    fixed = [(a, e) for a, e in outer.factors if not (a.names | e.names) & {row, column}]
    kept = [(a, e) for a, e in outer.factors if (a, e) not in fixed]
    return algebra.product(fixed).scaled(coefficient), algebra.mul(algebra.product(kept), inner)


def determinant(algebra: Algebra, entry: Entry, size: Poly) -> Poly:
    """The determinant of a matrix given by its entries, as an atom: the same for the matrix and its transpose."""
    lam, row, _ = _least_form(algebra, entry, size)
    return of_atom(bind("det", "", [lam, size], row))


def _least_form(algebra: Algebra, entry: Entry, size: Poly) -> tuple[Poly, str, bool]:
    """The matrix or its transpose, whichever has the smaller form, and whether it is the transpose."""
    plain = (*_abstracted(algebra, entry, size), False)
    turned = (*_abstracted(algebra, lambda k, m: entry(m, k), size), True)
    return min(plain, turned, key=lambda form: (bind("lam", "", [form[0]], form[1]).key, form[2]))


def _abstracted(algebra: Algebra, entry: Entry, size: Poly) -> tuple[Poly, str]:
    row, column = _places(algebra, size)
    body = entry(symbol(row), symbol(column))
    return of_atom(bind("lam", "", [body], column)), row


def _places(algebra: Algebra, size: Poly) -> tuple[str, str]:
    """Letters for a row and a column."""
    row, column = fresh_variable(), fresh_variable()
    for name in (row, column):
        algebra.facts.ranges[name] = size
    return row, column


def matrix_entry(algebra: Algebra, atom: Atom, k: Poly, l: Poly) -> Poly:  # noqa: E741 - as on paper
    """The (k, l) entry of the matrix inside an inverse or a determinant."""
    row, column = _places(algebra, atom.args[1])
    lam = rename(atom.args[0], {atom.binds: row}).atom
    assert lam is not None
    body = rename(lam.args[0], {lam.binds: column})
    return algebra.substitute(body, {row: k, column: l})


def entry_of_inverse(atom: Atom, i: Poly, j: Poly) -> Poly:
    """The (i, j) entry of the inverse of the matrix inside an atom."""
    return of_atom(Atom("inv", "", (atom.args[0], atom.args[1], i, j), atom.binds))


def inverses_in(*polys: Poly) -> list[Atom]:
    """Inverses that occur, one atom for each different matrix."""
    found: dict[str, Atom] = {}
    for atom in (a for poly in polys for a in atoms_of(poly, "inv")):
        found.setdefault(atom.args[0].key, atom)
    return list(found.values())


def defining_equations(algebra: Algebra, atom: Atom, i: Poly, j: Poly) -> list[Poly]:
    """Differences that vanish: M M^{-1} - I and M^{-1} M - I."""
    size = atom.args[1]
    variable = fresh_variable()
    algebra.facts.ranges[variable] = size
    k = symbol(variable)
    identity = algebra.delta(i, j)
    left = algebra.mul(matrix_entry(algebra, atom, i, k), entry_of_inverse(atom, k, j))
    right = algebra.mul(entry_of_inverse(atom, i, k), matrix_entry(algebra, atom, k, j))
    return [algebra.sum_over(variable, ONE, size, product) - identity for product in (left, right)]


def cancelled(factors: list[Node]) -> list[Node]:
    """A product of matrices without M^{-1} M and M M^{-1} side by side."""
    flat = [f for factor in factors for f in _flat(factor)]
    kept: list[Node] = []
    for factor in flat:
        if kept and (_inverts(kept[-1], factor) or _inverts(factor, kept[-1])):
            kept.pop()
        else:
            kept.append(factor)
    return kept or [Op("identity", (), f.shape) for f in flat[:1]]


def _flat(node: Node) -> tuple[Node, ...]:
    match node:
        case Op("mul", args) if all(not a.shape.is_scalar for a in args) and node.shape.is_matrix:
            return tuple(f for a in args for f in _flat(a))
        case _:
            return (node,)


def _inverts(one: Node, other: Node) -> bool:
    match one:
        case Op("pow", (base, Lit(value))) if value == -1 and base.shape.is_matrix:
            return base == other
        case _:
            return False


def inverted_matrices(claim: Claim) -> list[Node]:
    """Matrices whose inverse the claim speaks of."""
    return inverted_in(claim.lhs, claim.rhs)


def inverted_by_hypotheses(setting: Setting) -> list[Node]:
    """Plain matrices whose inverse stands in an equation that is given, as inverses: to multiply by."""
    given = [side for c in setting.constraints if c.relation == "=" for side in (c.lhs, c.rhs)]
    plain = [m for m in inverted_in(*given) if isinstance(m, Ref) and not m.indices and m.name in setting.symbols]
    return [Op("pow", (m, Lit(Fraction(-1))), m.shape) for m in plain]


def inverted_in(*terms: Node) -> list[Node]:
    """Matrices whose inverse stands in terms."""
    found: dict[Node, None] = {}
    for side in terms:
        for node in walk(side):
            match node:
                case Op("pow", (base, Lit(value))) if base.shape.is_matrix and value < 0:
                    found[base] = None
                case Op("pow", (base, Op("neg", (Lit(value),)))) if base.shape.is_matrix and value > 0:
                    found[base] = None
                case _:
                    pass
    return list(found)
