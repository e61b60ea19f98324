"""Which givens a chain may use: all before it, and those that the text right after it adds.

Letters are used again: a part of a page that writes a bare x does not mean the family x_i of an
earlier part. Givens of earlier parts that use a letter so are left behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import TypeGuard

from checks.elaborate.givens import as_definition, base_name, sort_givens
from checks.elaborate.names import Usage, survey
from language.derivation import (
    Aside,
    Boundary,
    Derivation,
    Distributed,
    Fact,
    Formula,
    Given,
    Heading,
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
from language.terms import App, Num, Sym, free_names, subterms

LOCAL_CUES = frozenset(("when", "at", "setting"))  # such a fact holds for the next display
ADDED_WORDS = frozenset(("identically distributed", "i.i.d.", "independent", "differentiable", "invertible"))
KINDS = frozenset(("matrix", "vector", "scalar", "random"))
IF_CUES = frozenset(("if", "provided", "whenever"))  # such a fact holds for its sentence and what goes on from it
CASE_CUES = IF_CUES | {"case"}  # and such a one until the next case
SUPPOSING_CUES = CASE_CUES | {"suppose", "supposing"}  # such a fact holds until another case is supposed
GENERAL = frozenset(("in general", "more generally"))  # behind these words nothing is assumed any more


@dataclass(frozen=True)
class Scope:
    """A chain with the givens in force where it stands."""

    givens: tuple[Given, ...]
    steps: tuple[Step, ...]
    lost: frozenset[str] = frozenset()  # symbols of formulas in prose that were not understood
    part: int = 0
    conditions: frozenset[Formula] = frozenset()  # cases and suppositions in force
    own: tuple[Given, ...] = ()  # the givens of this part of the page


def chains(derivation: Derivation) -> Iterator[Scope | Unread]:
    """Chains and unread formulas in page order."""
    yield from _Walk(derivation.items).run()


class _Walk:
    """One pass over a page, with what is in force where it stands."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items
        self.index_names = _index_names(items)
        self.earlier: list[Given] = []  # of the parts before this one
        self.givens: list[Given] = []  # of this part
        self.cases: list[Given] = []  # "base case t = 1": for the next chain only
        self.seen: set[int] = set()  # givens that stood before the last chain: a new declaration replaces them
        self.lost: set[str] = set()
        self.part = 0

    def run(self) -> Iterator[Scope | Unread]:
        position = 0
        while position < len(self.items):
            item = self.items[position]
            position += 1
            match item:
                case Step():
                    steps, position = _same_chain(self.items, position - 1)
                    yield self.scope(steps, position)
                    self.after(steps)
                case Unread():
                    self.lost |= set(item.symbols) if not item.display else {item.defines} - {""}
                    yield item
                case Heading(fresh=fresh):
                    self.next_part()
                    self.earlier = [] if fresh else self.earlier
                case Boundary(word=word, anew=names) if names:
                    self.earlier = [g for g in self.earlier if not _binds(g, names)]
                    over = self.seen if word == "arbitrary" else frozenset()
                    self.givens = [g for g in self.givens if id(g) not in over or not _binds(g, names)]
                case Boundary(word=word):
                    self.cases = []
                    self.givens = [g for g in self.givens if not _ends_at(g, word)]
                case Aside(explaining):
                    self.givens += explaining
                case _:
                    self.given(item)

    def scope(self, steps: tuple[Step, ...], end: int) -> Scope:
        local = (*self.givens, *self.cases, *_explaining(self.items, end))
        meant = (*_still_meant(self.earlier, local, steps), *local)
        conditions = _conditions(self.givens, self.cases)
        return Scope(meant, steps, frozenset(self.lost), self.part, conditions, local)

    def after(self, steps: tuple[Step, ...]) -> None:
        self.givens += [Fact(s.formula, True, (), s.span) for s in steps if s.definition]
        self.seen = {id(g) for g in (*self.earlier, *self.givens)}
        self.cases = []

    def next_part(self) -> None:
        self.earlier += [g for g in self.givens if not self.ends_with_part(g)]
        self.givens, self.cases, self.lost = [], [], set()
        self.part += 1

    def ends_with_part(self, given: Given) -> bool:
        """A supposition; "for t >= 1", unless t counts the members of something."""
        match given:
            case Fact(Formula(lhs, _, rhs), False, cue="for" | "over"):
                return not {x.name for x in (lhs, rhs) if isinstance(x, Sym)} & self.index_names
            case _:
                return _cue(given) in CASE_CUES

    def given(self, item: Given) -> None:
        if isinstance(item, Independent) and item.denied:
            self.earlier = [g for g in self.earlier if not _is_taken_back(g, item)]
            self.givens = [g for g in self.givens if not _is_taken_back(g, item)]
            return
        if self.is_local(item):
            self.cases.append(item)
            return
        if self.seen and isinstance(item, Membership | Distributed):
            name = base_name(item.subject)
            self.earlier = [g for g in self.earlier if not _is_only_about(g, name)]
            self.givens = [g for g in self.givens if id(g) not in self.seen or not _is_only_about(g, name)]
        if isinstance(item, Fact) and _is_supposed(item):
            self.givens = [g for g in self.givens if id(g) not in self.seen or not _is_other_case(g, item)]
        self.givens.append(item)

    def is_local(self, given: Given) -> bool:
        """A case, or a value of an index: for the next chain only."""
        match given:
            case Fact(Formula(Sym(name), "=", Num()), False) if name in self.index_names:
                return True
            case Fact():
                case = given.cue == "case" and given.formula.relation not in ("<", "<=", ">", ">=", "!=")
                return case or given.cue in LOCAL_CUES or self.is_induction_hypothesis(given)
            case Property() | Independent() | Membership():
                return given.cue in LOCAL_CUES
            case _:
                return False

    def is_induction_hypothesis(self, fact: Fact) -> bool:
        """Said of a member of a sequence that a recurrence determines: believed for the next chain only."""
        if fact.definition or fact.formula.relation != "=":
            return False
        itself = as_definition(fact.formula)
        if itself is not None and itself.recurrent:
            return False
        definitions = sort_givens((*self.earlier, *self.givens)).definitions
        sequences = {name for name, ds in definitions.items() if any(d.recurrent for d in ds)}
        sides = (*subterms(fact.formula.lhs), *subterms(fact.formula.rhs))
        members = [t for t in sides if isinstance(t, App) and t.head == "index" and base_name(t) in sequences]
        return any(not isinstance(t.args[1], Num) for t in members)


