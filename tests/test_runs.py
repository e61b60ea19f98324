"""Runs that do not break: killed processes, consoles and disks that refuse, Ctrl-C, broken files among good ones."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from hence import cli, config
from hence.expected import Expectations, marks
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


@pytest.mark.parametrize("form", ["json", "sarif", "junit", "csv", "github", "html"])
def test_what_machines_read_is_utf_8_on_every_console(monkeypatch, form):
    page("hw-𝑎.tex", "α\n" * 20)
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", write_through=True)
    monkeypatch.setattr(sys, "stdout", console)
    assert cli.main(["check", "--format", form, "hw-𝑎.tex"]) == cli.REFUTED
    out = console.buffer.getvalue().decode("utf-8")
    assert "hw-𝑎.tex" in out or r"hw-\ud835\udc4e.tex" in out
    if form in ("json", "sarif"):
        json.loads(out)
    if form == "junit":
        assert Xml.fromstring(out)  # noqa: S314 (our own)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are letters there")
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "csv", "github", "html"])
def test_a_name_that_is_no_text_can_be_written(form):
    name = page(os.fsdecode(b"hw-\xff.tex"))
    assert cli.main(["check", "--format", form, "-o", "out", name]) == cli.REFUTED
    assert r"hw-\udcff.tex" in Path("out").read_text(encoding="utf-8")


def test_what_cannot_be_written_is_said(capsys):
    page("hw.tex")
    assert cli.main(["check", "hw.tex", "-o", "no/such/folder/out.txt"]) == cli.TROUBLE
    assert "out.txt: No such file or directory" in capsys.readouterr().err


def test_nothing_is_checked_that_cannot_be_written(standing_in):
    standing_in(lambda *_: pytest.fail("checked in vain"))
    assert cli.main(["check", page("hw.tex"), "-o", "no/such/out.csv", "--format", "csv"]) == cli.TROUBLE
    assert cli.main(["check", "--no-cache", "-o", "no/such/out.txt"]) == cli.TROUBLE  # the catalogue


@pytest.mark.parametrize("form", ["pdf", "tex", "html"])
def test_sheets_that_cannot_be_written_are_named(capsys, monkeypatch, form):
    full = OSError(28, "No space left on device")

    def no_room(*_: object, **__: object) -> None:
        raise full

    monkeypatch.setattr("hence.solutions_file.write_text", no_room)
    monkeypatch.setattr("hence.solutions.write_text", no_room)
    assert cli.main(["solve", "--format", form, "-o", "sheets", page("hw.tex")]) == cli.TROUBLE
    assert capsys.readouterr().err == "hence: sheets: No space left on device\n"


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
