"""Arithmetic of normal forms under facts: products, powers, exp and log, sums, deltas.

Every operation returns a normal form. Conditions that an operation needs and that no declaration
grants (a denominator, a range) are collected in `conditions` and reported with the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from checks.normal.content import extract_content
from checks.normal.facts import Facts
from checks.normal.poly import (
    ONE,
    UNIT,
    ZERO,
    Atom,
    Budget,
    Mono,
    Poly,
    abstract,
    any_atom,
    close,
    collect,
    fresh_variable,
    number,
    of_atom,
    open_sums,
    rename,
    rename_atom,
    symbol,
    total,
)
from checks.normal.show import show

EULER = Atom("e")
MOST_EXPLICIT_TERMS = 24
Sums = list[tuple[str, Poly]]
Factors = list[tuple[Atom, Poly]]


class Undefined(Exception):
    """A division by zero, or the logarithm of zero."""


class Algebra:
    def __init__(self, facts: Facts, budget: Budget | None = None, closed_forms: bool = True) -> None:
        self.facts = facts
        self.budget = budget or Budget()
        self.closed_forms = closed_forms
        self.conditions: dict[str, None] = {}
        self.rules: dict[str, None] = {}

    # products -------------------------------------------------------------------------------------

    def mul(self, *polys: Poly) -> Poly:
        """The product, expanded."""
        result = ONE
        for poly in polys:
            result = self._mul2(result, poly)
        return result

    def _mul2(self, a: Poly, b: Poly) -> Poly:
        if a.is_one or b.is_zero:
            return b
        if b.is_one or a.is_zero:
            return a
        if (value := a.constant) is not None:
            return b.scaled(value)
        if (value := b.constant) is not None:
            return a.scaled(value)
        pieces = []
        for m1, c1 in a.terms:
            for m2, c2 in b.terms:
                self.budget.spend(1 + len(m1.factors) + len(m2.factors))
                sums1, factors1 = open_sums(m1)
                sums2, factors2 = open_sums(m2)
                pieces.append(self.assemble(sums1 + sums2, factors1 + factors2, c1 * c2))
        return total(pieces)

    def assemble(self, sums: Sums, factors: Factors, coefficient: Fraction) -> Poly:
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
            inner = self.mul(self._product(simple), *expand)
            return self.sum_all(sums, inner).scaled(coefficient)
        contracted = self._contract_delta(sums, simple)
        if contracted is not None:
            return contracted.scaled(coefficient)
        return self._reduce_sums(sums, simple).scaled(coefficient)

    def _product(self, factors: Factors) -> Poly:
        return Poly(((close((), factors), Fraction(1)),)) if factors else ONE

    def _merge(self, factors: Factors) -> Factors:
        exponents: dict[Atom, Poly] = {}
        for atom, exponent in factors:
            exponents[atom] = exponents[atom] + exponent if atom in exponents else exponent
        return [(a, e) for a, e in exponents.items() if not e.is_zero]

    def _settle(self, atom: Atom, exponent: Poly) -> Poly | None:
        """What a power of an atom becomes after merging, or None where it stays as it is."""
        match atom.kind:
            case "delta" if (exponent.integer or 0) > 1:
                return of_atom(atom)
            case "num":
                return self._settle_number(Fraction(atom.name), exponent)
            case "poly" if (exponent.integer or 0) > 0:
                return self.power(atom.args[0], exponent)
            case "e":
                return self._settle_exp(exponent)
            case "fn" if atom.name == "abs" and (exponent.integer or 1) % 2 == 0:
                return self.power(atom.args[0], exponent)
            case _:
                return None

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

    # deltas ---------------------------------------------------------------------------------------

    def delta(self, i: Poly, j: Poly) -> Poly:
        """Kronecker's delta of two index expressions."""
        difference = i - j
        if (value := difference.constant) is not None:
            return ONE if value == 0 else ZERO
        if difference in self.facts.unequal:
            return ZERO
        opposite = -difference
        return of_atom(Atom("delta", "", (min(difference, opposite, key=lambda p: p.key),)))

    def _contract_delta(self, sums: Sums, factors: Factors) -> Poly | None:
        """Use one delta to eliminate a summation variable, or to make two free indices alike."""
        bounds = dict(sums)
        for position, (atom, _) in enumerate(factors):
            if atom.kind != "delta":
                continue
            others = factors[:position] + factors[position + 1 :]
            for variable, value in self._solutions(atom.args[0]):
                if variable in bounds and not self._depends(bounds, variable):
                    if self._grant_range(value, bounds[variable], bounds):
                        remaining = [s for s in sums if s[0] != variable]
                        self.rules["delta-contraction"] = None
                        return self.sum_all(remaining, self._replace(others, {variable: value}))
            replaced = self._equate(atom, others, bounds)
            if replaced is not None:
                return self.sum_all(sums, self.mul(of_atom(atom), replaced))
        return None

    def _depends(self, bounds: Mapping[str, Poly], variable: str) -> bool:
        return any(variable in b.names for b in bounds.values())

    def _solutions(self, difference: Poly) -> Iterable[tuple[str, Poly]]:
        """Variables v for which difference = 0 is v = value."""
        for mono, c in difference.terms:
            if abs(c) == 1 and not mono.sums and len(mono.factors) == 1 and mono.factors[0][1].is_one:
                atom = mono.factors[0][0]
                if self.facts.is_index(atom):
                    value = symbol(atom.name) - difference.scaled(1 / c)
                    if atom.name not in value.names:
                        yield atom.name, value

    def _grant_range(self, value: Poly, bound: Poly, bounds: Mapping[str, Poly]) -> bool:
        """Whether 1 <= value <= bound, from the facts or as a condition that is reported."""
        name = value.variable
        if name is not None and name in bounds:
            return bounds[name] == bound
        known = self.facts.in_range(value, bound)
        if known is None and not any(n[0] in "~%" for n in value.names):
            if value.integer is not None and value.integer < 1:
                return False
            if name is not None and name in self.facts.ranges:
                return False
            self.need(f"1 <= {show(value)} <= {show(bound)}")
            return True
        return bool(known)

    def _equate(self, atom: Atom, others: Factors, bounds: Mapping[str, Poly]) -> Poly | None:
        """delta_{ab} f(a) is delta_{ab} f(b): the larger name gives way. None when nothing changes."""
        if any(n[0] == "~" for n in atom.names):
            return None  # an outer sum will contract it
        choices = [(v, w) for v, w in self._solutions(atom.args[0]) if v not in bounds]
        if not choices:
            return None
        variable, value = max(choices, key=lambda c: c[0])
        if not any(variable in a.names or variable in e.names for a, e in others):
            return None
        if any(variable in b.names for b in bounds.values()):
            return None
        return self._replace(others, {variable: value})

    def _replace(self, factors: Factors, values: Mapping[str, Poly]) -> Poly:
        return self.mul(*(self.power(self._rebuild(a, values), self.substitute(e, values)) for a, e in factors))

    # sums -----------------------------------------------------------------------------------------

    def sum_all(self, sums: Sums, body: Poly) -> Poly:
        """Sum the body over each variable from 1 to its bound, innermost last."""
        for variable, bound in sums:
            self.facts.ranges[variable] = bound
        for variable, bound in reversed(sums):
            body = self.sum_over(variable, ONE, bound, body)
        return body

    def sum_over(self, variable: str, low: Poly, high: Poly, body: Poly, unless: Iterable[Poly] = ()) -> Poly:
        """Normal form of a sum: always from 1 to a bound without constant part, by adding or removing terms."""
        if body.is_zero:
            return ZERO
        result = self._sum_from_one(variable, high, body)
        if not low.is_one:
            result = self._drop_below(variable, low, high, body, result)
        for value in unless:
            result = result - self.substitute(body, {variable: value})
        return result

    def _drop_below(self, variable: str, low: Poly, high: Poly, body: Poly, whole: Poly) -> Poly:
        start = low.integer
        self._need_order(low - ONE, high)
        if start is None:
            self._need_order(ONE, low)
            return whole - self._sum_from_one(variable, low - ONE, body)
        if start > 1:
            extra = [self.substitute(body, {variable: number(k)}) for k in range(1, start)]
            return whole - total(extra)
        return whole + total(self.substitute(body, {variable: number(k)}) for k in range(start, 1))

    def _need_order(self, smaller: Poly, larger: Poly) -> None:
        """The range must not be of negative length."""
        if not self.facts.nonnegative(larger - smaller):
            self.need(f"{show(smaller)} <= {show(larger)}")

    def _sum_from_one(self, variable: str, high: Poly, body: Poly) -> Poly:
        offset = sum((c for m, c in high.terms if m == UNIT), Fraction(0))
        base = high - number(offset)
        if offset.denominator != 1:
            return self._sum_terms(variable, high, body)
        count = int(offset)
        if base.is_zero:
            if count > MOST_EXPLICIT_TERMS:
                return self._sum_terms(variable, high, body)
            return total(self.substitute(body, {variable: number(k)}) for k in range(1, count + 1))
        if count < 0:
            self._need_order(ZERO, high)
        result = self._sum_terms(variable, base, body)
        for k in range(1, count + 1):
            result = result + self.substitute(body, {variable: base + number(k)})
        for k in range(-count):
            result = result - self.substitute(body, {variable: base - number(k)})
        return result

    def _sum_terms(self, variable: str, bound: Poly, body: Poly) -> Poly:
        pieces = []
        for mono, c in body.terms:
            self.budget.spend()
            sums, factors = open_sums(mono)
            moved = fresh_variable()
            self.facts.ranges[moved] = bound
            names = {variable: moved}
            sums = [(v, rename(b, names)) for v, b in sums]
            pieces.append(self.assemble([(moved, bound), *sums], self.renamed(factors, names), c))
        return total(pieces)

    def renamed(self, factors: Factors, names: Mapping[str, str]) -> Factors:
        return [(rename_atom(a, names), rename(e, names)) for a, e in factors]

    def _reduce_sums(self, sums: Sums, factors: Factors) -> Poly:
        """Sums whose variable does not occur, and sums with a closed form; then canonical names."""
        for position, (variable, bound) in enumerate(sums):
            rest = sums[:position] + sums[position + 1 :]
            if any(variable in b.names for _, b in rest):
                continue
            using = [f for f in factors if variable in f[0].names or variable in f[1].names]
            others = [f for f in factors if f not in using]
            value = self._summed(variable, bound, using)
            if value is not None:
                return self.sum_all(rest, self.mul(value, self._product(others)))
        split = self._split_at_delta(sums, factors)
        if split is not None:
            return split
        for variable, bound in sums:
            shifted = self._shift(variable, bound, sums, factors)
            if shifted is not None:
                return shifted
        return Poly(((close(sums, factors), Fraction(1)),))

    def _summed(self, variable: str, bound: Poly, using: Factors) -> Poly | None:
        from checks.normal.closed_forms import geometric, power_sum

        if not using:
            self._need_order(ZERO, bound)
            return bound
        if len(using) == 1 and using[0][0] == Atom("sym", variable):
            return power_sum(self, bound, using[0][1])
        if self.closed_forms:
            return geometric(self, variable, bound, using)
        return None

    def _shift(self, variable: str, bound: Poly, sums: Sums, factors: Factors) -> Poly | None:
        """Re-index so that some entry carries the bare variable: g_{t-i} summed over i becomes g_i."""
        if any(variable in b.names for _, b in sums):
            return None
        forms = [a for atom, _ in factors if atom.kind == "sym" for a in atom.args if variable in a.names]
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
        inner = self.sum_over(new, low, high, self._replace(factors, {variable: old}))
        return self.sum_all(others, inner)

    def _split_at_delta(self, sums: Sums, factors: Factors) -> Poly | None:
        """A delta inside a function of the summand: treat its one index apart.

        sum_j F(j) = sum_j F0(j) + F(a) - F0(a), where F0 is F with delta_{ja} replaced by 0.
        """
        bounds = dict(sums)
        for atom in hidden_deltas(factors):
            for variable, value in self._solutions(atom.args[0]):
                if variable not in bounds or self._depends(bounds, variable):
                    continue
                if not self._grant_range(value, bounds[variable], bounds):
                    continue
                whole = self._product(factors)
                without = self.replace_atom(whole, atom, ZERO)
                at_value = self.substitute(whole - without, {variable: value})
                rest = [s for s in sums if s[0] != variable]
                self.rules["split-sum-at-index"] = None
                return self.sum_all(sums, without) + self.sum_all(rest, at_value)
        return None

    def replace_atom(self, poly: Poly, atom: Atom, value: Poly) -> Poly:
        """The polynomial with every occurrence of an atom, at any depth, replaced."""
        if not any_atom(poly, lambda a: a == atom):
            return poly
        pieces = []
        for mono, c in poly.terms:
            sums, factors = open_sums(mono)
            product = ONE
            for a, e in factors:
                base = value if a == atom else self.transform(a, lambda p: self.replace_atom(p, atom, value))
                product = self.mul(product, self.power(base, self.replace_atom(e, atom, value)))
            pieces.append(self.sum_all(sums, product).scaled(c))
        return total(pieces)

    def _unit_coefficient(self, form: Poly, variable: str) -> Fraction | None:
        rest = [(m, c) for m, c in form.terms if variable in m.names]
        if len(rest) == 1 and abs(rest[0][1]) == 1 and Poly(((rest[0][0], Fraction(1)),)).variable == variable:
            return rest[0][1]
        return None

    # powers, exp, log -----------------------------------------------------------------------------

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
        coefficient, outer, inner = extract_content(base, signed=self.facts.is_integer(exponent))
        if not self._may_distribute(outer, coefficient, exponent):
            return self._opaque_power(base, exponent)
        front = self._power_of_product(outer, coefficient, exponent)
        if (simple := inner.single) is not None and not simple[0].sums:
            return self.mul(front, self._power_of_product(simple[0], simple[1], exponent))
        return self.mul(front, self._opaque_power(inner, exponent))

    def _opaque_power(self, base: Poly, exponent: Poly) -> Poly:
        return Poly(((Mono((), ((Atom("poly", "", (base,)), exponent),)), Fraction(1)),))

    def _repeat(self, base: Poly, times: int) -> Poly:
        single = base.single
        if single is not None and not single[0].sums:
            return self._power_of_product(single[0], single[1], number(times))
        if times > 12:
            return self._opaque_power(base, number(times))
        return self.mul(*([base] * times))

    def _may_distribute(self, mono: Mono, coefficient: Fraction, exponent: Poly) -> bool:
        """(ab)^e = a^e b^e for integer e, or where a and b are positive."""
        if self.facts.is_integer(exponent):
            return True
        return coefficient > 0 and all(self.facts.positive_power(a, e) for a, e in mono.factors)

    def _power_of_product(self, mono: Mono, coefficient: Fraction, exponent: Poly) -> Poly:
        if not self._may_distribute(mono, coefficient, exponent):
            return self._power_of_signed(mono, coefficient, exponent)
        value = self._power_of_number(coefficient, exponent)
        factors = [(a, self._mul2(e, exponent)) for a, e in mono.factors]
        return self.mul(value, self.assemble([], factors, Fraction(1)))

    def _power_of_signed(self, mono: Mono, coefficient: Fraction, exponent: Poly) -> Poly:
        """sqrt(4 x^2 y) is 2 |x| sqrt(y): even powers come out as absolute values, positive parts as they are."""
        outside: list[Poly] = []
        inside: Factors = []
        size, sign = abs(coefficient), 1 if coefficient > 0 else -1
        for atom, e in mono.factors:
            if self.facts.positive_power(atom, e):
                outside.append(self.assemble([], [(atom, self._mul2(e, exponent))], Fraction(1)))
            elif e.integer is not None and e.integer % 2 == 0:
                outside.append(self.power(self.absolute(of_atom(atom)), self._mul2(e, exponent)))
            else:
                inside.append((atom, e))
        outside.append(self._power_of_number(size, exponent))
        if not inside and sign > 0:
            return self.mul(*outside)
        return self.mul(*outside, self._opaque_power(self.assemble([], inside, Fraction(sign)), exponent))

    def _power_of_number(self, value: Fraction, exponent: Poly) -> Poly:
        if value == 1:
            return ONE
        whole = exponent.integer
        if whole is not None:
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
            power = Poly(((Mono((), ((atom, e),)), Fraction(1)),))
            parts.append(power if self.facts.positive_power(atom, e) else self._opaque_abs(power))
        if not inner.is_one:
            parts.append(self._opaque_abs(inner))
        return self.mul(*parts)

    def _opaque_abs(self, inner: Poly) -> Poly:
        if self.facts.nonnegative(inner):
            return inner
        return of_atom(Atom("fn", "abs", (inner,)))

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
        coefficient, outer, inner = extract_content(argument, signed=False)
        kept: Factors = []
        pieces = [self.log(number(coefficient))] if coefficient > 0 else []
        for atom, e in outer.factors:
            if coefficient > 0 and self.facts.positive_power(atom, e):
                pieces.append(self.mul(e, self._log_of_atom(atom)))
            else:
                kept.append((atom, e))
        rest = self.mul(inner, self._product(kept), ONE if coefficient > 0 else number(coefficient))
        if not rest.is_one:
            pieces.append(self._log_atom(rest))
        return total(pieces)

    def _log_of_atom(self, atom: Atom) -> Poly:
        if atom.kind == "e":
            return ONE
        if atom.kind == "num":
            return self.log(number(Fraction(atom.name)))
        return self._log_atom(atom.args[0] if atom.kind == "poly" else of_atom(atom))

    def _log_atom(self, argument: Poly) -> Poly:
        return of_atom(Atom("fn", "log", (argument,)))

    # substitution ---------------------------------------------------------------------------------

    def substitute(self, poly: Poly, values: Mapping[str, Poly]) -> Poly:
        """Replace free index variables and scalars; the result is normalised again."""
        if not poly.names & values.keys():
            return poly
        return total(self._substitute_mono(m, values).scaled(c) for m, c in poly.terms)

    def _substitute_mono(self, mono: Mono, values: Mapping[str, Poly]) -> Poly:
        if not mono.names & values.keys():
            return Poly(((mono, Fraction(1)),))
        self.budget.spend()
        sums, factors = open_sums(mono)
        body = self._replace(factors, values)
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
            case "poly":
                return args[0]
            case "fn" if atom.name == "log":
                return self.log(args[0])
            case "fn" if atom.name == "abs":
                return self.absolute(args[0])
            case _:
                return of_atom(Atom(atom.kind, atom.name, args))

    def _transform_binder(self, atom: Atom, change: Callable[[Poly], Poly]) -> Poly:
        """Opaque binders (integrals, arguments of vector functions) keep their variable apart."""
        if atom.kind == "int":  # variables of densities keep their names
            return of_atom(Atom(atom.kind, atom.name, tuple(change(a) for a in atom.args), atom.binds))
        variable = fresh_variable()
        args = [change(rename(arg, {atom.binds: variable})) for arg in atom.args]
        return of_atom(bind(atom.kind, atom.name, args, variable))

    def need(self, condition: str) -> None:
        self.conditions[condition] = None


