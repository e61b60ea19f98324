"""What was found on a page, as plain data for those who use `hence`: every output is made from it.

The values hold strings, numbers and places, no terms and no proofs: they are small, they travel between processes,
and `to_json` loses nothing of them.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Literal, TypeAlias, get_args

from hence.language.chains import wholes
from hence.language.derivation import Step, Unread
from hence.language.records import dataclass
from hence.language.terms import NOWHERE, Span
from hence.language.verdicts import (
    STOPPED,
    Assumed,
    Declared,
    Diagnostic,
    Judged,
    NotRead,
    Numeric,
    Proved,
    Refuted,
    Supported,
    Unknown,
    Value,
    Verdict,
    settled,
)
from hence.language.verdicts import Report as Found
from hence.latex_out import terms
from hence.wording import named as in_words_only
from hence.wording import plain

VerdictName: TypeAlias = Literal["proved", "refuted", "supported", "assumed", "unknown", "unread"]
VERDICTS: tuple[VerdictName, ...] = get_args(VerdictName)
PLAIN_SIGNS = frozenset(("=", "<", ">", "<=", ">=", "!="))
Json = dict[str, Any]


@dataclass(frozen=True)
class Edit:
    """Text to put in place of a region of the source."""

    span: Span
    text: str


def _span_json(span: Span) -> Json:
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def _span(data: Json) -> Span:
    line, column, end_line, end_column = (int(data[n]) for n in ("line", "column", "end_line", "end_column"))
    return Span(line, column, end_line, end_column)


@dataclass(frozen=True)
class Hint:
    """A formula that is proved in place of a refuted step; `edit` says in words what was changed."""

    lhs: str
    relation: str
    rhs: str
    edit: str
    assumptions: tuple[str, ...] = ()  # that its proof rests on
    where: Span = NOWHERE  # the part of the step that the edit is about
    edits: tuple[Edit, ...] = ()  # of the source: with them the page says what was proved

    def to_json(self) -> Json:
        return {
            "lhs": self.lhs,
            "relation": self.relation,
            "rhs": self.rhs,
            "edit": self.edit,
            "assumptions": list(self.assumptions),
            "where": _span_json(self.where),
            "edits": [{**_span_json(edit.span), "text": edit.text} for edit in self.edits],
        }

    @classmethod
    def from_json(cls, data: Json) -> Hint:
        edits = tuple(Edit(_span(edit), str(edit["text"])) for edit in data["edits"])
        lhs, relation, rhs, edit = (str(data[name]) for name in ("lhs", "relation", "rhs", "edit"))
        return cls(lhs, relation, rhs, edit, tuple(data["assumptions"]), _span(data["where"]), edits)


@dataclass(frozen=True)
class Counterexample:
    """Values at which the two sides of a step differ, and what certifies that they do."""

    at: Mapping[str, Value]
    left: str
    right: str
    certified_by: str
    seed: int


@dataclass(frozen=True)
class CheckedStep:
    """One step: where it stands, what it says, what was found of it and why.

    `span` covers the right side, lines and columns from 1, the end exclusive. `lhs`, `relation` and `rhs` are the
    step as it was written; a formula that could not be read is all in `lhs`, and its relation is empty.
    """

    span: Span
    chain: int
    lhs: str
    relation: str
    rhs: str
    verdict: VerdictName
    reason: str = ""
    help: str = ""  # what the author can do
    detail: str = ""  # the reason in the words of the part that gave it
    method: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    trusting: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
    numeric: Numeric | None = None
    hints: tuple[Hint, ...] = ()
    holds_if: str = ""  # of a refuted step: what it lacks
    where: Span = NOWHERE  # of an unread step: the part that is the trouble
    difference: str = ""  # of a refuted step without hints: left minus right in simplest form
    expected: str = ""  # the verdict that the author expects, where it is another one
    standing: str = ""
    justification: str = ""
    read: str = ""  # the formula as it was understood, in LaTeX
    by_use: bool = False  # a definition that no word announces
    internal: bool = False  # the checker contradicts itself: nothing on the page can be relied on
    opaque: tuple[str, ...] = ()  # parts that were not understood: a proof takes them as they stand

    @property
    def not_reached(self) -> bool:
        """Whether the check was stopped before it came to this step."""
        return self.detail == STOPPED.why

    @property
    def formula(self) -> str:
        """The step as it was written, on one line."""
        return " ".join(f"{self.lhs} {self.sign} {self.rhs}".split())

    @property
    def sign(self) -> str:
        """The relation as people write it."""
        return self.relation if self.relation in PLAIN_SIGNS else terms.RELATION_LATEX.get(self.relation, "")

    def to_json(self) -> Json:
        made: Json = {
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "chain": self.chain,
            "lhs": self.lhs,
            "relation": self.relation,
            "rhs": self.rhs,
            "justification": self.justification,
            "standing": self.standing,
            "read": self.read,
            "by_use": self.by_use,
            "verdict": self.verdict,
            "reason": self.reason,
            "help": self.help,
            "detail": self.detail,
            "method": list(self.method),
            "assumptions": list(self.assumptions),
            "trusting": list(self.trusting),
            "opaque": list(self.opaque),
            "counterexample": None,
            "numeric": numeric_json(self.numeric),
            "hints": [hint.to_json() for hint in self.hints],
            "where": _span_json(self.where),
            "difference": self.difference,
            "holds_if": self.holds_if,
            "expected": self.expected,
            "internal": self.internal,
        }
        if self.span.file:
            made["path"] = self.span.file  # of the file that the page reads in here
        if (found := self.counterexample) is not None:
            made.update(counterexample=_finite(found.at), left=found.left, right=found.right, seed=found.seed)
            made["certified_by"] = found.certified_by
        return made

    @classmethod
    def from_json(cls, data: Json) -> CheckedStep:
        """What `to_json` made. Raises KeyError, TypeError or ValueError for anything else."""
        line, column, end_line, end_column = (int(data[n]) for n in ("line", "column", "end_line", "end_column"))
        span = Span(line, column, end_line, end_column, str(data.get("path", "")))
        words = {name: str(data[name]) for name in _WORDS}
        example = None
        if data["counterexample"] is not None:
            left, right, by = (str(data[name]) for name in ("left", "right", "certified_by"))
            example = Counterexample(dict(data["counterexample"]), left, right, by, int(data["seed"]))
        return cls(
            span,
            int(data["chain"]),
            verdict=named(data["verdict"]),
            method=tuple(data["method"]),
            assumptions=tuple(data["assumptions"]),
            trusting=tuple(data["trusting"]),
            opaque=tuple(data["opaque"]),
            counterexample=example,
            numeric=_numeric(data["numeric"]),
            hints=tuple(Hint.from_json(hint) for hint in data["hints"]),
            where=_span(data["where"]),
            by_use=bool(data["by_use"]),
            internal=bool(data["internal"]),
            **words,
        )


_WORDS = "lhs relation rhs reason help detail difference holds_if expected standing justification read".split()


def _numeric(data: Json | None) -> Numeric | None:
    if data is None:
        return None
    tuples: Json = {name: tuple(data[name]) for name in ("dimensions", "interval") if name in data}
    made: Json = {**data, **tuples, "max_error": float(data["max_error"])}
    return Numeric(**made)


@dataclass(frozen=True)
class Chain:
    """What a chain with inequalities says altogether; an empty relation where it goes both ways."""

    chain: int
    line: int
    end_line: int
    lhs: str
    relation: str
    rhs: str
    verdict: VerdictName

    def to_json(self) -> Json:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Report:
    """A page: its steps in order, what was understood of its symbols, and warnings."""

    source: str
    steps: tuple[CheckedStep, ...]
    declarations: tuple[Declared, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    chains: tuple[Chain, ...] = ()
    text: str = field(default="", repr=False)  # of the page, for excerpts
    complete: bool = True  # False where the check was stopped: what was not decided is `unknown`

    @property
    def summary(self) -> dict[str, int]:
        """How many steps have each verdict; all six are there."""
        counts: dict[str, int] = dict.fromkeys(VERDICTS, 0)
        for step in self.steps:
            counts[step.verdict] += 1
        return counts

    @property
    def contradicts_itself(self) -> bool:
        """Whether a step was proved and has a counterexample: then nothing that was found can be relied on."""
        return any(step.internal for step in self.steps)

    def of(self, *verdicts: VerdictName) -> tuple[CheckedStep, ...]:
        """The steps with one of these verdicts."""
        return tuple(step for step in self.steps if step.verdict in verdicts)

    def at(self, line: int) -> tuple[CheckedStep, ...]:
        """The steps that stand on a line."""
        own = [step for step in self.steps if not step.span.file]
        return tuple(step for step in own if step.span.line <= line <= step.span.end_line)

    def to_json(self) -> Json:
        """As in `hence check --format json`, where it is one of the files."""
        return {
            "path": self.source,
            "declarations": [{"name": d.name, "sort": d.sort, "line": d.line, "how": d.how} for d in self.declarations],
            "steps": [step.to_json() for step in self.steps],
            "chains": [chain.to_json() for chain in self.chains],
            "warnings": [
                {"line": w.span.line, "column": w.span.column, "code": w.code, "message": w.message, "help": w.help}
                | ({"path": w.span.file} if w.span.file else {})
                for w in self.warnings
            ],
            "summary": self.summary,
            "complete": self.complete,
        }

    @classmethod
    def from_json(cls, data: Json, text: str = "") -> Report:
        """What `to_json` made. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            data["path"],
            tuple(CheckedStep.from_json(step) for step in data["steps"]),
            tuple(Declared(d["name"], d["sort"], d["line"], d["how"]) for d in data["declarations"]),
            tuple(_warning(w) for w in data["warnings"]),
            tuple(Chain(**chain) for chain in data["chains"]),
            text,
            bool(data["complete"]),
        )

    def __str__(self) -> str:
        """What `hence check` prints."""
        from hence.text_out import Painter, file  # noqa: PLC0415 (which writes reports, and so imports them)

        return file(self, Painter())

    def _repr_html_(self) -> str:
        """A table, for notebooks: beside each step what a terminal shows below it, below all what it ends with."""
        from hence.text_out import Painter, details, ending  # noqa: PLC0415

        rows = "".join(
            f"<tr><td>{s.span.line}</td><td>{s.verdict}</td><td><code>{html.escape(s.formula)}</code></td>"
            f"<td>{'<br>'.join(map(html.escape, details(s)))}</td></tr>"
            for s in self.steps
            if not s.not_reached
        )
        below = "".join(f"<p>{html.escape(line)}</p>" for line in ending(self, Painter()))
        head = "<tr><th>line</th><th>verdict</th><th>step</th><th>what there is to say</th></tr>"
        table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>" if rows else ""
        return table + below


