"""The core results and statements that look almost like them: a sign, a transpose, a factor, a lost hypothesis.

The true statement must be proved, not merely supported. A near miss must be refuted by an instance that satisfies the
hypotheses; for many of them the instance is evaluated here once more, by code that knows nothing of the checker.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import checks
import latex_in
from language.verdicts import Proved, Refuted, Verdict

Instance = dict[str, Any]
Sides = tuple[Any, Any]


@dataclass(frozen=True)
class Miss:
    """A false statement near a true one; `given` only where another hypothesis is what is missing."""

    what: str
    rhs: str
    by_hand: Callable[[Instance], Sides] | None = None  # both sides at an instance, checking the hypotheses
    lhs: str = ""  # where it differs from that of the result, as the next two
    relation: str = "="
    given: str = ""


@dataclass(frozen=True)
class Result:
    name: str
    given: str
    lhs: str
    rhs: str
    misses: tuple[Miss, ...]
    relation: str = "="


def verdict(given: str, lhs: str, relation: str, rhs: str) -> Verdict:
    """The verdict on one displayed statement."""
    page = f"{given}\n\\begin{{equation}}\n{lhs} {relation} {rhs}\n\\end{{equation}}\n"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    return judged.verdict


def exact(value: Any) -> Any:
    """Numbers of a counterexample as fractions: 1, "1/2", nested lists of these."""
    return [exact(v) for v in value] if isinstance(value, list) else Fraction(value)


def array(value: Any, shape: tuple[int, int]) -> np.ndarray:
    return np.array(exact(value), dtype=float).reshape(shape)


def read_side(text: str) -> np.ndarray:
    """A side as the report shows it: `1/2`, `[0, 1.5]`, `[[1, 0], [0, 1]]`."""
    return np.array(_floats(json.loads(re.sub(r"[^\[\],\s]+", r'"\g<0>"', text))), dtype=float)


def _floats(value: Any) -> Any:
    return [_floats(v) for v in value] if isinstance(value, list) else float(Fraction(value))


# Attention ----------------------------------------------------------------------------------------

ATTENTION = (
    r"Let $Q, K \in \mathbb{R}^{n \times d}$ and $V \in \mathbb{R}^{n \times p}$, let $A = \exp(Q K^\top)$ elementwise "
    r"and let $D = \mathrm{diag}(A \mathbf{1})$, where $\mathbf{1} \in \mathbb{R}^n$ is the vector of ones."
)


def attention(right: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]) -> Callable[[Instance], Sides]:
    """softmax(Q K^T) V row by row, and the right side from the scores, A and V."""

    def sides(at: Instance) -> Sides:
        n, d, p = at["n"], at["d"], at["p"]
        queries, keys, values = array(at["Q"], (n, d)), array(at["K"], (n, d)), array(at["V"], (n, p))
        scores = np.array([[float(q @ k) for k in keys] for q in queries])
        rows = [sum(math.exp(s) * v for s, v in zip(r, values, strict=True)) / sum(map(math.exp, r)) for r in scores]
        return np.array(rows), right(scores, np.exp(scores), values)

    return sides


def softmax(scores: np.ndarray) -> np.ndarray:
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)


SOFT = r"\mathrm{softmax}_{\text{row}}(Q K^\top) V"
attention_result = Result(
    "softmax attention",
    ATTENTION,
    SOFT,
    "D^{-1} A V",
    (
        Miss("inverse on the right", "A D^{-1} V", attention(lambda s, a, v: a @ np.diag(1 / a.sum(1)) @ v)),
        Miss("no normaliser", "A V", attention(lambda s, a, v: a @ v)),
        Miss("exponent", "D^{-2} A V", attention(lambda s, a, v: np.diag(a.sum(1) ** -2.0) @ a @ v)),
        Miss("no inverse", "D A V", attention(lambda s, a, v: np.diag(a.sum(1)) @ a @ v)),
        Miss("transpose", r"D^{-1} A^\top V", attention(lambda s, a, v: np.diag(1 / a.sum(1)) @ a.T @ v)),
        Miss("swapped", r"\mathrm{softmax}_{\text{row}}(K Q^\top) V", attention(lambda s, a, v: softmax(s.T) @ v)),
        Miss("sign", r"\mathrm{softmax}_{\text{row}}(-Q K^\top) V", attention(lambda s, a, v: softmax(-s) @ v)),
        Miss("factor", r"\mathrm{softmax}_{\text{row}}(2 Q K^\top) V", attention(lambda s, a, v: softmax(2 * s) @ v)),
        Miss("columns", r"\mathrm{softmax}_{\text{col}}(Q K^\top) V", attention(lambda s, a, v: softmax(s.T).T @ v)),
        Miss(
            "column sums",
            "D^{-1} A V",
            attention(lambda s, a, v: np.diag(1 / a.sum(0)) @ a @ v),
            given=ATTENTION.replace(r"A \mathbf{1})", r"A^\top \mathbf{1})"),
        ),
        Miss("no exponential", "D^{-1} A V", given=ATTENTION.replace(r"\exp(Q K^\top)$ elementwise", r"Q K^\top$")),
    ),
)

# Gaussian expectation -----------------------------------------------------------------------------

GAUSSIAN = r"Let $\bm a, \bm b \in \mathbb{R}^{d}$ and let $\bm w \sim \mathcal{N}(\bm 0, \bm I)$ in $\mathbb{R}^d$."
KERNEL = r"\mathbb{E}_{\bm w}\left[\exp(\bm w^\top \bm a) \exp(\bm w^\top \bm b)\right]"
SQUARE = r"\exp\left(\frac{1}{2} \|\bm a + \bm b\|^2\right)"


def gaussian(right: Callable[[np.ndarray, np.ndarray], float]) -> Callable[[Instance], Sides]:
    """E exp(w.(a + b)) as a product of one-dimensional integrals, by the trapezoidal rule; `right` is an exponent."""

    def sides(at: Instance) -> Sides:
        a, b = array(at[r"\bm{a}"], (at["d"], 1)).ravel(), array(at[r"\bm{b}"], (at["d"], 1)).ravel()
        grid = np.linspace(-12, 12, 4001)
        weight = np.exp(-(grid**2) / 2) / math.sqrt(2 * math.pi) * (grid[1] - grid[0])
        return math.prod(float(np.sum(weight * np.exp(grid * c))) for c in a + b), math.exp(right(a, b))

    return sides


def square(x: np.ndarray) -> float:
    return float(x @ x)


gaussian_result = Result(
    "Gaussian expectation",
    GAUSSIAN,
    KERNEL,
    SQUARE,
    (
        Miss("factor", r"e^{\|\bm a + \bm b\|^2}", gaussian(lambda a, b: square(a + b))),
        Miss("sign inside", r"e^{\frac12 \|\bm a - \bm b\|^2}", gaussian(lambda a, b: square(a - b) / 2)),
        Miss("sign outside", r"e^{-\frac12 \|\bm a + \bm b\|^2}", gaussian(lambda a, b: -square(a + b) / 2)),
        Miss(
            "no cross term",
            r"e^{\frac12 (\|\bm a\|^2 + \|\bm b\|^2)}",
            gaussian(lambda a, b: square(a) / 2 + square(b) / 2),
        ),
        Miss("exponent", r"e^{\frac12 \|\bm a + \bm b\|}", gaussian(lambda a, b: math.sqrt(square(a + b)) / 2)),
        Miss("the kernel itself", r"e^{\bm a^\top \bm b}", gaussian(lambda a, b: float(a @ b))),
        Miss("another variance", SQUARE, given=GAUSSIAN.replace(r"\bm I", r"s^2 \bm I") + " Let $s > 0$."),
        Miss("another mean", SQUARE, given=GAUSSIAN.replace(r"\bm 0", r"\bm m")),
    ),
)

# Recurrent units ----------------------------------------------------------------------------------

RNN = (
    r"Let $h_t = W \tanh(h_{t-1}) + U x_t + c$ and $g_t = \tanh(W g_{t-1} + U x_t + c)$ for $t \ge 1$, where "
    r"$W \in \mathbb{R}^{n \times n}$, $U \in \mathbb{R}^{n \times m}$ and $c \in \mathbb{R}^n$. "
    r"Assume $g_0 = \tanh(h_0)$."
)


def recurrent(both: Callable[[list[np.ndarray], list[np.ndarray], int], Sides]) -> Callable[[Instance], Sides]:
    """The two sequences by their definitions; the sides from them and t."""

    def sides(at: Instance) -> Sides:
        n, m, t = at["n"], at["m"], at["t"]
        assert t >= 1
        back, feed, c = array(at["W"], (n, n)), array(at["U"], (n, m)), array(at["c"], (n, 1))
        h = [array(at["h_{0}"], (n, 1))]
        g = [np.tanh(h[0])]
        for k in range(1, t + 1):
            x = array(at[f"x_{{{k}}}"], (m, 1))
            h.append(back @ np.tanh(h[-1]) + feed @ x + c)
            g.append(np.tanh(back @ g[-1] + feed @ x + c))
        return both(h, g, t)

    return sides


recurrent_result = Result(
    "recurrent units",
    RNN,
    "g_t",
    r"\tanh(h_t)",
    (
        Miss("no activation", "h_t", recurrent(lambda h, g, t: (g[t], h[t]))),
        Miss("swapped", r"\tanh(g_t)", recurrent(lambda h, g, t: (h[t], np.tanh(g[t]))), lhs="h_t"),
        Miss("index", r"\tanh(h_{t-1})", recurrent(lambda h, g, t: (g[t], np.tanh(h[t - 1])))),
        Miss("sign", r"-\tanh(h_t)", recurrent(lambda h, g, t: (g[t], -np.tanh(h[t])))),
        Miss("factor", r"2 \tanh(h_t)", recurrent(lambda h, g, t: (g[t], 2 * np.tanh(h[t])))),
        Miss("twice", r"\tanh(\tanh(h_t))", recurrent(lambda h, g, t: (g[t], np.tanh(np.tanh(h[t]))))),
        Miss("another start", r"\tanh(h_t)", given=RNN.replace(r"g_0 = \tanh(h_0)", "g_0 = h_0")),
        Miss("no start", r"\tanh(h_t)", given=RNN.replace(r"Assume $g_0 = \tanh(h_0)$.", "")),
        Miss("transpose", r"\tanh(h_t)", given=RNN.replace(r"W \tanh(h_{t-1})", r"W^\top \tanh(h_{t-1})")),
        Miss("another bias", r"\tanh(h_t)", given=RNN.replace("U x_t + c$ and", "U x_t - c$ and")),
    ),
)

# Momentum -----------------------------------------------------------------------------------------

MOMENTUM = (
    r"Let $v_t = \alpha v_{t-1} + \epsilon g_t$ with $v_0 = 0$ and $u_t = \beta u_{t-1} + (1 - \beta) g_t$ "
    r"with $u_0 = 0$ for $t \ge 1$, where $\alpha, \beta \in (0, 1)$ and $\epsilon, \delta > 0$."
)
MATCHED = MOMENTUM + r" Suppose $\alpha = \beta$ and $\epsilon = \delta (1 - \beta)$."


def between(value: Any, low: int, high: int | None = None) -> Fraction:
    number = Fraction(value)
    assert low < number
    assert high is None or number < high
    return number


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

# Running average ----------------------------------------------------------------------------------

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

# Evidence lower bound -----------------------------------------------------------------------------

ELBO = (
    r"Let $p(x, z)$ be a joint density and $q(z \mid x)$ any density over $z$. Define "
    r"$\mathcal{L} = \int q(z \mid x) \log \frac{p(x, z)}{q(z \mid x)} \, dz$."
)
LIKELIHOOD = r"\mathbb{E}_{z \sim q(z \mid x)}[\log p(x \mid z)]"
TO_PRIOR = r"\mathrm{KL}\left(q(z \mid x) \,\|\, p(z)\right)"


@dataclass(frozen=True)
class Tables:
    """A model on finite spaces at one observed x: joint p(x, z), posterior, prior, encoder, all over z."""

    joint: np.ndarray
    prior: np.ndarray
    evidence: float
    encoder: np.ndarray

    def elbo(self) -> float:
        return float(self.encoder @ np.log(self.joint / self.encoder))

    def likelihood(self) -> float:
        return float(self.encoder @ np.log(self.joint / self.prior))

    def posterior(self) -> np.ndarray:
        return self.joint / self.evidence


def divergence(q: np.ndarray, p: np.ndarray) -> float:
    return float(q @ np.log(q / p))


def tables(at: Instance) -> Tables:
    """The tables of a counterexample; fails where one is no distribution."""
    p, q = exact(at["p(x, z)"]), exact(at["q(x, z)"])
    for table in (p, q):
        assert sum(map(sum, table)) == 1
        assert min(map(min, table)) > 0
    x = int(at["x"].removeprefix("the value number ").split()[0]) - 1
    joint, encoder = (np.array([float(v) for v in table[x]]) for table in (p, q))
    prior = np.array([float(sum(column)) for column in zip(*p, strict=True)])
    return Tables(joint, prior, float(joint.sum()), encoder / encoder.sum())


def bound(right: Callable[[Tables], float]) -> Callable[[Instance], Sides]:
    return lambda at: (tables(at).elbo(), right(tables(at)))


elbo_result = Result(
    "evidence lower bound",
    ELBO,
    r"\mathcal{L}",
    f"{LIKELIHOOD} - {TO_PRIOR}",
    (
        Miss("sign", f"{LIKELIHOOD} + {TO_PRIOR}", bound(lambda m: m.likelihood() + divergence(m.encoder, m.prior))),
        Miss(
            "swapped arguments",
            rf"{LIKELIHOOD} - \mathrm{{KL}}\left(p(z) \,\|\, q(z \mid x)\right)",
            bound(lambda m: m.likelihood() - divergence(m.prior, m.encoder)),
        ),
        Miss(
            "posterior for prior",
            rf"{LIKELIHOOD} - \mathrm{{KL}}\left(q(z \mid x) \,\|\, p(z \mid x)\right)",
            bound(lambda m: m.likelihood() - divergence(m.encoder, m.posterior())),
        ),
        Miss(
            "joint for likelihood",
            rf"\mathbb{{E}}_{{z \sim q(z \mid x)}}[\log p(x, z)] - {TO_PRIOR}",
            bound(lambda m: float(m.encoder @ np.log(m.joint)) - divergence(m.encoder, m.prior)),
        ),
        Miss("no divergence", LIKELIHOOD, bound(lambda m: m.likelihood())),
        Miss("no gap", r"\log p(x)", bound(lambda m: math.log(m.evidence))),
        Miss(
            "factor",
            f"{LIKELIHOOD} - 2 {TO_PRIOR}",
            bound(lambda m: m.likelihood() - 2 * divergence(m.encoder, m.prior)),
        ),
        Miss("direction", r"\log p(x)", bound(lambda m: math.log(m.evidence)), relation=r"\ge"),
        Miss(
            "expectation under the prior",
            rf"\mathbb{{E}}_{{z \sim p(z)}}[\log p(x \mid z)] - {TO_PRIOR}",
            bound(lambda m: float(m.prior @ np.log(m.joint / m.prior)) - divergence(m.encoder, m.prior)),
        ),
    ),
)

# Dot products -------------------------------------------------------------------------------------

NORMALS = (
    r"Let $q, k \in \mathbb{R}^d$ be random with $q \sim \mathcal{N}(\mu, \sigma^2 I)$ and "
    r"$k \sim \mathcal{N}(\nu, \tau^2 I)$, where $\mu, \nu \in \mathbb{R}^d$ and $\sigma, \tau > 0$."
)
INDEPENDENT = NORMALS + " Assume that $q$ and $k$ are independent."
DOT, SPREAD = r"\mathbb{E}[q^\top k]", r"\mathrm{Var}(q^\top k)"
VARIANCE = r"\sigma^2 \|\nu\|^2 + \tau^2 \|\mu\|^2 + d \sigma^2 \tau^2"


@dataclass(frozen=True)
class Normals:
    mu: list[Fraction]
    nu: list[Fraction]
    sigma: Fraction
    tau: Fraction

    def mean(self) -> Fraction:
        return inner(self.mu, self.nu)

    def noise(self) -> Fraction:
        return (self.sigma * self.tau) ** 2

    def variance(self) -> Fraction:
        """Coordinate by coordinate: E[q^2] E[k^2] - E[q]^2 E[k]^2."""
        s, t = self.sigma**2, self.tau**2
        pairs = zip(self.mu, self.nu, strict=True)
        return sum(((m * m + s) * (n * n + t) - (m * n) ** 2 for m, n in pairs), Fraction(0))


def inner(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def normals(at: Instance) -> Normals:
    """The parameters; those that the claim does not speak of are 1."""
    d = at["d"]
    mu, nu = (exact(at[name]) if name in at else [Fraction(1)] * d for name in (r"\mu", r"\nu"))
    mu, nu = (v if isinstance(v, list) else [v] for v in (mu, nu))
    assert len(mu) == len(nu) == d
    return Normals(mu, nu, between(at.get(r"\sigma", 1), 0), between(at.get(r"\tau", 1), 0))


def mean(right: Callable[[Normals], Fraction]) -> Callable[[Instance], Sides]:
    return lambda at: (normals(at).mean(), right(normals(at)))


def spread(right: Callable[[Normals], Fraction]) -> Callable[[Instance], Sides]:
    return lambda at: (normals(at).variance(), right(normals(at)))


mean_result = Result(
    "mean of a dot product",
    INDEPENDENT,
    DOT,
    r"\mu^\top \nu",
    (
        Miss("sign", r"-\mu^\top \nu", mean(lambda m: -inner(m.mu, m.nu))),
        Miss("factor", r"2 \mu^\top \nu", mean(lambda m: 2 * inner(m.mu, m.nu))),
        Miss("dimension", r"d \, \mu^\top \nu", mean(lambda m: len(m.mu) * inner(m.mu, m.nu))),
        Miss("one mean twice", r"\|\mu\|^2", mean(lambda m: inner(m.mu, m.mu))),
        Miss("first entry", r"\mu_1 \nu_1"),
        Miss("a variance", r"\mu^\top \nu + \sigma \tau", mean(lambda m: inner(m.mu, m.nu) + m.sigma * m.tau)),
        Miss("zero", "0", mean(lambda m: Fraction(0))),
        Miss("not independent", r"\mu^\top \nu", given=NORMALS),
    ),
)

MEANS = r"\sigma^2 \|\nu\|^2 + \tau^2 \|\mu\|^2"
variance_result = Result(
    "variance of a dot product",
    INDEPENDENT,
    SPREAD,
    VARIANCE,
    (
        Miss(
            "swapped",
            r"\sigma^2 \|\mu\|^2 + \tau^2 \|\nu\|^2 + d \sigma^2 \tau^2",
            spread(lambda m: Normals(m.nu, m.mu, m.sigma, m.tau).variance()),
        ),
        Miss(
            "no dimension", rf"{MEANS} + \sigma^2 \tau^2", spread(lambda m: m.variance() - (len(m.mu) - 1) * m.noise())
        ),
        Miss("sign", rf"{MEANS} - d \sigma^2 \tau^2", spread(lambda m: m.variance() - 2 * len(m.mu) * m.noise())),
        Miss("exponent", r"\sigma^2 \|\nu\| + \tau^2 \|\mu\| + d \sigma^2 \tau^2"),
        Miss("means forgotten", r"d \sigma^2 \tau^2", spread(lambda m: len(m.mu) * m.noise())),
        Miss(
            "square of the dimension",
            rf"{MEANS} + d^2 \sigma^2 \tau^2",
            spread(lambda m: m.variance() + (len(m.mu) ** 2 - len(m.mu)) * m.noise()),
        ),
        Miss("second moment", VARIANCE, lhs=r"\mathbb{E}[(q^\top k)^2]"),
        Miss("not independent", VARIANCE, given=NORMALS),
    ),
)

RESULTS = (
    attention_result,
    gaussian_result,
    recurrent_result,
    momentum_result,
    unrolled_result,
    bias_result,
    elbo_result,
    mean_result,
    variance_result,
)
MISSES = [(result, miss) for result in RESULTS for miss in result.misses]


def said(result: Result, miss: Miss) -> tuple[str, str, str, str]:
    return miss.given or result.given, miss.lhs or result.lhs, miss.relation, miss.rhs


def named(value: Result | Miss) -> str:
    return value.name if isinstance(value, Result) else value.what


@pytest.mark.parametrize("result", RESULTS, ids=named)
def test_the_true_statement_is_proved(result: Result):
    found = verdict(result.given, result.lhs, result.relation, result.rhs)
    assert isinstance(found, Proved), found


@pytest.mark.parametrize(("result", "miss"), MISSES, ids=named)
def test_a_near_miss_is_refuted(result: Result, miss: Miss):
    found = verdict(*said(result, miss))
    assert isinstance(found, Refuted), found
    assert found.counterexample
    assert found.certified_by
    if miss.by_hand is not None:
        left, right = miss.by_hand(dict(found.counterexample))
        check_by_hand(found, left, right)


def check_by_hand(found: Refuted, left: Any, right: Any) -> None:
    """The sides differ at the instance, and are what the report says they are; estimates to within their interval."""
    one, two = np.array(left, dtype=float), np.array(right, dtype=float)
    assert not np.allclose(one, two, rtol=1e-6, atol=1e-9)
    if found.numeric is not None and found.numeric.interval is not None:
        low, high = found.numeric.interval
        assert low <= float(one) <= high
        assert not low <= float(two) <= high
        assert found.numeric.claimed == pytest.approx(float(two))
        return
    assert np.allclose(read_side(found.left).ravel(), one.ravel(), rtol=1e-4, atol=1e-6)
    assert np.allclose(read_side(found.right).ravel(), two.ravel(), rtol=1e-4, atol=1e-6)


def test_each_result_has_at_least_six_near_misses():
    assert all(len(result.misses) >= 6 for result in RESULTS)
    assert all(len({m.what for m in result.misses}) == len(result.misses) for result in RESULTS)


def test_a_near_miss_is_not_the_result():
    for result, miss in MISSES:
        assert said(result, miss) != (result.given, result.lhs, result.relation, result.rhs), (result.name, miss.what)


def test_sides_are_read_as_shown():
    assert read_side("[[0, 1/2], [-1.5, 2]]").tolist() == [[0, 0.5], [-1.5, 2]]
    assert read_side("-3/4") == -0.75


def test_binomials_of_more_than_there_is_are_a_condition():
    found = verdict(r"Let $n \ge 0$ and $k \ge 0$ be integers.", r"\binom{n}{k}", ">", "0")
    assert isinstance(found, Proved)
    assert found.assumptions == ("0 <= n - k",)
