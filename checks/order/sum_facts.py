"""What is known of symbolic sums: signs, members, termwise comparison, Cauchy-Schwarz, Jensen.

A summand is a normal form in an index of which only the range is known; its sign is a question of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations

from hence.checks.normal.algebra import Algebra, Factors
from hence.checks.normal.core import SumList
from hence.checks.normal.poly import ONE as ONE_POLY
from hence.checks.normal.poly import Atom, Mono, Poly, any_atom, close, number, of_mono, open_sums, rename
from hence.checks.order.flat import GE, GT, ONE, Answer, Flat, Known, Sign, constant, known
from hence.checks.order.units import Unit, Units
from hence.language.records import dataclass

Holds = Callable[[Poly, str], Answer | None]
MOST_OUTER = 2
MOST_COMPONENTS = 4
MOST_FACTORS = 6
MOST_VARIABLES = 3


@dataclass(frozen=True)
class Summed:
    """A sum over fresh variables of a product, and the unknown that it is."""

    sums: tuple[tuple[str, Poly], ...]
    factors: tuple[tuple[Atom, Poly], ...]
    body: Poly
    value: Flat


def facts_of_sums(units: Units, fresh: list[int], all_units: list[int], holds: Holds, level: int) -> Iterator[Known]:
    """Facts about the unknowns that are new, also beside those that are not."""
    opened = {n: summed for n in all_units if (summed := _summed(units, n, level)) is not None}
    for n in fresh:
        if n in opened:
            yield from _alone(units, opened[n], holds)
            yield from _cauchy_schwarz(units, opened[n])
    yield from facts_of_products(units, all_units, holds, level)
    for one, two in permutations(opened, 2):
        if one in fresh or two in fresh:
            yield from _beside(units, opened[one], opened[two], holds)


def _summed(units: Units, number_: int, level: int) -> Summed | None:
    unit = units.all[number_]
    if unit.kind != "sum":
        return None
    sums, factors = open_at(units.algebra, unit.base.terms[0][0], level)
    return Summed(tuple(sums), tuple(factors), units.algebra.product(factors), units.of(unit))


def open_at(algebra: Algebra, mono: Mono, level: int) -> tuple[SumList, Factors]:
    """As `open_sums`, with the same names whenever the same sum is opened at the same depth of questions."""
    sums, factors = open_sums(mono)
    names: dict[str, str] = {}
    for k, (v, b) in enumerate(sums):
        names[v] = f"~{level}.{k}<{rename(b, names).key}"
    renamed = [(names[v], rename(b, names)) for v, b in sums]
    algebra.facts.ranges.update(renamed)
    return renamed, algebra.renamed(factors, names)


# one sum ------------------------------------------------------------------------------------------


def _alone(units: Units, s: Summed, holds: Holds) -> Iterator[Known]:
    """The sign of a sum from that of its summands, and each summand beside the sum."""
    facts = units.algebra.facts
    strict = holds(s.body, GT) if all(facts.positive(b) for _, b in s.sums) else None
    if strict is not None:
        yield known(s.value, GT, "sum-of-positive-terms", strict)
    weak = strict or holds(s.body, GE)
    if weak is None:
        negative = holds(-s.body, GE)
        if negative is not None:
            yield known(-s.value, GE, "sum-of-positive-terms", negative)
        return
    yield known(s.value, GE, "sum-of-positive-terms", weak)
    if len(s.sums) != 1:
        return
    (variable, bound) = s.sums[0]
    for index in indices_within(units, bound):
        member = units.flatten(units.algebra.substitute(s.body, {variable: index}))
        yield known(s.value - member, GE, "term-of-a-sum", weak)
        if strict is not None:
            size = units.flatten(bound)
            yield Known((Sign(constant(2) - size, GT), Sign(s.value - member, GT)), "term-of-a-sum", strict)


def indices_within(units: Units, bound: Poly) -> list[Poly]:
    """Indices that occur somewhere and run within 1..bound for sure."""
    found: dict[Poly, None] = {}
    facts = units.algebra.facts

    def visit(atom: Atom) -> bool:
        for index in atom.args if atom.kind == "sym" else ():
            name = index.variable
            free = name is not None and name[0] not in "%@"
            if (free and facts.in_range(index, bound)) or (index.is_one and facts.positive(bound)):
                found[index] = None
        return False

    for unit in units.all:
        any_atom(unit.base, visit)
    return list(found)


def _cauchy_schwarz(units: Units, s: Summed) -> Iterator[Known]:
    """(sum_I F G)^2 <= (sum_I F^2) (sum_I G^2), where F and G share no summation variable but those in I."""
    variables = [v for v, _ in s.sums]
    if len(s.factors) > MOST_FACTORS or len(variables) > MOST_VARIABLES:
        return
    for size in range(1, min(MOST_OUTER, len(variables)) + 1):
        for outer in combinations(variables, size):
            yield from _split_at(units, s, frozenset(outer))


def _split_at(units: Units, s: Summed, outer: frozenset[str]) -> Iterator[Known]:
    pieces = _pieces(units.algebra, s, outer)
    if len(pieces) > MOST_COMPONENTS:
        return
    ranges = [x for x in s.sums if x[0] in outer]
    for size in range(1, len(pieces) + 1):
        for chosen in combinations(range(len(pieces)), size):
            if 0 not in chosen:
                continue
            left = units.algebra.mul(*(pieces[k] for k in chosen))
            right = units.algebra.mul(ONE_POLY, *(p for k, p in enumerate(pieces) if k not in chosen))
            if left == right:
                yield known(s.value, GE, "sum-of-squares")
                continue
            squares = [units.algebra.sum_all(ranges, units.algebra.mul(side, side)) for side in (left, right)]
            if all(_is_known(units, square) for square in squares):
                product = units.flatten(squares[0]) * units.flatten(squares[1])
                yield known(product - s.value * s.value, GE, "Cauchy-Schwarz")


def _pieces(algebra: Algebra, s: Summed, outer: frozenset[str]) -> list[Poly]:
    """The summand as a product of parts that share no inner variable, each summed over its own."""
    groups: list[tuple[frozenset[str], list[tuple[Atom, Poly]]]] = []
    inner = frozenset(v for v, _ in s.sums) - outer
    for atom, exponent in s.factors:
        names, members = (atom.names | exponent.names) & inner, [(atom, exponent)]
        apart = []
        for other, factors in groups:
            if other & names:
                names, members = names | other, factors + members
            else:
                apart.append((other, factors))
        groups = [*apart, (names, members)]
    split = [(names, piece) for names, members in groups for piece in _halved(names, members)]
    return [algebra.sum_all([x for x in s.sums if x[0] in names], algebra.product(members)) for names, members in split]


def _halved(names: frozenset[str], members: list[tuple[Atom, Poly]]) -> list[list[tuple[Atom, Poly]]]:
    """A square x^2 without inner variables is x times x."""
    atom, exponent = members[0]
    if not names and len(members) == 1 and exponent.integer == 2:
        return [[(atom, ONE_POLY)], [(atom, ONE_POLY)]]
    return [members]


def _is_known(units: Units, poly: Poly) -> bool:
    """Whether a form is made of parts that the question speaks of already, and of dimensions."""
    for mono, _ in poly.terms:
        if mono.sums:
            if Unit("sum", of_mono(close(*open_sums(mono)))) not in units.numbers:
                return False
        elif not all(units.algebra.facts.is_index(a) for a, _ in mono.factors):
            return False
    return True


# two sums -----------------------------------------------------------------------------------------


def _beside(units: Units, one: Summed, two: Summed, holds: Holds) -> Iterator[Known]:
    """Sums over the same ranges, compared summand by summand, and by Cauchy-Schwarz with a quotient."""
    aligned = _aligned(one, two)
    if aligned is None or not one.body.names & aligned.names:
        return
    larger = holds(one.body - aligned, GE)
    if larger is not None:
        yield known(one.value - two.value, GE, "termwise", larger)
    opposite = holds(one.body + aligned, GE)
    if opposite is not None:
        yield known(one.value + two.value, GE, "termwise", opposite)
    yield from _weighted(units, one, two, aligned, holds)
    if aligned == units.algebra.mul(one.body, one.body) and (sign := holds(one.body, GE)) is not None:
        yield known(one.value * one.value - two.value, GE, "square-of-a-sum", sign)


def _aligned(one: Summed, two: Summed) -> Poly | None:
    """The summand of the second sum in the variables of the first; None where the ranges differ."""
    if len(one.sums) != len(two.sums) or len(one.sums) > MOST_OUTER:
        return None
    names = {w: v for (v, b), (w, c) in zip(one.sums, two.sums, strict=True) if b == c}
    return rename(two.body, names) if len(names) == len(one.sums) else None


def _weighted(units: Units, one: Summed, two: Summed, aligned: Poly, holds: Holds) -> Iterator[Known]:
    """(sum f)^2 <= (sum g) (sum f^2/g) for g >= 0 and f^2/g >= 0."""
    algebra = units.algebra
    single = aligned.single
    if single is None or any(not (e.integer or 0) > 0 for _, e in single[0].factors):
        return
    powers = dict(one.factors)
    quotient: dict[Atom, Poly] = {a: e.scaled(Fraction(2)) for a, e in powers.items()}
    for atom, e in single[0].factors:
        quotient[atom] = quotient.get(atom, number(0)) - e
    if any(not e.is_zero and not ((e.constant or Fraction(0)) > 0) for e in quotient.values()):
        return
    rest = algebra.assemble([], [(a, e) for a, e in quotient.items() if not e.is_zero], Fraction(1))
    whole = algebra.sum_all(list(one.sums), rest)
    if not _is_known(units, whole):
        return
    first, second = holds(aligned, GE), holds(rest, GE)
    if first is not None and second is not None:
        gap = two.value * units.flatten(whole) - one.value * one.value
        yield known(gap, GE, "Cauchy-Schwarz", Answer().add(first).add(second))


# products -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Multiplied:
    """A product over 1..bound, as an unknown; a power with that exponent is one with a constant factor.

    Of a power alone it is not known that its exponent is a number of factors.
    """

    body: Poly
    bound: Poly
    value: Flat
    counted: bool


def facts_of_products(units: Units, numbers: list[int], holds: Holds, level: int) -> Iterator[Known]:
    """The sign of a product of factors >= 0, and two of them compared factor by factor."""
    found = [m for n in numbers if (m := _multiplied(units, units.all[n], level)) is not None]
    signs = {m: holds(m.body, GE) for m in found}
    for one in found:
        if signs[one] is None:
            continue
        below = holds(ONE_POLY - one.body, GE) if one.counted else None
        if one.counted:
            yield known(one.value, GE, "product-of-nonnegative-factors", signs[one])
        if below is not None:
            yield known(ONE - one.value, GE, "factor-by-factor", Answer().add(signs[one]).add(below))
        for two in found:
            if two is not one and two.bound == one.bound and (one.counted or two.counted):
                larger = holds(two.body - one.body, GE)
                if larger is not None:
                    because = Answer().add(signs[one]).add(larger)
                    yield known(two.value - one.value, GE, "factor-by-factor", because)


def _multiplied(units: Units, unit: Unit, level: int) -> Multiplied | None:
    atom = unit.base.atom
    if atom is None or (unit.kind == "entry" and atom.kind != "prod") or unit.kind not in ("entry", "power"):
        return None
    if unit.kind == "power":
        return Multiplied(unit.base, unit.exponent, units.of(unit), counted=False)
    bound = atom.args[1]
    index = f"~{level}*{bound.key}"
    units.algebra.facts.ranges[index] = bound
    return Multiplied(rename(atom.args[0], {atom.binds: index}), bound, units.of(unit), counted=True)
