"""A relation that is only mentioned is not given: quoted, denied, asked, hoped for, said of others, of some or a case.

Each page declares its letters, mentions a relation in one of the sentences of `standing/mentions.txt`, and goes on with
a claim that is true only under that relation. The claim is neither proved nor supported.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hence.language.verdicts import Judged, name_of

from hence import checks, latex_in

FILE = Path(__file__).resolve().parent / "standing" / "mentions.txt"
GOING_ON = ("Then\n\\[ {}. \\]", "We have\n\\[ {}. \\]", "Therefore\n${}$.")


class Mention(NamedTuple):
    declared: str
    sentence: str
    claim: str
    going_on: tuple[str, ...] = GOING_ON

    def pages(self) -> list[str]:
        """The claim stands in the last line."""
        return [f"{self.declared} {self.sentence} {how.replace('{}', self.claim)}\n" for how in self.going_on]


def mentions() -> list[Mention]:
    found, declared, claim = [], "", ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            declared, claim = line[3:].split(" | ")
        elif line and not line.startswith("# "):
            loose = line.startswith("~ ")
            found.append(Mention(declared, line.removeprefix("~ "), claim, GOING_ON[loose:]))
    return found


MENTIONS = mentions()
# what each claim needs
GIVEN = {
    "a + b = a": "$b = 0$",
    "a^2 = a b": "$a = b$",
    r"\sqrt{a^2} = a": "$a > 0$",
    r"A^\top A = A^2": "$A$ is symmetric",
    r"\mathbb{E}[X^4] = 3": r"$X \sim \mathcal{N}(0, 1)$",
    r"\mathbb{E}[XY] = \mathbb{E}[X] \mathbb{E}[Y]": "$X$ and $Y$ are independent",
    r"\sum_{i=1}^n |x_i| = \sum_{i=1}^n x_i": r"$x_i \ge 0$ for all $i$",
    r"\|x + y\|^2 = \|x\|^2 + \|y\|^2": r"$x^\top y = 0$",
    r"f\left(\frac{x+y}{2}\right) \le \frac{f(x) + f(y)}{2}": "$f$ is convex",
}
GROUPS = {m.claim: m for m in MENTIONS}


def claimed(text: str) -> list[Judged]:
    """The steps of the last line."""
    return [j for j in checks.check(latex_in.read_text(text)).steps if j.step.span.line == text.count("\n")]


def verdicts(text: str) -> list[str]:
    return [name_of(j.verdict) for j in claimed(text)]


def readable(mention: Mention) -> str:
    return mention.sentence.replace("\\", "")


@pytest.mark.parametrize("mention", MENTIONS, ids=readable)
def test_what_is_mentioned_is_not_given(mention: Mention):
    for text in mention.pages():
        judged = claimed(text)
        assert judged, f"{text}the claim is no step"
        believed = [str(j.verdict) for j in judged if name_of(j.verdict) in ("proved", "supported")]
        assert not believed, text + "\n".join(believed)


@pytest.mark.parametrize("claim", GROUPS, ids=lambda c: c.replace("\\", ""))
def test_the_claim_is_false_where_nothing_is_said(claim: str):
    for text in Mention(GROUPS[claim].declared, "", claim).pages():
        assert verdicts(text) == ["refuted"], text


@pytest.mark.parametrize("claim", GROUPS, ids=lambda c: c.replace("\\", ""))
def test_the_claim_follows_where_the_relation_is_given(claim: str):
    sentence = f"Suppose that {GIVEN[claim]}."
    for text in Mention(GROUPS[claim].declared, sentence, claim).pages():
        assert verdicts(text) == ["proved"], text


def test_there_are_many_different_mentions():
    assert len(MENTIONS) == len({(m.claim, m.sentence) for m in MENTIONS}) >= 120
    assert GIVEN.keys() == GROUPS.keys()
