"""Synthetic classes: problem sheets of some sixty steps, put together from answers that are right, and submissions:
each is one of these sheets with errors planted. Students answer the questions of their sheet in its order.

Every error is a mutant of a step that was proved where it stood: a sign, a factor, a transpose. What was planted is
known, so that what grading finds can be compared with it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from hence.checks import check
from hence.language.derivation import Step
from hence.language.mutations import mutants
from hence.language.verdicts import Judged, Proved, Refuted
from hence.latex_in import read_text
from hence.latex_out import terms
from hence.latex_out.solution import layout

from benchmarks.oracle import ROOT
from hence.catalogue import entries

STEPS = 60  # of a submission, at least
ERRORS = 2  # that are planted in it, at most
BROKEN = 0.01  # of the files are no pages at all
SHEETS = 5  # courses, each with a sheet of its own
MOST_STEPS = 14  # of one answer
DOCUMENTS = ROOT / "tests" / "documents"
WHOLE = (r"\begin{document}", r"\newcommand", r"\def", r"\section")  # no answer, but a document of its own


@dataclass(frozen=True)
class Slip:
    """A change of one right side: where it stands in the text of its section, and what stands there instead.

    The row that goes on from it, `next_line`, is made false as well: in `a = b = c` with another b both steps are
    wrong. It is 0 where there is none, or where it stands on the same line.
    """

    line: int
    column: int
    end_column: int
    instead: str
    next_line: int = 0


@dataclass(frozen=True)
class Section:
    """An answer in which every step is proved or given, and what may be done to it."""

    title: str
    text: str
    steps: int
    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class Handed:
    """A submission, and the lines on which errors were planted, each with the line that goes on from there, or 0."""

    name: str
    text: str
    planted: Mapping[int, int]
    steps: int


def sheets(count: int = SHEETS, seed: int = 0) -> list[tuple[Section, ...]]:
    """Sheets of answers from the catalogue and from `tests/documents`, whose steps are checked here once."""
    answers, made = _answers(seed), list[tuple[Section, ...]]()
    while len(made) < count:
        sheet: list[Section] = []
        while sum(section.steps for section in sheet) < STEPS:
            sheet.append(next(answers))
        made.append(tuple(sheet))
    return made


def _answers(seed: int) -> Iterator[Section]:
    pages = [(e.id, layout(e, entries(e.uses) if e.uses else ()).argument) for e in entries()]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DOCUMENTS.glob("*.tex"))}
    pages += [(name, text) for name, text in texts.items() if not any(word in text for word in WHOLE)]
    random.Random(seed).shuffle(pages)
    for title, text in pages:
        made = _section(title, text, seed)
        if made is not None:
            yield made


def _section(title: str, text: str, seed: int) -> Section | None:
    derivation = read_text(text, title)
    if not 3 <= len(derivation.steps) <= MOST_STEPS:
        return None
    report = check(derivation, seed)
    if any(isinstance(judged.verdict, Refuted) for judged in report.steps):
        return None  # a false statement that is quoted
    slips = []
    for judged, behind in zip_longest(report.steps, report.steps[1:]):
        step, span = judged.step, judged.step.span
        if isinstance(judged.verdict, Proved) and isinstance(step, Step) and span.line == span.end_line:
            changed = [
                m for m in mutants(step.formula) if m.kind in ("sign", "coefficient", "drop summand", "transpose")
            ]
            slips += [
                Slip(span.line, span.column, span.end_column, terms.term(m.formula.rhs), _next_line(step, behind))
                for m in changed[:3]
                if m.formula.relation == step.formula.relation
            ]
    return Section(title, text, len(report.steps), tuple(slips)) if slips else None


def _next_line(step: Step, behind: Judged | None) -> int:
    """The line of the step that begins where this one ends, if that is another one; else 0."""
    other = behind.step if behind is not None else None
    goes_on = isinstance(other, Step) and other.chain == step.chain and other.formula.lhs == step.formula.rhs
    return other.span.line if goes_on and other is not None and other.span.line != step.span.line else 0


def submissions(count: int, of: Sequence[Sequence[Section]], seed: int = 0) -> list[Handed]:
    """So many students, of each course as many; the same for the same seed."""
    chance = random.Random(seed)
    return [_submission(f"student-{number:04}", of[number % len(of)], chance) for number in range(count)]


def _submission(name: str, sheet: Sequence[Section], chance: random.Random) -> Handed:
    if chance.random() < BROKEN:
        return Handed(name, "\x00\x01 this is no page", {}, 0)
    wrong = set(chance.sample(range(len(sheet)), min(len(sheet), chance.randint(0, ERRORS))))
    lines: list[str] = []
    planted: dict[int, int] = {}
    steps = 0
    for number, section in enumerate(sheet):
        lines += [rf"\section{{Question {number + 1}}}", f"% {name} on {section.title}"]
        rows = section.text.split("\n")
        if number in wrong:
            slip = chance.choice(section.slips)
            row = rows[slip.line - 1]
            rows[slip.line - 1] = row[: slip.column - 1] + slip.instead + row[slip.end_column - 1 :]
            planted[len(lines) + slip.line] = len(lines) + slip.next_line if slip.next_line else 0
        lines += [*rows, ""]
        steps += section.steps
    return Handed(name, "\n".join(lines), planted, steps)


def written(handed: Sequence[Handed], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in handed:
        (folder / f"{one.name}.tex").write_text(one.text, encoding="utf-8")
