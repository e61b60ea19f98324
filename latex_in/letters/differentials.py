r"""Whether the letter d on a page is the sign of a total differential: `d(AXB) = A \, dX \, B`.

It is where the letter always stands right in front of something to be differentiated, and never alone, as an index, as
an exponent or as a dimension.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hence.latex_in.page.lexer import Token

_OPENING = frozenset(("(", "[", r"\|", r"\lVert", r"\Vert"))
_NOT_BEFORE = frozenset(("^", "_", r"\times", r"\sqrt", r"\in", ",", "/"))
UPRIGHT = r"\mathrm{d}"


def writes_differentials(formulas: Iterable[list[Token]]) -> bool:
    """Whether an upright d stands right in front of a letter somewhere, as it does in front of no argument."""
    pairs = (pair for tokens in formulas for pair in pairwise(tokens))
    return any(sign.text == UPRIGHT and following.kind == "name" for sign, following in pairs)


def speaks_of_differentials(formulas: Iterable[list[Token]]) -> bool:
    """Whether every d of the page, outside of quotients and integrals, is such a sign, and one begins a side."""
    found = False
    for tokens in formulas:
        texts = [token.text for token in tokens]
        if "d" not in texts or r"\int" in texts:
            continue
        for position, text in enumerate(texts):
            if text != "d" or _in_quotient(texts, position):
                continue
            if not _is_sign(tokens, position):
                return False
            found = found or _begins_side(tokens, position)
    return found


def _begins_side(tokens: list[Token], position: int) -> bool:
    return position == 0 or tokens[position - 1].kind == "rel" or tokens[position - 1].text in ("&", "-")


def _is_sign(tokens: list[Token], position: int) -> bool:
    r"""Whether a d may be one, by what stands around it."""
    before = tokens[position - 1].text if position else ""
    if before in _NOT_BEFORE or position + 1 >= len(tokens):
        return False
    if before == "{" and position > 1 and tokens[position - 2].text in ("^", "_"):
        return False
    following = tokens[position + 1]
    if following.kind == "func":  # n d \log n is a product
        return tokens[position - 1].kind not in ("name", "num") if position else True
    return following.kind == "name" or following.text in _OPENING


def _in_quotient(texts: list[str], position: int) -> bool:
    r"""The d of `\frac{df}{dx}` and `\frac{d}{dx}`."""
    return position > 1 and texts[position - 1] == "{" and texts[position - 2] in (r"\frac", r"\dfrac", r"\tfrac", "}")
