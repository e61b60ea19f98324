"""Kronecker deltas: contraction against sums, and indices that they make equal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hence.checks.conditions import Within
from hence.checks.normal.core import Core, Factors, SumList
from hence.checks.normal.permutations import equal_images, image, permuted, split_images
from hence.checks.normal.places import as_pairs, never_zero
from hence.checks.normal.poly import ONE, ZERO, Atom, Poly, atoms_of, of_atom, symbol
from hence.language.inverse_names import INVERSE, inverse_name


class Deltas(Core):
    def delta(self, i: Poly, j: Poly) -> Poly:
        """Kronecker's delta of two index expressions."""
        difference = i - j
        if self.facts.permutations:
            sides = split_images(difference, self.facts.permutations)
            if sides is not None:
                i, j = equal_images(*sides, self.facts.permutations)
                difference = i - j
        if (value := difference.constant) is not None:
            return ONE if value == 0 else ZERO
        if difference in self.facts.unequal or never_zero(self.facts, difference):
            return ZERO
        pairs = as_pairs(self.facts, difference)
        if pairs is not None:
            return self.mul(*(self.delta(part, ZERO) for part in pairs))
        opposite = -difference
        return of_atom(Atom("delta", "", (min(difference, opposite, key=lambda p: p.key),)))

    def contract_delta(self, sums: SumList, factors: Factors) -> Poly | None:
        """Use one delta to eliminate a summation variable, or to make two free indices alike."""
        bounds = dict(sums)
        for position, (atom, _) in enumerate(factors):
            if atom.kind != "delta":
                continue
            others = factors[:position] + factors[position + 1 :]
            for variable, value in self.solutions(atom.args[0]):
                if variable not in bounds or self.depends(bounds, variable):
                    continue
                if self.grant_range(value, bounds[variable], bounds):
                    remaining = [s for s in sums if s[0] != variable]
                    self.rules["delta-contraction"] = None
                    return self.sum_all(remaining, self.replace(others, {variable: value}))
            replaced = self._equate(atom, others, bounds)
            if replaced is not None:
                return self.sum_all(sums, self.mul(of_atom(atom), replaced))
        return None

    def depends(self, bounds: Mapping[str, Poly], variable: str) -> bool:
        return any(variable in b.names for b in bounds.values())

    def solutions(self, difference: Poly) -> Iterable[tuple[str, Poly]]:
        """Variables v for which difference = 0 is v = value."""
        if (sides := split_images(difference, self.facts.permutations)) is not None:
            name, index = image(sides[0], self.facts.permutations) or ("", ZERO)
            if index.variable is not None and index.variable not in sides[1].names:
                yield index.variable, permuted(inverse_name(name), sides[1])
        for mono, c in difference.terms:
            if abs(c) == 1 and not mono.sums and len(mono.factors) == 1 and mono.factors[0][1].is_one:
                atom = mono.factors[0][0]
                if self.facts.is_index(atom):
                    value = symbol(atom.name) - difference.scaled(1 / c)
                    if atom.name not in value.names:
                        yield atom.name, value

    def grant_range(self, value: Poly, bound: Poly, bounds: Mapping[str, Poly]) -> bool:
        """Whether 1 <= value <= bound, from the facts or as a condition that is reported."""
        name = value.variable
        if name is not None and name in bounds:
            return bounds[name] == bound
        mapped = image(value, self.facts.permutations)
        if mapped is not None:
            inverse = mapped[0].endswith(INVERSE)
            fits = self.facts.permutations[mapped[0]] == bound
            return fits and (not inverse or self.grant_range(mapped[1], bound, bounds))
        known = self.facts.in_range(value, bound)
        if known is None and not any(n[0] in "~%" for n in value.names):
            if value.integer is not None and value.integer < 1:
                return False
            if name is not None and name in self.facts.ranges:
                return False
            if value.integer is not None and self.facts.nonnegative(bound - value):
                return True
            self.need(Within(ONE, value, bound))
            return True
        return bool(known)

    def _equate(self, atom: Atom, others: Factors, bounds: Mapping[str, Poly]) -> Poly | None:
        """delta_{ab} f(a) is delta_{ab} f(b): the larger name gives way. None when nothing changes."""
        if any(n[0] == "~" for n in atom.names):
            return None  # an outer sum will contract it
        choices = [(v, w) for v, w in self.solutions(atom.args[0]) if v not in bounds]
        if not choices:
            return None
        variable, value = max(choices, key=lambda c: c[0])
        if not any(variable in a.names or variable in e.names for a, e in others):
            return None
        if any(variable in b.names for b in bounds.values()):
            return None
        replaced = self.replace(others, {variable: value})
        return None if variable in replaced.names else replaced  # what the name cannot leave would be replaced for ever


def hidden_deltas(factors: Factors) -> list[Atom]:
    """Deltas inside exponents and arguments, where no contraction reaches them."""
    found: dict[Atom, None] = {}
    for atom, exponent in factors:
        for inner in (exponent, *(atom.args if atom.kind not in ("sym", "delta") else ())):
            found |= dict.fromkeys(atoms_of(inner, "delta"))
    return list(found)
