r"""Marks for derivatives: where a page has `\bar{O} = dL/dO`, its `\bar{V}` may be dL/dV, by whatever mark it is.

That is how notes on backpropagation write: with bars, with `X^\nabla`. Nobody says so of every letter, so that a proof
lists it, and nothing is refuted by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hence.checks.elaborate.givens import base_name
from hence.checks.mentioned import introduced
from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, free_names


def named_like(givens: Iterable[Given], formula: Formula) -> tuple[Fact, ...]:
    """What the letters of a formula with such a mark mean, apart from those of which the page says it itself."""
    givens = list(givens)
    said = {n for g in givens for n in introduced(g)}
    names = free_names(formula.lhs) | free_names(formula.rhs)
    return tuple(dict.fromkeys(_named_like(givens, said, names)))


def _named_like(givens: list[Given], said: set[str], names: frozenset[str]) -> Iterator[Fact]:
    for fact in (g for g in givens if isinstance(g, Fact) and g.definition):
        loss, own, by = _named_derivative(fact.formula)
        if own == by or own.count(by) != 1:
            continue
        before, behind = own.split(by)
        for name in sorted(names - {own}):
            inside = name.removeprefix(before).removesuffix(behind)
            if inside in said and name == before + inside + behind:
                derivative = App("deriv", (loss, Sym(inside)), fact.formula.span)
                yield Fact(Formula(Sym(name), "=", derivative, fact.formula.span), True, (), fact.span)


def _named_derivative(formula: Formula) -> tuple[Term, str, str]:
    """L, \\bar{O} and O of `\\bar{O} = dL/dO`, also entry by entry; the same name twice for anything else."""
    match formula:
        case Formula(left, "=", App("deriv", (Sym() as loss, by))) if _indices(left) == _indices(by):
            return loss, base_name(left), base_name(by)
        case _:
            return formula.lhs, "", ""


def _indices(term: Term) -> tuple[Term, ...] | None:
    """The indices of a member, none for a letter; None for anything else."""
    match term:
        case Sym():
            return ()
        case App("index", (Sym(), *indices)):
            return tuple(indices)
        case _:
            return None
