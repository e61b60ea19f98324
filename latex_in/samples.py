r"""Samples: the density of all data by those of its members, and what the members have as their density.

`p(\mathcal{X} | \mu) = \prod_i p(x_i | \mu)` is how a page says that the data are independent: nobody could decide it,
and the rows behind rest on it. So is `\prod_i p(x_i | \mu) = \prod_i \ldots` where nothing else says what p(x_i | \mu)
is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hence.language.derivation import Formula, Step
from hence.language.terms import App, Bind, Sym, Term, substitute
from hence.latex_in.drafts import Draft
from hence.latex_in.models import is_a_model
from hence.latex_in.page.slices import letter_of_slice
from hence.latex_in.roles import Scope, introduced_name, letters_of, variables_of

_DRESSED = re.compile(r"\\(?:mathcal|mathbf|boldsymbol|bm|mathrm|mathsf|mathscr|mathbb|vec)\{(.+)\}")
_DATA = frozenset("DS")  # data and sample, whatever the letter of their members


def as_model(draft: Draft, scope: Scope, independence: bool) -> Step | None:
    """The step as what a page supposes of its data, in words or by use; None where it says something else."""
    step, formula = draft.step, _of_logarithms(draft.step.formula)
    if draft.told == "goal":
        return None
    if draft.first and _is_likelihood(formula):
        return _by_use(step, formula, scope)
    if draft.first and says_independence(formula):
        made = _by_use(step, formula, scope) if independence or not draft.claimed else None
        return replace(made, by_use=not independence) if made is not None else None
    of_member = _of_member(formula) if not (draft.first and draft.claimed) else None
    if of_member is None or not is_a_model(of_member, scope) or _is_drawn(of_member, scope):
        return None
    return _by_use(step, of_member, scope)


def _by_use(step: Step, formula: Formula, scope: Scope) -> Step | None:
    name = introduced_name(formula.lhs) or ""
    if name in scope.defined:
        return None
    scope.defined.add(name)
    return replace(step, formula=formula, standing="definition", by_use=True, premises=())


def _is_drawn(formula: Formula, scope: Scope) -> bool:
    """Whether the page has drawn the members from a law, which then decides."""
    variables = variables_of(formula.lhs)
    letters = letters_of(variables[0]) if variables is not None else frozenset[str]()
    drawn = {name.lower() for name in scope.drawn | scope.normal}
    return any(letter.lower() in drawn for letter in letters)


def _of_logarithms(formula: Formula) -> Formula:
    r"""`p(X | \mu) = \prod_i f_i` for `\log p(X | \mu) = \sum_i \log f_i`; any other formula as it is.

    Without a condition it may be a claim: given what is random behind the members they need not be independent.
    """
    match formula:
        case Formula(App("log", (App("density") as whole,)), "=", Bind("sum", _, _, App("log", (body,))) as total):
            made = replace(formula, lhs=whole, rhs=replace(total, head="prod", body=body))
            plain = whole.args[1] == App("given", ())
            return made if _is_likelihood(made) or (says_independence(made) and not plain) else formula
    return formula


def _is_likelihood(formula: Formula) -> bool:
    r"""`p(X \mid \mu) = \prod_i \mathcal{N}(x_i; \mu, 1)`: a sample's density by the law of its members."""
    match formula:
        case Formula(App("density", (_, _, Sym() as sample)), "=", Bind("prod", index, _, App(head, (member, *_)))):
            return head in ("pdf", "normal_pdf") and _is_sample(sample, member, index)
    return False


def says_independence(formula: Formula) -> bool:
    r"""`p(y \mid X, \theta) = \prod_{i=1}^n p(y_i \mid x_i, \theta)`: a sample's density by those of its members."""
    match formula:
        case Formula(
            App("density", (family, App("given", given), Sym() as sample)),
            "=",
            Bind("prod", index, _, App("density", (same, App("given", likewise), App("index") as member))),
        ):
            if family != same or len(given) != len(likewise) or not _is_sample(sample, member, index):
                return False
            return all(a == b or _is_sample(a, b, index) for a, b in zip(given, likewise, strict=True))
    return False


def _is_sample(sample: Term, member: Term, index: Sym) -> bool:
    r"""x, X, \mathcal{X}, x_{1:n} and D of x_i."""
    match sample, member:
        case Sym(whole), App("index", (Sym(name), at)) if at == index:
            part = letter_of_slice(whole)
            bare = _bare(part[0] if part is not None else whole)
            return bare in _DATA or bare.lower() == _bare(name).lower()
    return False


def _bare(name: str) -> str:
    found = _DRESSED.fullmatch(name)
    return _bare(found[1]) if found is not None else name.strip("{}")


def _of_member(formula: Formula) -> Formula | None:
    r"""p(x_i) = f_i of `\prod_i p(x_i) = \prod_i f_i` and `\sum_i \log p(x_i) = \sum_i \log f_i`; None for others."""
    match formula:
        case Formula(Bind(head, i, domain, left), "=", Bind(other, j, same, right)) if head == other and domain == same:
            right = substitute(right, {j.name: i})
            match head, left, right:
                case "sum", App("log", (one,)), App("log", (two,)):
                    left, right = one, two
                case "prod", _, _:
                    pass
                case _:
                    return None
            if isinstance(left, App) and left.head == "density":
                return replace(formula, lhs=left, rhs=right)
    return None
