"""Pages with something deleted or inserted: whatever comes out is read, and nothing ends in a fault of ours."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hence import checks, latex_in

FOLDER = Path(__file__).resolve().parent / "documents"
DOCUMENTS = sorted(p for p in FOLDER.iterdir() if p.suffix in (".tex", ".md"))
PIECES = (
    "{",
    "}",
    "$",
    "$$",
    "\\",
    "\\[",
    "\\]",
    "\\begin{align}",
    "\\end{align}",
    "\\\\",
    "&",
    "_",
    "^",
    "(",
    "|",
    "#1",
    "%",
)
CUT = 1500  # characters of a page that are kept: what is mutilated is the same in a short one


def mutilated(seed: int) -> tuple[str, bool]:
    """A piece of a page with one to four changes, and whether it is Markdown."""
    choose = random.Random(seed)
    path = choose.choice(DOCUMENTS)
    text = path.read_text(encoding="utf-8")
    start = choose.randrange(max(len(text) - CUT, 1))
    text = text[start : start + CUT]
    for _ in range(choose.randint(1, 4)):
        at = choose.randrange(len(text))
        until = min(at + choose.choice((0, 0, 1, 2, 20)), len(text))
        text = text[:at] + choose.choice(("", *PIECES)) + text[until:]
    return text, path.suffix == ".md"


def faults(seed: int) -> list[str]:
    text, markdown = mutilated(seed)
    report = checks.check(latex_in.read_text(text, markdown=markdown))
    return [j.verdict.why for j in report.steps if getattr(j.verdict, "internal", False)]


@pytest.mark.parametrize("seed", range(12))
def test_a_mutilated_page_is_no_fault(seed: int) -> None:
    assert not faults(seed)


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(50))
def test_many_mutilated_pages(tens: int) -> None:
    assert not [(seed, why) for seed in range(1000 + 10 * tens, 1010 + 10 * tens) for why in faults(seed)]
