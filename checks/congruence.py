"""Steps that carry something along: what stands on both sides alike is taken as it stands, and the rest is decided.

A derivative, an expectation or a minimum for which there is no rule is equal to itself all the same. Where a step has
no proof, such parts that both sides have in common become opaque, and the step is tried once more.
"""

from __future__ import annotations

from dataclasses import replace

from hence.checks.alike import Trial, acting_alike, are_related, at_letters, by_joint_densities, without_definitions
from hence.checks.by_values import by_values
from hence.checks.elaborate.kinds import Layout
from hence.checks.scope import Scope
from hence.language.derivation import Formula
from hence.language.opaque import closer, opaque_of, opaque_parts, written
from hence.language.terms import (
    App,
    Bind,
    Term,
    map_conditions,
    map_domain,
    strip_spans,
    subterms,
)
from hence.language.verdicts import NotRead, Refuted, Supported, Unknown, Verdict

RELATED = "densities at these points have something in common, and how was not used"
# what there may be no rule for; sums, products and functions of numbers are left to the normal form
CARRIED = frozenset(
    ("deriv", "evaluated", "E", "Var", "Cov", "KL", "entropy", "information", "density", "apply", "matrix")
)
BOUND = frozenset(("integral", "E", "Var", "lim", "min", "max", "inf", "sup", "argmin", "argmax", "prod"))


def carried_along(verdict: Verdict, scope: Scope, formula: Formula, layout: Layout, seed: int) -> Verdict:
    """The verdict, or a proof that takes what both sides have in common as it stands."""
    if not isinstance(verdict, Unknown | NotRead | Refuted | Supported):
        return verdict
    trial = Trial(tuple(scope.givens), layout, seed)
    other = by_values(verdict, formula, trial) or at_letters(formula, trial)
    if other is not None:
        return other
    if formula.relation != "=" or isinstance(verdict, Supported):
        return verdict
    if isinstance(verdict, Refuted):  # densities at other points were taken for functions that have nothing in common
        found = by_joint_densities(formula, trial)
        return found or (Unknown(RELATED) if are_related(formula) else verdict)
    coarse = _abstracted(formula)
    found = trial.proof(coarse) if coarse is not None else None
    if coarse is not None and found is not None:
        parts = dict.fromkeys(closer(written(part)) for part in opaque_parts(coarse.lhs, coarse.rhs))
        return replace(found, opaque=tuple(parts))
    tries = (acting_alike, without_definitions, by_joint_densities)
    return next((found for attempt in tries if (found := attempt(formula, trial)) is not None), verdict)


def _abstracted(formula: Formula) -> Formula | None:
    """The formula with the parts that both sides have in common as opaque ones; None where there are none."""
    left, right = ({strip_spans(t) for t in subterms(side) if _is_carried(t)} for side in (formula.lhs, formula.rhs))
    common = left & right
    if not common:
        return None
    return replace(formula, lhs=_outermost(formula.lhs, common), rhs=_outermost(formula.rhs, common))


def _is_carried(term: Term) -> bool:
    return (isinstance(term, App) and term.head in CARRIED) or (isinstance(term, Bind) and term.head in BOUND)


def _outermost(term: Term, common: set[Term]) -> Term:
    """The term with the largest of some parts as opaque ones."""
    if _is_carried(term) and strip_spans(term) in common:
        return opaque_of(term)
    match term:
        case App(head, args, span):
            return App(head, tuple(_outermost(a, common) for a in args), span)
        case Bind(_, _, domain, body):
            changed = map_domain(domain, lambda t: _outermost(t, common))
            changed = map_conditions(changed, lambda t: _outermost(t, common))
            return replace(term, domain=changed, body=_outermost(body, common))
        case _:
            return term
