"""Growth and cost: every true step is proved, every near miss refuted, and what is not said is not decided."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hence.checks.check import check
from hence.checks.cost import growth, model
from hence.checks.cost.count import costs_in, count
from hence.checks.cost.growth import ByGrowth, NotBounded, bounds_of
from hence.checks.cost.scale import Monomial, Scale
from hence.checks.cost.search import Bound, find_bound
from hence.checks.elaborate.setting import elaborate
from hence.checks.kernel import NotReplayed, replay
from hence.checks.model import Claim
from hence.checks.normal.common import NoRule
from hence.checks.numeric import Agreement, test_claim
from hence.checks.scope import Scope, chains
from hence.language.derivation import Step
from hence.language.verdicts import Proved, Refuted, Unknown, name_of
from hence.latex_in import read_text
from hence.latex_out.terms import RELATION_LATEX, term

from hence import checks

ATTENTION = r"Let $Q, K \in \mathbb{R}^{n \times d}$ and $V \in \mathbb{R}^{n \times m}$."
HEADS = (
    r"Let $X \in \mathbb{R}^{n \times d}$ and $A_i, B_i, C_i, P_i \in \mathbb{R}^{d \times d}$ "
    r"for $i \in \{1, \dots, h\}$."
)
ALL_HEADS = r"\sum_{i=1}^{h} \mathrm{softmax}_{\text{row}}((X A_i) (X B_i)^\top) (X C_i) P_i"
RECURRENT = (
    r"Let $W, U \in \mathbb{R}^{n \times n}$ and $x_s \in \mathbb{R}^n$ for $s \in \{1, \dots, t\}$. Let $h_0 = 0$ and "
    r"$h_s = \tanh(W h_{s-1} + U x_s)$ for $s \ge 1$."
)
LAYERS = (
    r"Let $W_k, U_k \in \mathbb{R}^{n \times n}$ for $k \in \{1, \dots, l\}$, and let $x_s \in \mathbb{R}^n$ for "
    r"$s \in \{1, \dots, t\}$ and $g_{s,k} \in \mathbb{R}^n$ with $g_{0,k} = 0$ for every $k$, "
    r"$g_{s,0} = x_s$ for every $s$, and "
    r"$g_{s,k} = \tanh(W_k g_{s-1,k} + U_k g_{s,k-1})$ for $s \ge 1$ and $k \ge 1$."
)
KERNEL = r"Let $C = \Theta(D^2)$ and $M \approx D$."


def verdicts(page: str) -> list[object]:
    return [judged.verdict for judged in check(read_text(page, "page.tex")).steps]


def verdict(given: str, formula: str) -> object:
    (found,) = verdicts(f"{given}\n\\begin{{align*}}\n{formula}\n\\end{{align*}}\n")
    return found


TRUE = [
    ("", r"n^2 d + n d &= \Theta(n^2 d)"),
    ("", r"n &= \Theta(n)"),
    ("", r"\Theta(n^2 d + n d^2) &= \Theta(n d (n + d))"),
    ("", r"7 n^2 - 3 n + 5 &= \Theta(n^2)"),
    ("", r"n^2 d &= O(n^2 d^2)"),
    ("", r"n d &= o(n^2 d)"),
    ("", r"n^2 d &= \Omega(n d)"),
    ("", r"n d &\in \mathcal{O}(n^2 + d^2)"),
    ("", r"\sqrt{n d} &= O(n + d)"),
    ("", r"n \log n &= o(n^2)"),
    ("", r"n + \log n &= \Theta(n)"),
    ("", r"n^7 &= O(2^n)"),
    ("", r"2 n \log_2 n + n &= \Theta(n \log n)"),
    ("", r"\Theta(n + d) &= \Theta(\max(n, d))"),
    ("", r"O(n) + O(d) &= O(n + d)"),
    ("", r"n \Theta(d) &= \Theta(n d)"),
    ("", r"O(n^2) &= O(n^3)"),
    ("", r"(n + 1)^2 &= n^2 + O(n)"),
    ("", r"\sum_{i=1}^{n} i &= \Theta(n^2)"),
    ("", r"\frac{n (n - 1)}{2} &= \Theta(n^2)"),
    ("", r"\log(n!) &= \Theta(n \log n)"),
    ("", r"\sum_{k=1}^{n} \frac{1}{k} &= \Theta(\log n)"),
    ("", r"\sum_{k=1}^{n} \frac{n}{k} &= O(n \log n)"),
    ("", r"\log(n^2 + n) &= \Theta(\log n)"),
    ("", r"\frac{n^3 + n}{n + 1} &= \Theta(n^2)"),
    ("", r"\frac{n d}{n + d} &= \Theta(\min(n, d))"),
    ("", r"n &= \omega(\log n)"),
    (r"Suppose $n \gg d$.", r"n^2 d + n d^2 &= \Theta(n^2 d)"),
    (r"Suppose $n \gg d$.", r"n d^2 &\ll n^2 d"),
    (r"Let $d \le n$.", r"n d + d^2 &= O(n d)"),
    (r"Suppose $k = O(\log n)$.", r"n k &= O(n \log n)"),
    (r"Suppose $d = \Theta(\sqrt{n})$.", r"n d^2 &= \Theta(n^2)"),
    (r"Let $d$ be a constant.", r"n d^2 + n &= \Theta(n)"),
    (r"Suppose $d \ll n$ and $m \le d$.", r"m n + d^2 &= O(n d)"),
    (KERNEL, r"N C M &= \Theta(N D^3)"),
    (r"Suppose $N \gg D^{3/2}$.", r"N D + D^3 &= o(N^2)"),
    (ATTENTION, r"\operatorname{time}(Q K^\top) &= 2 n^2 d - n^2"),
    (ATTENTION, r"\operatorname{time}((Q K^\top) V) &= \Theta(n^2 (d + m))"),
    (ATTENTION, r"\operatorname{time}(Q (K^\top V)) &= \Theta(n d m)"),
    (ATTENTION, r"\operatorname{multiplications}(Q (K^\top V)) &= 2 n d m"),
    (ATTENTION, r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(Q K^\top) V) &= \Theta(n^2 (d + m))"),
    (ATTENTION, r"\operatorname{space}(\mathrm{softmax}_{\text{row}}(Q K^\top) V) &= \Theta(n (n + d + m))"),
    (ATTENTION, r"\operatorname{time}((Q^\top Q)^{-1} (Q^\top V)) &= \Theta(n d^2 + d^3 + n d m + d^2 m)"),
    (HEADS, rf"\operatorname{{time}}\left({ALL_HEADS}\right) &= \Theta(h n d (n + d))"),
    (HEADS, rf"\operatorname{{space}}\left({ALL_HEADS}\right) &= \Theta(n^2 + n d + h d^2)"),
    (HEADS, rf"\operatorname{{stored}}\left({ALL_HEADS}\right) &= \Theta(h n^2 + h n d + h d^2)"),
    (
        r"Let $A \in \mathbb{R}^{n \times n}$.",
        r"\operatorname{multiplications}(\det(A)) &= \frac{n (n - 1) (2 n - 1)}{6} + \frac{n (n - 1)}{2} + n - 1",
    ),
    (r"Let $A \in \mathbb{R}^{n \times n}$.", r"\operatorname{time}(\det(A)) &= \Theta(n^3)"),
    (RECURRENT, r"\operatorname{time}(h_t) &= 4 t n^2"),
    (RECURRENT, r"\operatorname{stored}(h_t) &= \Theta(t n + n^2)"),
    (RECURRENT, r"\operatorname{workspace}(h_t) &= \Theta(n)"),
    (RECURRENT, r"\operatorname{space}(h_t) &= \Theta(n^2 + t n)"),
    (RECURRENT, r"\operatorname{memory}(h_t) &= \Theta(n)"),  # authors may leave the inputs out
    (LAYERS, r"\operatorname{time}(g_{t,l}) &= \Theta(t l n^2)"),
    (LAYERS, r"\operatorname{stored}(g_{t,l}) &= \Theta(t l n + l n^2)"),
]

FALSE = [
    ("", r"n^2 d + n d^2 &= \Theta(n^2 d)"),  # a term is dropped
    ("", r"n^2 d + n d^2 &= \Theta(n^2 d^2)"),  # too large by far
    ("", r"\Theta(n^2 d + n d^2) &= \Theta(n^2 (n + d))"),
    ("", r"7 n^2 - 3 n + 5 &= \Theta(n^3)"),
    ("", r"n^2 d^2 &= O(n^2 d)"),
    ("", r"n d &= o(n d)"),  # little o of itself
    ("", r"n d &= \Omega(n^2)"),
    ("", r"n d &\in O(n + d)"),
    ("", r"\sqrt{n d} &= \Theta(n + d)"),
    ("", r"n \log n &= O(n)"),
    ("", r"n + \log n &= \Theta(n \log n)"),
    ("", r"2^n &= O(n^7)"),
    ("", r"3^n &= O(2^n)"),
    ("", r"2 n \log_2 n + n &= \Theta(n)"),
    ("", r"\max(n, d) &= O(n)"),
    ("", r"O(n) + O(d) &= O(n)"),
    ("", r"O(n^2) &= \Theta(n^2)"),  # O on the left allows more
    ("", r"\Omega(n) &= O(n)"),
    ("", r"(n + 1)^2 &= n^2 + O(1)"),
    ("", r"\sum_{i=1}^{n} i &= \Theta(n)"),
    ("", r"\frac{n (n - 1)}{2} &= O(n)"),
    ("", r"\log(n!) &= \Theta(n)"),
    ("", r"\sum_{k=1}^{n} \frac{1}{k} &= O(1)"),
    ("", r"\log(n^2 + n) &= \Theta(n)"),
    ("", r"\frac{n^3 + n}{n + 1} &= \Theta(n^3)"),
    ("", r"\frac{n d}{n + d} &= \Theta(n)"),
    ("", r"n &= \omega(n)"),
    (r"Suppose $n \ll d$.", r"n^2 d + n d^2 &= \Theta(n^2 d)"),  # the regime is turned around
    (r"Suppose $n \ge d$.", r"n d^2 &\ll n^2 d"),  # equality is allowed
    (r"Let $d \ge n$.", r"n d + d^2 &= O(n d)"),
    ("", r"n d^2 + n &= \Theta(n)"),  # d is not said to be constant
    (r"Suppose $d \ll n$ and $m \le d$.", r"m n + d^2 &= O(d^2)"),
    (KERNEL, r"N C M &= \Theta(N D^2)"),
    (r"Suppose $N \gg D$.", r"N D + D^3 &= o(N^2)"),  # needs N >> D^{3/2}
    (ATTENTION, r"\operatorname{time}(Q K^\top) &= 2 n^2 d"),
    (ATTENTION, r"\operatorname{time}((Q K^\top) V) &= \Theta(n d m)"),  # the other order
    (ATTENTION, r"\operatorname{time}(Q (K^\top V)) &= \Theta(n^2 (d + m))"),
    (ATTENTION, r"\operatorname{multiplications}((Q K^\top) V) &= 2 n d m"),
    (ATTENTION, r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(Q K^\top) V) &= \Theta(n^2)"),
    (ATTENTION, r"\operatorname{space}(\mathrm{softmax}_{\text{row}}(Q K^\top) V) &= \Theta(n (d + m))"),
    (ATTENTION, r"\operatorname{time}((Q^\top Q)^{-1} (Q^\top V)) &= \Theta(n d^2 + n d m)"),  # no inverse
    (HEADS, rf"\operatorname{{time}}\left({ALL_HEADS}\right) &= \Theta(n d (n + d))"),
    (HEADS, rf"\operatorname{{space}}\left({ALL_HEADS}\right) &= \Theta(h n^2 + n d + h d^2)"),  # the buffer is reused
    (HEADS, rf"\operatorname{{stored}}\left({ALL_HEADS}\right) &= \Theta(n^2 + h n d + h d^2)"),  # here it is not
    (r"Let $A \in \mathbb{R}^{n \times n}$.", r"\operatorname{time}(\det(A)) &= \Theta(n^2)"),
    (RECURRENT, r"\operatorname{time}(h_t) &= \Theta(t n)"),
    (RECURRENT, r"\operatorname{stored}(h_t) &= \Theta(t n)"),  # the weights are left out
    (RECURRENT, r"\operatorname{workspace}(h_t) &= \Theta(t n)"),
    (RECURRENT, r"\operatorname{space}(h_t) &= \Theta(n)"),  # that is its workspace
    (RECURRENT, r"\operatorname{memory}(h_t) &= \Theta(t n)"),  # neither
    (LAYERS, r"\operatorname{time}(g_{t,l}) &= \Theta(t n^2)"),
    (LAYERS, r"\operatorname{stored}(g_{t,l}) &= \Theta(t n + l n^2)"),
]


@pytest.mark.parametrize(("given", "formula"), TRUE)
def test_true_claims_are_proved(given: str, formula: str):
    assert isinstance(verdict(given, formula), Proved)


@pytest.mark.parametrize(("given", "formula"), FALSE)
def test_near_misses_are_refuted(given: str, formula: str):
    found = verdict(given, formula)
    assert isinstance(found, Refuted)
    assert found.certified_by


@pytest.mark.parametrize(
    ("given", "formula", "why"),
    [
        ("", r"x^2 + x &= O(x)", "does it grow"),  # as x tends to zero this is true
        ("", r"\epsilon^2 &= O(\epsilon)", "does it grow"),
        ("", r"O(n) &= n", "from left to right"),
        ("", r"n &\ge O(n^2)", "no agreed meaning"),
        ("", r"n \cdot \sin(n) &= O(n)", "no sum of products"),
        ("", r"\sum_{k=1}^{n} \frac{1}{k} - \log n &= O(\frac{1}{n})", "may cancel"),
        ("", r"\log(n!) &= n \log n + O(\log n)", "may cancel"),
        (r"Let $d$ be a constant.", r"\log(d + 1) &= O(\log d)", "only where that grows"),
        (r"Let $n + m \ge d^2$.", r"d^2 &= O(n)", "was not used"),
        (r"Suppose $n \gg d$ and $d \gg n$.", r"n &= O(d)", "contradict each other"),
        (r"Suppose $k = O(\log n)$.", r"n k &= O(n)", "no path of powers"),
        (r"Let $d$ be a constant. Suppose $d \gg n$.", r"n^3 &= O(1)", "contradict each other"),
        (r"Let $Q \in \mathbb{R}^{n \times d}$.", r"\operatorname{time}(Q) &= \Theta(n d)", "how Q is computed"),
        (r"Let $A$ and $B$ be matrices.", r"\operatorname{time}(A B) &= \Theta(n^3)", "declare it"),
        (
            r"Let $A \in \mathbb{R}^{n \times n}$ be diagonal and $x \in \mathbb{R}^n$.",
            r"\operatorname{time}(A x) &= O(n)",
            "entry",
        ),
        (r"Let $A \in \mathbb{R}^{n \times n}$.", r"\operatorname{time}(\|A\|) &= \Theta(n^3)", "not modelled"),
    ],
)
def test_what_is_not_said_is_not_decided(given: str, formula: str, why: str):
    found = verdict(given, formula)
    assert isinstance(found, Unknown)
    assert why in found.why


def test_small_quantities_tend_to_zero_where_it_is_said():
    said = (
        r"As $h \to 0$, we have $h^2 + h^3 = O(h^2)$. As $h \to 0$, we have $h^2 + h^3 = O(h^3)$. "
        r"As $h \to 0$, we get"
        "\n\\begin{align*}\nh + h^2 &= \\Theta(h)\n\\end{align*}\n"
    )
    assert [name_of(v) for v in verdicts(said)] == ["proved", "refuted", "proved"]


DISPLAYED = "\n\\[ n d^2 + n = O(n) \\]\n"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("For fixed $d$ we get", "", "proved"),
        ("We get", "for constant $d$.", "proved"),
        ("We get", r"as $n \to \infty$.", "proved"),
        ("Let $d$ be a constant. We get", "", "proved"),
        ("We get", "", "refuted"),
        (
            "For fixed $d$, the term $n d$ is $O(n)$. In general we get",
            "",
            "refuted",
        ),  # it was fixed for that claim only
        ("We do not keep $d$ fixed. We get", "", "refuted"),
    ],
)
def test_what_is_fixed_is_said_before_or_after(before: str, after: str, expected: str):
    assert name_of(verdicts(f"{before}{DISPLAYED}{after}\n")[-1]) == expected  # type: ignore[arg-type]


def test_what_does_not_tend_is_fixed():
    page = r"As $n \to \infty$, we have $n^2 d + n d^3 = \Theta(n^2 d)$. Therefore $n^2 d + n d^3 = \Theta(n^2 d)$."
    assert [name_of(v) for v in verdicts(page)] == ["proved", "refuted"]


def test_a_refutation_shows_a_path_and_the_ratio_along_it():
    found = verdict("", r"6 t n^2 + 2 t^2 n &= \Theta(t^2 n)")
    assert isinstance(found, Refuted)
    assert "along n = x^2, t = x the ratio left/right grows without bound" in found.hint
    assert found.counterexample == {"n": 65536, "t": 256}


def test_a_witness_satisfies_the_hypotheses():
    found = verdict(r"Suppose $n > d$.", r"n + d^2 &= \Theta(d)")
    assert isinstance(found, Refuted)
    assert found.counterexample["n"] > found.counterexample["d"]


def test_how_a_new_quantity_grows_is_for_the_author_to_say():
    page = (
        "\\[ T = O(n^2) \\]\n\\[ T + n = O(n^2) \\]\n\\[ T + n = O(n) \\]\n\\[ S_1 + S_2 = O(n) \\]\n"
        r"So $C = O(n d)$. Hence $n C = O(n^2 d)$."
    )
    assert [name_of(v) for v in verdicts(page)] == ["assumed", "proved", "unknown", "unknown", "proved"]  # type: ignore[arg-type]


def test_the_count_is_told():
    found = verdict(ATTENTION, r"\operatorname{time}(Q K^\top) &= \Theta(n^2 d)")
    assert isinstance(found, Proved)
    assert found.remark.startswith("counted 2 d n^2 - n^2;")


def test_a_growth_claim_is_no_equation_for_later_steps():
    page = "\\begin{align*}\nn &= \\Theta(2 n)\n\\end{align*}\nHence\n\\begin{align*}\nn &= 2 n\n\\end{align*}\n"
    assert [name_of(v) for v in verdicts(page)] == ["proved", "refuted"]


def test_a_regime_settles_no_value():
    """n >> d holds for large values only: a counterexample with small ones may break it."""
    assert isinstance(verdict(r"Suppose $n \gg d$.", "n &> d"), Unknown)


# Words -------------------------------------------------------------------------------------------

PROSE_TRUE = [
    r"Computing $Q K^\top$ takes $\Theta(n^2 d)$ time.",
    r"Computing $Q K^\top$ costs $O(n^2 d)$.",
    r"The time complexity of $(Q K^\top) V$ is $\mathcal{O}(n^2 (d + m))$.",
    r"The time complexity of computing $Q (K^\top V)$ is $\Theta(n d m)$.",
    r"The product $Q (K^\top V)$ can be computed in $O(n d m)$ operations.",
    r"Forming $Q K^\top$ requires $n^2 d$ multiplications.",
    r"Storing $Q K^\top$ needs $\Theta(n^2)$ memory.",
    r"The memory needed for $\mathrm{softmax}_{\text{row}}(Q K^\top) V$ is $\Theta(n^2 + n d + n m)$.",
    r"Let $A = Q K^\top$. Computing $A$ takes $\Theta(n^2 d)$ time, and computing $A V$ takes $\Theta(n^2 m)$ time.",
    r"For $m \le d$, computing $(Q K^\top) V$ takes $\Theta(n^2 d)$ time.",
    r"For constant $d$ and $m$, computing $Q (K^\top V)$ takes $\Theta(n)$ time.",
    r"Therefore $3 n^2 d + n d$ is $O(n^2 d)$.",
    r"Let $v \in \mathbb{R}^n$. Computing $Q Q^\top v$ takes $O(n d)$ time.",  # in the better order
    r"We can compute $Q^\top K$ in $O(n d^2)$ time.",
    r"Multiplying $Q^\top$ and $K$ takes $O(n d^2)$ time.",
    r"Let $A \in \mathbb{R}^{n \times n}$. Inverting $A$ takes $O(n^3)$ time.",
]
PROSE_FALSE = [
    r"Computing $Q K^\top$ takes $\Theta(n d^2)$ time.",
    r"Computing $Q K^\top$ costs $O(n^2)$.",
    r"The time complexity of $(Q K^\top) V$ is $\mathcal{O}(n d m)$.",
    r"The time complexity of computing $Q (K^\top V)$ is $\Theta(n^2 d)$.",
    r"The product $Q (K^\top V)$ can be computed in $O(n d)$ operations.",
    r"Forming $Q K^\top$ requires $n d^2$ multiplications.",
    r"Storing $Q K^\top$ needs $\Theta(n d m)$ memory.",
    r"The memory needed for $\mathrm{softmax}_{\text{row}}(Q K^\top) V$ is $\Theta(n d + n m)$.",
    r"For $m \ge d$, computing $(Q K^\top) V$ takes $\Theta(n^2 d)$ time.",
    r"For constant $d$, computing $Q (K^\top V)$ takes $\Theta(n)$ time.",
    r"Therefore $3 n^2 d + n d$ is $O(n d)$.",
    r"Let $v \in \mathbb{R}^n$. Computing $(Q Q^\top) v$ takes $O(n d)$ time.",
    r"Let $v \in \mathbb{R}^n$. Computing $Q Q^\top v$ takes $O(n)$ time.",
    r"We can compute $Q^\top K$ in $O(n d)$ time.",
    r"Multiplying $Q^\top$ and $K$ takes $O(d^2)$ time.",
    r"Let $A \in \mathbb{R}^{n \times n}$. Inverting $A$ takes $O(n^2)$ time.",
]


@pytest.mark.parametrize("sentence", PROSE_TRUE)
def test_true_sentences_are_proved(sentence: str):
    found = verdicts(f"{ATTENTION} {sentence}\n")
    assert found
    assert all(isinstance(v, Proved) for v in found)


@pytest.mark.parametrize("sentence", PROSE_FALSE)
def test_false_sentences_are_refuted(sentence: str):
    assert [name_of(v) for v in verdicts(f"{ATTENTION} {sentence}\n")] == ["refuted"]


@pytest.mark.parametrize(
    "sentence",
    [
        r"Computing $Q K^\top$ does not take $\Theta(n^3)$ time.",
        r"A layer of width $n$ takes $O(n)$ time.",
        r"Is the time complexity of $Q K^\top$ really $O(n)$?",
        r"Every query of $Q$ takes $O(n d)$ time.",
        r"Computing $Q K^\top$ takes $2 n^2 d$ operations, more or less.",
        r"Multiplying by $V$ takes $O(n^2 m)$ time.",
        r"Computing $Q K^\top$ takes $O(n)$ time per query.",
        r"With a sparse matrix, computing $Q K^\top$ takes $O(n d)$ time.",
    ],
)
def test_sentences_that_claim_nothing_of_the_kind(sentence: str):
    assert verdicts(f"{ATTENTION} {sentence}\n") == []


def test_either_reading_of_a_symbol_may_be_meant():
    """Of A = softmax(S) with S = Q K^T, the softmax alone takes n^2."""
    given = rf"{ATTENTION} Let $S = Q K^\top$ and $A = \mathrm{{softmax}}_{{\text{{row}}}}(S)$."
    alone, whole, neither = verdicts(
        rf"{given} Computing $A$ takes $\Theta(n^2)$ time. Computing $A$ takes $\Theta(n^2 d)$ time. "
        r"Computing $A$ takes $\Theta(n d)$ time."
    )
    assert isinstance(alone, Proved)
    assert "at hand" in alone.remark
    assert isinstance(whole, Proved)
    assert isinstance(neither, Refuted)


# Letters that are something else -----------------------------------------------------------------


def test_a_letter_of_the_author_is_no_class():
    page = (
        r"Let $\Theta \in \mathbb{R}$ and $b \in \mathbb{R}$."
        + "\n\\begin{align*}\n2 \\Theta &= \\Theta + \\Theta\n\\end{align*}\n"
    )
    assert [name_of(v) for v in verdicts(page)] == ["proved"]


PRECISION = r"(x - \mu)^\top \Omega (x - \mu) &= x^\top \Omega x - 2 x^\top \Omega \mu + \mu^\top \Omega \mu"


@pytest.mark.parametrize(
    ("given", "formula"),
    [
        (r"Let $x, \mu \in \mathbb{R}^d$ and let $\Omega \in \mathbb{R}^{d \times d}$ be symmetric.", PRECISION),
        (
            r"Let $x, y \in \mathbb{R}^d$ and $\Theta \in \mathbb{R}^{m \times d}$.",
            r"\Theta (x + y) &= \Theta x + \Theta y",
        ),
    ],
)
def test_a_matrix_of_the_author_is_no_class(given: str, formula: str):
    assert isinstance(verdict(given, formula), Proved)


def test_an_output_matrix_is_no_class():
    page = (
        r"Let $A \in \mathbb{R}^{n \times n}$, $B, C \in \mathbb{R}^{n \times d}$ and $O = A B$."
        "\n\\begin{align*}\nO + A C &= A (B + C)\n\\end{align*}\n"
        r"Computing $A B$ takes $O(n^2 d)$ time."
    )
    assert [name_of(v) for v in verdicts(page)] == ["proved", "proved"]


def test_the_orthogonal_group_is_no_class():
    items = read_text(r"Let $R \in O(n)$.").items
    assert not any(isinstance(item, Step) for item in items)


@pytest.mark.parametrize("formula", [f for _, f in TRUE if "Suppose" not in f])
def test_what_is_printed_reads_back(formula: str):
    (step,) = (s for s in read_text(f"$${formula.replace('&', '')}$$").steps if isinstance(s, Step))
    again = f"{term(step.formula.lhs)} {RELATION_LATEX[step.formula.relation]} {term(step.formula.rhs)}"
    (second,) = (s for s in read_text(f"$${again}$$").steps if isinstance(s, Step))
    assert second.formula == step.formula


# Counter and machine -----------------------------------------------------------------------------

COUNTED = [
    (ATTENTION, r"Q K^\top V"),
    (ATTENTION, r"\mathrm{softmax}_{\text{row}}(Q K^\top) V + 2 (Q K^\top) V"),
    (ATTENTION, r"\mathrm{diag}(Q K^\top \bm{1})^{-1} (Q (K^\top V))"),
    (ATTENTION, r"\mathrm{tr}(Q^\top K) + \|V\|_F^2"),
    (ATTENTION, r"\sum_{i=1}^{n} \sum_{j=1}^{i} Q_{i1} K_{j1}"),
    (ATTENTION, r"(Q^\top Q)^{-1} + (K^\top K)^3"),
    (ATTENTION, r"\exp(-Q \odot K)^\top V"),
    (HEADS, ALL_HEADS),
    (RECURRENT, r"h_t"),
    (RECURRENT, r"\sum_{s=1}^{t} \|x_s\|^2"),
    (LAYERS, r"g_{t,l}"),
]


def posed(given: str, expression: str, measure: str) -> tuple[object, Claim]:
    page = read_text(f"{given}\n\\begin{{align*}}\n\\operatorname{{{measure}}}({expression}) &= 1\n\\end{{align*}}\n")
    (scope,) = (part for part in chains(page) if isinstance(part, Scope))
    done = elaborate(scope.givens, [s.formula for s in scope.steps])
    (claim,) = done.claims
    assert isinstance(claim, Claim)
    return done.setting, claim


@pytest.mark.parametrize("measure", ["time", "multiplications", "space", "memory", "workspace", "size", "stored"])
@pytest.mark.parametrize(("given", "expression"), COUNTED)
def test_the_machine_confirms_the_count(given: str, expression: str, measure: str):
    setting, claim = posed(given, expression, measure)
    (cost,) = costs_in(claim)
    if given == LAYERS and cost.head in ("space", "memory", "workspace"):
        with pytest.raises(NoRule, match="order of the loops"):
            count(setting, cost.args[0], cost.head)
        return
    formula = count(setting, cost.args[0], cost.head)
    assert isinstance(test_claim(setting, Claim(cost, "=", formula), 1, 8), Agreement)


def test_a_wrong_count_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(model.PRICES, "exp", lambda node: model.FREE)
    found = verdict(ATTENTION, r"\operatorname{time}(\exp(Q)) &= \Theta(n d)")
    assert isinstance(found, Unknown)
    assert found.internal
    assert "the machine needs" in found.why


# The certificate ---------------------------------------------------------------------------------


def test_the_kernel_refuses_bounds_of_another_claim():
    page = read_text("\\begin{align*}\nn^2 d + n d^2 &= O(n^2 d + n d^2)\n\\end{align*}\n")
    (scope,) = (part for part in chains(page) if isinstance(part, Scope))
    done = elaborate(scope.givens, [s.formula for s in scope.steps])
    (claim,) = done.claims
    assert isinstance(claim, Claim)
    good = bounds_of(done.setting, claim)
    assert isinstance(replay(done.setting, claim, good), Proved)
    for bad in (
        ByGrowth(()),
        ByGrowth(good.bounds[:1]),
        ByGrowth(tuple(reversed(good.bounds)), good.path),
        ByGrowth(tuple(replace(b, weights=tuple(-w - 1 for w in b.weights)) for b in good.bounds), good.path),
        ByGrowth((Bound((), ()), *good.bounds[1:]), good.path),
        ByGrowth(good.bounds, ()),
        ByGrowth(good.bounds, (("n", 1), ("d", -1))),
    ):
        with pytest.raises(NotReplayed):
            replay(done.setting, claim, bad)
    with pytest.raises(NotBounded):
        growth.follow(done.setting, claim, ByGrowth(()))


def test_checks_is_the_way_in():
    assert checks.check is check


NORMAL = r"Let $X \in \mathbb{R}^{n \times d}$ and $y \in \mathbb{R}^n$. "


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            r"Computing $X^\top X$ costs $O(n d^2)$, computing $X^\top y$ costs $O(n d)$ "
            r"and inverting $X^\top X$ costs $O(d^3)$.",
            ["proved", "proved", "proved"],
        ),
        (
            r"Computing $X^\top X$ costs $O(n d)$, computing $X^\top y$ costs $O(n d)$ "
            r"and inverting $X^\top X$ costs $O(d^2)$.",
            ["refuted", "proved", "refuted"],
        ),
        (r"Computing $X X^\top$ takes $\Theta(n^2 d)$ time and $\Theta(n^2)$ memory.", ["proved", "proved"]),
        (r"Computing $X X^\top$ takes $\Theta(n^2 d)$ time and $\Theta(n)$ memory.", ["proved", "refuted"]),
        (r"Solving $X^\top X w = X^\top y$ costs $O(d^3)$.", ["proved"]),
        (r"Solving $X^\top X w = X^\top y$ costs $O(d^2)$.", ["refuted"]),
        (r"Inverting $X^\top X$ takes $\Theta(d^3)$ time.", []),  # with or without the product?
        (
            r"Computing $(X X^\top) X$ costs $\Theta(n^2 d)$, whereas $X (X^\top X)$ costs only $\Theta(n d^2)$.",
            ["proved", "proved"],
        ),
        (
            r"Computing $(X X^\top) X$ costs $\Theta(n^2 d)$, whereas $X (X^\top X)$ costs only $\Theta(n d)$.",
            ["proved", "refuted"],
        ),
    ],
)
def test_several_costs_in_one_sentence(sentence: str, expected: list[str]):
    assert [name_of(v) for v in verdicts(NORMAL + sentence)] == expected


def test_a_bound_by_one_of_the_bases_is_that_base():
    size, other = Monomial(((Scale("n"), Fraction(1)),)), Monomial(((Scale("m"), Fraction(1)),))
    assert find_bound(size, (other, size), (), vanishing=False) == Bound((Fraction(0), Fraction(1)), ())
    assert find_bound(size, (other,), (), vanishing=False) is None
    assert find_bound(size, (size,), (), vanishing=True) is None  # nothing makes it smaller than itself
