"""No true step of probability is called false, whatever the seed.

All seeds below 200 occur here, a few with each step; `pytest -m slow tests/test_no_false_alarm.py` tries every
step with every seed. The search for counterexamples is tried, and so is the sequential test by itself: it is put
to claims that are true, which the search never asks it about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from hence.checks.elaborate.setting import elaborate
from hence.checks.model import Claim, Setting
from hence.checks.numeric import Refutation, test_claim
from hence.checks.numeric import certify as certification
from hence.checks.numeric.arrays import CannotEvaluate, NotExact, Undefined
from hence.checks.numeric.instances import NoInstance, draw
from hence.checks.numeric.needs import needs_of
from hence.checks.scope import Scope, chains

from hence import latex_in
from tests.test_probability_suite import ALL, Line

SEEDS = 200
INSTANCES = 6  # as many as a proved step is evaluated at
TRUE = [line for line in ALL if line.sign == "+"]


@dataclass(frozen=True)
class Step:
    setting: Setting
    claim: Claim


@cache
def step(line: Line) -> Step | None:
    page = f"{line.given}\n\\begin{{equation}}\n{line.step}\n\\end{{equation}}\n"
    scope = [c for c in chains(latex_in.read_text(page)) if isinstance(c, Scope)][-1]
    done = elaborate(scope.givens, [s.formula for s in scope.steps])
    claim = done.claims[-1]
    return Step(done.setting, claim) if isinstance(claim, Claim) and not done.left_out else None


def alarm(line: Line, seed: int) -> str:
    """What the search for a counterexample says of a true step; nothing where it finds none."""
    known = step(line)
    found = test_claim(known.setting, known.claim, seed, INSTANCES) if known is not None else None
    return f"{line.step} at seed {seed}: {found}" if isinstance(found, Refutation) else ""


def sequential_alarm(line: Line, seed: int) -> str:
    """What the sequential test says of a true equation at an instance; nothing where it does not differ."""
    known = step(line)
    if known is None or known.claim.relation != "=":
        return ""
    needs = needs_of(known.setting, known.claim)
    if not needs.sampled:
        return ""
    try:
        with np.errstate(all="ignore"):
            world = draw(needs, seed, 3)  # an instance in which whatever may be independent is
            found = certification.sampled(world, known.claim, seed)
    except (Undefined, CannotEvaluate, NotExact, NoInstance):
        return ""
    return f"{line.step} at seed {seed}: {found.numeric}" if found is not None else ""


def some_seeds(position: int, count: int) -> Iterator[int]:
    """A few seeds for a step; the steps together have them all."""
    for k in range(count):
        yield (position * count + k) % SEEDS


@pytest.mark.parametrize("position", range(len(TRUE)), ids=lambda k: f"{TRUE[k].number}-{TRUE[k].block}")
def test_a_few_seeds(position: int) -> None:
    count = -(-SEEDS // len(TRUE))
    assert [a for seed in some_seeds(position, count) if (a := alarm(TRUE[position], seed))] == []


@pytest.mark.parametrize("position", range(0, len(TRUE), 3), ids=lambda k: f"{TRUE[k].number}-{TRUE[k].block}")
def test_the_sequential_test_by_itself(position: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certification, "ROUNDS", (20_000, 40_000))
    assert sequential_alarm(TRUE[position], position) == ""


@pytest.mark.slow
def test_every_seed(request: pytest.FixtureRequest) -> None:
    if "slow" not in request.config.option.markexpr:
        pytest.skip("takes a quarter of an hour: run with -m slow")
    pairs = [(line, seed) for line in TRUE for seed in range(SEEDS)]
    found = [a for line, seed in pairs for a in (alarm(line, seed), sequential_alarm(line, seed)) if a]
    assert found == []
