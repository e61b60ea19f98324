"""Whether facts about unknowns give a sign: by a certificate that is checked exactly, or on the word of z3.

squares     the polynomial is a sum of squares with rational weights, found by completing the square
products    it is a combination of facts and products of two facts, with non-negative weights
z3          facts and the opposite of the goal contradict each other, as z3 says
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from hence.checks.order.flat import EQ, GE, GT, NE, ONE, Flat, Known, Powers, Sign, flat, negated, unknown
from hence.language.records import dataclass

RLIMIT = 1_000_000  # z3's own count of work
MOST_PRODUCTS = 250


@dataclass(frozen=True)
class Entailed:
    """How the goal follows, which facts took part, and whose word was taken."""

    method: str
    used: tuple[Known, ...]
    trusting: tuple[str, ...] = ()


def entails(facts: Sequence[Known], goal: Sign) -> Entailed | None:
    """Whether the goal holds wherever all the facts do."""
    found = _entailed(tuple(facts), goal)
    if found is None:
        return None
    here = {fact: fact for fact in facts}  # the same facts may have held for other reasons when they were asked before
    return replace(found, used=tuple(here[fact] for fact in found.used))


@lru_cache(maxsize=512)  # a search puts the same question under several certificates
def _entailed(facts: tuple[Known, ...], goal: Sign) -> Entailed | None:
    z3 = _Z3()
    if goal.relation == NE:
        positive = _entailed(facts, Sign(goal.poly, GT)) or _entailed(facts, Sign(-goal.poly, GT))
        return positive or _by_z3(facts, goal, z3)
    if goal.relation == EQ:
        return None
    return _by_squares(goal) or _by_products(facts, goal, z3) or _by_z3(facts, goal, z3)


# squares ------------------------------------------------------------------------------------------


def _by_squares(goal: Sign) -> Entailed | None:
    """For polynomials of degree two: the Gram matrix in 1, x, y, ... is unique; it is reduced to a diagonal."""
    squares = sum_of_squares(goal.poly)
    if squares is None:
        return None
    if goal.relation == GT and not any(c > 0 and q.constant is not None for c, q in squares):
        return None
    return Entailed("sum-of-squares", ())


def sum_of_squares(poly: Flat) -> list[tuple[Fraction, Flat]] | None:
    """Weights >= 0 and polynomials whose weighted squares add up to a polynomial of degree two (or in squares)."""
    basis = _half_basis(poly)
    if basis is None:
        return None
    gram = _gram(poly, basis)
    squares = _completed(gram, basis) if gram is not None else None
    if squares is None:
        return None
    total = flat(t for c, q in squares for t in (q * q).scaled(c).terms)
    return squares if total == poly else None


def _half_basis(poly: Flat) -> list[Powers] | None:
    """Monomials whose products make up the polynomial: the halves of its even monomials, and 1."""
    halves = {tuple((u, e // 2) for u, e in p) for p, _ in poly.terms if all(e % 2 == 0 for _, e in p)}
    halves.add(())
    return sorted(halves, key=lambda p: (-sum(e for _, e in p), p)) if len(halves) <= 12 else None


def _gram(poly: Flat, basis: list[Powers]) -> list[list[Fraction]] | None:
    """The matrix of the quadratic form in the basis; a monomial with several places goes to the first."""
    coefficients = dict(poly.terms)
    gram = [[Fraction(0)] * len(basis) for _ in basis]
    placed: set[Powers] = set()
    pairs = [(i, i) for i in range(len(basis))]
    pairs += [(i, j) for i in range(len(basis)) for j in range(i)]
    for i, j in pairs:
        product = Flat(((basis[i], Fraction(1)),)) * Flat(((basis[j], Fraction(1)),))
        powers = product.terms[0][0]
        if powers in placed or powers not in coefficients:
            continue
        placed.add(powers)
        gram[i][j] += coefficients[powers] / (1 if i == j else 2)
        if i != j:
            gram[j][i] = gram[i][j]
    return gram if placed == set(coefficients) else None


def _completed(gram: list[list[Fraction]], basis: list[Powers]) -> list[tuple[Fraction, Flat]] | None:
    """Complete the square in one basis element after the other. None where a weight would be negative."""
    size = len(basis)
    rows = [list(row) for row in gram]
    squares: list[tuple[Fraction, Flat]] = []
    for k in range(size):
        pivot = rows[k][k]
        if pivot < 0 or (pivot == 0 and any(rows[k][j] for j in range(k + 1, size))):
            return None
        if pivot == 0:
            continue
        square = flat((basis[j], rows[k][j] / pivot) for j in range(k, size))
        squares.append((pivot, square))
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                rows[i][j] -= rows[i][k] * rows[k][j] / pivot
    return squares


# products of facts --------------------------------------------------------------------------------


def _by_products(facts: Sequence[Known], goal: Sign, z3: _Z3) -> Entailed | None:
    """goal = sum of weights >= 0 times products of at most two facts; the weights come from linear arithmetic."""
    plain = [(f, f.cases[0]) for f in facts if len(f.cases) == 1 and f.cases[0].relation in (GE, GT)]
    equal = [f for f in facts if len(f.cases) == 1 and f.cases[0].relation == EQ]
    products = _products(plain, equal, goal)
    weights = _weights([p for _, p, _ in products], goal.poly, z3)
    if weights is None:
        return None
    total = flat(t for w, (_, p, _) in zip(weights, products, strict=True) for t in p.scaled(w).terms)
    if total != goal.poly or any(w < 0 for w in weights):
        return None
    chosen = [(used, strict) for w, (used, _, strict) in zip(weights, products, strict=True) if w > 0]
    if goal.relation == GT and not any(strict for _, strict in chosen):
        return None
    return Entailed("products-of-facts", tuple(dict.fromkeys(f for used, _ in chosen for f in used)))


def _products(
    plain: list[tuple[Known, Sign]], equal: list[Known], goal: Sign
) -> list[tuple[tuple[Known, ...], Flat, bool]]:
    found: list[tuple[tuple[Known, ...], Flat, bool]] = [((), ONE, True)]
    found += [((f,), s.poly, s.relation == GT) for f, s in plain]
    wanted = {p for p, _ in goal.poly.terms}.union(*({p for p, _ in f.cases[0].poly.terms} for f in equal))
    for (f, s), (g, r) in combinations_with_replacement(plain, 2):
        if len(found) < MOST_PRODUCTS and s.poly.degree + r.poly.degree <= max(goal.poly.degree, 2) + 1:
            product = s.poly * r.poly
            if any(p in wanted for p, _ in product.terms if p):
                found.append(((f, g), product, s.relation == r.relation == GT))
    for fact in equal:
        poly = fact.cases[0].poly
        for factor in (ONE, *(unknown(u) for u in sorted(goal.poly.unknowns))):
            if len(found) < MOST_PRODUCTS and poly.degree + factor.degree <= max(goal.poly.degree, 2) + 1:
                found += [((fact,), poly * factor, False), ((fact,), -poly * factor, False)]
    for u in sorted(goal.poly.unknowns):
        square = Flat(((((u, 2),), Fraction(1)),))
        found.append(((), square, False))
    return found


def _weights(polys: list[Flat], goal: Flat, z3: _Z3) -> list[Fraction] | None:
    """Non-negative weights with which the polynomials add up to the goal, by exact linear programming."""
    if _adds_up_to_nothing_like(goal, polys):
        return None
    columns: dict[Powers, list[str]] = {}
    for k, poly in enumerate(polys):
        for powers, c in poly.terms:
            columns.setdefault(powers, []).append(f"(* {_number(c)} w{k})")
    wanted = dict(goal.terms)
    lines = [f"(declare-const w{k} Real)(assert (>= w{k} 0))" for k in range(len(polys))]
    for powers, parts in columns.items():
        lines.append(f"(assert (= (+ {' '.join(parts)} 0) {_number(wanted.get(powers, Fraction(0)))}))")
    model = z3.model("QF_LRA", lines)
    return None if model is None else [model.get(f"w{k}", Fraction(0)) for k in range(len(polys))]


def _adds_up_to_nothing_like(goal: Flat, polys: Sequence[Flat]) -> bool:
    """Whether signs alone show that no weights >= 0 will do: a monomial of the goal that none has with its sign.

    What has a monomial that the goal lacks, and that no other has with the opposite sign, takes no part.
    """
    wanted, left = dict(goal.terms), polys
    while True:
        signs: dict[Powers, set[bool]] = {}
        for poly in left:
            for powers, c in poly.terms:
                signs.setdefault(powers, set()).add(c > 0)
        if any((c > 0) not in signs.get(powers, ()) for powers, c in goal.terms):
            return True
        out = {powers for powers, found in signs.items() if len(found) == 1 and powers not in wanted}
        if not out:
            return False
        left = [poly for poly in left if not any(powers in out for powers, _ in poly.terms)]


# z3 -----------------------------------------------------------------------------------------------


class _Z3:
    """z3 for one question, with a context of its own: an answer must not depend on what was asked before.

    The context is made when it is first needed, and serves all that is asked for the sake of that question: to make
    one takes as long as most answers do.
    """

    def __init__(self) -> None:
        self.context: Any = None

    def solver(self, logic: str, lines: list[str]) -> Any:
        import z3

        if self.context is None:
            self.context = z3.Context()
        solver = z3.SolverFor(logic, ctx=self.context)
        solver.set("rlimit", RLIMIT)
        solver.set("random_seed", 0)
        solver.from_string("\n".join(lines))
        return solver

    def contradictory(self, facts: Sequence[Known], extra: Sign) -> bool:
        unknowns = extra.poly.unknowns.union(*(f.unknowns for f in facts))
        lines = [f"(declare-const x{u} Real)" for u in sorted(unknowns)]
        lines += [f"(assert (or {' '.join(_formula(s) for s in fact.cases)}))" for fact in facts]
        return str(self.solver("QF_NRA", [*lines, f"(assert {_formula(extra)})"]).check()) == "unsat"

    def model(self, logic: str, lines: list[str]) -> dict[str, Fraction] | None:
        solver = self.solver(logic, lines)
        if str(solver.check()) != "sat":
            return None
        model = solver.model()
        values = {str(d): model[d] for d in model.decls()}
        return {name: Fraction(v.numerator_as_long(), v.denominator_as_long()) for name, v in values.items()}


def _by_z3(facts: Sequence[Known], goal: Sign, z3: _Z3) -> Entailed | None:
    """No values satisfy the facts and the opposite of the goal; then the facts that are needed for that."""
    opposite = negated(goal)
    if not z3.contradictory(facts, opposite):
        return None
    used = _without_needless(list(facts), [fact for fact in facts if fact.rule], opposite, z3)
    return Entailed("polynomial-arithmetic", tuple(used), ("z3",))


def _without_needless(
    used: list[Known], some: list[Known], opposite: Sign, z3: _Z3, tried: bool = False
) -> list[Known]:
    """What is left of contradictory facts when those of some go, in turn, without which the others still are that.

    As one by one, but many go at once, since few are needed. z3 could name a core: on the way to it, it may take
    minutes for what its count of work takes for little. `tried`: not all of these can go.
    """
    if not some:
        return used
    fewer = [fact for fact in used if not any(fact is one for one in some)]
    if not tried and z3.contradictory(fewer, opposite):
        return fewer
    if len(some) == 1:
        return used
    half = len(some) // 2
    left = _without_needless(used, some[:half], opposite, z3)
    return _without_needless(left, some[half:], opposite, z3, tried=len(left) == len(used) - half)


def _formula(sign: Sign) -> str:
    if sign.relation == NE:
        return f"(not (= {_expression(sign.poly)} 0))"
    return f"({sign.relation} {_expression(sign.poly)} 0)"


def _expression(poly: Flat) -> str:
    terms = [
        f"(* {_number(c)} {' '.join(f'x{u}' for u, e in p for _ in range(e))})" if p else _number(c)
        for p, c in poly.terms
    ]
    return f"(+ 0 {' '.join(terms)})"


def _number(value: Fraction) -> str:
    size = f"(/ {abs(value.numerator)} {value.denominator})" if value.denominator != 1 else str(abs(value.numerator))
    return f"(- {size})" if value < 0 else size
