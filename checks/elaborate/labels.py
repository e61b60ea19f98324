r"""Labels with two values: `\mathbf{1}[y_i = 1]` is y_i where y_i is 0 or 1, and (1 + y_i) / 2 where it is 1 or -1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from hence.checks.elaborate.totals import ends, is_same
from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Num, Term, app, mapped, num, strip_spans, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]


def with_labels(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas in which such indicators are plain numbers. Never fails."""
    page = list(givens), list(formulas)
    facts = [g.formula for g in page[0] if isinstance(g, Fact)]
    compared = (t for f in (*facts, *page[1]) for s in (f.lhs, f.rhs) for t in subterms(s) if _compares(t))
    known = {x: values for t in compared if (values := _two_values(x := strip_spans(t.args[0]), page[0])) is not None}
    if not known:
        return page

    def plain(term: Term) -> Term:
        values = known.get(strip_spans(term.args[0])) if _compares(term) else None
        return _as_number(term.args[0], term.args[1], values) if values and isinstance(term, App) else term

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, plain), rhs=mapped(formula.rhs, plain))

    made = [replace(g, formula=changed(g.formula)) if isinstance(g, Fact) else g for g in page[0]]
    return made, [changed(f) for f in page[1]]


def _compares(term: Term) -> TypeGuard[App]:
    return isinstance(term, App) and term.head == "delta" and _number(term.args[1]) is not None


def _number(term: Term) -> Num | None:
    match strip_spans(term):
        case Num() as value:
            return value
        case App("neg", (Num(value),)):
            return num(-value)
    return None


def _as_number(label: Term, value: Term, values: tuple[Num, Num]) -> Term:
    low, high = values
    number = _number(value)
    if number not in values:
        return num(0)
    gap = num(high.value - low.value)
    other = low if number == high else high
    near = app("add", label, num(-other.value))
    return app("div", near, gap if number == high else num(-gap.value))


def _two_values(label: Term, givens: list[Given]) -> tuple[Num, Num] | None:
    match ends(label, givens):
        case (Num(low), Num(high)) if high == low + 1:
            return num(low), num(high)
    for given in givens:
        match given:
            case Fact(Formula(App("pow", (subject, Num(power))), "=", Num(value))) if is_same(subject, label):
                if power == 2 and value == 1:
                    return num(-1), num(1)
    return None
