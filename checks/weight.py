"""How large an expression becomes once it is written out: what is too large is not given to SymPy."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from hence.checks.model import Between, Binder, Call, Lit, Node, Op, Ref

MOST_TERMS = 600  # of a product or power that is multiplied out
MOST_BITS = 4_000  # of a number in it
MOST_SUMMANDS = 200  # of a sum with numbers as bounds
BEYOND = 1 << 40


class Weight(NamedTuple):
    """Upper bounds on the number of terms, and on the size of their coefficients in bits; cut off at `BEYOND`."""

    terms: int
    bits: int


def is_light(*nodes: Node) -> bool:
    """Whether all of them may be multiplied out. Never fails."""
    return all(w.terms <= MOST_TERMS and w.bits <= MOST_BITS for w in map(weight, nodes))


def weight(node: Node) -> Weight:
    match node:
        case Lit(value):
            return Weight(1, (abs(value.numerator) * value.denominator).bit_length() - 1)
        case Ref():
            return Weight(1, 0)
        case Op("add", args):
            parts = [weight(a) for a in args]
            return _cut(sum(p.terms for p in parts), max((p.bits for p in parts), default=0) + 1)
        case Op("mul" | "div", args):
            terms, bits = 1, 0
            for part in map(weight, args):
                terms, bits = min(terms * part.terms, BEYOND), bits + part.bits
            return _cut(terms, bits)
        case Op("pow", (base, exponent)):
            return _power(weight(base), exponent)
        case Op("factorial", (inner,)):
            times = size(inner) or 0
            return _cut(1, times * times.bit_length())
        case Op(_, args) | Call(_, args):
            return _heaviest(args)
        case Binder(_, _, Between(low, high), body):
            return _summed(weight(body), low, high)
        case Binder(_, _, _, body):
            return weight(body)
        case _:
            return Weight(1, 0)


def size(node: Node) -> int | None:
    """An upper bound of the absolute value of a number that is written with digits, cut off; None for others."""
    match node:
        case Lit(value):
            return min(abs(value.numerator) // value.denominator + 1, BEYOND)
        case Op("neg", (inner,)):
            return size(inner)
        case Op("add" | "mul", args):
            sizes = [size(a) for a in args]
            known = [s for s in sizes if s is not None]
            if len(known) < len(sizes):
                return None
            found = 0 if node.head == "add" else 1
            for s in known:
                found = min(found + s if node.head == "add" else found * s, BEYOND)
            return found
        case Op("pow", (base, exponent)):
            low, times = size(base), size(exponent)
            if low is None or times is None:
                return None
            return BEYOND if times * low.bit_length() > BEYOND.bit_length() else min(low**times, BEYOND)
        case Op("factorial", (inner,)):
            inside = size(inner)
            return None if inside is None else BEYOND
        case _:
            return None


def _power(base: Weight, exponent: Node) -> Weight:
    times = size(exponent)
    if times is None:
        return base
    if base.terms == 1:
        return _cut(1, base.bits * times)
    terms = comb(times + base.terms - 1, base.terms - 1) if times <= MOST_TERMS >= base.terms else BEYOND
    return _cut(terms, base.bits * times)


def _summed(body: Weight, low: Node, high: Node) -> Weight:
    first, last = size(low), size(high)
    if first is None or last is None:
        return body
    return _cut(body.terms * last if last > MOST_SUMMANDS else body.terms, body.bits)


def _heaviest(args: tuple[Node, ...]) -> Weight:
    parts = [weight(a) for a in args]
    return Weight(max((p.terms for p in parts), default=1), max((p.bits for p in parts), default=0))


def _cut(terms: int, bits: int) -> Weight:
    return Weight(min(terms, BEYOND), min(bits, BEYOND))
