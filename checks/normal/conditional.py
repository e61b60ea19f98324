"""Conditional expectations: what is known is taken out, what is independent of it loses the condition.

E[f | Y] is computed like an expectation in which Y is a constant. Factors whose symbols are all
independent of Y have their plain expectation; the others stay together in an opaque atom that holds the
body and, for each condition, the symbol Y and the value that it has (Y itself, or y). Averaging such an atom
again removes the condition: the tower rule.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.model import Node, names_in
from hence.checks.normal.algebra import Algebra, Factors
from hence.checks.normal.common import NoRule
from hence.checks.normal.expectation import CONDITIONAL, Expectation, varying, varying_atom
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, close, of_atom, of_mono, open_sums, total
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

HELD = "\u00a6"  # in front of the name of a symbol that is known: no longer random
DEEPEST = 8


@dataclass(frozen=True)
class Known:
    """A condition: the symbol, which member of its family, and its value where that is not itself."""

    name: str
    member: tuple[Poly, ...] = ()
    value: Poly | None = None

    def covers(self, atom: Atom) -> bool:
        same = atom.kind == "sym" and atom.name == self.name
        return same and atom.args[: len(self.member)] == self.member

    def symbol(self) -> Poly:
        return of_atom(Atom("sym", self.name, self.member))

    def parts(self) -> tuple[Poly, Poly]:
        return self.symbol(), self.symbol() if self.value is None else self.value


def expected_given(
    n: Normaliser, body: Node, place: tuple[Poly, Poly], known: tuple[Known, ...], env: dict[str, Poly] | object
) -> Poly:
    """E[body | known] of an entry."""
    defined = [k.name for k in known if k.name in n.setting.definitions and not _is_recurrent(n, k.name)]
    frozen = [name for name in defined if (name, None) not in n.frozen]
    n.frozen += [(name, None) for name in frozen]
    try:
        value = n.entry(body, *place, env)  # type: ignore[arg-type]
    finally:
        del n.frozen[len(n.frozen) - len(frozen) :]
    result = Given(n, known).of(value)
    for name in frozen:
        result = n.thawed(result, name)
    return result


def _is_recurrent(n: Normaliser, name: str) -> bool:
    """A sequence is unfolded down to the index that the strategy asks for, and no further."""
    return any(name in names_in(d.body) for d in n.setting.definitions[name])


class Given(Expectation):
    """Expectation under conditions."""

    def __init__(self, n: Normaliser, known: tuple[Known, ...], depth: int = 0) -> None:
        super().__init__(n)
        self.known, self.depth = known, depth
        if depth > DEEPEST:
            raise NoRule("conditional expectations that are nested too deeply")

    def of(self, body: Poly) -> Poly:
        """E[body | known]."""
        self.n.used["conditional-expectation"] = None
        held = outside(self.algebra, body, self._hold)
        return outside(self.algebra, self.over_all(held), self._release)

    def _hold(self, atom: Atom) -> Poly | None:
        for k in self.known:
            if k.covers(atom):
                return of_atom(Atom("sym", HELD + atom.name, atom.args))
        return None

    def _release(self, atom: Atom) -> Poly | None:
        if atom.kind != "sym" or not atom.name.startswith(HELD):
            return None
        name = atom.name.removeprefix(HELD)
        for k in self.known:
            if k.name == name and k.value is not None and atom.args[: len(k.member)] == k.member:
                return k.value
        return of_atom(Atom("sym", name, atom.args))

    def _raw(self, atom: Atom) -> Poly | None:
        """What is known, by its own name again, as inside a condition."""
        held = atom.kind == "sym" and atom.name.startswith(HELD)
        return of_atom(Atom("sym", atom.name.removeprefix(HELD), atom.args)) if held else None

    def groups_apart(self, factors: Factors) -> list[Factors]:
        """What depends on the conditions stays together; the rest splits as it does without them."""
        apart, together = [], []
        for group in super().groups_apart(factors):
            if self._free(group):
                apart.append(group)
            else:
                together += group
        return [*apart, together] if together else apart

    def _free(self, factors: Factors) -> bool:
        """Whether the factors are independent of everything that is known."""
        held: Factors = [(Atom("sym", k.name, k.member), ONE) for k in self.known]
        names = self.names_of(factors)
        return self._unrelated(factors, held) or self._free_of(names, self.known)

    def _free_of(self, names: frozenset[str], known: tuple[Known, ...]) -> bool:
        return self._independent(roots(self.n, names), roots(self.n, frozenset(k.name for k in known)))

    def _group(self, factors: Factors) -> Poly:
        names = self.names_of(factors)
        if self._free(factors):
            self.n.used["independence"] = None
            return Expectation(self.n)._group(factors)  # noqa: SLF001 - its own kind
        lifted = self._lifted(factors)
        return lifted if lifted is not None else self._conditional(names, factors)

    def _lifted(self, factors: Factors) -> Poly | None:
        """The tower rule below a condition: E[E[X | Y, Z] | Y] = E[X | Y]."""
        inner = conditions_of(factors)
        if inner is None or not all(any(_same(k, i) for i in inner) for k in self.known):
            return None
        raw = outside(self.algebra, self.algebra.assemble([], factors, Fraction(1)), self._raw)
        flat = without_condition(raw, inner, self.random)
        return None if flat is None else Given(self.n, self.known, self.depth + 1).over_held(flat(self.algebra))

    def over_held(self, body: Poly) -> Poly:
        return self.over_all(outside(self.algebra, body, self._hold))

    def _conditional(self, names: frozenset[str], factors: Factors) -> Poly:
        body = outside(self.algebra, of_mono(close((), factors)), self._raw)
        relevant = self._relevant(names)
        parts = [part for k in sorted(relevant, key=lambda k: k.symbol().key) for part in k.parts()]
        atom = of_atom(Atom("E", CONDITIONAL, (body, *parts)))
        return outside(self.algebra, atom, self._hold)

    def _relevant(self, names: frozenset[str]) -> list[Known]:
        """The conditions without those that are independent of all the rest."""
        kept = list(self.known)
        for k in self.known:
            others = names.union(*(frozenset((o.name,)) for o in kept if o != k))
            if len(kept) > 1 and self._free_of(others, (k,)):
                kept.remove(k)
        return kept


def _same(one: Known, other: Known) -> bool:
    return one.name == other.name and one.member == other.member and other.value is None


# The tower rule ----------------------------------------------------------------------------------------


def conditions_of(factors: Factors) -> tuple[Known, ...] | None:
    """The finest conditions of the conditional expectations among the factors; None where there are none."""
    found = [c for atom, _ in factors if (c := _conditions(atom)) is not None]
    return max(found, key=len, default=None)


def _conditions(atom: Atom) -> tuple[Known, ...] | None:
    """The conditions of a conditional expectation whose values are the symbols themselves, perhaps held."""
    if atom.kind != "E" or atom.name != CONDITIONAL:
        return None
    known = []
    for symbol, value in zip(atom.args[1::2], atom.args[2::2], strict=True):
        one, two = symbol.atom, value.atom
        if one is None or two is None or two.name.removeprefix(HELD) != one.name or one.args != two.args:
            return None
        known.append(Known(one.name, one.args))
    return tuple(known)


def without_condition(poly: Poly, known: tuple[Known, ...], random: frozenset[str]) -> Callable[[Algebra], Poly] | None:
    """E[f(Y) E[X | Y]] is E[f(Y) X]; None unless there is one conditional expectation and the rest is known."""
    single = poly.single
    if single is None or single[0].sums:
        return None
    mono, coefficient = single
    mine = [(a, e) for a, e in mono.factors if _conditions(a) == known]
    if len(mine) != 1 or not mine[0][1].is_one:
        return None
    rest = [(a, e) for a, e in mono.factors if a != mine[0][0]]
    if not all(_measurable(a, e, known, random) for a, e in rest):
        return None
    body = mine[0][0].args[0]
    return lambda algebra: algebra.mul(algebra.assemble([], rest, coefficient), body)


def _measurable(atom: Atom, exponent: Poly, known: tuple[Known, ...], random: frozenset[str]) -> bool:
    """Whether a factor is a function of what is known."""
    return _determined(of_atom(atom), known, random) and _determined(exponent, known, random)


def _determined(poly: Poly, known: tuple[Known, ...], random: frozenset[str]) -> bool:
    return all(_determined_atom(a, known, random) for m, _ in poly.terms for f in m.factors for a in _atoms(f))


def _atoms(factor: tuple[Atom, Poly]) -> list[Atom]:
    return [factor[0], *(a for m, _ in factor[1].terms for f in m.factors for a in _atoms(f))]


def _determined_atom(atom: Atom, known: tuple[Known, ...], random: frozenset[str]) -> bool:
    if not varying_atom(atom) & random or any(k.covers(atom) for k in known):
        return True
    if atom.kind == "sym":
        return False
    return all(_determined(part, known, random) for part in _open_parts(atom))


def _open_parts(atom: Atom) -> tuple[Poly, ...]:
    """The parts of an atom that vary with chance."""
    if atom.kind == "cum" or (atom.kind == "E" and not atom.binds and atom.name != CONDITIONAL):
        return ()
    return atom.args[2::2] if atom.name == CONDITIONAL and atom.kind == "E" else atom.args


def tower(expectation: Expectation, factors: Factors) -> Poly | None:
    """The plain expectation of factors with conditional expectations among them; None where it stays opaque."""
    known = conditions_of(factors)
    if known is None:
        return None
    n = expectation.n
    product = expectation.algebra.assemble([], factors, Fraction(1))
    flat = without_condition(product, known, expectation.random)
    if flat is not None:
        n.used["tower-rule"] = None
        return expectation.over_all(flat(expectation.algebra))
    if all(_measurable(a, e, known, expectation.random) for a, e in factors):
        return None
    n.used["tower-rule"] = None
    inner = Given(n, known).of(product)
    return None if inner == product else expectation.over_all(inner)


# Helpers ---------------------------------------------------------------------------------------------------


def roots(n: Normaliser, names: frozenset[str]) -> frozenset[str]:
    """The random symbols that symbols are made of, through their definitions."""
    random = Expectation(n).random
    seen: set[str] = set()
    stack = list(names)
    while stack:
        name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        stack += [m for d in n.setting.definitions.get(name, ()) for m in names_in(d.body) if m in random]
    return frozenset(m for m in seen if m not in n.setting.definitions)


def outside(algebra: Algebra, poly: Poly, change: Callable[[Atom], Poly | None]) -> Poly:
    """The polynomial with atoms replaced wherever they vary: not inside expectations, nor in a condition's symbol."""
    return total(_mono_outside(algebra, m, change).scaled(c) for m, c in poly.terms)


def _mono_outside(algebra: Algebra, mono: Mono, change: Callable[[Atom], Poly | None]) -> Poly:
    sums, factors = open_sums(mono)
    pieces = []
    for atom, exponent in factors:
        base = _atom_outside(algebra, atom, change)
        pieces.append(algebra.power(base, outside(algebra, exponent, change)))
    bounds = [(v, outside(algebra, b, change)) for v, b in sums]
    return algebra.sum_all(bounds, algebra.mul(*pieces)) if pieces else algebra.sum_all(bounds, ONE)


def _atom_outside(algebra: Algebra, atom: Atom, change: Callable[[Atom], Poly | None]) -> Poly:
    replaced = change(atom)
    if replaced is not None:
        return replaced
    if not atom.args or not varying_atom(atom):
        return of_atom(atom)
    if atom.kind == "E" and atom.name == CONDITIONAL:
        values = [part if k % 2 or k == 0 else outside(algebra, part, change) for k, part in enumerate(atom.args)]
        return of_atom(Atom("E", CONDITIONAL, tuple(values)))
    return algebra.transform(atom, lambda part: outside(algebra, part, change))


__all__ = ["Given", "Known", "expected_given", "tower", "varying"]
