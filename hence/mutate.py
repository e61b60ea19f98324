"""Mutation: every proved step is changed in every small way, and each mutant is decided where the step stood.

A mutant that is refuted shows that the checker can tell the step from it. One that is proved is equivalent: that is
often plain (two scalar factors swapped), and where it is not, it is worth a look. One that makes no sense any more is
ill-formed. What is left survives: the checker can neither prove nor refute it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias

from hence import files
from hence.catalogue import entries
from hence.checks import check
from hence.checks.decide import decide_claim, refuted
from hence.checks.elaborate.setting import Elaborated, elaborate
from hence.checks.implication import decide_implication
from hence.checks.model import Claim, Setting, reachable_names
from hence.checks.numeric import Refutation, test_claim
from hence.checks.numeric.arrays import TOO_LARGE
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import NoInstance, draw
from hence.checks.numeric.needs import needs_of
from hence.checks.numeric.scalars import CannotEvaluate, NotExact, Undefined
from hence.checks.observe import Observer, Place, same_kinds
from hence.checks.scope import Scope, chains
from hence.files import Failure
from hence.language.derivation import Derivation, Formula, Step
from hence.language.mutations import Mutant, mutants
from hence.language.records import dataclass
from hence.language.verdicts import NotRead, Proved, Refuted, Supported, Unknown, Verdict
from hence.latex_in import read_text
from hence.latex_out.solution import layout
from hence.stopping import STOP
from hence.work import Heard, Lost, Tell, in_order, step_of

Outcome: TypeAlias = Literal["refuted", "equivalent", "ill-formed", "survived"]
OUTCOMES: tuple[Outcome, ...] = ("refuted", "equivalent", "ill-formed", "survived")
OUTCOME_OF: dict[type, Outcome] = {Refuted: "refuted", Proved: "equivalent", NotRead: "ill-formed"}
INSTANCES = 6  # at which a right-hand side must be undefined to be called so
Choice: TypeAlias = Callable[[Sequence[Mutant]], Sequence[Mutant]]


@dataclass(frozen=True)
class Decided:
    """A mutant and its verdict."""

    mutant: Mutant
    verdict: Verdict

    @property
    def outcome(self) -> Outcome:
        return OUTCOME_OF.get(type(self.verdict), "survived")


@dataclass(frozen=True)
class MutatedStep:
    step: Step
    decided: tuple[Decided, ...]


@dataclass(frozen=True)
class Mutated:
    """The mutants of a page: those of each of its proved steps."""

    source: str
    steps: tuple[MutatedStep, ...]
    complete: bool = True  # False where somebody said stop before its end

    @property
    def decided(self) -> tuple[Decided, ...]:
        return tuple(d for step in self.steps for d in step.decided)

    def summary(self) -> dict[Outcome, int]:
        counts = dict.fromkeys(OUTCOMES, 0)
        for decided in self.decided:
            counts[decided.outcome] += 1
        return counts

    def convincing(self) -> tuple[Decided, ...]:
        """Survivors that numerics agree with: changes of a true step that look as true as it does."""
        return tuple(d for d in self.decided if isinstance(d.verdict, Supported))


# Pages ------------------------------------------------------------------------------------------------


def pages_of(names: Sequence[str]) -> tuple[str, ...]:
    """The files and ids of entries to mutate: those named, or else the whole catalogue. Raises UnknownEntry."""
    ids = [name for name in names if not _is_file(name)]
    known = [entry.id for entry in entries(ids)] if ids or not names else []
    return tuple(names) or tuple(known)


def _is_file(name: str) -> bool:
    return Path(name).suffix in files.SUFFIXES or Path(name).exists()


def mutate_all(
    pages: Sequence[str], seed: int, jobs: int | None, sample: int | None, heard: Heard
) -> Iterator[Mutated | Failure]:
    """Every page with its mutants, in order; the reason for a page that cannot be read. Raises UnknownEntry.

    `sample` is the most mutants that are decided of each step.
    """
    tasks = [(page, seed, sample) for page in pages]
    for page, one in zip(pages, in_order(_mutate_page, tasks, jobs, heard), strict=False):
        yield Failure(page, f"{page}: {one.why}") if isinstance(one, Lost) else one


def _mutate_page(task: tuple[str, int, int | None], tell: Tell) -> Mutated | Failure:
    page, seed, sample = task
    try:
        derivation = read_page(page)
    except files.Unreadable as error:
        return Failure(page, str(error))
    choose = all_of if sample is None else sampled(sample, seed)
    return mutate(derivation, seed, choose, tell=tell, stop=STOP.is_set)


def sampled(most: int, seed: int) -> Choice:
    """At most so many mutants of a step, chosen at random, in their order."""

    def choose(found: Sequence[Mutant]) -> Sequence[Mutant]:
        chosen = sorted(random.Random(seed).sample(range(len(found)), min(most, len(found))))
        return [found[k] for k in chosen]

    return choose


def read_page(name: str) -> Derivation:
    """A file, or the argument of an entry as it is printed. Raises Unreadable and UnknownEntry."""
    if _is_file(name):
        return files.read_page(name, files.text_of(name)[0])
    (entry,) = entries([name])
    return read_text(layout(entry, entries(entry.uses) if entry.uses else ()).argument, name)


# Deciding ---------------------------------------------------------------------------------------------


def all_of(found: Sequence[Mutant]) -> Sequence[Mutant]:
    return found


def mutate(
    derivation: Derivation,
    seed: int = 0,
    choose: Choice = all_of,
    hasty: bool = False,
    tell: Tell = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Mutated:
    """The mutants of every proved step that `choose` takes, decided, until `stop` says so before a step.

    `hasty` tries no proof of what numerics refute: faster, but blind to a proof of something false.
    """
    places: dict[Step, Place] = {}

    def keep(place: Place) -> None:
        places[place.step] = place

    tell("what is proved")
    report = check(derivation, seed, Observer(stop, refuted=keep, others=keep))
    proved = {judged.step for judged in report.steps if isinstance(judged.verdict, Proved)}
    steps: list[MutatedStep] = []
    for scope in chains(derivation):
        if not isinstance(scope, Scope):
            continue
        for step in scope.steps:
            if step in proved and stop():
                return Mutated(derivation.source, tuple(steps), complete=False)
            if step in proved:
                tell(step_of(len(steps) + 1, len(proved)))
                court = _Court(scope, step, places.get(step), seed, hasty)
                chosen = choose(tuple(mutants(step.formula)))
                steps.append(MutatedStep(step, tuple(Decided(m, court.decide(m.formula)) for m in chosen)))
    return Mutated(derivation.source, tuple(steps), complete=not stop())


class _Court:
    """Decides formulas in place of one step: with the givens, and the shapes, that hold for the step."""

    def __init__(self, scope: Scope, step: Step, place: Place | None, seed: int, hasty: bool) -> None:
        self.scope, self.step, self.place, self.seed, self.hasty = scope, step, place, seed, hasty
        self.formulas = [s.formula for s in scope.steps if s.decided]
        self.original = elaborate(scope.givens, self.formulas).setting
        # a step that is proved without what stands before it: then its mutants are decided without it too
        self.alone = False
        self.alone = not step.premises and isinstance(self._on_its_own(step.formula)[0], Proved)

    def decide(self, formula: Formula) -> Verdict:
        if self.step.premises:
            return decide_implication(self.scope, replace(self.step, formula=formula), self.seed)
        verdict, final = self._on_its_own(formula)
        # with everything that was proved before: slower, so only where that may matter
        return verdict if final or self.place is None else self.place.instead(formula).verdict()

    def _on_its_own(self, formula: Formula) -> tuple[Verdict, bool]:
        """What the givens alone say, and whether what was proved before cannot change it."""
        done = elaborate(self.scope.givens, [*self.formulas, formula])
        claim = done.claims[-1]
        if not isinstance(claim, Claim):
            return NotRead(claim.message), True
        if not same_kinds(self.original, done.setting):
            return NotRead("it would change what a symbol stands for"), True
        verdict = self._decide_claim(done.setting, claim)
        complete = _complete(done, claim)
        if isinstance(verdict, Proved) or (isinstance(verdict, Refuted) and complete):
            return verdict, True
        lone = next((x.problem for x in done.left_out if x.problem.span == formula.span), None)
        if lone is not None:  # of a quantity that nobody defines one side alone speaks
            return NotRead(lone.message), True
        undefined = isinstance(verdict, Unknown) and _why_undefined(done.setting, claim, self.seed)
        if undefined:
            return NotRead(f"nowhere defined: {undefined}"), True
        return verdict, self.alone and not isinstance(verdict, Refuted)

    def _decide_claim(self, setting: Setting, claim: Claim) -> Verdict:
        tested = test_claim(setting, claim, self.seed) if self.hasty else None
        if isinstance(tested, Refutation):
            return refuted(tested)
        return decide_claim(setting, claim, {}, self.seed)


def _why_undefined(setting: Setting, claim: Claim, seed: int) -> str:
    """Why the right-hand side has a value at no instance, as an entry beyond the last has none; empty if it has one."""
    needs, why = needs_of(setting, claim), ""
    for number in range(INSTANCES):
        try:
            Evaluator(draw(needs, seed, number), exact=False).value(claim.rhs)
        except Undefined as problem:
            why = str(problem)
        except (NoInstance, CannotEvaluate, NotExact):
            return ""
        else:
            return ""
    return "" if why == TOO_LARGE else why


def _complete(done: Elaborated, claim: Claim) -> bool:
    """Whether every hypothesis about the symbols of the claim was understood."""
    names = reachable_names(done.setting, claim)
    return not any(left.about & names for left in done.left_out)
