"""Search in exact rationals: combinations that bound a monomial, directions along which it escapes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from hence.checks.cost.regime import Row
from hence.checks.cost.scale import Monomial, Scale
from hence.language.records import dataclass

LARGEST_STEP = 12


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
    found = _steps_by_z3(ahead, tuple(behind), tuple(rows), tuple(names))
    return None if found is None else dict(zip(names, found, strict=True))


@lru_cache(maxsize=256)
def _steps_by_z3(
    ahead: Monomial, behind: tuple[tuple[Monomial, int], ...], rows: tuple[Row, ...], names: tuple[str, ...]
) -> tuple[int, ...] | None:
    import z3

    solver = z3.Optimize(ctx=z3.Context())
    step = {name: z3.Int(f"L{k}", solver.ctx) for k, name in enumerate(names)}
    solver.add(*(z3.And(x >= -LARGEST_STEP, x <= LARGEST_STEP) for x in step.values()))
    for other, least in behind:
        ahead_by = _along(ahead, step, solver.ctx) - _along(other, step, solver.ctx)
        solver.add(ahead_by >= _scaled(least, solver.ctx, ahead, other))
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


def _scaled(least: int, ctx: Any, *monomials: Monomial) -> Any:
    """Exponents are multiples of a common unit: being ahead at all is being ahead by that unit."""
    import z3

    unit = 1
    for m in monomials:
        for _, e in m.exponents:
            unit = unit * e.denominator
    return z3.Q(least, unit, ctx)


def _scales(*monomials: Monomial) -> list[Scale]:
    return sorted({s for m in monomials for s, _ in m.exponents})


def _rational(m: Monomial, scale: Scale, ctx: Any) -> Any:
    import z3

    e = dict(m.exponents).get(scale, Fraction(0))
    return z3.Q(e.numerator, e.denominator, ctx)


def _value(model: Any, x: Any) -> Fraction:
    found = model.eval(x, model_completion=True)
    return Fraction(found.numerator_as_long(), found.denominator_as_long())
