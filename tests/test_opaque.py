"""Parts that are not understood: what is proved around them, what is not, and what is never refuted through them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hence.language.derivation import Derivation, Step
from hence.language.opaque import closer, opaque, opaque_of, opaque_parts, written
from hence.language.terms import App, Sym, Term, app, mapped
from hence.language.verdicts import Proved, Refuted, Supported, Verdict

from hence import checks, latex_in

PROVED = (
    r"2 \foo{a} + x = x + \foo{a} + \foo{a}",
    r"P(A \setminus B) \, 2 P(C \setminus D) = 2 P(C \setminus D) P(A \setminus B)",
    r"\sum_{i=1}^n (\foo(x_i) + 1) = \sum_{j=1}^n \foo(x_j) + n",
    r"\log \prod_{i=1}^n P(X_i \in A) = \sum_{i=1}^n \log P(X_i \in A)",
    r"\frac{d}{dx} (\foo(x) + x^2) = 2x + \frac{d}{dx} \foo(x)",
    r"\frac{d}{dx} (x P(X \le x)) = P(X \le x) + x \frac{d}{dx} P(X \le x)",
    r"\mathbb{E}[\foo + 2] = \mathbb{E}[\foo] + 2",
    r"\int_A 2 \foo(x) dx = 2 \int_A \foo(y) dy",
    r"\sum_{i \in S} (2 a_i + b_i) = 2 \sum_{i \in S} a_i + \sum_{j \in S} b_j",
    r"\sum_{(i,j) \in E} 3 c x_i x_j = 3 c \sum_{(i,j) \in E} x_i x_j",
    r"\sum_{m_i \in f_j} 2 g(m_i) = 2 \sum_{m_i \in f_j} g(m_i)",
    r"p(x \mid y, z; w) p(y) = p(y) p(x \mid y, z; w)",
    r"\foo(x_1, \dots, x_n) + 1 = 1 + \foo(x_1, \dots, x_n)",
    r"\sum_{i=1}^n \frac{\partial L}{\partial \hat z_i} x_i + \frac{\partial L}{\partial c}"
    r" = \frac{\partial L}{\partial c} + \sum_{j=1}^n \frac{\partial L}{\partial \hat z_j} x_j",
)
NOT_PROVED = (
    r"\foo{a} \bar{\foo{b}} = \bar{\foo{b}} \foo{a}",  # of unknown kind: perhaps they do not commute
    r"\foo{A} x = x \foo{A}",
    r"\foo(x + 1) = \foo(x) + 1",
    r"\foo(2x) = 2 \foo(x)",
    r"\foo 2 x = 2 \foo x",
    r"\operatorname{erf} 2 x = 2 \operatorname{erf} x",
    r"D f(x) g(x) = D g(x) f(x)",
    r"\operatorname{rank} A B = \operatorname{rank} B A",
    r"P(A \setminus B) = 0",
    r"P(A \setminus B) = P(B \setminus A)",
    r"\foo(x) = \foo(y)",
    r"\frac{d}{dx} (\foo(x) + x^2) = 2x",
    r"\frac{d}{dx} (\text{loss} + x^2) = 2x",
    r"\frac{d}{dx} (\foo \cup \bar{B}) = 0",
    r"\mathbb{E}[\foo] = \foo",
    r"\mathbb{E}[\foo X] = \foo \mathbb{E}[X]",
    r"\mathrm{Var}(\foo + X) = \mathrm{Var}(\foo) + \mathrm{Var}(X)",
    r"a \oplus b + c = c + a \oplus b",  # nobody knows which binds stronger
    r"x \bmod 2 + 1 = 1 + x \bmod 2",
    r"\sum_{i \in S} a_i = \sum_{i \in T} a_i",
    r"\sum_{i \in S} i a_i = i \sum_{i \in S} a_i",
    r"\sum_{i \in S} 1 = 1",
    r"\sum_{m_i \in f_j} m_i \sum_{m_i \in f_k} m_i^2 = \sum_{m_i \in f_k} m_i \sum_{m_i \in f_j} m_i^2",
    r"\int x_i g(x_i) dx_i = x_i \int g(x_i) dx_i",
    r"\frac{\partial J}{\partial \theta} = \frac{\partial J}{\partial w}",
    r"\frac{\partial}{\partial w} (w \frac{\partial J}{\partial \theta}) = \frac{\partial J}{\partial \theta}",
    r"\mathrm{erf}^{-1}(x) = \frac{1}{\mathrm{erf}(x)}",
    r"(2n)!! = ((2n)!)!",
    r"\log \frac{a}{b} (a + b) = \log \frac{a (a + b)}{b}",
)
NUMBERS = r"Let $a, b \in \mathbb{R}$."
PARTS = (r"\foo{q}", r"P(Q \setminus R)", r"\foo(s \mid t)", r"\lceil s \rceil", r"\bigcup_{k} A_k")


def verdict(claim: str, given: str = "") -> Verdict:
    (judged,) = checks.check(latex_in.read_text(f"{given}\n\\[ {claim} \\]")).steps
    return judged.verdict


@pytest.mark.parametrize("claim", PROVED)
def test_what_goes_on_working_around_opaque_parts(claim: str):
    found = verdict(claim)
    assert isinstance(found, Proved), found
    assert found.opaque


@pytest.mark.parametrize("claim", NOT_PROVED)
def test_what_an_opaque_part_does_not_allow(claim: str):
    assert not isinstance(verdict(claim), Proved | Refuted | Supported)


HIDDEN = (
    (r"Let $y = 2 i$.", r"\sum_{i=1}^n P(y \in A) = n P(y \in A)"),
    (r"Let $L = (w-1)^2$.", r"\frac{d}{dw} (w P(L \in A)) = P(L \in A)"),
    (r"Let $X \sim \mathcal{N}(0,1)$ and $Z = X^2$.", r"\mathbb{E}[P(Z \in A)] = P(Z \in A)"),
    (r"Let $X \sim \mathcal{N}(0,1)$ and $Z = X^2$.", r"\mathbb{E}[\foo(Z) X] = \foo(Z) \mathbb{E}[X]"),
    (r"Define $f(x) = P(X \le x)$.", r"f(a) = f(b)"),
    (r"Define $f(x) = P(X \le x)$.", r"f(a) = P(X \le x)"),
    ("", r"\sum_{i=1}^n \max_x f(x, i) = n \max_x f(x, i)"),
    ("", r"\mathbb{E}[\max_x f(x, Z)] = \max_x f(x, Z)"),
)


@pytest.mark.parametrize(("given", "claim"), HIDDEN)
def test_an_opaque_part_depends_on_what_is_behind_its_letters(given: str, claim: str):
    assert not isinstance(verdict(claim, given), Proved)


CARRIED = (
    r"\frac{\partial L}{\partial x} \frac{\partial x}{\partial (y - \mu)} + 0"
    r" = \frac{\partial L}{\partial x} \frac{\partial x}{\partial (y - \mu)}",
    r"-\min_{x \in C} f(x) + 2 = 2 - \min_{x \in C} f(x)",
    r"\mathbb{E}[X \mid Y \in A] \cdot 2 = 2 \mathbb{E}[X \mid Y \in A]",
)


@pytest.mark.parametrize("claim", CARRIED)
def test_what_both_sides_carry_along(claim: str):
    assert isinstance(verdict(claim), Proved)
    left, right = claim.split(" = ")
    assert not isinstance(verdict(f"{left} = 3 ({right})"), Proved)


def expression(chance: random.Random, depth: int) -> str:
    """A random expression in a, b, u."""
    if depth == 0:
        return chance.choice(("a", "b", "u", "u", "2", "3"))
    left, right = expression(chance, depth - 1), expression(chance, depth - 1)
    return chance.choice((f"({left} + {right})", f"({left} - {right})", rf"({left} \cdot {right})", f"({left})^2"))


def with_part(claim: str, part: str) -> str:
    """The claim with an opaque part in place of every u."""
    return claim.replace("u", f"({part})")


@pytest.mark.parametrize("seed", range(20))
def test_an_opaque_part_makes_no_false_step_true_and_no_congruence_false(seed: int):
    chance = random.Random(seed)
    part = chance.choice(PARTS)
    left, other = expression(chance, 2), expression(chance, 2)
    same = with_part(f"{left} + {other} = {other} + {left}", part)
    assert isinstance(verdict(same, NUMBERS), Proved), same
    claim = f"{left} = {other}"
    if "u" in claim and not isinstance(verdict(claim), Proved):
        found = verdict(with_part(claim, part), NUMBERS)
        assert not isinstance(found, Proved | Refuted), with_part(claim, part)


PAGES = (
    ("", r"(a + b)^2 = a^2 + b^2"),
    ("", r"(a + b)^2 = a^2 + 2 a b + b^2"),
    ("", r"\sum_{i=1}^n (x_i + y_i) = \sum_{i=1}^n x_i"),
    ("", r"\frac{d}{dx} (a x^2) = a x"),
    ("", r"\frac{d}{dx} (a x^2) = 2 a x"),
    ("", r"\log(a b) = \log a \log b"),
    (r"Let $A, B \in \mathbb{R}^{n \times n}$.", r"A B = B A"),
    (r"Let $X \sim \mathcal{N}(0, 1)$.", r"\mathbb{E}[(X + a)^2] = a^2"),
    (r"Let $X \sim \mathcal{N}(0, 1)$.", r"\mathbb{E}[X + a] = a"),
)


def hidden(term: Term, name: str) -> Term:
    """The term with a symbol hidden in an opaque part."""
    made = opaque("opaque", [r"\foo", "(", Sym(name), ")"])
    return mapped(term, lambda x: made if x == Sym(name) else x)


@pytest.mark.parametrize(("given", "claim"), PAGES)
def test_hiding_a_letter_proves_nothing_new(given: str, claim: str):
    page = latex_in.read_text(f"{given}\n\\[ {claim} \\]")
    (before,) = checks.check(page).steps
    step = before.step
    assert isinstance(step, Step)
    for name in ("a", "b", "x", "y", "A", "X"):
        sides = hidden(step.formula.lhs, name), hidden(step.formula.rhs, name)
        if not any(True for _ in opaque_parts(*sides)):
            continue
        changed = replace(step, formula=replace(step.formula, lhs=sides[0], rhs=sides[1]))
        items = tuple(changed if item == step else item for item in page.items)
        (after,) = checks.check(Derivation(page.source, items)).steps
        assert isinstance(before.verdict, Proved) or not isinstance(after.verdict, Proved), (name, after.verdict)
        assert not isinstance(after.verdict, Refuted)


def test_a_part_is_shown_as_it_was_written():
    (judged,) = checks.check(latex_in.read_text(r"\[ P(A \setminus B) + 1 = 1 + P(A \setminus B) \]")).steps
    assert isinstance(judged.verdict, Proved)
    assert judged.verdict.opaque == (r"P(A \setminus B)",)


def test_two_parts_are_one_only_with_the_same_letters():
    one, other = (opaque("opaque", [r"\foo", Sym(name)]) for name in ("x", "y"))
    assert one != other
    assert isinstance(one, App)
    assert written(one) == r"\foo x"


def test_what_is_broken_stays_unread():
    (judged,) = latex_in.read_text(r"\[ \foo(a = b \]").steps
    assert not isinstance(judged, Step)


def test_operations_in_what_was_not_understood_are_named_as_people_write_them() -> None:
    x, y = Sym("x"), Sym(r"\hat{y}")
    inner = app("apply", Sym("f"), app("index", x, Sym("i"), Sym("j")))
    shown = {
        r"∂ f(x_{i, j}) / ∂ \hat{y}": app("deriv", inner, y),
        r"(x - \hat{y}) x^{\top}": app("mul", app("add", x, app("neg", y)), app("transpose", x)),
        r"softmax(x \hat{y})": app("softmax", app("mul", x, y)),
    }
    assert [closer(written(opaque_of(term))) for term in shown.values()] == list(shown)
