"""Results as JSON, version 1. The shape is a contract: fields are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hence.language.catalogue import Entry
from hence.language.verdicts import Judged, Refuted, name_of
from hence.latex_out.evidence import CrossChecked, SecondOpinion, evaluated
from hence.latex_out.solution import Solved
from hence.report import CheckedStep, Json, Report, checked, numeric_json, report_of

VERSION = 1


def files(reports: Sequence[Report]) -> str:
    return _dump({"version": VERSION, "files": [report.to_json() for report in reports]})


def catalogue(solutions: Sequence[Solved]) -> str:
    return _dump({"version": VERSION, "derivations": [_derivation(solved) for solved in solutions]})


def listing(entries: Sequence[Entry]) -> str:
    return _dump([{**_identity(entry), "kind": entry.kind} for entry in entries])


def steps(checked_steps: Sequence[CheckedStep]) -> str:
    return _dump({"version": VERSION, "steps": [one.to_json() for one in checked_steps]})


def _dump(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def _identity(entry: Entry) -> Json:
    return {"id": entry.id, "title": entry.title, "homework": entry.homework, "claims": list(entry.claims)}


def _derivation(solved: Solved) -> Json:
    opinions = solved.opinions if isinstance(solved, CrossChecked) else (None,) * len(solved.report.steps)
    return {
        **_identity(solved.entry),
        "verdict": solved.verdict,
        "steps": [_step_of(solved, j, o) for j, o in zip(solved.report.steps, opinions, strict=True)],
        "chains": [chain.to_json() for chain in report_of(solved.report).chains],
        "numeric": numeric_json(solved.numeric or evaluated(solved)),
        "summary": solved.counts(),
    }


def _opinion(opinion: SecondOpinion | None) -> Json | None:
    """SymPy's part: of a false statement it may say that it does not hold."""
    return None if opinion is None else {"holds": opinion.holds, "sizes": list(opinion.sizes), "by": list(opinion.by)}


def _step_of(solved: Solved, judged: Judged, opinion: SecondOpinion | None) -> Json:
    """A step of an entry; where a false statement is to be refuted, the refutation is the proof."""
    made = {**checked(judged).to_json(), "sympy": _opinion(opinion)}
    if solved.is_false_statement(judged):
        made["verdict"] = solved.name_of_step(judged)
        if isinstance(judged.verdict, Refuted):
            made["method"] = ["refutation"]
        else:
            made["reason"] = f"to be refuted, but found {name_of(judged.verdict)}: {made['reason']}"
    return made
