"""The way in: a page, read. Everything that is not understood is an `Unread` item, in its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from hence.language.derivation import (
    Derivation,
    Distributed,
    Fact,
    Formula,
    Given,
    Heading,
    Membership,
    Notice,
    Standing,
    Step,
    Unread,
)
from hence.language.faults import Fault, guarded
from hence.language.records import dataclass
from hence.language.terms import App, Span, Sym, Term, free_names
from hence.latex_in import tables as t
from hence.latex_in.displays import (
    EXCEPTS,
    GIVES_REASON,
    RANGES,
    apposed,
    between_given,
    called_false,
    condition,
    explains,
    follows,
    introduces,
    pair_of,
    said_behind,
    says_where,
    spreads,
    tells_what_tends,
    tells_where,
)
from hence.latex_in.earlier import Earlier
from hence.latex_in.formula.alternatives import alternatives, apart, not_understood
from hence.latex_in.formula.chains import Statement, statements, strip_punctuation
from hence.latex_in.formula.context import Context, base_name
from hence.latex_in.formula.declare import read_formula
from hence.latex_in.formula.growth import members_of_classes
from hence.latex_in.formula.optima import equations_of
from hence.latex_in.formula.parser import Parser
from hence.latex_in.formula.spectra import stated
from hence.latex_in.law_functions import labelled, law_called
from hence.latex_in.letters.names import Names
from hence.latex_in.letters.parts import names_by_part
from hence.latex_in.letters.survey import survey
from hence.latex_in.page.document import Display, Fence, Inline, Page, Paragraph, Title, split_page
from hence.latex_in.page.inputs import assembled, not_followed
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, merge_words, split
from hence.latex_in.page.source import ParseError
from hence.latex_in.page.tidy import tidy
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.curved import MOST_CLAIMS, Curved
from hence.latex_in.prose.described import description
from hence.latex_in.prose.discourse import Ends, Memory, Opens, Reach, Regions, opened, supposes
from hence.latex_in.prose.paragraph import ProseItem, read_paragraph
from hence.latex_in.prose.provisos import opposite, proviso
from hence.latex_in.prose.ranges import said_of_some
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.said import Sentence
from hence.latex_in.prose.tendencies import Held, Tendency, apply, growing, noted, regime
from hence.latex_in.prose.words import Spoken, flatten, mark_of, signs_of, spoken
from hence.latex_in.roles import is_definable, is_growth, is_optimum
from hence.latex_in.settle import Draft, Edge, Rough, Settled, joined, settle
from hence.latex_in.standing import announced, is_consequence, says_unread_condition, says_what_is_known


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
        items += [*reader.run(), Ends()]
        chain = reader.chain
    said = [("unclosed", *fault) for fault in page.faults] + [("input", *refusal) for refusal in whole.refused]
    notices = [Notice(code, page.source.span(a, b), message) for code, a, b, message in said]
    notices += [Notice("encoding", Span(1, 1, 1, 1, file), warning) for file, warning in whole.warnings]
    return Derivation(source, tuple(joined(items)), tuple(notices))


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


def _tokens(page: Page, part: Inline | Display) -> list[Token]:
    """The tokens of a formula; one complaint in place of all where they cannot be had."""
    found = guarded(lambda: merge_words(tidy(page.text, part.start, part.end, page.macros), frozenset()))
    return found if not isinstance(found, Fault) else [Token("bad", found.message, part.start, part.end)]


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


Side: TypeAlias = tuple[Tokens, Term | ParseError]


@dataclass(frozen=True)
class Place:
    """Where a relation of a statement stands: the number of its left side, and what is given there."""

    left: int
    conditions: tuple[Given, ...]
    alternative: bool = False  # another case of the row above


class _Reader:
    def __init__(self, page: Page, chain: int = 0) -> None:
        self.page = page
        formulas = {
            (part.start, part.end): _tokens(page, part) for block in page.blocks for part in _formulas_of(block)
        }
        names, by_part = _names(page, formulas)
        self.formulas = {
            place: members_of_classes(merge_words(tokens, names.words)) for place, tokens in formulas.items()
        }
        self.context = Context(page.source, page.text, names)
        self.contexts = {start: replace(self.context, names=own) for start, own in by_part.items()}
        self.chain = chain
        self.previous: Side | None = None  # right end of the display just before
        self.cue = Spoken(())  # the unfinished sentence before a display
        self.after_display = False
        self.shown: list[Draft] = []  # the steps of the display just before
        self.held: list[Held] = []  # likewise: "For fixed $d$,"
        self.tending: list[Tendency] = []  # said in the sentence before a display: "As $t \\to \\infty$,"
        self.heard: list[Sentence] = []
        self.memory = Memory(heard=self.heard)
        self.regions = Regions()
        self.explaining = False  # a sentence that explains the display above it goes on in the next one
        self.under: tuple[Given, ...] = ()  # the premises of the statement just before: `X \sim p \implies a and b`
        self.marks: dict[str, list[Token]] = {}  # the formulas of the paragraph just before

    def run(self) -> list[Settled]:
        self.context = self.contexts.get(0, self.context)
        parts: list[tuple[Context, list[Rough]]] = [(self.context, [])]
        for block in self.page.blocks:
            if self.explaining and not isinstance(block, Display):
                parts[-1][1].append(Edge(False))
                self.explaining = False
            match block:
                case Title(text, start, end, fresh):
                    parts[-1][1].extend(self.regions.before_title(block))
                    self.context = self.contexts.get(start, self.context)
                    parts.append((self.context, [Heading(text, self.page.source.span(start, end), fresh)]))
                    parts[-1][1].extend(self.regions.at_title(block))
                    self.previous, self.cue, self.after_display = None, Spoken(()), False
                    self.memory = Memory(heard=self.heard)
                case Fence(kind):
                    parts[-1][1].extend(self.regions.at_fence(block))
                    if kind != "list":
                        self.previous, self.after_display = None, False
                case Paragraph():
                    parts[-1][1].extend(self.regions.before_text(signs_of(flatten(block, self.page.text))))
                    parts[-1][1].extend(self.safely(block, lambda b=block: self.paragraph(b)))  # type: ignore[misc]
                case Display(start, end, denied):
                    items = self.safely(block, lambda b=block: self.display(b.start, b.end))  # type: ignore[misc]
                    parts[-1][1].extend([called_false(x) for x in items] if denied else items)
                    parts[-1][1].extend([Edge(False)] if self.explaining else [])
                    self.explaining = False
        before = Earlier()
        return [item for context, part in parts for item in self.settled(part, context, before)]

    def safely(self, block: Paragraph | Display, read: Callable[[], list[Rough]]) -> list[Rough]:
        """What a block says; where the reader fails, what it is about, of which nothing is known then."""
        found = guarded(read)
        if not isinstance(found, Fault):
            return found
        places = [(p.start, p.end) for p in _formulas_of(block)]
        symbols = sorted({s for place in places for s in self.context.symbols(self.formulas[place])})
        start, end = places[0] if places else (0, 0)
        self.chain += 1
        at = self.page.source.span(start, end)
        lost = Unread(at, found.message, self.page.text[start:end].strip(), self.chain, symbols=tuple(symbols))
        return [replace(lost, display=False, internal=found.internal)]

    def settled(self, part: list[Rough], context: Context, before: Earlier) -> list[Settled]:
        """The items of a part as they stand; where that cannot be found out, its steps are lost."""
        found = guarded(lambda: settle(part, context, before))
        if not isinstance(found, Fault):
            return list(found)
        drafts = [d.step for d in part if isinstance(d, Draft)]
        return [Unread(s.span, found.message, s.rhs_text, s.chain, internal=found.internal) for s in drafts]

    def paragraph(self, block: Paragraph) -> list[Rough]:
        tokens = [self.formulas[part.start, part.end] for part in block.parts if isinstance(part, Inline)]
        self.marks = {mark_of(k): x for k, x in enumerate(tokens)}
        flat = flatten(block, self.page.text)
        sentences = spoken(flat)
        first = sentences[0] if sentences else Spoken(())
        self.cue = sentences[-1] if sentences and not sentences[-1].finished else Spoken(())
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
        items: list[ProseItem | Edge] = [item for sentence in read for item in sentence]
        reason = first.goes_on and GIVES_REASON.match(first.signs)
        if self.after_display and read and (explains(first) or reason):
            rest = [item for sentence in read[1:] for item in sentence]
            self.explaining = len(sentences) == 1 and explains(first) and bool(self.cue.tokens)
            items = [Edge(True), *read[0], *([] if self.explaining else [Edge(False)]), *rest]
        if any(x not in ".,;:" for sentence in sentences for x in sentence.signs):
            self.previous = None
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
        above: tuple[Formula, ...] = ()
        lost, self.under = False, ()  # whether the row above was not understood
        force, told = announced(self.cue.signs)
        if is_consequence(self.cue.signs) and not any(is_optimum(d.step.formula.lhs) for d in self.shown):
            force, told = (Force.CLAIM, None) if self.shown else (force, told)
        for number, statement in enumerate(statements(self.formulas[start, end], self.page.text)):
            own = told if spreads(told, number, statement.behind) else None
            standing = announced(signs_of(statement.cue)) if statement.cue else (force, own)
            made = self.statement(statement, *standing)
            for draft in (d for d in made if isinstance(d, Draft) and statement.cue in t.JOINING_WORDS):
                draft.conditions = (*self.under, *draft.conditions)
            explains = statement.behind or (bool(items) and statement.cue in t.EXPLAINING_WORDS)
            if tells_what_tends(made, items) or (explains and tells_where(made, items)):
                continue
            drafts = [d for d in made if isinstance(d, Draft)]
            if drafts and number == 0:
                if says_what_is_known(self.cue.signs, drafts[0].step.formula):
                    drafts[0].told, drafts[0].force = None, Force.CLAIM
                drafts[0].described = description(self.cue, self.term_of)
                silent = self.after_display and not self.cue.tokens
                unheard = self.cue.unheard or (between_given(self.shown) if silent else "")
                drafts[0].step = replace(drafts[0].step, unheard=unheard)
            for draft in drafts if told == "definition" else ():
                draft.conditions = (*draft.conditions, *said_of_some(self.cue.signs, draft.step.formula))
            if drafts and not statement.behind and follows(drafts, above):
                drafts[0].above, drafts[0].beneath = above, lost
            above = tuple(d.step.formula for d in drafts if not d.conditions)
            lost = any(isinstance(x, Unread) for x in made)
            items = [*made, *items] if introduces(statement, drafts) else [*items, *made]
        return self.shown_as(items, force, told)

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

    def statement(self, statement: Statement, force: Force, told: Standing | None) -> list[Rough]:
        label, rest = labelled(statement.tokens)
        if label is not None:
            return self.under_label(label, replace(statement, tokens=rest), force, told)
        pieces, relations = statement.pieces()
        implies = any(t.RELATIONS.get(r.text) in t.IMPLICATIONS for r in relations)
        if _declares(statement.tokens) and not implies:
            return self.declaration(statement, force.claims)
        if not relations:
            return self.expression(statement)
        if any(x.kind == "or" for x in statement.tokens) and not implies:
            self.chain, self.previous = self.chain + 1, None
            found = self.relations(statement.tokens)
            return [x if isinstance(x, Unread) else Draft(x, False, told, force) for x in found]
        if implies:
            return self.implication(statement)
        notes, places = statement.notes_by_relation(), self.provisos(statement)
        bracket = self.trailing_tendency(pieces)
        if not (statement.continues and self.previous is not None):
            self.chain += 1
        continued = self.previous if statement.continues else None
        sides = self.sides(pieces, continued)
        if continued is not None:
            sides[0] = continued
        items: list[Rough] = []
        for number, relation in enumerate(relations):
            made = self.step(relation, sides[places[number].left], sides[number + 1], notes[number])
            if isinstance(made, Unread):
                items.append(made)
                continue
            made = self.precise(made, notes[number], bracket)
            if relation.text in t.NAMING:
                made = replace(
                    made,
                    formula=replace(made.formula, lhs=made.formula.rhs, rhs=made.formula.lhs),
                    lhs_text=made.rhs_text,
                    rhs_text=made.lhs_text,
                )
            first = number == 0 and not statement.continues
            how: Standing | None = told if number == 0 or told in ("hypothesis", "goal") else None
            if relation.text in t.DEFINING | t.NAMING:
                how = "definition"
            if says_where(statement.cue, made):
                items += [opened(Reach.ROW), condition(made.formula)]
                continue
            draft = Draft(made, first, how, force, among=relation.text == t.IS_AMONG)
            draft.conditions = places[number].conditions
            items.append(draft)
        self.previous = sides[-1]
        return items

    def under_label(self, label: str, statement: Statement, force: Force, told: Standing | None) -> list[Rough]:
        r"""`P \colon X \sim p` says which law P is, `m \colon y = X \beta` what holds; other labels give nothing."""
        if not label.isalpha() or label == "H":
            return []  # a hypothesis to be tested, one of several models
        made = self.statement(statement, force, told)
        laws = [x for x in made if isinstance(x, Distributed)]
        if not label.isupper() or not laws or len(laws) < len(made):
            return made
        return [fact for law in laws[:1] for fact in law_called(label, law, self.context.names.densities)]

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

    def provisos(self, statement: Statement) -> list[Place]:
        """For each relation of a statement the side it starts from, and where it holds.

        A row may give another value for other cases: `|x| = x` if x > 0, `= -x` otherwise.
        """
        about = self.context.symbols(statement.tokens)
        read = {id(c): proviso(c.tokens, self.context, self.page.macros, about) for c in statement.where}
        places: list[Place] = []
        row = 0  # the first relation of the row above
        for number, clauses in enumerate(statement.clauses_by_relation()):
            own, above = ([read[id(c)] for c in cs] for cs in (clauses.own, clauses.above))
            opens = clauses.opens and number > 0
            if opens and any(p.ranges for p in own) and any(p.ranges for p in above):
                before = places[row]
                givens = [g for p in own for g in (p.givens if not p.otherwise else opposite(before.conditions) or ())]
                places.append(Place(before.left, tuple(givens), alternative=True))
            elif not opens and places and places[-1].alternative:
                places.append(Place(number, places[-1].conditions, alternative=True))
            else:
                places.append(Place(number, tuple(g for p in (*above, *own) for g in p.givens)))
            row = number if clauses.opens else row
        return places

    def precise(self, step: Step, note: str, bracket: str) -> Step:
        """An arrow with what its row or the sentence before says that tends."""
        if step.formula.relation not in ("->", "~~"):
            return step
        found = [x for text in (note, bracket) if text and (x := noted(text, self.context)) is not None]
        return apply(step, [*found, *self.tending])

    def trailing_tendency(self, pieces: list[Tokens]) -> str:
        r"""The `t \to \infty` of `x_t \to 0 \quad (t \to \infty)`, taken off the last piece."""
        last = pieces[-1]
        opening = next((k for k, x in enumerate(last) if x.text == "(" and group_end(last, k) == len(last)), None)
        if opening is None or not any(t.RELATIONS.get(x.text) == "->" for x in last[opening:]):
            return ""
        pieces[-1] = last[:opening]
        return self.context.latex(last[opening + 1 : -1])

    def implication(self, statement: Statement) -> list[Rough]:
        r"""`a = b \implies c = d`: what stands before an arrow is a premise of what stands behind it.

        A single equation in front of the first arrow is only supposed; a chain there is claimed as well.
        """
        over = self.quantified(statement)
        groups, arrows = statement.implications()
        items: list[Rough] = []
        premises: tuple[Formula, ...] = ()
        conditions: tuple[Given, ...] = ()  # premises that are no formulas, or were not understood
        for number, group in enumerate(groups):
            self.chain += 1
            both = number > 0 and t.RELATIONS[arrows[number - 1].text] == "<=>"
            separate = apart(self.context, group, statement.tokens) if number == 0 else None
            if _declares(group):
                said = self.declaration(Statement(list(group)), claimed=number > 0)
                items += [x for x in said if isinstance(x, Unread)]
                conditions = (*conditions, *(x for x in said if isinstance(x, Membership | Distributed | Fact)))
                continue
            steps = self.relations(group) if separate is None else []
            for made in steps:
                if isinstance(made, Unread):
                    items.append(made)
                elif number > 0 or len(steps) > 1:
                    step = replace(made, premises=premises, over=over if premises else (), both_ways=both)
                    items.append(Draft(step, False, conditions=conditions))
            premises = tuple(made.formula for made in steps if isinstance(made, Step))
            if isinstance(separate, Formula):
                premises = (separate,)
            elif separate is not None:
                conditions = (separate,)
            elif any(isinstance(made, Unread) for made in steps):
                about = self.context.symbols(statement.tokens)
                span = self.context.span(list(group) or statement.tokens)
                conditions = not_understood(about, self.context.latex(list(group)), span)
        self.previous, self.under = None, conditions
        return items

    def quantified(self, statement: Statement) -> tuple[str, ...]:
        """The symbols of a quantifier in front of a statement."""
        pieces = split(statement.quantified, lambda token: token.text == ",") if statement.quantified else []
        terms = [self.side(piece) for piece in pieces]
        return tuple(name for term in terms if not isinstance(term, ParseError) and (name := base_name(term)))

    def relations(self, tokens: Tokens) -> list[Step | Unread]:
        """The relations of one group of an implication; alternatives are one relation."""
        cases = split(tokens, lambda token: token.kind == "or")
        if len(cases) > 1:
            return [alternatives(self.context, [self.relations(case) for case in cases], tokens, self.chain)]
        group = Statement(list(tokens))
        pieces, relations = group.pieces()
        sides = self.sides(pieces)
        if not relations:
            return [self.context.unread(ParseError(0, 0, "expected a relation"), list(tokens), self.chain)]
        return [self.step(r, sides[k], sides[k + 1], "") for k, r in enumerate(relations)]

    def side(self, piece: Tokens) -> Term | ParseError:
        return self.sides([piece])[0][1]

    def sides(self, pieces: list[Tokens], continued: Side | None = None) -> list[Side]:
        """The sides of one statement, each with its term or what is wrong with it."""
        before = [continued[1]] if continued is not None and not isinstance(continued[1], ParseError) else []
        return list(
            zip(pieces, self.context.sides([strip_punctuation(p) for p in pieces], before, lenient=True), strict=True)
        )

    def step(
        self,
        relation: Token,
        left: Side,
        right: Side,
        note: str,
    ) -> Step | Unread:
        source = self.page.source
        left_tokens, lhs = left
        right_tokens, rhs = right
        text = f"{self.context.latex(left_tokens)} {relation.text} {self.context.latex(right_tokens)}".strip()
        place = self.context.span(right_tokens) if right_tokens else source.span(relation.start, relation.end)
        meaning = t.RELATIONS.get(relation.text) or t.MATRIX_ORDERS.get(relation.text)

        def unread(at: Span, message: str) -> Unread:
            symbols = self.context.symbols([*left_tokens, *right_tokens])
            return Unread(at, message, text, self.chain, symbols=symbols)

        if meaning is None:
            at = source.span(relation.start, relation.end)
            return unread(at, f"{relation.text} is not understood yet")
        if isinstance(rhs, ParseError):
            known = rhs.end or not right_tokens
            span = source.span(rhs.start, rhs.end) if known and right_tokens else place
            message = rhs.message if right_tokens else f"expected a term after {relation.text}"
            may_define = meaning == "=" and not isinstance(lhs, ParseError) and is_definable(lhs)
            defined = base_name(lhs) if may_define and not isinstance(lhs, ParseError) else None
            return replace(unread(span, message), defines=defined or "")
        if isinstance(lhs, ParseError):
            if not left_tokens:
                return unread(place, f"expected a term before {relation.text}")
            line, column = source.place(lhs.start)
            message = f"the left side was not understood ({line}:{column}): {lhs.message}"
            return unread(place, message)
        formula = stated(lhs, relation.text, rhs, source.span(relation.start, relation.end))
        assert formula is not None  # its meaning is known
        shown = self.context.latex(left_tokens), self.context.latex(right_tokens)
        return Step(formula, self.chain, place, *shown, justification=note)

    def declaration(self, statement: Statement, claimed: bool) -> list[Rough]:
        r"""`x \sim N` or `x \in S` in a display. That a X + b has a law is a claim, like any law behind "then"."""
        try:
            found = read_formula(self.context, statement.tokens)
            kept: list[Rough] = [x for x in found if isinstance(x, Membership | Distributed | Fact)]
        except ParseError as error:
            self.chain += 1
            return [self.context.unread(error, statement.tokens, self.chain)]
        if any(isinstance(x, Distributed) and (claimed or not _is_letter(x.subject)) for x in kept):
            first, last = statement.tokens[0], statement.tokens[-1]
            undecided = ParseError(first.start, last.end, "that something has a certain law is not decided yet")
            self.chain += 1
            return [self.context.unread(undecided, statement.tokens, self.chain)]
        return kept

    def expression(self, statement: Statement) -> list[Rough]:
        """A display without a relation claims nothing; whether it is understood is said all the same."""
        read = self.side(statement.tokens)
        self.previous = (statement.tokens, read)
        if isinstance(read, ParseError):
            self.chain += 1
            return [self.context.unread(read, statement.tokens, self.chain)]
        return [Fact(f, False, (), f.span, imposed="problem") for f in equations_of(read)]


def _declares(tokens: Tokens) -> bool:
    return len(split(tokens, lambda x: x.text in (t.DRAWN, t.MEMBER))) > 1


def _is_letter(subject: Term) -> bool:
    """x or x_i."""
    return isinstance(subject, Sym) or (isinstance(subject, App) and subject.head == "index")


def _formulas_of(block: object) -> list[Inline | Display]:
    if isinstance(block, Display):
        return [block]
    if isinstance(block, Paragraph):
        return [part for part in block.parts if isinstance(part, Inline)]
    return []


__all__ = ["Parser", "read_text"]
