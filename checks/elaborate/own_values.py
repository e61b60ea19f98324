r"""Functions by which is differentiated: `\frac{\partial L}{\partial f} \frac{\partial f}{\partial w}` with f(x) = ...

What it differentiates by is the value f(x), for which the letter alone stands. Where f is taken at no other place, and
nothing binds that place, f(x) is a letter with a definition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from hence.checks.elaborate.givens import base_name
from hence.language.derivation import Fact, Formula, Given, Mapping, OfFunction, Property
from hence.language.terms import App, Bind, Sym, Term, mapped, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]


def with_own_values(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas in which such functions are letters. Never fails."""
    page = list(givens), list(formulas)
    facts = [g.formula for g in page[0] if isinstance(g, Fact)]
    terms = [t for f in (*facts, *page[1]) for side in (f.lhs, f.rhs) for t in subterms(side)]
    by = {t.args[1].name for t in terms if isinstance(t, App) and t.head == "deriv" and isinstance(t.args[1], Sym)}
    by -= {base_name(g.function) for g in page[0] if isinstance(g, Mapping | OfFunction)}
    by -= {base_name(g.subject) for g in page[0] if isinstance(g, Property)}
    defined = {t for g in page[0] if isinstance(g, Fact) and g.definition if (t := _call(g.formula.lhs)) is not None}
    values = [(name, call) for name, call in sorted(defined, key=str) if name in by and _is_alone(name, call, terms)]
    if not values:
        return page
    letters: dict[Term, Term] = {call: Sym(name) for name, call in values}

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, value), rhs=mapped(formula.rhs, value))

    def value(term: Term) -> Term:
        return letters.get(term, term)

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    return made, [changed(f) for f in page[1]]


def _call(term: Term) -> tuple[str, App] | None:
    """f and f(x, y) where all arguments are letters."""
    match term:
        case App("apply", (Sym(name), *arguments)) if arguments and all(isinstance(a, Sym) for a in arguments):
            return name, term
        case _:
            return None


def _is_alone(name: str, call: App, terms: list[Term]) -> bool:
    """Whether a function is taken at one place only, which nothing varies."""
    places = {a.name for a in call.args[1:] if isinstance(a, Sym)}
    for term in terms:
        match term:
            case App("apply", (Sym(function), *_)) if function.rstrip("'") == name and term != call:
                return False
            case Bind(_, Sym(variable), _, _) if variable in places:
                return False
            case App("evaluated" | "index" | "compose", (Sym(function), *_)) if function == name:
                return False
            case App("evaluated", (_, Sym(variable), _)) if variable in places:
                return False
            case _:
                pass
    return True
