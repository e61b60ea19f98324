"""Search for a counterexample: floats on many instances, certainty on the suspicious ones."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

import numpy as np
from hence.checks.model import Claim, Dim, Ref, Setting, names_in, reachable_names, walk
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.arrays import Array, CannotEvaluate, NotExact, Undefined
from hence.checks.numeric.certify import ERROR_LEVEL, Certificate, certify, certify_closely, numeric_of
from hence.checks.numeric.compare import RELATIONS, error_of, suspicious
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import NoInstance, check, draw, is_general
from hence.checks.numeric.laws import in_words, is_continuous, is_finite
from hence.checks.numeric.missing import missing_hypothesis
from hence.checks.numeric.needs import Needs, needs_of
from hence.checks.numeric.quadrature import COARSE, FINE
from hence.checks.numeric.sampling import Balls
from hence.checks.numeric.show import counterexample, sides
from hence.checks.numeric.shrink import shrink
from hence.checks.numeric.tails import TOO_HEAVY
from hence.checks.numeric.tight import tight
from hence.checks.numeric.world import DEGENERATE, World
from hence.language.inverse_names import INVERSE
from hence.language.records import dataclass
from hence.language.verdicts import Numeric, Value

EXACT_TOLERANCE, SAMPLED_TOLERANCE = 1e-9, 1e-6
MOST_CERTIFICATES = 4
MOST_CLOSE_LOOKS = 3  # instances at which floats agree and more digits are looked at
MOST_SAMPLED = 12  # instances of a claim that needs quadrature
MONTE_CARLO_SAMPLES = 400_000
LARGEST_DIMENSION = 12
NO_VALUE = ("logarithm of a number that is not positive", "square root of a negative number", "division by zero")


@dataclass(frozen=True)
class Refutation:
    """An instance that satisfies the hypotheses and at which the claim certainly fails."""

    counterexample: dict[str, Value]
    left: str
    right: str
    certified_by: str
    seed: int
    numeric: Numeric | None = None
    missing: str = ""  # the hypothesis for want of which it fails, in words
    instance: World | None = field(default=None, compare=False, repr=False)  # at which parts can be evaluated as well


@dataclass(frozen=True)
class Agreement:
    """The claim held at every instance that could be evaluated."""

    numeric: Numeric
    general: int = 0  # instances at which no symbol was zero, nor every dimension 1


@dataclass(frozen=True)
class Untestable:
    """No evidence either way, and why."""

    why: str
    undefined: bool = False  # a side had no value at any instance


@dataclass
class _Tally:
    agreed: int = 0
    general: int = 0
    close_looks: int = 0
    error: float = 0.0
    unsettled: int = 0
    undefined: int = 0
    why: str = "no instance at which both sides are defined"


def test_claim(
    setting: Setting,
    claim: Claim,
    seed: int = 0,  # noqa: PT028  # no test, in spite of its name
    instances: int = 24,  # noqa: PT028
    shown: bool = True,  # noqa: PT028
) -> Refutation | Agreement | Untestable:
    """Test a claim on instances of its setting. Never raises for a well-formed claim.

    A counterexample that nobody is `shown`, since only whether there is one matters, is not made small.
    """
    if claim.relation not in RELATIONS:
        return Untestable(f"the relation {claim.relation} has no numeric test")
    found = _tested(setting, claim, seed, instances, shown)
    for share in (Fraction(1), Fraction(1, 2)):
        extreme = tight(setting, share) if not isinstance(found, Refutation) else None
        again = _tested(extreme, claim, seed, instances, shown) if extreme is not None else found
        found = found if isinstance(again, Untestable) else again
    return found


def is_refuted(setting: Setting, claim: Claim, seed: int, instances: int = 24) -> bool:
    """Whether a test finds a counterexample, which nobody is shown."""
    return isinstance(test_claim(setting, claim, seed, instances, shown=False), Refutation)


@dataclass
class _Trial:
    """A test that may be gone on with: more instances begin with those of fewer, and are not looked at again."""

    setting: Setting
    claim: Claim
    seed: int
    shown: bool
    needs: Needs
    tally: _Tally = field(default_factory=_Tally)
    dimensions: dict[str, None] = field(default_factory=dict)
    seen: int = 0  # instances
    result: Refutation | Untestable | None = None  # whatever else is tried
    over: bool = False

    def is_about(self, setting: Setting, claim: Claim, seed: int, shown: bool) -> bool:
        return self.setting is setting and self.claim is claim and (self.seed, self.shown) == (seed, shown)


MOST_KEPT = 4
_KEPT: list[_Trial] = []  # the latest


def _tested(
    setting: Setting, claim: Claim, seed: int, instances: int, shown: bool
) -> Refutation | Agreement | Untestable:
    kept = [trial for trial in _KEPT if trial.is_about(setting, claim, seed, shown)][:1]
    _KEPT[:] = [trial for trial in _KEPT if not (kept and trial is kept[0])]  # while it goes on it may be cut off
    trial = kept[0] if kept and len(_instances(kept[0].needs, claim, instances)) >= kept[0].seen else None
    if trial is None:
        trial = _Trial(setting, claim, seed, shown, needs_of(setting, claim))
        trial.result = _out_of_reach(setting, claim, trial.needs)
    if trial.result is None and not trial.over:
        with np.errstate(all="ignore"):
            _go_on(trial, instances)
    _KEPT[:] = [*_KEPT[1 - MOST_KEPT :], trial]
    return trial.result or _conclusion(trial.tally, tuple(d for d in trial.dimensions if d), seed)


def _go_on(trial: _Trial, instances: int) -> None:
    """Look at the instances that were not looked at yet."""
    needs, claim, tally = trial.needs, trial.claim, trial.tally
    for number, style in _instances(needs, claim, instances)[trial.seen :]:
        trial.seen += 1
        try:
            world = draw(needs, trial.seed, number, style=style)
            found = _examine(world, claim, trial.seed, tally)
        except Undefined as problem:
            tally.why = str(problem)
            tally.undefined += tally.why in NO_VALUE
            continue
        except OverflowError:
            tally.why = "a value that is too large for floats"
            continue
        except NoInstance as problem:
            if style:
                continue
            tally.why = str(problem)
            trial.over = True
            return
        except (CannotEvaluate, NotExact) as problem:
            trial.result = Untestable(str(problem))
            return
        if found is not None:
            trial.result = _refutation(needs, claim, world, found, trial.seed, trial.shown)
            return
        trial.dimensions[_dimensions(world)] = None
        world.let_go()
        if tally.unsettled >= MOST_CERTIFICATES:
            trial.over = True
            return


test_claim.__test__ = False  # type: ignore[attr-defined]  # not a test, in spite of its name


def _out_of_reach(setting: Setting, claim: Claim, needs: Needs) -> Untestable | None:
    """A law that is not sampled, or a dimension that is too large."""
    for name in needs.random:
        kind = setting.laws[name].kind if name in setting.laws else "abstract"
        if not is_continuous(kind) and not is_finite(kind):
            return Untestable(f"the law of {name} is {in_words(kind)}, which is not sampled yet")
    for name in sorted(reachable_names(setting, claim)):
        if name in setting.functions and name.endswith(INVERSE) and name not in setting.definitions:
            return Untestable(f"{name} was not worked out")
    large = [d for n in (*walk(claim.lhs), *walk(claim.rhs)) for d in (n.shape.rows, n.shape.cols) if _is_large(d)]
    return Untestable(f"a dimension of {large[0]} is too large to try") if large else None


def _instances(needs: Needs, claim: Claim, instances: int) -> list[tuple[int, str]]:
    """Numbers and styles of the instances; inequalities are looked at first where they are likely to fail."""
    drawn = [(number, "") for number in range(min(instances, MOST_SAMPLED) if needs.sampled else instances)]
    meeting = [(number, style) for style in DEGENERATE for number in (0, 1)]
    far = [(number, style) for style in ("small", "large") for number in (0, 1)]
    if claim.relation in ("<", ">", "!="):
        return meeting + far + drawn
    return far + drawn if claim.relation in ("<=", ">=") and not needs.sampled else drawn


def _is_large(dim: Dim) -> bool:
    return isinstance(dim, int) and dim > LARGEST_DIMENSION


def _conclusion(tally: _Tally, dimensions: tuple[str, ...], seed: int) -> Agreement | Untestable:
    if tally.unsettled:
        why = f": {tally.why}" if tally.why == TOO_HEAVY else ""
        return Untestable(f"floating-point values differ, but the difference could not be certified{why}")
    if not tally.agreed:
        return Untestable(tally.why, undefined=bool(tally.undefined))
    numeric = Numeric(instances=tally.agreed, max_error=tally.error, dimensions=dimensions[:8], seed=seed)
    return Agreement(numeric, tally.general)


def _dimensions(world: World) -> str:
    return ", ".join(f"{d}={world.numbers[d]}" for d in world.needs.dims if d in world.numbers and d[0] != "?")


def _floats(world: World, claim: Claim, nodes: int) -> tuple[Array, Array]:
    world.nodes = nodes
    evaluator = Evaluator(world, exact=False)
    left, right = xp.plain(evaluator.value(claim.lhs)), xp.plain(evaluator.value(claim.rhs))
    if not (np.isfinite(left).all() and np.isfinite(right).all()):
        raise Undefined("a value that is too large for floats")
    return left, right


def _examine(world: World, claim: Claim, seed: int, tally: _Tally) -> Certificate | None:
    """Floats first; a certificate if they suggest a failure and it is certain. Counts what was seen."""
    sampled = world.needs.sampled
    left, right = _floats(world, claim, COARSE)
    tolerance = SAMPLED_TOLERANCE if sampled else EXACT_TOLERANCE
    if not suspicious(left, claim.relation, right, tolerance):
        tally.agreed += 1
        tally.general += is_general(world)
        tally.error = max(tally.error, error_of(left, right) if claim.relation == "=" else 0.0)
        return _look_closely(world, claim, seed, tally) if not sampled else None
    if sampled and not _settled(world, claim, left, right):
        return None
    try:
        found = certify(world, claim, seed)
    except Undefined as problem:
        tally.unsettled += str(problem) in (xp.TOO_LARGE, TOO_HEAVY)
        raise
    if found is not None and (open_ended := _tried_at_few_values(world)):
        raise CannotEvaluate(f"a hypothesis for all {open_ended}, which was tried at few values only")
    if found is not None and any(c.over for c in world.needs.constraints) and not check(world):
        tally.why = "no instance found at which the hypotheses hold for all members that the claim speaks of"
        return None
    if found is None and _matters(left, right, claim.relation, sampled):
        tally.unsettled += 1
    elif found is None:
        tally.agreed += 1
        tally.general += is_general(world)
    return found


def _look_closely(world: World, claim: Claim, seed: int, tally: _Tally) -> Certificate | None:
    """Agreement of floats is none where exact numbers or balls can tell: 1 + 10^{-12} is not 1."""
    if tally.close_looks == MOST_CLOSE_LOOKS:
        return None
    tally.close_looks += 1
    found = certify_closely(world, claim, seed)
    return None if found is None or _tried_at_few_values(world) or not check(world) else found


def _tried_at_few_values(world: World) -> str:
    """A variable that runs over numbers or vectors, for all of which a hypothesis is said to hold."""
    for c in (c for c in world.needs.constraints if c.over):
        refs = [n for side in (c.lhs, c.rhs) for n in walk(side) if isinstance(n, Ref)]
        indices = {name for ref in refs for index in ref.indices for name in names_in(index)}
        symbols = world.setting.symbols
        for name in c.over:
            if name not in indices and not (name in symbols and symbols[name].integer):
                return name
    return ""


def _settled(world: World, claim: Claim, left: Array, right: Array) -> bool:
    """Do coarse and fine quadrature agree, compared with the difference of the two sides?"""
    fine_left, fine_right = _floats(world, claim, FINE)
    drift = max(_gap(left, fine_left), _gap(right, fine_right))
    return drift < 0.1 * max(error_of(fine_left, fine_right), SAMPLED_TOLERANCE)


def _gap(one: Array, other: Array) -> float:
    return error_of(one, other) if one.shape == other.shape else 0.0


def _matters(left: Array, right: Array, relation: str, sampled: bool) -> bool:
    """An uncertified failure is worth telling unless rounding explains it, or it is a boundary case of < or >."""
    if not sampled:
        return relation == "=" and error_of(left, right) > 1e-6
    return relation not in ("<", ">", "!=") or error_of(left, right) > SAMPLED_TOLERANCE


def _refutation(needs: Needs, claim: Claim, world: World, found: Certificate, seed: int, shown: bool) -> Refutation:
    if not shown:
        return Refutation({}, "", "", found.certified_by, seed, found.numeric, instance=world)
    world, found = shrink(needs, claim, world, found, seed)
    left, right = sides(found.left, found.right, found.place)
    return Refutation(
        counterexample=counterexample(world),
        left=left,
        right=right,
        certified_by=found.certified_by,
        seed=seed,
        numeric=found.numeric,
        missing=missing_hypothesis(needs, claim, world, seed),
        instance=world,
    )


def monte_carlo(setting: Setting, claim: Claim, seed: int = 0) -> Numeric | Untestable:
    """Estimate the left side of a claim with expectations, with its interval; `claimed` is the right side.

    By scrambled Sobol points where the integrand suits them. For matrices the first entry is reported. The interval
    holds at the error level of `certify`, asymptotically in the number of scramblings or samples.
    """
    needs = needs_of(setting, claim)
    try:
        with np.errstate(all="ignore"):
            world = draw(needs, seed, 0)
            try:
                return _estimated(Balls(world, seed, ERROR_LEVEL, sobol=True), claim, seed)
            except CannotEvaluate:  # an integrand that Sobol points do not suit
                return _estimated(Balls(world, seed, ERROR_LEVEL), claim, seed)
    except (CannotEvaluate, Undefined, NotExact, NoInstance) as problem:
        return Untestable(str(problem))


def _estimated(balls: Balls, claim: Claim, seed: int) -> Numeric:
    balls.advance(MONTE_CARLO_SAMPLES)
    left, right = (xp.plain(balls.value(n)) for n in (claim.lhs, claim.rhs))
    return numeric_of(left, right, (), balls.samples, seed)
