"""Names of which a page says something else later: "Next we add a bias, $f(x) = w x + b$".

A line that gives a defined name another expression, and that does not hold by its definition, may define it anew; what
certainly fails is an error, and no definition. Up to the next definition nothing is shown or refuted by the old one
alone; what is proved by the new one lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from hence.checks.earlier import with_meanings
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import survey
from hence.checks.scope import Scope
from hence.checks.state import Told
from hence.language.derivation import Distributed, Fact, Formula, Step
from hence.language.records import dataclass
from hence.language.terms import App, Sym, free_names
from hence.language.verdicts import Judged, Proved, Refuted, Unknown, Verdict

Decide: TypeAlias = Callable[[Scope, int], Verdict]  # a step of a chain, by its number
ANEW = "line {} says something else of {}, and which is meant is not clear"


@dataclass(frozen=True)
class _Restated:
    fact: Fact
    scope: Scope

    @property
    def line(self) -> int:
        return self.fact.span.line


def told_anew(told: Sequence[Told], decide: Decide) -> Iterator[tuple[Judged, Judged]]:
    """The steps that rest on what was said of a name before something else was, with what they are then."""
    anew: dict[str, _Restated] = {}
    for one in told:
        anew = {name: said for name, said in anew.items() if _is_in_force(name, said, one.scope)}
        for number, judged in enumerate(one.judged):
            step = judged.step
            if not isinstance(step, Step):
                continue
            name = _restates(step, one.scope) if isinstance(judged.verdict, Unknown) and judged.verdict.fails else ""
            rests = [n for n in anew if n != name and _rests_on(n, step.formula, judged.verdict)]
            for other in rests[:1]:
                yield judged, replace(judged, verdict=_by_new(one.scope, number, judged, anew[other], decide))
            if name:
                anew[name] = _Restated(Fact(step.formula, True, (), step.span), one.scope)


def _by_new(
    scope: Scope,
    number: int,
    judged: Judged,
    said: _Restated,
    decide: Decide,
) -> Verdict:
    """What a step is by the latest definition: proved with it, or refuted by both."""
    name = base_name(said.fact.formula.lhs)
    old = list(_definitions(name, scope))
    rest = replace(scope, givens=tuple(g for g in scope.givens if not any(g is o for o in old)))
    found = decide(with_meanings(rest, (said.fact,)), number)
    if isinstance(found, Proved) or (isinstance(found, Refuted) and isinstance(judged.verdict, Refuted)):
        return found
    return Unknown(ANEW.format(said.line, name))


def _is_in_force(name: str, said: _Restated, scope: Scope) -> bool:
    within = scope.part == said.scope.part and scope.path[: len(said.scope.path)] == said.scope.path
    return within and not any(g.span.line > said.line for g in _definitions(name, scope))


def _definitions(name: str, scope: Scope) -> Iterator[Fact]:
    return (g for g in scope.givens if isinstance(g, Fact) and g.definition and base_name(g.formula.lhs) == name)


def _restates(step: Step, scope: Scope) -> str:
    """The name to which a claim gives an expression, as its definition does; empty for none.

    f(m) is the value at a place where a law has that m.
    """
    left, name = step.formula.lhs, _general_name(step.formula)
    same = any(isinstance(left, Sym) or _head(g.formula) == _head(step.formula) for g in _definitions(name, scope))
    laws = (g.law for g in scope.givens if isinstance(g, Distributed))
    place = isinstance(left, App) and not free_names(left).isdisjoint(chain.from_iterable(map(free_names, laws)))
    return name if name and same and not place and step.standing == "claim" and not step.premises else ""


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
    usage = survey((formula.lhs, formula.rhs))
    return isinstance(verdict, Refuted | Unknown) and name in {n.rstrip("'") for n in (*usage.counts, *usage.functions)}
