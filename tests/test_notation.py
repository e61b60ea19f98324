"""The registry of notations: every example is read as its row says, and no near miss is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hence.language.derivation import Step
from hence.language.heads import BINDERS, HEADS
from hence.language.terms import App, Bind, subterms
from hence.latex_in.notation import NOTATION, Notation

from hence import latex_in
from hence.notation_book import markdown

ROOT = Path(__file__).resolve().parent.parent


def heads_of(formula: str) -> set[str]:
    """The operations on the left side of an equation with it; none where it is not read."""
    items = latex_in.read_text(f"Let $v \\in \\mathbb{{R}}^n$. Then\n\\[ {formula} = q \\]\n").items
    sides = [x.formula.lhs for x in items if isinstance(x, Step)]
    return {t.head for side in sides for t in subterms(side) if isinstance(t, App | Bind)}


@pytest.mark.parametrize("row", NOTATION, ids=lambda r: r.pattern)
def test_examples_are_read_so_and_near_misses_are_not(row: Notation) -> None:
    assert row.head in HEADS.keys() | BINDERS.keys()
    assert row.head in heads_of(row.example)
    assert row.head not in heads_of(row.near_miss)


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / "docs" / "notation.md").read_text(encoding="utf-8") == markdown()
