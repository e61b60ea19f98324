"""SymPy's word on the limit of a closed scalar expression in one variable, where the calculus has none."""

from __future__ import annotations

from hence.checks.limit_points import infinity_of
from hence.checks.model import Binder, Claim, Lit, Ref, Setting, Towards, names_in, walk
from hence.checks.oracle import Translation, in_fragment

MOST_NODES = 40


def sympy_limit_agrees(setting: Setting, claim: Claim) -> bool:
    """Whether SymPy finds the claimed limit. False where the claim is outside what it is asked."""
    lim = claim.lhs
    if not isinstance(lim, Binder) or not isinstance(lim.over, Towards) or claim.relation != "=":
        return False
    others = (names_in(lim.body) | names_in(claim.rhs)) - {lim.var}
    if others or lim.var in names_in(claim.rhs) or sum(1 for _ in walk(lim.body)) > MOST_NODES:
        return False
    infinite, claimed_infinite = infinity_of(lim.over.point), infinity_of(claim.rhs)
    closed = (claimed_infinite or in_fragment(setting, claim.rhs)) and in_fragment(setting, lim.body)
    if not closed or not (infinite or isinstance(lim.over.point, Lit)):
        return False
    import sympy

    table = Translation(setting, sympy)
    variable = table.convert(Ref(lim.var))
    point = infinite * sympy.oo if infinite else table.convert(lim.over.point)
    claimed = claimed_infinite * sympy.oo if claimed_infinite else table.convert(claim.rhs)
    try:
        found = sympy.limit(table.convert(lim.body), variable, point, lim.over.side or ("+-" if not infinite else "+"))
    except (NotImplementedError, ValueError, TypeError, RecursionError):
        return False  # SymPy has no answer
    if claimed_infinite or not found.is_finite:
        return bool(found == claimed)
    return bool(sympy.simplify(found - claimed) == 0)
