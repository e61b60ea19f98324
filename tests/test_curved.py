"""Convexity, local extrema and saddle points, said in words of functions that have a formula."""

from __future__ import annotations

import pytest
from hence.language.verdicts import Assumed, Proved, Refuted, Unknown, Verdict

from hence import checks, latex_in

LEAST_SQUARES = r"Let $X \in \mathbb{R}^{n \times d}$ and $y \in \mathbb{R}^n$. "
PLANE = r"Let $a \in \mathbb{R}^n$ with $a \ne 0$. "


def verdicts(page: str) -> list[Verdict]:
    found = [j.verdict for j in checks.check(latex_in.read_text(page)).steps]
    return [v for v in found if not isinstance(v, Assumed)]


TRUE = [
    r"Let $f(x) = x^2 + e^x$. Then $f$ is convex.",
    r"Let $f(x) = \log(1 + e^x)$. Then $f$ is convex.",
    r"The function $f(x) = -\log x$ is convex on $x > 0$.",
    r"Let $f(x) = x \log x$. Then $f$ is convex for $x > 0$.",
    r"Let $f(x) = \log x$ for $x > 0$. Then $f$ is concave.",
    r"Let $f(x) = |x|$. Then $f$ is convex.",
    r"Let $f(x) = \max(0, x)$. Then $f$ is convex.",
    r"Let $f(x) = x^4$. Then $f$ is strictly convex.",
    r"Let $f(x, y) = x^2 + x y + y^2$. Then $f$ is convex.",
    r"Let $a > 0$ and $f(x) = a x^2 + b x$. Then $f$ is convex.",
    r"Let $x \in \mathbb{R}^d$ and $f(x) = \|x\|$. Then $f$ is convex.",
    r"Let $H$ be positive semidefinite and $f(x) = \frac12 x^\top H x + b^\top x$. Then $f$ is convex.",
    LEAST_SQUARES + r"Let $L(w) = \frac{1}{n} \|X w - y\|^2$. Hence $L$ is convex.",
    LEAST_SQUARES + r"Let $L(w) = \|X w - y\|^2 + \lambda \|w\|^2$ with $\lambda > 0$. Then $L$ is strictly convex.",
    r"Let $f(x) = x^3 - 3 x$. Then $f$ has a local minimum at $x = 1$.",
    r"Let $f(x) = x^3 - 3 x$. Then $x = -1$ is a local maximum of $f$.",
    r"Let $f(x) = x^4 - 2 x^2$. The points $x = 1$ and $x = -1$ are local minima of $f$.",
    r"Let $f(x, y) = x^2 - y^2$. Then $(0, 0)$ is a saddle point of $f$.",
    r"Let $f(x, y) = x y$. The origin is a saddle point of $f$.",
    r"Let $f(x, y) = x^2 + 3 y^2 - 2 x$. Then $(x, y) = (1, 0)$ is a local minimum of $f$.",
    r"Let $f(x, y) = x^2 + x y + y^2 - 3 x$. Then $f$ is minimised at $(x, y) = (2, -1)$.",
    r"Let $f(x, y) = x^2 + y^2 - 2 x$. The minimum of $f$ is $-1$, attained at $(1, 0)$.",
    r"Let $f(x, y) = x^2 + y^2 - 2 x$. Then $f$ attains its minimum at $x = 1$, $y = 0$.",
    r"Let $f(x, y) = x^2 + y^2 - 2 x$. Then $(1, 0)$ is the unique minimiser of $f$.",
    r"Let $f(x, y) = (x + y)^2$. Then $(1, -1)$ is a minimiser of $f$.",
    r"The minimum of $x^2 + y^2$ subject to $x + y = 1$ is $\frac12$, attained at $x = y = \frac12$.",
    r"Subject to $x + y = 1$, the maximum of $x y$ is $\frac14$.",
    PLANE + r"The minimiser of $\|x\|^2$ subject to $a^\top x = c$ is $x = \frac{c}{\|a\|^2} a$.",
    PLANE + r"The solution of $\min_x \|x\|^2$ subject to $a^\top x = c$ is $x^* = \frac{c}{\|a\|^2} a$.",
]

