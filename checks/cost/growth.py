r"""Growth claims, decided: each is a list of obligations, and each obligation is settled by one `Bound`.

Let f and g be generalised polynomials and a regime be given. With r_j bounded or vanishing ratios, a monomial
p = \prod q_k^{s_k} \prod r_j^{w_j} with s in the simplex and w >= 0 is O(\sum q_k), by the inequality of weighted
means; where a vanishing ratio takes part, it is o of it. By Farkas' lemma there is such a product exactly if no path
x = t^L inside the regime escapes, so that for powers alone the search is complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from fractions import Fraction

from hence.checks.conditions import Condition, Relation
from hence.checks.cost.count import without_costs
from hence.checks.cost.regime import Regime, Row, regime_of
from hence.checks.cost.scale import (
    UNIT,
    Growth,
    Monomial,
    Scale,
    approximated,
    growth_of,
    scales_of,
    without_denominators,
)
from hence.checks.cost.search import Bound, find_bound, find_direction
from hence.checks.cost.shape import BIG_O, LETTERS, LITTLE_O, OMEGA, THETA, GrowthClaim, growth_claim
from hence.checks.model import Claim, Constraint, Lit, Node, Ref, Setting, reachable_names
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import ZERO, symbol
from hence.language.records import dataclass


class NotBounded(Exception):
    """An obligation is not settled by what was handed in."""


@dataclass(frozen=True)
class Obligation:
    """The target is bounded by the bases; with `vanishing`, it is of smaller order."""

    target: Monomial
    bases: tuple[Monomial, ...]
    vanishing: bool


@dataclass(frozen=True)
class Posed:
    """A growth claim with both sides as generalised polynomials."""

    claim: GrowthClaim
    left: Growth
    right: Growth
    regime: Regime
    least_one: frozenset[str]  # quantities that are never smaller than one
    rules: tuple[str, ...]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class ByGrowth:
    """The certificate: a bound for every obligation, in their order, and a path x = t^L that obeys the regime."""

    bounds: tuple[Bound, ...]
    path: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """What a replayed proof rests on."""

    rules: tuple[str, ...]
    conditions: tuple[Condition, ...]
    words: str


def pose(setting: Setting, claim: Claim) -> Posed:
    """Raises NoRule where a side is no generalised polynomial, or it is not said what grows."""
    form = growth_claim(claim)
    nodes = [without_costs(setting, side) for side in (form.left, form.right)]
    sizes = [Constraint(Ref(n), ">", Lit(Fraction(0))) for n in _quantities(setting, nodes)]
    positive = replace(setting, constraints=(*setting.constraints, *sizes))
    left, right, sides, moving = _sides(positive, form)
    regime = regime_of(positive, scales_of(left, right))
    if not moving <= set(regime.growing):
        raise NoRule(f"the growth of a sum or logarithm of {', '.join(sorted(moving))} is known only where that grows")
    whole = {n for n in regime.constant if _is_at_least_one(setting, n)}
    _require_known(setting, left, right, regime)
    about = {s.name for s in scales_of(left, right)}
    signs = [Relation(symbol(n), ">", ZERO) for n in regime.constant if n in about and not _is_positive(setting, n)]
    granted = {Relation(symbol(n), ">", ZERO) for n in (*regime.growing, *regime.vanishing)}
    conditions = [c for c in (*sides.algebra.conditions, *signs) if c not in granted]
    least_one = frozenset((*regime.growing, *whole))
    return Posed(form, left, right, regime, least_one, sides.rules(), tuple(dict.fromkeys(conditions)))


def _require_known(setting: Setting, left: Growth, right: Growth, regime: Regime) -> None:
    """T = O(n^2) tells how T grows: without another word about T it is not decided. Raises NoRule."""
    on_right = {s.name for s in scales_of(right)}
    tied = {s.name for row in regime.rows if len(row.ratio.exponents) > 1 for s, _ in row.ratio.exponents}
    for m in left:
        match m.exponents:
            case ((Scale(name, "power"), e),) if e == 1 and name not in on_right | tied:
                symbol = setting.symbols.get(name)
                declared = symbol is not None and (symbol.integer or symbol.how == "declared")
                plain = name[:1].islower() and len(left) > 1
                if not (declared or plain) and name in regime.growing:
                    raise NoRule(f"nothing is known of the growth of {name}")
            case _:
                pass


def _quantities(setting: Setting, nodes: list[Node]) -> list[str]:
    """The numbers that both sides are made of; what grows, or tends to zero from above, is positive."""
    known = reachable_names(setting, Claim(nodes[0], "=", nodes[1]))
    symbols = [setting.symbols[n] for n in sorted(known) if n in setting.symbols]
    return [s.name for s in symbols if s.shape.is_scalar and not s.family and s.name not in setting.definitions]


def _is_positive(setting: Setting, name: str) -> bool:
    symbol = setting.symbols.get(name)
    signed = any(b.value > 0 or (b.value == 0 and strict) for b, strict in _lower_bounds(setting, name))
    return signed or (symbol is not None and symbol.integer)


def _is_at_least_one(setting: Setting, name: str) -> bool:
    dimensions = {d for s in setting.symbols.values() for d in (s.shape.rows, s.shape.cols)}
    return name in dimensions or any(b.value >= 1 for b, _ in _lower_bounds(setting, name))


def _lower_bounds(setting: Setting, name: str) -> Iterator[tuple[Lit, bool]]:
    """Numbers below a quantity, and whether strictly so."""
    for c in setting.constraints:
        match c:
            case Constraint(Ref(found, ()), ">" | ">=" as relation, Lit() as bound) if found == name:
                yield bound, relation == ">"
            case Constraint(Lit() as bound, "<" | "<=" as relation, Ref(found, ())) if found == name:
                yield bound, relation == "<"
            case _:
                pass


def _sides(setting: Setting, form: GrowthClaim) -> tuple[Growth, Growth, Sides, frozenset[str]]:
    sides = Sides(setting, Claim(form.left, "=", form.right))
    left, right = without_denominators(sides.algebra, sides.entry_of(form.left), sides.entry_of(form.right))
    return growth_of(left), growth_of(right), sides, approximated(left) | approximated(right)


def obligations(posed: Posed) -> Iterator[Obligation]:
    """What must be shown for the claim. Raises NoRule for classes that are never contained in each other."""
    kind, of = posed.claim.kind, posed.claim.of
    if not is_contained(of, kind):
        raise NoRule(f"{LETTERS[of]} on the left allows more than {LETTERS[kind]} on the right")
    right, left = (lowered(side, posed.least_one) for side in (posed.right, posed.left))
    yield from _positive(right)
    above = tuple(m for m, c in right.items() if c > 0)
    if kind in (BIG_O, THETA, LITTLE_O):
        vanishing = kind == LITTLE_O and of != LITTLE_O
        yield from (Obligation(m, above, vanishing) for m in posed.left)
    if kind in (OMEGA, THETA):
        yield from _positive(left)
        below = tuple(m for m, c in left.items() if c > 0)
        yield from (Obligation(m, below, False) for m in above)


def lowered(growth: Growth, least_one: Set[str]) -> Growth:
    """A lower bound: negative terms are set off against positive ones that are larger by factors of at least one."""
    left = {m: c for m, c in growth.items() if c > 0}
    for small, c in growth.items():
        if c < 0:
            over = [m for m, d in left.items() if d + c > 0 and m in growth and _divides(small, m, least_one)]
            if over:
                left[over[0]] += c
            else:
                left[small] = c
    return left


def _divides(small: Monomial, large: Monomial, least_one: Set[str]) -> bool:
    exponents = dict(large.exponents)
    for scale, e in small.exponents:
        exponents[scale] = exponents.get(scale, Fraction(0)) - e
    return all(e >= 0 and s.kind == "power" and s.name in least_one for s, e in exponents.items() if e)


def is_contained(of: str, kind: str) -> bool:
    """Whether one class can be contained in another; O(f) holds the zero function, Omega(f) arbitrarily large ones."""
    allowed = {BIG_O: (BIG_O, LITTLE_O), OMEGA: (OMEGA,), LITTLE_O: (BIG_O, LITTLE_O)}
    return kind in allowed.get(of, (THETA, BIG_O, OMEGA, LITTLE_O))


def _positive(growth: Growth) -> Iterator[Obligation]:
    """Negative terms are of smaller order than the positive ones."""
    above = tuple(m for m, c in growth.items() if c > 0)
    yield from (Obligation(m, above, True) for m, c in growth.items() if c < 0)


def bounds_of(setting: Setting, claim: Claim) -> ByGrowth:
    """Bounds for all obligations. Raises NoRule where one has none."""
    posed = pose(setting, claim)
    found = []
    for obligation in obligations(posed):
        bound = find_bound(obligation.target, obligation.bases, posed.regime.rows, obligation.vanishing)
        if bound is None:
            raise NoRule(f"{obligation.target} is not bounded by the other side")
        found.append(bound)
    path = find_direction(UNIT, (), posed.regime.rows, posed.regime.names)
    if path is None:
        raise NoRule("the hypotheses on growth contradict each other")
    return ByGrowth(tuple(found), tuple(path.items()))


def follow(setting: Setting, claim: Claim, c: ByGrowth) -> Comparison:
    """Check a certificate from the claim alone. Raises NotBounded, and NoRule as `pose` does."""
    posed = pose(setting, claim)
    owed = list(obligations(posed))
    if len(owed) != len(c.bounds):
        raise NotBounded("not every term is accounted for")
    _require_path(dict(c.path), posed.regime.rows)
    for obligation, bound in zip(owed, c.bounds, strict=True):
        _settle(obligation, bound, posed.regime.rows)
    about = {s.name for s in scales_of(posed.left, posed.right)}
    return Comparison(("growth", *posed.rules), posed.conditions, posed.regime.words(about))


def _require_path(path: Mapping[str, int], rows: tuple[Row, ...]) -> None:
    """From hypotheses that contradict each other everything would follow. Logarithms and exponentials obey theirs."""
    for row in rows:
        if all(s.kind == "power" for s, _ in row.ratio.exponents):
            power = sum(e * path.get(s.name, 0) for s, e in row.ratio.exponents)
            if power > 0 or (row.vanishes and power == 0):
                raise NotBounded("the path does not obey the hypotheses")


def _settle(obligation: Obligation, bound: Bound, rows: tuple[Row, ...]) -> None:
    if len(bound.shares) != len(obligation.bases) or len(bound.weights) != len(rows):
        raise NotBounded("a bound of something else")
    if sum(bound.shares) != 1 or any(x < 0 for x in (*bound.shares, *bound.weights)):
        raise NotBounded("shares are no weights of a mean")
    product: dict[object, Fraction] = {}
    factors = [*zip(obligation.bases, bound.shares, strict=True)]
    factors += [(row.ratio, weight) for row, weight in zip(rows, bound.weights, strict=True)]
    for factor, power in factors:
        for scale, exponent in factor.exponents:
            product[scale] = product.get(scale, Fraction(0)) + exponent * power
    if {s: e for s, e in product.items() if e} != dict(obligation.target.exponents):
        raise NotBounded("the product is another monomial")
    used = [row for row, weight in zip(rows, bound.weights, strict=True) if weight > 0]
    if obligation.vanishing and not any(row.vanishes for row in used):
        raise NotBounded("nothing tends to zero")


def constant_of(large: Growth, small: Growth) -> Fraction:
    """A C with |small| <= C large wherever every ratio of the regime is at most one and no terms cancel."""
    least = min((c for c in large.values() if c > 0), default=Fraction(1))
    return sum((abs(c) for c in small.values()), Fraction(0)) / least


__all__ = ["ByGrowth", "Comparison", "NotBounded", "bounds_of", "follow", "pose"]
