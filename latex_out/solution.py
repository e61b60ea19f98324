"""A catalogue entry as LaTeX: the text that is printed and, the same text, read back and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from hence.language.catalogue import Block, Chain, Entry, FalseStatement, Induction, Row, Text, Theorem
from hence.language.verdicts import WEAKEST_FIRST, Judged, Numeric, Refuted, Report, name_of

OPENING = "We have"  # where an argument begins with a display
EARLIER = "By an earlier result"


@dataclass(frozen=True)
class Solved:
    """An entry with what was found: the verdict of the whole, its steps, and the experiment's evidence.

    `uses` are the entries whose results it takes as lemmas; `false_lines` the lines of statements that are
    to be refuted. Their verdicts stay in the report as they are: `name_of_step` says what they amount to.
    """

    entry: Entry
    report: Report
    false_lines: frozenset[int] = frozenset()
    numeric: Numeric | None = None
    uses: tuple[Entry, ...] = ()
    trouble: str = ""  # what contradicts the entry as a whole

    @property
    def verdict(self) -> str:
        """`proved` when every step is proved or assumed, otherwise the weakest; `remark` for words alone."""
        if self.trouble:
            return "unknown"
        if self.entry.is_remark and not self.report.steps:
            return "remark"
        names = {self.name_of_step(judged) for judged in self.report.steps}
        weakest = min(names, key=WEAKEST_FIRST.index, default="unknown")
        return "proved" if weakest == "assumed" else weakest

    def is_false_statement(self, judged: Judged) -> bool:
        return judged.step.span.line in self.false_lines

    def name_of_step(self, judged: Judged) -> str:
        """A false statement is settled by its refutation, and by nothing else."""
        if not self.is_false_statement(judged):
            return name_of(judged.verdict)
        return "proved" if isinstance(judged.verdict, Refuted) else "unknown"

    def counts(self) -> dict[str, int]:
        """How many steps have which verdict; every name occurs."""
        counts = dict.fromkeys(reversed(WEAKEST_FIRST), 0)
        for judged in self.report.steps:
            counts[self.name_of_step(judged)] += 1
        return counts


def solved_entry(entry: Entry, report: Report, numeric: Numeric | None, uses: tuple[Entry, ...]) -> Solved:
    """Tie a report on `layout(entry, uses).argument` to its entry."""
    return Solved(entry, report, layout(entry, uses).false, numeric, uses)


@dataclass(frozen=True)
class Layout:
    """The lines of a body, and which of them (counting from 1) are what."""

    lines: tuple[str, ...]
    problem: frozenset[int]
    false: frozenset[int]
    theorems: Mapping[int, str] = field(default_factory=dict)  # names of theorems that are trusted, by line

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def argument(self) -> str:
        """The text to be checked: the question is left out, line numbers stay.

        A problem says "show that a = b": were it read, its claim could pass for a hypothesis.
        """
        kept = ("" if number in self.problem else line for number, line in enumerate(self.lines, 1))
        return "\n".join(kept) + "\n"


def body(entry: Entry, uses: tuple[Entry, ...] = ()) -> str:
    """The LaTeX of one entry: problem, what is given, argument. Never fails."""
    return layout(entry, uses).text


def layout(entry: Entry, uses: tuple[Entry, ...] = ()) -> Layout:
    """The body line by line, so that steps, false statements and theorems can be found again by their line."""
    lines: list[str] = []
    problem: set[int] = set()
    false: set[int] = set()
    theorems: dict[int, str] = {}

    def put(text: str, numbers: set[int] | None = None) -> None:
        for line in _paragraph(text):
            lines.append(line)
            if numbers is not None:
                numbers.add(len(lines))
        lines.append("")

    put(_environment("problem", entry.problem), problem)
    if entry.given.strip():
        put(_environment("given", entry.given))
    for lemma in uses:
        if lemma.lemma:
            put(f"{EARLIER} (\\emph{{{lemma.title}}}), we assume that ${lemma.lemma}$.")
    for number, block in enumerate(entry.proof):
        if isinstance(block, Chain) and number and lines[-1] == "":
            lines.pop()  # a display belongs to the paragraph that leads to it
        stated: set[int] = set()
        ending = _ending(entry.proof[number + 1 :])
        put(_block(block, ending, opens=number == 0), false if isinstance(block, FalseStatement) else stated)
        if isinstance(block, Theorem):
            theorems |= dict.fromkeys(stated, block.name)
    return Layout(tuple(lines), frozenset(problem), frozenset(false), theorems)


def _environment(name: str, text: str) -> str:
    return f"\\begin{{{name}}}\n{text.strip()}\n\\end{{{name}}}"


def _paragraph(text: str) -> list[str]:
    """The lines of a block without indentation and without blank lines at its ends."""
    return [line.strip() for line in text.strip().split("\n")]


def _ending(following: Sequence[Block]) -> str:
    """How a display ends: a sentence may go on behind it, or another display."""
    match following:
        case [Text(latex), *_] if latex.lstrip()[:1].islower():
            return ","
        case [Chain(), *_]:
            return ","
        case _:
            return "."


def _block(block: Block, ending: str, opens: bool) -> str:
    match block:
        case Text(latex):
            return latex
        case Chain():
            return (f"{OPENING}\n" if opens else "") + _chain(block, ending)
        case Induction():
            return _induction(block, ending)
        case FalseStatement():
            return _false(block)
        case Theorem(name, hypotheses, conclusion):
            return f"We use a theorem without proof (\\emph{{{name}}}). {hypotheses}\nWe assume that ${conclusion}$."
    assert_never(block)


def _chain(block: Chain, ending: str) -> str:
    rows = [_row(block.lhs if number == 0 else "", row) for number, row in enumerate(block.rows)]
    rows[-1] = _row(block.lhs if len(rows) == 1 else "", block.rows[-1], f" {ending}")
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _row(lhs: str, row: Row, ending: str = "") -> str:
    why = f" && \\text{{{row.why}}}" if row.why else ""
    return f"{lhs} &{row.relation} {row.rhs}{ending}{why}".strip()


def _induction(block: Induction, ending: str) -> str:
    return "\n".join(
        (
            f"We use induction on ${block.variable}$.",
            "",
            f"\\emph{{Base case}} ${block.variable} = {block.base_at}$:",
            _chain(block.base, "."),
            f"\\emph{{Step.}} Assume ${block.hypothesis}$. Then",
            _chain(block.step, ending),
        )
    )


def _false(block: FalseStatement) -> str:
    return "\n".join(
        (
            r"\begin{mistake}",
            r"\begin{falsehood}",
            f"{block.lhs} {block.relation} {block.rhs}",
            r"\end{falsehood}",
            block.comment,
            r"\end{mistake}",
        )
    )
