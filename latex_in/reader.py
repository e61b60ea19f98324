"""The way in: a page, read. Everything that is not understood is an `Unread` item, in its place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from language.derivation import (
    Aside,
    Boundary,
    Derivation,
    Distributed,
    Fact,
    Formula,
    Given,
    Heading,
    Item,
    Membership,
    Property,
    Step,
    Unread,
)
from language.terms import Span, Term
from latex_in import tables as t
from latex_in.chains import Statement, first_word, statements, strip_punctuation
from latex_in.context import Context, base_name
from latex_in.declare import read_formula
from latex_in.document import Display, Inline, Page, Paragraph, Title, split_page
from latex_in.lexer import Token, blank_comments
from latex_in.macros import collect
from latex_in.names import Names, survey
from latex_in.parser import Parser
from latex_in.prose import Candidate, flatten, read_paragraph, sentences
from latex_in.roles import (
    Scope,
    display_cue,
    hypothesis_cue,
    is_claim,
    is_definable,
    is_definition,
    mentions_own_density,
)
from latex_in.scan import Tokens, merge_words, split
from latex_in.source import ParseError, ReadError, Source
from latex_in.tidy import tidy


def read_file(path: str | Path) -> Derivation:
    """The derivation in a file; `.md` and `.markdown` are Markdown, everything else LaTeX.

    Raises `OSError` when the file cannot be opened, `ReadError` when it is no text or is cut off.
    """
    place = Path(path)
    raw = place.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        message = f"the file is not UTF-8: byte {raw[error.start]:#x}"
        raise ReadError(message, Span(line, column, line, column + 1)) from None
    return read_text(text.replace("\r\n", "\n").replace("\r", "\n"), str(path), place.suffix in (".md", ".markdown"))


def read_text(text: str, source: str = "<text>", markdown: bool = False) -> Derivation:
    """The derivation in a text. Raises `ReadError` where an environment, display or brace is never closed."""
    page = split_page(text, source, markdown)
    items: list[Item | _Edge] = []
    chain = 0
    for part in _fresh_parts(page):
        reader = _Reader(part, chain)
        items += reader.run()
        chain = reader.chain
    return Derivation(source, tuple(_numbered(_asides(items))))


def _fresh_parts(page: Page) -> list[Page]:
    """The page cut where all letters are declared anew: each piece is read on its own."""
    cuts = [k for k, block in enumerate(page.blocks) if isinstance(block, Title) and block.fresh]
    ends = [*cuts, len(page.blocks)]
    return [replace(page, blocks=page.blocks[a:b]) for a, b in zip([0, *cuts], ends, strict=True)]


def parse_formula(text: str) -> Term:
    """The term of a single formula, with names decided from it alone. Raises `ParseError`."""
    context, tokens = _alone(text)
    if not tokens:
        raise ParseError(0, 0, "expected a formula")
    return context.parse(tokens)


def parse_relation_chain(text: str) -> list[Formula]:
    """The relations of `a = b = c`. Raises `ParseError`."""
    context, tokens = _alone(text)
    found: list[Formula] = []
    for statement in statements(tokens, context.text):
        pieces, relations = statement.pieces()
        terms = [context.parse(piece) for piece in pieces]
        for relation, lhs, rhs in zip(relations, terms, terms[1:], strict=False):
            if relation.text not in t.RELATIONS:
                raise ParseError(relation.start, relation.end, f"{relation.text} is not understood yet")
            found.append(Formula(lhs, t.RELATIONS[relation.text], rhs))
    return found


def _alone(text: str) -> tuple[Context, list[Token]]:
    clean = blank_comments(text)
    macros, regions = collect(clean)
    for start, end in regions:
        clean = clean[:start] + " " * (end - start) + clean[end:]
    tokens = merge_words(tidy(clean, 0, len(clean), macros), frozenset())
    names = survey([tokens])
    return Context(Source(text), clean, names), merge_words(tokens, names.words)


@dataclass
class _Draft:
    """A step before its role is known."""

    step: Step
    first: bool  # the first relation of its statement
    marked: bool | None  # True: introduced as a definition; None: nothing said
    hypothesis: bool = False


@dataclass(frozen=True)
class _Edge:
    """Where a sentence that explains the display above it begins and ends."""

    opens: bool


Rough: TypeAlias = Item | _Draft | Candidate | _Edge  # what a page holds before roles are decided


@dataclass
class _Part:
    """The items between two headings."""

    items: list[Rough] = field(default_factory=list)


class _Reader:
    def __init__(self, page: Page, chain: int = 0) -> None:
        self.page = page
        formulas = {
            (part.start, part.end): merge_words(tidy(page.text, part.start, part.end, page.macros), frozenset())
            for block in page.blocks
            for part in _formulas_of(block)
        }
        names: Names = survey(formulas.values(), _said_to_be_densities(page, formulas))
        self.formulas = {place: merge_words(tokens, names.words) for place, tokens in formulas.items()}
        self.context = Context(page.source, page.text, names)
        self.chain = chain
        self.previous: tuple[Tokens, Term | ParseError] | None = None  # right end of the display just before
        self.cue = ""
        self.after_display = False

    def run(self) -> list[Item | _Edge]:
        parts = [_Part()]
        for block in self.page.blocks:
            match block:
                case Title(text, start, end, fresh):
                    parts.append(_Part([Heading(text, self.page.source.span(start, end), fresh)]))
                    self.previous, self.cue, self.after_display = None, "", False
                case Paragraph():
                    parts[-1].items += self.paragraph(block)
                case Display(start, end, denied):
                    items = self.display(start, end)
                    parts[-1].items += [_denied(x) for x in items] if denied else items
        return [item for part in parts for item in self.decided(part.items)]

    def paragraph(self, block: Paragraph) -> list[Rough]:
        tokens = [self.formulas[part.start, part.end] for part in block.parts if isinstance(part, Inline)]
        flat = flatten(block, self.page.text)
        spoken = sentences(flat)
        last = spoken[-1] if spoken else ""
        self.cue = "" if last.rstrip().endswith((".", "?", "!")) else last
        read = read_paragraph(self.context, block, tokens)
        items: list[Item | Candidate | _Edge] = [item for sentence in read for item in sentence]
        if self.after_display and read and first_word(flat) in t.EXPLAINING_WORDS:
            rest = [item for sentence in read[1:] for item in sentence]
            items = [_Edge(True), *read[0], _Edge(False), *rest]
        if flat.strip(" \n\t.,;:"):
            self.previous = None
            self.after_display = False
        return self.chained(items)

    def chained(self, items: list[Item | Candidate | _Edge]) -> list[Rough]:
        """Relations in prose get their chain: `a = b = c` is one."""
        made: list[Rough] = []
        before: object = None
        for item in items:
            if isinstance(item, Candidate):
                self.chain += item.equation.left is not before
                before = item.equation.right
                made.append(replace(item, chain=self.chain))
            else:
                made.append(item)
        return made

    # Displays -----------------------------------------------------------------------------------

    def display(self, start: int, end: int) -> list[Rough]:
        items: list[Rough] = []
        tokens = self.formulas[start, end]
        for number, statement in enumerate(statements(tokens, self.page.text)):
            cue = statement.cue or (self.cue if number == 0 else "")
            items += self.statement(statement, cue)
        self.cue = ""
        self.after_display = True
        return items

    def statement(self, statement: Statement, cue: str) -> list[Rough]:
        if len(split(statement.tokens, lambda x: x.text in (t.DRAWN, t.MEMBER))) > 1:
            return self.declaration(statement)
        pieces, relations = statement.pieces()
        if not relations:
            return self.expression(statement)
        if any(t.RELATIONS.get(r.text) in t.IMPLICATIONS for r in relations):
            return self.implication(statement)
        notes = statement.notes_by_relation()
        if not (statement.continues and self.previous is not None):
            self.chain += 1
        sides = [(piece, self.side(piece)) for piece in pieces]
        if statement.continues and self.previous is not None:
            sides[0] = self.previous
        items: list[Rough] = []
        for number, relation in enumerate(relations):
            made = self.step(relation, sides[number], sides[number + 1], notes[number])
            if isinstance(made, Unread):
                items.append(made)
                continue
            marked = True if relation.text in t.DEFINING or (number == 0 and display_cue(cue)) else None
            items.append(_Draft(made, number == 0 and not statement.continues, marked, hypothesis_cue(cue)))
        self.previous = sides[-1]
        return items

    def implication(self, statement: Statement) -> list[Rough]:
        r"""`a = b \implies c = d`: what stands before an arrow is a premise of what stands behind it.

        A single equation in front of the first arrow is only supposed; a chain there is claimed as well.
        """
        over = self.quantified(statement)
        groups, arrows = statement.implications()
        items: list[Rough] = []
        premises: tuple[Formula, ...] = ()
        for number, group in enumerate(groups):
            self.chain += 1
            both = number > 0 and t.RELATIONS[arrows[number - 1].text] == "<=>"
            steps = self.relations(group)
            for made in steps:
                if isinstance(made, Unread):
                    items.append(made)
                elif number > 0 or len(steps) > 1:
                    step = replace(made, premises=premises, over=over if premises else (), both_ways=both)
                    items.append(_Draft(step, False, None))
            premises = tuple(made.formula for made in steps if isinstance(made, Step))
        self.previous = None
        return items

    def quantified(self, statement: Statement) -> tuple[str, ...]:
        """The symbols of a quantifier in front of a statement."""
        pieces = split(statement.quantified, lambda token: token.text == ",") if statement.quantified else []
        terms = [self.side(split(piece, lambda token: token.text == t.MEMBER)[0]) for piece in pieces]
        return tuple(name for term in terms if not isinstance(term, ParseError) and (name := base_name(term)))

    def relations(self, tokens: Tokens) -> list[Step | Unread]:
        """The relations of one group of an implication."""
        group = Statement(list(tokens))
        pieces, relations = group.pieces()
        sides = [(piece, self.side(piece)) for piece in pieces]
        if not relations:
            return [self.context.unread(ParseError(0, 0, "expected a relation"), list(tokens), self.chain)]
        return [self.step(r, sides[k], sides[k + 1], "") for k, r in enumerate(relations)]

    def side(self, piece: Tokens) -> Term | ParseError:
        stripped = strip_punctuation(piece)
        if not stripped:
            return ParseError(0, 0, "expected a term")
        try:
            return self.context.parse(stripped)
        except ParseError as error:
            return error

    def step(
        self,
        relation: Token,
        left: tuple[Tokens, Term | ParseError],
        right: tuple[Tokens, Term | ParseError],
        note: str,
    ) -> Step | Unread:
        source = self.page.source
        left_tokens, lhs = left
        right_tokens, rhs = right
        text = f"{self.context.latex(left_tokens)} {relation.text} {self.context.latex(right_tokens)}".strip()
        place = self.context.span(right_tokens) if right_tokens else source.span(relation.start, relation.end)
        meaning = t.RELATIONS.get(relation.text)
        if meaning is None:
            at = source.span(relation.start, relation.end)
            return Unread(at, f"{relation.text} is not understood yet", text, self.chain)
        if isinstance(rhs, ParseError):
            known = rhs.end or not right_tokens
            span = source.span(rhs.start, rhs.end) if known and right_tokens else place
            message = rhs.message if right_tokens else f"expected a term after {relation.text}"
            return Unread(span, message, text, self.chain)
        if isinstance(lhs, ParseError):
            if not left_tokens:
                return Unread(place, f"expected a term before {relation.text}", text, self.chain)
            line, column = source.place(lhs.start)
            message = f"the left side was not understood ({line}:{column}): {lhs.message}"
            return Unread(place, message, text, self.chain)
        formula = Formula(lhs, meaning, rhs, source.span(relation.start, relation.end))
        shown = self.context.latex(left_tokens), self.context.latex(right_tokens)
        return Step(formula, self.chain, place, *shown, justification=note)

    def declaration(self, statement: Statement) -> list[Rough]:
        r"""`x \sim N` or `x \in S` in a display."""
        try:
            return [
                x
                for x in read_formula(self.context, statement.tokens)
                if isinstance(x, Membership | Distributed | Fact)
            ]
        except ParseError as error:
            self.chain += 1
            return [self.context.unread(error, statement.tokens, self.chain)]

    def expression(self, statement: Statement) -> list[Rough]:
        """A display without a relation claims nothing; whether it is understood is said all the same."""
        read = self.side(statement.tokens)
        self.previous = (statement.tokens, read)
        if isinstance(read, ParseError):
            self.chain += 1
            return [self.context.unread(read, statement.tokens, self.chain)]
        return []

    # Roles --------------------------------------------------------------------------------------

    def decided(self, items: list[Rough]) -> list[Item | _Edge]:
        """The items of one part with definitions told from claims, in two passes: "where" may follow its display."""
        defined = _defined_in(items)
        scope = Scope()
        made: list[Item | _Edge] = []
        for item in items:
            match item:
                case _Draft():
                    made.append(_decided_step(item, scope, defined))
                    scope.note(item.step.formula)
                case Candidate():
                    made.append(self.decided_candidate(item, scope))
                    scope.note(item.equation.formula)
                case Property(subject, word):
                    if word in ("one-hot", "random") and (name := base_name(subject)):
                        scope.fixed.add(name)
                    made.append(item)
                case _:
                    made.append(item)
        return made

    def decided_candidate(self, candidate: Candidate, scope: Scope) -> Item:
        equation = candidate.equation
        formula = equation.formula
        if is_claim(formula, candidate.cue, scope):
            shown = self.context.latex(equation.left), self.context.latex(equation.right)
            return Step(formula, candidate.chain, self.context.span(equation.right), *shown)
        definition = is_definition(formula, candidate.cue, scope, equation.defining)
        if definition:
            scope.defined.add(base_name(formula.lhs) or "")
        return Fact(formula, definition, equation.over, formula.span)


def _denied(item: Rough) -> Rough:
    return replace(item, step=replace(item.step, denied=True)) if isinstance(item, _Draft) else item


def _formulas_of(block: object) -> list[Inline | Display]:
    if isinstance(block, Display):
        return [block]
    if isinstance(block, Paragraph):
        return [part for part in block.parts if isinstance(part, Inline)]
    return []


def _said_to_be_densities(page: Page, formulas: dict[tuple[int, int], list[Token]]) -> list[str]:
    """Symbols that the words in front of them call a density or distribution."""
    found: list[str] = []
    for block in page.blocks:
        if not isinstance(block, Paragraph):
            continue
        for words, inline in zip(block.parts, block.parts[1:], strict=False):
            if isinstance(words, Inline) or not isinstance(inline, Inline):
                continue
            before = page.text[words.start : words.end].rstrip().lower()
            tokens = formulas[inline.start, inline.end]
            alone = len(tokens) == 1 or (len(tokens) > 1 and tokens[1].text in ("(", "_"))
            if before.endswith(("density", "densities", "distribution", "posterior", "prior")) and tokens and alone:
                found.append(tokens[0].text)
    return [name for name in found if name in t.DENSITY_LETTERS]


# Roles ---------------------------------------------------------------------------------------------


def _defined_in(items: list[Rough]) -> set[str]:
    """Names that prose or a marked display of this part defines, wherever it does."""
    scope, found = Scope(), set()
    for item in items:
        match item:
            case Candidate(equation, cue):
                formula = equation.formula
                if not is_claim(formula, cue, scope) and is_definition(formula, cue, scope, equation.defining):
                    found.add(base_name(formula.lhs) or "")
                    scope.defined.add(base_name(formula.lhs) or "")
                scope.note(formula)
            case _Draft(step, _, marked):
                if marked and is_definable(step.formula.lhs):
                    found.add(base_name(step.formula.lhs) or "")
                    scope.defined.add(base_name(step.formula.lhs) or "")
                scope.note(step.formula)
            case Property(subject, "one-hot" | "random"):
                scope.fixed.add(base_name(subject) or "")
            case _:
                pass
    return found


def _decided_step(draft: _Draft, scope: Scope, defined: set[str]) -> Item:
    step, formula = draft.step, draft.step.formula
    name = base_name(formula.lhs)
    definable = formula.relation == "=" and is_definable(formula.lhs) and name is not None
    definable = definable and not mentions_own_density(formula)
    definition = False
    if step.denied:
        return step
    if draft.hypothesis:
        return Fact(formula, False, (), step.span)
    if (draft.marked and definable and name not in scope.defined) or (
        draft.first and definable and name not in scope.used | scope.defined | defined
    ):
        definition = True
    if definition and name is not None:
        scope.defined.add(name)
    return replace(step, definition=definition)


def _asides(items: list[Item | _Edge]) -> list[Item]:
    """What stands between two edges becomes one aside; claims in it stay claims."""
    made: list[Item] = []
    inside: list[Given] | None = None
    for item in items:
        if isinstance(item, _Edge):
            if inside:
                made.append(Aside(tuple(inside), inside[0].span))
            inside = [] if item.opens else None
        elif inside is not None and not isinstance(item, Step | Unread | Heading | Aside | Boundary):
            inside.append(item)
        else:
            made.append(item)
    return made


def _numbered(items: list[Item]) -> list[Item]:
    """Chains counted from 1 without gaps, in the order of the page."""
    numbers: dict[int, int] = {}
    made: list[Item] = []
    for item in items:
        if isinstance(item, Step) or (isinstance(item, Unread) and item.chain):
            number = numbers.setdefault(item.chain, len(numbers) + 1)
            made.append(replace(item, chain=number))
        else:
            made.append(item)
    return made


__all__ = ["Parser", "ReadError", "parse_formula", "parse_relation_chain", "read_file", "read_text"]
