"""Which givens a chain may use: those on the path from its place to the root of the page, in order.

A page is a tree of contexts; what is given in one ends with it, whatever kind of given it is. Letters are used again:
a part of a page that writes a bare x does not mean the family x_i of an earlier part. Givens of earlier parts that
use a letter so are left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from hence.checks.elaborate.dependence import is_time
from hence.checks.elaborate.givens import base_name, is_list_of_members, sort_givens
from hence.checks.elaborate.letters import is_entry_letter, letter_of
from hence.checks.elaborate.names import Usage, survey
from hence.checks.elaborate.numbered import numbered_only
from hence.checks.elaborate.patterns import as_definition
from hence.checks.elaborate.words import has_meaning
from hence.checks.endings import (
    KINDS,
    contradicts,
    ends,
    imposes,
    is_number,
    is_only_about,
    is_set,
    is_taken_back,
    is_value_of,
    names_something,
    starts_sequence,
    supposes_name,
)
from hence.checks.mentioned import introduced, mentions, names_in_use, usage_of
from hence.checks.spreads import covariances_in
from hence.language.derivation import (
    Anew,
    Context,
    Convention,
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
    RealSpace,
    Step,
    Unread,
    flat,
)
from hence.language.faults import Fault, guarded
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, children, free_names, subterms

ADDED_WORDS = frozenset(("identically distributed", "i.i.d.", "independent", "differentiable", "invertible"))


@dataclass(frozen=True)
class Scope:
    """A chain with the givens in force where it stands."""

    givens: tuple[Given, ...]
    steps: tuple[Step, ...]
    lost: frozenset[str] = frozenset()  # symbols of formulas in prose that were not understood
    part: int = 0
    path: tuple[int, ...] = ()  # the contexts around it, from the root
    own: tuple[Given, ...] = ()  # the givens of this part of the page
    supposed: tuple[Given, ...] = ()  # those that hold for some lines only: a proof that needs one lists it
    gone: frozenset[str] = frozenset()  # symbols that were declared where that is no longer in force
    any: frozenset[str] = frozenset()  # symbols that are said to be arbitrary
    later: frozenset[str] = frozenset()  # symbols that this part of the page defines further down
    ahead: tuple[Given, ...] = ()  # what is said there of such symbols, under no other suppositions
    perhaps: tuple[Given, ...] = ()  # what earlier problems and theorems say that letters are: it may still be meant
    rewritten: frozenset[str] = frozenset()  # symbols whose entries an earlier part defines
    dropped: tuple[Fact | Property, ...] = ()  # what was supposed before: it may be meant here, and is no premise
    firm: tuple[int, ...] = ()  # those contexts around it that keep to themselves what letters are
    stating: bool = False  # it stands in the statement of a theorem, and not in the proof
    spreads: tuple[Given, ...] = ()  # which letters densities before it use as covariances


@dataclass(frozen=True)
class Failed:
    """A step of which not even the givens in force could be found."""

    step: Step
    fault: Fault


Part: TypeAlias = Scope | Unread | Failed


def chains(derivation: Derivation) -> Iterator[Part]:
    """Chains and unread formulas in page order."""
    found = list(_Walk(derivation.items).run(derivation.items))
    later: dict[int, frozenset[str]] = {}
    ahead: dict[tuple[int, tuple[int, ...]], dict[int, Given]] = {}  # by part and path, the first of them first
    for place in range(len(found) - 1, -1, -1):
        scope = found[place]
        if isinstance(scope, Scope):
            known = frozenset(n for g in scope.givens if isinstance(g, Fact) and g.definition for n in introduced(g))
            paths = (scope.firm[:length] for length in range(len(scope.firm) + 1))
            said = [g for path in paths for g in ahead.get((scope.part, path), {}).values()]
            fresh = tuple(g for g in said if not _is_any(g, scope.givens))
            found[place] = replace(scope, later=later.get(scope.part, frozenset()) - known, ahead=fresh)
            later[scope.part] = later.get(scope.part, frozenset()) | known
            own = {id(g): g for g in scope.givens if _may_be_meant_later(g)}
            ahead[scope.part, scope.firm] = own | ahead.get((scope.part, scope.firm), {})
    yield from found


@dataclass(frozen=True)
class _InForce:
    """What is in force at a place of the page. Leaving a context brings back what was in force before it."""

    earlier: tuple[Given, ...] = ()  # of the parts before this one
    givens: tuple[Given, ...] = ()  # of this part
    supposed: tuple[Given, ...] = ()  # of both, what stands in a supposition
    path: tuple[int, ...] = ()
    firm: tuple[int, ...] = ()
    spreads: tuple[Given, ...] = ()  # of this part: what densities use as covariances

    def only(self, keeps: Callable[[Given], bool], earlier_too: bool = True) -> _InForce:
        earlier = tuple(filter(keeps, self.earlier)) if earlier_too else self.earlier
        spreads = tuple(filter(keeps, self.spreads))
        return replace(self, earlier=earlier, givens=tuple(filter(keeps, self.givens)), spreads=spreads)

    def adding(self, given: Given, supposed: bool) -> _InForce:
        return replace(
            self, givens=(*self.givens, given), supposed=(*self.supposed, given) if supposed else self.supposed
        )


class _Walk:
    """One pass over a page, with what is in force where it stands."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.index_names = _index_names(items)
        self.unread = _unread_by_chain(items)
        self.now = _InForce()
        self.cases: list[Given] = []  # a value of an index, an induction hypothesis: for the next chain only
        self.seen: set[int] = set()  # givens that stood before the last chain: a new declaration replaces them
        self.lost: set[str] = set()
        self.gone: set[str] = set()
        self.any: set[str] = set()
        self.perhaps: list[Given] = []
        self.dropped: tuple[Fact | Property, ...] = ()
        self.part = 0
        self.contexts = 0
        self.stating = False
        self.alone: set[str] = set()  # letters that steps of this part wrote without an index
        self.as_families: set[str] = set()  # and those with one
        self.in_time: set[str] = set()  # members of sequences, which make up no whole: x_t
        self.wholes: set[str] = set()  # what steps of an earlier part wrote in both ways: y is made of the y_i

    def run(self, items: tuple[Item, ...], supposed: bool = False) -> Iterator[Part]:
        """The chains of a region; where it is `supposed`, that is what its first item says."""
        position = 0
        while position < len(items):
            item = items[position]
            position += 1
            match item:
                case Context():
                    yield from self.inside(item)
                case Step():
                    steps, position = _same_chain(items, position - 1)
                    if all(s.standing == "mention" and self.is_given(s.formula) for s in steps):
                        continue
                    scope = guarded(lambda s=steps: self.scope(s))  # type: ignore[misc]
                    yield from [scope] if isinstance(scope, Scope) else [Failed(step, scope) for step in steps]
                    if any(s.standing != "mention" for s in steps):
                        self.after(steps)
                    for step in (s for s in steps if s.decided and s.formula.relation == "="):
                        self.other_value_ends(step.formula)
                case Unread():
                    self.lost |= set(item.symbols) if not item.display else {item.defines} - {""}
                    self.lost |= set(item.symbols) if item.silent else set()
                    yield from () if item.silent else (item,)
                case Heading(fresh=fresh):
                    self.next_part(fresh)
                case Anew():
                    self.begin_anew(item)
                case _:
                    self.given(item, supposed and position == 1)

    def begin_anew(self, said: Anew) -> None:
        """Letters that may be others from here on."""
        if said.at_once or said.how == "perhaps":
            self.seen = {id(g) for g in (*self.now.earlier, *self.now.givens)}
        arbitrary = said.names if said.how == "any" else frozenset[str]()
        self.any, self.gone = self.any | arbitrary, self.gone - arbitrary
        supposed = {id(g) for g in self.now.supposed}
        every = (*self.now.earlier, *self.now.givens, *self.now.spreads)
        ended = {id(g): g for g in every if ends(g, said, id(g) in supposed, id(g) in self.seen)}
        self.gone |= frozenset().union(*map(introduced, ended.values())) if said.how in ("perhaps", "value") else set()
        self.now = self.now.only(lambda g: id(g) not in ended)

    def other_value_ends(self, formula: Formula) -> None:
        """A value holds until another one is named, in whatever way."""
        self.now = self.now.only(lambda g: not contradicts(g, formula))

    def is_given(self, formula: Formula) -> bool:
        return any(isinstance(g, Fact) and g.formula == formula for g in (*self.now.earlier, *self.now.givens))

    def inside(self, context: Context) -> Iterator[Part]:
        before = self.now
        self.contexts += 1
        firm = (*before.firm, self.contexts) if _keeps_meanings(context) else before.firm
        self.now = replace(before, path=(*before.path, self.contexts), firm=firm)
        stating = self.stating
        self.stating = context.kind == "theorem" or (stating and context.kind != "proof")
        yield from self.run(context.items, context.supposed)
        self.stating = stating
        left = {id(g): g for g in (*self.now.earlier, *self.now.givens)}
        for given in (*before.earlier, *before.givens):
            left.pop(id(given), None)
        self.gone |= frozenset().union(*map(introduced, left.values()))
        said = list(filter(_may_be_meant_later, left.values()))
        if not context.supposed or supposes_name(context) or starts_sequence(context):
            lasting = context.kind == "part" or context.supposed
            self.perhaps += [g for g in said if lasting or not isinstance(g, Fact) or g.lets]
        facts = [g for g in left.values() if isinstance(g, Fact) and not g.definition]
        words = [g for g in left.values() if isinstance(g, Property)]
        self.dropped = (*self.dropped, *words, *(facts if context.kind == "part" else ()))
        self.now, self.cases = before, []
        for solution in filter(names_something, said) if imposes(context) else ():
            self.now = self.now.adding(solution, supposed=True)

    def scope(self, steps: tuple[Step, ...]) -> Scope:
        local = (*self.now.givens, *self.cases)
        added = tuple(g for g in self.now.supposed if isinstance(g, Property))  # of what is known already
        kept = _still_meant(list(self.now.earlier), local, steps, added, self.wholes)
        meant = (*kept, *local)
        declared = frozenset().union(*map(introduced, meant))
        supposed = tuple(g for g in (*self.now.supposed, *self.cases) if any(g is m for m in meant))
        supposed_of = frozenset().union(*(mentions(g) for g in local if _is_hypothesis(g)))
        left = [g for g in self.now.earlier if isinstance(g, Fact) and g.definition and not _is_any(g, kept)]
        anew = frozenset().union(*(introduced(g) for g in meant if not _is_only_a_noun(g)))
        left = [g for g in left if not introduced(g) & (anew | supposed_of) and not is_set(g)]
        rewritten = frozenset().union(*(introduced(g) for g in left if _gives_entries(g)))
        gone = (self.gone | rewritten) - declared
        lost = frozenset(self.lost).union(*(self.unread.get(s.chain, ()) for s in steps))
        arbitrary = frozenset(self.any)
        perhaps = (*self.perhaps, *left)
        found = Scope(meant, steps, lost, self.part, self.now.path, local, supposed, frozenset(gone), arbitrary)
        found = replace(found, perhaps=perhaps, rewritten=rewritten, dropped=self.dropped)
        return replace(found, firm=self.now.firm, stating=self.stating, spreads=self.now.spreads)

    def after(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            if (fact := as_given(step)) is not None:
                if step.standing == "report":  # another value in the place of the one before
                    self.now = self.now.only(lambda g, f=fact: not is_value_of(g, f.formula.lhs))  # type: ignore[misc]
                self.now = self.now.adding(fact, step.by_use or not fact.definition)
        sides = [t for s in steps for t in (s.formula.lhs, s.formula.rhs)]
        self.alone |= {name for name, counts in survey(sides).counts.items() if 0 in counts}
        indexed = [t for side in sides for t in subterms(side) if isinstance(t, App) and t.head == "index"]
        self.as_families |= {base_name(t) for t in indexed}
        self.in_time |= {base_name(t) for t in indexed if any(map(is_time, t.args[1:]))}
        self.now = replace(self.now, spreads=(*self.now.spreads, *covariances_in(steps)))
        self.seen = {id(g) for g in (*self.now.earlier, *self.now.givens, *self.now.spreads)}
        self.cases = []

    def next_part(self, fresh: bool) -> None:
        opening = self.part == 0  # in front of all headings everything is said for the whole page
        own = tuple(g for g in self.now.givens if opening or _carries_over(g))
        kept = () if fresh else (*self.now.earlier, *own)
        values = tuple(g for g in kept if is_set(g))
        ended = (g for g in self.now.givens if isinstance(g, Fact) and g not in own)
        self.dropped = () if fresh else (*self.dropped, *ended)
        self.gone |= frozenset().union(*(introduced(g) for g in self.now.givens if g not in kept))
        self.now = replace(self.now, earlier=kept, givens=(), supposed=(*self.now.supposed, *values), spreads=())
        self.wholes = set() if fresh else self.wholes | (self.alone & self.as_families) - self.in_time
        self.alone, self.as_families = set(), set()
        self.cases, self.lost = [], set()
        self.gone, self.any = (set(), set()) if fresh else (self.gone, self.any)
        self.part += 1

    def given(self, item: Given, supposed: bool) -> None:
        if isinstance(item, Independent) and item.denied:
            self.now = self.now.only(lambda g: not is_taken_back(g, item))
            return
        if self.is_local(item):
            self.cases.append(item)
            return
        if isinstance(item, Fact):
            self.other_value_ends(item.formula)
        if self.seen and isinstance(item, Membership | Distributed | Mapping) and not supposed:
            name = base_name(item.function if isinstance(item, Mapping) else item.subject)
            self.now = self.now.only(lambda g: id(g) not in self.seen or not is_only_about(g, name) or _lists(g))
        listed = isinstance(item, Fact) and (item.imposed == "problem" or is_number(item))
        self.now = self.now.adding(item, supposed or listed)

    def is_local(self, given: Given) -> bool:
        """A value of an index, or an induction hypothesis: for the next chain only."""
        match given:
            case Fact(Formula(Sym(name), "=", Num()), False) if name in self.index_names:
                return True
            case Fact():
                return self.is_induction_hypothesis(given)
            case _:
                return False

    def is_induction_hypothesis(self, fact: Fact) -> bool:
        """Said of a member of a sequence that a recurrence determines: believed for the next chain only."""
        if fact.definition or fact.formula.relation != "=":
            return False
        itself = as_definition(fact.formula)
        if itself is not None and itself.recurrent:
            return False
        definitions = sort_givens((*self.now.earlier, *self.now.givens)).definitions
        sequences = {name for name, ds in definitions.items() if any(d.recurrent for d in ds)}
        sides = (*subterms(fact.formula.lhs), *subterms(fact.formula.rhs))
        members = [t for t in sides if isinstance(t, App) and t.head == "index" and base_name(t) in sequences]
        return any(not isinstance(t.args[1], Num) for t in members)


def _keeps_meanings(context: Context) -> bool:
    """Whether letters mean something in a context that they need not mean around it.

    A theorem and its proof share them; a supposition may be needed for what is said there, unless it is only a word
    for what kind of thing a symbol is, or one that means nothing to us.
    """
    if context.kind in ("theorem", "proof"):
        return False
    said = context.items[0] if context.supposed and context.items else None
    return not (isinstance(said, Property) and (said.word in KINDS or not has_meaning(said.word)))


def as_given(step: Step) -> Fact | None:
    """What a step that is not decided gives to those behind it, always the same object; None for a claim."""
    known: Fact | None = vars(step).get("_given")
    if known is None:
        known = _given(step)
        object.__setattr__(step, "_given", known)
    return known


def _given(step: Step) -> Fact | None:
    match step.standing:
        case "definition" | "report":
            return Fact(step.formula, True, (), step.span, lets=step.lets)
        case "hypothesis":
            return Fact(step.formula, False, step.over, step.span, step.unless, step.single)
        case "condition":
            return Fact(step.formula, False, (), step.span, imposed="problem")
        case _:
            return None


def _carries_over(given: Given) -> bool:
    """What a name means is known in later parts, too. An equation that was supposed is not."""
    match given:
        case Fact(Formula(App("E" | "Var" | "Cov"), "=", _)):
            return True
        case Fact(Formula(lhs, "=", rhs), definition):
            return definition or (isinstance(lhs, App) and base_name(lhs) in free_names(rhs))
        case _:
            return True


def _may_be_meant_later(given: Given) -> bool:
    """What a letter is, by a formula or by the space in which it lies; no value, and nothing that is assumed of it."""
    match given:
        case Fact(_, definition):
            return definition and not is_set(given)
        case Lines():
            return True
        case Membership(_, RealSpace(dims, positive=False, integer=False)):
            return bool(dims)
        case _:
            return False


def _is_only_a_noun(given: Given) -> bool:
    """ "the output $y$": who calls a symbol something that means nothing to us may mean what it was before."""
    return isinstance(given, Property) and not has_meaning(given.word)


def _gives_entries(fact: Fact) -> bool:
    """ "p_i = ...": whoever writes p in a later part may mean the vector."""
    match fact.formula:
        case Formula(App("index", (Sym(name), Sym())), "=", rhs):
            return name not in free_names(rhs)
        case _:
            return False


def _is_any(given: Given, of: Iterable[Given]) -> bool:
    return any(given is other for other in of)


def _index_names(items: tuple[Item, ...]) -> set[str]:
    """Letters that stand in an index somewhere on the page."""
    formulas = [i.formula for i in flat(items) if isinstance(i, Step | Fact)]
    return set(survey([t for f in formulas for t in (f.lhs, f.rhs)]).indices)


def _unread_by_chain(items: tuple[Item, ...]) -> dict[int, frozenset[str]]:
    """The symbols of what was not understood in a chain: nothing of them is refuted beside it."""
    found: dict[int, frozenset[str]] = {}
    for item in flat(items):
        if isinstance(item, Unread) and item.chain:
            found[item.chain] = found.get(item.chain, frozenset()) | frozenset(item.symbols)
    return found


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


def _still_meant(
    earlier: list[Given],
    local: tuple[Given, ...],
    steps: tuple[Step, ...],
    added: tuple[Given, ...],
    wholes: Set[str],
) -> list[Given]:
    """Givens of earlier parts that this chain needs, without those whose letters mean something else here."""
    here = survey([t for s in steps for t in (s.formula.lhs, s.formula.rhs)])
    nearby = usage_of(local)
    before = usage_of(earlier)
    changed = _reused((here, nearby), before) - _said_as_whole(earlier) - wholes
    changed |= _numbered_anew(earlier, local, steps)
    calls = {(base_name(g.formula.lhs), len(children(g.formula.lhs))) for g in earlier if _defines_function(g)}
    functions = {name for name, _ in calls}
    declared = (g for g in local if not _only_adds(g, calls) and not any(g is x for x in added))
    taken = changed.union(*map(introduced, declared))
    taken |= functions.intersection(n for g in local for n in _bounded_letters(g))
    kept = [g for g in earlier if not taken & introduced(g) and not changed & mentions(g)]
    kept = [g for g in kept if not (_is_hypothesis(g) and taken & mentions(g))]
    retold = {g.function.name for g in local if isinstance(g, OfFunction) and not g.added}
    kept = [g for g in kept if not (isinstance(g, OfFunction) and g.function.name in retold)]
    conventions = [g for g in earlier if isinstance(g, Convention)]
    return [*conventions, *_needed(kept, names_in_use(here) | names_in_use(nearby))]


def _numbered_anew(earlier: list[Given], local: tuple[Given, ...], steps: tuple[Step, ...]) -> set[str]:
    """The W of W_1 and W_2 behind a part with one matrix W: no rows of that, but matrices of their own."""
    formulas = [*(s.formula for s in steps), *(g.formula for g in local if isinstance(g, Fact))]
    numbered = numbered_only([side for f in formulas for side in (f.lhs, f.rhs)])
    matrices = (g for g in earlier if isinstance(g, Membership) and len(getattr(g.space, "dims", ())) == 2)
    return numbered.intersection(g.subject.name for g in matrices if isinstance(g.subject, Sym))


def _said_as_whole(givens: Iterable[Given]) -> set[str]:
    """Letters of which something was said as a whole, also where only their entries stand in formulas: y in R^n.

    A number x is another thing than the x_t.
    """
    about = (g for g in givens if isinstance(g, Membership | Property | Distributed))
    numbers = (g for g in givens if isinstance(g, Membership) and not getattr(g.space, "dims", ()))
    return {g.subject.name for g in about if isinstance(g.subject, Sym)} - {base_name(g.subject) for g in numbers}


def _bounded_letters(given: Given) -> list[str]:
    """The m of "let m > 0": whoever says that means a number by it."""
    match given:
        case Fact(Formula(lhs, "<" | ">" | "<=" | ">=", rhs), False):
            return [side.name for side in (lhs, rhs) if isinstance(side, Sym)]
        case _:
            return []


def _is_hypothesis(given: Given) -> bool:
    """Said of symbols, without introducing one: worth nothing where one of them is declared anew."""
    return isinstance(given, Independent) or (isinstance(given, Fact) and not given.definition)


def _only_adds(given: Given, calls: Set[tuple[str, int]]) -> bool:
    """ "Now let the X_i be i.i.d.", "f is symmetric" of a function, H(y) beside H(y, p): said of what is known."""
    known = {name for name, _ in calls}
    if _defines_function(given):
        own = base_name(given.formula.lhs), len(children(given.formula.lhs))
        return own[0] in known and own not in calls
    if not isinstance(given, Property):
        return isinstance(given, OfFunction)
    return given.word in ADDED_WORDS or (given.word not in KINDS and base_name(given.subject) in known)


def _defines_function(given: Given) -> TypeGuard[Fact]:
    """f(x) = ..."""
    if not isinstance(given, Fact) or not given.definition:
        return False
    return isinstance(given.formula.lhs, App) and given.formula.lhs.head == "apply"


def _needed(givens: list[Given], names: Set[str]) -> list[Given]:
    """The givens that the names lead to, in the order of the page: x_i leads to what is said of a bold x."""
    wholes = {n for g in givens for n in introduced(g) if letter_of(n).bold}

    def with_wholes(said: Set[str]) -> set[str]:
        return {*said, *(whole for whole in wholes for n in said if is_entry_letter(n, whole))}

    wanted = with_wholes(names)
    chosen: set[int] = set()
    grown = True
    while grown:
        grown = False
        for given in givens:
            about = introduced(given) or mentions(given)
            if id(given) not in chosen and about & wanted:
                chosen.add(id(given))
                wanted |= with_wholes(mentions(given))
                grown = True
    return [g for g in givens if id(g) in chosen]


def _reused(here: tuple[Usage, ...], before: Usage) -> set[str]:
    """Letters that stand alone here, and nowhere as families, but were families before."""
    alone = {n for usage in here for n, counts in usage.counts.items() if counts == {0}}
    alone -= {n for usage in here for n, counts in usage.counts.items() if counts != {0}}  # "let g_i = g for all i"
    return {n for n in alone if 0 not in before.counts.get(n, {0})}


def _lists(given: Given) -> bool:
    """`y = (y_1, ..., y_n)`, of which the members are drawn behind it: it still lists them."""
    return isinstance(given, Fact) and is_list_of_members(given.formula)