FALSE = [
    r"Let $f(x) = x^3$. Then $f$ is convex.",
    r"Let $f(x) = \frac{1}{1 + e^{-x}}$. Then $f$ is convex.",
    r"Let $f(x) = \log x$ for $x > 0$. Then $f$ is convex.",
    r"Let $f(x) = x^2$. Then $f$ is concave.",
    r"Let $f(x) = -|x|$. Then $f$ is convex.",  # away from zero its second derivative is zero
    r"Let $f(x) = x^2 - |x|$. Then $f$ is convex.",
    r"Let $f(x) = |x|$. Then $f$ is strictly convex.",
    r"Let $f(x, y) = x y$. Then $f$ is convex.",  # convex in each variable
    r"Let $f(x, y) = x^2 + 3 x y + y^2$. Then $f$ is convex.",
    r"Let $f(x) = a x^2 + b x$. Then $f$ is convex.",
    LEAST_SQUARES + r"Let $L(w) = \|X w - y\|^2$. Then $L$ is strictly convex.",
    r"Let $H$ be symmetric and $f(x) = \frac12 x^\top H x + b^\top x$. Then $f$ is convex.",
    r"Let $f(x) = x^3 - 3 x$. Then $f$ has a local minimum at $x = -1$.",
    r"Let $f(x) = x^3 - 3 x$. Then $x = 2$ is a local maximum of $f$.",
    r"Let $f(x, y) = x^2 + y^2$. Then $(0, 0)$ is a saddle point of $f$.",
    r"Let $f(x, y) = x^2 - 3 y^2$. Then $(0, 0)$ is a local minimum of $f$.",
    r"Let $f(x, y) = x^2 + x y + y^2 - 3 x$. Then $f$ is minimised at $(x, y) = (2, 1)$.",
    r"Let $f(x, y) = x^2 + y^2 - 2 x$. The minimum of $f$ is $0$, attained at $(1, 0)$.",
    r"Let $f(x, y) = (x + y)^2$. Then $(1, -1)$ is the unique minimiser of $f$.",
    r"The minimum of $x^2 + y^2$ subject to $x + y = 1$ is $\frac14$.",
    r"The minimum of $x^2 + y^2$ subject to $x + y = 1$ is $\frac12$, attained at $x = y = \frac14$.",
    PLANE + r"The minimiser of $\|x\|^2$ subject to $a^\top x = c$ is $x = \frac{c}{\|a\|} a$.",
]


@pytest.mark.parametrize("page", TRUE)
def test_true_claims_are_proved(page: str):
    found = verdicts(page)
    assert found
    assert all(isinstance(v, Proved) for v in found), found


@pytest.mark.parametrize("page", FALSE)
def test_false_claims_are_refuted(page: str):
    assert any(isinstance(v, Refuted) for v in verdicts(page))


@pytest.mark.parametrize("power", [3, 4])
def test_a_second_derivative_that_is_zero_decides_nothing(power: int):
    slope, bend = verdicts(rf"Let $f(x) = x^{power}$. Then $f$ has a local minimum at $x = 0$.")
    assert isinstance(slope, Proved)
    assert isinstance(bend, Unknown)


def test_what_is_said_of_a_function_without_a_formula_is_no_claim():
    assert verdicts(r"Let $f$ be convex. Then $g$ is convex.") == []


def test_a_supposition_about_a_function_is_no_claim():
    assert verdicts(r"Let $f(x) = a x^2$. If $f$ is convex, we are done.") == []


def test_a_function_may_be_introduced_anew():
    page = r"Let $f(x) = x^2$. Then $f$ is convex. Let $f(x) = x^3$. Then $f$ is convex."
    assert [type(v) for v in verdicts(page)] == [Proved, Refuted]
    page = r"Let $f(x) = x^2$. Then $f$ is convex. The function $f(x) = x^3$ is convex."
    assert [type(v) for v in verdicts(page)] == [Proved, Refuted]
    page = r"Let $f(x) = x^2$. Then \[ f(2) = 4. \] Consider $f(x) = x^3$. Then \[ f(2) = 4. \]"
    assert [type(v) for v in verdicts(page)] == [Proved, Refuted]
