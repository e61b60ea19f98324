"""The search for a proof: cheapest certificate first. Nothing here is trusted; the kernel replays it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from checks.cost.growth import bounds_of
from checks.cost.shape import is_growth
from checks.kernel import (
    ByConsequence,
    ByDivergence,
    ByInduction,
    ByLimit,
    ByMultiplying,
    ByNormalForm,
    ByOracle,
    BySign,
    Certificate,
    Lemma,
    NotReplayed,
    inverted_matrices,
    lemma_claim,
    replay,
)
from checks.limit_points import has_limit
from checks.model import Claim, Definition, Density, Lit, Node, Ref, Setting, names_in, reachable_names, walk
from checks.normal.algebra import Undefined
from checks.normal.common import NoRule
from checks.normal.difference import Sides
from checks.normal.entries import Unfolding, is_recurrence
from checks.normal.poly import ONE, Atom, Mono, OutOfBudget, Poly, any_atom, number, symbol
from checks.optimum.problem import NotOptimum, speaks_of_optima
from checks.optimum.search import certificates as optimum_certificates
from checks.order.replay import ByOrder
from language.verdicts import Proved, Unknown

ClosedForms = Mapping[str, Definition]
Lemmas = Mapping[str, Lemma]
MOST_MULTIPLIERS = 4


def prove(setting: Setting, claim: Claim, closed: ClosedForms | None = None) -> Proved | Unknown:
    """A proof of the claim, or the first reason why there is none. `closed` are closed forms worth a try."""
    found = search(setting, claim, _lemmas(setting, closed or {}))
    return found if isinstance(found, Unknown) else found[1]


def prove_quickly(setting: Setting, claim: Claim) -> Proved | Unknown:
    """The normal form alone: finds the conditions under which a claim that is false in general holds."""
    try:
        return replay(setting, claim, ByNormalForm())
    except (NotReplayed, NoRule, OutOfBudget, Undefined) as failure:
        return Unknown(str(failure))


def search(setting: Setting, claim: Claim, lemmas: Lemmas) -> tuple[Certificate, Proved] | Unknown:
    """The first certificate that the kernel accepts, with its proof."""
    reason = ""
    try:
        for certificate in candidates(setting, claim, lemmas):
            try:
                return certificate, replay(setting, claim, certificate)
            except (NotReplayed, Undefined) as failure:
                reason = reason or str(failure)
    except (NoRule, OutOfBudget, Undefined) as stop:
        return Unknown(str(stop))
    return Unknown(reason or "no rule applies")


def _lemmas(setting: Setting, closed: ClosedForms) -> dict[str, Lemma]:
    """Closed forms with certificates; one that cannot be proved in this setting is no lemma."""
    lemmas = {}
    for name, definition in closed.items():
        found = search(setting, lemma_claim(setting, definition), {})
        if not isinstance(found, Unknown) and isinstance(found[0], ByNormalForm | ByInduction):
            start = found[0].start if isinstance(found[0], ByInduction) else None
            lemmas[name] = Lemma(replace(definition, least=start), found[0])
    return lemmas


def follows(
    setting: Setting, claim: Claim, premises: tuple[Claim, ...], over: tuple[str, ...], both_ways: bool
) -> Proved | Unknown:
    """Whether the claim follows from the premises, which hold for all values of `over`."""
    try:
        return replay(setting, claim, ByConsequence(premises, over, both_ways))
    except (NotReplayed, NoRule, OutOfBudget, Undefined) as failure:
        return Unknown(str(failure))


def candidates(setting: Setting, claim: Claim, lemmas: Lemmas) -> Iterator[Certificate]:
    """Certificates worth a try, cheapest first."""
    if has_limit(claim) and claim.relation == "=":
        yield from _limits(lemmas)
        return
    if is_growth(claim):
        yield bounds_of(setting, claim)
        return
    if speaks_of_optima(setting, claim):
        yield from _optima(setting, claim)
        return
    if claim.relation in ("=", "<=", ">="):
        yield from _normal_forms(setting, claim, lemmas)
    if claim.relation in ("<=", ">=", "<", ">", "!="):
        yield BySign({}, lemmas)
        yield from (ByDivergence(q, p) for q, p in _density_pairs(setting, claim))
        yield ByOrder()
    if claim.relation == "=":
        yield from _multiplications(claim)
        yield from _inductions(setting, claim)
        yield ByOracle()


def _optima(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    def find(inside: Setting, part: Claim) -> tuple[Certificate, Proved] | None:
        found = search(inside, part, {})
        return None if isinstance(found, Unknown) else found

    try:
        yield from optimum_certificates(setting, claim, find)
    except NotOptimum as problem:
        raise NoRule(str(problem)) from None


def _normal_forms(setting: Setting, claim: Claim, lemmas: Lemmas) -> Iterator[Certificate]:
    for closed_forms in (False, True):
        yield ByNormalForm({}, {}, closed_forms)
        if lemmas:
            yield ByNormalForm({}, lemmas, closed_forms)
    recurrences = _recurrences(setting, claim)
    for floor in _floors(setting, claim, recurrences):
        for closed_forms in (False, True):
            floors = dict.fromkeys(recurrences, floor)
            yield ByNormalForm(floors, {}, closed_forms)
            if lemmas:
                yield ByNormalForm(floors, lemmas, closed_forms)


def _limits(lemmas: Lemmas) -> Iterator[Certificate]:
    for closed_forms in (False, True):
        yield ByLimit({}, closed_forms)
        if lemmas:
            yield ByLimit(lemmas, closed_forms)
    yield ByLimit(oracle=True)


def _multiplications(claim: Claim) -> Iterator[Certificate]:
    """Multiply by what is inverted: on the left, on the right, on both sides."""
    matrices = inverted_matrices(claim)[:MOST_MULTIPLIERS]
    yield from (ByMultiplying(m, None) for m in matrices)
    yield from (ByMultiplying(None, m) for m in matrices)
    yield from (ByMultiplying(m, k) for m in matrices for k in matrices)


# recurrences --------------------------------------------------------------------------------------


def _recurrences(setting: Setting, claim: Claim) -> list[str]:
    """Sequences defined through themselves that the claim speaks of, directly or through definitions."""
    names = sorted(reachable_names(setting, claim))
    return [n for n in names if is_recurrence(n, setting.definitions.get(n, ()))]


def _sequence_indices(setting: Setting, claim: Claim, recurrences: list[str]) -> list[Poly]:
    """The indices at which the sequences occur once definitions are unfolded. Raises NoRule."""
    sides = Sides(setting, claim, Unfolding(), closed_forms=False)
    found: dict[Poly, None] = {}

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym" and atom.name in recurrences and atom.args:
            found[atom.args[0]] = None
        return False

    for side in (claim.lhs, claim.rhs):
        any_atom(sides.entry_of(side), visit)
    return list(found)


def _floors(setting: Setting, claim: Claim, recurrences: list[str]) -> Iterator[Poly]:
    """Indices to unfold down to: the lowest that occurs, then one below it."""
    if not recurrences:
        return
    indices = _sequence_indices(setting, claim, recurrences)
    lowest = _lowest(indices)
    if lowest is not None:
        yield lowest
        yield lowest - number(1)


def _lowest(indices: list[Poly]) -> Poly | None:
    """The least of indices that differ by integers."""
    if not indices:
        return None
    offsets = [(index - indices[0]).integer for index in indices]
    if any(o is None for o in offsets):
        return None
    return min(zip(indices, offsets, strict=True), key=lambda item: item[1] or 0)[0]


# induction ----------------------------------------------------------------------------------------


def _inductions(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    recurrences = _recurrences(setting, claim)
    if not recurrences:
        return
    for variable in _index_variables(setting, claim, recurrences):
        floors = dict.fromkeys(recurrences, symbol(variable) - number(1))
        for start in _starts(setting, recurrences):
            for closed_forms in (False, True):
                hypothesis = _hypothesis(claim, variable)
                if hypothesis is not None:
                    yield ByInduction(variable, start, hypothesis, None, floors, closed_forms)
                for multiplier in (ONE, *_multipliers(setting, claim, variable, floors, closed_forms)):
                    yield ByInduction(variable, start, None, multiplier, floors, closed_forms)


def _index_variables(setting: Setting, claim: Claim, recurrences: list[str]) -> list[str]:
    names: dict[str, None] = {}
    for index in _sequence_indices(setting, claim, recurrences):
        for name in sorted(index.names):
            symbol_of = setting.symbols.get(name)
            if symbol_of is not None and symbol_of.integer:
                names[name] = None
    return list(names)


def _starts(setting: Setting, recurrences: list[str]) -> list[int]:
    starts = {1}
    for name in recurrences:
        for definition in setting.definitions[name]:
            if definition.indices and isinstance(definition.indices[0], Lit):
                starts.add(int(definition.indices[0].value))
            elif definition.least is not None:
                starts.add(definition.least - 1)
    return sorted(starts)


def _hypothesis(claim: Claim, variable: str) -> Definition | None:
    """The claim as a rewriting of its left side, when that is a member of a sequence."""
    lhs = claim.lhs
    if not isinstance(lhs, Ref) or lhs.indices != (Ref(variable),) or lhs.name in names_in(claim.rhs):
        return None
    return Definition(lhs.name, (variable,), (), claim.rhs)


def _multipliers(
    setting: Setting, claim: Claim, variable: str, floors: Mapping[str, Poly], closed_forms: bool
) -> Iterator[Poly]:
    """Factors m with difference(t) = m * difference(t-1), guessed from the terms that hold a sequence."""
    sides = Sides(setting, claim, Unfolding(dict(floors)), closed_forms)
    i, j = sides.indices(claim.lhs.shape)
    env = {variable: symbol(variable) - number(1)}
    n = sides.normaliser
    now = n.entry(claim.lhs, i, j, {}) - n.entry(claim.rhs, i, j, {})
    before = n.entry(claim.lhs, i, j, env) - n.entry(claim.rhs, i, j, env)
    for mono, coefficient in before.terms:
        kernel = _sequence_part(mono, floors)
        if kernel is None:
            continue
        quotient = [_quotient(m, c, mono, coefficient) for m, c in now.terms if _sequence_part(m, floors) == kernel]
        pieces = [q for q in quotient if q is not None]
        if pieces:
            total = pieces[0]
            for piece in pieces[1:]:
                total = total + piece
            yield total
        return


def _sequence_part(mono: Mono, floors: Mapping[str, Poly]) -> str | None:
    parts = [a.key for a, _ in mono.factors if a.names & floors.keys()]
    return "*".join(sorted(parts)) or None


def _quotient(m: Mono, c: Fraction, by: Mono, by_c: Fraction) -> Poly | None:
    """m / by for monomials with the same sums."""
    if m.sums != by.sums:
        return None
    powers = dict(m.factors)
    for atom, exponent in by.factors:
        powers[atom] = powers.get(atom, number(0)) - exponent
    left = tuple(sorted(((a, e) for a, e in powers.items() if not e.is_zero), key=lambda f: (f[0].key, f[1].key)))
    return Poly(((Mono((), left), c / by_c),))


# divergences --------------------------------------------------------------------------------------


def _density_pairs(setting: Setting, claim: Claim) -> Iterator[tuple[Density, Density]]:
    """Pairs of densities of the same variables that the claim could owe its sign to."""
    densities: dict[Density, None] = {}
    variables: dict[str, None] = {}
    for node in _reachable(setting, claim):
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
