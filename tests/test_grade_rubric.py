"""Rubrics and overrides: what they mean, and messages that name line and key."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from hence.grade.overrides import Decision, as_toml, read_overrides
from hence.grade.rubric import RubricError, parse_rubric, read_rubric
from hence.grade.toml_lines import lines_of
from hence.grade.trouble import GradeTrouble

GOOD = r"""
title = "Homework 1"
deduct = 0.5
given = '''
Let $X \in \mathbb{R}^{n \times d}$. [not a table]
key = "nor a key"
'''

[[question]]
id = "1a"
heading = ["Question 1 / (a)",
           "Problem 1 (a)"]
points = 4
names = { w = ['\theta'] }

  [[question.show]]
  statement = '\nabla_w L = 2 X^\top (X w - y)'
  points = 2

[[question]]
id = "2"
label = "q:2"
points = 3
deduct = 1
deduct_at_most = 2
"""


def test_a_rubric_is_read():
    first, second = parse_rubric(GOOD).questions
    assert first.headings == ("Question 1 / (a)", "Problem 1 (a)")
    assert (first.points, first.deduct, first.deduct_at_most) == (4, 0.5, math.inf)
    assert first.names == (("w", (r"\theta",)),)
    assert first.shows[0].points == 2
    assert (second.label, second.deduct, second.deduct_at_most) == ("q:2", 1, 2)
    assert "nor a key" in second.given


def test_points_do_not_change_what_is_checked():
    other = GOOD.replace("points = 4", "points = 9").replace("deduct = 1", "deduct = 2")
    assert parse_rubric(other).demands == parse_rubric(GOOD).demands
    assert parse_rubric(other).digest != parse_rubric(GOOD).digest
    assert parse_rubric(GOOD.replace("2 X^", "3 X^")).demands != parse_rubric(GOOD).demands


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Homework 1"', "title = 3", "rubric.toml:2: `title` must be text in quotes, not 3"),
        ("points = 4", "pionts = 4", "rubric.toml:13: `pionts` is no key here; did you mean `points`?"),
        ("points = 4", 'points = "4"', "rubric.toml:13: `points` must be a number, 0 or more, not '4'"),
        ("points = 4", "points = 1", "rubric.toml:13: question 1a: its statements are worth 2, the question only 1"),
        ('id = "2"', 'id = "1a"', "rubric.toml:21: there are two questions `1a`"),
        ('id = "2"', 'id = "points"', "rubric.toml:21: `points` is a column of the grade book: choose another `id`"),
        ('label = "q:2"\n', "", "rubric.toml:20: question 2: say where it stands, by `heading` or by `label`"),
        ("(X w - y)", "(X w - y", "rubric.toml:17: question 1a: `statement` cannot be read at column 23"),
        ("L = 2", "L = Q = 2", "rubric.toml:17: question 1a: `statement` must be one relation, not 2"),
        ("L = 2", "L + 2", "rubric.toml:17: question 1a: `statement` must be one relation, not 0"),
        ("['\\theta']", "3", "rubric.toml:14: `w` must be text in quotes, or a list of such texts"),
        ("deduct_at_most = 2", "deduct_at_most = -2", "rubric.toml:25: `deduct_at_most` must be a number, 0 or more"),
        ("points = 3", "points = = 3", "rubric.toml: not TOML: Invalid value (at line 23, column 10)"),
    ],
)
def test_faults_are_named_by_line_and_key(old: str, new: str, message: str):
    assert old in GOOD
    with pytest.raises(RubricError) as error:
        parse_rubric(GOOD.replace(old, new, 1))
    assert message in str(error.value)


def test_all_faults_are_said_at_once():
    with pytest.raises(RubricError) as error:
        parse_rubric(GOOD.replace("points = 4", "pionts = 4").replace("points = 3", "points = true"))
    assert len(str(error.value).splitlines()) >= 2


def test_an_empty_or_missing_rubric(tmp_path: Path):
    with pytest.raises(RubricError, match="no questions"):
        parse_rubric("")
    with pytest.raises(RubricError, match="No such file"):
        read_rubric(tmp_path / "none.toml")


def test_lines_of_nested_tables():
    lines = lines_of('a.b = 1\n[x]\n"c d" = [\n1, "]",\n]\n[[y]]\n[[y]]\nk = """\n[[y]]\n"""\nz = 1\n')
    assert lines["a", "b"] == 1
    assert lines["x", "c d"] == 3
    assert (lines["y", 1], lines["y", 1, "k"], lines["y", 1, "z"]) == (7, 8, 11)


def test_overrides_are_read_and_written(tmp_path: Path):
    path = tmp_path / "overrides.toml"
    assert read_overrides(path) is None
    made = {'al"ice\\': {"1a": Decision(2.5, "fine\nin words"), "submission": Decision(None, "alice.zip")}}
    path.write_text(as_toml(made), encoding="utf-8")
    assert read_overrides(path) == made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alice = 3", ":1: `alice` must be a table of questions"),
        ('[alice]\n"1a" = "three"', ":2: alice, 1a: `points` must be a number, 0 or more, not 'three'"),
        ('[alice]\n"1a" = { point = 3 }', ":2: alice, 1a: `point` is no key here; known are points, why"),
        ("[alice]\nsubmission = 3", ":2: alice, submission: must be the name of a submission, in quotes"),
        ("[alice", "not TOML"),
    ],
)
def test_faults_of_overrides(tmp_path: Path, text: str, message: str):
    path = tmp_path / "overrides.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GradeTrouble) as error:
        read_overrides(path)
    assert message in str(error.value)
