"""Evidence about limits: both sides of a claim along a sequence of values of the variable that tends.

Values are exact or balls. They are evidence only: a sequence may change its mind later, so nothing is
refuted here. `checks.limits` asks for the instances at which a claim looks wrong, and decides them by argument.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import inf, isfinite

import flint
import numpy as np
from hence.checks.limit_points import infinity_of, limits_in
from hence.checks.model import Binder, Claim, Lit, Node, Op, Setting, Towards, names_in, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import CannotEvaluate, Dual, NotExact, Undefined
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import NoInstance, draw
from hence.checks.numeric.needs import needs_of
from hence.checks.numeric.world import World
from hence.language.records import dataclass

FAR = ((16, 64, 256, 1024), (8, 16, 32, 48))  # the second for recurrences and matrices
NEAR = (4, 8, 16, 32)  # powers of one half
SMALL = 1e-5
SLOWEST, SLOWEST_AT_LAST = 0.8, 0.6  # gaps that shrink less from the first two values to the last do not shrink


@dataclass(frozen=True)
class Course:
    """What was seen at one instance: `approaches` or not, and how large the last gap was."""

    world: World
    approaches: bool
    gap: float


def courses(setting: Setting, claim: Claim, seed: int, instances: int) -> Iterator[Course]:
    """How the sides come together, at each instance at which that can be evaluated."""
    needs = needs_of(setting, claim)
    if needs.sampled or needs.random:
        return
    with np.errstate(all="ignore"):
        for number in range(instances):
            try:
                world = draw(needs, seed, number)
                found = _course(world, claim)
            except NoInstance:
                return
            except (Undefined, CannotEvaluate, NotExact, OverflowError):
                continue
            if found is not None:
                yield found


def _course(world: World, claim: Claim) -> Course | None:
    for far in FAR if claim.lhs.shape.is_scalar else FAR[1:]:
        try:
            stages = [_worst(world, claim, n, k) for k, n in enumerate(far)]
        except CannotEvaluate:
            if far is FAR[-1]:
                raise
            continue
        infinite = infinity_of(claim.rhs)
        return _grows(world, stages) if infinite else _shrinks(world, stages)
    return None


def _worst(world: World, claim: Claim, far: int, stage: int) -> float:
    """The largest gap, or the smallest size, over the sides from which the points may be approached."""
    tending = {n.var: _values(n, far, stage) for n in (*limits_in(claim.lhs), *limits_in(claim.rhs))}
    found = [_gap(world, claim, dict(zip(tending, values, strict=True))) for values in product(*tending.values())]
    return min(found) if infinity_of(claim.rhs) else max(found)


def _values(node: Binder, far: int, stage: int) -> list[Fraction | int]:
    """Values of a variable that tends, at one stage."""
    assert isinstance(node.over, Towards)
    infinite = infinity_of(node.over.point)
    if infinite:
        return [infinite * far, infinite * (far + 1)] if _may_swing(node) else [infinite * far]
    if not isinstance(node.over.point, Lit):
        raise CannotEvaluate("a limit at a point that is no number")
    step = Fraction(1, 2 ** NEAR[stage])
    steps = {"+": [step], "-": [-step]}.get(node.over.side, [step, -step])
    return [node.over.point.value + s for s in steps]


def _may_swing(node: Binder) -> bool:
    """Whether the variable is an exponent, so that odd and even values may differ."""
    powers = (n for n in walk(node.body) if isinstance(n, Op) and n.head == "pow" and n.shape.is_scalar)
    return any(node.var in names_in(n.args[1]) for n in powers)


def _gap(world: World, claim: Claim, values: dict[str, Fraction | int]) -> float:
    """The largest difference of the sides, or how large the left side is where the right side is infinite."""
    evaluator = Evaluator(world, exact=True)
    world.evaluator = evaluator
    env = {name: _bound(world, name, value) for name, value in values.items()}
    left = xp.plain(evaluator.value(_inside(claim.lhs), env))  # type: ignore[arg-type]
    infinite = infinity_of(claim.rhs)
    if infinite:
        return min(_float(infinite * x) for x in left.flat)
    right = xp.plain(evaluator.value(_inside(claim.rhs), env))  # type: ignore[arg-type]
    one, two = np.broadcast_arrays(left, right)
    return max(_distance(a, b) for a, b in zip(one.flat, two.flat, strict=True))


def _distance(a: object, b: object) -> float:
    gap, size = abs(_float(a - b)), abs(_float(b))  # type: ignore[operator]
    return gap / (1 + size) if isfinite(size) else inf


def _bound(world: World, name: str, value: Fraction | int) -> object:
    if isinstance(value, int) and (world.is_integer(name) or name in world.needs.integers):
        return value
    return xp.as_exact([[xp.rational(value)]])


def _inside(node: Node) -> Node:
    """The node with each limit replaced by what it is the limit of."""
    match node:
        case Binder("lim", _, _, body):
            return _inside(body)
        case Op(head, args, shape):
            return Op(head, tuple(_inside(a) for a in args), shape)
        case _:
            return node


def _float(value: object) -> float:
    if isinstance(value, Dual):
        raise CannotEvaluate("a derivative inside a limit")
    if isinstance(value, flint.arb):
        if not value.is_finite():
            raise Undefined("a value without bound")
        if value.rad() > 1 + abs(value.mid()) / 2:
            raise CannotEvaluate("a value that is not known well enough")
        return float(value.mid())  # infinity where it is too large for a float
    assert isinstance(value, flint.fmpq)
    return float(flint.arb(value))


def _shrinks(world: World, gaps: list[float]) -> Course | None:
    if not all(map(isfinite, gaps)):
        return Course(world, isfinite(gaps[-1]) and gaps[-1] < SMALL, gaps[-1])
    first = max(gaps[:2])
    if first == 0 and gaps[-1] >= SMALL:
        return None  # values of a free sequence that happened to agree at first say nothing
    falling = max(gaps[2:]) <= SLOWEST * first and gaps[-1] <= SLOWEST_AT_LAST * first
    return Course(world, gaps[-1] < SMALL or falling, gaps[-1])


def _grows(world: World, sizes: list[float]) -> Course:
    if sizes[-1] == inf:
        return Course(world, all(b >= a for a, b in pairwise(sizes)), 0.0)
    steps = [b - a for a, b in pairwise(sizes)]
    grows = steps[-1] > 0 and steps[-1] > 0.5 * steps[-2] and sizes[-1] > 1
    return Course(world, grows, 0.0)
