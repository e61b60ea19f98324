r"""Conditions as numbers, one where `x > 0` holds and else zero. Sums over what meets one: `\sum_{i: y_i = 1}`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.language.opaque import is_opaque
from hence.language.terms import App, Condition, Domain, Num, SuchThat, Term, Unstated, app, subterms
from hence.latex_in import tables as t
from hence.latex_in.page.source import ParseError

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

NONE = Num(Fraction(0))


def _exceeds(p: Parser, left: Term, right: Term, start: int) -> Term:
    """[left > right]."""
    gap = left if right == NONE else p.app("add", (left, p.app("neg", (right,), start)), start)
    if left == NONE:
        gap = p.app("neg", (right,), start)
    return p.app("indicator", (gap,), start)


def _opposite(p: Parser, term: Term, start: int) -> Term:
    return p.app("add", (Num(Fraction(1)), p.app("neg", (term,), start)), start)


CONDITIONS: dict[str | None, Callable[[Parser, Term, Term, int], Term]] = {
    ">": _exceeds,
    "<": lambda p, a, b, start: _exceeds(p, b, a, start),
    ">=": lambda p, a, b, start: _opposite(p, _exceeds(p, b, a, start), start),
    "<=": lambda p, a, b, start: _opposite(p, _exceeds(p, a, b, start), start),
    "=": lambda p, a, b, start: p.app("delta", (a, b), start),
    "!=": lambda p, a, b, start: _opposite(p, p.app("delta", (a, b), start), start),
}


def chooses(p: Parser, piece: TokenRange, relations: list[int]) -> bool:
    """Whether one relation may choose members: y_i = 1, and behind the i that runs also y_i > 0."""
    relation = t.RELATIONS.get(p.tokens[relations[0]].text)
    runs = p.tokens[piece[0] - 1].text in (":", "|", r"\mid")
    return len(relations) == 1 and (relation in ("=", "!=") or (relation in CONDITIONS and runs))


def weight(p: Parser, piece: TokenRange, relation: int) -> Term | None:
    """What is one for the members that are chosen and zero for the others; None where a side is not understood."""
    try:
        left, right = p.within(piece[0], relation), p.within(relation + 1, piece[1])
    except ParseError:
        return None
    if any(is_opaque(x) for side in (left, right) for x in subterms(side)):
        return None
    return CONDITIONS[t.RELATIONS[p.tokens[relation].text]](p, left, right, piece[0])


def weighted(sign: str, domain: Domain, body: Term) -> tuple[Domain, Term]:
    """A sum over chosen members is one over all of them, in which the others count as nothing."""
    match domain:
        case SuchThat((Condition(App() as chosen, "!=", _),)) if not is_opaque(chosen):
            return Unstated(), app("mul", chosen, body) if sign == "sum" else app("pow", body, chosen)
    return domain, body
