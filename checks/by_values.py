r"""Expectations beside sums over the values of their variables: `\mathbb{E}[X^2] = \sum_x x^2 P(X = x)`.

E and P are of one law: the values of X are x, and of Y they are y. So E[g(X, Y)] is an expectation over x under P(x)
and over y under P(y | x), and E[g(Y) | X = x] one over y under P(y | x). Nothing else that the page says of X and Y is
used: what is proved so holds for every law of theirs, and is refuted only where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hence.checks.alike import Trial
from hence.checks.mentioned import mentions
from hence.language.derivation import Fact, Formula, Given, Property
from hence.language.terms import (
    App,
    Bind,
    DistributedAs,
    Sym,
    Term,
    Unstated,
    free_names,
    mapped,
    num,
    strip_spans,
    substitute,
    subterms,
)
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

CHANCES = frozenset(("P", "p", r"\Pr", r"\mathbb{P}", r"\mathrm{Pr}", r"\mathrm{P}", r"\mathrm{Prob}"))
RULE = "expectation-over-values"
NOT_USED = "what is summed over are the values of what is averaged, and that was not enough"


def by_values(verdict: Verdict, formula: Formula, trial: Trial) -> Verdict | None:
    """The verdict with expectations as sums over values; None where nothing says that they are."""
    written = _written_out(trial.givens)
    sides = [mapped(side, lambda x: _in_expectations(x, written)) for side in (formula.lhs, formula.rhs)]
    family = _law_of_values(sides)
    if family is None:
        return None
    changed = [mapped(side, lambda x: _over_values(x, family)) for side in sides]
    found = trial.verdict(replace(formula, lhs=changed[0], rhs=changed[1])) if changed != sides else None
    if not isinstance(found, Proved):
        averaged = [mapped(side, lambda x: _as_expectation(x, family)) for side in sides]  # independence is of X and Y
        again = trial.proof(replace(formula, lhs=averaged[0], rhs=averaged[1])) if averaged != sides else None
        found = again or found
    if isinstance(found, Proved):
        return replace(found, method=(RULE, *found.method))
    if not isinstance(verdict, Refuted):
        return None
    capitals = {n for side in sides for n in free_names(side) if _is_capital(n)}
    said = [g for g in trial.givens if not isinstance(g, Property) and not capitals.isdisjoint(mentions(g))]
    return found if isinstance(found, Refuted) and not said else Unknown(NOT_USED)


def _written_out(givens: Iterable[Given]) -> dict[str, Term]:
    """What capitals are defined to be: Y = X^2."""
    facts = [g for g in givens if isinstance(g, Fact) and g.definition and not g.unless]
    return {f.formula.lhs.name: f.formula.rhs for f in facts if isinstance(f.formula.lhs, Sym)}


def _in_expectations(term: Term, written: dict[str, Term]) -> Term:
    match term:
        case App("E", (body, *given), span):
            for _ in written:
                body = substitute(body, {n: t for n, t in written.items() if _is_capital(n)})
            return App("E", (body, *given), span)
    return term


def _law_of_values(sides: Iterable[Term]) -> Sym | None:
    """The P of a sum over x of P(x), beside an expectation of something in X."""
    parts = [t for side in sides for t in subterms(side)]
    laws = {t.args[0] for t in parts if isinstance(t, App) and t.head == "density"}
    running = {t.var.name for t in parts if isinstance(t, Bind) and _runs_over_values(t)}
    averaged = {n for t in parts if isinstance(t, App) and t.head == "E" for n in free_names(t) if _is_capital(n)}
    one = next(iter(laws)) if len(laws) == 1 else None
    known = isinstance(one, Sym) and one.name in CHANCES
    return one if known and isinstance(one, Sym) and any(n.lower() in running for n in averaged) else None


def _runs_over_values(term: Bind) -> bool:
    taken = [t for t in subterms(term.body) if isinstance(t, App) and t.head == "density"]
    return (
        term.head in ("sum", "integral")
        and isinstance(term.domain, Unstated)
        and any(term.var.name in free_names(t) for t in taken)
    )


def _is_capital(name: str) -> bool:
    return len(name) == 1 and name.isupper()


def _over_values(term: Term, family: Sym) -> Term:
    match term:
        case App("E", (body, *given), span):
            known = _known(given)
            capitals = [n for n in sorted(free_names(body)) if _is_capital(n)]
            drawn = [n for n in capitals if n not in (known or ())]
            if known is None or any(n.lower() in free_names(body) for n in drawn):
                return term
            result = substitute(body, {n: Sym(n.lower()) for n in capitals})
            values = [Sym(n.lower()) for n in (*known, *drawn)]
            for k in reversed(range(len(known), len(values))):
                law = App("density", (family, App("given", tuple(values[:k])), values[k]), span)
                result = Bind("E", values[k], DistributedAs(law), result, span)
            return result
    return term


def _as_expectation(term: Term, family: Sym) -> Term:
    r"""E[g(X)] for `\sum_x g(x) P(X = x)`."""
    match term:
        case Bind("sum" | "integral", Sym(name) as value, Unstated(), body, span):
            factors = body.args if isinstance(body, App) and body.head == "mul" else (body,)
            mass = strip_spans(App("density", (family, App("given", ()), value)))
            rest = [f for f in factors if strip_spans(f) != mass]
            capital = name.upper()
            if len(rest) == len(factors) - 1 and _is_capital(capital) and not _speaks_of(rest, name, capital):
                inside = App("mul", tuple(rest)) if len(rest) > 1 else rest[0] if rest else num(1)
                return App("E", (substitute(inside, {name: Sym(capital)}),), span)
    return term


def _speaks_of(factors: Iterable[Term], value: str, variable: str) -> bool:
    """Whether factors have more to do with a variable than its value: its name, or another density at the value."""
    parts = [t for f in factors for t in subterms(f)]
    densities = (t for t in parts if isinstance(t, App) and t.head == "density")
    return any(variable in free_names(t) for t in parts) or any(value in free_names(t) for t in densities)


def _known(given: Iterable[Term]) -> tuple[str, ...] | None:
    """The X and Y of `X = x, Y = y`; None for any other condition."""
    found: list[str] = []
    for condition in (c for g in given if isinstance(g, App) for c in g.args):
        match condition:
            case App("at", (Sym(name), Sym(value))) if _is_capital(name) and value == name.lower():
                found.append(name)
            case _:
                return None
    return tuple(found)


__all__ = ["RULE", "by_values"]
