r"""Equations with one left side in several displays: `L = A` here and `L = R` further down say that A = R.

A derivation goes on from display to display, "L = A. Inserting this, we obtain L = R.", and often nobody can say what L
is by itself. The second is then decided as A = R, and rests on the first. What a theorem states is no premise of its
proof; it is proved by a chain of the proof that ends in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hence.checks.conditions import Stated
from hence.checks.earlier import Meant, meaning, names_of
from hence.checks.elaborate.givens import base_name
from hence.checks.joining import RULE
from hence.checks.mentioned import introduced, mentions
from hence.checks.scope import Scope
from hence.checks.state import Told
from hence.language.derivation import Fact, Formula, Property, Step
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Term, free_names, num, subterms, with_args, with_parts
from hence.language.verdicts import Assumed, Judged, Proved, Supported, Unknown

MOST_TRIES = 3
MOST_PREMISES = 6


@dataclass(frozen=True)
class Way:
    """What is to be decided instead of a step, by the rows of earlier chains from which it is made."""

    formula: Formula
    rows: tuple[Judged, ...]
    telling: bool = False  # the rows say what something is of which nothing else is said

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return tuple(j.step.formula for j in self.rows if isinstance(j.step, Step))

    @property
    def needs(self) -> tuple[object, ...]:
        """What that rests on: a row that was not proved itself, and the conditions of the others."""
        found: list[object] = []
        for row in self.rows:
            match row:
                case Judged(_, Proved(needs=needs)):
                    found += needs
                case Judged(Step(standing="definition"), Assumed()):
                    pass
                case Judged(Step() as step, _):
                    found.append(Stated(f"{step.lhs_text} {step.formula.relation} {step.rhs_text}"))
        return tuple(dict.fromkeys(found))

    @property
    def undecided(self) -> list[int]:
        """The lines of rows that might have been decided, and were not."""
        claims = [j for j in self.rows if isinstance(j.step, Step) and not _is_derivative(j.step.formula.lhs)]
        open_ = (j.step.span.line for j in claims if isinstance(j.verdict, Unknown | Supported))
        return [] if self.telling else list(open_)


def only_follows(lines: Iterable[int]) -> Unknown:
    """A step that holds if lines before it do, which could not be decided: nobody knows whether it does."""
    places = [str(line) for line in dict.fromkeys(lines)]
    named = f"line {places[0]}, which was" if len(places) == 1 else f"lines {', '.join(places)}, which were"
    return Unknown(f"it follows from {named} not decided")


def ways_before(scope: Scope, told: Sequence[Told], number: int) -> list[Way]:
    """What may be decided instead of a step: its left side as it was told before it, and derivatives inserted.

    Of what was told the latest comes first, and of a chain its end.
    """
    step = scope.steps[number]
    if scope.stating or step.premises or step.denied or not step.decided or step.standing == "mention":
        return []
    near = [one for one in reversed(told) if not one.scope.stating and _reaches(one.scope, scope)]
    found: list[Way] = []
    for one in near if number == 0 else ():
        ways = [w for w in _ways(one, step.formula) if all(_means_the_same(f, one, scope) for f in w.formulas)]
        found += ways[:-3:-1] if len(ways) > 1 else ways
    sides = (step.formula.lhs, step.formula.rhs)
    found = [w for w in found if w.formula.lhs not in sides and step.formula not in w.formulas][:MOST_TRIES]
    tried = [Way(step.formula, ()), *found]
    bound = frozenset(
        t.var.name for w in tried for x in (w.formula.lhs, w.formula.rhs) for t in subterms(x) if isinstance(t, Bind)
    )
    known = {d.formula.lhs: d for one in reversed(near) for d in _derivatives(one, step.formula, scope, bound)}
    inserted = [way for one in tried if (way := _inserted(one, known)) is not None] if known else []
    return [*found, *(way for way in inserted if step.formula not in way.formulas)]


def _derivatives(told: Told, formula: Formula, scope: Scope, bound: frozenset[str]) -> Iterator[Way]:
    """What derivatives were said to be, each as its left side and the end of its chain, for all values of letters."""
    for place, judged in enumerate(told.judged):
        first = judged.step.formula if isinstance(judged.step, Step) else formula
        if not _is_derivative(first.lhs) or first.lhs == formula.lhs:
            continue
        rows = tuple(_rows_from(told.judged[place:], _is_unsaid(first.lhs, told.scope)))
        found = Way(replace(first, rhs=_formula(rows[-1]).rhs), rows) if rows else None
        same = found is not None and all(_means_the_same(f, told, scope) for f in found.formulas)
        if found is not None and same and _holds_for_all(found, told.scope, bound):
            yield found


def _formula(judged: Judged) -> Formula:
    assert isinstance(judged.step, Step)
    return judged.step.formula


def _is_unsaid(derivative: Term, scope: Scope) -> bool:
    """Whether nothing says what is differentiated: that an equation fails for some function then says nothing."""
    top = derivative.args[0] if isinstance(derivative, App) else derivative
    said = frozenset().union(*(introduced(g) for g in scope.givens if isinstance(g, Fact)))
    return base_name(top) not in said | {""}


def _rows_from(judged: Sequence[Judged], unsaid: bool) -> Iterator[Judged]:
    """The rows of a chain from its beginning, as far as each says for all values what a derivative is."""
    end: Term | None = None
    for row in judged:
        step = row.step
        if not isinstance(step, Step) or end not in (None, step.formula.lhs):
            return
        alone = replace(step, above=())
        verdict = replace(row.verdict, fails=False) if isinstance(row.verdict, Unknown) and unsaid else row.verdict
        known = _is_said(alone, replace(row, verdict=verdict))
        if not known or step.unheard or step.unless or step.single or step.formula.rhs == num(0):
            return
        if not all(_is_derivative(f.lhs) and f.rhs != num(0) for f in step.above):
            return  # under "w = 0" it may hold only there
        end = step.formula.rhs
        yield row


def _inserted(way: Way, table: dict[Term, Way]) -> Way | None:
    """The formula of a way with derivatives as they were told before; None where it has none of these."""
    used: dict[Term, Way] = {}

    def told(term: Term) -> Term:
        if term in table:
            used[term] = table[term]
            return table[term].formula.rhs
        match term:
            case App("deriv" | "evaluated"):
                return term  # an equation is not differentiated
            case App(_, args):
                return with_args(term, tuple(map(told, args)))
            case Bind(_, _, domain, body):
                return with_parts(term, domain, told(body))
            case _:
                return term

    formula = replace(way.formula, lhs=told(way.formula.lhs), rhs=told(way.formula.rhs))
    rows = (*way.rows, *(row for one in used.values() for row in one.rows))
    return replace(way, formula=formula, rows=rows) if used else None


def _holds_for_all(told: Way, scope: Scope, bound: frozenset[str]) -> bool:
    """Whether what was told may be inserted where these letters are bound: no condition is about one of them."""
    left, right = free_names(told.formula.lhs), free_names(told.formula.rhs)
    if (right - left) & bound:
        return False  # a letter of its own would be caught
    conditions = [g for g in scope.givens if not (isinstance(g, Fact) and g.definition)]
    if any(mentions(g) & left & bound for g in conditions):
        return False
    said = " ".join(str(need) for need in told.needs if not isinstance(need, Stated))
    return not any(f"'{name}'" in said for name in left & bound)


def _is_derivative(term: Term) -> bool:
    return isinstance(term, App) and term.head == "deriv"


def undecided_before(scope: Scope, told: Sequence[Told], step: Step) -> tuple[Fact, ...]:
    """What was claimed before a step about its names and could not be decided; it was not seen to fail either.

    The page goes on from it. What is proved with it says so, and the same claim once more does not follow from itself.
    """
    if scope.stating or step.premises or step.denied or step.standing == "mention":
        return ()
    spoken, found = names_of(step.formula), list[Fact]()
    for one in reversed(told):
        if one.scope.stating or not _reaches(one.scope, scope):
            continue
        for judged in reversed(one.judged):
            said = judged.step
            if not isinstance(said, Step):
                continue
            near = _is_left_open(said, judged) and names_of(said.formula) & spoken
            if not near or _is_the_same(said.formula, step.formula) or not _means_the_same(said.formula, one, scope):
                continue
            found.append(Fact(said.formula, False, (), said.span))
    return tuple(reversed(found[:MOST_PREMISES]))


def _is_left_open(step: Step, judged: Judged) -> bool:
    """Whether a claim could not be decided, and nothing speaks against it."""
    verdict = judged.verdict
    plain = step.standing == "claim" and not step.premises and not step.denied and not step.above and not step.unheard
    return plain and isinstance(verdict, Unknown) and not verdict.fails and not verdict.internal


def _is_the_same(one: Formula, other: Formula) -> bool:
    return {one.lhs, one.rhs} == {other.lhs, other.rhs}


def by_way(proof: Proved, way: Way) -> Proved:
    """The proof of `L = R` by that of `A = R`, where `L = A` was said."""
    trusting = dict.fromkeys((*proof.trusting, *_trusted(way.rows)))
    needs = dict.fromkeys((*way.needs, *proof.needs))
    opaque = dict.fromkeys(part for j in way.rows if isinstance(j.verdict, Proved) for part in j.verdict.opaque)
    method = proof.method if RULE in proof.method else (*proof.method, RULE)
    opaque |= dict.fromkeys(proof.opaque)
    return replace(proof, method=method, needs=tuple(needs), trusting=tuple(trusting), opaque=tuple(opaque))


def proved_below(told: Sequence[Told]) -> Iterator[tuple[Judged, Judged]]:
    """The undecided conclusions of theorems that a chain of their proofs arrives at, before and after."""
    for place, one in enumerate(told):
        for goal in one.judged if one.scope.stating else ():
            if isinstance(goal.verdict, Unknown | Supported) and isinstance(goal.step, Step):
                later = (chain for chain in told[place + 1 :] if _proves_for(chain.scope, one.scope))
                found = next(filter(None, (_arrives(chain, goal.step, one) for chain in later)), None)
                if found is not None:
                    yield goal, replace(goal, verdict=found)


def _ways(told: Told, formula: Formula) -> list[Way]:
    """A formula with the ends of the rows that lead on from its left side."""
    found: list[Way] = []
    rows: tuple[Judged, ...] = ()
    end = formula.lhs
    named = isinstance(end, Sym) or (isinstance(end, App) and end.head in ("apply", "index"))
    telling = named and _is_unsaid(end, told.scope)
    for judged in told.judged:
        step = judged.step
        if not isinstance(step, Step) or step.formula.lhs != end or not _is_said(step, judged):
            break
        end, rows = step.formula.rhs, (*rows, judged)
        found.append(Way(replace(formula, lhs=end), rows, telling))
    return found


def _is_said(step: Step, judged: Judged) -> bool:
    """Whether a row says for all values of its letters that two things are equal, as far as anybody knows."""
    plain = step.formula.relation == "=" and not step.premises and not step.denied and not step.above
    held = isinstance(judged.verdict, Proved | Supported | Assumed) or _is_left_open(step, judged)
    return plain and held and step.standing in ("claim", "definition")


def _reaches(earlier: Scope, later: Scope) -> bool:
    """Whether a line still stands, with all that was supposed for it: "If t is odd, A. Hence, for all t, B."."""
    kept = all(any(given is g for g in later.givens) for given in earlier.supposed)
    return kept and earlier.part == later.part and later.path[: len(earlier.path)] == earlier.path


def _means_the_same(formula: Formula, told: Told, scope: Scope) -> bool:
    """Whether a formula of an earlier chain is still about the same; what it defined itself is defined since then."""
    then, now = _meanings(told.scope, formula), _meanings(scope, formula)
    return all(_is_kept(then[name], now[name]) for name in then)


def _meanings(scope: Scope, formula: Formula) -> dict[str, Meant]:
    found = meaning(scope, formula)
    return {one.name: one for one in found if isinstance(one, Meant)} if isinstance(found, tuple) else {}


def _is_kept(then: Meant, now: Meant) -> bool:
    """Whether nothing that was said of a symbol was said anew; where nothing had defined it, something may since."""
    defined = not then.definitions or now.definitions[: len(then.definitions)] == then.definitions
    return defined and replace(then, definitions=()) == replace(now, definitions=())


def _trusted(rows: Sequence[Judged]) -> tuple[str, ...]:
    return tuple(name for j in rows if isinstance(j.verdict, Proved) for name in j.verdict.trusting)


# Theorems ----------------------------------------------------------------------------------------


def _proves_for(proof: Scope, theorem: Scope) -> bool:
    """Whether a chain stands in the proof of a theorem, under nothing that the theorem does not suppose."""
    added = [g for g in proof.supposed if not any(g is known for known in theorem.supposed)]
    harmless = all(isinstance(g, Property) or (isinstance(g, Fact) and g.definition) for g in added)
    return not proof.stating and _reaches(theorem, proof) and harmless


def _arrives(chain: Told, goal: Step, theorem: Told) -> Proved | None:
    """The proof of a conclusion by the rows of a chain that lead to it, all of them proved behind a definition."""
    if goal.formula.relation != "=" or goal.premises or goal.denied:
        return None
    for way in _ways(chain, goal.formula):
        proofs = [row.verdict for row in way.rows if isinstance(row.verdict, Proved)]
        defines = isinstance(way.rows[0].verdict, Assumed)
        whole = bool(proofs) and len(proofs) + defines == len(way.rows)
        if whole and way.formula.lhs == goal.formula.rhs and _means_the_same(goal.formula, theorem, chain.scope):
            begins = way.rows[:1] if defines else ()
            said = [Stated(f"{r.step.lhs_text} = {r.step.rhs_text}") for r in begins if isinstance(r.step, Step)]
            return replace(by_way(proofs[-1], way), needs=tuple(dict.fromkeys((*said, *way.needs))))
    return None
