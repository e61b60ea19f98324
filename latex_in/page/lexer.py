r"""Characters to raw tokens, with exact offsets. Nothing is interpreted here; see `tidy`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from hence.latex_in.tables import UNICODE


class Token(NamedTuple):
    r"""Raw kinds: space, row (`\\`), cmd, num, letter, op.

    After `tidy`: name (a symbol, in canonical spelling), func (a head), text, quad, rel, iid, dots,
    begin, end, bad (its text is the complaint), and what is left of cmd, num, op, row.
    """

    kind: str
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""(?P<space>\s+|%[^\n]*(?:\n[ \t]*)?)
    |(?P<row>\\\\\*?(?:[ \t]*\[\s*-?[\d.]+\s*[a-z]{2}\s*\])?)
    |(?P<cmd>\\(?:(?:operatorname|tag|hspace|vspace|DeclareMathOperator|newcommand|renewcommand)\*|[^\W\d_]+|.))
    |(?P<dots>\.[ ]?\.[ ]?\.)
    |(?P<groups>[1-9]\d{0,2}(?:(?:\\,|\{,\})\d{3})+(?!\d)(?:\.\d+)?)
    |(?P<num>\d+(?:\.\d+)?|\.\d+)
    |(?P<letter>[A-Za-z])
    |(?P<op>.)""",
    re.VERBOSE | re.DOTALL,
)
_REASON = re.compile(
    r"\(\s*(?:by|since|because|using|from|as|via|see|chain rule|product rule|definition|def\.?)\b[A-Za-z0-9 ,.'\-]*\)"
)


def lex(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The raw tokens of `text[start:end]`. Never fails: what it does not know is an `op` of one character."""
    stop = len(text) if end is None else end
    tokens: list[Token] = []
    position = start
    make = Token._make
    for found in _TOKEN.finditer(text, start, stop):
        at, after = found.span()
        if at < position:  # within a reason
            continue
        kind, shown = found.lastgroup or "op", found.group()
        if shown == "(" and (reason := _REASON.match(text, position, stop)):
            kind, after, shown = "text", reason.end(), reason.group()
        elif kind == "op" and shown in UNICODE:
            tokens.extend(_unicode(shown, position))
            position = after
            continue
        elif kind == "dots":
            kind, shown = "cmd", r"\ldots"
        elif kind == "groups":  # 84\,934\,656 and 10{,}000
            kind, shown = "num", re.sub(r"[^\d.]", "", shown)
        tokens.append(make((kind, shown, position, after)))
        position = after
    return tokens


def _unicode(character: str, position: int) -> list[Token]:
    r"""The commands that a Unicode character stands for, all at its place: ℝ is `\mathbb{R}`."""
    return [Token(t.kind, t.text, position, position + 1) for t in lex(UNICODE[character])]


def moved(tokens: Iterable[Token], by: int) -> list[Token]:
    """The same tokens at another place."""
    make = Token._make
    return [make((kind, text, start + by, end + by)) for kind, text, start, end in tokens]


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
