r"""LaTeX formulas to MathML Core, for what was read and for what was not.

Only text and a few fixed attributes go into the markup, so that nothing on a page can become script. What is not known
is shown as it was written. Never fails: depth and length are bounded, and what is too much is shown as plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias

from hence.latex_in.page.expand import unfold
from hence.latex_in.page.lexer import Token, lex
from hence.latex_in.page.macros import Macros, standard
from hence.web import symbols as s

Class: TypeAlias = Literal["", "letter", "large", "word", "limits", "binary", "relation", "open", "close", "comma"]

DEEPEST = 40  # groups in groups; browsers and readers give up long before
MOST_TOKENS = 10_000  # of one formula, macros expanded
MOST_EXPANSIONS = 2_000
MATRICES = {
    "matrix": ("", ""),
    "smallmatrix": ("", ""),
    "array": ("", ""),
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "cases": ("{", ""),
    "dcases": ("{", ""),
    "rcases": ("", "}"),
}
ALIGNED = frozenset("aligned alignedat split align alignat gathered gather eqnarray multline".split())
LEFT_ALIGNED = frozenset("cases dcases rcases".split())
PREFIX_AFTER = frozenset(("", "binary", "relation", "open", "comma", "large"))


@dataclass(frozen=True)
class Atom:
    """A piece of markup, and how it behaves beside others."""

    markup: str
    kind: Class = "letter"


def mathml(latex: str, macros: Macros | None = None, at: int = 0, display: bool = False) -> str:
    """A formula as a `math` element. `at`: where it stands on its page, which decides what its macros mean."""
    shown = ' display="block"' if display else ""
    written = f'<annotation encoding="application/x-tex">{escape(latex.strip())}</annotation>'
    return f"<math{shown}><semantics>{inner(lex(latex), macros, at, display)}{written}</semantics></math>"


def inner(tokens: Iterable[Token], macros: Macros | None = None, at: int = 0, display: bool = False) -> str:
    """The formula as one `mrow`."""
    given = list(tokens)
    if len(given) > MOST_TOKENS:
        return _plain("".join(token.text for token in given[:200]) + " …")
    writer = _Writer(given, macros if macros is not None else standard(), at, display)
    try:
        return f"<mrow>{writer.everything()}</mrow>"
    except _TooMuch:
        return _plain("".join(token.text for token in given[:MOST_TOKENS]))


class _TooMuch(Exception):
    """Nested or expanded beyond the bounds."""


def _plain(text: str) -> str:
    return f'<mtext class="odd">{escape(text)}</mtext>'


def _mo(character: str, **attributes: str) -> str:
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<mo{given}>{escape(character)}</mo>"


def _tight(character: str, **attributes: str) -> str:
    return _mo(character, lspace="0", rspace="0", **attributes)


class _Writer:
    """One pass over raw tokens, used as a stack (last token first)."""

    def __init__(self, tokens: list[Token], macros: Macros, at: int, display: bool) -> None:
        self.stack = tokens[::-1]
        self.macros, self.at, self.display = macros, at, display
        self.depth = self.expansions = self.atoms = 0
        self.small = 0  # inside of scripts, where TeX leaves no space around operators
        self.font = ""

    # Rows ---------------------------------------------------------------------------------------

    def everything(self) -> str:
        """All there is; a brace or `\\right` that nothing opened is shown as it is."""
        made = ""
        while True:
            made += self.row()
            token = self.next()
            if token is None:
                return made
            made += "" if token.text in ("&", "}") or token.kind == "row" else _plain(token.text)

    def row(self, stop: Callable[[Token], bool] = lambda _: False) -> str:
        """Atoms with their scripts, up to what ends a row, which is left on the stack."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise _TooMuch
        made: list[str] = []
        before: Class = ""
        font = self.font
        while (token := self.peek()) is not None and not _ends(token) and not stop(token):
            if token.text in ("\\over", "\\choose"):
                self.stack.pop()
                made = [self.infix(token.text, "".join(made), stop)]
                continue
            atom = self.with_scripts(self.atom(before))
            if atom.kind == "word" and before in ("letter", "close"):
                made.append('<mspace width="0.167em"></mspace>')
            made.append(atom.markup)
            if atom.kind == "word" and not self.argument_follows():
                made.append('<mspace width="0.167em"></mspace>')
            before = atom.kind if atom.markup else before
        self.depth -= 1
        self.font = font
        return "".join(made)

    def infix(self, command: str, above: str, stop: Callable[[Token], bool]) -> str:
        below = self.row(stop)
        line = ' linethickness="0"' if command == "\\choose" else ""
        fraction = f"<mfrac{line}><mrow>{above}</mrow><mrow>{below}</mrow></mfrac>"
        return f"<mrow>{_mo('(')}{fraction}{_mo(')')}</mrow>" if command == "\\choose" else fraction

    def argument_follows(self) -> bool:
        """Whether what comes next sets itself apart: a bracket needs no space after `log`."""
        token = self.peek()
        if token is None or _ends(token):
            return True
        opens = token.text in s.OPENING or token.text in ("\\left", "_", "^", *s.SIZES, *s.SPACES)
        return opens or token.text in s.RELATIONS or token.text in s.PUNCTUATION or token.text in s.CLOSING

    # Tokens -------------------------------------------------------------------------------------

    def peek(self) -> Token | None:
        """The next token that is no space, macros expanded."""
        while self.stack:
            token = self.stack[-1]
            if token.kind in ("space", "novalue"):
                self.stack.pop()
            elif token.kind != "cmd" or not self.unfolds():
                return token
        return None

    def unfolds(self) -> bool:
        """Whether the next token was a macro, and what it stands for is in its place now."""
        token = self.stack.pop()
        if not unfold(self.stack, token, self.macros, self.at + token.start):
            self.stack.append(token)
            return False
        self.expansions += 1
        if self.expansions > MOST_EXPANSIONS or len(self.stack) > MOST_TOKENS:
            raise _TooMuch
        return True

    def next(self) -> Token | None:
        token = self.peek()
        if token is not None:
            self.stack.pop()
        return token

    def raw_argument(self) -> list[Token]:
        """The tokens of the next group, or the next token; none where the formula ends."""
        while self.stack and self.stack[-1].kind == "space":
            self.stack.pop()
        if not self.stack or self.stack[-1].text in ("}", "&"):
            return []
        first = self.stack.pop()
        if first.text == "{":
            return self.until_brace()
        if first.kind == "num" and len(first.text) > 1:  # TeX takes one digit: \frac12
            self.stack.append(Token("num", first.text[1:], first.start + 1, first.end))
            return [Token("num", first.text[0], first.start, first.start + 1)]
        if first.kind == "cmd" and first.text in s.FONT_OF and first.text not in ("\\rm", "\\bf", "\\it", "\\cal"):
            return [first, Token("op", "{", 0, 0), *self.raw_argument(), Token("op", "}", 0, 0)]
        return [first]

    def until_brace(self) -> list[Token]:
        depth, found = 1, []
        while self.stack:
            token = self.stack.pop()
            depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "op" else 0
            if depth == 0:
                break
            found.append(token)
        return found

    def bracketed(self) -> list[Token] | None:
        while self.stack and self.stack[-1].kind == "space":
            self.stack.pop()
        if not self.stack or self.stack[-1].text != "[":
            return None
        self.stack.pop()
        found = []
        while self.stack and self.stack[-1].text != "]":
            found.append(self.stack.pop())
        if self.stack:
            self.stack.pop()
        return found

    def group(self, small: bool = False) -> str:
        """The next argument as one element."""
        return self.made_of(self.raw_argument(), small)

    def made_of(self, tokens: list[Token], small: bool = False) -> str:
        outside, self.stack = self.stack, tokens[::-1]
        self.small += small
        markup = self.everything()
        self.small -= small
        self.stack = outside
        return f"<mrow>{markup}</mrow>"

    # Atoms --------------------------------------------------------------------------------------

    def atom(self, before: Class) -> Atom:
        token = self.next()
        assert token is not None
        self.atoms += 1
        if self.atoms > MOST_TOKENS:
            raise _TooMuch
        text = token.text
        if token.kind == "num":
            return Atom(f"<mn>{''.join(s.styled(c, self.font) for c in text)}</mn>")
        if token.kind == "text":  # a reason in brackets
            return Atom(f"<mtext>{escape(text)}</mtext>")
        if text in COMMANDS:
            return COMMANDS[text](self, token)
        if text == "{":
            return Atom(self.made_of(self.until_brace()))
        if text in ("_", "^", "'"):  # a script without a base
            self.stack.append(token)
            return Atom("<mrow></mrow>")
        return self.symbol(token, before)

    def symbol(self, token: Token, before: Class) -> Atom:
        text = token.text
        if text in s.BINARY:
            if before in PREFIX_AFTER:
                return Atom(_tight(s.BINARY[text], form="prefix"), "binary")
            return Atom(self.spaced(s.BINARY[text], "0.222em"), "binary")
        if text in s.RELATIONS:
            return Atom(self.spaced(s.RELATIONS[text], "0.278em"), "relation")
        if text in s.OPENING:
            return Atom(_tight(s.OPENING[text], stretchy="false", form="prefix"), "open")
        if text in s.CLOSING:
            return Atom(_tight(s.CLOSING[text], stretchy="false", form="postfix"), "close")
        if text in s.PUNCTUATION:
            return Atom(_mo(text, lspace="0", rspace="0" if self.small else "0.167em"), "comma")
        if text in s.BARS:
            return Atom(_tight(s.BARS[text], stretchy="false"), "close" if before in ("letter", "close") else "open")
        if text in s.LETTERS or (token.kind == "name"):
            return Atom(self.letter(s.LETTERS.get(text, text)))
        if text in s.UPRIGHT:
            return Atom(f'<mi mathvariant="normal">{escape(s.styled(s.UPRIGHT[text], self.bold()))}</mi>')
        if token.kind == "cmd":
            return Atom(_plain(text))
        if text in '/!?.@"`':
            return Atom(_tight(text), "letter")
        return Atom(f"<mi>{escape(text)}</mi>" if text.isalpha() else _mo(text))

    def spaced(self, character: str, width: str) -> str:
        space = "0" if self.small else width
        return _mo(character, lspace=space, rspace=space, stretchy="false")

    def letter(self, character: str) -> str:
        if self.font in ("upright", ""):
            upright = ' mathvariant="normal"' if self.font else ""
            return f"<mi{upright}>{escape(character)}</mi>"
        return f"<mi>{escape(s.styled(character, self.font))}</mi>"

    def bold(self) -> str:
        """Of the fonts, only bold ones change what stands upright."""
        return "bold" if self.font.startswith("bold") else ""

    # Scripts ------------------------------------------------------------------------------------

    def with_scripts(self, atom: Atom) -> Atom:
        below = above = ""
        limits = atom.kind in ("large", "limits") and self.display and not self.small
        primes = 0
        while (token := self.peek()) is not None:
            if token.text == "'":
                self.stack.pop()
                primes += 1
            elif token.text == "_" and not below:
                self.stack.pop()
                below = self.group(small=True)
            elif token.text == "^" and not above:
                self.stack.pop()
                above = self.group(small=True)
            elif token.text in ("\\limits", "\\nolimits"):
                self.stack.pop()
                limits = token.text == "\\limits"
            else:
                break
        if primes:
            above = f"<mrow><mo>{'′' * primes}</mo>{above}</mrow>"
        if not (below or above):
            return Atom(atom.markup, "word" if atom.kind == "limits" else atom.kind)
        names = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
        name = names[2] if below and above else names[0] if below else names[1]
        kind: Class = "word" if atom.kind == "limits" else atom.kind
        return Atom(f"<{name}>{atom.markup or '<mrow></mrow>'}{below}{above}</{name}>", kind)

    # Commands -----------------------------------------------------------------------------------

    def fraction(self, token: Token) -> Atom:
        above, below = self.group(), self.group()
        if token.text in ("\\nicefrac", "\\sfrac"):
            return Atom(f"<mrow>{above}{_tight('/')}{below}</mrow>")
        style = {"\\dfrac": ' displaystyle="true"', "\\tfrac": ' displaystyle="false"'}.get(token.text, "")
        return Atom(f"<mfrac{style}>{above}{below}</mfrac>")

    def binomial(self, _: Token) -> Atom:
        above, below = self.group(), self.group()
        return Atom(f'<mrow>{_mo("(")}<mfrac linethickness="0">{above}{below}</mfrac>{_mo(")")}</mrow>')

    def root(self, _: Token) -> Atom:
        degree = self.bracketed()
        if degree is None:
            return Atom(f"<msqrt>{self.group()}</msqrt>")
        small = self.made_of(degree, small=True)
        return Atom(f"<mroot>{self.group()}{small}</mroot>")

    def accent(self, token: Token) -> Atom:
        if token.text in s.RULED:
            return Atom(f'<mrow class="{s.RULED[token.text]}">{self.group()}</mrow>')
        stretch = "true" if token.text in s.STRETCHED else "false"
        mark = _mo(s.ACCENTS[token.text], stretchy=stretch)
        return Atom(f'<mover accent="true">{self.group()}{mark}</mover>')

    def brace(self, token: Token) -> Atom:
        name, mark = s.BRACES[token.text]
        return self.labelled(f"<{name}>{self.group()}{_mo(mark, stretchy='true')}</{name}>")

    def labelled(self, markup: str) -> Atom:
        """A brace has its label below or above, wherever it stands."""
        token = self.peek()
        if token is None or token.text not in ("_", "^"):
            return Atom(markup)
        self.stack.pop()
        name = "munder" if token.text == "_" else "mover"
        return Atom(f"<{name}>{markup}{self.group(small=True)}</{name}>")

    def stacked(self, token: Token) -> Atom:
        beside, base = self.group(small=True), self.group()
        name = s.STACKED[token.text]
        return Atom(f"<{name}>{base}{beside}</{name}>", "relation")

    def arrow(self, token: Token) -> Atom:
        below = self.bracketed()
        over = self.group(small=True)
        sign = _mo(s.ARROWS[token.text], stretchy="true", lspace="0.278em", rspace="0.278em")
        if below is None:
            return Atom(f"<mover>{sign}{over}</mover>", "relation")
        return Atom(f"<munderover>{sign}{self.made_of(below, small=True)}{over}</munderover>", "relation")

    def font_command(self, token: Token) -> Atom:
        if token.text in ("\\rm", "\\bf", "\\it", "\\cal"):  # up to the end of the group
            self.font = s.FONT_OF[token.text]
            return Atom("")
        tokens = self.raw_argument()
        text = "".join(t.text for t in tokens if t.kind != "space")
        if token.text == "\\mathrm" and len(text) > 1 and text.isalpha():
            return Atom(f"<mi>{escape(text)}</mi>", "word" if len(text) > 1 else "letter")
        outside, self.font = self.font, s.FONT_OF[token.text]
        markup = self.made_of(tokens)
        self.font = outside
        return Atom(markup)

    def operator(self, token: Token) -> Atom:
        tokens = self.raw_argument()
        text = "".join(" " if t.kind == "space" or t.text in s.SPACES else t.text for t in tokens)
        shown = text.replace("\\", "").strip()
        return Atom(f"<mi>{escape(shown)}</mi>", "limits" if token.text.endswith("*") else "word")

    def text(self, _: Token) -> Atom:
        """Words; formulas in dollars inside of them are formulas."""
        parts: list[str] = []
        words = ""
        tokens = self.raw_argument()
        while tokens:
            token = tokens.pop(0)
            if token.text != "$":
                words += token.text.lstrip("\\") if token.kind != "space" else "\u00a0"
                continue
            end = next((k for k, t in enumerate(tokens) if t.text == "$"), len(tokens))
            parts += [f"<mtext>{escape(words)}</mtext>", self.made_of(tokens[:end])]
            words, tokens = "", tokens[end + 1 :]
        parts += [f"<mtext>{escape(words)}</mtext>"] if words else []
        return Atom(f"<mrow>{''.join(parts)}</mrow>")

    def sized(self, token: Token) -> Atom:
        sign = self.next()
        if sign is None or sign.text not in s.DELIMITERS:
            self.stack += [sign] if sign is not None else []
            return Atom("")
        size = s.SIZES[token.text]
        kind: Class = "open" if sign.text in s.OPENING else "close"
        form = {"open": "prefix", "close": "postfix"}[kind]
        shown = _tight(
            s.DELIMITERS[sign.text], stretchy="true", minsize=size, maxsize=size, form=form, symmetric="true"
        )
        return Atom(f"<mrow>{shown}</mrow>", kind)  # in a row of its own: as the base of a script it would not stretch

    def fenced(self, _: Token) -> Atom:
        r"""`\left( ... \right)`, with `\middle|` inside of it."""
        left = self.delimiter("prefix")
        body = ""
        while True:
            body += self.row(lambda token: token.text == "\\middle")
            token = self.peek()
            if token is None or token.text != "\\middle":
                break
            self.stack.pop()
            body += self.delimiter("infix")
        right = ""
        if token is not None and token.text == "\\right":
            self.stack.pop()
            right = self.delimiter("postfix")
        return Atom(f"<mrow>{left}<mrow>{body}</mrow>{right}</mrow>", "close")

    def delimiter(self, form: str) -> str:
        sign = self.next()
        if sign is None or sign.text not in s.DELIMITERS:
            self.stack += [sign] if sign is not None else []
            return ""
        shown = s.DELIMITERS[sign.text]
        return _tight(shown, stretchy="true", fence="true", form=form, symmetric="true") if shown else ""

    def negation(self, _: Token) -> Atom:
        token = self.next()
        shown = s.RELATIONS.get(token.text, token.text) if token is not None else ""
        return Atom(self.spaced(shown + "\u0338", "0.278em"), "relation")

    def silent(self, token: Token) -> Atom:
        for _ in range(s.SILENT[token.text]):
            self.raw_argument()
        return Atom("")

    def transparent(self, token: Token) -> Atom:
        for _ in range(s.TRANSPARENT[token.text]):
            self.raw_argument()
        return Atom(self.group())

    def tag(self, _: Token) -> Atom:
        text = "".join(t.text for t in self.raw_argument())
        return Atom(f'<mspace width="2em"></mspace><mtext>({escape(text.strip("$"))})</mtext>')

    def substack(self, _: Token) -> Atom:
        outside, self.stack = self.stack, self.raw_argument()[::-1]
        rows = self.rows(lambda _: False)
        self.stack = outside
        return Atom(_table(rows, "stack", ()))

    def environment(self, token: Token) -> Atom:
        name = "".join(t.text for t in self.raw_argument()).rstrip("*")
        columns: tuple[str, ...] = ()
        if name in ("array", "alignedat", "alignat"):
            given = "".join(t.text for t in self.raw_argument())
            columns = tuple(c for c in given if c in "lcr") if name == "array" else ()
        if name not in MATRICES and name not in ALIGNED:
            return Atom(_plain(f"{token.text}{{{name}}}"))
        if name in ALIGNED:
            columns = ("r", "l") * 4
        if name in LEFT_ALIGNED:
            columns = ("l",) * 8
        rows = self.rows(lambda t: t.text == "\\end")
        if self.peek() is not None:
            self.stack.pop()
            self.raw_argument()
        look = "cases" if name in LEFT_ALIGNED else "aligned" if name in ALIGNED else "matrix"
        left, right = MATRICES.get(name, ("", ""))
        fences = [
            _mo(c, stretchy="true", fence="true", form=f) if c else ""
            for c, f in ((left, "prefix"), (right, "postfix"))
        ]
        return Atom(f"<mrow>{fences[0]}{_table(rows, look, columns)}{fences[1]}</mrow>", "close")

    def rows(self, over: Callable[[Token], bool]) -> list[list[str]]:
        made: list[list[str]] = [[]]
        while True:
            made[-1].append(self.row(over))
            token = self.peek()
            if token is None or over(token):
                break
            self.stack.pop()
            if token.kind == "row":
                made.append([])
        return [row for row in made if any(row)]


