"""What people are told: golden messages, and words that must never reach them.

`tests/messages.txt` holds what a part of the checker says, what a person is told, and what the author can do.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from hence.language.instances import instance
from hence.language.terms import Span

import hence
from hence import cli
from hence.excerpt import excerpt
from hence.formats import Results, as_csv
from hence.report import Chain, CheckedStep, Counterexample, Hint, Report
from hence.text_out import Painter, Shown, details, file, step
from hence.wording import plain

GOLDEN = (Path(__file__).parent / "messages.txt").read_text(encoding="utf-8").strip().split("\n\n")
NEVER = re.compile(r"\?\d|normal forms? differ|takes \d+ ind|monomials|NoRule|Traceback|eig_max|\['")
PAGE = "\\begin{align*}\n\tf(x) &= x^2 + 1 \\\\\n\t     &= (x + 1)^2\n\\end{align*}\n"
WRONG = CheckedStep(
    Span(3, 10, 3, 19),
    1,
    "x^2 + 1",
    "=",
    "(x + 1)^2",
    "refuted",
    "left is 2, right is 4",
    counterexample=Counterexample({"x": 1}, "2", "4", "exact arithmetic", 0),
    hints=(Hint("x^2 + 1", "=", "(x + 1)^2 - 2 x", "subtract", ("x > 0",)),),
)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda g: g.splitlines()[0][6:50])
def test_messages_are_as_they_were_agreed(golden):
    said, told, helped = (line.split(": ", 1)[1] if ": " in line else "" for line in golden.splitlines())
    found = plain(said)
    assert (found.reason, found.help) == (told, helped)
    assert not NEVER.search(found.reason + found.help)
    assert found.help


def test_there_are_enough_of_them():
    assert len(GOLDEN) >= 40


def test_a_refutation_is_shown_where_it_stands():
    assert step(Report("hw.tex", (WRONG,), text=PAGE), WRONG, Painter()) == [
        "hw.tex:3:10: refuted   x^2 + 1 = (x + 1)^2",
        "    3 |          &= (x + 1)^2",
        "      |             ^^^^^^^^^",
        "    at x = 1: left is 2, right is 4",
        "    did you mean (x + 1)^2 - 2 x ? (subtract; that is proved, assuming x > 0)",
        "    certified by exact arithmetic; seed 0",
    ]


def test_what_does_not_fit_is_marked_where_it_stands():
    report = hence.check("Let $A \\in \\mathbb{R}^{2 \\times 3}$.\n\\[ A A = A \\]", name="hw.tex")
    (unread,) = report.of("unread")
    shown = step(report, unread, Painter())
    assert shown[0] == "hw.tex:2:10: unread    A A = A"
    assert shown[1:3] == ["    2 | \\[ A A = A \\]", "      |    ^^^"]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (r"We have $(f * g)(n) = \sum_{k} f(k) g(n + k)$.", "a sum was not understood"),
        (r"Let $n \ge 1$. Then $\sum i^2 = n$.", r"`\sum i^2` was not understood"),
        (r"Let $a > 0$. Then $\mathbb{E}[_] q(a) = 3 a$.", "`_` was not understood"),
    ],
)
def test_a_part_that_was_not_understood_is_shown_as_it_was_written(page, said):
    (one,) = hence.check(page).steps
    assert said in one.reason


def test_a_definition_whose_shapes_do_not_fit_says_so():
    given = r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$. Define "
    good, bad = (hence.check(f"{given}\\[ u = {right} . \\]").steps[0] for right in (r"X^\top y", "X y"))
    assert (good.verdict, good.reason) == ("assumed", "definition")
    assert (bad.verdict, bad.reason[:42]) == ("assumed", "definition; but its shapes do not fit: pro")


def test_relations_stand_as_people_write_them():
    (one,) = hence.check(r"We have $\sqrt{2} \approx 1.5$.").steps
    assert (one.formula, one.relation) == (r"\sqrt{2} \approx 1.5", "~~")


def test_instances_are_in_words():
    at = {"X": "drawn from its normal law", "p(x)": ["1/2", "1/2"], "w": 0.30000000000000004}
    assert instance(at) == "X drawn from its normal law, p(x) = [1/2, 1/2], w = 0.3"


def test_a_letter_and_the_family_of_the_same_name_are_as_the_author_wrote_them():
    page = (
        r"Let $H$ be a symmetric matrix and $f(w) = \frac12 w^\top H w$. Let $\eta > 0$ and "
        r"$w_{t+1} = w_t - \eta \nabla f(w_t)$. Then $w_{t+1} = (I + \eta H) w_t$."
    )
    said = " ".join(f"{s.reason} {s.counterexample.at if s.counterexample else ''}" for s in hence.check(page).steps)
    assert "point" not in said


def test_what_is_left_out_is_said_in_plain_words():
    report = hence.check("Let $T$ be a triangular matrix. Then $T x = x$.")
    (warning,) = report.warnings
    assert (warning.span.line, warning.span.column) == (1, 6)
    assert (warning.message, bool(warning.help)) == ("a hypothesis was left out: T is said to be triangular", True)


def test_a_hint_that_changes_more_shows_both_sides():
    hint = Hint("a", "<=", "b", "write $\\le$ for $=$")
    other = CheckedStep(WRONG.span, 1, "a", "=", "b", "refuted", counterexample=WRONG.counterexample, hints=(hint,))
    assert "did you mean a <= b ? (write $\\le$ for $=$; that is proved)" in details(other)


def test_a_long_line_keeps_the_part_that_matters():
    text = "a" * 100 + "WRONG" + "b" * 100
    line, mark = excerpt(text, Span(1, 101, 1, 106), 60)
    start = mark.index("^")
    assert line[start : start + 5] == "WRONG"
    assert mark.count("^") == 5
    assert len(line) <= 60


def test_a_region_over_lines_is_marked_to_the_end_of_its_first():
    assert excerpt("ab\ncd", Span(1, 2, 2, 1), None) == ["1 | ab", "  |  ^ ..."]


def test_a_narrow_terminal_drops_the_left_side_not_the_right():
    narrow = step(Report("hw.tex", (WRONG,)), WRONG, Painter(width=40))
    assert narrow[0] == "hw.tex:3:10: refuted   ... = (x + 1)^2"


def test_what_a_chain_says_altogether_stands_below_its_last_step():
    steps = tuple(
        CheckedStep(Span(2, at, 2, at + 1), 1, left, "<", right, "proved")
        for at, left, right in ((1, "0", "a"), (5, "a", "b"))
    )
    shown = file(Report("hw.tex", steps, chains=(Chain(1, 2, 2, "0", "<", "b", "proved"),)), Painter(), Shown())
    assert [line.split()[0] for line in shown.splitlines()] == ["hw.tex:2:1:", "hw.tex:2:5:", "altogether:", "hw.tex:"]


def test_a_spreadsheet_shows_the_side_that_is_to_change():
    hint = Hint("a^2", "=", "b", "square the left side")
    other = CheckedStep(WRONG.span, 1, "a", "=", "b", "refuted", counterexample=WRONG.counterexample, hints=(hint,))
    assert "a^2 = b" in as_csv(Results([Report("hw.tex", (other,))])).splitlines()[1].split(",")


def test_lines_are_broken_between_words_with_colours_too():
    shown = step(Report("hw.tex", (WRONG,), text=PAGE), WRONG, Painter(on=True, width=40))
    bare = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in shown]
    assert all(len(line) <= 40 for line in bare[1:])
    assert " ".join(" ".join(bare).split()).endswith(
        "(x + 1)^2 - 2 x ? (subtract; that is proved, assuming x > 0) certified by exact arithmetic; seed 0"
    )


def test_steps_are_sorted_by_place_and_counted():
    first = CheckedStep(Span(2, 3, 2, 4), 1, "a", "=", "a", "proved")
    shown = file(Report("hw.tex", (WRONG, first), text=PAGE), Painter(), Shown())
    assert shown.index("2:3: proved") < shown.index("3:10: refuted")
    assert shown.endswith("hw.tex: 1 proved, 1 refuted")


def _page(folder: Path, text: str) -> str:
    path = folder / "expecting.tex"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["text", "github", "sarif", "junit"])
def test_a_verdict_that_is_not_the_expected_one_is_shown(tmp_path, capsys, name):
    path = _page(tmp_path, "Let $a$ be a number. Then\n$$ a + a = 2a $$ % refuted\n")
    assert cli.main(["check", "-q", "--format", name, path]) == cli.REFUTED
    out = capsys.readouterr().out
    assert "expected: refuted" in out
    assert "a + a = 2a" in out


@pytest.mark.parametrize(("name", "error"), [("github", "::error"), ("sarif", '"level": "error"')])
def test_what_is_expected_is_no_error(tmp_path, capsys, name, error):
    path = _page(tmp_path, "Let $a$ be a number. Then\n$$ a + a = 3a $$ % refuted\n")
    assert cli.main(["check", "--format", name, path]) == cli.FINE
    assert error not in capsys.readouterr().out


def test_the_standard_input_has_one_name(monkeypatch, capsys):
    for _ in range(2):  # the second time it is recalled
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Let $a$ be a number. $$a + a = 2 a$$")))
        assert cli.main(["check", "-"]) == cli.FINE
        assert capsys.readouterr().out.startswith("<stdin>:1:")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Let $a$ be a number. $$a + a = 2 a$$")))
    assert cli.main(["explain", "-"]) == cli.FINE
    assert capsys.readouterr().out.startswith("<stdin>:1:")
