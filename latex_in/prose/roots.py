"""Roots in words: "let $r$ be a root of $x^2 - x - 1$" says what r^2 is."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import Fact, Formula
from hence.language.terms import App, Num, Sym, Term, app, free_names, num, substitute
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Said, Sentence

_ROOT = rule("list:L [be denotes] all:(the two?)? a? w{0,2}? root-noun [of to] the? w{0,3}? of:F")
_USUAL = ("x", "z", r"\lambda", "t", "s", "y", "u", "r", r"\mu")


def roots(s: Sentence) -> Iterator[Fact]:
    """That roots are roots; of a quadratic polynomial with two named roots, their sum and product."""
    for found in _ROOT.finditer(s.signs):
        gap = _gap(s.by_mark[found["of"]]) if found["of"] in s.by_mark else None
        subjects = [x for x in s.terms(found["list"]) if _is_name(x)]
        if gap is None or not subjects or denied(s.signs, found.start()):
            continue
        unknown = _unknown(gap, {_base(x) for x in subjects}, s)
        if unknown is None:
            continue
        for root in subjects:
            yield _fact(substitute(gap, {unknown: root}), num(0), root)
        if len(subjects) == 2 and found["all"] and _degree(gap, unknown) == 2:
            yield from _sum_and_product(gap, unknown, subjects[0], subjects[1])


def called_roots(s: Sentence) -> set[Term]:
    """The symbols of which a sentence says of what they are roots."""
    return {x for found in _ROOT.finditer(s.signs) for x in s.terms(found["list"])}


def _gap(said: Said) -> Term | None:
    """What is zero at a root: a polynomial, or the difference of the sides of an equation."""
    for item in said.found:
        if isinstance(item, Equation) and item.formula.relation == "=":
            return app("add", item.formula.lhs, app("neg", item.formula.rhs))
    terms = said.terms()
    return terms[0] if len(terms) == 1 and said.is_plain() else None


def _is_name(term: Term) -> bool:
    return isinstance(term, Sym) or (isinstance(term, App) and term.head == "index")


def _base(term: Term) -> str:
    inner = term.args[0] if isinstance(term, App) else term
    return inner.name if isinstance(inner, Sym) else ""


def _unknown(gap: Term, subjects: set[str], s: Sentence) -> str | None:
    """The letter in which an equation is meant: a root itself, or one that is used for nothing else."""
    names = free_names(gap)
    if names & subjects:
        return min(names & subjects) if len(names & subjects) == 1 else None
    free = names - s.context.names.fixed
    return next((n for n in _USUAL if n in free), min(free) if len(free) == 1 else None)


def _fact(left: Term, right: Term, about: Term) -> Fact:
    return Fact(Formula(left, "=", right, about.span), False, (), about.span)


def _sum_and_product(gap: Term, unknown: str, one: Term, other: Term) -> Iterator[Fact]:
    """By the values of the polynomial at 0, 1 and -1, from which its coefficients follow."""
    here, up, down = (substitute(gap, {unknown: num(x)}) for x in (0, 1, -1))
    twice_first = app("add", up, app("neg", down))
    twice_second = app("add", up, down, app("mul", num(-2), here))
    yield _fact(app("mul", twice_second, app("add", one, other)), app("neg", twice_first), one)
    yield _fact(app("mul", twice_second, one, other), app("mul", num(2), here), one)


def _degree(term: Term, name: str) -> int | None:
    """The degree of a polynomial in a letter; None where it is none."""
    match term:
        case _ if name not in free_names(term):
            return 0
        case Sym():
            return 1
        case App("add" | "neg", args):
            parts = [_degree(a, name) for a in args]
            return None if None in parts else max(p or 0 for p in parts)
        case App("mul", args):
            parts = [_degree(a, name) for a in args]
            return None if None in parts else sum(p or 0 for p in parts)
        case App("pow", (base, Num(value))) if value.denominator == 1 and value >= 0:
            inner = _degree(base, name)
            return None if inner is None else inner * int(value)
        case App("div", (top, bottom)) if name not in free_names(bottom):
            return _degree(top, name)
        case _:
            return None
