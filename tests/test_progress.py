"""How far a run has come, as it is shown on a terminal."""

from __future__ import annotations

import time

from hence.progress import Progress


def test_progress_names_what_runs_and_what_is_left(monkeypatch, capsys):
    now = iter((0.0, 10.0, 70.0))
    monkeypatch.setattr("hence.progress.time.monotonic", lambda: next(now))
    progress = Progress(["a.tex", "b.tex", "c.tex"], on=True)
    progress.heard(0, "step 3 of 9")
    progress.done()
    progress.heard(1, "")
    progress.clear()
    shown = capsys.readouterr().err
    assert "[0/3] a.tex (step 3 of 9), 0:10" in shown
    assert "[1/3] b.tex, 1:10, about 2:20 left" in shown


def test_what_is_left_of_one_long_page_is_said(monkeypatch, capsys):
    now = iter((0.0, 10.0))
    monkeypatch.setattr("hence.progress.time.monotonic", lambda: next(now))
    Progress(["a.tex"], on=True).heard(0, "step 3 of 10")
    assert "[0/1] a.tex (step 3 of 10), 0:10, about 0:40 left" in capsys.readouterr().err


def test_a_page_that_is_gone_through_again_is_not_said_to_be_nearly_done(monkeypatch, capsys):
    now = iter((0.0, 10.0, 20.0))
    monkeypatch.setattr("hence.progress.time.monotonic", lambda: next(now))
    progress = Progress(["a.tex"], on=True)
    progress.heard(0, "step 10 of 10")
    progress.heard(0, "step 2 of 10")
    assert capsys.readouterr().err.endswith("a.tex (step 2 of 10), 0:20")


def test_the_clock_goes_on_while_nothing_is_heard(monkeypatch, capsys):
    monkeypatch.setattr("hence.progress.FEWEST_SECONDS", 0.05)
    with Progress(["a.tex"], on=True) as progress:
        progress.heard(0, "")
        assert capsys.readouterr().err == ""
        time.sleep(0.3)
        assert "[0/1] a.tex, 0:00" in capsys.readouterr().err
    assert capsys.readouterr().err.endswith("\r\x1b[K")
