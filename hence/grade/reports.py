"""Everything that a run leaves in its folder: `index.html`, `grades.csv`, and a page for each student."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from hence.grade.class_page import class_page
from hence.grade.gradebook import grades_csv
from hence.grade.marking import Grade
from hence.grade.rubric import Rubric
from hence.grade.run import Outcome
from hence.grade.store import Store
from hence.grade.student_page import student_page
from hence.grade.student_pdf import student_pdf
from hence.web.document import write_assets

MARK = "<!-- hence grade "  # at the end of a page: what it was made from


def write_reports(
    out: Path, outcome: Outcome, rubric: Rubric, store: Store, told: Callable[[str], None], pdf: bool = False
) -> None:
    """Pages of students that would be the same again are left alone. Raises OSError."""
    folder = out / "students"
    folder.mkdir(parents=True, exist_ok=True)
    files = names_of_files(grade.student for grade in outcome.grades)
    write_assets(out / "assets")
    keys = {(row.student, row.path): row.key for row in store.rows(outcome.run.id)}
    for grade in outcome.grades:
        key = keys.get((grade.student, grade.path), "")
        _write_student(folder / f"{files[grade.student]}.html", grade, rubric, store, key, pdf)
        told(grade.student)
    wanted = set(files.values())
    for path in (*folder.glob("*.html"), *folder.glob("*.pdf")):
        if path.stem not in wanted:
            path.unlink()  # of someone who has handed in nothing any more
    _write(out / "grades.csv", grades_csv(outcome.grades, rubric))
    links = {student: f"students/{name}.html" for student, name in files.items()}
    _write(out / "index.html", class_page(outcome, rubric, links))


def names_of_files(students: Iterable[str]) -> dict[str, str]:
    """A name for the page of each student that every system can write; no two are equal, whatever its capitals."""
    made: dict[str, str] = {}
    taken: set[str] = set()
    for student in students:
        plain = re.sub(r"[^\w.-]+|\.\.+", "-", student).strip("-.")[:80]
        if not plain or plain != student or plain.lower() in taken:
            plain = f"{plain or 'student'}-{hashlib.sha256(student.encode()).hexdigest()[:8]}"
        taken.add(plain.lower())
        made[student] = plain
    return made


def _write_student(path: Path, grade: Grade, rubric: Rubric, store: Store, key: str, pdf: bool) -> None:
    basis = json.dumps([asdict(grade), rubric.digest, key], sort_keys=True)
    mark = f"{MARK}{hashlib.sha256(basis.encode()).hexdigest()} -->"
    if _ends_with(path, mark) and not (pdf and not path.with_suffix(".pdf").exists()):
        return
    result = store.result(key) if key else None
    nothing = {"pages": [], "questions": {}, "trouble": grade.trouble}
    submission = store.content(grade.digest) if result else None
    path.with_suffix(".pdf").unlink(missing_ok=True)  # of an earlier submission
    if pdf:
        path.with_suffix(".pdf").write_bytes(student_pdf(grade, rubric, result or nothing, submission))
    page = student_page(grade, rubric, result or nothing, submission)
    _write(path, f"{page}\n{mark}\n")


def _ends_with(path: Path, mark: str) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(-len(mark) - 1, os.SEEK_END)
            return file.read().decode("utf-8", errors="replace").rstrip() == mark
    except OSError:
        return False


def _write(path: Path, text: str) -> None:
    """All of it or nothing: a run that is killed leaves no half of a page."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="")
    part.replace(path)
