"""What the author assumes, as normal forms with signs: also at the indices that a claim speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from hence.checks.model import Constraint, Lit, Op, Ref, Setting, walk
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import ONE, Atom, OutOfBudget, Poly, any_atom, symbol
from hence.checks.normal.poly import number as number_of
from hence.checks.order.flat import Answer
from hence.checks.order.norm_facts import Rule
from hence.checks.order.reshaped import Maxima
from hence.language.records import dataclass

MOST_INSTANCES = 12
ROUNDS = 3
MOST_SUMS = 5  # a form with more summation variables in one term costs more than it helps
_TURNED = {">": "<", ">=": "<="}
ORDER = {"<": ">", "<=": ">=", ">": ">", ">=": ">=", "=": "=", "!=": "!="}


@dataclass(frozen=True)
class Premise:
    """`poly relation 0`, by the hypothesis of a line."""

    poly: Poly
    relation: str
    rule: str
    because: Answer | None = field(default=None, compare=False)


Plain: TypeAlias = dict[tuple[Rule, str], Premise | None]  # by the rule, and the values of its letters


class Premises:
    """Hypotheses and rules, those for every index at the indices that occur; each normal form is computed once.

    `plain` has those that were computed for another question about the same sides, before maxima were replaced.
    """

    def __init__(self, rules: Sequence[Rule], sides: Sides, maxima: Maxima, plain: Plain) -> None:
        self.rules = [r for r in rules if r.constraint.relation in ORDER and r.constraint.lhs.shape.is_scalar]
        self.sides = sides
        self.maxima = maxima
        self.plain = plain
        self.made: dict[tuple[int, str], Premise | None] = {}
        self.bounds: dict[str, list[Poly]] = {}  # of letters

    def about(self, poly: Poly) -> list[Premise]:
        """What is said of the parts of a form, and of the parts that this speaks of in turn."""
        first = self._at(poly)
        return related(poly, list(dict.fromkeys((*first, *self._at(poly, *(p.poly for p in first))))))

    def _at(self, *polys: Poly) -> list[Premise]:
        found: dict[Premise, None] = {}
        entries = entries_in(list(polys))
        for number, rule in enumerate(self.rules):
            for env in _instances(rule.constraint, entries):
                if not all(self._in_range(name, value) for name, value in env.items()):
                    continue
                premise = self._made(number, rule, env)
                if premise is not None:
                    found[premise] = None
        for poly in sorted(self.sides.algebra.facts.positive_polys, key=lambda p: p.key):
            found[Premise(poly, ">", "")] = None
        return list(found)

    def _in_range(self, name: str, value: Poly) -> bool:
        """Whether a hypothesis for all t >= 1 speaks of this t; a least value without a line is mere convention."""
        facts = self.sides.algebra.facts
        if not all(self._below(value, bound) for bound in self._upper_bounds(name) if value.variable != name):
            return False
        said = any(c.line and Ref(name) in (c.lhs, c.rhs) for c in self.sides.normaliser.setting.constraints)
        least = facts.least.get(name)
        if not said or least is None or facts.nonnegative(value - number_of(least)):
            return True
        return least <= 1 and _counts_from_one(value, facts)

    def _upper_bounds(self, name: str) -> list[Poly]:
        """What the author says that a letter stays below, as the largest value that is left."""
        if name not in self.bounds:
            self.bounds[name] = self._bounds_said(name)
        return self.bounds[name]

    def _bounds_said(self, name: str) -> list[Poly]:
        found: list[Poly] = []
        for c in (c for c in self.sides.normaliser.setting.constraints if c.line):
            for letter, relation, bound in ((c.lhs, c.relation, c.rhs), (c.rhs, _TURNED.get(c.relation), c.lhs)):
                if letter == Ref(name) and relation in ("<", "<="):
                    with suppress(NoRule, Undefined, OutOfBudget):
                        largest = self.sides.normaliser.scalar(bound)
                        found.append(largest - ONE if relation == "<" else largest)
        return found

    def _below(self, value: Poly, bound: Poly) -> bool:
        facts = self.sides.algebra.facts
        return facts.nonnegative(bound - value) or facts.in_range(value, bound) is True

    def fixed(self) -> list[Premise]:
        """Those that hold without any index."""
        made = [self._made(n, r, {}) for n, r in enumerate(self.rules) if not r.constraint.over]
        return [p for p in made if p is not None]

    def _made(self, number: int, rule: Rule, env: Mapping[str, Poly]) -> Premise | None:
        key = (number, ";".join(f"{name}={value.key}" for name, value in env.items()))
        if key not in self.made:
            if (rule, key[1]) not in self.plain:
                self.plain[rule, key[1]] = _premise(self.sides, rule, env)
            made = self.plain[rule, key[1]]
            self.made[key] = made and replace(made, poly=self.maxima.replaced(made.poly))
        return self.made[key]


def hypotheses(setting: Setting) -> list[Rule]:
    stated = [*setting.constraints, *map(_has_length, filter(_is_nonzero_array, setting.constraints))]
    return [Rule(c, f"hypothesis of line {c.line}" if c.line else "") for c in stated]


def _is_nonzero_array(c: Constraint) -> bool:
    return c.relation == "!=" and not c.lhs.shape.is_scalar and isinstance(c.rhs, Lit) and not c.rhs.value


def _has_length(c: Constraint) -> Constraint:
    """A vector or matrix that is not zero has a positive norm."""
    norm = Op("norm_F" if c.lhs.shape.is_matrix else "norm", (c.lhs,))
    return replace(c, lhs=Op("pow", (norm, Lit(Fraction(2)))), relation=">", rhs=Lit(Fraction(0)))


def entries_in(polys: list[Poly]) -> dict[str, list[tuple[Poly, ...]]]:
    """The indices with which each symbol occurs."""
    found: dict[str, dict[tuple[Poly, ...], None]] = {}

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym" and atom.args:
            found.setdefault(atom.name, {})[atom.args] = None
        return False

    for poly in polys:
        any_atom(poly, visit)
    return {name: list(indices) for name, indices in found.items()}


def _instances(constraint: Constraint, entries: Mapping[str, list[tuple[Poly, ...]]]) -> Iterator[dict[str, Poly]]:
    """Values for the letters for which a hypothesis holds in general, and the letters themselves."""
    values: dict[str, dict[Poly, None]] = {name: {} for name in constraint.over}
    for node in (n for side in (constraint.lhs, constraint.rhs) for n in walk(side)):
        if isinstance(node, Ref) and node.indices:
            for indices in entries.get(node.name, ()):
                for index, value in zip(node.indices, indices, strict=False):
                    bound = any(name[0] in "%@" for name in value.names)
                    if isinstance(index, Ref) and index.name in values and not index.indices and not bound:
                        values[index.name][value] = None
    choices = product(*([(n, v) for v in found or {symbol(n): None}] for n, found in values.items()))
    for count, choice in enumerate(choices):
        if count == MOST_INSTANCES:
            return
        yield dict(choice)


def _premise(sides: Sides, rule: Rule, env: Mapping[str, Poly]) -> Premise | None:
    n, constraint = sides.normaliser, rule.constraint
    try:
        gap = n.entry(constraint.lhs, ONE, ONE, env) - n.entry(constraint.rhs, ONE, ONE, env)
        if constraint.relation != "=":  # an equation would be rewritten by itself
            gap = sides.rewritten(gap)
    except (NoRule, Undefined, OutOfBudget):
        return None  # nothing is learned from what has no normal form
    if constraint.relation in ("<", "<="):
        gap = -gap
    if gap.constant is not None or _sums(gap) > MOST_SUMS:
        return None
    return Premise(gap, ORDER[constraint.relation], rule.name, rule.because)


def _sums(poly: Poly) -> int:
    """The most summation variables of a term, at any depth."""
    inner = [_sums(a) for m, _ in poly.terms for atom, _ in m.factors for a in atom.args]
    return max([len(m.sums) for m, _ in poly.terms] + inner, default=0)


def related(poly: Poly, premises: list[Premise]) -> list[Premise]:
    """The premises that share a part with the form, directly or through others; sums share their symbols."""
    seen = _parts(poly)
    kept: dict[Premise, None] = {}
    for _ in range(ROUNDS):
        new = [p for p in premises if p not in kept and _parts(p.poly) & seen]
        if not new:
            break
        kept.update(dict.fromkeys(new))
        seen = seen.union(*(_parts(p.poly) for p in new))
    return list(kept)


@lru_cache(maxsize=4096)  # hypotheses are looked through again for every question
def _parts(poly: Poly) -> frozenset[str]:
    """Keys of the atoms that a form is made of, outside and inside of powers; of a sum the names of its symbols."""
    found: set[str] = set()
    for mono, _ in poly.terms:
        if mono.sums:
            found |= mono.names
        for atom, exponent in mono.factors:
            found |= {atom.key} | set(_parts(exponent))
            found |= {atom.name} if atom.kind == "sym" and atom.args else set()
            if atom.kind in ("poly", "fn"):
                found |= set(_parts(atom.args[0]))
    return frozenset(found)


def _counts_from_one(value: Poly, facts: Facts) -> bool:
    """A variable of a sum, or an index that is known to stay within its range."""
    name = value.variable
    return name is not None and (name in facts.ranges or name[0] in "%~")
