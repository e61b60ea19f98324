"""Search in exact rationals: combinations that bound a monomial, directions along which it escapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from math import lcm, prod
from operator import mul
from typing import Any

from hence.checks.cost.regime import Row
from hence.checks.cost.scale import UNIT, Monomial, Scale
from hence.language.records import dataclass

LARGEST_STEP = 12
MOST_TRIED = 400  # steps that are tried one by one


@dataclass(frozen=True)
class Bound:
    """A monomial is the product of `bases` to the powers `shares`, which add up to one, and of rows to `weights`."""

    shares: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]


def find_bound(target: Monomial, bases: Sequence[Monomial], rows: Sequence[Row], vanishing: bool) -> Bound | None:
    """A bound of the target by the bases; with `vanishing` one in which a row that tends to zero takes part."""
    if not vanishing and target in bases:  # no need to ask
        shares = [Fraction(0)] * len(bases)
        shares[bases.index(target)] = Fraction(1)
        return Bound(tuple(shares), (Fraction(0),) * len(rows))
    return _bound_by_z3(target, tuple(bases), tuple(rows), vanishing) if bases else None


@lru_cache(maxsize=256)  # a page bounds the same costs in line after line
def _bound_by_z3(target: Monomial, bases: tuple[Monomial, ...], rows: tuple[Row, ...], vanishing: bool) -> Bound | None:
    import z3

    solver = z3.Solver(ctx=z3.Context())  # one of its own: which model is found must not depend on earlier questions
    shares = [z3.Real(f"s{k}", solver.ctx) for k in range(len(bases))]
    weights = [z3.Real(f"w{k}", solver.ctx) for k in range(len(rows))]
    solver.add(*(x >= 0 for x in (*shares, *weights)), z3.Sum(shares) == 1)
    for scale in _scales(target, *bases, *(r.ratio for r in rows)):
        parts = [x * _rational(m, scale, solver.ctx) for x, m in zip(shares, bases, strict=True)]
        parts += [x * _rational(r.ratio, scale, solver.ctx) for x, r in zip(weights, rows, strict=True)]
        solver.add(z3.Sum(parts) == _rational(target, scale, solver.ctx))
    if vanishing:
        solver.add(
            z3.Sum([z3.RealVal(0, solver.ctx), *(x for x, r in zip(weights, rows, strict=True) if r.vanishes)]) > 0
        )
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    return Bound(tuple(_value(model, x) for x in shares), tuple(_value(model, x) for x in weights))


def find_direction(
    ahead: Monomial, behind: Sequence[tuple[Monomial, int]], rows: Sequence[Row], names: Sequence[str]
) -> dict[str, int] | None:
    """Small whole exponents L of a path x = t^L inside the regime, along which a monomial is ahead of others.

    Beside each of the others stands by how much: 1 for truly larger, 0 for at least as large. Logarithms and
    exponentials are no free quantities and are left out; rows that speak of them hold by themselves.
    """
    if not names:
        return None if any(least for _, least in behind) else {}
    found = _steps(ahead, tuple(behind), tuple(rows), tuple(names))
    return None if found is None else dict(zip(names, found, strict=True))


@lru_cache(maxsize=256)
def _steps(
    ahead: Monomial, behind: tuple[tuple[Monomial, int], ...], rows: tuple[Row, ...], names: tuple[str, ...]
) -> tuple[int, ...] | None:
    """The smallest steps: most are tiny, and are found before z3 has begun."""
    demands = [_demand(ahead, other, Fraction(least, _unit(ahead, other)), names) for other, least in behind]
    whole = [r for r in rows if all(s.kind == "power" for s, _ in r.ratio.exponents)]
    demands += [_demand(UNIT, r.ratio, Fraction(r.vanishes), names) for r in whole]
    sizes = chain.from_iterable(_of_size(len(names), size) for size in range(LARGEST_STEP))
    for steps in islice(sizes, MOST_TRIED):
        if all(sum(map(mul, rates, steps)) >= least for rates, least in demands):
            return steps
    return _steps_by_z3(ahead, behind, rows, names)


def _demand(ahead: Monomial, behind: Monomial, least: Fraction, names: Sequence[str]) -> tuple[list[int], int]:
    """What the steps times these numbers must add up to at least, in whole numbers."""
    gap = dict.fromkeys(names, Fraction(0))
    for sign, monomial in ((1, ahead), (-1, behind)):
        for scale, e in monomial.exponents:
            if scale.kind == "power":
                gap[scale.name] += sign * e
    unit = lcm(least.denominator, *(e.denominator for e in gap.values()))
    return [int(gap[name] * unit) for name in names], int(least * unit)


def _of_size(count: int, size: int) -> Iterator[tuple[int, ...]]:
    """All so many integers whose absolute values add up to a number."""
    if count == 0:
        yield from [()] if size == 0 else []
        return
    for first in range(-size, size + 1):
        yield from ((first, *rest) for rest in _of_size(count - 1, size - abs(first)))


def _steps_by_z3(
    ahead: Monomial, behind: tuple[tuple[Monomial, int], ...], rows: tuple[Row, ...], names: tuple[str, ...]
) -> tuple[int, ...] | None:
    import z3

    solver = z3.Optimize(ctx=z3.Context())
    step = {name: z3.Int(f"L{k}", solver.ctx) for k, name in enumerate(names)}
    solver.add(*(z3.And(x >= -LARGEST_STEP, x <= LARGEST_STEP) for x in step.values()))
    for other, least in behind:
        ahead_by = _along(ahead, step, solver.ctx) - _along(other, step, solver.ctx)
        solver.add(ahead_by >= z3.Q(least, _unit(ahead, other), solver.ctx))
    for row in rows:
        if all(s.kind == "power" for s, _ in row.ratio.exponents):
            solver.add(_along(row.ratio, step, solver.ctx) <= (-1 if row.vanishes else 0))
    solver.minimize(z3.Sum([z3.If(x >= 0, x, -x) for x in step.values()]))
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    return tuple(int(model.eval(x, model_completion=True).as_long()) for x in step.values())


def _along(m: Monomial, step: dict[str, Any], ctx: Any) -> Any:
    import z3

    powers = [(s, e) for s, e in m.exponents if s.kind == "power"]
    parts = [z3.ToReal(step[s.name]) * z3.Q(e.numerator, e.denominator, ctx) for s, e in powers]
    return z3.Sum(parts) if parts else z3.RealVal(0, ctx)


def _unit(*monomials: Monomial) -> int:
    """Exponents are multiples of one over this: being ahead at all is being ahead by that."""
    return prod(e.denominator for m in monomials for _, e in m.exponents)


def _scales(*monomials: Monomial) -> list[Scale]:
    return sorted({s for m in monomials for s, _ in m.exponents})


def _rational(m: Monomial, scale: Scale, ctx: Any) -> Any:
    import z3

    e = dict(m.exponents).get(scale, Fraction(0))
    return z3.Q(e.numerator, e.denominator, ctx)


def _value(model: Any, x: Any) -> Fraction:
    found = model.eval(x, model_completion=True)
    return Fraction(found.numerator_as_long(), found.denominator_as_long())
