r"""Categorical laws as found: `\mathrm{Cat}(p_1, \dots, p_K)`, `P(X = k) = p_k`, "X is k with probability p_k"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hence.language.derivation import Distributed, Given, Membership, Property, RealSpace
from hence.language.records import dataclass
from hence.language.terms import NOWHERE, App, Span, Sym, Term, app
from hence.latex_in.formula.stacks import list_with_dots
from hence.latex_in.page.scan import Tokens, argument_at
from hence.latex_in.prose.grammar import marks_in, rule

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.prose.said import Said

LAW = Sym(r"\mathrm{Categorical}")
MASS = Sym(r"\mathrm{Mass}")  # the same law, said by a formula that may be a claim
NAMES = frozenset((r"\mathrm{Categorical}", r"\mathrm{Cat}", r"\mathrm{categorical}", r"\mathcal{C}at"))
_CHANCES = frozenset(("P", r"\Pr", r"\mathbb{P}", r"\mathrm{Pr}", r"\mathrm{P}", r"\mathrm{Prob}"))


def categorical(p: Parser, start: int) -> Term:
    """The law whose bracket opens here: a vector of probabilities, or their list."""
    end = p.bracket_end(p.pos)
    pieces = p.pieces(p.pos + 1, end - 1, frozenset(","))
    if len(pieces) == 1:
        probabilities = p.within(*pieces[0])
    else:
        listed = list_with_dots(p, pieces, "rows")
        rows = () if listed is not None else tuple(App("row", (p.within(*piece),)) for piece in pieces)
        probabilities = listed or p.app("matrix", rows, start)
    p.pos = end
    return p.app("apply", (LAW, probabilities), start)


@dataclass(frozen=True)
class Mass:
    """The chance of each value of a variable, as names: X, k, p of P(X = k) = p_k."""

    variable: str
    value: str
    probabilities: str

    def law(self, span: Span) -> Distributed:
        return Distributed(Sym(self.variable, span), app("apply", MASS, Sym(self.probabilities)), False, span)


def mass(tokens: Tokens) -> Mass | None:
    """What P(X = k) = p_k says; None for any other formula."""
    texts = [x.text for x in tokens]
    kinds = [x.kind for x in tokens[2:5]]
    if len(texts) < 9 or texts[0] not in _CHANCES or texts[1] not in ("(", "[") or kinds != ["name", "rel", "name"]:
        return None
    if texts[3] != "=" or texts[5] not in (")", "]") or texts[6] != "=":
        return None
    base = _family(tokens[7:], texts[4])
    return Mass(texts[2], texts[4], base) if base else None


def _family(tokens: Tokens, letter: str) -> str:
    """The p of p_k; empty for anything else."""
    if len(tokens) < 3 or tokens[0].kind != "name" or tokens[1].text != "_":
        return ""
    below, end = argument_at(tokens, 2)
    return tokens[0].text if end == len(tokens) and [x.text for x in below] == [letter] else ""


_TAKES = rule(
    "of:F be? [the a which that random discrete variable index-noun integer]* (takes-value | equals | is |"
    " equal to | has) on? [the each]? value?"
    " value:F with probability chance:F"
)
_EQUAL = rule("event:F with probability chance:F")
_VALUES = rule(
    "of:F w{0,4} takes-value [^stop]*? with probability | is:F (be | equals) (equal to)? F with probability |"
    " event:F with probability"
)


def events(signs: str, by_mark: Mapping[str, Said]) -> Iterator[Said]:
    """The X = k of "X = k with probability p_k", which is no fact."""
    for found in _VALUES.finditer(signs):
        said = by_mark.get(found["event"] or "")
        if said is not None and said.equates():
            yield said


def spoken_masses(signs: str, tokens: Mapping[str, Tokens]) -> Iterator[Mass]:
    """The laws that a sentence gives in words, or in formulas."""
    for found in _TAKES.finditer(signs):
        of, value, chance = (tokens.get(found[part], ()) for part in ("of", "value", "chance"))
        if len(of) == len(value) == 1 and of[0].kind == value[0].kind == "name":
            base = _family(chance, value[0].text)
            if base:
                yield Mass(of[0].text, value[0].text, base)
    for found in _EQUAL.finditer(signs):
        event, chance = tokens.get(found["event"], ()), tokens.get(found["chance"], ())
        if [x.kind for x in event] == ["name", "rel", "name"] and event[1].text == "=":
            base = _family(chance, event[2].text)
            if base:
                yield Mass(event[0].text, event[2].text, base)
    for mark in marks_in(signs):
        written = mass(tokens.get(mark, ()))
        if written is not None:
            yield written


def masses(signs: str, by_mark: Mapping[str, Said]) -> Iterator[Given]:
    """Laws from words, and how many values they have where the sentence counts them."""
    found = list(spoken_masses(signs, {mark: said.tokens for mark, said in by_mark.items()}))
    for one in found:
        yield one.law(_span(by_mark, one))
        for size in _sizes(by_mark, one.value):
            yield Membership(Sym(one.probabilities), RealSpace((size,)))
    for other in _VALUES.finditer(signs) if not found else ():
        of = other["of"] or other["is"]
        said = by_mark.get(of or other["event"])
        if said is not None and (of or said.equates()):
            yield from (Property(s, "given by probabilities in words", s.span) for s in said.symbols())


def _span(by_mark: Mapping[str, Said], one: Mass) -> Span:
    symbols = [s for said in by_mark.values() for s in said.symbols() if s == Sym(one.variable)]
    return symbols[0].span if symbols else NOWHERE


def _sizes(by_mark: Mapping[str, Said], letter: str) -> list[Term]:
    """The K of k = 1, ..., K."""
    facts = [x for said in by_mark.values() for x in said.found if hasattr(x, "formula")]
    return [x.formula.rhs for x in facts if x.formula.relation == "<=" and x.formula.lhs == Sym(letter)][:1]
