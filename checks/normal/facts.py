"""What the algebra may take for granted: signs, integrality and ranges, each from a declaration."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

from hence.checks.normal.content import extract_content
from hence.checks.normal.poly import Atom, Mono, Poly, collect, number, of_atom, rename, symbol
from hence.language.records import dataclass


@dataclass
class Facts:
    """Knowledge about symbols and polynomials. Everything here was declared, or is needed for a side to be defined."""

    positive_names: set[str] = field(default_factory=set)  # every entry of these is > 0
    nonnegative_names: set[str] = field(default_factory=set)  # every entry of these is >= 0
    integers: set[str] = field(default_factory=set)
    ranges: dict[str, Poly] = field(default_factory=dict)  # index variables that run from 1 to a bound
    labels: dict[str, Poly] = field(default_factory=dict)  # symbols whose members are integers from 1 to a bound
    least: dict[str, int] = field(default_factory=dict)  # integer symbols with a known least value
    positive_polys: set[Poly] = field(default_factory=set)
    positive_for_all: set[tuple[str, Poly]] = field(default_factory=set)  # > 0 for every value of a bound variable
    nonnegative_polys: set[Poly] = field(default_factory=set)  # x_k alone, of a family x
    permutations: dict[str, Poly] = field(default_factory=dict)  # maps of 1, ..., n onto itself, with their n
    definite: set[str] = field(default_factory=set)  # positive definite matrices: their determinants are positive
    invertible: set[str] = field(default_factory=set)  # matrices whose determinants are not zero
    signs: set[Atom] = field(default_factory=set)  # 1 or -1: determinants of orthogonal matrices
    semidefinite: set[str] = field(default_factory=set)  # matrices A with x^T A x >= 0 for every x, or more
    nonzero_polys: set[Poly] = field(default_factory=set)  # said not to be zero, up to a factor
    nonzero_names: set[str] = field(default_factory=set)  # every entry of these is said not to be zero
    unequal: set[Poly] = field(default_factory=set)  # differences of indices that are not zero

    def is_integer(self, poly: Poly) -> bool:
        """Whether the value is an integer for sure."""
        return all(c.denominator == 1 and self._integer_mono(m) for m, c in poly.terms)

    def _integer_mono(self, mono: Mono) -> bool:
        if mono.sums:
            return False
        return all(a.kind == "sym" and self.is_index(a) and (e.integer or 0) > 0 for a, e in mono.factors)

    def counts(self, poly: Poly) -> bool:
        """Whether the value is an integer for sure, and none of its variables that of an integral or a function."""
        counted = all(n[0] in "%?" or n in self.integers or n in self.ranges for n in poly.names)
        return counted and self.is_integer(poly)

    def is_index(self, atom: Atom) -> bool:
        """A bound variable, a dimension or a symbol declared an integer."""
        name = atom.name
        return atom.kind == "sym" and not atom.args and (name[0] in "%~?@" or name in self.integers)

    def positive(self, poly: Poly) -> bool:
        """Whether the value is > 0 for sure, where it is defined."""
        if not poly.terms:
            return False
        if poly in self.positive_polys or any(self._multiple(poly, known) for known in self.positive_polys):
            return True
        if all(c > 0 and self._positive_mono(m) for m, c in poly.terms) or self._is_instance(poly):
            return True
        if self._nonnegative_terms(poly) and any(c > 0 and self._positive_mono(m) for m, c in poly.terms):
            return True
        if self._shifted_integer(poly, least=1) or self._positive_product(poly) or self._one_minus_power(poly):
            return True
        return self._positive_with_integer(poly)

    def _positive_with_integer(self, poly: Poly) -> bool:
        """e^x + n - 1 for an integer n >= 1."""
        rest = collect((m, c) for m, c in poly.terms if self._is_count(m))
        others = poly - rest
        return len(rest.terms) > 1 and bool(others.terms) and self._shifted_integer(rest, 0) and self.positive(others)

    def _is_count(self, mono: Mono) -> bool:
        return not mono.sums and all(a.kind == "sym" and not a.args and a.name in self.least for a, _ in mono.factors)

    def _one_minus_power(self, poly: Poly) -> bool:
        """1 - x^t for 0 < x < 1 and t > 0."""
        if len(poly.terms) != 2 or {c for _, c in poly.terms} != {1, -1}:
            return False
        power, constant = sorted((m for m, _ in poly.terms), key=lambda m: not m.factors)
        bases = [number(1) - of_atom(a) for a, _ in power.factors]
        if constant.factors or constant.sums or power.sums or not bases or poly in bases:
            return False
        exponents_positive = all(self.positive_atom(a) and self.positive(e) for a, e in power.factors)
        return dict(poly.terms)[power] == -1 and exponents_positive and all(map(self.positive, bases))

    def _positive_product(self, poly: Poly) -> bool:
        """x^2 - x^3 = x^2 (1 - x) for 0 < x < 1: what the terms share, times something known to be positive."""
        if len(poly.terms) < 2:
            return False
        coefficient, outer, inner = extract_content(poly, signed=False)
        if coefficient <= 0 or not outer.factors or not self._positive_mono(outer):
            return False
        return self.positive(inner)

    def _nonnegative_terms(self, poly: Poly) -> bool:
        return all(c > 0 and self._nonnegative_mono(m) for m, c in poly.terms)

    def _multiple(self, poly: Poly, known: Poly) -> bool:
        if len(poly.terms) != len(known.terms):
            return False
        ratio = poly.terms[0][1] / known.terms[0][1]
        return ratio > 0 and poly == known.scaled(ratio)

    def _shifted_integer(self, poly: Poly, least: int) -> bool:
        """t - 1 >= 1 for an integer t >= 2."""
        constant = sum((c for m, c in poly.terms if not m.factors and not m.sums), Fraction(0))
        rest = poly - number(constant)
        name = rest.variable
        return name is not None and name in self.least and self.least[name] + constant >= least

    def _positive_mono(self, mono: Mono) -> bool:
        bounds = all(self.positive(b) for _, b in mono.sums)
        return bounds and all(self.positive_atom(a) for a, e in mono.factors)

    def positive_atom(self, atom: Atom) -> bool:
        match atom.kind:
            case "e" | "pi" | "dens":
                return True
            case "num":
                return Fraction(atom.name) > 0
            case "sym":
                return self._positive_symbol(atom)
            case "poly" | "prod":
                return self.positive(atom.args[0])
            case "call" if atom.name in self.positive_names:
                return True
            case "fn" if atom.name == "factorial":
                return True
            case "fn" if atom.name == "gamma_fn":
                return self.positive(atom.args[0])
            case "det" if _matrix_name(atom) in self.definite:
                return True
            case _:
                return of_atom(atom) in self.positive_polys or self._is_instance(of_atom(atom))

    def _is_instance(self, poly: Poly) -> bool:
        """x_k - m, where x_i - m is positive for every i."""
        return any(
            rename(known, {variable: name}) == poly
            for variable, known in self.positive_for_all
            for name in poly.names
            if len(known.terms) == len(poly.terms) and name not in known.names
        )

    def _positive_symbol(self, atom: Atom) -> bool:
        if atom.name in self.positive_names or atom.name[0] in "%?" or of_atom(atom) in self.positive_polys:
            return True
        if atom.name in self.definite and _on_diagonal(atom):
            return True
        return not atom.args and self.least.get(atom.name, 0) > 0

    def not_zero(self, poly: Poly) -> bool:
        """Whether the value is not zero for sure, where it is defined."""
        atom = poly.atom
        known = atom is not None and atom.kind == "det" and _matrix_name(atom) in self.invertible
        named = atom is not None and atom.kind == "sym" and atom.name in self.nonzero_names
        if named or (self.nonzero_polys and poly.monic in self.nonzero_polys):
            return True
        return known or self.positive(poly) or self.positive(-poly) or (poly.constant or 0) != 0

    def nonnegative(self, poly: Poly) -> bool:
        """Whether the value is >= 0 for sure."""
        known = poly in self.nonnegative_polys or self.positive(poly)
        return known or self._nonnegative_terms(poly) or self._shifted_integer(poly, least=0)

    def _nonnegative_mono(self, mono: Mono) -> bool:
        return all(self._even(a, e) or self.positive_atom(a) or self._counts(a) for a, e in mono.factors)

    def _even(self, atom: Atom, exponent: Poly) -> bool:
        value = exponent.integer
        return (
            (value is not None and value % 2 == 0)
            or (atom.kind == "fn" and atom.name == "abs")
            or atom.kind == "opnorm"
        )

    def _counts(self, atom: Atom) -> bool:
        return (
            atom.kind in ("delta", "step")
            or (atom.kind == "sym" and atom.name in self.nonnegative_names)
            or of_atom(atom) in self.nonnegative_polys
            or (atom.kind, atom.name) == ("fn", "pos")
            or (atom.kind == "sym" and not atom.args and self.least.get(atom.name, -1) >= 0)
            or (atom.kind == "sym" and atom.name in self.semidefinite and _on_diagonal(atom))
        )

    def in_range(self, index: Poly, bound: Poly) -> bool | None:
        """Whether 1 <= index <= bound: True, False where the ranges differ for sure, None when unknown."""
        name = index.variable
        if name is not None and name in self.ranges:
            return True if self.ranges[name] == bound else None
        atom = index.atom
        if atom is not None and atom.kind == "sym" and atom.name in self.labels:
            return True if self.nonnegative(bound - self.labels[atom.name]) or bound == self.labels[atom.name] else None
        return None


def _on_diagonal(atom: Atom) -> bool:
    return len(atom.args) == 2 and atom.args[0] == atom.args[1]


def index_symbol(name: str) -> Poly:
    return symbol(name)


def _matrix_name(atom: Atom) -> str:
    """The symbol of which an atom is the determinant; empty where it is that of an expression."""
    inside = atom.args[0].atom
    entry = inside.args[0].atom if inside is not None and inside.kind == "lam" else None
    if inside is None or entry is None or entry.kind != "sym" or len(entry.args) != 2:
        return ""
    plain = {a.variable for a in entry.args} == {inside.binds, atom.binds}  # not with its rows in another order
    return entry.name if plain else ""
