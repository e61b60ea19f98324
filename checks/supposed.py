"""What a proof owes to a supposition: "if x > 0, then ...", "for symmetric A", "suppose that a = b".

Such words hold for some lines of a page only. A step that cannot be proved without them is proved under a condition,
and the verdict lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from hence.checks.conditions import Stated
from hence.checks.defined import where_defined
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.setting import elaborate
from hence.checks.endings import KINDS
from hence.checks.mentioned import mentions
from hence.checks.model import Claim, Setting, Shape
from hence.checks.numeric import is_refuted
from hence.checks.prove import prove
from hence.checks.scope import Scope
from hence.checks.spoken import words
from hence.checks.wording import worded
from hence.language.derivation import (
    Convention,
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Interval,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
    RealSpace,
)
from hence.language.records import dataclass
from hence.language.terms import App, Sym, Term, free_names, is_index_in
from hence.language.verdicts import Proved, Verdict

FEW = 6  # instances at which a step is tested without a supposition


def with_suppositions(verdict: Verdict, scope: Scope, formula: Formula, setting: Setting, seed: int) -> Verdict:
    """A proof with the suppositions that it rests on among its assumptions."""
    supposed = [g for g in _connected(scope, formula) if not (_only_counts(g, setting) or _only_places(g))]
    if not isinstance(verdict, Proved) or not supposed:
        return verdict
    needed = _needed(_Step(formula, setting, frozenset(map(words, verdict.needs)), seed), scope.givens, supposed)
    supposed_there = [Stated(described(g, scope.givens, formula)) for g in needed]
    return replace(verdict, needs=tuple(dict.fromkeys((*supposed_there, *verdict.needs))))


def _connected(scope: Scope, formula: Formula) -> list[Given]:
    """The suppositions that speak of what the formula speaks of, also through what is given."""
    names = free_names(formula.lhs) | free_names(formula.rhs) | _functions(formula)
    grown = True
    while grown:
        reached = names.union(*(m for g in scope.givens if (m := mentions(g)) & names))
        grown, names = reached != names, reached
    return [g for g in scope.supposed if mentions(g) & names]


def _functions(formula: Formula) -> frozenset[str]:
    usage = survey((formula.lhs, formula.rhs))
    return frozenset(usage.functions) | frozenset(usage.densities)


def _only_places(given: Given) -> bool:
    """What kind of thing a symbol is: nothing that could fail."""
    match given:
        case Membership(_, RealSpace(_, positive, integer)):
            return not (positive or integer)
        case Property(_, word):
            return word in KINDS
        case _:
            return False


def _only_counts(given: Given, setting: Setting) -> bool:
    """ "For t >= 1, ...": a letter that counts is meant so wherever it stands."""
    match given:
        case Fact(Formula(lhs, "<" | ">" | "<=" | ">=", rhs), False):
            names = [side.name for side in (lhs, rhs) if isinstance(side, Sym) and side.name in setting.symbols]
            return any(setting.symbols[name].integer for name in names)
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
    kinds = kinds_of(step.setting, set().union(*map(mentions, dropped)))
    done = elaborate([*kinds, *kept], [step.formula])
    claim = done.claims[0]
    if not isinstance(claim, Claim) or is_refuted(done.setting, claim, step.seed, FEW):
        return False
    found = prove(done.setting, claim)
    if not isinstance(found, Proved):
        return False
    needs = (*found.needs, *where_defined(done.setting, claim, kept, found.needs))
    return step.rests_on.issuperset(map(words, needs))


def kinds_of(setting: Setting, names: Iterable[str]) -> list[Property]:
    """What letters are was perhaps known only from what is left out; that much is kept."""
    found = (setting.symbols[n] for n in sorted(names) if n in setting.symbols)
    return [Property(Sym(x.name), _kind(x.shape)) for x in found if not x.family]


def _kind(shape: Shape) -> str:
    kinds = {"scalar": shape.is_scalar, "vector": shape.is_vector, "matrix": shape.is_matrix, "row vector": True}
    return next(word for word, fits in kinds.items() if fits)


# In words ----------------------------------------------------------------------------------------


def described(given: Given, givens: Sequence[Given], claim: Formula) -> str:
    """A supposition in short, as it is used for a claim."""
    return DESCRIBED[type(given)](given, givens, claim) or f"what line {given.span.line} supposes"


def _fact(given: Fact, givens: Sequence[Given], claim: Formula) -> str:
    text = _formula(given.formula, givens)
    every = (*given.over, *_unspoken(given.formula, claim))
    return f"{text} for every {', '.join(dict.fromkeys(every))}" if every and text else text


def _membership(given: Membership, givens: Sequence[Given], _: Formula) -> str:
    match given.space:
        case Interval(low, high, open_low, open_high):
            below = Formula(low, "<" if open_low else "<=", given.subject)
            above = Formula(given.subject, "<" if open_high else "<=", high)
            return ", ".join(filter(None, (_formula(f, givens) for f in (below, above))))
        case space:
            kind = "an integer" if space.integer else "in the set that is named there"
            return f"{base_name(given.subject)} is {kind}"


DESCRIBED: dict[type, Callable[[Any, Sequence[Given], Formula], str]] = {
    Fact: _fact,
    Membership: _membership,
    Property: lambda g, *_: f"{base_name(g.subject)} is {g.word}",
    Independent: lambda g, *_: f"{', '.join(map(base_name, g.subjects))} are independent",
    Distributed: lambda g, givens, _: rf"{base_name(g.subject)} \sim {_law(g.law, givens)}",
    OfFunction: lambda g, *_: f"{g.function.name} is {g.word}",
    Mapping: lambda g, *_: f"what {base_name(g.function)} maps to what (line {g.span.line})",
    Convention: lambda g, *_: f'"{g.text}"',
    Lines: lambda g, *_: f"the {g.which}s of {base_name(g.matrix)} are {base_name(g.vector)}_{{{g.index}}}",
}


def _unspoken(formula: Formula, claim: Formula) -> list[str]:
    """The k of x_k >= 0, where the claim does not speak of k: it is taken for every k."""
    sides = (formula.lhs, formula.rhs)
    spoken = free_names(claim.lhs) | free_names(claim.rhs)
    return sorted({n for s in sides for n in free_names(s) if is_index_in(n, s)} - spoken)


def _formula(formula: Formula, givens: Sequence[Given]) -> str:
    claim = elaborate(givens, [formula]).claims[0]
    if not isinstance(claim, Claim):
        return ""
    if worded(claim.lhs) == worded(claim.rhs) and formula.span.line:  # it defines its left side
        return f"what line {formula.span.line} says"
    return f"{worded(claim.lhs)} {claim.relation} {worded(claim.rhs)}"


def _law(law: Term, givens: Sequence[Given]) -> str:
    """A law as an author would write it."""
    if not isinstance(law, App):
        return base_name(law)
    claims = elaborate(givens, [Formula(x, "=", x) for x in law.args]).claims
    shown = [worded(c.lhs) if isinstance(c, Claim) else base_name(x) for c, x in zip(claims, law.args, strict=True)]
    name = r"\mathcal{N}" if law.head == "Normal" else law.head
    return f"{name}({', '.join(shown)})"
