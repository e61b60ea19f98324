"""Sums over triangles: an inner sum whose bound is an outer variable.

sum_{i<=n} sum_{j<=i} f is turned into a sum over the square with the indicator [i - j >= 0]. Which of the
two orientations of the indicator is kept depends only on f; where f is symmetric it is (1 + delta_ij)/2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hence.checks.normal.core import Core, Factors, SumList
from hence.checks.normal.poly import ONE, UNIT, ZERO, Atom, Poly, close, of_atom, rename, rename_atom, symbol


def at_least_zero(argument: Poly) -> Poly:
    """The indicator that an integer expression is >= 0."""
    if (value := argument.constant) is not None:
        return ONE if value >= 0 else ZERO
    return of_atom(Atom("step", "", (argument,)))


def exceeds(algebra: Core, u: Poly) -> Poly:
    """The indicator that an integer expression is > 0, in one orientation where no variable of a sum occurs in it."""
    constant = sum((c for m, c in u.terms if m == UNIT), Fraction(0))
    if constant:
        return at_least_zero(u - ONE)
    if not any(n[0] == "~" for n in u.names) and (-u).key < u.key:
        return ONE - at_least_zero(-u)
    return at_least_zero(u) - algebra.delta(u, ZERO)


def cut(algebra: Core, sums: SumList, factors: Factors) -> Poly | None:
    """sum_{j<=n} [i - j >= 0] f_j = sum_{j<=i} f_j, for an index i that is no variable of a sum; else None."""
    bounds = dict(sums)
    for position, (atom, exponent) in enumerate(factors):
        if atom.kind != "step" or not exponent.is_one:
            continue
        body = algebra.product(factors[:position] + factors[position + 1 :])
        for variable, bound in sums:
            if any(variable in b.names for b in bounds.values()):
                continue
            upto, after = atom.args[0] + symbol(variable), symbol(variable) - atom.args[0] - ONE
            for last, kept in ((upto, True), (after, False)):  # j <= last, or j > last
                if last.names & bounds.keys() or not _ends_within(algebra, last, bound, bounds):
                    continue
                others = [s for s in sums if s[0] != variable]
                below = algebra.sum_all(others, algebra.sum_over(variable, ONE, last, body))
                algebra.rules["sum-over-triangle"] = None
                return below if kept else algebra.sum_all(sums, body) - below
    return None


def _ends_within(algebra: Core, end: Poly, bound: Poly, bounds: Mapping[str, Poly]) -> bool:
    """Whether an end is i or i - 1 for an index i from 1 to the bound."""
    return any(i.variable is not None and algebra.grant_range(i, bound, bounds) for i in (end, end + ONE))


def counted(variable: str, bound: Poly, factors: Factors) -> Poly | None:
    """sum over one variable of an indicator alone: how many of its values are in range of the other."""
    if len(factors) != 1 or factors[0][0].kind != "step" or not factors[0][1].is_one:
        return None
    argument = factors[0][0].args[0]
    rest = argument - symbol(variable)
    if variable not in rest.names:  # [variable - other >= 0] with 1 <= other <= bound
        return bound + rest + ONE if _is_index(-rest) else None
    rest = argument + symbol(variable)
    if variable not in rest.names:  # [other - variable >= 0]
        return rest if _is_index(rest) else None
    return None


def _is_index(poly: Poly) -> bool:
    name = poly.variable
    return name is not None and name[0] in "~%"


def square(algebra: Core, sums: SumList, factors: Factors) -> Poly | None:
    """Replace one dependent bound by an indicator. None where there is none."""
    bounds = dict(sums)
    for position, (variable, bound) in enumerate(sums):
        outer = bound.variable
        if outer is None or outer not in bounds or bounds[outer].names & bounds.keys():
            continue
        indicator = at_least_zero(symbol(outer) - symbol(variable)).atom
        assert indicator is not None
        wider = [*sums[:position], (variable, bounds[outer]), *sums[position + 1 :]]
        ordered = sorted(wider, key=lambda s: bool(s[1].names & bounds.keys()))
        algebra.rules["sum-over-triangle"] = None
        return algebra.assemble(ordered, [*factors, (indicator, ONE)], Fraction(1))
    return None


def orient(algebra: Core, sums: SumList, factors: Factors) -> Poly | None:
    """Bring the indicator of two summation variables into its one orientation. None where it is in it."""
    bounds = dict(sums)
    for position, (atom, exponent) in enumerate(factors):
        pair = _pair(atom, bounds) if exponent.is_one else None
        if pair is None:
            continue
        i, j = pair
        rest = factors[:position] + factors[position + 1 :]
        here, swapped = _key(rest, sums, i, j), _key(rest, sums, j, i)
        if here == swapped:
            half = (ONE + of_atom(_delta(i, j))).scaled(Fraction(1, 2))
            return algebra.sum_all(sums, algebra.mul(algebra.product(rest), half))
        if swapped < here:
            flipped = ONE - at_least_zero(symbol(j) - symbol(i)) + of_atom(_delta(i, j))
            return algebra.sum_all(sums, algebra.mul(algebra.product(rest), flipped))
    return None


def _pair(atom: Atom, bounds: dict[str, Poly]) -> tuple[str, str] | None:
    """(i, j) for the indicator [i - j >= 0] of two summation variables with one bound."""
    if atom.kind != "step":
        return None
    for i, bound in bounds.items():
        j = (symbol(i) - atom.args[0]).variable
        if j is not None and j != i and bounds.get(j) == bound:
            return i, j
    return None


def _delta(i: str, j: str) -> Atom:
    one, other = symbol(i) - symbol(j), symbol(j) - symbol(i)
    return Atom("delta", "", (min(one, other, key=lambda p: p.key),))


def _key(factors: Factors, sums: SumList, first: str, second: str) -> str:
    """The rest of the summand with the two variables named in an order, the others closed over."""
    names = {first: "~1st", second: "~2nd"}
    others = [(v, rename(b, names)) for v, b in sums if v not in names]
    return close(others, [(rename_atom(a, names), rename(e, names)) for a, e in factors]).key
