"""Recurrent units, by induction."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.core_results.model import Instance, Miss, Result, Sides, array

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

RESULTS = (recurrent_result,)
