"""E[f(X)] = sum_k p_k f(k) for an index X with a categorical law."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.conditions import Regular, Regularity
from hence.checks.model import names_in
from hence.checks.normal.core import Factors
from hence.checks.normal.poly import ONE, Atom, Poly, any_atom

if TYPE_CHECKING:
    from hence.checks.normal.expectation import Expectation


def is_categorical(expectation: Expectation, name: str) -> bool:
    law = expectation.setting.laws.get(name)
    return law is not None and law.kind == "Categorical"


def over_categories(expectation: Expectation, factors: Factors) -> Poly | None:
    """The sum over the values of one index; None where the rest may depend on it, or where several members occur."""
    algebra = expectation.algebra
    name = _apart(expectation, expectation.names_of(factors))
    if name is None:
        return None
    law = expectation.setting.laws[name]
    if any(names_in(p) & expectation.random for p in law.params):
        return None
    body = algebra.assemble([], factors, Fraction(1))
    member = _only_member(name, body)
    if member is None:
        return None
    (probabilities,) = law.params
    env = {letter: value for letter, value in zip(law.index, member, strict=False) if letter}

    def term(k: Poly) -> Poly:
        chance = expectation.n.entry(probabilities, k, ONE, env)
        return algebra.mul(chance, algebra.replace_symbol(body, name, lambda _: k))

    if names_in(probabilities) & body.names and any((e.integer or 0) < 1 for _, e in factors):
        algebra.need(Regular(Regularity.CHANCES))  # p_X is positive for sure, p_k need not be
    expectation.n.used["expectation-of-categorical"] = None
    return expectation.over_all(expectation.n.sum_over_dim(probabilities.shape.rows, term))


def _apart(expectation: Expectation, names: frozenset[str]) -> str | None:
    """An index that is independent of everything else here."""
    independent = expectation.setting.independent
    for name in sorted(names):
        others = names - {name}
        if is_categorical(expectation, name) and all(frozenset((name, other)) in independent for other in others):
            if others:
                expectation.n.used["independence"] = None
            return name
    return None


def _only_member(name: str, body: Poly) -> tuple[Poly, ...] | None:
    """The indices of the one member that occurs; None for several, or for one that a bound variable chooses."""
    found: set[tuple[Poly, ...]] = set()

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym" and atom.name == name:
            found.add(atom.args)
        return False

    any_atom(body, visit)
    free = body.names
    if len(found) != 1 or not all(p.names <= free for member in found for p in member):
        return None
    return next(iter(found))
