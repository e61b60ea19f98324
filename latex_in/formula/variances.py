r"""Variances, covariances and correlations: `\mathrm{Var}(X)`, `\operatorname{Var} X`, `\mathrm{Cov}(X, Y \mid Z)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.language.terms import Term
from hence.latex_in import tables as t
from hence.latex_in.formula.named import correlation
from hence.latex_in.formula.probability import averaged, conditioned
from hence.latex_in.formula.scripts import Scripts, raised, take, with_scripts

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser


def statistic(p: Parser, name: str, start: int) -> Term | None:
    r"""`\mathrm{Var}(X)`, `\mathrm{Cov}(X, Y)`."""
    head = t.STATISTICS[name[name.index("{") + 1 : -1]]
    found = take(p)
    if found.below is not None and head != "Var":
        raise p.refuse(f"{head} with a subscript is not understood yet", found.below[0])
    if not p.next_is("(", "[", r"\{"):
        return _of_symbol(p, found, start) if head == "Var" else None
    opening = p.pos
    end = p.bracket_end(opening)
    inside, given = conditioned(p, opening + 1, end - 1)
    pieces = p.pieces(*inside, frozenset(","))
    if len(pieces) > t.ARGUMENTS_OF_STATISTICS[head]:
        raise p.refuse(f"expected {t.ARGUMENTS_OF_STATISTICS[head]} arguments of {head}, found {len(pieces)}", opening)
    arguments = tuple(p.within(*piece) for piece in pieces)
    p.pos = end
    if head == "Corr":
        term = correlation(p, arguments, given, start)
        return raised(p, term, found.above, start) if found.above else with_scripts(p, term, start)
    of_one = "Var" if len(pieces) == 1 else head  # the covariance of a vector is its variance
    term = averaged(p, of_one, (*arguments, *given), found.below, start)
    return raised(p, term, found.above, start) if found.above else with_scripts(p, term, start)


def _of_symbol(p: Parser, found: Scripts, start: int) -> Term | None:
    r"""`\mathrm{Var} X`, and of X^2; None where more stands behind it: nobody knows how far the variance goes."""
    token = p.peek()
    if token is None or token.kind != "name" or found.below is not None or found.above is not None:
        return None
    of = p.factor()
    return None if p.at_factor() else p.app("Var", (of,), start)


__all__ = ["statistic"]
