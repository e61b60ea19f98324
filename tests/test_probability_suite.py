"""Steps of probability as students write them, each with false variants: `probability_steps.txt`.

A block begins with `== name` and gives a setting in prose. A line `+ step` must be proved. A line `- step` is false: a
wrong factor, swapped arguments, a lost term; it must be refuted. Where what is wrong is a hypothesis that is missing, a
line `-- setting` gives the setting of the false lines after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hence.language.verdicts import name_of

from hence import checks, latex_in

STEPS = Path(__file__).resolve().parent / "probability_steps.txt"
EXPECTED = {"+": "proved", "-": "refuted"}


@dataclass(frozen=True)
class Line:
    block: str
    given: str
    sign: str
    step: str
    number: int


def lines() -> Iterator[Line]:
    block, given, other = "", "", ""
    for number, text in enumerate(STEPS.read_text(encoding="utf-8").splitlines(), 1):
        mark, _, rest = text.partition(" ")
        if mark == "==":
            block, given, other = rest, "", ""
        elif mark == "--":
            other = rest
        elif mark in EXPECTED:
            yield Line(block, other if mark == "-" and other else given, mark, rest, number)
        elif not text.startswith("#"):
            given += text + "\n"


def verdict(line: Line) -> str:
    page = f"{line.given}\n\\begin{{equation}}\n{line.step}\n\\end{{equation}}\n"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    found = name_of(judged.verdict)
    return found if found == EXPECTED[line.sign] else f"{found}: {judged.verdict}"


ALL = tuple(lines())


@pytest.mark.parametrize("line", ALL, ids=lambda x: f"{x.number}-{x.block}")
def test_verdict(line: Line):
    assert verdict(line) == EXPECTED[line.sign], f"line {line.number}: {line.step}"


def test_every_block_has_true_and_false_steps():
    for block in {x.block for x in ALL}:
        assert {x.sign for x in ALL if x.block == block} == {"+", "-"}, block


def test_the_suite_is_large():
    assert sum(x.sign == "+" for x in ALL) >= 80
