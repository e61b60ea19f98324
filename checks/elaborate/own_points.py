r"""Functions of the point of a density: `\mathcal{L}(x) = E_{q(z | x)}[\log p(x, z) - \log q(z | x)]`.

The x of a density is no number that a function could be called with. Where a page calls such a function only at the
letter of its definition, it is the same as a quantity without argument.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, free_names, mapped, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]


def with_own_points(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas in which such functions have no argument. Never fails."""
    page = list(givens), list(formulas)
    facts = [g.formula for g in page[0] if isinstance(g, Fact)]
    calls = {name: call for f in facts for name, call in _of_points(f)}
    terms = [t for f in (*facts, *page[1]) for side in (f.lhs, f.rhs) for t in subterms(side)] if calls else []
    for term in terms:
        if isinstance(term, App) and term.head == "apply" and _name(term) in calls and term != calls[_name(term)]:
            del calls[_name(term)]  # it is called at something else, too
    if not calls:
        return page

    def plain(term: Term) -> Term:
        called = isinstance(term, App) and term.head == "apply" and calls.get(_name(term)) == term
        return Sym(_name(term), term.span) if called else term

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, plain), rhs=mapped(formula.rhs, plain))

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    return made, [changed(f) for f in page[1]]


def _name(term: Term) -> str:
    return term.args[0].name if isinstance(term, App) and isinstance(term.args[0], Sym) else ""


def _of_points(formula: Formula) -> list[tuple[str, Term]]:
    """The function that an equation defines, with the call that it defines, where a density has its argument."""
    match formula:
        case Formula(App("apply", (Sym(name), *arguments)) as call, "=", rhs) if name not in free_names(rhs):
            letters = {a.name for a in arguments if isinstance(a, Sym)}
            densities = [t for t in subterms(rhs) if isinstance(t, App) and t.head == "density"]
            points = frozenset().union(*(free_names(a) for d in densities for a in d.args[1:]))
            return [(name, call)] if len(letters) == len(arguments) and letters & points else []
    return []
