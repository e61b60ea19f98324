"""Layouts of derivatives: what a page that was read in one of them would be in another."""

from __future__ import annotations

from dataclasses import replace

from hence.language.derivation import Step
from hence.language.terms import App, subterms
from hence.language.verdicts import Judged, NotRead, Proved, Refuted, Report, Unknown, Verdict

OTHER_LAYOUT = Unknown(
    "false with Jacobians by rows, and not false in another layout of derivatives: say which one is meant"
)


def in_doubt(report: Report, others: list[Report], why: Unknown) -> Report:
    """The report without refutations of chain rules that only hold in the layout that was tried first."""
    refuted = [{j.step for j in other.steps if fails(j.verdict)} for other in others]

    def milder(judged: Judged) -> Judged:
        stands = not isinstance(judged.verdict, Refuted) or all(judged.step in steps for steps in refuted)
        return judged if stands or not derives_on_both_sides(judged) else replace(judged, verdict=why)

    return replace(report, steps=tuple(map(milder, report.steps)))


def fits(other: Report, failed: list[Judged]) -> bool:
    """Whether another layout proves all that failed, and breaks nothing."""
    proved = [j.step for j in other.steps if isinstance(j.verdict, Proved)]
    return _is_consistent(other) and all(j.step in proved for j in failed)


def derives_on_both_sides(judged: Judged) -> bool:
    """`dL/dx = dL/dy W`: the shapes of two derivatives fit in one layout only."""
    step = judged.step
    return isinstance(step, Step) and all(
        any(isinstance(t, App) and t.head == "deriv" for t in subterms(side))
        for side in (step.formula.lhs, step.formula.rhs)
    )


def has_derivative(judged: Judged) -> bool:
    return isinstance(judged.step, Step) and derives(judged.step)


def derives(step: Step) -> bool:
    sides = (step.formula.lhs, step.formula.rhs)
    return any(isinstance(t, App) and t.head == "deriv" for side in sides for t in subterms(side))


def fails(verdict: Verdict) -> bool:
    """Whether a step is false as it was read, or makes no sense so."""
    return isinstance(verdict, Refuted | NotRead) or (isinstance(verdict, Unknown) and verdict.fails)


def _is_consistent(report: Report) -> bool:
    return not any(has_derivative(j) and fails(j.verdict) for j in report.steps)
