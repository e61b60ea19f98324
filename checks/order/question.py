"""One question: has this normal form this sign? Facts about its parts are gathered, then arithmetic decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import permutations

from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import ONE, Poly, any_atom
from hence.checks.order.arithmetic import Entailed, entails
from hence.checks.order.flat import EQ, GE, GT, Answer, Known, Sign, known
from hence.checks.order.norm_facts import Rule
from hence.checks.order.premises import Plain, Premise, Premises
from hence.checks.order.reshaped import Maxima, exponentiated, sizes_of_sums, without_denominators
from hence.checks.order.sum_facts import facts_of_sums, indices_within
from hence.checks.order.termwise import splits
from hence.checks.order.unit_facts import facts_of_pair, facts_of_unit
from hence.checks.order.units import TooLarge, Units
from hence.language.records import dataclass

MOST_FACTS = 80
ROUNDS = 3  # facts bring in unknowns, about which there are further facts
MOST_QUESTIONS = 40  # about one claim, those about its summands included
DEEPEST = 2  # summands of summands


@dataclass
class _Ground:
    """Where a form is looked at: its unknowns, what is said of them, and the facts that were gathered, with and
    without those about sums."""

    units: Units
    premises: list[Premise]
    has_sums: bool
    facts: dict[bool, list[Known]] = field(default_factory=dict)


class Question:
    """The ground on which signs are decided: hypotheses, and rules about the norms that a claim speaks of."""

    def __init__(self, sides: Sides, rules: Sequence[Rule], plain: Plain) -> None:
        self.algebra = sides.algebra
        self.maxima = Maxima(sides.algebra)
        self.premises = Premises(rules, sides, self.maxima, plain)
        self.depth = 0
        self.seen: dict[tuple[str, str], Answer | None] = {}
        self.grounds: dict[tuple[str, int], _Ground] = {}

    def holds(self, poly: Poly, relation: str) -> Answer | None:
        """Whether `poly relation 0` for all values that the premises allow; None when that is not seen."""
        key = (poly.key, relation)
        if key not in self.seen:
            if len(self.seen) >= MOST_QUESTIONS:
                return None
            self.depth += 1
            self.seen[key] = self._decided(poly, relation)
            self.depth -= 1
        return self.seen[key]

    def _decided(self, poly: Poly, relation: str) -> Answer | None:
        if self._evident(poly, relation):
            return Answer({"positivity": None})
        poly = self.maxima.replaced(poly)
        if (said := self._said(poly, relation)) is not None:
            return said
        for shape in self._shapes(poly):
            found = self._termwise(shape, relation) or self._by_units(shape, relation)
            if found is not None:
                return found
        return self._by_signs(poly, relation)

    def _said(self, poly: Poly, relation: str) -> Answer | None:
        """Whether the form is what one rule or hypothesis says, plus something that is evidently not negative."""
        for p in self.premises.fixed() if self.depth == 1 and relation in (GE, GT) else ():
            if p.relation in (relation, GT) and p.rule and self.algebra.facts.nonnegative(poly - p.poly):
                return Answer({p.rule: None}).add(p.because)
        return None

    def _by_signs(self, poly: Poly, relation: str) -> Answer | None:
        """|s| of a sum s is s or -s: the claim holds if it does for both."""
        for atom in sizes_of_sums(poly) if self.depth == 1 else ():
            sides = (self.algebra.replace_atom(poly, atom, s) for s in (atom.args[0], -atom.args[0]))
            both = [self.holds(side, relation) for side in sides]
            if both[0] is not None and both[1] is not None:
                return Answer({"absolute-value": None}).add(both[0]).add(both[1])
        return None

    def _evident(self, poly: Poly, relation: str) -> bool:
        facts = self.algebra.facts
        return (relation == GE and facts.nonnegative(poly)) or (relation == GT and facts.positive(poly))

    def _shapes(self, poly: Poly) -> Iterator[Poly]:
        """The form without denominators, without logarithms, and as it stands, which is how hypotheses speak of it."""
        plain = without_denominators(self.algebra, poly, self._is_positive)
        yield plain
        power = exponentiated(self.algebra, poly)
        if power is not None:
            yield without_denominators(self.algebra, power, self._is_positive)
        if plain != poly:
            yield poly

    def _is_positive(self, poly: Poly) -> bool:
        return self.algebra.facts.positive(poly)

    def _by_units(self, poly: Poly, relation: str) -> Answer | None:
        try:
            ground = self._ground(poly)
            goal = Sign(ground.units.flatten(poly), relation)
            for with_sums in (False, True) if ground.has_sums else (False,):
                if with_sums not in ground.facts:
                    ground.facts[with_sums] = self._gather(ground, goal.poly.unknowns, with_sums)
                found = entails(ground.facts[with_sums], goal)
                if found is not None:
                    return _answer(found)
        except TooLarge:
            return None
        return None

    def _ground(self, poly: Poly) -> _Ground:
        """What may be known of a form. Of p > 0, p >= 0 and p <= 0 it is the same, and they are asked in turn."""
        key = (min(poly.key, (-poly).key), self.depth)
        if key not in self.grounds:
            units, premises = Units(self.algebra), self.premises.about(poly)
            units.prepare([poly, *(p.poly for p in premises)])
            units.flatten(poly)
            # facts about sums and products are looked for only where the rest does not do
            polys = [*(u.base for u in units.all), *(p.poly for p in premises)]
            has_sums = self.depth <= DEEPEST and any(map(_holds_sum, polys))
            self.grounds[key] = _Ground(units, premises, has_sums)
        return self.grounds[key]

    # sums, summand by summand ---------------------------------------------------------------------

    def _termwise(self, poly: Poly, relation: str) -> Answer | None:
        """Each summand of a symbolic sum has the sign, and so has what stands outside."""
        if self.depth > DEEPEST or relation not in (GE, GT):
            return None
        for summand, rest, bound in splits(self.algebra, poly, self.depth, self._weights()):
            found = self._split_holds(summand, rest, bound, relation)
            if found is not None:
                return Answer({"termwise": None}).add(found)
        return None

    def _weights(self) -> list[Poly]:
        """Sums that are 1 by hypothesis."""
        equal = [p.poly for p in self.premises.fixed() if p.relation == EQ]
        return [s for p in equal for s in (p + ONE, ONE - p) if len(s.terms) == 1 and s.terms[0][0].sums]

    def _split_holds(self, summand: Poly, rest: Poly, bound: Poly, relation: str) -> Answer | None:
        outside = Answer() if rest.is_zero else self.holds(rest, GE)
        if outside is None:
            return None
        if relation == GE:
            inside = self.holds(summand, GE)
            return inside and Answer().add(inside).add(outside)
        if self.algebra.facts.positive(bound) and (inside := self.holds(summand, GT)):
            return Answer().add(inside).add(outside)
        strict = None if rest.is_zero else self.holds(rest, GT)
        inside = self.holds(summand, GE) if strict else None
        return Answer().add(inside).add(strict) if inside else None

    # facts ----------------------------------------------------------------------------------------

    def _gather(self, ground: _Ground, unknowns: frozenset[int], with_sums: bool) -> list[Known]:
        """Facts about the unknowns of the goal, and about those that they bring in. Raises TooLarge."""
        facts: dict[Known, None] = {}
        units = ground.units
        flattened = [(p, units.flatten(p.poly)) for p in ground.premises]
        relevant = set(unknowns)
        done: set[int] = set()
        for _ in range(ROUNDS):
            for p, poly in flattened:
                if poly.unknowns & relevant or _speaks_of(units, p, relevant):
                    facts[known(poly, p.relation, p.rule, p.because)] = None
                    relevant |= poly.unknowns
            fresh = sorted(relevant - done)
            for number in fresh:
                facts.update(dict.fromkeys(facts_of_unit(units, units.all[number])))
            done |= set(fresh)
            if with_sums:
                facts.update(dict.fromkeys(facts_of_sums(units, fresh, sorted(done), self.holds, self.depth)))
            facts.update(dict.fromkeys(self._largest(units)))
            relevant |= frozenset().union(*(f.unknowns for f in facts))
            if relevant <= done:
                break
        facts.update(dict.fromkeys(_pairs(units, sorted(done))))
        return [f for f in facts if not _trivial(f)][:MOST_FACTS]

    def _largest(self, units: Units) -> Iterator[Known]:
        """What stands at the place of a maximum is at least what stands at any other place."""
        for place, body, bound in self.maxima.places.values():
            if not any(place in unit.names for unit in units.all):
                continue
            for index in indices_within(units, bound):
                if index.variable != place:
                    gap = body - self.algebra.substitute(body, {place: index})
                    yield known(units.flatten(gap), GE, "maximum")


def _speaks_of(units: Units, premise: Premise, numbers: set[int]) -> bool:
    """Whether a premise about a sum is about symbols that occur: sums may be compared with sums and with summands."""
    if not any(m.sums for m, _ in premise.poly.terms):
        return False
    return any(units.all[n].names & premise.poly.names for n in numbers)


def _holds_sum(poly: Poly) -> bool:
    return any(m.sums for m, _ in poly.terms) or any_atom(
        poly, lambda a: a.kind == "prod" or any(m.sums for arg in a.args for m, _ in arg.terms)
    )


def _pairs(units: Units, numbers: list[int]) -> Iterator[Known]:
    for one, two in permutations(numbers, 2):
        yield from facts_of_pair(units, units.all[one], units.all[two])


def _answer(found: Entailed) -> Answer:
    answer = Answer({found.method: None}, {}, dict.fromkeys(found.trusting))
    for fact in found.used:
        if fact.rule:
            answer.rules[fact.rule] = None
        answer.add(fact.because)
    return answer


def _trivial(fact: Known) -> bool:
    """True by itself, as 1 > 0."""
    return any(
        (value := s.poly.constant) is not None
        and (value > 0 or (value == 0 and s.relation in (GE, EQ)))
        and (s.relation != EQ or value == 0)
        for s in fact.cases
    )
