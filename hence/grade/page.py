"""One page of a submission, read and checked, with its terms: what marking needs to know of it while it is at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hence.checks.elaborate.givens import sort_givens
from hence.checks.memory import Depends, Memory
from hence.checks.observe import Place
from hence.checks.scope import Scope, chains
from hence.language.derivation import Formula, Step
from hence.language.terms import Term, alpha_equal, free_names
from hence.language.verdicts import Judged, Proved, Refuted
from hence.library import Checked


@dataclass(frozen=True)
class Page:
    checked: Checked
    seed: int
    memory: Memory

    @property
    def judged(self) -> tuple[Judged, ...]:
        return self.checked.found.steps

    @property
    def places(self) -> Mapping[int, Place]:
        """By the number of the step, for steps that were decided."""
        return self.checked.places

    @cached_property
    def scopes(self) -> list[Scope | None]:
        """Where each step stands; None for what was not read."""
        found: list[Scope | None] = []
        for part in chains(self.checked.derivation):
            for step in part.steps if isinstance(part, Scope) else (None,):
                if step is None or step.standing != "mention" or self._is_shown(len(found), step):
                    found.append(part if isinstance(part, Scope) else None)
        assert len(found) == len(self.judged)  # a report has the steps of its page, in their order
        return found

    def _is_shown(self, number: int, step: Step) -> bool:
        """Whether a mention was proved: then it is the step with this number."""
        return number < len(self.judged) and self.judged[number].step is step

    def is_step(self, number: int) -> bool:
        """Whether it was read."""
        return isinstance(self.judged[number].step, Step)

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
        place = self.places[number]
        if place.depends is None:
            return self._decided(place, formula)
        depends = Depends(self.memory.digest(place.depends.key, place.number, formula, "instead"), ())
        known: str | None = self.memory.recall(depends)
        if known is None:
            known = self._decided(place, formula)
            self.memory.keep(depends, known)
        return known

    def _decided(self, place: Place, formula: Formula) -> str:
        trial = place.instead(formula)
        if trial.fails_at_once(self.seed):
            return "refuted"
        verdict = trial.verdict()
        return "proved" if isinstance(verdict, Proved) else "refuted" if isinstance(verdict, Refuted) else "unknown"

    def meaning(self, number: int, names: Sequence[str]) -> object:
        """What names stand for where a step stands."""
        scope = self.scopes[number]
        given = sort_givens(scope.givens if scope is not None else ())
        return [(n, given.definitions.get(n, ()), given.spaces.get(n), given.laws.get(n)) for n in names]


def names_of(formula: Formula) -> list[str]:
    return sorted(free_names(formula.lhs) | free_names(formula.rhs))
