r"""Equations with one left side in several displays: `L = A` here and `L = R` further down say that A = R.

A derivation goes on from display to display, "L = A. Inserting this, we obtain L = R.", and often nobody can say what L
is by itself. The second is then decided as A = R, and rests on the first. What a theorem states is no premise of its
proof; it is proved by a chain of the proof that ends in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hence.checks.conditions import Stated
from hence.checks.earlier import Meant, meaning, names_of
from hence.checks.joining import RULE
from hence.checks.scope import Scope
from hence.checks.state import Told
from hence.language.derivation import Fact, Formula, Property, Step
from hence.language.records import dataclass
from hence.language.terms import Term
from hence.language.verdicts import Assumed, Judged, Proved, Supported, Unknown

MOST_TRIES = 3
MOST_PREMISES = 6


@dataclass(frozen=True)
class Way:
    """What a left side was said to be, by the rows of an earlier chain that lead from it there."""

    end: Term
    rows: tuple[Judged, ...]

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


def ways_before(scope: Scope, told: Sequence[Told]) -> list[Way]:
    """What the left side of a chain was said to be before it, the latest first, and of a chain its end first."""
    first = scope.steps[0]
    if scope.stating or first.premises or first.denied or not first.decided or first.standing == "mention":
        return []
    found: list[Way] = []
    for one in reversed(told):
        if not one.scope.stating and _reaches(one.scope, scope):
            ways = [w for w in _ways(one, first.formula.lhs) if all(_means_the_same(f, one, scope) for f in w.formulas)]
            found += ways[:-3:-1] if len(ways) > 1 else ways
    return [way for way in found if way.end not in (first.formula.lhs, first.formula.rhs)][:MOST_TRIES]


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


def _ways(told: Told, left: Term) -> list[Way]:
    """The ends of the rows that lead on from a left side."""
    found: list[Way] = []
    rows: tuple[Judged, ...] = ()
    end = left
    for judged in told.judged:
        step = judged.step
        if not isinstance(step, Step) or step.formula.lhs != end or not _is_said(step, judged):
            break
        end, rows = step.formula.rhs, (*rows, judged)
        found.append(Way(end, rows))
    return found


def _is_said(step: Step, judged: Judged) -> bool:
    """Whether a row says for all values of its letters that two things are equal, as far as anybody knows."""
    plain = step.formula.relation == "=" and not step.premises and not step.denied and not step.above
    held = isinstance(judged.verdict, Proved | Unknown | Supported | Assumed)
    return plain and held and step.standing in ("claim", "definition")


def _reaches(earlier: Scope, later: Scope) -> bool:
    return earlier.part == later.part and later.path[: len(earlier.path)] == earlier.path


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
    for way in _ways(chain, goal.formula.lhs):
        proofs = [row.verdict for row in way.rows if isinstance(row.verdict, Proved)]
        defines = isinstance(way.rows[0].verdict, Assumed)
        whole = bool(proofs) and len(proofs) + defines == len(way.rows)
        if whole and way.end == goal.formula.rhs and _means_the_same(goal.formula, theorem, chain.scope):
            begins = way.rows[:1] if defines else ()
            said = [Stated(f"{r.step.lhs_text} = {r.step.rhs_text}") for r in begins if isinstance(r.step, Step)]
            return replace(by_way(proofs[-1], way), needs=tuple(dict.fromkeys((*said, *way.needs))))
    return None
