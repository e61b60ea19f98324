"""The core results and statements that look almost like them: a sign, a transpose, a factor, a lost hypothesis.

The true statement must be proved, not merely supported. A near miss must be refuted by an instance that satisfies the
hypotheses; for many of them the instance is evaluated here once more, by code that knows nothing of the checker.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hence.language.verdicts import Proved, Refuted, Verdict

from hence import checks, latex_in
from tests.core_results import RESULTS
from tests.core_results.model import Miss, Result

MISSES = [(result, miss) for result in RESULTS for miss in result.misses]


def verdict(given: str, lhs: str, relation: str, rhs: str) -> Verdict:
    """The verdict on one displayed statement."""
    page = f"{given}\n\\begin{{equation}}\n{lhs} {relation} {rhs}\n\\end{{equation}}\n"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    return judged.verdict


def read_side(text: str) -> np.ndarray:
    """A side as the report shows it: `1/2`, `[0, 1.5]`, `[[1, 0], [0, 1]]`."""
    return np.array(_floats(json.loads(re.sub(r"[^\[\],\s]+", r'"\g<0>"', text))), dtype=float)


def _floats(value: Any) -> Any:
    return [_floats(v) for v in value] if isinstance(value, list) else float(Fraction(value))


def said(result: Result, miss: Miss) -> tuple[str, str, str, str]:
    return miss.given or result.given, miss.lhs or result.lhs, miss.relation, miss.rhs


def named(value: Result | Miss) -> str:
    return value.name if isinstance(value, Result) else value.what


@pytest.mark.parametrize("result", RESULTS, ids=named)
def test_the_true_statement_is_proved(result: Result):
    found = verdict(result.given, result.lhs, result.relation, result.rhs)
    assert isinstance(found, Proved), found


@pytest.mark.parametrize(("result", "miss"), MISSES, ids=named)
def test_a_near_miss_is_refuted(result: Result, miss: Miss):
    found = verdict(*said(result, miss))
    assert isinstance(found, Refuted), found
    assert found.counterexample
    assert found.certified_by
    if miss.by_hand is not None:
        left, right = miss.by_hand(dict(found.counterexample))
        check_by_hand(found, left, right)


def check_by_hand(found: Refuted, left: Any, right: Any) -> None:
    """The sides differ at the instance, and are what the report says they are; estimates to within their interval."""
    one, two = np.array(left, dtype=float), np.array(right, dtype=float)
    assert not np.allclose(one, two, rtol=1e-6, atol=1e-9)
    if found.numeric is not None and found.numeric.interval is not None:
        low, high = found.numeric.interval
        assert low <= float(one) <= high
        assert not low <= float(two) <= high
        assert found.numeric.claimed == pytest.approx(float(two))
        return
    assert np.allclose(read_side(found.left).ravel(), one.ravel(), rtol=1e-4, atol=1e-6)
    assert np.allclose(read_side(found.right).ravel(), two.ravel(), rtol=1e-4, atol=1e-6)


def test_each_result_has_at_least_six_near_misses():
    assert all(len(result.misses) >= 6 for result in RESULTS)
    assert all(len({m.what for m in result.misses}) == len(result.misses) for result in RESULTS)


def test_a_near_miss_is_not_the_result():
    for result, miss in MISSES:
        assert said(result, miss) != (result.given, result.lhs, result.relation, result.rhs), (result.name, miss.what)


def test_sides_are_read_as_shown():
    assert read_side("[[0, 1/2], [-1.5, 2]]").tolist() == [[0, 0.5], [-1.5, 2]]
    assert read_side("-3/4") == -0.75


def test_binomials_of_more_than_there_is_are_a_condition():
    found = verdict(r"Let $n \ge 0$ and $k \ge 0$ be integers.", r"\binom{n}{k}", ">", "0")
    assert isinstance(found, Proved)
    assert found.assumptions == ("0 <= n - k",)
