r"""Decimals that are rounded: `\log 2 \approx 0.693` says that the value lies within half a unit of the last digit.

With an equality sign (`1/3 = 0.33`) a rounded value is not equal, and its author knows: it is neither proved nor
refuted. Numbers of many digits are meant to be exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Claim, Lit, Node, Op, Ref
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

MOST_DIGITS = 6  # behind the point; more are not rounded by hand
MOST_POWER = 400  # of ten
FAR = 10  # as many times half a unit: no rounding, and no slip of the pen in the last digit
COARSE = Fraction(1, 10)  # of the value: approximately equal may be meant roughly
ROUNDED = "the two sides agree when they are rounded to the digits shown: write \\approx"
ROUGH = "the two sides differ in the digits shown: the value may be meant roughly"


def decimal(node: Node) -> tuple[Fraction, Fraction] | None:
    r"""A number that may be rounded (`2.7 \cdot 10^{-5}`), and half a unit of its last digit. None for others."""
    match node:
        case Lit(value) if node.shape.is_scalar:
            digits = next((k for k in range(MOST_DIGITS + 1) if (value * 10**k).denominator == 1), None)
            return None if digits is None else (value, Fraction(1, 2 * 10**digits))
        case Op("neg", (inner,)):
            found = decimal(inner)
            return None if found is None else (-found[0], found[1])
        case Op("mul", (digits, Op("pow", (Lit(ten), exponent)))) if (
            ten == 10 and (power := _integer(exponent)) is not None
        ):
            found, scale = decimal(digits), Fraction(10) ** power
            return None if found is None else (found[0] * scale, found[1] * scale)
    return None


def _integer(node: Node) -> int | None:
    """An exponent of ten that numbers have on paper."""
    match node:
        case Lit(value) if value.denominator == 1 and abs(value) <= MOST_POWER:
            return int(value)
        case Op("neg", (inner,)) if (found := _integer(inner)) is not None:
            return -found
    return None


def decide_approximate(claim: Claim, decide: Callable[[Claim], Verdict]) -> Verdict | None:
    """Whether the left side is what the right side rounds; None where the right side is no number, and not of some."""
    found = decimal(claim.rhs)
    if found is None:
        return _by_entries(claim, decide)
    value, half = found
    verdicts = _between(claim, value, half, decide)
    proved = [v for v in verdicts if isinstance(v, Proved)]
    if len(proved) == len(verdicts):
        methods = dict.fromkeys(m for v in proved for m in v.method)
        needs = dict.fromkeys(n for v in proved for n in v.needs)
        return replace(proved[0], method=(*methods, "rounding"), needs=tuple(needs))
    wide = max(half * FAR, abs(value) * COARSE)
    outside = [v for v in _between(claim, value, wide, decide) if isinstance(v, Refuted)]
    if not outside:
        return Unknown(ROUGH)
    varying = sorted(outside[0].counterexample)
    return Unknown(f"the left side is no one number: it varies with {', '.join(varying)}") if varying else outside[0]


def _by_entries(claim: Claim, decide: Callable[[Claim], Verdict]) -> Verdict | None:
    """The same of a vector or matrix of decimals: an entry that is none is not decided."""
    cells = _cells(claim.rhs)
    if not cells or claim.lhs.shape != claim.rhs.shape:
        return None
    proved: list[Proved] = []
    for i, row in enumerate(cells, 1):
        for j, cell in enumerate(row, 1):
            verdict = decide_approximate(replace(claim, lhs=_entry(claim.lhs, i, j), rhs=cell), decide)
            if not isinstance(verdict, Proved):
                return verdict
            proved.append(verdict)
    methods = dict.fromkeys(m for v in proved for m in v.method)
    needs = dict.fromkeys(n for v in proved for n in v.needs)
    return replace(proved[0], method=tuple(methods), needs=tuple(needs))


def _cells(node: Node) -> list[tuple[Node, ...]]:
    """The entries of an explicit matrix, row by row; none for anything else."""
    match node:
        case Op("matrix", rows):
            return [row.args for row in rows if isinstance(row, Op)]
        case Op("transpose", (inner,)):
            return list(zip(*_cells(inner), strict=True))
        case _:
            return []


def _entry(node: Node, i: int, j: int) -> Node:
    """The entry in a row and a column of a vector or matrix."""
    match node:
        case Op("transpose", (inner,)):
            return _entry(inner, j, i)
    if node.shape.is_row:
        return Op("index", (Op("transpose", (node,), node.shape.transposed()), Lit(Fraction(j))))
    place = (Lit(Fraction(i)),) if node.shape.is_vector else (Lit(Fraction(i)), Lit(Fraction(j)))
    if isinstance(node, Ref):
        return Ref(node.name, (*node.indices, *place))
    return Op("index", (node, *place))


def unless_rounded(claim: Claim, verdict: Verdict, decide: Callable[[Claim], Verdict]) -> Verdict:
    """A refuted equation with a decimal, unless the other side rounds to it."""
    found = decimal(claim.rhs)
    if not isinstance(verdict, Refuted) or claim.relation != "=" or found is None or found[0].denominator == 1:
        return verdict
    rounded = all(isinstance(v, Proved) for v in _between(claim, *found, decide))
    return Unknown(ROUNDED) if rounded else verdict


def _between(claim: Claim, value: Fraction, width: Fraction, decide: Callable[[Claim], Verdict]) -> list[Verdict]:
    low, high = (Lit(value + sign * width) for sign in (-1, 1))
    return [decide(replace(claim, relation=">=", rhs=low)), decide(replace(claim, relation="<=", rhs=high))]
