r"""What a word says of a symbol, as a formula: asserted of a symbol that the page defines it is a claim, and decided.

Of a symbol that is only declared nothing can be decided; there the word is a given, which proofs list.
"""

from __future__ import annotations

from collections.abc import Callable

from hence.language.derivation import Fact, Formula, Property, Step
from hence.language.terms import App, Sym, Term, app, num

Sides = tuple[Term, Term, str, str]  # the sides of an equation, and as they are shown


def _transposed(factor: int, shown: str) -> Callable[[Sym], Sides]:
    def sides(a: Sym) -> Sides:
        right: Term = a if factor == 1 else app("neg", a)
        return app("transpose", a), right, rf"{a.name}^\top", f"{shown}{a.name}"

    return sides


def _gram(a: Sym) -> Sides:
    return app("mul", app("transpose", a), a), app("identity"), rf"{a.name}^\top {a.name}", "I"


def _squared(to: Callable[[Sym], Term], shown: str) -> Callable[[Sym], Sides]:
    return lambda a: (app("pow", a, num(2)), to(a), f"{a.name}^2", shown or a.name)


MEANING: dict[str, Callable[[Sym], Sides]] = {
    "symmetric": _transposed(1, ""),
    "skew-symmetric": _transposed(-1, "-"),
    "orthogonal": _gram,
    "orthonormal columns": _gram,
    "idempotent": _squared(lambda a: a, ""),
    "involutory": _squared(lambda _: app("identity"), "I"),
    "unit": lambda a: (app("norm", a), num(1), rf"\|{a.name}\|", "1"),
}


def claim_of(said: Property | Fact, defined: set[str]) -> Step | None:
    """The claim that a word makes of a symbol that is defined; None where the word is no equation."""
    if isinstance(said, Fact):
        return _slope(said, defined) if not said.definition else None
    subject = said.subject
    if said.word not in MEANING or not isinstance(subject, Sym) or subject.name not in defined:
        return None
    left, right, lhs_text, rhs_text = MEANING[said.word](subject)
    place = said.span if said.span.line else said.subject.span
    formula = Formula(_at(left, subject), "=", _at(right, subject), place)
    return Step(formula, -(10_000 * place.line + place.column), place, lhs_text, rhs_text)


def _slope(said: Fact, defined: set[str]) -> Step | None:
    """ "$g$ is the gradient of $L$ with respect to $w$", of a g that has a formula."""
    match said.formula:
        case Formula(Sym(name, place) as subject, "=", App("deriv", (of, by))) if (
            name in defined and not said.definition
        ):
            names = [x.name if isinstance(x, Sym) else "..." for x in (of, by)]
            formula = Formula(subject, "=", said.formula.rhs, place)
            shown = rf"\frac{{\partial {names[0]}}}{{\partial {names[1]}}}"
            return Step(formula, -(10_000 * place.line + place.column), place, name, shown)
        case _:
            return None


def _at(term: Term, subject: Sym) -> Term:
    return App(term.head, term.args, subject.span) if isinstance(term, App) else term
