"""Pages that were once read wrongly, each with what the last step of it must, or must not, come out as."""

from __future__ import annotations

from pathlib import Path

import pytest
from hence.language.verdicts import name_of

from hence import checks, latex_in

FILE = Path(__file__).resolve().parent / "once_misread.txt"
PAGES = [tuple(block.split("\n", 1)) for block in FILE.read_text(encoding="utf-8").split("=== ")[1:]]


def test_there_are_pages():
    assert len(PAGES) >= 50


@pytest.mark.parametrize(("expected", "page"), PAGES)
def test_the_last_step(expected: str, page: str):
    found = [name_of(judged.verdict) for judged in checks.check(latex_in.read_text(page)).steps]
    last = found[-1] if found else "none"
    if expected.startswith("not "):
        assert last != expected.removeprefix("not "), found
    else:
        assert last == expected, found
