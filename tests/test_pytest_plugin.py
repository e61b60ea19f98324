"""The pytest plugin: a test for every step, one for what cannot be read, and nothing done twice."""

from __future__ import annotations

import pytest

pytest_plugins = ("pytester",)
QUIET = ("-p", "no:cacheprovider")
PAGE = "We know that $$x + x = 2 x$$ and $$x + x = 3 x$$ and $$x + x = 2 x .$$\n"
LOGGED = """
import os
from pathlib import Path
from hence import files

decided = files._decided

def logged(path, *rest):
    with Path("decided.log").open("a") as log:
        print(Path(path).name, file=log)
    return decided(path, *rest)

files._decided = logged
"""


@pytest.mark.usefixtures("rooms")
def test_the_plugin_makes_a_test_of_every_step(pytester: pytest.Pytester):
    pytester.path.joinpath("hw.tex").write_text("a\n" * 20)
    result = pytester.inline_run("--hence", "-p", "no:cacheprovider")
    passed, _, failed = result.listoutcomes()
    assert (len(passed), len(failed)) == (5, 1)
    assert "at x = -1: left is 1, right is -1" in str(failed[0].longrepr)


@pytest.mark.usefixtures("rooms")
def test_the_plugin_honours_expectations(pytester: pytest.Pytester):
    lines = ["a"] * 20
    lines[13], lines[16], lines[11] = "a % refuted", "a % proved", "a % proved"
    pytester.path.joinpath("hw.md").write_text("\n".join(lines))
    _, _, failed = pytester.inline_run("--hence", "-p", "no:cacheprovider").listoutcomes()
    assert [report.head_line for report in failed] == ["hw.md: line 17: \\sqrt{x^2} = x"]
    assert "expected: proved" in str(failed[0].longrepr)


@pytest.mark.usefixtures("rooms")
def test_the_plugin_takes_only_what_it_is_asked_for(pytester: pytest.Pytester):
    pytester.path.joinpath("hw.tex").write_text("a\n")
    pytester.path.joinpath("notes.md").write_text("a\n")
    assert pytester.inline_run("-p", "no:cacheprovider").listoutcomes() == ([], [], [])
    pytester.makeini("[pytest]\nhence_files = *.tex")
    passed, _, failed = pytester.inline_run("-p", "no:cacheprovider").listoutcomes()
    assert len(passed) + len(failed) == 6


def names(result: pytest.HookRecorder) -> list[str]:
    return [item.nodeid for item in result.getcalls("pytest_collection_finish")[0].session.items]


@pytest.mark.parametrize("name", ["hw.tex", "hw.md", "hw.markdown"])
def test_a_test_is_called_by_its_line_and_formula(pytester: pytest.Pytester, name: str):
    pytester.path.joinpath(name).write_text(PAGE + r"Then $$\text{[a]::} x = x .$$", encoding="utf-8")
    found = names(pytester.inline_run("--hence", "--collect-only", *QUIET))
    same = [f"{name}::line 1: x + x = 2 x", f"{name}::line 1: x + x = 3 x", f"{name}::line 1: x + x = 2 x (2)"]
    assert found[:3] == same
    assert all(test.count("::") == 1 and "[" not in test for test in found)
    passed, _, failed = pytester.inline_run("--hence", same[2], *QUIET).listoutcomes()
    assert (len(passed), len(failed)) == (1, 0)


@pytest.mark.parametrize("content", [b"%PDF-1.4", b"x\x00y"])
def test_a_bad_file_is_one_failed_test(pytester: pytest.Pytester, content: bytes):
    pytester.path.joinpath("bad.md").write_bytes(content)
    pytester.path.joinpath("good.md").write_text("We know that $$x + x = 2 x .$$\n", encoding="utf-8")
    passed, _, failed = pytester.inline_run("--hence", *QUIET).listoutcomes()
    assert [one.nodeid for one in failed] == ["bad.md::can be read"]
    assert len(passed) == 1


@pytest.mark.parametrize(("strict", "failures"), [("false", 0), ("true", 1)])
def test_a_strict_option_stands_in_the_ini_file(pytester: pytest.Pytester, strict: str, failures: int):
    pytester.makeini(f"[pytest]\nhence_files = *.md\nhence_strict = {strict}")
    pytester.path.joinpath("hw.md").write_text("We know that $$x + = 2 x .$$\n", encoding="utf-8")
    assert len(pytester.inline_run(*QUIET).listoutcomes()[2]) == failures


def test_a_wrong_setting_is_said_once(pytester: pytest.Pytester):
    pytester.path.joinpath("hw.md").write_text(PAGE, encoding="utf-8")
    pytester.makepyprojecttoml("[tool.hence]\nstrictness = 1")
    result = pytester.runpytest_inprocess("--hence", *QUIET)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines("*has no setting strictness*")


def test_a_page_is_decided_once_on_several_processes(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HENCE_CACHE", str(pytester.path / "kept"))
    pytester.makeconftest(LOGGED)
    for name in ("a.md", "b.md"):
        pytester.path.joinpath(name).write_text(PAGE.replace("x", name[0]), encoding="utf-8")
    result = pytester.runpytest_subprocess("--hence", "-n", "2", "--dist", "load", *QUIET)
    result.assert_outcomes(passed=4, failed=2)
    assert sorted(pytester.path.joinpath("decided.log").read_text().split()) == ["a.md", "b.md"]
