r"""Classes of functions, `\Theta(n^2)` and `O(n)`, and costs, `\operatorname{time}(A B)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.language.terms import Term
from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser


def growth_class(p: Parser, name: str, start: int) -> Term | None:
    """The class that comes next; None where the letter is something else on this page.

    Raises `ParseError` where it could be either.
    """
    if not p.next_is("(", "[", r"\{") or name in p.names.functions:
        return None
    end = p.bracket_end(p.pos)
    inside = p.tokens[p.pos + 1 : end - 1]
    if not p.next_is("(") and name not in (r"\mathcal{O}", r"\Theta", r"\Omega"):
        return None
    if not _is_about_sizes(p, inside):
        if name.startswith("\\") and (name in p.names.declared or _is_factor(p, start)):
            return None
        if name in p.names.bare | p.names.declared:
            raise p.refuse(f"is {name} a class of functions here, or the author's own {name}?", start)
    if len(p.pieces(p.pos + 1, end - 1, frozenset(","))) > 1:
        return None
    term = p.within(p.pos + 1, end - 1)
    p.pos = end
    return p.app(t.GROWTH_CLASSES[name], (term,), start)


def _is_factor(p: Parser, start: int) -> bool:
    r"""Whether a vector or matrix stands right before: `x^\top \Omega (x - y)`, unlike `n \Theta(d)`."""
    before = p.tokens[start - 1] if start else None
    return before is not None and (before.text in ("}", ")", r"\top", "'") or before.text.startswith(r"\bm"))


def _is_about_sizes(p: Parser, inside: Tokens) -> bool:
    sizes = p.names.dimensions | p.names.integers
    return all(x.text in sizes for x in inside if x.kind == "name")


def cost(p: Parser, name: str, start: int) -> Term | None:
    """The cost of the expression in brackets that comes next; None where there are no brackets."""
    if not p.next_is("(", "["):
        return None
    end = p.bracket_end(p.pos)
    term = p.within(p.pos + 1, end - 1)
    p.pos = end
    return p.app(t.COSTS[name.removeprefix(r"\mathrm{").rstrip("}")], (term,), start)


def members_of_classes(tokens: list[Token]) -> list[Token]:
    r"""`f \in O(g)` says the same as `f = O(g)`."""
    signs = {token.text for token in tokens}
    tokens = _much_larger(tokens) if r"\omega" in signs else tokens
    if t.MEMBER not in signs:
        return tokens
    made = []
    for position, token in enumerate(tokens):
        following = tokens[position + 1 : position + 3]
        classed = len(following) == 2 and following[0].text in t.GROWTH_CLASSES and following[1].text == "("
        if token.text == t.MEMBER and classed and not _only_orthogonal(tokens, position):
            made.append(Token("rel", "=", token.start, token.end))
        else:
            made.append(token)
    return made


def _much_larger(tokens: list[Token]) -> list[Token]:
    r"""`f = \omega(g)` as `f \gg g`, where f and g are made of sizes; elsewhere the letter is the author's own."""
    for position in range(1, len(tokens) - 3):
        sign, letter, opening = tokens[position : position + 3]
        if letter.text != r"\omega" or opening.text != "(" or sign.text not in ("=", t.MEMBER):
            continue
        end = group_end(tokens, position + 2)
        names = {x.text for x in (*tokens[:position], *tokens[position + 3 : end]) if x.kind == "name"}
        if end == len(tokens) and names and names <= _SIZES:
            much = Token("rel", r"\gg", sign.start, opening.end)
            return [*tokens[:position], much, *tokens[position + 3 : end - 1]]
    return tokens


_SIZES = frozenset("nNmMdDkK")


def _only_orthogonal(tokens: list[Token], position: int) -> bool:
    """`Q \\in O(n)`: a capital letter alone in front of the orthogonal group."""
    inside = tokens[position + 3 : group_end(tokens, position + 2) - 1]
    capital = position == 1 and tokens[0].kind == "name" and tokens[0].text.strip("\\bm{}").isupper()
    return tokens[position + 1].text == "O" and capital and len(inside) == 1 and inside[0].kind == "name"
