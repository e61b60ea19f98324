"""Solution documents: one .tex and one PDF per homework."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from hence.latex_out import pdf
from hence.latex_out.document import homework_document
from hence.latex_out.pdf import PdfError
from hence.latex_out.solution import Solved
from hence.latex_out.typst_page import homework_typst


@dataclass(frozen=True)
class Written:
    """The files of one homework; `problem` says why there is no PDF."""

    homework: str
    tex: Path
    pdf: Path | None
    engine: str
    problem: str = ""


def write(solutions: Sequence[Solved], folder: Path) -> list[Written]:
    """Write every homework of the solutions. Raises OSError where the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    in_order = sorted(solutions, key=lambda s: s.entry.homework)
    groups = groupby(in_order, key=lambda s: s.entry.homework)
    return [_write_one(homework, list(group), folder) for homework, group in groups]


def _write_one(homework: str, solutions: list[Solved], folder: Path) -> Written:
    """The .tex is written in any case, the PDF by the best engine there is."""
    tex = folder / f"{file_name(homework)}.tex"
    tex.write_text(homework_document(homework, solutions), encoding="utf-8")
    engine = pdf.find_engine()
    if engine is None:
        return Written(homework, tex, None, "none", "install TeX (latexmk), or the Python package typst")
    try:
        if engine == "typst":
            made = pdf.compile_typst(homework_typst(homework, solutions), tex.with_suffix(".pdf"))
        else:
            made = pdf.compile_latex(tex, engine)
    except PdfError as error:
        return Written(homework, tex, None, engine, str(error))
    return Written(homework, tex, made, engine)


def file_name(homework: str) -> str:
    """`IFT6135 Homework 1` as `ift6135-homework-1`."""
    return re.sub(r"[^a-z0-9]+", "-", homework.lower()).strip("-") or "solutions"
