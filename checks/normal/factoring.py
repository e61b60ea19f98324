"""Polynomials as products: a sum of monomials is factored over the integers, with FLINT, and the product checked."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import flint
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, close, collect, number

MOST_TERMS = 40
MOST_UNKNOWNS = 8
HIGHEST_DEGREE = 12
Unknown = tuple[Atom, Poly]  # an atom to the power 1, or to a power that is no number


def factors_of(poly: Poly) -> list[tuple[Poly, int]]:
    """Factors with how often they occur; the polynomial itself where it has no others. A number in it is positive."""
    plain = _plain(poly)
    if plain is None:
        return [(poly, 1)]
    terms, unknowns = plain
    names = tuple(f"x{k}" for k in range(len(unknowns)))
    ring = flint.fmpz_mpoly_ctx.get(names, flint.Ordering.lex)
    scale = lcm(*(c.denominator for _, c in poly.terms))
    whole = ring.from_dict({exponents: int(c * scale) for exponents, c in terms.items()})
    unit, found = whole.factor()
    if len(found) == 1 and found[0][1] == 1:
        return [(poly, 1)]
    made = [(_poly(factor.to_dict(), unknowns), int(times)) for factor, times in found]
    if unit < 0:
        odd = next((k for k, (_, times) in enumerate(made) if times % 2), None)
        if odd is None:
            return [(poly, 1)]
        made[odd] = (-made[odd][0], made[odd][1])
    content = Fraction(abs(int(unit)), scale)
    return made if content == 1 else [*made, (number(content), 1)]


def _plain(poly: Poly) -> tuple[dict[tuple[int, ...], Fraction], list[Unknown]] | None:
    """The exponents of each monomial, and of what; None where there are sums inside, or too much of it."""
    if not 1 < len(poly.terms) <= MOST_TERMS or any(m.sums for m, _ in poly.terms):
        return None
    unknowns: list[Unknown] = []
    rows = []
    for mono, coefficient in poly.terms:
        powers: dict[Unknown, int] = {}
        for atom, exponent in mono.factors:
            whole = exponent.integer
            if whole is not None and not 0 <= whole <= HIGHEST_DEGREE:
                return None
            powers[(atom, ONE if whole is not None else exponent)] = whole if whole is not None else 1
        unknowns += [u for u in powers if u not in unknowns]
        rows.append((powers, coefficient))
    if len(unknowns) > MOST_UNKNOWNS:
        return None
    return {tuple(powers.get(u, 0) for u in unknowns): c for powers, c in rows}, unknowns


def _poly(terms: dict[tuple[int, ...], flint.fmpz], unknowns: list[Unknown]) -> Poly:
    made: list[tuple[Mono, Fraction]] = []
    for exponents, coefficient in terms.items():
        factors = [(atom, e.scaled(Fraction(int(k)))) for (atom, e), k in zip(unknowns, exponents, strict=True) if k]
        made.append((close((), factors), Fraction(int(coefficient))))
    return collect(made)
