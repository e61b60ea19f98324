"""What a chain of equations and inequalities says altogether: `a = b <= c < d` says `a < d`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from hence.language.derivation import Step
from hence.language.records import dataclass
from hence.language.verdicts import WEAKEST_FIRST, Judged, settled

UPWARD = {"=": 0, "<=": 1, "<": 2}
DOWNWARD = {"=": 0, ">=": 1, ">": 2}


@dataclass(frozen=True)
class Whole:
    """The two ends of a chain and the relation between them; none where the chain goes up and down."""

    steps: tuple[Judged, ...]
    relation: str

    @property
    def first(self) -> Step:
        return _step(self.steps[0])

    @property
    def last(self) -> Step:
        return _step(self.steps[-1])

    @property
    def verdict(self) -> str:
        """That of the weakest step."""
        return min((settled(j) for j in self.steps), key=WEAKEST_FIRST.index)


def _step(judged: Judged) -> Step:
    assert isinstance(judged.step, Step)
    return judged.step


def wholes(judged: Sequence[Judged]) -> Iterator[Whole]:
    """Each chain of two or more steps in which an inequality stands, with its relation altogether."""
    for _, group in groupby(judged, key=lambda j: j.step.chain):
        yield from (w for run in _runs(list(group)) if (w := _whole(run)) is not None)


def _runs(judged: list[Judged]) -> Iterator[tuple[Judged, ...]]:
    """Steps each of which begins where the one before ends."""
    run: list[Judged] = []
    for one in judged:
        joined = run and isinstance(one.step, Step) and _step(run[-1]).formula.rhs == one.step.formula.lhs
        if run and not joined:
            yield tuple(run)
            run = []
        if isinstance(one.step, Step):
            run.append(one)
    if run:
        yield tuple(run)


def _whole(run: tuple[Judged, ...]) -> Whole | None:
    relations = [_step(j).formula.relation for j in run]
    if len(run) < 2 or all(r == "=" for r in relations) or any(r not in {**UPWARD, **DOWNWARD} for r in relations):
        return None
    for order in (UPWARD, DOWNWARD):
        if all(r in order for r in relations):
            return Whole(run, max(relations, key=lambda r: order[r]))
    return Whole(run, "")
