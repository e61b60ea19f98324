"""What there is to say of a page and its steps, as plain data that travels between processes.

The browser makes HTML of it, the language server Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from hence.language.derivation import Derivation, Heading, Step, Unread, flat
from hence.language.instances import value_text
from hence.language.terms import Span, free_names
from hence.language.verdicts import Diagnostic, Value
from hence.latex_in.page.inputs import assembled
from hence.latex_out import terms
from hence.latex_out.evidence import numeric_text
from hence.report import CheckedStep, Report
from hence.report import Hint as Found

Json = dict[str, Any]
_SIGN = re.compile(
    r"(?P<sign>[=<>]|\\(?:le|leq|leqslant|ge|geq|geqslant|ne|neq|lt|gt|approx|equiv)(?![A-Za-z]))\s*&?\s*$"
)


@dataclass(frozen=True)
class Place:
    """A region of the text; lines and columns count from 1, in characters, the end is exclusive.

    `file` names the file where that is not the page itself, but one that it reads in, as seen from its folder.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    file: str = ""


@dataclass(frozen=True)
class Symbol:
    """What a name was taken for, and why."""

    name: str
    sort: str
    how: str
    line: int


@dataclass(frozen=True)
class Edit:
    """A text to put in the place of another."""

    place: Place
    text: str


@dataclass(frozen=True)
class Hint:
    """A formula that is proved in place of a step, and the edits that put it there, where that is known."""

    message: str
    formula: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class StepView:
    """A step as it is shown. Formulas are LaTeX; lists are in the order in which they are to be read."""

    place: Place
    chain: int
    verdict: str
    written: str
    read: str = ""
    standing: str = ""
    where: tuple[Symbol, ...] = ()
    because: str = ""
    moves: tuple[str, ...] = ()
    assuming: tuple[str, ...] = ()
    trusting: tuple[str, ...] = ()
    at: tuple[tuple[str, Value], ...] = ()
    left: str = ""
    right: str = ""
    certified: str = ""
    why: str = ""
    help: str = ""  # what the author can do
    numerics: str = ""
    hints: tuple[Hint, ...] = ()
    internal: bool = False  # the checker contradicts itself
    denied: bool = False  # the page says that it is false: then `proved` means that this is so


@dataclass(frozen=True)
class Notice:
    """Something about the page that is no verdict on a step."""

    place: Place
    message: str
    help: str = ""
    fault: bool = False  # the page could not be read from here on


@dataclass(frozen=True)
class Title:
    """A heading: what stands behind it, up to the next, is its part."""

    text: str
    place: Place


@dataclass(frozen=True)
class PageView:
    """Everything about a page, in its order."""

    name: str
    steps: tuple[StepView, ...]
    notices: tuple[Notice, ...]
    summary: Mapping[str, int]
    titles: tuple[Title, ...] = ()
    inputs: Mapping[str, int] = field(default_factory=dict)  # files that it reads in, with the lines that ask for them

    @property
    def fault(self) -> str:
        """Where and why the page could not be read; empty where it could."""
        found = [f"{n.place.line}:{n.place.column}: {n.message}" for n in self.notices if n.fault]
        return "; ".join(f.removeprefix("0:0:") for f in found)

    @property
    def contradicts_itself(self) -> bool:
        """Whether a step was proved and has a counterexample: then nothing that was found can be relied on."""
        return any(step.internal for step in self.steps)

    def as_json(self) -> Json:
        return asdict(self)


def page_from(data: Json) -> PageView:
    """A page as it came from another process."""
    return PageView(
        data["name"],
        tuple(_step_from(step) for step in data["steps"]),
        tuple(Notice(**{**n, "place": Place(**n["place"])}) for n in data["notices"]),
        data["summary"],
        tuple(Title(title["text"], Place(**title["place"])) for title in data["titles"]),
        data.get("inputs", {}),
    )


def _step_from(data: Json) -> StepView:
    hints = tuple(Hint(h["message"], h["formula"], tuple(map(_edit_from, h["edits"]))) for h in data["hints"])
    made = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    made |= {"place": Place(**data["place"]), "where": tuple(Symbol(**s) for s in data["where"]), "hints": hints}
    return StepView(**made | {"at": tuple((name, value) for name, value in data["at"])})


def _edit_from(data: Json) -> Edit:
    return Edit(Place(**data["place"]), data["text"])


# From a report -----------------------------------------------------------------------------------


def view(report: Report, derivation: Derivation, path: Path | None = None) -> PageView:
    """What is shown of a report on a page that was read so, from the file at `path` if it is one. Never fails."""
    folder = path.parent if path is not None else None
    read = {(step.span, step.chain): step for step in derivation.steps}
    lines = report.text.split("\n")
    steps = tuple(_step(report, step, read.get((step.span, step.chain)), lines, folder) for step in report.steps)
    summary: dict[str, int] = {str(name): count for name, count in report.summary.items()}
    notices = tuple(_notice(warning, folder) for warning in report.warnings)
    asked = assembled(report.text, report.source, path).source.files
    inputs = {seen_from(folder, file): line for file, line in asked.items()}
    return PageView(report.source, steps, notices, summary, _titles(derivation), inputs)


