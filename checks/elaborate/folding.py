r"""Letters for parts of a formula: L = |y - W_2 \phi(W_1 x)|^2 with a = \phi(h) and h = W_1 x is a function of a.

Only where a derivative by such a letter is taken and the definition of what is differentiated does not mention it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, free_names, mapped, strip_spans, substitute, subterms

DEEPEST = 6


def with_parts_named(givens: Iterable[Given], formulas: list[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens in which definitions mention the letters by which they are differentiated. Never fails."""
    given = list(givens)
    definitions = (g for g in given if isinstance(g, Fact) and g.definition)
    facts = {g.formula.lhs.name: g for g in definitions if isinstance(g.formula.lhs, Sym)}
    bodies = {name: fact.formula.rhs for name, fact in facts.items()}
    changed: dict[int, Given] = {}
    for top, bottom in _derivatives(formulas):
        if top in bodies and bottom in bodies and bottom not in _reached(top, bodies):
            folded = _folded(bodies[top], bottom, bodies)
            if folded is not None:
                bodies[top] = folded
                fact = facts[top]
                changed[id(fact)] = replace(fact, formula=replace(fact.formula, rhs=folded))
    return [changed.get(id(g), g) for g in given], formulas


def _derivatives(formulas: list[Formula]) -> list[tuple[str, str]]:
    parts = (t for f in formulas for side in (f.lhs, f.rhs) for t in subterms(side))
    pairs = (t.args for t in parts if isinstance(t, App) and t.head == "deriv")
    return [(top.name, bottom.name) for top, bottom in pairs if isinstance(top, Sym) and isinstance(bottom, Sym)]


def _reached(name: str, bodies: dict[str, Term]) -> set[str]:
    seen: set[str] = set()
    stack = [name]
    while stack:
        new = free_names(bodies.get(stack.pop(), Sym(""))) - seen
        seen |= new
        stack += new
    return seen


def _folded(body: Term, letter: str, bodies: dict[str, Term]) -> Term | None:
    """The body with the letter in the place of what it stands for; None where that does not occur."""
    meaning = strip_spans(_written_out(Sym(letter), bodies))
    if isinstance(meaning, Sym):
        return None

    def fold(part: Term) -> Term:
        return Sym(letter) if strip_spans(_written_out(part, bodies)) == meaning else part

    folded = mapped(body, fold)
    return folded if letter in free_names(folded) else None


def _written_out(term: Term, bodies: dict[str, Term]) -> Term:
    for _ in range(DEEPEST):
        known = {n: bodies[n] for n in free_names(term) if n in bodies}
        if not known:
            break
        term = substitute(term, known)
    return term
