"""The limit of a normal form by its expansion in powers of u = 1/t, as t grows: for what cancels to first order.

A series is sum_q c_q u^q + O(u^order), with rational q and coefficients that do not depend on t, but for log t, which
is carried along as a letter. Powers with moving base and exponent go through e^{exponent log base}; all exponents of
a product are added before the exponential is taken, so that what grows in them may cancel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, factorial, inf

from hence.checks.conditions import nonzero
from hence.checks.limits.calculus import Infinite, Limit
from hence.checks.limits.signs import Signs
from hence.checks.normal.algebra import Algebra
from hence.checks.normal.common import NoRule
from hence.checks.normal.poly import ONE, ZERO, Atom, Mono, Poly, number, of_atom, open_sums, total
from hence.checks.normal.show import show
from hence.language.records import dataclass

DEPTHS = (2, 5)  # how many powers of u are kept, tried one after the other
MOST_TERMS = 40
Order = Fraction | float


@dataclass(frozen=True)
class Series:
    """sum_q c_q u^q + O(u^order); exact where the order is infinite."""

    terms: Mapping[Fraction, Poly]
    order: Order = inf

    @property
    def low(self) -> Order:
        """The first power whose coefficient is not visibly zero."""
        return min(self.terms, default=self.order)

    def coefficient(self, power: Fraction) -> Poly:
        return self.terms.get(power, ZERO)


class Expansion:
    """Expansions in one variable, which tends to plus infinity, up to a fixed depth."""

    def __init__(self, algebra: Algebra, signs: Signs, variable: str, depth: int) -> None:
        self.algebra, self.signs, self.variable, self.depth = algebra, signs, variable, depth
        self.log = of_atom(Atom("fn", "log", (of_atom(Atom("sym", variable)),)))

    def limit(self, poly: Poly) -> Limit:
        """The limit. Raises NoRule where the expansion does not reach it."""
        series = self.series(poly)
        low = series.low
        if low > 0:
            return ZERO
        leading = series.coefficient(Fraction(low)) if low < series.order else ZERO
        if low >= series.order or self.variable in leading.names:
            raise NoRule("the expansion does not reach far enough")
        if low == 0:
            return leading
        sign = self.signs.sign(leading)
        if not sign:
            raise NoRule(f"the sign of {show(leading)} decides, and is not known")
        return Infinite(sign)

    # sums and products ----------------------------------------------------------------------------

    def series(self, poly: Poly) -> Series:
        return self._sum([self._scaled(self._mono(mono), number(c)) for mono, c in poly.terms])

    def _sum(self, parts: list[Series]) -> Series:
        order = min((p.order for p in parts), default=inf)
        powers = {q for p in parts for q in p.terms if q < order}
        return self._made({q: total(p.coefficient(q) for p in parts) for q in powers}, order)

    def _made(self, terms: Mapping[Fraction, Poly], order: Order) -> Series:
        kept = {q: c for q, c in terms.items() if q < order and not c.is_zero}
        if len(kept) > MOST_TERMS:
            raise NoRule("an expansion with too many terms")
        return Series(kept, order)

    def _scaled(self, series: Series, factor: Poly) -> Series:
        return self._made({q: self.algebra.mul(c, factor) for q, c in series.terms.items()}, series.order)

    def _product(self, a: Series, b: Series) -> Series:
        order = min(a.order + b.low, b.order + a.low)
        found: dict[Fraction, Poly] = {}
        for p, c in a.terms.items():
            for q, d in b.terms.items():
                if p + q < order:
                    found[p + q] = found.get(p + q, ZERO) + self.algebra.mul(c, d)
        return self._made(found, order)

    def _mono(self, mono: Mono) -> Series:
        if self.variable not in mono.names:
            return Series({Fraction(0): Poly(((mono, Fraction(1)),))})
        sums, factors = open_sums(mono)
        if any(self.variable in bound.names for _, bound in sums):
            raise NoRule("a sum whose length grows")
        for name, bound in sums:
            self.algebra.facts.ranges[name] = bound
        made = Series({Fraction(0): ONE})
        moving = [f for f in factors if f[0].kind == "e" or self.variable in f[1].names]
        for atom, exponent in factors:
            if (atom, exponent) not in moving:
                made = self._product(made, self._power(atom, exponent))
        if moving:
            made = self._product(made, self._exponential(self._exponents(moving)))
        if not sums:
            return made
        return self._made({q: self.algebra.sum_all(sums, c) for q, c in made.terms.items()}, made.order)

    # factors --------------------------------------------------------------------------------------

    def _exponents(self, factors: list[tuple[Atom, Poly]]) -> Series:
        """What stands above e in a product of powers whose exponents move; two negative bases may cancel."""
        found, negative = list[Series](), list[Poly]()
        for atom, exponent in factors:
            if atom.kind == "e":
                found.append(self.series(exponent))
                continue
            base = self._base(atom)
            if self._sign_of(base) < 0:
                negative.append(exponent)
                base = self._scaled(base, number(-1))
            found.append(self._product(self.series(exponent), self._logarithm(base)))
        if not self._is_even(negative):
            raise NoRule("a power of something negative")
        return self._sum(found)

    def _is_even(self, exponents: list[Poly]) -> bool:
        """Whether the powers of -1 make one: whole numbers with an even sum, or the same number twice."""
        whole = all(a.kind == "sym" and a.name in self.algebra.facts.integers for e in exponents for a in _atoms(e))
        twice = len(exponents) == 2 and exponents[0] == exponents[1]
        even = all(c.denominator == 1 and c.numerator % 2 == 0 for _, c in total(exponents).terms)
        return even and (whole or twice or total(exponents).is_zero)

    def _base(self, atom: Atom) -> Series:
        if atom.kind == "num":
            return Series({Fraction(0): number(Fraction(atom.name))})
        if self.variable not in atom.names:
            return Series({Fraction(0): of_atom(atom)})
        if atom == Atom("sym", self.variable):
            return Series({Fraction(-1): ONE})
        if atom.kind == "poly":
            return self.series(atom.args[0])
        match atom.kind, atom.name:
            case "fn", "log":
                return self._logarithm(self.series(atom.args[0]))
            case "fn", "abs":
                inner = self.series(atom.args[0])
                return self._scaled(inner, number(self._sign_of(inner)))
            case "fn", "sin" | "cos":
                return self._wave(atom.name, self.series(atom.args[0]))
        raise NoRule(f"nothing is known of {show(of_atom(atom))} as {self.variable} grows")

    def _power(self, atom: Atom, exponent: Poly) -> Series:
        """A power with an exponent that rests: (c u^q (1 + r))^a = c^a u^{qa} (1 + r)^a."""
        base, value = self._base(atom), exponent.constant
        if value is None:
            return self._exponential(self._scaled(self._logarithm(base), exponent))
        if value.denominator == 1 and 0 <= value <= self.depth:
            made = Series({Fraction(0): ONE})
            for _ in range(int(value)):
                made = self._product(made, base)
            return made
        leading, power, rest = self._split(base, positive=value.denominator != 1)
        coefficients, falling = [ONE], Fraction(1)
        for k in range(self.depth * 2):
            falling = falling * (value - k) / (k + 1)
            coefficients.append(number(falling))
        front = Series({power * value: self.algebra.power(leading, exponent)})
        return self._product(front, self._composed(coefficients, rest))

    def _split(self, base: Series, positive: bool) -> tuple[Poly, Fraction, Series]:
        """c, q and r of c u^q (1 + r), where c is positive, or at least not zero. Raises NoRule."""
        low = base.low
        if low >= base.order:
            raise NoRule("the expansion does not reach far enough")
        power = Fraction(low)
        leading = base.coefficient(power)
        if self.variable in leading.names:
            raise NoRule("a power of a logarithm")
        sign = self.signs.sign(leading)
        if positive and sign != 1:
            raise NoRule(f"{show(leading)} is not known to be positive")
        if not sign:
            if not leading.names:
                raise NoRule(f"{show(leading)} is not known to be different from zero")
            self.algebra.need(nonzero(leading))
        inverse = Series({-power: self.algebra.power(leading, number(-1))})
        quotient = self._product(base, inverse)
        rest = {q: c for q, c in quotient.terms.items() if q > 0}
        return leading, power, Series(rest, quotient.order)

    def _sign_of(self, series: Series) -> int:
        leading, _, _ = self._split(series, positive=False)
        sign = self.signs.sign(leading)
        if not sign:
            raise NoRule(f"the sign of {show(leading)} decides, and is not known")
        return sign

    # functions ------------------------------------------------------------------------------------

    def _composed(self, coefficients: list[Poly], small: Series) -> Series:
        """sum_k a_k r^k for an r that tends to zero, as far as the depth reaches."""
        if not small.terms and small.order == inf:
            return Series({Fraction(0): coefficients[0]})
        low = small.low
        if low <= 0:
            raise NoRule("an expansion around a point that is not reached")
        count = min(len(coefficients), ceil(self.depth / low) + 1)
        made, power = [Series({Fraction(0): coefficients[0]})], Series({Fraction(0): ONE})
        for coefficient in coefficients[1:count]:
            power = self._product(power, small)
            made.append(self._scaled(power, coefficient))
        summed = self._sum(made)
        return self._made(summed.terms, min(summed.order, count * low))

    def _exponential(self, exponent: Series) -> Series:
        """e^{c + k log t + r}; what grows in the exponent must cancel, or make the term fade."""
        low = exponent.low
        if low < 0:
            leading = exponent.coefficient(Fraction(low)) if low < exponent.order else ZERO
            if self.variable not in leading.names and self.signs.sign(leading) == -1:
                return Series({}, Fraction(self.depth))
            raise NoRule("an exponent that grows")
        if exponent.order <= 0:
            raise NoRule("the expansion does not reach far enough")
        resting, times = self._without_log(exponent.coefficient(Fraction(0)))
        small = Series({q: c for q, c in exponent.terms.items() if q > 0}, exponent.order)
        front = Series({-times: self.algebra.exp(resting)})
        return self._product(front, self._composed(_reciprocal_factorials(self.depth * 2), small))

    def _without_log(self, poly: Poly) -> tuple[Poly, Fraction]:
        """c and k of c + k log t. Raises NoRule for any other dependence on t."""
        times = Fraction(0)
        resting = []
        for mono, c in poly.terms:
            if self.variable not in mono.names:
                resting.append((mono, c))
            elif Poly(((mono, Fraction(1)),)) == self.log:
                times += c
            else:
                raise NoRule("an exponent that grows")
        return Poly(tuple(resting)), times

    def _logarithm(self, argument: Series) -> Series:
        """log(c u^q (1 + r)) = log c - q log t + log(1 + r), for a positive c."""
        leading, power, rest = self._split(argument, positive=True)
        front = self.algebra.log(leading) - self.log.scaled(power)
        coefficients = [front, *(number(Fraction((-1) ** (k + 1), k)) for k in range(1, self.depth * 2))]
        return self._composed(coefficients, rest)

    def _wave(self, name: str, argument: Series) -> Series:
        """sin(c + r) and cos(c + r), from the derivatives at c."""
        if argument.low < 0 or argument.order <= 0:
            raise NoRule("a wave that does not come to rest")
        centre = argument.coefficient(Fraction(0))
        if self.variable in centre.names:
            raise NoRule("a wave that does not come to rest")
        sine, cosine = self.algebra.wave("sin", centre), self.algebra.wave("cos", centre)
        cycle = [sine, cosine, -sine, -cosine] if name == "sin" else [cosine, -sine, -cosine, sine]
        plain = _reciprocal_factorials(self.depth * 2)
        coefficients = [self.algebra.mul(cycle[k % 4], c) for k, c in enumerate(plain)]
        small = Series({q: c for q, c in argument.terms.items() if q > 0}, argument.order)
        return self._composed(coefficients, small)


def _atoms(poly: Poly) -> Iterator[Atom]:
    return (atom for mono, _ in poly.terms for atom, _ in mono.factors)


def _reciprocal_factorials(count: int) -> list[Poly]:
    return [number(Fraction(1, factorial(k))) for k in range(count + 1)]


def expanded_limit(algebra: Algebra, signs: Signs, variable: str, poly: Poly) -> Limit:
    """The limit as the variable grows, by the shortest expansion that reaches it. Raises NoRule."""
    failure = NoRule("no expansion reaches the limit")
    for depth in DEPTHS:
        try:
            return Expansion(algebra, signs, variable, depth).limit(poly)
        except NoRule as problem:
            failure = problem
    raise failure
