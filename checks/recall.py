"""Chains that were decided before: what a page got from them is recalled, by all that they depend on.

A chain depends on its steps, the givens in force, the layout and the seed, and on what was found before it: lines that
were proved, closed forms, derivatives that were set to zero, reasons, and the rows that its first steps stand under. It
gives verdicts to the report, and the same kinds of things to the chains behind it. It does not matter where on the page
all this stands, nor what stands elsewhere: parts and contexts count by whether they are its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from hence.checks.earlier import (
    assumed_elsewhere,
    established,
    for_chain,
    meanings_elsewhere,
    said_ahead,
    that_hold,
)
from hence.checks.elaborate.rows import NOTE
from hence.checks.elaborate.sorted import sorted_givens
from hence.checks.following import is_derivative_at_zero
from hence.checks.memory import Depends, Memory
from hence.checks.retold import undecided_before, ways_before
from hence.checks.scope import Scope
from hence.checks.state import Lemma, Line, Progress, Sizes
from hence.checks.stationary import zero_in
from hence.language.derivation import Fact, Formula, Standing, Step
from hence.language.records import dataclass
from hence.language.verdicts import STOPPED, Declared, Diagnostic, Judged, Proved, Verdict


@dataclass(frozen=True)
class Gain:
    """What those behind a step may use of it."""

    lemmas: tuple[Lemma, ...]
    tried: tuple[Formula, ...]
    lines: tuple[tuple[Formula, object], ...]  # with what their symbols mean
    zeros: tuple[Fact, ...]
    reasons: tuple[Fact, ...]


@dataclass(frozen=True)
class Record:
    """What a chain gives: verdicts to the report; gains to those behind it, first of the chain as a whole."""

    verdicts: tuple[tuple[Verdict, Standing], ...]
    gains: tuple[Gain, ...]
    declared: tuple[Declared, ...]
    warnings: tuple[Diagnostic, ...]


def depends(scope: Scope, progress: Progress, memory: Memory) -> Depends:
    """`scope` is the chain with all that is in force at its place."""
    holding = that_hold(scope, progress.lines)
    lines = for_chain(scope, holding)
    zeros = [(zero.fact, zero.defined) for zero in progress.zeros if zero.part == scope.part]
    given = sorted_givens(scope.givens)
    lemmas = progress.closed_forms(given)
    inductive = [(any(le.formula == f for le in progress.lemmas), f in progress.tried) for f in given.inductive]
    above = [(f, *_used(j)) for step in scope.steps for f in step.above for j in progress.judged if _is(j, f)]
    derived = [is_derivative_at_zero(step, progress.judged) for step in scope.steps]
    ways = [way for number in range(len(scope.steps)) for way in ways_before(scope, progress.told, number)]
    ways_used = [(f, *_used(j)) for way in ways for f, j in zip(way.formulas, way.rows, strict=True)]
    said = [undecided_before(scope, progress.told, step) for step in scope.steps]
    before = (
        *(f.formula for one in said for f in one),
        *(le.formula for le in lemmas),
        *lines,
        *(formula for formula, *_ in (*above, *ways_used)),
    )
    zero = [given for fact, defined in zeros for given in (fact, *defined)]
    meant = [given for _, said in meanings_elsewhere(scope, progress) for given in said]
    elsewhere = (*meant, *said_ahead(scope), *assumed_elsewhere(scope))
    sources = (*scope.givens, *scope.steps, *before, *zero, *elsewhere)
    around = memory.spoken_of(
        (scope.lost, scope.gone, scope.any, scope.later, scope.rewritten, established(holding)),
        (*sources, *scope.own, *scope.supposed),
    )
    key = memory.digest(
        (progress.layout, progress.seed, scope.givens, scope.steps, scope.own, scope.supposed),
        around,
        ([(le.name, le.formula, le.defined_by) for le in lemmas], inductive, lines, zeros),
        (above, ways_used, said, scope.stating, derived, elsewhere),
    )
    return Depends(key, sources)


def _used(judged: Judged) -> tuple[str, object]:
    """What a row asks of the one above it: how it was decided, and what that takes for granted. Not by which lines."""
    verdict = judged.verdict
    return type(verdict).__name__, verdict.needs if isinstance(verdict, Proved) else ()


def _is(judged: Judged, formula: Formula) -> bool:
    return isinstance(judged.step, Step) and judged.step.formula is formula


def decided(progress: Progress, decide: Callable[[], None]) -> Record | None:
    """A chain decided, and what it gave; None where it was stopped before its end."""
    declared, warnings, count = progress.declared, progress.warnings, len(progress.judged)
    progress.declared, progress.warnings = {}, []  # of this chain, whether or not another one said so before it
    progress.marks = [progress.sizes()]
    decide()
    judged = progress.judged[count:]
    marks = [*progress.marks, progress.sizes()]
    record = Record(
        tuple((j.verdict, j.step.standing) for j in judged if isinstance(j.step, Step)),
        tuple(_gain(progress, a, b) for a, b in pairwise(marks)),
        tuple(progress.declared.values()),
        tuple(progress.warnings),
    )
    progress.declared, progress.warnings = declared, warnings
    _report(record, progress)
    return record if STOPPED not in (j.verdict for j in judged) else None


def _gain(progress: Progress, start: Sizes, end: Sizes) -> Gain:
    return Gain(
        tuple(progress.lemmas[start.lemmas : end.lemmas]),
        tuple(progress.tried[start.tried : end.tried]),
        tuple((line.formula, line.meaning) for line in progress.lines[start.lines : end.lines]),
        tuple(zero.fact for zero in progress.zeros[start.zeros : end.zeros]),
        tuple(fact for _, _, fact in progress.reasons[start.reasons : end.reasons]),
    )


def again(record: Record, scope: Scope, progress: Progress, tell: Callable[[int, Judged], None]) -> None:
    """A chain recalled, step by step, as if it had been decided here."""
    _add(record.gains[0], scope, progress)
    for number, (step, found, gain) in enumerate(zip(scope.steps, record.verdicts, record.gains[1:], strict=True)):
        progress.observer.judged(len(progress.judged))
        verdict, standing = found
        judged = Judged(step if step.standing == standing else replace(step, standing=standing), verdict)
        tell(number, judged)
        _add(gain, scope, progress)
        progress.judged.append(judged)
    _report(record, progress)


def _add(gain: Gain, scope: Scope, progress: Progress) -> None:
    progress.lemmas += gain.lemmas
    progress.tried += gain.tried
    progress.lines += [Line(formula, scope.part, scope.path, meaning) for formula, meaning in gain.lines]
    progress.zeros += [zero_in(scope, fact) for fact in gain.zeros]
    progress.reasons += [(scope.part, scope.path, fact) for fact in gain.reasons]


def _report(record: Record, progress: Progress) -> None:
    """What is said of a whole page is said once."""
    progress.declared.update({known.name: known for known in record.declared})
    for warning in record.warnings:
        said = warning.message == NOTE and any(w.message == NOTE for w in progress.warnings)
        if warning not in progress.warnings and not said:
            progress.warnings.append(warning)
