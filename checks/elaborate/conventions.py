"""What goes without saying: positive spaces, indices that count from 1 and stay within what they index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from checks.elaborate.dims import is_invented
from checks.elaborate.givens import Sorted
from checks.elaborate.names import Usage
from checks.model import Constraint, Dim, Lit, Node, Ref, Symbol, walk
from checks.sizes import node_of

_REAL = Symbol("")


def conventions(
    given: Sorted, usage: Usage, symbols: Mapping[str, Symbol], known: Iterable[Constraint]
) -> list[Constraint]:
    """Positive spaces, and indices that count from 1 unless something else was said of them."""
    made = []
    bounded = {side.name for c in known for side in (c.lhs, c.rhs) if isinstance(side, Ref)}
    for name, (family, space, _) in given.spaces.items():
        if space.positive and not space.dims and not family:
            made.append(Constraint(Ref(name), ">", Lit(Fraction(0))))
    for name, symbol in symbols.items():
        counts = symbol.integer and not symbol.family and "#" not in name
        if counts and name not in bounded and name not in usage.counted:
            made.append(Constraint(Ref(name), ">=", Lit(Fraction(1))))
    return made


def index_ranges(
    given: Sorted, usage: Usage, symbols: Mapping[str, Symbol], nodes: Iterable[Node]
) -> Iterable[Constraint]:
    """An index of an entry is no larger than the dimension that it runs over."""
    found: dict[Constraint, None] = {}
    for name, vector in given.places:
        found[_no_larger(name, symbols[vector].shape.rows)] = None
    for node in (n for root in nodes for n in walk(root)):
        if not isinstance(node, Ref) or not node.indices or node.name not in symbols:
            continue
        symbol = symbols[node.name]
        dims = [d for d in (symbol.shape.rows, symbol.shape.cols) if d != 1]
        bounds = [d for d in symbol.bounds if not is_invented(d)] if len(symbol.bounds) == symbol.family else []
        for index, dim in zip(node.indices, [*bounds, *dims] if bounds or not symbol.family else [], strict=False):
            if isinstance(index, Ref) and _is_free_index(index, usage, symbols):
                found[_no_larger(index.name, dim)] = None
    return found


def _is_free_index(index: Ref, usage: Usage, symbols: Mapping[str, Symbol]) -> bool:
    bound = index.indices or "#" in index.name or index.name in usage.counted
    return not bound and symbols.get(index.name, _REAL).integer


def _no_larger(name: str, dim: Dim) -> Constraint:
    return Constraint(Ref(name), "<=", node_of(dim))
