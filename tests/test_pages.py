"""Pages as a reader sees them: nothing beyond the margin, no stranded heading, no verdict cut off, the same twice.

`HENCE_PAGES` names folders of PDFs that are looked at, too: `.ci/run` sets it to what it has built by both engines.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import pytest
from hence.language.catalogue import Entry, Text, chain
from hence.language.verdicts import Report
from hence.latex_out import arrange, latex_page, pdf, typst_page
from hence.latex_out.measure import Ruler
from hence.latex_out.sheet import About, Sheet, all_rows, homework_sheet
from hence.latex_out.solution import Solved, solved_entry

# What is wrong with a page: boxes and places come from the PDF itself, by poppler's tools ------------------------

CENTIMETRE = 72 / 2.54
HEIGHT, WIDTH = 29.7 * CENTIMETRE, 21.0 * CENTIMETRE
LEFT, RIGHT = 2.2 * CENTIMETRE, (2.2 + 14.9) * CENTIMETRE  # of the text
MARGIN_LEFT, MARGIN_RIGHT = RIGHT + 0.3 * CENTIMETRE, WIDTH - 0.25 * CENTIMETRE  # of the column of marks
TOP, BOTTOM = 2.1 * CENTIMETRE, HEIGHT - 2.3 * CENTIMETRE
SLACK = 1.5  # points: accents and slanted letters lean over a little
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
DESTINATION = re.compile(r'^\s*(\d+) \[\s*\w+\s+([\d.-]+|null)\s+([\d.-]+|null)[^\]]*\]\s+"(.*)"$')
OVERFULL = re.compile(r"^Overfull \\hbox \(([\d.]+)pt too wide\).*$", re.MULTILINE)
HEADING = re.compile(r"(section\.|section\*\.|subsection\.|result[:-])")
VERDICT = re.compile(r"verdict[:-]")
SIGNS = ("✓", "∘")


@dataclass(frozen=True)
class Word:
    left: float
    top: float
    right: float
    bottom: float
    text: str


def problems(pdf: Path) -> list[str]:
    """Everything that is wrong with the pages; empty where nothing is."""
    pages = words(pdf)
    found = [f"page {number}: {said}" for number, page in enumerate(pages, 1) for said in _beyond(page)]
    for number, top, name in destinations(pdf):
        body = [w for w in pages[number - 1] if w.bottom < BOTTOM + SLACK and w.left < RIGHT]
        if HEADING.match(name) and _lines(w for w in body if w.top > top + 4) < 2:
            found.append(f"page {number}: the heading {name} is stranded at the foot")
        if VERDICT.match(name) and not [w for w in body if w.bottom < top + 2]:
            found.append(f"page {number}: {name} is cut off from its result")
    for number, page in enumerate(pages, 1):  # Typst names no places but headings: a verdict begins with its sign
        first = min(page, key=lambda w: (round(w.bottom), w.left), default=None)
        if first is not None and first.text in SIGNS and first.left < LEFT + SLACK:
            found.append(f"page {number}: a verdict is cut off from its result")
        last = max(
            (w for w in page if w.bottom < BOTTOM + SLACK), key=lambda w: (round(w.bottom), w.right), default=None
        )
        if last is not None and re.search(r"[A-Za-z]:$", last.text):
            found.append(f"page {number}: what {last.text!r} leads to is on the next one")
    log = pdf.with_suffix(".log")
    if log.exists():
        found += [f"log: {m[0]}" for m in OVERFULL.finditer(log.read_text(errors="replace")) if float(m[1]) > SLACK]
    return found


def words(pdf: Path) -> list[list[Word]]:
    """The words of every page with their boxes, in points from the upper left corner."""
    out = _run("pdftotext", "-bbox", str(pdf), "-")
    pages = out.split("<page ")[1:]
    return [
        [Word(*(float(x) for x in m.groups()[:4]), html.unescape(m[5])) for m in WORD.finditer(page)] for page in pages
    ]


def destinations(pdf: Path) -> list[tuple[int, float, str]]:
    """Named places: page, distance from the upper edge, name."""
    found = [DESTINATION.match(line) for line in _run("pdfinfo", "-dests", str(pdf)).splitlines()]
    return [(int(m[1]), HEIGHT - float(m[3]), m[4]) for m in found if m and m[3] != "null"]


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, check=True, text=True, errors="replace").stdout


def _beyond(page: list[Word]) -> list[str]:
    said = []
    for word in page:
        in_margin = word.left >= MARGIN_LEFT - SLACK
        right = MARGIN_RIGHT if in_margin else RIGHT
        if word.left < LEFT - SLACK or word.right > right + SLACK:
            said.append(f"{word.text!r} reaches from {word.left:.0f} to {word.right:.0f}")
        elif word.top < TOP - 8 or (word.bottom > BOTTOM + 8 and not word.text.isdigit()):
            said.append(f"{word.text!r} stands at {word.top:.0f}")
    return said


def _lines(body: Iterable[Word]) -> int:
    """How many lines there are, counting what stands at about the same height once."""
    heights = sorted(w.bottom for w in body)
    return sum(1 for _ in groupby(heights, key=lambda y: round(y / 9)))


# Tests ---------------------------------------------------------------------------------------------------

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no poppler; .ci/run installs it")
needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX; .ci/run installs it")
BUILT = [
    path
    for folder in os.environ.get("HENCE_PAGES", "").split(os.pathsep)
    if folder
    for path in sorted(Path(folder).glob("*.pdf"))
    if not path.name.startswith("figure-")
]
WIDE = " + ".join(rf"\frac{{\alpha_{{{k}}} \beta}}{{\exp(x_{{{k}}}^\top y) - 1}}" for k in range(14))


@pytest.fixture
def wide(entry: Entry, report: Report) -> Sheet:
    """Two results, one of them with a formula that needs several lines and a reason that needs one of its own."""
    long = replace(
        entry,
        id="demo.2",
        proof=(Text("We spell it out."), chain("S", (WIDE, "the sum is written out, one fraction for every index"))),
    )
    solved: list[Solved] = [solved_entry(one, report, None, ()) for one in (entry, long)]
    return homework_sheet(About("Demo", "by nobody", "Nobody, \\emph{Demo}."), solved)


def made(sheet: Sheet, engine: pdf.Engine, folder: Path) -> Path:
    ruler = Ruler()
    arrange.prepare(all_rows([sheet]), ruler)
    if engine == "typst":
        return pdf.compile_typst(typst_page.document(sheet, ruler), folder / "demo.pdf")
    (folder / "demo.tex").write_text(latex_page.document(sheet, ruler), encoding="utf-8")
    return pdf.compile_latex(folder / "demo.tex", engine)


@needs_poppler
@pytest.mark.parametrize("engine", ["typst", pytest.param("latexmk", marks=needs_tex)])
def test_a_wide_formula_stays_on_the_page(wide: Sheet, engine: pdf.Engine, tmp_path: Path):
    page = made(wide, engine, tmp_path)
    assert not problems(page)
    assert "index" in {word.text for found in words(page) for word in found}


@pytest.mark.parametrize("engine", ["typst", pytest.param("latexmk", marks=needs_tex)])
def test_two_builds_have_the_same_bytes(wide: Sheet, engine: pdf.Engine, tmp_path: Path):
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    first, second = (made(wide, engine, folder).read_bytes() for folder in folders)
    assert (len(first), sha256(first).hexdigest()) == (len(second), sha256(second).hexdigest())  # no diff of bytes


@needs_poppler
def test_what_is_wrong_with_a_page_is_seen(tmp_path: Path):
    """The measure itself: too long a line, a stranded heading, a verdict cut off, words that lead to nothing."""
    page = (
        '#set page(paper: "a4", margin: (left: 2.2cm, right: 3.9cm, top: 2.3cm, bottom: 2.4cm))\n'
        "#box(width: 15.4cm)[far #h(1fr) away]\n#v(23.3cm)\n#box[= Last <result-a>]\n"
        "#pagebreak()\n✓ cut off\n\nas follows:"
    )
    found = " ".join(problems(pdf.compile_typst(page, tmp_path / "bad.pdf")))
    assert "'away' reaches" in found
    assert "result-a is stranded" in found
    assert "a verdict is cut off" in found
    assert "what 'follows:' leads to" in found


def unclean(path: Path) -> list[str]:
    """What poppler finds wrong with the file itself, its fonts, and what it says of itself."""
    found = []
    for tool in ("pdfinfo", "pdffonts"):
        run = subprocess.run([tool, path], capture_output=True, check=True, text=True, errors="replace")
        found += [f"{tool}: {line}" for line in run.stderr.splitlines()]
    info = dict(line.split(":", 1) for line in _run("pdfinfo", str(path)).splitlines() if ":" in line)
    found += [f"no {key}" for key in ("Title", "Creator") if not info.get(key, "").strip()]
    found += [f"{key}: {info[key].strip()}" for key in ("CreationDate", "ModDate") if key in info]
    if info.get("JavaScript", "no").strip() != "no" or info.get("Encrypted", "no").strip() != "no":
        found.append("scripts or a lock")
    header, _rule, *rows = _run("pdffonts", str(path)).splitlines()
    kinds, embedded = header.index("type"), header.index("emb")
    found += [f"not embedded: {row}" for row in rows if not row[embedded:].startswith("yes")]
    found += [f"drawn letter by letter: {row}" for row in rows if row[kinds:].startswith("Type 3")]
    found += ["no language"] if b"/Lang" not in path.read_bytes() else []
    return found


@needs_poppler
@pytest.mark.parametrize("engine", ["typst", pytest.param("latexmk", marks=needs_tex)])
def test_a_file_is_clean(wide: Sheet, engine: pdf.Engine, tmp_path: Path):
    assert not unclean(made(wide, engine, tmp_path))


@needs_poppler
def test_what_is_not_clean_is_seen(tmp_path: Path):
    dated = '#set document(author: "x", date: datetime(year: 2020, month: 1, day: 1))\nno title'
    found = unclean(pdf.compile_typst(dated, tmp_path / "bare.pdf"))
    assert "no Title" in found
    assert any(said.startswith("CreationDate") for said in found)


@needs_poppler
@pytest.mark.skipif(not BUILT, reason="no folder of built sheets in HENCE_PAGES")
@pytest.mark.parametrize("path", BUILT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_built_sheets(path: Path):
    assert not problems(path)
    assert not unclean(path)
