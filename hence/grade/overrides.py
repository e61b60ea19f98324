"""What a person has decided: `overrides.toml`, which no run ever changes. It is kept in the database as well."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hence.grade import toml_lines
from hence.grade.trouble import GradeTrouble

SUBMISSION = "submission"  # the key that says which of two submissions counts


@dataclass(frozen=True)
class Decision:
    """Points for an answer, and why; for `submission`, no points, and the name of the one that counts."""

    points: float | None
    why: str = ""
    digest: str = ""  # of the submission that it was made about


Decisions = dict[str, dict[str, Decision]]  # by student, then by question


def read_overrides(path: Path) -> Decisions | None:
    """The decisions in a file; None where there is no such file. Raises GradeTrouble."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise GradeTrouble(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise GradeTrouble(f"{path}: not UTF-8 text (byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise GradeTrouble(f"{path}: not TOML: {error}") from error
    lines = toml_lines.lines_of(text)
    faults: list[str] = []
    decisions: Decisions = {}
    for student, answers in table.items():
        if not isinstance(answers, dict):
            place = f"{path}:{toml_lines.nearest(lines, (student,))}"
            faults.append(f"{place}: `{student}` must be a table of questions: [{json.dumps(student)}]")
            continue
        for question, value in answers.items():
            made = _decision(question, value)
            if isinstance(made, Decision):
                decisions.setdefault(student, {})[question] = made
            else:
                faults.append(f"{path}:{toml_lines.nearest(lines, (student, question))}: {student}, {question}: {made}")
    if faults:
        raise GradeTrouble("\n".join(faults))
    return decisions


def _decision(question: str, value: object) -> Decision | str:
    """A decision, or what is wrong with it."""
    if question == SUBMISSION:
        return Decision(None, value) if isinstance(value, str) else "must be the name of a submission, in quotes"
    table = value if isinstance(value, dict) else {"points": value}
    unknown = table.keys() - {"points", "why"}
    if unknown:
        return f"`{min(unknown)}` is no key here; known are points, why"
    points, why = table.get("points"), table.get("why", "")
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < float("inf"):
        return f"`points` must be a number, 0 or more, not {points!r}"
    return Decision(float(points), why) if isinstance(why, str) else "`why` must be text in quotes"


def as_toml(decisions: Mapping[str, Mapping[str, Decision]]) -> str:
    """The file that says this."""
    parts = []
    for student in sorted(decisions):
        rows = [f"[{_quoted(student)}]"]
        for question, decision in sorted(decisions[student].items()):
            if decision.points is None:
                rows.append(f"{_quoted(question)} = {_quoted(decision.why)}")
            else:
                why = f", why = {_quoted(decision.why)}" if decision.why else ""
                rows.append(f"{_quoted(question)} = {{ points = {decision.points:g}{why} }}")
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
