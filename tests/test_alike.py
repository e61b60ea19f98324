"""Both sides apply the same to equal things; logarithms of sums; definitions that go in circles."""

from __future__ import annotations

import pytest

import hence


def verdict(text: str) -> str:
    return str(hence.check(text).steps[-1].verdict)


PROVED = [
    r"$$\max_{x} (x^2 + 2 x y + y^2) f(x) = \max_{x} (x + y)^2 f(x)$$",
    r"$$\max_{a} \min_{b} (a + b)(a - b) g(a, b) = \max_{a} \min_{b} (a^2 - b^2) g(a, b)$$",
    r"$$\arg\max_{t} \prod_{i=1}^n f(x_i, t) = \arg\max_{t} \sum_{i=1}^n \log f(x_i, t)$$",
    r"$$\arg\min_{t} (g(t)^2 + c) = \arg\min_{t} g(t)^2$$",
    r"$$\arg\min_{t} (- 2 g(t)) = \arg\max_{t} g(t)$$",
    r"$$\log (a - b) + \log (c - d) = \log [(a - b) (c - d)]$$",
    r"$$\log (u^2 v^2 - (r u v)^2) = \log (u^2 v^2) + \log (1 - r^2)$$",
    r"$$\int_0^1 \log \frac{f(x)}{g(x)} dx = \int_0^1 \log f(x) dx - \int_0^1 \log g(x) dx$$",
    r"Let $x \sim p(x)$. $$\left\langle 2 f(x) + c \right\rangle_{p(x)}"
    r" = 2 \left\langle f(x) \right\rangle_{p(x)} + c$$",
    r"Let $y = 2 x$ and $z = y + 1$, and let $x = \frac{z - 1}{2}$. $$z^2 = 4 x^2 + 4 x + 1$$",
    r"Let $F(x) = \left\{ \begin{array}{rl} 0 \; , & \text{if} \; x < a \\ "
    r"1 \; , & \text{if} \; x \ge a \; . \end{array} \right.$ $$F(a) = 1$$",
]

NOT_PROVED = [
    r"$$\max_{x} x f(x) = \max_{x} (x + 1) f(x)$$",
    r"$$\max_{t} (g(t) + c) = \max_{t} g(t)$$",
    r"$$\max_{t} \log g(t) = \max_{t} g(t)$$",
    r"$$\arg\min_{t} (g(t)^2 + c) = \arg\max_{t} g(t)^2$$",
    r"$$\arg\min_{t} c \, g(t) = \arg\min_{t} g(t)$$",
    r"$$\arg\min_{t} (g(t) + t) = \arg\min_{t} g(t)$$",
    r"$$w^3 \frac{d}{d w^2} v = \frac{d}{d w^2} w^3 v$$",
    r"Let $c = 3$ and suppose $w = 2$. $$\frac{d}{d w^2} w^3 = \frac{d}{d w^2} 4 w$$",
    r"$$\log [(a - b) (c - d)] = \log (a - b) + \log (d - c)$$",
    r"$$\log (u^2 - v^2) = \log (u - v)^2$$",
    r"Let $x \sim p(x)$. $$\left\langle f(x) g(x) \right\rangle_{p(x)}"
    r" = \left\langle f(x) \right\rangle_{p(x)} \left\langle g(x) \right\rangle_{p(x)}$$",
    r"Let $y = 2 x$ and $z = y + 1$, and let $x = \frac{z - 1}{2}$. $$z = x$$",
]


@pytest.mark.parametrize("text", PROVED)
def test_proved(text: str) -> None:
    assert verdict(text) == "proved"


@pytest.mark.parametrize("text", NOT_PROVED)
def test_near_misses_are_not_proved(text: str) -> None:
    assert verdict(text) != "proved"


def test_a_letter_with_another_number_of_arguments_is_another_function() -> None:
    said = r"Let $L(w, b, a) = \frac{1}{2} w^2 - a (w x + b - 1)$. We minimise $L(w, b)$. "
    assert verdict(said + r"$$\frac{\partial}{\partial w} L(w, b, a) = w - a x$$") == "proved"
    assert verdict(said + r"$$2 L(w, b) = L(w, b) + L(w, b)$$") == "proved"
    assert verdict(said + r"$$L(w, b, a) = L(w, b)$$") == "unknown"
