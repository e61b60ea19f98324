"""What a check carries along: what was found so far, and what the steps of one chain share."""

from __future__ import annotations

from copy import copy
from dataclasses import field
from typing import NamedTuple

from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.kinds import Layout
from hence.checks.elaborate.setting import Elaborated
from hence.checks.memory import Depends
from hence.checks.model import Claim, Constraint, Definition
from hence.checks.observe import NOBODY, Observer
from hence.checks.scope import Scope
from hence.checks.stationary import Zero
from hence.language.derivation import Fact, Formula
from hence.language.records import dataclass
from hence.language.verdicts import Declared, Diagnostic, Judged


@dataclass
class Lemma:
    """A closed form of a sequence that was proved earlier on the page."""

    name: str
    formula: Formula
    line: int
    defined_by: object


@dataclass(frozen=True)
class Line:
    """A proved equation, and what it was proved under."""

    formula: Formula
    part: int
    path: tuple[int, ...]  # the contexts around it
    meaning: object  # definitions and spaces of its symbols


@dataclass(frozen=True)
class Told:
    """A chain that was decided, and what became of its steps."""

    scope: Scope
    judged: tuple[Judged, ...]


class Sizes(NamedTuple):
    """How much was found of what later steps may use."""

    lemmas: int
    tried: int
    lines: int
    zeros: int
    reasons: int


@dataclass
class Progress:
    """What checking has found so far; the derivation itself is never touched."""

    seed: int
    layout: Layout = "column"
    observer: Observer = NOBODY
    judged: list[Judged] = field(default_factory=list)
    declared: dict[str, Declared] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)
    lemmas: list[Lemma] = field(default_factory=list)
    tried: list[Formula] = field(default_factory=list)  # induction hypotheses
    lines: list[Line] = field(default_factory=list)  # proved equations that later steps may use
    zeros: list[Zero] = field(default_factory=list)  # derivatives that were set to zero
    reasons: list[tuple[int, tuple[int, ...], Fact]] = field(
        default_factory=list
    )  # not proved: what rests on them says so
    told: list[Told] = field(default_factory=list)  # the chains that were decided
    depends: Depends | None = None  # of the chain that is decided, where somebody remembers chains
    marks: list[Sizes] = field(default_factory=list)  # before each of its steps
    trying: bool = False  # only a proof counts: what would be right instead is not asked

    def closed_forms(self, given: Sorted) -> list[Lemma]:
        """The latest of each sequence that is still defined as it was: it takes the place of those before it."""
        valid = (lemma for lemma in self.lemmas if lemma.defined_by == definitions_of(given, lemma.name))
        return list({lemma.name: lemma for lemma in valid}.values())

    def sizes(self) -> Sizes:
        return Sizes(len(self.lemmas), len(self.tried), len(self.lines), len(self.zeros), len(self.reasons))

    def apart(self) -> Progress:
        """A copy that goes its own way."""
        made = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict):
                setattr(made, name, copy(value))
        return made

    def aside(self) -> Progress:
        """A copy for what only a proof is wanted of: another formula in the place of a step, or other givens."""
        made = self.apart()
        made.trying = True
        return made


@dataclass
class Context:
    """What the steps of one chain share."""

    scope: Scope
    done: Elaborated
    lemmas: dict[str, Definition]
    known: list[Constraint]  # equations proved earlier

    @property
    def formulas(self) -> list[Formula]:
        """What is decided, in the order of the claims."""
        return [s.formula for s in self.scope.steps if s.decided]

    def claim(self, number: int) -> Claim | ShapeClash | NotUnderstood:
        """That of a step, by its number in the chain."""
        return self.done.claims[sum(s.decided for s in self.scope.steps[:number])]


def definitions_of(given: Sorted, name: str) -> object:
    """What a sequence is defined by, to be compared."""
    return tuple((d.indices, d.body) for d in given.definitions.get(name, ()))
