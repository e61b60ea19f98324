"""Mutants for people and as JSON: counts per page, then what was not refuted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hence import json_out, text_out
from hence.language.derivation import Step
from hence.language.verdicts import Judged, name_of
from hence.latex_out import terms
from hence.mutate import OUTCOMES, Decided, Mutated, MutatedStep, Outcome
from hence.report import checked
from hence.text_out import INDENT, Painter

COLOURS: dict[Outcome, str] = {
    "refuted": "proved",
    "equivalent": "supported",
    "ill-formed": "faint",
    "survived": "refuted",
}
SHOWN: tuple[Outcome, ...] = ("survived", "equivalent")


def altogether(mutated: Sequence[Mutated], paint: Painter) -> str:
    """The counts of all pages."""
    total = Counter[Outcome]()
    for one in mutated:
        total.update(one.summary())
    return f"all: {_counts(total, paint)}"


def page(mutated: Mutated, paint: Painter) -> str:
    """Survivors and equivalent mutants under their steps, and the counts of the page."""
    shown = [(step, d) for step in mutated.steps for d in step.decided if d.outcome in SHOWN]
    lines = [line for step, decided in shown for line in _mutant(mutated, step, decided, paint)]
    steps = len(mutated.steps)
    counts = _counts(mutated.summary(), paint)
    stopped = "" if mutated.complete else "; stopped before its end"
    return "\n".join([*lines, f"{mutated.source}: {steps} proved step{'s' if steps != 1 else ''}; {counts}{stopped}"])


def _mutant(page: Mutated, step: MutatedStep, decided: Decided, paint: Painter) -> Iterator[str]:
    span, said = step.step.span, checked(Judged(step.step, decided.verdict))
    outcome = paint(f"{decided.outcome:<10}", COLOURS[decided.outcome])
    yield f"{page.source}:{span.line}:{span.column}: {outcome} {_formula(decided)}"
    yield f"{INDENT}{decided.mutant.change} in {said.formula}"
    if decided.outcome == "survived":
        yield f"{INDENT}{name_of(decided.verdict)}: {'; '.join(text_out.details(said))}"


def _formula(decided: Decided) -> str:
    made = decided.mutant.formula
    return f"{terms.term(made.lhs)} {terms.RELATION_LATEX[made.relation]} {terms.term(made.rhs)}"


def _counts(summary: Mapping[Outcome, int], paint: Painter) -> str:
    parts = [paint(f"{summary[name]} {name}", COLOURS[name]) for name in OUTCOMES if summary[name]]
    return f"{sum(summary.values())} mutants: {', '.join(parts)}" if parts else "no mutants"


# JSON -------------------------------------------------------------------------------------------------


def json_text(mutated: Sequence[Mutated]) -> str:
    """Every mutant, its outcome and verdict: `{"version": 1, "pages": [{"source", "steps", "summary"}]}`."""
    pages = [
        {
            "source": page.source,
            "steps": [_step_json(step) for step in page.steps],
            "summary": page.summary(),
            "complete": page.complete,
        }
        for page in mutated
    ]
    return json.dumps({"version": json_out.VERSION, "pages": pages}, indent=2, ensure_ascii=False, allow_nan=False)


def _step_json(mutated: MutatedStep) -> dict[str, Any]:
    step = mutated.step
    return {
        "line": step.span.line,
        "column": step.span.column,
        "lhs": step.lhs_text,
        "relation": step.formula.relation,
        "rhs": step.rhs_text,
        "mutants": [_mutant_json(step, decided) for decided in mutated.decided],
    }


def _mutant_json(step: Step, decided: Decided) -> dict[str, Any]:
    mutant = decided.mutant
    return {
        "kind": mutant.kind,
        "change": mutant.change,
        "line": mutant.where.line,
        "column": mutant.where.column,
        "relation": mutant.formula.relation,
        "rhs": terms.term(mutant.formula.rhs),
        "outcome": decided.outcome,
        "verdict": name_of(decided.verdict),
        "reason": checked(Judged(step, decided.verdict)).reason,
    }