def hidden_deltas(factors: Factors) -> list[Atom]:
    """Deltas inside exponents and arguments, where no contraction reaches them."""
    found: dict[Atom, None] = {}

    def visit(atom: Atom) -> bool:
        if atom.kind == "delta":
            found[atom] = None
        return False

    for atom, exponent in factors:
        any_atom(exponent, visit)
        for arg in atom.args if atom.kind not in ("sym", "delta") else ():
            any_atom(arg, visit)
    return list(found)


def bind(kind: str, name: str, args: Iterable[Poly], variable: str) -> Atom:
    """An atom that binds a variable in its arguments, named canonically."""
    polys = tuple(args)
    tallest = max((p.height for p in polys), default=0)
    canonical = f"@{tallest}"
    closed = tuple(rename(p, {variable: canonical}) for p in polys)
    return Atom(kind, name, closed, canonical)


def prime_powers(value: Fraction) -> list[tuple[int, int]]:
    """value = product of p^k; a large cofactor is left as it is."""
    powers: dict[int, int] = {}
    for n, sign in ((value.numerator, 1), (value.denominator, -1)):
        p = 2
        while p * p <= n and p < 1000:
            while n % p == 0:
                powers[p] = powers.get(p, 0) + sign
                n //= p
            p += 1
        if n > 1:
            powers[n] = powers.get(n, 0) + sign
    return sorted(powers.items())


__all__ = ["EULER", "Algebra", "Undefined", "abstract", "bind", "prime_powers"]
