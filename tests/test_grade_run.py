"""A class from end to end: checked in processes, kept in the database, reported; and what may go wrong on the way."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from hence import cli
from hence.grade import checking
from hence.grade import run as run_module
from hence.grade.checking import Checker, Job, Limits, locally, payload
from hence.grade.compare import compared
from hence.grade.examine import Task, examine
from hence.grade.gradebook import grades_csv
from hence.grade.marking import Grade
from hence.grade.reports import names_of_files
from hence.grade.rubric import NO_RUBRIC, parse_rubric
from hence.grade.run import Plan, graded_class
from hence.grade.store import opened
from hence.grade.submissions import Submission
from hence.grade.trouble import GradeTrouble

RIGHT = "# Question 1\n\nLet $x \\in \\mathbb{R}$. Then\n\n$$(x + 1)^2 = x^2 + 2 x + 1$$\n"
WRONG = RIGHT.replace("2 x", "x")
RUBRIC = """
title = "Squares <1>"
[[question]]
id = "1"
heading = "Question 1"
points = 3
"""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch):
    """Checks in this process: as quick as it gets, and counted."""
    checked: list[str] = []

    def locally(jobs, content, processes, limits):
        for job in jobs:
            checked.append(job.digest)
            yield job, json.loads(json.dumps(examine(Task(content(job.digest), job.asked, job.seed))))

    monkeypatch.setattr(run_module, "locally", locally)
    return checked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "class"
    made.mkdir()
    (made / "ada.md").write_text(RIGHT)
    (made / "bob.md").write_text(WRONG)
    (made / "=cmd()<b>.md").write_text(RIGHT)
    (made / "dora.pdf").write_text("%PDF")
    return made


def graded(folder: Path, out: Path, rubric: str = RUBRIC, **more):
    out.mkdir(exist_ok=True)
    with opened(out / "grades.sqlite") as store:
        return graded_class(Plan(folder, out, parse_rubric(rubric), **more), store)


def points(outcome) -> dict[str, float]:
    return {grade.student: grade.points for grade in outcome.grades}


def test_a_class_is_graded_and_reported(folder: Path, tmp_path: Path, capsys):
    """With processes of its own, by the command line."""
    out = tmp_path / "out"
    rubric = tmp_path / "rubric.toml"
    rubric.write_text(RUBRIC)
    arguments = ["grade", str(folder), "--rubric", str(rubric), "-o", str(out), "--jobs", "1"]
    assert cli.main(arguments) == 1  # somebody handed in a PDF
    said = capsys.readouterr().out
    assert "4 students: 3 checked, 1 the same as one before" in said  # two handed in the same
    assert "1 student: 1: (x + 1)^2 = x^2 + x + 1" in said
    with (out / "grades.csv").open(newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["ada"]["points"] == "3"
    assert rows["bob"]["1"] == "2"
    assert "'=cmd()<b>" in rows  # no formula, in a spreadsheet
    assert (rows["dora"]["open"], rows["dora"]["status"]) == ("3", "needs a person")
    page = (out / "index.html").read_text()
    assert "Squares &lt;1&gt;" in page
    assert "<b>" not in page
    assert {path.name for path in (out / "students").iterdir()} >= {"ada.html", "bob.html", "dora.html"}
    before = {path: path.stat().st_mtime_ns for path in (out / "students").glob("*.html")}
    assert cli.main(arguments) == 1
    assert "4 students: 0 checked, 4 the same as one before" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in (out / "students").glob("*.html")} == before
    assert cli.main([*arguments, "--pdf"]) == 1
    assert (out / "students" / "bob.pdf").read_bytes().startswith(b"%PDF")


def test_what_did_not_change_is_not_checked_again(folder: Path, tmp_path: Path, at_once):
    out = tmp_path / "out"
    assert points(graded(folder, out)) == {"ada": 3, "bob": 2, "=cmd()<b>": 3, "dora": 0}
    assert len(at_once) == 3
    (folder / "bob.md").write_text(WRONG + "\n")
    graded(folder, out)
    assert len(at_once) == 4
    assert points(graded(folder, out, RUBRIC.replace("points = 3", "points = 5")))["bob"] == 4
    assert len(at_once) == 4  # other points, the same checks
    graded(folder, out, RUBRIC.replace("Question 1", "Question 2"))
    assert len(at_once) == 7


def test_an_interrupted_run_goes_on(folder: Path, tmp_path: Path, at_once):
    def stop(_: int, __: int, ___: str) -> None:
        raise KeyboardInterrupt

    def dump(path: Path):
        connection = sqlite3.connect(path)
        connection.execute("UPDATE run SET began = ''")
        return list(connection.iterdump())

    whole, parts = tmp_path / "whole", tmp_path / "parts"
    graded(folder, whole)
    parts.mkdir()
    for done in (1, 2):
        with opened(parts / "grades.sqlite") as store, pytest.raises(KeyboardInterrupt):
            graded_class(Plan(folder, parts, parse_rubric(RUBRIC)), store, stop)
        assert len(at_once) == 3 + done
    graded(folder, parts)
    assert len(at_once) == 6
    assert dump(parts / "grades.sqlite") == dump(whole / "grades.sqlite")


def test_decisions_of_a_person_survive(folder: Path, tmp_path: Path, at_once):
    out = tmp_path / "out"
    out.mkdir()
    overrides = out / "overrides.toml"
    overrides.write_text('[bob]\n"1" = { points = 2.5, why = "nearly" }\n"9" = 1\n[eve]\n"1" = 3\n')
    outcome = graded(folder, out)
    assert points(outcome)["bob"] == 2.5
    assert any("the rubric has no question 9" in note for note in outcome.notes)
    assert any("nobody called eve" in note for note in outcome.notes)
    text = overrides.read_text()
    assert points(graded(folder, out))["bob"] == 2.5
    assert overrides.read_text() == text
    overrides.unlink()
    lost = graded(folder, out)
    assert points(lost)["bob"] == 2.5
    assert "written again" in lost.notes[0]
    (folder / "bob.md").write_text(WRONG + "$$x = x$$\n")
    changed = graded(folder, out)
    assert points(changed)["bob"] == 2.5
    assert any("earlier submission" in remark.text for g in changed.grades for _, remark in g.looks)
    overrides.write_text("")
    assert points(graded(folder, out))["bob"] == 2


def test_two_submissions_of_one_student(folder: Path, tmp_path: Path, at_once):
    out = tmp_path / "out"
    (folder / "ada").mkdir()
    (folder / "ada" / "main.md").write_text(WRONG)
    outcome = graded(folder, out)
    ada = next(grade for grade in outcome.grades if grade.student == "ada")
    assert "there are 2 submissions: ada, ada.md" in ada.trouble
    assert (ada.points, ada.open) == (0, 3)
    (out / "overrides.toml").write_text('[ada]\nsubmission = "ada.md"\n')
    assert points(graded(folder, out))["ada"] == 3


def test_a_question_that_nobody_answers(folder: Path, tmp_path: Path, at_once):
    outcome = graded(folder, tmp_path / "out", RUBRIC.replace("Question 1", "Exercise 7"))
    assert outcome.notes == ("question 1: no submission has an answer to it; is its heading or label right?",)
    assert all(grade.open == 3 for grade in outcome.grades)


def test_two_runs_are_compared(folder: Path, tmp_path: Path, at_once, monkeypatch):
    out = tmp_path / "out"
    graded(folder, out)
    with opened(out / "grades.sqlite") as store, pytest.raises(GradeTrouble, match="two runs are needed"):
        compared(store, [])
    monkeypatch.setattr(run_module, "engine", lambda: "an older one")
    graded(folder, out)
    connection = sqlite3.connect(out / "grades.sqlite")
    assert connection.execute("SELECT count(*) FROM run").fetchone() == (2,)
    with opened(out / "grades.sqlite") as store:
        assert compared(store, []).changes == ()
        assert compared(store, [1, 2]).same == 4
        key = next(row.key for row in store.rows(store.runs()[1].id) if row.student == "bob")
        result = store.result(key)
        result["pages"][0]["steps"][-1]["verdict"] = "proved"
        row = next(row for row in store.rows(store.runs()[1].id) if row.student == "bob")
        store.add(row, store.runs()[1], "", result, again=True)
        (change,) = compared(store, []).changes
    assert (change.student, change.before, change.after) == ("bob", "refuted", "proved")


def test_databases_of_others_are_left_alone(folder: Path, tmp_path: Path, at_once):
    out = tmp_path / "out"
    graded(folder, out)
    path = out / "grades.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(GradeTrouble, match="is of version 99, and this hence writes version 1; nothing in it was"):
        graded(folder, out)
    assert path.read_bytes() == before
    for content, message in ((b"no database at all" * 100, "it cannot be used"), (None, "is no database of hence")):
        path.unlink()
        if content is None:
            with sqlite3.connect(path) as connection:
                connection.execute("CREATE TABLE mine (x)")
        else:
            path.write_bytes(content)
        before = path.read_bytes()
        with pytest.raises(GradeTrouble, match=message):
            graded(folder, out)
        assert path.read_bytes() == before


def test_two_runs_at_once(folder: Path, tmp_path: Path, at_once):
    out = tmp_path / "out"
    out.mkdir()
    with opened(out / "grades.sqlite"), pytest.raises(GradeTrouble, match="another run is writing to it"):
        graded(folder, out)


def test_names_of_files_never_clash():
    names = ["Ada", "ada", "../ada", "a/b", "", "Zoë", "x" * 300, "CON?"]
    files = names_of_files(names)
    assert len({name.lower() for name in files.values()}) == len(names)
    assert all("/" not in name and ".." not in name and name for name in files.values())
    assert files["Zoë"] == "Zoë"


def test_grades_without_a_rubric():
    grade = Grade("ada", "ada.tex", "d", counts={"proved": 2, "refuted": 1}, carried=1)
    head, row = grades_csv([grade], NO_RUBRIC).splitlines()
    assert head.startswith("student,proved,refuted,supported,assumed,unknown,unread,mistakes,carried,status")
    assert row == "ada,2,1,0,0,0,0,0,1,final,ada.tex,"


# Processes ---------------------------------------------------------------------------------------------


@pytest.mark.slow  # it waits for a process to use up its time
def test_a_lost_process_is_replaced_and_a_slow_one_ended():
    """One process for all of it: they take a second to start."""
    job = Job("k", "d", "[]", 0)
    page = Submission((("a.md", b"$$(x + 1)^2 = x^2 + 2 x + 1$$"),))
    checker = Checker(Limits())
    try:
        first = checker.check(payload(job, page, checker.limits))
        assert first["pages"][0]["steps"][0]["verdict"] == "proved"
        assert checker.process is not None
        lost = checker.process.pid

        def kill() -> None:
            time.sleep(0.005)
            os.kill(lost, signal.SIGKILL)

        thread = threading.Thread(target=kill)
        thread.start()
        assert checker.check(payload(job, page, checker.limits)) == first
        thread.join()
        checker.check(payload(job, page, checker.limits))
        assert checker.process.pid != lost
        checker.limits = Limits(seconds=0.001)
        rows = [b"$$(x + %d)^2 = x^2 + %d x + %d$$" % (n, 2 * n, n * n) for n in range(2, 40)]  # nothing to recall
        gone = checker.check(payload(job, Submission((("a.md", b"\n\n".join(rows)),)), checker.limits))
        assert (gone["trouble"], gone["complete"]) == ("checking it took more than 0.001 seconds", False)
        assert checker.process is None
    finally:
        checker.close()


def test_a_process_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch):
    """Whatever has grown in it; the next one finds the same."""
    job = Job("k", "d", "[]", 0)
    checker = Checker(Limits())
    body = payload(job, Submission((("a.md", b"$$x + x = 2 x$$"),)), checker.limits)
    try:
        first = checker.check(body)
        assert checker.process is not None, "a small one stays"
        monkeypatch.setattr(checking, "GROWN", 1)
        assert checker.check(body) == first
        assert checker.process is None
        assert checker.check(body) == first
    finally:
        checker.close()


def test_a_fault_of_ours_costs_one_submission_only():
    broken = Job("k", "d", "no JSON", 0)
    fine = Job("l", "d", "[]", 0)
    found = dict(locally([broken, fine], lambda _: Submission((("a.md", b"$$x + x = 2 x$$"),)), 1, Limits()))
    assert "internal error: JSONDecodeError" in found[broken]["trouble"]
    assert found[fine]["pages"][0]["steps"][0]["verdict"] == "proved"
