"""Polynomials over atoms, with symbolic sums: the data of the index normal form and its arithmetic.

    Poly   a sum of monomials with rational coefficients
    Mono   sum over its bound variables (each from 1 to its bound) of a product of atoms to powers
    Atom   an entry of a symbol, a function value, a delta, an opaque integral ...

Powers are polynomials themselves, so exp(a) exp(b) and beta^t beta^{-i} merge. Every value carries a
canonical `key`; equality is equality of keys. Bound variables are named by the height of their
binder, so that inner and outer ones never clash and alpha-equivalent values have equal keys.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache

from hence.checks.model import labels_of
from hence.language.records import dataclass, lazy


class OutOfBudget(Exception):
    """The normal form would grow beyond the work that one step may cost."""


@dataclass
class Budget:
    """Counts work, not seconds."""

    limit: int = 60_000
    spent: int = 0

    def spend(self, amount: int = 1) -> None:
        """Raises OutOfBudget when more is spent than there is."""
        self.spent += amount
        if self.spent > self.limit:
            raise OutOfBudget(f"normal form larger than {self.limit} monomials")


@dataclass(frozen=True, eq=False)
class Atom:
    """`kind` says what it is, `name` which one; `args` are polynomials: indices, arguments, bodies.

    `binds` names the variable that is bound in the args of integrals and of function arguments.
    """

    kind: str
    name: str = ""
    args: tuple[Poly, ...] = ()
    binds: str = ""

    @lazy
    def key(self) -> str:
        inner = ",".join([a.key for a in self.args])
        return f"{self.kind}:{self.name}" + (f"[{self.binds}|{inner}]" if self.binds else f"[{inner}]" if inner else "")

    @lazy
    def height(self) -> int:
        return max((a.height for a in self.args), default=0) + (1 if self.binds else 0)

    @lazy
    def names(self) -> frozenset[str]:
        own = frozenset((self.name,)) if self.kind == "sym" else frozenset()
        if self.kind in ("dens", "call", "slope"):
            own |= labels_of(self.name)
        return own.union(*(a.names for a in self.args)) - {self.binds}

    @lazy
    def kinds(self) -> frozenset[str]:
        """Of this atom and of those inside."""
        return frozenset((self.kind,)).union(*[a.kinds for a in self.args])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atom) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, eq=False)
class Mono:
    """Sum over `sums` (variable, upper bound) of the product of `factors` (atom, exponent), sorted by key."""

    sums: tuple[tuple[str, Poly], ...] = ()
    factors: tuple[tuple[Atom, Poly], ...] = ()

    @lazy
    def key(self) -> str:
        factors = "*".join([a.key if e.is_one else f"{a.key}^({e.key})" for a, e in self.factors])
        return "".join([f"S({v}<={b.key})" for v, b in self.sums]) + factors if self.sums else factors

    @lazy
    def height(self) -> int:
        inner = [h for a, e in self.factors for h in (a.height, e.height)] + [b.height for _, b in self.sums]
        return max(inner, default=0) + (1 if self.sums else 0)

    @lazy
    def names(self) -> frozenset[str]:
        """Free names."""
        inside = frozenset().union(*(a.names | e.names for a, e in self.factors))
        bounds = frozenset().union(*(b.names for _, b in self.sums))
        return (inside | bounds) - {v for v, _ in self.sums}

    @lazy
    def kinds(self) -> frozenset[str]:
        inside = [k for a, e in self.factors for k in (a.kinds, e.kinds)]
        return frozenset().union(*inside, *[b.kinds for _, b in self.sums])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mono) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, eq=False)
class Poly:
    """A sum of monomials with non-zero coefficients, sorted by key."""

    terms: tuple[tuple[Mono, Fraction], ...] = field(default=())

    @lazy
    def key(self) -> str:
        return "(" + "+".join([f"{1 if c is ONCE else c}.{m.key}" for m, c in self.terms]) + ")"

    @lazy
    def height(self) -> int:
        return max((m.height for m, _ in self.terms), default=0)

    @lazy
    def names(self) -> frozenset[str]:
        return frozenset().union(*(m.names for m, _ in self.terms))

    @lazy
    def kinds(self) -> frozenset[str]:
        """Of the atoms inside, at any depth."""
        return frozenset().union(*[m.kinds for m, _ in self.terms])

    @property
    def is_zero(self) -> bool:
        return not self.terms

    @lazy
    def constant(self) -> Fraction | None:
        """The value, if this is a number."""
        if not self.terms:
            return Fraction(0)
        if len(self.terms) == 1 and not self.terms[0][0].sums and not self.terms[0][0].factors:
            return self.terms[0][1]
        return None

    @property
    def integer(self) -> int | None:
        """The value, if this is an integer."""
        value = self.constant
        return int(value) if value is not None and value.denominator == 1 else None

    @lazy
    def is_one(self) -> bool:
        return self.constant == 1

    @property
    def single(self) -> tuple[Mono, Fraction] | None:
        """The only term, if there is just one."""
        return self.terms[0] if len(self.terms) == 1 else None

    @property
    def monic(self) -> Poly:
        """This without the number in front of its first term."""
        return self.scaled(1 / self.terms[0][1]) if self.terms else self

    @lazy
    def atom(self) -> Atom | None:
        """The atom, if this is one atom to the first power with coefficient one."""
        if len(self.terms) != 1 or self.terms[0][1] != 1:
            return None
        mono = self.terms[0][0]
        if mono.sums or len(mono.factors) != 1 or not mono.factors[0][1].is_one:
            return None
        return mono.factors[0][0]

    @lazy
    def variable(self) -> str | None:
        """The name, if this is a bare symbol."""
        atom = self.atom
        return atom.name if atom is not None and atom.kind == "sym" and not atom.args else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __add__(self, other: Poly) -> Poly:
        if not (self.terms and other.terms):
            return self if self.terms else other
        return collect(itertools.chain(self.terms, other.terms))

    def __sub__(self, other: Poly) -> Poly:
        return self + -other if other.terms else self

    def __neg__(self) -> Poly:
        return Poly(tuple([(m, -c) for m, c in self.terms]))

    def scaled(self, factor: Fraction) -> Poly:
        if factor is ONCE or factor == 1:
            return self
        if factor == 0:
            return ZERO
        if factor == -1:
            return -self
        return Poly(tuple([(m, c * factor) for m, c in self.terms]))


ZERO = Poly()
UNIT = Mono()
ONCE = Fraction(1)
ONE = Poly(((UNIT, ONCE),))


@lru_cache(maxsize=1024)  # a few numbers are asked for over and over, and keep their keys
def number(value: int | Fraction) -> Poly:
    if value == 1:
        return ONE
    return Poly(((UNIT, Fraction(value)),)) if value else ZERO


def collect(terms: Iterable[tuple[Mono, Fraction]]) -> Poly:
    """Add up like monomials."""
    given = tuple(terms)
    if len(given) < 2:
        return Poly(given) if given and given[0][1] else ZERO
    total: dict[str, tuple[Mono, Fraction]] = {}  # by key, whose hash is known
    for term in given:
        key = term[0].key
        known = total.get(key)
        total[key] = term if known is None else (known[0], known[1] + term[1])
    return Poly(tuple([term for key in sorted(total) if (term := total[key])[1]]))


def total(polys: Iterable[Poly]) -> Poly:
    """The sum of many; one alone stands as it is."""
    found = [p for p in polys if p.terms]
    return found[0] if len(found) == 1 else collect([term for p in found for term in p.terms])


def of_atom(atom: Atom) -> Poly:
    return of_mono(Mono((), ((atom, ONE),)))


def of_mono(mono: Mono) -> Poly:
    return Poly(((mono, ONCE),))


@lru_cache(maxsize=4096)  # variables and dimensions are made over and over, and keep their keys
def symbol(name: str, *indices: Poly) -> Poly:
    return of_atom(Atom("sym", name, indices))


_fresh = itertools.count()


def fresh_variable(prefix: str = "") -> str:
    """A bound variable that occurs nowhere else; canonical names replace it when its binder is closed."""
    return f"~{prefix}{next(_fresh)}"


def rename_atom(atom: Atom, names: Mapping[str, str]) -> Atom:
    if names.keys().isdisjoint(atom.names):
        return atom
    name = names.get(atom.name, atom.name) if atom.kind == "sym" else atom.name
    args = tuple([rename(a, names) for a in atom.args])
    return Atom(atom.kind, name, with_sorted_marks(args) if atom.kind == "slope" else args, atom.binds)


def with_sorted_marks(args: tuple[Poly, ...]) -> tuple[Poly, ...]:
    """The order of partial derivatives does not matter: they stand last, sorted."""
    marks = [a for a in args if a.atom is not None and a.atom.kind == "partial"]
    rest = [a for a in args if a not in marks]
    return (*rest, *sorted(marks, key=lambda p: p.key))


def rename(poly: Poly, names: Mapping[str, str]) -> Poly:
    """Rename free names to names that are bound nowhere inside; only the order of terms can change."""
    if names.keys().isdisjoint(poly.names):
        return poly
    if poly.variable is not None:  # most indices
        return symbol(names[poly.variable])
    if len(poly.terms) == 1:
        ((mono, c),) = poly.terms
        return Poly(((rename_mono(mono, names), c),))
    return collect([(rename_mono(m, names), c) for m, c in poly.terms])


def rename_mono(mono: Mono, names: Mapping[str, str]) -> Mono:
    """As `rename`; sums are re-canonicalised since the order of their factors may have changed."""
    if names.keys().isdisjoint(mono.names):
        return mono
    factors = [(rename_atom(a, names), rename(e, names)) for a, e in mono.factors]
    sums = [(v, rename(b, names)) for v, b in mono.sums]
    return close(sums, factors)


# Canonical bound variables -----------------------------------------------------------------------

MOST_LABELLINGS = 720


def _by_key(factor: tuple[Atom, Poly]) -> tuple[str, str]:
    return factor[0].key, factor[1].key


def close(sums: Iterable[tuple[str, Poly]], factors: Iterable[tuple[Atom, Poly]]) -> Mono:
    """The monomial with its bound variables named canonically.

    Variables are first told apart by how they occur, and then by the classes of those that they occur
    with; among those that are still alike every labelling is tried, and the smallest key wins. Beyond
    MOST_LABELLINGS the given order is kept: then equal monomials may get different keys, which can lose
    a proof but never make one.
    """
    bound, inside = list(sums), list(factors)
    if not bound:
        return Mono((), tuple(sorted(inside, key=_by_key) if len(inside) > 1 else inside))
    level = 1 + max(
        [h for a, e in inside for h in (a.height, e.height)] + [b.height for _, b in bound],
        default=0,
    )
    best: Mono | None = None
    for order in itertools.islice(_labellings(bound, inside), MOST_LABELLINGS):
        names = {variable: f"%{level}.{k}" for k, variable in enumerate(order)}
        bounds = dict(bound)
        renamed = sorted([(rename_atom(a, names), rename(e, names)) for a, e in inside], key=_by_key)
        candidate = Mono(tuple((names[v], rename(bounds[v], names)) for v in order), tuple(renamed))
        if best is None or candidate.key < best.key:
            best = candidate
    assert best is not None
    return best


def _labellings(bound: list[tuple[str, Poly]], factors: list[tuple[Atom, Poly]]) -> Iterator[list[str]]:
    """Orders of the bound variables that respect their signatures, and dependence of bounds on variables."""
    if len(bound) == 1:
        yield [bound[0][0]]
        return
    classes = {v: "" for v, _ in bound}
    found = 0
    while found < len(set(classes.values())) < len(bound) or not found:  # refine until no class splits any more
        found = len(set(classes.values()))
        signatures = {v: _signature(v, b, bound, factors, classes) for v, b in bound}
        ranks = {s: f"{k:02}" for k, s in enumerate(sorted(set(signatures.values())))}
        classes = {v: ranks[s] for v, s in signatures.items()}
    groups: dict[str, list[str]] = {}
    for variable in sorted(classes, key=lambda v: classes[v]):
        groups.setdefault(classes[variable], []).append(variable)
    for choice in itertools.product(*(itertools.permutations(g) for g in groups.values())):
        yield [v for group in choice for v in group]


def _signature(
    variable: str,
    bound: Poly,
    others: list[tuple[str, Poly]],
    factors: list[tuple[Atom, Poly]],
    classes: Mapping[str, str],
) -> str:
    """How a bound variable occurs, with the other bound variables of each class made alike."""
    masks = {v: f"~other{classes[v]}" for v, _ in others}
    masks[variable] = "~self"
    seen = sorted(
        f"{rename_atom(a, masks).key}^{rename(e, masks).key}"
        for a, e in factors
        if variable in a.names or variable in e.names
    )
    rank = "1" if any(variable in b.names for _, b in others) else "2"
    return f"{rank}|{classes[variable]}|{rename(bound, masks).key}|{';'.join(seen)}"


def open_sums(mono: Mono) -> tuple[list[tuple[str, Poly]], list[tuple[Atom, Poly]]]:
    """The sums and factors with fresh bound variables, ready to be multiplied or substituted into."""
    if not mono.sums:
        return [], list(mono.factors)
    names = {v: fresh_variable() for v, _ in mono.sums}
    sums = [(names[v], rename(b, names)) for v, b in mono.sums]
    return sums, [(rename_atom(a, names), rename(e, names)) for a, e in mono.factors]


def abstract(body: Poly, variable: str, prefix: str) -> tuple[Poly, str]:
    """Close a body over a variable for an atom that binds it: the body and the canonical name."""
    name = f"{prefix}{body.height}"
    return rename(body, {variable: name}), name


def bind(kind: str, name: str, args: Iterable[Poly], variable: str) -> Atom:
    """An atom that binds a variable in its arguments, named canonically."""
    polys = tuple(args)
    tallest = max((p.height for p in polys), default=0)
    canonical = f"@{tallest}"
    closed = tuple(rename(p, {variable: canonical}) for p in polys)
    return Atom(kind, name, closed, canonical)


def any_atom(poly: Poly, wanted: Callable[[Atom], bool]) -> bool:
    """Whether some atom inside, at any depth, is wanted."""
    for mono, _ in poly.terms:
        for atom, exponent in mono.factors:
            if wanted(atom) or any_atom(exponent, wanted) or any(any_atom(a, wanted) for a in atom.args):
                return True
        if any(any_atom(b, wanted) for _, b in mono.sums):
            return True
    return False


def atoms_of(poly: Poly, kind: str) -> Iterator[Atom]:
    """The atoms of a kind inside, at any depth, in the order of `any_atom`; the same one may come again."""
    if kind not in poly.kinds:
        return
    for mono, _ in poly.terms:
        for atom, exponent in mono.factors:
            if atom.kind == kind:
                yield atom
            for inner in (exponent, *atom.args):
                yield from atoms_of(inner, kind)
        for _, bound in mono.sums:
            yield from atoms_of(bound, kind)
