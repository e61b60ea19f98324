r"""Square roots of matrices: `\Sigma^{1/2}` is a letter R with R R = \Sigma, positive definite as \Sigma is.

So `\Sigma^{-1/2}` is R^{-1}. A matrix that is defined by a formula keeps its powers as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.letters import may_be_matrix
from hence.language.derivation import Distributed, Fact, Formula, Given, Membership, Property, RealSpace
from hence.language.terms import App, Num, Sym, Term, app, mapped, num, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]
DEFINITE = "positive definite"
OF_MATRICES = frozenset((DEFINITE, "positive semidefinite", "matrix", "symmetric"))


def with_roots(givens: Sequence[Given], formulas: Sequence[Formula]) -> Page:
    """Givens and formulas with a letter for each root of a matrix. Never fails."""
    facts = [g.formula for g in givens if isinstance(g, Fact)]
    sides = [side for f in (*facts, *formulas) for side in (f.lhs, f.rhs)]
    found = dict.fromkeys(t.args[0] for side in sides for t in subterms(side) if isinstance(t, App) and _is_root(t))
    defined = {g.formula.lhs for g in givens if isinstance(g, Fact) and g.definition}
    names = [s for s in found if isinstance(s, Sym) and s not in defined and _is_matrix(s, givens)]
    if not names:
        return list(givens), list(formulas)

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, _as_letter), rhs=mapped(formula.rhs, _as_letter))

    def _as_letter(term: Term) -> Term:
        match term:
            case App("pow", (Sym() as base, exponent)) if base in names and _is_root(term):
                return _root(base) if _value(exponent) == Fraction(1, 2) else _inverse(base)
            case App("pow", (Sym() as base, Num(value))) if base in names and value == -1:
                return app("mul", _inverse(base), _inverse(base))
        return term

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    kept = [g for g in made if not (isinstance(g, Property) and g.subject in names and g.word in OF_MATRICES)]
    return [*kept, *_said_of(names, givens)], [changed(f) for f in formulas]


def _said_of(names: Iterable[Sym], givens: Iterable[Given]) -> Iterator[Given]:
    for name in names:
        yield from (Property(_root(name), "matrix"), Property(_root(name), DEFINITE))
        yield Fact(Formula(name, "=", app("mul", _root(name), _root(name))), True)
        yield from (replace(g, subject=_root(name)) for g in givens if isinstance(g, Membership) and g.subject == name)


def _root(name: Sym) -> Sym:
    return Sym(f"{name.name}^{{1/2}}")


def _inverse(name: Sym) -> Term:
    return app("pow", _root(name), num(-1))


def _is_root(term: App) -> bool:
    match term:
        case App("pow", (Sym(name), exponent)) if may_be_matrix(name):
            return abs(_value(exponent) or 0) == Fraction(1, 2)
    return False


def _value(exponent: Term) -> Fraction | None:
    match exponent:
        case Num(value):
            return value
        case App("div", (Num(above), Num(below))) if below:
            return above / below
        case App("neg", (inner,)):
            found = _value(inner)
            return -found if found is not None else None
    return None


def _is_matrix(name: Sym, givens: Iterable[Given]) -> bool:
    """Whether the page says so, in words or in a law of a vector."""
    given = list(givens)
    vectors = {base_name(g.subject) for g in given if isinstance(g, Membership) and _rank(g) == 1}
    vectors |= {
        base_name(g.subject) for g in given if isinstance(g, Property) and g.word in ("vector", "random vector")
    }
    for one in given:
        match one:
            case Membership(subject) if subject == name:
                return _rank(one) == 2
            case Property(subject, word) if subject == name and word in OF_MATRICES:
                return True
            case Distributed(subject, App("Normal", (_, spread))) if spread == name and base_name(subject) in vectors:
                return True
    return False


def _rank(given: Membership) -> int:
    return len(given.space.dims) if isinstance(given.space, RealSpace) else 0
