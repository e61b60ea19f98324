"""A page of one's own, solved: a teacher's sheet with `result` environments, or a student's page with marks in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from hence.files import write_text
from hence.language.records import dataclass
from hence.latex_out import annotate as notes
from hence.latex_out import manuscript, methods, pdf, values
from hence.latex_out.blocks import Block, Display, Heading, Mistake, Note, Paragraph
from hence.latex_out.evidence import Detail
from hence.latex_out.macros import Macro, expanded, macros_of
from hence.latex_out.pdf import Engine, PdfError
from hence.latex_out.sheet import About, Decided, Result, Section, Sheet, Steps
from hence.library import check
from hence.report import CheckedStep, Report
from hence.solutions import Product, Written, file_name, write_sheets

ENDINGS = (".tex", ".md", ".markdown")
RESULT = re.compile(r"\\begin\{result\}\s*(?:\[(?P<title>[^\]]*)\])?(?P<body>.*?)\\end\{result\}", re.DOTALL)
BODY = re.compile(r"\\begin\{document\}(?P<body>.*?)(?:\\end\{document\}|\Z)", re.DOTALL)
TITLE = re.compile(r"\\title\s*\{")
MARKDOWN_HEADING = re.compile(r"^(#{1,4})\s+(.*)$", re.MULTILINE)
COMMENT = re.compile(r"(?<!\\)%[^\n]*")


@dataclass(frozen=True)
class Page:
    """A file with its report, as a sheet of ours, and, for a student's document, as its own text with marks."""

    path: Path
    report: Report
    sheet: Sheet
    own: str | None = None


def annotate(path: Path, seed: int = 0) -> Page:
    """Check a page and lay it out. Raises Unreadable."""
    report = check(path, seed=seed)
    text = COMMENT.sub(lambda found: " " * len(found[0]), report.text)
    own_page = not RESULT.search(text)
    decided = [_decided(number, step, own_page) for number, step in enumerate(report.steps, 1)]
    sheet = _sheet(path, text, report, decided)
    own = None
    if own_page:
        ends = {n: _offset(text, s.span.end_line, s.span.end_column) for n, s in enumerate(report.steps, 1)}
        own = notes.annotated(report.text, _body_blocks(text), decided, ends)
    return Page(path, report, sheet, own)


def write(pages: Sequence[Page], folder: Path, engine: Engine | None, product: Product) -> list[Written]:
    """A student's page by its own LaTeX where that compiles, everything else in our own typesetting."""
    if pages:
        folder.mkdir(parents=True, exist_ok=True)
    made = []
    for page in pages:
        by_itself = product == "pdf" and engine not in (None, "typst") and page.own is not None
        own = _by_own_latex(page, folder, engine) if by_itself else page
        made.append(own if isinstance(own, Written) else _in_our_typesetting(own, folder, engine, product))
    return made


def _in_our_typesetting(page: Page, folder: Path, engine: Engine | None, product: Product) -> Written:
    """A command that LaTeX does not know would stop it: Typst shows such a thing as it is written."""
    (written,) = write_sheets([page.sheet], folder, engine, product)
    if written.made is None and engine is not None and pdf.has_typst():
        (written,) = write_sheets([page.sheet], folder, "typst", product)
    return written


def _by_own_latex(page: Page, folder: Path, engine: Engine | None) -> Written | Page:
    """The author's document with our marks; where TeX refuses it, a page that says so, for our own typesetting."""
    assert page.own is not None
    assert engine is not None
    tex = folder / f"{page.sheet.name}.tex"
    write_text(tex, page.own)
    try:
        return Written(page.sheet.name, tex, pdf.compile_latex(tex, engine, page.path.parent), engine)
    except PdfError as error:
        why = values.plain(str(error).split(" (see ")[0])
        told = f"The page is set anew, since its own LaTeX did not compile with the marks in it ({why})."
        return replace(page, sheet=replace(page.sheet, intro=(*page.sheet.intro, told)))


# Steps -------------------------------------------------------------------------------------------------------


def _decided(number: int, step: CheckedStep, own_page: bool) -> Decided:
    """A teacher's sheet says in its appendix what a step assumes, a student's page beside the step."""
    failure = ""
    if (found := step.counterexample) is not None:
        failure = values.failing(found.at, found.left, found.right, step.reason)
    word = "refuted" if failure else methods.word(step.method) if step.method else ""
    note = _note(number, step, failure)
    if own_page and step.verdict == "proved" and step.assumptions:
        note = f"Step {number} needs {', '.join(values.condition(a) for a in step.assumptions)}."
    return Decided(number, step.span.line, step.span.column, step.verdict, word, failure, note)


def _note(number: int, step: CheckedStep, failure: str) -> str:
    """What to say to the author of a step; nothing of what is proved or given."""
    match step.verdict:
        case "refuted":
            parts = [f"Step {number} is false. {failure}"]
            parts += [f"It holds if {values.condition(step.holds_if)}."] if step.holds_if else []
            for hint in step.hints[:1]:
                formula = values.with_signs(f"{hint.lhs} {hint.relation} {hint.rhs}")
                parts.append(f"Did you mean {values.math(formula)}?")
            return " ".join(parts)
        case "unknown":
            return f"Step {number} is not decided: {values.condition(step.reason)}."
        case "unread":
            return f"Step {number} could not be read: {values.plain(step.reason)}."
        case "supported":
            return f"Step {number} is not proved, but numbers agree with it."
        case _:
            return ""


