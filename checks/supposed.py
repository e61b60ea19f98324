"""What a proof owes to a supposition: "if x > 0, then ...", "for symmetric A", "since a = b".

Such words hold for some lines of a page only, and a reason may not be known at all. A step that cannot be proved
without them is proved under a condition, and the verdict lists it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from checks.conditions import Stated
from checks.defined import where_defined
from checks.elaborate.givens import base_name
from checks.elaborate.setting import elaborate
from checks.model import Claim, Setting
from checks.numeric import Refutation, test_claim
from checks.prove import prove
from checks.scope import Scope, mentions
from checks.spoken import words
from checks.wording import worded
from language.derivation import Fact, Formula, Given, Independent, Interval, Membership, Property
from language.terms import Sym, Term, free_names, is_index_in
from language.verdicts import Proved, Verdict

LISTED_CUES = frozenset(("if", "when", "whenever", "provided", "since", "because", "as", "using", "by", "case"))
FEW = 6  # instances at which a step is tested without a supposition


def with_suppositions(verdict: Verdict, scope: Scope, formula: Formula, setting: Setting, seed: int) -> Verdict:
    """A proof with the suppositions that it rests on among its assumptions."""
    supposed = [g for g in scope.givens if is_supposition(g) or _is_range(g, setting)]
    if not isinstance(verdict, Proved) or not supposed:
        return verdict
    needed = _needed(_Step(formula, setting, frozenset(map(words, verdict.needs)), seed), scope.givens, supposed)
    supposed_there = [Stated(described(g, scope.givens, formula)) for g in needed]
    return replace(verdict, needs=tuple(dict.fromkeys((*supposed_there, *verdict.needs))))


def is_supposition(given: Given) -> bool:
    """Whether a given is said of some lines only, by a word like "if"."""
    match given:
        case Fact(definition=False) | Property() | Independent() | Membership():
            return given.cue in LISTED_CUES
        case _:
            return False


def _is_range(given: Given, setting: Setting) -> bool:
    """ "For x > 0, ...": said of a number; a letter that counts is meant so wherever it stands."""
    match given:
        case Fact(Formula(lhs, _, rhs), False, cue="for" | "over"):
            names = [side.name for side in (lhs, rhs) if isinstance(side, Sym) and side.name in setting.symbols]
            return bool(names) and not any(setting.symbols[name].integer for name in names)
        case _:
            return False


@dataclass(frozen=True)
class _Step:
    """A proved step, and what its proof needs in words."""

    formula: Formula
    setting: Setting
    rests_on: frozenset[str]
    seed: int


def _needed(step: _Step, givens: Sequence[Given], supposed: list[Given]) -> list[Given]:
    """Those without which no proof rests on as little; first all are left out together, then one by one."""
    if _holds_without(step, givens, supposed):
        return []
    if len(supposed) == 1:
        return supposed
    needed, left = list(supposed), list(givens)
    for given in supposed:
        if _holds_without(step, left, [given]):
            needed = [g for g in needed if g is not given]
            left = [g for g in left if g is not given]
    return needed


def _holds_without(step: _Step, givens: Sequence[Given], dropped: Sequence[Given]) -> bool:
    kept = [g for g in givens if not any(g is d for d in dropped)]
    kinds = [kind for name in sorted(set().union(*map(mentions, dropped))) for kind in _kind(step.setting, name)]
    done = elaborate([*kinds, *kept], [step.formula])
    claim = done.claims[0]
    if not isinstance(claim, Claim) or isinstance(test_claim(done.setting, claim, step.seed, FEW), Refutation):
        return False
    found = prove(done.setting, claim)
    if not isinstance(found, Proved):
        return False
    needs = (*found.needs, *where_defined(done.setting, claim, kept, found.needs))
    return step.rests_on.issuperset(map(words, needs))


def _kind(setting: Setting, name: str) -> list[Property]:
    """What a letter is was perhaps known from the supposition only; that much is kept."""
    symbol = setting.symbols.get(name)
    if symbol is None or symbol.family:
        return []
    kinds = (("scalar", symbol.shape.is_scalar), ("vector", symbol.shape.is_vector), ("matrix", symbol.shape.is_matrix))
    return [Property(Sym(name), word) for word, fits in kinds if fits]


# In words ----------------------------------------------------------------------------------------


def described(given: Given, givens: Sequence[Given], claim: Formula) -> str:
    """A supposition in short, as it is used for a claim."""
    match given:
        case Fact(formula):
            text = _formula(formula, givens)
            every = (*given.over, *_unspoken(formula, claim))
            return f"{text} for every {', '.join(every)}" if every and text else text or _place(given)
        case Property(subject, word):
            return f"{_term(subject)} is {word}"
        case Independent(subjects):
            return f"{', '.join(map(_term, subjects))} are independent"
        case Membership(subject, Interval(low, high, open_low, open_high)):
            below = Formula(low, "<" if open_low else "<=", subject)
            above = Formula(subject, "<" if open_high else "<=", high)
            return ", ".join(filter(None, (_formula(f, givens) for f in (below, above)))) or _place(given)
        case Membership(subject, space):
            kind = "an integer" if getattr(space, "integer", False) else "in the set that is named there"
            return f"{_term(subject)} is {kind}"
    return _place(given)


def _unspoken(formula: Formula, claim: Formula) -> list[str]:
    """The k of x_k >= 0, where the claim does not speak of k: it is taken for every k."""
    sides = (formula.lhs, formula.rhs)
    spoken = free_names(claim.lhs) | free_names(claim.rhs)
    return sorted({n for s in sides for n in free_names(s) if is_index_in(n, s)} - spoken)


def _formula(formula: Formula, givens: Sequence[Given]) -> str:
    claim = elaborate(givens, [formula]).claims[0]
    if not isinstance(claim, Claim):
        return ""
    return f"{worded(claim.lhs)} {claim.relation} {worded(claim.rhs)}"


def _term(term: Term) -> str:
    return base_name(term)


def _place(given: Given) -> str:
    return f"what line {given.span.line} supposes"
