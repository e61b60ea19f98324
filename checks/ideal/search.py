"""The search for multipliers: unknown coefficients, and one linear system that says what they must be.

A system modulo a prime is solved first; it tells whether there is a solution, and which multipliers matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations_with_replacement

import flint
from hence.checks.ideal.certificate import ByCombination, forms, gap, plain_sides, usable
from hence.checks.ideal.encoding import Encoded, Product, TooHigh, Unknowns
from hence.checks.model import Claim, Setting
from hence.checks.normal.algebra import Algebra, Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import OutOfBudget, Poly, total

PRIME = 2**61 - 1
MOST_COLUMNS = 1200
MOST_UNKNOWNS = 10
MOST_EXTRA_DEGREES = 2  # beyond that of the highest equation
Form = tuple[int, int]  # a hypothesis, and which form of it
Column = tuple[int, Product]  # the multiple of an equation by a product of unknowns


def combinations(setting: Setting, claim: Claim) -> Iterator[ByCombination]:
    """The combination of equations among the hypotheses that makes the claim, if one of small degree does."""
    positions = usable(setting, claim)
    if claim.relation not in ("=", "<=", ">=") or not positions:
        return
    sides = plain_sides(setting, claim, positions)
    goal = gap(sides, claim)
    known: dict[Form, Poly] = {}
    for k in positions:
        with suppress(NoRule, Undefined, OutOfBudget):  # no normal form: nothing to combine
            known |= {(k, number): poly for number, poly in enumerate(forms(sides, setting.constraints[k]))}
    known = _connected(goal, known)
    with suppress(TooHigh):
        found = _multipliers(sides.algebra, goal, list(known.values())) if known else None
        if found is not None:
            parts = zip(known, found, strict=True)
            yield ByCombination(tuple((*form, m) for form, m in parts if not m.is_zero))


def _connected(goal: Poly, known: dict[Form, Poly]) -> dict[Form, Poly]:
    """The equations that share a name with the goal, or with another one that does."""
    names, found = goal.names, dict[Form, Poly]()
    while new := {form: p for form, p in known.items() if form not in found and p.names & names}:
        found |= new
        names = names.union(*(p.names for p in new.values()))
    return dict(sorted(found.items()))


def _multipliers(algebra: Algebra, goal: Poly, known: list[Poly]) -> list[Poly] | None:
    unknowns = Unknowns.of([goal, *known])
    target = unknowns.encode(goal)
    equations = [unknowns.encode(p) for p in known]
    equations += unknowns.of_inverses()
    if len(unknowns.meanings) > MOST_UNKNOWNS:
        return None
    least = max(_degree(e) for e in (target, *equations))
    for degree in range(least, least + MOST_EXTRA_DEGREES + 1):
        columns = _columns(equations, range(len(unknowns.meanings)), degree)
        if len(columns) > MOST_COLUMNS:
            return None
        multiples = [_multiple(equations[k], product) for k, product in columns]
        weights = solve(multiples, target)
        if weights is not None and solve(multiples, {(): Fraction(1)}) is not None:
            return None  # they contradict each other: one is no more than zero, and everything would follow
        if weights is not None:
            made: list[list[Poly]] = [[] for _ in equations]
            for (k, product), weight in zip(columns, weights, strict=True):
                if weight and k < len(known):  # x y - 1 is zero in any normal form
                    made[k].append(algebra.mul(*unknowns.meaning(product)).scaled(weight))
            return [total(polys) for polys in made[: len(known)]]
    return None


def _degree(encoded: Encoded) -> int:
    return max((len(product) for product in encoded), default=0)


def _columns(equations: list[Encoded], unknowns: range, degree: int) -> list[Column]:
    return [
        (k, product)
        for k, equation in enumerate(equations)
        for size in range(degree - _degree(equation) + 1)
        for product in combinations_with_replacement(unknowns, size)
    ]


def _multiple(equation: Encoded, product: Product) -> Encoded:
    return {tuple(sorted((*term, *product))): c for term, c in equation.items()}


def solve(columns: list[Encoded], target: Encoded) -> list[Fraction] | None:
    """Weights of the columns that add up to the target, or None."""
    rows = {product: r for r, product in enumerate(dict.fromkeys(p for c in (*columns, target) for p in c))}
    whole = [*columns, target]
    modular = flint.nmod_mat(len(rows), len(whole), [0] * (len(rows) * len(whole)), PRIME)
    for j, column in enumerate(whole):
        for product, c in column.items():
            modular[rows[product], j] = c.numerator * pow(c.denominator, -1, PRIME) % PRIME
    reduced, rank = modular.rref()
    pivots = _pivots(reduced, rank, len(whole))
    if pivots and pivots[-1] == len(columns):
        return None
    return _exactly([columns[j] for j in pivots], pivots, target, rows, len(columns))


def _pivots(reduced: flint.nmod_mat, rank: int, width: int) -> list[int]:
    found: list[int] = []
    for r in range(rank):
        start = found[-1] + 1 if found else 0
        found.append(next(j for j in range(start, width) if int(reduced[r, j]) != 0))
    return found


def _exactly(
    chosen: list[Encoded], pivots: list[int], target: Encoded, rows: dict[Product, int], count: int
) -> list[Fraction] | None:
    """The weights over the rationals, of the columns that were independent modulo the prime."""
    width = len(chosen) + 1
    table = flint.fmpq_mat(len(rows), width)
    for j, column in enumerate((*chosen, target)):
        for product, c in column.items():
            table[rows[product], j] = flint.fmpq(c.numerator, c.denominator)
    reduced, rank = table.rref()
    if rank != len(chosen):
        return None  # the prime was unlucky
    weights = [Fraction(0)] * count
    for r, j in enumerate(pivots):
        value = reduced[r, width - 1]
        weights[j] = Fraction(int(value.p), int(value.q))
    return weights
