r"""The gamma, beta and error functions, and densities of named laws at a point: `\mathrm{Gam}(x; a, b)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.language.laws import LAWS
from hence.language.terms import App, Sym, Term
from hence.latex_in import tables as t
from hence.latex_in.formula.scripts import raised, take, with_scripts

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser


def special_function(p: Parser, name: str, start: int) -> Term | None:
    r"""`\Gamma(a)`, `\mathrm{B}(a, b)`, `\operatorname{erf}(x)`; None where the name is the author's own."""
    head, count = t.SPECIAL_FUNCTIONS[name]
    own = name in p.names.declared | p.names.bound | p.names.densities
    if name in t.ONLY_IF_SPOKEN:  # by the words that declare it
        own = name not in p.names.spoken_functions
    if p.law_expected or own:
        return None
    found = take(p)
    if found.below is not None or found.primes or not p.next_is("(", "["):
        return None
    if found.above is not None and p.texts(found.above) == ["-", "1"]:
        raise p.refuse("an inverse function is not understood yet", start)
    opening = p.pos
    end = p.bracket_end(opening)
    pieces = p.pieces(opening + 1, end - 1, frozenset(","))
    if len(pieces) != count or any(low == high for low, high in pieces):
        return None
    arguments = tuple(p.within(*piece) for piece in pieces)
    p.pos = end
    term: Term = p.app(head, arguments, start)
    return raised(p, term, found.above, start) if found.above is not None else with_scripts(p, term, start)


def named_density(p: Parser, name: str, start: int) -> Term | None:
    r"""`\mathrm{Gam}(x; a, b)`, `\mathrm{Beta}(\theta \mid a, b)`; None where there is no point and no such law."""
    row = LAWS.called(name) if p.next_is("(") else None
    if row is None:
        return None
    opening = p.pos
    end = p.bracket_end(opening)
    sides = p.pieces(opening + 1, end - 1, t.MIDS | {";"})
    if len(sides) != 2:
        return None
    points, values = (p.pieces(*side, frozenset(",")) for side in sides)
    if len(points) != 1 or len(values) != len(row.parameters):
        return None
    law = App("apply", (Sym(name), *(p.within(*value) for value in values)))
    point = p.within(*points[0])
    p.pos = end
    return with_scripts(p, p.app("pdf", (point, law), start), start)
