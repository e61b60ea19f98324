"""The factor between the differences of two objectives, guessed from their terms. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hence.checks.model import Claim, Lit, Node, Op, Ref, Setting
from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import Atom, Mono, Poly, number
from hence.checks.optimum.plans import applied
from hence.checks.optimum.problem import Problem

MOST_FACTORS = 4


def factors_between(inside: Setting, first: Problem, second: Problem, one: str, two: str) -> Iterator[Node]:
    """Ratios of terms of the second objective to terms of the first that depend on the variable in the same way.

    Raises what the normal form raises.
    """
    if "exp" in (one, two) or (one and two):
        return
    f, g = applied(one, first.objective), applied(two, second.objective)
    sides = Sides(inside, Claim(f, "=", g))
    (variable,) = first.variables
    found: dict[Node, None] = {}
    for mono, c in sides.entry_of(f).terms:
        if variable.name not in mono.names:
            continue
        for other, k in sides.entry_of(g).terms:
            ratio = _ratio(other, k, mono, c)
            if ratio is not None:
                found[ratio] = None
    yield from list(found)[:MOST_FACTORS]


def _ratio(above: Mono, k: Fraction, below: Mono, c: Fraction) -> Node | None:
    """above / below, where that is a number times powers of plain symbols."""
    if above.sums != below.sums:
        return None
    powers: dict[Atom, Poly] = dict(above.factors)
    for atom, exponent in below.factors:
        powers[atom] = powers.get(atom, number(0)) - exponent
    factors: list[Node] = [Lit(k / c)]
    for atom, exponent in powers.items():
        if exponent.is_zero:
            continue
        if atom.kind != "sym" or atom.args or exponent.integer is None:
            return None
        factors.append(Op("pow", (Ref(atom.name), Lit(Fraction(exponent.integer)))))
    return factors[0] if len(factors) == 1 else Op("mul", tuple(factors))
