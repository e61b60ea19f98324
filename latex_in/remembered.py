"""Parts of pages that were read before. An editor reads a page at every pause, and most of it is as it was.

What a part says depends on its text and where that stands, on the author's macros, on what its letters are, and on what
the parts before it hand on. All of this is the key; what is found under it is not read again, and is the same object,
so that those who work with it know it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, replace

from hence.language.records import dataclass
from hence.latex_in.drafts import Draft
from hence.latex_in.earlier import Earlier
from hence.latex_in.letters.names import Names
from hence.latex_in.letters.parts import SURVEYS
from hence.latex_in.moving import Stretch, moved
from hence.latex_in.order import Settled
from hence.latex_in.page.content import Formulas, content
from hence.latex_in.page.document import Block, Page
from hence.latex_in.page.expand import MOST_TOKENS_ON_PAGE
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.lexer import moved as moved_tokens
from hence.latex_in.page.macros import Macros
from hence.latex_in.page.scan import merge_words
from hence.latex_in.page.source import Source
from hence.latex_in.page.tidy import tidy
from hence.latex_in.prose.discourse import Regions
from hence.latex_in.recent import Recent
from hence.latex_in.roles import is_optimum

MOST_PARTS = 400
MOST_FORMULAS = 4_000
MOST_SETS = 10_000


@dataclass(frozen=True)
class Carried:
    """What the parts before one hand on to it."""

    chain: int
    regions: Regions
    shown: tuple[Draft, ...]  # the steps of the last display
    spoken_of: tuple[frozenset[str], ...]  # the symbols of the last sentences
    before: Earlier

    def key(self) -> Hashable:
        """All but how many chains there were: where a part goes on counting, it may be moved to."""
        regions, before = self.regions, self.before
        shown = bool(self.shown), any(is_optimum(draft.step.formula.lhs) for draft in self.shown)
        around = regions.stated, regions.proving, tuple(regions.problems), regions.titled
        known = tuple(map(_shared, map(frozenset, before.all())))
        return around, shown, tuple(map(_shared, self.spoken_of)), known


@dataclass(frozen=True)
class Part:
    """A part as it was read, and what it hands on."""

    items: tuple[Settled, ...]
    after: Carried
    place: Stretch

    def at(self, place: Stretch) -> Part | None:
        """The same where it stands now; None where it cannot be moved."""
        items = moved(self.items, self.place, place)
        chain = self.after.chain + place.chain - self.place.chain
        return Part(items, replace(self.after, chain=chain), place) if items is not None else None


class Parts:
    """Parts that were read before, by what they depend on; those that stand elsewhere now are moved."""

    def __init__(self) -> None:
        self.here = Recent[Part](MOST_PARTS)
        self.elsewhere = Recent[Part](MOST_PARTS)

    def recall(self, key: Hashable, place: Stretch) -> Part | None:
        found = self.here.recall((key, place))
        if found is None and (other := self.elsewhere.recall(key)) is not None:
            found = other.at(place)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, part: Part) -> None:
        self.here.keep((key, part.place), part)
        self.elsewhere.keep(key, part)

    def forget(self) -> None:
        self.here.forget()
        self.elsewhere.forget()


PARTS = Parts()
TOKENS = Recent[tuple[tuple[Token, ...], int]](MOST_FORMULAS)
SETS = Recent[Hashable](MOST_SETS)  # of letters, which occur in many keys


def forget() -> None:
    """Read everything anew from here on."""
    PARTS.forget()
    TOKENS.forget()
    SETS.forget()
    SURVEYS.forget()


def tokens_of(page: Page, macros: str | None, start: int, end: int) -> list[Token]:
    """The tidy tokens of a formula, its letters joined to words; `macros` are in force there, if that is known."""
    key, before = (page.text[start:end], macros), page.macros.spent
    known = TOKENS.recall(key) if macros is not None else None
    if known is not None and before + known[1] <= MOST_TOKENS_ON_PAGE:
        page.macros.spent += known[1]
        return moved_tokens(known[0], start)
    made = merge_words(tidy(page.text, start, end, page.macros), frozenset())
    if macros is not None and page.macros.spent <= MOST_TOKENS_ON_PAGE:
        TOKENS.keep(key, (tuple(moved_tokens(made, -start)), page.macros.spent - before))
    return made


def macros_key(macros: Macros) -> str:
    """What an author's own commands are, and where they are defined."""
    own = [macro for versions in macros.table.values() for macro in versions if macro.since >= 0]
    dressed = macros.decorations
    shown = (own, sorted(macros.environments.items()), sorted(dressed.accents), sorted(dressed.fonts))
    signs = macros.primes, sorted(macros.functionals)
    return hashlib.sha256(repr((len(macros.table), *shown, *signs)).encode()).hexdigest()


def defined_before(macros: Macros, start: int) -> bool:
    """Whether all commands are defined in front of a place: then it does not matter where behind it they are used."""
    return all(macro.since <= start for versions in macros.table.values() for macro in versions)


def _shared(value: Hashable) -> Hashable:
    """A value that equals this one, the same for all keys: most parts of a page have most of their letters in common,
    and keys are what most of the memory went to."""
    known = SETS.recall(value)
    if known is None:
        SETS.keep(value, value)
        return value
    return known


def names_key(names: Names, source: Source, place: Stretch) -> Hashable:
    """What the letters of a part are. The arguments that a density was first given are read wherever it stands bare:
    in the part they move with it."""
    own = {field.name: getattr(names, field.name) for field in fields(names)}
    calls = own.pop("density_calls").items()
    plain = tuple(_shared(frozenset(v.items()) if isinstance(v, Mapping) else v) for v in own.values())
    return plain, tuple((name, _placed(inside, source, place)) for name, inside in calls)


def _placed(tokens: Sequence[Token], source: Source, place: Stretch) -> Hashable:
    written = source.text[tokens[0].start : tokens[-1].end] if tokens else ""
    spans = [source.span(x.start, x.end) for x in tokens]
    lines = [(place.holds(span), span.line - place.line if place.holds(span) else span.line) for span in spans]
    columns = [(span.column, span.end_line - span.line, span.end_column, span.file) for span in spans]
    return written, tuple((x.kind, x.text) for x in tokens), tuple(lines), tuple(columns)


def text_key(page: Page, blocks: Sequence[Block], formulas: Formulas, chain: int) -> tuple[Hashable, Stretch] | None:
    """What stands in a part, and where; None where it has no place, or several files are put together."""
    found = content(page, blocks, formulas) if not page.source.files else None
    if found is None:
        return None
    (line, column), (end_line, end_column) = page.source.place(found.start), page.source.place(found.end)
    written = page.source.text[found.start : found.end]
    return (found.key, written, column), Stretch(line, column, end_line, end_column, chain)
