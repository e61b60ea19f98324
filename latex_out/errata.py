"""The errata of all source documents on one sheet: what is said, what is true, and where it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hence.language.catalogue import FalseStatement
from hence.language.verdicts import Judged, Refuted
from hence.latex_out import evidence, values
from hence.latex_out.blocks import Table, TableRow
from hence.latex_out.places import place
from hence.latex_out.sheet import About, Result, Section, Sheet, anchor_of, labels_of
from hence.latex_out.solution import Solved

HEAD = ("Where", "What is said", "What is true", "Shown by")
WIDTHS = (0.13, 0.18, 0.215, 0.405)


@dataclass(frozen=True)
class Correction:
    """A statement of a source that is wrong or imprecise, and what is true instead, as LaTeX prose."""

    claim: str
    kind: str
    says: str
    instead: str


def errata_sheet(
    corrections: Sequence[Correction], solutions: Sequence[Solved], names: Mapping[str, tuple[str, str, str]]
) -> Sheet:
    """A table for each document; `names` gives its title, the name of its sheet and its citation, by homework.

    Raises KeyError for a claim that no solution settles.
    """
    labels, places = labels_of(solutions), {s.entry.id: place(s.entry.source) for s in solutions}
    by_claim: dict[str, Solved] = {}
    for solved in solutions:
        for claim in solved.entry.claims:
            if claim not in by_claim or (_refuted(solved) and not _refuted(by_claim[claim])):
                by_claim[claim] = solved
    tables: dict[str, list[TableRow]] = {}
    documents = list(dict.fromkeys(by_claim[correction.claim].entry.homework for correction in corrections))

    def in_source(correction: Correction) -> tuple[object, ...]:
        entry = by_claim[correction.claim].entry
        return documents.index(entry.homework), *places[entry.id].rank

    for correction in sorted(corrections, key=in_source):
        solved = by_claim[correction.claim]
        title, sheet, _ = names[solved.entry.homework]
        where = labels[solved.entry.id] or places[solved.entry.id].section
        tables.setdefault(title, []).append(_row(correction, solved, where, sheet))
    sections = [
        Section(title, (Result("", "", "", (Table(HEAD, WIDTHS, tuple(rows)),)),)) for title, rows in tables.items()
    ]
    wrong = sum(correction.kind == "wrong" for correction in corrections)
    intro = (
        f"Of the statements of the five documents {wrong} are wrong ($\\times$) and {len(corrections) - wrong} "
        r"imprecise ($\sim$): true after a hypothesis is added or the notation is mended. Each row leads to the "
        "result that shows it; the counterexamples are those that its verification found."
    )
    about = About("Errata", "to the documents that the solutions answer", of_file="Errata to five documents")
    about = replace(about, reading=tuple(names[document][2] for document in documents))
    return Sheet(about, tuple(sections), (intro,), "errata", appendix=False)


def _row(correction: Correction, solved: Solved, where: str, sheet: str) -> TableRow:
    mark = r"$\times$" if correction.kind == "wrong" else r"$\sim$"
    shown = _shown(correction.claim, solved)
    told = (f"{where} {mark}", values.sentence(correction.says), values.sentence(correction.instead), shown)
    return TableRow(told, sheet, anchor_of(solved.entry.id))


def _shown(claim: str, solved: Solved) -> str:
    """By which formula the statement fails, and where; of several false formulas each claim has its own, if it can."""
    refuted = _refuted(solved)
    if not refuted:
        return "A remark in words." if solved.verdict == "remark" else "A proof."
    formulas = [block for block in solved.entry.proof if isinstance(block, FalseStatement)]
    own = solved.entry.claims.index(claim) if len(solved.entry.claims) == len(formulas) == len(refuted) else 0
    said, failure = formulas[own], evidence.failure(refuted[own])
    return f"${said.lhs} {said.relation} {said.rhs}$ is false: {failure[0].lower()}{failure[1:]}"


def _refuted(solved: Solved) -> list[Judged]:
    """What the entry calls false and is refuted."""
    return [j for j in solved.report.steps if solved.is_false_statement(j) and isinstance(j.verdict, Refuted)]
