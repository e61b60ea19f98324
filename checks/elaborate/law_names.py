"""Names of distributions; and of laws: `q = N(mu, s)` and `q(z) = N(mu, s)` say what the density of q is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, app, free_names, mapped, subterms

NAMED = {
    "Bernoulli": ("Bernoulli", 1),
    "Ber": ("Bernoulli", 1),
    "Bern": ("Bernoulli", 1),
    "TwoPoint": ("TwoPoint", 2),
    "Uniform": ("Uniform", 2),
    "Unif": ("Uniform", 2),
    "U": ("Uniform", 2),
    "Exponential": ("Exponential", 1),
    "Exp": ("Exponential", 1),
    "Expo": ("Exponential", 1),
    "Poisson": ("Poisson", 1),
    "Pois": ("Poisson", 1),
    "Poi": ("Poisson", 1),
    "Laplace": ("Laplace", 2),
    "Lap": ("Laplace", 2),
}


SIGNS = frozenset(("Rademacher", "Rad"))  # 1 or -1, each with probability 1/2


def bare_name(name: str) -> str:
    """The name of a distribution without its typeface."""
    return re.sub(r"\\(?:mathrm|mathcal|text|operatorname)|[{}]", "", name)


def law_called(name: str) -> str:
    """The distribution that a name stands for; empty for none."""
    return NAMED.get(bare_name(name), ("", 0))[0]


def chances_in(formulas: Iterable[Formula]) -> set[str]:
    """Letters that stand for the parameter of a Bernoulli law."""
    parts = (t for f in formulas for side in (f.lhs, f.rhs) for t in subterms(side))
    applied = (t.args for t in parts if isinstance(t, App) and t.head == "apply" and len(t.args) == 2)
    return {p.name for law, p in applied if isinstance(law, Sym) and isinstance(p, Sym) and _is_bernoulli(law)}


def _is_bernoulli(law: Sym) -> bool:
    return law_called(law.name) == "Bernoulli"


def with_named_laws(givens: Iterable[Given], formulas: Sequence[Formula]) -> tuple[list[Given], list[Formula]]:
    """Divergences and entropies of letters that stand for normal laws, with the laws in their places."""
    given = list(givens)
    named = {g.formula.lhs: g.formula.rhs for g in given if isinstance(g, Fact) and _names_a_law(g.formula)}

    def change(term: Term) -> Term:
        if isinstance(term, App) and term.head in ("KL", "entropy"):
            return App(term.head, tuple(named.get(a, a) for a in term.args), term.span)
        return term

    changed = [replace(f, lhs=mapped(f.lhs, change), rhs=mapped(f.rhs, change)) for f in formulas]
    if not named or changed == list(formulas):
        return given, list(formulas)
    left = frozenset[str]().union(*(free_names(side) for f in changed for side in (f.lhs, f.rhs)))
    return [g for g in given if not isinstance(g, Fact) or not _is_done_with(g.formula, left)], changed


def _is_done_with(formula: Formula, left: frozenset[str]) -> bool:
    return _names_a_law(formula) and not free_names(formula.lhs) & left


def _names_a_law(formula: Formula) -> bool:
    return isinstance(formula.lhs, Sym) and isinstance(formula.rhs, App) and formula.rhs.head == "Normal"


def with_densities(givens: Iterable[Given], formulas: Sequence[Formula]) -> list[Given]:
    """Givens in which a law that is said to be normal is a normal density at each point where it is used."""
    givens = list(givens)
    sides = [s for g in givens if isinstance(g, Fact) for s in (g.formula.lhs, g.formula.rhs)]
    sides += [s for f in formulas for s in (f.lhs, f.rhs)]
    made: list[Given] = []
    for given in givens:
        made += _spelled(given, sides) if isinstance(given, Fact) else [given]
    return made


def _spelled(fact: Fact, sides: Sequence[Term]) -> list[Given]:
    match fact.formula:
        case Formula(Sym(name), "=", App("Normal", (mean, spread))):
            places = list(dict.fromkeys(t for side in sides for t in _densities(side) if t.args[0] == Sym(name)))
            return [_density(fact, place, mean, spread) for place in places] or [fact]
        case Formula(App("density", (_, App("given"), Sym())) as place, "=", App("Normal", (mean, spread))):
            return [_density(fact, place, mean, spread)]
    return [fact]


def _density(fact: Fact, place: App, mean: Term, spread: Term) -> Fact:
    body = app("normal_pdf", place.args[2], mean, spread)
    return replace(fact, formula=replace(fact.formula, lhs=place, rhs=body), definition=True)


def _densities(side: Term) -> Iterable[App]:
    """Densities of one variable, also those from which a mean is taken."""
    for term in subterms(side):
        if isinstance(term, App) and term.head == "density" and len(term.args) == 3 and isinstance(term.args[2], Sym):
            yield term
