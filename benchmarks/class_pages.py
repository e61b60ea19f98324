"""A synthetic class: submissions of some sixty steps, put together from pages that are right, with errors planted.

Every error is a mutant of a step that was proved where it stood: a sign, a factor, a transpose. What was planted is
known, so that what grading finds can be compared with it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hence.checks import check
from hence.language.derivation import Step
from hence.language.mutations import mutants
from hence.language.verdicts import Proved, Refuted
from hence.latex_in import read_text
from hence.latex_out import terms
from hence.latex_out.solution import layout

from hence.catalogue import entries

STEPS = 60  # of a submission, at least
ERRORS = 2  # that are planted in it, at most
BROKEN = 0.01  # of the files are no pages at all
SECTIONS = 40  # different answers that submissions are put together from
MOST_STEPS = 14  # of one answer


@dataclass(frozen=True)
class Slip:
    """A change of one right side: where it stands in the text of its section, and what stands there instead."""

    line: int
    column: int
    end_column: int
    instead: str


@dataclass(frozen=True)
class Section:
    """An answer in which every step is proved or given, and what may be done to it."""

    title: str
    text: str
    steps: int
    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class Handed:
    """A submission, and the lines on which errors were planted."""

    name: str
    text: str
    planted: tuple[int, ...]
    steps: int


def sections(count: int = SECTIONS, seed: int = 0) -> list[Section]:
    """Answers from the catalogue, whose steps are checked here once."""
    found: list[Section] = []
    chosen = list(entries())
    random.Random(seed).shuffle(chosen)
    for entry in chosen:
        if len(found) == count:
            break
        text = layout(entry, entries(entry.uses) if entry.uses else ()).argument
        made = _section(entry.id, text, seed)
        if made is not None:
            found.append(made)
    return found


def _section(title: str, text: str, seed: int) -> Section | None:
    derivation = read_text(text, title)
    if not 3 <= len(derivation.steps) <= MOST_STEPS:
        return None
    report = check(derivation, seed)
    if any(isinstance(judged.verdict, Refuted) for judged in report.steps):
        return None  # a false statement that is quoted
    slips = []
    for judged in report.steps:
        step, span = judged.step, judged.step.span
        if isinstance(judged.verdict, Proved) and isinstance(step, Step) and span.line == span.end_line:
            changed = [
                m for m in mutants(step.formula) if m.kind in ("sign", "coefficient", "drop summand", "transpose")
            ]
            slips += [
                Slip(span.line, span.column, span.end_column, terms.term(m.formula.rhs))
                for m in changed[:3]
                if m.formula.relation == step.formula.relation
            ]
    return Section(title, text, len(report.steps), tuple(slips)) if slips else None


def submissions(count: int, made_of: Sequence[Section], seed: int = 0) -> list[Handed]:
    """A class of so many; the same for the same seed."""
    chance = random.Random(seed)
    return [_submission(f"student-{number:04}", made_of, chance) for number in range(count)]


def _submission(name: str, made_of: Sequence[Section], chance: random.Random) -> Handed:
    if chance.random() < BROKEN:
        return Handed(name, "\x00\x01 this is no page", (), 0)
    order = chance.sample(list(made_of), len(made_of))
    lines: list[str] = []
    planted: list[int] = []
    steps = 0
    for number, section in enumerate(order, 1):
        lines += [rf"\section{{Question {number}}}", f"% {name} on {section.title}"]
        rows = section.text.split("\n")
        if len(planted) < ERRORS and chance.random() < 0.5:
            slip = chance.choice(section.slips)
            row = rows[slip.line - 1]
            rows[slip.line - 1] = row[: slip.column - 1] + slip.instead + row[slip.end_column - 1 :]
            planted.append(len(lines) + slip.line)
        lines += [*rows, ""]
        steps += section.steps
        if steps >= STEPS:
            break
    return Handed(name, "\n".join(lines), tuple(planted), steps)


def written(handed: Sequence[Handed], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in handed:
        (folder / f"{one.name}.tex").write_text(one.text, encoding="utf-8")
