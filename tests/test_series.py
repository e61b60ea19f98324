"""Sums without end: limits of partial sums."""

from __future__ import annotations

import pytest
from hence.checks import check
from hence.language.verdicts import name_of
from hence.latex_in import read_text

GIVEN = r"Let $|r| < 1$."


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        (r"\sum_{k=0}^\infty r^k = \frac{1}{1-r}", "proved"),
        (r"(1-r) \sum_{k=0}^\infty r^k = 1", "proved"),
        (r"\sum_{k=1}^\infty \frac{1}{2^k} = 1", "proved"),
        (r"\sum_{k=0}^\infty r^{2k} = \frac{1}{1-r^2}", "proved"),
        (r"\sum_{k=0}^\infty \frac{x^k}{k!} = e^x", "proved"),
        (r"\lim_{n \to \infty} \sum_{j=0}^n \frac{(-1)^j}{j!} = e^{-1}", "proved"),
        (r"\sum_{k=1}^\infty k r^k = \frac{r}{(1-r)^2}", "proved"),
        (r"\sum_{k=1}^\infty k^2 r^k = \frac{r (1+r)}{(1-r)^3}", "proved"),
        (r"\sum_{k=1}^\infty k \frac{x^k}{k!} = x e^x", "proved"),
        (r"\sum_{k=1}^\infty \frac{1}{k} = \infty", "proved"),
        (r"\sum_{k=1}^\infty k r^k = \frac{1}{(1-r)^2}", "refuted"),
        (r"\sum_{k=1}^\infty k^2 \frac{x^k}{k!} = x e^x", "unknown"),  # its terms grow before they fall
        (r"\sum_{k=1}^\infty \frac{1}{k} = 2", "refuted"),
        (r"\sum_{k=0}^\infty \frac{x^k}{k!} = e^{2x}", "refuted"),
        (r"\sum_{k=1}^\infty \frac{x^k}{k!} = e^x", "refuted"),
        (r"\sum_{k=1}^\infty r^k = \frac{1}{1-r}", "refuted"),
        (r"\sum_{k=0}^\infty r^{2k} = \frac{1}{1-r}", "refuted"),
        (r"\sum_{k=1}^\infty \frac{1}{2^k} = 2", "refuted"),
    ],
)
def test_series(formula: str, verdict: str):
    (judged,) = check(read_text(rf"{GIVEN} \[ {formula} \]", "page")).steps
    assert name_of(judged.verdict) == verdict, judged.verdict
