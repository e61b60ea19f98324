"""Letters that are used again: what an earlier part of the page says of them may not be meant here.

A chain is first read with everything that was said before. Where that gives no proof, it is read once more without
what earlier parts say of its letters. A proof counts: it rests on less. So does a refutation, but only of a formula
that made no sense as first read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hence.checks.decide import decide_claim
from hence.checks.elaborate.givens import sort_givens
from hence.checks.elaborate.kinds import Layout
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.setting import Elaborated, elaborate
from hence.checks.mentioned import introduced
from hence.checks.model import Claim, Setting, reachable_names
from hence.checks.readings import Page, reconsidered, treated_as_arrays
from hence.checks.scope import Scope
from hence.checks.supposed import kinds_of
from hence.language.derivation import Fact, Formula, Given, Membership
from hence.language.records import dataclass
from hence.language.terms import free_names
from hence.language.verdicts import NotRead, Proved, Refuted, Supported, Unknown, Verdict


@dataclass(frozen=True)
class Reading:
    """A formula of a chain: the scope, all formulas of the chain, and how they were first understood."""

    scope: Scope
    formulas: list[Formula]
    position: int
    done: Elaborated
    layout: Layout
    seed: int

    @property
    def formula(self) -> Formula:
        return self.formulas[self.position]


def read_anew(reading: Reading, verdict: Verdict) -> Verdict:
    """The verdict, or a better one from a reading in which letters of earlier parts stand for something new."""
    inherited = [g for g in reading.scope.givens if g not in reading.scope.own]
    if not inherited or not isinstance(verdict, Refuted | Supported | Unknown | NotRead):
        return verdict
    found = (
        _without_everything(reading, inherited) if _made_no_sense(reading) else _without_meanings(reading, inherited)
    )
    return found or verdict


def _made_no_sense(reading: Reading) -> bool:
    """Shapes clash, in the formula or in something that this part says of its letters."""
    claim = reading.done.claims[reading.position]
    if not isinstance(claim, Claim):
        return True
    names = reachable_names(reading.done.setting, claim)
    own = set().union(*(introduced(g) for g in reading.scope.own))
    return any(left.about & names & own for left in reading.done.left_out)


def _without_everything(reading: Reading, inherited: list[Given]) -> Verdict | None:
    """Only what this part says. A refutation counts where nothing but the spaces of letters was dropped."""
    names = free_names(reading.formula.lhs) | free_names(reading.formula.rhs)
    dropped = [g for g in inherited if introduced(g) & names]
    found = _decided(reading, reading.scope.own)
    if isinstance(found, Proved) or (isinstance(found, Refuted) and all(isinstance(g, Membership) for g in dropped)):
        return _remarked(found, dropped)
    return None


def _without_meanings(reading: Reading, inherited: list[Given]) -> Verdict | None:
    """Without the equations of earlier parts. Letters keep their kinds, so that the claim is only more general."""
    dropped = [g for g in inherited if isinstance(g, Fact) and g.definition]
    if not dropped:
        return None
    kept = [g for g in reading.scope.givens if g not in dropped]
    terms = [t for f in reading.formulas for t in (f.lhs, f.rhs)]
    bare = {name for name, counts in survey([*terms, *sort_givens(kept).terms()]).counts.items() if 0 in counts}
    found = _decided(reading, [*kept, *kinds_of(reading.done.setting, _introduced(dropped) & bare)])
    return _remarked(found, dropped) if isinstance(found, Proved) else None


def _numbers(setting: Setting) -> frozenset[str]:
    return frozenset(name for name, s in setting.symbols.items() if s.shape.is_scalar and not s.family)


def _introduced(givens: Sequence[Given]) -> set[str]:
    return set().union(*(introduced(g) for g in givens))


def _decided(reading: Reading, givens: Sequence[Given]) -> Verdict | None:
    done = elaborate(givens, reading.formulas, layout=reading.layout)
    claim = done.claims[reading.position]
    if not isinstance(claim, Claim):
        return None
    names = reachable_names(done.setting, claim)
    if reading.scope.lost & names or any(left.about & names for left in done.left_out):
        return None
    if (_numbers(done.setting) - _numbers(reading.done.setting)) & treated_as_arrays(reading.formula):
        return None
    verdict = decide_claim(done.setting, claim, {}, reading.seed)
    return reconsidered(Page(tuple(givens), reading.formula, done), verdict)


def _remarked(verdict: Proved | Refuted, dropped: Sequence[Given]) -> Verdict:
    names = sorted(_introduced(dropped))
    text = f"{', '.join(names)} read anew, not as in an earlier part"
    if isinstance(verdict, Proved):
        return replace(verdict, remark=verdict.remark or text)
    return replace(verdict, hint=verdict.hint or text)
