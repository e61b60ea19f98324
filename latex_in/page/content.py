"""What stands in some blocks of a page, wherever they stand: two that say the same have equal keys."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from hence.language.records import dataclass
from hence.latex_in.page.document import Block, Display, Fence, Page, Paragraph
from hence.latex_in.page.lexer import Token

Formulas: TypeAlias = Mapping[tuple[int, int], list[Token]]


@dataclass(frozen=True)
class Content:
    start: int
    end: int
    key: str  # a digest: what is remembered by it is much, and the tokens of a part are more


def content(page: Page, blocks: Sequence[Block], formulas: Formulas) -> Content | None:
    """The text of some blocks, how it is cut, and the tokens of its formulas; None where nothing has a place."""
    places = [place for block in blocks for place in _places(block)]
    if not places:
        return None
    start, end = min(a for a, _ in places), max(b for _, b in places)
    shape = [(type(block).__name__, *_relative(block, start)) for block in blocks]
    tokens = [
        (x.kind, x.text, x.start - start, x.end - start)
        for place in places
        if place in formulas
        for x in formulas[place]
    ]
    said = repr((page.text[start:end], shape, tokens))
    return Content(start, end, hashlib.sha256(said.encode()).hexdigest())


def _places(block: Block) -> list[tuple[int, int]]:
    if isinstance(block, Paragraph):
        return [(part.start, part.end) for part in block.parts]
    return [(block.start, block.end)] if not isinstance(block, Fence) else []


def _relative(block: Block, start: int) -> tuple[Hashable, ...]:
    match block:
        case Paragraph(parts):
            return tuple((type(part).__name__, part.start - start, part.end - start) for part in parts)
        case Display(a, b, denied):
            return a - start, b - start, denied
        case Fence():
            return block.kind, block.opens
        case _:
            return block.text, block.start - start, block.end - start, block.fresh, block.level
