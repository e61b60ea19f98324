"""Densities that are the model of a page, and names of which nothing more was said."""

from __future__ import annotations

from hence.language.derivation import Formula
from hence.language.terms import App, free_names, subterms
from hence.latex_in.drafts import Draft, Rough
from hence.latex_in.formula.context import base_name
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.roles import Scope, Variables, introduced_name, variables_of


def densities_in(items: list[Rough]) -> set[Variables]:
    """The variables of all densities of a part."""
    formulas = [item.step.formula for item in items if isinstance(item, Draft)]
    formulas += [item.equation.formula for item in items if isinstance(item, Candidate)]
    terms = (x for f in formulas for side in (f.lhs, f.rhs) for x in subterms(side))
    return {found for x in terms if (found := variables_of(x)) is not None}


def is_a_model(formula: Formula, scope: Scope) -> bool:
    """Whether a density is given by densities of named laws, as priors and likelihoods are.

    What others on the page determine is no model: a joint density, and a density with roles that are exchanged, unless
    it is the one of what was drawn or defined before.
    """
    named = (x for x in subterms(formula.rhs) if isinstance(x, App) and x.head in ("pdf", "normal_pdf"))
    own = variables_of(formula.lhs)
    if own is None or not any(named):
        return False
    of, given = own
    known = scope.drawn | scope.declared | scope.equated
    for other, under in scope.densities - {own}:
        if other & given and under & of and not (of <= known and not given <= known):
            return False
        if len(of) > 1 and other < of and under & of and other | under <= of | given:
            return False
    return True


def is_open(formula: Formula, scope: Scope, defined: set[str]) -> bool:
    """Whether a name on the left was used, and nothing more was said of it."""
    known = scope.defined | scope.declared | scope.determined | scope.described | scope.constrained | defined
    known = known.union(*(free_names(a) for value in scope.functions for a in value.args[1:]))
    name = introduced_name(formula.lhs) if is_a_model(formula, scope) else base_name(formula.lhs)
    return name not in known and formula.lhs not in subterms(formula.rhs)
