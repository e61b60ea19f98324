"""Hypotheses that bound a norm, `||W|| <= rho`: what was drawn too large is made smaller."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import flint
import numpy as np
from hence.checks.model import Constraint, Node, Op, Ref
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.evaluate import Env, Evaluator
from hence.checks.numeric.world import World

NORMS = ("abs", "norm", "norm_F", "norm_1", "norm_inf")
KEPT = frozenset(("positive definite", "positive semidefinite", "symmetric", "invertible"))  # words that scaling keeps
FINEST = 16


def shrink_to_bound(world: World, bad: Constraint, cases: Iterable[Env]) -> bool:
    """Scale the members of the symbol whose norm is bounded. Says whether that was possible."""
    smaller, larger = (bad.lhs, bad.rhs) if bad.relation in ("<", "<=") else (bad.rhs, bad.lhs)
    name = _normed(smaller) if bad.relation in ("<", "<=", ">", ">=") else None
    if name is None or not _free(world, name):
        return False
    floats = Evaluator(world, exact=False)
    factor = _factor([_ratio(floats, smaller, larger, env) for env in cases])
    if factor is None:
        return False
    for key in [k for k in world.drawn if k[0] == name]:
        world.drawn[key] = world.drawn[key] * flint.fmpq(factor.numerator, factor.denominator)
    world.redraw_chance()
    return True


def _normed(node: Node) -> str | None:
    match node:
        case Op(head, (Ref(name),)) if head in NORMS:
            return name
    return None


def _free(world: World, name: str) -> bool:
    """Drawn as it is, and with no other property that scaling might spoil; equations are checked again."""
    symbol, needs = world.setting.symbols.get(name), world.needs
    special = name in needs.systems or name in needs.bounds or name in world.definitions or needs.is_random(name)
    return symbol is not None and not special and not symbol.integer and symbol.words <= KEPT


def _ratio(floats: Evaluator, smaller: Node, larger: Node, env: Env) -> float:
    size, bound = (float(np.max(xp.plain(floats.value(node, env)))) for node in (smaller, larger))
    return bound / size if size > 0 else 1.0


def _factor(ratios: list[float]) -> Fraction | None:
    """A simple number below every ratio, and not far below; None where there is none."""
    least = min(ratios, default=1.0)
    if not 0 < least < 1:
        return None
    steps = int(np.ceil(least * FINEST)) - 1
    return Fraction(steps, FINEST) if steps > 0 else None
