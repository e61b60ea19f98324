r"""Integrals and sums of g(x) f_X(x) over all values of a random X: the expectation of g(X).

f_X is by its name the density of X, or the probabilities of its values, and f_{X,Y} that of X and Y together. The sum
or integral of f_{X,Y}(x, y) over y alone is f_X(x). Where anything else that is random stands beside the density, or X
itself does, nothing is changed. Between bounds it is the expectation on the event that X lies between them, where X has
no law that says more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from hence.checks.elaborate.givens import base_name
from hence.language.derivation import Distributed, Fact, Formula, Given, Independent, Property
from hence.language.records import dataclass
from hence.language.terms import (
    App,
    Bind,
    Range,
    Sym,
    Term,
    Unstated,
    app,
    free_names,
    mapped,
    num,
    strip_spans,
    substitute,
    subterms,
)

Page: TypeAlias = tuple[list[Given], list[Formula]]
_DENSITY = re.compile(r"f_\{(?P<labels>[A-Z](?:,[A-Z])?)\}")
_AVERAGES = frozenset(("E", "Var", "Cov"))


def with_means_by_density(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """The page with expectations in place of such integrals and sums. Never fails."""
    page = list(givens), list(formulas)
    terms = [s for f in (*_facts(page[0]), *page[1]) for s in (f.lhs, f.rhs)]
    if not any(isinstance(x, Bind) and _densities_in(x) for t in terms for x in subterms(t)):
        return page
    random = _random(page[0], terms)

    def changed(formula: Formula) -> Formula:
        left, right = (mapped(side, lambda t: _averaged(t, random)) for side in (formula.lhs, formula.rhs))
        return replace(formula, lhs=left, rhs=right)

    made: list[Given] = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    return made, [changed(f) for f in page[1]]


def _facts(givens: Iterable[Given]) -> list[Formula]:
    return [g.formula for g in givens if isinstance(g, Fact)]


@dataclass(frozen=True)
class _Random:
    names: frozenset[str]
    drawn: frozenset[str]  # those of which the law is given


def _random(givens: Iterable[Given], terms: Iterable[Term]) -> _Random:
    """What has a law, is called random or independent, or is averaged without a variable."""
    givens, found = list(givens), set[str | None]()
    for given in givens:
        match given:
            case Distributed(subject) | Property(subject, "random"):
                found.add(base_name(subject))
            case Independent():
                found |= {base_name(s) for s in given.subjects}
            case _:
                pass
    averages = [x for t in terms for x in subterms(t) if isinstance(x, App) and x.head in _AVERAGES]
    found |= {name for x in averages for name in free_names(x) if name.isupper()}
    drawn = {base_name(g.subject) or "" for g in givens if isinstance(g, Distributed)}
    return _Random(frozenset(n for n in found if n), frozenset(drawn))


def _densities_in(term: Term) -> list[App]:
    calls = (x for x in subterms(term) if isinstance(x, App) and x.head == "apply")
    return [x for x in calls if isinstance(x.args[0], Sym) and _DENSITY.fullmatch(x.args[0].name)]


def _averaged(term: Term, random: _Random) -> Term:
    """One integral or sum over all values of a variable, or two of them, as an expectation; else the term itself."""
    if not isinstance(term, Bind) or term.head not in ("integral", "sum"):
        return term
    if isinstance(term.domain, Range) and term.head == "integral":
        return _on_event(term, term.domain, random)
    if not _runs_over_all(term):
        return term
    inner = term.body
    variables = (term.var, inner.var) if isinstance(inner, Bind) and _runs_over_all(inner) else (term.var,)
    body = inner.body if isinstance(inner, Bind) and len(variables) == 2 else inner
    found = _factor(body)
    if found is None:
        return term
    labels, points, rest = found
    by_point = dict(zip(points, labels, strict=False))
    if len(labels) != len(points) or len(by_point) != len(points) or not set(labels) <= random.names:
        return term
    if len(variables) == 1 and len(labels) == 2 and term.var in points and term.var.name not in free_names(rest):
        return _marginal(term.var, by_point, rest)
    if set(points) != set(variables) or free_names(rest) & random.names:
        return term
    values: Mapping[str, Term] = {p.name: Sym(label) for p, label in by_point.items()}
    return App("E", (substitute(rest, values),), term.span)


def _on_event(term: Bind, domain: Range, random: _Random) -> Term:
    """The integral of g(x) f_X(x) from a to b, each of which may be infinite."""
    found = _factor(term.body)
    ends = free_names(domain.low) | free_names(domain.high)
    if found is None or found[1] != [term.var] or (free_names(found[2]) | ends) & random.names:
        return term
    (label,), _, rest = found
    if label in random.drawn or label not in random.names:
        return term
    subject, infinite = Sym(label), App("infinity", ())
    beyond = []
    if strip_spans(domain.low) != app("neg", infinite):
        beyond.append(app("add", domain.low, app("neg", subject)))
    if strip_spans(domain.high) != infinite:
        beyond.append(app("add", subject, app("neg", domain.high)))
    inside = [app("add", num(1), app("neg", app("indicator", gap))) for gap in beyond]
    return App("E", (app("mul", substitute(rest, {term.var.name: subject}), *inside),), term.span)


def _runs_over_all(term: Term) -> bool:
    return isinstance(term, Bind) and term.head in ("integral", "sum") and term.domain == Unstated()


def _marginal(variable: Sym, by_point: Mapping[Sym, str], rest: Term) -> Term:
    ((point, label),) = ((p, x) for p, x in by_point.items() if p != variable)
    density = app("apply", Sym(f"f_{{{label}}}"), point)
    return density if rest == num(1) else app("mul", rest, density)


def _factor(body: Term) -> tuple[list[str], list[Sym], Term] | None:
    """The labels and points of the one density among the factors of a body, and the other factors; None for none."""
    match body:
        case App("apply", (Sym(name), *points)) if (found := _DENSITY.fullmatch(name)) is not None:
            plain = [p for p in points if isinstance(p, Sym)]
            return (found["labels"].split(","), plain, num(1)) if len(plain) == len(points) else None
        case App("mul", args):
            parts = [(k, p) for k, x in enumerate(args) if (p := _factor(x)) is not None]
            if len(parts) != 1:
                return None
            place, (labels, at, rest) = parts[0]
            others = [*args[:place], *([] if rest == num(1) else [rest]), *args[place + 1 :]]
            return labels, at, app("mul", *others) if len(others) > 1 else others[0]
        case App("neg", (inner,)) if (part := _factor(inner)) is not None:
            return part[0], part[1], app("neg", part[2])
    return None


__all__ = ["with_means_by_density"]
