"""The rubric: which questions there are, what each is worth, and what a page must show. Read from TOML, and validated.

Every fault is found at once, and named by line and key; a rubric with one fault grades nobody.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import math
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from hence.grade import toml_lines
from hence.grade.trouble import GradeTrouble

Form: TypeAlias = Literal["equal", "exact"]
FORMS: tuple[Form, ...] = ("equal", "exact")
TOP_KEYS = frozenset(("title", "deduct", "given", "names", "question"))
QUESTION_KEYS = frozenset(
    ("id", "title", "heading", "label", "points", "deduct", "deduct_at_most", "given", "names", "show")
)
SHOW_KEYS = frozenset(("statement", "points", "form"))
RESERVED = frozenset(("student", "points", "open", "status", "note", "submission"))  # columns of the grade book


class RubricError(GradeTrouble):
    """A rubric that cannot be used; the message has a line for each fault."""


@dataclass(frozen=True)
class Show:
    """A statement that the page must establish. `exact`: in this form, not only something equal to it."""

    statement: str
    points: float
    form: Form = "equal"


@dataclass(frozen=True)
class Question:
    """Where an answer stands, what it is worth, and what it must show.

    `given` is what the assignment says, which an answer need not repeat. `names` lists what else an answer may call a
    thing: {"w": ("\\theta",)}. What `points` has above those of the statements is for steps without mistakes.
    """

    id: str
    points: float
    title: str = ""
    headings: tuple[str, ...] = ()
    label: str = ""
    deduct: float = 1.0
    deduct_at_most: float = math.inf
    given: str = ""
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    shows: tuple[Show, ...] = ()

    @property
    def points_for_steps(self) -> float:
        return self.points - sum(show.points for show in self.shows)


@dataclass(frozen=True)
class Rubric:
    questions: tuple[Question, ...]
    title: str = ""
    text: str = field(default="", repr=False, compare=False)

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def demands(self) -> str:
        """What of the rubric a check depends on: not the points, so that other points need no new check."""
        kept = [
            {
                "id": q.id,
                "headings": q.headings,
                "label": q.label,
                "given": q.given,
                "names": q.names,
                "shows": [{"statement": s.statement, "form": s.form} for s in q.shows],
            }
            for q in self.questions
        ]
        return json.dumps(kept, sort_keys=True, ensure_ascii=False)

    @property
    def digest(self) -> str:
        whole = json.dumps([asdict(q) for q in self.questions], sort_keys=True)
        return hashlib.sha256(whole.encode()).hexdigest()


NO_RUBRIC = Rubric(())


def read_rubric(path: Path) -> Rubric:
    """Raises RubricError where the file is missing, no TOML, or not a rubric."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RubricError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RubricError(f"{path}: not UTF-8 text (byte {error.start})") from error
    return parse_rubric(text, str(path))


