r"""A sheet as a LaTeX document, which is also what is read back.

What `hence` itself says stands in tags, side notes and `verified` environments, none of which is read as part of the
argument.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hence.latex_out import values
from hence.latex_out.arrange import MATH_INDENT, TEXT_WIDTH, Line, arranged, breaks_badly
from hence.latex_out.blocks import Block, Display, Heading, Mark, Mistake, Note, Paragraph, Picture, Table
from hence.latex_out.measure import Ruler
from hence.latex_out.sheet import Result, Section, Sheet, answers_title, label_room

PREAMBLE = (
    r"""\documentclass[11pt,fleqn]{article}
\pdfobjcompresslevel=0 \pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1
\usepackage{amsmath,amssymb,bm}
\usepackage[a4paper,left=2.2cm,textwidth=14.9cm,top=2.3cm,bottom=2.4cm,marginparsep=0.35cm,marginparwidth=3cm]{geometry}
\usepackage{xcolor,graphicx,longtable,array}
\usepackage[colorlinks=true,linkcolor=ink,urlcolor=ink,filecolor=ink,bookmarksopen=true]{hyperref}
\definecolor{ink}{RGB}{32,62,110}
\definecolor{quiet}{RGB}{95,105,115}
\definecolor{alarm}{RGB}{160,40,30}
\definecolor{paper}{RGB}{250,241,238}
\definecolor{wash}{RGB}{241,244,248}
\setlength{\mathindent}{"""
    + f"{MATH_INDENT:g}pt"
    + r"""}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5em plus 0.2em minus 0.1em}
\setcounter{secnumdepth}{0} \setcounter{tocdepth}{2}
\AtBeginDocument{\setlength{\abovedisplayskip}{5pt plus 2pt}\setlength{\belowdisplayskip}{5pt plus 2pt}%
  \setlength{\abovedisplayshortskip}{4pt plus 2pt}\setlength{\belowdisplayshortskip}{5pt plus 2pt}}
\allowdisplaybreaks \raggedbottom \emergencystretch=3em
\clubpenalty=10000 \widowpenalty=10000 \displaywidowpenalty=10000
\newcommand{\keepverdict}{\global\postdisplaypenalty=10000 } % in the last row above a verdict, which ends it
\newenvironment{result}{}{}
\newenvironment{problem}{\par\textbf{\color{ink}Problem.}\ \itshape}{\par\nobreak}
\newenvironment{given}{\par\rightskip=0pt plus 3em \textbf{\color{ink}Given.}\ }{\par\nobreak}
\newcommand{\solution}{\textbf{\color{ink}Solution.}\ }
\newenvironment{answer}{\par\textbf{\color{ink}Answer.}\ }{\par}
\newenvironment{remark}{\par\textbf{\color{ink}Remark.}\ }{\par}
\newenvironment{falsehood}{\begin{equation*}}{\end{equation*}\ignorespacesafterend}
\newsavebox{\mistakebox}
\newenvironment{mistake}{\par\nobreak\smallskip\begin{lrbox}{\mistakebox}\begin{minipage}{\dimexpr\linewidth-19pt}%
  \setlength{\parskip}{0.4em}\raggedright
  \textbf{\color{alarm}The following statement is false:}}{\end{minipage}\end{lrbox}%
  \noindent{\color{alarm}\vrule width 2pt}\fboxsep=8pt\colorbox{paper}{\usebox{\mistakebox}}\par}
