"""Steps of a chain taken together: where a = b and b = c are proved, a = d gives c = d."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hence.language.derivation import Step
from hence.language.verdicts import Judged, Proved, Verdict

RULE = "transitivity"


def equal_rows(before: Sequence[Step], step: Step, judged: Sequence[Judged]) -> list[Proved]:
    """The proofs of the rows above a step, if they are all equations that lead up to it; else none."""
    rows = (*before, step)
    linked = all(one.formula.rhs == two.formula.lhs for one, two in pairwise(rows))
    if not before or not linked or any(row.formula.relation != "=" or row.premises or row.denied for row in rows):
        return []
    latest = judged[-len(before) :]
    proofs = [j.verdict for j in latest if isinstance(j.verdict, Proved)]
    same = [j.step for j in latest] == list(before)
    return proofs if same and len(proofs) == len(before) else []


def joined(whole: Verdict, rows: Sequence[Proved]) -> Verdict:
    """The proof of a step by that of the chain from its beginning, under the conditions of the rows between."""
    if not isinstance(whole, Proved):
        return whole
    needs = dict.fromkeys(need for proof in (whole, *rows) for need in proof.needs)
    trusting = dict.fromkeys(name for proof in (whole, *rows) for name in proof.trusting)
    return replace(whole, method=(*whole.method, RULE), needs=tuple(needs), trusting=tuple(trusting))
