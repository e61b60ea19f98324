r"""Sums by a capital letter, and without a variable: `\sum x_i y_i` runs over i, the one index of what is added."""

from __future__ import annotations

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, argument_at, scripts_at

SIGNS = frozenset((r"\sum", r"\prod"))
INDICES = frozenset("ijklmnst")
_ENDS = frozenset(("row", "quad", "text", "rel", "begin", "end"))


def with_variables(tokens: list[Token]) -> list[Token]:
    r"""The tokens with a subscript below every bare sum that has one index in its body; `\sum^n x_i` begins at one."""
    made: list[Token] = []
    around: set[str] = set()  # variables of the sums before, in this side of a relation
    depth = 0
    for position, token in enumerate(tokens):
        made.append(token)
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        around = set() if token.kind == "rel" and not depth else around
        if token.text not in SIGNS:
            continue
        below, above, end = scripts_at(tokens, position + 1)
        around |= _letters(below)
        if below or any(x.text == "_" for x in tokens[position + 1 : end]):
            continue
        letters = _indices(_body(tokens, end)) - around
        if len(letters) == 1 and not letters & _letters(above):
            index = Token("name", letters.pop(), token.start, token.end)
            start = [("op", "="), ("num", "1")] if above else []
            marks = [("op", "_"), ("op", "{"), (index.kind, index.text), *start, ("op", "}")]
            made += [Token("rel" if text == "=" else kind, text, token.start, token.end) for kind, text in marks]
    return made


CAPITALS = {r"\Sigma": r"\sum", r"\Pi": r"\prod"}


def with_signs(tokens: list[Token]) -> list[Token]:
    r"""The tokens with `\sum` in place of the letter in `\Sigma_{i=1}^n`: no letter has such a subscript."""
    made: list[Token] = []
    for position, token in enumerate(tokens):
        below = [x.text for x in tokens[position + 1 : position + 5]] if token.text in CAPITALS else []
        kinds = [x.kind for x in tokens[position + 3 : position + 4]]
        counts = below[:2] == ["_", "{"] and below[3:] == ["="] and kinds == ["name"]
        made.append(Token("cmd", CAPITALS[token.text], token.start, token.end) if counts else token)
    return made


def _letters(tokens: Tokens) -> set[str]:
    return {x.text for x in tokens if x.kind == "name"}


def _body(tokens: list[Token], start: int) -> Tokens:
    """What is added: the product behind a sign of sums, up to the next summand, relation or closing bracket."""
    depth = 0
    for position in range(start, len(tokens)):
        token = tokens[position]
        if token.kind in ("op", "cmd"):
            depth += (token.text == "{" or token.text in t.OPENERS) - (token.text in t.CLOSERS)
        summand = token.text in t.PLUS and position > start and tokens[position - 1].text not in ("^", "_")
        if depth < 0 or (depth == 0 and (token.kind in _ENDS or summand or token.text in (",", "&"))):
            return tokens[start:position]
    return tokens[start:]


def _indices(body: Tokens) -> set[str]:
    r"""The letters that choose members, `x_i`, `x^{(i)}`, apart from those that a sum inside binds.

    None where one is a number as well: where the sum of `a_n x^n` begins is not sure.
    """
    found: list[str] = []
    bound: set[str] = set()
    for position, token in enumerate(body):
        if token.text in SIGNS:
            bound |= _letters(scripts_at(body, position + 1)[0])
        elif token.text in ("_", "^"):
            inside = argument_at(body, position + 1)[0]
            member = token.text == "_" or (len(inside) == 3 and inside[0].text == "(")
            found += [x.text for x in inside if x.kind == "name" and x.text in INDICES] if member else []
    written = [x.text for x in body if x.kind == "name"]
    plain = {x for x in found if written.count(x) > found.count(x)}
    return set() if plain else set(found) - bound
