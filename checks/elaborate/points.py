r"""Expectations of functions of random variables whose density the page speaks of.

E[\log p(X)] and, for X with density p(x), E[X] are integrals over the values x of X: they become
expectations over a variable of their own, drawn from the density.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.names import Usage
from hence.language.derivation import Distributed
from hence.language.terms import (
    App,
    Bind,
    DistributedAs,
    Sym,
    Term,
    app,
    free_names,
    map_domain,
    num,
    substitute,
    subterms,
)


def averages_over_points(given: Sorted, usage: Usage, sides: Iterable[Term]) -> Callable[[Term], Term]:
    """What turns E over random variables into E under their density, where the page has one."""
    families = {name: f for name, law in given.laws.items() if (f := _family(law)) in usage.densities_at}
    written_out = _writing_out(given, families)
    mixed = _averaged_with_others(given, families, written_out, (*given.terms(), *sides))
    families = {name: f for name, f in families.items() if name not in mixed}

    def change(term: Term) -> Term:
        match term:
            case App("E" | "Var" as head, (body,), span) if (spelled := written_out(body)) != body:
                return change(App(head, (spelled,), span)) if _averaged(spelled, families) else term
            case App("Var", (body,), span) if _averaged(body, families):
                square, mean = app("E", app("pow", body, num(2))), app("pow", app("E", body), num(2))
                return change(App("add", (square, app("neg", mean)), span))
            case App("E", (body,), _):
                return _under_density(change(body), term, families)
            case App(head, args, span):
                return App(head, tuple(change(a) for a in args), span)
            case Bind(head, var, domain, body, span):
                return Bind(head, var, map_domain(domain, change), change(body), span)
            case _:
                return term

    return change


def _family(law: Distributed) -> str:
    """The density from which one random variable is drawn."""
    match law.subject, law.law:
        case Sym(), App("density", (Sym(family), App("given", ()), Sym())):
            return family
    return ""


def _writing_out(given: Sorted, families: Mapping[str, str]) -> Callable[[Term], Term]:
    """What writes out the plain definitions through which a term reaches such variables: y = 2 z + 1."""
    plain = {
        n: ds[0].body for n, ds in given.definitions.items() if len(ds) == 1 and not (ds[0].indices or ds[0].params)
    }
    plain = {n: body for n, body in plain.items() if given.reached_from(free_names(body)) & families.keys() - {n}}

    def written_out(term: Term) -> Term:
        for _ in plain:
            term = substitute(term, plain)
        return term

    return written_out


def _averaged_with_others(
    given: Sorted, families: Mapping[str, str], written_out: Callable[[Term], Term], sides: Iterable[Term]
) -> set[str]:
    """Variables that some average reaches through a definition, or takes along with what has no such density.

    An average over their density alone would not be the same, and one page must not have both.
    """
    others = {*given.laws, *given.means, *given.variances} - families.keys()
    found: set[str] = set()
    for term in (t for side in sides for t in subterms(side)):
        if isinstance(term, App) and term.head in ("E", "Var", "Cov"):
            written = frozenset().union(*(free_names(written_out(a)) for a in term.args))
            reached = given.reached_from(written)
            found |= (reached & families.keys()) - (set() if reached & others else written)
    return found


def _averaged(body: Term, families: Mapping[str, str]) -> bool:
    return bool(families.keys() & free_names(body))


def _under_density(body: Term, whole: App, families: Mapping[str, str]) -> Term:
    """The expectation over the values of all the random variables in the body; as it was where they have no density."""
    points = _points(body)
    variables = sorted({*points, *(families.keys() & free_names(body))})
    named = {families[v] for v in variables if v in families} or {f for fs in points.values() for f in fs}
    values = {v: Sym(_value(v)) for v in variables}
    taken = free_names(body) - set(variables)
    if not variables or len(named) != 1 or any(s.name in taken for s in values.values()):
        return App("E", (body,), whole.span)
    (family,) = named
    result, known = substitute(body, values), [values[v] for v in variables]
    for k in reversed(range(len(known))):
        law = App("density", (Sym(family), App("given", tuple(known[:k])), known[k]), whole.span)
        result = Bind("E", known[k], DistributedAs(law), result, whole.span)
    return result


def _value(name: str) -> str:
    """x for X."""
    return name.lower() if len(name) == 1 else name


def _points(body: Term) -> dict[str, set[str]]:
    """Capitals at which densities are taken, with these densities."""
    found: dict[str, set[str]] = {}
    for term in subterms(body):
        if isinstance(term, App) and term.head == "density" and isinstance(term.args[0], Sym):
            for place in (p for a in term.args[1:] for p in (a.args if isinstance(a, App) else (a,))):
                if isinstance(place, Sym) and len(place.name) == 1 and place.name.isupper():
                    found.setdefault(place.name, set()).add(term.args[0].name)
    return found
