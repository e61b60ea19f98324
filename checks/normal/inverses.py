"""Inverses and determinants as atoms that carry the matrix they belong to.

The (i, j) entry of M^{-1} is an atom whose arguments hold M's generic entry, its size, and i and j. Two
rewrite rules, M M^{-1} = I and M^{-1} M = I, and symmetry where M is symmetric, are all that is known of
it; its derivative is -M^{-1} (dM) M^{-1}, that of log det M is tr(M^{-1} dM).
"""

from __future__ import annotations

from collections.abc import Callable

from checks.normal.algebra import Algebra, bind
from checks.normal.poly import ONE, Atom, Poly, any_atom, fresh_variable, of_atom, rename, symbol

Entry = Callable[[Poly, Poly], Poly]


def inverse_entry(algebra: Algebra, entry: Entry, size: Poly, i: Poly, j: Poly) -> Poly:
    """The (i, j) entry of the inverse of a matrix given by its entries."""
    lam, row = _abstracted(algebra, entry, size)
    return of_atom(bind("inv", "", [lam, size, i, j], row))


def determinant(algebra: Algebra, entry: Entry, size: Poly) -> Poly:
    """The determinant of a matrix given by its entries, as an atom."""
    lam, row = _abstracted(algebra, entry, size)
    return of_atom(bind("det", "", [lam, size], row))


def _abstracted(algebra: Algebra, entry: Entry, size: Poly) -> tuple[Poly, str]:
    row, column = fresh_variable(), fresh_variable()
    for name in (row, column):
        algebra.facts.ranges[name] = size
    body = entry(symbol(row), symbol(column))
    return of_atom(bind("lam", "", [body], column)), row


def matrix_entry(algebra: Algebra, atom: Atom, k: Poly, l: Poly) -> Poly:  # noqa: E741 - as on paper
    """The (k, l) entry of the matrix inside an inverse or a determinant."""
    row, column = fresh_variable(), fresh_variable()
    size = atom.args[1]
    for name in (row, column):
        algebra.facts.ranges[name] = size
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

    def visit(atom: Atom) -> bool:
        if atom.kind == "inv":
            found.setdefault(atom.args[0].key, atom)
        return False

    for poly in polys:
        any_atom(poly, visit)
    return list(found.values())


def defining_equations(algebra: Algebra, atom: Atom, i: Poly, j: Poly) -> list[Poly]:
    """Differences that vanish: M M^{-1} - I, M^{-1} M - I, and M^{-1} - its transpose where M is symmetric."""
    size = atom.args[1]
    variable = fresh_variable()
    algebra.facts.ranges[variable] = size
    k = symbol(variable)
    identity = algebra.delta(i, j)
    left = algebra.mul(matrix_entry(algebra, atom, i, k), entry_of_inverse(atom, k, j))
    right = algebra.mul(entry_of_inverse(atom, i, k), matrix_entry(algebra, atom, k, j))
    equations = [algebra.sum_over(variable, ONE, size, product) - identity for product in (left, right)]
    if matrix_entry(algebra, atom, i, j) == matrix_entry(algebra, atom, j, i):
        equations.append(entry_of_inverse(atom, i, j) - entry_of_inverse(atom, j, i))
    return equations
