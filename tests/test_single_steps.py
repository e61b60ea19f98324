"""Single steps by topic, each with its near misses: what is proved, and what looks alike and is not."""

from __future__ import annotations

import pytest

import hence


def verdict(text: str) -> str:
    return str(hence.check(text).steps[-1].verdict)


# Both sides apply the same to equal things; logarithms of sums; definitions that go in circles
APPLIED_TO_EQUALS = [
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

NOT_APPLIED_TO_EQUALS = [
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

# Integrals between bounds of functions that nobody defined: they add up, turn and are differentiated by their ends
INTEGRALS = [
    r"$$\int_a^b f(x) dx = \int_a^c f(x) dx + \int_c^b f(x) dx$$",
    r"$$\int_{-\infty}^a f(x) dx = \int_{-\infty}^b f(t) dt + \int_b^a f(x) dx$$",
    r"$$\int_a^b f(x) dx = - \int_b^a f(x) dx$$",
    r"$$\frac{d}{dx} \int_{-\infty}^x f(t) dt = f(x)$$",
    r"$$\frac{d}{dx} \int_a^{x^2} f(t) dt = 2 x f(x^2)$$",
    r"$$\frac{d}{ds} \int_a^b e^{s t} f(t) dt = \int_a^b t e^{s t} f(t) dt$$",
    r"$$\int_a^b f'(x) dx = f(b) - f(a)$$",
    r"$$\iint (2 f(x) + g(y)) \, dx \, dy = 2 \iint f(x) \, dx \, dy + \iint g(y) \, dx \, dy$$",
]

NOT_INTEGRALS = [
    r"$$\int_a^b f(x) dx = \int_a^b f(x) dx + \int_c^d f(x) dx$$",
    r"$$\int_a^b f(x) dx = \int_b^a f(x) dx$$",
    r"$$\int_a^b f(x) dx = \int_a^b g(x) dx$$",
    r"$$\frac{d}{dx} \int_x^b f(t) dt = f(x)$$",
    r"$$\frac{d}{dx} \int_a^{x^2} f(t) dt = 2 x f(x)$$",
    r"$$\frac{d}{dx} \int_a^x h(t, x) dt = h(x, x)$$",
    r"$$\int_a^b x f(x) dx = x \int_a^b f(x) dx$$",
    r"$$\int_a^b f'(2x) dx = f(2b) - f(2a)$$",
]

# Events and densities at points: conditional probabilities, whatever the events are
EVENTS = [
    r"$$P(A \cap B) = P(A \mid B) P(B)$$",
    r"$$P(A \cup B) = P(A) + P(B) - P(A \cap B)$$",
    r"$$\mathrm{Pr}(X > 3, Y \in S) = \mathrm{Pr}(X > 3 \mid Y \in S) \, \mathrm{Pr}(Y \in S)$$",
    r"$$\mathbb{P}[A^c \mid B] = 1 - \mathbb{P}[A \mid B]$$",
    r"$$P(X = x, Y = y) = P(X = x \mid Y = y) P(Y = y)$$",
    r"$$\sum_x P(X = x, Y = y) = P(Y = y)$$",
    r"$$p(y \mid d = d_0) = \frac{p(d = d_0 \mid y) \, p(y)}{p(d = d_0)}$$",
    r"$$p(x_t, x_{t+1}) = p(x_t) \, p(x_{t+1} \mid x_t)$$",
    r"$$p(x_{1:T}, z) = p(x_{1:T} \mid z) \, p(z)$$",
    r"$$\log \frac{p(u_1, v)}{p(u_1)} = \log p(v \mid u_1)$$",
]

NOT_EVENTS = [
    r"$$P(A \cap B) = P(A) P(B)$$",
    r"$$P(A \cup B) = P(A) + P(B)$$",
    r"$$P(X > 3 \mid Y \in S) = P(Y \in S \mid X > 3)$$",
    r"$$P(X = x) = P(Y = x)$$",
    r"$$\sum_x P(Y = x, X = y) = P(Y = y)$$",
    r"$$\mathbb{P}[A^c \mid B] = 1 - \mathbb{P}[A]$$",
    r"$$p(y \mid d = d_0) = p(y \mid d = d_1)$$",
    r"$$p(x_t, x_{t+1}) = p(x_t) \, p(x_{t+1})$$",
    r"$$\sum_{t=1}^n P(X = t) = n P(X = t)$$",
    r"$$\int p(y \mid d = u) \, du = p(y \mid d = u) \int du$$",
]


@pytest.mark.parametrize("text", [*APPLIED_TO_EQUALS, *INTEGRALS, *EVENTS])
def test_proved(text: str) -> None:
    assert verdict(text) == "proved"


@pytest.mark.parametrize("text", [*NOT_APPLIED_TO_EQUALS, *NOT_INTEGRALS, *NOT_EVENTS])
def test_near_misses_are_not_proved(text: str) -> None:
    assert verdict(text) != "proved"


def test_a_letter_with_another_number_of_arguments_is_another_function() -> None:
    said = r"Let $L(w, b, a) = \frac{1}{2} w^2 - a (w x + b - 1)$. We minimise $L(w, b)$. "
    assert verdict(said + r"$$\frac{\partial}{\partial w} L(w, b, a) = w - a x$$") == "proved"
    assert verdict(said + r"$$2 L(w, b) = L(w, b) + L(w, b)$$") == "proved"
    assert verdict(said + r"$$L(w, b, a) = L(w, b)$$") == "unknown"


def test_what_a_derivative_by_a_bound_needs_is_listed() -> None:
    (step,) = hence.check(r"$$\frac{d}{dx} \int_a^x f(t) dt = f(x)$$").steps
    assert "what is integrated is continuous" in step.assumptions


def test_a_parameter_in_a_label_may_have_parts() -> None:
    claim = (
        r"$$\frac{\partial}{\partial \theta_1} \log p_\theta(x) = \frac{\partial}{\partial \theta_2} \log p_\theta(x)$$"
    )
    assert verdict(claim) != "proved"


GIVEN = (
    r"Let $p(y_i \mid \lambda) = \frac{\lambda^{y_i} e^{-\lambda}}{y_i!}$ and $q(y_i \mid x_i) = a e^{-(y_i - x_i)^2}$"
)
GIVEN += ". "


def test_a_density_of_members_is_used_for_each_of_them() -> None:
    right = r"\log(\lambda) \sum_{i=1}^n y_i - n \lambda - \sum_{i=1}^n \log (y_i!)"
    assert verdict(GIVEN + rf"$$\sum_{{i=1}}^n \log p(y_i \mid \lambda) = {right}$$") == "proved"
    assert verdict(GIVEN + r"$$\prod_{i=1}^n q(y_i \mid x_i) = a^n e^{-\sum_{i=1}^n (y_i - x_i)^2}$$") == "proved"


@pytest.mark.parametrize(
    "claim",
    [
        r"\prod_{i=1}^n q(y_i \mid x_1) = a^n e^{-\sum_{i=1}^n (y_i - x_i)^2}",
        r"p(z \mid \lambda) = \frac{\lambda^z e^{-\lambda}}{z!}",
        r"p(y \mid \lambda) = \prod_{i=1}^n p(y_i \mid \lambda)",
    ],
)
def test_and_for_nothing_else(claim: str) -> None:
    assert verdict(GIVEN + f"$${claim}$$") != "proved"
