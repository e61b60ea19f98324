"""Results as JSON, version 1. The shape is a contract: fields are added, never changed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from hence.language.catalogue import Entry
from hence.language.chains import wholes
from hence.language.derivation import Step, Unread
from hence.language.verdicts import (
    Assumed,
    Declared,
    Judged,
    NotRead,
    Numeric,
    Proved,
    Refuted,
    Report,
    Supported,
    Unknown,
    Verdict,
    name_of,
    settled,
)
from hence.latex_out.evidence import CrossChecked, SecondOpinion, evaluated
from hence.latex_out.solution import Solved

VERSION = 1
Json = dict[str, Any]


def files(reports: Sequence[Report]) -> str:
    return _dump({"version": VERSION, "files": [_file(report) for report in reports]})


def catalogue(solutions: Sequence[Solved]) -> str:
    return _dump({"version": VERSION, "derivations": [_derivation(solved) for solved in solutions]})


def listing(entries: Sequence[Entry]) -> str:
    return _dump([{**_identity(entry), "kind": entry.kind} for entry in entries])


def steps(judged: Sequence[Judged]) -> str:
    return _dump({"version": VERSION, "steps": [step(one) for one in judged]})


def _dump(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def _file(report: Report) -> Json:
    return {
        "path": report.source,
        "declarations": [_declaration(d) for d in report.declarations],
        "steps": [step(judged) for judged in report.steps],
        "chains": _chains(report),
        "warnings": [
            {"line": w.span.line, "column": w.span.column, "code": w.code, "message": w.message, "help": w.help}
            for w in report.warnings
        ],
        "summary": report.summary(),
    }


def _chains(report: Report) -> list[Json]:
    """What chains with inequalities say altogether; an empty relation where a chain goes both ways."""
    return [
        {
            "chain": w.first.chain,
            "line": w.first.span.line,
            "end_line": w.last.span.end_line,
            "lhs": w.first.lhs_text,
            "relation": w.relation,
            "rhs": w.last.rhs_text,
            "verdict": w.verdict,
        }
        for w in wholes(report.steps)
    ]


def _identity(entry: Entry) -> Json:
    return {"id": entry.id, "title": entry.title, "homework": entry.homework, "claims": list(entry.claims)}


def _derivation(solved: Solved) -> Json:
    opinions = solved.opinions if isinstance(solved, CrossChecked) else (None,) * len(solved.report.steps)
    return {
        **_identity(solved.entry),
        "verdict": solved.verdict,
        "steps": [_step_of(solved, j, o) for j, o in zip(solved.report.steps, opinions, strict=True)],
        "chains": _chains(solved.report),
        "numeric": numeric(solved.numeric or evaluated(solved)),
        "summary": solved.counts(),
    }


def _opinion(opinion: SecondOpinion | None) -> Json | None:
    """SymPy's part: of a false statement it may say that it does not hold."""
    return None if opinion is None else {"holds": opinion.holds, "sizes": list(opinion.sizes), "by": list(opinion.by)}


def _step_of(solved: Solved, judged: Judged, opinion: SecondOpinion | None) -> Json:
    """A step of an entry; where a false statement is to be refuted, the refutation is the proof."""
    made = {**step(judged), "sympy": _opinion(opinion)}
    if solved.is_false_statement(judged):
        made["verdict"] = solved.name_of_step(judged)
        if isinstance(judged.verdict, Refuted):
            made["method"] = ["refutation"]
        else:
            made["reason"] = f"to be refuted, but found {name_of(judged.verdict)}: {made['reason']}"
    return made


def _declaration(declared: Declared) -> Json:
    return {"name": declared.name, "sort": declared.sort, "line": declared.line, "how": declared.how}


def step(judged: Judged) -> Json:
    span = judged.step.span
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "chain": judged.step.chain,
        **_sides(judged.step),
        "verdict": settled(judged),
        **_evidence(judged.verdict),
    }


def _sides(item: Step | Unread) -> Json:
    if isinstance(item, Unread):
        return {"lhs": item.text, "relation": "", "rhs": "", "justification": "", "standing": "", "by_use": False}
    return {
        "lhs": item.lhs_text,
        "relation": item.formula.relation,
        "rhs": item.rhs_text,
        "justification": item.justification,
        "standing": item.standing,
        "by_use": item.by_use,
    }


def _evidence(verdict: Verdict) -> Json:
    made: Json = {
        "reason": reason(verdict),
        "method": [],
        "assumptions": [],
        "trusting": [],
        "counterexample": None,
        "numeric": None,
    }
    match verdict:
        case Proved(method, assumptions, trusting, evidence, _):
            made.update(method=list(method), assumptions=list(assumptions), trusting=list(trusting))
            made["numeric"] = numeric(evidence)
        case Refuted(counterexample, left, right, certified_by, seed, _, evidence):
            made.update(counterexample=_finite(counterexample), left=left, right=right, method=[certified_by])
            made.update(seed=seed, numeric=numeric(evidence))
        case Supported(evidence, _):
            made["numeric"] = numeric(evidence)
        case _:
            pass
    return made


def reason(verdict: Verdict) -> str:
    """One sentence on why the verdict is what it is; empty where there is nothing to add."""
    match verdict:
        case Proved(remark=remark):
            return remark
        case Refuted(hint=hint, left=left, right=right):
            return f"left is {left}, right is {right}" + (f"; {hint}" if hint else "")
        case Supported(why_not_proved=why) | Unknown(why=why):
            return why
        case Assumed(reason=why):
            return why
        case NotRead(message=message):
            return message


def numeric(evidence: Numeric | None) -> Json | None:
    """The evidence without the fields that say nothing."""
    if evidence is None:
        return None
    made: Json = {"instances": evidence.instances, "max_error": evidence.max_error, "seed": evidence.seed}
    if evidence.dimensions:
        made["dimensions"] = list(evidence.dimensions)
    if evidence.samples:
        made["samples"] = evidence.samples
    for name in ("estimate", "claimed"):
        value = getattr(evidence, name)
        if value is not None:
            made[name] = value
    if evidence.interval is not None:
        made["interval"] = list(evidence.interval)
    return {name: _finite(value) for name, value in made.items()}


def _finite(value: object) -> object:
    """JSON has no infinities: they are written as words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return value
