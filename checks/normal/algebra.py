"""Arithmetic of normal forms under facts: products, powers, exp and log, sums, deltas.

Every operation returns a normal form. Conditions that an operation needs and that no declaration
grants (a denominator, a range) are collected in `conditions` and reported with the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from hence.checks.normal.core import EULER, Factors, SumList, Undefined
from hence.checks.normal.kinks import POSITIVE, indicator
from hence.checks.normal.matrix_powers import rebuilt
from hence.checks.normal.permutations import permuted
from hence.checks.normal.poly import (
    ONE,
    UNIT,
    ZERO,
    Atom,
    Mono,
    Poly,
    bind,
    collect,
    fresh_variable,
    number,
    of_atom,
    of_mono,
    open_sums,
    rename,
    total,
    with_sorted_marks,
)
from hence.checks.normal.powers import Powers, whole_part
from hence.checks.normal.special import SPECIAL
from hence.checks.normal.sums import Sums
from hence.checks.normal.triangles import at_least_zero


class Algebra(Sums, Powers):
    """All of it."""

    def mul(self, *polys: Poly) -> Poly:
        """The product, expanded."""
        result = ONE
        for poly in polys:
            result = self.times(result, poly)
        return result

    def times(self, a: Poly, b: Poly) -> Poly:
        if a.is_one or b.is_zero:
            return b
        if b.is_one or a.is_zero:
            return a
        if (value := a.constant) is not None:
            return b.scaled(value)
        if (value := b.constant) is not None:
            return a.scaled(value)
        pieces = []
        opened = [(*open_sums(m2), c2) for m2, c2 in b.terms]
        for m1, c1 in a.terms:
            sums1, factors1 = open_sums(m1)
            for sums2, factors2, c2 in opened:
                self.budget.spend(1 + len(factors1) + len(factors2))
                pieces.append(self.assemble(sums1 + sums2, factors1 + factors2, c1 * c2))
        return total(pieces)

    def assemble(self, sums: SumList, factors: Factors, coefficient: Fraction) -> Poly:
        """Normal form of coefficient * sum over `sums` of the product of `factors`; sums have fresh variables."""
        merged = self._merge(factors)
        simple: Factors = []
        expand: list[Poly] = []
        for atom, exponent in merged:
            piece = self._settle(atom, exponent)
            if piece is None:
                simple.append((atom, exponent))
            else:
                expand.append(piece)
        if expand:
            inner = self.mul(self.product(simple), *expand)
            return self.sum_all(sums, inner).scaled(coefficient)
        contracted = self.contract_delta(sums, simple)
        if contracted is not None:
            return contracted.scaled(coefficient)
        return self.reduce_sums(sums, simple).scaled(coefficient)

    def _merge(self, factors: Factors) -> Factors:
        merged: dict[str, tuple[Atom, Poly]] = {}
        for factor in factors:
            key = factor[0].key
            known = merged.get(key)
            merged[key] = factor if known is None else (known[0], known[1] + factor[1])
        return [factor for factor in merged.values() if factor[1].terms]

    def _settle(self, atom: Atom, exponent: Poly) -> Poly | None:
        """What a power of an atom becomes after merging, or None where it stays as it is."""
        match atom.kind:
            case "delta" | "step" if (exponent.integer or 0) > 1:
                return of_atom(atom)
            case "num":
                return self._settle_number(Fraction(atom.name), exponent)
            case "poly" if (exponent.integer or 0) > 0:
                return self.power(atom.args[0], exponent)
            case "poly" if (whole := whole_part(exponent)) > 0:
                rest = of_mono(Mono((), ((atom, exponent - number(whole)),)))
                return self.mul(self.power(atom.args[0], number(whole)), rest)
            case "det" if atom in self.facts.signs and exponent.integer not in (None, 1):
                return of_atom(atom) if (exponent.integer or 0) % 2 else ONE
            case "e":
                return self._settle_exp(exponent)
            case "fn" if atom.name == POSITIVE and (exponent.integer or 0) > 1:
                return of_atom(atom)
            case "fn" if atom.name == "sin" and (exponent.integer or 0) > 1:
                return self._settle_sine(atom, exponent.integer or 2)
            case "fn" if atom.name == "abs" and (exponent.integer or 1) % 2 == 0:
                return self.power(atom.args[0], exponent)
            case _:
                return None

    def _settle_sine(self, sine: Atom, power: int) -> Poly:
        """sin^2 is 1 - cos^2."""
        cosine = of_atom(Atom("fn", "cos", sine.args))
        even = self.power(ONE - self.mul(cosine, cosine), number(power // 2))
        return self.mul(of_atom(sine), even) if power % 2 else even

    def _settle_number(self, base: Fraction, exponent: Poly) -> Poly | None:
        """2^(n+3) is 8 * 2^n, 2^(3/2) is 2 * 2^(1/2)."""
        constant = sum((c for m, c in exponent.terms if m == UNIT), Fraction(0))
        whole = constant.numerator // constant.denominator
        if whole == 0:
            return None
        rest = exponent - number(whole)
        value = number(base**whole)
        return value if rest.is_zero else self.mul(value, self.power(number(base), rest))

    def _settle_exp(self, exponent: Poly) -> Poly | None:
        """e^(c log a + rest) is a^c e^rest."""
        powers, rest = [], []
        for mono, c in exponent.terms:
            split = self._log_term(mono)
            if split is None:
                rest.append((mono, c))
            else:
                argument, others = split
                powers.append(self.power(argument, Poly(((others, c),))))
        if not powers:
            return None
        return self.mul(*powers, self.exp(collect(rest)))

    def _log_term(self, mono: Mono) -> tuple[Poly, Mono] | None:
        if mono.sums:
            return None
        for atom, e in mono.factors:
            if atom.kind == "fn" and atom.name == "log" and e.is_one:
                others = tuple(f for f in mono.factors if f[0] != atom)
                if all(self.facts.is_index(a) for a, _ in others):
                    return atom.args[0], Mono((), others)
        return None

    def substitute(self, poly: Poly, values: Mapping[str, Poly]) -> Poly:
        """Replace free index variables and scalars; the result is normalised again."""
        if not poly.names & values.keys():
            return poly
        return total(self._substitute_mono(m, values).scaled(c) for m, c in poly.terms)

    def _substitute_mono(self, mono: Mono, values: Mapping[str, Poly]) -> Poly:
        if not mono.names & values.keys():
            return of_mono(mono)
        self.budget.spend()
        sums, factors = open_sums(mono)
        body = self.replace(factors, values)
        return self.sum_all([(v, self.substitute(b, values)) for v, b in sums], body)

    def _rebuild(self, atom: Atom, values: Mapping[str, Poly]) -> Poly:
        """The atom with its parts substituted."""
        if not atom.names & values.keys():
            return of_atom(atom)
        if atom.kind == "sym" and not atom.args:
            return values[atom.name]
        return self.transform(atom, lambda part: self.substitute(part, values))

    def transform(self, atom: Atom, change: Callable[[Poly], Poly]) -> Poly:
        """The atom with its parts changed, through the operation that made it."""
        if atom.binds:
            return self._transform_binder(atom, change)
        args = tuple(change(a) for a in atom.args)
        match atom.kind:
            case "delta":
                return self.delta(args[0], ZERO)
            case "sym" if atom.name in self.facts.permutations:
                return permuted(atom.name, args[0])
            case "step":
                return at_least_zero(args[0])
            case "poly":
                return args[0]
            case "fn":
                return self._function(atom.name, args[0])
            case "slope":
                return of_atom(Atom("slope", atom.name, with_sorted_marks(args)))
            case _:
                return of_atom(Atom(atom.kind, atom.name, args))

    def _function(self, name: str, argument: Poly) -> Poly:
        match name:
            case "log":
                return self.log(argument)
            case "factorial":
                return self.factorial(argument)
            case "abs":
                return self.absolute(argument)
            case _ if name == POSITIVE:
                return indicator(self, argument)
            case _ if name in SPECIAL:
                return SPECIAL[name](self, argument)
            case _:
                return self.wave(name, argument)

    def log_of_product(self, atom: Atom, size: Callable[[Poly], Poly] = lambda x: x) -> Poly:
        """log of a product of symbolic length is the sum of the logarithms of its factors, or of their sizes."""
        variable = fresh_variable()
        body, bound = (rename(a, {atom.binds: variable}) for a in atom.args)
        return self.sum_over(variable, ONE, bound, self.log(size(body)))

    def _transform_binder(self, atom: Atom, change: Callable[[Poly], Poly]) -> Poly:
        """Opaque binders (integrals, arguments of vector functions) keep their variable apart."""
        if atom.kind == "int":  # variables of densities keep their names
            return of_atom(Atom(atom.kind, atom.name, tuple(change(a) for a in atom.args), atom.binds))
        variable = fresh_variable()
        args = [change(rename(arg, {atom.binds: variable})) for arg in atom.args]
        if atom.kind == "mpow":
            return rebuilt(self, args, variable)
        return of_atom(bind(atom.kind, atom.name, args, variable))

    def replace(self, factors: Factors, values: Mapping[str, Poly]) -> Poly:
        return self.mul(*(self.power(self._rebuild(a, values), self.substitute(e, values)) for a, e in factors))


__all__ = ["EULER", "Algebra", "Factors", "Undefined", "bind"]
