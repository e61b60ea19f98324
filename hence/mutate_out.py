"""Mutants for people and as JSON: counts per page, then what was not refuted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hence import json_out, text_out
from hence.language.verdicts import name_of
from hence.latex_out import terms
from hence.mutate import OUTCOMES, Decided, Mutated, MutatedStep, Outcome
from hence.report import reason
from hence.text_out import INDENT, Painter

COLOURS: dict[Outcome, str] = {
    "refuted": "proved",
    "equivalent": "supported",
    "ill-formed": "faint",
    "survived": "refuted",
}
SHOWN: tuple[Outcome, ...] = ("survived", "equivalent")


def text(mutated: Sequence[Mutated], paint: Painter) -> str:
    """Survivors and equivalent mutants under their steps, the counts of each page, and of all pages."""
    lines = [line for page in mutated for line in _page(page, paint)]
    if len(mutated) > 1:
        total = Counter[Outcome]()
        for page in mutated:
            total.update(page.summary())
        lines.append(f"all: {_counts(total, paint)}")
    return "\n".join(lines)


def _page(page: Mutated, paint: Painter) -> Iterator[str]:
    for step in page.steps:
        for decided in step.decided:
            if decided.outcome in SHOWN:
                yield from _mutant(page, step, decided, paint)
    steps = len(page.steps)
    yield f"{page.source}: {steps} proved step{'s' if steps != 1 else ''}; {_counts(page.summary(), paint)}"


def _mutant(page: Mutated, step: MutatedStep, decided: Decided, paint: Painter) -> Iterator[str]:
    span = step.step.span
    outcome = paint(f"{decided.outcome:<10}", COLOURS[decided.outcome])
    yield f"{page.source}:{span.line}:{span.column}: {outcome} {text_out.shortened(_formula(decided))}"
    yield f"{INDENT}{decided.mutant.change} in {text_out.shortened(text_out.formula(step.step))}"
    if decided.outcome == "survived":
        yield f"{INDENT}{name_of(decided.verdict)}: {'; '.join(text_out.details(decided.verdict))}"


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
        {"source": page.source, "steps": [_step_json(step) for step in page.steps], "summary": page.summary()}
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
        "mutants": [_mutant_json(decided) for decided in mutated.decided],
    }


def _mutant_json(decided: Decided) -> dict[str, Any]:
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
        "reason": reason(decided.verdict),
    }
