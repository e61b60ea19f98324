"""Pages of one's own: a teacher's sheet with results, a student's page with errors, by both engines and for the web."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hence.latex_out import arrange, pdf, typst_page
from hence.latex_out.macros import expanded, macros_of
from hence.latex_out.measure import Ruler
from hence.latex_out.sheet import all_rows

from hence import cli
from hence.solutions_file import Page, annotate, write

SHEETS = Path(__file__).parent / "sheets"
needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no poppler; .ci/run installs it")
needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX; .ci/run installs it")


def test_a_teachers_sheet_has_its_results(tmp_path: Path):
    page = annotate(SHEETS / "teacher.tex")
    assert set(page.report.summary) >= {"proved"}
    (section,) = page.sheet.sections
    assert [result.title for result in section.results] == [
        "The gradient of a squared error",
        "A wrong sign",
        "A long formula",
    ]
    (tex,) = write([page], tmp_path, None, "tex")
    golden(tex.tex.read_text(encoding="utf-8"), "teacher.txt")
    golden(typst_of(page), "teacher.typ.txt")


def test_a_teachers_sheet_is_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    write([annotate(SHEETS / "teacher.tex")], tmp_path, None, "tex")
    assert cli.main(["check", "--strict", str(tmp_path / "teacher.tex")]) == cli.FINE, capsys.readouterr().out


def test_a_students_page_comes_back_with_marks(tmp_path: Path):
    page = annotate(SHEETS / "student.tex")
    assert page.own is not None
    golden(page.own, "student.txt")
    golden(typst_of(page), "student.typ.txt")
    (tex,) = write([page], tmp_path, None, "tex")
    assert "Did you mean" in tex.tex.read_text(encoding="utf-8")


@needs_tex
def test_a_students_page_is_set_by_its_own_latex(tmp_path: Path):
    (written,) = write([annotate(SHEETS / "student.tex")], tmp_path, "pdflatex", "pdf")
    assert written.made is not None
    assert r"\hencenote" in written.tex.read_text(encoding="utf-8")


@needs_tex
def test_a_page_that_does_not_compile_is_set_by_us(tmp_path: Path):
    broken = tmp_path / "broken.tex"
    text = (SHEETS / "student.tex").read_text(encoding="utf-8")
    broken.write_text(text.replace(r"\maketitle", r"\nosuchcommand"), encoding="utf-8")
    (written,) = write([annotate(broken)], tmp_path / "out", "pdflatex", "pdf")
    assert written.made is not None
    assert r"\hencenote" not in written.tex.read_text(encoding="utf-8")
    assert "did not compile" in written.tex.read_text(encoding="utf-8")


def test_the_other_engine_and_the_web(tmp_path: Path):
    page = annotate(SHEETS / "student.tex")
    (typst,) = write([page], tmp_path, "typst", "pdf")
    (web,) = write([page], tmp_path, None, "html")
    assert typst.made is not None
    assert typst.made.read_bytes().startswith(b"%PDF")
    assert web.made is not None
    assert "<math" in web.made.read_text(encoding="utf-8")


SAID = {
    "teacher": (
        "Sheet 1, solutions",
        "What hence found of 8 steps: 8 proved.",
        "The following statement is false:",
        "Counterexample.",
        "all twenty monomials, with the multinomial coefficients",
        "Appendix: what the steps rest on",
    ),
    "student": ("Homework 1: least squares", "Step 3 is false.", "Step 6 is false.", "Did you mean", "Step 7 needs"),
}


@needs_poppler
@pytest.mark.parametrize("engine", ["typst", pytest.param("latexmk", marks=needs_tex)])
@pytest.mark.parametrize("name", SAID)
def test_what_a_reader_of_the_pdf_reads(name: str, engine: pdf.Engine, tmp_path: Path):
    (written,) = write([annotate(SHEETS / f"{name}.tex")], tmp_path, engine, "pdf")
    assert written.made is not None
    assert written.engine == engine
    text = subprocess.run(["pdftotext", written.made, "-"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    words = " ".join(text.split())
    assert not [said for said in SAID[name] if said not in words]


def typst_of(page: Page) -> str:
    """The page as the other engine gets it, without the settings."""
    ruler = Ruler()
    arrange.prepare(all_rows([page.sheet]), ruler)
    return typst_page.document(page.sheet, ruler).split("date: none)", 1)[1]


def test_own_commands_are_written_out():
    macros = macros_of(r"\newcommand{\norm}[1]{\lVert #1 \rVert}\def\R{\mathbb{R}}\DeclareMathOperator{\sgn}{sgn}")
    assert expanded(r"\norm{x \in \R}", macros) == r"\lVert x \in \mathbb{R} \rVert"
    assert expanded(r"\sgn x", macros) == r"\operatorname{sgn} x"


def golden(found: str, name: str) -> None:
    """The text without the preamble against the one that was looked at; a first run writes it, and fails."""
    shown = re.sub(r"^.*?\\begin\{document\}", "", found, flags=re.DOTALL).strip() + "\n"
    path = SHEETS / name
    if not path.exists():
        path.write_text(shown, encoding="utf-8")
        pytest.fail(f"{path} was not there and is written now: look at it")
    assert shown == path.read_text(encoding="utf-8")
