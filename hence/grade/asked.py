"""What the rubric asks, put on the page: what the assignment gives, and the statements that are looked for.

Both are read as parts of the page, so that letters mean there what they mean on the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from hence.grade.questions import Region
from hence.grade.rubric import Question, Show
from hence.language.derivation import Derivation, Formula, Heading, Step, flat
from hence.latex_in import ParseError, ReadError, parse_relation_chain

Read = Callable[[str], Derivation]
MOST_VARIANTS = 16  # ways to name the things of one statement
_TOKEN = re.compile(r"\\[A-Za-z]+|.", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%.*")
_END = re.compile(r"\\end\s*\{document\}")


def questions_of(asked: str) -> tuple[Question, ...]:
    """What a task carries of a rubric (`Rubric.demands`), as questions again; they are worth nothing."""
    return tuple(
        Question(
            q["id"],
            0.0,
            headings=tuple(q["headings"]),
            label=q["label"],
            given=q["given"],
            names=tuple((name, tuple(others)) for name, others in q["names"]),
            shows=tuple(Show(s["statement"], 0.0, s["form"]) for s in q["shows"]),
        )
        for q in json.loads(asked)
    )


# What the assignment gives -----------------------------------------------------------------------------


def with_givens(text: str, derivation: Derivation, givens: Sequence[tuple[int, str]]) -> str:
    """The page with what is given behind the heading on a line, all on that line: no other line moves."""
    lines = text.split("\n")
    headings = {i.span.line: i.span for i in flat(derivation.items) if isinstance(i, Heading)}
    for line, given in givens:
        span = headings.get(line)
        row, column = (span.end_line - 1, span.end_column - 1) if span is not None else (line - 1, 0)
        lines[row] = f"{lines[row][:column]} {on_one_line(given)} {lines[row][column:]}"
    return "\n".join(lines)


def on_one_line(given: str) -> str:
    joined = " ".join(_COMMENT.sub("", line).strip() for line in given.splitlines()).strip()
    return joined if joined.endswith((".", r"\]", "$$", "}")) else f"{joined}."


# Statements --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A statement in the words of a page: one formula for each way to name its things."""

    question: str
    number: int
    formulas: tuple[Formula, ...]


def wanted(
    questions: Sequence[Question], regions: dict[str, Region], file: int, text: str, markdown: bool, read: Read
) -> list[Wanted]:
    """The statements of the questions that a file answers, read where their answers end. Never fails."""
    asked = [
        (q.id, number, variant, regions[q.id])
        for q in questions
        if q.id in regions and regions[q.id].start[0] == file
        for number, show in enumerate(q.shows)
        for variant in variants(show.statement, q.names)
    ]
    if not asked:
        return []
    read_there = _read_in_place(asked, file, text, markdown, read)
    found: dict[tuple[str, int], list[Formula]] = {}
    for position, (question, number, variant, _) in enumerate(asked):
        formula = read_there.get(position) or _alone(variant)
        found.setdefault((question, number), []).extend([formula] if formula is not None else [])
    return [Wanted(question, number, tuple(formulas)) for (question, number), formulas in found.items()]


def variants(statement: str, names: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    """A statement in every way to name its things, as it is written first."""
    tokens = _TOKEN.findall(statement)
    known = [(name, (name, *others)) for name, others in names if name in tokens]
    for chosen in islice(product(*(options for _, options in known)), MOST_VARIANTS):
        renamed = dict(zip((name for name, _ in known), chosen, strict=True))
        yield "".join(f"{{{renamed[t]}}}" if renamed.get(t, t) != t else t for t in tokens)


def _read_in_place(
    asked: Sequence[tuple[str, int, str, Region]], file: int, text: str, markdown: bool, read: Read
) -> dict[int, Formula]:
    """Each statement as a display behind the answer to its question, by its position."""
    lines = text.split("\n")
    last = next((k for k, line in enumerate(lines) if _END.search(line)), len(lines))
    behind: dict[int, list[int]] = {}
    for position, (_, _, _, region) in enumerate(asked):
        end = region.end[1] - 1 if region.end[0] == file else last
        behind.setdefault(min(end, last), []).append(position)
    made: list[str] = []
    places: dict[int, int] = {}
    opening, closing = ("$$", "$$") if markdown else (r"\[", r"\]")
    for row in range(len(lines) + 1):
        for position in behind.get(row, ()):
            made += ["", "Hence", f"{opening} {asked[position][2]} {closing}", ""]
            places[len(made) - 1] = position  # the display is the line before the last, and lines count from 1
        made += lines[row : row + 1]
    try:
        derivation = read("\n".join(made))
    except ReadError:
        return {}
    steps = [s for s in derivation.steps if isinstance(s, Step)]
    return {places[s.span.line]: s.formula for s in steps if s.span.line in places}


def _alone(statement: str) -> Formula | None:
    try:
        formulas = parse_relation_chain(statement)
    except ParseError:
        return None
    return formulas[0] if len(formulas) == 1 else None
