"""Sums with symbolic bounds: always from 1 to a bound without constant part, closed where there is a closed form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from hence.checks.conditions import Relation
from hence.checks.normal.closed_forms import binomial, geometric, power_sum
from hence.checks.normal.core import Factors, SumList, Undefined
from hence.checks.normal.deltas import Deltas, hidden_deltas
from hence.checks.normal.permutations import reindexed
from hence.checks.normal.poly import (
    ONE,
    UNIT,
    ZERO,
    Atom,
    Poly,
    any_atom,
    atoms_of,
    close,
    fresh_variable,
    number,
    of_atom,
    of_mono,
    open_sums,
    rename,
    rename_atom,
    symbol,
    total,
)
from hence.checks.normal.triangles import counted, cut, orient, square

MOST_EXPLICIT_TERMS = 24


class Sums(Deltas):
    def sum_all(self, sums: SumList, body: Poly) -> Poly:
        """Sum the body over each variable from 1 to its bound, innermost last."""
        for variable, bound in sums:
            self.facts.ranges[variable] = bound
        if len(sums) > 1 and _is_box(sums):
            return self._sum_terms(sums, body)
        for variable, bound in reversed(sums):
            body = self.sum_over(variable, ONE, bound, body)
        return body

    def sum_over(self, variable: str, low: Poly, high: Poly, body: Poly, unless: Iterable[Poly] = ()) -> Poly:
        """Normal form of a sum: always from 1 to a bound without constant part, by adding or removing terms."""
        if body.is_zero:
            return ZERO
        start = low.integer
        result = self._sum_from_one(variable, high, body, 1 if start is None else min(start, 1))
        if not low.is_one:
            result = self._drop_below(variable, low, high, body, result)
        for value in unless:
            result = result - self.substitute(body, {variable: value})
        return result

    def _drop_below(self, variable: str, low: Poly, high: Poly, body: Poly, whole: Poly) -> Poly:
        start = low.integer
        self.need_order(low - ONE, high)
        if start is None:
            self.need_order(ONE, low)
            return whole - self._sum_from_one(variable, low - ONE, body)
        if start > 1:
            extra = [self.substitute(body, {variable: number(k)}) for k in range(1, start)]
            return whole - total(extra)
        return whole + total(self.substitute(body, {variable: number(k)}) for k in range(start, 1))

    def need_order(self, smaller: Poly, larger: Poly) -> None:
        """The range must not be of negative length. Raises Undefined where it is for sure."""
        if self.facts.positive(smaller - larger):
            raise Undefined("a range of negative length")
        if not self.facts.nonnegative(larger - smaller):
            self.need(Relation(smaller, "<=", larger))

    def _sum_from_one(self, variable: str, high: Poly, body: Poly, least: int = 1) -> Poly:
        """The sum from 1; one from `least` <= 0 is meant, of which the terms below 1 are added later.

        Then the bound may go down to least - 1: what is taken away here is among the terms that are added.
        """
        offset = sum((c for m, c in high.terms if m == UNIT), Fraction(0))
        base = high - number(offset)
        if offset.denominator != 1:
            return self._sum_terms([(variable, high)], body)
        count = int(offset)
        if base.is_zero:
            if count > MOST_EXPLICIT_TERMS:
                return self._sum_terms([(variable, high)], body)
            return total(self.substitute(body, {variable: number(k)}) for k in range(1, count + 1))
        if count < 0:
            self.need_order(number(least - 1), high)
            if least - 1 - count < 0:
                self.need_order(ZERO, base)
        result = self._sum_terms([(variable, base)], body)
        for k in range(1, count + 1):
            result = result + self.substitute(body, {variable: base + number(k)})
        for k in range(-count):
            result = result - self.substitute(body, {variable: base - number(k)})
        return result

    def _sum_terms(self, over: SumList, body: Poly) -> Poly:
        """The sum over some variables of every term, as it stands."""
        names = {v: fresh_variable() for v, _ in over if not v.startswith("~")}  # those of the author may be used again
        outer = [(names.get(v, v), b) for v, b in over]
        for variable, bound in outer:
            self.facts.ranges[variable] = bound
        pieces = []
        for mono, c in body.terms:
            self.budget.spend()
            sums, factors = open_sums(mono)
            inner = [(v, rename(b, names)) for v, b in sums]
            pieces.append(self.assemble([*outer, *inner], self.renamed(factors, names), c))
        return total(pieces)

    def renamed(self, factors: Factors, names: Mapping[str, str]) -> Factors:
        return [(rename_atom(a, names), rename(e, names)) for a, e in factors]

    def reduce_sums(self, sums: SumList, factors: Factors) -> Poly:
        """Sums whose variable does not occur, and sums with a closed form; then canonical names."""
        if not sums:
            return of_mono(close((), factors))
        for position, (variable, bound) in enumerate(sums):
            rest = sums[:position] + sums[position + 1 :]
            if any(variable in b.names for _, b in rest):
                continue
            using: Factors = []
            others: Factors = []
            for f in factors:
                (using if variable in f[0].names or variable in f[1].names else others).append(f)
            value = self._summed(variable, bound, using)
            if value is not None:
                return self.sum_all(rest, self.mul(value, self.product(others)))
        for rule in (self._reindex, self._split_at_delta, self._square, self._orient, self._cut):
            changed = rule(sums, factors)
            if changed is not None:
                return changed
        for variable, bound in sums:
            shifted = self._shift(variable, bound, sums, factors)
            if shifted is not None:
                return shifted
        return of_mono(close(sums, factors))

    def _reindex(self, sums: SumList, factors: Factors) -> Poly | None:
        return reindexed(self, sums, factors) if self.facts.permutations else None

    def _square(self, sums: SumList, factors: Factors) -> Poly | None:
        return square(self, sums, factors)

    def _cut(self, sums: SumList, factors: Factors) -> Poly | None:
        return cut(self, sums, factors)

    def _orient(self, sums: SumList, factors: Factors) -> Poly | None:
        return orient(self, sums, factors)

    def _summed(self, variable: str, bound: Poly, using: Factors) -> Poly | None:
        if not using:
            self.need_order(ZERO, bound)
            return bound
        if len(using) == 1 and using[0][0].kind == "sym" and not using[0][0].args and using[0][0].name == variable:
            return power_sum(self, bound, using[0][1])
        if (count := counted(variable, bound, using)) is not None:
            return count
        if (binomial_sum := binomial(self, variable, bound, using)) is not None:
            return binomial_sum
        if self.closed_forms:
            return geometric(self, variable, bound, using)
        return None

    def _shift(self, variable: str, bound: Poly, sums: SumList, factors: Factors) -> Poly | None:
        """Re-index so that some entry carries the bare variable: g_{t-i} summed over i becomes g_i."""
        if any(variable in b.names for _, b in sums):
            return None
        entries = (e for atom, _ in factors if variable in atom.names for e in atoms_of(of_atom(atom), "sym"))
        forms = [a for entry in entries for a in entry.args if variable in a.names]
        if not forms or any(f.variable == variable for f in forms):
            return None
        affine = [(f, c) for f in forms if (c := self._unit_coefficient(f, variable)) is not None]
        if not affine:
            return None
        form, sign = min(affine, key=lambda item: item[0].key)
        new = fresh_variable()
        offset = form - symbol(variable).scaled(sign)
        if any(n[0] in "~%" for n in offset.names):
            return None
        old = (symbol(new) - offset).scaled(sign)
        low, high = (ONE + offset, bound + offset) if sign == 1 else (offset - bound, offset - ONE)
        others = [s for s in sums if s[0] != variable]
        inner = self.sum_over(new, low, high, self.replace(factors, {variable: old}))
        return self.sum_all(others, inner)

    def _split_at_delta(self, sums: SumList, factors: Factors) -> Poly | None:
        """A delta inside a function of the summand: treat its one index apart.

        sum_j F(j) = sum_j F0(j) + F(a) - F0(a), where F0 is F with delta_{ja} replaced by 0.
        """
        bounds = dict(sums)
        for atom in hidden_deltas(factors):
            for variable, value in self.solutions(atom.args[0]):
                if variable not in bounds or self.depends(bounds, variable):
                    continue
                if not self.grant_range(value, bounds[variable], bounds):
                    continue
                whole = self.product(factors)
                without = self.replace_atom(whole, atom, ZERO)
                at_value = self.substitute(whole - without, {variable: value})
                rest = [s for s in sums if s[0] != variable]
                self.rules["split-sum-at-index"] = None
                return self.sum_all(sums, without) + self.sum_all(rest, at_value)
        return None

    def replace_atom(self, poly: Poly, atom: Atom, value: Poly) -> Poly:
        """The polynomial with every occurrence of an atom, at any depth, replaced."""
        return self.replaced(poly, lambda a: value if a == atom else None, lambda a: a == atom)

    def replace_symbol(self, poly: Poly, name: str, value: Callable[[tuple[Poly, ...]], Poly]) -> Poly:
        """The polynomial with every entry of a symbol replaced by a function of its indices."""

        def is_entry(atom: Atom) -> bool:
            return atom.kind == "sym" and atom.name == name

        return self.replaced(poly, lambda a: value(a.args) if is_entry(a) else None, is_entry)

    def replaced(self, poly: Poly, value: Callable[[Atom], Poly | None], wanted: Callable[[Atom], bool]) -> Poly:
        """The polynomial with the wanted atoms replaced, wherever they stand."""
        if not any_atom(poly, wanted):
            return poly
        pieces = []
        for mono, c in poly.terms:
            sums, factors = open_sums(mono)
            product = ONE
            for a, e in factors:
                base = value(a)
                if base is None:
                    base = self.transform(a, lambda p: self.replaced(p, value, wanted))
                product = self.mul(product, self.power(base, self.replaced(e, value, wanted)))
            pieces.append(self.sum_all(sums, product).scaled(c))
        return total(pieces)

    def _unit_coefficient(self, form: Poly, variable: str) -> Fraction | None:
        rest = [(m, c) for m, c in form.terms if variable in m.names]
        if len(rest) == 1 and abs(rest[0][1]) == 1 and of_mono(rest[0][0]).variable == variable:
            return rest[0][1]
        return None


def _is_box(sums: SumList) -> bool:
    """Whether no bound has a constant part or depends on another variable: then the sums may be taken together."""
    variables = {v for v, _ in sums}
    return all(b.terms and variables.isdisjoint(b.names) and all(m != UNIT for m, _ in b.terms) for _, b in sums)