def _conditions(givens: list[Given], cases: list[Given]) -> frozenset[Formula]:
    local = [*cases, *(g for g in givens if _is_supposed(g))]
    return frozenset(g.formula for g in local if isinstance(g, Fact))


def _cue(given: Given) -> str:
    return given.cue if isinstance(given, Fact | Property | Independent | Membership) else ""


def _is_supposed(given: Given) -> bool:
    return _cue(given) in SUPPOSING_CUES


def _ends_at(given: Given, word: str) -> bool:
    """Whether a supposition ends where a sentence does not go on from it, at the next case, or at "in general"."""
    cues = {"": IF_CUES, "case": CASE_CUES}.get(word, SUPPOSING_CUES)
    return _cue(given) in (cues | {"assume", "assuming"} if word in GENERAL else cues)


def _is_other_case(given: Given, case: Fact) -> bool:
    """ "If a = 0 ... If a > 0 ...": the second supposition takes the place of the first."""
    if not isinstance(given, Fact) or not _is_supposed(given) or given.cue == "case" != case.cue:
        return False
    before, now = (survey((f.formula.lhs, f.formula.rhs)).counts.keys() for f in (given, case))
    return bool(before & now)


def _is_taken_back(given: Given, denial: Independent) -> bool:
    """ "X and Y, not necessarily independent": what was said of their independence holds no longer."""
    if not isinstance(given, Independent):
        return False
    return len({base_name(s) for s in given.subjects} & {base_name(s) for s in denial.subjects}) > 1


def _binds(given: Given, names: Set[str]) -> bool:
    """Whether a given is an equation between these symbols alone that was assumed of them."""
    if not isinstance(given, Fact) or given.definition or given.formula.relation != "=":
        return False
    about = mentions(given)
    return bool(about) and about <= names


def _is_only_about(given: Given, name: str) -> bool:
    """Whether a given says something of one symbol, which a later declaration of that symbol takes back."""
    match given:
        case Membership(subject) | Distributed(subject) | Property(subject):
            return base_name(subject) == name
        case OfFunction(Sym(function)):
            return function == name
        case Fact(Formula(lhs, _, rhs), definition):
            about = survey((lhs, rhs)).counts.keys()
            return about == {name} or (definition and base_name(lhs) == name)
        case _:
            return False


def _index_names(items: tuple[Item, ...]) -> set[str]:
    """Letters that stand in an index somewhere on the page."""
    terms = [t for i in items if isinstance(i, Step) for t in (i.formula.lhs, i.formula.rhs)]
    terms += [t for i in items if isinstance(i, Fact) for t in (i.formula.lhs, i.formula.rhs)]
    return set(survey(terms).indices)


