"""The way in: a page, read. Everything that is not understood is an `Unread` item, in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hence.language.derivation import (
    Derivation,
    Fact,
    Formula,
    Heading,
    Notice,
    Standing,
    Step,
    Unread,
)
from hence.language.faults import Fault, guarded
from hence.language.terms import Span, Term, free_names
from hence.latex_in import tables as t
from hence.latex_in.background import without_background
from hence.latex_in.displays import (
    EXCEPTS,
    GIVES_REASON,
    RANGES,
    apposed,
    between_given,
    called,
    called_false,
    condition,
    explains,
    follows,
    introduces,
    pair_of,
    said_behind,
    set_out_to_solve,
    spreads,
    tells_what_tends,
    tells_where,
)
from hence.latex_in.drafts import Draft, Rough
from hence.latex_in.earlier import Earlier
from hence.latex_in.formula.alternatives import not_understood
from hence.latex_in.formula.chains import statements
from hence.latex_in.formula.context import Context
from hence.latex_in.formula.growth import members_of_classes
from hence.latex_in.formula.parser import Parser
from hence.latex_in.letters.names import Names
from hence.latex_in.letters.operators import with_operators
from hence.latex_in.letters.parts import names_by_part
from hence.latex_in.letters.survey import survey
from hence.latex_in.loose_ends import tied, without_arrow
from hence.latex_in.order import Edge, Settled, joined
from hence.latex_in.page.document import Block, Display, Fence, Inline, Page, Paragraph, Title, split_page
from hence.latex_in.page.inputs import assembled, not_followed
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import merge_words
from hence.latex_in.page.source import ParseError
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.curved import MOST_CLAIMS, Curved
from hence.latex_in.prose.decompositions import factors
from hence.latex_in.prose.described import description
from hence.latex_in.prose.discourse import Ends, Memory, Opens, Regions, opened, run_in_theorems, supposes
from hence.latex_in.prose.force import not_heard
from hence.latex_in.prose.grammar import marks_in
from hence.latex_in.prose.leading import with_leading_parts
from hence.latex_in.prose.paragraph import OF_THEM, ProseItem, read_paragraph
from hence.latex_in.prose.ranges import said_of_some
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.said import Sentence
from hence.latex_in.prose.shorthand import with_gradients
from hence.latex_in.prose.tendencies import Held, Tendency, apply, growing, regime
from hence.latex_in.prose.words import Spoken, flatten, mark_of, signs_of, spoken
from hence.latex_in.remembered import (
    PARTS,
    Carried,
    Part,
    Parts,
    defined_before,
    macros_key,
    names_key,
    text_key,
    tokens_of,
)
from hence.latex_in.roles import is_growth, is_optimum
from hence.latex_in.settle import settle
from hence.latex_in.standing import announced, is_consequence, names_anew, says_unread_condition, says_what_is_known
from hence.latex_in.statements import Statements


def read_text(text: str, source: str = "<text>", markdown: bool = False, path: Path | None = None) -> Derivation:
    """The derivation in a text. What is never closed costs the formula or paragraph in which it stands.

    With the path of the page, the files in its folder that it reads in are read, too.
    """
    whole = assembled(text, source, path if not markdown else None)
    page = split_page(whole.source, markdown)
    items: list[Settled] = [*not_followed(page, {a: why for a, _, why in whole.refused})]
    chain = 0
    for part in _fresh_parts(page):
        reader = _Reader(part, chain)
        items += [*reader.run(PARTS), Ends()]
        chain = reader.chain
    said = [("unclosed", *fault) for fault in page.faults] + [("input", *refusal) for refusal in whole.refused]
    notices = [Notice(code, page.source.span(a, b), message) for code, a, b, message in said]
    notices += [Notice("encoding", Span(1, 1, 1, 1, file), warning) for file, warning in whole.warnings]
    plain, told = without_background(tuple(joined(items)))
    return Derivation(source, plain, (*notices, *told))


def sentences_of(text: str, source: str = "<text>", markdown: bool = False) -> list[Sentence]:
    """The sentences of a text with their formulas, as the reader meets them."""
    heard: list[Sentence] = []
    for part in _fresh_parts(split_page(assembled(text, source, None).source, markdown)):
        reader = _Reader(part, 0)
        reader.run()
        heard += reader.heard
    return heard


def _fresh_parts(page: Page) -> list[Page]:
    """The page cut where all letters are declared anew: each piece is read on its own."""
    cuts = [k for k, block in enumerate(page.blocks) if isinstance(block, Title) and block.fresh]
    ends = [*cuts, len(page.blocks)]
    return [replace(page, blocks=page.blocks[a:b]) for a, b in zip([0, *cuts], ends, strict=True)]


def _tokens(page: Page) -> dict[tuple[int, int], list[Token]]:
    """The tokens of all formulas; one complaint in place of those that cannot be had."""
    places = [(part.start, part.end) for block in page.blocks for part in _formulas_of(block)]
    known = macros_key(page.macros) if defined_before(page.macros, min(places, default=(0, 0))[0]) else None
    made: dict[tuple[int, int], list[Token]] = {}
    for start, end in places:
        found = guarded(lambda a=start, b=end: tokens_of(page, known, a, b))  # type: ignore[misc]
        made[start, end] = found if not isinstance(found, Fault) else [Token("bad", found.message, start, end)]
    return made


def _names(page: Page, formulas: dict[tuple[int, int], list[Token]]) -> tuple[Names, dict[int, Names]]:
    """The names of a page. A formula that cannot even be surveyed is taken out, so that the others can."""
    found = guarded(lambda: names_by_part(page, formulas))
    if not isinstance(found, Fault):
        return found
    for place, tokens in formulas.items():
        alone = guarded(lambda x=tokens: survey([x]))  # type: ignore[misc]
        if isinstance(alone, Fault):
            formulas[place] = [Token("bad", alone.message, *place)]
    return names_by_part(page, formulas)


_RELATES = re.compile(r"[=<>]|\\(?:le|ge|leq|geq|ne|neq|in|to|succ|prec)\b")  # signs, no words
_LETTER = re.compile(
    r"\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|eta|theta|lambda|mu|rho|sigma|tau)|(?<!\\)\b[A-Za-z]\b"
)


class _Reader(Statements):
    def __init__(self, page: Page, chain: int = 0) -> None:
        formulas = _tokens(page)
        tied(page.blocks, formulas, page.text)
        with_leading_parts(page.blocks, formulas, page.text)
        with_gradients(page.blocks, formulas, page.text)
        with_operators(formulas)
        names, by_part = _names(page, formulas)
        self.formulas = {
            place: members_of_classes(merge_words(tokens, names.words)) for place, tokens in formulas.items()
        }
        super().__init__(page, Context(page.source, page.text, names), chain)
        self.contexts = {start: replace(self.context, names=own) for start, own in by_part.items()}
        self.cue = Spoken(())  # the unfinished sentence before a display
        self.after_display = False
        self.shown: list[Draft] = []  # the steps of the display just before
        self.held: list[Held] = []  # likewise: "For fixed $d$,"
        self.heard: list[Sentence] = []
        self.memory = Memory()
        self.regions = Regions()
        self.explaining = False  # a sentence that explains the display above it goes on in the next one
        self.marks: dict[str, list[Token]] = {}  # the formulas of the paragraph just before
        self.before = Earlier()
        self.failed = False  # something in the part at hand could not be read for a reason that may not hold again

    def run(self, parts: Parts | None = None) -> list[Settled]:
        """The items of the page. Of `parts` those that were read before are taken as they were."""
        self.context = self.contexts.get(0, self.context)
        macros = macros_key(self.page.macros) if parts is not None else None
        made: list[Settled] = []
        for blocks in _at_titles(self.page.blocks):
            made += self.entered(blocks[0])
            found = text_key(self.page, blocks, self.formulas, self.chain) if parts is not None else None
            if parts is None or found is None:
                made += self.part(blocks)
                continue
            text, place = found
            key = text, macros, names_key(self.context.names, self.page.source, place), self.carried().key()
            known = parts.recall(key, place)
            if known is None:
                known = Part(tuple(self.part(blocks)), self.carried(), place)
                if not self.failed:
                    parts.keep(key, known)
            self.resume(known.after)
            made += known.items
        return made

    def entered(self, block: Block) -> list[Settled]:
        """What ends in front of a part, whose first block this is; its names count from here on."""
        made: list[Settled] = [Edge(False)] if self.explaining else []
        self.explaining = self.failed = False
        if isinstance(block, Title):
            made += self.regions.before_title(block)
            self.context = self.contexts.get(block.start, self.context)
            self.previous, self.cue, self.after_display = None, Spoken(()), False
            self.tending, self.held, self.marks = [], [], {}
            self.memory = Memory(before=self.memory.spoken_of())
        return made

    def carried(self) -> Carried:
        """What the part at hand hands on to the next one."""
        before, regions = self.before, self.regions
        return Carried(
            self.chain,
            replace(regions, problems=list(regions.problems)),
            tuple(self.shown),
            self.memory.spoken_of(),
            Earlier(*(set(known) for known in before.all())),
        )

    def resume(self, carried: Carried) -> None:
        """Go on behind a part that was read before."""
        self.chain, self.shown = carried.chain, list(carried.shown)
        self.regions = replace(carried.regions, problems=list(carried.regions.problems))
        self.memory = Memory(before=carried.spoken_of)
        self.before = Earlier(*(set(known) for known in carried.before.all()))

    def part(self, blocks: Sequence[Block]) -> list[Settled]:
        """The items of a part, read and settled."""
        items: list[Rough] = []
        for before, block in pairwise([None, *self.with_theorems(blocks)]):
            if self.explaining and not isinstance(block, Display):
                items.append(Edge(False))
                self.explaining = False
            match block:
                case Title(text) if self.regions.opens_page(text):
                    pass
                case Title(text, start, end, fresh):
                    items.append(Heading(text, self.page.source.span(start, end), fresh))
                    items.extend(self.announced(text, start, end))
                    items.extend(self.regions.at_title(block))
                case Fence(kind):
                    items.extend(self.regions.at_fence(block))
                    if kind != "list":
                        self.previous, self.after_display = None, False
                case Paragraph():
                    fresh = before is not None and not isinstance(before, Display)
                    items.extend(self.regions.before_text(signs_of(flatten(block, self.page.text)), fresh))
                    items.extend(self.safely(block, lambda b=block: self.paragraph(b)))  # type: ignore[misc]
                case Display(start, end, denied):
                    shown = self.safely(block, lambda b=block: self.display(b.start, b.end))  # type: ignore[misc]
                    items.extend([called_false(x) for x in shown] if denied else shown)
                    items.extend([Edge(False)] if self.explaining else [])
                    self.explaining = False
        self.heard += self.memory.heard
        return self.settled(items)

    def announced(self, title: str, start: int, end: int) -> list[Rough]:
        """A relation in a heading, "The case $x \\ge 0$", may hold for all that follows: its letters are open."""
        formulas = [x for x in re.findall(r"\$([^$]+)\$", title) if _RELATES.search(x)]
        symbols = tuple(sorted({name for x in formulas for name in _LETTER.findall(x)}))
        at = self.page.source.span(start, end)
        return [Unread(at, "", title, display=False, symbols=symbols, silent=True)] if symbols else []

    def with_theorems(self, blocks: Sequence[Block]) -> Iterator[Block]:
        """The blocks of a part, with the fences that an environment would set around theorems in running text."""
        openings = [signs_of(flatten(b, self.page.text)) if isinstance(b, Paragraph) else None for b in blocks]
        begins, ends = run_in_theorems(openings)
        for place, block in enumerate(blocks):
            if place in begins | ends:
                yield Fence("theorem", place in begins)
            yield block

    def safely(self, block: Paragraph | Display, read: Callable[[], list[Rough]]) -> list[Rough]:
        """What a block says; where the reader fails, what it is about, of which nothing is known then."""
        found = guarded(read)
        if not isinstance(found, Fault):
            return found
        self.failed = True
        places = [(p.start, p.end) for p in _formulas_of(block)]
        symbols = sorted({s for place in places for s in self.context.symbols(self.formulas[place])})
        start, end = places[0] if places else (0, 0)
        self.chain += 1
        at = self.page.source.span(start, end)
        lost = Unread(at, found.message, self.page.text[start:end].strip(), self.chain, symbols=tuple(symbols))
        return [replace(lost, display=False, internal=found.internal)]

    def settled(self, part: list[Rough]) -> list[Settled]:
        """The items of a part as they stand; where that cannot be found out, its steps are lost."""
        found = guarded(lambda: list(settle(part, self.context, self.before)))
        if not isinstance(found, Fault):
            return found
        self.failed = True
        drafts = [d.step for d in part if isinstance(d, Draft)]
        return [Unread(s.span, found.message, s.rhs_text, s.chain, internal=found.internal) for s in drafts]

    def paragraph(self, block: Paragraph) -> list[Rough]:
        tokens = [self.formulas[part.start, part.end] for part in block.parts if isinstance(part, Inline)]
        self.marks = {mark_of(k): x for k, x in enumerate(tokens)}
        flat = flatten(block, self.page.text)
        sentences = spoken(flat)
        first = sentences[0] if sentences else Spoken(())
        self.cue = sentences[-1] if sentences and not sentences[-1].finished else Spoken(())
        heard = len(self.memory.heard)
        read = read_paragraph(self.context, block, tokens, self.memory)
        spent = bool(read) and any(isinstance(x, Candidate) and x.limit for x in read[-1])
        self.tending = (
            [x for x in read[-1] if isinstance(x, Tendency)] if read and (self.cue.tokens or not spent) else []
        )
        self.held = [x for x in read[-1] if isinstance(x, Held)] if read and self.cue.tokens else []
        if self.after_display and read and first.goes_on:
            self.make_precise([x for x in read[0] if isinstance(x, Tendency)])
            self.add_regime(regime(read[0]))
        behind = apposed(first.signs, read[0], self.shown) if self.after_display and read else []
        if self.after_display and read and (behind is not read[0] or (first.goes_on and RANGES.match(first.signs))):
            self.restricted_behind(first, behind)
            read[0] = self.conditions(behind, first.signs)
        names = called(self.memory.heard[heard], self.shown) if self.after_display and read else []
        items: list[ProseItem | Edge] = [*names, *(item for sentence in read for item in sentence)]
        reason = first.goes_on and GIVES_REASON.match(first.signs)
        if self.after_display and reason and not marks_in(first.signs) and OF_THEM.search(first.signs):
            self.restricted_behind(first, [])
        if self.after_display and read and (explains(first) or reason):
            rest = [item for sentence in read[1:] for item in sentence]
            self.explaining = len(sentences) == 1 and explains(first) and bool(self.cue.tokens)
            items = [Edge(True), *read[0], *([] if self.explaining else [Edge(False)]), *rest]
        if any(x not in ".,;:" for sentence in sentences for x in sentence.signs):
            self.previous = self.previous if block.within else None
            self.after_display = False
        return self.chained(items)

    def restricted_behind(self, sentence: Spoken, items: list[ProseItem]) -> None:
        """A condition behind a display of which nobody made anything: it may hold only there."""
        if not any(said_behind(item, excepting=False) is not None for item in items):
            for draft in self.shown:
                draft.step = replace(draft.step, unheard=sentence.text())

    def add_regime(self, formulas: list[Formula]) -> None:
        """Growth claims of the display just before, with what the words behind it say of their quantities."""
        for draft in self.shown:
            if is_growth(draft.step.formula):
                draft.conditions = (*draft.conditions, *map(condition, formulas))

    def make_precise(self, tending: list[Tendency]) -> None:
        """Arrows of the display just before, of which the words behind it say what tends."""
        for draft in self.shown:
            draft.step = apply(draft.step, tending)

    def conditions(self, sentence: list[ProseItem], signs: str) -> list[ProseItem]:
        """Relations that go on after a display say where it holds; what they say of nothing else is taken out."""
        excepting = EXCEPTS.match(signs) is not None
        kept: list[ProseItem] = []
        for item in sentence:
            said = said_behind(item, excepting)
            pair = pair_of(said.formula) if isinstance(said, Fact) and not excepting else None
            if said is None:
                kept.append(item)
                continue
            if kept and isinstance(kept[-1], Opens):
                kept.pop()
            for draft in self.shown:
                if draft.told == "hypothesis" and pair is not None:
                    draft.over, draft.unless = (*draft.over, *pair), (*draft.unless, pair)
                else:
                    draft.conditions = (*draft.conditions, said)
            if (
                isinstance(item, Candidate)
                and item.force is Force.FOR
                and item.equation.formula.relation not in ("=", "!=")
            ):
                kept.append(replace(item, force=Force.OVER))
        return kept

    def chained(self, items: list[ProseItem | Edge]) -> list[Rough]:
        """Relations in prose get their chain: `a = b = c` is one."""
        made: list[Rough] = []
        before: object = None
        for item in items:
            if isinstance(item, Candidate):
                self.chain += item.equation.left is not before
                before = item.equation.right
                made.append(replace(item, chain=self.chain))
            elif isinstance(item, Step):
                self.chain += 1
                made.append(replace(item, chain=self.chain))
            elif isinstance(item, Curved):
                made.append(replace(item, chain=self.chain + 1))
                self.chain += MOST_CLAIMS
            elif not isinstance(item, Tendency | Held):
                made.append(item)
        return made

    # Displays -----------------------------------------------------------------------------------

    def display(self, start: int, end: int) -> list[Rough]:
        items: list[Rough] = []
        lost, self.under = False, ()  # whether the row above was not understood
        force, told = announced(self.cue.signs)
        arrow, tokens = without_arrow(self.formulas[start, end])
        if not tokens:
            return []  # it was put to the display above
        above = self.row_above() if arrow or not self.cue.tokens else ()
        if is_consequence(self.cue.signs) and not any(is_optimum(d.step.formula.lhs) for d in self.shown):
            force, told = (Force.CLAIM, None) if self.shown else (force, told)
        for number, statement in enumerate(statements(tokens, self.page.text)):
            own = told if spreads(told, number, statement.behind) else None
            standing = announced(signs_of(statement.cue)) if statement.cue else (force, own)
            made = self.statement(statement, *standing)
            for draft in (d for d in made if isinstance(d, Draft) and statement.cue in t.JOINING_WORDS):
                draft.conditions = (*self.under, *draft.conditions)
            explains = statement.behind or (bool(items) and statement.cue in t.EXPLAINING_WORDS)
            if tells_what_tends(made, items) or (explains and tells_where(made, items)):
                continue
            drafts = [d for d in made if isinstance(d, Draft)]
            for draft in drafts:
                again = names_anew(force, self.cue.signs, draft.step.formula)
                draft.listed, draft.anew = statement.listed, draft.anew or again
            if drafts and number == 0:
                if says_what_is_known(self.cue.signs, drafts[0].step.formula):
                    drafts[0].told, drafts[0].force = None, Force.CLAIM
                drafts[0].described = description(self.cue, self.term_of)
                made = [*factors(self.cue.signs, drafts[0].step.formula), *made]
                silent = self.after_display and not self.cue.tokens
                unheard = not_heard(self.cue) or (between_given(self.shown) if silent else "")
                drafts[0].step = replace(drafts[0].step, unheard=unheard)
            for draft in drafts if told == "definition" else ():
                draft.conditions = (*draft.conditions, *said_of_some(self.cue.signs, draft.step.formula))
            if drafts and not statement.behind and follows(drafts, above, number > 0 or arrow):
                drafts[0].above, drafts[0].beneath = above, lost
            above = tuple(d.step.formula for d in drafts if not d.conditions)
            lost = any(isinstance(x, Unread) for x in made)
            items = [*made, *items] if introduces(statement, drafts) else [*items, *made]
        set_out_to_solve(items)
        return self.shown_as(items, force, told)

    def row_above(self) -> tuple[Formula, ...]:
        """The last row of the display above, where nothing stands between that and this one."""
        last = self.shown[-1].step.chain if self.shown and self.after_display else 0
        return tuple(d.step.formula for d in self.shown if d.step.chain == last and not d.conditions) if last else ()

    def shown_as(self, items: list[Rough], force: Force, told: Standing | None) -> list[Rough]:
        """The items of a display under what the sentence before it says of them."""
        if any(isinstance(d, Draft) and is_growth(d.step.formula) for d in items):
            items = [*(x for f in regime((*self.tending, *self.held)) for x in growing(f)), *items]
        if says_unread_condition(self.cue.signs):
            self.restrict(items)
        supposed = supposes(force) if told == "hypothesis" else None
        if supposed is not None:
            items = [opened(supposed), *items]
        if force is Force.DENY:
            items = [called_false(x) for x in items]
        self.cue, self.tending, self.held = Spoken(()), [], []
        self.after_display = True
        self.shown = [item for item in items if isinstance(item, Draft)]
        return items

    def restrict(self, items: list[Rough]) -> None:
        """Steps under a condition in words that nobody has read: nothing is refuted of their symbols."""
        for draft in (d for d in items if isinstance(d, Draft)):
            about = sorted(free_names(draft.step.formula.lhs) | free_names(draft.step.formula.rhs))
            draft.conditions = (*draft.conditions, *not_understood(about, self.cue.text(), draft.step.span))

    def term_of(self, mark: str) -> Term | None:
        """The term that stands for a mark of the sentence before a display."""
        tokens = self.marks.get(mark)
        term = self.side(tokens) if tokens else None
        return term if not isinstance(term, ParseError) else None


def _at_titles(blocks: Sequence[Block]) -> list[Sequence[Block]]:
    """The blocks of a page, cut in front of every heading."""
    cuts = [k for k, block in enumerate(blocks) if isinstance(block, Title) and k]
    return [blocks[a:b] for a, b in zip([0, *cuts], [*cuts, len(blocks)], strict=True) if a < b]


def _formulas_of(block: object) -> list[Inline | Display]:
    if isinstance(block, Display):
        return [block]
    if isinstance(block, Paragraph):
        return [part for part in block.parts if isinstance(part, Inline)]
    return []


__all__ = ["Parser", "read_text"]
