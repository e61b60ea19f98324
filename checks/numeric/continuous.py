"""Random symbols with a continuous law, or one on all integers: linear mixtures of standard coordinates.

Symbols that were not declared independent share coordinates in most instances, so that a step which
silently uses independence is refuted. Values are floats: by quadrature or samples, as the coordinates say.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from hence.checks.model import Law, Lit, Node
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Number
from hence.checks.numeric.laws import NORMAL, SMOOTH, UNIFORM, Coordinate, in_words, plan_of
from hence.checks.numeric.quadrature import square_root
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Env, Evaluator
    from hence.checks.numeric.world import World

Key = tuple[str, tuple[int, ...]]
Entry = tuple[tuple[float, int], ...]  # coefficients and slots
MOST_ENTRIES = 3_000_000
FURTHER = "~part"


@dataclass(frozen=True)
class Mixture:
    """A random symbol: for each of its entries the coordinates that it is made of."""

    entries: tuple[Entry, ...]
    coordinate: Coordinate
    relation: str = ""  # in words, to an earlier symbol on which it depends
    through: Coordinate | None = None  # the entries are of this law, and brought to the coordinate's by quantiles
    atoms: int | None = None  # a finite slot: in its k-th atom the coordinate lies in the k-th part of its quantiles

    @property
    def slots(self) -> frozenset[int]:
        own = frozenset(s for entry in self.entries for _, s in entry)
        return own if self.atoms is None else own | {self.atoms}


class Continuous:
    """The continuous random symbols of one world."""

    def __init__(self, world: World, dependent: bool, may_depend: Callable[[Key, Key], bool]) -> None:
        self.world, self.dependent, self.may_depend = world, dependent, may_depend
        self.mixtures: dict[Key, Mixture] = {}

    def law(self, key: Key) -> Law:
        return self.world.setting.laws[key[0]]

    def mixture(self, key: Key, coordinate: Coordinate) -> Mixture:
        """The coordinates of a member; it depends on an earlier one in some instances."""
        if key not in self.mixtures:
            rows, cols = self.world.size(self.world.shape_of(_whole(key)[0]))
            related = self.related(key, rows * cols, coordinate) if _whole(key) == key else None
            self.mixtures[key] = related or self.alone(rows * cols, coordinate)
        return self.mixtures[key]

    def alone(self, size: int, coordinate: Coordinate) -> Mixture:
        """Coordinates of its own, one per entry: the law of a number, said of a vector, is meant entry by entry."""
        own = tuple(((1.0, self.world.random_slot(coordinate)),) for _ in range(size))
        return Mixture(own, coordinate)

    def related(self, key: Key, size: int, coordinate: Coordinate) -> Mixture | None:
        if not self.dependent:
            return None
        for other, mixture in ((k, m) for k, m in self.mixtures.items() if _whole(k) == k):
            tied = [k for k, m in self.mixtures.items() if m.slots & mixture.slots]
            if len(mixture.entries) == size and all(self.may_depend(key, k) for k in tied):
                found = self.coupled(key, other, mixture, coordinate)
                if found is not None:
                    return found
        return self.split(key, coordinate) if size == 1 and coordinate.kind in SMOOTH and self.sometimes() else None

    def sometimes(self) -> bool:
        """Quadrature is poor for couplings by quantiles: half of the instances do without them."""
        return self.world.rng.random() < 0.5

    def split(self, key: Key, coordinate: Coordinate) -> Mixture | None:
        """The new symbol the larger, the later the atom of a finite one on which it may depend."""
        chance = self.world.chance
        chance.draw_single()
        slot = chance.shared_slot(key)
        if slot is None or len(chance.members[slot]) == 0:
            return None
        other = chance.members[slot][0]
        chance.members[slot].append(key)
        entry = ((1.0, self.world.random_slot(UNIFORM)),)
        words = f"{drawn_from(self.law(key))}, the larger the later {shown(other)} comes in its list of values"
        return Mixture((entry,), coordinate, words, atoms=slot)

    def coupled(self, key: Key, other: Key, mixture: Mixture, coordinate: Coordinate) -> Mixture | None:
        """The new symbol as a function of an earlier one, where their laws allow it."""
        if coordinate == mixture.coordinate and mixture.atoms is None:
            if coordinate == NORMAL and mixture.through is None and self.world.rng.random() >= 0.6:
                return self.correlated(other, mixture)
            same = _same_law(self.law(key), self.law(other))
            words = f"= {shown(other)}" if same else self.increasing(key, other)
            return Mixture(mixture.entries, coordinate, words, mixture.through)
        excess = coordinate.parameter - mixture.coordinate.parameter
        if coordinate.kind == mixture.coordinate.kind == "poisson" and excess > 0:
            rest = Coordinate("poisson", excess)
            entries = tuple((*e, (1.0, self.world.random_slot(rest))) for e in mixture.entries)
            relation = f"{shown(other)} plus an independent Poisson number of rate {rest.parameter:g}"
            return Mixture(entries, coordinate, relation)
        if {coordinate.kind, mixture.coordinate.kind} <= SMOOTH and mixture.atoms is None and self.sometimes():
            through = mixture.through or mixture.coordinate
            return Mixture(mixture.entries, coordinate, self.increasing(key, other), through)
        return None

    def increasing(self, key: Key, other: Key) -> str:
        return f"the increasing function of {shown(other)} that has its {in_words(self.law(key).kind)} law"

    def correlated(self, other: Key, mixture: Mixture) -> Mixture:
        mixed = tuple(
            (*((0.6 * c, k) for c, k in entry), (0.8, self.world.random_slot(NORMAL))) for entry in mixture.entries
        )
        return Mixture(mixed, NORMAL, f"normal with correlation 3/5 with {shown(other)}")

    def value(self, key: Key, ev: Evaluator) -> Number:
        """The value of a member in floats; it carries the derivative by a parameter where one is taken."""
        law = self.law(key)
        env: Env = dict(zip(law.index, key[1], strict=False))
        if law.kind == "Normal":
            return self.normal(key, ev, env)
        plan = plan_of(law.kind, [ev.value(p, env) for p in law.params])
        return plan.at(*(self.standard(_part(key, k), c, ev) for k, c in enumerate(plan.coordinates)))

    def normal(self, key: Key, ev: Evaluator, env: Env) -> Number:
        law = self.law(key)
        z = self.standard(key, NORMAL, ev)
        rows, cols = z.shape[-2:]
        mean, cov = (ev.value(n, env) for n in (_mean_node(law), _cov_node(law)))
        if cov.shape[-2:] == (1, 1):
            return moved(mean, xp.elementwise("sqrt", cov), z)
        if isinstance(cov, xp.Dual):
            raise xp.CannotEvaluate("derivative with respect to a covariance matrix")
        factor = square_root(xp.to_float(cov), rows * cols)
        if factor.ndim == 2 and not np.any(factor - np.diag(np.diag(factor))):
            return moved(mean, np.diag(factor).reshape(rows, cols), z)
        column = z.reshape(*z.shape[:-2], rows * cols, 1)
        shifted = xp.plain(xp.matmul(factor, column))
        return xp.add(mean, shifted.reshape(*shifted.shape[:-2], rows, cols))

    def standard(self, key: Key, coordinate: Coordinate, ev: Evaluator) -> Array:
        """The standard member before location and scale."""
        rows, cols = self.world.size(self.world.shape_of(_whole(key)[0]))
        mixture = self.mixture(key, coordinate)
        parts = [self.entry(mixture, entry, ev) for entry in mixture.entries]
        if len(parts) == 1:
            return parts[0]
        lead = np.broadcast_shapes(*(p.shape[:-2] for p in parts))
        if np.prod(lead) * len(parts) > MOST_ENTRIES:
            raise xp.Undefined(xp.TOO_LARGE)
        z = np.concatenate([np.broadcast_to(p, (*lead, 1, 1)) for p in parts], axis=-2)
        return z.reshape(*lead, rows, cols)

    def entry(self, mixture: Mixture, entry: Entry, ev: Evaluator) -> Array:
        raw = reduce(np.add, (ev.coordinate(k) if c == 1 else c * ev.coordinate(k) for c, k in entry))
        if mixture.atoms is not None:
            weights = self.world.slots[mixture.atoms]
            assert isinstance(weights, np.ndarray)
            widths = xp.to_float(weights)
            starts = np.concatenate([[0.0], np.cumsum(widths)[:-1]])
            level = ev.along(mixture.atoms, starts) + ev.along(mixture.atoms, widths) * raw
            return mixture.coordinate.quantile(level)
        return raw if mixture.through is None else mixture.coordinate.quantile(mixture.through.level(raw))

    def described(self) -> dict[Key, str]:
        """Every member in words."""
        whole = {key: mixture for key, mixture in self.mixtures.items() if _whole(key) == key}
        return {key: mixture.relation or drawn_from(self.law(key)) for key, mixture in whole.items()}


def moved(location: Number, scale: Number, z: Array) -> Number:
    """location + scale * z, without the work where these are 0 and 1."""
    if isinstance(scale, xp.Dual) or np.any(scale != 1):
        z = xp.mul(scale, z)  # type: ignore[assignment]
    return xp.add(location, z) if isinstance(location, xp.Dual) or np.any(location) else z


def _part(key: Key, number: int) -> Key:
    """The key of a further standard number that a symbol is made of: it has a coordinate of its own."""
    return key if number == 0 else (f"{key[0]}{FURTHER}{number}", key[1])


def _whole(key: Key) -> Key:
    return key[0].partition(FURTHER)[0], key[1]


def drawn_from(law: Law) -> str:
    return f"drawn from its {in_words(law.kind)} law"


def shown(key: Key) -> str:
    """`k`, `x_{2}`."""
    return key[0] if not key[1] else f"{key[0]}_{{{','.join(map(str, key[1]))}}}"


def _mean_node(law: Law) -> Node:
    return law.mean if law.mean is not None else Lit(Fraction(0))


def _cov_node(law: Law) -> Node:
    return law.cov if law.cov is not None else Lit(Fraction(1))


def _same_law(one: Law, other: Law) -> bool:
    return (one.mean, one.cov, one.params) == (other.mean, other.cov, other.params)
