"""A page as a list of blocks: what a renderer sets one below the other. Data only.

Prose and formulas stay LaTeX; every block knows which letters of the text it came from, which is how verdicts find it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["text", "problem", "given", "answer", "remark"]


@dataclass(frozen=True)
class Mark:
    """What stands in the margin beside steps: their numbers on this page, a verdict, and by what in a word."""

    first: int
    last: int
    verdict: str
    word: str = ""
    anchor: str = ""  # of the result that the steps belong to

    @property
    def numbers(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class Paragraph:
    latex: str
    span: range
    role: Role = "text"
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Row:
    """A row of a display: what stands left of the alignment, what stands right of it, and the reason."""

    left: str
    right: str
    why: str = ""
    span: range = range(0)
    mark: Mark | None = None


@dataclass(frozen=True)
class Display:
    rows: tuple[Row, ...]
    span: range


@dataclass(frozen=True)
class Heading:
    latex: str
    level: int
    span: range = range(0)


@dataclass(frozen=True)
class Picture:
    """A figure: the name of its file without an ending, and what to see in it."""

    name: str
    caption: str
    title: str = ""


@dataclass(frozen=True)
class Mistake:
    """A false statement: what is said, why it is false, where it fails, and what is true instead."""

    said: tuple[Block, ...]
    where: str = ""  # the counterexample, as LaTeX prose
    correct: str = ""
    refuted: bool = True
    anchor: str = ""
    mark: Mark | None = None


@dataclass(frozen=True)
class Note:
    """What we say about a step of somebody else's page, below it: a verdict, an instance, a hint."""

    latex: str
    verdict: str


@dataclass(frozen=True)
class TableRow:
    """Cells of LaTeX prose; the first one leads to `anchor` in the sheet that is called `sheet`."""

    cells: tuple[str, ...]
    sheet: str = ""
    anchor: str = ""


@dataclass(frozen=True)
class Table:
    """A table that may go on over pages; `widths` are parts of the width of the text."""

    head: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[TableRow, ...]


Block: TypeAlias = Paragraph | Display | Heading | Picture | Mistake | Note | Table