def _warning(data: Json) -> Diagnostic:
    place = Span(data["line"], data["column"], data["line"], data["column"], data.get("path", ""))
    return Diagnostic(data["code"], place, data["message"], data["help"])


# From what was found ---------------------------------------------------------------------------------------


def report_of(found: Found, text: str = "", complete: bool = True) -> Report:
    """What was found of a page, as plain data."""
    return Report(
        found.source,
        tuple(checked(judged) for judged in found.steps),
        found.declarations,
        tuple(map(_in_words, found.warnings)),
        tuple(_chains(found.steps)),
        text,
        complete,
    )


def _in_words(warning: Diagnostic) -> Diagnostic:
    """What was left out, as a reason for people; other warnings are in words already."""
    if warning.code != "left-out":
        return warning
    said = plain(warning.message)
    return replace(warning, message=said.reason, help=said.help)


def _chains(steps: tuple[Judged, ...]) -> Iterable[Chain]:
    for w in wholes(steps):
        ends = w.first.lhs_text, w.relation, w.last.rhs_text
        yield Chain(w.first.chain, w.first.span.line, w.last.span.end_line, *ends, named(w.verdict))


def named(verdict: str) -> VerdictName:
    return next(name for name in VERDICTS if name == verdict)


def checked(judged: Judged) -> CheckedStep:
    item, verdict = judged.step, judged.verdict
    common = {"verdict": named(settled(judged)), **_reason(verdict), **_evidence(verdict)}
    if isinstance(item, Unread):
        return CheckedStep(item.span, item.chain, item.text, "", "", **common)
    assert isinstance(item, Step)
    read = item.formula
    return CheckedStep(
        item.span,
        item.chain,
        item.lhs_text,
        item.formula.relation,
        item.rhs_text,
        standing=item.standing,
        justification=item.justification,
        read=f"{terms.term(read.lhs)} {terms.RELATION_LATEX[read.relation]} {terms.term(read.rhs)}",
        by_use=item.by_use,
        **common,
    )


