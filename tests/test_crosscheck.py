"""SymPy's second opinion: what it confirms, what it contradicts, and where it has nothing to say."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from hence.checks.crosscheck import Confirmation, confirm, posed
from hence.checks.explicit.gauss import standard_normal_mean
from hence.checks.explicit.heads import CONSTRUCTIONS
from hence.checks.explicit.rings import vanishes_as_polynomial
from hence.checks.model import Lit, Op
from hence.language.heads import HEADS
from hence.latex_in import read_text
from hence.latex_out.solution import layout

from hence.catalogue import entries

ROOT = Path(__file__).resolve().parent.parent
NORMAL = r"Let $q, k \in \mathbb{R}^d$ be independent with $q \sim \mathcal{N}(0, I)$ and $k \sim \mathcal{N}(0, I)$."
DEPENDENT = r"Let $q, k \in \mathbb{R}^d$ be random with $q \sim \mathcal{N}(0, I)$ and $k \sim \mathcal{N}(0, I)$."
AVERAGE = r"Let $\beta \in (0, 1)$, $v_0 = 0$ and $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$."
SQUARES = r"Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$ and $y \in \mathbb{R}^n$."
MATRICES = r"Let $A \in \mathbb{R}^{m \times n}$ and $B \in \mathbb{R}^{n \times p}$."
NEAR_MISSES = (
    "assignment5.3.evidence",
    "ift6135.1.1",
    "ift6135.2.3.bias",
    "ift6135.3.3.features",
    "ift6135.3.4.expectation",
    "eecs182.7.1b.decoder",
    "eecs182.7.3b",
    "general.adam.moment",
)
MODEL = r"Let $p(x, z)$ be a joint density and $q(z \mid x)$ any density over $z$."


def opinion(given: str, formula: str) -> Confirmation | None:
    """On the only step of a page."""
    claims = posed(read_text(f"{given}\n\\begin{{align*}}\n{formula}\n\\end{{align*}}\n", "page.tex"))
    (found,) = claims.values()
    return confirm(found.setting, found.claim)


def test_every_head_has_a_row():
    assert CONSTRUCTIONS.keys() == HEADS.keys()


@pytest.mark.parametrize(
    ("given", "formula", "facility"),
    [
        (MATRICES, r"(A B)^\top &= B^\top A^\top", "sympy"),
        (r"Let $x, y \in \mathbb{R}^d$.", r"\|x + y\|^2 &= \|x\|^2 + 2 x^\top y + \|y\|^2", "sympy.ring"),
        (r"Let $\beta \in (0, 1)$.", r"\sum_{i=1}^{t} \beta^{t-i} &= \frac{1 - \beta^t}{1 - \beta}", "sympy.summation"),
        ("", r"\sum_{i=1}^{n} i^2 &= \frac{n (n + 1) (2 n + 1)}{6}", "sympy.summation"),
        (AVERAGE, r"v_t &= (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i", "sympy.ring"),
        (SQUARES, r"\nabla_w \|X w - y\|^2 &= 2 X^\top (X w - y)", "sympy.diff"),
        (NORMAL, r"\mathrm{Var}(q^\top k) &= d", "sympy.integrate"),
        (NORMAL, r"\mathbb{E}[\exp(q_1)] &= \exp(1/2)", "sympy.integrate"),
        (r"Let $z > 0$.", r"\exp(z) + z &> 0", "sympy.assumptions"),
        (r"Let $x > 0$ and $y > 0$.", r"\log(x y) &= \log x + \log y", "sympy.together"),
        (
            MODEL,
            r"\int q(z \mid x) \log p(x) \, dz &= \int q(z \mid x) \log \frac{p(x, z)}{p(z \mid x)} \, dz",
            "sympy",
        ),
    ],
)
def test_true_claims_are_confirmed(given: str, formula: str, facility: str):
    found = opinion(given, formula)
    assert found is not None
    assert found.holds
    assert facility in found.by


@pytest.mark.parametrize(
    ("given", "formula"),
    [
        (r"Let $A, B \in \mathbb{R}^{n \times n}$.", r"(A B)^\top &= A^\top B^\top"),
        (r"Let $x, y \in \mathbb{R}^d$.", r"\|x + y\|^2 &= \|x\|^2 + \|y\|^2"),
        (r"Let $\beta \in (0, 1)$.", r"\sum_{i=1}^{t} \beta^{t-i} &= \frac{1 - \beta^{t+1}}{1 - \beta}"),
        (AVERAGE, r"v_t &= (1 - \beta) \sum_{i=1}^{t} \beta^{t-i+1} g_i"),
        (SQUARES, r"\nabla_w \|X w - y\|^2 &= X^\top (X w - y)"),
        (NORMAL, r"\mathrm{Var}(q^\top k) &= d^2"),
        (NORMAL, r"\mathbb{E}[(q^\top k)^2] &= 0"),
        (r"Let $z > 0$.", r"-z &> 0"),
        (r"Let $f : \mathbb{R} \to \mathbb{R}$ and $x, y \in \mathbb{R}$.", r"f(x + y) &= f(x) + f(y)"),
        (MODEL, r"\int q(z \mid x) \log p(x) \, dz &= \int q(z \mid x) \log p(x, z) \, dz"),
    ],
)
def test_false_claims_are_contradicted(given: str, formula: str):
    found = opinion(given, formula)
    assert found is not None
    assert not found.holds


@pytest.mark.parametrize(
    ("given", "formula", "why"),
    [
        (DEPENDENT, r"\mathbb{E}[(q^\top k)^2] &= d", "they may depend on each other"),
        (r"Let $A \in \mathbb{R}^{m \times n}$.", r"\|A\| &= \|A^\top\|", "an operator norm"),
        (r"Let $x, y \in \mathbb{R}$. Assume $x^2 + y^2 = 1$.", r"x^2 &= 1 - y^2", "it needs a hypothesis"),
        (r"Let $x, y \in \mathbb{R}$.", r"\log(x y) &= \log x + \log y", "elsewhere it is not defined"),
        (r"Let $x_i \in \mathbb{R}$.", r"\sum_{i=1}^{99} 2 x_i &= 2 \sum_{i=1}^{99} x_i", "too many terms"),
        (MODEL, r"\log p(x) &\ge \int q(z \mid x) \log \frac{p(x, z)}{q(z \mid x)} \, dz", "Jensen's inequality"),
    ],
)
def test_elsewhere_it_has_no_answer(given: str, formula: str, why: str):
    assert opinion(given, formula) is None, why


def test_it_says_at_which_sizes_it_looked():
    found = opinion(AVERAGE, r"v_t &= (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i")
    assert found is not None
    assert found.sizes == ("t = 1, 2",)
    symbolic = opinion(r"Let $\beta \in (0, 1)$.", r"\sum_{i=1}^{t} \beta^{t-i} &= \frac{1 - \beta^t}{1 - \beta}")
    assert symbolic is not None
    assert symbolic.sizes == ("t symbolic",)


def test_implications_are_no_claims_by_themselves():
    page = read_text("Let $a > 0$.\n\\begin{align*}\na x = a \\implies x &= 1\n\\end{align*}\n", "page.tex")
    assert posed(page) == {}


def test_no_claim_is_confirmed_with_one_added_to_it():
    """Near misses of what it does confirm."""
    confirmed = 0
    for entry in entries(NEAR_MISSES):
        page = read_text(layout(entry, entries(entry.uses) if entry.uses else ()).argument, entry.id)
        for one in posed(page).values():
            claim = one.claim
            off = Op("add", (claim.rhs, Lit(Fraction(1), claim.rhs.shape)), claim.rhs.shape)
            found = confirm(one.setting, replace(claim, rhs=off)) if claim.relation == "=" else None
            confirmed += found is not None and found.holds
    assert confirmed == 0


def test_sympy_loads_only_when_it_is_asked():
    code = "import sys, hence.checks.crosscheck; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("expression", "vanishes"),
    [
        ("(x + y)**3 - x**3 - 3*x*y*(x + y) - y**3", True),
        ("(sin(x) + y)**2 - sin(x)**2 - 2*y*sin(x) - y**2", True),
        ("(x + y)/z - x/z - y/z", True),
        ("(x + y)**3 - x**3 - 3*x*y*(x - y) - y**3", False),
        ("sin(x)**2 + cos(x)**2 - 1", False),  # zero, but not for what polynomials know of it
        ("x/3 - x/2", False),
        ("7", False),
    ],
)
def test_polynomials_are_multiplied_out(expression: str, vanishes: bool):
    assert vanishes_as_polynomial(sympy.sympify(expression)) is vanishes


@pytest.mark.parametrize("power", range(1, 9))
def test_moments_of_a_standard_normal_symbol(power: int):
    z, c = sympy.symbols("z c", real=True)
    expected = 0 if power % 2 else sympy.factorial2(power - 1)
    assert standard_normal_mean(c * z**power, z) == c * expected
