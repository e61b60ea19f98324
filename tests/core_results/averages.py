"""Momentum, running averages and their bias."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.core_results.model import Instance, Miss, Result, Sides, between

MOMENTUM = (
    r"Let $v_t = \alpha v_{t-1} + \epsilon g_t$ with $v_0 = 0$ and $u_t = \beta u_{t-1} + (1 - \beta) g_t$ "
    r"with $u_0 = 0$ for $t \ge 1$, where $\alpha, \beta \in (0, 1)$ and $\epsilon, \delta > 0$."
)
MATCHED = MOMENTUM + r" Suppose $\alpha = \beta$ and $\epsilon = \delta (1 - \beta)$."


def inputs(at: Instance, name: str = "g") -> list[Fraction]:
    """g_1 ... g_t with an unused entry in front, so that g[k] is g_k."""
    return [Fraction(0), *(Fraction(at.get(f"{name}_{{{k}}}", 0)) for k in range(1, at["t"] + 1))]


def decayed(decay: Fraction, gain: Fraction, g: list[Fraction]) -> list[Fraction]:
    """v_0 = 0 and v_k = decay v_{k-1} + gain g_k."""
    v = [Fraction(0)]
    for x in g[1:]:
        v.append(decay * v[-1] + gain * x)
    return v


def momentum(at: Instance) -> Sides:
    """v_t and delta u_t with whatever parameters the instance has."""
    decay = between(at[r"\alpha"], 0, 1)
    other = between(at.get(r"\beta", decay), 0, 1)
    epsilon, delta = between(at[r"\epsilon"], 0), between(at[r"\delta"], 0)
    return decayed(decay, epsilon, inputs(at))[-1], delta * decayed(other, 1 - other, inputs(at))[-1]


momentum_result = Result(
    "momentum",
    MATCHED,
    "v_t",
    r"\delta u_t",
    (
        Miss("sign", r"-\delta u_t"),
        Miss("index", r"\delta u_{t-1}"),
        Miss("factor", "u_t"),
        Miss("inverse factor", "u_t", lhs=r"\delta v_t"),
        Miss("no condition", r"\delta u_t", momentum, given=MOMENTUM),
        Miss("decays differ", r"\delta u_t", given=MOMENTUM + r" Suppose $\epsilon = \delta (1 - \beta)$."),
        Miss("gains differ", r"\delta u_t", given=MOMENTUM + r" Suppose $\alpha = \beta$."),
        Miss(
            "sign of the condition",
            r"\delta u_t",
            given=MOMENTUM + r" Suppose $\alpha = \beta$ and $\epsilon = \delta (1 + \beta)$.",
        ),
        Miss("no start", r"\delta u_t", given=MATCHED.replace(" with $v_0 = 0$", "").replace("with $u_0 = 0$", "")),
    ),
)

AVERAGE = r"Let $\beta \in (0, 1)$, let $v_0 = 0$ and let $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$."
UNROLLED = r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i"


def average(right: Callable[[Fraction, list[Fraction], int], Fraction]) -> Callable[[Instance], Sides]:
    def sides(at: Instance) -> Sides:
        beta, g, t = between(at[r"\beta"], 0, 1), inputs(at), at["t"]
        assert t >= 1
        return decayed(beta, 1 - beta, g)[t], right(beta, g, t)

    return sides


def weighted(beta: Fraction, g: list[Fraction], t: int) -> Fraction:
    return sum((beta ** (t - i) * g[i] for i in range(1, t + 1)), Fraction(0))


unrolled_result = Result(
    "the average, unrolled",
    AVERAGE,
    "v_t",
    UNROLLED,
    (
        Miss("no factor", r"\sum_{i=1}^{t} \beta^{t-i} g_i", average(weighted)),
        Miss(
            "sign of the factor",
            r"(1 + \beta) \sum_{i=1}^{t} \beta^{t-i} g_i",
            average(lambda b, g, t: (1 + b) * weighted(b, g, t)),
        ),
        Miss(
            "exponent too large",
            r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i+1} g_i",
            average(lambda b, g, t: (1 - b) * b * weighted(b, g, t)),
        ),
        Miss(
            "exponent reversed",
            r"(1 - \beta) \sum_{i=1}^{t} \beta^{i} g_i",
            average(lambda b, g, t: (1 - b) * sum(b**i * g[i] for i in range(1, t + 1))),
        ),
        Miss(
            "bound",
            r"(1 - \beta) \sum_{i=1}^{t-1} \beta^{t-i} g_i",
            average(lambda b, g, t: (1 - b) * (weighted(b, g, t) - g[t])),
        ),
        Miss(
            "index",
            r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_{t-i+1}",
            average(lambda b, g, t: (1 - b) * sum(b ** (t - i) * g[t - i + 1] for i in range(1, t + 1))),
        ),
        Miss("no start", UNROLLED, given=AVERAGE.replace("let $v_0 = 0$ and ", "")),
    ),
)

STATIONARY = AVERAGE + r" Assume $\mathbb{E}[g_i] = \mu$ for every $i$."
MEAN = r"\mathbb{E}[v_t]"


def bias(right: Callable[[Fraction, int], Fraction]) -> Callable[[Instance], Sides]:
    """By linearity the mean of v_t is the average of constant inputs."""

    def sides(at: Instance) -> Sides:
        beta, mean, t = between(at[r"\beta"], 0, 1), Fraction(at[r"\mu"]), at["t"]
        laws = [at[f"g_{{{k}}}"] for k in range(1, t + 1) if f"g_{{{k}}}" in at]
        assert all(mean_of(law) == mean for law in laws)
        return decayed(beta, 1 - beta, [Fraction(0)] + [mean] * t)[t], right(beta, t) * mean

    return sides


def mean_of(law: str) -> Fraction:
    """The mean of a law that is shown as `values [...] with probabilities [...]`."""
    values, chances = (
        [Fraction(x) for x in part.strip("[] ").split(",")]
        for part in law.removeprefix("values ").split(" with probabilities ")
    )
    assert sum(chances) == 1
    assert min(chances) > 0
    return sum((v * p for v, p in zip(values, chances, strict=True)), Fraction(0))


bias_result = Result(
    "bias of the average",
    STATIONARY,
    MEAN,
    r"(1 - \beta^t) \mu",
    (
        Miss("exponent outside", r"(1 - \beta)^t \mu", bias(lambda b, t: (1 - b) ** t)),
        Miss("exponent too small", r"(1 - \beta^{t-1}) \mu", bias(lambda b, t: 1 - b ** (t - 1))),
        Miss("exponent too large", r"(1 - \beta^{t+1}) \mu", bias(lambda b, t: 1 - b ** (t + 1))),
        Miss("sign", r"(1 + \beta^t) \mu", bias(lambda b, t: 1 + b**t)),
        Miss("unbiased", r"\mu", bias(lambda b, t: Fraction(1))),
        Miss("complement", r"\beta^t \mu", bias(lambda b, t: b**t)),
        Miss("wrong correction", r"\mu", lhs=r"\mathbb{E}\left[\frac{v_t}{1 - \beta}\right]"),
        Miss("not stationary", r"(1 - \beta^t) \mathbb{E}[g_t]", given=AVERAGE + " The $g_i$ are random."),
        Miss("no start", r"(1 - \beta^t) \mu", given=STATIONARY.replace("let $v_0 = 0$ and ", "")),
    ),
)

RESULTS = (momentum_result, unrolled_result, bias_result)
