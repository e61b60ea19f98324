"""One question: has this normal form this sign? Facts about its parts are gathered, then arithmetic decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations

from checks.normal.algebra import Algebra
from checks.normal.poly import Poly
from checks.order.arithmetic import Entailed, entails
from checks.order.flat import EQ, GE, GT, Known, Sign, known
from checks.order.premises import Premise
from checks.order.unit_facts import facts_of_pair, facts_of_unit
from checks.order.units import TooLarge, Units

MOST_FACTS = 80
ROUNDS = 3  # facts bring in unknowns, about which there are further facts


@dataclass
class Answer:
    """Yes, and by which rules, under which conditions, on whose word."""

    rules: dict[str, None] = field(default_factory=dict)
    conditions: dict[str, None] = field(default_factory=dict)
    trusting: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """The ground on which signs are decided: the algebra and the premises."""

    algebra: Algebra
    premises: tuple[Premise, ...]

    def holds(self, poly: Poly, relation: str) -> Answer | None:
        """Whether `poly relation 0` for all values that the premises allow; None when that is not seen."""
        facts = self.algebra.facts
        if relation == GE and facts.nonnegative(poly):
            return Answer({"positivity": None})
        if relation == GT and facts.positive(poly):
            return Answer({"positivity": None})
        units = Units(self.algebra)
        try:
            units.prepare([poly, *(p.poly for p in self.premises)])
            goal = Sign(units.flatten(poly), relation)
            gathered = self._gather(units, goal)
        except TooLarge:
            return None
        found = entails(gathered, goal)
        return self._answer(found) if found is not None else None

    def _answer(self, found: Entailed) -> Answer:
        answer = Answer({found.method: None}, {}, dict.fromkeys(found.trusting))
        for fact in found.used:
            if fact.rule:
                answer.rules[fact.rule] = None
            answer.conditions.update(dict.fromkeys(fact.conditions))
        return answer

    def _gather(self, units: Units, goal: Sign) -> list[Known]:
        """Facts about the unknowns of the goal, and about those that they bring in. Raises TooLarge."""
        facts: dict[Known, None] = {}
        premises = [(p, units.flatten(p.poly)) for p in self.premises]
        relevant = set(goal.poly.unknowns)
        done: set[int] = set()
        for _ in range(ROUNDS):
            for p, poly in premises:
                if poly.unknowns & relevant:
                    facts[known(poly, p.relation, p.rule)] = None
                    relevant |= poly.unknowns
            fresh = sorted(relevant - done)
            for number in fresh:
                for fact in facts_of_unit(units, units.all[number]):
                    facts[fact] = None
            done |= set(fresh)
            relevant |= frozenset[int]().union(*(f.unknowns for f in facts))
            if relevant <= done:
                break
        for one, two in permutations(sorted(done), 2):
            for fact in facts_of_pair(units, units.all[one], units.all[two]):
                facts[fact] = None
        return [f for f in facts if not _trivial(f)][:MOST_FACTS]


def _trivial(fact: Known) -> bool:
    """True by itself, as 1 > 0."""
    return any(
        (value := s.poly.constant) is not None
        and (value > 0 or (value == 0 and s.relation in (GE, EQ)))
        and (s.relation != EQ or value == 0)
        for s in fact.cases
    )
