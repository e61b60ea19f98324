"""Inequalities as students write them, each among its near misses: wrong direction, strict at equality, a lost range.

The documents in `tests/inequalities` carry the expected verdict at the end of each line, as a comment. Nothing that is
false may be proved, and nothing that is true refuted.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hence.checks.order.arithmetic import entails
from hence.checks.order.flat import GE, Answer, Sign, known, unknown
from hence.language.chains import wholes
from hence.language.verdicts import Proved, Verdict, name_of

from hence import checks, latex_in

FOLDER = Path(__file__).resolve().parent / "inequalities"
DOCUMENTS = sorted(FOLDER.glob("*.tex"))
MARK = re.compile(r"[ \t]*%[ \t]*(proved|refuted|unknown)[ \t]*$", re.MULTILINE)


def marked(text: str) -> tuple[str, dict[int, str]]:
    """The page without its marks, and the marks by line."""
    return MARK.sub("", text), {text.count("\n", 0, m.start()) + 1: m[1] for m in MARK.finditer(text)}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.stem)
def test_documents(path: Path):
    page, expected = marked(path.read_text(encoding="utf-8"))
    found = {j.step.span.line: (name_of(j.verdict), j) for j in checks.check(latex_in.read_text(page)).steps}
    wrong = [(n, expected.get(n), found[n][1]) for n in found if found[n][0] != expected.get(n)]
    assert not wrong
    assert found.keys() == expected.keys()


def test_enough_steps():
    marks = [m[1] for path in DOCUMENTS for m in MARK.finditer(path.read_text(encoding="utf-8"))]
    assert marks.count("proved") >= 90
    assert marks.count("refuted") >= 60


def verdict(given: str, step: str) -> Verdict:
    *_, judged = checks.check(latex_in.read_text(f"{given}\n\\[ {step} \\]\n")).steps
    return judged.verdict


@pytest.mark.parametrize(
    ("given", "step", "rule"),
    [
        (r"Let $p, q \in \mathbb{R}$.", r"p^2 + q^2 \ge 2 p q", "sum-of-squares"),
        (r"Let $x \in \mathbb{R}$.", r"e^x \ge 1 + x", "exponential-bound"),
        (r"Let $u > 0$.", r"\log u \le u - 1", "logarithm-bound"),
        (r"Let $n \ge 1$ be an integer and $z \ge -1$.", r"(1 + z)^n \ge 1 + n z", "Bernoulli"),
    ],
)
def test_the_rule_is_named(given: str, step: str, rule: str):
    found = verdict(given, step)
    assert isinstance(found, Proved)
    assert rule in found.method


WEIGHTS = r"Let $p_i \ge 0$, $\sum_{i=1}^n p_i = 1$ and $y_i \in \mathbb{R}$ for $i = 1, \dots, n$."


@pytest.mark.parametrize(
    ("given", "step"),
    [
        (WEIGHTS, r"\left(\sum_{i=1}^n p_i y_i\right)^3 \le \sum_{i=1}^n p_i y_i^3"),
        (r"Let $f$ be convex on $[0,1]$.", r"f\left(\frac{x+y}{2}\right) \le \frac{f(x)+f(y)}{2}"),
        (r"The function $f$ is not convex.", r"f\left(\frac{x+y}{2}\right) \le \frac{f(x)+f(y)}{2}"),
        (r"Suppose $f(x) \ge 0$ for all $x \ge 1$.", r"f(z) \ge 0"),
        (r"Suppose $f(x) \ge 0$ for all $x$ in the unit ball.", r"f(z) \ge 0"),
        (r"Suppose $f(x) \ge 0$ for all sufficiently large $x$.", r"f(z) \ge 0"),
        (r"Let $f$ be locally convex.", r"f\left(\frac{x+y}{2}\right) \le \frac{f(x)+f(y)}{2}"),
        (r"If $f$ were convex, life would be easy.", r"f\left(\frac{x+y}{2}\right) \le \frac{f(x)+f(y)}{2}"),
        (r"Suppose $e_{t+1} \le \rho e_t$ for all even $t$ with $\rho \ge 0$.", r"e_t \le \rho^t e_0"),
        (r"Suppose $e_{t+1} \le \rho e_t$ for all $t \ge 5$ with $\rho \ge 0$.", r"e_t \le \rho^t e_0"),
        (r"Suppose $e_{t+1} \le \rho e_t$ for all $0 \le t < T$ with $\rho \ge 0$.", r"e_N \le \rho^N e_0"),
        (r"Let $f$ be $L$-smooth.", r"f(y) \le f(x) + f'(x) (y - x) + \frac{L}{4} (y - x)^2"),
    ],
)
def test_nothing_is_taken_for_granted(given: str, step: str):
    assert not isinstance(verdict(given, step), Proved)


def chain(*lines: str) -> str:
    return "Let $0 < a < 1$.\n\\begin{align}\n" + " \\\\\n".join(lines) + "\n\\end{align}\n"


@pytest.mark.parametrize(
    ("lines", "relation"),
    [
        ((r"a^3 &= a \cdot a^2", r"&\le a^2"), "<="),
        ((r"a^3 &\le a^2", r"&< a", r"&= a"), "<"),
        ((r"a &> a^2", r"&= a \cdot a", r"&\ge a^3"), ">"),
        ((r"a^3 &\le a^2", r"&\ge 0"), ""),
    ],
)
def test_a_chain_has_a_relation_altogether(lines: tuple[str, ...], relation: str):
    (whole,) = wholes(checks.check(latex_in.read_text(chain(*lines))).steps)
    assert (whole.relation, whole.verdict) == (relation, "proved")


def test_a_chain_is_no_stronger_than_its_weakest_step():
    (whole,) = wholes(checks.check(latex_in.read_text(chain(r"a^3 &\le a^2", r"&\le a^4"))).steps)
    assert (whole.relation, whole.verdict) == ("<=", "refuted")


def test_equations_alone_need_no_summary():
    assert not list(wholes(checks.check(latex_in.read_text(chain(r"a^3 &= a \cdot a^2", r"&= a^2 \cdot a"))).steps))


def test_facts_that_are_asked_again_keep_their_own_reasons():
    goal = Sign(unknown(0) + unknown(1), GE)
    for reason in ("first", "second"):
        facts = [known(unknown(k), GE, "positivity", Answer({reason: None})) for k in (0, 1)]
        found = entails(facts, goal)
        assert found is not None
        assert [f.because for f in found.used] == [f.because for f in facts]
    assert entails(facts, Sign(unknown(0) - unknown(1), GE)) is None
