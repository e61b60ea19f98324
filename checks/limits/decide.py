"""A claim about limits, decided: proved by the calculus, refuted at an instance, or left open with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from hence.checks.conditions import Condition
from hence.checks.limits.ground import refute
from hence.checks.model import Binder, Claim, Definition, Node, Op, Ref, Setting, parts
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import OutOfBudget
from hence.checks.numeric.approach import SMALL, Course, courses
from hence.checks.numeric.search import Refutation
from hence.checks.spoken import in_words
from hence.language.heads import MOMENTS
from hence.language.verdicts import Numeric, Proved, Refuted, Unknown, Verdict

CONFIRMING, SEARCHING = 4, 24
MOST_ATTEMPTS = 8


def decide_limit(
    setting: Setting,
    claim: Claim,
    prove: Callable[[], Proved | Unknown],
    closed_forms: Callable[[], dict[str, Definition]],
    seed: int,
) -> Verdict:
    """Prove by the calculus; watch the values; where they stray, look for an instance with another limit."""
    chance = _random_names(setting, claim)
    if chance:
        return Unknown(f"{', '.join(chance)} is random: in which sense it tends is not decided")
    found = prove()
    seen = list(courses(setting, claim, seed, CONFIRMING if isinstance(found, Proved) else SEARCHING))
    straying = [c for c in seen if not c.approaches]
    refutation = _refutation(claim, straying, closed_forms, seed) if straying else None
    if refutation is not None:
        if isinstance(found, Proved) and not found.needs:
            where = dict(refutation.counterexample)
            return Unknown(f"internal error: proved by {', '.join(found.method)} but false at {where}")
        return _refuted(setting, claim, refutation)
    if isinstance(found, Proved):
        return _confirmed(found, seen, straying, seed)
    if straying:
        return Unknown(f"{found.why}; at some instances the values do not seem to come near")
    tried = f"; the values come near at {len(seen)} instances" if seen else ""
    return Unknown(f"{found.why}{tried}")


def _random_names(setting: Setting, claim: Claim) -> list[str]:
    """Random symbols of which no expectation is taken."""
    found: set[str] = set()

    def visit(node: Node, seen: frozenset[str]) -> None:
        if isinstance(node, Op | Binder) and node.head in MOMENTS:
            return
        if isinstance(node, Ref):
            symbol = setting.symbols.get(node.name)
            if node.name in setting.laws or (symbol is not None and symbol.random):
                found.add(node.name)
            for definition in setting.definitions.get(node.name, ()) if node.name not in seen else ():
                visit(definition.body, seen | {node.name})
        for part in parts(node):
            visit(part, seen)

    for side in (claim.lhs, claim.rhs):
        visit(side, frozenset())
    return sorted(found)


def _refutation(
    claim: Claim, straying: list[Course], closed_forms: Callable[[], dict[str, Definition]], seed: int
) -> Refutation | None:
    forms = closed_forms()
    attempts = (refute(course.world, claim, forms, seed) for course in islice(straying, MOST_ATTEMPTS))
    return next((found for found in attempts if found is not None), None)


def _confirmed(found: Proved, seen: list[Course], straying: list[Course], seed: int) -> Verdict:
    if straying:
        return Unknown(
            f"proved by {', '.join(found.method)}, but the values do not seem to come near; please report this"
        )
    if not seen:
        return found
    reached = [c.gap for c in seen if c.gap < SMALL]
    slow = () if len(reached) == len(seen) else ("gaps still shrinking at the last value tried",)
    numeric = Numeric(instances=len(seen), max_error=max(reached, default=0.0), dimensions=slow, seed=seed)
    return replace(found, numeric=numeric)


def _refuted(setting: Setting, claim: Claim, found: Refutation) -> Refuted:
    hint = ", ".join(in_words(conditions(setting, claim)))
    return Refuted(
        found.counterexample,
        found.left,
        found.right,
        found.certified_by,
        found.seed,
        f"holds if {hint}" if hint else "",
        found.numeric,
    )


def conditions(setting: Setting, claim: Claim) -> tuple[Condition, ...]:
    """What would have to be supposed for the claim to hold; nothing where it fails even so."""
    sides = Sides(setting, claim)
    sides.normaliser.supposes = True
    try:
        holds = sides.difference().is_zero
    except (NoRule, Undefined, OutOfBudget):
        return ()
    return tuple(sides.algebra.conditions) if holds else ()
