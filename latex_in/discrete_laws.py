r"""Laws with one sign for two things: of "a discrete uniform distribution" `X \sim \mathcal{U}(a, b)` has whole values.

The words decide for their part, unless they speak of the other law there as well.
"""

from __future__ import annotations

from dataclasses import replace

from hence.language.derivation import Distributed, Formula, Property
from hence.language.laws import LAWS
from hence.language.terms import App, Sym, Term, mapped
from hence.latex_in.drafts import Draft, LawClaim, Rough
from hence.latex_in.prose.nouns import DISCRETE_UNIFORM
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.suppositions import Asserted

CONTINUOUS, DISCRETE = LAWS["Uniform"], Sym(LAWS["DiscreteUniform"].name)


def with_discrete_laws(items: list[Rough]) -> list[Rough]:
    """The items of a part with the law that its words mean. Most parts speak of no such law."""
    said = (item.given if isinstance(item, Asserted) else item for item in items)
    words = {item.word for item in said if isinstance(item, Property)}
    spoken = DISCRETE_UNIFORM in words and "uniform" not in words
    return [_discrete(item) for item in items] if spoken else items


def _discrete(item: Rough) -> Rough:
    match item:
        case Draft(step):
            return replace(item, step=replace(step, formula=_formula(step.formula)))
        case Candidate(equation):
            return replace(item, equation=replace(equation, formula=_formula(equation.formula)))
        case Distributed():
            return _drawn(item)
        case Asserted(Distributed() as given):
            return replace(item, given=_drawn(given))
        case LawClaim(otherwise=otherwise, said=said) if _drawn(said) != said:
            kept = _drawn(otherwise) if isinstance(otherwise, Distributed) else otherwise
            return replace(item, said=_drawn(said), otherwise=kept, generating=None)
    return item


def _drawn(given: Distributed) -> Distributed:
    return replace(given, law=_term(given.law))


def _formula(formula: Formula) -> Formula:
    return replace(formula, lhs=_term(formula.lhs), rhs=_term(formula.rhs))


def _term(term: Term) -> Term:
    return mapped(term, _law)


def _law(term: Term) -> Term:
    match term:
        case App("apply", (Sym(name), low, high)) if LAWS.called(name) is CONTINUOUS:
            return replace(term, args=(DISCRETE, low, high))
    return term
