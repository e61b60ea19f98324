r"""How far the entries of a matrix run: `K = (k(x_i, x_j))_{i,j=1}^n` is `K = (k(x_i, x_j))_{i,j}`, an n x n matrix."""

from __future__ import annotations

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, scripts_at, split

_BRACKETS = frozenset(("(", "["))
_INDICES_OF_A_MATRIX = 2  # what has one index may be a sequence of vectors
_APART = frozenset(("quad", "text"))
_KINDS = {"_": "op", "^": "op", "{": "op", "}": "op", ",": "op", t.MEMBER: "cmd", r"\times": "cmd"}


def with_plain_indices(tokens: list[Token]) -> list[Token]:
    """The tokens with the ranges of such indices as a space of what the bracket equals. Never fails."""
    made: list[Token] = []
    position = 0
    while position < len(tokens):
        found = _ranged(tokens, position) if tokens[position].text in _BRACKETS else None
        if found is None:
            made.append(tokens[position])
            position += 1
            continue
        close, indices, size, end = found
        here = tokens[position]
        made += [*tokens[position:close], *_as_tokens(("_", "{", indices[0], ",", indices[1], "}"), here)]
        array = _named(tokens, position)
        if array is not None and (end == len(tokens) or _parts(tokens[end])):
            space = (t.MEMBER, r"\mathbb{R}", "^", "{", size, r"\times", size, "}")
            made += [*_as_tokens((",",), here), array, *_as_tokens(space, here)]
        position = end
    return made


def _ranged(tokens: list[Token], opening: int) -> tuple[int, list[str], str, int] | None:
    """Where a bracket closes behind which indices with a range stand, the indices, how far these run, and the end."""
    close = group_end(tokens, opening)
    below, above, end = scripts_at(tokens, close)
    sides = split(below, lambda token: token.kind == "rel")
    last = above if len(sides) == 2 else sides[-1]
    letters = [x.text for x in sides[len(sides) // 2 if len(sides) == 3 else 0] if x.text != ","]
    several = len(set(letters)) == len(letters) == _INDICES_OF_A_MATRIX
    if len(sides) == 1 or not several or len(last) != 1 or last[0].kind != "name":
        return None
    used = _indices_in(tokens[opening + 1 : close - 1])
    return (close, letters, last[0].text, end) if set(letters) <= used else None


def _named(tokens: list[Token], opening: int) -> Token | None:
    """The K of `K = (...)`, where it stands alone on its side."""
    if opening < 2 or t.RELATIONS.get(tokens[opening - 1].text) != "=" or tokens[opening - 2].kind != "name":
        return None
    alone = opening == 2 or _parts(tokens[opening - 3])
    return tokens[opening - 2] if alone else None


def _parts(token: Token) -> bool:
    return token.kind in _APART or token.text in (",", ";", ".")


def _indices_in(body: Tokens) -> set[str]:
    places = (k for k, token in enumerate(body) if token.text == "_")
    return {x.text for k in places for x in scripts_at(body, k)[0] if x.kind == "name"}


def _as_tokens(texts: tuple[str, ...], at: Token) -> list[Token]:
    return [Token(_KINDS.get(text, "name"), text, at.start, at.end) for text in texts]
