"""Random symbols of one instance.

Abstract laws become finite ones with exact probabilities. Symbols that are declared independent live on
different slots (product spaces); those that are not share a slot in most instances, so that a
step which silently uses independence is refuted. Symbols with a continuous law are in `continuous`.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from hence.checks.drawn_given import parents_of
from hence.checks.model import Law, Ref
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, Exact
from hence.checks.numeric.compare import relation_holds
from hence.checks.numeric.continuous import Continuous, Key, shown
from hence.checks.numeric.finite import FiniteLaw, column, couple, finite_law, joint, on_two_slots
from hence.checks.numeric.laws import is_continuous, is_finite, plan_of
from hence.checks.numeric.needs import Moment
from hence.language.laws import LAWS

if TYPE_CHECKING:
    from hence.checks.numeric.evaluate import Env, Evaluator
    from hence.checks.numeric.world import World

WEIGHTS = ((1, 1), (1, 2), (1, 3), (2, 3), (1, 1, 2), (1, 2, 3))
STANDARD = ((Fraction(1, 5), Fraction(2)), (Fraction(4, 5), Fraction(-1, 2)))  # mean 0, variance 1, not symmetric

SYMMETRIC = ((Fraction(1, 8), Fraction(2)), (Fraction(3, 4), Fraction(0)), (Fraction(1, 8), Fraction(-2)))


class Chance:
    """How the random symbols of one world are distributed."""

    def __init__(self, world: World, dependent: bool) -> None:
        self.world, self.dependent = world, dependent
        self.members: dict[int, list[Key]] = {}  # slot -> members that live on it
        self.identical: dict[str, tuple[Array, Array]] = {}
        self.standard: dict[Key, Array] = {}
        self.parents = parents_of(world.setting)
        self.continuous = Continuous(world, dependent, self.may_depend)
        self.notes: dict[Key, str] = {}

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was drawn yet."""
        return not (self.members or self.identical or self.standard or self.notes or self.continuous.mixtures)

    def may_depend(self, one: Key, other: Key) -> bool:
        """Nothing was declared that makes these two independent, and neither is drawn given the other."""
        setting = self.world.setting
        if one[0] != other[0]:
            names = {one[0], other[0]}
            past = any({a.noise, a.process} == names for a in setting.apart)  # what is drawn of a process is its start
            given = any(x in self.parents.get(y, ()) for x in names for y in names)
            return not past and not given and frozenset(names) not in setting.independent
        law = setting.laws.get(one[0])
        return law is None or not law.independent

    def check_parameters(self) -> None:
        """Raises `Undefined` where the parameters of a named law are outside their range."""
        for name in sorted(self.world.needs.random & self.world.setting.laws.keys()):
            law = self.world.setting.laws[name]
            if law.params:
                env: Env = dict.fromkeys(law.index, 1)
                values = [xp.plain(self.world.evaluator.value(p, env)) for p in law.params]
                if is_continuous(law.kind):
                    plan_of(law.kind, [xp.to_float(v) for v in values])
                elif is_finite(law.kind):
                    finite_law(law.kind, values)

    # Finite laws --------------------------------------------------------------------------------------------

    def finite(self, name: str, indices: tuple[int, ...]) -> Array:
        """The atoms of an abstract random symbol, on the slot(s) of its sample space."""
        key = (name, indices)
        if name in self.world.setting.laws and self.world.setting.laws[name].kind in LAWS:
            return self.named(key)
        rng = random.Random(f"{self.world.seed}/law/{name}/{indices}")
        mean, variance = self.moment(key, "mean"), self.moment(key, "variance")
        if variance is not None:
            return self.standardised(key, mean, variance)
        law = self.world.setting.laws.get(name)
        if law is not None and law.independent and not indices:
            return self.independent_entries(key, mean, rng)
        if law is not None and (law.like or law.symmetric):
            return self.copy_of_identical(key, law, mean, rng)
        slot = self.shared_slot(key) if self.dependent else None
        if slot is None:
            slot = self.world.random_slot(_weights(rng))
            self.members[slot] = []
        atoms = self.atoms(key, slot, mean, rng)
        self.members[slot].append(key)
        return atoms

    def copy_of_identical(self, key: Key, law: Law, mean: Array | None, rng: random.Random) -> Array:
        """Identically distributed symbols: the same atoms and probabilities, each on a slot of its own, or equal."""
        form = law.like or key[0]
        if form not in self.identical:
            common = random.Random(f"{self.world.seed}/law/{form}")
            weights = _weights(common)
            atoms = self.drawn_atoms(key[0], weights, common)
            self.identical[form] = _symmetrised(weights, atoms) if law.symmetric else (weights, atoms)
        weights, atoms = self.identical[form]
        slot = self.slot_of_twin(key, form) if self.dependent and rng.random() < 0.6 else None
        if slot is None:
            slot = self.world.random_slot(weights)
            self.members[slot] = []
        self.members[slot].append(key)
        return xp.on_slot(_with_mean(atoms, weights, mean), slot)

    def slot_of_twin(self, key: Key, form: str) -> int | None:
        """A slot on which only symbols of the same law live, none of them independent of this one."""
        for slot, members in self.members.items():
            laws = [self.world.setting.laws.get(name) for name, _ in members]
            alike = members and all(law is not None and law.like == form for law in laws)
            if alike and all(self.may_depend(key, other) for other in members):
                self.notes[key] = f"= {shown(members[0])}"
                return slot
        return None

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

    def named(self, key: Key) -> Array:
        """A symbol with a finite law that has a name; it depends on an earlier one in some instances."""
        law = self.world.setting.laws[key[0]]
        env: Env = dict(zip(law.index, key[1], strict=False))
        found = finite_law(law.kind, [xp.plain(self.world.evaluator.value(p, env)) for p in law.params])
        rows, cols = self.world.size(self.world.shape_of(key[0]))
        shared = self.shared_slot(key) if self.dependent and rows == cols == 1 else None
        coupled = self.coupled(key, found, shared) if shared is not None else None
        if coupled is not None:
            return coupled
        atoms, weights = column(found.values), column(found.weights)[:, 0, 0]
        if rows * cols > 1:  # the law of a number, said of a vector, is meant entry by entry
            return self.on_own_slots(atoms, weights, rows, cols)
        slot = self.world.random_slot(weights)
        self.members[slot] = [key]
        return xp.on_slot(atoms, slot)

    def coupled(self, key: Key, law: FiniteLaw, slot: int) -> Array | None:
        """The symbol as a function of an earlier one, as far as the laws allow; None where they are not rational."""
        weights, other = self.world.slots[slot], self.members[slot][0]
        assert isinstance(weights, np.ndarray)
        values = self.world.drawn[other]
        coupling = couple(law, weights) if values.shape[-2:] == (1, 1) else None
        if coupling is None or values.size != len(weights):
            return None
        pairs = joint(coupling, weights, list(values.flat))
        self.notes[key] = f"= {shown(other)}" if all(a == b for a, b in pairs) else _jointly(shown(other), pairs)
        self.members[slot].append(key)
        if len(coupling.weights) == 1:
            return xp.on_slot(column([row[0] for row in coupling.values]), slot)
        own = self.world.random_slot(column(coupling.weights)[:, 0, 0])
        self.members[own] = []  # nothing else may join it
        return on_two_slots(coupling, slot, own)

    def draw_single(self) -> None:
        """Draw the finite symbols that are no families, so that continuous ones may depend on them."""
        for name in sorted(self.world.needs.random):
            symbol = self.world.setting.symbols.get(name)
            single = symbol is not None and not symbol.family and symbol.shape.is_scalar
            if single and not self.world.needs.is_continuous(name) and name not in self.world.definitions:
                self.world.member(name, ())

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
        if rows == cols == 1 and self.dependent and (shared := self.standard_on_shared(key)) is not None:
            self.standard[key] = shared
            return shared
        form = self.standard_form(key[0])
        weights = np.array([xp.rational(w) for w, _ in form], dtype=object)
        atoms = np.array([[[xp.rational(z)]] for _, z in form], dtype=object)
        self.standard[key] = self.on_own_slots(atoms, weights, rows, cols)
        if rows == cols == 1:
            self.members[len(self.world.slots) - 1] = [key]  # others may depend on it
        return self.standard[key]

    def standard_on_shared(self, key: Key) -> Array | None:
        """A number of mean 0 and variance 1 that is a function of an earlier symbol with two values."""
        law = self.world.setting.laws.get(key[0])
        slot = None if law is not None and (law.like or law.symmetric) else self.shared_slot(key)
        weights = self.world.slots[slot] if slot is not None else None
        if slot is None or not isinstance(weights, np.ndarray) or len(weights) != 2:
            return None
        first, second = weights
        ratio = np.array([[[second / first]], [[first / second]]], dtype=object)
        root = xp.plain(xp.elementwise("sqrt", ratio))
        self.members[slot].append(key)
        self.notes[key] = f"dependent on {shown(self.members[slot][0])}"
        return xp.on_slot(np.stack([root[0], -root[1]]), slot)

    def standard_form(self, name: str) -> tuple[tuple[Fraction, Fraction], ...]:
        law = self.world.setting.laws.get(name)
        return SYMMETRIC if law is not None and law.symmetric else STANDARD

    def moment(self, key: Key, which: str) -> Array | None:
        """The prescribed mean or variance of a member, if there is one."""
        law = self.world.setting.laws.get(key[0])
        node = None if law is None else (law.mean if which == "mean" else law.cov)
        if law is not None and node is not None:
            return _settled(xp.plain(self.world.evaluator.value(node, dict(zip(law.index, key[1], strict=False)))))
        table = self.world.needs.means if which == "mean" else self.world.needs.variances
        for moment in table.get(key[0], ()):
            env = _matched(moment, key[1], self.world.evaluator)
            if env is not None:
                return _settled(xp.plain(self.world.evaluator.value(moment.rhs, env)))
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


