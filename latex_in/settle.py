"""What the formulas of a page are for: definitions, claims and suppositions, in the order of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Heading,
    Item,
    Lines,
    Membership,
    Property,
    Standing,
    Step,
    Unread,
    index_named,
)
from hence.language.solutions import solved_letters
from hence.language.terms import App, Sym, Term, free_names, is_index_in, is_value, num, subterms
from hence.latex_in.discrete_laws import with_discrete_laws
from hence.latex_in.drafts import Draft, LawClaim, Rough
from hence.latex_in.earlier import Earlier, goes_on
from hence.latex_in.formula.alternatives import not_understood
from hence.latex_in.formula.context import Context, base_name, is_inverse, is_variance
from hence.latex_in.formula.optima import is_optimal
from hence.latex_in.inverse_functions import inverse_fact
from hence.latex_in.law_functions import functions_of, functions_of_any, sample_means
from hence.latex_in.models import densities_in, is_a_model, is_open
from hence.latex_in.order import Edge, Settled
from hence.latex_in.pieces import Pieces
from hence.latex_in.prose.clause import CONDITIONAL, LETTING, SUPPOSING, Force, Hedge
from hence.latex_in.prose.curved import Curved, claims_of
from hence.latex_in.prose.described import Description
from hence.latex_in.prose.discourse import Closes, Leaves, Marker, Opens, Reach, opened, supposes
from hence.latex_in.prose.meaning import claim_of
from hence.latex_in.prose.ranges import (
    is_at_point,
    is_constant,
    unused,
)
from hence.latex_in.prose.relations import Candidate, Zero, index_letters
from hence.latex_in.prose.suppositions import Asserted
from hence.latex_in.prose.unheard import UNHEARD
from hence.latex_in.roles import (
    Scope,
    differentiates,
    goes_on_from,
    introduced_name,
    is_another_function,
    is_definable,
    is_general,
    is_growth,
    is_known_derivative,
    is_value_of_parameter,
    mentions_own_density,
    names_function,
    relates_entries,
    restricted_by,
)
from hence.latex_in.samples import as_model
from hence.latex_in.standing import (
    ONLY_MENTIONED,
    ORDER,
    Stands,
    arguments_anew,
    closes_recurrence,
    counts_steps,
    is_posed,
    names_right,
    of_relation,
    recurs,
    says_what_is_declared,
    turns_numbers,
    unless_known,
)
from hence.latex_in.theorems import Statements
from hence.latex_in.wide_sums import with_wide_sums


def settle(items: list[Rough], context: Context, before: Earlier) -> Iterator[Settled]:
    """The items of one part with definitions told from claims, in two passes: "where" may follow its display.

    What this part defines and speaks of is added to `before`.
    """
    items = with_discrete_laws(with_wide_sums(items))
    before.enter(items)
    for item in _settled(items, context, before):
        before.note(item)
        yield item


def _settled(items: list[Rough], context: Context, before: Earlier) -> Iterator[Settled]:
    part = _Part(items, context, before)
    for fact in sample_means(context.names.sample_means, part.pieces.terms):
        yield from _noted(fact, part.scope)
    for item in items:
        for settled in part.take(item):
            yield settled
            yield from part.inverted(settled)
    before.defined |= part.scope.defined
    before.used |= part.scope.used
    if not any(isinstance(item, Heading) for item in items):
        before.determined |= part.scope.determined


class _Part:
    """One part of a page while its items are settled in order."""

    def __init__(self, items: list[Rough], context: Context, before: Earlier) -> None:
        self.context, self.before = context, before
        self.defined = _defined_in(items)
        self.pieces = Pieces(items)
        self.scope = Scope(counters=set(index_letters(*self.pieces.terms)), earlier=set(before.defined))
        self.scope.densities = densities_in(items)
        self.scope.determined |= before.determined
        self.chain: tuple[int, tuple[Given, ...]] = (0, ())
        self.owned = [item.own for item in items if isinstance(item, Curved)]
        self.drawn = {base_name(x.subject) for x in items if isinstance(x, LawClaim | Distributed)}
        self.awaited = False  # a derivative is set to zero that nobody has computed: the next line is that equation
        self.theorems = Statements(items)

    def take(self, item: Rough) -> Iterator[Settled]:
        match item:
            case Draft():
                yield from self.draft(item)
            case Candidate():
                yield from self.candidate(item)
            case Zero():
                yield from self.zero(item)
            case Fact(imposed="here"):
                yield opened(Reach.ROW)
                yield item
            case Asserted(Property() | Fact() as said) if (claim := claim_of(said, self.scope.equated)) is not None:
                yield claim
            case Asserted(given, reach, concluded):
                if self.scope.knows(given, concluded) and not _ranges_an_index(given, self.scope):
                    yield opened(reach, given)
                yield from _noted(given, self.scope)
                yield from self.functions(given)
            case Opens(kind="theorem" | "proof") | Leaves("theorem" | "proof"):
                self.theorems.pass_by(item)
                yield item
            case Curved():
                yield from _curved(item, self.scope)
            case LawClaim() | Distributed():
                yield from self.law(item)
            case _:
                yield from _noted(item, self.scope)
                yield from self.functions(item)

    def inverted(self, item: Settled) -> Iterator[Settled]:
        """The inverse of a function that was just defined, where the page uses it."""
        match item:
            case Fact(formula, True) | Step(formula, standing="definition"):
                fact = inverse_fact(formula, self.pieces.terms)
                if fact is not None:
                    yield from _noted(fact, self.scope)
            case _:
                pass

    def functions(self, item: Rough) -> Iterator[Settled]:
        """The functions of what is called random, and has no law on this page."""
        match item:
            case Property(Sym(name)) if name not in self.drawn:
                for fact in functions_of_any(item, self.context.names.spoken_functions, self.pieces.terms):
                    yield from _noted(fact, self.scope)
            case _:
                pass

    def law(self, item: LawClaim | Distributed) -> Iterator[Settled]:
        """A law that is declared, with the functions that it determines; or a claim about what has one already."""
        if isinstance(item, LawClaim):
            told = isinstance(item.otherwise, Unread) or base_name(item.subject) in self.scope.equated
            if told and item.steps and self.scope.is_normal(item.subject):
                yield from item.steps
            elif isinstance(item.otherwise, Unread):
                made = item.generating if self.scope.is_made(item.subject) else None
                yield from made or (self.law(item.said) if self.is_unspoken(item.subject) else (item.otherwise,))
            else:
                yield from self.law(item.otherwise)
            return
        if item.given and base_name(item.subject) in self.scope.drawn:  # a posterior: its law without them is another
            yield from not_understood([base_name(item.subject) or ""], "a law given something", item.span)
            return
        yield from _noted(item, self.scope)
        for fact in functions_of(item, self.context.names.spoken_functions, self.pieces.terms):
            yield from _noted(fact, self.scope)

    def is_unspoken(self, subject: Term) -> bool:
        """Whether no formula has said anything of a letter: nothing can be concluded of it, not even with "then"."""
        scope, name = self.scope, base_name(subject)
        spoken = scope.used | scope.defined | scope.drawn | scope.equated | scope.constrained | scope.determined
        return isinstance(subject, Sym) and name not in spoken | self.before.defined | self.before.used

    def draft(self, draft: Draft) -> Iterator[Settled]:
        awaited, self.awaited = self.awaited, False
        if awaited and draft.first and _is_zero(draft.step.formula):
            yield from self.set_to_zero(draft.step)
            self.scope.note(draft.step.formula)
            return
        if (model := as_model(draft, self.scope, self.context.names.independence)) is not None:
            yield Closes(Reach.ROW)  # it outlives the reason that its sentence gives
            yield model
            self.scope.note(draft.step.formula)
            return
        found = _decided_step(draft, self.scope, self.defined, self.before, self.theorems)
        if found.standing in ("definition", "report") and draft.described is not None:
            yield from _as_described(found, draft.described, self.scope)
            self.scope.note(draft.step.formula)
            return
        decided = self.pieces.told(draft, found)
        place = (draft.step.chain, draft.conditions)
        if self.chain != place and isinstance(decided, Step) and decided.decided:
            yield from _held(draft.conditions, again=self.chain[0] == draft.step.chain)
        self.chain = place
        yield decided
        if isinstance(decided, Step) and self.names_solution(decided):
            self.scope.defined.add(base_name(decided.formula.lhs) or "")
            yield Fact(decided.formula, True, (), decided.span)
        self.scope.note(draft.step.formula)

    def names_solution(self, step: Step) -> bool:
        r"""`\ell'(\mu) = 0 \implies \hat\mu = \dots`: from there on the new letter is the name of that solution."""
        known = self.scope.used | self.scope.defined | self.scope.declared | self.scope.described
        if not isinstance(step.formula.lhs, Sym) or step.formula.lhs.name in known or step.formula.relation != "=":
            return False
        before = {name for p in step.premises for side in (p.lhs, p.rhs) for name in free_names(side)}
        return step.standing == "claim" and not before.isdisjoint(solved_letters(step.formula.lhs.name))

    def set_to_zero(self, step: Step) -> Iterator[Settled]:
        """ "Setting the gradient to zero gives A w = b" claims that the gradient is that, where it is known of what."""
        derivative = self.scope.total_derivative(step.formula)
        self.scope.constrained |= free_names(step.formula.lhs)
        if derivative is None:
            yield replace(step, standing="condition")
            return
        zero = Formula(derivative, "=", num(0), step.formula.span)
        yield replace(step, premises=(zero,), announced=True)
        yield Fact(zero, False, (), step.span, imposed="problem")

    def candidate(self, candidate: Candidate) -> Iterator[Settled]:
        formula = candidate.equation.formula
        anew = formula in self.owned and bool(arguments_anew(formula, self.scope))
        if is_posed(candidate.posed, formula, self.scope):
            candidate = replace(candidate, force=candidate.posed)
        steps = counts_steps(formula, self.scope)
        if steps and candidate.force in SUPPOSING | {Force.CASE}:
            candidate = replace(candidate, equation=replace(candidate.equation, over=steps))
        told = self.pieces.weighed(replace(candidate, force=Force.LET) if anew else candidate)
        stands = unless_known(of_relation(told, self.scope), self.before.determines(formula))
        yield from _decided_candidate(told, stands, self.scope, self.context, self.theorems.stating)
        if steps and candidate.force in CONDITIONAL:
            yield Property(Sym(base_name(formula.lhs) or ""), f"perhaps meant for every {steps[0]}", formula.span)
        if candidate.hedge is not Hedge.GOAL:
            self.scope.note(formula)

    def zero(self, zero: Zero) -> Iterator[Settled]:
        found = self.scope.vanishing(zero.of, zero.by, zero.several)
        for term in found:
            yield opened(Reach.ROW)
            yield Fact(Formula(term, "=", num(0), zero.span), False, (), zero.span, imposed="here")
        self.awaited = not found and not zero.of


def _as_described(step: Step, what: Description, scope: Scope) -> Iterator[Settled]:
    """ "The gradient of the loss is g = 3x": a claim about the gradient, and from there on g is its name."""
    claim = what.claim(step.formula, scope)
    if claim is None:
        yield replace(step, standing="definition", described=what.noun)
        return
    yield replace(step, formula=claim, standing="claim", by_use=False)
    yield Fact(step.formula, True, (), step.span)


def _noted(item: Item | Edge | Marker, scope: Scope) -> Iterator[Settled]:
    """A given or a marker, with what it says of its symbols remembered."""
    match item:
        case Property(subject, word) if word.startswith(UNHEARD):
            if (base_name(subject) or "") in scope.declared | scope.constrained | scope.defined:
                return  # it is declared: the noun says what it is for
        case Property(subject, word):
            scope.describe(subject, word)
        case Membership() | Distributed():
            scope.declare(item)
        case Lines(matrix, _, vector) if base_name(matrix) in scope.defined:
            members = (x for x in subterms(vector) if isinstance(x, App) and x.head == "index")
            scope.determined |= {base_name(x) or "" for x in members}  # the rows of what has an equation
        case Fact(formula, True):
            scope.introduce(formula.lhs)
            scope.note_definition(formula)
        case _:
            pass
    yield item


def _ranges_an_index(given: Given, scope: Scope) -> bool:
    match given:
        case Membership(Sym(name)):
            return name in scope.counters
        case Fact(formula):
            return _counts(formula, scope)
        case _:
            return False


def _held(conditions: tuple[Given, ...], again: bool) -> Iterator[Settled]:
    """The conditions of a row, in a context of their own; `again` where the row above has others."""
    if again:
        yield Closes(Reach.ROW)
    for given in conditions:
        yield opened(Reach.ROW)
        yield given


def _curved(said: Curved, scope: Scope) -> Iterator[Settled]:
    """What is claimed of a function that has a formula; what is only said of any other."""
    name = said.function or next(reversed(scope.bodies), "")
    if name in scope.bodies:
        for number, claim in enumerate(claims_of(said, scope.bodies[name])):
            if isinstance(claim, Fact):
                yield opened(Reach.ROW)
            yield replace(claim, chain=said.chain + number) if isinstance(claim, Step) else claim
    elif said.given is not None:
        yield said.given


def _is_zero(formula: Formula) -> bool:
    return formula.relation == "=" and (formula.rhs == num(0) or formula.rhs == App("zeros", ()))


def _decided_candidate(
    candidate: Candidate, stands: Stands, scope: Scope, context: Context, goal: bool
) -> Iterator[Settled]:
    equation = candidate.equation
    formula = equation.formula
    if _only_bounds(candidate, scope):
        return
    if candidate.at_times and candidate.extent != "part" and stands.as_ in ("definition", "hypothesis", "report"):
        stands = ONLY_MENTIONED
    if stands.as_ is None:
        yield from () if candidate.hedge is Hedge.DENIED else _mentioned(candidate, context)
        name = base_name(formula.lhs)
        tells = candidate.force is Force.DESCRIBE or _may_tell(candidate, scope)
        if tells and name not in {None, *scope.defined}:
            said = f"{context.latex(equation.left)} {formula.relation} {context.latex(equation.right)}"
            yield Property(Sym(name or ""), f'perhaps restricted by "{said}"', formula.span)
        return
    if stands.as_ in ("claim", "goal"):
        scope.claim, scope.bounds = formula, candidate.where
        yield from _held(_where(candidate), again=False)
        step = _inline_step(candidate, context)
        yield replace(
            step,
            standing="goal" if goal else stands.as_,
            reason=candidate.force is Force.REASON,
            announced=candidate.concluded,
            unheard=candidate.unheard or (candidate.label if arguments_anew(formula, scope) else ""),
        )
        return
    whole = candidate.extent != "part"
    if stands.by_use and whole:
        scope.introduce(formula.lhs)
        scope.values |= {formula.lhs.name} if stands.as_ == "report" and isinstance(formula.lhs, Sym) else set()
        yield replace(_inline_step(candidate, context), standing=stands.as_, by_use=True)
        return
    turns = stands.as_ == "definition" and names_right(formula, scope) and not candidate.concluded
    told = candidate.force is Force.CLAIM or (candidate.claims and candidate.described is not None)
    told = told and isinstance(formula.lhs, Sym) and not equation.defining
    if stands.as_ == "definition" and told and not turns and whole:
        yield from _named_by_claim(candidate, scope, context)
        return
    if turns:
        turned = replace(formula, lhs=formula.rhs, rhs=formula.lhs)
        candidate = replace(candidate, equation=replace(equation, formula=turned))
    if stands.as_ == "hypothesis" and candidate.force in _EXPLAINING and not is_definable(formula.lhs):
        yield from _mentioned(candidate, context)
    yield from _given(candidate, scope, context, stands.as_ == "definition")


def _may_tell(candidate: Candidate, scope: Scope) -> bool:
    """Whether an equation that is only spoken of may say what a new letter is: "The matrix $P = V V^\\top$ is ..."."""
    formula = candidate.equation.formula
    new = isinstance(formula.lhs, Sym) and formula.lhs.name not in scope.known
    return new and formula.relation == "=" and candidate.hedge is None and isinstance(formula.rhs, App)


def _named_by_claim(candidate: Candidate, scope: Scope, context: Context) -> Iterator[Settled]:
    """ "Setting the gradient to zero gives $\\hat w = ...$": a name that no word introduces, as in a display."""
    formula = candidate.equation.formula
    scope.introduce(formula.lhs)
    if isinstance(formula.lhs, Sym):
        scope.define(formula)
    step = replace(_inline_step(candidate, context), standing="definition")
    yield from _as_described(step, candidate.described, scope) if candidate.described is not None else (step,)


_EXPLAINING = frozenset((Force.WITH, Force.WHERE))  # what they add may follow from what was said: "with $16 = 4^2$"


def _mentioned(candidate: Candidate, context: Context) -> Iterator[Settled]:
    yield replace(_inline_step(candidate, context), standing="mention")


def _where(candidate: Candidate) -> tuple[Given, ...]:
    """Where a claim in prose holds, by the words right behind it."""
    span = candidate.equation.formula.span
    differ = (Formula(Sym(a), "!=", index_named(b), span) for a, b in candidate.equation.unless)
    return tuple(Fact(f, False, (), f.span) for f in (*candidate.where, *differ))


def _inline_step(candidate: Candidate, context: Context) -> Step:
    equation = candidate.equation
    limit = rf"\lim_{{{candidate.limit}}} " if candidate.limit else ""
    shown = limit + (equation.shown or context.latex(equation.left)), context.latex(equation.right)
    formula = is_optimal(equation.formula) if equation.among else equation.formula
    return Step(formula, candidate.chain, context.span(equation.right), *shown)


def _given(candidate: Candidate, scope: Scope, context: Context, definition: bool) -> Iterator[Settled]:
    """A relation that is given, in a context of its own where it is only supposed."""
    equation = candidate.equation
    formula = equation.formula
    if candidate.extent == "part":
        yield unused(candidate, f"{context.latex(equation.left)} {formula.relation} {context.latex(equation.right)}")
        return
    reach = supposes(candidate.force, formula.relation)
    if candidate.force in (Force.FOR, Force.OVER) and not definition and not _counts(formula, scope):
        reach = Reach.RANGE
    if not definition and reach is None and _only_supposes(candidate, scope):
        reach = Reach.ASSUMPTION
    if candidate.force is Force.IMPOSE and not definition and reach is not None:
        yield opened(reach)
        yield Fact(formula, False, (), formula.span, imposed="here")
        return
    if candidate.force is Force.SUBJECT:
        scope.constrained |= free_names(formula.lhs) | free_names(formula.rhs)
        yield Fact(formula, False, (), formula.span, imposed="problem")
        return
    at_point = is_at_point(candidate, scope)
    definition = definition and not at_point
    single = at_point or (candidate.some and not definition)
    general = (
        () if definition or supposes(candidate.force) is not None or candidate.where else arguments_anew(formula, scope)
    )
    lets = definition and candidate.force in LETTING
    fact = Fact(formula, definition, equation.over or general, formula.span, equation.unless, single, lets)
    if fact.definition:
        scope.introduce(formula.lhs)
        scope.members.add(formula.lhs)
        if isinstance(formula.lhs, Sym):
            scope.define(formula)
        scope.values |= {x.name for x in (formula.lhs,) if isinstance(x, Sym) and not free_names(formula.rhs)}
    else:
        scope.constrained |= restricted_by(formula)
    if reach is not None:
        yield opened(reach, fact)
    yield fact


def _only_supposes(candidate: Candidate, scope: Scope) -> bool:
    """ "Let $ab = 1$"; "With $\\eta = 1$ we get", of a letter of earlier sentences. By these nothing is defined."""
    formula = candidate.equation.formula
    if formula.relation != "=":
        return False
    if candidate.force is Force.LET:
        return not is_definable(formula.lhs)
    return candidate.force in (Force.WITH, Force.TAKE) and candidate.opening and base_name(formula.lhs) in scope.known


def _counts(formula: Formula, scope: Scope) -> bool:
    """Whether a range bounds a letter that stands in an index."""
    return bool({x.name for x in (formula.lhs, formula.rhs) if isinstance(x, Sym)} & scope.counters)


def _only_bounds(candidate: Candidate, scope: Scope) -> bool:
    """The x > 0 of "we have |x| = x for x > 0": it is said of that claim alone, unless x counts."""
    formula = candidate.equation.formula
    if formula not in scope.bounds or scope.claim is None:
        return False
    names = {side.name for side in (formula.lhs, formula.rhs) if isinstance(side, Sym)}
    about = (scope.claim.lhs, scope.claim.rhs)
    return bool(names) and not any(is_index_in(name, term) for name in names for term in about)


def _defined_in(items: list[Rough]) -> set[str]:
    """Names that prose or a marked display defines, wherever it does; "Also $v = ...$" behind a display does not."""
    scope, found, shown = Scope(), set(), set[str | None]()
    for item in items:
        match item:
            case Candidate(equation):
                formula = equation.formula
                again = item.claims and base_name(formula.lhs) in shown
                if not item.hedge and not again and of_relation(item, scope).as_ == "definition":
                    found.add(base_name(formula.lhs) or "")
                    scope.introduce(formula.lhs)
                scope.note(formula)
            case Draft(step, told=told):
                shown |= {base_name(step.formula.lhs)} if is_definable(step.formula.lhs) else set()
                if told == "definition" and is_definable(step.formula.lhs) and not mentions_own_density(step.formula):
                    found |= {base_name(step.formula.lhs) or "", introduced_name(step.formula.lhs) or ""}
                    scope.introduce(step.formula.lhs)
                scope.note(step.formula)
            case Property(subject, word):
                scope.describe(subject, word)
            case Membership() | Distributed():
                scope.declare(item)
            case _:
                pass
    return found


def _decided_step(draft: Draft, scope: Scope, defined: set[str], before: Earlier, stated: Statements) -> Step:
    """The step of a display with its standing."""
    step, formula = draft.step, draft.step.formula
    if step.denied:
        return step
    if draft.force is Force.MENTION or turns_numbers(formula):
        return replace(step, standing="mention")
    let = draft.told == "definition" and draft.first and draft.force in LETTING and not is_definable(formula.lhs)
    let = let and not differentiates(formula.lhs)  # "we minimise ... over $s$:" in front of a derivative
    let = let or (draft.told == "definition" and draft.first and formula.relation in ORDER)
    known = formula.rhs != num(0) and is_known_derivative(formula.lhs, scope)
    if (
        let
        or draft.told == "hypothesis"
        or (draft.force is Force.WITH and draft.first and not is_definable(formula.lhs) and not known)
        or (draft.force is Force.WITH and formula.relation in ORDER and (draft.first or step.chain == scope.ordered))
    ):
        scope.constrained |= free_names(formula.lhs) | free_names(formula.rhs)
        scope.ordered = step.chain if formula.relation in ORDER else 0
        single = (is_constant(formula) or draft.listed) and not draft.over
        return replace(step, standing="hypothesis", over=draft.over, unless=draft.unless, single=single)
    name = introduced_name(formula.lhs) if not draft.claimed and is_a_model(formula, scope) else base_name(formula.lhs)
    taken = scope.used | scope.defined | scope.determined | defined | (before.defined if draft.claimed else set())
    if is_growth(formula) and draft.first and name is not None and name not in taken | free_names(formula.rhs):
        return replace(step, standing="definition")  # how a new quantity grows is for the author to say
    if draft.told == "condition" and draft.first:
        scope.constrained |= free_names(formula.lhs) | free_names(formula.rhs)
        return replace(step, standing="condition")
    concludes = draft.force is Force.CLAIM and stated.has_proof_of(formula.lhs) and not is_a_model(formula, scope)
    definable = _may_define(formula, scope) and not concludes
    another = not is_general(formula.lhs) and formula.lhs not in scope.members  # delta_1 behind delta_2
    anew = draft.anew and (isinstance(formula.lhs, Sym) or bool(arguments_anew(formula, scope)))
    apart = is_another_function(formula, scope)
    fresh = name not in scope.defined or goes_on(formula) or another or anew or apart
    named_above = formula.lhs == scope.just_named and base_name(formula.lhs) not in free_names(formula.rhs)
    continued = goes_on_from(scope.pending, step) or names_function(formula) or named_above
    first = (draft.first or continued) and not is_inverse(formula.lhs) and not before.determines(formula)
    first = first and not is_value_of_parameter(formula.lhs, scope.defined | defined)
    solved = {n for f in draft.above for side in (f.lhs, f.rhs) for n in free_names(side)}
    named_twice = name in scope.declared and isinstance(formula.rhs, Sym) and formula.rhs.name in scope.declared
    new = first and name not in taken and not (named_twice and draft.told != "definition")
    concluded = is_value(formula.rhs) and (draft.force.claims or draft.force is Force.THAT)
    open_ = (
        first
        and not new
        and not concluded
        and not named_twice
        and (
            is_open(formula, scope, defined | before.defined | solved)
            or (apart and not draft.claimed)
            or (name not in defined and (named_above or closes_recurrence(formula, scope)))
            or (name in scope.started and recurs(formula, scope.determined | scope.described))
            or (name not in defined and not draft.claimed and says_what_is_declared(formula, scope, solved))
        )
    )
    if definable and ((draft.told == "definition" and fresh) or new or open_):
        scope.introduce(formula.lhs, unsaid=draft.told != "definition", anew=anew)
        scope.members.add(formula.lhs)
        scope.pending = step.chain, formula
        if isinstance(formula.lhs, Sym):
            scope.define(formula)
        standing: Standing = "report" if open_ and is_value(formula.rhs) else "definition"
        return replace(step, standing=standing, by_use=open_, lets=draft.force in LETTING, premises=())
    if draft.among:
        return replace(step, formula=is_optimal(formula))
    standing = "goal" if stated.stating or draft.told == "goal" else "claim"
    return replace(step, standing=standing, above=draft.above, beneath=draft.beneath, announced=draft.claimed)


def _may_define(formula: Formula, scope: Scope) -> bool:
    """Whether the form of an equation, and what was said of its left side, leave it something to define."""
    name = base_name(formula.lhs)
    definable = formula.relation == "=" and is_definable(formula.lhs) and name is not None
    definable = definable and not mentions_own_density(formula) and not is_growth(formula)
    open_sign = is_variance(formula.lhs)  # a real s with s^2 = 1 may be negative
    return definable and not (name in scope.declared and (open_sign or relates_entries(formula)))