def _offset(text: str, line: int, column: int) -> int:
    lines = text.split("\n")
    return sum(len(one) + 1 for one in lines[: line - 1]) + column - 1


# Sheets ------------------------------------------------------------------------------------------------------


def _sheet(path: Path, text: str, report: Report, decided: Sequence[Decided]) -> Sheet:
    """A teacher's sheet has a result for every environment of that name; any other page is one result."""
    macros = macros_of(text)
    title = _title(text, path)
    found = list(RESULT.finditer(text))
    pieces = [(m["title"] or "", m.start("body"), m.end("body")) for m in found]
    if not pieces:
        inside = BODY.search(text)
        pieces = [("", *inside.span("body"))] if inside else [("", 0, len(text))]
    results = [_result(number, piece, text, report, decided, macros) for number, piece in enumerate(pieces, 1)]
    if not found:  # a page of its own has no title but that of the sheet, and no appendix to point to
        results = [replace(results[0], label="", title="", details=())]
    counts = report.summary
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "no steps"
    intro = f"What \\texttt{{hence}} found of {len(report.steps)} steps: {told}."
    about = About(title, "Solutions") if found else About(title, "Your page, step by step", of_file=title)
    return Sheet(about, (Section("", tuple(results)),), (intro,), file_name(path.stem), appendix=bool(found))


def _title(text: str, path: Path) -> str:
    found = TITLE.search(text)
    if found is None:
        return values.plain(path.stem)
    return " ".join(text[found.end() : manuscript.closing_brace(text, found.end()) - 1].split())


def _result(
    number: int,
    piece: tuple[str, int, int],
    text: str,
    report: Report,
    decided: Sequence[Decided],
    macros: dict[str, Macro],
) -> Result:
    title, start, end = piece
    anchor = f"result-{number}"
    steps = Steps(decided, text, anchor if RESULT.search(text) else "")
    here = steps.within(range(start, end))
    body = MARKDOWN_HEADING.sub(lambda m: m[0], text[start:end])
    made: list[Block] = []
    for block in manuscript.blocks(body, start):
        if isinstance(block, Heading) and not title and not made:
            title = expanded(block.latex, macros)
            continue
        made.append(_written_out(steps.marked(block), macros))
        span = getattr(block, "span", range(0))
        made += [Note(step.note, step.verdict) for step in steps.within(span) if step.note]
    return Result(
        anchor,
        str(number),
        title or f"Result {number}",
        tuple(made),
        _line(here),
        _weakest(here),
        tuple(_details(report, here)),
    )


def _body_blocks(text: str) -> tuple[Block, ...]:
    inside = BODY.search(text)
    start, end = inside.span("body") if inside else (0, len(text))
    return manuscript.blocks(text[start:end], start)


def _written_out(block: Block, macros: dict[str, Macro]) -> Block:
    """The block with the page's own commands written out."""
    match block:
        case Paragraph() | Heading():
            return replace(block, latex=expanded(block.latex, macros))
        case Display(rows):
            made = [
                replace(r, left=expanded(r.left, macros), right=expanded(r.right, macros), why=expanded(r.why, macros))
                for r in rows
            ]
            return replace(block, rows=tuple(made))
        case Mistake(said):
            return replace(block, said=tuple(_written_out(inner, macros) for inner in said))
        case _:
            return block


def _weakest(steps: Sequence[Decided]) -> str:
    order = ("refuted", "unread", "unknown", "supported", "assumed", "proved")
    weakest = min((step.verdict for step in steps), key=order.index, default="")
    return "proved" if weakest == "assumed" else weakest


def _line(steps: Sequence[Decided]) -> str:
    names = {"assumed": "given", "unknown": "not decided", "unread": "not read"}
    order = ("proved", "refuted", "supported", "unknown", "unread", "assumed")
    false = sum(step.verdict == "proved" and bool(step.failure) for step in steps)  # settled by their refutation
    counts = {name: sum(step.verdict == name for step in steps) for name in order}
    counts["proved"] -= false
    parts = [f"{count} {names.get(name, name)}" for name, count in counts.items() if count]
    parts += [f"{false} false {'statement' if false == 1 else 'statements'} refuted"] if false else []
    return "Steps: " + ", ".join(parts) + "." if parts else ""


def _details(report: Report, steps: Sequence[Decided]) -> list[Detail]:
    at = {step.line: str(step.number) for step in steps}
    told = [(step.number, _rests_on(report.steps[step.number - 1], at, step)) for step in steps]
    made = []
    for latex, run in groupby(told, key=lambda pair: pair[1]):
        numbers = [number for number, _ in run]
        made.append(Detail(numbers[0], numbers[-1], latex))
    return made


def _rests_on(step: CheckedStep, at: dict[int, str], decided: Decided) -> str:
    if decided.failure:
        return f"false, as claimed. {decided.failure}" if step.verdict == "proved" else decided.failure
    if step.verdict == "proved":
        text = f"by {methods.phrase(step.method, at)}"
        assumed = methods.listed([values.condition(a) for a in step.assumptions])
        return text + (f"; assuming {assumed}." if assumed else ".")
    return "given." if step.verdict == "assumed" else f"{step.verdict}: {values.condition(step.reason)}."
