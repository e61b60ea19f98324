r"""Parts of sequences, x_{1:T}, which are letters of their own: nobody may calculate with what ties them to members.

`p(x_{1:T}) = \prod_t p(x_t \mid x_{t-1})` says of every sequence what it says, and of the letter x_{1:T} beside a fixed
x_t nothing. So such equations are left aside, and names of parts are open (`checks.closed`). That the density of a
sample is the product of those of its members, or a formula in them, is used where no integral, mean or derivative acts
on the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from hence.language.derivation import Distributed, Fact, Formula, Given
from hence.language.terms import App, Bind, Num, Sym, Term, free_names, mapped, num, subterms

AVERAGES = frozenset(("E", "Var", "Cov", "entropy", "information", "KL"))
SLICE = re.compile(r"(?P<letter>.+)_\{(?P<low>[^{}:]+):[^{}:]+\}")


def without_ties(givens: Iterable[Given], formulas: Iterable[Formula]) -> Iterator[Given]:
    """The givens without equations between a part of a sequence and its members that the formulas must not use."""
    givens, sides = list(givens), [side for f in formulas for side in (f.lhs, f.rhs)]
    acted = frozenset().union(*map(_acted_on, sides))
    random = {g.subject.args[0] for g in givens if isinstance(g, Distributed) and isinstance(g.subject, App)}
    acted |= {n for x in _averages(sides) for n in free_names(x) if Sym(n) not in random}
    for given in givens:
        formula = given.formula if isinstance(given, Fact) else None
        written = _written(formula) if isinstance(given, Fact) and given.definition else frozenset[str]()
        if formula is not None and (sample := _sample(formula) or written):
            if acted.isdisjoint(sample):
                yield given
        elif formula is None or not ties(formula):
            yield given


def _sample(formula: Formula) -> frozenset[str]:
    r"""The names of the sample and of its members where `p(X) = \prod_i p(x_i)` says how they belong together."""
    match formula:
        case Formula(App("density", (family, _, Sym(whole))), "=", Bind("prod", index, _, body)):
            match body:
                case App("density", (same, _, App("index", (Sym(member), at)))) if family == same and at == index:
                    return frozenset((whole, member)) if whole != member else frozenset()
    return frozenset()


def _written(formula: Formula | None) -> frozenset[str]:
    r"""The names of the samples and of their members where `p(x_{1:n} | \theta) = \prod_i \theta e^{-\theta x_i}`."""
    match formula:
        case Formula(App("density", (_, App("given", given), *of)), "=", body):
            points = [point.name for point in (*of, *given) if isinstance(point, Sym)]
            letters = {whole: found["letter"] for whole in points if (found := SLICE.fullmatch(whole))}
            known = letters.keys().isdisjoint(free_names(body)) and not _acted_on(body) and not list(_averages([body]))
            return frozenset((*letters, *letters.values())) if known and not _densities(body) else frozenset()
    return frozenset()


def _densities(body: Term) -> list[Term]:
    return [x for x in subterms(body) if isinstance(x, App) and x.head == "density"]


def _averages(sides: Iterable[Term]) -> Iterator[Term]:
    return (x for side in sides for x in subterms(side) if isinstance(x, App) and x.head in AVERAGES)


def _acted_on(term: Term) -> frozenset[str]:
    """The letters that something binds or differentiates by, also one by one."""
    found: set[str] = set()
    for part in subterms(term):
        match part:
            case Bind(head, variable) if head not in ("sum", "prod"):
                found.add(variable.name)
            case App("deriv" | "differential", (_, *by)):
                found |= {name for x in by for name in free_names(x)}
            case _:
                pass
    return frozenset(found)


def slices_in(formula: Formula) -> set[str]:
    return {n for side in (formula.lhs, formula.rhs) for n in free_names(side) if SLICE.fullmatch(n)}


def ties(formula: Formula) -> bool:
    """Whether a formula has parts of a sequence beside members that may belong to them, or beside other parts."""
    for found in filter(None, map(SLICE.fullmatch, sorted(slices_in(formula)))):
        name, letter, low = found.group(), found["letter"], found["low"]
        rest = [mapped(side, partial(_passed, letter=letter, low=low)) for side in (formula.lhs, formula.rhs)]
        others = {n for side in rest for n in free_names(side)} - {name}
        if letter in others or any(n.startswith(f"{letter}_{{") and not _is_before(n, letter, low) for n in others):
            return True
    return False


def _passed(term: Term, letter: str, low: str) -> Term:
    """A member in front of the part is another thing."""
    match term:
        case App("index", (Sym(name), Num(place))) if name == letter and low.isdigit() and place < int(low):
            return num(1)
    return term


def _is_before(name: str, letter: str, low: str) -> bool:
    label = name[len(letter) + 2 : -1]
    return low.isdigit() and label.isdigit() and int(label) < int(low)
