"""Statistics and laws that have names: correlations, and what a named density below an expectation draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.language.laws import LAWS
from hence.language.terms import App, DistributedAs, Domain, Sym, Term
from hence.latex_in import tables as t

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser, Range


FEWEST = 3  # tokens: a name and its bracket


def named_draw(p: Parser, piece: Range) -> list[tuple[Sym, Domain]]:
    r"""The variable of `\mathcal{N}(x; m, C)` or `\mathrm{Gam}(x; a, b)` with its law; none for anything else."""
    start, end = piece
    if end - start < FEWEST or p.tokens[start + 1].text != "(" or LAWS.called(p.tokens[start].text) is None:
        return []
    match p.within(start, end):
        case App("normal_pdf", (Sym() as point, mean, spread), span):
            return [(point, DistributedAs(App("Normal", (mean, spread), span)))]
        case App("pdf", (Sym() as point, law)):
            return [(point, DistributedAs(law))]
    return []


def correlation(p: Parser, arguments: tuple[Term, ...], given: tuple[Term, ...], start: int) -> Term:
    """The covariance of two numbers by the roots of their variances."""
    if len(arguments) != t.ARGUMENTS_OF_STATISTICS["Corr"] or given:
        raise p.refuse("this correlation is not understood yet", start)
    roots = (p.app("sqrt", (p.app("Var", (x,), start),), start) for x in arguments)
    return p.app("div", (p.app("Cov", arguments, start), p.app("mul", tuple(roots), start)), start)
