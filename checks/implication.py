"""A formula under premises: `a = b, hence c = d`, and equivalences."""

from __future__ import annotations

from dataclasses import replace

from hence.checks.decide import decide_claim
from hence.checks.elaborate.setting import elaborate
from hence.checks.members import beyond_members
from hence.checks.model import Claim, Constraint
from hence.checks.prove import follows
from hence.checks.readings import Page, reconsidered
from hence.checks.scope import Scope
from hence.language.derivation import Fact, Step
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict


def decide_implication(scope: Scope, step: Step, seed: int) -> Verdict:
    """The formula under its premises: from them as hypotheses, or as a multiple of one of them."""
    done = elaborate(scope.givens, [step.formula, *step.premises])
    claim, *premises = done.claims
    known = tuple(p for p in premises if isinstance(p, Claim))
    if not isinstance(claim, Claim) or len(known) != len(premises):
        problem = next(c for c in done.claims if not isinstance(c, Claim))
        return Unknown(f"{problem.message}")
    told = tuple(Constraint(p.lhs, p.relation, p.rhs) for p in known)
    if beyond := beyond_members(replace(done.setting, constraints=(*done.setting.constraints, *told)), claim):
        return Unknown(beyond)
    followed = follows(done.setting, claim, known, step.over, step.both_ways)
    if isinstance(followed, Proved):
        page = Page(scope.givens, step.formula, done, step.premises, step.over, step.both_ways)
        return reconsidered(page, followed)
    supposed = [Fact(p, False, (), p.span) for p in step.premises]
    under = elaborate([*scope.givens, *supposed], [step.formula])
    conclusion = under.claims[0]
    if step.over or not isinstance(conclusion, Claim):
        return followed
    if step.both_ways:
        return _each_way(scope, step, seed)
    verdict = decide_claim(under.setting, conclusion, {}, seed)
    if not isinstance(verdict, Proved):
        return verdict
    return reconsidered(Page((*scope.givens, *supposed), step.formula, under), verdict)


def _each_way(scope: Scope, step: Step, seed: int) -> Verdict:
    """An equivalence: false where one side does not follow from the other, true where both do.

    Of `a < 0 \\iff b < c < d` both inequalities must follow; that a < 0 follows from them is asked at the last.
    """
    together = [s for s in scope.steps if s.both_ways and s.chain == step.chain and s.premises == step.premises]
    found = decide_implication(scope, replace(step, both_ways=False), seed)
    if isinstance(found, Refuted) or step is not together[-1]:
        return found
    formulas = tuple(s.formula for s in together)
    for premise in step.premises:
        back = replace(step, both_ways=False, formula=premise, premises=formulas)
        found = _both(found, decide_implication(scope, back, seed))
    return found


def _both(found: Verdict, other: Verdict) -> Verdict:
    if isinstance(other, Refuted):
        hint = "; ".join(filter(None, ("what stands before the arrow does not follow", other.hint)))
        return replace(other, hint=hint)
    if not (isinstance(found, Proved) and isinstance(other, Proved)):
        return found if not isinstance(found, Proved) else other
    return replace(
        found,
        method=tuple(dict.fromkeys((*found.method, *other.method))),
        needs=tuple(dict.fromkeys((*found.needs, *other.needs))),
        trusting=tuple(dict.fromkeys((*found.trusting, *other.trusting))),
    )


def decide_under_premises(scope: Scope, step: Step, seed: int) -> Verdict:
    """A step with premises. Of an inequality that is only sufficient for what words claim, equality decides nothing."""
    verdict = decide_implication(scope, step, seed)
    if not (step.sufficient and isinstance(verdict, Refuted)):
        return verdict
    weaker = replace(step.formula, relation=">=" if step.formula.relation == ">" else "<=")
    found = decide_implication(scope, replace(step, formula=weaker), seed)
    return found if isinstance(found, Refuted) else Unknown("the second derivative is zero there, and decides nothing")
