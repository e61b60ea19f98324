"""LaTeX prose in another markup: a walk over its parts, and a table of what each becomes.

Nothing is dropped: what a target does not know it shows as LaTeX source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

PARTS = re.compile(
    r"(?P<display>\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{(?P<name>align\*?|equation\*?|gather\*?|falsehood)\}.*?\\end\{(?P=name)\})"
    r"|(?P<inline>\\\(.*?\\\)|\$[^$]*\$)"
    r"|(?P<comment>(?<!\\)%[^\n]*\n?)"
    r"|(?P<list>\\(?:begin|end)\{(?:itemize|enumerate)\}|\\item\b)"
    r"|(?P<dropped>\\(?:begin|end)\{(?:given|problem|answer|remark|proof|center|document|result|solution)\}"
    r"|\\(?:label|vspace|hspace|color|title|author|date|bibliographystyle)\*?\{[^{}]*\})"
    r"|(?P<style>\\(?:emph|textbf|textit|texttt|text|textsc|underline|mbox|textrm|uppercase)\s*\{)"
    r"|(?P<command>\\[A-Za-z]+\*?\s?|\\.)"
    r"|(?P<other>[^\\$%{}]+|.)",
    re.DOTALL,
)
# commands that stand for a few letters, in every target
WORDS = {
    "%": "%",
    "&": "&",
    "#": "#",
    "_": "_",
    "$": "$",
    "{": "{",
    "}": "}",
    " ": " ",
    ",": "\u2009",
    "@": "",
    "-": "",
    "/": "",
    "quad": "\u2003",
    "qquad": "\u2003\u2003",
    "noindent": "",
    "centering": "",
    "maketitle": "",
    "newpage": "",
    "clearpage": "",
    "itshape": "",
    "bfseries": "",
    "small": "",
    "footnotesize": "",
    "large": "",
    "Large": "",
    "ldots": "…",
    "dots": "…",
    "textbackslash": "\\",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "S": "§",
    "qed": "□",
    "square": "□",
    "blacksquare": "■",
    "checkmark": "✓",
}
BREAKS = frozenset(("par", "medskip", "smallskip", "bigskip", "\\"))


@dataclass(frozen=True)
class Target:
    """What the parts of prose become."""

    inline: Callable[[str], str]  # mathematics without its dollars
    display: Callable[[str], str]
    source: Callable[[str], str]  # LaTeX that is not known
    escape: Callable[[str], str]
    styles: Mapping[str, tuple[str, str]]
    paragraph: str
    item: str


def rendered(latex: str, target: Target) -> str:
    """The prose in the markup of the target. Never fails."""
    made: list[str] = []
    closers: list[str] = []
    for match in PARTS.finditer(latex):
        text = match[0]
        if match["display"]:
            made.append(target.display(re.sub(r"^(\\\[|\$\$)|(\\\]|\$\$)$", "", text.strip())))
        elif match["style"]:
            start, end = target.styles.get(text[1:-1].strip(), ("", ""))
            made.append(start)
            closers.append(end)
        elif text == "{":
            closers.append("")
        elif text == "}":
            made.append(closers.pop() if closers else "")
        else:
            made.append(_part(match, target))
    return "".join(made + closers[::-1])


def _part(match: re.Match[str], target: Target) -> str:
    text = match[0]
    if match["inline"]:
        return target.inline(text[1:-1] if text.startswith("$") else text[2:-2])
    if match["comment"] or match["dropped"]:
        return ""
    if match["list"]:
        return target.item if text == r"\item" else "\n"
    if match["command"]:
        name = text[1:].strip() or " "
        if name in BREAKS:
            return target.paragraph
        return target.escape(WORDS[name]) if name in WORDS else target.source(text)
    plain = text.replace("``", "“").replace("''", "”").replace("---", "—").replace("--", "–")
    return target.escape(plain.replace("~", "\u00a0"))
