"""Repairs of a step that is false: what its author may have meant, the likeliest first.

A repair is a mutant: one small change. Besides the changes by which a true step goes wrong there are those by which a
false one is mended: a factor that was forgotten, a relation that is too strong, a slip on the left side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hence.language.derivation import Formula, Relation
from hence.language.mutations import Mutant, mutants, ordinal
from hence.language.places import VALUE, places
from hence.language.terms import App, Num, Sym, Term, app, num

WEAKER: dict[Relation, tuple[Relation, ...]] = {"=": ("<=", ">="), "<": ("<=",), ">": (">=",)}
SLIPS = frozenset("sign;transpose;swap factors;swap indices;bound;exclusion;swap arguments;condition".split(";"))
NAMED = {"<=": r"\le", ">=": r"\ge"}


def repairs(formula: Formula, scalars: Sequence[str] = ()) -> Iterator[Mutant]:
    """Changes of the right side; `scalars` may have been forgotten there as factors.

    Of an inequality only the relation is changed: a smaller bound would often be true, and seldom be meant.
    """
    if formula.relation != "=":
        yield from (m for m in mutants(formula) if m.kind == "relation")
        yield from weaker(formula)
        return
    yield from _kronecker(formula)
    yield from mutants(formula)
    yield from _forgotten(formula, scalars)


def _kronecker(formula: Formula) -> Iterator[Mutant]:
    """A derivative of an entry by an entry that was written for one and the same index: 1 for \\delta_{ij}."""
    match formula.lhs:
        case App("deriv", (App("index", (_, Sym() as i)), App("index", (_, Sym() as j)))) if i != j:
            for place in places(formula):
                if place.role == VALUE and place.term == num(1):
                    changed = replace(formula, rhs=place.put(app("delta", i, j)))
                    yield Mutant(changed, "index", f"write $\\delta_{{{i.name} {j.name}}}$ for 1", place.term.span)


def weaker(formula: Formula) -> Iterator[Mutant]:
    """The formula with a relation that says less."""
    for relation in WEAKER.get(formula.relation, ()):
        changed = replace(formula, relation=relation)
        yield Mutant(changed, "relation", f"write ${NAMED[relation]}$ for ${formula.relation}$", formula.span)


def _forgotten(formula: Formula, scalars: Sequence[str]) -> Iterator[Mutant]:
    """A factor or divisor at the whole side, or at one of its summands."""
    match formula.rhs:
        case App("add", args):
            for k, arg in enumerate(args):
                for term, words in _scaled(arg, scalars):
                    whole = App("add", (*args[:k], term, *args[k + 1 :]))
                    yield Mutant(
                        replace(formula, rhs=whole), "factor", words.format(f"the {ordinal(k)} summand"), arg.span
                    )
    if formula.rhs != num(0):
        for term, words in _scaled(formula.rhs, scalars):
            yield Mutant(replace(formula, rhs=term), "factor", words.format("the right side"), formula.rhs.span)


def _scaled(term: Term, scalars: Sequence[str]) -> Iterator[tuple[Term, str]]:
    match term:
        case App("neg", (inner,)):
            yield from ((app("neg", scaled), words) for scaled, words in _scaled(inner, scalars))
        case _:
            for name in scalars:
                factor = Sym(name)
                yield _multiplied(factor, term), f"multiply {{}} by ${_escaped(name)}$"
                yield app("div", term, factor), f"divide {{}} by ${_escaped(name)}$"


def _escaped(name: str) -> str:
    """A name that `str.format` leaves as it is."""
    return name.replace("{", "{{").replace("}", "}}")


def _multiplied(factor: Sym, term: Term) -> Term:
    match term:
        case Num(value) if value == 1:
            return factor
        case App("mul", (Num() as number, *rest)):
            return App("mul", (number, factor, *rest))
        case App("mul", args):
            return App("mul", (factor, *args))
        case _:
            return app("mul", factor, term)


def on_the_left(formula: Formula) -> Iterator[Mutant]:
    """Slips on the left side of an equation. A letter or a number there is what the step is about, and no slip."""
    for mutant in mutants(Formula(formula.rhs, "=", formula.lhs, formula.span)):
        if mutant.kind in SLIPS and mutant.role in ("", "bound"):
            yield replace(
                mutant,
                formula=replace(formula, lhs=mutant.formula.rhs),
                change=f"{mutant.change} on the left side",
            )
