r"""Arrays that are given by their entries: `K = (k(x_i, x_j))_{i,j=1}^n` says what `K_{i,j}` is."""

from __future__ import annotations

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, scripts_at, split

_BRACKETS = frozenset(("(", "["))
INDICES_OF_A_MATRIX = 2  # entries with one index may be vectors
_APART = frozenset(("quad", "text"))


def with_entries(tokens: list[Token]) -> list[Token]:
    """The tokens with what a bracket with indices is for its entries. Never fails."""
    made: list[Token] = []
    position = 0
    while position < len(tokens):
        made.append(tokens[position])
        position += 1
        found = _entries(tokens, position - 1)
        if found is not None:
            body, indices, size, end = found
            array = made[-2]
            made[-1:-1] = _as_tokens(("_", "{", *_joined(indices, ","), "}"), array)
            made += body
            following = tokens[end] if end < len(tokens) else None
            if following is not None and (following.kind == "rel" or following.text == t.MEMBER):
                made += [*_as_tokens((",",), array), array]
            elif size:
                space = (t.MEMBER, r"\mathbb{R}", "^", "{", *_joined(size * len(indices), r"\times"), "}")
                made += [*_as_tokens((",",), array), array, *_as_tokens(space, array)]
            position = end
    return made


def _entries(tokens: list[Token], relation: int) -> tuple[Tokens, list[str], list[str], int] | None:
    """The entries that stand behind a sign of equality, their indices, how far these run, and where all that ends."""
    named = t.RELATIONS.get(tokens[relation].text) == "=" and relation > 0 and tokens[relation - 1].kind == "name"
    alone = relation == 1 or (named and _parts(tokens[relation - 2]))
    opening = relation + 1
    if not named or not alone or opening >= len(tokens) or tokens[opening].text not in _BRACKETS:
        return None
    close = group_end(tokens, opening)
    below, above, end = scripts_at(tokens, close)
    body = tokens[opening + 1 : close - 1]
    indices = _indices(below, body)
    goes_on = end == len(tokens) or _parts(tokens[end]) or tokens[end].kind == "rel" or tokens[end].text == t.MEMBER
    if not indices or not goes_on or any(x.text == "," for x in _outside(body)):
        return None
    last = above or _sides(below)[-1]
    size = [last[0].text] if len(last) == 1 and last[0].kind == "name" and last[0].text not in indices else []
    return body, indices, size, end


def _parts(token: Token) -> bool:
    return token.kind in _APART or token.text in (",", ";", ".")


def _outside(body: Tokens) -> list[Token]:
    """What stands in no bracket of its own."""
    depth, found = 0, []
    for token in body:
        depth -= token.text == "}" or token.text in t.CLOSERS
        if not depth:
            found.append(token)
        depth += token.text == "{" or token.text in t.OPENERS
    return found


def _sides(below: Tokens) -> list[Tokens]:
    """The sides of `i,j=1` and of `1 \\le i,j \\le n`."""
    return split(below, lambda token: token.kind == "rel")


def _indices(below: Tokens, body: Tokens) -> list[str]:
    r"""The letters of `i,j`, `ij`, `i,j=1` or `1 \le i,j \le n`, if each is an index in the body; else none."""
    sides = _sides(below)
    first = sides[len(sides) // 2 if len(sides) == 3 else 0]
    plain = all(x.kind == "name" or x.text == "," for x in first)
    letters = [x.text for x in first if x.kind == "name"]
    used = set[str]()
    for position, token in enumerate(body):
        if token.text == "_":
            used |= {x.text for x in scripts_at(body, position)[0] if x.kind == "name"}
    told = plain and len(set(letters)) == len(letters) == INDICES_OF_A_MATRIX and set(letters) <= used
    return letters if told else []


def _joined(parts: list[str], by: str) -> tuple[str, ...]:
    return tuple(x for part in parts for x in (by, part))[1:]


_KINDS = {"_": "op", "^": "op", "{": "op", "}": "op", ",": "op", t.MEMBER: "cmd", r"\times": "cmd"}


def _as_tokens(texts: tuple[str, ...], at: Token) -> list[Token]:
    return [Token(_KINDS.get(text, "name"), text, at.start, at.end) for text in texts]
