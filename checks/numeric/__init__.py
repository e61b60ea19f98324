"""The numeric engine: evaluates claims on concrete instances, searches for counterexamples, certifies them.

It shares nothing with the prover but the nodes of `checks.model`. Agreement is evidence, never proof.
"""

from __future__ import annotations

from hence.checks.numeric.montecarlo import Estimate, estimate
from hence.checks.numeric.search import Agreement, Refutation, Untestable, is_refuted, monte_carlo, test_claim

__all__ = [
    "Agreement",
    "Estimate",
    "Refutation",
    "Untestable",
    "estimate",
    "is_refuted",
    "monte_carlo",
    "test_claim",
]
