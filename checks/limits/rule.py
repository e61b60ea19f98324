"""The rule of the normal form for limits: which point is tended to, and what the calculus makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

from hence.checks.limit_points import infinity_of
from hence.checks.limits.calculus import Calculus, Infinite, Limit, Swings
from hence.checks.limits.expansion import expanded_limit
from hence.checks.limits.signs import Signs
from hence.checks.model import Binder, Lit, Ref, Towards
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.entries import Normaliser
from hence.checks.normal.poly import ONE, Atom, Poly, any_atom, fresh_variable, number, symbol

Env = Mapping[str, Poly]
ZERO_POINT = Lit(Fraction(0))
FAR = 10**9  # further out than any index from which a recurrence or a sum holds
COUNTING = frozenset(("t", "n", "k", "T", "N", "K", "i", "j", "l", "L", r"\ell", r"\tau", "s"))


def limit_entry(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    """The (i, j) entry of a limit. Raises NoRule where there is none, or none was found."""
    found = limit_of(n, node, i, j, env)
    if isinstance(found, Infinite):
        raise NoRule(f"it grows without bound as {node.var} goes to its limit")
    if isinstance(found, Swings):
        raise NoRule(f"it swings as {node.var} goes to its limit")
    return found


def limit_of(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Limit:
    """The limit of one entry. Raises NoRule."""
    assert isinstance(node.over, Towards)
    if node.var in env or node.var in n.setting.definitions or node.var in n.setting.functions:
        raise NoRule(f"{node.var} is bound or defined elsewhere")
    goal = infinity_of(node.over.point)
    with _far_out(n, node, goal):
        body = n.prepared(n.entry(node.body, i, j, env))
        n.used["limit"] = None
        if node.var not in body.names:
            return body
        if goal:
            return _at_infinity(n, body, node.var, goal)
        point = n.entry(node.over.point, ONE, ONE, env)
        if node.var in point.names:
            raise NoRule(f"{node.var} tends to something that depends on it")
        return _at_point(n, body, node.var, point, side_of(n, node))


def side_of(n: Normaliser, node: Binder) -> str:
    """From which side a number is approached: as written, or as the range of the variable leaves it."""
    assert isinstance(node.over, Towards)
    if node.over.side:
        return node.over.side
    for c in n.setting.constraints:
        for one, relation, other in ((c.lhs, c.relation, c.rhs), (c.rhs, _FLIPPED.get(c.relation, ""), c.lhs)):
            if one == Ref(node.var) and other == node.over.point and isinstance(other, Lit):
                if relation in (">", ">="):
                    return "+"
                if relation in ("<", "<="):
                    return "-"
    return ""


_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@contextmanager
def _far_out(n: Normaliser, node: Binder, goal: int) -> Iterator[None]:
    """Inside, the variable is as large as is needed; an index counts, and a recurrence has begun."""
    facts = n.algebra.facts
    name = node.var
    before = (set(facts.positive_names), set(facts.integers), dict(facts.least))
    if goal > 0:
        facts.positive_names.add(name)
        if name in COUNTING or name in facts.integers:
            facts.integers.add(name)
            facts.least[name] = FAR
    elif goal == 0 and side_of(n, node) == "+" and isinstance(node.over, Towards) and node.over.point == ZERO_POINT:
        facts.positive_names.add(name)
    try:
        yield
    finally:
        facts.positive_names, facts.integers, facts.least = before


def _at_infinity(n: Normaliser, body: Poly, name: str, goal: int) -> Limit:
    if goal > 0:
        return _grow(n, body, name)
    far = fresh_variable()
    n.algebra.facts.positive_names.add(far)
    return _grow(n, n.algebra.substitute(body, {name: -symbol(far)}), far)


def _grow(n: Normaliser, body: Poly, name: str) -> Limit:
    signs = Signs(n, n.supposes)
    calculus = Calculus(n.algebra, signs, name)
    try:
        found = calculus.limit(body)
    except (NoRule, Undefined) as failure:
        try:
            found = expanded_limit(n.algebra, signs, name, body)
        except (NoRule, Undefined):
            raise failure from None
        n.used["taylor-expansion"] = None
        return found
    n.used.update(calculus.rules)
    return found


def _at_point(n: Normaliser, body: Poly, name: str, point: Poly, side: str) -> Limit:
    """Continuity where the value exists; else the point is approached from one side, or from both."""
    if _is_smooth(n, body, name):
        try:
            value = n.algebra.substitute(body, {name: point})
        except Undefined:
            pass
        else:
            n.used["continuity"] = None
            return value
    found = [_from_side(n, body, name, point, s) for s in (side or "+-")]
    return found[0] if len(found) == 1 else _from_both_sides(n, *found)


def _from_both_sides(n: Normaliser, above: Limit, below: Limit) -> Limit:
    """The common limit; none where the two certainly differ. Raises NoRule where that is not known."""
    if above == below:
        return above
    if isinstance(above, Poly) and isinstance(below, Poly):
        gap = above - below
        if gap.is_zero:
            return above
        if Signs(n).sign(gap) not in (1, -1):
            raise NoRule("the limits from the two sides may differ")
    return Swings()


def _from_side(n: Normaliser, body: Poly, name: str, point: Poly, side: str) -> Limit:
    far = fresh_variable()
    n.algebra.facts.positive_names.add(far)
    step = n.algebra.power(symbol(far), number(-1))
    return _grow(n, n.algebra.substitute(body, {name: point + step if side == "+" else point - step}), far)


def _is_smooth(n: Normaliser, body: Poly, name: str) -> bool:
    """Whether the value at a point is the limit there: no jump, no index and no unknown function of the variable.

    A power with a moving exponent is smooth where its base is positive and rests.
    """

    def breaks(atom: Atom) -> bool:
        if name not in atom.names or atom == Atom("sym", name):
            return False
        return atom.kind not in ("e", "num", "poly", "fn")

    return not any_atom(body, breaks) and _powers_are_smooth(n, body, name)


def _powers_are_smooth(n: Normaliser, poly: Poly, name: str) -> bool:
    for mono, _ in poly.terms:
        if any(name in b.names for _, b in mono.sums):
            return False
        for atom, exponent in mono.factors:
            if name in exponent.names and (name in atom.names or not n.algebra.facts.positive_atom(atom)):
                return False
            inside = (exponent, *atom.args) if atom.kind != "sym" else ()
            if not all(_powers_are_smooth(n, part, name) for part in inside):
                return False
    return True
