"""Whatever goes wrong inside costs one step, and never the page (docs/decisions/0028)."""

from __future__ import annotations

import importlib

import pytest
from hence.language.derivation import Step
from hence.language.verdicts import Judged

import hence

checking = importlib.import_module("hence.checks.check")
library = importlib.import_module("hence.library")

PAGE = r"""
Let $a, b \in \mathbb{R}$. Then $(a + b)^2 = a^2 + 2 a b + b^2$.

Moreover, $a^2 + b^2 + 7 \ge 2 a b + a$.

Moreover, $(a - b)^2 = a^2 - 2 a b - b^2$.

Finally, $(a + b)(a - b) = a^2 - b^2$.
"""
PASSES = (
    "_settled",
    "_with_earlier_meanings",
    "_by_letters",
    "_explained",
    "_remember",
    "_as_it_stands",
    "equal_rows",
    "at_one_layer",
)


def fails_at_the_second(work):
    def failing(*args, **named):
        steps = [a for a in args if isinstance(a, Step)] + [a.step for a in args if isinstance(a, Judged)]
        if any(step.formula.relation == ">=" for step in steps):
            raise RecursionError
        return work(*args, **named)

    return failing


@pytest.mark.parametrize("name", PASSES)
def test_a_fault_in_any_pass_over_a_step_costs_that_step(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setattr(checking, name, fails_at_the_second(getattr(checking, name)))
    first, second, third, last = hence.check(PAGE).steps
    assert (first.verdict, third.verdict, last.verdict) == ("proved", "refuted", "proved")
    assert second.verdict in ("unknown", "proved", "refuted")


def test_a_fault_in_a_hint_costs_the_hint(monkeypatch: pytest.MonkeyPatch):
    def broken(*_args, **_named):
        raise RecursionError

    monkeypatch.setattr(library, "advice_at", broken)
    assert [s.verdict for s in hence.check(PAGE).steps][2] == "refuted"


@pytest.mark.parametrize(
    "given", ["x_t = f(x_{t+1})", "x_t = f(x_{t-1}) + y_t$ and $y_t = g(x_t)", "x_t = g(x_t, x_{t-1})"]
)
def test_members_that_are_made_of_each_other_lose_no_page(given: str):
    page = rf"""
Let $f$ and $g$ be functions and let ${given}$ for all $t$. Then
$$\frac{{\partial L}}{{\partial x_t}}
  = \frac{{\partial L}}{{\partial x_{{t+1}}}} \frac{{\partial x_{{t+1}}}}{{\partial x_t}} .$$

Moreover, $2 + 2 = 4$.
"""
    *_, last = hence.check(page).steps
    assert last.verdict == "proved"
    assert not any(step.internal for step in hence.check(page).steps)
