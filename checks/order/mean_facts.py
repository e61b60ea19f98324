"""Weighted means: Jensen's inequality, the inequality of arithmetic and geometric means, Young's inequality.

A mean is a sum whose summands split into weights and values; that the weights are not negative and add up to one is
shown before the inequality is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

from hence.checks.conditions import Relation
from hence.checks.convex import ONE, ZERO, Curve, curves
from hence.checks.model import (
    SCALAR,
    Between,
    Binder,
    Claim,
    Constraint,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    names_in,
    walk,
)
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.entries import replace_refs
from hence.checks.normal.poly import ONE as ONE_POLY
from hence.checks.normal.poly import OutOfBudget, Poly, symbol
from hence.checks.order.flat import GE, GT, Answer
from hence.checks.order.norm_facts import Rule
from hence.language.records import dataclass

Holds = Callable[[Poly, str], Answer | None]
MOST_FACTORS = 4
MOST_CHOICES = 24
MOST_RULES = 12
MOST_MEANS = 2  # ways to take one sum for a mean


@dataclass(frozen=True)
class Mean:
    """sum of weight * value: over an index, or written out."""

    terms: tuple[tuple[Node, Node], ...]
    index: tuple[str, Between] | None = None
    divided: bool = False  # the values were divided by the weights

    def of(self, change: Callable[[Node], Node]) -> Node:
        """The same mean of something else."""
        return self._sum([_times(w, change(v)) for w, v in self.terms])

    def holding(self, value: Node) -> Node:
        """The same mean of one other value, in terms of the same index."""
        return self.of(lambda _: value)

    def weights(self) -> Node:
        return self._sum([w for w, _ in self.terms])

    def _sum(self, summands: list[Node]) -> Node:
        if self.index is not None:
            return Binder("sum", *self.index, summands[0], summands[0].shape)
        return Op("add", tuple(summands), summands[0].shape) if len(summands) > 1 else summands[0]


def _supposing(value: Node, relation: str, mean: Mean) -> Answer:
    """What is averaged has a sign, as a condition that is listed."""
    every = (mean.index[0],) if mean.index is not None else ()
    return Answer(conditions={Relation(value, relation, ZERO, every): None})


class Means:
    """The means of one claim, and what follows from them."""

    def __init__(self, setting: Setting, sides: Sides, holds: Holds) -> None:
        self.setting, self.sides, self.holds = setting, sides, holds

    def rules(self, claim: Claim) -> list[Rule]:
        """Inequalities between means that the claim speaks of. Never fails."""
        found: dict[Rule, None] = {}
        nodes = list(dict.fromkeys(n for side in (claim.lhs, claim.rhs) for n in walk(side)))
        inside = {n.var for n in nodes if isinstance(n, Binder)}
        for node in nodes:
            free = not names_in(node) & inside - {n.var for n in walk(node) if isinstance(n, Binder)}
            for rule in (*self._geometric(node), *self._jensen(node), *self._of_logarithms(node)) if free else ():
                found[rule] = None
        for rule in self._young([n for n in nodes if not names_in(n) & inside]):
            found[rule] = None
        return list(found)[:MOST_RULES]

    # Jensen -----------------------------------------------------------------------------------------

    def _jensen(self, node: Node) -> Iterator[Rule]:
        for curve in curves(self.setting, node):
            found = 0
            for mean in self._means(curve):
                because = self._provided(curve, mean)
                if because is not None and found < MOST_MEANS:
                    found += 1
                    inside = mean.of(curve.apply)
                    yield Rule(Constraint(node, "<=" if curve.convex else ">=", inside), "Jensen", because)

    def _means(self, curve: Curve) -> Iterator[Mean]:
        yield from means_of(curve.argument)
        yield from _means_by_known_weights(self.setting, curve.argument)
        if curve.because:  # f(w x) is f(w x + (1 - w) 0)
            for weight, value in _splits(_factors(curve.argument), curve.argument.shape):
                rest = Op("add", (ONE, Op("neg", (weight,))))
                yield Mean(((weight, value), (rest, Lit(Fraction(0), value.shape))))

    def _of_logarithms(self, node: Node) -> Iterator[Rule]:
        """-log(sum w / u) <= sum w log u <= log(sum w u)."""
        for mean in means_of(node):
            match mean.terms:
                case ((_, Op("log", (inner,))),) if mean.index is not None:
                    because = self._is_mean(mean)
                    if because is None:
                        continue
                    because.add(self._shown(inner, ">", ZERO, mean.index) or _supposing(inner, ">", mean))
                    logarithms = [Op("log", (mean.holding(u),)) for u in (inner, Op("div", (ONE, inner)))]
                    yield Rule(Constraint(node, "<=", logarithms[0]), "Jensen", because)
                    yield Rule(Constraint(node, ">=", Op("neg", (logarithms[1],))), "Jensen", because)
                    return

    def _provided(self, curve: Curve, mean: Mean) -> Answer | None:
        """That these are weights, and that the values lie where the function is convex."""
        because = self._is_mean(mean)
        if because is None:
            return None
        for claim in curve.provided:
            found = self._shown(claim.lhs, claim.relation, claim.rhs, None)
            if found is None:
                return None
            because.add(found)
        for _, value in mean.terms if curve.domain else ():
            found = self._shown(value, curve.domain, ZERO, mean.index)
            if found is None and not curve.natural:
                return None
            because.add(found or _supposing(value, curve.domain, mean))
        because.rules.update({curve.because: None} if curve.because else {})
        return because

    # geometric means --------------------------------------------------------------------------------

    def _geometric(self, node: Node) -> Iterator[Rule]:
        """prod x_i^{w_i} <= sum w_i x_i, and prod x_i <= (mean of the x_i)^n."""
        for mean in _geometric_means(node):
            because = self._is_mean(mean)
            signs = [self._shown(v, ">=", ZERO, mean.index) for _, v in mean.terms] if because is not None else [None]
            if because is not None and all(s is not None for s in signs):
                for sign in signs:
                    because.add(sign)
                yield Rule(Constraint(node, "<=", mean.of(lambda x: x)), "AM-GM", because)
        match node:
            case Binder("prod", var, Between(low, high, ()) as over, body) if low == ONE and body.shape.is_scalar:
                sign = self._shown(body, ">=", ZERO, (var, over))
                if sign is not None:
                    average = Op("div", (Binder("sum", var, over, body), high))
                    yield Rule(Constraint(node, "<=", Op("pow", (average, high))), "AM-GM", Answer().add(sign))

    def _young(self, nodes: list[Node]) -> Iterator[Rule]:
        """a b <= a^p / p + b^q / q for a, b >= 0 and 1/p + 1/q = 1."""
        powers = [n for n in nodes if isinstance(n, Op) and n.head == "pow" and n.shape.is_scalar]
        powers = [n for n in powers if not isinstance(n.args[1], Lit)]
        for one, two in combinations(powers[:MOST_FACTORS], 2):
            (a, p), (b, q) = one.args, two.args
            mean = Mean(((Op("div", (ONE, p)), one), (Op("div", (ONE, q)), two)))
            because = self._is_mean(mean)
            signs = [self._shown(x, ">=", ZERO, None) for x in (a, b)] if because is not None else []
            if because is not None and signs[0] is not None and signs[1] is not None:
                because.add(signs[0]).add(signs[1])
                yield Rule(Constraint(_times(a, b), "<=", mean.of(lambda x: x)), "Young", because)

    # conditions -------------------------------------------------------------------------------------

    def _is_mean(self, mean: Mean) -> Answer | None:
        because = self._adds_up(mean.weights())
        if because is None:
            return None
        for weight, _ in mean.terms:
            found = self._shown(weight, ">" if mean.divided else ">=", ZERO, mean.index)
            if found is None:
                return None
            because.add(found)
        return because

    def _adds_up(self, weights: Node) -> Answer | None:
        try:
            if self.sides.difference_of(Claim(weights, "=", ONE)).is_zero:
                return Answer()
        except (NoRule, Undefined, OutOfBudget):
            return None
        less = self._shown(weights, "<=", ONE, None)
        more = self._shown(weights, ">=", ONE, None) if less is not None else None
        return Answer().add(less).add(more) if more is not None else None

    def _shown(self, lhs: Node, relation: str, rhs: Node, index: tuple[str, Between] | None) -> Answer | None:
        """Whether an inequality holds, for every value of an index where there is one."""
        n, env = self.sides.normaliser, dict[str, Poly]()
        try:
            if index is not None:
                name = f"~mean.{index[0]}"
                env[index[0]] = symbol(name)
                if index[1].low == ONE:
                    self.sides.algebra.facts.ranges[name] = n.scalar(index[1].high)
            gap = n.entry(lhs, ONE_POLY, ONE_POLY, env) - n.entry(rhs, ONE_POLY, ONE_POLY, env)
        except (NoRule, Undefined, OutOfBudget):
            return None
        return self.holds(-gap if relation == "<=" else gap, GT if relation == ">" else GE)


# reading means --------------------------------------------------------------------------------------


def means_of(node: Node) -> Iterator[Mean]:
    """The ways in which a node may be a weighted mean."""
    outer, inner = _summed(_entries(node))
    match inner:
        case Binder("sum", var, Between(_, _, ()) as over, body):
            for weight, value in _splits([*outer, *_factors(body)], body.shape):
                yield Mean(((weight, value),), (var, over))
        case Op("add", args) if len(args) <= MOST_FACTORS:
            choices = product(*([*_splits([*outer, *_factors(a)], a.shape)] for a in args))
            for count, terms in enumerate(choices):
                if count == MOST_CHOICES:
                    return
                yield Mean(terms)


def _means_by_known_weights(setting: Setting, node: Node) -> Iterator[Mean]:
    """sum b_i = sum q_i (b_i / q_i) for numbers q_i of which the page says that they add up to one, or for 1/n."""
    outer, inner = _summed(node)
    if not isinstance(inner, Binder) or not inner.shape.is_scalar:
        return
    match inner.over:
        case Between(low, high, ()) as over if low == ONE:
            equal = Op("div", (ONE, high))
            yield Mean(((equal, _times(high, *outer, inner.body)),), (inner.var, over))
    for c in setting.constraints:
        match c.lhs, c.relation, c.rhs, inner.over:
            case Binder("sum", var, Between() as there, weight), "=", Lit(value), Between() as here:
                if value == 1 and there == here and weight.shape.is_scalar:
                    weight = replace_refs(weight, {var: Ref(inner.var)})
                    quotient = Op("div", (_times(*outer, inner.body), weight))
                    yield Mean(((weight, quotient),), (inner.var, here), divided=True)


def _summed(node: Node) -> tuple[list[Node], Node]:
    """Scalar factors in front of a sum, and the sum."""
    factors = _factors(node)
    sums = [f for f in factors if _is_sum(f)]
    outer = [f for f in factors if not _is_sum(f)]
    if len(sums) != 1 or not all(f.shape.is_scalar for f in outer):
        return [], node
    return outer, sums[0]


def _entries(node: Node) -> Node:
    """p^T x as a sum over entries."""
    match node:
        case Op("mul", (Op("transpose", (Ref() as p,)), Ref() as x)) | Op("inner", (Ref() as p, Ref() as x)):
            if p.shape.is_vector and x.shape.is_vector and isinstance(p.shape.rows, str):
                i = Ref(f"i#{p.name}{x.name}")
                entries = [Ref(v.name, (*v.indices, i)) for v in (p, x)]
                return Binder("sum", i.name, Between(ONE, Ref(p.shape.rows)), Op("mul", tuple(entries)))
    return node


def _is_sum(node: Node) -> bool:
    return (isinstance(node, Binder) and node.head == "sum") or (isinstance(node, Op) and node.head == "add")


def _factors(node: Node) -> list[Node]:
    """a b / c as a, b, 1/c."""
    match node:
        case Op("mul", args):
            return [f for a in args for f in _factors(a)]
        case Op("div", (top, bottom)) if bottom.shape.is_scalar:
            return [*(f for f in _factors(top) if f != ONE), *(_inverse(f) for f in _factors(bottom))]
        case Op("neg", (inner,)):
            return [Lit(Fraction(-1)), *_factors(inner)]
    return [node]


def _inverse(node: Node) -> Node:
    return Lit(1 / node.value) if isinstance(node, Lit) and node.value else Op("div", (ONE, node))


def _splits(factors: list[Node], shape: Shape) -> Iterator[tuple[Node, Node]]:
    """Scalar factors as the weight, the others as the value; few factors as the weight first."""
    if len(factors) > MOST_FACTORS:
        return
    for size in range(1, len(factors)):
        for chosen in combinations(range(len(factors)), size):
            weight = [factors[k] for k in chosen]
            value = [f for k, f in enumerate(factors) if k not in chosen]
            if all(w.shape.is_scalar for w in weight):
                yield _times(*weight), _times(*value, shape=shape)


def _times(*factors: Node, shape: Shape | None = None) -> Node:
    if len(factors) == 1:
        return factors[0]
    nonscalar = [f.shape for f in factors if not f.shape.is_scalar]
    return Op("mul", factors, shape or (nonscalar[0] if nonscalar else SCALAR))


def _geometric_means(node: Node) -> Iterator[Mean]:
    match node:
        case Op("pow", (Binder("prod", var, Between(_, _, ()) as over, body), exponent)):
            yield Mean(((exponent, body),), (var, over))
        case Binder("prod", var, Between(_, _, ()) as over, Op("pow", (base, exponent))):
            yield Mean(((exponent, base),), (var, over))
        case Op("mul", args) if 2 <= len(args) <= MOST_FACTORS and node.shape.is_scalar:
            powers = [_power(a) for a in args]
            if any(e != ONE for e, _ in powers):
                yield Mean(tuple(powers))


def _power(node: Node) -> tuple[Node, Node]:
    match node:
        case Op("pow", (base, exponent)):
            return exponent, base
        case Op("sqrt", (base,)):
            return Lit(Fraction(1, 2)), base
    return ONE, node
