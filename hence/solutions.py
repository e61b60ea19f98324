"""Solution sheets: for every homework of the catalogue a .tex, a PDF or a web page, with its figures."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias

from hence.files import write_text
from hence.language.plots import as_points
from hence.language.records import dataclass
from hence.latex_out import arrange, html_page, latex_page, pdf, typst_page
from hence.latex_out.blocks import Picture
from hence.latex_out.errata import Correction, errata_sheet
from hence.latex_out.measure import Ruler
from hence.latex_out.pdf import Engine, PdfError
from hence.latex_out.sheet import About, Sheet, all_rows, anchor_of, homework_sheet
from hence.latex_out.solution import Solved

Product: TypeAlias = Literal["pdf", "tex", "html"]


@dataclass(frozen=True)
class Written:
    """The files of one sheet; `problem` says why the last one is missing."""

    sheet: str
    tex: Path
    made: Path | None
    engine: str
    problem: str = ""


def write(
    solutions: Sequence[Solved], folder: Path, engine: Engine | None = None, product: Product = "pdf"
) -> list[Written]:
    """Write every homework of the solutions. Raises OSError where the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    sheets = catalogue_sheets(solutions, folder, product)
    return write_sheets(sheets, folder, engine, product)


def write_sheets(sheets: Sequence[Sheet], folder: Path, engine: Engine | None, product: Product) -> list[Written]:
    """All formulas are measured in one go; then the sheets are set side by side."""
    ruler = Ruler()
    arrange.prepare(all_rows(sheets), ruler)
    engine = engine or pdf.find_engine()
    sources = [(sheet, latex_page.document(sheet, ruler)) for sheet in sheets]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # the work is done by the engines, in processes of their own
        return list(pool.map(lambda pair: _write_one(pair[0], pair[1], folder, engine, product, ruler), sources))


def _write_one(
    sheet: Sheet, source: str, folder: Path, engine: Engine | None, product: Product, ruler: Ruler
) -> Written:
    """The .tex is written in any case: it is what is read back."""
    tex = folder / f"{sheet.name}.tex"
    write_text(tex, source)
    if product == "tex":
        return Written(sheet.name, tex, tex, "hence")
    if product == "html":
        page = tex.with_suffix(".html")
        write_text(page, html_page.document(sheet, ruler, folder))
        return Written(sheet.name, tex, page, "hence")
    if engine is None:
        return Written(sheet.name, tex, None, "none", "install TeX (latexmk), or the Python package typst")
    try:
        if engine == "typst":
            made = pdf.compile_typst(typst_page.document(sheet, ruler), tex.with_suffix(".pdf"))
        else:
            made = pdf.compile_latex(tex, engine)
    except PdfError as error:
        return Written(sheet.name, tex, None, engine, str(error))
    return Written(sheet.name, tex, made, engine)


def catalogue_sheets(solutions: Sequence[Solved], folder: Path, product: Product) -> list[Sheet]:
    """One sheet per homework, its figures drawn into the folder."""
    from hence.derivations.answers import ANSWERS  # noqa: PLC0415
    from hence.derivations.errata import ERRATA  # noqa: PLC0415 (the catalogue is loaded only by commands that use it)
    from hence.derivations.sources import SOURCES  # noqa: PLC0415

    pictures = _pictures(solutions, folder, ".svg" if product == "html" else ".pdf")
    corrections = {erratum.claim: erratum.instead for erratum in ERRATA}
    in_order = sorted(solutions, key=lambda s: s.entry.homework)
    sheets = []
    for homework, group in groupby(in_order, key=lambda s: s.entry.homework):
        source = SOURCES.get(homework)
        about = About(homework)
        if source is not None:
            about = About(source.title, source.subtitle, source.citation, source.reading)
        sheet = homework_sheet(about, list(group), corrections, pictures, ANSWERS)
        sheets.append(replace(sheet, name=file_name(homework)))
    settled = {claim for solved in solutions for claim in solved.entry.claims}
    errata = [Correction(e.claim, e.kind, e.says, e.instead) for e in ERRATA if e.claim in settled]
    names = {name: (source.title, file_name(name), source.citation) for name, source in SOURCES.items()}
    return [*sheets, errata_sheet(errata, solutions, names)] if errata else sheets


def _pictures(solutions: Sequence[Solved], folder: Path, ending: str) -> dict[str, Picture]:
    """The figure of every result that has an experiment."""
    from hence.derivations import ENTRIES  # noqa: PLC0415
    from hence.latex_out import figures  # noqa: PLC0415

    told = {entry.id: entry.experiment.__doc__ or "" for entry in ENTRIES if entry.experiment is not None}
    made = {}
    for solved in solutions:
        if solved.numeric is None or solved.numeric.plot is None:
            continue
        plot, name = as_points(solved.numeric.plot), f"figure-{anchor_of(solved.entry.id)}"
        figures.draw(plot, folder / name, (ending,))
        title = " ".join(told.get(solved.entry.id, "").split("\n\n")[0].split())
        made[solved.entry.id] = Picture(name, plot.caption, title)
    return made


def file_name(homework: str) -> str:
    """`IFT6135 Homework 1` as `ift6135-homework-1`."""
    return re.sub(r"[^a-z0-9]+", "-", homework.lower()).strip("-") or "solutions"
