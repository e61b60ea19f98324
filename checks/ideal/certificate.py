"""The certificate: the difference of the sides as a sum of multiples of differences that vanish by hypothesis.

The replay multiplies out. How the multipliers were found does not matter to it. An equation c log a + r = 0 counts as
a = e^{-r/c} as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hence.checks.conditions import positive
from hence.checks.model import Binder, Claim, Constraint, Op, Setting, walk
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides, cleared
from hence.checks.normal.poly import Poly, of_mono, total
from hence.language.records import dataclass


@dataclass(frozen=True)
class ByCombination:
    """Multipliers of equations: which hypothesis of the setting, which form of it, times what."""

    parts: tuple[tuple[int, int, Poly], ...]


def usable(setting: Setting, claim: Claim) -> list[int]:
    """Where the hypotheses stand that may take part: equations between numbers, or arrays like those of the claim."""
    return [k for k, c in enumerate(setting.constraints) if _is_equation(c, claim)]


def _is_equation(c: Constraint, claim: Claim) -> bool:
    limits = any(isinstance(n, Binder) and n.head == "lim" for side in (c.lhs, c.rhs) for n in walk(side))
    return c.relation == "=" and not c.over and not limits and (c.lhs.shape.is_scalar or c.lhs.shape == claim.lhs.shape)


def plain_sides(setting: Setting, claim: Claim, positions: list[int]) -> Sides:
    """The claim without these hypotheses as rewrite rules: they would rewrite themselves away."""
    kept = tuple(c for k, c in enumerate(setting.constraints) if k not in positions)
    return Sides(replace(setting, constraints=kept), claim, closed_forms=False)


def gap(sides: Sides, equation: Claim | Constraint) -> Poly:
    """left - right of a generic entry, with denominators cleared. Raises what the normal form raises."""
    return cleared(sides.entry_of(equation.lhs) - sides.entry_of(equation.rhs), sides.algebra)


def forms(sides: Sides, c: Constraint) -> Iterator[Poly]:
    """What an equation says to be zero: its difference, and the same without a logarithm that stands alone in it."""
    poly = gap(sides, c)
    yield poly
    yield from _without_log(sides, c)
    for mono, factor in poly.terms:
        atom = of_mono(mono).atom
        if atom is None or atom.kind != "fn" or atom.name != "log":
            continue
        argument, rest = atom.args[0], poly - of_mono(mono).scaled(factor)
        if not any(of_mono(m).atom == atom for m, _ in rest.terms):
            if not sides.algebra.facts.positive(argument):
                sides.algebra.need(positive(argument))
            yield cleared(argument - sides.algebra.exp(rest.scaled(-1 / factor)), sides.algebra)
            return


def _without_log(sides: Sides, c: Constraint) -> Iterator[Poly]:
    """a - e^r of log a = r, where a is a quotient or product, whose logarithm is split in the normal form."""
    for side, other in ((c.lhs, c.rhs), (c.rhs, c.lhs)):
        match side:
            case Op("log", (Op("div" | "mul") as argument,)) if argument.shape.is_scalar:
                value = sides.entry_of(argument)
                if not sides.algebra.facts.positive(value):
                    sides.algebra.need(positive(value))
                yield cleared(value - sides.algebra.exp(sides.entry_of(other)), sides.algebra)


def combined(setting: Setting, claim: Claim, c: ByCombination) -> Sides:
    """The sides, with the hypotheses named. Raises NoRule where the combination is another."""
    positions = usable(setting, claim)
    if claim.relation not in ("=", "<=", ">=") or not all(k in positions for k, _, _ in c.parts):
        raise NoRule("combinations are of equations, and show equations")
    sides = plain_sides(setting, claim, positions)
    pieces = []
    for k, form, multiplier in c.parts:
        hypothesis = setting.constraints[k]
        known = list(forms(sides, hypothesis))
        if form >= len(known):
            raise NoRule("an equation has no such form")
        pieces.append(sides.algebra.mul(multiplier, known[form]))
        sides.normaliser.used[f"hypothesis of line {hypothesis.line}" if hypothesis.line else "hypothesis"] = None
    if not sides.settled(gap(sides, claim) - total(pieces)).is_zero:
        raise NoRule("the difference is another combination of the hypotheses")
    return sides
