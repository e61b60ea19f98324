r"""Why a growth claim is false: a path x = t^L inside the regime, along which one side outgrows the other.

The powers of t on both sides are exact; the values at three points of the path come from the numeric engine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from hence.checks.cost.count import without_costs
from hence.checks.cost.growth import Posed, constant_of, is_contained, pose
from hence.checks.cost.regime import Regime
from hence.checks.cost.scale import UNIT, Growth, Monomial, Scale, monomial, scales_of
from hence.checks.cost.search import find_direction
from hence.checks.cost.shape import BIG_O, LETTERS, LITTLE_O, OMEGA, THETA
from hence.checks.model import Claim, Setting, names_in
from hence.checks.normal.common import NoRule
from hence.checks.numeric.arrays import CannotEvaluate, Exact, NotExact, Undefined
from hence.checks.numeric.paths import allowed_at, values_at
from hence.language.records import dataclass
from hence.language.verdicts import Numeric, Refuted, Unknown, Value

POINTS = (4, 16, 64, 256)
FEWEST = 3  # points that a path must show
LARGEST = 10**40
FACTORS = (1, 2, 3)  # in front of powers of t, so that strict hypotheses hold
GROWS = 2  # how much a ratio must grow along the points that are shown
FAR = 4
LETTERS_OF_PATHS = ("t", "x", "z", "u", "r", "path")


@dataclass(frozen=True)
class Path:
    """x = factor t^power for every quantity; `upper` where the left side grows too fast, else too slowly."""

    powers: Mapping[str, int]
    upper: bool


@dataclass(frozen=True)
class Key:
    """The growth of a side along a path: its exponential rate, leading power of t and of log t, the coefficient."""

    rate: float
    power: Fraction
    logs: Fraction
    coefficient: Fraction


def refute(setting: Setting, claim: Claim, seed: int) -> Refuted | Unknown:
    """A path along which the claim fails, confirmed at points of it. Raises NoRule as `pose` does."""
    posed = pose(setting, claim)
    kind, of = posed.claim.kind, posed.claim.of
    if not is_contained(of, kind):
        return _too_large_a_class(of, kind, seed)
    if of == LITTLE_O or (of == OMEGA and kind != OMEGA):
        return Unknown("not refuted: the left side is a class of functions")
    if posed.regime.curved:
        return Unknown("not refuted: a hypothesis about logarithms or exponentials, which no path of powers obeys")
    if posed.regime.unused:
        return Unknown(f"not refuted: {posed.regime.unused[0]} was not used")
    for path in _paths(posed):
        found = _confirmed(setting, posed, path, seed)
        if found is not None:
            return found
    return Unknown("no path was found along which the growth differs")


def _too_large_a_class(of: str, kind: str, seed: int) -> Refuted:
    member = "an arbitrarily fast function" if of == OMEGA else "0"
    return Refuted(
        {},
        f"a class that contains {member}",
        f"a class {LETTERS[kind]} that does not",
        "definition of the classes",
        seed,
        f"{LETTERS[of]} on the left allows more than {LETTERS[kind]} on the right; = is read from left to right",
    )


# Paths -------------------------------------------------------------------------------------------


def _paths(posed: Posed) -> Iterator[Path]:
    kind = posed.claim.kind
    if kind in (BIG_O, THETA, LITTLE_O):
        yield from _escapes(posed.left, posed.right, posed.regime, True, kind == LITTLE_O)
    if kind in (OMEGA, THETA):
        yield from _escapes(posed.right, posed.left, posed.regime, False, False)


def _escapes(large: Growth, small: Growth, regime: Regime, upper: bool, ties: bool) -> Iterator[Path]:
    """Paths along which a term of one side outgrows the other side; with `ties`, is at least as large."""
    names = regime.names
    found: dict[tuple[tuple[str, int], ...], None] = {}
    for ahead in large:
        gaps = {m: _rate(ahead) - _rate(m) for m in small}
        if any(gap < 0 for gap in gaps.values()):
            continue
        behind = [(m, _margin(ahead, m, regime, ties)) for m, gap in gaps.items() if gap == 0]
        powers = find_direction(ahead, behind, regime.rows, names)
        if powers is not None:
            found[tuple(powers.items())] = None
    for path in sorted(found, key=lambda p: sum(abs(k) for _, k in p)):
        powers = dict(path)
        one, two = _along(large, powers), _along(small, powers)
        ahead_of = _order(one) >= _order(two) if ties else _order(one) > _order(two)
        if one.coefficient and two.coefficient and ahead_of:
            yield Path(powers, upper)


def _order(key: Key) -> tuple[float, Fraction, Fraction]:
    return key.rate, key.power, key.logs


def _rate(m: Monomial) -> float:
    """How fast the exponentials of a monomial grow, rounded: 2^n 3^n and 6^n have one rate."""
    powers = [(s, e) for s, e in m.exponents if s.kind == "exp"]
    if len({s.name for s, _ in powers}) > 1:
        raise NoRule("not refuted: exponentials of different quantities")
    return round(sum(float(e) * math.log(math.e if s.base == "e" else float(s.base)) for s, e in powers), 9)


def _margin(ahead: Monomial, behind: Monomial, regime: Regime, ties: bool) -> int:
    """By how much a monomial must be ahead in powers of t; one with more logarithms may be level."""
    more = _logs(ahead, regime) - _logs(behind, regime)
    return 0 if more > 0 or (ties and more == 0) else 1


def _logs(m: Monomial, regime: Regime) -> Fraction:
    return sum((e for s, e in m.exponents if s.kind == "log" and s.name in regime.growing), Fraction(0))


def _along(growth: Growth, powers: Mapping[str, int]) -> Key:
    """The leading term along a path."""
    keys = [_term(m, c, powers) for m, c in growth.items()]
    top = max((_order(k) for k in keys), default=(0.0, Fraction(0), Fraction(0)))
    return Key(*top, sum((k.coefficient for k in keys if _order(k) == top), Fraction(0)))


def _term(m: Monomial, coefficient: Fraction, powers: Mapping[str, int]) -> Key:
    power, logs = Fraction(0), Fraction(0)
    for scale, e in m.exponents:
        step = powers[scale.name]
        if scale.kind == "power":
            power += e * step
        elif scale.kind == "log" and step > 0:
            logs += e
            coefficient *= Fraction(step) ** int(e) if e.denominator == 1 else 1
    return Key(_rate(m), power, logs, coefficient)


# Points of a path --------------------------------------------------------------------------------


def _confirmed(setting: Setting, posed: Posed, path: Path, seed: int) -> Refuted | None:
    """The refutation with its values, or None where no points of the path satisfy the hypotheses and show it."""
    seen = _seen(setting, posed, path.powers)
    if seen is None:
        return None
    ratios = [r for _, v in seen.points if (r := _ratio(v, path.upper)) is not None]
    little = posed.claim.kind == LITTLE_O
    if len(ratios) < len(seen.points) or not (little or ratios[-1] > GROWS * ratios[0]):
        return None
    point, (left, right) = seen.points[-1]
    shown = ", ".join(_short(r) for r in ratios)
    what = "left/right" if path.upper else "right/left"
    how = "does not tend to zero" if little else "grows without bound"
    hint = f"along {seen.way} the ratio {what} {how}: {shown} at {seen.letter} = {', '.join(map(str, seen.at))}"
    return Refuted(
        {n: _plain(v) for n, v in point.items()},
        _short(left),
        _short(right),
        "leading powers along a path, exact values",
        seed,
        hint,
        Numeric(instances=len(seen.points), seed=seed),
    )


@dataclass(frozen=True)
class Seen:
    """Points of a path that satisfy the hypotheses, with the values of both sides."""

    way: str
    letter: str
    at: tuple[int, ...]
    points: list[tuple[dict[str, Fraction], list[Exact]]]


def _seen(setting: Setting, posed: Posed, powers: Mapping[str, int]) -> Seen | None:
    nodes = [without_costs(setting, n) for n in (posed.claim.left, posed.claim.right)]
    constraints = [c for c in setting.constraints if names_in(c.lhs) | names_in(c.rhs) <= powers.keys()]
    for factors in product(FACTORS, repeat=len(powers)):
        way = dict(zip(powers, factors, strict=True))
        places = [(t, {n: way[n] * Fraction(t) ** k for n, k in powers.items()}) for t in POINTS]
        places = [(t, p) for t, p in places if all(1 / LARGEST <= v <= LARGEST for v in p.values())]
        if len(places) < FEWEST or not all(allowed_at(setting, p, constraints) for _, p in places):
            continue
        try:
            values = [values_at(setting, nodes, p) for _, p in places]
        except (CannotEvaluate, NotExact, Undefined):
            return None
        about = {s.name for s in scales_of(posed.left, posed.right)}
        letter = next(x for x in LETTERS_OF_PATHS if x not in powers)
        shown = ", ".join(f"{n} = {_power(way[n], letter, k)}" for n, k in powers.items() if n in about)
        points = [({n: x for n, x in p.items() if n in about}, v) for (_, p), v in zip(places, values, strict=True)]
        return Seen(shown, letter, tuple(t for t, _ in places), points)
    return None


def _ratio(values: list[Exact], upper: bool) -> Exact | None:
    above, below = (values[0], values[1]) if upper else (values[1], values[0])
    return abs(above / below) if below != 0 else None


def _power(factor: int, letter: str, power: int) -> str:
    if power == 0:
        return str(factor)
    shown = letter if power == 1 else f"{letter}^{power}"
    return shown if factor == 1 else f"{factor} {shown}"


def _plain(value: Fraction) -> Value:
    return int(value) if value.denominator == 1 else float(value)


def _short(value: Exact) -> str:
    number = float(value)
    return str(int(number)) if abs(number) < 10**9 and number == int(number) else f"{number:.4g}"


# Inside a proof ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ratios:
    """Ratios left/right that were seen along paths of the regime; `beyond` says which contradicts a proof."""

    points: int = 0
    words: str = ""
    beyond: str = ""


def ratios_inside(setting: Setting, claim: Claim) -> Ratios:
    """Look at the ratio of the sides along paths of the regime: a check of a proof, independent of its bounds."""
    posed = pose(setting, claim)
    names = posed.regime.names
    if posed.regime.curved:
        return Ratios()
    seen_ratios: list[Exact] = []
    for leader in (None, *names):
        target = UNIT if leader is None else monomial({Scale(leader): Fraction(1)})
        behind = [] if leader is None else [(monomial({Scale(n): Fraction(2)}), 0) for n in names if n != leader]
        powers = find_direction(target, behind, posed.regime.rows, names)
        seen = _seen(setting, posed, powers) if powers is not None else None
        if seen is None:
            continue
        ratios = [r for _, v in seen.points if (r := _ratio(v, True)) is not None]
        seen_ratios += ratios
        fault = _fault(posed, ratios)
        if fault:
            return Ratios(len(seen_ratios), "", f"along {seen.way} the ratio {fault}")
    if not seen_ratios:
        return Ratios()
    low, high = min(seen_ratios, key=float), max(seen_ratios, key=float)
    return Ratios(len(seen_ratios), f"left/right between {_short(low)} and {_short(high)} at {len(seen_ratios)} points")


def _fault(posed: Posed, ratios: list[Exact]) -> str:
    """Bounds hold with room to spare; a ratio that still runs away at the end of a path does not obey them."""
    kind = posed.claim.kind
    last = ratios[-2:]
    if len(last) < 2 or posed.claim.of:
        return ""
    runs = float(last[1]) > 2 * float(last[0]) and float(last[1]) > FAR * float(constant_of(posed.right, posed.left))
    falls = (
        float(last[1]) * 2 < float(last[0]) and float(last[1]) * FAR * float(constant_of(posed.left, posed.right)) < 1
    )
    if kind in (BIG_O, THETA, LITTLE_O) and runs:
        return "grows"
    if kind in (OMEGA, THETA) and falls:
        return "tends to zero"
    return ""
