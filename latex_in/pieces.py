"""What a page gives for some of its indices or arguments only, piece by piece."""

from __future__ import annotations

from dataclasses import replace

from hence.language.derivation import Step, Unread
from hence.language.terms import Term
from hence.latex_in.drafts import Draft, Rough
from hence.latex_in.formula.context import base_name
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.ranges import MESSAGE, leaves_domain, leaves_range, restricted
from hence.latex_in.prose.relations import Candidate


class Pieces:
    """What a part of the page defines for some of its indices or arguments only."""

    def __init__(self, items: list[Rough]) -> None:
        self.terms = [side for item in items for side in _sides(item)]
        drafts = [x for x in items if isinstance(x, Draft) and x.first and x.conditions]
        self.ranged = [x.step.formula.lhs for x in drafts]
        self.found = set[Term]()

    def weighed(self, candidate: Candidate) -> Candidate:
        """A function that is given for some arguments and used at others is not given as a whole."""
        beyond = candidate.extent == "domain" and leaves_domain(candidate.equation.formula, self.terms)
        beyond = beyond or leaves_range(candidate, self.terms)
        return replace(candidate, extent="part") if beyond else candidate

    def told(self, draft: Draft, decided: Step) -> Step | Unread:
        """The step, or that it cannot be used: then so it is with the other pieces."""
        formula = draft.step.formula
        given = not decided.decided or formula.lhs in self.found
        if not draft.conditions or not given or not self.is_partial(draft):
            return decided
        self.found.add(formula.lhs)
        text, name = f"{draft.step.lhs_text} {formula.relation} {draft.step.rhs_text}", base_name(formula.lhs) or ""
        return Unread(draft.step.span, MESSAGE, text, draft.step.chain, symbols=(name,), defines=name)

    def is_partial(self, draft: Draft) -> bool:
        formula = draft.step.formula
        extent = restricted(formula, draft.conditions)
        several = self.ranged.count(formula.lhs) > 1
        return extent == "part" or (extent == "domain" and (several or leaves_domain(formula, self.terms)))


def _sides(item: Rough) -> tuple[Term, ...]:
    match item:
        case Candidate(Equation(formula)) | Draft(Step(formula)):
            return formula.lhs, formula.rhs
        case _:
            return ()
