r"""Functions whose arguments stand in square brackets: `R[w] = \|X w - y\|^2`, `y[n] = x[n] + x[n-1]`."""

from __future__ import annotations

import re

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import group_end

_DEFINED = re.compile(r"(?<![A-Za-z\\_^{])([A-Za-z])\s*\[\s*\\?[A-Za-z]+\s*\]\s*&?\s*:?=")


def functionals(text: str) -> frozenset[str]:
    """The letters of a page that are defined with a letter in square brackets; means and entropies are no functions."""
    return frozenset(_DEFINED.findall(text)) - t.EXPECTATIONS - t.ENTROPIES - t.INFORMATIONS - {"P", "V"}


def with_round_brackets(tokens: list[Token], letters: frozenset[str]) -> list[Token]:
    """The tokens with round brackets around the arguments of these letters."""
    made = list(tokens)
    for position, token in enumerate(tokens[1:], 1):
        before = tokens[position - 1]
        if token.text == "[" and before.kind == "name" and before.text in letters:
            closing = group_end(tokens, position) - 1
            if tokens[closing].text == "]":
                made[position] = Token(token.kind, "(", token.start, token.end)
                made[closing] = Token(token.kind, ")", tokens[closing].start, tokens[closing].end)
    return made