def _jointly(other: str, pairs: dict[tuple[Exact, Exact], Exact]) -> str:
    """The joint distribution of two numbers in words."""
    listed = ", ".join(f"{b} with {other} = {a}: {chance}" for (a, b), chance in sorted(pairs.items()))
    return f"dependent on {other}; probabilities: {listed}"


def _weights(rng: random.Random) -> Array:
    parts = rng.choice(WEIGHTS)
    return np.array([xp.rational(Fraction(p, sum(parts))) for p in parts], dtype=object)


def _symmetrised(weights: Array, atoms: Array) -> tuple[Array, Array]:
    """Each atom and its negative, with half of its probability."""
    half = weights * xp.rational(Fraction(1, 2))
    return np.concatenate([half, half]), np.concatenate([atoms, -atoms])


def _with_mean(atoms: Array, weights: Array, mean: Array | None) -> Array:
    """The atoms, shifted to the prescribed mean."""
    if mean is None:
        return atoms
    current = (atoms * weights.reshape(-1, 1, 1)).sum(axis=0)
    return atoms + (mean - current)  # type: ignore[no-any-return]


def _settled(moment: Array) -> Array:
    """A moment without the slots on which it does not depend; a derivative leaves such."""
    return moment.reshape(moment.shape[-2:]) if moment.size == np.prod(moment.shape[-2:]) else moment


