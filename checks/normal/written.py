"""Normal forms as terms again: sums over entries become products of matrices, norms and traces where they can.

`sum_{i, j} A_{ij} x_i y_j` is `x^T A y`. What no author would write is refused with `Unwritable`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from hence.checks.model import Symbol
from hence.checks.normal.difference import COLUMN, ROW
from hence.checks.normal.poly import Atom, Mono, Poly
from hence.checks.normal.show import is_ours, letters_for
from hence.language.heads import HEADS
from hence.language.terms import App, Bind, Range, Sym, Term, app, num

MOST_MONOMIALS = 6
ENDS = (ROW, COLUMN)


class Unwritable(Exception):
    """A normal form that has no term which an author would write."""


def written(poly: Poly, symbols: Mapping[str, Symbol]) -> Term:
    """A polynomial as a term; its free row and column are those of a matrix or vector. Raises Unwritable."""
    return _Writer(symbols, letters_for([poly])).sum_of(poly)


class _Writer:
    def __init__(self, symbols: Mapping[str, Symbol], letters: Mapping[str, str]) -> None:
        self.symbols, self.letters = symbols, letters

    def sum_of(self, poly: Poly) -> Term:
        """Positive terms first, as people write."""
        if len(poly.terms) > MOST_MONOMIALS:
            raise Unwritable
        parts = [self.monomial(m, c) for m, c in sorted(poly.terms, key=lambda t: (t[1] < 0, t[0].key))]
        if not parts:
            return num(0)
        return parts[0] if len(parts) == 1 else App("add", tuple(parts))

    def monomial(self, mono: Mono, coefficient: Fraction) -> Term:
        above, below = self.factors(mono)
        size = abs(coefficient)
        above = [*([num(size.numerator)] if size.numerator != 1 else []), *above]
        below = [*([num(size.denominator)] if size.denominator != 1 else []), *below]
        term = _product(above) if not below else app("div", _product(above), _product(below))
        return app("neg", term) if coefficient < 0 else term

    def factors(self, mono: Mono) -> tuple[list[Term], list[Term]]:
        """What stands above and below the line of a fraction."""
        bound = {v for v, _ in mono.sums}
        linked = [(a, e) for a, e in mono.factors if a.names & (bound | set(ENDS)) or e.names & bound]
        plain = [(a, e) for a, e in mono.factors if (a, e) not in linked]
        above, below = self.powers(plain)
        if linked and (found := self.matrices(linked, bound)) is not None:
            return [*above, *found], below
        if any(a.names & set(ENDS) for a, _ in linked):
            raise Unwritable
        if not mono.sums:
            return above, below
        over, under = self.powers(linked)
        body = _product(over) if not under else app("div", _product(over), _product(under))
        for variable, bound_above in reversed(mono.sums):
            body = Bind("sum", Sym(self.name(variable)), Range(num(1), self.sum_of(bound_above)), body)
        return [*above, body], below

    def powers(self, factors: list[tuple[Atom, Poly]]) -> tuple[list[Term], list[Term]]:
        above: list[Term] = []
        below: list[Term] = []
        for atom, exponent in sorted(factors, key=lambda factor: factor[0].kind != "sym"):
            value = exponent.constant
            side, power = (below, -exponent) if value is not None and value < 0 else (above, exponent)
            side.append(self.power(atom, power))
        return above, below

    def power(self, atom: Atom, exponent: Poly) -> Term:
        if atom.kind == "e":
            return app("exp", self.sum_of(exponent))
        base = self.atom(atom)
        if exponent.is_one:
            return base
        return app("sqrt", base) if exponent.constant == Fraction(1, 2) else app("pow", base, self.sum_of(exponent))

    def atom(self, atom: Atom) -> Term:
        args = tuple(self.sum_of(a) for a in atom.args) if not atom.binds and atom.kind != "delta" else ()
        match atom.kind:
            case "sym":
                return App("index", (Sym(self.name(atom.name)), *args)) if args else Sym(self.name(atom.name))
            case "delta" if (sides := _apart(atom.args[0])) is not None:
                return app("delta", *(Sym(self.name(side)) for side in sides))
            case "pi":
                return app("pi")
            case "num" if atom.name.isdigit():
                return num(int(atom.name))
            case "poly" if len(args) == 1:
                return args[0]
            case "fn" if atom.name in HEADS and HEADS[atom.name].least == len(args) == 1:
                return App(atom.name, args)
            case "call" if not atom.binds and args and atom.name in self.symbols:
                return App("apply", (Sym(atom.name), *args))
            case _:
                raise Unwritable

    def name(self, name: str) -> str:
        made = self.letters.get(name, name.split("#", maxsplit=1)[0])
        if name in ENDS or is_ours(made) or "?" in made:
            raise Unwritable
        return made

    # products of matrices ---------------------------------------------------------------------------------

    def matrices(self, linked: list[tuple[Atom, Poly]], bound: set[str]) -> list[Term] | None:
        """Entries that share indices as products; None where they are no product of matrices."""
        links: list[tuple[Term, list[str]]] = []
        for atom, exponent in linked:
            times = exponent.integer
            link = self.link(atom)
            if link is None or times not in (1, 2):
                return None
            links += [link] * times
        used = Counter(name for _, names in links for name in names)
        if any(used[v] != 2 for v in bound) or any(used[end] > 1 for end in ENDS) or used.keys() - bound - set(ENDS):
            return None  # an index of the author's own picks an entry out of a product
        products: list[Term] = []
        ends = [name for name in ENDS if used[name]]
        if ends:
            products.append(_product(_walk(links, ends[0])) if ends[0] == ROW else _turned(_walk(links, ends[0])))
        while links:
            products.insert(0, _scalar(links))
        return products

    def link(self, atom: Atom) -> tuple[Term, list[str]] | None:
        """A matrix or vector with the indices of its entry: they are bare names, and none is a member's."""
        known = self.symbols.get(atom.name)
        if atom.kind != "sym" or known is None or not atom.args or known.shape.is_scalar:
            return None
        members, entry = atom.args[: known.family], atom.args[known.family :]
        names = [a.variable for a in entry]
        if any(n is None for n in names) or any(is_ours(n) for a in members for n in a.names):
            return None
        base: Term = Sym(atom.name)
        whole = App("index", (base, *(self.sum_of(m) for m in members))) if members else base
        return whole, [n for n in names if n is not None]


