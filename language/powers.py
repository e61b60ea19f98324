r"""Powers entry by entry, of which a matrix power is none: `A^{\circ 2}` is a function with a name, applied to A."""

from __future__ import annotations

import re

_NAME = re.compile(r"\(\\cdot\)\^\{(-?\d+)\}")


def entrywise_power(exponent: int) -> str:
    """The name of the function that raises each entry to a power."""
    return rf"(\cdot)^{{{exponent}}}"


def exponent_of(name: str) -> int | None:
    """The exponent of such a name; None for any other name."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found is not None else None
