"""Decimals: what rounds to them is approximately equal, what does not is not; an equality sign is not quite right."""

from __future__ import annotations

import pytest
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

from hence import checks, latex_in


def verdict(text: str) -> Verdict:
    return checks.check(latex_in.read_text(text)).steps[-1].verdict


@pytest.mark.parametrize(
    "formula", [r"\log 2 \approx 0.693", r"\frac13 \approx 0.33", r"\sqrt{10} \approx 3", r"-\frac23 \approx -0.667"]
)
def test_what_rounds_to_the_digits_shown_is_proved(formula: str):
    assert isinstance(verdict(f"We have ${formula}$."), Proved)


@pytest.mark.parametrize("formula", [r"\log 2 \approx 0.301", r"\frac13 \approx 0.95", r"\sqrt{10} \approx 30"])
def test_what_is_far_off_is_refuted(formula: str):
    assert isinstance(verdict(f"We have ${formula}$."), Refuted)


@pytest.mark.parametrize("formula", [r"\log 2 \approx 0.691", r"2^{10} \approx 1000", r"\frac13 = 0.33"])
def test_what_is_meant_roughly_is_left_open(formula: str):
    assert isinstance(verdict(f"We have ${formula}$."), Unknown)


@pytest.mark.parametrize("formula", [r"\frac13 = 0.34", r"\frac12 = 0.333", r"\frac13 = 0.333333333333"])
def test_another_number_is_refuted(formula: str):
    assert isinstance(verdict(f"We have ${formula}$."), Refuted)


def test_values_of_letters_count():
    page = "Let $a = 2$ and $b = 3$. Then $a / b \\approx {}$."
    assert isinstance(verdict(page.format("0.67")), Proved)
    assert isinstance(verdict(page.format("1.5")), Refuted)
