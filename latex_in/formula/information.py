r"""Entropy and mutual information: `H(X)`, `H(p, q)`, `H[X \mid Y]`, `I(X; Y)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.language.terms import Term
from hence.latex_in import tables as t
from hence.latex_in.formula.probability import conditioned, law
from hence.latex_in.formula.scripts import with_scripts
from hence.latex_in.letters.names import letter_of

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser


def entropy(p: Parser, name: str, start: int) -> Term | None:
    """H at random variables, densities or probabilities; None where the page has an H of its own."""
    if name not in p.names.entropies or not p.next_is("(", "[", r"\{"):
        return None
    opening = p.pos
    end = p.bracket_end(opening)
    inside, given = conditioned(p, opening + 1, end - 1, known)
    of = tuple(known(p, *piece) for piece in p.pieces(*inside, frozenset((",",))))
    p.pos = end
    return with_scripts(p, p.app("entropy", (*of, *given), start), start)


def information(p: Parser, name: str, start: int) -> Term | None:
    r"""`I(X; Y \mid Z)`: the semicolon tells it from an identity in front of a bracket; of `I(X, Y)` the page does."""
    if name in p.names.declared or not p.next_is("(", "["):
        return None
    opening = p.pos
    end = p.bracket_end(opening)
    inside, given = conditioned(p, opening + 1, end - 1, known)
    marks = (";", ",") if name in p.names.informations else (";",)
    sides = next((both for mark in marks if len(both := p.pieces(*inside, frozenset((mark,)))) == 2), None)
    if sides is None:
        return None
    groups = [tuple(known(p, *piece) for piece in p.pieces(*side, frozenset((",",)))) for side in sides]
    p.pos = end
    if any(len(group) > 1 for group in groups):
        return with_scripts(p, _of_groups(p, groups[0], groups[1], tuple(given), start), start)
    return with_scripts(p, p.app("information", (*groups[0], *groups[1], *given), start), start)


def _of_groups(p: Parser, one: tuple[Term, ...], other: tuple[Term, ...], given: tuple[Term, ...], start: int) -> Term:
    """I(X; Y, Z) = H(X) + H(Y, Z) - H(X, Y, Z)."""
    apart, both = (p.app("entropy", (*group, *given), start) for group in (one, other)), (*one, *other, *given)
    return p.app("add", (*apart, p.app("neg", (p.app("entropy", both, start),), start)), start)


def known(p: Parser, start: int, end: int) -> Term:
    """What an entropy is of: a law where the first letter is one of a density, else a term."""
    first = p.tokens[start] if start < end else None
    is_law = first is not None and (first.text in t.NORMALS or letter_of(first.text) in p.names.densities)
    return law(p, start, end, None) if is_law else p.within(start, end)
