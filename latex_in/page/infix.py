r"""Commands of plain TeX between the halves of a group: `{n \choose k}` is `\binom{n}{k}`, `{a \over b}` a fraction."""

from __future__ import annotations

from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import group_end

INFIX = {r"\choose": r"\binom", r"\over": r"\frac"}


def with_prefixes(tokens: list[Token]) -> list[Token]:
    """The tokens with the command in front of its halves. One that stands in no group is left as it is."""
    for position, token in enumerate(tokens):
        opening = _opening(tokens, position) if token.text in INFIX else None
        if opening is None:
            continue
        closing = group_end(tokens, opening) - 1
        halves = tokens[opening + 1 : position], tokens[position + 1 : closing]
        if tokens[closing].text != "}":
            continue
        made = [Token(token.kind, INFIX[token.text], token.start, token.end)]
        for half in halves:
            made += [tokens[opening], *half, tokens[closing]]
        made = [tokens[opening], *made, tokens[closing]]  # the group may be an argument, or carry a script
        return with_prefixes([*tokens[:opening], *made, *tokens[closing + 1 :]])
    return tokens


def _opening(tokens: list[Token], position: int) -> int | None:
    """Where the group begins in which a token stands."""
    depth = 0
    for k in range(position - 1, -1, -1):
        if tokens[k].text == "}":
            depth += 1
        elif tokens[k].text == "{":
            if depth == 0:
                return k
            depth -= 1
    return None
