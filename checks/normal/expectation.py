"""Expectation of normal forms: linearity, independence, cumulants, Gaussian exponentials.

A moment of entries is the sum over set partitions of products of joint cumulants; the joint cumulant
of independent groups is zero, that of a normal beyond order two is zero. This decides polynomial
moments in symbolic dimension. Exponentials of linear forms in normals are tilted:
E[e^L x] = e^{E L + Var(L)/2} E[x + Cov(x, L)]. What has no rule stays an opaque, canonical atom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.drawn_given import random_names
from hence.checks.model import Apart, Law, Node, Op
from hence.checks.normal.algebra import EULER, Factors, bind
from hence.checks.normal.by_density import by_density
from hence.checks.normal.categorical import is_categorical, over_categories
from hence.checks.normal.common import NoRule
from hence.checks.normal.distributions import cumulant_of
from hence.checks.normal.gaussian import by_stein, standard_form, wave_product
from hence.checks.normal.generating import by_generating_function
from hence.checks.normal.poly import (
    ONE,
    ZERO,
    Atom,
    Mono,
    Poly,
    any_atom,
    close,
    collect,
    number,
    of_atom,
    of_mono,
    open_sums,
    symbol,
    total,
)
from hence.language.laws import LAWS
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

MOST_FACTORS_OF_A_MOMENT = 8
CONDITIONAL = "given"  # the name of an atom E[body | Y, ...]


@dataclass(frozen=True)
class Gaussian:
    """Cumulants of the entries of a normal; `family` indices choose a member, the rest an entry."""

    mean: Callable[[tuple[Poly, ...]], Poly]
    covariance: Callable[[tuple[Poly, ...], tuple[Poly, ...]], Poly | None]


class Expectation:
    def __init__(self, normaliser: Normaliser) -> None:
        self.n = normaliser
        self.algebra = normaliser.algebra
        self.setting = normaliser.setting
        self.gaussians: dict[str, Gaussian] = {}
        self.random = random_names(self.setting)
        self.opaque_binds = ""
        for law in self.setting.laws.values():
            if law.kind == "Normal":
                self.gaussians[law.name] = self._gaussian(law)

    # the ways in ----------------------------------------------------------------------------------

    def over_all(self, body: Poly) -> Poly:
        """Expectation over every random symbol of the setting."""
        self.n.used["linearity-of-expectation"] = None
        return total(self._mono(m).scaled(c) for m, c in body.terms)

    def covariance(self, a: Poly, b: Poly) -> Poly:
        """Cov(a, b) = E[ab] - E[a] E[b]."""
        self.n.used["variance-as-second-moment"] = None
        product = self.over_all(self.algebra.mul(a, b))
        return product - self.algebra.mul(self.over_all(a), self.over_all(b))

    def over_bound(self, variable: str, law: Node, body: Poly, env: Mapping[str, Poly]) -> Poly:
        """Expectation over a bound variable with a normal law; every other symbol is a constant."""
        if not isinstance(law, Op) or law.head != "Normal":
            raise NoRule("no rule for expectations under this distribution yet")
        mean, cov = law.args
        normal = Gaussian(
            lambda idx: self.n.entry(mean, idx[0] if idx else ONE, ONE, env),
            lambda a, b: self.n.entry(cov, a[0] if a else ONE, b[0] if b else ONE, env),
        )
        return self.under(variable, normal, body)

    def under(self, variable: str, normal: Gaussian, body: Poly) -> Poly:
        """Expectation over one normal variable given by its cumulants."""
        self.random = frozenset((variable,))
        self.gaussians = {variable: normal}
        self.opaque_binds = variable
        return self.over_all(body)

    # one monomial ---------------------------------------------------------------------------------

    def _mono(self, mono: Mono) -> Poly:
        if not varying_mono(mono) & self.random:
            return of_mono(mono)
        sums, factors = open_sums(mono)
        if any(b.names & self.random for _, b in sums):
            return self._opaque([], [(a, e) for a, e in mono.factors])
        factors = [part for f in factors for part in self._exponents_apart(f)]
        constant = [f for f in factors if not self._random_names(f)]
        moving = [f for f in factors if self._random_names(f)]
        groups = self.groups_apart(moving)
        if len(groups) > 1:
            self.n.used["independence"] = None
        values = [self._group(_one_exponential(group)) for group in groups]
        fixed = self.algebra.assemble([], constant, Fraction(1)) if constant else ONE
        return self.algebra.sum_all(sums, self.algebra.mul(fixed, *values))

    def _exponents_apart(self, factor: tuple[Atom, Poly]) -> Factors:
        """e^{u + V + W} as e^u, e^V and e^W, where V and W are independent and u is not random."""
        atom, exponent = factor
        if atom != EULER:
            return [factor]
        still = collect((m, c) for m, c in exponent.terms if not varying_mono(m) & self.random)
        parts = self._independent_parts(exponent - still)
        return [(EULER, part) for part in ([] if still.is_zero else [still]) + parts]

    def _independent_parts(self, exponent: Poly) -> list[Poly]:
        """Sums of terms that have independent symbols; normal ones stay together, for they are tilted at once."""
        parts: list[tuple[frozenset[str], Poly]] = []
        names = varying(exponent) & self.random
        if len(names) < 2 or names <= self.gaussians.keys():
            return [] if exponent.is_zero else [exponent]
        for mono, coefficient in exponent.terms:
            own, value = varying_mono(mono) & self.random, collect([(mono, coefficient)])
            for part in [p for p in parts if not self._independent(own, p[0])]:
                parts.remove(part)
                own, value = own | part[0], value + part[1]
            parts.append((own, value))
        return [value for _, value in parts]

    def _random_names(self, factor: tuple[Atom, Poly]) -> frozenset[str]:
        return (varying_atom(factor[0]) | varying(factor[1])) & self.random

    def groups_apart(self, factors: Factors) -> list[Factors]:
        """Factors that share a symbol, or whose symbols were not declared independent, stay together."""
        groups: list[Factors] = []
        for factor in factors:
            members, apart = [factor], []
            for other in groups:
                if self._unrelated(members, other):
                    apart.append(other)
                else:
                    members = other + members
            groups = [*apart, members]
        return groups

    def _unrelated(self, some: Factors, others: Factors) -> bool:
        """Whether every symbol of the ones is independent of every symbol of the others."""
        return all(
            frozenset((x, y)) in self.setting.independent or self._in_the_past(x, some, y, others)
            for x in self.names_of(some)
            for y in self.names_of(others)
        )

    def names_of(self, factors: Factors) -> frozenset[str]:
        return frozenset().union(*(self._random_names(f) for f in factors))

    def _in_the_past(self, x: str, some: Factors, y: str, others: Factors) -> bool:
        """Whether one symbol is the noise and the other a process, at indices that the noise does not reach."""
        return any(
            (known.noise == x and known.process == y and _all_earlier(known, _times(x, some), _times(y, others)))
            or (known.noise == y and known.process == x and _all_earlier(known, _times(y, others), _times(x, some)))
            for known in self.setting.apart
        )

    def _independent(self, a: frozenset[str], b: frozenset[str]) -> bool:
        return all(frozenset((x, y)) in self.setting.independent for x in a for y in b)

    def _group(self, factors: Factors) -> Poly:
        """Expectation of a product of dependent factors."""
        if any(a.kind == "E" and a.name == CONDITIONAL for a, _ in factors):
            lifted = tower(self, factors)
            return lifted if lifted is not None else self._opaque([], factors)
        if any(is_categorical(self, name) for name in self.names_of(factors)):
            return self._category(factors)
        entries = _entries(factors)
        if entries is not None and len(entries) <= MOST_FACTORS_OF_A_MOMENT:
            return self._moment(entries)
        for rule in (
            self._two_members,
            self._tilted,
            self._wave,
            lambda f: wave_product(self, f),
            lambda f: by_stein(self, f),
            lambda f: by_density(self, f),
            lambda f: by_generating_function(self, f),
        ):
            value = rule(factors)
            if value is not None:
                return value
        return self._opaque([], factors)

    def _category(self, factors: Factors) -> Poly:
        for rule in (lambda f: over_categories(self, f), self._two_members):
            value = rule(factors)
            if value is not None:
                return value
        return self._opaque([], factors)

    def _two_members(self, factors: Factors) -> Poly | None:
        """E[f(X_i) g(X_j)] = E[f] E[g] + delta_ij (E[f g] - E[f] E[g]) for members of an independent family."""
        names = self.names_of(factors)
        law = self.setting.laws.get(next(iter(names))) if len(names) == 1 else None
        if law is None or not law.independent or not self.setting.symbols[law.name].family:
            return None
        family = self.setting.symbols[law.name].family
        parts: dict[tuple[Poly, ...], Factors] = {}
        for factor in factors:
            members = _times_of_family(law.name, self.algebra.product([factor]), family)
            if members is None or len(members) != 1:
                return None
            parts.setdefault(next(iter(members)), []).append(factor)
        if len(parts) != 2:
            return None
        (one, first), (two, second) = parts.items()
        moved = [(self._moved(a, law.name, two, one), e) for a, e in second]
        apart = self.algebra.mul(*(self._group(f) for f in (first, second)))
        alike = self.algebra.mul(*(self._group(f) for f in (first, moved)))
        together = self.over_all(self.algebra.assemble([], [*first, *moved], Fraction(1)))
        same = self.algebra.mul(*(self.algebra.delta(a, b) for a, b in zip(one, two, strict=True)))
        self.n.used["independence"] = None
        return apart + self.algebra.mul(same, together - alike)

    def _moved(self, atom: Atom, name: str, source: tuple[Poly, ...], target: tuple[Poly, ...]) -> Atom:
        """The same function of another member. Raises NoRule where it becomes something else than an atom."""
        count = len(source)
        value = self.algebra.replace_symbol(of_atom(atom), name, lambda idx: symbol(name, *target, *idx[count:]))
        found = value.atom
        if found is None:
            raise NoRule("a function of another member")
        return found

    def _opaque(self, sums: list[tuple[str, Poly]], factors: Factors) -> Poly:
        body = of_mono(close(sums, factors))
        standard = standard_form(self, factors, body) if not sums else None
        if standard is not None:
            return standard
        if self.opaque_binds:
            variable = self.opaque_binds
            normal = self.gaussians[variable]
            probe = of_atom(Atom("sym", "~probe"))
            extra = [normal.mean((probe,)), normal.covariance((probe,), (probe,)) or ZERO]
            return of_atom(bind("E", "", [body, *extra], variable))
        return of_atom(Atom("E", "", (self._of_any_member(body),)))

    def _of_any_member(self, body: Poly) -> Poly:
        """A function of one of several identically distributed symbols: it does not matter of which."""
        names = varying(body) & self.random
        law = self.setting.laws.get(next(iter(names))) if len(names) == 1 else None
        if law is None or not law.like:
            return body
        family = self.setting.symbols[law.name].family
        members = _times_of_family(law.name, body, family)
        if members is None or len(members) > 1:
            return body
        return self.algebra.replace_symbol(body, law.name, lambda idx: symbol(law.like, *idx[family:]))

    # moments --------------------------------------------------------------------------------------

    def _moment(self, entries: list[Atom]) -> Poly:
        pieces = []
        for partition in set_partitions(entries):
            self.algebra.budget.spend()
            pieces.append(self.algebra.mul(*(self.cumulant(block) for block in partition)))
        return total(pieces)

    def cumulant(self, block: list[Atom]) -> Poly:
        """Joint cumulant of entries of random symbols."""
        names = {a.name for a in block}
        if self._splits(block):
            return ZERO
        if len(names) == 1:
            name = block[0].name
            if name in self.gaussians:
                return self._gaussian_cumulant(self.gaussians[name], block)
            return self._abstract_cumulant(self.setting.laws.get(name), block)
        return self._joint(block)

    def _splits(self, block: list[Atom]) -> bool:
        """Whether one of the symbols was declared independent of all the others."""
        names = {a.name for a in block}
        if len(names) < 2:
            return False
        for name in names:
            own: Factors = [(a, ONE) for a in block if a.name == name]
            others: Factors = [(a, ONE) for a in block if a.name != name]
            if self._unrelated(own, others):
                return True
        return False

    def _joint(self, block: list[Atom]) -> Poly:
        ordered = sorted(block, key=lambda a: a.key)
        return of_atom(Atom("cum", str(len(block)), tuple(of_atom(a) for a in ordered)))

    def _gaussian_cumulant(self, normal: Gaussian, block: list[Atom]) -> Poly:
        if len(block) == 1:
            self.n.used["mean-of-normal"] = None
            return normal.mean(block[0].args)
        if len(block) == 2:
            self.n.used["covariance-of-normal"] = None
            value = normal.covariance(block[0].args, block[1].args)
            return value if value is not None else self._joint(block)
        jointly = all(normal.covariance(block[0].args, a.args) is not None for a in block[1:])
        return ZERO if jointly else self._joint(block)

    def _abstract_cumulant(self, law: Law | None, block: list[Atom]) -> Poly:
        if law is None:
            return self._joint(block)
        if law.kind in LAWS and LAWS[law.kind].is_number:
            return self._named_cumulant(law, block)
        if len(block) == 1 and law.mean is not None:
            self.n.used["mean-as-given"] = None
            return self.n.entry(law.mean, *_row_column(self._member_entry(block[0])), _bound(law, block[0].args))
        if law.symmetric and len(block) % 2 and self._one_member(block):
            self.n.used["symmetric-law"] = None
            return ZERO
        apart = self._apart(law)
        if not apart and not self._one_member(block):
            return self._joint(block)
        same = ONE
        for other in block[1:]:
            for a, b in zip(block[0].args[:apart], other.args[:apart], strict=True):
                same = self.algebra.mul(same, self.algebra.delta(a, b))
        value = self._spread(law, block) if len(block) == 2 else None
        return self.algebra.mul(same, self._common(law, block) if value is None else value)

    def _apart(self, law: Law) -> int:
        """How many indices tell independent things apart: those of members, or of entries, too."""
        if law.independent_entries:
            symbol = self.setting.symbols[law.name]
            return symbol.family + (symbol.shape.rows != 1) + (symbol.shape.cols != 1)
        return self.setting.symbols[law.name].family if law.independent else 0

    def _one_member(self, block: list[Atom]) -> bool:
        family = self.setting.symbols[block[0].name].family
        return all(a.args[:family] == block[0].args[:family] for a in block)

    def _spread(self, law: Law, block: list[Atom]) -> Poly | None:
        """The covariance of two entries of a member, where it was given."""
        if law.cov is None:
            return None
        env = _bound(law, block[0].args)
        row, column = (self._member_entry(x) for x in block)
        if law.cov.shape.is_matrix:
            return self.n.entry(law.cov, row[0] if row else ONE, column[0] if column else ONE, env)
        return self.n.scalar_in(law.cov, env) if row == column or law.independent_entries else None

    def _common(self, law: Law, block: list[Atom]) -> Poly:
        """A cumulant of entries of one member; of identically distributed ones it does not depend on which."""
        family = self.setting.symbols[law.name].family
        name, member = (law.like, ()) if law.like else (law.name, block[0].args[:family])
        entries = [a.args[family:] for a in block]
        if law.independent_entries and law.like:
            entries = [() for _ in block]
        return self._joint([Atom("sym", name, (*member, *e)) for e in entries])

    def _named_cumulant(self, law: Law, block: list[Atom]) -> Poly:
        """Of a named distribution; members of a family are independent only where that was said."""
        if any(a.args != block[0].args for a in block) and not law.independent:
            return self._joint(block)
        params = tuple(self.n.scalar_in(p, _bound(law, block[0].args)) for p in law.params)
        value = cumulant_of(self.n, law.kind, params, len(block))
        self.n.used[f"moments-of-{law.kind.lower()}"] = None
        same = [self.algebra.delta(x, y) for a in block[1:] for x, y in zip(block[0].args, a.args, strict=True)]
        return self.algebra.mul(*same, value) if value is not None else self._joint(block)

    def _member_entry(self, atom: Atom) -> tuple[Poly, ...]:
        return atom.args[self.setting.symbols[atom.name].family :]

    def _gaussian(self, law: Law) -> Gaussian:
        symbol = self.setting.symbols[law.name]
        family = symbol.family
        assert law.mean is not None
        assert law.cov is not None
        mean_node, cov_node = law.mean, law.cov

        def mean(idx: tuple[Poly, ...]) -> Poly:
            return self.n.entry(mean_node, *_row_column(idx[family:]), _bound(law, idx))

        def covariance(a: tuple[Poly, ...], b: tuple[Poly, ...]) -> Poly | None:
            if family and not law.independent and a[:family] != b[:family]:
                return None
            same = [self.algebra.delta(x, y) for x, y in zip(a[:family], b[:family], strict=True)]
            row, column = a[family:], b[family:]
            if cov_node.shape.is_scalar and row != column:  # the variance of each entry
                if not law.independent_entries and not law.independent:
                    return None
                same += [self.algebra.delta(x, y) for x, y in zip(row, column, strict=True)]
            entry = self.n.entry(cov_node, row[0] if row else ONE, column[0] if column else ONE, _bound(law, a))
            return self.algebra.mul(*same, entry)

        return Gaussian(mean, covariance)

    # exponentials ---------------------------------------------------------------------------------

    def _tilted(self, factors: Factors) -> Poly | None:
        """E[e^L x_1 ... x_k] for a linear form L in normals. None where it is something else."""
        powers = dict(factors)
        exponent = powers.pop(EULER, None)
        entries = _entries(list(powers.items()))
        if exponent is None or entries is None:
            return None
        linear = self._linear_part(exponent)
        if linear is None:
            return None
        fixed = exponent - linear
        self.n.used["normal-moment-generating-function"] = None
        mean = self.over_all(linear)
        spread = self._bilinear(linear, linear)
        if spread is None:
            return None
        shifted = []
        for atom in entries:
            shift = self._bilinear(of_atom(atom), linear)
            if shift is None:
                return None
            shifted.append(of_atom(atom) + shift)
        front = self.algebra.exp(fixed + mean + spread.scaled(Fraction(1, 2)))
        rest = self.over_all(self.algebra.mul(*shifted)) if shifted else ONE
        return self.algebra.mul(front, rest)

    def _wave(self, factors: Factors) -> Poly | None:
        """E cos(L) = e^{-Var(L)/2} cos(E L) for a linear form L in normals, plus what is constant; sine likewise."""
        if len(factors) != 1 or not factors[0][1].is_one or factors[0][0].name not in ("cos", "sin"):
            return None
        atom = factors[0][0]
        linear = self._linear_part(atom.args[0])
        spread = self._bilinear(linear, linear) if linear is not None else None
        if linear is None or spread is None:
            return None
        self.n.used["normal-characteristic-function"] = None
        centre = atom.args[0] - linear + self.over_all(linear)
        decay = self.algebra.exp(spread.scaled(Fraction(-1, 2)))
        return self.algebra.mul(decay, self.algebra.wave(atom.name, centre))

    def _linear_part(self, exponent: Poly) -> Poly | None:
        """The random part of an exponent when it is linear in entries of normals."""
        kept = []
        for mono, c in exponent.terms:
            moving = [(a, e) for a, e in mono.factors if self._random_names((a, e))]
            if not moving:
                continue
            atom, power = moving[0]
            if len(moving) > 1 or not power.is_one or atom.kind != "sym" or atom.name not in self.gaussians:
                return None
            kept.append((mono, c))
        return Poly(tuple(kept))

    def _bilinear(self, a: Poly, b: Poly) -> Poly | None:
        """Cov(a, b) for linear forms in normals, when every covariance in it is known."""
        value = self.over_all(self.algebra.mul(a, b)) - self.algebra.mul(self.over_all(a), self.over_all(b))
        return None if "cum:" in value.key else value


def _one_exponential(factors: Factors) -> Factors:
    """The factors with one power of e."""
    powers = [exponent for atom, exponent in factors if atom == EULER]
    if len(powers) < 2:
        return factors
    return [*(f for f in factors if f[0] != EULER), (EULER, total(powers))]


def tower(expectation: Expectation, factors: Factors) -> Poly | None:
    from hence.checks.normal.conditional import tower as lifted  # noqa: PLC0415 - the two need each other

    return lifted(expectation, factors)


def _times(name: str, factors: Factors) -> list[Poly] | None:
    """The first indices with which a symbol occurs; None where one occurs without."""
    found: list[Poly | None] = []

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym" and atom.name == name:
            found.append(atom.args[0] if atom.args else None)
        return False

    for atom, exponent in factors:
        any_atom(of_atom(atom), visit)
        any_atom(exponent, visit)
    kept = [t for t in found if t is not None]
    return kept if len(kept) == len(found) else None


def _times_of_family(name: str, body: Poly, family: int) -> set[tuple[Poly, ...]] | None:
    """The members of a family that occur; None where one is chosen by a bound variable of the body itself."""
    found: set[tuple[Poly, ...]] = set()

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym" and atom.name == name:
            found.add(atom.args[:family])
        return False

    any_atom(body, visit)
    free = body.names
    inside = all(p.names <= free for member in found for p in member)
    return found if inside else None


def _all_earlier(known: Apart, noise: list[Poly] | None, process: list[Poly] | None) -> bool:
    if noise is None or process is None:
        return False
    if known.at is not None:
        return all(t.integer == known.at for t in process)
    gaps = [(t - s).integer for t in noise for s in process]
    return all(gap is not None and gap >= known.lag for gap in gaps)


def varying_atom(atom: Atom) -> frozenset[str]:
    """Names that an atom varies with: a mean or a cumulant is a constant."""
    if atom.kind == "E" and atom.name == CONDITIONAL:
        return frozenset().union(*(varying(value) for value in atom.args[2::2]))
    if atom.kind == "cum" or (atom.kind == "E" and not atom.binds):
        return frozenset()
    own = atom.names - frozenset().union(*(a.names for a in atom.args))
    return own.union(*(varying(a) for a in atom.args)) - {atom.binds}


def varying(poly: Poly) -> frozenset[str]:
    return frozenset().union(*(varying_mono(m) for m, _ in poly.terms))


def varying_mono(mono: Mono) -> frozenset[str]:
    inside = frozenset().union(*(varying_atom(a) | varying(e) for a, e in mono.factors))
    bounds = frozenset().union(*(varying(b) for _, b in mono.sums))
    return (inside | bounds) - {v for v, _ in mono.sums}


def _bound(law: Law, indices: tuple[Poly, ...]) -> dict[str, Poly]:
    """The index letters of a law at the member that is meant."""
    return {name: value for name, value in zip(law.index, indices, strict=False) if name}


def _row_column(indices: tuple[Poly, ...]) -> tuple[Poly, Poly]:
    return (indices[0] if indices else ONE), (indices[1] if len(indices) > 1 else ONE)


def _entries(factors: Factors) -> list[Atom] | None:
    """The factors as a list of entries with repetition, when they are positive integer powers of entries."""
    entries: list[Atom] = []
    for atom, exponent in factors:
        times = exponent.integer
        if atom.kind != "sym" or times is None or not 0 < times <= MOST_FACTORS_OF_A_MOMENT:
            return None
        entries += [atom] * times
    return entries


def set_partitions(items: list[Atom]) -> Iterator[list[list[Atom]]]:
    """All ways to split a list into blocks."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for partition in set_partitions(rest):
        yield [[first], *partition]
        for k, block in enumerate(partition):
            yield [*partition[:k], [first, *block], *partition[k + 1 :]]


__all__ = ["Expectation", "Gaussian", "number", "set_partitions"]
