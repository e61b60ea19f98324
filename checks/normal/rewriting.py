"""Hypotheses as rewrite rules: U^T U = I, k_i^T k_j = delta_ij, sum_i p_i = 1, eigen-equations.

An equation is turned into `leading monomial -> rest`. A rule matches part of a monomial: its entries
against entries, its sums against sums whose variable occurs nowhere else. It is applied only where the
result is smaller in a fixed order, so that rewriting ends. Sound, not complete: no completion is run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Binder, Constraint, Ref, Setting, Shape, walk
from hence.checks.normal.algebra import Algebra
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import Normaliser
from hence.checks.normal.inverses import defining_equations, entry_of_inverse, inverses_in, matrix_entry
from hence.checks.normal.poly import (
    ONE,
    ZERO,
    Atom,
    Mono,
    Poly,
    fresh_variable,
    number,
    of_atom,
    of_mono,
    open_sums,
    rename_atom,
    symbol,
    total,
)
from hence.checks.normal.symmetry import Swaps, kind_of, symmetrised, transposed
from hence.language.records import dataclass

HOLE = "!"  # names of pattern variables begin with this
MOST_ROUNDS = 40
MATCHED = ("sym", "inv", "cum", "mpow")  # atoms that a rule may speak of


@dataclass(frozen=True)
class Rewrite:
    """sum over `sums` of the product of `entries` equals `result`, for all values of the holes.

    `ends` are the last values of holes that number the members of a family: beyond it nothing is said.
    """

    sums: tuple[tuple[str, Poly], ...]
    entries: tuple[Atom, ...]
    result: Poly
    label: str
    sorts: bool = False  # B A -> A B: it ends because it brings factors into order, whatever their size
    chain: tuple[Rewrite, ...] = ()  # by which the result is rewritten when the rule is first used
    ends: tuple[tuple[str, Poly], ...] = ()


def rules_of(setting: Setting, normaliser: Normaliser) -> list[Rewrite]:
    """Rules from the equations among the hypotheses; those of no usable form give none."""
    rules: list[Rewrite] = []
    for constraint in setting.constraints:
        if constraint.relation == "=" and not _has_limit(constraint):
            try:
                ends = _ends(setting, constraint, normaliser)
                rules += (replace(rule, ends=ends) for rule in _rule(constraint, normaliser))
            except NoRule:
                continue  # an equation without a normal form rewrites nothing
    return [*_chained(rules), *rules]


def _ends(setting: Setting, c: Constraint, n: Normaliser) -> tuple[tuple[str, Poly], ...]:
    """How far the indices of a hypothesis run that holds for all members of declared families."""
    found: dict[str, Poly] = {}
    for ref in (x for side in (c.lhs, c.rhs) for x in walk(side) if isinstance(x, Ref)):
        symbol_ = setting.symbols.get(ref.name)
        if symbol_ is None or symbol_.how != "declared":
            continue
        for index, bound in zip(ref.indices, symbol_.bounds, strict=False):
            if isinstance(index, Ref) and index.name in c.over:
                found.setdefault(HOLE + index.name, n.dimension(bound))
    return tuple(found.items())


def _chained(rules: list[Rewrite]) -> Iterator[Rewrite]:
    """|u| = |v| and |v| = 1 give |u| = 1: results rewritten by the other rules, for rules about no index in general.

    Most are never used, and rewriting them all took longer than everything else: it is done in `_result`.
    """
    for rule in rules:
        if not _has_holes(rule) and rule.result.names:
            others = [other for other in rules if other.label != rule.label or other.entries != rule.entries]
            chain = tuple(other for other in others if _is_smaller(other, rule))
            if chain:
                yield replace(rule, chain=chain)


def _result(algebra: Algebra, rule: Rewrite) -> Poly | None:
    """What a rule gives, for all values of its holes; None for a chain that gives no more than the rule without it."""
    if not rule.chain:
        return rule.result
    known = algebra.chained.get(rule)
    if known is None:
        known = algebra.chained[rule] = rewrite(algebra, rule.result, list(rule.chain), {})
    return known if known != rule.result else None


def _has_holes(rule: Rewrite) -> bool:
    own = {name for name, _ in rule.sums}
    return any(n.startswith(HOLE) and n not in own for a in rule.entries for n in a.names)


def _is_smaller(rule: Rewrite, than: Rewrite) -> bool:
    """Whether a rule ends in less than the other does: only such are chained to it."""
    return len(rule.result.names) < len(than.result.names) or rule.result.constant is not None


def _has_limit(c: Constraint) -> bool:
    return any(isinstance(n, Binder) and n.head == "lim" for side in (c.lhs, c.rhs) for n in walk(side))


def _rule(c: Constraint, n: Normaliser) -> Iterator[Rewrite]:
    env = {name: symbol(HOLE + name) for name in c.over}
    i, j = _holes(c.lhs.shape, n)
    sides = n.entry(c.lhs, i, j, env), n.entry(c.rhs, i, j, env)
    label = f"hypothesis of line {c.line}" if c.line else "hypothesis"
    yield from oriented(n.algebra, sides[0] - sides[1], label)
    if any(_is_root(side) for side in sides):  # |x| = 1 says what x^T x is
        left, right = (n.algebra.power(side, number(2)) for side in sides)
        yield from oriented(n.algebra, left - right, label)


def _is_root(side: Poly) -> bool:
    return len(side.terms) == 1 and any(
        a.kind == "poly" and e.constant == Fraction(1, 2) for a, e in side.terms[0][0].factors
    )


def inverse_rules(algebra: Algebra, poly: Poly, hypotheses: list[Rewrite]) -> list[Rewrite]:
    """What is known of the inverses that occur; one of a symmetric matrix is symmetric."""
    rules: list[Rewrite] = []
    row, column = symbol(HOLE + "row"), symbol(HOLE + "column")
    for atom in inverses_in(poly):
        for name in (HOLE + "row", HOLE + "column"):
            algebra.facts.ranges[name] = atom.args[1]
            algebra.facts.integers.add(name)
        key = (atom.args[0].key, atom.args[1].key)
        known = algebra.inverses.get(key)
        if known is None:
            equations = defining_equations(algebra, atom, row, column)
            if _is_symmetric(algebra, atom, hypotheses):
                equations.append(entry_of_inverse(atom, row, column) - entry_of_inverse(atom, column, row))
            known = [rule for equation in equations for rule in oriented(algebra, equation, "inverse")]
            algebra.inverses[key] = known
        rules += known
    return rules


def _is_symmetric(algebra: Algebra, atom: Atom, hypotheses: list[Rewrite]) -> bool:
    """Whether the matrix inside an inverse is its own transpose, as it stands or by the hypotheses."""
    i, j = (fresh_variable() for _ in range(2))
    for name in (i, j):
        algebra.facts.ranges[name] = atom.args[1]
    gap = matrix_entry(algebra, atom, symbol(i), symbol(j)) - matrix_entry(algebra, atom, symbol(j), symbol(i))
    return rewrite(algebra, gap, hypotheses, {}).is_zero


def oriented(algebra: Algebra, difference: Poly, label: str) -> Iterator[Rewrite]:
    """A vanishing difference as a rule that replaces its largest monomial."""
    if difference.is_zero:
        return
    found = [(m, c, _pattern(algebra, m)) for m, c in difference.terms]
    usable = [(m, c) for m, c, entries in found if entries is not None and not _returns(difference, m, entries)]
    if not usable:
        return
    largest = max(measure(m)[:3] for m, _ in usable)
    disordered = _disordered(difference)
    if disordered is not None:
        yield replace(_replacing(algebra, difference, *disordered, label), sorts=True)
        return
    for mono, coefficient in usable:
        if measure(mono)[:3] == largest:  # which of these is the largest depends on the indices at hand
            yield _replacing(algebra, difference, mono, coefficient, label)


def _returns(difference: Poly, mono: Mono, entries: list[Atom]) -> bool:
    """Whether a function of the rest holds what a rule would replace: z -> log p + log sum exp z would never end."""
    others = (f for m, _ in difference.terms if m != mono for f in m.factors)
    inside = frozenset().union(*(a.names for a, _ in others if a.kind not in MATCHED))
    return any(a.name in inside for a in entries)


def _disordered(difference: Poly) -> tuple[Mono, Fraction] | None:
    """The side B A of an equation A B = c B A between two matrices, by the order of their names."""
    if len(difference.terms) != 2:
        return None
    chains = [_chain(mono) for mono, _ in difference.terms]
    if chains[0] is None or chains[1] is None or chains[0] != chains[1][::-1] or chains[0][0] == chains[0][1]:
        return None
    return difference.terms[0 if chains[0] > chains[1] else 1]


def _chain(mono: Mono) -> tuple[str, str] | None:
    """The names of the factors of a product of two matrices, from left to right."""
    if len(mono.sums) != 1 or len(mono.factors) != 2 or not all(e.is_one for _, e in mono.factors):
        return None
    variable = mono.sums[0][0]
    atoms = [a for a, _ in mono.factors if a.kind == "sym" and len(a.args) == 2]
    left = [a.name for a in atoms if a.args[1].variable == variable]
    right = [a.name for a in atoms if a.args[0].variable == variable]
    return (left[0], right[0]) if len(left) == len(right) == 1 else None


def _replacing(algebra: Algebra, difference: Poly, mono: Mono, coefficient: Fraction, label: str) -> Rewrite:
    sums, factors = open_sums(mono)
    found = _split_scalars(algebra, factors)
    assert found is not None
    scalars, entries = found
    names = {v: f"{HOLE}s{k}" for k, (v, _) in enumerate(sums)}
    rest = difference - Poly(((mono, coefficient),))
    divided = algebra.mul(rest, *(algebra.power(of_atom(a), -e) for a, e in scalars))
    pattern = tuple(rename_atom(a, names) for a in entries)
    return Rewrite(tuple((names[v], b) for v, b in sums), pattern, divided.scaled(-1 / coefficient), label)


def _holes(shape: Shape, n: Normaliser) -> tuple[Poly, Poly]:
    holes = []
    for name, dim in ((HOLE + "row", shape.rows), (HOLE + "column", shape.cols)):
        if dim != 1:
            n.algebra.facts.ranges[name] = n.dimension(dim)
            n.algebra.facts.integers.add(name)
        holes.append(ONE if dim == 1 else symbol(name))
    return holes[0], holes[1]


def _pattern(algebra: Algebra, mono: Mono) -> list[Atom] | None:
    """What a monomial would match, if it can be the left side of a rule at all."""
    split = _split_scalars(algebra, list(mono.factors))
    return split[1] if split is not None else None


def _split_scalars(
    algebra: Algebra, factors: list[tuple[Atom, Poly]]
) -> tuple[list[tuple[Atom, Poly]], list[Atom]] | None:
    """Scalars that are not zero, and entries with repetition; None where a factor is neither, or nothing is left.

    Not zero are positive ones, and those in a denominator.
    """
    scalars = [(a, e) for a, e in factors if not a.args and (algebra.facts.positive_atom(a) or (e.constant or 0) < 0)]
    rest = [f for f in factors if f not in scalars]
    if not rest or any(a.kind not in MATCHED or (e.integer or 0) < 1 for a, e in rest):
        return None
    return scalars, [a for a, e in rest for _ in range(e.integer or 1)]


def measure(mono: Mono) -> tuple[int, int, int, int, str]:
    """The order in which rewriting goes down: cumulants, entries, sums, size, then the key."""
    cumulants = _count(mono, lambda a: a.kind == "cum")
    entries = _count(mono, lambda a: a.kind in ("sym", "inv", "mpow") and bool(a.args))
    return cumulants, entries, len(mono.sums), len(mono.key), mono.key


def _count(mono: Mono, wanted: Callable[[Atom], bool]) -> int:
    return sum(max(e.integer or 1, 1) for a, e in mono.factors if wanted(a))


# applying -----------------------------------------------------------------------------------------


def rewrite(algebra: Algebra, poly: Poly, rules: list[Rewrite], used: dict[str, None]) -> Poly:
    """The polynomial with the rules applied, inside and out, until none applies."""
    return _Rewriting(algebra, rules, used).of(poly) if rules else poly


class _Rewriting:
    """One run with the same rules. What stands inside of atoms comes again and again: each is rewritten once."""

    def __init__(self, algebra: Algebra, rules: list[Rewrite], used: dict[str, None]) -> None:
        self.algebra, self.used = algebra, used
        self.rules = [(rule, Counter(map(_looks, rule.entries))) for rule in rules]
        self.names = frozenset(n for r in rules for a in r.entries for n in a.names if not n.startswith(HOLE))
        self.swaps = _swaps(rules)
        self.swapping = tuple(r.label for r in rules if _swap(r) is not None)
        self.known: dict[Poly, Poly] = {}

    def of(self, poly: Poly) -> Poly:
        if not poly.names & self.names:
            return poly
        if poly not in self.known:
            self.known[poly] = self._of(poly)
        return self.known[poly]

    def _of(self, poly: Poly) -> Poly:
        seen = [poly]
        for _ in range(MOST_ROUNDS):
            changed = total(self._mono(m).scaled(c) for m, c in poly.terms)
            if self.swaps:
                symmetric = total(symmetrised(self.algebra, m, self.swaps).scaled(c) for m, c in changed.terms)
                if symmetric != changed:
                    self.used.update(dict.fromkeys(self.swapping))
                changed = symmetric
            if changed in seen:  # factors in a trace can be sorted round and round: the least stands for all
                return min(seen[seen.index(changed) :], key=lambda p: p.key)
            seen.append(changed)
            poly = changed
        return poly

    def _mono(self, mono: Mono) -> Poly:
        whole = of_mono(mono)
        if not mono.names & self.names:
            return whole
        self.algebra.budget.spend()
        there = Counter(_looks(a) for a, e in mono.factors for _ in range(max(e.integer or 0, 0)))
        for rule, needed in self.rules:
            if needed <= there:
                result = _apply(self.algebra, mono, rule, self.swaps)
                if result is not None:
                    self.used[rule.label] = None
                    return result
        if not any((a.args and a.kind not in ("sym", "cum")) or e.names & self.names for a, e in mono.factors):
            return whole
        sums, factors = open_sums(mono)
        pieces = [self.algebra.power(self.algebra.transform(a, self.of), self.of(e)) for a, e in factors]
        return self.algebra.sum_all(sums, self.algebra.mul(*pieces))


def _looks(atom: Atom) -> tuple[str, str, str, int]:
    """What an entry must have in common with that of a rule: whatever its indices."""
    return atom.kind, atom.name, atom.binds, len(atom.args)


def _swaps(rules: list[Rewrite]) -> dict[str, Fraction]:
    """The matrices that a rule says to be symmetric or skew, with the sign of their transpose."""
    return {kind_of(rule.entries[0]): sign for rule in rules if (sign := _swap(rule)) is not None}


def _swap(rule: Rewrite) -> Fraction | None:
    """The sign c of a rule A_{ij} -> c A_{ji} that holds for all i and j."""
    if rule.sums or len(rule.entries) != 1 or len(rule.result.terms) != 1 or len(rule.entries[0].args) < 2:
        return None
    entry, (mono, sign) = rule.entries[0], rule.result.terms[0]
    holes = [a.variable or "" for a in entry.args[-2:]]
    general = holes[0] != holes[1] and all(h.startswith(HOLE) for h in holes)
    return sign if general and of_atom(transposed(entry)) == of_mono(mono) else None


def _apply(algebra: Algebra, mono: Mono, rule: Rewrite, swaps: Swaps) -> Poly | None:
    """One application of the rule to a monomial, if it makes it smaller."""
    sums, factors = open_sums(mono)
    available = [(a, e) for a, e in factors if a.kind in MATCHED and (e.integer or 0) > 0]
    pool = [a for a, e in available for _ in range(e.integer or 0)]
    for binding, chosen, sign in _matches(rule, list(rule.entries), pool, {}, dict(sums), swaps):
        left = list(factors)
        for atom in chosen:
            left = _divide(left, atom)
        gone = {binding[v].variable for v, _ in rule.sums}
        if any(gone & (a.names | e.names) for a, e in left) or any(gone & b.names for _, b in sums):
            continue
        holes = {h: v for h, v in binding.items() if h not in dict(rule.sums)}
        if any(v.names & gone for v in holes.values()):
            continue
        if any(_is_beyond(algebra, binding[h], end, dict(sums)) for h, end in rule.ends if h in binding):
            continue
        given = _result(algebra, rule)
        if given is None:
            return None
        result = algebra.substitute(given, holes)
        rest = algebra.assemble([], left, Fraction(1)) if left else ONE
        remaining = [s for s in sums if s[0] not in gone]
        value = algebra.sum_all(remaining, algebra.mul(rest, result)).scaled(sign)
        if rule.sorts or all(measure(m) < measure(mono) for m, _ in value.terms):
            return value
        if len(value.terms) == 1 and value.terms[0][0] == mono and value.terms[0][1] != 1:
            return ZERO  # x = -x, as for x^T K x with a skew K
    return None


def _is_beyond(algebra: Algebra, index: Poly, end: Poly, sums: dict[str, Poly]) -> bool:
    """Whether an index surely runs beyond the last member, as m + 1 does beside k_1, ..., k_m."""
    reached = index
    for variable in index.names:
        bound = sums.get(variable) or algebra.facts.ranges.get(variable)
        if bound is not None and variable not in end.names:
            reached = reached - symbol(variable) + bound  # exact where the index is the variable plus something
    past = (reached - end).constant
    return past is not None and past > 0


def _matches(
    rule: Rewrite, entries: list[Atom], pool: list[Atom], binding: dict[str, Poly], sums: dict[str, Poly], swaps: Swaps
) -> Iterator[tuple[dict[str, Poly], list[Atom], Fraction]]:
    """Bindings of the holes, the entries taken, and the sign of those that had to be transposed."""
    if not entries:
        if _sums_fit(rule, binding, sums):
            yield binding, [], Fraction(1)
        return
    first, rest = entries[0], entries[1:]
    for k, atom in enumerate(pool):
        if _looks(atom) != _looks(first):
            continue
        for form, factor in _forms(atom, swaps if len(rule.entries) > 1 else {}):
            extended = _unify(first.args, form.args, binding)
            if extended is not None:
                for found, chosen, sign in _matches(rule, rest, pool[:k] + pool[k + 1 :], extended, sums, swaps):
                    yield found, [atom, *chosen], factor * sign


def _forms(atom: Atom, swaps: Swaps) -> Iterator[tuple[Atom, Fraction]]:
    """The entry, and its transpose where the matrix is symmetric or skew."""
    yield atom, Fraction(1)
    if len(atom.args) >= 2 and kind_of(atom) in swaps:
        yield transposed(atom), swaps[kind_of(atom)]


def _unify(pattern: tuple[Poly, ...], actual: tuple[Poly, ...], binding: dict[str, Poly]) -> dict[str, Poly] | None:
    extended = dict(binding)
    for p, a in zip(pattern, actual, strict=True):
        holes = [n for n in p.names if n.startswith(HOLE)]
        if not holes:
            if p != a:
                return None
            continue
        inner, actual_inner = p.atom, a.atom
        if inner is not None and inner.kind == "sym" and inner.args:
            if actual_inner is None or (inner.name, len(inner.args)) != (actual_inner.name, len(actual_inner.args)):
                return None
            deeper = _unify(inner.args, actual_inner.args, extended)
            if deeper is None:
                return None
            extended = deeper
            continue
        offset = p - symbol(holes[0])
        if len(holes) > 1 or any(n.startswith(HOLE) for n in offset.names):
            return None
        value = a - offset
        if extended.setdefault(holes[0], value) != value:
            return None
    return extended


def _sums_fit(rule: Rewrite, binding: dict[str, Poly], sums: dict[str, Poly]) -> bool:
    """Pattern sums are matched by different sums over the same range."""
    seen = set()
    for hole, bound in rule.sums:
        value = binding.get(hole)
        variable = value.variable if value is not None else None
        if variable is None or variable not in sums or sums[variable] != bound or variable in seen:
            return False
        seen.add(variable)
    return True


def _divide(factors: list[tuple[Atom, Poly]], atom: Atom) -> list[tuple[Atom, Poly]]:
    result = []
    for a, e in factors:
        lowered = e - number(1) if a == atom else e
        if not lowered.is_zero:
            result.append((a, lowered))
    return result


__all__ = ["Rewrite", "measure", "of_atom", "rewrite", "rules_of"]
