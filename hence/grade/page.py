"""One page of a submission, read and checked, with its terms: what marking needs to know of it while it is at hand."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hence.checks import check as check_derivation
from hence.checks.elaborate.givens import sort_givens
from hence.checks.observe import Observer, Place
from hence.checks.scope import Scope, chains
from hence.hints import hints_at
from hence.language.derivation import Derivation, Formula, Step
from hence.language.terms import Term, alpha_equal, free_names
from hence.language.verdicts import Judged, Proved, Refuted
from hence.language.verdicts import Report as Found
from hence.report import Hint, Report, report_of


@dataclass(frozen=True)
class Page:
    """`places` are by the number of the step, for steps that were decided."""

    text: str
    derivation: Derivation
    found: Found
    places: dict[int, Place]
    report: Report
    seed: int

    @property
    def judged(self) -> tuple[Judged, ...]:
        return self.found.steps

    @cached_property
    def scopes(self) -> list[Scope | None]:
        """Where each step stands; None for what was not read."""
        found: list[Scope | None] = []
        for part in chains(self.derivation):
            found += [part] * len(part.steps) if isinstance(part, Scope) else [None]
        assert len(found) == len(self.judged)  # a report has the steps of its page, in their order
        return found

    def step(self, number: int) -> Step:
        step = self.judged[number].step
        assert isinstance(step, Step)
        return step

    def refutes(self, number: int) -> bool:
        """Whether the author claims something there that is false."""
        judged = self.judged[number]
        return isinstance(judged.verdict, Refuted) and isinstance(judged.step, Step) and not judged.step.denied

    def proves(self, number: int) -> bool:
        return isinstance(self.judged[number].verdict, Proved)

    @cached_property
    def runs(self) -> list[tuple[int, ...]]:
        """The numbers of steps each of which begins where the one before ends."""
        runs: list[list[int]] = []
        for number, judged in enumerate(self.judged):
            if not isinstance(judged.step, Step):
                continue
            last = runs[-1][-1] if runs else -1
            before = self.judged[last].step if last >= 0 else None
            joined = (
                isinstance(before, Step)
                and before.chain == judged.step.chain
                and before.formula.rhs == judged.step.formula.lhs
            )
            if joined:
                runs[-1].append(number)
            else:
                runs.append([number])
        return [tuple(run) for run in runs]

    def equal_at(self, number: int, left: Term, right: Term) -> str:
        """Whether two terms are equal where a step stands: "proved", "refuted" or "unknown"."""
        if alpha_equal(left, right):
            return "proved"
        place = self.places.get(number)
        if place is None:
            return "unknown"
        bare = replace(place.step.formula, lhs=left, relation="=", rhs=right)
        return self.decided_at(number, bare)

    def decided_at(self, number: int, formula: Formula) -> str:
        """What another formula would be found to be where a step stands: "proved", "refuted" or "unknown"."""
        trial = self.places[number].instead(formula)
        if trial.fails_at_once(self.seed):
            return "refuted"
        verdict = trial.verdict()
        return "proved" if isinstance(verdict, Proved) else "refuted" if isinstance(verdict, Refuted) else "unknown"

    def meaning(self, number: int, names: Sequence[str]) -> object:
        """What names stand for where a step stands."""
        scope = self.scopes[number]
        given = sort_givens(scope.givens if scope is not None else ())
        return [(n, given.definitions.get(n, ()), given.spaces.get(n), given.laws.get(n)) for n in names]


def checked_page(derivation: Derivation, text: str, seed: int, deadline: float = math.inf) -> Page:
    """Every step decided, with hints for what is refuted, and with the places of steps.

    What is not decided by the deadline is left so, and the report is not complete.
    """
    late = False

    def stopped() -> bool:
        nonlocal late
        late = late or time.monotonic() > deadline
        return late

    places: dict[int, Place] = {}

    def keep(place: Place) -> None:
        places[id(place.step)] = place

    found = check_derivation(derivation, seed, Observer(stopped, keep, keep))
    numbered = {n: place for n, j in enumerate(found.steps) if (place := places.get(id(j.step))) is not None}
    hints = {n: tuple(_hints(found.steps[n], place, seed)) for n, place in numbered.items() if not stopped()}
    report = report_of(found, text, {n: h for n, h in hints.items() if h}, complete=not late)
    return Page(text, derivation, found, numbered, report, seed)


def _hints(judged: Judged, place: Place, seed: int) -> Sequence[Hint]:
    wanted = isinstance(judged.verdict, Refuted) and not place.step.denied
    return hints_at(place, seed) if wanted else ()


def names_of(formula: Formula) -> list[str]:
    return sorted(free_names(formula.lhs) | free_names(formula.rhs))
