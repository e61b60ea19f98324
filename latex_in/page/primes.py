r"""Primes that are transposes: `X'X`, `\mathbf{1}'\Sigma^{-1}(y - \mu\mathbf{1})`, as statisticians write them.

A prime may as well be a derivative, or part of a name. It is a transpose on pages that show it, by a matrix or a vector
times itself, a primed vector of ones or a primed bracket in a product, and that write no other sign of transposes.
"""

from __future__ import annotations

import re

from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import group_end, scripts_at

_DRESSED = r"\\(?:boldsymbol|mathbf|bm|vec|mathbb|mathsf|pmb)\s*(?:\{\s*\\?[A-Za-z1]+\s*\}|[A-Za-z1])"
_SQUARE = re.compile(rf"({_DRESSED}|[A-Z])\s*'\s*\1(?!['_])")
_ONES = re.compile(r"\\(?:boldsymbol|mathbf|bm|mathbb|pmb)\s*(?:\{\s*1\s*\}|1)\s*'")
_BRACKET = re.compile(rf"\([^()]*(?:{_DRESSED}|[A-Z])[^()]*\)\s*'\s*(?:\\left|{_DRESSED}|[A-Z]|\((?!\w\)))")
_OTHER_SIGN = re.compile(
    r"\^\s*\{?\s*(?:\\top|\\intercal|\\transpose|\\trans|\\mathrm\s*\{\s*T\s*\}|\\mathsf\s*\{\s*T\s*\}|\\text\s*\{\s*T\s*\}"
    r"|\{?\s*T\s*\}|T(?![A-Za-z_]))"
)


def writes_primes(text: str) -> bool:
    """Whether the primes of a page are transposes."""
    if "'" not in text or _OTHER_SIGN.search(text):
        return False
    return any(sign.search(text) for sign in (_SQUARE, _ONES, _BRACKET))


def with_transposes(tokens: list[Token]) -> list[Token]:
    """The tokens with a transpose in place of every prime that can be one."""
    made: list[Token] = []
    for position, token in enumerate(tokens):
        if token.text == "'" and _is_transpose(tokens, position):
            made += [Token("op", "^", token.start, token.end), Token("cmd", r"\top", token.start, token.end)]
        else:
            made.append(token)
    return made


def _is_transpose(tokens: list[Token], position: int) -> bool:
    """Not of a second prime or what has an exponent already, nor of `f'(x)`; of small letters only in products."""
    behind = tokens[position + 1] if position + 1 < len(tokens) else None
    owner = _owner(tokens, position) if position else None
    if owner is None or tokens[position - 1].text == "'" or (behind is not None and behind.text in ("'", "^")):
        return False
    if owner.kind != "name":
        return True  # a bracket
    if _is_argument(tokens, scripts_at(tokens, position + 1)[2]):
        return False
    large = owner.text.startswith((r"\bm{", r"\vec{")) or owner.text.strip("{}")[-1:].isupper()
    return large or (behind is not None and behind.kind == "name")


def _owner(tokens: list[Token], position: int) -> Token | None:
    """What a prime stands behind: a bracket that closes, or the symbol under its index."""
    before = tokens[position - 1]
    if before.kind == "name" and (position < 2 or tokens[position - 2].text != "_"):
        return before
    if before.text in (")", "]") or before.kind == "end":
        return before
    if position > 2 and tokens[position - 2].text == "_":
        return tokens[position - 3]
    opening = next((k for k in range(position - 1, 0, -1) if group_end(tokens, k) == position), None)
    if before.text == "}" and opening is not None and opening > 1 and tokens[opening - 1].text == "_":
        return tokens[opening - 2]
    return None


def _is_argument(tokens: list[Token], opening: int) -> bool:
    """`(x)` behind a prime, or behind the index that follows it, is an argument, `(y - X b)` a factor."""
    return opening < len(tokens) and tokens[opening].text == "(" and group_end(tokens, opening) == opening + 3
