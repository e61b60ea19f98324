"""What a definition says beside what it defines."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hence.checks.adjoints import named_like
from hence.checks.decide import decide_claim
from hence.checks.elaborate.errors import ShapeClash
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.patterns import holds_density
from hence.checks.elaborate.setting import elaborate
from hence.checks.mentioned import introduced as declares
from hence.checks.model import Claim
from hence.checks.scope import Scope
from hence.checks.stationary import is_set_here, solution
from hence.language.derivation import Fact, Formula, Given, Step
from hence.language.terms import App, Sym, free_names
from hence.language.verdicts import Assumed, Proved, Refuted, Unknown, Verdict

BY_USE = "taken as a definition: nothing before says what the left side is"


def introduced(scope: Scope, step: Step, seed: int) -> Verdict:
    """A definition; "setting the gradient to zero gives w^* = ..." claims something as well."""
    if not step.definition:
        return Assumed(step.standing)
    claimed = solution(step, scope.givens)
    undecided: Verdict = Assumed(BY_USE if step.by_use else "definition")
    if step.described:
        undecided = Unknown(f"that this is the {step.described} is not decided")
    if claimed is None:
        return _unless_misfit(undecided, scope, step.formula)
    done = elaborate(scope.givens, [claimed])
    claim = done.claims[0]
    if not isinstance(claim, Claim):
        return _unless_misfit(undecided, scope, step.formula)
    verdict = decide_claim(done.setting, claim, {}, seed)
    told = isinstance(verdict, Refuted) and is_set_here(step, scope)
    return verdict if isinstance(verdict, Proved) or told else undecided


def as_claims(scope: Scope, step: Step, elsewhere: Iterable[Scope]) -> Iterator[Scope]:
    """Ways to take an equation for a claim that no word announces as one. Only a proof counts, and it lists the way."""
    if step.standing not in ("definition", "report") or step.formula.relation != "=":
        return
    claim = replace(step, standing="claim", by_use=False)
    name = base_name(step.formula.lhs)
    adjoints = named_like(scope.givens, step.formula)
    if name in {n for given in adjoints for n in declares(given)}:
        yield replace(
            scope, steps=(claim,), givens=(*scope.givens, *adjoints), supposed=(*scope.supposed, *adjoints), perhaps=()
        )
    elif isinstance(step.formula.lhs, Sym | App) and not step.lets:  # the name was defined before
        if holds_density(step.formula.rhs):
            return  # of a model that may be another one since then
        for place in itertools.chain((scope,), elsewhere):
            others = tuple(g for g in place.givens if g.span != step.span)  # it is no reason for itself
            if any(_determines(g, name) for g in others):
                yield replace(place, givens=others, steps=(claim,))


def _determines(given: Given, name: str) -> bool:
    """Whether a letter is defined by others."""
    return (
        isinstance(given, Fact) and given.definition and name in declares(given) and bool(free_names(given.formula.rhs))
    )


def _unless_misfit(verdict: Verdict, scope: Scope, formula: Formula) -> Verdict:
    """A definition is not judged, but what it is defined by has to make sense: its author is told where it does not."""
    if not isinstance(verdict, Assumed) or not isinstance(formula.lhs, Sym):
        return verdict
    (clash,) = elaborate(scope.givens, [replace(formula, lhs=formula.rhs)]).claims
    if not isinstance(clash, ShapeClash):
        return verdict
    return Assumed(f"{verdict.reason}; but its shapes do not fit: {clash.message}{clash.place}")