def _walk(links: list[tuple[Term, list[str]]], at: str) -> list[Term]:
    """The factors from an index on, each used once; ends at a vector or at an index that nobody shares."""
    factors: list[Term] = []
    while (number := next((k for k, (_, names) in enumerate(links) if at in names), None)) is not None:
        term, names = links.pop(number)
        if len(names) == 1:
            return [*factors, term]
        forward = names[0] == at
        factors.append(term if forward else app("transpose", term))
        at = names[1] if forward else names[0]
    return factors


def _turned(factors: list[Term]) -> Term:
    """The product read from its other end."""
    return _product([app("transpose", _product(factors))])


def _scalar(links: list[tuple[Term, list[str]]]) -> Term:
    """A number made of entries: an inner product, a squared norm, a quadratic form or a trace."""
    start = next((k for k, (_, names) in enumerate(links) if len(names) == 1), None)
    if start is None:
        term, names = links.pop(0)
        return app("tr", _product([term, *(_walk(links, names[1]) if names[0] != names[1] else [])]))
    vector, (index,) = links.pop(start)
    rest = _walk(links, index)
    if rest == [vector]:
        return app("pow", app("norm", vector), num(2))
    return _product([app("transpose", vector), *rest])


def _apart(difference: Poly) -> tuple[str, str] | None:
    """The names i and j of i - j."""
    signs = {c: Poly(((m, Fraction(1)),)).variable for m, c in difference.terms}
    if len(difference.terms) != 2 or signs.keys() != {Fraction(1), Fraction(-1)}:
        return None
    first, second = signs[Fraction(1)], signs[Fraction(-1)]
    return (first, second) if first is not None and second is not None else None


def _product(factors: list[Term]) -> Term:
    """Factors side by side; a product at the end takes the others in."""
    if not factors:
        return num(1)
    if isinstance(factors[-1], App) and factors[-1].head == "mul":
        factors = [*factors[:-1], *factors[-1].args]
    return factors[0] if len(factors) == 1 else App("mul", tuple(factors))
