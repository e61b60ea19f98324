"""From the sentences of a page to its tree of contexts: where a supposition begins, and how far it reaches.

A reader of sentences puts markers between what it reads: `Opens` in front of what is only supposed, `Closes` where a
sentence begins that does not go on from it. Here the markers become regions, for every kind of given alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import IntEnum
from typing import Literal, TypeAlias

from hence.language.derivation import (
    Anew,
    Context,
    Convention,
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Item,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
    Step,
    Unread,
)
from hence.language.records import dataclass
from hence.language.terms import NOWHERE, App, Span, Sym, Term, free_names
from hence.latex_in.formula.context import base_name
from hence.latex_in.page.document import Fence, Title
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.grammar import Rule, rule
from hence.latex_in.prose.said import Sentence
from hence.latex_in.prose.words import signs_of

NEARBY = 3  # sentences before one that speaks of "both variables"


class Reach(IntEnum):
    """How far what a word supposes reaches, the nearest first."""

    ROW = 0  # the next chain
    SENTENCE = 1  # its sentence, and those that visibly go on from it
    CASE = 2  # up to the next case
    SUPPOSITION = 3  # until something else is supposed
    RANGE = 4  # where a letter runs, to the end of the text under a heading
    ASSUMPTION = 5  # to the end of the part; in front of all headings, to the end of the page
    REGION = 6  # a theorem, a proof, a problem: to its own end


Kind: TypeAlias = Literal["part", "theorem", "proof", "example", "case", "supposition", "sentence", "row"]
KINDS: dict[Reach, Kind] = {
    Reach.ROW: "row",
    Reach.SENTENCE: "sentence",
    Reach.CASE: "case",
    Reach.SUPPOSITION: "supposition",
    Reach.RANGE: "supposition",
    Reach.ASSUMPTION: "supposition",
}


@dataclass(frozen=True)
class Opens:
    """What follows is in a context of its own."""

    reach: Reach
    kind: Kind
    about: frozenset[str] = frozenset()  # the symbols that are supposed something of
    fixed: Term | None = None  # the left side of an equation that is supposed


@dataclass(frozen=True)
class Closes:
    """Suppositions up to this reach end here."""

    reach: Reach


@dataclass(frozen=True)
class Leaves:
    """The last region of this kind ends here."""

    kind: Kind


@dataclass(frozen=True)
class Heads:
    """A part begins here. What was supposed in front of the first part of a larger one holds in all of its parts."""

    level: int


@dataclass(frozen=True)
class Listed:
    """A list begins, goes on with its next item, or ends: what an item supposes for its claims ends with it."""

    how: Literal["begins", "item", "ends"]


@dataclass(frozen=True)
class Ends:
    """Everything that is open ends here: what follows is read on its own."""


Marker: TypeAlias = Opens | Closes | Leaves | Heads | Listed | Ends


@dataclass
class Memory:
    """What earlier sentences leave behind for later ones."""

    some: set[str] = field(default_factory=set)  # letters that stand for one value: "fix j"
    case: bool = False  # the sentence before only said "Case 1."
    absurd: bool = False  # the sentence before came to a contradiction
    at_point: bool = False  # the sentence before spoke of a value at a point
    heard: list[Sentence] = field(default_factory=list)
    before: tuple[frozenset[str], ...] = ()  # the symbols of the last sentences in front of this part

    def spoken_of(self) -> tuple[frozenset[str], ...]:
        """The symbols of the last sentences, one by one, with those of the sentence at hand."""
        latest = map(_symbols, self.heard[-NEARBY - 1 :])
        return (*self.before, *latest)[-NEARBY - 1 :]


REACHES = {
    Force.CASE: Reach.CASE,
    Force.SUPPOSE: Reach.SUPPOSITION,
    Force.ASSUME: Reach.ASSUMPTION,
    Force.IF: Reach.SENTENCE,
    Force.WHEN: Reach.SENTENCE,
    Force.AT: Reach.SENTENCE,
    Force.REASON: Reach.SENTENCE,
}


def supposes(force: Force, relation: str = "") -> Reach | None:
    """How far what a word gives is supposed; None where it is simply given."""
    return Reach.ROW if force is Force.IMPOSE and relation == "=" else REACHES.get(force)


def opened(reach: Reach, given: Given | None = None) -> Opens:
    about = frozenset(_about(given)) if given is not None else frozenset()
    fixed = given.formula.lhs if isinstance(given, Fact) and given.formula.relation == "=" else None
    return Opens(reach, KINDS[reach], about, fixed)


def _about(given: Given) -> Iterator[str]:
    """The symbols that a given supposes something of."""
    match given:
        case Fact(formula):
            yield from free_names(formula.lhs) | free_names(formula.rhs)
        case Independent(subjects):
            yield from (name for x in subjects for name in free_names(x))
        case Membership(subject) | Property(subject) | Distributed(subject):
            yield from free_names(subject)
        case OfFunction(function) | Mapping(function):
            yield from free_names(function)
        case Lines(matrix, _, vector):
            yield from free_names(matrix) | free_names(vector)
        case Convention():
            return


# Where suppositions end --------------------------------------------------------------------------

_LEAD = "([but even and so now then next finally] comma? | we now | let us now?)*"
_CASE = rule("^ [in sub]? case (?! [is of where that])")
_CASE_ALONE = rule("^ [F comma and]* F colon")
_ENDS: tuple[tuple[Reach, Rule], ...] = (
    (
        Reach.ASSUMPTION,
        rule(
            "^ LEAD (for article? general | without [this the any such] | otherwise"
            " | regardless | if instead | if [^comma stop]* not | [suppose assume] [^stop]* [not neither fails instead]"
            " | drops)",
            LEAD=_LEAD,
        ),
    ),
    (
        Reach.SUPPOSITION,
        rule(
            "^ LEAD (on-the-other-hand | let now | let x* arbitrary | instead | before that | [for next]?"
            " the? inductive step"
            " | [in for]? the? [second third other next remaining] case | in [either any all both] case)"
            " | ^ now let",
            LEAD=_LEAD,
        ),
    ),
)
_ENDS_HERE = rule(
    "drops w{0,3} [assumption assumption-like] | no-longer | returns to the general | in the general case |"
    " without [this the any] assumption | no such [assumption assumption-like]"
    " | ^ that was | what [is remains] left | supposition-over | whatever-value"
    " | [assumption assumption-like supposition-noun case] [^stop semicolon F]* not-needed"
    " | ^ enough-word [^F]* $ | [drops changing] [it this] (?! w)"
    " | not-needed w{0,3} [assumption assumption-like supposition-noun] | drops w{0,4} [supposition-noun telling]"
)
_IN_GENERAL = rule("^ LEAD (in full? general | generally)", LEAD=_LEAD)
_SUPPOSES = rule("[suppose assume]")
_ABSURD = rule("absurd")
_GOES_ON = rule("^ (continuing | in continuing-in | it-follows | if added)")
_ANOTHER_MOVE = rule("^ [and while] comma? differentiates")  # of what stood before, not of its value at a point
_ANY = rule("^ (w comma?)? for ([every all any] | article? general) (?! such) w{0,2} list:L")
_ARBITRARY = rule("list:L (comma which)? possibly? [be becomes stays stands-for] w{0,4}? [general any]")
_FOR_ANY = rule(
    "for [general any] w{0,2} list:L | whatever-value w{0,3}? list2:L | allows [every any all general] w{0,2} list5:L"
    " | (returns to | supposition-over) [all every any general] w{0,2} list3:L | letter-noun list4:L for"
)
_AGAIN = rule("list:L [be becomes stays] [^F comma stop semicolon colon]* again")  # whatever it is again
_SAYS_SO = rule("[now here from-now-on again instead whatever-value returns supposition-over letter-noun count-verb]")
_MEANT_ANEW = rule(
    "(now comma?)? let now? before:L [now from-now-on]? [be denotes stands-for] [article all any]"
    " | behind:L ([stands-for count-verb] | will-be article)"
    " | (^ (w comma?)? [now here from-now-on] | [semicolon comma] from-now-on) comma? [let we]? this:L [be denotes]"
    " [a the any general whatever-value]"
    " | (but | semicolon | comma | ^) now third:L be [a any general] | write written:L for [a the any general]"
    " | [force-take statement] [any general] w{0,3} taken:L"
)


def edges(s: Sentence, memory: Memory) -> Iterator[Closes | Anew]:
    """What ends where a sentence begins, and which symbols it says are arbitrary."""
    ended = next((reach for reach, pattern in _ENDS if pattern.match(s.signs)), None)
    values_end = _ENDS_HERE.search(s.signs) is not None or _IN_GENERAL.match(s.signs) is not None
    ended = Reach.ASSUMPTION if values_end else ended
    if memory.absurd:
        ended = max(ended or Reach.SUPPOSITION, Reach.SUPPOSITION)
    if ended is not None:
        yield Closes(ended)
    elif _CASE.match(s.signs):
        yield Closes(Reach.CASE)
        memory.case = True
    elif _CASE_ALONE.match(s.signs):
        yield Closes(Reach.CASE)
    elif _ANOTHER_MOVE.match(s.signs) or (not s.goes_on and (memory.at_point or not _GOES_ON.match(s.signs))):
        yield Closes(Reach.SENTENCE)
    yield from [Anew(frozenset(), s.span, "value")] if values_end else []
    memory.absurd = _ABSURD.search(s.signs) is not None and not _SUPPOSES.search(s.signs)
    yield from _said_anew(s, memory)


def _said_anew(s: Sentence, memory: Memory) -> Iterator[Anew]:
    """Symbols that a sentence says are arbitrary, mean something else, or of which it says that nothing is known."""
    for pattern in (_ANY, _ARBITRARY, _FOR_ANY, _MEANT_ANEW, _AGAIN):
        for found in pattern.finditer(s.signs):
            terms = s.terms("".join(x or "" for x in found.groupdict().values()))
            at_once = pattern is _MEANT_ANEW or _SAYS_SO.search(s.signs[found.start() :]) is not None
            if names := _letters(terms, pattern is _MEANT_ANEW):
                yield from [Anew(names, s.span, "perhaps")] if pattern is _ARBITRARY else []
                yield Anew(names, s.span, at_once=at_once)
    for found in _PERHAPS_ANOTHER.finditer(s.signs):
        if names := _letters(s.terms(found["one"] or found["other"]), True):
            yield Anew(names, s.span, "perhaps")
    if names := _said_to_change(s):
        yield Anew(names, s.span, "value")
    for found in (found for way in (_UNKNOWN, _REPLACED) for found in way.finditer(s.signs)):
        if names := frozenset(filter(None, map(base_name, s.terms(found["it"])))):
            yield Anew(names, s.span, "declared", at_once=True)
    if _OVERWRITTEN.search(s.signs):
        yield Anew(_spoken_of(s, memory), s.span, "declared", at_once=True)


def _letters(terms: Iterable[Term], expressions: bool = False) -> frozenset[str]:
    """The names of letters, alone or with letters as indices; of `expressions` that on which they are made."""

    def is_letter(term: Term) -> bool:
        indices = term.args[1:] if isinstance(term, App) and term.head == "index" else (term,)
        return all(isinstance(x, Sym) for x in indices)

    return frozenset(filter(None, (base_name(x) for x in terms if expressions or is_letter(x))))


def _said_to_change(s: Sentence) -> frozenset[str]:
    """The letters of a sentence without a relation that are said to vary, or of which words say that nobody knows."""
    if not _CHANGES.search(s.signs) and (not s.spoken.finished or not _NOT_KNOWN.search(s.signs)):
        return frozenset()
    return frozenset() if any(said.found and not said.is_plain() for _, said in s.placed()) else _symbols(s)


_CHANGES = rule("F [^stop semicolon]* changing | changing [^stop semicolon]* F | F [be need] not")
_NOT_KNOWN = rule("unknown")
_PERHAPS_ANOTHER = rule(  # "for distributions $p$", "for a vector $x$", "another sequence, $a_0 = 5$"
    "for ((?! [the this each every F]) w){0,2} (plural-like | [a some] ((?! [the this]) w){1,2}) one:L"
    " | another ((?! [verb-copula the of]) w){1,3} comma? other:L"
)
_UNKNOWN = rule("nothing-said w{0,2} it:L")
_REPLACED = rule("replace it:L by")
_OVERWRITTEN = rule("overwrites | other-thing | replace w+ by | from-now-on F [count-verb]")


def _spoken_of(s: Sentence, memory: Memory) -> frozenset[str]:
    """The symbols of a sentence, or else of those just before it."""
    return _symbols(s) or frozenset().union(*memory.spoken_of())


def _symbols(s: Sentence) -> frozenset[str]:
    return frozenset(n for _, said in s.placed() for x in said.terms() for n in free_names(x))


# Environments and headings -----------------------------------------------------------------------

_OF_THE_PAGE = rule("^ w? notation-head (and notation-head)? [stop colon]? $")
_PROOF = rule("^ [open stop]? proof")
_STATED = rule("^ [open stop]? theorem [^stop colon]{0,4} [stop colon]")


_INSTANCE = rule("^ [open stop article]{0,2} (?! for) w{0,2}? instance-noun (F | [close stop colon open comma] | $)")
_SHOWS_INSTANCE = rule("^ [open stop article]{0,2} (?! for) w{0,2}? instance-noun close? [stop colon]")
LEVEL_OF_LEADS = 9  # of an example in running text: the next heading ends it, whatever it is


def run_in_theorems(openings: Sequence[str | None]) -> tuple[set[int], set[int]]:
    """Where theorems are stated in running text, and where their statements end.

    `openings` are the signs of a part's blocks, None for what is no paragraph. "Theorem. ..." goes on up to its proof;
    where none follows nobody can say where the statement ends, and it is text like any other.
    """
    begins, ends, open_at = set[int](), set[int](), -1
    for place, signs in enumerate(openings):
        if signs is None:
            continue
        if _STATED.match(signs):
            open_at = place
        elif open_at >= 0 and _PROOF.match(signs):
            begins.add(open_at)
            ends.add(place)
            open_at = -1
    return begins, ends


@dataclass
class Regions:
    """Where theorems, their proofs, examples and problems begin and end.

    A theorem's hypotheses hold in its proof, so its region ends where the text goes on without one.
    """

    stated: bool = False  # a theorem has been stated, and its proof may follow
    proving: bool = False  # we are in the environment of its proof
    running: bool = False  # we are in a proof without an environment
    problems: list[int] = field(default_factory=list)  # the levels of the problems that we are in
    titled: bool = False  # a heading stood before, other than one that says that notation follows

    def opens_page(self, title: str) -> bool:
        """Whether a heading only names what is said for the whole page, "Notation", in front of all others."""
        return not self.titled and _OF_THE_PAGE.match(signs_of(title)) is not None

    def at_fence(self, fence: Fence) -> Iterator[Marker]:
        match fence:
            case Fence("theorem", True):
                yield from self.settle()
                yield Closes(Reach.SUPPOSITION)
                yield Opens(Reach.REGION, "theorem")
            case Fence("theorem", False):
                self.stated = True
            case Fence("proof", True):
                self.proving = True
                yield Opens(Reach.REGION, "proof")
            case Fence("proof", False):
                self.proving = False
                yield Leaves("proof")
                yield from self.settle()
            case Fence("item"):
                yield Listed("item")
            case Fence("list", opens):
                yield Listed("begins" if opens else "ends")
            case Fence("example", opens):
                yield from self.settle()
                yield Opens(Reach.REGION, "example") if opens else Leaves("example")

    def before_text(self, signs: str, fresh: bool) -> Iterator[Marker]:
        """A theorem ends where other text than its proof follows, an example where a fresh paragraph does."""
        if self.problems[-1:] == [LEVEL_OF_LEADS] and fresh:
            self.problems.pop()
            yield Leaves("part")
        if _SHOWS_INSTANCE.match(signs):
            self.problems.append(LEVEL_OF_LEADS)
            yield Opens(Reach.REGION, "part")
        if not self.stated or self.proving or not signs:
            return
        if not _PROOF.match(signs):
            yield from self.settle()
        else:
            self.stated, self.running = False, True
            yield Opens(Reach.REGION, "proof")

    def settle(self) -> Iterator[Marker]:
        if self.stated or self.running:
            self.stated = self.running = False
            yield Leaves("theorem")

    def before_title(self, title: Title) -> Iterator[Marker]:
        yield from self.settle()
        if self.opens_page(title.text):
            return
        self.titled = True
        while self.problems and title.level <= self.problems[-1]:
            self.problems.pop()
            yield Leaves("part")
        yield Heads(title.level)

    def at_title(self, title: Title) -> Iterator[Marker]:
        if title.is_problem or _INSTANCE.match(signs_of(title.text)):
            self.problems.append(title.level)
            yield Opens(Reach.REGION, "part")


# Building the tree -------------------------------------------------------------------------------


@dataclass
class _Region:
    reach: Reach
    kind: Kind
    about: frozenset[str] = frozenset()
    items: list[Item] = field(default_factory=list)
    chain: int = 0  # of the steps in it, for one that ends with its chain
    level: int = 0  # of the part in whose own text it began
    fixed: Term | None = None


class _Builder:
    def __init__(self) -> None:
        self.stack = [_Region(Reach.REGION, "part")]
        self.lists: list[int | None] = []  # where the suppositions of the items of each open list may begin
        self.level = 0  # of the part that we are in; 0 in front of the first heading

    def add(self, item: Item | Marker) -> None:
        match item:
            case Opens(reach, kind, about, fixed):
                self.end_rows(item)
                self.supersede(item)
                self.stack.append(_Region(reach, kind, about, level=self.level, fixed=fixed))
            case Closes(reach):
                self.close(reach)
            case Heads(level):
                self.head(level)
            case Leaves(kind):
                self.leave(kind)
            case Listed(how):
                self.listed(how)
            case Ends():
                self.cut(1)
            case _:
                self.end_rows(item)
                self.keep(item)
                self.stack[-1].items.append(item)

    def keep(self, item: Item) -> None:
        """ "For d = 2 let R be ...": what is defined for a value is spoken of until something else is supposed."""
        here = self.stack[-1]
        defines = isinstance(item, Fact) and item.definition and item.lets
        if defines and here.reach is Reach.SENTENCE and here.fixed is not None and not _has_steps([here]):
            here.reach, here.kind = Reach.SUPPOSITION, "supposition"

    def supersede(self, new: Opens) -> None:
        """ "Suppose a = 0 ... Suppose a > 0 ...": the second takes the place of the first, behind its steps."""
        if new.reach is Reach.ROW:
            return
        supposed = (Reach.CASE, Reach.SUPPOSITION) if new.reach is not Reach.SENTENCE else (Reach.SENTENCE,)
        for place in range(self.floor(), len(self.stack)):
            region = self.stack[place]
            other = region.reach in supposed and region.about & new.about
            same = region.reach is new.reach >= Reach.RANGE and region.about and region.about == new.about
            anew = new.reach >= Reach.SUPPOSITION and region.fixed is not None and region.fixed == new.fixed
            if (other or same or anew) and _has_steps(self.stack[place:]):
                self.cut(place)
                return

    def floor(self) -> int:
        """The first place of the stack above the innermost region that only its own end closes."""
        return 1 + max(k for k, region in enumerate(self.stack) if region.reach is Reach.REGION)

    def close(self, reach: Reach) -> None:
        least = Reach.SENTENCE if reach is Reach.SENTENCE else Reach.ROW
        for place in range(self.floor(), len(self.stack)):
            if least <= self.stack[place].reach <= reach:
                self.cut(place)
                return

    def listed(self, how: str) -> None:
        """What was supposed in an item, and served a claim there, ends with the item."""
        begin = self.lists.pop() if self.lists and how != "begins" else None
        for place in range(max(begin or 0, self.floor()), len(self.stack)) if begin is not None else ():
            if self.stack[place].reach <= Reach.ASSUMPTION and _has_steps(self.stack[place:]):
                self.cut(place)
                break
        if how != "ends":
            self.lists.append(len(self.stack) if how == "item" else None)

    def head(self, level: int) -> None:
        """A new part: what was supposed in parts of its own level or below ends.

        Of what has no part, in front of all headings, the assumptions are made for the whole page.
        """
        self.level = level
        for place in range(self.floor(), len(self.stack)):
            region = self.stack[place]
            outer = 0 <= region.level < level and region.reach is Reach.ASSUMPTION
            if not (outer or (0 < region.level < level and region.reach in (Reach.SUPPOSITION, Reach.RANGE))):
                self.cut(place)
                return

    def leave(self, kind: Kind) -> None:
        for place in range(len(self.stack) - 1, 0, -1):
            if self.stack[place].kind == kind:
                self.cut(place)
                return

    def cut(self, place: int) -> None:
        """Close the region at this place of the stack, and all inside it."""
        while len(self.stack) > place:
            region = self.stack.pop()
            if region.items:
                self.stack[-1].items.append(Context(region.kind, tuple(region.items)))
            self.stack[-1].items += _left_behind(region)

    def end_rows(self, item: Item | Opens) -> None:
        """A context that is meant for one chain ends behind it."""
        for place in range(1, len(self.stack)):
            region = self.stack[place]
            if region.reach is not Reach.ROW:
                continue
            chain = item.chain if isinstance(item, Step | Unread) else 0
            if region.chain and chain != region.chain:
                self.cut(place)
                return
            region.chain = region.chain or chain


def _has_steps(regions: Iterable[_Region]) -> bool:
    return any(isinstance(x, Step | Unread | Context) for region in regions for x in region.items)


def _left_behind(region: _Region) -> list[Item]:
    """What a name means does not depend on a supposition, nor on the point that a row speaks of."""
    facts = (_as_definition(x, region.reach) for x in region.items)
    return [x for x in facts if x is not None and free_names(x.formula.rhs)]


def _as_definition(item: Item, reach: Reach) -> Fact | None:
    """A definition that outlives its context: one that words give, or in a row that of a new name in passing."""
    supposed = Reach.SUPPOSITION <= reach <= Reach.ASSUMPTION
    match item:
        case Fact(definition=True) if supposed:
            return item
        case Step(Formula(Sym()), standing="definition", by_use=True) if reach is Reach.ROW:
            return Fact(item.formula, True, (), item.span, lets=item.lets)
        case _:
            return None


def tree(items: Iterable[Item | Marker]) -> list[Item]:
    """The items of a page with its markers made into contexts. Never fails."""
    builder = _Builder()
    for item in items:
        builder.add(item)
    builder.cut(1)
    return builder.stack[0].items


def place_of(given: Given) -> Span:
    """Where the subject of a given stands."""
    match given:
        case Membership(subject) | Property(subject):
            return subject.span if subject.span != NOWHERE else given.span
        case Independent((first, *_)):
            return first.span
        case _:
            return given.span
