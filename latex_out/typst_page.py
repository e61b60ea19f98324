"""A homework as a Typst document: the same pages, for machines without TeX.

Prose and formulas are translated from the LaTeX of the entries. What cannot be translated is shown as its
LaTeX source with a note, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hence.latex_out import values
from hence.latex_out.arrange import MATH_INDENT, TEXT_WIDTH, Line, arranged, breaks_badly
from hence.latex_out.blocks import Block, Display, Heading, Mark, Mistake, Note, Paragraph, Picture, Table
from hence.latex_out.evidence import Detail
from hence.latex_out.latex_page import bookmark
from hence.latex_out.measure import Ruler
from hence.latex_out.prose import Target, rendered
from hence.latex_out.sheet import Result, Section, Sheet, answers_title, label_room, marks_of
from hence.latex_out.typst_math import Untranslatable, translate

HEAD = r"""#set page(paper: "a4", margin: (left: 2.2cm, right: 3.9cm, top: 2.3cm, bottom: 2.4cm), numbering: "1")
#set text(font: ("New Computer Modern", "New Computer Modern Math"), size: 11pt)
#set text(lang: "en", region: "GB", overhang: false)
#set par(justify: true, leading: 0.6em, spacing: 0.95em)
#set heading(numbering: none)
#let ink = rgb(32, 62, 110)
#let quiet = rgb(95, 105, 115)
#let alarm = rgb(160, 40, 30)
#let paper = rgb(250, 241, 238)
#show heading.where(level: 1): set text(size: 15pt)
#show heading.where(level: 2): set text(size: 12pt)
#show heading: set block(above: 1.5em, below: 0.8em, sticky: true)
#show raw: set text(font: "DejaVu Sans Mono", size: 8pt)
#show link: set text(fill: ink)
#show outline.entry: it => context {
  let all = query(heading.where(outlined: true))
  let left = all.len() - all.position(one => one.location() == it.element.location())
  let body = if it.level > 1 { it } else { link(it.element.location(), strong[#it.body()#h(1fr)#it.page()]) }
  let above = if it.level > 1 { 0.6em } else { 1em }
  block(above: above, below: 0.6em, sticky: it.level == 1 or left < 5, body) // the last lines stay together
}
#let tight(body) = context { // a short formula is not broken, and a tall one keeps away from the lines around it
  let size = measure(body)
  let tall = size.height > 1.05em.to-absolute()
  let (widest, air) = if tall { (220pt, 0.16em) } else { (110pt, 0em) }
  if size.width < widest { box(inset: (y: air), body) } else { body }
}
#let mono(body) = text(font: "DejaVu Sans Mono", size: 0.8em, body)
#let unset(source) = [#raw(source) #text(size: 8pt, fill: alarm)[(shown as LaTeX source: not translated)]]
#let reason(body) = text(size: 9pt, fill: quiet, body)
#let label-of(body) = text(fill: ink, weight: "bold", body)
#let small(body) = text(size: 9pt, fill: quiet, body)
#let in-margin(body) = box(width: 0pt, height: 0pt, place(left + bottom, dx: 0.35cm,
  box(width: 3.1cm, text(size: 8pt, fill: quiet, body))))
#let step-mark(target, body) = in-margin(link(label(target), text(fill: quiet, body)))
#let row(body, below: 0.62em, sticky: false) = block(width: 100%, above: 0.62em, below: below, sticky: sticky,
  breakable: false, {
    set par(justify: false, leading: 0pt) // or tall formulas would be cut to the height of a line
    body
  })
