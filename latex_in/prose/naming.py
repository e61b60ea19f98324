"""Names for what a formula says: "$G$ denotes $X^\\top X$", "write $g$ for ...", "let $g$ be the gradient of ...".

Such a sentence defines its letter as an equation would.
"""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import Fact, Formula, Membership
from hence.language.terms import App, Sym, Term, free_names
from hence.latex_in.prose.grammar import Match, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Said, Sentence, is_symbol

_PARTS = {
    "END": "(?= $ | [stop comma semicolon colon open close and for where so] )",
    "WHAT": "[the a]? w? [derivative-noun bearer measure-noun matrix]?",
    "SLOPE": "[the a its] w{0,2}? derivative-noun of ([the a]? w{0,2}? f:F | the loss:loss-noun w?)"
    " with-respect-to (the w{1,2})? v:F",
}
_NAMINGS = tuple(
    rule(pattern, **_PARTS)
    for pattern in (
        "x:F [denotes stands-for] WHAT what:F END",
        "[denotes write] x:F for WHAT what:F END",
        "[denotes write] WHAT what:F [by as] x:F END",
        "denotes by x:F WHAT what:F END",
        "by x:F we? denotes WHAT what:F END",
        "let x:F [be denotes] SLOPE",
        "x:F [denotes stands-for] SLOPE",
        "[denotes write] by? x:F for? SLOPE",
        "declared:F be SLOPE",
    )
)
_THIS = "[this it that] ((?! verb-copula) w){0,2}"
_NAMES_ABOVE = tuple(  # "and call this $\\delta$", "which we denote by $g$", "we write $e$ for it"
    rule(pattern, **_PARTS, THIS=_THIS)
    for pattern in (
        "[naming denotes] THIS [by as]? x:F END",
        "denotes by x:F THIS END",
        "write x:F for THIS END",
        "^ comma? and? which we? ((?! F | not) w)? [naming denotes] [by as]? x:F END",
        "^ comma? denoted [by as]? x:F END",
    )
)
LOSSES = ("L", "J", r"\mathcal{L}", r"\ell", r"\mathcal{J}", "E", r"\mathcal{E}", "C")


def named(s: Sentence) -> Iterator[Fact]:
    """The definitions that a sentence gives in words."""
    known: set[Term] = set()
    for found in (match for pattern in _NAMINGS for match in pattern.finditer(s.signs)):
        groups = found.groupdict()
        own = s.by_mark.get(groups["declared"] if "declared" in groups else groups["x"])
        left = _declared(own) if "declared" in groups else _letter(own)
        right = _meant(s, found)
        if left is None or right is None or left in known or not is_symbol(left) or denied(s.signs, found.start()):
            continue
        base = left.args[0] if isinstance(left, App) else left
        if free_names(right) and not free_names(base) & free_names(right):
            known.add(left)
            yield Fact(Formula(left, "=", right, left.span), "declared" not in groups, (), left.span)


def names_above(s: Sentence, above: Formula) -> Iterator[Fact]:
    """The definition that a sentence behind an equation gives by calling that what stands on its left side."""
    for found in (match for pattern in _NAMES_ABOVE if (match := pattern.search(s.signs)) is not None):
        name = _letter(s.by_mark.get(found["x"]))
        if name is None or not is_symbol(name) or denied(s.signs, found.start()):
            continue
        base = name.args[0] if isinstance(name, App) else name
        if not free_names(base) & (free_names(above.lhs) | free_names(above.rhs)):
            yield Fact(Formula(name, "=", above.lhs, name.span), True, (), name.span)


def named_symbols(s: Sentence) -> set[Term]:
    """The symbols that a sentence names."""
    return {fact.formula.lhs for fact in named(s)}


def _meant(s: Sentence, found: Match) -> Term | None:
    """What a name stands for; None where that is no expression."""
    groups = found.groupdict()
    if "what" in groups:
        term = _single(s.by_mark.get(groups["what"]))
        return term if isinstance(term, App) and not is_symbol(term) else None
    by = _letter(s.by_mark.get(groups["v"]))
    of = _single(s.by_mark.get(groups["f"])) if groups["f"] else _loss(s)
    if by is None or of is None or not is_symbol(by):
        return None
    return App("deriv", (of, by), by.span)


def _loss(s: Sentence) -> Term | None:
    """The letter of "the loss", where the page has one that it can be."""
    letters = [name for name in LOSSES if name in s.context.names.bare]
    return Sym(letters[0]) if len(letters) == 1 else None


def _letter(said: Said | None) -> Term | None:
    """The letter of a formula, perhaps with its space: `G \\in \\mathbb{R}^n`."""
    return _single(said) or _declared(said)


def _declared(said: Said | None) -> Term | None:
    """The one term that a formula gives a space, and says nothing else of; what is known already has none there."""
    found = said.found if said is not None else []
    return found[0].subject if len(found) == 1 and isinstance(found[0], Membership) else None


def _single(said: Said | None) -> Term | None:
    """The one term of a formula that says nothing else."""
    terms = said.terms() if said is not None and said.is_plain() else ()
    return terms[0] if len(terms) == 1 else None
