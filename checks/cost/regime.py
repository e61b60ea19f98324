r"""Regimes: what is known of growing quantities, as ratios that stay bounded or tend to zero.

Every row is a monomial. `n \ge d` is the bounded ratio d/n, `n \gg d` makes it tend to zero, a quantity that
grows without bound gives 1/n, a constant c gives c and 1/c, both bounded. In logarithms a regime is a cone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Set
from fractions import Fraction

from hence.checks.cost.scale import UNIT, Growth, Monomial, Scale, approximated, growth_of, monomial
from hence.checks.cost.shape import BIG_O, LITTLE_O, OMEGA, THETA
from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting, names_in
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.language.heads import CLASSES
from hence.language.records import dataclass

SLOWLY = Fraction(1, 64)  # log n grows less than this power of n, and n less than this power of 2^n
SMALL_OR_LARGE = frozenset("h r s".split())  # step sizes as often as numbers of heads
NO_SIZES = frozenset("x y z u v w p q".split())


@dataclass(frozen=True)
class Row:
    """A monomial that stays bounded, or vanishes: tends to zero."""

    ratio: Monomial
    vanishes: bool


@dataclass(frozen=True)
class Regime:
    """`rows` hold; `unused` are hypotheses about the same quantities that no row expresses."""

    rows: tuple[Row, ...]
    growing: tuple[str, ...]
    vanishing: tuple[str, ...]
    constant: tuple[str, ...]
    bound: tuple[str, ...]  # to others, by hypotheses: they say where these go
    unused: tuple[str, ...]
    curved: bool = False  # a hypothesis speaks of logarithms or exponentials: no path of powers obeys it

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({*self.growing, *self.vanishing, *self.constant, *self.bound}))

    def words(self, about: Set[str]) -> str:
        """In which sense a claim about some quantities was decided."""
        patterns = (
            ("for all large {}", self.growing),
            ("for all small {}", self.vanishing),
            ("{} fixed", self.constant),
        )
        named = [(words, [n for n in names if n in about]) for words, names in patterns]
        return "; ".join(words.format(", ".join(names)) for words, names in named if names)


def regime_of(setting: Setting, scales: Iterable[Scale]) -> Regime:
    """Everything that the setting says of these quantities. Raises NoRule where it is not said where one tends to."""
    scales = tuple(scales)
    names, rows, unused = _hypotheses(setting, {s.name for s in scales})
    stated = dict(_stated(setting, names))
    bounded = {s.name for row in rows for s in _bounded(row)} | {n for n, to in stated.items() if to == "constant"}
    ends = {n for n, to in stated.items() if to != "constant"}
    curved = any(s.kind != "power" for row in rows for s, _ in row.ratio.exponents)
    linked = {s.name for row in rows if len(row.ratio.exponents) > 1 for s, _ in row.ratio.exponents}
    where: dict[str, str] = {}
    for name in sorted(names):
        if name in stated:
            where[name] = stated[name]
        elif name in bounded:
            where[name] = "constant"
        elif ends:
            where[name] = "with others" if name in linked else "constant"
        else:
            where[name] = "infinity"
    _require_directions(setting, where, stated)
    rows += [row for name, to in where.items() for row in _direction(name, to, name in bounded)]
    rows += _logarithms(scales, rows, where)
    rows += [row for s in scales if s.kind == "exp" for row in _exponential(s, scales, where[s.name])]
    by = {to: tuple(n for n, t in where.items() if t == to) for to in set(where.values())}
    growing, vanishing, constant, bound = (by.get(to, ()) for to in ("infinity", "zero", "constant", "with others"))
    return Regime(tuple(dict.fromkeys(rows)), growing, vanishing, constant, bound, tuple(unused), curved)


# Directions --------------------------------------------------------------------------------------


def _stated(setting: Setting, names: set[str]) -> Iterator[tuple[str, str]]:
    r"""`n \to \infty`, `h \to 0`, and quantities that are called constant."""
    for c in (*setting.constraints, *setting.regime):
        match c:
            case Constraint(Ref(name, ()), "->", Op("infinity", ())) if name in names:
                yield name, "infinity"
            case Constraint(Ref(name, ()), "->", Lit(value)) if name in names and value == 0:
                yield name, "zero"
            case Constraint(Ref(name, ()), "=", Op(head, (Lit(),))) if name in names and head in (THETA, BIG_O):
                yield name, "constant"
            case _:
                pass


def _require_directions(setting: Setting, where: dict[str, str], stated: dict[str, str]) -> None:
    """A size grows; of a step size or a probability it must be said."""
    sure = {n for n in where if _is_size(setting, n)}
    for name, to in where.items():
        unsaid = to == "infinity" and name not in stated and name not in sure
        if unsaid and not (name in SMALL_OR_LARGE and sure):
            raise NoRule(f"say where {name} tends to: does it grow, or tend to zero?")


def _is_size(setting: Setting, name: str) -> bool:
    symbol = setting.symbols.get(name)
    if symbol is not None and symbol.integer:
        return True
    letter = name.split("_", maxsplit=1)[0].strip("{}'")
    return letter.isalpha() and letter not in SMALL_OR_LARGE | NO_SIZES


def _direction(name: str, to: str, bounded: bool) -> Iterator[Row]:
    up, down = monomial({Scale(name): Fraction(1)}), monomial({Scale(name): Fraction(-1)})
    if to == "infinity":
        yield Row(down, True)
    elif to == "zero":
        yield Row(up, True)
    elif to == "with others":
        yield Row(down, False)
    elif not bounded:
        yield from (Row(up, False), Row(down, False))


def _bounded(row: Row) -> Iterator[Scale]:
    match row.ratio.exponents:
        case ((scale, exponent),) if exponent > 0 and not row.vanishes:
            yield scale


# Hypotheses --------------------------------------------------------------------------------------


def _hypotheses(setting: Setting, names: set[str]) -> tuple[set[str], list[Row], list[str]]:
    """Rows from hypotheses, with the further quantities that they speak of; and those that give none."""
    sides = Sides(setting, Claim(Lit(Fraction(1)), "=", Lit(Fraction(1))))
    waiting = [*setting.regime, *setting.constraints]
    rows: list[Row] = []
    unused: list[str] = []
    progress = True
    while progress:
        progress = False
        for c in list(waiting):
            about = names_in(c.lhs) | names_in(c.rhs)
            if not about & names or c.relation == "->":
                continue
            waiting.remove(c)
            progress = True
            try:
                found = _rows(sides, c)
            except (NoRule, Undefined):
                unused.append(f"line {c.line}" if c.line else "a hypothesis")
                continue
            rows += found
            names = names | {s.name for row in found for s, _ in row.ratio.exponents}
    return names, rows, unused


def _rows(sides: Sides, c: Constraint) -> list[Row]:
    """Raises NoRule where a hypothesis is not about ratios of single terms."""
    if isinstance(c.rhs, Op) and c.rhs.head in CLASSES:
        left, right = _growth(sides, c.lhs), _growth(sides, c.rhs.args[0])
        up = _ratios(left, right, c.rhs.head == LITTLE_O) if c.rhs.head != OMEGA else []
        down = _ratios(right, left, False) if c.rhs.head in (THETA, OMEGA) else []
        return up + down
    left, right = _growth(sides, c.lhs), _growth(sides, c.rhs)
    match c.relation:
        case "<" | "<=":
            return _ratios(left, right, False)
        case ">" | ">=":
            return _ratios(right, left, False)
        case "=" | "~~":
            return _ratios(left, right, False) + _ratios(right, left, False)
        case "<<":
            return _ratios(left, right, True)
        case ">>":
            return _ratios(right, left, True)
        case "!=" | "propto":
            return []
    raise NoRule(f"a hypothesis with {c.relation}")


def _growth(sides: Sides, node: Node) -> Growth:
    if not node.shape.is_scalar:
        raise NoRule("a hypothesis about matrices")
    poly = sides.entry_of(node)
    if approximated(poly):
        raise NoRule("a sum or logarithm whose growth is known only where its quantities grow")
    return growth_of(poly)


def _ratios(small: Growth, large: Growth, vanishes: bool) -> list[Row]:
    """Every term of the smaller side over the only term of the larger."""
    if not small:
        return []  # 0 <= x
    above = [m for m, c in large.items() if c > 0]
    lowered = [m for m, c in small.items() if c < 0 and m != UNIT]
    if len(above) != 1 or lowered:
        raise NoRule("a hypothesis about sums")
    return [Row(_quotient(m, above[0]), vanishes) for m, c in small.items() if c > 0 and m != above[0]]


def _quotient(a: Monomial, b: Monomial) -> Monomial:
    exponents = dict(a.exponents)
    for scale, e in b.exponents:
        exponents[scale] = exponents.get(scale, Fraction(0)) - e
    return monomial(exponents)


# Logarithms and exponentials ---------------------------------------------------------------------


def _logarithms(scales: tuple[Scale, ...], rows: list[Row], where: dict[str, str]) -> list[Row]:
    logs = {s.name: s for s in scales if s.kind == "log"}
    made: list[Row] = []
    for name, log in logs.items():
        if where[name] == "zero":
            raise NoRule(f"the logarithm of {name}, which tends to zero")
        if where[name] == "infinity":
            made.append(Row(monomial({log: Fraction(1), Scale(name): -SLOWLY}), True))
            made.append(Row(monomial({log: Fraction(-1)}), True))
        else:
            made.append(Row(monomial({log: Fraction(1)}), False))
    for row in rows:
        exponents = dict(row.ratio.exponents)
        up = [s.name for s, e in exponents.items() if e > 0]
        down = [s.name for s, e in exponents.items() if e < 0]
        if len(up) == len(down) == 1 and up[0] in logs and down[0] in logs and where[down[0]] == "infinity":
            made.append(Row(monomial({logs[up[0]]: Fraction(1), logs[down[0]]: Fraction(-1)}), False))
    return made


def _exponential(scale: Scale, scales: tuple[Scale, ...], to: str) -> Iterator[Row]:
    alone = {scale: Fraction(1)}
    if to == "constant":
        yield from (Row(monomial(alone), False), Row(monomial({scale: Fraction(-1)}), False))
        return
    if to == "zero":
        raise NoRule("an exponential of something that tends to zero")
    yield Row(monomial({scale: Fraction(-1)}), True)
    yield Row(monomial({Scale(scale.name): Fraction(1), scale: -SLOWLY}), True)
    for other in scales:
        if other.kind == "exp" and other.name == scale.name and other != scale:
            rate = math.log(_base(scale)) / math.log(_base(other))
            above = Fraction(math.ceil(rate * 10**6) + 1, 10**6)
            yield Row(monomial({scale: Fraction(1), other: -above}), False)


def _base(scale: Scale) -> float:
    return math.e if scale.base == "e" else float(Fraction(scale.base))


__all__ = ["Regime", "Row", "regime_of"]
