"""Points: what was found of a submission, weighed by the rubric and by what a person has decided.

The rules, in the order in which they matter:

1. Nothing costs a point but a false step, or a statement that is asked for and not there.
2. A mistake is charged once. Steps that carry it forward cost nothing. Where it makes a statement of the rubric wrong,
   the points of that statement are its price, and nothing is deducted besides; in a later question it costs nothing.
3. What could not be decided costs nothing by itself. It goes to a person, with the reason and the points at stake.
4. What a person has decided stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from hence.grade.overrides import Decision
from hence.grade.rubric import Question, Rubric, Show

Json = dict[str, Any]
Kind: TypeAlias = Literal["lost", "carried", "look", "decided", "shown"]
UNDECIDED = ("unknown", "unread")
UNREADABLE = "the submission could not be read"


@dataclass(frozen=True)
class Remark:
    """Something to be said of an answer; `look` is for a person. A line of 0 is the answer as a whole.

    `sheet` is the number of a file among `sheets`.
    """

    kind: Kind
    text: str
    sheet: int = 0
    line: int = 0
    points: float = 0.0
    formula: str = ""


@dataclass(frozen=True)
class Mark:
    """The points of an answer; `open` are those that a person may still change."""

    question: str
    points: float
    open: float = 0.0
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Mistake:
    """A false step that is charged to nobody else, and what would mend it."""

    question: str
    sheet: int
    line: int
    formula: str
    mend: str  # the change in words; empty where none is known
    instead: str
    reason: str


@dataclass(frozen=True)
class Grade:
    """All that is said of one student."""

    student: str
    path: str
    digest: str
    marks: tuple[Mark, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()
    carried: int = 0
    looks: tuple[tuple[str, Remark], ...] = ()  # for a person: the question, and why
    trouble: str = ""

    @property
    def points(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def open(self) -> float:
        return sum(mark.open for mark in self.marks)


@dataclass(frozen=True)
class _Found:
    """A step of a result, with the numbers of its page and of itself there."""

    page: int
    number: int
    sheet: int
    json: Json

    @property
    def line(self) -> int:
        line: int = self.json["line"]
        return line

    @property
    def formula(self) -> str:
        return " ".join(f"{self.json['lhs']} {self.json['relation']} {self.json['rhs']}".split())

    @property
    def is_mistake(self) -> bool:
        return self.json["verdict"] == "refuted" and self.json["carried"] is None


def sheets(result: Json) -> list[tuple[int, str]]:
    """The files of a submission in the order in which they are shown: each page, and behind it what it reads in."""
    found: dict[tuple[int, str], None] = {}
    for number, page in enumerate(result["pages"]):
        found[number, ""] = None
        found.update(((number, step["path"]), None) for step in page["steps"] if "path" in step)
    return list(found)


def graded(
    student: str, path: str, digest: str, result: Json, rubric: Rubric, decisions: Mapping[str, Decision]
) -> Grade:
    """The grade of a submission. Never fails."""
    known = sheets(result)
    steps = [
        _Found(p, n, known.index((p, step.get("path", ""))), step)
        for p, page in enumerate(result["pages"])
        for n, step in enumerate(page["steps"])
    ]
    troubles = [result["trouble"], *(page["trouble"] for page in result["pages"])]
    trouble = "; ".join(filter(None, troubles))
    marks = [_decided(_mark(q, result, steps, trouble), decisions.get(q.id), digest) for q in rubric.questions]
    counts = dict.fromkeys(("proved", "refuted", "supported", "assumed", *UNDECIDED), 0)
    for step in steps:
        counts[step.json["verdict"]] += 1
    settled = {q for q in decisions if any(m.question == q for m in marks)}
    looks = [*_troubles(troubles), *_looks_of_marks(marks, trouble), *_looks_of_steps(steps, settled)]
    return Grade(
        student,
        path,
        digest,
        tuple(marks),
        counts,
        tuple(_mistake(step) for step in steps if step.is_mistake),
        sum(step.json["carried"] is not None for step in steps),
        tuple(looks),
        trouble,
    )


def _mistake(step: _Found) -> Mistake:
    hints = step.json["hints"]
    mend, instead = (hints[0]["edit"], hints[0]["rhs"]) if hints else ("", "")
    return Mistake(step.json["question"], step.sheet, step.line, step.formula, mend, instead, step.json["reason"])


# One question --------------------------------------------------------------------------------------------


def _mark(question: Question, result: Json, steps: Sequence[_Found], trouble: str) -> Mark:
    found = result["questions"].get(question.id, {"start": None, "shows": []})
    own = [step for step in steps if step.json["question"] == question.id]
    if found["start"] is None:
        where = " or ".join(f'"{h}"' for h in question.headings) or f"\\label{{{question.label}}}"
        why = UNREADABLE if trouble else f"no answer was found: nothing is headed {where}"
        return Mark(question.id, 0.0, question.points, (Remark("look", why, points=question.points),))
    if not own:
        remark = Remark("look", "no formulas were found in this answer", points=question.points)
        return Mark(question.id, 0.0, question.points, (remark,))
    return _weighed(question, found["shows"], own, steps)


def _weighed(
    question: Question, answers: Sequence[Json | None], own: Sequence[_Found], steps: Sequence[_Found]
) -> Mark:
    remarks: list[Remark] = []
    paid: set[tuple[int, int]] = set()  # mistakes that cost the points of a statement
    for show, answer in zip(question.shows, answers, strict=True):
        remark, charged = _statement(show, answer, own, steps)
        remarks.append(remark)
        paid |= charged
    mistakes = [step for step in own if step.is_mistake]
    left = question.deduct_at_most
    for step in mistakes:
        price = 0.0 if (step.page, step.number) in paid else min(question.deduct, left)
        left -= price
        remarks.append(Remark("lost", _why_wrong(step), step.sheet, step.line, price, step.formula))
    remarks += _carried_remarks(own, steps)
    lost = sum(remark.points for remark in remarks if remark.kind == "lost")
    points = max(0.0, question.points - lost)
    undecided = sum(remark.points for remark in remarks if remark.kind == "look")
    return Mark(question.id, points, min(points, undecided), tuple(remarks))


def _statement(
    show: Show, answer: Json | None, own: Sequence[_Found], steps: Sequence[_Found]
) -> tuple[Remark, set[tuple[int, int]]]:
    """What a statement of the rubric earns, and which mistakes have paid for it."""
    if answer is None or answer["outcome"] == "missing":
        open_lines = [step.line for step in own if step.json["verdict"] in UNDECIDED]
        if open_lines:
            why = f"not found, but {_lines(open_lines)} not decided"
            return Remark("look", why, points=show.points, formula=show.statement), set()
        return Remark("lost", "the page does not state it", points=show.points, formula=show.statement), set()
    page, number = answer["page"], answer["step"]
    at = next(step for step in steps if (step.page, step.number) == (page, number))
    made = Remark("shown", answer["why"], at.sheet, at.line, show.points, show.statement)
    if answer["outcome"] == "shown":
        return made, set()
    if answer["outcome"] == "undecided":
        return replace(made, kind="look"), set()
    roots = {(page, _root(steps, page, mistake)) for mistake in answer["mistakes"]}
    here = {(step.page, step.number) for step in own}
    if not roots & here:
        return replace(made, kind="carried", text="right, given the mistake that was made before"), set()
    return replace(made, kind="lost"), roots & here


def _root(steps: Sequence[_Found], page: int, number: int) -> int:
    step = next(step for step in steps if (step.page, step.number) == (page, number))
    carried = step.json["carried"]
    return number if carried is None else int(carried)


def _why_wrong(step: _Found) -> str:
    hints = step.json["hints"]
    return f"{step.json['reason']}; right would be: {hints[0]['rhs']}" if hints else str(step.json["reason"])


def _carried_remarks(own: Sequence[_Found], steps: Sequence[_Found]) -> Iterator[Remark]:
    for step in own:
        if step.json["carried"] is not None:
            source = next(s for s in steps if (s.page, s.number) == (step.page, step.json["carried"]))
            why = f"carried forward from line {source.line}"
            yield Remark("carried", why, step.sheet, step.line, 0.0, step.formula)


def _lines(numbers: Sequence[int]) -> str:
    shown = sorted(set(numbers))
    more = " and others" if len(shown) > 3 else ""
    verb = "is" if len(shown) == 1 else "are"
    return f"line{'s' if len(shown) > 1 else ''} {', '.join(map(str, shown[:3]))}{more} {verb}"


# What a person decides -----------------------------------------------------------------------------------


def _decided(mark: Mark, decision: Decision | None, digest: str) -> Mark:
    if decision is None or decision.points is None:
        return mark
    kept = tuple(r for r in mark.remarks if r.kind != "look")
    remark = Remark("decided", decision.why or "decided by a person", points=decision.points)
    remarks = (remark, *kept)
    if decision.digest not in ("", digest):
        again = "decided for an earlier submission, which has changed since"
        remarks = (Remark("look", again, points=decision.points), *remarks)
    return Mark(mark.question, decision.points, 0.0, remarks)


def _troubles(troubles: Sequence[str]) -> Iterator[tuple[str, Remark]]:
    for trouble in filter(None, troubles):
        yield "", Remark("look", trouble)


def _looks_of_marks(marks: Sequence[Mark], trouble: str) -> Iterator[tuple[str, Remark]]:
    for mark in marks:
        for remark in mark.remarks:
            if remark.kind == "look" and not (trouble and remark.text == UNREADABLE):
                yield mark.question, remark


def _looks_of_steps(steps: Sequence[_Found], settled: set[str]) -> Iterator[tuple[str, Remark]]:
    for step in steps:
        question = step.json["question"]
        if step.json["verdict"] in UNDECIDED and question not in settled:
            said = f"{step.json['verdict']}: {step.json['reason']}"
            yield question, Remark("look", said, step.sheet, step.line, 0.0, step.formula)
