"""Densities that are the model of a page, and names of which nothing more was said."""

from __future__ import annotations

from hence.language.derivation import Formula
from hence.language.terms import App, Bind, free_names, subterms
from hence.latex_in.drafts import Draft, Rough
from hence.latex_in.formula.context import base_name
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.roles import Scope, Variables, introduced_name, letters_of, variables_of


def densities_in(items: list[Rough]) -> set[Variables]:
    """The variables of all densities of a part."""
    formulas = [item.step.formula for item in items if isinstance(item, Draft)]
    formulas += [item.equation.formula for item in items if isinstance(item, Candidate)]
    terms = (x for f in formulas for side in (f.lhs, f.rhs) for x in subterms(side))
    return {found for x in terms if (found := variables_of(x)) is not None}


def is_a_model(formula: Formula, scope: Scope) -> bool:
    """Whether a density is given by densities of named laws, as priors and likelihoods are, or at members by a formula.

    What others on the page determine is no model: a joint density, and a density with roles that are exchanged, unless
    it is the one of what was drawn or defined before.
    """
    own = variables_of(formula.lhs)
    if own is None or not _is_said_by(formula, own):
        return False
    of, given = own
    apart = letters_of(of).isdisjoint(letters_of(given))
    known = scope.drawn | scope.declared | scope.equated
    for other, under in (_seen(x, apart) for x in scope.densities - {own}):
        of, given = _seen(own, apart)
        if other & given and under & of and not (letters_of(of) <= known and not letters_of(given) <= known):
            return False
        if len(of) > 1 and other < of and under & of and other | under <= of | given:
            return False
    return True


def _is_said_by(formula: Formula, own: Variables) -> bool:
    """Whether a right side says what a density is: by named laws, or for members without any density or mean."""
    parts = list(subterms(formula.rhs))
    if any(isinstance(x, App) and x.head in ("pdf", "normal_pdf") for x in parts):
        return True
    if isinstance(formula.rhs, App) and formula.rhs.head == "Normal":
        return True
    members = letters_of(own[0]) != own[0]
    return members and not any(isinstance(x, App | Bind) and x.head in _OF_CHANCE for x in parts)


_OF_CHANCE = frozenset(("density", "E", "Var", "Cov", "KL", "entropy", "integral", "opaque", "opaque_number"))


def _seen(variables: Variables, apart: bool) -> Variables:
    """Variables by their letters, where these tell what is drawn from what is given."""
    return (letters_of(variables[0]), letters_of(variables[1])) if apart else variables


def is_open(formula: Formula, scope: Scope, defined: set[str]) -> bool:
    """Whether a name on the left was used, and nothing more was said of it."""
    known = scope.defined | scope.declared | scope.determined | scope.described | scope.constrained | defined
    known = known.union(*(free_names(a) for value in scope.functions for a in value.args[1:]))
    name = introduced_name(formula.lhs) if is_a_model(formula, scope) else base_name(formula.lhs)
    if name is None or name in known or formula.lhs in subterms(formula.rhs):
        return False
    return not scope.depends(formula.rhs, frozenset((name,))) or name in free_names(formula.rhs)
