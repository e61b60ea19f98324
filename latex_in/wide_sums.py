r"""Sums without brackets around what is added: `\sum_i a_i x + b_i` is the sum of both where only the sum binds i.

A letter that a sum runs over, that stands behind it in the same sum of terms and nowhere else in the chain, would mean
nothing otherwise. Where terms without that letter follow, it is not clear how far the sum goes, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hence.language.derivation import Formula
from hence.language.terms import App, Bind, Term, free_names, subterms
from hence.latex_in.drafts import Draft, Rough
from hence.latex_in.prose.relations import Candidate


def with_wide_sums(items: list[Rough]) -> list[Rough]:
    """The items of a part with every such sum over all that is added. Most parts have none."""
    chains: dict[int, list[Formula]] = {}
    for item in items:
        if isinstance(item, Draft):
            chains.setdefault(item.step.chain, []).append(item.step.formula)
    return [_wider(item, chains) for item in items]


def _wider(item: Rough, chains: dict[int, list[Formula]]) -> Rough:
    match item:
        case Draft(step):
            formula = _widened(step.formula, chains[step.chain])
            return item if formula is step.formula else replace(item, step=replace(step, formula=formula))
        case Candidate(equation):
            formula = _widened(equation.formula, [equation.formula])
            return item if formula is equation.formula else replace(item, equation=replace(equation, formula=formula))
        case _:
            return item


def _widened(formula: Formula, chain: Iterable[Formula]) -> Formula:
    sides = (formula.lhs, formula.rhs)
    if not any(isinstance(t, Bind) and t.head == "sum" for side in sides for t in subterms(side)):
        return formula
    wide = (_wide(formula.lhs, frozenset()), _wide(formula.rhs, frozenset()))
    bound = _free(sides) - _free(wide)
    if not bound or bound & _free(_wide(side, frozenset()) for f in chain for side in (f.lhs, f.rhs)):
        return formula
    return replace(formula, lhs=wide[0], rhs=wide[1])


def _free(terms: Iterable[Term]) -> frozenset[str]:
    return frozenset().union(*map(free_names, terms))


def _wide(term: Term, around: frozenset[str]) -> Term:
    """The term with its symbolic sums over all that is added behind them, where that has their letters."""
    match term:
        case App("add", args):
            parts = tuple(_wide(a, around) for a in args)
            for position in reversed(range(len(parts) - 1)):
                before, part, rest = parts[:position], parts[position], parts[position + 1 :]
                letter = _running(part)
                if letter and letter in free_names(rest[-1]) and letter not in around | _free((*before, part)):
                    whole = _over(part, rest)
                    return App("add", (*before, whole), term.span) if before else whole
            return App("add", parts, term.span)
        case App(head, args):
            return App(head, tuple(_wide(a, around) for a in args), term.span)
        case Bind():
            return replace(term, body=_wide(term.body, around | {term.var.name}))
        case _:
            return term


def _running(term: Term) -> str:
    """The letter of the innermost sum that a term ends with: behind factors, and inside of a derivative."""
    match term:
        case Bind("sum", var, _, body):
            return _running(body) or var.name
        case App("mul", (*_, last)):
            return _running(last)
        case App("deriv", (inside, variable)) if inside.span[:2] > variable.span[:2]:
            return _running(inside)
        case _:
            return ""


def _over(term: Term, rest: tuple[Term, ...]) -> Term:
    """The term with the rest added inside of the innermost sum that it ends with."""
    match term:
        case Bind("sum") if not _running(term.body):  # the innermost
            return replace(term, body=App("add", (term.body, *rest), term.body.span))
        case Bind("sum"):
            return replace(term, body=_over(term.body, rest))
        case App("mul", (*factors, last)):
            return App("mul", (*factors, _over(last, rest)), term.span)
        case App("deriv", (inside, variable)):
            return App("deriv", (_over(inside, rest), variable), term.span)
        case _:
            return term