#let mistake(marks, body) = block(width: 100%, fill: paper, stroke: (left: 2pt + alarm), inset: (x: 10pt, y: 8pt),
  breakable: false, above: 1em, below: 1em)[#text(fill: alarm, weight: "bold")[The following statement is false:]#marks

#body]
"""
SPECIAL = re.compile(r"([\\*_`$#@<>\[\]~/=+;-])")


def prose(latex: str) -> str:
    """Typst markup for LaTeX prose. Never fails: what it does not know it shows as source, and says so."""
    return rendered(latex, TYPST)


def _inline(latex: str) -> str:
    try:
        return f"#tight(${translate(latex)}$);"
    except Untranslatable:
        return _source(latex)


def display(latex: str) -> str:
    """A display that stands in prose."""
    try:
        return f"\n$ {translate(latex)} $\n"
    except Untranslatable:
        return f"\n{_source(latex)}\n"


def _source(latex: str) -> str:
    return f"#unset({_string(latex.strip())});"


def escaped(text: str) -> str:
    """Any text so that Typst prints it as it is."""
    return SPECIAL.sub(r"\\\1", text)


STYLES = {"emph": "emph", "textit": "emph", "textbf": "strong", "textsc": "smallcaps", "underline": "underline"}
TYPST = Target(
    inline=_inline,
    display=display,
    source=_source,
    escape=escaped,
    styles={name: (f"#{function}[", "]") for name, function in STYLES.items()} | {"texttt": ("#mono[", "]")},
    paragraph="\n\n",
    item="\n- ",
)


# Pages -------------------------------------------------------------------------------------------


def document(sheet: Sheet, ruler: Ruler) -> str:
    """The whole Typst source. Never fails."""
    about = sheet.about
    title = f'#set document(title: {_string(bookmark(about.file_title))}, author: "hence", date: none)'
    subtitle = f"#block(width: 70%)[{prose(about.subtitle)}]"
    heading = f"#align(center)[#text(size: 17pt)[{prose(about.title)}]\n\n{subtitle}]\n#v(0.6em)"
    contents = "#[#set text(size: 10pt)\n#outline(depth: 2, indent: 1em)]"
    parts = [
        HEAD + title,
        heading,
        *(prose(text) for text in sheet.intro),
        contents if len(sheet.sections) > 1 or sheet.appendix else "",
        *(block(b, ruler) for b in sheet.extra),
        *(_section(section, ruler) for section in sheet.sections),
        _appendix(sheet) if sheet.appendix else "",
        _references(sheet),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(section: Section, ruler: Ruler) -> str:
    heading = f"= {prose(section.title)}" if section.title else ""
    return "\n\n".join(filter(None, (heading, *(_result(r, ruler) for r in section.results), _answers(section))))


def _result(result: Result, ruler: Ruler) -> str:
    label = f"{prose(result.label)} #h(0.6em) " if result.label else ""
    parts = [f"== {label}{prose(result.title)} <result-{result.anchor}>"] if result.title else []
    if result.note:
        parts.append(f"#block(above: 0.4em, sticky: true, small[({prose(result.note)})])")
    solution = True
    leading = {number for number, one in enumerate(result.blocks) if isinstance(one, Display | Mistake)}
    for number, one in enumerate(result.blocks, 1):
        text = block(one, ruler)
        if solution and result.title and not (isinstance(one, Paragraph) and one.role in ("problem", "given")):
            text, solution = f"#label-of[Solution.] {text}", False
        if isinstance(one, Paragraph) and (number in leading or one.role in ("problem", "given")):
            text = f"#block(sticky: true)[{text}]"  # what leads to something stays with it
        parts.append(text)
    if result.line and result.blocks:  # what was verified stays with the end of the argument
        parts[-1] = f"#block(above: 0.95em, below: 0.8em, sticky: true)[{parts[-1]}]"
    if result.line:
        parts.append(_summary(result))
    return "\n\n".join(parts)


def _summary(result: Result) -> str:
    mark = SYMBOLS.get(result.verdict, "∘" if result.verdict == "remark" else "?")
    page = f"#context counter(page).at(<details-{result.anchor}>).first()"
    details = f"#link(<details-{result.anchor}>)[Details on p.~{page}.]" if result.details or result.further else ""
    return f"#block(above: 0.8em)[#small[{mark} {prose(result.line)} {details}]] <verdict-{result.anchor}>"


def block(one: Block, ruler: Ruler, width: float = TEXT_WIDTH) -> str:
    match one:
        case Paragraph(latex, _, role, marks):
            return _paragraph(latex, role, marks)
        case Display():
            return _display(one, ruler, width)
        case Heading(latex, level):
            return f"#heading(level: {level}, outlined: false)[{prose(latex)}]"
        case Picture(name, caption, title):
            told = f"{prose(title)} " if title else ""
            image = f"#image({_string(name + '.pdf')}, width: 100%, alt: {_string(bookmark(title or caption))})"
            below = f"#text(size: 9pt)[*Figure.* {told}{prose(caption)}]"
            return f"#block(breakable: false)[#set block(spacing: 0.45em)\n{image}\n{below}]"
        case Mistake():
            return _mistake(one, ruler, width)
        case Table():
            return _table(one)
        case Note(latex, verdict):
            colour = "alarm" if verdict == "refuted" else "quiet"
            return f"#text(size: 9pt, fill: {colour})[{prose(latex)}]"


def _table(table: Table) -> str:
    columns = ", ".join(f"{width:.3f}fr" for width in table.widths)
    head = ", ".join(f"[*{prose(cell)}*]" for cell in table.head)
    rows = []
    for row in table.rows:
        first, *others = (prose(cell) for cell in row.cells)
        place = _string(f"{row.sheet}.pdf#result-{row.anchor}")
        link = f"#link({place})[{first}]" if row.anchor else first
        rows.append(", ".join(f"[{cell}]" for cell in (link, *others)) + ",")
    settings = "#set text(size: 9pt)\n#set par(justify: false)\n#set table.cell(breakable: false)\n"
    start = f"#[{settings}#table(columns: ({columns}), stroke: none, align: left,\n"
    lines = "inset: (x: 4pt, y: 5pt), table.hline(), table.header(" + head + "), table.hline(stroke: 0.5pt),\n"
    return start + lines + "\n".join(rows) + "\ntable.hline())]"


ROLES = {"problem": "Problem.", "given": "Given.", "answer": "Answer.", "remark": "Remark."}


def _paragraph(latex: str, role: str, marks: Sequence[Mark]) -> str:
    text = prose(latex) + "".join(f"#h(1fr){_mark(mark)}" for mark in marks)
    if role == "problem":
        text = f"#emph[{text}]"
    return f"#label-of[{ROLES[role]}] {text}" if role in ROLES else text


def _display(display: Display, ruler: Ruler, width: float) -> str:
    lines = arranged(display, ruler, width).lines
    rows = "\n".join(_line(line, breaks_badly(number, len(lines))) for number, line in enumerate(lines))
    return f"#block(above: 0.9em, below: 0.9em)[{rows}]"


def _line(line: Line, keep: bool) -> str:
    """A row; `keep` holds it on the page of the next one."""
    pad = MATH_INDENT + line.pad
    left = f"#box({_math(line.left)})" if line.left else ""
    gap = f"#h({line.indent:g}pt)" if line.indent else ""
    body = f"#h({pad:.2f}pt){left}{gap}#box({_math(line.latex)})"
    tail = "#h(1fr)" + (f"#reason[{prose(line.why)}]" if line.why else "") + (_mark(line.mark) if line.mark else "")
    held = "sticky: true" if keep else ""
    made = f"#row({'sticky: true, below: 0.3em' if line.below else held})[{body}{tail}]"
    return made + (f"\n#row({held})[#h(1fr)#reason[{prose(line.below)}]]" if line.below else "")


def _math(latex: str) -> str:
    r"""Mathematics in display style, as a Typst value."""
    try:
        return f"${'display(' + translate('{}' + latex) + ')'}$"
    except Untranslatable:
        return f"[{_source(latex)}]"


def _mark(mark: Mark) -> str:
    shown = f"{mark.numbers}{chr(0x2009)}{SYMBOLS.get(mark.verdict, '?')}{chr(0x2009)}{mark.word}"
    if not mark.anchor:
        return f"#in-margin[{escaped(shown)}]"
    anchor = f"step-{mark.anchor}-{mark.first}"
    return f"#step-mark({_string('details-' + mark.anchor)})[{escaped(shown)}]#box()<{anchor}>"


def _mistake(one: Mistake, ruler: Ruler, width: float) -> str:
    parts = [block(_numbered(said), ruler, width - 24) for said in one.said]
    parts += [f"*Counterexample.* {prose(one.where)}"] if one.where else []
    parts += [f"*Instead.* {prose(values.sentence(one.correct))}"] if one.correct else []
    labels = "".join(f"#box()<step-{m.anchor}-{m.first}>" for m in marks_of(one.said) if m.anchor)
    return f"#mistake[{labels}][" + "\n\n".join(parts) + "]"


def _numbered(said: Block) -> Block:
    """In a box the number of a step stands at the right edge, not in the margin."""
    if not isinstance(said, Display):
        return said
    rows = [replace(row, why=f"({row.mark.numbers})", mark=None) if row.mark else row for row in said.rows]
    return replace(said, rows=tuple(rows))


def _answers(section: Section) -> str:
    if not section.answers:
        return ""
    room, rows = f"{label_room(section):g}em", []
    for answer in section.answers:
        link = f"#link(<result-{answer.anchor}>)[{prose(answer.label)}]" if answer.label else ""
        rows.append(f"#par(hanging-indent: {room})[#box(width: {room})[{link}]{prose(answer.sentence)}]")
    heading = f"#block(sticky: true)[#label-of[{prose(answers_title(section))}.]]"
    start = "#[#set text(size: 10pt)\n#set par(justify: false, spacing: 0.75em)\n"
    return f"{heading}\n{start}" + "\n".join(rows) + "]"


def _appendix(sheet: Sheet) -> str:
    parts = [_details(r) for section in sheet.sections for r in section.results if r.details or r.further]
    if not parts:
        return ""
    return (
        "= Appendix: what the steps rest on\n#[#set text(size: 9pt)\n#set par(justify: false)\n"
        + "\n\n".join(parts)
        + "\n]"
    )


def _details(result: Result) -> str:
    page = f"#context counter(page).at(<result-{result.anchor}>).first()"
    title = f"*{prose(result.label)} {prose(result.title)}*"
    head = f"#link(<result-{result.anchor}>)[{title}] (p.~{page}).#box()<details-{result.anchor}>"
    steps = [f"{_step_link(result, d)}: {prose(d.latex)}" for d in result.details]
    return "\n".join((head, *steps, *(prose(text) for text in result.further)))


def _step_link(result: Result, detail: Detail) -> str:
    """Only where the step has a mark of its own: several steps of one line share one."""
    firsts = {mark.first for mark in marks_of(result.blocks)}
    text = escaped(detail.numbers)
    return f"#link(<step-{result.anchor}-{detail.first}>)[{text}]" if detail.first in firsts else text


def _references(sheet: Sheet) -> str:
    cited = [text for text in (sheet.about.citation, *sheet.about.reading) if text]
    if not cited:
        return ""
    rows = "\n".join(f"[\\[{number}\\]], [{prose(text)}]," for number, text in enumerate(cited, 1))
    return f"= References\n#[#set text(size: 10pt)\n#grid(columns: (2em, 1fr), row-gutter: 0.8em,\n{rows})]"


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


SYMBOLS = {"proved": "✓", "assumed": "∘", "supported": "≈", "refuted": "×"}
