"""Functions that are made of densities, `m(x) = (p(x) + q(x)) / 2`: they are written out where they are used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeGuard

from hence.language.derivation import Fact, Formula, Given
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Term, Unstated, app, free_names, mapped, substitute, subterms


@dataclass(frozen=True)
class _Mixture:
    point: str
    body: Term

    def at(self, point: Sym) -> Term:
        return substitute(self.body, {self.point: point})


def with_mixtures_written_out(givens: Iterable[Given], formulas: list[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens and formulas without such functions, but for their definitions."""
    givens = list(givens)
    terms = [t for f in _formulas(givens, formulas) for side in (f.lhs, f.rhs) for t in subterms(side)]
    points = {t.args[0]: t.args[2] for t in terms if _is_density(t)}
    found: dict[str, _Mixture] = {}
    for fact in (g for g in givens if isinstance(g, Fact) and g.definition):
        if (named := _mixture(fact.formula, points)) is not None:
            found[named[0]] = replace(named[1], body=mapped(named[1].body, lambda t: _written_out(t, found)))
    if not found:
        return givens, formulas
    changed = [
        replace(g, formula=_changed(g.formula, found)) if isinstance(g, Fact) and not _defines(g, found) else g
        for g in givens
    ]
    return changed, [_changed(f, found) for f in formulas]


def _formulas(givens: list[Given], formulas: list[Formula]) -> list[Formula]:
    return [*(g.formula for g in givens if isinstance(g, Fact)), *formulas]


def _is_density(term: Term) -> TypeGuard[App]:
    """p(x), of one variable and under no condition."""
    match term:
        case App("density", (Sym(), App("given", ()), Sym())):
            return True
    return False


def _mixture(formula: Formula, points: dict[Term, Term]) -> tuple[str, _Mixture] | None:
    match formula.lhs:
        case App("apply", (Sym(name), Sym(point))) | App("density", (Sym(name), App("given", ()), Sym(point))):
            inside = [t for t in subterms(formula.rhs) if _is_density(t)]
            other = any(t.args[0] == Sym(name) or t.args[2] != Sym(point) for t in inside)
            return None if other or not inside else (name, _Mixture(point, formula.rhs))
        case Sym(name) if (names := free_names(formula.rhs)) and all(Sym(n) in points for n in names):
            common = points[Sym(min(names))]
            assert isinstance(common, Sym)
            values: dict[str, Term] = {n: app("density", Sym(n), app("given"), common) for n in names}
            return name, _Mixture(common.name, substitute(formula.rhs, values))
    return None


def _defines(fact: Fact, found: dict[str, _Mixture]) -> bool:
    lhs = fact.formula.lhs
    return fact.definition and (lhs.args[0] if isinstance(lhs, App) else lhs) in [Sym(name) for name in found]


def _changed(formula: Formula, found: dict[str, _Mixture]) -> Formula:
    lhs, rhs = (mapped(side, lambda t: _written_out(t, found)) for side in (formula.lhs, formula.rhs))
    return replace(formula, lhs=lhs, rhs=rhs)


def _written_out(term: Term, found: dict[str, _Mixture]) -> Term:
    match term:
        case App("apply", (Sym(name), Sym() as point)) if name in found:
            return found[name].at(point)
        case App("density", (Sym(name), App("given", ()), Sym() as point)) if name in found:
            return found[name].at(point)
        case App("KL", (first, second)) if not (_is_density(first) and _is_density(second)):
            return _divergence(term, first, second, found)
    return term


def _divergence(term: App, first: Term, second: Term, found: dict[str, _Mixture]) -> Term:
    """The divergence as an integral, where one side is such a function and the other is one, too, or a density.

    Where a function stands alone nobody named the variable: it is the one with which the function was defined.
    """
    own = [found[s.name] for s in (first, second) if isinstance(s, Sym) and s.name in found]
    if not own:
        return term
    variable = Sym(own[0].point)
    sides: list[Term] = []
    for side in (first, second):
        if isinstance(side, Sym) and side.name in found:
            sides.append(found[side.name].at(variable))
        elif _is_density(side):
            sides.append(replace(side, args=(*side.args[:2], variable)))
        else:
            return term
    body = app("mul", sides[0], app("log", app("div", *sides)))
    return Bind("integral", variable, Unstated(), body, term.span)
