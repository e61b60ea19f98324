"""Integrals between bounds of functions that nobody defined: they add up, turn and are differentiated by their ends."""

from __future__ import annotations

import pytest

import hence


def verdict(text: str) -> str:
    return str(hence.check(text).steps[-1].verdict)


PROVED = [
    r"$$\int_a^b f(x) dx = \int_a^c f(x) dx + \int_c^b f(x) dx$$",
    r"$$\int_{-\infty}^a f(x) dx = \int_{-\infty}^b f(t) dt + \int_b^a f(x) dx$$",
    r"$$\int_a^b f(x) dx = - \int_b^a f(x) dx$$",
    r"$$\frac{d}{dx} \int_{-\infty}^x f(t) dt = f(x)$$",
    r"$$\frac{d}{dx} \int_a^{x^2} f(t) dt = 2 x f(x^2)$$",
    r"$$\frac{d}{ds} \int_a^b e^{s t} f(t) dt = \int_a^b t e^{s t} f(t) dt$$",
    r"$$\int_a^b f'(x) dx = f(b) - f(a)$$",
    r"$$\iint (2 f(x) + g(y)) \, dx \, dy = 2 \iint f(x) \, dx \, dy + \iint g(y) \, dx \, dy$$",
]

NOT_PROVED = [
    r"$$\int_a^b f(x) dx = \int_a^b f(x) dx + \int_c^d f(x) dx$$",
    r"$$\int_a^b f(x) dx = \int_b^a f(x) dx$$",
    r"$$\int_a^b f(x) dx = \int_a^b g(x) dx$$",
    r"$$\frac{d}{dx} \int_x^b f(t) dt = f(x)$$",
    r"$$\frac{d}{dx} \int_a^{x^2} f(t) dt = 2 x f(x)$$",
    r"$$\frac{d}{dx} \int_a^x h(t, x) dt = h(x, x)$$",
    r"$$\int_a^b x f(x) dx = x \int_a^b f(x) dx$$",
    r"$$\int_a^b f'(2x) dx = f(2b) - f(2a)$$",
]


@pytest.mark.parametrize("text", PROVED)
def test_proved(text: str) -> None:
    assert verdict(text) == "proved"


@pytest.mark.parametrize("text", NOT_PROVED)
def test_near_misses_are_not_proved(text: str) -> None:
    assert verdict(text) != "proved"


def test_what_a_derivative_by_a_bound_needs_is_listed() -> None:
    (step,) = hence.check(r"$$\frac{d}{dx} \int_a^x f(t) dt = f(x)$$").steps
    assert "what is integrated is continuous" in step.assumptions
