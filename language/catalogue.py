"""Catalogue entries: a result of a homework, in LaTeX, with everything needed to check and print it.

Formulas are LaTeX and are read by the same reader as a student's file. An entry is printed as a page
(`latex_out`), that page is read back (`latex_in`), and what was read is what is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Literal, TypeAlias

from hence.language.records import dataclass
from hence.language.verdicts import Numeric


@dataclass(frozen=True)
class Text:
    """Prose with inline mathematics. It may declare, define and assume."""

    latex: str


@dataclass(frozen=True)
class Row:
    """One line of a chain: what stands right of the relation, and why it follows from the line above."""

    rhs: str
    why: str = ""
    relation: str = "="


@dataclass(frozen=True)
class Chain:
    """`lhs = row_1 = row_2 ...`, printed as an align environment."""

    lhs: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Induction:
    """An induction whose three parts are stated and checked separately."""

    variable: str
    hypothesis: str  # the claim for the previous value, e.g. r"g_{t-1} = \sigma(h_{t-1})"
    base: Chain
    step: Chain
    base_at: str = "0"  # the value at which the base case stands


@dataclass(frozen=True)
class FalseStatement:
    """A statement of a source document that is wrong: its *refutation* is what is verified."""

    lhs: str
    rhs: str
    relation: str = "="
    comment: str = ""


@dataclass(frozen=True)
class Theorem:
    """A classical theorem that is used without proof: its hypotheses in words, and what it says here as a formula.

    A step that rests on the formula lists the name under what it trusts.
    """

    name: str
    hypotheses: str
    conclusion: str


Block: TypeAlias = Text | Chain | Induction | FalseStatement | Theorem
Experiment: TypeAlias = Callable[[int], Numeric]  # seed -> evidence
Kind: TypeAlias = Literal[
    "equality chain",
    "gradient",
    "expectation or variance",
    "induction",
    "recurrence equivalence",
    "inequality or limit",
    "optimisation",
    "complexity Theta",
    "table of iterates",
    "existence-construction",
    "numeric worked example",
    "qualitative",
]


@dataclass(frozen=True)
class Entry:
    """One result. `claims` are the ids of the rows of the source documents that it settles."""

    id: str
    claims: tuple[str, ...]
    title: str
    homework: str
    kind: Kind
    problem: str  # the question in our own words
    given: str  # the declarations, as prose with inline mathematics
    proof: tuple[Block, ...]
    experiment: Experiment | None = None
    uses: tuple[str, ...] = ()  # ids of entries whose claim is used as a lemma
    lemma: str = ""  # the result as one formula, for entries that use it
    source: str = ""
    remark: str = ""
    tags: tuple[str, ...] = field(default=())

    @property
    def is_remark(self) -> bool:
        """Words only: nothing in it is claimed in a form that could be proved."""
        return self.kind == "qualitative" and all(isinstance(block, Text) for block in self.proof)


def chain(lhs: str, *rows: Row | tuple[str, str] | str) -> Chain:
    """A chain from rows written as `rhs`, `(rhs, why)` or `Row`."""
    made = []
    for row in rows:
        match row:
            case Row():
                made.append(row)
            case str():
                made.append(Row(row))
            case (rhs, why):
                made.append(Row(rhs, why))
    return Chain(lhs, tuple(made))
