"""What is known of powers of a matrix, as rewrite rules for the powers that occur."""

from __future__ import annotations

from collections.abc import Iterator

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.matrix_powers import entries_of, generator, power_entry, powers_in
from hence.checks.normal.poly import ONE, Atom, Poly, fresh_variable, symbol
from hence.checks.normal.rewriting import HOLE, Rewrite

LEFT, RIGHT, FIRST, SECOND, BETWEEN = (HOLE + name for name in ("row", "column", "first", "second", "s0"))


def power_rules(algebra: Algebra, *polys: Poly) -> list[Rewrite]:
    """M^a M^b = M^{a+b}, and A M^a = M^a A where M is a polynomial in A."""
    return [rule for atom in powers_in(*polys) for rule in (*_merged(algebra, atom), *_commuted(algebra, atom))]


def _member(atom: Atom, exponent: str, i: str, j: str) -> Atom:
    return Atom("mpow", "", (*atom.args[:2], symbol(exponent), symbol(i), symbol(j)), atom.binds)


def _know(algebra: Algebra, size: Poly) -> None:
    for name in (LEFT, RIGHT, BETWEEN):
        algebra.facts.ranges[name] = size
    algebra.facts.integers |= {LEFT, RIGHT, BETWEEN, FIRST, SECOND}


def _merged(algebra: Algebra, atom: Atom) -> Iterator[Rewrite]:
    size = atom.args[1]
    _know(algebra, size)
    pattern = (_member(atom, FIRST, LEFT, BETWEEN), _member(atom, SECOND, BETWEEN, RIGHT))
    total = symbol(FIRST) + symbol(SECOND)
    result = power_entry(algebra, entries_of(algebra, atom), size, total, symbol(LEFT), symbol(RIGHT))
    yield Rewrite(((BETWEEN, size),), pattern, result, "powers of a matrix")


def _commuted(algebra: Algebra, atom: Atom) -> Iterator[Rewrite]:
    found = generator(algebra, atom)
    if found is None:
        return
    name, family = found
    size = atom.args[1]
    _know(algebra, size)
    pattern = (_member(atom, FIRST, LEFT, BETWEEN), Atom("sym", name, (*family, symbol(BETWEEN), symbol(RIGHT))))
    variable = fresh_variable()
    algebra.facts.ranges[variable] = size
    k = symbol(variable)
    power = power_entry(algebra, entries_of(algebra, atom), size, symbol(FIRST), k, symbol(RIGHT))
    product = algebra.mul(symbol(name, *family, symbol(LEFT), k), power)
    result = algebra.sum_over(variable, ONE, size, product)
    yield Rewrite(((BETWEEN, size),), pattern, result, "a matrix commutes with its powers", sorts=True)
