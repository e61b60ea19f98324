r"""By what `\nabla r` is differentiated where the page defines r by a formula: the x of `r = \|x\|`, beside a \nabla_x.

Only letters that stand below another \nabla of the page come into question. Besides one of them r may be made of sizes,
capitals and constants only: the gradient of what depends on w as well may be meant by w.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, scripts_at, split, symbol_at

_NABLA = r"\nabla"
_CONSTANTS = t.CONSTANTS.keys() | t.IDENTITIES | {"e", r"\pi"}


def own_gradients(formulas: Iterable[list[Token]], sizes: AbstractSet[str]) -> Mapping[str, str]:
    """The letters of which gradients stand without a variable, with the variable of each. Never fails."""
    page = [tokens for tokens in formulas if any(x.text == _NABLA or x.kind == "rel" for x in tokens)]
    variables, plain = set[str](), set[str]()
    for tokens in page:
        for position, token in enumerate(tokens):
            if token.text == _NABLA:
                below, above, end = scripts_at(tokens, position + 1)
                variables |= _alone(below)
                if not below and not above and end < len(tokens) and tokens[end].kind == "name":
                    plain.add(symbol_at(tokens, end)[0])
    if not variables or not plain:
        return {}
    made: dict[str, set[str]] = {}
    for tokens in page:
        for name, right in _equations(tokens):
            made.setdefault(name, set()).update(x.text for x in right if x.kind == "name")
    found = {name: _leaves(name, made, variables) - sizes - _CONSTANTS for name in plain}
    found = {name: {x for x in by if not x.isupper()} for name, by in found.items()}
    return {name: by.pop() for name, by in found.items() if len(by) == 1 and by <= variables}


def _alone(below: Tokens) -> set[str]:
    if not below or below[0].kind != "name":
        return set()
    name, end = symbol_at(below, 0)
    return {name} if end == len(below) else set()


def _equations(tokens: list[Token]) -> Iterable[tuple[str, Tokens]]:
    r"""`r = ...` with the right side, as far as the next comma or row."""
    for run in split(tokens, lambda x: x.text in (",", r"\\", r"\quad", r"\qquad")):
        sides = split([x for x in run if x.text != "&"], lambda x: x.kind == "rel")
        if len(sides) > 1 and (left := _alone(sides[0])):
            yield left.pop(), [x for side in sides[1:] for x in side]


def _leaves(name: str, made: Mapping[str, set[str]], variables: AbstractSet[str]) -> set[str]:
    """Everything that a letter is made of in the end, by way of letters that nothing is differentiated by."""
    found, waiting = set[str](), [name]
    while waiting:
        new = made.get(waiting.pop(), set()) - found
        found |= new
        waiting += new - variables
    return {x for x in found if x in variables or not made.get(x)}


__all__ = ["own_gradients"]
