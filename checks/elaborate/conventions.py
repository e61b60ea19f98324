"""What goes without saying: positive spaces, indices that count from 1 and stay within what they index."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from hence.checks.elaborate.dims import is_invented
from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.names import Usage
from hence.checks.model import Between, Binder, Constraint, Dim, Law, Lit, Node, Op, Ref, Symbol, names_in, walk
from hence.checks.sizes import node_of
from hence.language.derivation import RealSpace
from hence.language.terms import Sym

_REAL = Symbol("")


def conventions(
    given: Sorted,
    usage: Usage,
    symbols: Mapping[str, Symbol],
    known: Iterable[Constraint],
    limits: Iterable[tuple[Sym, str, int]] = (),
) -> list[Constraint]:
    """Positive spaces, indices that count from 1 unless something else was said of them, parameters of laws."""
    plain = [(s.name, r, end) for s, r, end in limits if s.name in symbols and not symbols[s.name].family]
    made = [Constraint(Ref(name), relation, Lit(Fraction(end))) for name, relation, end in plain]
    bounded = {side.name for c in known for side in (c.lhs, c.rhs) if isinstance(side, Ref)}
    for name, (family, space, _) in given.spaces.items():
        if space.positive and not space.dims and not family:
            made.append(Constraint(Ref(name), ">=" if space.zero else ">", Lit(Fraction(0))))
            bounded |= {name} if space.zero else set()
    for name, symbol in symbols.items():
        counts = symbol.integer and not symbol.family and "#" not in name and not _is_any_integer(name, given, usage)
        if counts and name not in bounded and name not in usage.counted:
            made.append(Constraint(Ref(name), ">=", Lit(Fraction(1))))
    return made


def _is_any_integer(name: str, given: Sorted, usage: Usage) -> bool:
    """Whether a letter is said to be an integer, and neither numbers nor counts anything."""
    said = name in given.spaces and given.spaces[name][1] == RealSpace(integer=True)
    return (said or "integer" in given.properties.get(name, ())) and name not in usage.indices | usage.lengths


def covariances(spreads: Iterable[Node], known: Iterable[Constraint], defined: Container[str]) -> dict[Ref, bool]:
    """Letters that are a covariance, a multiple of one or the inverse of one: they are symmetric.

    True where all factors are seen to be positive, so that the letter is as definite as the covariance is. Of letters
    that are defined nothing is supposed.
    """
    positive = {c.lhs for c in known if c.relation == ">" and c.rhs == Lit(Fraction(0))}
    found: dict[Ref, bool] = {}
    for letter, sure in (part for spread in spreads if (part := _matrix_in(spread, positive)) is not None):
        if letter.name not in defined and "#" not in letter.name:
            found[letter] = sure or found.get(letter, False)
    return found


def _matrix_in(spread: Node, positive: Container[Node]) -> tuple[Ref, bool] | None:
    """The one matrix of which a covariance is a multiple or an inverse, and whether by positive numbers only."""
    match spread:
        case Ref(_, ()) if spread.shape.is_matrix:
            return spread, True
        case Op("pow", (base, Lit(value))) if value == -1:
            return _matrix_in(base, positive)
        case Op("mul" | "div", factors):
            matrices = [f for f in factors if not f.shape.is_scalar]
            found = _matrix_in(matrices[0], positive) if len(matrices) == 1 else None
            sure = all(_is_positive(f, positive) for f in factors if f.shape.is_scalar)
            return (found[0], found[1] and sure) if found is not None else None
    return None


def _is_positive(factor: Node, positive: Container[Node]) -> bool:
    match factor:
        case Lit(value):
            return value > 0
        case Op("pow", (_, Lit(value))) if value % 2 == 0:
            return True
    return factor in positive


def use_covariances(
    symbols: dict[str, Symbol],
    spreads: Iterable[Node],
    laws: Iterable[Law],
    known: Sequence[Constraint],
    defined: Container[str],
) -> list[Constraint]:
    """That covariances are symmetric. Where there is a density they are definite, which their symbols are told."""
    spreads = list(spreads)
    found = covariances(spreads, known, defined)
    for letter in (one for one, sure in found.items() if sure):
        symbol = symbols[letter.name]
        symbols[letter.name] = replace(symbol, words=symbol.words | {"positive definite"})
    found |= covariances((law.cov for law in laws if law.cov is not None), known, defined)
    symmetric = [Constraint(Op("transpose", (letter,), letter.shape.transposed()), "=", letter) for letter in found]
    return [*symmetric, *_variances(spreads, defined)]


def _variances(spreads: Iterable[Node], defined: Container[str]) -> list[Constraint]:
    """That letters and members which are the variance of a density are positive."""
    letters = dict.fromkeys(x for x in spreads if isinstance(x, Ref) and x.shape.is_scalar)
    free = (x for x in letters if x.name not in defined and "#" not in "".join(sorted(names_in(x))))
    return [Constraint(letter, ">", Lit(Fraction(0))) for letter in free]


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
    ranged = {c.lhs.name for c in found if isinstance(c.lhs, Ref)}
    for name, highs in _compared(nodes, usage, symbols).items():
        if name not in ranged and len(highs) == 1:
            found[Constraint(Ref(name), "<=", highs.pop())] = None
    return found


def _compared(nodes: Iterable[Node], usage: Usage, symbols: Mapping[str, Symbol]) -> dict[str, set[Node]]:
    r"""Labels that a sum compares with its index, with its upper end: y of `\sum_k [y = k] p_k` is one of the k."""
    inside = [n for root in nodes for n in walk(root)]
    ends = {n.var: n.over.high for n in inside if isinstance(n, Binder) and isinstance(n.over, Between)}
    found: dict[str, set[Node]] = {}
    for node in inside:
        match node:
            case Op("delta", (Ref() as a, Ref() as b)):
                for label, index in ((a, b), (b, a)):
                    end = ends.get(index.name)
                    if isinstance(end, Ref) and not end.indices and _is_free_index(label, usage, symbols):
                        found.setdefault(label.name, set()).add(end)
            case _:
                pass
    return found


def _is_free_index(index: Ref, usage: Usage, symbols: Mapping[str, Symbol]) -> bool:
    bound = index.indices or "#" in index.name or index.name in usage.counted
    return not bound and symbols.get(index.name, _REAL).integer


def _no_larger(name: str, dim: Dim) -> Constraint:
    return Constraint(Ref(name), "<=", node_of(dim))
