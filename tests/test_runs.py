"""Runs that do not break: killed processes, consoles and disks that refuse, Ctrl-C, broken files among good ones."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from hence import cache, cli, config, files
from hence.expected import Expectations, marks
from hence.files import Wanted
from hence.progress import Progress
from hence.report import report_of

pytestmark = pytest.mark.usefixtures("rooms")
BASH = "/bin/bash"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def page(name: str, text: str = "a\n" * 20) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_a_killed_process_costs_its_file_only(capsys, standing_in, report):
    def check(derivation, *_rest):
        if "fatal" in derivation.source:
            os.kill(os.getpid(), signal.SIGKILL)
        return type(report)(derivation.source, (), report.steps[:1])

    standing_in(check)
    names = [page("a.tex"), page("fatal.tex", "b\n" * 20), page("b.tex"), page("c.tex")]
    assert cli.main(["check", "--jobs", "2", "--format", "json", *names]) == cli.TROUBLE
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert [file["path"] for file in data["files"]] == ["a.tex", "b.tex", "c.tex"]
    assert [file["path"] for file in data["unreadable"]] == ["fatal.tex"]
    assert "fatal.tex: its process was ended by SIGKILL" in err


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


def test_ctrl_c_keeps_what_is_done_of_a_page(capsys, standing_in, report):
    def check(derivation, *_rest):
        signal.raise_signal(signal.SIGINT)
        return type(report)(derivation.source, (), report.steps[:1])

    standing_in(check)
    assert cli.main(["check", "--jobs", "1", "--format", "json", page("a.tex"), page("b.tex")]) == cli.INTERRUPTED
    out, err = capsys.readouterr()
    assert [file["path"] for file in json.loads(out)["files"]] == ["a.tex"]
    assert "stopping after this step" in err
    assert not files.STOP.is_set()


def test_ctrl_c_twice_stops_at_once(capsys, standing_in):
    def check(derivation, *_rest):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    standing_in(check)
    assert cli.main(["check", page("a.tex")]) == cli.INTERRUPTED
    assert "0 of 1 files were checked" in capsys.readouterr().err


def test_what_cannot_be_looked_at_is_named_and_links_do_not_go_round(capsys, monkeypatch):
    page("class/a.tex")
    Path("class/gone.tex").symlink_to("nowhere.tex")
    Path("class/again").symlink_to(".")
    Path("class/closed").mkdir()
    looked_into = Path.iterdir
    refused = PermissionError(13, "Permission denied")

    def iterdir(folder: Path):
        if folder.name == "closed":
            raise refused
        return looked_into(folder)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    monkeypatch.setattr("hence.files.os.access", lambda *_: False)
    assert cli.main(["check", "class"]) == cli.TROUBLE
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("1 file: ")
    assert err.splitlines() == [
        "hence: class/closed: Permission denied",
        "hence: class/gone.tex: No such file or directory",
    ]


def test_a_folder_with_broken_files(capsys):
    for number in range(200):
        page(f"class/{number:03}.tex")
    for number in range(0, 200, 40):
        Path(f"class/{number:03}.tex").write_bytes(b"%PDF-1.4")
    page("class/.hidden/x.tex")
    page("class/notes.txt")
    assert cli.main(["check", "-q", "class"]) == cli.TROUBLE
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 5
    assert out.splitlines()[-1].startswith("195 files: 195 proved, 195 refuted")
    assert out.splitlines()[-1].endswith("; 5 files could not be read")


def test_a_console_without_our_letters(monkeypatch):
    page("hw.tex", "α\n" * 20)
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", write_through=True)
    monkeypatch.setattr(sys, "stdout", console)
    assert cli.main(["check", "hw.tex"]) == cli.REFUTED
    assert b"\\u03b1" in console.buffer.getvalue()


def test_what_cannot_be_written_is_said(capsys):
    page("hw.tex")
    assert cli.main(["check", "hw.tex", "-o", "no/such/folder/out.txt"]) == cli.TROUBLE
    assert "out.txt: No such file or directory" in capsys.readouterr().err


def test_nothing_is_checked_that_cannot_be_written(capsys, standing_in):
    standing_in(lambda *_: pytest.fail("checked in vain"))
    assert cli.main(["check", page("hw.tex"), "-o", "no/such/out.csv", "--format", "csv"]) == cli.TROUBLE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said(capsys):
    page("hw.tex")
    assert cli.main(["check", "hw.tex", "--format", "csv", "-o", "/dev/full"]) == cli.TROUBLE
    assert "No space left on device" in capsys.readouterr().err


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\n" * 20)))
    assert cli.main(["check", "-"]) == cli.REFUTED
    assert "14:8: refuted" in capsys.readouterr().out


# Formats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("github", "::error file=hw.tex,line=14,col=8,endLine=14,endColumn=8,title=refuted::refuted: \\sqrt{x^2} = x"),
        ("sarif", '"ruleId": "refuted"'),
        ("junit", '<failure type="refuted"'),
        ("csv", "hw.tex,14,8,refuted,\\sqrt{x^2},=,x,"),
    ],
)
def test_formats_for_machines(capsys, name, expected):
    page("hw.tex")
    assert cli.main(["check", "--format", name, "hw.tex", "absent.tex"]) == cli.TROUBLE
    out = capsys.readouterr().out
    assert expected in out
    assert "absent.tex" in out


def test_only_and_quiet_show_less(capsys):
    page("hw.tex")
    cli.main(["check", "-q", "hw.tex"])
    quiet = capsys.readouterr().out
    cli.main(["check", "--only", "proved", "hw.tex"])
    only = capsys.readouterr().out
    assert "proved    " not in quiet
    assert "refuted   " in quiet
    assert "proved    " in only
    assert "refuted   " not in only


# Settings and expectations -----------------------------------------------------------------------


def test_a_project_says_what_is_checked(capsys):
    expected = '[tool.hence.expected]\n"hw/a.tex:14" = "refuted"\n'
    page("pyproject.toml", f'[tool.hence]\nfiles = ["hw/*.tex"]\nstrict = true\n{expected}')
    page("hw/a.tex", "a\n" * 14 + "a % supported\na\na % unknown\na % unread\n")
    assert cli.main(["check"]) == cli.FINE
    page("hw/a.tex", "a\n" * 20)
    assert cli.main(["check"]) == cli.REFUTED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.hence]\nfile = []", "has no setting file"),
        ("[tool.hence]\nstrict = 1", "strict must be true or false"),
        ('[tool.hence]\nderivatives = "rows"', "derivatives must be one of as used, column, row, denominator"),
        ('[tool.hence.expected]\n"a.tex:1" = "wrong"', "wrong is no verdict"),
        ("[tool.hence", "pyproject.toml"),
    ],
)
def test_a_wrong_setting_is_named(capsys, text, message):
    page("pyproject.toml", text)
    page("hw.tex")
    assert cli.main(["check", "hw.tex"]) == cli.TROUBLE
    assert message in capsys.readouterr().err


def test_expectations_hold_wherever_one_stands(monkeypatch):
    expected = (
        '"hw/a.tex:14" = "refuted"\n"hw/a.tex:15" = "supported"\n"hw/a.tex:17" = "unknown"\n"hw/a.tex:18" = "unread"'
    )
    page("pyproject.toml", f"[tool.hence]\nstrict = true\n[tool.hence.expected]\n{expected}\n")
    name = Path(page("hw/a.tex")).resolve()
    monkeypatch.chdir("hw")
    assert cli.main(["check", "a.tex"]) == cli.FINE
    assert cli.main(["check", "./a.tex"]) == cli.FINE
    assert cli.main(["check", str(name)]) == cli.FINE


def test_comments_say_what_is_expected(report):
    assert marks("a % refuted\n50\\% proved\n$b$ <!-- unknown -->\nc %  proved  ") == {
        1: "refuted",
        3: "unknown",
        4: "proved",
    }
    shown = report_of(report, "\n" * 13 + "% refuted")
    assert not any(Expectations().fails(shown, step) for step in shown.steps)


def test_no_settings_are_settings(here):
    assert config.load(here).files == []


# The cache ---------------------------------------------------------------------------------------


def test_what_has_not_changed_is_not_decided_again(standing_in, report):
    calls: list[str] = []

    def check(derivation, *_rest):
        calls.append(derivation.source)
        return type(report)(derivation.source, (), report.steps)

    standing_in(check)
    name = page("hw.tex")
    first = files.check_page(name, Path(name).read_text(), Wanted())
    assert files.check_page(name, Path(name).read_text(), Wanted()) == first
    assert files.check_page(page("moved.tex"), Path(name).read_text(), Wanted()).source == "moved.tex"
    assert len(calls) == 1
    files.check_page(name, Path(name).read_text(), Wanted(cache=False))
    files.check_page(name, Path(name).read_text() + "b", Wanted())
    files.check_page(name, Path(name).read_text(), Wanted(seed=1))
    assert len(calls) == 4


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"key": "x", "value": 1}', "\x00\x01", "null"])
def test_a_broken_or_foreign_cache_is_ignored(content):
    name = page("hw.tex")
    text = Path(name).read_text()
    first = files.check_page(name, text, Wanted())
    for kept in cache.folder().glob("*.json"):
        kept.write_text(content.replace('"x"', f'"{kept.stem}"'), encoding="utf-8")
    assert files.check_page(name, text, Wanted()) == first


def test_a_cache_that_cannot_be_written_is_done_without(monkeypatch):
    monkeypatch.setenv("HENCE_CACHE", "/dev/null/cache")
    name = page("hw.tex")
    assert files.check_page(name, Path(name).read_text(), Wanted()).steps


def test_a_page_that_reads_in_others_is_not_kept():
    assert cache.surroundings("hw.tex", r"\input{chapter}") is None
    assert cache.surroundings("hw.tex", "no files") == []


# Progress ----------------------------------------------------------------------------------------


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


def test_what_another_process_decides_is_waited_for(standing_in, report):
    name, calls = page("hw.tex"), list[str]()

    def check(derivation, *_rest):
        calls.append(derivation.source)
        time.sleep(0.2)
        return type(report)(derivation.source, (), report.steps)

    standing_in(check)
    threads = [Thread(target=files.check_page, args=(name, Path(name).read_text(), Wanted())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert not list(cache.folder().glob("*.lock"))


def test_the_hook_and_the_action_run_commands_that_exist():
    yaml = pytest.importorskip("yaml")
    root = Path(__file__).parents[1]
    (hook,) = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {"id", "name", "entry", "language", "types_or"} <= hook.keys()
    action = yaml.safe_load((root / "action.yml").read_text(encoding="utf-8"))
    assert action["runs"]["using"] == "composite"
    assert all(step.get("shell") == "bash" for step in action["runs"]["steps"] if "run" in step)
    script = action["runs"]["steps"][-1]["run"].replace("python -P -m hence", f"{sys.executable} -P -m hence")
    for strict, status in (("false", cli.FINE), ("true", cli.REFUTED)):
        page("a.tex", r"Let $\mho a = b$. Then $\mho b = a$.")
        told = {**os.environ, "FILES": "a.tex", "STRICT": strict}
        assert subprocess.run([BASH, "-c", script], env=told, check=False).returncode == status
    command, *options = hook["entry"].split()
    assert (command, cli.main([*options, "a.tex"])) == ("hence", cli.FINE)
