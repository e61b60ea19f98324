"""Did you mean: formulas that differ from a refuted step in one small way, and are proved in its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hence.checks.observe import Place
from hence.language.derivation import Formula
from hence.language.mutations import Mutant, mutants
from hence.language.terms import alpha_equal
from hence.language.verdicts import Proved
from hence.latex_out import terms
from hence.report import Hint

MOST_TRIALS = 150  # changes that are looked at
MOST_PROOFS = 8  # changes that are not false at once, and are decided
MOST_HINTS = 3


def hints_at(place: Place, seed: int = 0) -> tuple[Hint, ...]:
    """What is proved in place of a refuted step, the smallest change first. Never fails; bounded work."""
    return tuple(islice(_proved(place, seed), MOST_HINTS))


def _proved(place: Place, seed: int) -> Iterator[Hint]:
    decided = 0
    for mutant in islice(mutants(place.step.formula), MOST_TRIALS):
        if decided == MOST_PROOFS:
            return
        if _says_nothing(mutant.formula):
            continue
        trial = place.instead(mutant.formula)
        if trial.fails_at_once(seed):
            continue
        decided += 1
        verdict = trial.verdict()
        if isinstance(verdict, Proved):
            yield _hint(place, mutant, verdict)


def _says_nothing(formula: Formula) -> bool:
    return alpha_equal(formula.lhs, formula.rhs)


def _hint(place: Place, mutant: Mutant, verdict: Proved) -> Hint:
    made = mutant.formula
    return Hint(place.step.lhs_text, made.relation, terms.term(made.rhs), mutant.change, verdict.assumptions)
