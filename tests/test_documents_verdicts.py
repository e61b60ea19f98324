"""Documents in the manner of students, with the expected verdict at the end of each line that makes a claim.

A mark is a comment at the end of a line: `% proved` in LaTeX, `<!-- proved -->` outside of mathematics in Markdown.
A mark may say what the proofs of its line rest on, `% proved: a \ne 0; A is invertible`, or `% proved: none`; then they
rest on just that.
Marks are cut off before the page is read, so that reader and checker see what a student would have written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from hence.language.verdicts import WEAKEST_FIRST, Judged, Proved, name_of

from hence import checks, latex_in

FOLDER = Path(__file__).resolve().parent / "documents"
DOCUMENTS = sorted(p for p in FOLDER.iterdir() if p.suffix in (".tex", ".md"))
_VERDICTS = "|".join(WEAKEST_FIRST)
_MARKED = rf"(?:{_VERDICTS})(?::[^\n]*?)?"
_MARK = re.compile(rf"[ \t]*(?:%[ \t]*({_MARKED})|<!--[ \t]*({_MARKED})[ \t]*-->)[ \t]*$", re.MULTILINE)
_SIGNS = {r"\\neq?(?![a-z])": "!=", r"\\leq?(?![a-z])": "<=", r"\\geq?(?![a-z])": ">=", r"\s+": ""}


def unmarked(text: str) -> tuple[str, dict[int, str]]:
    """The text without its marks, line by line as it was, and the marks by line number."""
    marks = {text.count("\n", 0, m.start()) + 1: m[1] or m[2] for m in _MARK.finditer(text)}
    return _MARK.sub("", text), marks


def judged_lines(text: str, markdown: bool) -> dict[int, list[Judged]]:
    lines: dict[int, list[Judged]] = defaultdict(list)
    for judged in checks.check(latex_in.read_text(text, markdown=markdown)).steps:
        lines[judged.step.span.line].append(judged)
    return lines


def worst(judged: list[Judged]) -> Judged:
    return min(judged, key=lambda j: WEAKEST_FIRST.index(name_of(j.verdict)))


def complaints(text: str, markdown: bool = False) -> list[str]:
    """Every line whose worst verdict is not the expected one, and every claim or mark that stands alone."""
    plain, marks = unmarked(text)
    lines = judged_lines(plain, markdown)
    found = [f"line {n}: marked {marks[n]}, but there is no step" for n in sorted(marks.keys() - lines.keys())]
    for number, judged in sorted(lines.items()):
        expected, _, conditions = marks.get(number, "nothing").partition(":")
        weakest = worst(judged)
        if name_of(weakest.verdict) != expected:
            found.append(f"line {number}: expected {expected}, found {name_of(weakest.verdict)}\n{described(weakest)}")
        elif conditions and stated(conditions) != (rests_on := assumptions(judged)):
            wanted, listed = ("; ".join(sorted(c)) or "none" for c in (stated(conditions), rests_on))
            found.append(f"line {number}: expected {wanted}, but what is listed is {listed}\n{described(weakest)}")
    return found


def stated(conditions: str) -> set[str]:
    return {normalised(c) for c in conditions.split(";")} - {"none"}


def assumptions(judged: list[Judged]) -> set[str]:
    return {normalised(a) for j in judged if isinstance(j.verdict, Proved) for a in j.verdict.assumptions}


def normalised(condition: str) -> str:
    """Without blanks, and with one way to write each relation."""
    for pattern, sign in _SIGNS.items():
        condition = re.sub(pattern, sign, condition)
    return condition


def described(judged: Judged) -> str:
    step = judged.step
    text = f"{step.lhs_text} {step.formula.relation} {step.rhs_text}" if hasattr(step, "formula") else step.text
    return f"    {text}\n    {judged.verdict}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_verdicts(path: Path):
    found = complaints(path.read_text(encoding="utf-8"), path.suffix == ".md")
    assert not found, f"{path.name}\n" + "\n".join(found)


def test_every_document_holds_true_and_false_lines():
    for path in DOCUMENTS:
        marks = unmarked(path.read_text(encoding="utf-8"))[1].values()
        assert {"proved", "refuted"} <= {mark.partition(":")[0] for mark in marks}, path.name


def test_marks_are_cut_off_and_lines_keep_their_numbers():
    text = "a % proved\n% b\n c <!-- refuted -->\nd % assumed \n100\\% proved so"
    assert unmarked(text) == ("a\n% b\n c\nd\n100\\% proved so", {1: "proved", 3: "refuted", 4: "assumed"})


def test_a_wrong_expectation_is_noticed():
    text = "$$(x + 1)^2 = x^2 + 2 x + 1$$ % refuted\n$$x + x = 2 x$$\nNothing here. % proved\n$$x = x + 1$$ % refuted\n"
    found = complaints(text)
    assert [c.splitlines()[0] for c in found] == [
        "line 3: marked proved, but there is no step",
        "line 1: expected refuted, found proved",
        "line 2: expected nothing, found proved",
    ]
    assert "(x + 1)^2 = x^2 + 2 x + 1" in found[1]
    assert "index-normal-form" in found[1]


def test_a_missing_and_a_needless_condition_are_noticed():
    page = "$$\\frac{x y}{x} = y$$ % proved: {}\n"
    for right in (r"x \ne 0", "x != 0", r"x\neq0"):
        assert not complaints(page.replace("{}", right))
    for wrong in ("none", r"x \ne 0; y \ne 0", "x > 0"):
        (found,) = complaints(page.replace("{}", wrong))
        assert "what is listed is x!=0" in found
