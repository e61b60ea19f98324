r"""How far a sum reaches: `\sum_i a_i + b_i` goes on over what still speaks of i.

By the letter of the notation the sum ends at the plus sign. Where the letter i means nothing outside of the sum, no
author meant that.
"""

from __future__ import annotations

from collections.abc import Container

from language.terms import App, Bind, Term, free_names, subterms

_INDICES_FROM = {"index": 1, "delta": 0}  # where the indices of a head begin


def with_wide_sums(terms: list[Term], taken: Container[str]) -> list[Term]:
    """The terms of a sum, with those that belong to a `\\sum` in front of them drawn into it."""
    result = terms[:1]
    for term in terms[1:]:
        wider = _widened(result[-1], term, taken)
        if wider is None:
            result.append(term)
        else:
            result[-1] = wider
    return result


def _widened(before: Term, term: Term, taken: Container[str]) -> Term | None:
    match before:
        case App("neg" | "mul" as head, (*front, last), span):
            wider = _widened(last, term, taken)
            return None if wider is None else App(head, (*front, wider), span)
        case Bind("sum", var, domain, body, span):
            inner = _widened(body, term, taken)
            if inner is None and var.name not in taken and var.name in _index_letters(term):
                inner = App("add", (body, term), span)
            return None if inner is None else Bind("sum", var, domain, inner, span)
        case _:
            return None


def _index_letters(term: Term) -> frozenset[str]:
    """Letters free in a term that stand in an index of it."""
    found = (x for x in subterms(term) if isinstance(x, App) and x.head in _INDICES_FROM)
    letters = frozenset[str]().union(*(free_names(i) for x in found for i in x.args[_INDICES_FROM[x.head] :]))
    return letters & free_names(term)
