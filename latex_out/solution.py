"""A catalogue entry as LaTeX: the text that is printed and, the same text, read back and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from hence.language.catalogue import Block, Chain, Entry, FalseStatement, Induction, Row, Text, Theorem
from hence.language.verdicts import WEAKEST_FIRST, Judged, Numeric, Refuted, Report, name_of

LINE, GAP = 84, 8  # letters on a printed line, and between a formula and its reason


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


def layout(entry: Entry, uses: tuple[Entry, ...] = (), printed: bool = False) -> Layout:
    """The body line by line, so that false statements can be found again by their line.

    `printed`: the reasons of wide chains are tags, which need no room beside the formula. Nothing else differs.
    """
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

    put(r"\begin{problem}" + f"\n{entry.problem.strip()}\n" + r"\end{problem}", problem)
    if entry.given.strip():
        put(entry.given)
    for lemma in uses:
        if lemma.lemma:
            put(f"By an earlier result (\\emph{{{lemma.title}}}), we assume that ${lemma.lemma}$.")
    for block in entry.proof:
        if isinstance(block, Chain) and lines[-1] == "":
            lines.pop()  # a display belongs to the paragraph that leads to it
        stated: set[int] = set()
        put(_block(block, printed), false if isinstance(block, FalseStatement) else stated)
        if isinstance(block, Theorem):
            theorems |= dict.fromkeys(stated, block.name)
    return Layout(tuple(lines), frozenset(problem), frozenset(false), theorems)


def summary_sentence(solutions: Sequence[Solved]) -> str:
    """What a reader should know before the first result. Plain text."""
    steps = sum(len(s.report.steps) for s in solutions)
    remarks = sum(s.verdict == "remark" for s in solutions)
    proved = sum(s.verdict == "proved" for s in solutions)
    words = f" Remarks ({remarks}) are words: nothing in them is proved." if remarks else ""
    return (
        f"Each result below was read back from its printed text and checked step by step: {proved} of "
        f"{len(solutions) - remarks} results are proved, in {steps} steps. Under each result stands what its "
        f"steps rest on.{words} Supported means that numerical evidence agrees and no proof was found."
    )


def _paragraph(text: str) -> list[str]:
    """The lines of a block without indentation and without blank lines at its ends."""
    return [line.strip() for line in text.strip().split("\n")]


def _block(block: Block, printed: bool) -> str:
    match block:
        case Text(latex):
            return latex
        case Chain():
            return _chain(block, printed)
        case Induction():
            return _induction(block, printed)
        case FalseStatement():
            return _false(block)
        case Theorem(name, hypotheses, conclusion):
            return f"We use a theorem without proof (\\emph{{{name}}}). {hypotheses}\nWe assume that ${conclusion}$."
    assert_never(block)


def _chain(block: Chain, printed: bool) -> str:
    tagged = printed and _is_wide(block)
    rows = [_row(block.lhs if number == 0 else "", row, tagged) for number, row in enumerate(block.rows)]
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _row(lhs: str, row: Row, tagged: bool) -> str:
    why = ""
    if row.why:
        why = f" \\tag*{{\\footnotesize {row.why}}}" if tagged else f" && \\text{{{row.why}}}"
    return f"{lhs} &{row.relation} {row.rhs}{why}".strip()


def _is_wide(block: Chain) -> bool:
    """Whether formulas and reasons need more than a line; TeX puts a tag below a formula that leaves no room."""
    formulas = max(_width(row.relation + row.rhs) for row in block.rows)
    reasons = max(len(row.why) for row in block.rows)
    return _width(block.lhs) + formulas + reasons + GAP > LINE


def _width(latex: str) -> float:
    """About how many letters wide a formula is: scripts are small, a fraction is as wide as its wider part."""
    latex = re.sub(r"\\(left|right|bm|mathbf|mathbb|mathcal|text|mathrm|operatorname|hat|tilde)\b", "", latex)
    fraction = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
    while fraction.search(latex):
        latex = fraction.sub(lambda m: max(m[1], m[2], key=len), latex)
    small = sum(len(re.sub(r"\\[a-zA-Z]+", "x", m[1])) for m in re.finditer(r"[_^]\{([^{}]*)\}", latex))
    letters = re.sub(r"\\[a-zA-Z]+|\\.", "x", latex)
    return len(re.sub(r"[\s{}^_&]", "", letters)) + 0.8 * len(re.findall(r"[-+=]", letters)) - 0.4 * small


def _induction(block: Induction, printed: bool) -> str:
    return "\n".join(
        (
            f"We use induction on ${block.variable}$.",
            "",
            f"\\emph{{Base case}} ${block.variable} = {block.base_at}$:",
            _chain(block.base, printed),
            f"\\emph{{Step.}} Assume ${block.hypothesis}$. Then",
            _chain(block.step, printed),
        )
    )


def _false(block: FalseStatement) -> str:
    return "\n".join(
        (
            "The following statement is false:",
            r"\begin{falsehood}",
            f"{block.lhs} {block.relation} {block.rhs}",
            r"\end{falsehood}",
            block.comment,
        )
    )
