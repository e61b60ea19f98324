r"""`x_{1:T}` among the arguments of a density, or behind a differential, is one variable; `x_{0:T}` is `x_0, x_{1:T}`.

Elsewhere it stays what it is: a list, with which nothing is calculated.
"""

from __future__ import annotations

import re

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import argument_at

_OPENING = frozenset(("(", ",", ";")) | t.MIDS
_CLOSING = frozenset((")", ",", ";")) | t.MIDS
_DENSITIES = frozenset(("p", "q", "P", "Q", r"\pi", r"\mathbb{P}", r"\Pr", r"\mathrm{Pr}"))
_PARTS = frozenset(("num", "name"))
_SLICE = re.compile(r"(?P<letter>.+)_\{(?P<low>[^{}:]+):[^{}:]+\}")


def with_slices(tokens: list[Token]) -> list[Token]:
    """The tokens with slices of sequences as names where they are variables. Never fails."""
    made: list[Token] = []
    brackets: list[bool] = []  # of each open bracket: does it hold the arguments of a density?
    position = 0
    while position < len(tokens):
        token = tokens[position]
        below, end = _slice_at(tokens, position)
        listed = bool(made) and made[-1].text in _OPENING and end < len(tokens) and tokens[end].text in _CLOSING
        listed = listed and bool(brackets) and brackets[-1]
        if not below or not (listed or (made and made[-1].text in t.DIFFERENTIALS)):
            if token.text == "(":
                brackets.append(_is_density(made))
            elif token.text == ")" and brackets:
                brackets.pop()
            made.append(token)
            position += 1
            continue
        made += _parts(token, below, tokens[end - 1].end, listed)
        position = end
    return made


def _is_density(before: list[Token]) -> bool:
    r"""Whether the tokens end with p, `p_\theta` or `\tilde{q}^{(i)}`."""
    end = len(before)
    while end and (start := _script_start(before, end)) < end:
        end = start
    return bool(end) and before[end - 1].kind == "name" and before[end - 1].text.partition("_")[0] in _DENSITIES


def _script_start(tokens: list[Token], end: int) -> int:
    """Where the script begins that ends here; the end itself where there is none."""
    start = end - 1
    if tokens[start].text == "}":
        depth = 0
        for start in range(end - 1, -1, -1):
            depth += (tokens[start].text == "}") - (tokens[start].text == "{")
            if depth == 0:
                break
    return start - 1 if start and tokens[start - 1].text in ("_", "^") else end


def _slice_at(tokens: list[Token], position: int) -> tuple[list[Token], int]:
    """What stands below a letter, and the position behind it; nothing where that is no slice."""
    if tokens[position].kind != "name" or [x.text for x in tokens[position + 1 : position + 3]] != ["_", "{"]:
        return [], position
    below, end = argument_at(tokens, position + 2)
    colons = [k for k, x in enumerate(below) if x.text == ":"]
    plain = all(x.kind in _PARTS or x.text in ("+", "-", ":") for x in below)
    inside = len(colons) == 1 and 0 < colons[0] < len(below) - 1
    return (list(below), end) if plain and inside else ([], position)


def _parts(letter: Token, below: list[Token], end: int, listed: bool) -> list[Token]:
    low, high = ("".join(x.text for x in part) for part in _sides(below))
    if not (listed and low == "0"):
        return [Token("name", f"{letter.text}_{{{low}:{high}}}", letter.start, end)]
    first = [letter, *(Token(k, x, below[0].start, below[0].end) for k, x in (("op", "_"), ("num", "0")))]
    rest = Token("name", f"{letter.text}_{{1:{high}}}", letter.start, end)
    return [*first, Token("op", ",", letter.start, letter.start), rest]


def _sides(below: list[Token]) -> tuple[list[Token], list[Token]]:
    colon = next(k for k, x in enumerate(below) if x.text == ":")
    return below[:colon], below[colon + 1 :]


def letter_of_slice(name: str) -> tuple[str, str] | None:
    """x and 1 for `x_{1:T}`; None for any other name."""
    found = _SLICE.fullmatch(name)
    return (found["letter"], found["low"]) if found is not None else None


__all__ = ["letter_of_slice", "with_slices"]
