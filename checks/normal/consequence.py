"""When one vanishing difference makes another vanish."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hence.checks.normal.algebra import Algebra
from hence.checks.normal.content import extract_content
from hence.checks.normal.poly import Atom, Mono, Poly, collect, of_mono


def coefficients(poly: Poly, over: tuple[str, ...]) -> list[Poly]:
    """The coefficients of a polynomial that vanishes for all values of some symbols: each vanishes, too.

    Only where these symbols occur as plain factors; else the polynomial itself is the one thing known.
    """
    if not over:
        return [poly]
    groups: dict[str, list[tuple[Mono, Fraction]]] = {}
    for mono, c in poly.terms:
        inside = [(a, e) for a, e in mono.factors if a.kind == "sym" and a.name in over]
        rest = tuple(f for f in mono.factors if f not in inside)
        if mono.sums or any(_mentions(a, e, over) for a, e in rest) or any((e.integer or 0) < 1 for _, e in inside):
            return [poly]
        key = "*".join(f"{a.key}^{e.key}" for a, e in inside)
        groups.setdefault(key, []).append((Mono((), rest), c))
    return [collect(terms) for terms in groups.values()] if _distinct(poly, over) else [poly]


def _distinct(poly: Poly, over: tuple[str, ...]) -> bool:
    """Whether different entries of the symbols are different for sure: g_1 and g_2, but not g_i and g_j."""
    seen = {a for m, _ in poly.terms for a, _ in m.factors if a.kind == "sym" and a.name in over}
    return all(
        any((x - y).integer not in (None, 0) for x, y in zip(a.args, b.args, strict=True))
        for a, b in combinations(seen, 2)
        if a.name == b.name
    )


def _mentions(atom: Atom, exponent: Poly, names: tuple[str, ...]) -> bool:
    return bool((atom.names | exponent.names) & set(names))


def follows(goal: Poly, known: Poly, algebra: Algebra) -> bool:
    """Whether known = 0 gives goal = 0: goal times something that is not zero is known."""
    if goal.is_zero:
        return True
    if known.is_zero:
        return False
    _, outer, inner = extract_content(known, signed=True)
    _, _, wanted = extract_content(goal, signed=True)
    nonzero = all(algebra.facts.positive_atom(a) for a, _ in outer.factors)
    return nonzero and inner == wanted


def vanishes_under(goal: Poly, known: Poly, algebra: Algebra) -> bool:
    """Whether goal = 0, solved for one of its symbols, makes the known polynomial vanish."""
    for mono, c in goal.terms:
        name = of_mono(mono).variable
        if name is None:
            continue
        value = of_mono(mono) - goal.scaled(1 / c)
        if name not in value.names and algebra.substitute(known, {name: value}).is_zero:
            return True
    return False
