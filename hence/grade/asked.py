"""What the rubric asks, put on the page: what the assignment gives, and the statements that are looked for.

Both are read as parts of the page, so that letters mean there what they mean on the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from hence.grade.questions import Region
from hence.grade.rubric import Question, Show
from hence.grade.source import File
from hence.language.derivation import Formula, Step
from hence.latex_in import ParseError, ReadError, parse_relation_chain

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


def with_givens(texts: Mapping[str, str], givens: Sequence[tuple[Region, str]]) -> dict[str, str]:
    """The files with what is given behind the heading of each answer, all on that line: no other line moves."""
    lines = {name: text.split("\n") for name, text in texts.items()}
    for region, given in givens:
        rows, row = lines[region.start.file], region.start.line - 1
        column = max(0, region.column - 1)
        rows[row] = f"{rows[row][:column]} {on_one_line(given)} {rows[row][column:]}"
    return {name: "\n".join(rows) for name, rows in lines.items()}


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


@dataclass(frozen=True)
class _Asked:
    question: str
    number: int
    text: str
    region: Region


def wanted(
    questions: Sequence[Question], regions: Mapping[str, Region], number: int, file: File, texts: Mapping[str, str]
) -> list[Wanted]:
    """The statements of the questions that a page answers, read where their answers end. Never fails."""
    asked = [
        _Asked(q.id, k, variant, regions[q.id])
        for q in questions
        if q.id in regions and regions[q.id].start.page == number
        for k, show in enumerate(q.shows)
        for variant in variants(show.statement, q.names)
    ]
    if not asked:
        return []
    read_there = _read_in_place(asked, number, file, texts)
    found: dict[tuple[str, int], list[Formula]] = {}
    for position, one in enumerate(asked):
        formula = read_there.get(position) or _alone(one.text)
        found.setdefault((one.question, one.number), []).extend([formula] if formula is not None else [])
    return [Wanted(question, k, tuple(formulas)) for (question, k), formulas in found.items()]


def variants(statement: str, names: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    """A statement in every way to name its things, as it is written first."""
    tokens = _TOKEN.findall(statement)
    known = [(name, (name, *others)) for name, others in names if name in tokens]
    for chosen in islice(product(*(options for _, options in known)), MOST_VARIANTS):
        renamed = dict(zip((name for name, _ in known), chosen, strict=True))
        yield "".join(f"{{{renamed[t]}}}" if renamed.get(t, t) != t else t for t in tokens)


def _read_in_place(asked: Sequence[_Asked], number: int, file: File, texts: Mapping[str, str]) -> dict[int, Formula]:
    """Each statement as a display behind the answer to its question, by its position."""
    behind: dict[str, dict[int, list[int]]] = {}
    for position, one in enumerate(asked):
        end = one.region.end
        here = end is not None and end.page == number
        name = end.file if end is not None and here else ""
        row = end.line - 1 if end is not None and here else _last_row(texts[""])
        behind.setdefault(name, {}).setdefault(row, []).append(position)
    changed = dict(texts)
    places: dict[tuple[str, int], int] = {}
    for name, rows in behind.items():
        changed[name], lines = _with_displays(texts[name], rows, asked, file.page.markdown)
        places |= {(name, line): position for line, position in lines.items()}
    try:
        derivation = file.changed(changed).derivation()
    except ReadError:
        return {}
    steps = [(file.within(s.span.file), s) for s in derivation.steps if isinstance(s, Step)]
    return {places[name, step.span.line]: step.formula for name, step in steps if (name, step.span.line) in places}


def _last_row(text: str) -> int:
    lines = text.split("\n")
    return next((k for k, line in enumerate(lines) if _END.search(line)), len(lines))


def _with_displays(
    text: str, rows: Mapping[int, list[int]], asked: Sequence[_Asked], markdown: bool
) -> tuple[str, dict[int, int]]:
    """A text with displays in front of some rows; and from their lines to what they are."""
    lines = text.split("\n")
    made: list[str] = []
    places: dict[int, int] = {}
    opening, closing = ("$$", "$$") if markdown else (r"\[", r"\]")
    for row in range(len(lines) + 1):
        for position in rows.get(row, ()):
            made += ["", "Hence", f"{opening} {asked[position].text} {closing}", ""]
            places[len(made) - 1] = position  # the display is the line before the last, and lines count from 1
        made += lines[row : row + 1]
    return "\n".join(made), places


def _alone(statement: str) -> Formula | None:
    try:
        formulas = parse_relation_chain(statement)
    except ParseError:
        return None
    return formulas[0] if len(formulas) == 1 else None
