"""The evidence lower bound, on finite tables."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.core_results.model import Instance, Miss, Result, Sides, exact

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

RESULTS = (elbo_result,)
