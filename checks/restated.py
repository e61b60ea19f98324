"""Names of which a page says something else later: "Next we add a bias, $f(x) = w x + b$".

A line that gives a defined name another expression, and that does not hold by its definition, may define it anew. Up to
the next definition nothing is shown or refuted by the old one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from hence.checks.elaborate.givens import base_name
from hence.checks.scope import Scope
from hence.checks.state import Told
from hence.language.derivation import Distributed, Fact, Formula, Step
from hence.language.records import dataclass
from hence.language.terms import App, Sym, free_names
from hence.language.verdicts import Judged, Proved, Refuted, Unknown, Verdict


@dataclass(frozen=True)
class _Restated:
    line: int
    scope: Scope


def told_anew(told: Sequence[Told]) -> Iterator[tuple[Judged, Judged]]:
    """The steps that say something else of a name, or rest on what was said before, with what they are then."""
    anew: dict[str, _Restated] = {}
    for one in told:
        anew = {name: said for name, said in anew.items() if _is_in_force(name, said, one.scope)}
        for judged in one.judged:
            step = judged.step
            if not isinstance(step, Step):
                continue
            name = _fails_for(step, judged.verdict, one.scope)
            if rests := next((n for n in anew if n != name and _rests_on(n, step.formula, judged.verdict)), ""):
                why = f"line {anew[rests].line} says something else of {rests}"
                yield judged, replace(judged, verdict=Unknown(f"{why}, and which is meant is not clear"))
            if name:
                anew[name] = _Restated(step.span.line, one.scope)


def _is_in_force(name: str, said: _Restated, scope: Scope) -> bool:
    within = scope.part == said.scope.part and scope.path[: len(said.scope.path)] == said.scope.path
    return within and not any(g.span.line > said.line for g in _definitions(name, scope))


def _definitions(name: str, scope: Scope) -> Iterator[Fact]:
    return (g for g in scope.givens if isinstance(g, Fact) and g.definition and base_name(g.formula.lhs) == name)


def _fails_for(step: Step, verdict: Verdict, scope: Scope) -> str:
    """The name that a line gives an expression which it does not have, as far as we see; empty for none.

    What is certainly wrong is an error, and no definition; f(m) is the value at a place where a law has that m.
    """
    fails = isinstance(verdict, Unknown) and verdict.fails
    left = step.formula.lhs
    name = _general_name(step.formula)
    same = any(isinstance(left, Sym) or _head(g.formula) == _head(step.formula) for g in _definitions(name, scope))
    laws = (g.law for g in scope.givens if isinstance(g, Distributed))
    place = isinstance(left, App) and not free_names(left).isdisjoint(chain.from_iterable(map(free_names, laws)))
    return name if fails and name and same and not place and step.standing == "claim" else ""


def _general_name(formula: Formula) -> str:
    match formula:
        case Formula(Sym(name), "="):
            return name
        case Formula(App("apply" | "index", (Sym(name), *arguments)), "="):
            return name if all(isinstance(a, Sym) for a in arguments) else ""
        case _:
            return ""


def _head(formula: Formula) -> str:
    return formula.lhs.head if isinstance(formula.lhs, App) else ""


def _rests_on(name: str, formula: Formula, verdict: Verdict) -> bool:
    if isinstance(verdict, Proved):
        return f"definition of {name}" in verdict.method
    return isinstance(verdict, Refuted) and name in free_names(formula.lhs) | free_names(formula.rhs)
