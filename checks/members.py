"""Which members of a family there are: those that the givens number. Nothing is proved of what lies beyond them.

`k_1, ..., k_m` have no k_0: a sum from 0 to m over them has no value, whatever rules would make of its summands. The
members that the givens speak of are there, too: h_0 beside `h_t = W h_{t-1}` for t = 1, ..., T.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from hence.checks.model import Between, Binder, Claim, Lit, Node, Op, Ref, Setting, names_in, parts
from hence.checks.sizes import node_of
from hence.language.records import dataclass

Linear: TypeAlias = Mapping[str, Fraction]  # a number as coefficients of letters; the constant stands at ""
Slot: TypeAlias = tuple[str, int]  # a family and the place of one of its indices
ONE: Linear = {"": Fraction(1)}
UPSIDE_DOWN = {"<=": ">=", ">=": "<="}


@dataclass(frozen=True)
class Extent:
    """Numbers from `low` to `high`; None where no end is known. `counts`: all of them are members, 1 to n."""

    low: Linear | None
    high: Linear | None
    counts: bool = False

    def joined(self, other: Extent) -> Extent:
        """From the lesser of the lower ends to the greater of the upper ones, where these can be compared."""
        low = self.low if _gap(other.low, self.low, ">=") else other.low if _gap(self.low, other.low, ">=") else None
        high = self.high if _gap(self.high, other.high, ">=") else None
        high = other.high if _gap(other.high, self.high, ">=") else high
        return Extent(low, high, self.counts or other.counts)

    def without_ends(self, varying: Collection[str]) -> Extent:
        """What is said for all values of a letter has no end there: `s_n` is a sum from 1 to n for every n."""
        low, high = (None if end is None or not {*varying}.isdisjoint(end) else end for end in (self.low, self.high))
        return replace(self, low=low, high=high)


EVERY = Extent(None, None)


def beyond_members(setting: Setting, claim: Claim) -> str:
    """How a claim speaks of members that there are not, in words; empty where it does not."""
    used = [found for side in (claim.lhs, claim.rhs) for found in _members(side, {})]
    there = _given(setting, {name for (name, _), _ in used}) if used else {}
    for slot, extent in used:
        known = there.get(slot, EVERY)
        if known.counts and (_gap(known.low, extent.low, ">") or _gap(extent.high, known.high, ">")):
            ends = ((" from ", known.low), (" to ", known.high))
            said = "".join(word + _shown(end) for word, end in ends if end is not None)
            return f"this speaks of members that {slot[0]} does not have: they are numbered{said}"
    return ""


def _gap(more: Linear | None, less: Linear | None, relation: str) -> bool:
    """Whether one number surely is more than another, or at least as much."""
    if more is None or less is None:
        return False
    rest = _sum(more, less, -1)
    return not any(c for n, c in rest.items() if n) and (rest[""] > 0 or (relation == ">=" and rest[""] == 0))


def _shown(end: Linear) -> str:
    return " + ".join(n if c == 1 and n else f"{c}{n}" for n, c in end.items() if c) or "0"


# What the givens say -------------------------------------------------------------------------------


def _given(setting: Setting, names: Set[str]) -> dict[Slot, Extent]:
    """The members of some families that the givens number or speak of."""
    found: dict[Slot, Extent] = {}
    for slot, extent in (*_declared(setting, names), *_spoken_of(setting, names)):
        found[slot] = found[slot].joined(extent) if slot in found else extent
    return found


def _declared(setting: Setting, names: Set[str]) -> Iterator[tuple[Slot, Extent]]:
    """Entries of vectors and matrices of declared sizes, and families of which a declaration says the range."""
    known = (setting.symbols[n] for n in sorted(names & setting.symbols.keys()))
    for symbol in (s for s in known if s.how == "declared"):
        if symbol.within:
            first, *last = map(_linear, symbol.within)
            yield (symbol.name, 0), Extent(first, last[0] if last else None, True)
        for number, dim in enumerate(d for d in (symbol.shape.rows, symbol.shape.cols) if d != 1):
            if not str(dim).startswith("?"):
                yield (symbol.name, symbol.family + number), Extent(ONE, _linear(node_of(dim)), True)


def _spoken_of(setting: Setting, names: Set[str]) -> Iterator[tuple[Slot, Extent]]:
    definitions = [d for ds in setting.definitions.values() for d in ds]
    said: list[tuple[Node, tuple[str, ...]]] = [(member, ()) for member in setting.told]
    said += (supposed := [(side, c.over) for c in setting.constraints for side in (c.lhs, c.rhs)])
    said += [(node, law.index) for law in setting.laws.values() for node in law.nodes()]
    said += [(d.body, (*d.params, *(i for i in d.indices if isinstance(i, str)))) for d in definitions]
    letters = _letters(setting, {name for _, over in said for name in over})
    for node, over in said:
        if not names_in(node).isdisjoint(names):
            # what is supposed for t >= 1 only says that these are members
            counts = (node, over) not in supposed
            used = ((s, e.without_ends(over)) for s, e in _members(node, letters) if s[0] in names)
            yield from ((slot, replace(e, counts=e.counts and counts)) for slot, e in used)
    for d in (d for d in definitions if d.name in names and not d.entrywise):
        for number, index in enumerate(d.indices):
            numbered = _extent(Ref(index) if isinstance(index, str) else index, letters)
            yield (d.name, number), numbered or EVERY


def _letters(setting: Setting, running: Set[str]) -> dict[str, Extent]:
    """The letters for all values of which something is given, with the ends that are said of them."""
    found: dict[str, Extent] = {}
    for c in (c for c in setting.constraints if c.line and c.relation in UPSIDE_DOWN):
        for left, relation, right in ((c.lhs, c.relation, c.rhs), (c.rhs, UPSIDE_DOWN[c.relation], c.lhs)):
            known = isinstance(left, Ref) and not left.indices and left.name in running
            if isinstance(left, Ref) and known and (end := _linear(right)) is not None:
                before = found.get(left.name, replace(EVERY, counts=True))
                found[left.name] = replace(before, low=end) if relation == ">=" else replace(before, high=end)
    return found


# Indices -------------------------------------------------------------------------------------------


def _members(node: Node, letters: Mapping[str, Extent]) -> Iterator[tuple[Slot, Extent]]:
    """Members in a node, with the numbers that their indices run over; none for a letter that may be any number."""
    match node:
        case Op("index", (Ref(name, before), *indices)):
            places = (*before, *indices)
        case Ref(name, places):
            pass
        case _:
            name, places = "", ()
    for number, index in enumerate(places):
        if (extent := _extent(index, letters)) is not None:
            yield (name, number), extent
    for part in parts(node):
        inside = letters
        if isinstance(node, Binder) and isinstance(node.over, Between) and part is node.body:
            inside = {**letters, node.var: _range(node.over, letters)}
        yield from _members(part, inside)


def _range(over: Between, letters: Mapping[str, Extent]) -> Extent:
    if over.unless:
        return EVERY
    low, high = _extent(over.low, letters, True) or EVERY, _extent(over.high, letters, True) or EVERY
    counts = isinstance(over.low, Lit) and isinstance(over.high, Ref | Lit)
    return Extent(low.low, high.high, counts)


def _extent(index: Node, letters: Mapping[str, Extent], end: bool = False) -> Extent | None:
    """What an index runs over; None for a letter of which no range is known, unless it is an `end`."""
    value = _linear(index)
    if value is None:
        return EVERY
    if isinstance(index, Ref) and index.name not in letters and not end:
        return None
    low: Linear | None = value
    high: Linear | None = value
    for name in (n for n in value if n in letters):
        known, c = letters[name], value[name]
        ends = (known.low, known.high) if c > 0 else (known.high, known.low)
        low, high = _at(low, name, ends[0]), _at(high, name, ends[1])
    return Extent(low, high, isinstance(index, Ref) and index.name in letters and letters[index.name].counts)


def _at(value: Linear | None, name: str, end: Linear | None) -> Linear | None:
    if value is None or end is None:
        return None
    return _sum({n: c for n, c in value.items() if n != name}, end, value[name])


def _linear(node: Node) -> Linear | None:
    match node:
        case Lit(value):
            return {"": value}
        case Ref(name, ()):
            return {"": Fraction(0), name: Fraction(1)}
        case Op("add", args):
            total: Linear | None = {"": Fraction(0)}
            for arg in args:
                one = _linear(arg)
                total = _sum(total, one) if total is not None and one is not None else None
            return total
        case Op("neg", (inner,)):
            return _times(Fraction(-1), _linear(inner))
        case Op("mul", (Lit(value), inner)):
            return _times(value, _linear(inner))
        case _:
            return None


def _times(factor: Fraction, value: Linear | None) -> Linear | None:
    return None if value is None else {n: factor * c for n, c in value.items()}


def _sum(a: Linear, b: Linear, factor: Fraction | int = 1) -> Linear:
    return {n: a.get(n, Fraction(0)) + factor * b.get(n, Fraction(0)) for n in ("", *sorted({*a, *b} - {""}))}