def parse_rubric(text: str, name: str = "rubric.toml") -> Rubric:
    """Raises RubricError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RubricError(f"{name}: not TOML: {error}") from error
    reading = _Reading(toml_lines.lines_of(text))
    rubric = reading.rubric(table, text)
    if reading.faults:
        raise RubricError("\n".join(f"{name}:{line}: {message}" for line, message in sorted(reading.faults)))
    return rubric


@dataclass
class _Reading:
    """A rubric being read; faults are collected, so that all of them can be said."""

    lines: dict[toml_lines.Path, int]
    faults: list[tuple[int, str]] = field(default_factory=list)

    def fault(self, path: toml_lines.Path, message: str) -> None:
        self.faults.append((toml_lines.nearest(self.lines, path), message))

    def rubric(self, table: dict[str, Any], text: str) -> Rubric:
        self.known((), table, TOP_KEYS)
        found = table.get("question", [])
        if not isinstance(found, list) or not all(isinstance(q, dict) for q in found):
            self.fault(("question",), "`question` must be a list of tables, each beginning with [[question]]")
            found = []
        elif not found:
            self.fault((), "no questions: a rubric needs at least one [[question]]")
        questions = [self.question(("question", k), q, table) for k, q in enumerate(found)]
        seen: dict[str, int] = {}
        for k, question in enumerate(questions):
            if question.id in seen:
                self.fault(("question", k, "id"), f"there are two questions `{question.id}`")
            seen[question.id] = k
        return Rubric(tuple(questions), self.text((), table, "title"), text)

    def question(self, path: toml_lines.Path, table: dict[str, Any], top: dict[str, Any]) -> Question:
        self.known(path, table, QUESTION_KEYS)
        identity = self.text(path, table, "id")
        if not identity:
            self.fault(path, "a question has no `id`")
        elif identity in RESERVED:
            self.fault((*path, "id"), f"`{identity}` is a column of the grade book: choose another `id`")
        headings = self.texts(path, table, "heading")
        label = self.text(path, table, "label")
        if not headings and not label:
            self.fault(path, f"question {identity}: say where it stands, by `heading` or by `label`")
        shows = self.shows((*path, "show"), table, identity)
        points = self.number(path, table, "points")
        if sum(s.points for s in shows) > points:
            worth = f"its statements are worth {sum(s.points for s in shows):g}, the question only {points:g}"
            self.fault((*path, "points"), f"question {identity}: {worth}")
        return Question(
            identity,
            points,
            self.text(path, table, "title"),
            headings,
            label,
            self.number(path, table, "deduct", self.number((), top, "deduct", 1.0)),
            self.number(path, table, "deduct_at_most", math.inf),
            "\n\n".join(filter(None, (self.text((), top, "given"), self.text(path, table, "given")))),
            tuple({**self.names((), top), **self.names(path, table)}.items()),
            shows,
        )

    def shows(self, path: toml_lines.Path, question: dict[str, Any], identity: str) -> tuple[Show, ...]:
        found = question.get("show", [])
        if not isinstance(found, list) or not all(isinstance(s, dict) for s in found):
            self.fault(path, f"question {identity}: `show` must be a list of tables, each [[question.show]]")
            return ()
        return tuple(self.show((*path, k), table, identity) for k, table in enumerate(found))

    def show(self, path: toml_lines.Path, table: dict[str, Any], identity: str) -> Show:
        self.known(path, table, SHOW_KEYS)
        statement = self.text(path, table, "statement").strip().strip("$").strip()
        problem = _problem_with(statement)
        if problem:
            self.fault((*path, "statement"), f"question {identity}: `statement` {problem}")
        form = table.get("form", "equal")
        if form not in FORMS:
            self.fault((*path, "form"), f'question {identity}: `form` is "equal" or "exact", not {form!r}')
        return Show(statement, self.number(path, table, "points"), "exact" if form == "exact" else "equal")

    # single values

    def known(self, path: toml_lines.Path, table: dict[str, Any], keys: Iterable[str]) -> None:
        for key in table:
            if key not in keys:
                close = difflib.get_close_matches(key, keys, 1)
                other = f"did you mean `{close[0]}`?" if close else f"known are {', '.join(sorted(keys))}"
                self.fault((*path, key), f"`{key}` is no key here; {other}")

    def text(self, path: toml_lines.Path, table: dict[str, Any], key: str) -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            self.fault((*path, key), f"`{key}` must be text in quotes, not {value!r}")
            return ""
        return value

    def texts(self, path: toml_lines.Path, table: dict[str, Any], key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(v, str) and v.strip() for v in values):
            self.fault((*path, key), f"`{key}` must be text in quotes, or a list of such texts")
            return ()
        return tuple(values)

    def number(self, path: toml_lines.Path, table: dict[str, Any], key: str, default: float | None = None) -> float:
        value = table.get(key, default)
        if value is None:
            self.fault(path, f"`{key}` is missing")
            return 0.0
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value) or value < 0:
            self.fault((*path, key), f"`{key}` must be a number, 0 or more, not {value!r}")
            return 0.0
        return float(value)

    def names(self, path: toml_lines.Path, table: dict[str, Any]) -> dict[str, tuple[str, ...]]:
        value = table.get("names", {})
        if not isinstance(value, dict):
            self.fault((*path, "names"), r"`names` must be a table such as { w = ['\theta'] }")
            return {}
        return {name: self.texts((*path, "names"), value, name) for name in value}


def _problem_with(statement: str) -> str:
    """Why a statement cannot be looked for on a page; empty if it can."""
    from hence.latex_in import ParseError, parse_relation_chain  # noqa: PLC0415 (the reader loads when it is needed)

    if not statement:
        return r"is missing: a formula such as '\nabla_w L = 2 X^\top (X w - y)'"
    try:
        formulas = parse_relation_chain(statement)
    except ParseError as error:
        return f"cannot be read at column {error.start + 1}: {error.message}"
    if len(formulas) != 1:
        return f"must be one relation, not {len(formulas)}"
    return ""
