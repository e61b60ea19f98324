"""Parts of pages that were read before. An editor reads a page at every pause, and most of it is as it was.

What a part says depends on its text and where that stands, on the author's macros, on what its letters are, and on what
the parts before it hand on. All of this is the key; what is found under it is not read again, and is the same object,
so that those who work with it know it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields

from hence.language.records import dataclass
from hence.latex_in.earlier import Earlier
from hence.latex_in.letters.names import Names
from hence.latex_in.letters.parts import SURVEYS
from hence.latex_in.order import Settled
from hence.latex_in.page.content import Formulas, content
from hence.latex_in.page.document import Block, Page
from hence.latex_in.page.expand import MOST_TOKENS_ON_PAGE
from hence.latex_in.page.lexer import Token, moved
from hence.latex_in.page.macros import Macros
from hence.latex_in.page.scan import merge_words
from hence.latex_in.page.source import Source
from hence.latex_in.page.tidy import tidy
from hence.latex_in.prose.discourse import Regions
from hence.latex_in.recent import Recent
from hence.latex_in.roles import is_optimum
from hence.latex_in.settle import Draft

MOST_PARTS = 400
MOST_FORMULAS = 4_000


@dataclass(frozen=True)
class Carried:
    """What the parts before one hand on to it."""

    chain: int
    regions: Regions
    shown: tuple[Draft, ...]  # the steps of the last display
    spoken_of: tuple[frozenset[str], ...]  # the symbols of the last sentences
    before: Earlier

    def key(self) -> Hashable:
        regions, before = self.regions, self.before
        shown = bool(self.shown), any(is_optimum(draft.step.formula.lhs) for draft in self.shown)
        around = regions.stated, regions.proving, tuple(regions.problems)
        known = tuple(map(frozenset, before.all()))
        return self.chain, around, shown, self.spoken_of, known


@dataclass(frozen=True)
class Part:
    """A part as it was read, and what it hands on."""

    items: tuple[Settled, ...]
    after: Carried


PARTS = Recent[Part](MOST_PARTS)
TOKENS = Recent[tuple[tuple[Token, ...], int]](MOST_FORMULAS)


def forget() -> None:
    """Read everything anew from here on."""
    PARTS.forget()
    TOKENS.forget()
    SURVEYS.forget()


def tokens_of(page: Page, macros: str | None, start: int, end: int) -> list[Token]:
    """The tidy tokens of a formula, its letters joined to words; `macros` are in force there, if that is known."""
    key, before = (page.text[start:end], macros), page.macros.spent
    known = TOKENS.recall(key) if macros is not None else None
    if known is not None and before + known[1] <= MOST_TOKENS_ON_PAGE:
        page.macros.spent += known[1]
        return moved(known[0], start)
    made = merge_words(tidy(page.text, start, end, page.macros), frozenset())
    if macros is not None and page.macros.spent <= MOST_TOKENS_ON_PAGE:
        TOKENS.keep(key, (tuple(moved(made, -start)), page.macros.spent - before))
    return made


def macros_key(macros: Macros) -> str:
    """What an author's own commands are, and where they are defined."""
    own = [macro for versions in macros.table.values() for macro in versions if macro.since >= 0]
    dressed = macros.decorations
    shown = (own, sorted(macros.environments.items()), sorted(dressed.accents), sorted(dressed.fonts))
    return hashlib.sha256(repr((len(macros.table), *shown)).encode()).hexdigest()


def defined_before(macros: Macros, start: int) -> bool:
    """Whether all commands are defined in front of a place: then it does not matter where behind it they are used."""
    return all(macro.since <= start for versions in macros.table.values() for macro in versions)


def names_key(names: Names, source: Source) -> Hashable:
    """What the letters of a part are. The arguments that a density was first given are read wherever it stands bare."""
    own = {field.name: getattr(names, field.name) for field in fields(names)}
    calls = own.pop("density_calls").items()
    plain = tuple(frozenset(value.items()) if isinstance(value, Mapping) else value for value in own.values())
    return plain, tuple((name, _placed(inside, source)) for name, inside in calls)


def _placed(tokens: Sequence[Token], source: Source) -> Hashable:
    written = source.text[tokens[0].start : tokens[-1].end] if tokens else ""
    return written, tuple((x.kind, x.text, source.span(x.start, x.end)) for x in tokens)


def text_key(page: Page, blocks: Sequence[Block], formulas: Formulas) -> Hashable | None:
    """What stands in a part, and where; None where it has no place, or several files are put together."""
    found = content(page, blocks, formulas) if not page.source.files else None
    if found is None:
        return None
    return found.key, page.source.text[found.start : found.end], page.source.place(found.start)
