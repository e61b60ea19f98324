"""The limit of a normal form as one variable grows without bound.

Every factor is brought to the form coefficient * growth * (1 + o(1)); a term fades, stays or grows as its growth
does. A sum of fixed length is taken term by term, with the two cases of an index apart where a hypothesis needs
them apart. A fraction is scaled by the growth that dominates its denominator. What cancels to first order is not
decided here: the calculus never subtracts two things that both grow alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from hence.checks.conditions import nonzero
from hence.checks.limits.growth import CONSTANT, Growth, UnknownSign, coefficient, degree_of, direction, without
from hence.checks.limits.signs import Apart, Signs
from hence.checks.limits.stable import is_stable
from hence.checks.normal.algebra import Algebra
from hence.checks.normal.closed_forms import ratio_of
from hence.checks.normal.common import NoRule
from hence.checks.normal.matrix_powers import entries_of
from hence.checks.normal.norms import norm_of_entries
from hence.checks.normal.poly import (
    ONE,
    UNIT,
    ZERO,
    Atom,
    Mono,
    Poly,
    any_atom,
    collect,
    fresh_variable,
    number,
    of_atom,
    of_mono,
    open_sums,
    symbol,
    total,
)
from hence.checks.normal.show import show
from hence.language.records import dataclass

Kind: TypeAlias = Literal["sure", "unit", "bounded"]  # times 1, times something of modulus 1, times something bounded
ORDER: dict[Kind, int] = {"sure": 0, "unit": 1, "bounded": 2}
Factor: TypeAlias = tuple[Atom, Poly]
MOST_SCALES = 12
MOST_WEIGHT = 4


@dataclass(frozen=True)
class Infinite:
    """Grows without bound; the sign is 0 where it swings between both."""

    sign: int


@dataclass(frozen=True)
class Swings:
    """Stays bounded and comes to no rest."""


Limit: TypeAlias = Poly | Infinite | Swings


@dataclass(frozen=True)
class _Term:
    """coefficient * growth * (1 + o(1)), up to what `kind` says."""

    coefficient: Poly = ONE
    growth: Growth = CONSTANT
    kind: Kind = "sure"

    def times(self, other: _Term, algebra: Algebra) -> _Term:
        kind = max(self.kind, other.kind, key=lambda k: ORDER[k])
        return _Term(algebra.mul(self.coefficient, other.coefficient), self.growth.times(other.growth), kind)


UNITY = _Term()


class Calculus:
    """Limits in one variable, which tends to plus infinity."""

    def __init__(self, algebra: Algebra, signs: Signs, variable: str) -> None:
        self.algebra, self.signs, self.variable = algebra, signs, variable
        self.rules: dict[str, None] = {}

    def limit(self, poly: Poly, scale: Growth = CONSTANT, apart: Apart = frozenset()) -> Limit:
        """The limit of poly / scale. Raises NoRule where it is not found, UnknownSign where a sign decides."""
        finite: list[Poly] = []
        growing: list[Growth] = []
        swinging = False
        for mono, c in poly.terms:
            found = self._mono(mono, scale, apart)
            if isinstance(found, Poly):
                finite.append(found.scaled(c))
            elif isinstance(found, Growth):
                growing.append(found)
            else:
                swinging = True
        if growing:
            return self._growing(poly, growing, scale, apart)
        if swinging:
            if len(poly.terms) > 1:
                raise NoRule("a sum of terms that swing")
            return Swings()
        return total(finite)

    def _growing(self, poly: Poly, growing: list[Growth], scale: Growth, apart: Apart) -> Limit:
        for growth in dict.fromkeys(growing):
            try:
                found = self.limit(poly, scale.times(growth), apart)
            except NoRule:
                continue
            if isinstance(found, Swings):
                return Infinite(0)
            if isinstance(found, Poly) and (sign := self.signs.sign(found, apart)):
                self.rules["growth-without-bound"] = None
                return Infinite(sign)
        raise NoRule("terms that grow may cancel")

    # one term -------------------------------------------------------------------------------------

    def _mono(self, mono: Mono, scale: Growth, apart: Apart) -> Poly | Growth | Swings:
        """The limit of a term over the scale, or how it grows."""
        if not mono.names & {self.variable} and scale == CONSTANT:
            return of_mono(mono)
        sums, factors = open_sums(mono)
        if any(self.variable in b.names for _, b in sums):
            return self._growing_sum(sums, factors, scale, apart)
        for variable, bound in sums:
            self.algebra.facts.ranges[variable] = bound
        found = self._body(factors, scale, apart, frozenset(v for v, _ in sums))
        if sums and isinstance(found, Poly):
            self.rules["limit-of-a-sum-term-by-term"] = None
            return self.algebra.sum_all(sums, found)
        return found

    def _growing_sum(
        self, sums: list[tuple[str, Poly]], factors: list[Factor], scale: Growth, apart: Apart
    ) -> Poly | Growth | Swings:
        """A sum over v = 1, ..., t of a power of v, or of terms of the exponential series. Raises NoRule for others."""
        (index, bound), *others = sums
        if bound != symbol(self.variable) or others:
            raise NoRule("a sum whose length grows")
        own = [e for a, e in factors if a == Atom("sym", index)]
        rest = [f for f in factors if f[0] != Atom("sym", index)]
        if not any(index in a.names | e.names for a, e in rest):
            power = own[0].constant if len(own) == 1 else None
            return self._product(rest, scale, apart, frozenset(), self._sum_of_powers(power))
        divisor = (Atom("fn", "factorial", (symbol(index),)), number(-1))
        found = ratio_of(self.algebra, index, [f for f in rest if f != divisor]) if divisor in rest else None
        weight = own[0].integer if own else 0
        if found is None or scale != CONSTANT or any(self.variable in part.names for part in found):
            raise NoRule("a sum whose length grows")
        return self._exponential_series(*found, weight)

    def _sum_of_powers(self, power: Fraction | None) -> _Term:
        """sum_{v=1}^{t} v^a is t^{a+1} / (a+1) for a > -1, and log t for a = -1, up to a factor that tends to one."""
        if power is None or power < -1:
            raise NoRule("a sum whose length grows")
        self.rules["sum-of-powers"] = None
        if power == -1:
            return _Term(growth=Growth(logs=Fraction(1)))
        return _Term(number(1 / (power + 1)), Growth(power=number(power + 1)))

    def _exponential_series(self, ratio: Poly, constant: Poly, weight: int | None) -> Poly:
        """sum_{v=1}^{t} r^v / v! tends to e^r - 1; with v^m in front to e^r times a polynomial of degree m in r."""
        if weight is None or not 0 <= weight <= MOST_WEIGHT:
            raise NoRule("a sum whose length grows")
        self.rules["exponential-series"] = None
        if weight == 0:
            return self.algebra.mul(constant, self.algebra.exp(ratio) - ONE)
        counts = {1: 1}  # of p(r) = r; the operator r d/dr makes (r p' + r p) e^r of p(r) e^r
        for _ in range(weight - 1):
            counts = {k: k * counts.get(k, 0) + counts.get(k - 1, 0) for k in range(1, max(counts) + 2)}
        front = total(self.algebra.power(ratio, number(k)).scaled(Fraction(c)) for k, c in counts.items())
        return self.algebra.mul(constant, front, self.algebra.exp(ratio))

    def _body(
        self, factors: list[Factor], scale: Growth, apart: Apart, bound: frozenset[str]
    ) -> Poly | Growth | Swings:
        try:
            return self._product(factors, scale, apart, bound)
        except UnknownSign as unknown:
            pair = self.signs.split(unknown.poly, apart)
            if pair is None:
                raise
            return self._cases(factors, scale, apart, bound, pair)

    def _cases(
        self, factors: list[Factor], scale: Growth, apart: Apart, bound: frozenset[str], pair: tuple[str, Poly]
    ) -> Poly | Growth | Swings:
        """The limit where the two indices meet, and where they are apart."""
        name, value = pair
        self.rules["two-cases-of-an-index"] = None
        meeting = self.algebra.replace(factors, {name: value})
        here = self.limit(meeting, _replaced(scale, pair, self.algebra), apart)
        elsewhere = self._body(factors, scale, apart | {(name, value.key)}, bound)
        if not isinstance(here, Poly) or not isinstance(elsewhere, Poly):
            raise NoRule(f"no limit where {name} is {show(value)}, or where it is not")
        delta = self.algebra.delta(symbol(name), value)
        return self.algebra.mul(delta, here) + self.algebra.mul(ONE - delta, elsewhere)

    def _product(
        self, factors: list[Factor], scale: Growth, apart: Apart, bound: frozenset[str], term: _Term = UNITY
    ) -> Poly | Growth | Swings:
        fades = False
        for atom, exponent in factors:
            if self._fades(atom, exponent, apart):
                fades = True
            else:
                term = term.times(self._factor(atom, exponent, apart), self.algebra)
        growth = term.growth.over(scale)
        if fades:
            if growth != CONSTANT:
                raise NoRule("a root that fades beside something that moves")
            return ZERO
        way = direction(growth, self.variable, self.signs, apart)
        if way < 0:
            self.rules["fading-term"] = None
            return ZERO
        if way > 0:
            if bound & (growth.exponent.names | growth.power.names):
                raise NoRule("terms of a sum that grow, each in its own way")
            return growth
        if term.kind == "sure":
            return term.coefficient
        if term.kind == "unit" and self.signs.sign(term.coefficient, apart) in (1, -1):
            return Swings()
        raise NoRule("a factor that does not come to rest")

    # one factor -----------------------------------------------------------------------------------

    def _fades(self, atom: Atom, exponent: Poly, apart: Apart) -> bool:
        """Whether a factor is a root of a sum of squares all of which fade, like a norm."""
        root = atom.kind == "poly" and self.variable in atom.names and exponent.constant == Fraction(1, 2)
        return root and self._settled(atom.args[0], apart) == ZERO

    def _factor(self, atom: Atom, exponent: Poly, apart: Apart) -> _Term:
        variable = self.variable
        if variable not in atom.names and variable not in exponent.names:
            return _Term(self.algebra.power(of_atom(atom), exponent))
        if atom.kind == "e":
            return self._exponential(exponent, ONE, "sure")
        if variable not in atom.names:
            return self._geometric(atom, exponent, apart)
        if variable in exponent.names:
            raise NoRule(f"no rule for the power {show(of_atom(atom))} to {show(exponent)}")
        if atom == Atom("sym", variable):
            return _Term(growth=Growth(power=exponent))
        if atom.kind == "poly":
            return self._power(self._leading(atom.args[0], apart), exponent, apart)
        return self._power(self._function(atom, apart), exponent, apart)

    def _exponential(self, exponent: Poly, rate: Poly, kind: Kind) -> _Term:
        """e^{rate * exponent}: powers of the variable are its growth, what has a limit goes to the coefficient."""
        growing, resting = [], []
        for mono, c in exponent.terms:
            degree = degree_of(mono, self.variable)
            if degree is not None and degree > 0:
                growing.append((mono, c))
            elif degree == 0:
                resting.append((mono, c))
            elif degree is None:
                found = self._mono(mono, CONSTANT, frozenset())
                if not isinstance(found, Poly):
                    raise NoRule("an exponent that grows in its own way")
                resting += found.scaled(c).terms
        growth = Growth(exponent=self.algebra.mul(rate, collect(growing)))
        return _Term(self.algebra.exp(self.algebra.mul(rate, collect(resting))), growth, kind)

    def _geometric(self, atom: Atom, exponent: Poly, apart: Apart) -> _Term:
        """r^{a t + b}: its size is e^{(a t + b) log|r|}; the sign of r may swing."""
        base = of_atom(atom) if atom.kind != "poly" else atom.args[0]
        if atom.kind == "num":
            base = number(Fraction(atom.name))
        moving = collect((m, c) for m, c in exponent.terms if self.variable in m.names)
        resting = self.algebra.power(of_atom(atom), exponent - moving)
        sign = self.signs.sign(base, apart)
        even = all(c.denominator == 1 and c.numerator % 2 == 0 for _, c in moving.terms)
        kind: Kind = "sure" if sign == 1 or even or self.algebra.facts.nonnegative(base) else "unit"
        if not sign and not all((degree_of(m, self.variable) or 0) > 0 for m, _ in moving.terms):
            raise NoRule(f"{show(base)} may be zero, and so may its powers with small exponents")
        modulus = self.signs.modulus(base, apart)
        if modulus == 0:
            return _Term(resting, kind=kind)
        size = self.algebra.absolute(base)
        rate = of_atom(Atom("fn", "log", (size,)))
        self.rules["geometric-growth"] = None
        return _Term(resting).times(self._exponential(moving, rate, kind), self.algebra)

    def _power(self, base: _Term, exponent: Poly, apart: Apart) -> _Term:
        """(c g)^k; a negative power needs c to be different from zero."""
        if exponent.is_one:
            return base
        value = exponent.constant
        if value is None:
            raise NoRule("a power that is not a number")
        if base.kind != "sure" and (value.denominator != 1 or (base.kind == "bounded" and value < 0)):
            raise NoRule("a power of something that does not come to rest")
        if value < 0 and not self.signs.sign(base.coefficient, apart):
            self.algebra.need(nonzero(base.coefficient))
        growth = base.growth
        scaled = Growth(growth.exponent.scaled(value), growth.power.scaled(value), growth.logs * value)
        even = value.denominator == 1 and value.numerator % 2 == 0
        kind: Kind = "sure" if even and base.kind == "unit" else base.kind
        return _Term(self.algebra.power(base.coefficient, exponent), scaled, kind)

    def _function(self, atom: Atom, apart: Apart) -> _Term:
        match atom.kind, atom.name:
            case "fn", "abs":
                inner = self._leading(atom.args[0], apart)
                kind: Kind = "sure" if inner.kind == "unit" else inner.kind
                return _Term(self.algebra.absolute(inner.coefficient), inner.growth, kind)
            case "fn", "log":
                return self._logarithm(atom.args[0], apart)
            case "fn", "sin" | "cos":
                found = self._settled(atom.args[0], apart)
                if found is None:
                    return _Term(kind="bounded")
                return _Term(self.algebra.wave(atom.name, found))
            case "mpow", _:
                return self._matrix_power(atom)
            case "opnorm", _ if (power := _only_power(atom)) is not None:
                return self._matrix_power(power)
        if atom.kind == "sym" and self._is_bounded(atom):
            self.rules["bounded-sequence"] = None
            return _Term(kind="bounded")
        raise NoRule(f"nothing is known of {show(of_atom(atom))} as {self.variable} grows")

    def _matrix_power(self, atom: Atom) -> _Term:
        """An entry of M^e is at most the power of the norm of M, in size."""
        _, size, exponent, i, j = atom.args
        if any(self.variable in part.names for part in (size, i, j)):
            raise NoRule("an entry that moves")
        row, column = fresh_variable(), fresh_variable()
        self.algebra.facts.ranges.update({row: size, column: size})
        body = entries_of(self.algebra, atom)(symbol(row), symbol(column))
        if self.variable in body.names:
            raise NoRule("a power of a matrix that moves")
        if is_stable(self.signs.setting, body, row, column):
            self.rules["gelfand-formula"] = None
            rate = fresh_variable()
            self.algebra.facts.positive_names.add(rate)
            return self._exponential(exponent, -symbol(rate), "bounded")
        norm = norm_of_entries(self.algebra, body, (row, size), (column, size))
        if self.signs.modulus(norm) != -1:
            raise NoRule(f"the norm of a matrix is not known to be below one: {show(norm)}")
        self.rules["norm-of-matrix-power"] = None
        return self._exponential(exponent, of_atom(Atom("fn", "log", (norm,))), "bounded")

    def _is_bounded(self, atom: Atom) -> bool:
        """Whether a hypothesis bounds |x_t| for every t by something that does not move."""
        for known in self.signs.known:
            for values in self.signs.bindings(known, of_atom(atom)):
                bound = self.algebra.substitute(known.poly, values) + self.algebra.absolute(of_atom(atom))
                if not bound.names & {self.variable, atom.name}:
                    self.signs.used[known.label] = None
                    return True
        return False

    def _settled(self, poly: Poly, apart: Apart) -> Poly | None:
        try:
            found = self.limit(poly, CONSTANT, apart)
        except NoRule:
            return None
        return found if isinstance(found, Poly) else None

    def _logarithm(self, argument: Poly, apart: Apart) -> _Term:
        """log(c g): where g is constant the logarithm of the limit, else the largest term of log g."""
        inner = self._leading(argument, apart)
        if inner.kind != "sure":
            raise NoRule("the logarithm of something that does not come to rest")
        self.rules["continuity-of-the-logarithm"] = None
        growth = inner.growth
        degrees = sorted({d for m, _ in growth.exponent.terms if (d := degree_of(m, self.variable))}, reverse=True)
        if degrees:
            return _Term(coefficient(growth.exponent, self.variable, degrees[0]), Growth(power=number(degrees[0])))
        if not growth.power.is_zero:
            return _Term(growth.power, Growth(logs=Fraction(1)))
        if growth.logs:
            raise NoRule("a logarithm of a logarithm")
        return _Term(self.algebra.log(inner.coefficient))

    # sums -----------------------------------------------------------------------------------------

    def _leading(self, poly: Poly, apart: Apart) -> _Term:
        """The term that dominates a sum, with the coefficient that all terms of its growth make together."""
        failure = NoRule("no term of a sum dominates the others")
        for growth, kind in self._scales(poly, apart):
            try:
                if kind == "unit" and len(poly.terms) == 1:
                    (mono, c) = poly.terms[0]
                    return self._single(mono, c, apart)
                found = self.limit(poly, growth, apart)
            except NoRule as problem:
                failure = problem
                continue
            if isinstance(found, Poly) and not found.is_zero:
                if growth != CONSTANT:
                    self.rules["scaling-by-the-dominant-term"] = None
                return _Term(found, growth)
        raise failure

    def _single(self, mono: Mono, c: Fraction, apart: Apart) -> _Term:
        term = _Term(number(c))
        for atom, exponent in mono.factors:
            term = term.times(self._factor(atom, exponent, apart), self.algebra)
        return term

    def _scales(self, poly: Poly, apart: Apart) -> Iterator[tuple[Growth, Kind]]:
        """Growths that may dominate: of each term, and of a sum at each index that stands free somewhere."""
        seen: dict[Growth, Kind] = {}
        for mono, _ in poly.terms:
            sums, factors = open_sums(mono)
            bound = {v for v, _ in sums}
            choices = [{}, *(self._choices(list(bound)) if self._moves(factors, bound) else ())]
            for values in choices:
                body = self.algebra.replace(factors, values) if values else Poly(((Mono((), tuple(factors)), WHOLE),))
                for single, c in body.terms:
                    try:
                        term = self._single(single, c, apart)
                    except NoRule:
                        continue
                    if not bound & (term.growth.exponent.names | term.growth.power.names):
                        seen.setdefault(term.growth, term.kind)
        yield from list(seen.items())[:MOST_SCALES]

    def _moves(self, factors: list[Factor], bound: set[str]) -> bool:
        """Whether the growth of a summand depends on the variables of its sums."""
        return any(bound & (a.names | e.names) and self.variable in (a.names | e.names) for a, e in factors)

    def _choices(self, variables: list[str]) -> list[dict[str, Poly]]:
        """Values of bound indices at which a sum may be largest: those that hypotheses single out."""
        pivots: dict[Poly, None] = {}

        def visit(atom: Atom) -> bool:
            if atom.kind == "sym":
                pivots.update((a, None) for a in atom.args if not _is_bound(a))
            return False

        for known in self.signs.known:
            any_atom(known.poly, visit)
            holes = {symbol(h) for h in known.holes}
            for hole in holes:
                pivots.pop(hole, None)
        return [dict.fromkeys(variables, value) for value in pivots]


WHOLE = Fraction(1)


def _only_power(norm: Atom) -> Atom | None:
    """The power of which an operator norm is taken, up to a transposition; its entries are those of the power."""
    lam = norm.args[0].atom
    entry = lam.args[0].atom if lam is not None else None
    return entry if entry is not None and entry.kind == "mpow" else None


def _is_bound(index: Poly) -> bool:
    return any(name[0] in "~%@" for name in index.names)


def _replaced(scale: Growth, pair: tuple[str, Poly], algebra: Algebra) -> Growth:
    name, value = pair
    return Growth(
        algebra.substitute(scale.exponent, {name: value}), algebra.substitute(scale.power, {name: value}), scale.logs
    )


__all__ = ["UNIT", "Calculus", "Infinite", "Limit", "Swings", "without"]