\newenvironment{verified}{}{\par\global\postdisplaypenalty=0 }
\newcommand{\reason}[1]{{\footnotesize\color{quiet}#1}}
\newcommand{\stepmark}[4]{\rlap{\hspace{\marginparsep}\scriptsize\hyperlink{details:#1}{\textcolor{quiet}{#2\,#3\,#4}}}%
  \raisebox{1.2\baselineskip}[0pt][0pt]{\hypertarget{step:#1:#2}{}}}
\newcommand{\plainmark}[3]{\rlap{\hspace{\marginparsep}\scriptsize\textcolor{quiet}{#1\,#2\,#3}}}
\newcommand{\sidenote}[1]{\strut\vadjust{\kern-\dp\strutbox%
  \vtop to\dp\strutbox{\baselineskip\dp\strutbox\vss\hbox to\hsize{\hfil#1}\null}}}
\newcommand{\summary}[3]{{\footnotesize\color{quiet}%
  \raisebox{1.2\baselineskip}[0pt][0pt]{\hypertarget{verdict:#1}{}}%
  #2\ #3\par}}
% a page may end between the rows of a display, but not behind the last one
\expandafter\def\csname endalign*\endcsname{\interdisplaylinepenalty=10000 \endalign}
\newcommand{\roomfor}[1]{\par\penalty-100\ifdim\dimexpr\pagegoal-\pagetotal\relax<#1\newpage\fi}
\newcommand{\keepcontents}{\csname @secpenalty\endcsname=10000 \nopagebreak} % the end of the contents stays together
\newcommand{\lastcontents}{\addtocontents{toc}{\protect\keepcontents}}
\mathchardef\plaincomma=\mathcode`\, % a long list of formulas may be broken behind its commas
\begingroup\lccode`~=`, \lowercase{\endgroup\def~}{\plaincomma\penalty200 } \mathcode`\,="8000
"""
)
SYMBOLS = {"proved": r"$\checkmark$", "assumed": r"$\circ$", "supported": r"$\approx$", "refuted": r"$\times$"}
CONTENTS_KEPT = 2  # lines of the contents that stay with those of appendix and references
LABELS = {"answer": "answer", "remark": "remark", "given": "given", "problem": "problem"}
OUTSIDE_ASCII = re.compile(r"[^\x00-\x7f–—’“”…]")


def document(sheet: Sheet, ruler: Ruler) -> str:
    """The whole .tex file. Never fails."""
    about = sheet.about
    parts = [
        PREAMBLE + _hyper(sheet),
        r"\begin{document}",
        rf"\begin{{center}}{{\LARGE {about.title}\par}}\medskip\parbox{{0.7\linewidth}}{{\centering {about.subtitle}}}"
        r"\end{center}\medskip",
        *(f"\\begin{{verified}}\n{text}\n\\end{{verified}}\n" for text in sheet.intro),
        r"{\small\setlength{\parskip}{0pt}\tableofcontents}" if len(sheet.sections) > 1 or sheet.appendix else "",
        *(block(b, ruler) for b in sheet.extra),
        *(_section(section, ruler, section is sheet.sections[-1]) for section in sheet.sections),
        _appendix(sheet) if sheet.appendix else "",
        _references(sheet),
        r"\end{document}",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _hyper(sheet: Sheet) -> str:
    title = bookmark(sheet.about.file_title)
    return (
        rf"\hypersetup{{pdftitle={{{title}}},pdflang={{en-GB}},pdfauthor={{hence}},pdfcreator={{hence}},pdfproducer={{}}}}"
        + "\n"
    )


def bookmark(title: str) -> str:
    """A title without markup, for the outline of the PDF."""
    plain = re.sub(r"\\[A-Za-z]+\s?", "", title)
    return re.sub(r"[\\{}$^_&#%]", "", plain.replace("~", " ")).replace("–", "-")


def _section(section: Section, ruler: Ruler, last: bool) -> str:
    heading = rf"\section{{{section.title}}}" if section.title else ""
    if heading and any(isinstance(one, Table) for result in section.results for one in result.blocks):
        heading = rf"\roomfor{{12\baselineskip}}{heading}"  # a table would leave its heading behind
    results = [_result(result, ruler) for result in section.results]
    if last:
        results[-CONTENTS_KEPT:] = [rf"\lastcontents{{}}{result}" for result in results[-CONTENTS_KEPT:]]
    return "\n\n".join(filter(None, (heading, *results, _answers(section))))


def _result(result: Result, ruler: Ruler) -> str:
    label = rf"{result.label}\quad " if result.label else ""
    plain = bookmark(f"{result.label} {result.title}".strip())
    note = rf" {{\normalfont\footnotesize\color{{quiet}}({result.note})}}" if result.note else ""
    heading = (
        rf"\subsection[\texorpdfstring{{{label}{result.title}}}{{{plain}}}]{{{label}{result.title}{note}}}"
        rf"\hypertarget{{result:{result.anchor}}}{{}}\label{{result:{result.anchor}}}"
    )
    summary = ""
    if result.line:
        mark = SYMBOLS.get(result.verdict, r"$\circ$" if result.verdict == "remark" else "?")
        place = f"details:{result.anchor}"
        link = (
            rf" \hyperlink{{{place}}}{{Details on p.\,\pageref*{{{place}}}.}}"
            if result.details or result.further
            else ""
        )
        told = f"{{{result.anchor}}}{{{mark}}}{{{_dashes(result.line)}{link}}}"
        # behind a display the paragraph goes on, and no page ends there
        apart = "" if result.blocks and isinstance(result.blocks[-1], Display) else r"\par\nobreak\leavevmode"
        summary = f"\\begin{{verified}}\n{apart}\\summary{told}\n\\end{{verified}}"
    body = "\n\n".join(_joined(result, ruler))
    return "\n".join((r"\begin{result}", heading if result.title else "", "", body, summary, r"\end{result}"))


def _joined(result: Result, ruler: Ruler) -> list[str]:
    """Blocks as paragraphs; a display stays in the paragraph before it, and what goes on behind it, too."""
    made: list[str] = []
    solution = bool(result.title)
    for number, one in enumerate(result.blocks, 1):
        ends = bool(result.line) and number == len(result.blocks)
        text = _display(one, ruler, TEXT_WIDTH, ends) if isinstance(one, Display) else block(one, ruler)
        if solution and not (isinstance(one, Paragraph) and one.role in ("problem", "given")):
            text, solution = rf"\solution{{}}{text}", False
        goes_on = isinstance(one, Display) or (
            isinstance(one, Paragraph) and one.role == "text" and one.latex[:1].islower()
        )
        if made and goes_on:
            made[-1] += "\n" + text
        else:
            made.append(text)
    return made


def block(one: Block, ruler: Ruler, width: float = TEXT_WIDTH) -> str:
    match one:
        case Paragraph(latex, _, role, marks):
            text = latex + "".join(rf"\sidenote{{{_mark(mark)}}}" for mark in marks)
            return f"\\begin{{{LABELS[role]}}}\n{text}\n\\end{{{LABELS[role]}}}" if role in LABELS else text
        case Display():
            return _display(one, ruler, width)
        case Heading(latex, level):
            return rf"\{'sub' * (level - 1)}section*{{{latex}}}"
        case Picture(name, caption, title):
            told = f"{title} " if title else ""
            return (
                f"\\begin{{verified}}\n\\par\\medskip\\begin{{minipage}}{{\\linewidth}}\\includegraphics[width=\\linewidth]"
                f"{{{name}.pdf}}\\par{{\\footnotesize \\textbf{{Figure.}} {told}{_dashes(caption)}\\par}}"
                "\\end{minipage}\\par\\nobreak\n\\end{verified}"
            )
        case Mistake():
            return _mistake(one, ruler, width)
        case Table():
            return _table(one)
        case Note(latex, verdict):
            colour = "alarm" if verdict == "refuted" else "quiet"
            told = rf"\par{{\footnotesize\color{{{colour}}}{_dashes(latex)}\par}}"
            return f"\\begin{{verified}}\n{told}\n\\end{{verified}}"


def _table(table: Table) -> str:
    """Cells are as wide as they are told to be, and are not justified."""
    columns = "".join(rf">{{\raggedright\arraybackslash}}p{{{width:.3f}\linewidth}}" for width in table.widths)
    head = " & ".join(rf"\textbf{{{cell}}}" for cell in table.head) + r" \\[1pt] \hline \noalign{\vskip 3pt} \endhead"
    rows = []
    for row in table.rows:
        first, *others = row.cells
        link = rf"\href{{{row.sheet}.pdf\#result:{row.anchor}}}{{{first}}}" if row.anchor else first
        rows.append(" & ".join((link, *(_small(_dashes(cell)) for cell in others))) + r" \\ \noalign{\vskip 5pt}")
    start = rf"{{\footnotesize\setlength{{\tabcolsep}}{{5pt}}\begin{{longtable}}{{@{{}}{columns}@{{}}}}"
    return "\n".join((start, rf"\hline {head}", *rows, r"\hline \end{longtable}}"))


def _small(latex: str) -> str:
    """Matrices of a table as small as its text."""
    return latex.replace(r"\begin{pmatrix}", r"\left(\begin{smallmatrix}").replace(
        r"\end{pmatrix}", r"\end{smallmatrix}\right)"
    )


def _display(display: Display, ruler: Ruler, width: float, keep: bool = False) -> str:
    """No page ends behind the first row or before the last one, nor, to `keep` the verdict, behind it."""
    lines = arranged(display, ruler, width).lines
    rows = []
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        end = "" if last else r"\\*" if breaks_badly(number, len(lines)) else r"\\"
        kept = r"\keepverdict" if keep and last else ""
        rows.append(_line(line, r"\\*" if line.below else end, "" if line.below else kept))
        if line.below:
            rows.append(rf"& \tag*{{\reason{{{line.below}}}{kept}}} {end}".rstrip())
    return "\\begin{align*}\n" + "\n".join(rows) + "\n\\end{align*}"


def _line(line: Line, end: str, kept: str = "") -> str:
    tag = (rf"\reason{{{line.why}}}" if line.why else "") + (_mark(line.mark) if line.mark else "") + kept
    tag = rf" \tag*{{{tag}}}" if tag else ""
    return f"{line.left} &{_indented(line)}{tag} {end}".strip()


def _indented(line: Line) -> str:
    if not line.indent:
        return line.latex
    operator = r"\phantom{}" if line.latex[:1] in "+-" or line.latex.startswith((r"\cdot", r"\times")) else ""
    return rf"\hspace{{{line.indent:g}pt}}{operator} {line.latex}"


def _mark(mark: Mark) -> str:
    numbers = mark.numbers.replace("–", "--")
    if not mark.anchor:
        return rf"\plainmark{{{numbers}}}{{{SYMBOLS.get(mark.verdict, '?')}}}{{{mark.word}}}"
    return rf"\stepmark{{{mark.anchor}}}{{{numbers}}}{{{SYMBOLS.get(mark.verdict, '?')}}}{{{mark.word}}}"


def _mistake(one: Mistake, ruler: Ruler, width: float) -> str:
    inner = width - 24
    parts = [r"\begin{mistake}"]
    parts += [_falsehood(s, ruler, inner) if isinstance(s, Display) else block(s, ruler, inner) for s in one.said]
    told = [rf"\textbf{{Counterexample.}} {one.where}" if one.where else ""]
    told += [rf"\textbf{{Instead.}} {values.sentence(one.correct)}" if one.correct else ""]
    if any(told):
        parts.append("\\begin{verified}\n\\par " + r"\par ".join(filter(None, told)) + "\n\\end{verified}")
    return "\n".join((*parts, r"\end{mistake}"))


def _falsehood(display: Display, ruler: Ruler, width: float) -> str:
    lines = arranged(display, ruler, width).lines
    mark = next((line.mark for line in lines if line.mark), None)
    tag = ""  # the box says that it is false; its number stands in the text of the box
    if mark is not None:
        number = rf"\hyperlink{{details:{mark.anchor}}}{{({_dashes(mark.numbers)})}}"
        tag = rf" \tag*{{\footnotesize {number if mark.anchor else ''}}}"
    if len(lines) == 1:
        body = lines[0].latex
    else:
        body = "\\begin{split}\n" + " \\\\\n".join(f"&{_indented(line)}" for line in lines) + "\n\\end{split}"
    return f"\\begin{{falsehood}}\n{body}{tag}\n\\end{{falsehood}}"


def _answers(section: Section) -> str:
    if not section.answers:
        return ""
    rows, room = [], f"{label_room(section):g}em"
    for answer in section.answers:
        link = rf"\hyperlink{{result:{answer.anchor}}}{{{answer.label}}}" if answer.label else ""
        rows.append(rf"\par\hangindent={room}\hangafter=1\makebox[{room}][l]{{{link}}}{answer.sentence}")
    heading = rf"\par\medskip\textbf{{\color{{ink}}{answers_title(section)}.}}\nopagebreak\small\raggedright"
    return "\n".join((r"\begin{verified}", heading, *rows, r"\end{verified}"))


def _appendix(sheet: Sheet) -> str:
    """What the steps rest on, result by result, with links both ways."""
    parts = [_details(r) for section in sheet.sections for r in section.results if r.details or r.further]
    if not parts:
        return ""
    heading = r"\lastcontents\section{Appendix: what the steps rest on}"
    return "\n".join((heading, r"\begin{verified}", r"\footnotesize\raggedright", *parts, r"\end{verified}"))


def _details(result: Result) -> str:
    head = (
        rf"\par\medskip\raisebox{{1.2\baselineskip}}[0pt][0pt]{{\hypertarget{{details:{result.anchor}}}{{}}}}"
        rf"\textbf{{\hyperlink{{result:{result.anchor}}}{{{result.label}\ {result.title}}}}} "
        rf"(p.\,\pageref*{{result:{result.anchor}}}).\phantomsection\label{{details:{result.anchor}}}\ "
    )
    steps = [
        rf"\hyperlink{{step:{result.anchor}:{d.first}}}{{{_dashes(d.numbers)}}}: {_dashes(d.latex)}"
        for d in result.details
    ]
    return head + "\n".join((*steps, *(_dashes(text) for text in result.further)))


def _references(sheet: Sheet) -> str:
    cited = [text for text in (sheet.about.citation, *sheet.about.reading) if text]
    if not cited:
        return ""
    items = [rf"\bibitem{{r{number}}} {text}" for number, text in enumerate(cited, 1)]
    start = r"\begin{thebibliography}{9}\lastcontents\addcontentsline{toc}{section}{References}\small\raggedright"
    return "\n".join((start, *items, r"\end{thebibliography}"))


def _dashes(text: str) -> str:
    return text.replace("–", "--")


def escaped(text: str) -> str:
    """Any text so that LaTeX prints it; what the fonts cannot show is shown by its code point."""
    made = (
        values.plain(text)
        .replace("<", r"\textless{}")
        .replace(">", r"\textgreater{}")
        .replace("~", r"\textasciitilde{}")
    )
    return OUTSIDE_ASCII.sub(lambda m: f"[U+{ord(m[0]):04X}]", made)


Renderer = Callable[[Sheet, Ruler], str]
