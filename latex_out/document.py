"""A homework as a whole LaTeX document, made from solved entries."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hence.latex_out import evidence
from hence.latex_out.evidence import Phrase
from hence.latex_out.solution import Solved, layout, summary_sentence
from hence.latex_out.typst_math import Untranslatable, translate

ROWS_PER_TABLE = 28  # a summary table must fit a page
PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath,amssymb,bm}
\usepackage[a4paper,margin=2.4cm]{geometry}
\usepackage{xcolor}
\usepackage{booktabs}
\usepackage[colorlinks=true,linkcolor=ink,urlcolor=ink]{hyperref}
\definecolor{ink}{RGB}{32,62,110}
\definecolor{proof}{RGB}{70,80,90}
\definecolor{alarm}{RGB}{170,40,30}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.55em plus 0.15em minus 0.1em}
\setcounter{secnumdepth}{1}
\allowdisplaybreaks
\raggedbottom
\newenvironment{problem}{\par\textbf{\color{ink}Problem.}\ \itshape}{\par}
\newenvironment{result}{}{}
\newenvironment{falsehood}{\begin{equation*}}{\end{equation*}}
\newenvironment{verified}{\par\medskip\color{proof}\footnotesize\hrule\nobreak\smallskip\nobreak\raggedright}{\par\bigskip}
"""
VERDICT_COLOURS = {"refuted": "alarm", "unknown": "alarm", "unread": "alarm"}
TEXT_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "—": "---",
    "’": "'",
    "“": "``",
    "”": "''",
}
OUTSIDE_ASCII = re.compile(r"[^\x00-\x7f]")


def homework_document(title: str, solutions: Sequence[Solved]) -> str:
    """The whole .tex file: title, summary, one section per result. Never fails."""
    parts = [
        PREAMBLE,
        r"\begin{document}",
        rf"\begin{{center}}{{\LARGE {escaped(title)}}}\\[0.8em]",
        r"Solutions, verified by \texttt{hence}\end{center}\medskip",
        _summary(solutions),
        *(_section(solved) for solved in solutions),
        r"\end{document}",
    ]
    return "\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Any text so that LaTeX prints it; what the fonts cannot show is shown by its code point."""
    made = "".join(TEXT_ESCAPES.get(c, c) for c in text)
    return OUTSIDE_ASCII.sub(lambda m: f"[U+{ord(m[0]):04X}]", made)


def _summary(solutions: Sequence[Solved]) -> str:
    tables = []
    for start in range(0, len(solutions), ROWS_PER_TABLE):
        rows = [_summary_row(s) for s in solutions[start : start + ROWS_PER_TABLE]]
        tables.append("\n".join((_TABLE_HEAD, *rows, r"\bottomrule\end{tabular}\end{center}")))
    return summary_sentence(solutions) + "\n\n" + "\n".join(tables)


_TABLE_HEAD = (
    r"\begin{center}\small\begin{tabular}{@{}p{0.47\linewidth}p{0.25\linewidth}lr@{}}"
    "\n"
    r"\toprule Result & Settles & Verdict & Steps \\ \midrule"
)


def _summary_row(solved: Solved) -> str:
    entry = solved.entry
    claims = escaped(", ".join(entry.claims))
    link = rf"\hyperref[{_label(solved)}]{{{entry.title}}}"
    return rf"\raggedright {link} & \raggedright {claims} & {_verdict(solved.verdict)} & {len(solved.report.steps)} \\"


def _verdict(name: str) -> str:
    return rf"\textcolor{{{VERDICT_COLOURS.get(name, 'ink')}}}{{{name}}}"


def _label(solved: Solved) -> str:
    return "result:" + re.sub(r"[^A-Za-z0-9.-]", "-", solved.entry.id)


def _section(solved: Solved) -> str:
    entry = solved.entry
    subtitle = [rf"\texttt{{{escaped(entry.id)}}}"]
    if entry.claims:
        subtitle.append("settles " + escaped(", ".join(entry.claims)))
    if entry.source:
        subtitle.append(escaped(entry.source))
    lines = [
        r"\begin{result}",
        rf"\section{{\texorpdfstring{{{entry.title}}}{{{_bookmark(entry.title)}}}}}\label{{{_label(solved)}}}",
        rf"{{\footnotesize\color{{proof}}{'; '.join(subtitle)}\par}}",
        "",
        page(solved),
        r"\end{result}",
    ]
    return "\n".join(lines)


def page(solved: Solved) -> str:
    """The body of an entry with what was verified below it. Never fails."""
    return f"{layout(solved.entry, solved.uses, printed=True).text}\n{verified(solved)}\n"


def _bookmark(title: str) -> str:
    """A title without markup, for the outline of the PDF."""
    return re.sub(r"[\\{}$^_&#%~]", "", title)


def verified(solved: Solved) -> str:
    """The paragraph below an argument: what each step rests on. It holds no `$`, so reading it gives no step."""
    heading = rf"\textbf{{Verdict: {_verdict(solved.verdict)}}} ({evidence.counted(solved)}). "
    sentences = ["".join(_phrase(p) for p in phrases) + "." for phrases in evidence.step_phrases(solved)]
    if checked := evidence.cross_check(solved):
        sentences.append(f"\\emph{{Numerically:}} {escaped(checked)}.")
    if solved.numeric is not None:
        sentences.append(rf"\emph{{Experiment:}} {escaped(evidence.numeric_text(solved.numeric))}.")
    remark = f"\n\n{solved.entry.remark.strip()}\n" if solved.entry.remark.strip() else ""
    return remark + "\n".join((r"\begin{verified}", heading + " ".join(sentences), r"\end{verified}"))


def _phrase(phrase: Phrase) -> str:
    r"""Mathematics is set by \ensuremath: it is no formula of the argument, and is not read as one."""
    match phrase.style:
        case "code":
            return rf"\texttt{{{escaped(phrase.text).replace('-', '-{}')}}}"
        case "math" if _typesettable(phrase.text):
            return rf"\ensuremath{{{phrase.text}}}"
        case "math":
            return rf"\texttt{{{escaped(phrase.text)}}}"
        case "text":
            return escaped(phrase.text)


def _typesettable(latex: str) -> bool:
    """Whether it is LaTeX that our tables know: a foreign command would stop the whole document."""
    try:
        translate(latex)
    except Untranslatable:
        return False
    return "%" not in latex
