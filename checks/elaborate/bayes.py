r"""Bayes' rule and marginals where prior and likelihood are laws of the registry.

With p(x | \theta) and p(\theta) given by formulas, p(\theta | x) is their product over its integral, and p(x) that
integral. Where densities stay abstract, or a page averages over them, they are left as they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hence.checks.elaborate.patterns import density_name
from hence.checks.elaborate.registry import over_support, row_of
from hence.checks.elaborate.shaping import Scope
from hence.checks.model import SCALAR, Density, Node, Op, Ref
from hence.language.derivation import Formula
from hence.language.laws import Arrays
from hence.language.terms import App, Bind, Sym, Term, app, subterms

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder

MOST_VARIABLES = 4  # of a joint density that is put together
AVERAGES = frozenset(("KL", "E", "Var", "Cov", "entropy", "information", "integral"))


def is_plain(formulas: Iterable[Formula]) -> bool:
    """Whether formulas speak of densities at points, and take no averages of them."""
    parts = (t for f in formulas for side in (f.lhs, f.rhs) for t in subterms(side))
    return not any(isinstance(t, App | Bind) and t.head in AVERAGES for t in parts)


def families_of(explicit: Iterable[str]) -> frozenset[str]:
    """The families of densities of which some have formulas."""
    return frozenset(name.partition("(")[0] for name in explicit)


def by_bayes(b: Builder, family: str, of: tuple[Term, ...], given: tuple[Term, ...], scope: Scope) -> Node | None:
    """A density by those that have formulas; None where it does not follow from them."""
    if not b.by_bayes or not all(isinstance(v, Sym) for v in (*of, *given)):
        return None
    joint = _joint(b, family, of, given)
    if joint is not None:
        return b.build(joint, scope)
    if len(of) != 1:
        return None
    for number, other in enumerate(given):
        rest = (*given[:number], *given[number + 1 :])
        above = _joint(b, family, (*of, other), rest)
        if above is not None:
            below = _known(b, family, (other,), rest)
            if below is not None:
                bottom = b.build(below, scope)
            elif _is_line(above):
                bottom = _without(b, of[0], above, scope)
            else:
                bottom = Density(family, (_name(other),), tuple(sorted(map(_name, rest))))
            return Op("div", (b.build(above, scope), bottom))
    for hidden in _variables(b, family):
        above = _joint(b, family, (*of, hidden), given) if hidden not in (*of, *given) else None
        if above is not None and _is_line(above):
            return _without(b, hidden, above, scope)
    return None


def _is_line(joint: Term) -> bool:
    """Whether the laws of a product are those of numbers, or of any vectors, so that it can be integrated."""
    named = [row_of(t.args[1]) for t in subterms(joint) if isinstance(t, App) and t.head == "pdf"]
    return all(n is not None and (n[0].is_number or n[0].support == Arrays("all")) for n in named)


def _name(variable: Term) -> str:
    assert isinstance(variable, Sym)
    return variable.name


def _variables(b: Builder, family: str) -> Iterator[Sym]:
    """The variables of the densities of a family that have formulas."""
    for name in b.explicit:
        if name.startswith(f"{family}("):
            inside = name[len(family) + 1 : -1].partition("|")[0]
            yield from (Sym(v) for v in inside.split(",") if v and "," not in inside)


def _known(b: Builder, family: str, of: tuple[Term, ...], given: tuple[Term, ...]) -> Term | None:
    """The formula of a density that is made of laws of the registry, in the variables of the page."""
    found = b.explicit.get(density_name(family, of, given), ())[:1]
    return next((d.body for d in found if _is_of_laws(d.body)), None)


def _is_of_laws(body: Term) -> bool:
    match body:
        case App("pdf" | "normal_pdf"):
            return True
        case App("mul", factors):
            return all(map(_is_of_laws, factors))
        case Bind("prod", _, _, inside):
            return _is_of_laws(inside)
    return False


def _joint(b: Builder, family: str, of: tuple[Term, ...], given: tuple[Term, ...]) -> Term | None:
    """The density of some variables as a product of formulas: p(x, y | z) is p(x | y, z) p(y | z)."""
    whole = _known(b, family, of, given)
    if whole is not None or not 1 < len(of) <= MOST_VARIABLES:
        return whole
    for size in range(1, len(of)):
        for first in itertools.combinations(of, size):
            rest = tuple(v for v in of if v not in first)
            before = _known(b, family, first, (*rest, *given))
            after = _joint(b, family, rest, given) if before is not None else None
            if before is not None and after is not None:
                return app("mul", before, after)
    return None


def _without(b: Builder, variable: Term, joint: Term, scope: Scope) -> Node:
    """The joint density integrated over a variable. Raises NotUnderstood."""
    assert isinstance(variable, Sym)
    shape = b.symbols[variable.name].shape if variable.name in b.symbols else SCALAR
    name = b.bound_name(variable.name)
    body = b.build(joint, {**scope, variable.name: Ref(name, (), shape)})
    return over_support(name, shape, body, joint)
