"""Products without brackets: the orders in which they may be multiplied out."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.terms import App, Term

MOST_FACTORS = 5


def other_orders(term: Term) -> Iterator[Term]:
    """The term with its first long product bracketed in every other way than from left to right."""
    match term:
        case App("mul", args) if 3 <= len(args) <= MOST_FACTORS:
            yield from (tree for tree in _trees(args) if tree != _from_left(args))
        case App(head, args, span):
            for place, arg in enumerate(args):
                others = list(other_orders(arg))
                if others:
                    yield from (App(head, (*args[:place], other, *args[place + 1 :]), span) for other in others)
                    return


def _trees(factors: tuple[Term, ...]) -> Iterator[Term]:
    if len(factors) == 1:
        yield factors[0]
    for cut in range(1, len(factors)):
        yield from (App("mul", (a, b)) for a in _trees(factors[:cut]) for b in _trees(factors[cut:]))


def _from_left(factors: tuple[Term, ...]) -> Term:
    term = factors[0]
    for factor in factors[1:]:
        term = App("mul", (term, factor))
    return term
