"""Results for people: one line per step in the manner of a compiler, details indented below."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TextIO

from hence.language.chains import Whole, wholes
from hence.language.derivation import Step, Unread
from hence.language.terms import Term, free_names
from hence.language.verdicts import (
    Assumed,
    Diagnostic,
    Judged,
    NotRead,
    Numeric,
    Proved,
    Refuted,
    Report,
    Supported,
    Unknown,
    Value,
    Verdict,
    settled,
)
from hence.latex_out import terms
from hence.latex_out.evidence import located, numeric_text
from hence.latex_out.solution import Solved

COLOURS = {
    "proved": "32",
    "assumed": "36",
    "remark": "36",
    "supported": "33",
    "unknown": "35",
    "unread": "35",
    "refuted": "1;31",
    "warning": "33",
    "faint": "2",
}
INDENT = "    "
LONGEST = 100  # characters of a formula shown on one line


@dataclass(frozen=True)
class Painter:
    """Colours words where they are wanted."""

    on: bool = False

    def __call__(self, text: str, colour: str) -> str:
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if self.on else text


def painter(choice: Literal["auto", "always", "never"], stream: TextIO) -> Painter:
    """Colours on a terminal unless NO_COLOR is set; `always` and `never` overrule."""
    wanted = stream.isatty() and "NO_COLOR" not in os.environ
    return Painter({"always": True, "never": False, "auto": wanted}[choice])


def file(report: Report, paint: Painter, strict: bool = False) -> str:
    """Every step of a file, then the counts; `strict` names what was taken as a definition."""
    whole = {id(w.steps[-1]): w for w in wholes(report.steps)}
    lines = []
    for judged in report.steps:
        lines += step(report.source, judged, paint)
        lines += altogether(whole[id(judged)], paint) if id(judged) in whole else []
    lines += [line for w in report.warnings for line in warning(report.source, w, paint)]
    taken = report.taken_as_definitions()
    if taken and strict:
        named = ", ".join(f"{shortened(formula(j.step))} (line {j.step.span.line})" for j in taken)
        lines.append(f"{report.source}: taken as definitions, though no word says so: {named}")
    said = f"; {len(taken)} taken as {'a definition' if len(taken) == 1 else 'definitions'}" if taken else ""
    lines.append(f"{report.source}: {counts(report.summary(), paint)}{said}")
    return "\n".join(lines)


def step(source: str, judged: Judged, paint: Painter) -> list[str]:
    """`hw.tex:14:8: refuted  \\sqrt{x^2} = x` with what there is to say below it."""
    span, verdict = judged.step.span, judged.verdict
    name = settled(judged)
    start = f"{span.file or source}:{span.line}:{span.column}: {paint(f'{name:<9}', name)}"
    return [f"{start} {headline(judged)}".rstrip(), *(INDENT + line for line in details(verdict))]


def altogether(whole: Whole, paint: Painter) -> list[str]:
    """The relation between the ends of a chain, below its last step."""
    left, right = (" ".join(text.split()) for text in (whole.first.lhs_text, whole.last.rhs_text))
    if not whole.relation:
        ends = f"{shortened(left)} and {shortened(right)}"
        return [f"{INDENT}altogether: no relation between {ends}, the chain goes both ways"]
    said = "" if whole.verdict == "proved" else f" ({paint(whole.verdict, whole.verdict)})"
    return [f"{INDENT}altogether: {shortened(f'{left} {whole.relation} {right}')}{said}"]


def headline(judged: Judged) -> str:
    """For a proof its rules; for everything else the formula."""
    match judged.verdict:
        case Proved(method, assumptions, trusting, opaque=opaque):
            text = f"by {', '.join(method)}"
            text += f"; assuming {', '.join(assumptions)}" if assumptions else ""
            text += f"; trusting {', '.join(trusting)}" if trusting else ""
            return text + (f"; without looking into {', '.join(opaque)}" if opaque else "")
        case _:
            return shortened(formula(judged.step))


def details(verdict: Verdict) -> list[str]:
    """What a person needs to see of a verdict, one thing a line. Never fails."""
    match verdict:
        case Refuted(counterexample, left, right, certified_by, seed, hint, numeric):
            lines = [f"{place(counterexample)}left is {left}, right is {right}"]
            if numeric is not None and numeric.interval is not None:
                lines.append(f"{numeric_text(numeric)}; confirmed with a fresh seed")
            lines += [hint] if hint else []
            return [*lines, f"certified by {certified_by}; seed {seed}"]
        case Supported(numeric, why):
            return [f"numerics agree: {numeric_text(numeric)}", f"not proved: {why}"]
        case Assumed(reason):
            return [reason] if reason else []
        case Unknown(why):
            return [why]
        case NotRead(message):
            return [message]
        case Proved(remark=remark):
            return [remark] if remark else []


def place(counterexample: Mapping[str, Value]) -> str:
    if not counterexample:
        return ""
    return "at " + ", ".join(located(name, at) for name, at in counterexample.items()) + ": "


def formula(item: Step | Unread) -> str:
    """A step as it was written."""
    if isinstance(item, Unread):
        return " ".join(item.text.split())
    return " ".join(f"{item.lhs_text} {item.formula.relation} {item.rhs_text}".split())


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def warning(source: str, diagnostic: Diagnostic, paint: Painter) -> list[str]:
    span = diagnostic.span
    start = f"{span.file or source}:{span.line}:{span.column}: {paint('warning', 'warning')}   "
    lines = [f"{start}{diagnostic.message} [{diagnostic.code}]"]
    lines += [
        f"{INDENT}{where.file or source}:{where.line}:{where.column}: {what}" for where, what in diagnostic.related
    ]
    return lines + ([f"{INDENT}help: {diagnostic.help}"] if diagnostic.help else [])


def counts(summary: Mapping[str, int], paint: Painter) -> str:
    """`9 proved, 1 refuted, 2 assumed`; what could not be judged is always said."""
    total = sum(summary.values())
    parts = [paint(f"{count} {name}", name) for name, count in summary.items() if count]
    open_steps = summary["unknown"] + summary["unread"]
    tail = f" ({open_steps} of {total} not decided)" if open_steps else ""
    return (", ".join(parts) if parts else "no steps found") + tail


# The catalogue -----------------------------------------------------------------------------------


def catalogue(solutions: Sequence[Solved], paint: Painter) -> str:
    """A line per derivation, what is not settled below it, and the counts."""
    lines = []
    for solved in solutions:
        verdict = paint(f"{solved.verdict:<9}", solved.verdict)
        lines.append(f"{verdict} {solved.entry.id}  {solved.entry.title} ({len(solved.report.steps)} steps)")
        if solved.trouble:
            lines.append(f"{INDENT}internal error: {solved.trouble}; please report this")
        for judged in solved.report.steps:
            if solved.name_of_step(judged) not in ("proved", "assumed"):
                lines += [INDENT + line for line in step(solved.entry.id, judged, paint)]
    summary = dict.fromkeys(("proved", "refuted", "supported", "assumed", "unknown", "unread"), 0)
    for solved in solutions:
        for name, count in solved.counts().items():
            summary[name] += count
    remarks = sum(solved.verdict == "remark" for solved in solutions)
    proved = sum(solved.verdict == "proved" for solved in solutions)
    words = f", {remarks} remarks" if remarks else ""
    lines.append(f"{proved} of {len(solutions) - remarks} derivations proved{words}; steps: {counts(summary, paint)}")
    return "\n".join(lines)


# One step, explained -----------------------------------------------------------------------------


def explanation(report: Report, judged: Judged, paint: Painter) -> str:
    """How a step was read, what it rests on, what proved or refuted it."""
    name = settled(judged)
    span = judged.step.span
    place = f"{span.file or report.source}:{span.line}:{span.column}"
    lines = [f"{place}: {paint(name, name)}", f"written   {formula(judged.step)}"]
    if isinstance(judged.step, Step):
        read = judged.step.formula
        lines.append(f"read as   {terms.term(read.lhs)} {terms.RELATION_LATEX[read.relation]} {terms.term(read.rhs)}")
        lines.append(f"stands as {judged.step.standing}{' (by use)' if judged.step.by_use else ''}")
        lines += _declarations(report, read.lhs, read.rhs)
        if judged.step.justification:
            lines.append(f"because   {judged.step.justification} (as the author says)")
    return "\n".join(lines + _grounds(judged.verdict))


def _declarations(report: Report, *sides: Term) -> list[str]:
    names = frozenset[str]().union(*(free_names(side) for side in sides))
    used = [d for d in report.declarations if d.name in names]
    return [
        f"{'where' if number == 0 else '':<9} {d.name}: {d.sort} ({d.how}{f', line {d.line}' if d.line else ''})"
        for number, d in enumerate(used)
    ]


def _grounds(verdict: Verdict) -> list[str]:
    match verdict:
        case Proved(method, assumptions, trusting, numeric, remark):
            rows = {
                "proved by": ", ".join(method),
                "assuming": ", ".join(assumptions),
                "trusting": ", ".join(trusting),
                "remark": remark,
                "numerics": _numeric(numeric),
            }
        case Refuted(numeric=numeric):
            rows = {"refuted": "; ".join(details(verdict)), "numerics": _numeric(numeric)}
        case _:
            rows = {"verdict": "; ".join(details(verdict))}
    return [f"{label:<9} {text}" for label, text in rows.items() if text]


def _numeric(numeric: Numeric | None) -> str:
    return numeric_text(numeric) if numeric is not None else ""
