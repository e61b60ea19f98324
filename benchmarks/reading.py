"""Processor time for a list of scalar formulas, against latex2sympy2."""

from __future__ import annotations

from hence.language.terms import Term
from hence.latex_in import ParseError, parse_formula

from benchmarks.formulas import sides
from benchmarks.measured import ROUNDS, Measured, processor
from benchmarks.oracle import ask

PASSES = 20  # of ours in a round: one takes a few milliseconds, and says little on a machine that does other things


def reading() -> Measured:
    """Raises Unavailable where latex2sympy2 is not installed."""
    readable = [side for side in sides() if _reads(side)]
    both = [f for f, answer in zip(readable, ask(readable).answers, strict=True) if "error" not in answer]

    def mine() -> list[Term]:
        return [parse_formula(f) for f in both]

    rounds = []
    for _ in range(ROUNDS):
        mine()  # as theirs, which reads everything once before the pass that is timed
        ours = sum(processor(mine) for _ in range(PASSES)) / PASSES
        rounds.append((ours, ask(both, passes=1).seconds[0]))
    note = f"{len(both)} of {len(sides())} formulas, those that both read; against latex2sympy2, both warmed up"
    return Measured("reading", tuple(rounds), len(both), 200, note)


def _reads(formula: str) -> bool:
    try:
        parse_formula(formula)
    except ParseError:
        return False
    return True
