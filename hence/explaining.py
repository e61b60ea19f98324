"""How a step was read and decided, for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hence import json_out
from hence.argument import NORMAL_FORM, Move, argument
from hence.catalogue import entries, solve_entry
from hence.checks import check
from hence.checks.elaborate.kinds import LAYOUTS
from hence.checks.model import Claim
from hence.checks.observe import Observer, Place
from hence.checks.simplest import simplest
from hence.files import Unreadable, Wanted, named, read_page, text_of
from hence.hints import tidied
from hence.language.derivation import Derivation, Step
from hence.language.faults import Fault, guarded
from hence.language.rules import RULES
from hence.language.terms import Term, free_names, num
from hence.language.verdicts import Judged, Numeric, Proved, Refuted, Report, Supported, Unknown, Verdict
from hence.latex_in import read_text
from hence.latex_in.understanding import shown, understood
from hence.latex_out import terms
from hence.latex_out.evidence import numeric_text
from hence.latex_out.solution import layout
from hence.parts import Parts, parts
from hence.report import checked
from hence.text_out import Painter, details
from hence.tried import tried

WIDEST = 60  # characters of a form, so that the rules beside it stand in a column
NOTHING = "nothing, which"
FIRST = "<- the first part that differs"
IN_WORDS = {NORMAL_FORM: "multiplying out", "sympy": "SymPy"}


def explain_file(path: str, line: int | None, wanted: Wanted, as_json: bool, paint: Painter) -> str:
    """The steps of a file, or those on one line. Raises Unreadable, also where no step stands on the line."""
    seed, (text, _) = wanted.seed, text_of(path)
    found, places = with_places(read_page(path, text), seed, wanted.derivatives)
    chosen = on_line(found, line)
    said = [] if as_json else sentences(text, named(path), line)
    if not chosen and not said:
        raise nowhere(found, path, line)
    if as_json:
        return json_out.steps([checked(judged) for judged in chosen])
    explained = (explained_step(found, judged, places.get(id(judged.step)), seed, paint) for judged in chosen)
    return "\n\n".join(filter(None, (*explained, "\n".join(said))))


def on_line(found: Report, line: int | None) -> list[Judged]:
    """The steps of a page on a line, or all of them; not those of files that it reads in."""
    own = [j for j in found.steps if not j.step.span.file]
    return [j for j in own if line is None or j.step.span.line <= line <= j.step.span.end_line]


def nowhere(found: Report, name: str, line: int | None) -> Unreadable:
    """That no step stands on a line, and where there are some."""
    lines = sorted({j.step.span.line for j in on_line(found, None)})
    where = f"steps stand on lines {', '.join(map(str, lines))}" if lines else "the file has no steps"
    return Unreadable(f"{name}:{line}: no step stands on this line; {where}" if lines else f"{name}: {where}")


def with_places(derivation: Derivation, seed: int, derivatives: str = "as used") -> tuple[Report, dict[int, Place]]:
    """A page decided, and where its decided steps stand, by the identity of the step."""
    places: dict[int, Place] = {}

    def keep(place: Place) -> None:
        places[id(place.step)] = place

    layout = next((known for known in LAYOUTS if known == derivatives), None)
    return check(derivation, seed, Observer(refuted=keep, others=keep), layout), places


def sentences(text: str, path: str, line: int | None) -> list[str]:
    """How the sentences of a file, or those on one line, were understood, and their words that are not known."""
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
    uses = entries(entry.uses) if entry.uses else ()
    found = solve_entry(entry, uses, seed).report
    if as_json:
        return json_out.steps([checked(judged) for judged in found.steps])
    again, places = with_places(read_text(layout(entry, uses).argument, entry.id), seed)
    known = [places.get(id(judged.step)) for judged in again.steps]
    rows = zip(found.steps, known, strict=True)
    return "\n\n".join(explained_step(found, judged, place, seed, paint) for judged, place in rows)


def explained_step(report: Report, judged: Judged, place: Place | None, seed: int, paint: Painter) -> str:
    """How a step was read and decided, and the argument."""
    reasoned = guarded(lambda: _reasoned(judged, place, seed))
    return "\n".join(
        [explanation(report, judged, paint), *([reasoned.message] if isinstance(reasoned, Fault) else reasoned)]
    )


def _reasoned(judged: Judged, place: Place | None, seed: int) -> list[str]:
    """The argument of a proof, the parts of a refutation, or what was tried."""
    if place is None or not place.step.decided:
        return []
    match judged.verdict:
        case Proved() as proof:
            return _argument(place.step.formula.lhs, argument(place, proof))
        case Refuted() as refuted:
            return [*_parts(parts(place, refuted, seed)), *_simplest(place)]
        case Unknown(internal=False) | Supported():
            rows = tried(place, seed)
            return [f"{'tried' if n == 0 else '':<9} {way}: {why}" for n, (way, why) in enumerate(rows)]
        case _:
            return []


def _argument(left: Term, moves: Sequence[Move]) -> list[str]:
    """Form by form, with the rules of each move; below what the rules say, and what they need."""
    shown = [terms.RELATION_LATEX[move.relation] + " " + terms.term(move.term) for move in moves]
    width = min(max(map(len, shown)), WIDEST)
    lines = [f"{'argument':<9} {terms.term(left)}"]
    for move, form in zip(moves, shown, strict=True):
        given = f", if {', '.join(move.assumptions)}" if move.assumptions else ""
        lines.append(f"{'':<9} {form:<{width}}  by {', '.join(map(_named, move.method))}{given}")
    names = dict.fromkeys(name for move in moves for name in move.method)
    known = [RULES[name] for name in names if name in RULES]
    for number, rule in enumerate(known):
        needs = f", where {'; '.join(rule.needs)}" if rule.needs else ""
        lines.append(f"{'rules' if number == 0 else '':<9} {rule.name}: {rule.statement}{needs}")
    return lines


def _named(method: str) -> str:
    return IN_WORDS.get(method, method)


def _parts(found: Parts) -> list[str]:
    lines = ["the left side in simplest form, beside the right side:"] if found.simplified else []
    for number, pair in enumerate(found.pairs):
        mark = f"   {FIRST}" if number == len(found.pairs) - 1 and pair.differs else ""
        left, right = (NOTHING if side == num(0) else terms.term(side) for side in (pair.left, pair.right))
        same = f"{left} on both sides: {pair.left_value}"
        apart = f"{left} is {pair.left_value}, {right} is {pair.right_value}{mark}"
        lines.append(same if left == right and not pair.differs else apart)
    for side, values in (("left", found.left), ("right", found.right)):
        lines += [f"on the {side}, {terms.term(term)} is {value}" for term, value in values]
    return [f"{'parts' if number == 0 else '':<9} {line}" for number, line in enumerate(lines)]


def _simplest(place: Place) -> list[str]:
    """The left side in simplest form, and by what the right side differs from it, where an author would write them."""
    here = place.instead(place.step.formula)
    if not isinstance(here.claim, Claim):
        return []
    found = simplest(here.setting, here.claim)
    lines = []
    if found.left is not None:
        lines.append(f"simplest  {terms.term(tidied(found.left))} is the left side")
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
            sampled = numeric is not None and numeric.interval is not None  # which is said already
            rows = {"refuted": said, "numerics": "" if sampled else _numeric(numeric)}
        case _:
            rows = {"verdict": said}
    return [f"{label:<9} {text}" for label, text in rows.items() if text]


def _numeric(numeric: Numeric | None) -> str:
    return numeric_text(numeric) if numeric is not None else ""
