"""Standard deviations: symbols whose squares are given as the variances of laws."""

from __future__ import annotations

from fractions import Fraction

from hence.checks.model import Lit, Op, Ref, Setting, walk
from hence.language.laws import LAWS

TWO = Lit(Fraction(2))


def deviations(setting: Setting) -> set[str]:
    """Symbols whose square is a variance, or a parameter that is never negative: nobody means negative ones."""
    spreads = [law.cov for law in setting.laws.values() if law.cov is not None]
    for law in setting.laws.values():
        row = LAWS.get(law.kind)
        limited = zip(row.parameters, law.params, strict=False) if row is not None else ()
        spreads += [value for parameter, value in limited if any(r in (">", ">=") for r, _ in parameter.limits)]
    return {
        node.args[0].name
        for spread in spreads
        for node in walk(spread)
        if isinstance(node, Op) and node.head == "pow" and isinstance(node.args[0], Ref) and node.args[1] == TWO
    }
