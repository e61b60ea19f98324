"""Random symbols of one instance.

Abstract laws become finite ones with exact probabilities. Symbols that are declared independent live on
different slots (product spaces); those that are not share a slot in most instances, so that a
step which silently uses independence is refuted. Gaussian symbols become plans: linear mixtures of
standard normal coordinates, shared or not by the same rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from checks.model import Law, Lit, Node, Ref
from checks.numeric import arrays as xp
from checks.numeric.arrays import Array
from checks.numeric.compare import relation_holds
from checks.numeric.needs import Moment
from checks.numeric.quadrature import normal_line, square_root

if TYPE_CHECKING:
    from checks.numeric.evaluate import Env, Evaluator
    from checks.numeric.world import World

Key = tuple[str, tuple[int, ...]]
WEIGHTS = ((1, 1), (1, 2), (1, 3), (2, 3), (1, 1, 2), (1, 2, 3))
STANDARD = ((Fraction(1, 5), Fraction(2)), (Fraction(4, 5), Fraction(-1, 2)))  # mean 0, variance 1, not symmetric


@dataclass(frozen=True)
class Mixture:
    """A Gaussian symbol: one list of (coefficient, coordinate) per entry of its standard normal vector."""

    entries: tuple[tuple[tuple[float, int], ...], ...]
    relation: str  # "", "= k" or "correlated with k"


class Chance:
    """How the random symbols of one world are distributed."""

    def __init__(self, world: World, dependent: bool) -> None:
        self.world, self.dependent = world, dependent
        self.members: dict[int, list[Key]] = {}  # slot -> members that live on it
        self.identical: dict[str, tuple[Array, Array]] = {}
        self.standard: dict[Key, Array] = {}
        self.mixtures: dict[Key, Mixture] = {}
        self.notes: dict[Key, str] = {}

    def may_depend(self, one: Key, other: Key) -> bool:
        """Nothing was declared that makes these two independent."""
        setting = self.world.setting
        if one[0] != other[0]:
            return frozenset((one[0], other[0])) not in setting.independent
        law = setting.laws.get(one[0])
        return law is None or not law.independent

    # Finite laws --------------------------------------------------------------------------------------------

    def finite(self, name: str, indices: tuple[int, ...]) -> Array:
        """The atoms of an abstract random symbol, on the slot(s) of its sample space."""
        key = (name, indices)
        rng = random.Random(f"{self.world.seed}/law/{name}/{indices}")
        mean, variance = self.moment(key, "mean"), self.moment(key, "variance")
        if variance is not None:
            return self.standardised(key, mean, variance)
        law = self.world.setting.laws.get(name)
        if law is not None and law.independent:
            return self.copy_of_identical(key, mean, rng) if indices else self.independent_entries(key, mean, rng)
        slot = self.shared_slot(key) if self.dependent else None
        if slot is None:
            slot = self.world.random_slot(_weights(rng))
            self.members[slot] = []
        atoms = self.atoms(key, slot, mean, rng)
        self.members[slot].append(key)
        return atoms

    def copy_of_identical(self, key: Key, mean: Array | None, rng: random.Random) -> Array:
        """Members of an i.i.d. family: the same atoms and probabilities, each on a slot of its own."""
        if key[0] not in self.identical:
            weights = _weights(rng)
            self.identical[key[0]] = weights, self.drawn_atoms(key[0], weights, rng)
        weights, atoms = self.identical[key[0]]
        slot = self.world.random_slot(weights)
        self.members[slot] = [key]
        return xp.on_slot(_with_mean(atoms, weights, mean), slot)

    def independent_entries(self, key: Key, mean: Array | None, rng: random.Random) -> Array:
        """One vector or matrix with i.i.d. entries: each on a slot of its own."""
        weights = _weights(rng)
        atoms = self.drawn_atoms(key[0], weights, rng)[:, :1, :1]
        atoms = atoms if mean is None else _with_mean(atoms, weights, mean * 0)
        rows, cols = self.world.size(self.world.shape_of(key[0]))
        found = self.on_own_slots(atoms[..., :1, :1], weights, rows, cols)
        return found if mean is None else found + mean

    def on_own_slots(self, atoms: Array, weights: Array, rows: int, cols: int) -> Array:
        """A matrix whose entries have the same atoms, independently."""
        entries = []
        for _ in range(rows * cols):
            slot = self.world.random_slot(weights)
            self.members[slot] = []  # nothing else may join it
            entries.append(xp.on_slot(atoms, slot))
        lead = np.broadcast_shapes(*(e.shape[:-2] for e in entries))
        if np.prod(lead) > xp.MOST_ATOMS_EXACT:
            raise xp.Undefined(xp.TOO_LARGE)
        column = np.concatenate([np.broadcast_to(e, (*lead, 1, 1)) for e in entries], axis=-2)
        return column.reshape(*lead, rows, cols)

    def shared_slot(self, key: Key) -> int | None:
        for slot, members in self.members.items():
            if members and all(self.may_depend(key, other) for other in members):
                return slot
        return None

    def atoms(self, key: Key, slot: int, mean: Array | None, rng: random.Random) -> Array:
        weights = self.world.slots[slot]
        assert isinstance(weights, np.ndarray)
        rows, cols = self.world.size(self.world.shape_of(key[0]))
        for other in self.members[slot]:
            twin = self.world.drawn.get(other)
            if mean is None and twin is not None and twin.shape[-2:] == (rows, cols) and rng.random() < 0.4:
                self.notes[key] = f"= {shown(other)}"
                return twin
        return xp.on_slot(_with_mean(self.drawn_atoms(key[0], weights, rng), weights, mean), slot)

    def drawn_atoms(self, name: str, weights: Array, rng: random.Random) -> Array:
        return np.stack([self.world.draw(name, rng) for _ in range(len(weights))])

    def standardised(self, key: Key, mean: Array | None, variance: Array) -> Array:
        """mean + sqrt(variance) z with entries z of mean 0 and variance 1, on one slot per entry."""
        rows, cols = self.world.size(self.world.shape_of(key[0]))
        z = self.standard_vector(key, rows, cols)
        scaled = xp.plain(_scaled(variance, z))
        return scaled if mean is None else scaled + mean

    def standard_vector(self, key: Key, rows: int, cols: int) -> Array:
        """Entries of mean 0 and variance 1; the same as those of an earlier symbol that it may depend on."""
        for other, z in self.standard.items():
            if self.dependent and z.shape[-2:] == (rows, cols) and self.may_depend(key, other):
                return z
        weights = np.array([xp.rational(w) for w, _ in STANDARD], dtype=object)
        atoms = np.array([[[xp.rational(z)]] for _, z in STANDARD], dtype=object)
        self.standard[key] = self.on_own_slots(atoms, weights, rows, cols)
        return self.standard[key]

    def moment(self, key: Key, which: str) -> Array | None:
        """The prescribed mean or variance of a member, if there is one."""
        law = self.world.setting.laws.get(key[0])
        node = None if law is None else (law.mean if which == "mean" else law.cov)
        if law is not None and node is not None:
            return xp.plain(self.world.evaluator.value(node, dict(zip(law.index, key[1], strict=False))))
        table = self.world.needs.means if which == "mean" else self.world.needs.variances
        for moment in table.get(key[0], ()):
            env = _matched(moment, key[1], self.world.evaluator)
            if env is not None:
                return xp.plain(self.world.evaluator.value(moment.rhs, env))
        return None

    def moments_hold(self) -> bool:
        """Do the drawn members still have the moments that the hypotheses prescribe?"""
        for key, atoms in tuple(self.world.drawn.items()):
            mean = self.moment(key, "mean") if self.world.needs.is_random(key[0]) else None
            if mean is not None:
                found = xp.plain(self.world.evaluator.expected(atoms))
                if not relation_holds(found, "=", mean):
                    return False
        return True

    # Gaussian laws --------------------------------------------------------------------------------------------

    def mixture(self, key: Key) -> Mixture:
        """The coordinates of a Gaussian member; it depends on an earlier one in some instances."""
        if key not in self.mixtures:
            rows, cols = self.world.size(self.world.shape_of(key[0]))
            self.mixtures[key] = self.related(key, rows * cols) or Mixture(
                tuple(((1.0, self.world.random_slot("gauss")),) for _ in range(rows * cols)), ""
            )
        return self.mixtures[key]

    def related(self, key: Key, size: int) -> Mixture | None:
        if not self.dependent:
            return None
        for other, mixture in self.mixtures.items():
            if len(mixture.entries) == size and self.may_depend(key, other):
                same_law = _same_law(self.world.setting.laws[key[0]], self.world.setting.laws[other[0]])
                if self.world.rng.random() < 0.6:
                    word = "=" if same_law else "made of the same normal vector as"
                    return Mixture(mixture.entries, f"{word} {shown(other)}")
                mixed = tuple(
                    (*((0.6 * c, k) for c, k in entry), (0.8, self.world.random_slot("gauss")))
                    for entry in mixture.entries
                )
                return Mixture(mixed, f"has correlation 3/5 with {shown(other)}")
        return None

    def gaussian(self, key: Key, ev: Evaluator, coordinate: Callable[[int], Array]) -> Array:
        """The value of a Gaussian member as floats: by quadrature or samples, as the coordinates say."""
        law = self.world.setting.laws[key[0]]
        mixture = self.mixture(key)
        rows, cols = self.world.size(self.world.shape_of(key[0]))
        parts = [sum((c * coordinate(k) for c, k in entry), start=np.zeros((1, 1))) for entry in mixture.entries]
        lead = np.broadcast_shapes(*(p.shape[:-2] for p in parts))
        z = np.concatenate([np.broadcast_to(p, (*lead, 1, 1)) for p in parts], axis=-2)
        env: Env = dict(zip(law.index, key[1], strict=False))
        mean, cov = (xp.to_float(xp.plain(ev.value(n, env))) for n in (_mean_node(law), _cov_node(law)))
        shifted = square_root(cov, rows * cols) @ z
        return mean + shifted.reshape(*shifted.shape[:-2], rows, cols)  # type: ignore[no-any-return]

    def coordinate(self, slot: int) -> Array:
        return xp.on_slot(normal_line(self.world.nodes)[0][:, None, None], slot)


def shown(key: Key) -> str:
    """`k`, `x_{2}`."""
    return key[0] if not key[1] else f"{key[0]}_{{{','.join(map(str, key[1]))}}}"


def _mean_node(law: Law) -> Node:
    return law.mean if law.mean is not None else Lit(Fraction(0))


def _cov_node(law: Law) -> Node:
    return law.cov if law.cov is not None else Lit(Fraction(1))


def _same_law(one: Law, other: Law) -> bool:
    return (one.mean, one.cov) == (other.mean, other.cov)


def _weights(rng: random.Random) -> Array:
    parts = rng.choice(WEIGHTS)
    return np.array([xp.rational(Fraction(p, sum(parts))) for p in parts], dtype=object)


def _with_mean(atoms: Array, weights: Array, mean: Array | None) -> Array:
    """The atoms, shifted to the prescribed mean."""
    if mean is None:
        return atoms
    current = (atoms * weights.reshape(-1, 1, 1)).sum(axis=0)
    return atoms + (mean - current)  # type: ignore[no-any-return]


def _scaled(variance: Array, z: Array) -> xp.Number:
    """z times the standard deviation; a matrix as covariance must be diagonal."""
    if variance.shape[-2:] == (1, 1) or variance.shape[-2:] == z.shape[-2:]:
        return xp.mul(xp.elementwise("sqrt", variance), z)
    off = variance - variance * xp.like(np.eye(*variance.shape[-2:], dtype=int), variance)
    if any(x != 0 for x in off.flat):
        raise xp.CannotEvaluate("an abstract law with a covariance that is not diagonal")
    return xp.matmul(xp.elementwise("sqrt", variance), z)


def _matched(moment: Moment, indices: tuple[int, ...], ev: Evaluator) -> Env | None:
    env: Env = {}
    for pattern, index in zip(moment.ref.indices, indices, strict=True):
        if isinstance(pattern, Ref) and pattern.name in moment.over:
            env[pattern.name] = index
        elif ev.integer(pattern, {}) != index:
            return None
    return env
