"""The kernel: the only place that makes a `Proved`.

A strategy searches and hands in a certificate; the kernel replays it from the claim alone and refuses
whatever it cannot follow. Certificates are data:

    ByNormalForm      the difference of the sides has the zero normal form
    ByInduction       base case and step have zero normal forms, the step using the hypothesis
    ByInductionOnOrder  base case and step of an inequality have proofs, see `checks.induction.bounds`
    ByUnfolding       the claim with members of sequences written out has a proof
    ByAbstraction     the same of norms of members, as a sequence of numbers, has a proof
    ByQuadraticForm   an extreme eigenvalue is bounded because a quadratic form is, see `checks.spectral`
    BySign            the difference of the sides is visibly non-negative (or positive, or not zero)
    ByDivergence      the difference of the sides is a Kullback-Leibler divergence
    ByMultiplying     the sides agree after multiplication by matrices that the claim itself inverts
    ByConsequence     the difference of the sides is a multiple of that of a premise, or of a coefficient of it
    ByCombination     the difference of the sides is a combination of equations that are given
    ByGibbs           the same for vectors of probabilities
    ByJensen          the difference of the sides is that of Jensen's inequality, see `checks.jensen`
    ByAveraging       both sides are expectations, and what is averaged on one side is the larger
    ByOrder           facts about the parts of both sides give the inequality, see `checks.order`
    ByTwoBounds       the left side is at most the right one, and at least: by cases, where sides have kinks
    ByLimit           the calculus of growth gives the limits (see `checks.limits`)
    ByGrowth          each term of one side is bounded by the other, see `checks.cost.growth`
    ByOptimum         an argument about a least or greatest value, see `checks.optimum`
    ByJacobians       the chain rule along a recurrence
    ByOracle          SymPy says so; recorded as trusted
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from itertools import pairwise
from typing import ClassVar, TypeAlias, TypeVar

from hence.checks.as_letters import with_letters
from hence.checks.conditions import Condition
from hence.checks.cost import growth
from hence.checks.divergence import ByDivergence, ByGibbs, follow_divergence
from hence.checks.ideal.certificate import ByCombination, combined
from hence.checks.induction.abstraction import ByAbstraction
from hence.checks.induction.bounds import ByInductionOnOrder, require_general
from hence.checks.induction.certificate import ByInduction, replay_induction
from hence.checks.induction.members import ByUnfolding
from hence.checks.induction.replay import follow_members
from hence.checks.jacobians import ByJacobians, chain_of_jacobians
from hence.checks.jensen import ByJensen, follow_jensen, inside_averages
from hence.checks.limits.balls import ball_sign
from hence.checks.limits.replay import replay_limit
from hence.checks.model import Claim, Definition, Node, Op, Ref, Setting, Shape
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.consequence import coefficients, follows, vanishes_under
from hence.checks.normal.difference import Sides, differs_somewhere
from hence.checks.normal.entries import Unfolding
from hence.checks.normal.inverses import inverted_by_hypotheses, inverted_matrices
from hence.checks.normal.known import signs_meant
from hence.checks.normal.poly import Poly
from hence.checks.optimum.problem import NotOptimum
from hence.checks.optimum.replay import ByOptimum
from hence.checks.optimum.replay import follow as follow_optimum
from hence.checks.optimum.squares import drops_squares, visibly_nonnegative
from hence.checks.oracle import sympy_agrees
from hence.checks.order.replay import ByOrder, follow
from hence.checks.spectral import ByQuadraticForm, quadratic_form, require_symmetric
from hence.language.records import dataclass
from hence.language.verdicts import Proved


class NotReplayed(Exception):
    """The certificate does not prove the claim."""


@dataclass(frozen=True)
class Lemma:
    """A closed form of a sequence, `name_t = body`, with the certificate that proves it."""

    definition: Definition
    certificate: ByNormalForm | ByInduction


@dataclass(frozen=True)
class ByNormalForm:
    floors: Mapping[str, Poly] = field(default_factory=dict)  # how far recurrences are unfolded
    lemmas: Mapping[str, Lemma] = field(default_factory=dict)  # closed forms; each is proved again
    closed_forms: bool = False
    letters: frozenset[str | Ref] = frozenset()  # names that are taken as they stand, whatever they are defined to be


@dataclass(frozen=True)
class BySign:
    floors: Mapping[str, Poly] = field(default_factory=dict)
    lemmas: Mapping[str, Lemma] = field(default_factory=dict)


@dataclass(frozen=True)
class ByAveraging:
    inside: Certificate


@dataclass(frozen=True)
class ByTwoBounds:
    below: Certificate  # that the left side is at most the right one
    above: Certificate


@dataclass(frozen=True)
class ByMultiplying:
    left: Node | None
    right: Node | None


@dataclass(frozen=True)
class ByConsequence:
    premises: tuple[Claim, ...]
    over: tuple[str, ...]  # the premises hold for all values of these symbols
    both_ways: bool


@dataclass(frozen=True)
class ByLimit:
    lemmas: Mapping[str, Lemma] = field(default_factory=dict)
    closed_forms: bool = False
    oracle: bool = False


@dataclass(frozen=True)
class ByOracle:
    pass


_Failure = TypeVar("_Failure", bound=Exception)
Certificate: TypeAlias = (
    ByNormalForm
    | ByInduction
    | ByInductionOnOrder
    | ByUnfolding
    | ByAbstraction
    | ByQuadraticForm
    | BySign
    | ByDivergence
    | ByGibbs
    | ByJensen
    | ByAveraging
    | ByTwoBounds
    | ByMultiplying
    | ByConsequence
    | ByCombination
    | ByOrder
    | ByLimit
    | growth.ByGrowth
    | ByOptimum
    | ByJacobians
    | ByOracle
)


def replay(setting: Setting, claim: Claim, certificate: Certificate) -> Proved:
    """The proof that the certificate describes. Raises NotReplayed, and what the normal form raises."""
    match certificate:
        case ByNormalForm():
            return _normal_form(setting, claim, certificate)
        case ByInduction() | ByInductionOnOrder() | ByUnfolding() | ByAbstraction():
            return _of_members(setting, claim, certificate)
        case BySign():
            return _sign(setting, claim, certificate)
        case ByDivergence() | ByJensen() | ByAveraging() | ByGibbs():
            return _of_chance(setting, claim, certificate)
        case ByMultiplying() | ByQuadraticForm():
            return _of_matrices(setting, claim, certificate)
        case ByConsequence() | ByCombination():
            return _from_equations(setting, claim, certificate)
        case ByOrder() | ByTwoBounds():
            return _order(setting, claim, certificate)
        case ByLimit():
            return _limit(setting, claim, certificate)
        case growth.ByGrowth():
            return _growth(setting, claim, certificate)
        case ByOptimum():
            return _optimum(setting, claim, certificate)
        case ByJacobians() | ByOracle():
            return _from_claim_alone(setting, claim, certificate)


def _unfolding(setting: Setting, certificate: ByNormalForm | BySign) -> Unfolding:
    return Unfolding(dict(certificate.floors), _proved_lemmas(setting, certificate.lemmas))


def _proved_lemmas(setting: Setting, lemmas: Mapping[str, Lemma]) -> dict[str, Definition]:
    """The definitions of lemmas whose certificates hold. Raises NotReplayed for one whose does not."""
    for name, lemma in lemmas.items():
        replay(setting, lemma_claim(setting, lemma.definition), lemma.certificate)
        if lemma.definition.name != name:
            raise NotReplayed("a lemma about another sequence")
        if isinstance(lemma.certificate, ByInduction) and lemma.definition.least != lemma.certificate.start:
            raise NotReplayed("a lemma that claims more than its induction")
    return {name: lemma.definition for name, lemma in lemmas.items()}


def lemma_claim(setting: Setting, definition: Definition) -> Claim:
    """What a closed form claims: name_t = body."""
    (variable,) = definition.indices
    if not isinstance(variable, str):
        raise NotReplayed("a lemma about a single member")
    shape = setting.symbols[definition.name].shape
    return Claim(Ref(definition.name, (Ref(variable),), shape), "=", definition.body)


def _proved(sides: Sides, *methods: str, lemmas: Mapping[str, Lemma] | None = None) -> Proved:
    lines = [lemma.definition.line for lemma in (lemmas or {}).values()]
    named = [f"line {line}" for line in lines if line]
    return Proved((*methods, *sides.rules(), *named), needs=tuple(sides.algebra.conditions))


def _normal_form(setting: Setting, claim: Claim, c: ByNormalForm) -> Proved:
    if claim.relation not in ("=", "<=", ">="):
        raise NotReplayed(f"equal sides do not show {claim.relation}")
    plain = with_letters(setting, claim, c.letters) if c.letters else setting
    if plain is None:
        raise NotReplayed("something acts on what stands behind the names")
    if (known := _Failures.known(setting, claim, c)) is not None:
        raise _alone(known)
    failure: NotReplayed | NoRule | Undefined = NotReplayed("the normal forms differ")
    asked = False
    for sides in _looks(plain, claim, c):
        try:
            equal = sides.difference().is_zero
        except (NoRule, Undefined) as problem:
            failure, equal = _alone(problem), False
        if equal:
            return _proved(sides, "index-normal-form", lemmas=c.lemmas)
        asked = asked or sides.algebra.asked_for_closed_forms
        if not isinstance(failure, NotReplayed):
            break
    if not asked:
        _Failures.keep(setting, claim, c, failure)
    raise _alone(failure)  # a frame that holds what it raises is held by it in turn, with all that it works on


def _alone(failure: _Failure) -> _Failure:
    """The same without the frames in which it was met."""
    return type(failure)(*failure.args)


def _looks(setting: Setting, claim: Claim, c: ByNormalForm) -> Iterator[Sides]:
    """The sides; then with the signs that are listed anyway as facts, or that nobody says and everybody means."""
    first = Sides(setting, claim, _unfolding(setting, c), c.closed_forms)
    yield first
    signs, meant = first.signs_needed(), signs_meant(setting, claim)
    for granted in ([signs] if signs else []) + ([[*signs, *meant]] if meant else []):
        yield Sides(setting, claim, _unfolding(setting, c), c.closed_forms, granted)


class _Failures:
    """Of the claim that was asked last: certificates that show nothing, whether sums are in closed form or not."""

    latest: ClassVar[tuple[Setting, Claim, list[tuple[ByNormalForm, Exception]]] | None] = None

    @classmethod
    def keep(cls, setting: Setting, claim: Claim, c: ByNormalForm, failure: Exception) -> None:
        cls.latest = (setting, claim, [*cls.of(setting, claim), (c, _alone(failure))])

    @classmethod
    def of(cls, setting: Setting, claim: Claim) -> list[tuple[ByNormalForm, Exception]]:
        latest = cls.latest
        return latest[2] if latest is not None and latest[0] is setting and latest[1] is claim else []

    @classmethod
    def known(cls, setting: Setting, claim: Claim, c: ByNormalForm) -> Exception | None:
        """Why a certificate that differs from this one in closed forms at most does not show the claim."""
        for k, failure in cls.of(setting, claim):
            if (k.lemmas, k.floors, k.letters) == (c.lemmas, c.floors, c.letters):
                return failure
        return None


def _of_members(
    setting: Setting, claim: Claim, c: ByInduction | ByInductionOnOrder | ByUnfolding | ByAbstraction
) -> Proved:
    """Claims about sequences."""
    try:
        if isinstance(c, ByInduction):
            shown = replay_induction(setting, claim, c)
        else:
            shown = follow_members(setting, claim, c, replay)
    except NoRule as reason:
        raise NotReplayed(str(reason)) from reason
    return Proved(shown.rules, trusting=shown.trusting, needs=shown.conditions)


def _of_matrices(setting: Setting, claim: Claim, c: ByMultiplying | ByQuadraticForm) -> Proved:
    if isinstance(c, ByMultiplying):
        return _multiplying(setting, claim, c)
    return _quadratic_form(setting, claim, c)


def _quadratic_form(setting: Setting, claim: Claim, c: ByQuadraticForm) -> Proved:
    form = quadratic_form(setting, claim)
    if form is None:
        raise NotReplayed("no bound on an extreme eigenvalue")
    symmetric = require_symmetric(setting, form.matrix)
    found = replay(form.setting, form.claim, c.inside)
    require_general(found.needs, setting, form.setting)
    conditions = dict.fromkeys((*symmetric.algebra.conditions, *found.needs))
    return replace(found, method=("quadratic-form", *found.method), needs=tuple(conditions))


def _sign(setting: Setting, claim: Claim, c: BySign) -> Proved:
    sides = Sides(setting, claim, _unfolding(setting, c))
    if _sign_shows(sides, claim):
        return _proved(sides, "positivity")
    if claim.relation == "!=" and differs_somewhere(sides):
        return _proved(sides, "entries-differ")
    if drops_squares(claim):
        return Proved(("drop-nonnegative-summands",))
    meant = signs_meant(setting, claim)
    sides = Sides(setting, claim, _unfolding(setting, c), granted=meant)
    if not meant or not _sign_shows(sides, claim):
        raise NotReplayed("the sign of the difference is not evident")
    return _proved(sides, "positivity")


def _sign_shows(sides: Sides, claim: Claim) -> bool:
    """Whether the difference of the sides has the sign that the relation needs, as far as signs are evident."""
    gap = sides.entry_of(claim.lhs) - sides.entry_of(claim.rhs)
    if claim.relation in ("<", "<="):
        gap = -gap
    facts = sides.algebra.facts
    holds = {
        "<": facts.positive(gap),
        ">": facts.positive(gap),
        "<=": facts.nonnegative(gap) or visibly_nonnegative(gap, facts),
        ">=": facts.nonnegative(gap) or visibly_nonnegative(gap, facts),
        "!=": facts.positive(gap) or facts.positive(-gap),
    }.get(claim.relation, False)
    return holds or ball_sign(gap) in ((1, -1) if claim.relation == "!=" else (1,))


def _of_chance(setting: Setting, claim: Claim, c: ByDivergence | ByJensen | ByAveraging | ByGibbs) -> Proved:
    """Inequalities about averages and divergences."""
    if isinstance(c, ByAveraging):
        return _averaging(setting, claim, c)
    sides = follow_jensen(setting, claim, c) if isinstance(c, ByJensen) else follow_divergence(setting, claim, c)
    if sides is None and claim.relation not in ("<=", ">="):
        raise NotReplayed("a divergence is known to be >= 0, and nothing else")
    if sides is None:
        raise NotReplayed("the difference is not this divergence, or not that of this inequality")
    return _proved(sides, "jensen" if isinstance(c, ByJensen) else "KL-is-nonnegative")


def _averaging(setting: Setting, claim: Claim, c: ByAveraging) -> Proved:
    """E[A] >= E[B] where A >= B whatever the outcome."""
    inner = inside_averages(setting, claim)
    if inner is None or claim.relation not in ("=", "<=", ">="):
        raise NotReplayed("the sides are not expectations over the same")
    found = replay(setting, inner, c.inside)
    return replace(found, method=("monotone-expectation", *found.method))


def _multiplying(setting: Setting, claim: Claim, c: ByMultiplying) -> Proved:
    """L M = R M for an invertible M gives L = R; M is invertible because the claim speaks of its inverse.

    So is a product of two that it inverts, and the inverse of what a given equation inverts.
    """
    inverted = [*inverted_matrices(claim), *inverted_by_hypotheses(setting)]
    factors = [f for m in (c.left, c.right) if m is not None for f in _factors_of(m, inverted)]
    if claim.relation != "=" or any(f not in inverted for f in factors):
        raise NotReplayed("multiplication by something that the claim does not invert")
    multiplied = Claim(_between(c.left, claim.lhs, c.right), "=", _between(c.left, claim.rhs, c.right))
    sides = Sides(setting, multiplied)
    if not sides.difference().is_zero:
        raise NotReplayed("the normal forms differ after multiplication")
    return _proved(sides, "multiply-by-invertible")


def _factors_of(matrix: Node, inverted: list[Node]) -> tuple[Node, ...]:
    """A matrix that is inverted, or the two factors of a product of square matrices."""
    match matrix:
        case Op("mul", (first, second)) if matrix not in inverted and first.shape == second.shape == matrix.shape:
            return first, second
        case _:
            return (matrix,)


def _between(left: Node | None, middle: Node, right: Node | None) -> Node:
    factors = [f for f in (left, middle, right) if f is not None]
    for a, b in pairwise(factors):
        if a.shape.cols != b.shape.rows:
            raise NotReplayed("the shapes do not fit")
    return Op("mul", tuple(factors), Shape(factors[0].shape.rows, factors[-1].shape.cols))


def _from_equations(setting: Setting, claim: Claim, c: ByConsequence | ByCombination) -> Proved:
    return _consequence(setting, claim, c) if isinstance(c, ByConsequence) else _combination(setting, claim, c)


def _consequence(setting: Setting, claim: Claim, c: ByConsequence) -> Proved:
    if claim.relation != "=" or any(p.relation != "=" for p in c.premises):
        raise NotReplayed("consequences are for equations")
    sides = Sides(setting, claim)
    goal = sides.difference()
    known = [sides.difference_of(p) for p in c.premises]
    pieces = [piece for p in known for piece in coefficients(p, c.over)]
    if not any(follows(goal, piece, sides.algebra) for piece in pieces):
        raise NotReplayed("the conclusion is no multiple of a premise")
    if c.both_ways and not all(vanishes_under(goal, p, sides.algebra) for p in known):
        raise NotReplayed("the premise does not follow from the conclusion")
    return _proved(sides, "matching-coefficients" if c.over else "division-by-nonzero")


def _combination(setting: Setting, claim: Claim, c: ByCombination) -> Proved:
    try:
        return _proved(combined(setting, claim, c), "combination-of-equations")
    except NoRule as reason:
        raise NotReplayed(str(reason)) from reason


def _order(setting: Setting, claim: Claim, c: ByOrder | ByTwoBounds) -> Proved:
    if isinstance(c, ByTwoBounds):
        return _two_bounds(setting, claim, c)
    followed = follow(setting, claim, c)
    if followed is None:
        raise NotReplayed("no rule for inequalities gives this")
    sides, answer = followed
    conditions = dict.fromkeys((*sides.algebra.conditions, *answer.conditions))
    return Proved((*answer.rules, *sides.rules()), trusting=tuple(answer.trusting), needs=tuple(conditions))


def _two_bounds(setting: Setting, claim: Claim, c: ByTwoBounds) -> Proved:
    if claim.relation != "=":
        raise NotReplayed("two bounds show an equation")
    first = replay(setting, replace(claim, relation="<="), c.below)
    second = replay(setting, replace(claim, relation=">="), c.above)
    return replace(
        first,
        method=tuple(dict.fromkeys((*first.method, *second.method))),
        assumptions=tuple(dict.fromkeys((*first.assumptions, *second.assumptions))),
        trusting=tuple(dict.fromkeys((*first.trusting, *second.trusting))),
        needs=tuple(dict.fromkeys((*first.needs, *second.needs))),
    )


def _limit(setting: Setting, claim: Claim, c: ByLimit) -> Proved:
    unfolding = Unfolding({}, _proved_lemmas(setting, c.lemmas))
    try:
        shown = replay_limit(setting, claim, unfolding, c.closed_forms, c.oracle)
    except NoRule as reason:
        raise NotReplayed(str(reason)) from reason
    named = [f"line {lemma.definition.line}" for lemma in c.lemmas.values() if lemma.definition.line]
    conditions = (*shown.conditions, *_lemma_conditions(setting, c.lemmas))
    return Proved((*shown.rules, *named), trusting=shown.trusting, needs=conditions)


def _lemma_conditions(setting: Setting, lemmas: Mapping[str, Lemma]) -> tuple[Condition, ...]:
    proofs = [replay(setting, lemma_claim(setting, x.definition), x.certificate) for x in lemmas.values()]
    return tuple(dict.fromkeys(condition for proof in proofs for condition in proof.needs))


def _growth(setting: Setting, claim: Claim, c: growth.ByGrowth) -> Proved:
    try:
        found = growth.follow(setting, claim, c)
    except growth.NotBounded as failure:
        raise NotReplayed(str(failure)) from failure
    return Proved(found.rules, remark=found.words, needs=found.conditions)


def _optimum(setting: Setting, claim: Claim, c: ByOptimum) -> Proved:
    try:
        found = follow_optimum(setting, claim, c, replay)
    except NotOptimum as problem:
        raise NotReplayed(str(problem)) from None
    return Proved(tuple(found.rules), trusting=tuple(found.trusting), needs=tuple(found.conditions))


def _from_claim_alone(setting: Setting, claim: Claim, certificate: ByJacobians | ByOracle) -> Proved:
    """Certificates that hold nothing but the kind of argument."""
    if isinstance(certificate, ByJacobians):
        rules, conditions = chain_of_jacobians(setting, claim)
        return Proved(rules, needs=conditions)
    return _oracle(setting, claim)


def _oracle(setting: Setting, claim: Claim) -> Proved:
    if claim.relation != "=" or not sympy_agrees(setting, claim):
        raise NotReplayed("SymPy does not simplify the difference to zero")
    return Proved(("sympy",), trusting=("sympy.simplify",))


__all__ = ["Certificate", "Node", "NotReplayed", "replay"]