def _ends(token: Token) -> bool:
    return token.kind == "row" or (token.text in ("&", "}", "\\right", "\\end") and token.kind != "text")


def _table(rows: list[list[str]], look: str, columns: tuple[str, ...]) -> str:
    def cell(column: int, markup: str) -> str:
        side = columns[column] if column < len(columns) else "c"
        place = {"l": ' class="l"', "r": ' class="r"'}.get(side, "")
        return f"<mtd{place}><mrow>{markup}</mrow></mtd>"

    lines = "".join(f"<mtr>{''.join(cell(k, c) for k, c in enumerate(row))}</mtr>" for row in rows)
    style = ' displaystyle="true"' if look == "aligned" else ""
    return f'<mtable class="{look}"{style}>{lines}</mtable>'


Command: TypeAlias = Callable[[_Writer, Token], Atom]


def _word(kind: Class, shown: str) -> Command:
    return lambda _, __: Atom(f"<mi>{shown}</mi>", kind)


def _large(character: str, limits: bool) -> Command:
    # largeop and symmetric are what the browsers' dictionary says of these signs
    return lambda _, __: Atom(_mo(character, movablelimits="false"), "large" if limits else "letter")


def _space(width: str) -> Command:
    return lambda _, __: Atom(f'<mspace width="{width}"></mspace>', "")


