r"""How far a sum reaches: `\sum_i a_i + b_i` goes on over what still speaks of i.

By the letter of the notation the sum ends at the plus sign. Where the letter i means nothing outside of the sum, no
author meant that. A bracket closed behind the sum ends it all the same.
"""

from __future__ import annotations

from collections.abc import Container

from hence.language.terms import App, Bind, Span, Term, free_names, subterms

_INDICES_FROM = {"index": 1, "delta": 0}  # where the indices of a head begin


def with_wide_sums(terms: list[tuple[Term, Span]], taken: Container[str]) -> list[Term]:
    """The terms of a sum, each with where it is written; those that belong to a `\\sum` before them drawn into it."""
    result: list[Term] = []
    end: Span | None = None
    for term, place in terms:
        wider = None if end is None else _widened(result[-1], end, term, place, taken)
        if wider is None:
            result.append(term)
        else:
            result[-1] = wider
        end = place
    return result


def ends_in_sum(term: Term) -> bool:
    """Whether a term may go on behind the next plus sign."""
    while isinstance(term, App) and term.head in ("neg", "mul"):
        term = term.args[-1]
    return isinstance(term, Bind) and term.head == "sum"


def _widened(before: Term, end: Span, term: Term, place: Span, taken: Container[str]) -> Term | None:
    """What is before with the term drawn into its last sum, where that sum is open: where it ends with its line."""
    match before:
        case App("neg" | "mul" as head, (*front, last), span):
            wider = _widened(last, end, term, place, taken)
            return None if wider is None else App(head, (*front, wider), span)
        case Bind("sum", var, domain, body, span) if _ends_with(span, end):
            inner = _widened(body, end, term, place, taken)
            if inner is None and var.name not in taken and var.name in _index_letters(term):
                inner = App("add", (body, term), span)
            return None if inner is None else Bind("sum", var, domain, inner, span.to(place))
        case _:
            return None


def _ends_with(span: Span, whole: Span) -> bool:
    return (span.end_line, span.end_column) == (whole.end_line, whole.end_column)


def _index_letters(term: Term) -> frozenset[str]:
    """Letters free in a term that stand in an index of it."""
    found = (x for x in subterms(term) if isinstance(x, App) and x.head in _INDICES_FROM)
    letters = frozenset().union(*(free_names(i) for x in found for i in x.args[_INDICES_FROM[x.head] :]))
    return letters & free_names(term)
