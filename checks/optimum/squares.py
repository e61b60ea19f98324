"""Sums that are visibly not negative: sum_i g_i (sum_j X_{ij} h_j)^2, multiplied out, in symbolic dimension."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from hence.checks.model import Between, Binder, Claim, Lit, Node, Op, Ref
from hence.checks.normal.entries import replace_refs
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import Atom, Mono, Poly, of_atom, of_mono, rename

MOST_SUMS = 6
Factors = tuple[tuple[Atom, Poly], ...]


def visibly_nonnegative(poly: Poly, facts: Facts) -> bool:
    """Whether every term is a square of a sum, times what is known to be >= 0."""
    return all(c > 0 and _nonnegative(mono, facts) for mono, c in poly.terms)


def drops_squares(claim: Claim) -> bool:
    """Whether the larger side is the smaller one plus summands that are written as squares, norms and the like."""
    larger, smaller = (claim.lhs, claim.rhs) if claim.relation == ">=" else (claim.rhs, claim.lhs)
    if claim.relation not in ("<=", ">=") or not larger.shape.is_scalar:
        return False
    rest = [_canonical(s) for s in _summands(larger)]
    for summand in map(_canonical, _summands(smaller)):
        if summand == Lit(Fraction(0)):
            continue
        if summand not in rest:
            return False
        rest.remove(summand)
    return all(_written_nonnegative(s) for s in rest)


def _canonical(node: Node, depth: int = 0) -> Node:
    """The node with bound variables named by how deep they are bound, so that equal sums are equal."""
    match node:
        case Binder(head, var, over, body, shape) if isinstance(over, Between):
            name = f"@{depth}"
            inner = _canonical(replace_refs(body, {var: Ref(name)}), depth + 1)
            return Binder(head, name, over, inner, shape)
        case Op(head, args, shape):
            return Op(head, tuple(_canonical(a, depth) for a in args), shape)
        case _:
            return node


def _summands(node: Node) -> list[Node]:
    if isinstance(node, Op) and node.head == "add":
        return [s for arg in node.args for s in _summands(arg)]
    return [node]


def _written_nonnegative(node: Node) -> bool:
    match node:
        case Lit(value):
            return value >= 0
        case Op("norm" | "norm_F" | "abs" | "exp" | "sqrt", _):
            return True
        case Op("pow", (base, Lit(value))) if base.shape.is_scalar and value.denominator == 1 and value >= 0:
            return value % 2 == 0 or _written_nonnegative(base)
        case Op("mul" | "add" | "div", args) if all(a.shape.is_scalar for a in args):
            return all(_written_nonnegative(a) for a in args)
        case Binder("sum", _, _, body):
            return body.shape.is_scalar and _written_nonnegative(body)
        case _:
            return False


def _nonnegative(mono: Mono, facts: Facts) -> bool:
    if facts.nonnegative(of_mono(mono)):
        return True
    if len(mono.sums) > MOST_SUMS:
        return False
    return any(_is_square(mono, pairs, facts) for pairs in _pairings(mono.sums))


def _pairings(sums: tuple[tuple[str, Poly], ...]) -> Iterator[list[tuple[str, str]]]:
    """Ways to pair some of the variables that run over the same range."""
    if not sums:
        yield []
        return
    (name, bound), *rest = sums
    yield from _pairings(tuple(rest))
    for k, (other, its_bound) in enumerate(rest):
        if its_bound == bound:
            for pairs in _pairings((*rest[:k], *rest[k + 1 :])):
                yield [(name, other), *pairs]


def _is_square(mono: Mono, pairs: list[tuple[str, str]], facts: Facts) -> bool:
    """Whether the factors are a part in one half of the pairs, the same part in the other half, and the rest >= 0."""
    if not pairs:
        return False
    for flips in product((False, True), repeat=len(pairs)):
        if flips[0]:
            return False  # the same as with all the others turned around
        one = {(b if flip else a): (a if flip else b) for (a, b), flip in zip(pairs, flips, strict=True)}
        if _halves(mono.factors, one, facts):
            return True
    return False


def _halves(factors: Factors, one: dict[str, str], facts: Facts) -> bool:
    left: list[str] = []
    right: list[str] = []
    form = 0  # entries of a definite matrix between the two halves
    for atom, exponent in factors:
        names = atom.names | exponent.names
        in_one, in_other = bool(names & one.keys()), bool(names & set(one.values()))
        if in_one and in_other:
            form += 1
            if form > 1 or not _is_form(atom, exponent, one, facts):
                return False
            continue
        if in_one:
            left.append(_key(rename(of_atom(atom), one), rename(exponent, one)))
        elif in_other:
            right.append(_key(of_atom(atom), exponent))
        elif not _factor_nonnegative(atom, exponent, facts):
            return False
    return bool(left) and sorted(left) == sorted(right)


def _is_form(atom: Atom, exponent: Poly, one: dict[str, str], facts: Facts) -> bool:
    """H_{st} of a positive semidefinite H, where s and t are the two halves of a pair."""
    if atom.kind != "sym" or atom.name not in facts.semidefinite or not exponent.is_one or len(atom.args) != 2:
        return False
    s, t = (a.variable for a in atom.args)
    return s is not None and t is not None and (one.get(s) == t or one.get(t) == s)


def _key(base: Poly, exponent: Poly) -> str:
    return f"{base.key}^{exponent.key}"


def _factor_nonnegative(atom: Atom, exponent: Poly, facts: Facts) -> bool:
    return facts.nonnegative(of_mono(Mono((), ((atom, exponent),))))
