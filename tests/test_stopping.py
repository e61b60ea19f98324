"""Ctrl-C: the first lets what runs come to an end and tells what is done; the second stops at once."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hence.latex_in import read_text

import hence
from hence import cli, mutate_out
from hence.live import commands as live
from hence.mutate import mutate
from hence.stopping import STOP, asked_before_killed
from hence.text_out import Painter, file
from hence.work import in_order

PAGE = r"""Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$ and $L(w) = \|X w - y\|^2$.

Then $$\nabla_w L(w) = 2 X^\top (X w - y) ,$$ and $$\nabla_w L(w) = 3 X^\top (X w - y) ,$$
and $$\nabla_w (2 L(w)) = 4 X^\top (X w - y) ,$$ and $$\nabla_w (2 L(w)) = 5 X^\top (X w - y) ,$$
and $$\nabla_w (3 L(w)) = 6 X^\top (X w - y) ,$$ and $$\nabla_w (3 L(w)) = 7 X^\top (X w - y) .$$
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def page(name: str, text: str = "a\n" * 20) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


# One page ----------------------------------------------------------------------------------------


def stopped_behind(step: int) -> tuple[hence.Report, list[int]]:
    seen: list[int] = []
    stop = lambda: bool(seen) and seen[-1] > step  # noqa: E731
    return hence.check(PAGE, hints=False, stop=stop, watch=lambda number, _: seen.append(number)), seen


def test_what_was_decided_before_a_stop_stays_as_it_was():
    report, seen = stopped_behind(4)
    assert not report.complete
    assert [step.verdict for step in report.steps] == [*["proved", "refuted"] * 2, "unknown", "unknown"]
    assert seen == [1, 2, 3, 4, 5]  # nothing is tried once more, in other layouts of derivatives


def test_what_was_not_reached_is_counted_and_not_listed():
    report, _ = stopped_behind(4)
    shown = file(report, Painter())
    assert "3 L(w)" not in shown
    assert shown.endswith("(2 of 6 not decided); the check was stopped before its end and left 2 steps out")


def test_steps_that_are_looked_at_again_are_told_again():
    seen: list[int] = []
    hence.check(PAGE, watch=lambda number, _: seen.append(number))
    assert seen[:6] == [1, 2, 3, 4, 5, 6]
    assert seen[-3:] == [2, 4, 6]  # hints


# Several pages -----------------------------------------------------------------------------------


def patient(number: int, _tell: Callable[[str], None]) -> int:
    """Work for the tests: the first task is done when somebody says stop."""
    until = time.monotonic() + 20
    while number == 0 and not STOP.is_set() and time.monotonic() < until:
        time.sleep(0.01)
    return -1 if STOP.is_set() and number == 0 else number


def test_what_was_done_behind_a_slower_task_is_kept():
    """The signal comes to this process only, as from `kill`: it is passed on."""

    def heard(number: int, _text: str) -> None:
        if number == 5:
            signal.raise_signal(signal.SIGINT)

    with asked_before_killed():
        found = list(in_order(patient, range(100), 2, heard))
    assert found == [-1, 1, 2, 3, 4, 5]
    assert not STOP.is_set()


