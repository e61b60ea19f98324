"""A claim about limits, decided: proved by the calculus, refuted at an instance, or left open with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from checks.limits.ground import refute
from checks.model import Claim, Definition, Setting
from checks.normal.algebra import Undefined
from checks.normal.common import NoRule
from checks.normal.difference import Sides
from checks.normal.poly import OutOfBudget
from checks.numeric.approach import SMALL, Course, courses
from checks.numeric.search import Refutation
from language.verdicts import Numeric, Proved, Refuted, Unknown, Verdict

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
    found = prove()
    seen = list(courses(setting, claim, seed, CONFIRMING if isinstance(found, Proved) else SEARCHING))
    straying = [c for c in seen if not c.approaches]
    refutation = _refutation(claim, straying, closed_forms, seed) if straying else None
    if refutation is not None:
        if isinstance(found, Proved) and not found.assumptions:
            where = dict(refutation.counterexample)
            return Unknown(f"internal error: proved by {', '.join(found.method)} but false at {where}")
        return _refuted(setting, claim, refutation)
    if isinstance(found, Proved):
        return _confirmed(found, seen, straying, seed)
    if straying:
        return Unknown(f"{found.why}; at some instances the values do not seem to come near")
    tried = f"; the values come near at {len(seen)} instances" if seen else ""
    return Unknown(f"{found.why}{tried}")


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
    hint = ", ".join(conditions(setting, claim))
    return Refuted(
        found.counterexample,
        found.left,
        found.right,
        found.certified_by,
        found.seed,
        f"holds if {hint}" if hint else "",
        found.numeric,
    )


def conditions(setting: Setting, claim: Claim) -> tuple[str, ...]:
    """What would have to be supposed for the claim to hold; nothing where it fails even so."""
    sides = Sides(setting, claim)
    sides.normaliser.supposes = True
    try:
        holds = sides.difference().is_zero
    except (NoRule, Undefined, OutOfBudget):
        return ()
    return tuple(sides.algebra.conditions) if holds else ()
