"""A homework as a Typst document: the same pages, for machines without TeX.

Prose and formulas are translated from the LaTeX of the entries. What cannot be translated is shown as its
LaTeX source with a note, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hence.latex_out import evidence
from hence.latex_out.evidence import Phrase
from hence.latex_out.solution import Solved, layout, summary_sentence
from hence.latex_out.typst_math import Untranslatable, translate

HEAD = r"""#set page(paper: "a4", margin: 2.4cm, numbering: "1")
#set text(font: "New Computer Modern", size: 11pt, lang: "en")
#set par(justify: true, leading: 0.6em, spacing: 1em)
#set heading(numbering: "1")
#show heading: set text(size: 13pt)
#show heading: set block(above: 1.6em, below: 0.8em)
#show raw: set text(font: "DejaVu Sans Mono", size: 8pt)
#show math.equation: set block(breakable: true)
#let ink = rgb(32, 62, 110)
#let quiet = rgb(70, 80, 90)
#let alarm = rgb(170, 40, 30)
#let unset(source) = [#raw(source) #text(size: 8pt, fill: alarm)[(shown as LaTeX source: not translated)]]
#show link: set text(fill: ink)
"""
SPECIAL = re.compile(r"([\\*_`$#@<>\[\]~/=+;-])")
PROSE = re.compile(
    r"(?P<display>\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{(?P<name>align\*?|equation\*?|gather\*?|falsehood)\}.*?\\end\{(?P=name)\})"
    r"|(?P<inline>\\\(.*?\\\)|\$[^$]*\$)"
    r"|(?P<comment>(?<!\\)%[^\n]*\n?)"
    r"|(?P<list>\\(?:begin|end)\{(?:itemize|enumerate)\}|\\item\b)"
    r"|(?P<style>\\(?:emph|textbf|textit|texttt|text|textsc|underline|mbox)\{)"
    r"|(?P<command>\\[A-Za-z]+\*?|\\.)"
    r"|(?P<other>[^\\$%{}]+|.)",
    re.DOTALL,
)
STYLES = {"emph": "emph", "textit": "emph", "textbf": "strong", "textsc": "smallcaps", "underline": "underline"}
WORDS = {
    "%": "%",
    "&": "&",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "{": "{",
    "}": "}",
    " ": " ",
    ",": " ",
    "@": "",
    "\\": " \\ ",
    "quad": " #h(1em) ",
    "noindent": "",
    "par": "\n\n",
    "medskip": "\n\n",
    "smallskip": "\n\n",
    "bigskip": "\n\n",
    "ldots": "…",
    "dots": "…",
    "textbackslash": r"\\",
    "LaTeX": "LaTeX",
    "S": "§",
}


def homework_typst(title: str, solutions: Sequence[Solved]) -> str:
    """The whole Typst source: title, summary, one section per result. Never fails."""
    heading = f"#align(center)[#text(size: 17pt)[{escaped(title)}]\n\nSolutions, verified by `hence`]\n#v(1em)"
    return "\n\n".join((HEAD, heading, _summary(solutions), *(_section(s) for s in solutions))) + "\n"


def prose(latex: str) -> str:
    """Typst markup for LaTeX prose. Never fails: what it does not know it shows as source, and says so."""
    made: list[str] = []
    closers: list[str] = []
    for match in PROSE.finditer(latex):
        kind, text = match.lastgroup or "", match[0]
        if match["display"]:
            made.append(display(text))
        elif kind == "style":
            made.append(_open_style(text[1:-1], closers))
        elif text == "{":
            closers.append("")
        elif text == "}":
            made.append(closers.pop() if closers else "")
        else:
            made.append(_PROSE_PARTS[kind](text))
    return "".join(made + closers[::-1])


def _open_style(name: str, closers: list[str]) -> str:
    if name not in STYLES:
        closers.append("")
        return ""
    closers.append("]")
    return f"#{STYLES[name]}["


def _inline(text: str) -> str:
    inner = text[1:-1] if text.startswith("$") else text[2:-2]
    try:
        return f"${translate(inner)}$"
    except Untranslatable:
        return _source(inner)


def display(text: str) -> str:
    """A display, in any of LaTeX's ways to write one."""
    inner = re.sub(r"^(\\\[|\$\$)|(\\\]|\$\$)$", "", text.strip())
    try:
        return f"\n$ {translate(inner)} $\n"
    except Untranslatable:
        return f"\n{_source(inner)}\n"


