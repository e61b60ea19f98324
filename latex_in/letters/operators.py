r"""Letters that are operators of chance: the E of `E(X^2)` and `\mathbf{E} X`, the P of `\mathbf{P}(X \ge t)`.

A plain or a bold E may be a matrix of errors, an energy or any other quantity. It is the mean on a page that writes
variances, covariances or laws, where it acts on something wherever it stands, and somewhere on what is no argument of a
function. A bold or upright P is the probability where it has a bracket wherever it stands, and somewhere one with a
relation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from hence.latex_in import tables as t
from hence.latex_in.letters.names import plain_arguments
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, scripts_at

_MEANS, _CHANCES = ("E", r"\bm{E}"), (r"\bm{P}", r"\mathrm{P}")
_OF_CHANCE = t.OF_CHANCE - t.EXPECTATIONS | t.STATISTICS.keys() | {t.DRAWN, r"\Pr", r"\mathbb{P}", r"\mathbb{E}"}
_BY = frozenset((r"\nabla", r"\partial", "_", "^", r"\Delta"))  # what stands in front of a quantity, or a label
_OPERATORS = t.DOUBLE_BARS | {r"\exp", r"\max", r"\min", r"\sup", r"\sum"}
_OPENING = frozenset(("(", "[", r"\{"))


def with_operators(formulas: dict[tuple[int, int], list[Token]]) -> None:
    r"""Write the operators of chance as `\mathbb{E}` and `\mathbb{P}` in all formulas of a page."""
    found = {name: r"\mathbb{P}" for name in _CHANCES if _is_chance(name, formulas.values())}
    spoken = _OF_CHANCE.union(found)
    found |= {name: r"\mathbb{E}" for name in _MEANS if _is_mean(name, formulas.values(), spoken)}
    for place, tokens in formulas.items() if found else ():
        if any(x.text in found for x in tokens):
            formulas[place] = [
                Token(x.kind, found[x.text], x.start, x.end) if x.kind == "name" and x.text in found else x
                for x in tokens
            ]


def _is_mean(name: str, formulas: Iterable[Tokens], spoken: Set[str]) -> bool:
    places = list(_places(name, formulas))
    speaks = any(x.text in spoken for tokens in formulas for x in tokens) if places else False
    acts = speaks and all(_acts(tokens, k) for tokens, k in places)
    return acts and any(_tells(tokens, scripts_at(tokens, k + 1)[2]) for tokens, k in places)


def _is_chance(name: str, formulas: Iterable[Tokens]) -> bool:
    insides = [_bracket(tokens, k + 1) for tokens, k in _places(name, formulas)]
    return bool(insides) and all(insides) and any(x.kind == "rel" for inside in insides for x in inside)


def _places(name: str, formulas: Iterable[Tokens]) -> Iterator[tuple[Tokens, int]]:
    return ((tokens, k) for tokens in formulas for k, x in enumerate(tokens) if x.kind == "name" and x.text == name)


def _bracket(tokens: Tokens, opening: int) -> Tokens:
    """What a bracket holds; empty where none opens here."""
    if opening >= len(tokens) or tokens[opening].text not in _OPENING:
        return ()
    return tokens[opening + 1 : group_end(tokens, opening) - 1]


def _acts(tokens: Tokens, position: int) -> bool:
    """Whether something that may be random stands behind an E, and nothing that makes it a quantity around it."""
    below, above, end = scripts_at(tokens, position + 1)
    before = tokens[position - 1].text if position else ""
    named = not below or below[0].kind == "name"
    if above or before in _BY or not named or end >= len(tokens) or (below and not _bracket(tokens, end)):
        return False
    inside = _bracket(tokens, end)
    if inside:
        return not (plain_arguments(list(inside)) and (before == "-" or _is_defined(tokens, position, end, inside)))
    return _is_operand(tokens[end])


def _is_defined(tokens: Tokens, position: int, end: int, inside: Tokens) -> bool:
    """Whether `E(w) = ...` begins a formula: E is a function then, unless what it is taken of is random."""
    after = group_end(tokens, end)
    equated = after < len(tokens) and tokens[after].text in ("=", ":=", r"\coloneqq")
    return position == 0 and equated and not inside[-1].text.isupper()


def _is_operand(token: Token) -> bool:
    return token.kind in ("name", "func") or token.text in _OPERATORS


def _tells(tokens: Tokens, end: int) -> bool:
    """Whether an E stands in front of what is no argument of a function."""
    inside = _bracket(tokens, end)
    if not inside:
        return True
    return not plain_arguments(list(inside)) or (len(inside) == 1 and inside[0].text.isupper())


__all__ = ["with_operators"]
