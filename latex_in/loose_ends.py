r"""Displays that belong together: `$$a = b =$$ $$= c$$`, `$$2x = 4 \Rightarrow$$ $$x = 2$$`.

Many authors write each row as a display of its own. A sign at the end of one then stands in front of the next, where
it is read as at the beginning of a row; a sign that stands on both sides of the break is written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hence.latex_in import tables as t
from hence.latex_in.formula.chains import OPERATORS, has_top_relation
from hence.latex_in.page.document import Block, Display, Paragraph
from hence.latex_in.page.lexer import Token


def tied(blocks: Sequence[Block], formulas: dict[tuple[int, int], list[Token]], text: str) -> None:
    """Move the signs at the ends of displays to the displays that go on from them; arrows to nowhere are left out.

    A display that only goes on with a sum or a product is put to the one before it, and nothing is left in its place.
    """
    shown = [b for b in blocks if not (isinstance(b, Paragraph) and _says_nothing(b, text))]
    for block, following in pairwise([*shown, None]):
        if isinstance(block, Display):
            _hand_on(formulas, block, following)
    last: Display | None = None
    for block in shown:
        if not isinstance(block, Display):
            last = None
        elif last is not None and _goes_on(formulas[_place(last)], formulas[_place(block)]):
            row = Token("row", "\\\\", block.start, block.start)
            formulas[_place(last)] = [*formulas[_place(last)], row, *formulas[_place(block)]]
            formulas[_place(block)] = []
        else:
            last = block


def _hand_on(formulas: dict[tuple[int, int], list[Token]], block: Display, following: Block | None) -> None:
    tokens = _trimmed(formulas[_place(block)])
    if len(tokens) < 2 or tokens[-1].kind != "rel" or tokens[-2].kind in ("rel", "row") or tokens[-2].text == "&":
        return  # nothing stands before the sign
    if isinstance(following, Display):
        place = _place(following)
        begins = _first(formulas[place])
        both = begins is not None and begins.kind == "rel"
        formulas[place] = formulas[place] if both else [tokens[-1], *formulas[place]]
    elif not is_arrow(tokens[-1]):
        return
    formulas[_place(block)] = tokens[:-1]


def _goes_on(before: list[Token], tokens: list[Token]) -> bool:
    """Whether a sum or a product is broken off at the end of a display."""
    ends, begins = _trimmed(before)[-1:], _first(tokens)
    if begins is None or not ends:
        return False
    open_ = ends[0].text in OPERATORS and not (len(before) > 1 and before[-2].text in ("^", "_"))
    return open_ or (begins.text in OPERATORS and not has_top_relation(tokens))


def without_arrow(tokens: list[Token]) -> tuple[bool, list[Token]]:
    """Whether a display begins with an arrow of implication, and what stands behind it."""
    first = _first(tokens)
    if first is not None and is_arrow(first):
        return True, tokens[next(k for k, x in enumerate(tokens) if x is first) + 1 :]
    return False, tokens


def is_arrow(token: Token) -> bool:
    return token.kind == "rel" and t.RELATIONS.get(token.text) in t.IMPLICATIONS


def _place(block: Display) -> tuple[int, int]:
    return block.start, block.end


def _is_spacing(token: Token) -> bool:
    return token.kind in ("quad", "row") or token.text == "&"


def _first(tokens: list[Token]) -> Token | None:
    return next((x for x in tokens if not _is_spacing(x)), None)


def _trimmed(tokens: list[Token]) -> list[Token]:
    end = len(tokens)
    while end and _is_spacing(tokens[end - 1]):
        end -= 1
    return tokens[:end]


def _says_nothing(paragraph: Paragraph, text: str) -> bool:
    r"""Only line breaks between two displays."""
    return not any(text[p.start : p.end].replace(r"\\", "").strip() for p in paragraph.parts)