def _titles(derivation: Derivation) -> tuple[Title, ...]:
    """The headings of a page."""
    found = [item for item in flat(derivation.items) if isinstance(item, Heading) and not item.span.file]
    return tuple(Title(heading.title, _place(heading.span)) for heading in found)


def unreadable(name: str, span: Span, message: str) -> PageView:
    """A page of which nothing could be read: its one notice says where and why."""
    return PageView(name, (), (Notice(_place(span), message, fault=True),), {})


def _place(span: Span, folder: Path | None = None) -> Place:
    return Place(span.line, span.column, span.end_line, span.end_column, seen_from(folder, span.file))


def seen_from(folder: Path | None, file: str) -> str:
    """A file that a page reads in, as it is called in the folder of the page."""
    inside = file and folder is not None and Path(file).is_relative_to(folder)
    return Path(file).relative_to(folder or "").as_posix() if inside else file


def _notice(diagnostic: Diagnostic, folder: Path | None) -> Notice:
    return Notice(_place(diagnostic.span, folder), diagnostic.message, diagnostic.help)


def _step(
    report: Report, step: CheckedStep, read: Step | Unread | None, lines: list[str], folder: Path | None
) -> StepView:
    written = _formula(step.lhs, step.relation, step.rhs)
    made = StepView(
        _place(step.span, folder), step.chain, step.verdict, written, internal=step.internal, **_grounds(step)
    )
    if not isinstance(read, Step):
        return made
    formula = read.formula
    return replace(
        made,
        read=_formula(terms.term(formula.lhs), formula.relation, terms.term(formula.rhs)),
        standing=_standing(read),
        denied=read.denied,
        where=_symbols(report, read),
        because=step.justification,
        hints=tuple(_hint(hint, read, lines) for hint in step.hints),
    )


def _formula(lhs: str, relation: str, rhs: str) -> str:
    return f"{lhs} {terms.RELATION_LATEX[relation]} {rhs}" if relation else lhs


def _standing(step: Step) -> str:
    if step.denied:
        return "called false by its author"
    return f"{step.standing}, by its use" if step.by_use else step.standing


def _symbols(report: Report, step: Step) -> tuple[Symbol, ...]:
    names = free_names(step.formula.lhs) | free_names(step.formula.rhs)
    return tuple(Symbol(d.name, d.sort, d.how, d.line) for d in report.declarations if d.name in names)


def _grounds(step: CheckedStep) -> Json:
    """What the verdict rests on."""
    numerics = numeric_text(step.numeric) if step.numeric is not None else ""
    if (found := step.counterexample) is None:
        why = f"not proved: {step.reason}" if step.verdict == "supported" else step.reason
        moves = {"moves": step.method, "assuming": step.assumptions, "trusting": step.trusting}
        return {**moves, "why": why, "help": step.help, "numerics": numerics}
    differ = f"left minus right is ${step.difference}$" if step.difference else ""
    return {
        "at": _parts(found.at),
        "left": found.left,
        "right": found.right,
        "certified": f"{found.certified_by}; seed {found.seed}",
        "why": "; ".join(filter(None, (step.holds_if, differ))),
        "help": step.help,
        "numerics": numerics if step.numeric is not None and step.numeric.interval else "",
    }


def _hint(found: Found, step: Step, lines: list[str]) -> Hint:
    """A formula that is proved in place of the step, and what to put where."""
    rested = f", assuming {', '.join(found.assumptions)}" if found.assumptions else ""
    formula = _formula(found.lhs, found.relation, found.rhs)
    edits = [Edit(_place(step.formula.rhs.span), found.rhs)]
    if found.lhs != step.lhs_text:
        edits.append(Edit(_place(step.formula.lhs.span), found.lhs))
    if found.relation != step.formula.relation:
        sign = _sign_before(edits[0].place, lines)
        edits = [*edits, Edit(sign, terms.RELATION_LATEX[found.relation])] if sign is not None else []
    return Hint(f"{found.edit}{rested}", formula, tuple(edits))


def _sign_before(right: Place, lines: list[str]) -> Place | None:
    """The relation just before the right side: only there is it certain that it is the one of the step."""
    found = _SIGN.search(lines[right.line - 1][: right.column - 1])
    return Place(right.line, found.start("sign") + 1, right.line, found.end("sign") + 1) if found else None


def _parts(counterexample: Mapping[str, Value]) -> Sequence[tuple[str, Value]]:
    return tuple((name, _finite(at)) for name, at in counterexample.items())


def _finite(at: Value) -> Value:
    """JSON has no infinities: they are written as words, and so is what is longer than a number."""
    match at:
        case list():
            return [_finite(inner) for inner in at]
        case float():
            return value_text(at)
        case str():
            return at.removeprefix("= ")
        case _:
            return at
