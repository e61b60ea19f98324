"""What a proof owes to a supposition: "if x > 0, then ...", "for symmetric A", "suppose that a = b".

Such words hold for some lines of a page only. A step that cannot be proved without them is proved under a condition,
and the verdict lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hence.checks.conditions import Stated
from hence.checks.defined import where_defined
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.setting import elaborate
from hence.checks.mentioned import mentions
from hence.checks.model import Claim, Setting
from hence.checks.numeric import is_refuted
from hence.checks.prove import prove
from hence.checks.scope import KINDS, Scope
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
from hence.language.terms import App, Num, Sym, Term, free_names, is_index_in
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
    kinds = [kind for name in sorted(set().union(*map(mentions, dropped))) for kind in _kind(step.setting, name)]
    done = elaborate([*kinds, *kept], [step.formula])
    claim = done.claims[0]
    if not isinstance(claim, Claim) or is_refuted(done.setting, claim, step.seed, FEW):
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
            return f"{_term(given.subject)} is {kind}"


DESCRIBED: dict[type, Callable[[Any, Sequence[Given], Formula], str]] = {
    Fact: _fact,
    Membership: _membership,
    Property: lambda g, *_: f"{_term(g.subject)} is {g.word}",
    Independent: lambda g, *_: f"{', '.join(map(_term, g.subjects))} are independent",
    Distributed: lambda g, *_: rf"{_term(g.subject)} \sim {_latex(g.law)}",
    OfFunction: lambda g, *_: f"{g.function.name} is {g.word}",
    Mapping: lambda g, *_: f"what {_term(g.function)} maps to what (line {g.span.line})",
    Convention: lambda g, *_: f'"{g.text}"',
    Lines: lambda g, *_: f"the {g.which}s of {_term(g.matrix)} are {_term(g.vector)}_{{{g.index}}}",
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


def _term(term: Term) -> str:
    return base_name(term)


_LAWS = {"Normal": r"\mathcal{N}"}


def _latex(term: Term) -> str:
    """A law as an author would write it, for laws with plain parameters."""
    match term:
        case Num(value):
            return str(value)
        case Sym(name):
            return name
        case App("neg", (inner,)):
            return f"-{_latex(inner)}"
        case App("pow", (base, exponent)):
            return f"{_latex(base)}^{{{_latex(exponent)}}}"
        case App("index", (base, *indices)):
            return f"{_latex(base)}_{{{', '.join(map(_latex, indices))}}}"
        case App("identity", _):
            return "I"
        case App("zeros", _):
            return "0"
        case App("apply", (function, *args)):
            return f"{_latex(function)}({', '.join(map(_latex, args))})"
        case App("mul", args):
            return " ".join(map(_latex, args))
        case App(head, args):
            return f"{_LAWS.get(head, head)}({', '.join(map(_latex, args))})"
        case _:
            return r"\dots"
