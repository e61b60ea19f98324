r"""Bayes' rule and marginals where prior and likelihood are laws of the registry.

With p(x | \theta) and p(\theta) given by formulas, p(\theta | x) is their product over its integral, and p(x) that
integral. Where densities stay abstract, or a page averages over them, they are left as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hence.checks.elaborate.givens import density_name
from hence.checks.elaborate.registry import over_support, row_of
from hence.checks.elaborate.shaping import Scope
from hence.checks.model import SCALAR, Density, Node, Op, Ref
from hence.language.derivation import Formula
from hence.language.laws import Arrays
from hence.language.terms import App, Bind, Sym, Term, app, substitute, subterms

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder

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
    """The formula of a density that is a law of the registry."""
    found = b.explicit.get(density_name(family, of, given))
    if found is None or not isinstance(found.body, App) or found.body.head not in ("pdf", "normal_pdf"):
        return None
    return substitute(found.body, dict(zip(found.params, (*of, *given), strict=True)))


def _joint(b: Builder, family: str, of: tuple[Term, ...], given: tuple[Term, ...]) -> Term | None:
    """The density of one or two variables, as a product of formulas."""
    if len(of) == 1:
        return _known(b, family, of, given)
    if len(of) != 2:
        return None
    for one, other in (of, of[::-1]):
        first, second = _known(b, family, (one,), (other, *given)), _known(b, family, (other,), given)
        if first is not None and second is not None:
            return app("mul", first, second)
    return None


def _without(b: Builder, variable: Term, joint: Term, scope: Scope) -> Node:
    """The joint density integrated over a variable. Raises NotUnderstood."""
    assert isinstance(variable, Sym)
    shape = b.symbols[variable.name].shape if variable.name in b.symbols else SCALAR
    name = b.bound_name(variable.name)
    body = b.build(joint, {**scope, variable.name: Ref(name, (), shape)})
    return over_support(name, shape, body, joint)
