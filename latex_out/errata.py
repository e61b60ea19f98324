"""The errata of all source documents on one sheet: what is said, what is true, and where it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hence.language.verdicts import Refuted
from hence.latex_out import values
from hence.latex_out.blocks import Table, TableRow
from hence.latex_out.sheet import About, Result, Section, Sheet, anchor_of, labels_of
from hence.latex_out.solution import Solved

HEAD = ("Where", "What is said", "What is true", "Shown by")
WIDTHS = (0.13, 0.245, 0.285, 0.27)


@dataclass(frozen=True)
class Correction:
    """A statement of a source that is wrong or imprecise, and what is true instead, as LaTeX prose."""

    claim: str
    kind: str
    says: str
    instead: str


def errata_sheet(
    corrections: Sequence[Correction], solutions: Sequence[Solved], names: Mapping[str, tuple[str, str]]
) -> Sheet:
    """A table for each document; `names` gives its title and the name of its sheet, by homework.

    Raises KeyError for a claim that no solution settles.
    """
    labels = labels_of(solutions)
    by_claim: dict[str, Solved] = {}
    for solved in solutions:
        for claim in solved.entry.claims:
            if claim not in by_claim or (_refuted(solved) and not _refuted(by_claim[claim])):
                by_claim[claim] = solved
    tables: dict[str, list[TableRow]] = {}
    for correction in corrections:
        solved = by_claim[correction.claim]
        title, sheet = names[solved.entry.homework]
        tables.setdefault(title, []).append(_row(correction, solved, labels[solved.entry.id], sheet))
    sections = [
        Section(title, (Result("", "", "", (Table(HEAD, WIDTHS, tuple(rows)),)),)) for title, rows in tables.items()
    ]
    wrong = sum(correction.kind == "wrong" for correction in corrections)
    intro = (
        f"{wrong} statements of the five documents are wrong ($\\times$), {len(corrections) - wrong} are imprecise "
        r"($\sim$): true after a hypothesis is added or the notation is mended. Each row leads to the result that "
        "shows it; the counterexamples are those that its verification found."
    )
    about = About("Errata", "to the documents that the solutions answer")
    return Sheet(about, tuple(sections), (intro,), "errata", appendix=False)


def _row(correction: Correction, solved: Solved, label: str, sheet: str) -> TableRow:
    mark = r"$\times$" if correction.kind == "wrong" else r"$\sim$"
    refuted = _refuted(solved)
    shown = (
        values.failure(refuted[0]) if refuted else "A remark in words." if solved.verdict == "remark" else "A proof."
    )
    told = (f"{label} {mark}", values.sentence(correction.says), values.sentence(correction.instead), shown)
    return TableRow(told, sheet, anchor_of(solved.entry.id))


def _refuted(solved: Solved) -> list[Refuted]:
    """The refutations of what the entry calls false."""
    return [j.verdict for j in solved.report.steps if solved.is_false_statement(j) and isinstance(j.verdict, Refuted)]
