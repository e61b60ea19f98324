"""What a definition says beside what it defines."""

from __future__ import annotations

from hence.checks.decide import decide_claim
from hence.checks.elaborate.setting import elaborate
from hence.checks.model import Claim
from hence.checks.scope import Scope
from hence.checks.stationary import is_set_here, solution
from hence.language.derivation import Step
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
    done = elaborate(scope.givens, [claimed]) if claimed is not None else None
    claim = done.claims[0] if done is not None else None
    if done is None or not isinstance(claim, Claim):
        return undecided
    verdict = decide_claim(done.setting, claim, {}, seed)
    told = isinstance(verdict, Refuted) and is_set_here(step, scope)
    return verdict if isinstance(verdict, Proved) or told else undecided