def _prefix(character: str) -> Command:
    return lambda _, __: Atom(_tight(character, form="prefix"), "binary")


COMMANDS: dict[str, Command] = {
    **dict.fromkeys(s.SILENT, _Writer.silent),
    **dict.fromkeys(s.TRANSPARENT, _Writer.transparent),
    **{name: _word("limits", shown) for name, shown in s.LIMIT_WORDS.items()},
    **{name: _word("word", shown) for name, shown in s.WORDS.items()},
    **{name: _large(sign, limits=True) for name, sign in s.LARGE.items()},
    **{name: _large(sign, limits=False) for name, sign in s.INTEGRALS.items()},
    **{name: _space(width) for name, width in s.SPACES.items()},
    **{name: _prefix(sign) for name, sign in s.PREFIXES.items()},
    **dict.fromkeys(s.FRACTIONS, _Writer.fraction),
    **dict.fromkeys(s.BINOMIALS, _Writer.binomial),
    **dict.fromkeys((*s.ACCENTS, *s.RULED), _Writer.accent),
    **dict.fromkeys(s.BRACES, _Writer.brace),
    **dict.fromkeys(s.STACKED, _Writer.stacked),
    **dict.fromkeys(s.ARROWS, _Writer.arrow),
    **dict.fromkeys(s.FONT_OF, _Writer.font_command),
    **dict.fromkeys(s.OPERATORS, _Writer.operator),
    **dict.fromkeys(s.TEXTS, _Writer.text),
    **dict.fromkeys(s.SIZES, _Writer.sized),
    "\\sqrt": _Writer.root,
    "\\left": _Writer.fenced,
    "\\not": _Writer.negation,
    "\\tag": _Writer.tag,
    "\\substack": _Writer.substack,
    "\\begin": _Writer.environment,
}
