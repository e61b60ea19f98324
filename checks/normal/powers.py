"""Powers, exponentials, logarithms and absolute values, each only as far as the known signs allow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hence.checks.normal.content import extract_content, whole_content
from hence.checks.normal.core import EULER, Core, Factors, Undefined
from hence.checks.normal.factoring import factors_of
from hence.checks.normal.poly import (
    ONE,
    UNIT,
    ZERO,
    Atom,
    Mono,
    OutOfBudget,
    Poly,
    collect,
    number,
    of_atom,
    of_mono,
    open_sums,
    total,
)

MOST_EXPANDED_POWER = 12
LARGEST_FACTORIAL = 20
LARGEST_NUMERIC_POWER = 2000


def whole_part(exponent: Poly) -> int:
    """The 2 of t + 2; 0 where there is none, or nothing else."""
    constant = next((c for m, c in exponent.terms if m == UNIT), Fraction(0))
    return int(constant) if constant.denominator == 1 and len(exponent.terms) > 1 else 0


class Powers(Core):
    def power(self, base: Poly, exponent: Poly) -> Poly:
        """base^exponent, with 0^0 = 1. Raises Undefined for a zero denominator."""
        if exponent.is_one:
            return base
        if exponent.is_zero:
            return ONE
        whole = exponent.integer
        if whole is not None and whole > 0:
            return self._repeat(base, whole)
        if base.is_zero:
            if whole is not None or not self.facts.positive(exponent):
                raise Undefined("division by zero")
            return ZERO
        if base.is_one:
            return ONE
        self.budget.spend()
        single = base.single
        if single is not None and not single[0].sums:
            return self._power_of_product(single[0], single[1], exponent)
        if (factors := whole_part(exponent)) > 0:
            return self.mul(self._repeat(base, factors), self.power(base, exponent - number(factors)))
        coefficient, outer, inner = extract_content(base, signed=self.facts.is_integer(exponent))
        if not self._may_distribute(outer, coefficient, exponent):
            return self._opaque_power(base, exponent)
        front = self._power_of_product(outer, coefficient, exponent)
        if (expanded := self._expanded(inner)) is not None:
            return self.mul(front, self.power(expanded, exponent))
        if (simple := inner.single) is not None and not simple[0].sums:
            return self.mul(front, self._power_of_product(simple[0], simple[1], exponent))
        return self.mul(front, self._opaque_power(inner, exponent))

    def _expanded(self, poly: Poly) -> Poly | None:
        """With powers of sums multiplied out that content left behind: P in (P - 1) / P; None where there are none."""
        if not any(a.kind == "poly" and (e.integer or 0) > 0 for m, _ in poly.terms for a, e in m.factors):
            return None
        pieces = []
        for mono, c in poly.terms:
            sums, factors = open_sums(mono)
            pieces.append(self.assemble(sums, factors, c))
        return total(pieces)

    def _opaque_power(self, base: Poly, exponent: Poly) -> Poly:
        return of_mono(Mono((), ((Atom("poly", "", (base,)), exponent),)))

    def _repeat(self, base: Poly, times: int) -> Poly:
        single = base.single
        if single is not None and not single[0].sums:
            return self._power_of_product(single[0], single[1], number(times))
        if times > MOST_EXPANDED_POWER:
            return self._opaque_power(base, number(times))
        return self.mul(*([base] * times))

    def _may_distribute(self, mono: Mono, coefficient: Fraction, exponent: Poly) -> bool:
        """(ab)^e = a^e b^e for integer e, or where a and b are positive."""
        if self.facts.is_integer(exponent):
            return True
        return coefficient > 0 and all(self.facts.positive_atom(a) for a, _ in mono.factors)

    def _power_of_product(self, mono: Mono, coefficient: Fraction, exponent: Poly) -> Poly:
        if not self._may_distribute(mono, coefficient, exponent):
            return self._power_of_signed(mono, coefficient, exponent)
        value = self._power_of_number(coefficient, exponent)
        factors = [(a, self.times(e, exponent)) for a, e in mono.factors]
        return self.mul(value, self.assemble([], factors, Fraction(1)))

    def _power_of_signed(self, mono: Mono, coefficient: Fraction, exponent: Poly) -> Poly:
        """sqrt(4 x^2 y) is 2 |x| sqrt(y): even powers come out as absolute values, positive parts as they are.

        sqrt(1/x) is 1/sqrt(x): either both are defined or neither is.
        """
        outside: list[Poly] = []
        inside: Factors = []
        size, sign = abs(coefficient), 1 if coefficient > 0 else -1
        for atom, e in mono.factors:
            if self.facts.positive_atom(atom):
                outside.append(self.assemble([], [(atom, self.times(e, exponent))], Fraction(1)))
            elif e.integer is not None and e.integer % 2 == 0:
                outside.append(self.power(self.absolute(of_atom(atom)), self.times(e, exponent)))
            else:
                inside.append((atom, e))
        outside.append(self._power_of_number(size, exponent))
        if not inside and sign > 0:
            return self.mul(*outside)
        if inside and (inside[0][1].constant or 0) < 0:
            turned = self.assemble([], [(a, -e) for a, e in inside], Fraction(sign))
            return self.mul(*outside, self.power(turned, -exponent))
        return self.mul(*outside, self._opaque_power(self.assemble([], inside, Fraction(sign)), exponent))

    def _power_of_number(self, value: Fraction, exponent: Poly) -> Poly:
        if value == 1:
            return ONE
        whole = exponent.integer
        if whole is not None:
            if abs(whole) > LARGEST_NUMERIC_POWER:
                raise OutOfBudget(f"a number to the power {whole} is too large")
            return number(value**whole)
        if value < 0:
            sign = self._raw_power(Atom("num", "-1"), exponent)
            return self.mul(sign, self._power_of_number(-value, exponent))
        pieces = [self._raw_power(Atom("num", str(p)), exponent.scaled(Fraction(k))) for p, k in prime_powers(value)]
        return self.mul(*pieces)

    def _raw_power(self, atom: Atom, exponent: Poly) -> Poly:
        if atom.name == "-1" and self.facts.is_integer(exponent):
            exponent = collect((m, c % 2) for m, c in exponent.terms)
            if exponent.is_zero:
                return ONE
        return self.assemble([], [(atom, exponent)], Fraction(1))

    def absolute(self, base: Poly) -> Poly:
        """|base|, with what is known to be positive outside."""
        if self.facts.nonnegative(base):
            return base
        if self.facts.nonnegative(-base):
            return -base
        if (value := base.constant) is not None:
            return number(abs(value))
        coefficient, outer, inner = extract_content(base, signed=True)
        parts = [number(abs(coefficient))]
        for atom, e in outer.factors:
            power = of_mono(Mono((), ((atom, e),)))
            if atom not in self.facts.signs:
                parts.append(power if self.facts.positive_atom(atom) else self._opaque_abs(power))
        if not inner.is_one:
            parts.append(self._opaque_abs(inner))
        return self.mul(*parts)

    def _opaque_abs(self, inner: Poly) -> Poly:
        if self.facts.nonnegative(inner):
            return inner
        return of_atom(Atom("fn", "abs", (inner,)))

    def wave(self, name: str, argument: Poly) -> Poly:
        """Sine and cosine, with the sign of the argument normalised."""
        if argument.is_zero:
            return ONE if name == "cos" else ZERO
        if argument.terms[0][1] < 0:
            flipped = of_atom(Atom("fn", name, (-argument,)))
            return flipped if name == "cos" else -flipped
        return of_atom(Atom("fn", name, (argument,)))

    def factorial(self, argument: Poly) -> Poly:
        """n!, with (n + 2)! as (n + 2) (n + 1) n!: the argument that stays has no constant part."""
        offset = sum((c for m, c in argument.terms if not m.factors and not m.sums), Fraction(0))
        if offset.denominator != 1 or abs(offset) > LARGEST_FACTORIAL:
            return of_atom(Atom("fn", "factorial", (argument,)))
        base, count = argument - number(offset), int(offset)
        if base.is_zero and count < 0:
            raise Undefined("the factorial of a negative number")
        rest = ONE if base.is_zero else of_atom(Atom("fn", "factorial", (base,)))
        above = [base + number(k) for k in range(1, count + 1)]
        below = [self.power(base - number(k), number(-1)) for k in range(-count)]
        return self.mul(rest, *above, *below)

    def exp(self, exponent: Poly) -> Poly:
        if exponent.is_zero:
            return ONE
        return self.assemble([], [(EULER, exponent)], Fraction(1))

    def log(self, argument: Poly) -> Poly:
        """Logarithm; products are split where every factor is known to be positive."""
        if argument.is_zero:
            raise Undefined("logarithm of zero")
        if (value := argument.constant) is not None and value > 0:
            return total(self._log_atom(number(p)).scaled(Fraction(k)) for p, k in prime_powers(value))
        if value is not None:
            return self._log_atom(argument)  # of a negative number
        coefficient, outer, inner = whole_content(argument)
        kept: Factors = []
        pieces = [self.log(number(coefficient))] if coefficient > 0 else []
        for atom, e in outer.factors:
            if coefficient > 0 and self._splits_off(atom):
                pieces.append(self.mul(e, self._log_of_atom(atom)))
            else:
                kept.append((atom, e))
        expanded = self._expanded(inner) if coefficient > 0 and not kept else None
        if expanded is not None:
            return total((*pieces, self.log(expanded)))
        if coefficient <= 0:
            return total((*pieces, self._log_atom(self.mul(inner, self.product(kept), number(coefficient)))))
        return total((*pieces, *self._log_of_signed(kept, inner)))

    def _log_of_signed(self, factors: Factors, inner: Poly) -> Iterator[Poly]:
        """log(x^2 y / z) is 2 log |x| + log |y| - log |z|: the whole is positive, wherever its logarithm is taken."""
        odd: list[tuple[Poly, Poly]] = []
        for base, e in self._bases(factors, inner):
            if base.constant is not None:
                yield self.mul(e, self.log(number(abs(base.constant))))
                continue
            atom = base.atom
            is_size = atom is not None and atom.kind == "fn" and atom.name == "abs"
            if is_size or (e.integer is not None and e.integer % 2 == 0):
                yield self.mul(e, self._log_of_size(base))
            else:
                odd.append((base, e))
        if any(e.integer is None for _, e in odd):
            rest = self.mul(*(self.power(base, e) for base, e in odd))
            yield from () if rest.is_one else (self._log_atom(rest),)
        elif len(odd) == 1:  # which is then positive itself
            yield self.mul(odd[0][1], self._log_atom(odd[0][0]))
        else:
            yield from (self.mul(e, self._log_of_size(base)) for base, e in odd)

    def _bases(self, factors: Factors, inner: Poly) -> Iterator[tuple[Poly, Poly]]:
        """What a product is made of: atoms and sums, each sum as a product of its own."""
        for atom, e in factors:
            if atom.kind == "poly" and e.integer is not None:
                yield from ((base, e.scaled(Fraction(times))) for base, times in factors_of(atom.args[0]))
            else:
                yield of_atom(atom), e
        if not inner.is_one:
            yield from ((base, number(times)) for base, times in factors_of(inner))

    def _log_of_size(self, base: Poly) -> Poly:
        """log |x|; of a product of symbolic length, the sum of those of its factors."""
        if base.atom is not None and base.atom.kind == "prod":
            return self.log_of_product(base.atom, self.absolute)
        return self._log_atom(self.absolute(base))

    def _splits_off(self, atom: Atom) -> bool:
        """Positive for sure; of a product of squares, where its logarithm is defined at all."""
        squares = atom.kind == "prod" and self.facts.nonnegative(atom.args[0])
        return squares or self.facts.positive_atom(atom)

    def _log_of_atom(self, atom: Atom) -> Poly:
        if atom.kind == "e":
            return ONE
        if atom.kind == "num":
            return self.log(number(Fraction(atom.name)))
        if atom.kind == "prod":
            return self.log_of_product(atom)
        return self._log_atom(atom.args[0] if atom.kind == "poly" else of_atom(atom))

    def _log_atom(self, argument: Poly) -> Poly:
        return of_atom(Atom("fn", "log", (argument,)))


def prime_powers(value: Fraction) -> list[tuple[int, int]]:
    """value = product of p^k; a large cofactor is left as it is."""
    powers: dict[int, int] = {}
    for whole, sign in ((value.numerator, 1), (value.denominator, -1)):
        n, p = whole, 2
        while p * p <= n and p < 1000:
            while n % p == 0:
                powers[p] = powers.get(p, 0) + sign
                n //= p
            p += 1
        if n > 1:
            powers[n] = powers.get(n, 0) + sign
    return sorted(powers.items())
