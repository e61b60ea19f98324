"""Pages that attack how a page is read: what is false is never proved, what is true or given is never refuted.

`short_pages.txt` has one trick a page; the others are whole pages as students and teachers write them, some wrong.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hence.language.verdicts import Proved, Refuted, Supported, Verdict

from hence import checks, latex_in

FOLDER = Path(__file__).resolve().parent / "attacks"
MARK = re.compile(r"\s*%\s*(proved|refuted|assumed)\s*$")
SHORT = dict(
    page.split("\n", 1) for page in (FOLDER / "short_pages.txt").read_text(encoding="utf-8").split("%%%% ")[1:]
)
LONG = sorted(FOLDER.glob("*.tex"))
# false alarms that are known, each by the words that are not understood there
KNOWN = {("s11.tex", 44), ("s17.tex", 41), ("s18.tex", 48)}


def faults(text: str, name: str) -> list[str]:
    """The lines of a page that were judged wrongly."""
    lines = text.splitlines()
    marks = {number: found[1] for number, line in enumerate(lines, 1) if (found := MARK.search(line))}
    page = "\n".join(MARK.sub("", line) for line in lines) + "\n"
    verdicts: dict[int, list[Verdict]] = {}
    for judged in checks.check(latex_in.read_text(page)).steps:
        verdicts.setdefault(judged.step.span.line, []).append(judged.verdict)
    found = []
    for number, mark in marks.items():
        here = verdicts.get(number, [])
        if mark == "refuted" and here and all(isinstance(v, Proved | Supported) for v in here):
            found.append(f"line {number} is false, and {here}")
        if mark != "refuted" and any(isinstance(v, Refuted) for v in here) and (name, number) not in KNOWN:
            found.append(f"line {number} is true or given, and {here}")
    return found


@pytest.mark.parametrize("title", SHORT)
def test_a_short_page_is_not_misread(title: str):
    assert not faults(SHORT[title], title)


@pytest.mark.slow
@pytest.mark.parametrize("path", LONG, ids=lambda p: p.name)
def test_a_page_is_not_misread(path: Path):
    assert not faults(path.read_text(encoding="utf-8"), path.name)


def test_a_false_proof_and_a_false_alarm_are_noticed():
    assert faults("Let $x$ be real. Then $x = x$. % refuted", "")
    assert faults("Let $a, b$ be real. Then $(a+b)^2 = a^2 + b^2$. % proved", "")
