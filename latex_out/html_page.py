"""A sheet as a web page in one file: mathematics as MathML, figures inside, nothing loaded from elsewhere."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

from hence.latex_out import values
from hence.latex_out.blocks import Block, Display, Heading, Mark, Mistake, Note, Paragraph, Picture, Row, Table
from hence.latex_out.latex_page import bookmark
from hence.latex_out.measure import Ruler
from hence.latex_out.prose import Target, rendered
from hence.latex_out.sheet import Result, Section, Sheet, answers_title

STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 12rem 0 1rem; position: relative }
body { font: 1.05rem/1.5 Georgia, serif; color: #1c1c1c }
h1, h2, h3 { line-height: 1.25 } h1 { text-align: center; font-weight: normal } .subtitle { text-align: center }
a { color: #203e6e; text-decoration: none } a:hover { text-decoration: underline }
b.label { color: #203e6e } .problem { font-style: italic }
table.display { border-collapse: collapse; width: 100%; margin: .6rem 0 .6rem 1rem }
table.display td { padding: .15rem 0; vertical-align: middle }
td.left { text-align: right; width: 1% ; white-space: nowrap }
td.why { text-align: right; font-size: .82rem; color: #5f6973; padding-left: 1rem }
.mark { position: absolute; right: 0; width: 10.5rem; font-size: .78rem; color: #5f6973; white-space: nowrap }
.mark a { color: inherit }
.mistake { background: #faf1ee; border-left: 3px solid #a0281e; padding: .6rem 1rem; margin: 1rem 0 }
.mistake > b:first-child { color: #a0281e } .line, figcaption, .details { font-size: .85rem; color: #5f6973 }
.details { color: #333 } .refuted { color: #a0281e }
figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto }
.answers td { vertical-align: top; padding: .1rem .8rem .1rem 0 } nav ul { list-style: none; padding-left: 1rem }
@media (max-width: 60rem) { body { padding-right: 1rem } .mark { position: static; float: right; width: auto } }
"""
SYMBOLS = {"proved": "✓", "assumed": "○", "supported": "≈", "refuted": "✗"}
ROLES = {"problem": "Problem.", "given": "Given.", "answer": "Answer.", "remark": "Remark."}
SIMPLER = (
    (re.compile(r"\\bm\s*\{"), r"\\boldsymbol{"),
    (re.compile(r"\\[dt]frac\b"), r"\\frac"),
    (
        re.compile(
            r"\\begin\{(?:align|gather|equation|falsehood)\*?\}|\\end\{(?:align|gather|equation|falsehood)\*?\}"
        ),
        "",
    ),
    (re.compile(r"\\(?:bigl|bigr|Bigl|Bigr|big|Big)(?![A-Za-z])"), ""),
    (re.compile(r"\\tag\*?\{[^{}]*\}"), ""),
)