def _scaled(variance: Array, z: Array) -> xp.Number:
    """z times the standard deviation, or a triangular root of the covariance. Raises `Undefined` where it has none."""
    if variance.shape[-2:] == (1, 1) or variance.shape[-2:] == z.shape[-2:]:
        return xp.mul(xp.elementwise("sqrt", variance), z)
    if variance.ndim > 2:
        raise xp.CannotEvaluate("an abstract law with a random covariance")
    return xp.matmul(_triangular_root(variance), z)


def _triangular_root(cov: Array) -> Array:
    """L with L L^T = cov, as Cholesky found it."""
    size = len(cov)
    if any(cov[i, j] != cov[j, i] for i in range(size) for j in range(i)):
        raise xp.Undefined("a covariance that is not symmetric")
    root = cov * 0
    for i in range(size):
        for j in range(i + 1):
            rest = cov[i, j] - sum((root[i, k] * root[j, k] for k in range(j)), xp.rational(0))
            if i == j:
                root[i, i] = xp.plain(xp.elementwise("sqrt", np.array([[rest]], dtype=object)))[0, 0]
            elif rest == 0:
                root[i, j] = xp.rational(0)
            elif root[j, j] == 0:
                raise xp.Undefined("a covariance that is not positive semidefinite")
            else:
                root[i, j] = rest / root[j, j]
    return root


def _matched(moment: Moment, indices: tuple[int, ...], ev: Evaluator) -> Env | None:
    env: Env = {}
    for pattern, index in zip(moment.ref.indices, indices, strict=True):
        if isinstance(pattern, Ref) and pattern.name in moment.over:
            env[pattern.name] = index
        elif ev.integer(pattern, {}) != index:
            return None
    return env
