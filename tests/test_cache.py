"""Verdicts kept by content: what has not changed is not decided again, and what is kept can do no harm."""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Thread

import pytest

from hence import cache, files
from hence.files import Wanted

pytestmark = pytest.mark.usefixtures("rooms")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def page(name: str, text: str = "a\n" * 20) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


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


def test_a_full_disk_costs_nothing_but_time(monkeypatch):
    full = OSError(28, "No space left on device")

    def no_room(_value, out) -> None:
        out.write('{"key"')
        raise full

    monkeypatch.setattr("hence.cache.json.dump", no_room)
    name = page("hw.tex")
    assert files.check_page(name, Path(name).read_text(), Wanted()).steps
    assert os.listdir(cache.folder()) == []


def test_who_has_no_home_has_no_cache(monkeypatch):
    for name in ("HENCE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)

    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("hence.cache.Path.home", nobody)
    name = page("hw.tex")
    assert files.check_page(name, Path(name).read_text(), Wanted()).steps
    assert os.listdir() == [name]


def test_an_empty_setting_is_no_folder(monkeypatch, here):
    monkeypatch.setenv("HENCE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "kept"))
    assert cache.folder() == here / "kept" / "hence"


@pytest.mark.parametrize(
    ("asks", "changed"),
    [
        (r"\input{part}", "part.tex"),
        (r"\usepackage[draft]{styles/ours}", "styles/ours.sty"),
        (r"\usepackage{outer}", "inner.def"),
    ],
)
def test_a_page_is_decided_again_when_a_file_changes_that_it_reads_in(asks, changed):
    page("outer.sty", r"\input{inner.def}")
    for name in ("part.tex", "styles/ours.sty", "inner.def"):
        page(name, r"\newcommand{\two}{2}")
    before = key_of(asks)
    assert key_of(asks) == before
    page("unread.sty", "x")
    assert key_of(asks) == before
    page(changed, r"\newcommand{\two}{3}")
    assert key_of(asks) != before


def key_of(text: str) -> str:
    return cache.key(cache.sources(text, Path("hw.tex")))


def test_the_program_is_part_of_the_key(monkeypatch):
    before = key_of("x")
    cache.program.cache_clear()
    monkeypatch.setenv("HENCE_PATIENCE", "9")
    assert key_of("x") != before
    cache.program.cache_clear()
    monkeypatch.undo()
    monkeypatch.setattr(cache, "COMPUTES", ("json",))  # another SymPy, as it were
    assert key_of("x") != before
    cache.program.cache_clear()


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


def test_a_page_with_its_files_is_kept_as_it_was(monkeypatch, tmp_path):
    """Without stand-ins: the places in other files are kept too."""
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HENCE_CACHE", str(tmp_path / "cache"))
    page("part.tex", "We know that $$x + x = 3 x .$$\n")
    text = "We know that $$y + y = 2 y .$$\n\\input{part}\n"
    first = files.check_page(page("hw.tex", text), text, Wanted())
    monkeypatch.setattr("hence.files._decided", lambda *_: pytest.fail("decided again"))
    assert files.check_page("hw.tex", text, Wanted()).to_json() == first.to_json()
    assert [step.verdict for step in first.steps] == ["proved", "refuted"]
