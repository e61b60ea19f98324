r"""Parts of sequences, x_{1:T}, which are letters of their own: nobody may calculate with what ties them to members.

`p(x_{1:T}) = \prod_t p(x_t \mid x_{t-1})` says of every sequence what it says, and of the letter x_{1:T} beside a fixed
x_t nothing. So such equations are left aside, and names of parts are open (`checks.closed`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Num, Sym, Term, free_names, mapped, num

SLICE = re.compile(r"(?P<letter>.+)_\{(?P<low>[^{}:]+):[^{}:]+\}")


def without_ties(givens: Iterable[Given]) -> Iterator[Given]:
    """The givens without equations between a part of a sequence and its members."""
    return (g for g in givens if not (isinstance(g, Fact) and ties(g.formula)))


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
