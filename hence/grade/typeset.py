"""What students wrote, as HTML: formulas as MathML, everything else escaped; and links to where it stands."""

from __future__ import annotations

from hence.web.cards import phrases
from hence.web.mathml import mathml

__all__ = ["anchor", "formula", "phrases"]


def formula(latex: str) -> str:
    return mathml(latex)


def anchor(sheet: int, line: int) -> str:
    """The part of a link that leads to a line of a student's page; empty for the page as a whole."""
    if not line:
        return ""
    return f"#page-{sheet}-line-{line}" if sheet else f"#line-{line}"