def _evidence(verdict: Verdict) -> Json:
    match verdict:
        case Proved(method, assumptions, trusting, numeric, opaque=opaque):
            made: Json = {"method": method, "assumptions": assumptions, "trusting": trusting, "numeric": numeric}
            return {**made, "opaque": opaque}
        case Refuted(at, left, right, certified_by, seed, hint, numeric):
            example = Counterexample(at, left, right, certified_by, seed)
            lacks = {"holds_if": in_words_only(hint)}
            return {"method": (certified_by,), "counterexample": example, "numeric": numeric, **lacks}
        case Supported(numeric, _):
            return {"numeric": numeric}
        case Unknown(internal=internal):
            return {"internal": internal}
        case NotRead(where=where):
            return {"where": where}
        case _:
            return {}


def _reason(verdict: Verdict) -> Json:
    """Why the verdict is what it is, in plain words, and what can be done; empty where there is nothing to add."""
    match verdict:
        case Proved(remark=remark):
            return {"reason": remark}
        case Refuted(hint=hint, left=left, right=right):
            return {"reason": f"left is {left}, right is {right}" + (f"; {in_words_only(hint)}" if hint else "")}
        case Supported(why_not_proved=why) | Unknown(why=why) | NotRead(message=why):
            said = plain(why)
            return {"reason": said.reason, "help": said.help, "detail": why}
        case Assumed(reason=why):
            return {"reason": in_words_only(why)}


def numeric_json(evidence: Numeric | None) -> Json | None:
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
