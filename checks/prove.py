"""The search for a proof: cheapest certificate first. Nothing here is trusted; the kernel replays it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from hence.checks.as_letters import is_long, letters_of
from hence.checks.cost.growth import bounds_of
from hence.checks.cost.shape import is_growth
from hence.checks.divergence import divergences
from hence.checks.ideal.search import combinations
from hence.checks.induction.abstraction import ByAbstraction, abstracted, patterns
from hence.checks.induction.bounds import ByInductionOnOrder, Part, induction_parts, order_inductions
from hence.checks.induction.certificate import ByInduction
from hence.checks.induction.closed_forms import first_order
from hence.checks.induction.members import ByUnfolding, latest_members
from hence.checks.induction.search import inductions, recurrences_of, sequence_indices
from hence.checks.jacobians import ByJacobians, speaks_of_jacobians
from hence.checks.jensen import inside_averages, jensen_certificates
from hence.checks.kernel import (
    ByAveraging,
    ByConsequence,
    ByLimit,
    ByMultiplying,
    ByNormalForm,
    ByOracle,
    BySign,
    ByTwoBounds,
    Certificate,
    Lemma,
    NotReplayed,
    lemma_claim,
    replay,
)
from hence.checks.limit_points import has_limit
from hence.checks.model import Claim, Definition, Op, Setting, reachable_names, walk
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.inverses import inverted_by_hypotheses, inverted_in, inverted_matrices
from hence.checks.normal.poly import OutOfBudget, Poly, number
from hence.checks.optimum.everywhere import optima_in
from hence.checks.optimum.problem import NotOptimum, speaks_of_optima
from hence.checks.optimum.search import certificates as optimum_certificates
from hence.checks.order.replay import ByOrder
from hence.checks.spectral import ByQuadraticForm, quadratic_form
from hence.language.verdicts import Proved, Unknown

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
            except (NotReplayed, Undefined, NoRule) as failure:
                reason = reason or str(failure)
    except (NoRule, OutOfBudget, Undefined) as stop:
        return Unknown(str(stop))
    return Unknown(reason or "no rule applies")


def attempts(setting: Setting, claim: Claim) -> Iterator[tuple[Certificate | None, str]]:
    """Every certificate that is worth a try with the reason why it is none; None where the search itself ends."""
    try:
        for certificate in candidates(setting, claim, {}):
            try:
                replay(setting, claim, certificate)
            except (NotReplayed, Undefined, NoRule) as failure:
                yield certificate, str(failure)
    except (NoRule, OutOfBudget, Undefined) as stop:
        yield None, str(stop)


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
    if claim.relation == "=" and speaks_of_jacobians(claim):
        yield ByJacobians()
    if has_limit(claim) and claim.relation == "=":
        yield from _limits(setting, claim, lemmas)
        return
    if is_growth(claim):
        yield bounds_of(setting, claim)
        return
    if speaks_of_optima(setting, claim) or any(any(optima_in(side)) for side in (claim.lhs, claim.rhs)):
        yield from _optima(setting, claim)
        return
    if claim.relation in ("=", "<=", ">="):
        yield from _normal_forms(setting, claim, lemmas)
    if claim.relation in ("<=", ">=", "<", ">", "!="):
        yield BySign({}, lemmas)
        yield from _quadratic_forms(setting, claim)
        yield from divergences(setting, claim)
        yield from jensen_certificates(setting, claim)
        yield from _averages(setting, claim)
        yield from _about_sizes(setting, claim)
        yield ByOrder()
        yield from _written_out(setting, claim)
        yield from _order_inductions(setting, claim)
    if claim.relation == "=":
        yield from _multiplications(claim)
        yield from (ByMultiplying(m, None) for m in inverted_by_hypotheses(setting)[:MOST_MULTIPLIERS])
        yield from _combinations(setting, claim)
        yield from inductions(setting, claim)
        yield from _averages(setting, claim)
        yield from _two_bounds(setting, claim)
        yield ByOracle()


def _combinations(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    with suppress(NoRule, Undefined):
        yield from combinations(setting, claim)


def _optima(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    def find(inside: Setting, part: Claim) -> tuple[Certificate, Proved] | None:
        found = search(inside, part, {})
        return None if isinstance(found, Unknown) else found

    def find_quickly(inside: Setting, part: Claim) -> tuple[Certificate, Proved] | None:
        for certificate in (ByNormalForm(), BySign(), *_multiplications(part)):
            with suppress(NotReplayed, NoRule, OutOfBudget, Undefined):
                return certificate, replay(inside, part, certificate)
        return None

    try:
        yield from optimum_certificates(setting, claim, find, find_quickly)
    except NotOptimum as problem:
        raise NoRule(str(problem)) from None


def _written_out(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    """The latest members by one step of their recurrences."""
    members = latest_members(setting, claim)
    if members:
        yield ByUnfolding(members, BySign())
        yield ByUnfolding(members, ByOrder())


def _order_inductions(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    for variable, start in order_inductions(setting, claim):
        with suppress(NoRule, Undefined):
            base, step = induction_parts(setting, claim, variable, start)
            found = [_found_simply(part) for part in (base, step)]
            if found[0] is not None and found[1] is not None:
                yield ByInductionOnOrder(variable, start, found[0], found[1])


def _quadratic_forms(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    form = quadratic_form(setting, claim)
    simple = _found_simply(Part(form.setting, form.claim)) if form is not None else None
    if simple is not None:
        yield ByQuadraticForm(simple)


def _about_sizes(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    """Norms of members as members of a sequence of numbers."""
    for pattern, letter in patterns(setting):
        with suppress(NoRule):
            part = abstracted(setting, claim, pattern, letter)
            simple = (ByOrder(), *_order_inductions(part.setting, part.claim))
            yield from (ByAbstraction(pattern, letter, inside) for inside in simple)


def _found_simply(part: Part) -> Certificate | None:
    simple: tuple[Certificate, ...] = (ByNormalForm(), BySign(), ByOrder())
    for certificate in simple:
        with suppress(NotReplayed, NoRule, OutOfBudget, Undefined):
            replay(part.setting, part.claim, certificate)
            return certificate
    return None


def _averages(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    inner = inside_averages(setting, claim)
    found = search(setting, inner, {}) if inner is not None else None
    if found is not None and not isinstance(found, Unknown):
        yield ByAveraging(found[0])


_KINKED = frozenset(("indicator", "abs", "maximum", "minimum", "relu"))


def _two_bounds(setting: Setting, claim: Claim) -> Iterator[Certificate]:
    """The equation as two inequalities, where cases must be told apart."""
    names = reachable_names(setting, claim)
    bodies = (d.body for name in names for d in setting.definitions.get(name, ()))
    nodes = (n for side in (claim.lhs, claim.rhs, *bodies) for n in walk(side))
    if any(isinstance(n, Op) and n.head in _KINKED for n in nodes):
        yield ByTwoBounds(ByOrder(), ByOrder())


def _normal_forms(setting: Setting, claim: Claim, lemmas: Lemmas) -> Iterator[Certificate]:
    letters = letters_of(setting, claim)
    long = bool(letters) and is_long(setting, claim)
    if long:
        yield ByNormalForm(letters=letters)
    for closed_forms in (False, True):
        yield ByNormalForm({}, {}, closed_forms)
        if lemmas:
            yield ByNormalForm({}, lemmas, closed_forms)
    if letters and not long:
        yield ByNormalForm(letters=letters)
    recurrences = recurrences_of(setting, claim)
    for floor in _floors(setting, claim, recurrences):
        for closed_forms in (False, True):
            floors = dict.fromkeys(recurrences, floor)
            yield ByNormalForm(floors, {}, closed_forms)
            if lemmas:
                yield ByNormalForm(floors, lemmas, closed_forms)


def _limits(setting: Setting, claim: Claim, lemmas: Lemmas) -> Iterator[Certificate]:
    for closed_forms in (False, True):
        yield ByLimit({}, closed_forms)
        if lemmas:
            yield ByLimit(lemmas, closed_forms)
    found = _lemmas(setting, first_order(setting, claim))
    if found:
        yield ByLimit({**found, **lemmas}, True)
    yield ByLimit(oracle=True)


def proved_closed_forms(setting: Setting, claim: Claim, closed: ClosedForms) -> dict[str, Definition]:
    """Closed forms of the sequences in a claim, those of the page first, each with a proof in this setting."""
    lemmas = _lemmas(setting, {**first_order(setting, claim), **closed})
    return {name: lemma.definition for name, lemma in lemmas.items()}


def _multiplications(claim: Claim) -> Iterator[Certificate]:
    """Multiply by what is inverted: on the left, on the right, on both sides; by what is inverted in that as well."""
    matrices = inverted_matrices(claim)[:MOST_MULTIPLIERS]
    yield from (ByMultiplying(m, None) for m in matrices)
    for whole in matrices:
        for part in inverted_in(whole):
            yield ByMultiplying(Op("mul", (part, whole), whole.shape), None)
            yield ByMultiplying(None, Op("mul", (whole, part), whole.shape))
    yield from (ByMultiplying(None, m) for m in matrices)
    yield from (ByMultiplying(m, k) for m in matrices for k in matrices)


# recurrences --------------------------------------------------------------------------------------


def _floors(setting: Setting, claim: Claim, recurrences: list[str]) -> Iterator[Poly]:
    """Indices to unfold down to: the lowest that occurs, then one below it."""
    if not recurrences:
        return
    indices = sequence_indices(setting, claim, recurrences)
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
