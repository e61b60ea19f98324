"""The registry of rules: every name that proofs use is a row, every example is proved by its rule, no near miss is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hence.language.rules import RULES, Rule
from hence.language.verdicts import Proved, Verdict

from hence import checks, latex_in
from hence.rule_book import markdown

ROOT = Path(__file__).resolve().parent.parent
# Names that have no row yet. The list may only get shorter: a new rule comes with its row.
WITHOUT_A_ROW = frozenset(
    """
    angle-addition bounded-sequence conditional-expectation continuity counting derivative-under-the-integral
    eigenvalues-of-diagonal exchange-of-integrals expectation-of-categorical fading-term
    limit-of-a-sum-term-by-term log-derivative norm-by-eigenvalues norm-of-diagonal partial-fractions
    product-of-waves reparameterisation scaling-by-the-dominant-term stein-identity sum-of-powers symmetric-law
    two-cases-of-an-index
    """.split()
)


def named_in(path: Path) -> Iterator[str]:
    """Rules that code records by name: `used["..."] = None`, `rules["..."] = None`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Subscript(ast.Attribute(attr="used" | "rules"), ast.Constant(str() as name)):
                yield name


def recorded() -> set[str]:
    names = {name for path in (ROOT / "checks").rglob("*.py") for name in named_in(path)}
    return {name for name in names if not name.startswith("definition of ")}


def test_every_rule_that_is_recorded_has_a_row() -> None:
    assert not recorded() - RULES.keys() - WITHOUT_A_ROW
    assert not WITHOUT_A_ROW & RULES.keys()
    assert recorded() >= WITHOUT_A_ROW


def test_a_name_without_a_row_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "new.py"
    page.write_text('n.used["a-new-rule"] = None\n')
    assert set(named_in(page)) - RULES.keys() == {"a-new-rule"}


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda r: r.name)
def test_rows_are_complete(rule: Rule) -> None:
    assert rule.statement
    assert rule.example
    assert rule.near_miss
    assert rule.example != rule.near_miss


def verdict(rule: Rule, claim: str) -> Verdict:
    return checks.check(latex_in.read_text(f"{rule.given}\n\\[ {claim} \\]\n")).steps[-1].verdict


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda r: r.name)
def test_examples_and_near_misses(rule: Rule) -> None:
    found = verdict(rule, rule.example)
    assert isinstance(found, Proved)
    assert rule.name in found.method
    assert not isinstance(verdict(rule, rule.near_miss), Proved)


def test_the_page_of_rules_is_up_to_date() -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == markdown()
