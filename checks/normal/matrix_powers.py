"""Powers of a matrix with a symbolic exponent, as atoms that carry the matrix.

The (i, j) entry of M^e is an atom that holds M's generic entry, its size, e, i and j. Once all sums are formed, M^{t+1}
is written M M^t; not before, since the last term of a sum may have the exponent 0. What is known besides
(`power_rules`): M^a M^b = M^{a+b}, and a matrix that M is a polynomial in commutes with M^a.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import ONE, UNIT, Atom, Poly, atoms_of, bind, fresh_variable, of_atom, rename, symbol

if TYPE_CHECKING:
    from hence.checks.normal.algebra import Algebra

Entry = Callable[[Poly, Poly], Poly]
MOST_FACTORS = 8


def power_entry(algebra: Algebra, entry: Entry, size: Poly, exponent: Poly, i: Poly, j: Poly) -> Poly:
    """The (i, j) entry of a power of the matrix with these entries. Raises NoRule for a negative number."""
    value = exponent.constant
    if value is None and size.is_one:
        return algebra.power(entry(ONE, ONE), exponent)
    if value is None:
        return _atom(algebra, entry, size, exponent, i, j)
    if value.denominator != 1 or not 0 <= value <= MOST_FACTORS:
        raise NoRule("no rule for this matrix power yet")
    return algebra.delta(i, j) if value == 0 else _multiplied(algebra, entry, size, exponent, i, j)


def _multiplied(algebra: Algebra, entry: Entry, size: Poly, exponent: Poly, i: Poly, j: Poly) -> Poly:
    """M M^{e-1}."""
    variable = fresh_variable()
    algebra.facts.ranges[variable] = size
    k = symbol(variable)
    rest = power_entry(algebra, entry, size, exponent - ONE, k, j)
    return algebra.sum_over(variable, ONE, size, algebra.mul(entry(i, k), rest))


def _atom(algebra: Algebra, entry: Entry, size: Poly, exponent: Poly, i: Poly, j: Poly) -> Poly:
    row, column = fresh_variable(), fresh_variable()
    for name in (row, column):
        algebra.facts.ranges[name] = size
    body = entry(symbol(row), symbol(column))
    lam = of_atom(bind("lam", "", [body], column))
    return of_atom(bind("mpow", "", [lam, size, exponent, i, j], row))


def rebuilt(algebra: Algebra, args: list[Poly], row: str) -> Poly:
    """A power whose parts were changed: its exponent may have become a number."""
    lam, size, exponent, i, j = args
    return power_entry(algebra, _entries(algebra, lam, row), size, exponent, i, j)


def entries_of(algebra: Algebra, atom: Atom) -> Entry:
    """The entries of the matrix inside a power."""
    row = fresh_variable()
    algebra.facts.ranges[row] = atom.args[1]
    return _entries(algebra, rename(atom.args[0], {atom.binds: row}), row)


def _entries(algebra: Algebra, lam: Poly, row: str) -> Entry:
    inner = lam.atom
    assert inner is not None
    column = fresh_variable()
    body = rename(inner.args[0], {inner.binds: column})
    return lambda k, m: algebra.substitute(body, {row: k, column: m})


def expanded(algebra: Algebra, poly: Poly) -> Poly:
    """Exponents without positive constant part: M^{t+1} becomes M M^t."""

    def is_large(atom: Atom) -> bool:
        return atom.kind == "mpow" and _extra(atom.args[2]) > 0

    def smaller(atom: Atom) -> Poly | None:
        if not is_large(atom):
            return None
        _, size, exponent, i, j = atom.args
        return _multiplied(algebra, entries_of(algebra, atom), size, exponent, i, j)

    for _ in range(MOST_FACTORS):
        if not any(map(is_large, atoms_of(poly, "mpow"))):
            break
        poly = algebra.replaced(poly, smaller, is_large)
    return poly


def _extra(exponent: Poly) -> Fraction:
    return sum((c for m, c in exponent.terms if m == UNIT), Fraction(0))


def powers_in(*polys: Poly) -> list[Atom]:
    """Powers that occur, one atom for each different matrix."""
    found: dict[str, Atom] = {}
    for atom in (a for poly in polys for a in atoms_of(poly, "mpow")):
        found.setdefault(atom.args[0].key, atom)
    return list(found.values())


def generator(algebra: Algebra, atom: Atom) -> tuple[str, tuple[Poly, ...]] | None:
    """The symbol, with its family indices, in which the matrix of a power is a polynomial."""
    row, column = fresh_variable(), fresh_variable()
    body = entries_of(algebra, atom)(symbol(row), symbol(column))
    found: set[tuple[str, tuple[Poly, ...]]] = set()
    for mono, _ in body.terms:
        bound = {row, column, *(v for v, _ in mono.sums)}
        moving = [a for a, e in mono.factors if a.names & bound or e.names & bound]
        if len(moving) == 1 and moving[0] == algebra.delta(symbol(row), symbol(column)).atom:
            continue
        if any(a.kind != "sym" or len(a.args) < 2 for a in moving) or not _is_chain(moving, row, column):
            return None
        found |= {(a.name, a.args[:-2]) for a in moving}
    return found.pop() if len(found) == 1 else None


def _is_chain(entries: list[Atom], row: str, column: str) -> bool:
    """A_{row,k} A_{k,l} ... A_{l,column}, each once."""
    at, left = row, list(entries)
    while left:
        following = next((a for a in left if a.args[-2].variable == at), None)
        if following is None:
            return False
        left.remove(following)
        at = following.args[-1].variable or ""
    return at == column
