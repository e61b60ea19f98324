"""A relation that words assert is a claim, however its sentence begins: it is decided; nothing rests on it silently.

Each page declares its letters, asserts a false relation behind one of the openings of `standing/openings.txt`, and
draws a consequence that follows from that relation only. The relation is refuted, and the consequence is not proved,
unless the report lists the relation among what the proof assumes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hence.language.verdicts import Judged, Proved, Refuted, Unknown, name_of

from hence import checks, latex_in

FOLDER = Path(__file__).resolve().parent / "standing"


class Falsehood(NamedTuple):
    """What is declared, a relation that is then false, and what would follow from it."""

    declared: str
    relation: str
    consequence: str


KINDS = {
    "scalar": Falsehood(r"Let $a, b \in \mathbb{R}$.", "(a+b)^2 = a^2 + b^2", "2 a b = 0"),
    "matrix": Falsehood(r"Let $A, B \in \mathbb{R}^{n \times n}$.", "AB = BA", "(A+B)^2 = A^2 + 2AB + B^2"),
    "log": Falsehood("Let $a, b > 0$.", r"\log(a+b) = \log a + \log b", r"\log(a+b) = \log(ab)"),
    "expectation": Falsehood(
        "Let $X$ be a random variable.", r"\mathbb{E}[X^2] = \mathbb{E}[X]^2", r"\mathrm{Var}(X) = 0"
    ),
    "sum": Falsehood(
        r"Let $x \in \mathbb{R}^n$.",
        r"\sum_{i=1}^n x_i^2 = \left(\sum_{i=1}^n x_i\right)^2",
        r"2 \sum_{i=1}^n x_i^2 = 2 \left(\sum_{i=1}^n x_i\right)^2",
    ),
    "derivative": Falsehood("Let $f(x) = x^3$.", "f'(x) = 2x^2", "f'(x) + 1 = 2x^2 + 1"),
    "norm": Falsehood(r"Let $x, y \in \mathbb{R}^n$.", r"\|x+y\|^2 = \|x\|^2 + \|y\|^2", r"x^\top y = 0"),
    "order": Falsehood(r"Let $x \in \mathbb{R}$.", r"x^2 \ge x", r"x^2 - x \ge 0"),
    "det": Falsehood(
        r"Let $A, B \in \mathbb{R}^{n \times n}$.",
        r"\det(A + B) = \det(A) + \det(B)",
        r"2 \det(A + B) = 2 \det(A) + 2 \det(B)",
    ),
    "trace": Falsehood(
        r"Let $A, B \in \mathbb{R}^{n \times n}$.",
        r"\mathrm{tr}(AB) = \mathrm{tr}(A)\, \mathrm{tr}(B)",
        r"2\, \mathrm{tr}(AB) = 2\, \mathrm{tr}(A)\, \mathrm{tr}(B)",
    ),
    "exponential": Falsehood(r"Let $a, b \in \mathbb{R}$.", "e^{ab} = e^a e^b", "e^{ab} = e^{a+b}"),
    "variance": Falsehood(
        "Let $X$ and $Y$ be random variables.",
        r"\mathrm{Var}(X + Y) = \mathrm{Var}(X) + \mathrm{Var}(Y)",
        r"\mathrm{Cov}(X, Y) = 0",
    ),
    "powers": Falsehood(r"Let $n \ge 1$ be an integer.", r"\sum_{k=1}^n k = n^2", r"\sum_{k=1}^n 2k = 2 n^2"),
}


class Opening(NamedTuple):
    text: str
    kinds: tuple[str, ...]


def openings() -> list[Opening]:
    """The lines of the file, each with the kinds of relations that it may stand before."""
    found = []
    for line in (FOLDER / "openings.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        kinds, bar, text = line.rpartition(" | ")
        found.append(Opening(text, tuple(kinds.split()) if bar else tuple(KINDS)))
    return found


OPENINGS = openings()


def placed(text: str, mark: str, formula: str, display: bool) -> str:
    """The sentence with a formula for its mark; a display takes the punctuation behind it along."""
    if not display:
        return text.replace(mark, f"${formula}$")
    return re.sub(rf"{mark}([.,]?)", lambda m: rf"\[ {formula}{m[1]} \]", text)


def page(opening: str, kind: str, display: bool) -> str:
    declared, relation, consequence = KINDS[kind]
    text = opening if "#" in opening else opening + " Hence #."
    text = placed(text, "@", relation, display)
    return f"{declared} {placed(text, '#', consequence, display or '#' not in opening)}\n"


def squeezed(text: str) -> str:
    """A formula without blanks, brackets that only group, and fonts."""
    return re.sub(r"\\(?:,|left|right|mathbb|mathrm|operatorname)|[\s{}$]", "", text)


def same(judged: Judged, formula: str) -> bool:
    """Whether this step is that formula."""
    step = judged.step
    if hasattr(step, "formula"):
        left, right = squeezed(step.lhs_text), squeezed(step.rhs_text)
        whole = squeezed(formula)
        return whole.startswith(left) and whole.endswith(right) and len(left) + len(right) < len(whole)
    return squeezed(formula) in squeezed(step.text)


def states(assumptions: tuple[str, ...], formula: str) -> bool:
    return any(squeezed(formula) in squeezed(a) for a in assumptions)


def complaints(text: str, kind: str) -> list[str]:
    _, relation, consequence = KINDS[kind]
    judged = checks.check(latex_in.read_text(text)).steps
    found = []
    premise = [name_of(j.verdict) for j in judged if same(j, relation)]
    if premise != ["refuted"]:
        found.append(f"the relation is {premise or 'no step'}, not refuted")
    drawn = [j.verdict for j in judged if same(j, consequence)]
    if not drawn:
        found.append("the consequence is no step")
    for verdict in drawn:
        silent = isinstance(verdict, Proved) and not states(verdict.assumptions, relation)
        if silent or name_of(verdict) == "supported":
            found.append(f"the consequence is {name_of(verdict)}, and rests on the relation in silence: {verdict}")
    return found


def cases(gate: bool) -> list:
    """Every opening before two kinds of relations, inline and displayed; or inline before half of the others."""
    chosen = []
    for i, opening in enumerate(OPENINGS):
        for j, kind in enumerate(opening.kinds):
            for display in (False, True):
                first = j == (i + display) % len(opening.kinds)
                if first if gate else not (first or display) and (i + j) % 2 == 0:
                    name = f"{opening.text}-{kind}-{'display' if display else 'inline'}".replace("\\", "")
                    chosen.append(pytest.param(opening.text, kind, display, id=name))
    return chosen


@pytest.mark.parametrize(("opening", "kind", "display"), cases(gate=True))
def test_what_is_asserted_is_decided(opening: str, kind: str, display: bool):
    text = page(opening, kind, display)
    found = complaints(text, kind)
    assert not found, text + "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(("opening", "kind", "display"), cases(gate=False))
def test_what_is_asserted_is_decided_for_every_kind(opening: str, kind: str, display: bool):
    text = page(opening, kind, display)
    found = complaints(text, kind)
    assert not found, text + "\n".join(found)


@pytest.mark.parametrize("kind", KINDS)
def test_the_consequence_is_false_without_the_relation(kind: str):
    declared, _, consequence = KINDS[kind]
    judged = checks.check(latex_in.read_text(f"{declared} Then \\[ {consequence}. \\]\n")).steps
    assert len(judged) == 1
    assert isinstance(judged[0].verdict, Refuted) or (
        isinstance(judged[0].verdict, Unknown) and judged[0].verdict.fails
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_consequence_follows_where_the_relation_is_supposed(kind: str):
    declared, relation, consequence = KINDS[kind]
    text = f"{declared} Suppose that ${relation}$. Then \\[ {consequence}. \\]\n"
    judged = [j for j in checks.check(latex_in.read_text(text)).steps if same(j, consequence)]
    assert [name_of(j.verdict) for j in judged] == ["proved"]


def test_there_are_many_different_openings():
    texts = [o.text for o in OPENINGS]
    assert len(texts) == len(set(texts)) >= 160
    assert all(t.count("@") == 1 and t.count("#") <= 1 for t in texts)
    assert all(set(o.kinds) <= set(KINDS) for o in OPENINGS)


def test_a_silent_premise_is_noticed():
    """A premise that is given by a supposition and not listed is what these tests look for."""
    text = page("Suppose that @.", "scalar", display=False)
    assert any("the relation is" in c for c in complaints(text, "scalar"))
    assert states(("a != 0", "(a + b)^{2} = a^2 + b^2 (line 1)"), KINDS["scalar"].relation)
    assert not states(("a != 0", "what line 1 supposes"), KINDS["scalar"].relation)
