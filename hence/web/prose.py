"""The words of a page as HTML: a little of LaTeX and Markdown, everything else as it was written, all of it escaped."""

from __future__ import annotations

import re
from html import escape

GROUPS = {
    "\\textbf": "strong",
    "\\bfseries": "strong",
    "\\emph": "em",
    "\\textit": "em",
    "\\textsl": "em",
    "\\texttt": "code",
    "\\underline": "u",
    "\\textsc": "span",
    "\\text": "span",
}
CHARACTERS = {
    "~": "\u00a0",
    "``": "“",
    "''": "”",
    "---": "—",
    "--": "–",
    "\\ldots": "…",
    "\\dots": "…",
    "\\S": "§",
    "\\ss": "ß",
    "\\LaTeX": "LaTeX",
    "\\TeX": "TeX",
    "\\qed": "□",
    "\\quad": "\u2003",
    "\\qquad": "\u2003\u2003",
}
# commands that are gone with what stands in braces or brackets behind them
GONE = frozenset(
    "label vspace hspace setlength addtolength includegraphics pagestyle thispagestyle bibliography bibliographystyle "
    "input include begin end usepackage documentclass author date newtheorem theoremstyle setcounter addtocounter "
    "footnotesize hypersetup graphicspath geometry".split()
)
SHOWN_IN_BRACKETS = frozenset("cite citep citet ref eqref cref Cref autoref".split())
_LATEX = re.compile(
    r"""\\(?P<name>[A-Za-z]+)\*?
    |\\(?P<escaped>[^A-Za-z])
    |(?P<open>\{)|(?P<close>\})
    |(?P<sign>---|--|``|''|~)
    |(?P<text>[^\\{}~`'-]+|.)""",
    re.VERBOSE | re.DOTALL,
)
_MARKDOWN = re.compile(
    r"""(?P<fence>^[ \t]*```[^\n]*\n(?:.*?)^[ \t]*```[ \t]*$)
    |(?P<strong>\*\*|__)|(?P<em>(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*]))
    |`(?P<code>[^`\n]+)`
    |(?P<comment><!--.*?-->)
    |(?P<bullet>^[ \t]*(?:[-*+]|\d+\.)[ \t]+)
    |(?P<quote>^[ \t]*>[ \t]?)
    |\\(?P<escaped>[\\`*_{}\[\]()#+\-.!$])
    |(?P<text>[^\\`*_<>\n-]+|.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
LEADING = re.compile(r"^(?:\s|<br>)+")
_ARGUMENT = re.compile(r"\s*(?:\[[^\]]*\])?\{([^{}]*)\}(?:\{[^{}]*\})?")


class Words:
    """HTML of text and formulas in turn; a group that is still open at the end is closed there."""

    def __init__(self, markdown: bool) -> None:
        self.markdown = markdown
        self.made: list[str] = []
        self.open: list[str] = []

    def formula(self, markup: str) -> None:
        self.made.append(markup)

    def text(self, text: str) -> None:
        if self.markdown:
            self._markdown(text)
        else:
            self._latex(text)

    def html(self) -> str:
        self.made += [f"</{tag}>" for tag in reversed(self.open) if tag]
        self.open = []
        return LEADING.sub("", "".join(self.made)).strip()

    def _push(self, tag: str) -> None:
        self.open.append(tag)
        self.made += [f"<{tag}>"] if tag else []

    def _pop(self) -> None:
        tag = self.open.pop() if self.open else ""
        self.made += [f"</{tag}>"] if tag else []

    # LaTeX --------------------------------------------------------------------------------------

    def _latex(self, text: str) -> None:
        position = 0
        while found := _LATEX.match(text, position):
            position = found.end()
            if name := found.group("name"):
                position = self._command(name, text, position)
            elif escaped := found.group("escaped"):
                self.made.append(
                    {"\\": "<br>", " ": " ", "\n": " ", "@": "", ",": "\u2009"}.get(escaped, escape(escaped))
                )
            elif found.group("open"):
                self._push("")
            elif found.group("close"):
                self._pop()
            elif sign := found.group("sign"):
                self.made.append(CHARACTERS[sign])
            else:
                self.made.append(escape(found.group("text")))

    def _command(self, name: str, text: str, position: int) -> int:
        argument = _ARGUMENT.match(text, position)
        if "\\" + name in CHARACTERS:
            self.made.append(CHARACTERS["\\" + name])
        elif name == "item":
            self.made.append('<br><span class="bullet">•</span> ')
        elif name in ("newline", "linebreak"):
            self.made.append("<br>")
        elif name in SHOWN_IN_BRACKETS and argument:
            self.made.append(f'<span class="ref">[{escape(argument.group(1))}]</span>')
            return argument.end()
        elif name in GONE:
            return argument.end() if argument else position
        elif "\\" + name in GROUPS and (brace := re.compile(r"\s*\{").match(text, position)):
            self._push(GROUPS["\\" + name])
            return brace.end()
        return position + (text[position : position + 1] == " " and not argument)

    # Markdown -----------------------------------------------------------------------------------

    def _markdown(self, text: str) -> None:
        for found in _MARKDOWN.finditer(text):
            kind, shown = found.lastgroup or "text", found.group()
            if kind in ("strong", "em"):
                self._toggle(kind)
            elif kind == "code":
                self.made.append(f"<code>{escape(found.group('code'))}</code>")
            elif kind == "fence":
                self.made.append(_code(shown))
            elif kind == "bullet":
                number = shown.strip() if shown.strip()[0].isdigit() else "•"
                self.made.append(f'<br><span class="bullet">{escape(number)}</span> ')
            elif kind == "escaped":
                self.made.append(escape(found.group("escaped")))
            elif kind == "text":
                self.made.append(escape(shown))

    def _toggle(self, tag: str) -> None:
        if tag in self.open:
            while self.open and self.open[-1] != tag:
                self._pop()
            self._pop()
        else:
            self._push(tag)


def _code(fenced: str) -> str:
    inside = "\n".join(fenced.strip().split("\n")[1:-1])
    return f"<pre>{escape(inside)}</pre>"