def document(sheet: Sheet, ruler: Ruler, folder: Path) -> str:
    """The whole page; figures are read from the folder. Never fails: a formula that has no MathML is shown as LaTeX."""
    del ruler  # a browser breaks lines by itself
    title = html.escape(bookmark(sheet.about.file_title))
    parts = [
        f'<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body>",
        f'<h1>{prose(sheet.about.title)}</h1><p class="subtitle">{prose(sheet.about.subtitle)}</p>',
        *(f"<p>{prose(text)}</p>" for text in sheet.intro),
        _contents(sheet) if len(sheet.sections) > 1 or sheet.appendix else "",
        *(block(b, folder) for b in sheet.extra),
        *(_section(section, folder) for section in sheet.sections),
        _appendix(sheet) if sheet.appendix else "",
        _references(sheet),
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def prose(latex: str) -> str:
    return rendered(latex, HTML)


@cache
def math(latex: str, display: str = "inline") -> str:
    """MathML; the LaTeX source where there is none."""
    from latex2mathml.converter import convert  # noqa: PLC0415 (only for web pages)

    for pattern, simpler in SIMPLER:
        latex = pattern.sub(simpler, latex)
    try:
        return convert(latex, display=display)
    except _refusals():
        return _source(latex)


@cache
def _refusals() -> tuple[type[Exception], ...]:
    """What the converter raises for LaTeX that it does not know; the last two for formulas that end too early."""
    from latex2mathml import exceptions  # noqa: PLC0415

    own = (e for e in vars(exceptions).values() if isinstance(e, type) and issubclass(e, Exception))
    return (*own, IndexError, KeyError)


def _source(latex: str) -> str:
    return f"<code>{html.escape(latex.strip())}</code>"


def _display_in_prose(latex: str) -> str:
    return f"<div>{math(latex, 'block')}</div>"


HTML = Target(
    inline=math,
    display=_display_in_prose,
    source=_source,
    escape=html.escape,
    styles={
        "emph": ("<em>", "</em>"),
        "textit": ("<em>", "</em>"),
        "textbf": ("<b>", "</b>"),
        "texttt": ("<code>", "</code>"),
        "underline": ("<u>", "</u>"),
    },
    paragraph="<br>",
    item="<br>• ",
)


# Pages -------------------------------------------------------------------------------------------------------


def _contents(sheet: Sheet) -> str:
    rows = []
    for section in sheet.sections:
        inner = "".join(
            f'<li><a href="#{r.anchor}">{prose(r.label)} {prose(r.title)}</a></li>' for r in section.results
        )
        rows.append(f"<li>{prose(section.title)}<ul>{inner}</ul></li>")
    return f"<nav><h2>Contents</h2><ul>{''.join(rows)}</ul></nav>"


def _section(section: Section, folder: Path) -> str:
    heading = f"<h2>{prose(section.title)}</h2>" if section.title else ""
    return "\n".join((heading, *(_result(r, folder) for r in section.results), _answers(section)))


def _result(result: Result, folder: Path) -> str:
    note = f' <small class="line">({prose(result.note)})</small>' if result.note else ""
    heading = f"<h3>{prose(result.label)} {prose(result.title)}{note}</h3>" if result.title else ""
    parts = [f'<section id="{result.anchor}">{heading}']
    solution = bool(result.title)
    for one in result.blocks:
        if solution and not (isinstance(one, Paragraph) and one.role in ("problem", "given")):
            parts.append('<b class="label">Solution.</b>')
            solution = False
        parts.append(block(one, folder))
    if result.line:
        mark = SYMBOLS.get(result.verdict, "○")
        details = f'<a href="#details-{result.anchor}">Details.</a>' if result.details or result.further else ""
        parts.append(f'<p class="line">{mark} {prose(result.line)} {details}</p>')
    return "\n".join((*parts, "</section>"))


def block(one: Block, folder: Path) -> str:
    match one:
        case Paragraph(latex, _, role, marks):
            label = f'<b class="label">{ROLES[role]}</b> ' if role in ROLES else ""
            return f'<p class="{role}">{label}{"".join(map(_mark, marks))}{prose(latex)}</p>'
        case Display(rows):
            return f'<table class="display">{"".join(map(_row, rows))}</table>'
        case Heading(latex, level):
            return f"<h{level + 1}>{prose(latex)}</h{level + 1}>"
        case Picture(name, caption, title):
            told = f"<b>Figure.</b> {prose(title)} {prose(caption)}"
            return f"<figure>{_svg(folder / (name + '.svg'))}<figcaption>{told}</figcaption></figure>"
        case Mistake(said, where, correct):
            inner = [block(part, folder) for part in said]
            inner += [f"<p><b>Counterexample.</b> {prose(where)}</p>"] if where else []
            inner += [f"<p><b>Instead.</b> {prose(values.sentence(correct))}</p>"] if correct else []
            return f'<div class="mistake"><b>The following statement is false:</b>{"".join(inner)}</div>'
        case Table():
            return _table(one)
        case Note(latex, verdict):
            return f'<p class="line {verdict}">{prose(latex)}</p>'


def _table(table: Table) -> str:
    head = "".join(f"<th>{prose(cell)}</th>" for cell in table.head)
    rows = []
    for row in table.rows:
        first, *others = (prose(cell) for cell in row.cells)
        link = f'<a href="{row.sheet}.html#{row.anchor}">{first}</a>' if row.anchor else first
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in (link, *others)) + "</tr>")
    return f'<table class="answers"><tr>{head}</tr>{"".join(rows)}</table>'


def _row(row: Row) -> str:
    mark = _mark(row.mark) if row.mark else ""
    left = (
        math(row.left, "block").replace('display="block"', 'display="inline" displaystyle="true"') if row.left else ""
    )
    right = math(row.right, "block").replace('display="block"', 'display="inline" displaystyle="true"')
    return f'<tr><td class="left">{left}</td><td>{right}</td><td class="why">{prose(row.why)}{mark}</td></tr>'


def _mark(mark: Mark) -> str:
    shown = f"{mark.numbers} {SYMBOLS.get(mark.verdict, '?')} {html.escape(mark.word)}"
    target = f"step-{mark.anchor}-{mark.first}"
    if not mark.anchor:
        return f'<span class="mark">{shown}</span>'
    return f'<span class="mark" id="{target}"><a href="#details-{mark.anchor}">{shown}</a></span>'


def _svg(path: Path) -> str:
    """The figure itself, without the head that a file of its own needs."""
    if not path.exists():
        return f"<p>(no figure: {html.escape(path.name)})</p>"
    text = path.read_text(encoding="utf-8")
    return text[text.index("<svg") :]


def _answers(section: Section) -> str:
    if not section.answers:
        return ""
    rows = []
    for answer in section.answers:
        label = f'<a href="#{answer.anchor}">{prose(answer.label)}</a>'
        rows.append(f"<tr><td>{label}</td><td>{prose(answer.sentence)}</td></tr>")
    return f'<p><b class="label">{prose(answers_title(section))}.</b></p><table class="answers">{"".join(rows)}</table>'


def _appendix(sheet: Sheet) -> str:
    parts = []
    for section in sheet.sections:
        for result in section.results:
            if result.details or result.further:
                steps = " ".join(
                    f'<a href="#step-{result.anchor}-{d.first}">{d.numbers}</a>: {prose(d.latex)}'
                    for d in result.details
                )
                head = f'<a href="#{result.anchor}"><b>{prose(result.label)} {prose(result.title)}.</b></a>'
                further = " ".join(prose(text) for text in result.further)
                parts.append(f'<p class="details" id="details-{result.anchor}">{head} {steps} {further}</p>')
    return "<h2>Appendix: what the steps rest on</h2>" + "\n".join(parts) if parts else ""


def _references(sheet: Sheet) -> str:
    cited = [text for text in (sheet.about.citation, *sheet.about.reading) if text]
    items = "".join(f"<li>{prose(text)}</li>" for text in cited)
    return f"<h2>References</h2><ol>{items}</ol>" if cited else ""
