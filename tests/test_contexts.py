"""What is supposed holds where it is supposed: every kind of given, every way to suppose it, every way to end it.

A page declares its letters, supposes C, draws P from it, ends the supposition, and claims P once more. The first P is
proved (or at worst unknown), and lists C; the second P, which is false without C, is neither proved nor supported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import pytest
from hence.language.verdicts import Judged, Proved, name_of

from hence import checks, latex_in


class Given(NamedTuple):
    """Something to suppose, and what follows from nothing less."""

    declared: str  # what is said of the letters in any case
    clause: str  # C: behind "suppose that"
    let: str  # C: behind "let"
    consequence: str  # P
    letters: str  # behind "for general"
    anew: str  # a sentence that takes the letters anew
    instead: str  # the other case
    listed: tuple[str, ...]  # one of these is in what the proof says that it assumes


KINDS = {
    "equation": Given(
        r"Let $a, b \in \mathbb{R}$.",
        "$b = 0$",
        "$b = 0$",
        "a + b = a",
        "$b$",
        r"Now let $b \in \mathbb{R}$ be arbitrary.",
        r"$b \neq 0$",
        ("b = 0",),
    ),
    "inequality": Given(
        r"Let $a \in \mathbb{R}$.",
        "$a > 0$",
        "$a > 0$",
        r"\sqrt{a^2} = a",
        "$a$",
        r"Now let $a \in \mathbb{R}$ be arbitrary.",
        "$a < 0$",
        ("a > 0", r"a \ge 0"),
    ),
    "interval": Given(
        r"Let $t \in \mathbb{R}$.",
        r"$t \in [0, 1]$",
        r"$t \in [0, 1]$",
        r"t^2 \le t",
        "$t$",
        r"Now let $t \in \mathbb{R}$ be arbitrary.",
        "$t > 1$",
        (r"t \in [0, 1]", r"t \le 1", r"0 \le t", r"t \ge 0"),
    ),
    "integer": Given(
        r"Let $m \in \mathbb{R}$.",
        r"$m \in \mathbb{Z}$",
        r"$m \in \mathbb{Z}$",
        r"m^2 \ge m",
        "$m$",
        r"Now let $m \in \mathbb{R}$ be arbitrary.",
        "$m$ is not an integer",
        (r"m \in \mathbb{Z}", "m is integer", "m is an integer"),
    ),
    "law": Given(
        "Let $X$ be a random variable.",
        r"$X \sim \mathcal{N}(0, 1)$",
        r"$X \sim \mathcal{N}(0, 1)$",
        r"\mathbb{E}[X^4] = 3",
        "$X$",
        "Now let $X$ be an arbitrary random variable.",
        "$X$ is not normally distributed",
        (r"X \sim \mathcal{N}(0, 1)", "normal"),
    ),
    "mean": Given(
        "Let $X$ be a random variable.",
        r"$\mathbb{E}[X] = 0$",
        r"$\mathbb{E}[X] = 0$",
        r"\mathrm{Var}(X) = \mathbb{E}[X^2]",
        "$X$",
        "Now let $X$ be an arbitrary random variable.",
        r"$\mathbb{E}[X] \neq 0$",
        (r"\mathbb{E}[X] = 0", "E X = 0"),
    ),
    "independence": Given(
        "Let $X$ and $Y$ be random variables.",
        "$X$ and $Y$ are independent",
        "$X$ and $Y$ be independent",
        r"\mathbb{E}[XY] = \mathbb{E}[X] \mathbb{E}[Y]",
        "$X$ and $Y$",
        "Now let $X$ and $Y$ be arbitrary random variables.",
        "$X$ and $Y$ are not independent",
        ("independent", "independence of"),
    ),
    "symmetric": Given(
        r"Let $A \in \mathbb{R}^{n \times n}$.",
        "$A$ is symmetric",
        "$A$ be symmetric",
        r"A^\top A = A^2",
        "$A$",
        r"Now let $A \in \mathbb{R}^{n \times n}$ be arbitrary.",
        "$A$ is not symmetric",
        ("symmetric", r"A^\top = A", r"A = A^\top", "A^T = A"),
    ),
    "semidefinite": Given(
        r"Let $A \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$.",
        "$A$ is positive semidefinite",
        "$A$ be positive semidefinite",
        r"x^\top A x \ge 0",
        "$A$",
        r"Now let $A \in \mathbb{R}^{n \times n}$ be arbitrary.",
        "$A$ is not positive semidefinite",
        ("semidefinite",),
    ),
    "convex": Given(
        r"Let $f : \mathbb{R} \to \mathbb{R}$ be a function and $x, y \in \mathbb{R}$.",
        "$f$ is convex",
        "$f$ be convex",
        r"f\left(\frac{x+y}{2}\right) \le \frac{f(x) + f(y)}{2}",
        "$f$",
        r"Now let $f : \mathbb{R} \to \mathbb{R}$ be an arbitrary function.",
        "$f$ is not convex",
        ("convex",),
    ),
    "value": Given(
        r"Let $\sigma > 0$ and $X \sim \mathcal{N}(0, \sigma^2)$.",
        r"$\sigma = 1$",
        r"$\sigma = 1$",
        r"\mathrm{Var}(X) = 1",
        r"$\sigma$",
        r"Now let $\sigma > 0$ be arbitrary.",
        r"$\sigma \neq 1$",
        (r"\sigma = 1",),
    ),
    "rows": Given(
        r"Let $M \in \mathbb{R}^{n \times d}$, $v \in \mathbb{R}^d$ and $r_1, \dots, r_n \in \mathbb{R}^d$.",
        "$r_i$ is the $i$-th row of $M$",
        "$r_i$ be the $i$-th row of $M$",
        r"\|M v\|^2 = \sum_{i=1}^n (r_i^\top v)^2",
        r"$r_1, \dots, r_n$",
        r"Now let $r_1, \dots, r_n \in \mathbb{R}^d$ be arbitrary.",
        "$r_i$ is not a row of $M$",
        ("row", "r_i = M_", "r_i = M["),
    ),
    "columns": Given(
        r"Let $Q \in \mathbb{R}^{n \times d}$.",
        "the columns of $Q$ are orthonormal",
        "the columns of $Q$ be orthonormal",
        r"Q^\top Q = I",
        "$Q$",
        r"Now let $Q \in \mathbb{R}^{n \times d}$ be arbitrary.",
        "the columns of $Q$ are not orthonormal",
        ("orthonormal", r"Q^\top Q = I"),
    ),
    "linear": Given(
        r"Let $T : \mathbb{R}^n \to \mathbb{R}^m$ be a map and $x, y \in \mathbb{R}^n$.",
        "$T$ is a linear map",
        "$T$ be a linear map",
        "T(x + y) = T(x) + T(y)",
        "$T$",
        r"Now let $T : \mathbb{R}^n \to \mathbb{R}^m$ be an arbitrary map.",
        "$T$ is not linear",
        ("linear", "T(x) ="),
    ),
    "function": Given(
        r"Let $g : \mathbb{R} \to \mathbb{R}$ be a function.",
        "$g(x) = x^2$ for all $x$",
        "$g(x) = x^2$",
        "g(2) = 4",
        "$g$",
        r"Now let $g : \mathbb{R} \to \mathbb{R}$ be an arbitrary function.",
        "$g(x) = x^3$ for all $x$",
        ("g(x) = x^2", "g(2) = 2^2", "definition of g"),
    ),
    "unit": Given(
        r"Let $w \in \mathbb{R}^n$.",
        "$w$ is a unit vector",
        "$w$ be a unit vector",
        r"\|2w\| = 2",
        "$w$",
        r"Now let $w \in \mathbb{R}^n$ be arbitrary.",
        "$w$ is not a unit vector",
        ("unit", r"\|w\| = 1"),
    ),
}


class Phrase(NamedTuple):
    """A way to suppose C and to draw P from it."""

    text: str
    groups: str = "plain"  # the groups of ends that make sense behind it
    lists: bool = True  # whether what is supposed is to be listed with the proof
    tail: str = ""  # what stands behind the end


PHRASES = {
    "if, then": Phrase("If <C>, then <P>."),
    "if, we have": Phrase("If <C>, we have <P>."),
    "if behind": Phrase("We have <P> if <C>."),
    "suppose": Phrase("Suppose <C>. Then <P>."),
    "suppose that": Phrase("Suppose that <C>. Then we have <P>."),
    "suppose first": Phrase("Suppose first that <C>. Then <P>.", "plain case"),
    "for a moment": Phrase("For a moment, suppose that <C>. Then <P>."),
    "assume that": Phrase("Assume that <C>. Then <P>."),
    "assuming": Phrase("Assuming that <C>, we get <P>."),
    "when": Phrase("When <C>, <P>."),
    "whenever": Phrase("Whenever <C>, we have <P>."),
    "whenever behind": Phrase("We have <P> whenever <C>."),
    "provided": Phrase("Provided that <C>, we have <P>."),
    "provided behind": Phrase("We have <P> provided that <C>."),
    "as long as": Phrase("We have <P> as long as <C>."),
    "under the assumption": Phrase("Under the assumption that <C>, <P>."),
    "in the case": Phrase("In the case that <C>, we have <P>.", "plain case"),
    "case 1": Phrase("Case 1: <C>. Then <P>.", "case"),
    "bold case": Phrase(r"\textbf{Case 1.} Suppose that <C>. Then <P>.", "case"),
    "case of two": Phrase("There are two cases. In the first case <C>. Then <P>.", "case"),
    "theorem, suppose": Phrase(r"\begin{theorem} Suppose that <C>. Then <P>. \end{theorem}", "plain behind"),
    "theorem, let": Phrase(r"\begin{theorem} Let <L>. Then <P>. \end{theorem}", "behind let", lists=False),
    "theorem, if": Phrase(r"\begin{theorem} If <C>, then <P>. \end{theorem}", "plain behind"),
    "lemma": Phrase(r"\begin{lemma} Assume that <C>. Then <P>. \end{lemma}", "plain behind"),
    "example": Phrase(r"\begin{example} Let <L>. Then <P>. \end{example}", "behind let", lists=False),
    "example, suppose": Phrase(r"\begin{example} Suppose <C>. Then <P>. \end{example}", "plain behind"),
    "item": Phrase(r"\begin{enumerate} \item Suppose <C>. Then <P>. \item", "item", tail=r"\end{enumerate}"),
    "item, if": Phrase(r"\begin{itemize} \item If <C>, then <P>. \item", "item", tail=r"\end{itemize}"),
    "list": Phrase(r"\begin{itemize} \item If <C>, then <P>. \end{itemize}", "plain"),
    "problem, let": Phrase(r"\section{Problem 1} <D> Let <L>. Then <P>.", "problem", lists=False),
    "problem, suppose": Phrase(r"\section{Problem 1} <D> Suppose that <C>. Then <P>.", "problem plain"),
    "part, suppose": Phrase(r"\textbf{(a)} Suppose that <C>. Then <P>.", "part"),
    "contradiction": Phrase("Suppose for contradiction that <C>. Then <P>.", "absurd"),
    "contrary": Phrase("Suppose, to the contrary, that <C>. Then <P>.", "absurd"),
}


class End(NamedTuple):
    """A way to end what was supposed, with P once more."""

    text: str
    groups: str


ENDS = {
    "in general": End("In general, <P>.", "plain let behind item case"),
    "in general we have": End("In general, we have <P>.", "plain item"),
    "for general": End("For general <G>, <P>.", "plain let behind item case"),
    "for arbitrary": End("For arbitrary <G> we have <P>.", "plain item"),
    "without": End("Without this assumption, <P>.", "plain item"),
    "without, we have": End("Even without this assumption we have <P>.", "plain"),
    "drop": End("We now drop this assumption. Then <P>.", "plain"),
    "no longer": End("From now on we no longer assume that <C>. Then <P>.", "plain"),
    "general case": End("Let us return to the general case. Then <P>.", "plain let case"),
    "otherwise": End("Otherwise, <P>.", "plain item case"),
    "if not": End("If not, then <P>.", "plain item case"),
    "instead": End("If instead <I>, we have <P>.", "plain item case"),
    "suppose now": End("Suppose now that <I>. Then <P>.", "plain item case"),
    "case 2": End("Case 2: <I>. Then <P>.", "case"),
    "bold case 2": End(r"\textbf{Case 2.} Suppose that <I>. Then <P>.", "case"),
    "second case": End("In the second case, <P>.", "case"),
    "both cases": End("In both cases, <P>.", "case"),
    "arbitrary": End("<A> Then <P>.", "plain let behind item problem"),
    "another problem": End(r"\section{Another problem} <D> Then <P>.", "plain let behind problem"),
    "problem 2": End(r"\section*{Problem 2} <D> We have <P>.", "problem"),
    "theorem": End(r"\begin{theorem} <D> Then <P>. \end{theorem}", "plain let behind problem"),
    "behind": End("We have <P>.", "behind"),
    "behind, paragraph": End("\nNow we come to something else. It holds that <P>.", "behind"),
    "part": End(r"\textbf{(b)} <D> Then <P>.", "part"),
    "part, general": End(r"\textbf{(b)} In general, <P>.", "part"),
    "contradiction": End("This is a contradiction. Hence <P>.", "absurd"),
    "absurd": End("This is absurd. Therefore <P>.", "absurd"),
    "impossible": End("But this is impossible, so that our supposition was wrong. We conclude that <P>.", "absurd"),
}


def filled(text: str, given: Given, display: bool) -> str:
    """The text with everything in its place; P stands in a line of its own."""
    words = {"C": given.clause, "L": given.let, "D": given.declared, "G": given.letters, "A": given.anew}
    words["I"] = given.instead
    text = re.sub("<([CLDGAI])>", lambda m: words[m[1]], text)
    return re.sub(r" ?<P>([.,]?)", lambda m: f"\n{shown(given, m[1], display)}\n", text)


def shown(given: Given, mark: str, display: bool) -> str:
    return rf"\[ {given.consequence}{mark} \]" if display else f"${given.consequence}${mark}"


class Page(NamedTuple):
    text: str
    inside: int  # the line of the first P
    behind: int  # and that of the second, 0 if there is none


def page(given: Given, phrase: Phrase, end: End | None, display: bool) -> Page:
    before = "" if "<D>" in phrase.text else given.declared + " "
    pieces = [
        before + filled(phrase.text, given, display),
        filled(end.text, given, display) if end else "",
        phrase.tail,
    ]
    text = "\n".join(piece.rstrip() for piece in pieces if piece) + "\n"
    text = text.replace("\n ", "\n")
    claims = {shown(given, mark, display) for mark in (*".,", "")}
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line in claims]
    assert len(lines) == 1 + bool(end)
    return Page(text, lines[0], lines[1] if end else 0)


def judged_in(text: str) -> dict[int, list[Judged]]:
    lines: dict[int, list[Judged]] = {}
    for judged in checks.check(latex_in.read_text(text)).steps:
        lines.setdefault(judged.step.span.line, []).append(judged)
    return lines


def names(judged: Sequence[Judged]) -> list[str]:
    return [name_of(j.verdict) for j in judged]


def squeezed(text: str) -> str:
    """A formula without blanks, brackets that only group, and fonts; relations as reports write them."""
    for command, relation in ((r"\le ", "<="), (r"\ge ", ">="), (r"\ne ", "!=")):
        text = text.replace(command, relation)
    return re.sub(r"\\(?:,|left|right|mathbb|mathrm|mathcal|operatorname)|[\s{}$]", "", text)


def lists(verdict: Proved, given: Given) -> bool:
    return any(squeezed(n) in squeezed(a) for n in given.listed for a in verdict.assumptions)


PAIRS = [(p, e) for p in PHRASES for e in ENDS if set(PHRASES[p].groups.split()) & set(ENDS[e].groups.split())]


def cases(gate: bool) -> list:
    """Every phrase with every end that makes sense behind it: every second one with one kind of given for the gate.

    All others are slow: the rest of these, and five more kinds of given for each.
    """
    phrases, ends, kinds, chosen = list(PHRASES), list(ENDS), list(KINDS), []
    for place, (phrase, end) in enumerate(PAIRS):
        first = phrases.index(phrase) + 3 * ends.index(end)
        others = (3, 6, 9, 12, 15) if place % 2 == 0 else (0, 3, 6, 9, 12, 15)
        for shift in (() if place % 2 else (0,)) if gate else others:
            kind = kinds[(first + shift) % len(kinds)]
            chosen.append(pytest.param(kind, phrase, end, (first + shift) % 2 == 0, id=f"{kind}-{phrase}-{end}"))
    return chosen


def check_behind(kind: str, phrase: str, end: str, display: bool) -> None:
    made = page(KINDS[kind], PHRASES[phrase], ENDS[end], display)
    lines = judged_in(made.text)
    first, behind = lines.get(made.inside, []), lines.get(made.behind, [])
    assert behind, f"{made.text}the claim behind is no step"
    believed = [str(j.verdict) for j in behind if name_of(j.verdict) in ("proved", "supported")]
    assert not believed, f"{made.text}the claim behind is believed: {believed}"
    assert set(names(first)) in ({"proved"}, {"unknown"}), f"{made.text}the claim inside is {names(first)}"


@pytest.mark.parametrize(("kind", "phrase", "end", "display"), cases(gate=True))
def test_what_is_supposed_ends(kind: str, phrase: str, end: str, display: bool):
    check_behind(kind, phrase, end, display)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "phrase", "end", "display"), cases(gate=False))
def test_what_is_supposed_ends_for_every_kind(kind: str, phrase: str, end: str, display: bool):
    check_behind(kind, phrase, end, display)


@cache
def inside(kind: str, phrase: str) -> tuple[str, tuple[Judged, ...]]:
    """A page that ends with what is supposed, and the steps of its claim."""
    made = page(KINDS[kind], PHRASES[phrase], None, display=(len(kind) + len(phrase)) % 2 == 0)
    return made.text, tuple(judged_in(made.text).get(made.inside, []))


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_supposed_holds(kind: str, phrase: str):
    text, judged = inside(kind, phrase)
    assert set(names(judged)) in ({"proved"}, {"unknown"}), f"{text}the claim is {names(judged)}"


@pytest.mark.parametrize("phrase", [p for p in PHRASES if PHRASES[p].lists])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_supposed_is_listed(kind: str, phrase: str):
    text, judged = inside(kind, phrase)
    for verdict in (j.verdict for j in judged):
        if isinstance(verdict, Proved):
            assert lists(verdict, KINDS[kind]), f"{text}not listed: {verdict.assumptions}"


@pytest.mark.parametrize("display", [False, True], ids=["inline", "display"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_consequence_is_not_true_without_the_given(kind: str, display: bool):
    text = filled("<D> Then <P>.", KINDS[kind], display)
    assert set(names(judged_in(text).get(2, []))) in ({"refuted"}, {"unknown"}), text


STAYS = KINDS["equation"]._replace(declared=r"Let $a > 0$ and $b \in \mathbb{R}$.")


@pytest.mark.parametrize(
    ("phrase", "end"), [pytest.param(p, e, id=f"{p}-{e}") for p, e in PAIRS if "absurd" not in ENDS[e].groups]
)
def test_what_was_declared_before_stays(phrase: str, end: str):
    """The end takes back what was supposed, and nothing else."""
    made = page(STAYS, PHRASES[phrase], ENDS[end], display=True)
    lines = made.text.split("\n")
    lines[made.behind - 1] = lines[made.behind - 1].replace(STAYS.consequence, r"\sqrt{a^2} = a")
    behind = judged_in("\n".join(lines)).get(made.behind, [])
    assert names(behind) == ["proved"], "\n".join(lines)


PARTS = {
    "sections": (r"\section{Problem 1}", r"\section{Problem 2}"),
    "starred": (r"\section*{Exercise 1}", r"\section*{Exercise 2}"),
    "subsections": (r"\subsection{First problem}", r"\subsection{Second problem}"),
    "bold": (r"\textbf{Problem 1.}", r"\textbf{Problem 2.}"),
    "paragraphs": (r"\paragraph{Question 1.}", r"\paragraph{Question 2.}"),
    "environments": (r"\begin{problem}", r"\end{problem} \begin{problem}"),
}
AGAIN = {
    "sigma": (
        r"Let $\sigma = 1$. Let $X \sim \mathcal{N}(0, \sigma^2)$.",
        r"Let $X \sim \mathcal{N}(0, \sigma^2)$.",
        r"\mathrm{Var}(X) = 1",
    ),
    "sigma, declared": (
        r"Let $\sigma = 1$ and $X \sim \mathcal{N}(0, \sigma^2)$.",
        r"Let $\sigma > 0$ and $X \sim \mathcal{N}(0, \sigma^2)$.",
        r"\mathrm{Var}(X) = 1",
    ),
    "lambda": (
        r"Let $\lambda = 0$ and $x \in \mathbb{R}^n$.",
        r"Let $\lambda > 0$ and $x \in \mathbb{R}^n$.",
        r"\lambda \|x\|^2 = 0",
    ),
    "matrix": (
        r"Let $A$ be a symmetric matrix.",
        "Let $A$ be a square matrix.",
        r"A^\top A = A^2",
    ),
    "function": (
        "Let $f(x) = x^2$.",
        r"Let $f : \mathbb{R} \to \mathbb{R}$ be a differentiable function.",
        "f'(1) = 2",
    ),
    "integer": (
        "Let $m \\in \\mathbb{N}$.",
        "Let $m$ be a real number.",
        r"m^2 \ge m",
    ),
    "independent": (
        "Let $X$ and $Y$ be independent random variables.",
        "Let $X$ and $Y$ be random variables.",
        r"\mathbb{E}[XY] = \mathbb{E}[X] \mathbb{E}[Y]",
    ),
    "weights": (
        r"Let $p, q \ge 0$ with $p + q = 1$.",
        r"Let $p, q \ge 0$.",
        "(p + q)^2 = 1",
    ),
}


@pytest.mark.parametrize("letters", AGAIN)
@pytest.mark.parametrize("parts", PARTS)
def test_a_letter_of_another_problem_is_another_letter(parts: str, letters: str):
    (first, second), (given, anew, claim) = PARTS[parts], AGAIN[letters]
    tail = r"\end{problem}" if parts == "environments" else ""
    text = f"{first} {given} Then\n\\[ {claim}. \\]\n\n{second} {anew} Then\n\\[ {claim}. \\]\n{tail}"
    lines = judged_in(text)
    assert names(lines.get(2, [])) == ["proved"], text
    assert set(names(lines.get(5, []))) in ({"refuted"}, {"unknown"}), text


SOME = {
    "positive examples": (
        r"Let $y \in \mathbb{R}^n$. For positive examples $y_i = 1$, for negative ones $y_i = 0$. Then",
        (r"\sum_{i=1}^n y_i = n", r"\sum_{i=1}^n y_i = 0", "y_1 = 1", "y_1 = 0"),
    ),
    "examples of two classes": (
        r"Let $y \in \mathbb{R}^n$. We have $y_i = 1$ for positive examples and $y_i = -1$ for negative ones. Then",
        (r"\sum_{i=1}^n y_i = n", r"\sum_{i=1}^n y_i = -n", "y_i = 1"),
    ),
    "positive examples, if": (
        r"Let $y \in \mathbb{R}^n$. If example $i$ is positive, then $y_i = 1$. Thus",
        (r"\sum_{i=1}^n y_i = n", "y_i = 1"),
    ),
    "even and odd": (
        "For even $t$ let $s_{t+1} = 2 s_t$, and for odd $t$ let $s_{t+1} = s_t + 1$. Then for all $t$",
        ("s_{t+1} = 2 s_t", "s_{t+1} = s_t + 1", "s_{t+2} = 4 s_t", "s_{t+2} = s_t + 2"),
    ),
    "even and odd, displayed": (
        "Let $s_0 = 1$. For even $t$ we define\n\\[ s_{t+1} = 2 s_t, \\]\n"
        "and for odd $t$ we define\n\\[ s_{t+1} = s_t + 1. \\]\nThen",
        ("s_2 = 4", "s_2 = 3 s_1", "s_{t+2} = 4 s_t", "s_3 = s_2 + 1"),
    ),
    "if even": (
        "If $t$ is even, $s_{t+1} = 2 s_t$. If $t$ is odd, $s_{t+1} = s_t + 1$. Therefore, for all $t$,",
        ("s_{t+2} = 4 s_t", "s_{t+2} = s_t + 2"),
    ),
    "training and test": (
        r"During training $p = \frac{1}{2}$, and at test time $p = 1$. Let $x \in \mathbb{R}$. Then",
        ("p x = x", r"p x = \frac{x}{2}"),
    ),
    "first and second layer": (
        r"Let $z \in \mathbb{R}$. In the first layer $g(z) = z$, in the second layer $g(z) = z^2$. Then",
        ("g(3) = 3", "g(3) = 9"),
    ),
}


@pytest.mark.parametrize(
    ("text", "claim"), [pytest.param(t, c, id=f"{n}-{c}".replace("\\", "")) for n, (t, cs) in SOME.items() for c in cs]
)
def test_what_is_said_of_some_does_not_hold_for_all(text: str, claim: str):
    whole = f"{text}\n\\[ {claim}. \\]\n"
    judged = judged_in(whole).get(whole.count("\n"), [])
    assert judged, f"{whole}the claim is no step"
    assert not {"proved", "supported"} & set(names(judged)), whole + str([j.verdict for j in judged])


def test_there_are_many_pages():
    every = cases(gate=True) + cases(gate=False)
    made = {c.values[:3] for c in every}
    assert len(made) == len(every) >= 400
    assert {(p, e) for _, p, e in made} == set(PAIRS)
    assert {(k, e) for k, _, e in made} >= {(k, e) for k in KINDS for e in ("in general", "for general", "arbitrary")}
