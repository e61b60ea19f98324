"""Inequalities between norms, instance by instance: each norm or product in a claim brings in what is known of it.

A fact is a hypothesis `lhs relation rhs` of its own, for all values of the variables that are bound around it, with the
name of its rule. Norms of parts are looked at in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from itertools import combinations

from hence.checks.model import (
    Binder,
    Claim,
    Constraint,
    Definition,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    names_in,
    parts,
    walk,
)
from hence.checks.normal.entries import is_recurrence, replace_refs
from hence.checks.order.flat import Answer
from hence.language.records import dataclass

MOST_FACTS = 40
MOST_FACTORS = 6
MOST_NORMS = 5
NORMS = ("norm", "norm_F")
EIGENVALUES = ("eig_max", "eig_min")


@dataclass(frozen=True)
class Rule:
    """A true statement about norms or means, its name, and what was shown for it."""

    constraint: Constraint
    name: str
    because: Answer | None = field(default=None, compare=False)


def norm_facts(setting: Setting, claim: Claim) -> list[Rule]:
    """What is known of the norms and inner products of a claim. Never fails."""
    found: dict[Rule, None] = {}
    heads = {n.head for side in (claim.lhs, claim.rhs) for n in walk(side) if isinstance(n, Op)}
    if not heads & {*NORMS, *EIGENVALUES}:
        return []
    waiting: list[tuple[Node, tuple[str, ...]]] = [(node, ()) for node in (claim.lhs, claim.rhs)]
    waiting += [(side, c.over) for c in setting.constraints for side in (c.lhs, c.rhs)]
    present = _Present(setting, [node for node, _ in waiting])
    seen: set[Node] = set()
    for lhs, relation, rhs, name in present.triangles():
        found[Rule(Constraint(lhs, relation, rhs), name)] = None
    while waiting and len(found) < MOST_FACTS:
        node, over = waiting.pop(0)
        for part, inside in _within(node, over):
            if part in seen:
                continue
            seen.add(part)
            for lhs, relation, rhs, name in _facts(setting, part, present):
                letters = tuple(v for v in inside if v in names_in(lhs) | names_in(rhs))
                found[Rule(Constraint(lhs, relation, rhs, letters), name)] = None
                waiting += [(lhs, inside), (rhs, inside)]
    return list(found)


def _within(node: Node, over: tuple[str, ...]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """The node and everything below it, with the variables bound around it."""
    yield node, over
    inside = (*over, node.var) if isinstance(node, Binder) else over
    for part in parts(node):
        yield from _within(part, inside)


Statement = tuple[Node, str, Node, str]


class _Present:
    """The arguments of the norms that a claim and its hypotheses speak of."""

    def __init__(self, setting: Setting, nodes: list[Node]) -> None:
        norms = [n for node in nodes for n in walk(node) if isinstance(n, Op) and n.head in NORMS]
        self.norms = list(dict.fromkeys(norms))
        self.frobenius = any(n.head == "norm_F" for n in norms)
        self.vectors = list(dict.fromkeys(n for node in nodes for n in walk(node) if n.shape.is_vector))[:MOST_NORMS]
        self.products = {_factors(_unfolded(setting, n.args[0])) for n in norms}

    def has(self, factors: list[Node]) -> bool:
        """Whether the norm of a product is spoken of, or is that of a single factor."""
        turned = tuple(_transposed(f) for f in reversed(factors))
        return len(factors) == 1 or tuple(factors) in self.products or turned in self.products

    def triangles(self) -> Iterator[Statement]:
        """||a + b|| and ||a - b|| for every two norms of things of the same shape."""
        for one, two in combinations(self.norms[:MOST_NORMS], 2):
            a, b = one.args[0], two.args[0]
            if one.head == two.head and a.shape == b.shape and not {"#"} & set("".join(names_in(a) | names_in(b))):
                for other in (b, _neg(b)):
                    whole = _norm(Op("add", (a, other), a.shape), one.head)
                    yield whole, "<=", Op("add", (one, two)), "triangle-inequality"


def _factors(node: Node) -> tuple[Node, ...]:
    return (
        tuple(a for a in node.args if not a.shape.is_scalar) if isinstance(node, Op) and node.head == "mul" else (node,)
    )


def _transposed(node: Node) -> Node:
    if isinstance(node, Op) and node.head == "transpose":
        return node.args[0]
    return Op("transpose", (node,), node.shape.transposed())


def _facts(setting: Setting, node: Node, present: _Present) -> Iterator[Statement]:
    match node:
        case Op(head, (inner,)) if head in NORMS:
            yield from _of_norm(head, node, _unfolded(setting, inner), present)
        case Op("mul", factors) if node.shape.is_scalar:
            yield from _of_product(node, [_unfolded(setting, f) for f in factors], present)
        case Op("eig_max" | "eig_min", (matrix,)):
            yield from _rayleigh(node, matrix, present)
        case Op("inner", (a, b)):
            head = "norm_F" if a.shape.is_matrix else "norm"
            yield from _both_ways(node, _times(_norm(a, head), _norm(b, head)), "Cauchy-Schwarz")
        case Op("tr", (Op("mul", (Op("transpose", (a,)), *rest)),)) if rest:
            yield from _both_ways(node, _times(_norm(a, "norm_F"), _norm(_product(rest), "norm_F")), "Cauchy-Schwarz")


def _both_ways(node: Node, bound: Node, name: str) -> Iterator[Statement]:
    yield node, "<=", bound, name
    yield _neg(node), "<=", bound, name


# norms --------------------------------------------------------------------------------------------


def _of_norm(head: str, norm: Op, inner: Node, present: _Present) -> Iterator[Statement]:
    if head == "norm" and inner.shape.is_matrix and present.frobenius:
        yield norm, "<=", _norm(inner, "norm_F"), "operator-norm-below-Frobenius-norm"
    match inner:
        case Op("neg", (part,)):
            yield norm, "=", _norm(part, head), "norm-of-negative"
        case Op("add", args):
            yield from _triangle(head, norm, args)
        case Op("mul", args):
            yield from _submultiplicative(head, norm, args, present)
        case Op("pow", (base, Lit(value) as power)) if value > 0 and base.shape.is_matrix:
            yield norm, "<=", Op("pow", (_norm(base, head), power)), "submultiplicative-norm"
        case Op("hadamard", (a, b)):
            yield norm, "<=", _times(_norm(a, "norm_F"), _norm(b, "norm_F")), "norm-of-entrywise-product"
        case Binder("sum", var, over, body):
            yield norm, "<=", Binder("sum", var, over, _sized(body, head)), "triangle-inequality"
        case Binder("prod", var, over, body):
            yield norm, "<=", Binder("prod", var, over, _norm(body, head)), "submultiplicative-norm"


def _triangle(head: str, norm: Op, args: tuple[Node, ...]) -> Iterator[Statement]:
    parts_ = [_norm(_positive(a), head) for a in args]
    yield norm, "<=", Op("add", tuple(parts_)), "triangle-inequality"
    for k, part in enumerate(parts_):
        others = [p for m, p in enumerate(parts_) if m != k]
        yield part, "<=", Op("add", (norm, *others)), "triangle-inequality"


def _submultiplicative(head: str, norm: Op, args: tuple[Node, ...], present: _Present) -> Iterator[Statement]:
    """||A B|| <= ||A|| ||B||, for all factors and for products spoken of; one of them may take the Frobenius norm."""
    scalars = tuple(_abs(a) for a in args if a.shape.is_scalar)
    factors = [a for a in args if not a.shape.is_scalar]
    for groups in _groupings(factors, present):
        if any(_product(g).shape.is_scalar for g in groups):
            continue
        for special in range(len(groups)) if head == "norm_F" else (0,):
            norms = [_norm(_product(g), head if k == special else "norm") for k, g in enumerate(groups)]
            yield norm, "<=", _times(*scalars, *norms), "submultiplicative-norm"


def _groupings(factors: list[Node], present: _Present) -> Iterator[list[list[Node]]]:
    """The factors one by one, and cut in two where the norms of both parts are spoken of."""
    if not 2 <= len(factors) <= MOST_FACTORS:
        return
    yield [[f] for f in factors]
    for cut in range(1, len(factors)) if len(factors) > 2 else ():
        if present.has(factors[:cut]) and present.has(factors[cut:]):
            yield [factors[:cut], factors[cut:]]


def _of_product(node: Op, factors: list[Node], present: _Present) -> Iterator[Statement]:
    """|x^T A y| <= ||x|| ||A|| ||y||, and ||x|| ||A y|| where that is spoken of."""
    scalars = tuple(_abs(f) for f in factors if f.shape.is_scalar)
    vectors = [f for f in factors if not f.shape.is_scalar]
    if not vectors or vectors[0].shape.rows != 1 or vectors[-1].shape.cols != 1:
        return
    if any(v.shape.cols == 1 for v in vectors[:-1]):
        return
    for groups in _groupings(vectors, present):
        yield from _both_ways(node, _times(*scalars, *(_norm(_product(g)) for g in groups)), "Cauchy-Schwarz")


def _rayleigh(eigenvalue: Op, matrix: Node, present: _Present) -> Iterator[Statement]:
    """x^T M x lies between the extreme eigenvalues of M times ||x||^2."""
    relation = "<=" if eigenvalue.head == "eig_max" else ">="
    match matrix:
        case Op("mul", (Op("transpose", (a,)), b)) | Op("mul", (a, Op("transpose", (b,)))) if a == b:
            yield _norm(a), "<=", _norm(a, "norm_F"), "operator-norm-below-Frobenius-norm"
    for x in present.vectors:
        if x.shape.rows == matrix.shape.rows:
            form = Op("mul", (_transposed(x), matrix, x))
            yield form, relation, _times(eigenvalue, Op("pow", (_norm(x), Lit(Fraction(2))))), "Rayleigh-quotient"


# nodes --------------------------------------------------------------------------------------------


def _norm(node: Node, head: str = "norm") -> Node:
    return Op(head, (node,))


def _sized(node: Node, head: str) -> Node:
    """The norm of a node, with the sizes of scalar factors in front."""
    if not isinstance(node, Op) or node.head != "mul":
        return _norm(node, head)
    scalars = [_abs(a) for a in node.args if a.shape.is_scalar]
    return _times(*scalars, _norm(_product([a for a in node.args if not a.shape.is_scalar]), head))


def _abs(node: Node) -> Node:
    return Op("abs", (node,))


def _neg(node: Node) -> Node:
    return Op("neg", (node,), node.shape)


def _positive(node: Node) -> Node:
    """The node without a minus sign in front."""
    return node.args[0] if isinstance(node, Op) and node.head == "neg" else node


def _times(*factors: Node) -> Node:
    return Op("mul", factors) if len(factors) > 1 else factors[0]


def _product(factors: list[Node]) -> Node:
    if len(factors) == 1:
        return factors[0]
    return Op("mul", tuple(factors), Shape(factors[0].shape.rows, factors[-1].shape.cols))


def _unfolded(setting: Setting, node: Node) -> Node:
    """A symbol replaced by its definition, where it has one that is no recurrence."""
    if not isinstance(node, Ref):
        return node
    found = setting.definitions.get(node.name, ())
    if len(found) != 1 or is_recurrence(node.name, found) or found[0].entrywise:
        return node
    (definition,) = found
    values = _values(definition, node)
    return node if values is None else replace_refs(definition.body, values)


def _values(definition: Definition, node: Ref) -> dict[str, Node] | None:
    if definition.params or len(definition.indices) != len(node.indices) or definition.body.shape != node.shape:
        return None
    values: dict[str, Node] = {}
    for pattern, value in zip(definition.indices, node.indices, strict=True):
        if not isinstance(pattern, str):
            return None
        values[pattern] = value
    return values
