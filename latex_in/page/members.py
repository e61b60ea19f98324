r"""Superscripts that hold an index and an operation: `x^{(i)^T}`, `x^{(i)\top}`, `x^{*T}` are `{x^{(i)}}^T`."""

from __future__ import annotations

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token

SIGNS_OF_MEMBERS = frozenset("^{")  # that such a superscript has
PAIRS = {"(": ")", "[": "]"}


def separated(tokens: list[Token]) -> list[Token]:
    """The tokens with each such superscript as two, one around the other."""
    marks = [k for k, token in enumerate(tokens[:-2]) if token.text == "^"]
    if not any(tokens[k + 1].text == "{" and tokens[k + 2].text in PAIRS.keys() | t.STARS for k in marks):
        return tokens
    made: list[Token] = []
    position = 0
    while position < len(tokens):
        end = _group_end(tokens, position + 1) if tokens[position].text == "^" else None
        parts = _parts(tokens[position + 2 : end - 1]) if end is not None else None
        base = _base(made) if parts is not None else None
        if end is None or parts is None or base is None:
            made.append(tokens[position])
            position += 1
            continue
        index, mark = parts
        opening, closing = _brace("{", tokens[position]), _brace("}", mark)
        made[base:base] = [opening]
        made += [tokens[position], opening, *index, closing, closing, tokens[position], mark]
        position = end
    return made


def _brace(text: str, at: Token) -> Token:
    return Token("op", text, at.start, at.end)


def _group_end(tokens: list[Token], opening: int) -> int | None:
    """The position behind the group that opens here."""
    depth = 0
    for position in range(opening, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[position].text, 0)
        if depth == 0:
            return position + 1 if position > opening else None
    return None


def _parts(inside: list[Token]) -> tuple[list[Token], Token] | None:
    """The index in its brackets or the star, and the transpose behind it."""
    if len(inside) == 2 and inside[0].text in t.STARS and inside[1].text in t.TRANSPOSES:
        return inside[:1], inside[1]
    end = PAIRS.get(inside[0].text) if inside else None
    closing = next((k for k, x in enumerate(inside) if x.text == end), None)
    if closing is None or closing < 2:
        return None
    rest = [x for x in inside[closing + 1 :] if x.text not in ("^", "{", "}")]
    return (inside[: closing + 1], rest[0]) if len(rest) == 1 and rest[0].text in t.TRANSPOSES else None


def _base(made: list[Token]) -> int | None:
    """Where the symbol begins that the tokens end with, its subscript included."""
    position = len(made) - 1
    if position >= 0 and made[position].text == "}":
        depth = 0
        while position >= 0:
            depth += {"}": 1, "{": -1}.get(made[position].text, 0)
            position -= 1
            if depth == 0:
                break
        if position < 0 or made[position].text != "_":
            return None
        position -= 1
    elif position >= 1 and made[position - 1].text == "_":
        position -= 2
    return position if position >= 0 and made[position].kind == "name" else None
