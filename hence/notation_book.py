"""The registry of notations as docs/notation.md."""

from __future__ import annotations

from hence.latex_in.notation import NOTATION

HEADING = r"""# Notation

What can be read, a row a construct. Each example is read by a test, and so is a near miss, which must not be read so.
This page is made of `latex_in/notation.py` by `hence rule --notation`.

| written | means | example | not so |
|---|---|---|---|
"""


def markdown() -> str:
    """All notations, as a page."""
    return HEADING + "".join(
        f"| {_code(n.pattern)} | {n.meaning} | {_code(n.example)} | {_code(n.near_miss)} |\n" for n in NOTATION
    )


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"