def test_who_does_not_listen_is_not_stopped():
    """As behind `hence check ... &` in a script: Ctrl-C is for what runs in front."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with asked_before_killed():
            signal.raise_signal(signal.SIGINT)
            assert not STOP.is_set()
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("here", "rooms")
def test_ctrl_c_keeps_what_is_done(capsys, standing_in, report):
    def check(derivation, *_rest):
        if "slow" in derivation.source:
            raise KeyboardInterrupt
        return type(report)(derivation.source, (), report.steps[:1])

    standing_in(check)
    names = [page("a.tex"), page("slow.tex", "b\n" * 20), page("b.tex")]
    assert cli.main(["check", "--jobs", "1", "--format", "json", *names]) == cli.INTERRUPTED
    out, err = capsys.readouterr()
    assert [file["path"] for file in json.loads(out)["files"]] == ["a.tex"]
    assert "interrupted; 1 of 3 files were checked" in err


@pytest.mark.usefixtures("here", "rooms")
def test_ctrl_c_keeps_what_is_done_of_a_page(capsys, standing_in, report):
    def check(derivation, *_rest):
        signal.raise_signal(signal.SIGINT)
        return type(report)(derivation.source, (), report.steps[:1])

    standing_in(check)
    assert cli.main(["check", "--jobs", "1", "--format", "json", page("a.tex"), page("b.tex")]) == cli.INTERRUPTED
    out, err = capsys.readouterr()
    assert [file["path"] for file in json.loads(out)["files"]] == ["a.tex"]
    assert "Ctrl-C again stops at once" in err
    assert not STOP.is_set()


@pytest.mark.usefixtures("here", "rooms")
def test_ctrl_c_twice_stops_at_once(capsys, standing_in):
    def check(derivation, *_rest):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    standing_in(check)
    assert cli.main(["check", page("a.tex")]) == cli.INTERRUPTED
    assert "0 of 1 files were checked" in capsys.readouterr().err


@pytest.mark.usefixtures("here", "rooms")
def test_nobody_has_to_ask_twice_while_standard_input_is_waited_for(capsys, monkeypatch):
    def waiting(_path: str):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("hence.files.text_of", waiting)
    assert cli.main(["check", "-"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == "hence: interrupted\n"


@pytest.mark.usefixtures("here", "rooms")
def test_a_report_as_a_page_has_what_is_done(monkeypatch, capsys):
    taken = live._file

    def interrupted(task, tell):
        signal.raise_signal(signal.SIGINT)
        return taken(task, tell)

    monkeypatch.setattr(live, "_file", interrupted)
    names = [page("first.md", "$$x + x = 2 x$$\n"), page("second.md")]
    assert cli.main(["check", "--format", "html", "--jobs", "1", "-o", "out.html", *names]) == cli.INTERRUPTED
    written = Path("out.html").read_text(encoding="utf-8")
    assert "first.md" in written
    assert "second.md" not in written
    assert "1 of 2 files" in capsys.readouterr().err


# The catalogue and mutants -----------------------------------------------------------------------


@pytest.fixture
def two_entries(monkeypatch, entry, rooms) -> None:
    monkeypatch.setattr("hence.derivations.ENTRIES", (entry, replace(entry, id="last.1")), raising=False)


@pytest.mark.usefixtures("two_entries")
def test_the_catalogue_tells_what_was_verified(capsys, standing_in, report):
    def check(derivation, *_rest):
        if derivation.source == "last.1":
            raise KeyboardInterrupt
        return type(report)(derivation.source, (), report.steps[:1])

    standing_in(check)
    assert cli.main(["check", "--jobs", "1", "--no-cache"]) == cli.INTERRUPTED
    out, err = capsys.readouterr()
    assert "demo.1" in out
    assert "last.1" not in out
    assert "interrupted; 1 of 2 derivations were verified" in err


@pytest.mark.usefixtures("two_entries")
@pytest.mark.parametrize("command", [["check", "--no-cache"], ["solve", "--format", "json", "-o", "out"]])
def test_a_killed_process_costs_its_entry_only(capsys, standing_in, report, command, tmp_path, monkeypatch):
    def check(derivation, *_rest):
        if derivation.source == "demo.1":
            os.kill(os.getpid(), signal.SIGKILL)
        return type(report)(derivation.source, (), report.steps[:1])

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("hence.latex_out.pdf.find_engine", lambda: "typst")
    standing_in(check)
    assert cli.main([*command, "--jobs", "2"]) == cli.TROUBLE
    out, err = capsys.readouterr()
    assert "demo.1: its process was ended by SIGKILL" in err
    assert "last.1" in out


def test_mutants_of_a_page_until_somebody_says_stop():
    derivation, told = read_text(r"We know that $$x + x = 2 x$$ and $$y + y = 2 y .$$"), list[str]()
    found = mutate(derivation, tell=told.append, stop=lambda: told[-1:] == ["step 1 of 2"])
    assert (len(found.steps), found.complete) == (1, False)
    assert mutate_out.page(found, Painter()).endswith("stopped before its end")
    assert mutate(derivation).complete


@pytest.mark.usefixtures("here")
def test_a_page_that_cannot_be_mutated_costs_no_other(capsys):
    good = page("good.tex", "We know that $$x + x = 2 x .$$\n")
    assert cli.main(["mutate", "--jobs", "1", "absent.tex", good]) == cli.TROUBLE
    out, err = capsys.readouterr()
    assert "good.tex: 1 proved step" in out
    assert err == "hence: absent.tex: No such file or directory\n"
