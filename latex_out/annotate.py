r"""Somebody's own page with our marks in it: a sign at every step, and what there is to say in the margin.

The page stays as its author wrote it; it is made wider at the right, and the notes stand there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hence.latex_out.blocks import Block, Display, Paragraph
from hence.latex_out.sheet import Decided, Steps

SETTINGS = r"""
% marks of hence
\makeatletter
\@ifpackageloaded{xcolor}{}{\usepackage{xcolor}}
\@ifpackageloaded{amssymb}{}{\usepackage{amssymb}}
\makeatother
\newlength{\henceedge}
\AtBeginDocument{\setlength{\henceedge}{\paperwidth}%
  \addtolength{\henceedge}{-1in}\addtolength{\henceedge}{-\hoffset}\addtolength{\henceedge}{-\oddsidemargin}%
  \addtolength{\henceedge}{-\textwidth}\setlength{\marginparsep}{\henceedge}\setlength{\marginparwidth}{5cm}%
  \addtolength{\paperwidth}{5.6cm}\pdfpagewidth=\paperwidth}
\newcommand{\hencemark}[3]{\ensuremath{\,{}^{\textcolor[RGB]{#1}{#2\,#3}}}}
\newcommand{\hencenote}[1]{\marginpar{\raggedright\footnotesize #1}\ignorespaces}
"""
COLOURS = {"proved": "60,110,70", "assumed": "95,105,115", "refuted": "160,40,30"}
OPEN = "150,100,20"
SIGNS = {"proved": r"\checkmark", "assumed": r"\circ", "refuted": r"\times", "supported": r"\approx"}
BEGIN = re.compile(r"\\begin\s*\{document\}")


def annotated(text: str, blocks: Sequence[Block], steps: Sequence[Decided], ends: dict[int, int]) -> str | None:
    """The page with marks; None for a page that is no whole document.

    `ends` says where the formula of a step ends, by its number.
    """
    begin = BEGIN.search(text)
    if begin is None:
        return None
    put: list[tuple[int, str]] = [(begin.start(), SETTINGS)]
    for step in steps:
        colour, sign = COLOURS.get(step.verdict, OPEN), SIGNS.get(step.verdict, "?")
        if step.number in ends:
            put.append((ends[step.number], rf"\hencemark{{{colour}}}{{{sign}}}{{{step.number}}}"))
    found = Steps(steps, text, "")
    for block in blocks:
        if isinstance(block, Display | Paragraph):
            told = [step for step in found.within(block.span) if step.note]
            put += [(block.span.stop, _note(told))] if told else []
    for at, addition in sorted(put, key=lambda pair: pair[0], reverse=True):
        text = text[:at] + addition + text[at:]
    return text


def _note(steps: Sequence[Decided]) -> str:
    """One note for all steps of a display, each in the colour of its verdict."""
    said = r"\par ".join(rf"\color[RGB]{{{COLOURS.get(step.verdict, OPEN)}}}{step.note}" for step in steps)
    return rf"\hencenote{{{said}}}"
