"""Equations that follow from several others: the difference of the sides is a combination of theirs, with numbers.

2x - m = 0, 2y - m = 0 and x + y = 1 give m = 1. An equation c log a + r = 0 counts as a = e^{-r/c} as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.model import Claim, Constraint, Setting
from checks.normal.difference import Sides, cleared
from checks.normal.poly import Atom, Poly, number, of_atom, of_mono, total
from checks.normal.show import show

MOST_EQUATIONS = 8


@dataclass(frozen=True)
class ByCombination:
    """How often each equation is taken, and whether without its logarithm."""

    multipliers: tuple[tuple[Constraint, bool, Fraction], ...]


def combination_of(setting: Setting, claim: Claim) -> ByCombination | None:
    """A combination of the hypotheses that gives the claim. Raises what the normal form raises."""
    equations = [c for c in setting.constraints if _is_usable(c, claim)]
    if not equations or len(equations) > MOST_EQUATIONS:
        return None
    sides = _without(setting, claim, equations)
    goal = _difference(sides, claim)
    known = [(c, plain, poly) for c in equations for plain, poly in _forms(sides, c)]
    found = _solved([poly for _, _, poly in known], goal)
    if found is None:
        return None
    return ByCombination(tuple((c, plain, m) for (c, plain, _), m in zip(known, found, strict=True) if m))


def follow_combination(setting: Setting, claim: Claim, certificate: ByCombination) -> Sides | None:
    """The combination, worked out again; None where it does not give the claim. Raises what the normal form raises."""
    equations = [c for c, _, _ in certificate.multipliers]
    if claim.relation != "=" or not all(c in setting.constraints and _is_usable(c, claim) for c in equations):
        return None
    sides = _without(setting, claim, equations)
    pieces = [dict(_forms(sides, c))[plain].scaled(m) for c, plain, m in certificate.multipliers]
    for c in equations:
        sides.normaliser.used[f"hypothesis of line {c.line}" if c.line else "hypothesis"] = None
    return sides if (_difference(sides, claim) - total(pieces)).is_zero else None


def _is_usable(c: Constraint, claim: Claim) -> bool:
    return c.relation == "=" and not c.over and c.lhs.shape == claim.lhs.shape


def _without(setting: Setting, claim: Claim, equations: list[Constraint]) -> Sides:
    """Normal forms that the equations themselves do not rewrite: they would all be zero."""
    kept = tuple(c for c in setting.constraints if c not in equations)
    return Sides(replace(setting, constraints=kept), claim)


def _difference(sides: Sides, claim: Claim | Constraint) -> Poly:
    """left - right of a generic entry, times all denominators: it is zero where these are not and the sides agree."""
    poly = cleared(sides.entry_of(claim.lhs) - sides.entry_of(claim.rhs), sides.algebra)
    lowest: dict[Atom, Fraction] = {}
    for mono, _ in poly.terms:
        bound = {variable for variable, _ in mono.sums}
        for atom, exponent in mono.factors:
            if exponent.constant is not None and exponent.constant < 0 and not atom.names & bound:
                lowest[atom] = min(exponent.constant, lowest.get(atom, Fraction(0)))
    return sides.algebra.mul(poly, *(sides.algebra.power(of_atom(a), number(-k)) for a, k in lowest.items()))


def _forms(sides: Sides, c: Constraint) -> Iterator[tuple[bool, Poly]]:
    """What an equation says to be zero: its difference, and the same without a logarithm that stands alone in it."""
    poly = _difference(sides, c)
    yield True, poly
    for mono, factor in poly.terms:
        atom = of_mono(mono).atom
        if atom is None or atom.kind != "fn" or atom.name != "log":
            continue
        argument, rest = atom.args[0], poly - of_mono(mono).scaled(factor)
        if not any(of_mono(m).atom == atom for m, _ in rest.terms):
            if not sides.algebra.facts.positive(argument):
                sides.algebra.need(f"{show(argument)} > 0")
            yield False, argument - sides.algebra.exp(rest.scaled(-1 / factor))
            return


def _solved(known: list[Poly], goal: Poly) -> list[Fraction] | None:
    """Numbers with which the known polynomials add up to the goal; None where there are none."""
    monos = {m: None for poly in (*known, goal) for m, _ in poly.terms}
    tables = [dict(poly.terms) for poly in (*known, goal)]
    rows = [[table.get(mono, Fraction(0)) for table in tables] for mono in monos]
    pivots: list[int] = []
    for column in range(len(known)):
        place = next((r for r in range(len(pivots), len(rows)) if rows[r][column]), None)
        if place is None:
            continue
        here = len(pivots)
        rows[here], rows[place] = rows[place], rows[here]
        rows[here] = [x / rows[here][column] for x in rows[here]]
        for r, row in enumerate(rows):
            if r != here and row[column]:
                rows[r] = [x - row[column] * y for x, y in zip(row, rows[here], strict=True)]
        pivots.append(column)
    if any(row[-1] for row in rows[len(pivots) :]):
        return None
    values = dict(zip(pivots, (row[-1] for row in rows), strict=False))
    return [values.get(column, Fraction(0)) for column in range(len(known))]
