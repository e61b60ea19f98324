"""Softmax attention, and the Gaussian expectation behind its random features."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tests.core_results.model import Instance, Miss, Result, Sides, array

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

RESULTS = (attention_result, gaussian_result)