def _source(latex: str) -> str:
    quoted = latex.replace("\\", "\\\\").replace('"', '\\"').strip()
    return f'#unset("{quoted}");'


def _list(text: str) -> str:
    return "\n- " if text == r"\item" else "\n"


def _command(text: str) -> str:
    return WORDS.get(text[1:], _source(text))


def _other(text: str) -> str:
    text = text.replace("``", "“").replace("''", "”").replace("---", "—").replace("--", "–")
    return escaped(text.replace("~", "\u00a0"))


def escaped(text: str) -> str:
    """Any text so that Typst prints it as it is."""
    return SPECIAL.sub(r"\\\1", text)


_PROSE_PARTS: dict[str, Callable[[str], str]] = {
    "inline": _inline,
    "comment": lambda _: "",
    "list": _list,
    "command": _command,
    "other": _other,
}


# Pages -------------------------------------------------------------------------------------------


def _section(solved: Solved) -> str:
    entry = solved.entry
    about = "; ".join(
        filter(None, (entry.id, "settles " + ", ".join(entry.claims) if entry.claims else "", entry.source))
    )
    parts = [
        f"= {prose(entry.title)}\n#text(size: 8.5pt, fill: quiet)[{escaped(about)}]",
        f"#text(fill: ink)[*Problem.*] #emph[{prose(entry.problem)}]",
        prose(layout(entry, solved.uses, printed=True).argument),
        prose(entry.remark),
        _verified(solved),
    ]
    return "\n\n".join(part for part in parts if part.strip())


def _verified(solved: Solved) -> str:
    sentences = ["".join(_phrase(p) for p in phrases) + "." for phrases in evidence.step_phrases(solved)]
    if checked := evidence.cross_check(solved):
        sentences.append(f"_Numerically:_ {escaped(checked)}.")
    if solved.numeric is not None:
        sentences.append(f"_Experiment:_ {escaped(evidence.numeric_text(solved.numeric))}.")
    heading = f"*Verdict: {_verdict(solved.verdict)}* ({evidence.counted(solved)}). "
    style = "#set par(justify: false)\n#set text(size: 8.5pt, fill: quiet)\n"
    rule = "#block(width: 100%, stroke: (top: 0.4pt + quiet), inset: (top: 5pt), below: 1.5em)"
    return f"{rule}[{style}{heading}{' '.join(sentences)}]"


def _phrase(phrase: Phrase) -> str:
    match phrase.style:
        case "math":
            return _inline(f"${phrase.text}$")
        case "code":
            return f"#raw({_string(phrase.text)});"
        case "text":
            return escaped(phrase.text)


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _verdict(name: str) -> str:
    return f"#text(fill: {'alarm' if name in ('refuted', 'unknown', 'unread') else 'ink'})[{name}]"


def _summary(solutions: Sequence[Solved]) -> str:
    table = (
        "#[#set text(size: 9.5pt)\n#set par(justify: false)\n"
        "#table(columns: (1fr, 26%, auto, auto), align: (left, left, left, right), stroke: none,\n"
        "inset: (x: 4pt, y: 3.5pt), table.hline(),\n"
        "table.header([Result], [Settles], [Verdict], [Steps]), table.hline(stroke: 0.5pt),\n"
    )
    rows = "\n".join(_summary_row(s) for s in solutions)
    return escaped(summary_sentence(solutions)) + "\n\n" + table + rows + "\ntable.hline())]"


def _summary_row(solved: Solved) -> str:
    claims = escaped(", ".join(solved.entry.claims))
    return f"[{prose(solved.entry.title)}], [{claims}], [{_verdict(solved.verdict)}], [{len(solved.report.steps)}],"