def _same_chain(items: tuple[Item, ...], start: int) -> tuple[tuple[Step, ...], int]:
    """The steps of the chain that begins here, and the position after it."""
    first = items[start]
    assert isinstance(first, Step)
    steps = [first]
    position = start + 1
    while position < len(items) and isinstance(follower := items[position], Step) and follower.chain == first.chain:
        steps.append(follower)
        position += 1
    return tuple(steps), position


def _explaining(items: tuple[Item, ...], start: int) -> Iterator[Given]:
    """Givens of the prose right after a display, when it explains that display: all the rows of it."""
    shown = True
    for item in items[start:]:
        shown = shown and isinstance(item, Step | Unread)
        if isinstance(item, Step | Unread | Heading) and not shown:
            return
        if isinstance(item, Aside):
            yield from item.givens


def _still_meant(earlier: list[Given], local: tuple[Given, ...], steps: tuple[Step, ...]) -> list[Given]:
    """Givens of earlier parts that this chain needs, without those whose letters mean something else here."""
    here = survey([t for s in steps for t in (s.formula.lhs, s.formula.rhs)])
    nearby = _usage(local)
    before = _usage(earlier)
    changed = _reused(here, before) | _reused(nearby, before)
    functions = {base_name(g.formula.lhs) for g in earlier if _defines_function(g)}
    taken = changed.union(*(introduced(g) for g in local if not _only_adds(g, functions)))
    kept = [g for g in earlier if not taken & introduced(g) and not changed & mentions(g)]
    kept = [g for g in kept if not (_is_hypothesis(g) and taken & mentions(g))]
    retold = {g.function.name for g in local if isinstance(g, OfFunction) and not g.added}
    kept = [g for g in kept if not (isinstance(g, OfFunction) and g.function.name in retold)]
    return _needed(kept, _names(here) | _names(nearby))


def _names(usage: Usage) -> Set[str]:
    """Letters, and those of functions, their derivatives, and densities."""
    functions = {name.rstrip("'") for name in usage.functions}
    return usage.counts.keys() | functions | usage.functions.keys() | usage.densities.keys()


def _is_hypothesis(given: Given) -> bool:
    """Said of symbols, without introducing one: worth nothing where one of them is declared anew."""
    return isinstance(given, Independent) or (isinstance(given, Fact) and not given.definition)


def _only_adds(given: Given, functions: Set[str]) -> bool:
    """ "Now let the X_i be i.i.d.", "f is symmetric" of a function: said of what is known already."""
    if not isinstance(given, Property):
        return isinstance(given, OfFunction)
    if given.word in ADDED_WORDS or (_cue(given) in IF_CUES and given.word not in KINDS):
        return True
    return given.word not in KINDS and base_name(given.subject) in functions


def _defines_function(given: Given) -> TypeGuard[Fact]:
    """f(x) = ..."""
    if not isinstance(given, Fact) or not given.definition:
        return False
    return isinstance(given.formula.lhs, App) and given.formula.lhs.head == "apply"


def _needed(givens: list[Given], names: Set[str]) -> list[Given]:
    """The givens that the names lead to, in the order of the page."""
    wanted = set(names)
    chosen: set[int] = set()
    grown = True
    while grown:
        grown = False
        for given in givens:
            about = introduced(given) or mentions(given)
            if id(given) not in chosen and about & wanted:
                chosen.add(id(given))
                wanted |= mentions(given)
                grown = True
    return [g for g in givens if id(g) in chosen]


def introduced(given: Given) -> frozenset[str]:
    """The symbols that a given is a declaration of."""
    match given:
        case Membership(subject) | Distributed(subject) | Property(subject) | Mapping(subject):
            return frozenset((base_name(subject),))
        case OfFunction(Sym(function)):
            return frozenset((function,))
        case Fact(formula, True):
            return frozenset((base_name(formula.lhs),))
        case Lines(matrix, _, vector):
            return frozenset((base_name(matrix), base_name(vector)))
        case _:
            return frozenset()


def mentions(given: Given) -> frozenset[str]:
    """All symbols that a given speaks of, letters of indices left out."""
    if isinstance(given, Independent):
        return frozenset(base_name(subject) for subject in given.subjects)
    if isinstance(given, OfFunction):
        return frozenset((given.function.name,)) | (free_names(given.bound) if given.bound is not None else frozenset())
    usage = _usage((given,))
    return (frozenset(_names(usage)) - usage.indices.keys()) | introduced(given)


def _usage(givens: Iterable[Given]) -> Usage:
    return survey(sort_givens(givens).terms())


def _reused(here: Usage, before: Usage) -> set[str]:
    """Letters that stand alone here, and nowhere as families, but were families before."""
    return {n for n, counts in here.counts.items() if counts == {0} and 0 not in before.counts.get(n, {0})}
