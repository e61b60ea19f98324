"""The names of inverse functions: f and f^{-1} undo each other."""

from __future__ import annotations

INVERSE = "^{-1}"


def inverse_name(name: str) -> str:
    """The name of the inverse of a function, or of what it is the inverse of."""
    return name.removesuffix(INVERSE) if name.endswith(INVERSE) else name + INVERSE
