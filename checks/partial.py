"""Operations that are not defined everywhere, in a step and in the definitions behind it: what each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from fractions import Fraction

from hence.checks.model import (
    Between,
    Binder,
    Call,
    Definition,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    names_in,
    parts,
    with_replaced,
)
from hence.checks.normal.entries import reached, replace_refs
from hence.language.heads import MOMENTS
from hence.language.records import dataclass

INVERTIBLE = "invertible"
WHOLE = "whole"  # of an exponent: not negative where it is an integer
OPAQUE = ("density", "KL", "entropy", "information", "normal_pdf")  # laws have their own conditions
ENTRY = ("i#entry", "j#entry")


@dataclass(frozen=True)
class Need:
    """What must hold of a node (a sign, `invertible` ...), for every value of the names in `every`."""

    node: Node
    relation: str
    every: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Place:
    """Where a node stands: summation variables around it, names that are up to chance or vary, definitions opened."""

    every: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()


@dataclass
class Partial:
    """The needs of nodes in a setting; `least` is where the variables of sums and sequences begin."""

    setting: Setting
    least: dict[str, int | None] = field(default_factory=dict)
    seen: set[tuple[Node, _Place]] = field(default_factory=set)

    def needs(self, node: Node) -> Iterator[Need]:
        """What the node and the definitions behind it need, with repetitions. Never fails."""
        return self._needs(node, _Place())

    def _needs(self, node: Node, place: _Place) -> Iterator[Need]:
        for need in _own(node, place.every):
            if not self._reach(need.node) & place.hidden:
                yield need
        match node:
            case Op(head) if head in OPAQUE:
                return
            case Op(head) if head in MOMENTS:
                place = replace(place, hidden=place.hidden | self._random())
            case Op("evaluated", (body, Ref() as variable, point)):
                yield from self._needs(with_replaced(body, variable, point), place)
                return
            case Binder(_, var, Between(low)):
                self.least[var] = int(low.value) if isinstance(low, Lit) and low.value.denominator == 1 else None
                place = replace(place, every=(*place.every, var))
            case Binder(_, var):
                place = replace(place, hidden=place.hidden | {var})
            case Call() | Ref():
                yield from self._behind(node, place)
            case _:
                pass
        for part in parts(node):
            yield from self._needs(part, place)

    # definitions ------------------------------------------------------------------------------------

    def _behind(self, node: Call | Ref, place: _Place) -> Iterator[Need]:
        """What the definition of a name needs where it is used; once for each place."""
        name = node.function if isinstance(node, Call) else node.name
        if name in place.opened or (node, place) in self.seen:
            return
        self.seen.add((node, place))
        chance = self._random() if self._reach(node) & self._random() else frozenset[str]()
        inside = replace(place, opened=place.opened | {name}, hidden=place.hidden | chance)
        for definition in self.setting.definitions.get(name, ()):
            body = self._called(definition, node) if isinstance(node, Call) else self._member(definition, node)
            if body is not None:
                yield from self._needs(body[0], replace(inside, every=(*place.every, *body[1])))

    def _called(self, d: Definition, node: Call) -> tuple[Node, tuple[str, ...]] | None:
        """The body of a function at its arguments; entry by entry where it is a function of numbers."""
        if len(d.params) != len(node.args):
            return None
        function = self.setting.functions.get(node.function)
        letters: tuple[str, ...] = ()
        args = node.args
        if function is not None and function.elementwise and not node.shape.is_scalar:
            letters = ENTRY if node.shape.is_matrix else ENTRY[:1]
            self.least |= dict.fromkeys(letters, 1)
            args = tuple(Op("index", (a, *map(Ref, letters))) if not a.shape.is_scalar else a for a in args)
        indices = tuple(i for i in d.indices if isinstance(i, str))
        self.least |= dict.fromkeys(indices, 1)
        return replace_refs(d.body, dict(zip(d.params, args, strict=True))), (*letters, *indices)

    def _member(self, d: Definition, node: Ref) -> tuple[Node, tuple[str, ...]] | None:
        """The body at the indices of a member; of a sequence that goes back to itself, at every index."""
        if d.params:
            return None
        letters = [i for i in d.indices if isinstance(i, str)]
        recurrent = d.name in reached(self.setting, d.name)
        if len(letters) < len(d.indices):
            return (d.body, ()) if recurrent or d.indices == node.indices[: len(d.indices)] else None
        chosen = () if recurrent else node.indices
        values = dict(zip(letters, chosen, strict=False))
        free = tuple(i for i in letters if i not in values)
        self.least |= dict.fromkeys(free, d.least if d.least is not None else 1)
        return replace_refs(d.body, values), free

    def _reach(self, node: Node) -> frozenset[str]:
        names = names_in(node)
        return names.union(*(reached(self.setting, n) for n in names))

    def _random(self) -> frozenset[str]:
        symbols = self.setting.symbols.values()
        return frozenset(s.name for s in symbols if s.random) | self.setting.laws.keys()


def _own(node: Node, every: tuple[str, ...]) -> Iterator[Need]:
    """What the operation at the top of a node needs."""
    match node:
        case Op("div", (_, below)):
            yield Need(below, "!=", every)
        case Op("log", (inside,)):
            yield Need(inside, ">", every)
        case Op("sqrt", (inside,)):
            yield Need(inside, ">=", every)
        case Op("factorial", (inside,)):
            yield Need(inside, WHOLE, every)
        case Op("gamma_fn" | "digamma", (inside,)):
            yield Need(inside, ">", every)
        case Op("pow", (base, exponent)):
            yield from _power(base, exponent, every)
        case _:
            pass


def _power(base: Node, exponent: Node, every: tuple[str, ...]) -> Iterator[Need]:
    value = exponent_value(exponent)
    if base.shape.is_matrix and (value is None or value.denominator == 1):
        if value is None and not names_in(exponent) & {*every}:
            yield Need(exponent, ">=", every)
        elif value is not None and value < 0:
            yield Need(base, INVERTIBLE, every)
    elif value is None:
        yield Need(Op("pow", (base, exponent)), "power", every)
    elif value.denominator != 1:
        yield Need(base, ">" if value < 0 else ">=", every)
    elif value < 0:
        yield Need(base, "!=", every)


def exponent_value(node: Node) -> Fraction | None:
    """The number that an exponent is; None where it is none."""
    match node:
        case Lit(value):
            return value
        case Op("neg", (inner,)):
            opposite = exponent_value(inner)
            return None if opposite is None else -opposite
        case Op("div", (above, below)):
            top, bottom = exponent_value(above), exponent_value(below)
            return top / bottom if top is not None and bottom else None
        case _:
            return None
