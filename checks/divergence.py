"""Divergences are not negative: of densities, and of vectors of probabilities (Gibbs' inequality)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from hence.checks.model import Between, Binder, Claim, Density, Lit, Node, Op, Ref, Setting, names_in, walk
from hence.checks.normal.difference import Sides, cleared
from hence.language.records import dataclass

ONE = Lit(Fraction(1))


@dataclass(frozen=True)
class ByDivergence:
    """The difference of the sides is KL(q || p); p is a density of the same variables, or a product of densities."""

    q: Density
    p: Density | Op


@dataclass(frozen=True)
class ByGibbs:
    """The difference is sum_i p_i log(p_i / q_i) for probabilities p and q; without a q that is uniform."""

    p: Ref
    q: Ref | None


def follow_divergence(setting: Setting, claim: Claim, c: ByDivergence | ByGibbs) -> Sides | None:
    """Larger side minus smaller side is a divergence. None where it is not; raises what the normal form raises."""
    if claim.relation not in ("<=", ">="):
        return None
    if isinstance(c, ByDivergence) and not _is_law_of(c.p, c.q.of):
        return None
    sides = Sides(setting, claim)
    gap = sides.entry_of(claim.lhs) - sides.entry_of(claim.rhs)
    if claim.relation == "<=":
        gap = -gap
    if isinstance(c, ByGibbs) and not all(_adds_up(sides, v) for v in (c.p, c.q) if v is not None):
        return None
    node = Op("KL", (c.q, c.p)) if isinstance(c, ByDivergence) else _sum(c)
    divergence = sides.entry_of(node)
    return sides if cleared(gap - divergence, sides.algebra).is_zero else None


def _is_law_of(law: Node, variables: tuple[str, ...]) -> bool:
    """Whether a density, or a product of densities, is one of just these variables."""
    factors = law.args if isinstance(law, Op) and law.head == "mul" else (law,)
    found: list[str] = []
    for factor in factors:
        if not isinstance(factor, Density) or (len(factors) > 1 and set(factor.given) & set(variables)):
            return False
        found += factor.of
    return sorted(found) == sorted(variables)


def _adds_up(sides: Sides, vector: Ref) -> bool:
    """Whether the hypotheses say that the entries add up to 1."""
    index = Ref("i#total")
    size = _size(vector)
    total = Binder("sum", index.name, Between(ONE, size), Ref(vector.name, (*vector.indices, index)))
    return cleared(sides.entry_of(total) - sides.entry_of(ONE), sides.algebra).is_zero


def _size(vector: Ref) -> Node:
    rows = vector.shape.rows
    return Lit(Fraction(rows)) if isinstance(rows, int) else Ref(rows)


def _sum(c: ByGibbs) -> Node:
    index = Ref("i#gibbs")
    p = Ref(c.p.name, (*c.p.indices, index))
    q: Node = Op("div", (ONE, _size(c.p))) if c.q is None else Ref(c.q.name, (*c.q.indices, index))
    body = Op("mul", (p, Op("log", (Op("div", (p, q)),))))
    return Binder("sum", index.name, Between(ONE, _size(c.p)), body)


# The search --------------------------------------------------------------------------------------------------


def divergences(setting: Setting, claim: Claim) -> Iterator[ByDivergence | ByGibbs]:
    """Divergences that the claim could owe its sign to."""
    nodes = list(_reachable(setting, claim))
    yield from (ByDivergence(q, p) for q, p in _density_pairs(nodes))
    yield from _products(nodes)
    vectors = dict.fromkeys(v for n in nodes if isinstance(n, Ref) and (v := _vector(setting, n)) is not None)
    known = [v for v in vectors if _constrained(setting, v)]
    yield from (ByGibbs(p, q) for p in known for q in (*known, None) if p != q)


def _vector(setting: Setting, node: Ref) -> Ref | None:
    """The vector that a node is, or is an entry of."""
    symbol = setting.symbols.get(node.name)
    if symbol is None or symbol.family or not symbol.shape.is_vector or len(node.indices) > 1:
        return None
    return Ref(node.name, (), symbol.shape)


def _constrained(setting: Setting, vector: Ref) -> bool:
    return any(vector.name in names_in(c.lhs) | names_in(c.rhs) for c in setting.constraints)


def _products(nodes: list[Node]) -> Iterator[ByDivergence]:
    """A joint density against the product of its marginals."""
    for joint in dict.fromkeys(n for n in nodes if isinstance(n, Density) and len(n.of) > 1 and not n.given):
        for count in range(1, len(joint.of) // 2 + 1):
            for some in combinations(joint.of, count):
                rest = tuple(v for v in joint.of if v not in some)
                factors = (Density(joint.family, some), Density(joint.family, rest))
                yield ByDivergence(joint, Op("mul", factors))


def _density_pairs(nodes: list[Node]) -> Iterator[tuple[Density, Density]]:
    """Pairs of densities of the same variables."""
    densities: dict[Density, None] = {}
    variables: dict[str, None] = {}
    for node in nodes:
        if isinstance(node, Density):
            densities[node] = None
            variables.update(dict.fromkeys((*node.of, *node.given)))
    for family in {d.family for d in densities}:
        for of in variables:
            given = tuple(sorted(v for v in variables if v != of))
            densities[Density(family, (of,), given)] = None
            densities[Density(family, (of,))] = None
    for q in densities:
        for p in densities:
            if q != p and q.of == p.of:
                yield q, p


def _reachable(setting: Setting, claim: Claim) -> Iterator[Node]:
    seen: set[str] = set()
    stack: list[Node] = [claim.lhs, claim.rhs]
    while stack:
        for node in walk(stack.pop()):
            yield node
            for name in names_in(node) - seen:
                seen.add(name)
                stack += [d.body for d in setting.definitions.get(name, ())]
