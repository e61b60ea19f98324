"""Whether a relation between explicit matrices holds: what SymPy says, inside a budget of work."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal, TypeAlias

import sympy
from hence.checks.explicit import matrices as mx
from hence.checks.explicit.matrices import Expr, Matrix, NoTranslation
from hence.checks.explicit.rings import vanishes_as_fraction, vanishes_as_polynomial
from sympy.core.function import AppliedUndef

Outcome: TypeAlias = Literal["holds", "fails", "open"]

MOST_FOR_SIMPLIFY = 500  # operations of an expression that is given to `simplify`
MOST_FOR_FACTOR, MOST_SYMBOLS_FOR_FACTOR = 80, 5  # factoring is exponential in the number of symbols
DIGITS = 40
POINTS = (sympy.Rational(2, 3), sympy.Rational(5, 4), sympy.Rational(3, 7), sympy.Rational(7, 5), sympy.Rational(1, 3))
SIGNS = (1, -1, 1, 1, -1, -1, 1)


def decide(left: Matrix, relation: str, right: Matrix, use: Callable[[str], None]) -> Outcome:
    """`open` where SymPy gives up. `use` is told which of its functions decided."""
    if left.shape != right.shape:
        raise NoTranslation("sides of different shapes")
    result: Outcome = "holds"
    for a, b in zip(left, right, strict=True):
        outcome = _entry(a - b, relation, use)
        if outcome == "fails":
            return "fails"
        result = "open" if outcome == "open" else result
    return result


def _entry(difference: Expr, relation: str, use: Callable[[str], None]) -> Outcome:
    if relation == "=":
        return _is_zero(mx.bounded(difference), use)
    if relation in ("<=", ">=") and _is_zero(mx.bounded(difference), use) == "holds":
        return "holds"
    return _sign(difference if relation in (">", ">=") else -difference, relation, use)


def _is_zero(difference: Expr, use: Callable[[str], None]) -> Outcome:
    """Ever stronger simplification; before the costly ones, a point at which the difference is plainly not zero."""
    if difference == 0:
        return "holds"
    if vanishes_as_polynomial(difference):
        use("sympy.ring")
        return "holds"
    if _nonzero_somewhere(difference):
        use("sympy.N")
        return "fails"
    with suppress(NoTranslation):  # a numerator may be too large where the difference is not
        if vanishes_as_fraction(difference) or vanishes_as_polynomial(_numerator(difference)):
            use("sympy.together")
            return "holds"
    if sympy.expand(difference) == 0:
        use("sympy.expand")
        return "holds"
    if sympy.expand(_numerator(difference)) == 0:
        use("sympy.together")
        return "holds"
    if sympy.count_ops(difference) <= MOST_FOR_SIMPLIFY and sympy.simplify(difference) == 0:
        use("sympy.simplify")
        return "holds"
    return "open"


def _numerator(expression: Expr) -> Expr:
    """Over a common denominator; no common factors are looked for, which is what makes `cancel` slow."""
    return mx.bounded(sympy.fraction(sympy.together(sympy.expand_log(expression)))[0])


def _sign(larger: Expr, relation: str, use: Callable[[str], None]) -> Outcome:
    """Whether an expression is positive, or not negative, as far as SymPy's assumptions tell."""
    strict = relation in ("<", ">")
    small = sympy.count_ops(larger) <= MOST_FOR_FACTOR and len(larger.free_symbols) <= MOST_SYMBOLS_FOR_FACTOR
    for form in (lambda e: e, sympy.factor) if small else (lambda e: e,):
        candidate = form(larger)
        if candidate.is_positive or (not strict and candidate.is_nonnegative):
            use("sympy.assumptions")
            return "holds"
        if candidate.is_negative or (strict and candidate.is_nonpositive):
            use("sympy.assumptions")
            return "fails"
    return "open"


def _nonzero_somewhere(expression: Expr) -> bool:
    """Whether it has a value that is certainly not zero where its symbols are some rational numbers."""
    if expression.has(sympy.Sum, sympy.Integral, sympy.Piecewise):
        return False
    symbols = sorted(expression.free_symbols, key=str)
    values = {s: _number(s, k) for k, s in enumerate(symbols)}
    if not all(_at_a_point(inner, values).is_positive for inner in _must_be_positive(expression)):
        return False
    number = sympy.N(_at_a_point(expression, values), DIGITS)
    return bool(number.is_real and number.is_finite and abs(number) > sympy.Float(10) ** (-DIGITS // 2))


def _must_be_positive(expression: Expr) -> list[Expr]:
    """Under logarithms and roots: elsewhere SymPy has complex values, and the claim has none."""
    roots = [p.base for p in expression.atoms(sympy.Pow) if not p.exp.is_integer and p.base.is_number is False]
    return roots + [log.args[0] for log in expression.atoms(sympy.log)]


def _at_a_point(expression: Expr, values: dict[Expr, Expr]) -> Expr:
    found = expression.xreplace(values)
    while unknown := sorted(found.atoms(AppliedUndef), key=lambda f: (sympy.count_ops(f), str(f))):
        inner = unknown[0]
        found = found.xreplace({inner: POINTS[len(str(inner)) % len(POINTS)] + len(unknown)})
    return found


def _number(symbol: Expr, k: int) -> Expr:
    if symbol.is_integer:
        return sympy.Integer(3)
    size = POINTS[k % len(POINTS)] + k // len(POINTS)
    return size if symbol.is_nonnegative else size * SIGNS[k % len(SIGNS)]
