"""Facts of a setting in the form the algebra uses: signs, integers, ranges."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from hence.checks.conditions import Relation, positive
from hence.checks.deviations import deviations
from hence.checks.model import (
    Claim,
    Constraint,
    Density,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Symbol,
    parts,
    reachable_names,
    walk,
)
from hence.checks.normal.algebra import Algebra, Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import Normaliser
from hence.checks.normal.facts import Facts
from hence.checks.normal.places import size_poly
from hence.checks.normal.poly import Budget, OutOfBudget, Poly, symbol
from hence.checks.sizes import atoms_of
from hence.language.inverse_names import inverse_name
from hence.language.opaque import is_density_value

STRICT = {"<", ">"}


def facts_of(setting: Setting, claim: Claim) -> Facts:
    """What the declarations, and the sides being defined, allow to be taken for granted."""
    facts = Facts()
    for s in setting.symbols.values():
        if s.integer:
            facts.integers.add(s.name)
        for dim in (s.shape.rows, s.shape.cols, *s.bounds):
            for name in atoms_of(dim):
                facts.integers.add(name)
                facts.least.setdefault(name, 1)
        _learn_words(facts, s)
        if "permutation" in s.words and s.bounds:
            bound = s.bounds[0]
            size = size_poly(bound)
            facts.permutations |= {s.name: size, inverse_name(s.name): size}
    facts.positive_names |= {name for name in (*setting.symbols, *setting.functions) if is_density_value(name)}
    for law in setting.laws.values():
        if law.kind == "Categorical" and not setting.symbols[law.name].family:
            facts.ranges[law.name] = size_poly(law.params[0].shape.rows)
            facts.least[law.name] = 1
    for learn, constraint in product((_learn, _learn_label), setting.constraints):
        learn(facts, setting, constraint)
    for side in (claim.lhs, claim.rhs):
        _learn_ranges(facts, setting, side)
        for node in walk(side):
            _learn_defined(facts, setting, node)
    return facts


def signs_meant(setting: Setting, claim: Claim) -> list[Relation]:
    """What is meant to be positive though nobody says so, and may be granted where it is listed.

    The x of x^a, for a symbol a that need not be an integer; a letter whose square is the variance of a law.
    """
    facts = facts_of(setting, claim)
    spreads = sorted(deviations(setting) & reachable_names(setting, claim))
    meant = [*_bases_of_real_powers(facts, setting, claim), *(symbol(n) for n in spreads if _is_number(setting, n))]
    return [positive(base) for base in dict.fromkeys(meant) if not facts.positive(base)]


def _is_number(setting: Setting, name: str) -> bool:
    known = setting.symbols.get(name)
    return known is not None and known.shape.is_scalar and not known.family and name not in setting.definitions


def _bases_of_real_powers(facts: Facts, setting: Setting, claim: Claim) -> Iterator[Poly]:
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        base = _base_of_real_power(facts, setting, node)
        if base is not None and not any("#" in name for name in base.names):
            yield base


def _base_of_real_power(facts: Facts, setting: Setting, node: Node) -> Poly | None:
    """The base, made of symbols alone; None for other nodes."""
    match node:
        case Op("pow", (base, exponent)) if base.shape.is_scalar and exponent.shape.is_scalar:
            found, power = _poly(facts, setting, base), _poly(facts, setting, exponent)
        case _:
            return None
    if found is None or power is None or found.constant is not None:
        return None
    whole = power.constant is not None or facts.is_integer(power)
    plain = all(atom.kind == "sym" for mono, _ in found.terms for atom, _ in mono.factors)
    return found if plain and not whole else None


def _learn_words(facts: Facts, s: Symbol) -> None:
    if "positive definite" in s.words:
        facts.definite.add(s.name)
    if s.words & {"positive definite", "positive semidefinite"}:
        facts.semidefinite.add(s.name)
    if "invertible" in s.words:
        facts.invertible.add(s.name)
    if s.words & {"probability vector", "stochastic"}:
        facts.nonnegative_names.add(s.name)


def _learn(facts: Facts, setting: Setting, c: Constraint) -> None:
    smaller, larger = (c.lhs, c.rhs) if c.relation in ("<", "<=") else (c.rhs, c.lhs)
    if c.relation == "!=" and isinstance(c.lhs, Ref) and isinstance(c.rhs, Ref) and not c.lhs.indices + c.rhs.indices:
        difference = symbol(c.lhs.name) - symbol(c.rhs.name)
        facts.unequal |= {difference, -difference}
    if c.relation == "!=":
        _learn_nonzero(facts, setting, c)
    if c.relation not in ("<", "<=", ">", ">="):
        return
    if isinstance(smaller, Lit) and isinstance(larger, Ref):
        _learn_bound(facts, setting, c, smaller.value, larger)
    if isinstance(larger, Lit) and larger.value <= 0 and isinstance(smaller, Ref):
        _learn_opposite(facts, setting, smaller)
    if c.relation in STRICT:
        _learn_positive(facts, setting, Op("add", (larger, Op("neg", (smaller,)))))


def _learn_nonzero(facts: Facts, setting: Setting, c: Constraint) -> None:
    """x != 0, x_i != 0 for every i, r != 1."""
    zero = isinstance(c.rhs, Lit) and not c.rhs.value
    if zero and isinstance(c.lhs, Ref) and c.lhs.indices and _speaks_of_all(c.lhs, c.over):
        facts.nonzero_names.add(c.lhs.name)
    gap = Op("add", (c.lhs, Op("neg", (c.rhs,)))) if c.lhs.shape.is_scalar else None
    poly = _poly(facts, setting, gap) if gap is not None else None
    if poly is not None and not poly.is_zero:
        facts.nonzero_polys.add(poly.monic)


def _learn_bound(facts: Facts, setting: Setting, c: Constraint, low: Fraction, ref: Ref) -> None:
    strict = c.relation in STRICT
    if not _speaks_of_all(ref, c.over):
        if low >= 0:
            _learn_member(facts, setting, ref, strict or low > 0)
        return
    if (strict and low >= 0) or low > 0:
        facts.positive_names.add(ref.name)
    if low >= 0:
        facts.nonnegative_names.add(ref.name)
    if ref.name in facts.integers:
        least = int(low // 1) + (1 if strict or low.denominator != 1 else 0)
        facts.least[ref.name] = max(least, facts.least.get(ref.name, least))


def _learn_label(facts: Facts, setting: Setting, c: Constraint) -> None:
    """y_i <= K, where y_i is an integer that is at least 1, for every i."""
    smaller, larger = (c.lhs, c.rhs) if c.relation == "<=" else (c.rhs, c.lhs)
    if c.relation not in ("<=", ">=") or not isinstance(smaller, Ref) or not _speaks_of_all(smaller, c.over):
        return
    s = setting.symbols.get(smaller.name)
    declared = s is not None and s.integer and s.how == "declared" and s.family == len(smaller.indices)
    if declared and facts.least.get(smaller.name, 0) >= 1 and larger.shape.is_scalar:
        bound = _poly(facts, setting, larger)
        if bound is not None and not bound.names & set(c.over):
            facts.labels[smaller.name] = bound


def _learn_member(facts: Facts, setting: Setting, ref: Ref, positive: bool) -> None:
    """x_k >= 0 for one k."""
    poly = _poly(facts, setting, ref)
    if poly is not None and poly.atom is not None:
        (facts.positive_polys if positive else facts.nonnegative_polys).add(poly)


def _learn_opposite(facts: Facts, setting: Setting, ref: Ref) -> None:
    """x <= 0."""
    poly = _poly(facts, setting, ref)
    if poly is not None and poly.atom is not None:
        facts.nonnegative_polys.add(-poly)


def _poly(facts: Facts, setting: Setting, node: Node) -> Poly | None:
    """The normal form of a number; None where it has none, so that nothing is learned from it."""
    try:
        return Normaliser(setting, Algebra(facts, Budget(5_000), closed_forms=False)).scalar(node)
    except (NoRule, Undefined, OutOfBudget):
        return None


def _learn_positive(facts: Facts, setting: Setting, node: Node) -> None:
    if not node.shape.is_scalar or any(isinstance(n, Density) for n in walk(node)):
        return
    poly = _poly(facts, setting, node)
    if poly is not None and isinstance(node, Ref) and _is_bound(node):
        facts.positive_names.add(node.name)
    elif poly is not None and not poly.is_zero:
        facts.positive_polys.add(poly)
        bound = [name for name in poly.names if "#" in name]
        if len(bound) == 1:
            facts.positive_for_all.add((bound[0], poly))


def _learn_defined(facts: Facts, setting: Setting, node: Node) -> None:
    """What a part of a side needs to have a value."""
    match node:
        case Op("log", (inside,)):
            _learn_positive(facts, setting, inside)
        case Op("factorial", (inside,)):
            _learn_whole(facts, inside)
        case _:
            pass


def _learn_whole(facts: Facts, node: Node) -> None:
    """n of n! and of (n - 1)!, which have values for whole numbers only."""
    match node:
        case Ref(name, ()) if "#" not in name:
            facts.integers.add(name)
        case Op("add", (Ref(name, ()), Lit() | Op("neg", (Lit(),)))) if "#" not in name:
            constant = node.args[1]
            value = constant if isinstance(constant, Lit) else constant.args[0] if isinstance(constant, Op) else None
            if isinstance(value, Lit) and value.value.denominator == 1:
                facts.integers.add(name)
        case _:
            pass


def _speaks_of_all(ref: Ref, over: tuple[str, ...]) -> bool:
    """x, or x_i for every i; x_1 > 0 says nothing of x_2, nor does x_k > 0 for one k."""
    return all(isinstance(i, Ref) and i.name in over for i in ref.indices)


def _is_bound(ref: Ref) -> bool:
    """Under a sum: log p_i for every i of the range."""
    return bool(ref.indices) and all(isinstance(i, Ref) and "#" in i.name for i in ref.indices)


def _learn_ranges(facts: Facts, setting: Setting, node: Node) -> None:
    """A free index runs over the dimension of what it indexes."""
    if isinstance(node, Ref) and node.indices:
        s = setting.symbols.get(node.name)
        if s is not None:
            slots = (*s.bounds, *(d for d in (s.shape.rows, s.shape.cols) if d != 1))
            for index, dim in zip(node.indices, slots, strict=False):
                if isinstance(index, Ref) and not index.indices and isinstance(dim, str) and not dim.startswith("?"):
                    facts.ranges.setdefault(index.name, size_poly(dim))
    for part in parts(node):
        _learn_ranges(facts, setting, part)
