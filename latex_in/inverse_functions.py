r"""Inverse functions, under their usual names: g^{-1}(y) is known where g(x) = ... can be solved for x.

What a page then says of g^{-1} is a claim. One operation after the other is undone, each of which is one-to-one where
it is defined, or a quotient of two linear forms is turned over; where that does not lead to x, nothing is known of the
inverse.
"""

from __future__ import annotations

from collections.abc import Iterable

from hence.language.derivation import Fact, Formula
from hence.language.inverse_names import INVERSE, inverse_name
from hence.language.terms import App, Sym, Term, app, free_names, num, substitute, subterms

_POINT = "y"


def inverse_fact(formula: Formula, terms: Iterable[Term]) -> Fact | None:
    """The definition of g^{-1} where a formula is that of g(x), and the terms of the page use g^{-1}; else None."""
    match formula:
        case Formula(App("apply", (Sym(name), Sym(variable))), "=", body) if not name.endswith(INVERSE):
            pass
        case _:
            return None
    if not any(isinstance(x, Sym) and x.name == inverse_name(name) for term in terms for x in subterms(term)):
        return None
    point = next(p for p in (_POINT, "z", "u", "v", _POINT + "'") if p not in free_names(body) - {variable})
    value = _solved(body, variable, Sym(point))
    if value is None or variable in free_names(value) - {point}:
        return None
    left = app("apply", Sym(inverse_name(name)), Sym(point))
    return Fact(Formula(left, "=", value, formula.span), True, (), formula.span)


def _solved(term: Term, variable: str, value: Term) -> Term | None:
    """The x at which a term in x has a value; None where it cannot be had by undoing operations."""
    match term:
        case Sym(name):
            return value if name == variable else None
        case App("neg", (inner,)):
            return _solved(inner, variable, app("neg", value))
        case App("exp", (inner,)):
            return _solved(inner, variable, app("log", value))
        case App("log", (inner,)):
            return _solved(inner, variable, app("exp", value))
        case App("add" | "mul" as head, args):
            return _one_of(head, args, variable, value)
        case App("div", (above, below)):
            return _of_quotient(above, below, variable, value)
    return None


def _one_of(head: str, args: tuple[Term, ...], variable: str, value: Term) -> Term | None:
    """From a sum or a product of which one part has the variable."""
    own = [x for x in args if variable in free_names(x)]
    others = [x for x in args if x not in own]
    if len(own) != 1 or len(others) + 1 != len(args):
        return None
    for other in others:
        value = app("add", value, app("neg", other)) if head == "add" else app("div", value, other)
    return _solved(own[0], variable, value)


def _of_quotient(above: Term, below: Term, variable: str, value: Term) -> Term | None:
    inside = [variable in free_names(x) for x in (above, below)]
    if inside == [True, False]:
        return _solved(above, variable, app("mul", value, below))
    if inside == [False, True]:
        return _solved(below, variable, app("div", above, value))
    lines = [_line(x, variable) for x in (above, below)]
    if not all(inside) or None in lines:
        return None
    (a, b), (c, d) = (line for line in lines if line is not None)
    top = app("add", app("mul", d, value), app("neg", b))
    return app("div", top, app("add", a, app("neg", app("mul", c, value))))


def _line(term: Term, variable: str) -> tuple[Term, Term] | None:
    """a and b of a x + b; None where a term is no sum of multiples of x and constants."""
    at_zero = substitute(term, {variable: num(0)})
    slope = app("add", substitute(term, {variable: num(1)}), app("neg", at_zero))
    return (slope, at_zero) if _is_linear(term, variable) else None


def _is_linear(term: Term, variable: str) -> bool:
    if variable not in free_names(term):
        return True
    match term:
        case Sym():
            return True
        case App("neg", (inner,)):
            return _is_linear(inner, variable)
        case App("add", args):
            return all(_is_linear(x, variable) for x in args)
        case App("mul", args):
            return sum(variable in free_names(x) for x in args) == 1 and all(_is_linear(x, variable) for x in args)
        case App("div", (above, below)):
            return variable not in free_names(below) and _is_linear(above, variable)
    return False


__all__ = ["inverse_fact"]
