"""What the formulas of a page are for: definitions, claims and suppositions, in the order of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from language.derivation import (
    Aside,
    Boundary,
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
    index_named,
)
from language.terms import App, Sym, Term, free_names, is_index_in, num
from latex_in import tables as t
from latex_in.context import Context, base_name, is_inverse, is_variance
from latex_in.curved import Curved, claims_of
from latex_in.declare import Equation, Pairs
from latex_in.hedges import Hedge
from latex_in.optima import is_optimal
from latex_in.ranges import MESSAGE, is_at_point, is_constant, leaves_domain, restricted, unused
from latex_in.relations import Candidate, Zero
from latex_in.roles import (
    INTRODUCING,
    SUPPOSING,
    Scope,
    is_claim,
    is_definable,
    is_definition,
    is_general,
    is_growth,
    mentions_own_density,
    relates_entries,
)


@dataclass
class Draft:
    """A step before its role is known."""

    step: Step
    first: bool  # the first relation of its statement
    marked: bool | None  # True: introduced as a definition; None: nothing said
    hypothesis: str = ""  # the word that makes it an assumption
    over: tuple[str, ...] = ()
    unless: Pairs = ()
    conditions: tuple[Given, ...] = ()  # where it holds, from the words behind it: "for i != j"
    among: bool = False  # written as a member of the places of a minimum
    claimed: bool = False  # "Then", "we obtain": the words before it announce a conclusion


@dataclass(frozen=True)
class Edge:
    """Where a sentence that explains the display above it begins and ends."""

    opens: bool


_PART_OF_PROBLEM = re.compile(r"\(?(?:[a-z]|[ivx]+|\d)[.)]?\)?", re.IGNORECASE)


@dataclass
class Earlier:
    """What the parts of a page before this one define and speak of."""

    defined: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    sequences: set[str] = field(default_factory=set)  # whose members are determined by earlier ones
    started: set[str] = field(default_factory=set)  # of which a first member is given
    recent: set[str] = field(default_factory=set)  # symbols that this problem defines, perhaps in another part of it

    def enter(self, items: Sequence[object]) -> None:
        """A part begins: "(b)" goes on with the same problem."""
        title = items[0].title if items and isinstance(items[0], Heading) else None
        if title is not None and not _PART_OF_PROBLEM.fullmatch(title.strip()):
            self.recent = set()

    def note(self, item: object) -> None:
        """Remember a sequence that an item defines, or the start of one."""
        formula = item.formula if isinstance(item, Step | Fact) and item.definition else None
        name = base_name(formula.lhs) if formula is not None else None
        if formula is not None and name is not None and isinstance(formula.lhs, Sym):
            self.recent.add(name)
        if formula is not None and name is not None and _goes_on(formula):
            self.sequences.add(name)
        elif formula is not None and name is not None and not is_general(formula.lhs):
            self.started.add(name)

    def determines(self, formula: Formula) -> bool:
        """Whether a member of a sequence follows from what was said, so that an equation for it claims something."""
        name = base_name(formula.lhs)
        if isinstance(formula.lhs, Sym):
            return name in self.recent and free_names(formula.rhs) <= self.used | self.defined
        if name not in self.sequences or not isinstance(formula.lhs, App) or formula.lhs.head != "index":
            return False
        if not is_general(formula.lhs):
            return name in self.started or name in free_names(formula.rhs)
        known = self.used | self.defined
        return name in self.started and not _goes_on(formula) and free_names(formula.rhs) <= known


Rough: TypeAlias = Item | Draft | Candidate | Zero | Curved | Edge  # what a page holds before roles are decided


def joined(items: list[Item | Edge]) -> list[Item]:
    """The items of a whole page, with explanations as asides and chains counted. Never fails."""
    return _numbered(_asides(items))


def settle(items: list[Rough], context: Context, before: Earlier) -> Iterator[Item | Edge]:
    """The items of one part with definitions told from claims, in two passes: "where" may follow its display.

    What this part defines and speaks of is added to `before`.
    """
    before.enter(items)
    for item in _settled(items, context, before):
        before.note(item)
        yield item


def _settled(items: list[Rough], context: Context, before: Earlier) -> Iterator[Item | Edge]:
    defined = _defined_in(items)
    scope = Scope()
    pieces = _Pieces(items)
    chain: tuple[int, tuple[Given, ...]] = (0, ())
    owned = [item.own for item in items if isinstance(item, Curved)]
    awaited = False  # a derivative is set to zero that nobody has computed yet: the next line is that equation
    for item in items:
        match item:
            case Draft() if awaited and item.first and _is_zero(item.step.formula):
                awaited = False
                yield Fact(item.step.formula, False, (), item.step.span, cue="subject")
                scope.note(item.step.formula)
            case Draft():
                awaited = False
                decided = pieces.told(item, _decided_step(item, scope, defined, before))
                if chain != (item.step.chain, item.conditions) and isinstance(decided, Step) and not decided.definition:
                    yield from item.conditions
                chain = (item.step.chain, item.conditions)
                yield decided
                scope.note(item.step.formula)
            case Candidate(equation):
                anew = equation.formula in owned and bool(_arguments_anew(equation.formula, scope))
                told = pieces.weighed(replace(item, cue="let") if anew else item)
                yield from _decided_candidate(told, scope, context)
                if item.hedge is not Hedge.GOAL:
                    scope.note(equation.formula)
            case Zero(of, by, span, several):
                found = scope.vanishing(of, by, several)
                yield from (Fact(Formula(x, "=", num(0), span), False, (), span, cue="setting") for x in found)
                awaited = not found and not of
            case Property(subject, word):
                scope.describe(subject, word)
                yield item
            case Curved():
                yield from _curved(item, scope)
            case Membership() | Distributed():
                scope.declare(item)
                yield item
            case Fact(formula, True):
                scope.defined.add(base_name(formula.lhs) or "")
                scope.note_definition(formula)
                yield item
            case _:
                yield item
    before.defined |= scope.defined
    before.used |= scope.used


def _curved(said: Curved, scope: Scope) -> Iterator[Item]:
    """What is claimed of a function that has a formula; what is only said of any other."""
    name = said.function or next(reversed(scope.bodies), "")
    if name in scope.bodies:
        for number, claim in enumerate(claims_of(said, scope.bodies[name])):
            yield replace(claim, chain=said.chain + number) if isinstance(claim, Step) else claim
    elif said.given is not None:
        yield said.given


class _Pieces:
    """What a part of the page defines for some of its indices or arguments only."""

    def __init__(self, items: list[Rough]) -> None:
        self.terms = [side for item in items for side in _sides(item)]
        drafts = [x for x in items if isinstance(x, Draft) and x.first and x.conditions]
        self.ranged = [x.step.formula.lhs for x in drafts]
        self.found = set[Term]()

    def weighed(self, candidate: Candidate) -> Candidate:
        """A function that is given for some arguments and used at others is not given as a whole."""
        beyond = candidate.extent == "domain" and leaves_domain(candidate.equation.formula, self.terms)
        return replace(candidate, extent="part") if beyond else candidate

    def told(self, draft: Draft, decided: Step | Fact) -> Step | Fact | Unread:
        """The step, or that it cannot be used: then so it is with the other pieces."""
        formula = draft.step.formula
        given = isinstance(decided, Fact) or decided.definition or formula.lhs in self.found
        if not draft.conditions or not given or not self.is_partial(draft):
            return decided
        self.found.add(formula.lhs)
        text, name = f"{draft.step.lhs_text} {formula.relation} {draft.step.rhs_text}", base_name(formula.lhs) or ""
        return Unread(draft.step.span, MESSAGE, text, draft.step.chain, symbols=(name,), defines=name)

    def is_partial(self, draft: Draft) -> bool:
        formula = draft.step.formula
        extent = restricted(formula, draft.conditions)
        several = self.ranged.count(formula.lhs) > 1
        return extent == "part" or (extent == "domain" and (several or leaves_domain(formula, self.terms)))


def _sides(item: Rough) -> tuple[Term, ...]:
    match item:
        case Candidate(Equation(formula)) | Draft(Step(formula)):
            return formula.lhs, formula.rhs
        case _:
            return ()


def _is_zero(formula: Formula) -> bool:
    return formula.relation == "=" and (formula.rhs == num(0) or formula.rhs == App("zeros", ()))


def _decided_candidate(candidate: Candidate, scope: Scope, context: Context) -> Iterator[Item]:
    equation = candidate.equation
    formula = equation.formula
    if candidate.hedge is Hedge.OPEN or _only_bounds(candidate, scope):
        return
    quoted = candidate.unreal and candidate.cue not in t.CLAIM_CUES | INTRODUCING
    if not quoted and is_claim(formula, candidate.cue, scope):
        scope.claim, scope.bounds = formula, candidate.where
        yield from (Fact(f, False, (), f.span, cue="when") for f in candidate.where)
        for a, b in equation.unless:
            yield Fact(Formula(Sym(a), "!=", index_named(b), formula.span), False, (), formula.span, cue="when")
        limit = rf"\lim_{{{candidate.limit}}} " if candidate.limit else ""
        shown = limit + (equation.shown or context.latex(equation.left)), context.latex(equation.right)
        formula = is_optimal(formula) if equation.among else formula
        yield Step(formula, candidate.chain, context.span(equation.right), *shown)
        return
    if candidate.hedge:
        return
    if candidate.extent == "part" and not quoted:
        yield unused(candidate, f"{context.latex(equation.left)} {formula.relation} {context.latex(equation.right)}")
        return
    if not quoted and is_at_point(candidate, scope.defined, scope.declared):
        yield Fact(formula, False, (), formula.span, cue="some")
        return
    definition = not quoted and _defines(candidate, scope)
    if candidate.unreal and not definition:
        return
    if definition:
        scope.defined.add(base_name(formula.lhs) or "")
    cue = "some" if candidate.some and not definition else candidate.cue
    general = () if definition or cue in SUPPOSING or candidate.where else _arguments_anew(formula, scope)
    yield Fact(formula, definition, equation.over or general, formula.span, equation.unless, cue)


def _only_bounds(candidate: Candidate, scope: Scope) -> bool:
    """The x > 0 of "we have |x| = x for x > 0": it is said of that claim alone, unless x counts."""
    formula = candidate.equation.formula
    if formula not in scope.bounds or scope.claim is None:
        return False
    names = {side.name for side in (formula.lhs, formula.rhs) if isinstance(side, Sym)}
    about = (scope.claim.lhs, scope.claim.rhs)
    return bool(names) and not any(is_index_in(name, term) for name in names for term in about)


def _defines(candidate: Candidate, scope: Scope) -> bool:
    equation = candidate.equation
    known = scope.used | scope.defined | scope.declared
    if candidate.some and (candidate.cue not in INTRODUCING or base_name(equation.formula.lhs) in known):
        return False
    if _introduces_anew(candidate, scope):
        return True
    return not equation.unless and is_definition(equation.formula, candidate.cue, scope, equation.defining)


def _introduces_anew(candidate: Candidate, scope: Scope) -> bool:
    """ "Let $f(x) = x^3$" where f was something else before: not two equations for one function."""
    strong = candidate.cue in INTRODUCING or candidate.cue in ("consider", "take")
    plain = not candidate.where and not candidate.equation.unless and not candidate.equation.over
    return strong and plain and bool(_arguments_anew(candidate.equation.formula, scope))


def _arguments_anew(formula: Formula, scope: Scope) -> tuple[str, ...]:
    """The arguments of a known function that a formula gives another expression in them; else nothing."""
    match formula:
        case Formula(App("apply", (Sym(name), *arguments)), "=", App(head) as value) if head != "apply":
            names = tuple(a.name for a in arguments if isinstance(a, Sym))
            general = len(names) == len(arguments) and bool(set(names) & free_names(value))
            return names if general and name in scope.defined and name not in free_names(value) else ()
    return ()


def _defined_in(items: list[Rough]) -> set[str]:
    """Names that prose or a marked display of this part defines, wherever it does."""
    scope, found = Scope(), set()
    for item in items:
        match item:
            case Candidate(equation, cue):
                formula = equation.formula
                if not item.hedge and not is_claim(formula, cue, scope) and _defines(item, scope):
                    found.add(base_name(formula.lhs) or "")
                    scope.defined.add(base_name(formula.lhs) or "")
                scope.note(formula)
            case Draft(step, _, marked):
                if marked and is_definable(step.formula.lhs):
                    found.add(base_name(step.formula.lhs) or "")
                    scope.defined.add(base_name(step.formula.lhs) or "")
                scope.note(step.formula)
            case Property(subject, word):
                scope.describe(subject, word)
            case Membership() | Distributed():
                scope.declare(item)
            case _:
                pass
    return found


def _decided_step(draft: Draft, scope: Scope, defined: set[str], before: Earlier) -> Step | Fact:
    step, formula = draft.step, draft.step.formula
    if step.denied:
        return step
    if draft.hypothesis:
        cue = "some" if is_constant(formula) and not draft.over else draft.hypothesis
        return Fact(formula, False, draft.over, step.span, draft.unless, cue)
    name = base_name(formula.lhs)
    definable = formula.relation == "=" and is_definable(formula.lhs) and name is not None
    definable = definable and not mentions_own_density(formula) and not is_growth(formula)
    open_sign = is_variance(formula.lhs)  # a real s with s^2 = 1 may be negative
    definable = definable and not (name in scope.declared and (open_sign or relates_entries(formula)))
    taken = scope.used | scope.defined | scope.determined | defined | (before.defined if draft.claimed else set())
    if is_growth(formula) and draft.first and name is not None and name not in taken | free_names(formula.rhs):
        return replace(step, definition=True)  # how a new quantity grows is for the author to say
    another = not is_general(formula.lhs) and formula.lhs not in scope.members  # delta_1 behind delta_2
    fresh = name not in scope.defined or _goes_on(formula) or another
    new = draft.first and name not in taken and not is_inverse(formula.lhs) and not before.determines(formula)
    definition = definable and bool((draft.marked and fresh) or new)
    if definition and name is not None:
        scope.defined.add(name)
        scope.members.add(formula.lhs)
    if draft.among and not definition:
        return replace(step, formula=is_optimal(formula))
    return replace(step, definition=definition)


def _goes_on(formula: Formula) -> bool:
    """Whether an equation determines the members of a sequence by earlier ones: the first may be given before."""
    indexed = isinstance(formula.lhs, App) and formula.lhs.head == "index" and is_general(formula.lhs)
    return indexed and base_name(formula.lhs) in free_names(formula.rhs)


def _asides(items: list[Item | Edge]) -> list[Item]:
    """What stands between two edges becomes one aside; claims in it stay claims."""
    made: list[Item] = []
    inside: list[Given] | None = None
    for item in items:
        if isinstance(item, Edge):
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
