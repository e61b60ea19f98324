r"""Gradients under names of their own: "I write $dX$ for the gradient of the loss with respect to $X$".

The d and the letter that stands right behind it are then one sign on the whole page, that of `\partial L / \partial X`,
for all letters alike. The loss has the letter that the sentence calls it by, or else one that the page does not use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hence.latex_in import tables as t
from hence.latex_in.page.document import Block, Inline, Paragraph
from hence.latex_in.page.lexer import Token
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.words import flatten, mark_of, signs_of

Formulas = dict[tuple[int, int], list[Token]]
_GRADIENT = "article? w? derivative-noun (of [article w]{0,3}? loss:F?)? [with-respect-to by] (article w{0,2})? of:F"
_WRITES = rule(
    "denotes what:F for GRADIENT | denotes by what2:F GRADIENT2 | what3:F [be denotes stands-for means] GRADIENT3",
    GRADIENT=_GRADIENT,
    GRADIENT2=_GRADIENT.replace("loss:", "loss2:").replace("of:F", "of2:F"),
    GRADIENT3=_GRADIENT.replace("loss:", "loss3:").replace("of:F", "of3:F"),
)
_LOSSES = ("L", r"\mathcal{L}", r"\ell")
_SCRIPTS, _QUOTIENTS = frozenset("_^"), frozenset((r"\frac", r"\tfrac", r"\dfrac", "/"))


def with_gradients(blocks: Iterable[Block], formulas: Formulas, text: str) -> None:
    r"""Write `\frac{\partial L}{\partial X}` for dX in all formulas, where words say that it is that. Never fails."""
    losses = [x for b in blocks if isinstance(b, Paragraph) for x in _losses(b, formulas, text)]
    losses += [x for tokens in formulas.values() for x in _in_signs(tokens)]
    used = {x.text for tokens in formulas.values() for x in tokens}
    free = next((x for x in _LOSSES if x not in used), "")
    loss = next((x for x in losses if x), free) if losses else ""
    for place, tokens in formulas.items() if loss else ():
        formulas[place] = _rewritten(tokens, loss)


def _losses(block: Paragraph, formulas: Formulas, text: str) -> Iterator[str]:
    """The letter of the loss for each sentence that says it; empty where it has none there."""
    signs = signs_of(flatten(block, text))
    inline = [formulas[part.start, part.end] for part in block.parts if isinstance(part, Inline)]
    by_mark = {mark_of(k): tokens for k, tokens in enumerate(inline)}
    for found in _WRITES.finditer(signs):
        said = {key.rstrip("23"): by_mark.get(mark, []) for key, mark in found.groupdict().items() if mark}
        what, of, loss = said.get("what", []), said.get("of", []), said.get("loss", [])
        matches = [x.text for x in what] == ["d", *(x.text for x in of)] and len(of) == 1 and of[0].kind == "name"
        if matches and len(loss) < 2 and not denied(signs, found.start()):
            yield loss[0].text if loss else ""


def _in_signs(tokens: list[Token]) -> Iterator[str]:
    r"""The L of `dX = \frac{\partial L}{\partial X}`, where that is a whole formula."""
    texts = [x.text for x in tokens if x.text not in ("{", "}")]
    match texts:
        case ["d", of, "=" | ":=", "\\frac" | "\\dfrac" | "\\tfrac", "\\partial", loss, "\\partial", below] if (
            of == below and _is_gradient(tokens, 0)
        ):
            yield loss


def _rewritten(tokens: list[Token], loss: str) -> list[Token]:
    made: list[Token] = []
    position = 0
    integrates = any(x.text == t.INTEGRAL for x in tokens)
    while position < len(tokens):
        if not integrates and _is_gradient(tokens, position):
            first, of = tokens[position], tokens[position + 1]
            made += _quotient(loss, first, of)
            position += 2
        else:
            made.append(tokens[position])
            position += 1
    return made


def _is_gradient(tokens: list[Token], position: int) -> bool:
    """Whether a d has a letter right behind it, and is neither an exponent nor part of a quotient."""
    here, behind = tokens[position], tokens[position + 1 : position + 2]
    before = [x.text for x in tokens[max(0, position - 2) : position]]
    if here.text != "d" or not behind or behind[0].kind != "name" or behind[0].start != here.end:
        return False
    quotient = before[-1:] == ["{"] and bool(before[:1]) and (before[0] in _QUOTIENTS | _SCRIPTS or before[0] == "}")
    return not quotient and not set(before[-1:]) & (_SCRIPTS | _QUOTIENTS)


def _quotient(loss: str, first: Token, of: Token) -> list[Token]:
    signs = (
        *(("cmd", r"\frac"), ("op", "{"), ("cmd", r"\partial"), ("name", loss), ("op", "}")),
        *(("op", "{"), ("cmd", r"\partial"), ("name", of.text), ("op", "}")),
    )
    return [Token(kind, text, first.start, of.end) for kind, text in signs]


__all__ = ["with_gradients"]
