r"""Characters to raw tokens, with exact offsets. Nothing is interpreted here; see `tidy`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from string import ascii_letters

from hence.latex_in.tables import UNICODE


class Token:
    r"""Raw kinds: space, row (`\\`), cmd, num, name (a letter), op, text (a reason in brackets).

    After `tidy`: name (a symbol, in canonical spelling), func (a head), text, quad, rel, iid, dots,
    begin, end, bad (its text is the complaint), and what is left of cmd, num, op, row.
    """

    __slots__ = ("end", "kind", "start", "text")  # by far the fastest to ask, and nothing is asked as often

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind, self.text, self.start, self.end = kind, text, start, end

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __repr__(self) -> str:
        return f"Token{self.parts()}"

    def parts(self) -> tuple[str, str, int, int]:
        return self.kind, self.text, self.start, self.end


_TOKEN = re.compile(
    r"""\s+|%[^\n]*(?:\n[ \t]*)?
    |\\\\\*?(?:[ \t]*\[\s*-?[\d.]+\s*[a-z]{2}\s*\])?
    |\\(?:(?:operatorname|tag|hspace|vspace|DeclareMathOperator|newcommand|renewcommand)\*|[^\W\d_]+|.)
    |\.[ ]?\.[ ]?\.
    |[1-9]\d{0,2}(?:(?:\\,|\{,\})\d{3})+(?!\d)(?:\.\d+)?
    |\d+(?:\.\d+)?|\.\d+
    |\(\s*(?:by|since|because|using|from|as|via|see|chain[ ]rule|product[ ]rule|definition|def\.?)\b[A-Za-z0-9 ,.'\-]*\)
    |.""",
    re.VERBOSE | re.DOTALL,
)
_SPECIAL = frozenset(("dots", "groups", "unicode"))
_LETTERS = frozenset(ascii_letters)
MOST_KINDS = 2000  # of commands, whose kinds are kept


def lex(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The raw tokens of `text[start:end]`. Never fails: what it does not know is an `op` of one character."""
    return raw(pieces(text, start, len(text) if end is None else end), start)


def pieces(text: str, start: int, end: int) -> list[str]:
    """The characters of each token. Every character belongs to one."""
    found: list[str] = _TOKEN.findall(text, start, end)
    return found


def raw(shown: Sequence[str], start: int) -> list[Token]:
    """The raw tokens of such pieces, from an offset on."""
    places = list(accumulate(map(len, shown), initial=start))
    kinds = list(map(_KINDS.__getitem__, shown))
    tokens = list(map(Token, kinds, shown, places, places[1:]))
    return tokens if _SPECIAL.isdisjoint(kinds) else [made for token in tokens for made in _plain(token)]


def kind_of(shown: str) -> str:
    """The kind of a token by its characters, of which the first says most."""
    first = shown[0]
    if first == "\\":
        return "op" if len(shown) == 1 else "row" if shown[1] == "\\" else "cmd"
    if first == "(" and len(shown) > 1:
        return "text"  # a reason
    if first == ".":
        return "op" if len(shown) == 1 else "num" if shown[1].isdecimal() else "dots"
    if first.isdecimal():
        return "groups" if "," in shown else "num"
    if first == "%" or first.isspace():
        return "space"
    return "unicode" if shown in UNICODE else "name" if first in _LETTERS else "op"


class _Kinds(dict[str, str]):
    """Kinds by characters. Those of one character are known; of the others only commands come again and again."""

    def __missing__(self, shown: str) -> str:
        found = kind_of(shown)
        if found == "cmd" and len(self) < MOST_KINDS:
            self[shown] = found
        return found


_KINDS = _Kinds({character: kind_of(character) for character in map(chr, range(32, 127))})


def _plain(token: Token) -> list[Token]:
    """A token of a kind that only this module knows, as others know it."""
    kind, shown, start, end = token.parts()
    if kind == "unicode":
        return _unicode(shown, start)
    if kind == "dots":
        return [Token("cmd", r"\ldots", start, end)]
    if kind == "groups":  # 84\,934\,656 and 10{,}000
        return [Token("num", re.sub(r"[^\d.]", "", shown), start, end)]
    return [token]


def _unicode(character: str, position: int) -> list[Token]:
    r"""The commands that a Unicode character stands for, all at its place: ℝ is `\mathbb{R}`."""
    return [Token(t.kind, t.text, position, position + 1) for t in lex(UNICODE[character])]


def moved(tokens: Iterable[Token], by: int) -> list[Token]:
    """The same tokens at another place."""
    return [Token(x.kind, x.text, x.start + by, x.end + by) for x in tokens]


def blank_comments(text: str) -> str:
    """The text with comments turned into spaces, so that offsets stay.

    A line that holds only a comment does not end a paragraph: it keeps one invisible character.
    """

    if "%" not in text:
        return text

    def blanked(found: re.Match[str]) -> str:
        before, comment = found.group(1), found.group(2)
        mark = "\u200b" if not before.strip() else " "
        return before + mark + " " * (len(comment) - 1)

    return re.sub(r"(?m)^((?:[^%\\\n]|\\.)*)(%.*)$", blanked, text)
