"""Numbers as they are written."""

from __future__ import annotations

from fractions import Fraction

_SMALL = {str(k): Fraction(k) for k in range(101)}  # nearly all that are written


def number(digits: str) -> Fraction:
    """The number that digits, perhaps with a point, stand for."""
    small = _SMALL.get(digits)
    return Fraction(digits) if small is None else small
