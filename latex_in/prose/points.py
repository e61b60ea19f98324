r"""Points in a sentence: `(1, -2)`, `(x, y) = (1, -2)`, `x = 1, y = -2`, `x = y = 1`, `x = 1`, `1`."""

from __future__ import annotations

from typing import TypeAlias

from hence.language.derivation import Formula
from hence.language.terms import Sym, Term
from hence.latex_in import tables as t
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.page.scan import Tokens, group_end, split
from hence.latex_in.page.source import ParseError
from hence.latex_in.prose.said import Said, Sentence

Point: TypeAlias = tuple[tuple[Sym | None, Term], ...]  # values, each with its variable where that is named


def point_of(s: Sentence, said: Said) -> Point | None:
    """The point that a formula names; None where it is none."""
    equations = [x.formula for x in said.found if isinstance(x, Equation)]
    if equations:
        found = [(f.lhs, _last(equations, k)) for k, f in enumerate(equations)]
        if all(f.relation == "=" for f in equations) and all(isinstance(x, Sym) for x, _ in found):
            return tuple((x, value) for x, value in found if isinstance(x, Sym))
        return _of_lists(s, said.tokens)
    terms = [x for m in said.found if isinstance(m, Mention) for x in m.terms]
    if terms and said.unread is None:
        return ((None, terms[0]),) if len(terms) == 1 else None
    return _of_lists(s, said.tokens)


def _last(equations: list[Formula], place: int) -> Term:
    """The value at the end of the chain `x = y = 1` that an equation belongs to."""
    while place + 1 < len(equations) and equations[place + 1].lhs == equations[place].rhs:
        place += 1
    return equations[place].rhs


def _of_lists(s: Sentence, tokens: Tokens) -> Point | None:
    sides = split(tokens, lambda x: x.kind == "rel")
    if any(x.kind == "rel" and t.RELATIONS.get(x.text) != "=" for x in tokens):
        return None
    lists = [_listed(s, side) for side in sides]
    names, values = lists[0], lists[-1]
    if names is None or values is None or len(names) != len(values) or len(values) < 2:
        return None
    if len(lists) == 1:
        return tuple((None, value) for value in values)
    if not all(isinstance(x, Sym) for x in names):
        return None
    return tuple((x, value) for x, value in zip(names, values, strict=True) if isinstance(x, Sym))


def _listed(s: Sentence, tokens: Tokens) -> list[Term] | None:
    """The terms of `(a, b, c)`."""
    tokens = list(tokens)
    if len(tokens) < 3 or tokens[0].text != "(" or group_end(tokens, 0) != len(tokens):
        return None
    found = s.context.sides(split(tokens[1:-1], lambda x: x.text == ","))
    terms = [x for x in found if not isinstance(x, ParseError)]
    return terms if len(terms) == len(found) else None
