"""Mathematics for the embedded Typst engine, translated from LaTeX token by token.

The translation is lexical: it keeps what is written and understands nothing, so it serves formulas,
memberships and displays alike. A command that is not in the tables raises `Untranslatable`; the
caller then shows the LaTeX source and says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hence.language.terms import Term
from hence.latex_out import terms
from hence.latex_out.typst_symbols import (
    ALIGNED,
    ESCAPED,
    FRACTIONS,
    IGNORED,
    LIMIT_OPERATORS,
    MATRICES,
    OPERATORS,
    ROMAN,
    SIZES,
    SPACES,
    SYMBOLS,
    WRAPPERS,
)

TOKEN = re.compile(r"%[^\n]*\n?|\\[A-Za-z]+\*?|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
PLAIN = {
    "(": r"\(",
    ")": r"\)",
    "[": r"\[",
    "]": r"\]",
    ",": r"\,",
    ";": r"\;",
    ":": r"\:",
    "/": r"\/",
    "~": "space",
    "*": "∗",
    "'": "'",
    "#": r"\#",
    '"': r"\"",
    "@": r"\@",
    "`": r"\`",
    "$": r"\$",
}
BARS = {"|": "|", r"\|": "‖"}


class Untranslatable(ValueError):
    """A piece of LaTeX that the tables do not cover; the message names it."""


def math(t: Term) -> str:
    """Typst mathematics of a term. Raises KeyError for an unknown head, Untranslatable for an odd name."""
    return translate(terms.term(t))


def translate(latex: str) -> str:
    """Typst mathematics (without dollar signs) for LaTeX mathematics. Raises Untranslatable."""
    translator = _Translator(latex)
    text = translator.sequence(())
    translator.expect_end()
    return text


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Translator:
    """A recursive descent over the tokens; every method leaves `at` behind what it took."""

    def __init__(self, latex: str) -> None:
        self.tokens = [t for t in TOKEN.findall(latex) if not t.startswith("%")]
        self.at = 0

    # tokens --------------------------------------------------------------------------------------

    def peek(self) -> str:
        """The next token that is not a space; empty at the end."""
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        if not token:
            raise Untranslatable("the formula ends too early")
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        found = self.take()
        if found != token:
            raise Untranslatable(f"expected {token}, found {found}")

    def expect_end(self) -> None:
        if left := self.peek():
            raise Untranslatable(f"unexpected {left}")

    def raw_group(self) -> str:
        """The source between braces, as written."""
        self.expect("{")
        depth, start = 1, self.at
        while depth:
            if self.at >= len(self.tokens):
                raise Untranslatable("a brace is not closed")
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            self.at += 1
        return "".join(self.tokens[start : self.at - 1])

    # mathematics ---------------------------------------------------------------------------------

    def sequence(self, stop: tuple[str, ...]) -> str:
        """Atoms up to a stop token (left standing), a closing brace or the end."""
        made: list[str] = []
        bars = dict.fromkeys(BARS, 0)
        even = {bar: self._count_ahead(bar, stop) % 2 == 0 for bar in BARS}
        while (token := self.peek()) and token not in stop and token != "}":
            if token in BARS and even[token]:
                self.at += 1
                side = ("opening", "closing")[bars[token] % 2]
                bars[token] += 1
                made.append(self.scripts(f'class("{side}", {BARS[token]})'))
            else:
                made.append(self.scripted())
        return " ".join(m for m in made if m)

    def _count_ahead(self, bar: str, stop: tuple[str, ...]) -> int:
        """How often a bar stands in this sequence, outside braces: an even number encloses."""
        depth = count = 0
        for token in self.tokens[self.at :]:
            depth += {"{": 1, "}": -1}.get(token, 0)
            if depth < 0 or (depth == 0 and token in stop):
                break
            count += depth == 0 and token == bar
        return count

    def scripted(self) -> str:
        """An atom with its subscript, superscript and primes."""
        if self.peek() in ("_", "^"):
            return self.scripts('""')
        grouped = self.peek() == "{"
        atom = self.atom()
        if grouped and self.peek() in ("_", "^", "'"):
            atom = f'class("normal", {atom})'
        return self.scripts(atom)

    def scripts(self, base: str) -> str:
        text = base
        while (mark := self.peek()) in ("_", "^", "'", r"\limits", r"\nolimits"):
            self.at += 1
            if mark == "'":
                text += "'"
            elif mark in ("_", "^"):
                text += f"{mark}({self.argument()})"
        return text

    def argument(self) -> str:
        """What follows `^`, `_` or a command: a group or one atom; of a number only its first digit."""
        token = self.peek()
        if token[:1].isdigit() and len(token) > 1:
            self.tokens[self.at : self.at + 1] = [token[0], *TOKEN.findall(token[1:])]
        return self.atom()

    def group(self) -> str:
        self.expect("{")
        text = self.sequence(())
        self.expect("}")
        return text or '""'

    def atom(self) -> str:
        if self.peek() == "{":
            return self.group()
        token = self.take()
        if token in BARS:
            return BARS[token]
        if token.startswith("\\"):
            return self.command(token[1:])
        return PLAIN.get(token, token)

    def command(self, name: str) -> str:
        for table in (SYMBOLS, SPACES, ESCAPED):
            if name in table:
                return table[name]
        if name in OPERATORS or name in LIMIT_OPERATORS:
            limits = ", limits: #true" if name in LIMIT_OPERATORS else ""
            return f"op({quoted(name)}{limits})"
        if name in WRAPPERS:
            return self.wrapped(name)
        if name in ROMAN:
            text = self.raw_group()
            named = name == "mathrm" and len(text) > 1 and text.isalpha()  # the name of a function
            return f"op({quoted(text)})" if named else _roman(text)
        if name in FRACTIONS:
            return FRACTIONS[name].format(self.argument(), self.argument())
        if name in IGNORED:
            return ""
        if name in SIZES:
            return self.delimiter()
        special = _SPECIAL.get(name)
        if special is None:
            raise Untranslatable(f"\\{name}")
        return special(self)

    def wrapped(self, name: str) -> str:
        if name == "sqrt" and self.peek() == "[":
            self.at += 1
            degree = self.sequence(("]",))
            self.expect("]")
            return f"root({degree}, {self.argument()})"
        return WRAPPERS[name].format(self.argument())

    def delimiter(self) -> str:
        token = self.take()
        if token in BARS:
            return BARS[token]
        if token in (".", r"\."):
            return ""
        if token.startswith("\\"):
            return self.command(token[1:]).replace('class("opening", ', "").replace('class("closing", ', "").rstrip(")")
        return PLAIN.get(token, token)

    def left(self) -> str:
        opening = self.delimiter()
        inside = self.sequence((r"\right",))
        self.expect(r"\right")
        return f"lr({opening} {inside} {self.delimiter()})"

    def middle(self) -> str:
        return f"mid({self.delimiter()})"

    def operator_name(self) -> str:
        return f"op({quoted(_plain_text(self.raw_group()))})"

    def limit_operator_name(self) -> str:
        return f"op({quoted(_plain_text(self.raw_group()))}, limits: #true)"

    def over(self) -> str:
        above, base = self.argument(), self.argument()
        return f"limits({base})^({above})"

    def under(self) -> str:
        below, base = self.argument(), self.argument()
        return f"limits({base})_({below})"

    def brace(self, function: str, mark: str) -> str:
        body = self.argument()
        if self.peek() == mark:
            self.at += 1
            return f"{function}({body}, {self.argument()})"
        return f"{function}({body})"

    def binomial(self) -> str:
        return f"binom({self.argument()}, {self.argument()})"

    def coloured(self) -> str:
        self.raw_group()
        return self.argument()

    def recolour(self) -> str:
        self.raw_group()
        return ""

    def tag(self) -> str:
        return f"quad {_roman('(' + self.raw_group() + ')')}"

    def tag_bare(self) -> str:
        """A reason, on a line of its own below the formula."""
        return f"\\ & quad quad {_roman(self.raw_group())}"

    def substack(self) -> str:
        self.expect("{")
        rows = self.rows("}")
        return " \\ ".join(" ".join(cells) for cells in rows)

    # environments --------------------------------------------------------------------------------

    def environment(self) -> str:
        name = self.raw_group()
        if name in MATRICES:
            if name == "array":
                self.raw_group()
            body = "; ".join(", ".join(cells) for cells in self.rows(r"\end"))
            made = f"mat(delim: {MATRICES[name]}, {body})"
        elif name == "cases":
            made = "cases(" + ", ".join(" & quad ".join(cells) for cells in self.rows(r"\end")) + ")"
        elif name in ALIGNED:
            made = " \\\n".join(_aligned_row(cells) for cells in self.rows(r"\end"))
        else:
            raise Untranslatable(f"\\begin{{{name}}}")
        if self.raw_group() != name:
            raise Untranslatable(f"\\begin{{{name}}} is closed by another environment")
        return made

    def rows(self, end: str) -> list[list[str]]:
        """Cells by row, up to and including the end token."""
        rows: list[list[str]] = [[]]
        while True:
            rows[-1].append(self.sequence(("&", r"\\", end)))
            match self.take():
                case "&":
                    continue
                case r"\\":
                    self._skip_row_space()
                    rows.append([])
                case _:
                    break
        return rows[:-1] if rows[-1] == [""] else rows

    def _skip_row_space(self) -> None:
        """`\\\\[2pt]` asks for space below a row."""
        rest = "".join(self.tokens[self.at : self.at + 8])
        if size := re.match(r"\[-?[\d.]+\w+\]", rest):
            taken = 0
            while taken < len(size[0]):
                taken += len(self.tokens[self.at])
                self.at += 1


def _aligned_row(cells: list[str]) -> str:
    """Cells joined by alignment points; LaTeX leaves a gap before every second pair of columns."""
    spaced = [f"quad {cell}" if number and number % 2 == 0 else cell for number, cell in enumerate(cells)]
    return " & ".join(spaced)


def _roman(source: str) -> str:
    """Text inside mathematics; `$...$` in it is mathematics again."""
    parts = []
    for number, part in enumerate(source.split("$")):
        if number % 2:
            parts.append(translate(part))
        elif part:
            parts.append(quoted(_plain_text(part)))
    return "".join(parts)  # a space here would be printed


def _plain_text(text: str) -> str:
    text = re.sub(r"\\(?:emph|textit|textbf|textrm)\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\(?:footnotesize|small|scriptsize|normalsize)\s*", "", text)
    text = re.sub(r"~|\\[ ,;:]", " ", text).replace("---", "—").replace("--", "–").replace("''", "”")
    text = re.sub(r"\\([%&_#$ ])", r"\1", text.replace("``", "“").replace(r"\-", ""))
    if "\\" in text:
        raise Untranslatable(text)
    return text.replace("{", "").replace("}", "")


_SPECIAL: dict[str, Callable[[_Translator], str]] = {
    "left": _Translator.left,
    "middle": _Translator.middle,
    "operatorname": _Translator.operator_name,
    "operatorname*": _Translator.limit_operator_name,
    "overset": _Translator.over,
    "stackrel": _Translator.over,
    "underset": _Translator.under,
    "underbrace": lambda t: t.brace("underbrace", "_"),
    "overbrace": lambda t: t.brace("overbrace", "^"),
    "binom": _Translator.binomial,
    "textcolor": _Translator.coloured,
    "color": _Translator.recolour,
    "label": _Translator.recolour,
    "tag": _Translator.tag,
    "tag*": _Translator.tag_bare,
    "substack": _Translator.substack,
    "begin": _Translator.environment,
}
