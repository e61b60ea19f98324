"""How a step was read and decided, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hence import json_out
from hence.catalogue import entries, solve_entry
from hence.checks import check
from hence.checks.model import Claim
from hence.checks.observe import Observer, Place
from hence.checks.simplest import simplest
from hence.files import Unreadable, read_page
from hence.hints import tidied
from hence.language.derivation import Step
from hence.language.terms import Term, free_names, num
from hence.language.verdicts import Judged, Numeric, Proved, Refuted, Report, Verdict
from hence.latex_in import decoded
from hence.latex_in.understanding import shown, understood
from hence.latex_out import terms
from hence.latex_out.evidence import numeric_text
from hence.report import checked
from hence.text_out import Painter, details


def explain_file(path: str, line: int | None, seed: int, as_json: bool, paint: Painter) -> str:
    """The steps of a file, or those on one line. Raises Unreadable, also where no step stands on the line."""
    places: dict[int, Place] = {}

    def keep(place: Place) -> None:
        places[id(place.step)] = place

    found = check(read_page(path), seed, Observer(refuted=keep, others=keep))
    own = [j for j in found.steps if not j.step.span.file]
    chosen = [j for j in own if line is None or j.step.span.line <= line <= j.step.span.end_line]
    said = [] if as_json else sentences(path, line)
    if not chosen and not said:
        lines = sorted({j.step.span.line for j in own})
        where = f"steps stand on lines {', '.join(map(str, lines))}" if lines else "the file has no steps"
        raise Unreadable(f"{path}:{line}: no step stands on this line; {where}" if lines else f"{path}: {where}")
    return "\n\n".join(filter(None, (_shown(found, chosen, as_json, paint, places), "\n".join(said))))


def sentences(path: str, line: int | None) -> list[str]:
    """How the sentences of a file, or those on one line, were understood, and their words that are not known."""
    text, _ = decoded(Path(path).read_bytes())
    lines = []
    for one in understood(text, path, Path(path).suffix in (".md", ".markdown")):
        if (line is None or one.span.line == line) and one.clauses:
            unknown = f"   words not known: {', '.join(one.unknown)}" if one.unknown else ""
            said = "; ".join(shown(c) for c in one.clauses)
            lines.append(f"{path}:{one.span.line}:{one.span.column}: sentence   {said}{unknown}")
    return lines


def explain_entry(entry_id: str, seed: int, as_json: bool, paint: Painter) -> str:
    """The steps of an entry of the catalogue. Raises UnknownEntry and Unreadable."""
    (entry,) = entries([entry_id])
    found = solve_entry(entry, entries(entry.uses) if entry.uses else (), seed).report
    return _shown(found, found.steps, as_json, paint)


def _shown(
    report: Report, chosen: Sequence[Judged], as_json: bool, paint: Painter, places: Mapping[int, Place] | None = None
) -> str:
    if as_json:
        return json_out.steps([checked(judged) for judged in chosen])
    known = places or {}
    return "\n\n".join(
        "\n".join([explanation(report, judged, paint), *_worked_out(known.get(id(judged.step)))]) for judged in chosen
    )


def _worked_out(place: Place | None) -> list[str]:
    """The left side in simplest form, and by what the right side differs from it, where an author would write them."""
    here = place.instead(place.step.formula) if place is not None else None
    if here is None or not isinstance(here.claim, Claim):
        return []
    found = simplest(here.setting, here.claim)
    lines = []
    if found.left is not None:
        same = " (so is the right side)" if found.difference == num(0) else ""
        lines.append(f"simplest  {terms.term(tidied(found.left))} is the left side{same}")
    if found.difference is not None and found.difference != num(0):
        lines.append(f"{'':<9} {terms.term(tidied(found.difference))} is left minus right")
    return lines


def explanation(report: Report, judged: Judged, paint: Painter) -> str:
    """How a step was read, what it rests on, what proved or refuted it."""
    one = checked(judged)
    span = one.span
    lines = [
        f"{span.file or report.source}:{span.line}:{span.column}: {paint(one.verdict, one.verdict)}",
        f"written   {one.formula}",
    ]
    if isinstance(judged.step, Step):
        read = judged.step.formula
        lines.append(f"read as   {terms.term(read.lhs)} {terms.RELATION_LATEX[read.relation]} {terms.term(read.rhs)}")
        lines.append(f"stands as {judged.step.standing}{' (by use)' if judged.step.by_use else ''}")
        lines += _declarations(report, read.lhs, read.rhs)
        if judged.step.justification:
            lines.append(f"because   {judged.step.justification} (as the author says)")
    return "\n".join(lines + _grounds(judged.verdict, "; ".join(details(one))))


def _declarations(report: Report, *sides: Term) -> list[str]:
    names = frozenset[str]().union(*(free_names(side) for side in sides))
    used = [d for d in report.declarations if d.name in names]
    return [
        f"{'where' if number == 0 else '':<9} {d.name}: {d.sort} ({d.how}{f', line {d.line}' if d.line else ''})"
        for number, d in enumerate(used)
    ]


def _grounds(verdict: Verdict, said: str) -> list[str]:
    match verdict:
        case Proved(method, assumptions, trusting, numeric, remark, opaque=opaque):
            rows = {
                "proved by": ", ".join(method),
                "assuming": ", ".join(assumptions),
                "trusting": ", ".join(trusting),
                "opaque": ", ".join(opaque),
                "remark": remark,
                "numerics": _numeric(numeric),
            }
        case Refuted(numeric=numeric):
            rows = {"refuted": said, "numerics": _numeric(numeric)}
        case _:
            rows = {"verdict": said}
    return [f"{label:<9} {text}" for label, text in rows.items() if text]


def _numeric(numeric: Numeric | None) -> str:
    return numeric_text(numeric) if numeric is not None else ""
