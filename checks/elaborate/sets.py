r"""Sums and products over a set of which nothing is known but what is in it: `\sum_{i \in S}`, `\prod_{i \in S}`, |S|.

The members of S are those for which an unknown indicator is one, so that the sum of ones over it is |S|, and a product
of positive numbers is the exponential of the sum of their logarithms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Fact, Formula, Given
from hence.language.opaque import is_opaque
from hence.language.terms import App, Bind, Condition, SuchThat, Sym, Term, app, mapped, num, strip_spans, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]
MEMBER = r"#0# \in #1#"  # the text of what says that one letter is in the set of another


def with_sets(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas with such products as sums, and sizes of such sets as sums. Never fails."""
    page = list(givens), list(formulas)
    facts = [g.formula for g in page[0] if isinstance(g, Fact)]
    terms = [t for f in (*facts, *page[1]) for side in (f.lhs, f.rhs) for t in subterms(side)]
    sets = {name for t in terms for name in _sets(t)}
    if not sets and not any(_is_product(t) for t in terms):
        return page

    def plain(term: Term) -> Term:
        match term:
            case App("abs", (Sym(name),)) if name in sets:
                return replace(_size(name), span=term.span)
            case Bind("prod", variable, domain, body, span) if _is_product(term):
                return app("exp", Bind("sum", variable, domain, app("log", body), span))
        return term

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, plain), rhs=mapped(formula.rhs, plain))

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    sized = [name for name in sorted(sets) if any(t == App("abs", (Sym(name),)) for t in map(strip_spans, terms))]
    counts = [Fact(Formula(_count(name), "=", _size(name)), False) for name in sized]
    return [*made, *counts], [changed(f) for f in page[1]]


def _size(name: str) -> App:
    return app("opaque_number", Sym("| #0# |"), Sym(name))


def _count(name: str) -> Term:
    inside = Condition(app("opaque_number", Sym(MEMBER), Sym("i'"), Sym(name)), "!=", num(0))
    return Bind("sum", Sym("i'"), SuchThat((inside,)), num(1))


def _is_product(term: Term) -> bool:
    if not isinstance(term, Bind) or term.head != "prod" or not isinstance(term.domain, SuchThat):
        return False
    return bool(term.domain.conditions) and all(is_opaque(c.lhs) for c in term.domain.conditions)


def _sets(term: Term) -> Iterator[str]:
    """The set that a sum or a product runs over."""
    match term:
        case Bind("sum" | "prod", variable, SuchThat(conditions)):
            for condition in conditions:
                match condition.lhs:
                    case App("opaque_number", (Sym(text), Sym(letter), Sym(name))) if text == MEMBER:
                        yield from [name] if letter == variable.name else ()
