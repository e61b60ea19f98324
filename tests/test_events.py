"""Events and densities at points: conditional probabilities, whatever the events are."""

from __future__ import annotations

import pytest

import hence


def verdict(text: str) -> str:
    return str(hence.check(text).steps[-1].verdict)


PROVED = [
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

NOT_PROVED = [
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


@pytest.mark.parametrize("text", PROVED)
def test_proved(text: str) -> None:
    assert verdict(text) == "proved"


@pytest.mark.parametrize("text", NOT_PROVED)
def test_near_misses_are_not_proved(text: str) -> None:
    assert verdict(text) != "proved"


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
