"""Signs of parameters, as far as the hypotheses fix them: the coefficients on which growth depends.

A hypothesis may hold for every index, and with a margin where two indices meet: s_w - s_i + delta_iw > 0 says
that s_w is the largest. Its sign at i is then known only where i and w are apart; `Signs.split` names such a
pair, so that the calculus can take the two cases one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import lcm

from hence.checks.conditions import Relation, positive
from hence.checks.limits.balls import ball_sign
from hence.checks.model import Constraint
from hence.checks.normal.algebra import Algebra, Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.content import extract_content
from hence.checks.normal.entries import Normaliser
from hence.checks.normal.poly import ONE, ZERO, Atom, Mono, OutOfBudget, Poly, any_atom, of_atom
from hence.language.records import dataclass

Pair = tuple[str, Poly]
Apart = frozenset[tuple[str, str]]  # (variable, key of the value that it does not take)
MOST_BINDINGS = 64
MOST_TIMES = 8


@dataclass(frozen=True)
class _Known:
    """`poly` > 0 (>= 0 where not strict) for all values of `holes`."""

    poly: Poly
    strict: bool
    holes: tuple[str, ...]
    label: str

    @property
    def fixed(self) -> frozenset[str]:
        """Names that stand for one value; the others can be given any."""
        return self.poly.names - set(self.holes)


class Signs:
    def __init__(self, normaliser: Normaliser, supposes: bool = False) -> None:
        self.supposes = supposes
        self.setting = normaliser.setting
        self.algebra: Algebra = normaliser.algebra
        self.used = normaliser.used
        self.known = [k for c in normaliser.setting.constraints for k in _known(normaliser, c)]

    def sign(self, poly: Poly, apart: Apart = frozenset()) -> int | None:
        """1, 0 or -1 where that is certain for all values that the hypotheses allow; otherwise None."""
        if (value := poly.constant) is not None:
            return (value > 0) - (value < 0)
        facts = self.algebra.facts
        if facts.positive(poly):
            return 1
        if facts.positive(-poly):
            return -1
        if not poly.names and (found := ball_sign(poly)) is not None:
            return found
        for direction in (1, -1):
            if self._follows(poly.scaled(Fraction(direction)), apart):
                return direction
        return self._by_terms(poly, apart)

    def modulus(self, base: Poly, apart: Apart = frozenset()) -> int | None:
        """Whether |base| is below (-1), at (0) or above (1) one."""
        if (value := base.constant) is not None:
            return (abs(value) > 1) - (abs(value) < 1)
        size = self.algebra.absolute(base)
        found = self.sign(size - ONE, apart)
        if found is not None:
            return found
        facts = self.algebra.facts
        below = self.sign(ONE - base, apart) == 1
        if below and (facts.nonnegative(base) or self.sign(ONE + base, apart) == 1 or self._at_least_zero(base)):
            return -1
        if self.sign(base - ONE, apart) == 1 or self.sign(-base - ONE, apart) == 1:
            return 1
        return None

    def _at_least_zero(self, poly: Poly) -> bool:
        return any(k.poly == poly for k in self.known)

    def suppose_negative(self, poly: Poly) -> None:
        """List what makes a rate negative: |w| < 1 for the logarithm of |w|."""
        rate = poly.single
        found = _logarithm(rate[0]) if rate is not None else None
        if rate is not None and found is not None:
            self.algebra.need(Relation(found, "<" if rate[1] > 0 else ">", ONE))
        elif all(c < 0 for _, c in poly.terms):
            self.algebra.need(positive(-poly))
        else:
            self.algebra.need(Relation(poly, "<", ZERO))

    # one factor after the other -------------------------------------------------------------------

    def _by_terms(self, poly: Poly, apart: Apart) -> int | None:
        """Terms of one sign, or a shared factor times something whose sign is known."""
        found = {self._mono(m, c, apart) for m, c in poly.terms}
        if found in ({1}, {-1}):
            return found.pop()
        if len(poly.terms) < 2:
            return None
        if (weak := self._with_weak_terms(poly, apart)) is not None:
            return weak
        if (compared := self._compared_logarithms(poly, apart)) is not None:
            return compared
        coefficient, outer, inner = extract_content(poly, signed=True)
        if not outer.factors:
            return None
        outside, inside = self._mono(outer, coefficient, apart), self.sign(inner, apart)
        return None if outside is None or inside is None else outside * inside

    def _with_weak_terms(self, poly: Poly, apart: Apart) -> int | None:
        """Terms of one sign, and logarithms that may be zero as well."""
        signed = [(m, c, self._mono(m, c, apart)) for m, c in poly.terms]
        ways = {way for _, _, way in signed if way is not None}
        if len(ways) != 1 or 0 in ways:
            return None
        (way,) = ways
        rest = [(m, c * way) for m, c, found in signed if found is None]
        return way if all(self._logarithm_at_least_zero(m, c) for m, c in rest) else None

    def _compared_logarithms(self, poly: Poly, apart: Apart) -> int | None:
        """The sign of 2 log a + log b - log c is that of a^2 b - c; the arguments are not negative."""
        parts = [(_logarithm(mono), c) for mono, c in poly.terms]
        common = lcm(*(c.denominator for _, c in parts))
        sides = {1: ONE, -1: ONE}
        for argument, c in parts:
            if argument is None:
                return None
            way, times = (1 if c > 0 else -1), abs(c * common)
            if times > MOST_TIMES:
                return None
            for _ in range(int(times)):
                sides[way] = self.algebra.mul(sides[way], argument)
        if (direct := self.sign(sides[1] - sides[-1], apart)) is not None:
            return direct
        if self._is_below(sides[-1], sides[1], apart):
            return 1
        return -1 if self._is_below(sides[1], sides[-1], apart) else None

    def _logarithm_at_least_zero(self, mono: Mono, coefficient: Fraction) -> bool:
        """c log s with c < 0 and s <= 1, or with c > 0 and s >= 1, by a hypothesis."""
        argument = _logarithm(mono)
        if argument is None:
            return False
        gap = (argument - ONE).scaled(Fraction(1 if coefficient > 0 else -1))
        return any(k.poly == gap and not k.holes for k in self.known)

    def _is_below(self, small: Poly, large: Poly, apart: Apart) -> bool:
        """0 < small < large; of |x| below, both x and -x must be; for |x| above, x is enough."""
        below = _signed(small)
        above = _signed(large)[0]
        positive = len(below) == 2 or self.sign(below[0], apart) == 1
        return positive and all(self.sign(above - one, apart) == 1 for one in below)

    def _mono(self, mono: Mono, coefficient: Fraction, apart: Apart) -> int | None:
        sign = 1 if coefficient > 0 else -1
        if mono.sums and not all(self.algebra.facts.positive(b) for _, b in mono.sums):
            return None
        for atom, exponent in mono.factors:
            found = self._power(atom, exponent, apart)
            if found is None:
                return None
            sign *= found
        return sign

    def _power(self, atom: Atom, exponent: Poly, apart: Apart) -> int | None:
        if self.algebra.facts.positive_atom(atom):
            return 1
        found = self._atom(atom, apart)
        whole = exponent.integer
        if found is None or found == 1:
            return found
        return None if whole is None else found if whole % 2 else abs(found)

    def _atom(self, atom: Atom, apart: Apart) -> int | None:
        match atom.kind, atom.name:
            case "fn", "log":
                inner = atom.args[0].atom
                is_size = inner is not None and inner.kind == "fn" and inner.name == "abs"
                base = inner.args[0] if inner is not None and is_size else atom.args[0]
                return self.modulus(base, apart)
            case "poly", _:
                return self.sign(atom.args[0], apart)
            case "fn", "abs":
                return 1 if self.sign(atom.args[0], apart) in (1, -1) else None
            case "sym", _:
                alone = of_atom(atom)
                return next((s for s in (1, -1) if self._follows(alone.scaled(Fraction(s)), apart)), None)
        return None

    # hypotheses -----------------------------------------------------------------------------------

    def _follows(self, poly: Poly, apart: Apart) -> bool:
        """Whether the polynomial is a positive multiple of what a hypothesis makes positive, or two together."""
        return any(not pair for pair in self._instances(poly, apart)) or self._is_sum_of_two(poly)

    def _is_sum_of_two(self, poly: Poly) -> bool:
        """a <= b and b < c give a < c."""
        plain = [k for k in self.known if not k.holes]
        for one in (k for k in plain if k.poly.names & poly.names):
            rest = poly - one.poly
            other = next((k for k in plain if k.poly == rest and (k.strict or one.strict)), None)
            if other is not None:
                self.used.update(dict.fromkeys((one.label, other.label)))
                return True
        return False

    def split(self, poly: Poly, apart: Apart) -> Pair | None:
        """Two indices that must be apart for the sign to be known."""
        for direction in (1, -1):
            for pair in self._instances(poly.scaled(Fraction(direction)), apart):
                if pair is not None:
                    return pair
        return None

    def _instances(self, poly: Poly, apart: Apart) -> Iterator[Pair | None]:
        """For each hypothesis that gives the sign: None, or the pair that must be apart first."""
        for known in self.known:
            if not known.strict or not known.poly.names & (poly.names | set(known.holes)):
                continue
            for values in self.bindings(known, poly):
                instance = self.algebra.substitute(known.poly, values)
                open_pair, plain = self._without_deltas(instance, apart, known.fixed)
                if plain is not None and self._is_multiple(poly, plain):
                    self.used[known.label] = None
                    yield open_pair

    def bindings(self, known: _Known, poly: Poly) -> Iterator[dict[str, Poly]]:
        """Values of the letters for which a hypothesis holds, from the indices that occur in a polynomial."""
        if not known.holes:
            yield {}
            return
        indices = _indices(poly)
        for chosen in islice(product(indices, repeat=len(known.holes)), MOST_BINDINGS):
            yield dict(zip(known.holes, chosen, strict=True))

    def _without_deltas(self, poly: Poly, apart: Apart, fixed: frozenset[str]) -> tuple[Pair | None, Poly | None]:
        """The polynomial where its indices are apart, and a pair of which that is not known yet."""
        pair: Pair | None = None
        kept = []
        for mono, c in poly.terms:
            deltas = [a for a, _ in mono.factors if a.kind == "delta"]
            if not deltas:
                kept.append((mono, c))
                continue
            sides = list(self.algebra.solutions(deltas[0].args[0]))
            if any((v, w.key) in apart for v, w in sides) or deltas[0].args[0] in self.algebra.facts.unequal:
                continue
            free = [(v, w) for v, w in sides if v not in fixed]
            if not free:
                return None, None
            pair = pair or free[0]
        return pair, Poly(tuple(kept)) if kept else None

    def _is_multiple(self, poly: Poly, known: Poly) -> bool:
        """poly = m * known for a positive monomial m."""
        if len(poly.terms) != len(known.terms):
            return False
        mono, c = known.terms[0]
        inverse = self.algebra.power(Poly(((Mono((), mono.factors), c),)), Poly(((Mono(), Fraction(-1)),)))
        for other, d in poly.terms:
            if other.sums or mono.sums:
                if poly == known:
                    return True
                continue
            factor = self.algebra.mul(Poly(((other, d),)), inverse)
            if self.algebra.facts.positive(factor) and self.algebra.mul(factor, known) == poly:
                return True
        return False


def _known(n: Normaliser, c: Constraint) -> Iterator[_Known]:
    if c.relation not in ("<", "<=", ">", ">=") or not c.lhs.shape.is_scalar or not c.rhs.shape.is_scalar:
        return
    try:
        left, right = (n.entry(side, ONE, ONE, {}) for side in (c.lhs, c.rhs))
    except (NoRule, Undefined, OutOfBudget):
        return  # nothing is learned from what has no normal form
    gap = right - left if c.relation in ("<", "<=") else left - right
    label = f"hypothesis of line {c.line}" if c.line else "hypothesis"
    strict = c.relation in ("<", ">")
    yield _Known(gap, strict, c.over, label)
    for side in _without_size(gap):
        yield _Known(side, strict, c.over, label)


def _without_size(gap: Poly) -> tuple[Poly, ...]:
    """c - x and c + x, of which c - |x| is the smaller."""
    for mono, factor in gap.terms:
        size = Poly(((mono, Fraction(1)),)).atom
        if factor < 0 and size is not None and size.kind == "fn" and size.name == "abs":
            rest = gap - of_atom(size).scaled(factor)
            return rest + size.args[0].scaled(factor), rest - size.args[0].scaled(factor)
    return ()


def _indices(poly: Poly) -> list[Poly]:
    """The indices at which entries occur."""
    found: dict[Poly, None] = {}

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym":
            found.update(dict.fromkeys(atom.args))
        return False

    any_atom(poly, visit)
    return list(found)


def _logarithm(mono: Mono) -> Poly | None:
    """What a monomial is the logarithm of, if that is all it is."""
    if mono.sums or len(mono.factors) != 1 or not mono.factors[0][1].is_one:
        return None
    atom = mono.factors[0][0]
    return atom.args[0] if atom.kind == "fn" and atom.name == "log" else None


def _signed(size: Poly) -> tuple[Poly, ...]:
    """x and -x for |x|; the thing itself for anything else."""
    inner = size.atom
    if inner is not None and inner.kind == "fn" and inner.name == "abs":
        return inner.args[0], -inner.args[0]
    return (size,)
