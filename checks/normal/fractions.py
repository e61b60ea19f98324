"""Denominators inside sums: a monomial gives up what it shares with its own denominators.

Where P = c L + R, the product L / P is (1 - R / P) / c. Used from left to right this leaves no monomial that still
holds the leading term L of one of its denominators, so that sum_i e^{u_i} / (1 + e^{u_i}) and
sum_i (1 - 1 / (1 + e^{u_i})) become the same. Clearing denominators does as much outside of sums, and more; it cannot
reach a denominator that varies with a summation variable. Sound always; complete for one denominator at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from hence.checks.normal.algebra import EULER, Algebra
from hence.checks.normal.content import compare, masked
from hence.checks.normal.core import Factors, SumList
from hence.checks.normal.poly import ONE, ZERO, Atom, Mono, Poly, of_mono, open_sums, rename, rename_atom, total
from hence.language.records import dataclass

MOST_ROUNDS = 24
MOST_MATCHED_SUMS = 3


@dataclass(frozen=True)
class Split:
    """A monomial as `rest` times the leading term of the denominator `atom`, which stands to the power `exponent`."""

    sums: SumList
    rest: Factors
    atom: Atom
    exponent: Poly
    lead: tuple[Mono, Fraction]


def reduced(algebra: Algebra, poly: Poly) -> Poly:
    """The polynomial with shared leading terms divided out, as long as there are any."""
    for _ in range(MOST_ROUNDS):
        changed = total(_mono(algebra, m).scaled(c) for m, c in poly.terms)
        if changed == poly:
            return poly
        poly = changed
    return poly


def _mono(algebra: Algebra, mono: Mono) -> Poly:
    for split in _splits(mono):
        algebra.budget.spend(len(mono.factors))
        algebra.rules["partial-fractions"] = None
        return _divided(algebra, split)
    return of_mono(mono)


def _divided(algebra: Algebra, s: Split) -> Poly:
    """rest * L * P^e = rest * (P^{e+1} - R P^e) / c."""
    mono, c = s.lead
    others = s.atom.args[0] - Poly(((mono, c),))
    higher = algebra.assemble([], [(s.atom, s.exponent + ONE)], Fraction(1))
    kept = algebra.assemble([], [(s.atom, s.exponent)], Fraction(1))
    rest = algebra.assemble([], s.rest, Fraction(1)) if s.rest else ONE
    return algebra.sum_all(s.sums, algebra.mul(rest, higher - algebra.mul(others, kept))).scaled(1 / c)


def _splits(mono: Mono) -> Iterator[Split]:
    sums, factors = open_sums(mono)
    for atom, exponent in factors:
        value = exponent.constant
        if atom.kind != "poly" or value is None or value >= 0:
            continue
        others = [(a, e) for a, e in factors if a != atom]
        for lead in _leads(atom.args[0], others):
            for left_sums, rest in _quotients(lead[0], sums, others, atom):
                yield Split(left_sums, rest, atom, exponent, lead)


def _leads(base: Poly, others: Factors) -> Iterator[tuple[Mono, Fraction]]:
    """The term to divide out: the largest; of 1 + e^u the one that brings e^{nu} to 0 <= n < 1."""
    if len(base.terms) == 2 and all(_is_exponential(m) for m, _ in base.terms):
        yield from _exponential_lead(base, others)
    elif not any(_is_exponential(m) and m.factors for m, _ in base.terms):
        yield max(base.terms, key=lambda t: _size(t[0]))


def _is_exponential(mono: Mono) -> bool:
    return not mono.sums and all(a == EULER for a, _ in mono.factors)


def _exponential_lead(base: Poly, others: Factors) -> Iterator[tuple[Mono, Fraction]]:
    low, high = base.terms
    if compare(_exponent(low[0]), _exponent(high[0])) > 0:
        low, high = high, low
    start, end = _exponent(low[0]), _exponent(high[0])
    turns = _turns(dict(others).get(EULER, ZERO) - start, end - start)
    if turns >= 1:
        yield high
    elif turns < 0:
        yield low


def _exponent(mono: Mono) -> Poly:
    return dict(mono.factors).get(EULER, ZERO)


def _turns(exponent: Poly, unit: Poly) -> Fraction:
    """n where exponent is n units and something without the last term of the unit."""
    mono, c = max(unit.terms, key=lambda t: (masked(t[0].key), t[0].key))
    found = dict(exponent.terms).get(mono)
    return found / c if found is not None else Fraction(0)


def _size(mono: Mono) -> tuple[Fraction, int, str, str]:
    """By degree, then with the fewest sums: what remains must be smaller."""
    degree = sum((e.constant or Fraction(0) for a, e in mono.factors if a != EULER), Fraction(0))
    return degree, -len(mono.sums), masked(mono.key), mono.key


def _quotients(lead: Mono, sums: SumList, factors: Factors, atom: Atom) -> Iterator[tuple[SumList, Factors]]:
    """What is left of the factors when the leading term is taken away, with its sums."""
    if len(lead.sums) > MOST_MATCHED_SUMS:
        return
    for chosen in permutations(sums, len(lead.sums)):
        names = {v: w for (v, _), (w, _) in zip(lead.sums, chosen, strict=True)}
        if any(rename(b, names) != bound for (_, b), (_, bound) in zip(lead.sums, chosen, strict=True)):
            continue
        left = _without(factors, [(rename_atom(a, names), rename(e, names)) for a, e in lead.factors])
        gone = set(names.values())
        others = [s for s in sums if s[0] not in gone]
        if left is None or gone & atom.names or any(gone & (a.names | e.names) for a, e in left):
            continue
        if not any(gone & b.names for _, b in others):
            yield others, left


def _without(factors: Factors, lead: Factors) -> Factors | None:
    """The factors divided by others; exponentials always divide, all else only as often as it is there."""
    exponents = dict(factors)
    for atom, exponent in lead:
        left = exponents.get(atom, ZERO) - exponent
        if atom != EULER and (left.constant is None or left.constant < 0 or atom not in exponents):
            return None
        exponents[atom] = left
    return [(a, e) for a, e in exponents.items() if not e.is_zero]
