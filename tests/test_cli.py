"""The command line against stand-ins for the other rooms: what is printed where, and with which status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hence.language.catalogue import Entry
from hence.language.verdicts import Judged, Numeric, Proved, Report, Unknown
from hence.latex_out import pdf
from hence.latex_out.solution import layout

from hence import cli, text_out
from hence.text_out import Painter
from hence.work import Lost, in_order

pytestmark = pytest.mark.usefixtures("rooms")


@pytest.fixture
def homework(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("hw.tex").write_text("a\n" * 20)
    return "hw.tex"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def only_proved(standing_in: Callable[..., None], report: Report) -> None:
    good = tuple(j for j in report.steps if isinstance(j.verdict, Proved))
    standing_in(lambda read, *_: Report(read.source, (), good))


# Text --------------------------------------------------------------------------------------------


def test_a_refutation_is_shown_with_its_counterexample(capsys, homework):
    status, out, err = run(capsys, "check", homework)
    assert status == cli.REFUTED
    assert err == ""
    assert "hw.tex:14:8: refuted   \\sqrt{x^2} = x\n    14 | a\n       |  ^\n" in out
    assert "    at x = -1: left is 1, right is -1\n    holds if x >= 0\n" in out
    proved = "hw.tex:12:8: proved    \\sqrt{x^2} = x\n    assuming \\lambda > 0\n    trusting sympy.limit\n"
    assert proved in out


def test_the_last_line_counts_honestly(capsys, homework):
    _, out, _ = run(capsys, "check", homework)
    assert out.splitlines()[-1] == (
        "hw.tex: 1 proved, 1 refuted, 1 supported, 1 assumed, 1 unknown, 1 unread (2 of 6 not decided)"
    )


def test_colours_only_where_wanted(capsys, homework):
    assert "\x1b[" not in run(capsys, "check", homework)[1]
    assert "\x1b[1;31m" in run(capsys, "check", "--color", "always", homework)[1]


def test_values_of_counterexamples_are_short():
    assert text_out.place({"n": 2, "x": [1.0, 0.5]}) == "at n = 2, x = [1, 0.5]: "
    assert text_out.place({"k": "= q", "q": "drawn from its normal law"}) == "at k = q, q drawn from its normal law: "
    assert text_out.place({}) == ""


def test_a_file_without_steps_says_so(capsys, homework, standing_in):
    standing_in(lambda read, *_: Report(read.source, (), ()))
    assert run(capsys, "check", homework) == (0, "hw.tex: no steps found\n", "")


# Status ------------------------------------------------------------------------------------------


def test_proved_files_pass(capsys, homework, standing_in, report):
    only_proved(standing_in, report)
    assert run(capsys, "check", homework)[0] == cli.FINE
    assert run(capsys, "check", "--strict", homework)[0] == cli.FINE


def test_strict_fails_on_what_is_only_supported(capsys, homework, standing_in, report):
    kept = tuple(j for j in report.steps if j.step.span.line in (12, 15))
    standing_in(lambda read, *_: Report(read.source, (), kept))
    assert run(capsys, "check", homework)[0] == cli.FINE
    assert run(capsys, "check", "--strict", homework)[0] == cli.REFUTED


def test_an_internal_error_is_trouble(capsys, homework, standing_in, report):
    step = report.steps[0].step
    wrong = (Judged(step, Unknown("internal error: proved, but false", internal=True)),)
    standing_in(lambda read, *_: Report(read.source, (), wrong))
    assert run(capsys, "check", homework)[0] == cli.TROUBLE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "absent.tex"), "hence: absent.tex: No such file or directory\n"),
        (("check", "empty"), "hence: there are no .tex or .md files in empty\n"),
        (
            ("check", "paper.tex"),
            "hence: paper.tex: the file is a PDF: give the .tex or .md file that it was made from\n",
        ),
        (("explain", "nonsense"), "hence: no derivation is called nonsense; `hence list` shows all\n"),
        (
            ("explain", "hw.tex:3"),
            "hence: hw.tex:3: no step stands on this line; steps stand on lines 12, 14, 15, 16, 17, 18\n",
        ),
        (("solve", "nonsense"), "hence: no derivation is called nonsense; `hence list` shows all\n"),
    ],
)
def test_trouble_is_one_clear_message(capsys, homework, arguments, message):
    Path("empty").mkdir()
    Path("paper.tex").write_bytes(b"%PDF-1.4")
    assert run(capsys, *arguments) == (cli.TROUBLE, "", message)


def test_one_bad_file_does_not_hide_the_others(capsys, homework):
    status, out, err = run(capsys, "check", "absent.tex", homework)
    assert status == cli.TROUBLE
    assert "hw.tex:14:8: refuted" in out
    assert err == "hence: absent.tex: No such file or directory\n"


@pytest.mark.parametrize("arguments", [(), ("check", "--jobs", "0"), ("nonsense",), ("check", "--format", "xml")])
def test_usage_errors_have_status_two(capsys, arguments):
    try:
        status = cli.main(arguments)
    except SystemExit as stop:
        status = stop.code
    assert status == cli.TROUBLE
    assert "usage: hence" in capsys.readouterr().err


# JSON --------------------------------------------------------------------------------------------

STEP_FIELDS = {
    "line", "column", "end_line", "end_column", "chain", "lhs", "relation", "rhs", "verdict", "reason", "method",
    "assumptions", "trusting", "counterexample", "numeric",
}  # fmt: skip


def test_json_of_files(capsys, homework):
    status, out, err = run(capsys, "check", "--format", "json", homework)
    data = json.loads(out)
    (file,) = data["files"]
    assert (status, err, data["version"], file["path"]) == (1, "", 1, "hw.tex")
    assert file["declarations"][1] == {"name": "W", "sort": "matrix(k,m)", "line": 4, "how": "inferred"}
    assert all(step.keys() >= STEP_FIELDS for step in file["steps"])
    assert [step["verdict"] for step in file["steps"]] == [
        "proved", "refuted", "supported", "assumed", "unknown", "unread",
    ]  # fmt: skip
    assert file["steps"][1]["counterexample"] == {"x": -1}
    assert file["steps"][0]["method"] == ["index-normal-form"]
    assert file["summary"]["refuted"] == 1


def test_json_has_no_infinities(capsys, homework, standing_in, report):
    odd = replace(report.steps[0], verdict=Proved(("x",), numeric=Numeric(max_error=float("inf"))))
    standing_in(lambda d, *_: Report(d.source, (), (odd,)))
    (file,) = json.loads(run(capsys, "check", "--format", "json", homework)[1])["files"]
    assert file["steps"][0]["numeric"]["max_error"] == "inf"


def test_json_of_the_catalogue(capsys, monkeypatch, entry: Entry, report: Report):
    monkeypatch.setattr(
        "hence.derivations.ENTRIES",
        (replace(entry, experiment=lambda seed: Numeric(samples=10, seed=seed)),),
        raising=False,
    )
    status, out, _ = run(capsys, "check", "--format", "json", "--seed", "5")
    (derivation,) = json.loads(out)["derivations"]
    assert derivation.keys() == {
        "id",
        "title",
        "homework",
        "claims",
        "verdict",
        "steps",
        "chains",
        "numeric",
        "summary",
        "trouble",
    }
    assert (status, derivation["verdict"], derivation["claims"]) == (1, "refuted", ["000.Q1", "000.Q2"])
    assert derivation["numeric"]["seed"] == 5


def test_a_refuted_false_statement_counts_as_proved(capsys, standing_in, entry: Entry, report: Report):
    refuted = report.steps[1]
    line = next(n for n, text in enumerate(layout(entry).lines, 1) if "(1-\\beta)^t g_1" in text)
    there = replace(refuted, step=replace(refuted.step, span=refuted.step.span._replace(line=line)))
    standing_in(lambda d, *_: Report(d.source, (), (there,)))
    status, out, _ = run(capsys, "check", "--format", "json")
    (derivation,) = json.loads(out)["derivations"]
    (step,) = derivation["steps"]
    assert (status, derivation["verdict"], step["verdict"]) == (0, "proved", "proved")
    assert (step["method"], step["counterexample"]) == (["refutation"], {"x": -1})


def test_json_listing(capsys):
    (row,) = json.loads(run(capsys, "list", "--format", "json")[1])
    assert row.keys() == {"id", "title", "homework", "claims", "kind"}
    assert "demo.1" in run(capsys, "list")[1]


# Other commands ----------------------------------------------------------------------------------


def test_explain_shows_how_a_step_was_read(capsys, homework):
    status, out, _ = run(capsys, "explain", "hw.tex:14")
    assert status == cli.FINE
    for line in (
        "hw.tex:14:8: refuted",
        "read as   \\sqrt{x^{2}} = x",
        "where     x: real (declared, line 3)",
        "because   because (as the author says)",
    ):
        assert line in out
    assert "W: matrix" not in out
    assert "at x = -1" in out


def test_explain_takes_an_entry(capsys):
    status, out, _ = run(capsys, "explain", "demo.1")
    assert (status, out.count("written")) == (cli.FINE, 6)


def test_solve_writes_tex_and_pdf_and_names_the_engine(capsys, tmp_path, monkeypatch, report, standing_in):
    only_proved(standing_in, report)
    monkeypatch.setattr(pdf, "find_engine", lambda: "typst")
    status, out, err = run(capsys, "solve", "-o", str(tmp_path / "out"))
    assert (status, err) == (cli.FINE, "")
    assert "made by typst" in out
    assert (tmp_path / "out" / "demo-homework-1.pdf").read_bytes().startswith(b"%PDF")
    assert "\\documentclass" in (tmp_path / "out" / "demo-homework-1.tex").read_text()


def test_solve_without_an_engine_still_writes_tex(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(pdf, "find_engine", lambda: None)
    status, _, err = run(capsys, "solve", "-o", str(tmp_path))
    assert status == cli.TROUBLE
    assert "no PDF: install TeX (latexmk), or the Python package typst" in err
    assert (tmp_path / "demo-homework-1.tex").exists()


def positive_part(number: int, tell: Callable[[str], None]) -> int:
    """Work for the tests: told to die at zero."""
    if number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    tell("half way")
    return abs(number)


def test_work_in_processes_keeps_its_order():
    heard: list[tuple[int, str]] = []
    found = in_order(positive_part, [-3, -1, -2], 2, lambda number, text: heard.append((number, text)))
    assert list(found) == [3, 1, 2]
    assert sorted(heard) == [(k, text) for k in range(3) for text in ("", "half way")]


def test_a_process_that_is_killed_costs_its_task_only():
    first, lost, *rest = in_order(positive_part, [-3, 0, -2, -1], 2, lambda _number, _text: None)
    assert (first, rest) == (3, [2, 1])
    assert isinstance(lost, Lost)
    assert "SIGKILL" in lost.why


def test_help_loads_nothing_heavy():
    code = "import sys, hence.cli; hence.cli.parser(); print(*sorted({'sympy', 'numpy', 'flint'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_painting_is_plain_by_default():
    assert Painter()("proved", "proved") == "proved"
