"""Rows with a left side of their own: consequences of the row above, where that is what they are.

`2x + 4 = 10`, `2x = 6`, `x = 3`: no row is true of every x, and each follows from the one before. A row is first
decided by itself. Where that gives no proof it is decided under the row above, and a proof says that it rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from hence.checks.conditions import Stated
from hence.checks.elaborate.proportion import is_up_to_constant
from hence.checks.scope import Scope
from hence.checks.stationary import ends_in_zero
from hence.language.derivation import Fact, Formula, Given, Step
from hence.language.terms import App, Bind, Num, Sym, Term, free_names, subterms
from hence.language.verdicts import Assumed, Judged, Proved, Refuted, Supported, Unknown, Verdict

Decide = Callable[[Scope, Step, int], Verdict]
CLAIMED = frozenset(("E", "Var", "Cov", "KL", "deriv", "density", "integral", "lim"))
WRITTEN = frozenset(("neg", "matrix", "row"))
NUMBERS = frozenset(("neg", "div", "pow", "sqrt", "add", "mul", "matrix", "zeros"))


def after_row_above(
    step: Step, verdict: Verdict, scope: Scope, judged: Sequence[Judged], decide: Decide, seed: int
) -> Verdict:
    """The verdict on a row, or a better one as a consequence of the row above."""
    above = [j for j in judged if isinstance(j.step, Step) and any(j.step.formula is f for f in step.above)]
    undecided = any(isinstance(j.verdict, Unknown | Supported) for j in above) and _speaks_of_the_same(step)
    if isinstance(verdict, Refuted) and (step.beneath or undecided):
        verdict = Unknown("it may follow from the row above, which is not decided")
    if isinstance(verdict, Proved) or not above or any(isinstance(j.verdict, Refuted) for j in above):
        return verdict
    if any(is_up_to_constant(f, step.above) for f in step.above) or _in_two_forms(step):
        return verdict
    under = replace(scope, givens=tuple(g for g in scope.givens if not _says(g, step.above)))
    found = decide(under, replace(step, premises=step.above), seed)
    if isinstance(found, Proved):
        return replace(found, needs=tuple(dict.fromkeys((*_rests_on(above), *found.needs))))
    certain = all(isinstance(j.verdict, Assumed | Proved) for j in above)
    if isinstance(found, Refuted) and certain and _speaks_of_the_same(step) and _is_determined(step, above):
        return replace(found, hint="; ".join(filter(None, (found.hint, "it does not follow from the row above"))))
    return verdict


def _in_two_forms(step: Step) -> bool:
    """`A_i` below `A_{ij}`: what one of them is need not be what the other is a part of."""
    counts: dict[str, set[int]] = {}
    for formula in (step.formula, *step.above):
        for part in (x for side in (formula.lhs, formula.rhs) for x in subterms(side)):
            match part:
                case App("index", (Sym(name), *indices)):
                    counts.setdefault(name, set()).add(len(indices))
    return any(len(many) > 1 for many in counts.values())


def _says(given: object, formulas: Sequence[Formula]) -> bool:
    return isinstance(given, Fact) and given.formula in formulas


def _rests_on(above: Sequence[Judged]) -> tuple[object, ...]:
    """What a consequence of these rows takes for granted."""
    found: list[object] = []
    for one in above:
        match one.verdict:
            case Proved(needs=needs):
                found += needs
            case Assumed() | Unknown() | Supported() if isinstance(one.step, Step):
                found.append(Stated(f"{one.step.lhs_text} {one.step.formula.relation} {one.step.rhs_text}"))
            case _:
                pass
    return tuple(found)


def _is_determined(step: Step, above: Sequence[Judged]) -> bool:
    """Whether the row above leaves one unknown at most: with more, the next row may be one more condition."""
    imposed = any(isinstance(j.verdict, Assumed) for j in above)
    return not imposed or len(free_names(step.formula.lhs) | free_names(step.formula.rhs)) == 1


def _speaks_of_the_same(step: Step) -> bool:
    """Whether a row has no names that the row above does not know."""
    known = {n for f in step.above for side in (f.lhs, f.rhs) for n in free_names(side)}
    return free_names(step.formula.lhs) | free_names(step.formula.rhs) <= known


def is_to_be_solved(step: Step, open_names: Sequence[str]) -> bool:
    """An equation between a number and an expression in what nobody has said: it is for certain values only."""
    sides = (step.formula.lhs, step.formula.rhs)
    equates = (
        step.formula.relation == "=" and not step.premises and not step.announced and not any(map(_averages, sides))
    )
    return equates and bool(open_names) and any(map(_is_number, sides))


def is_sought(scope: Scope, step: Step) -> bool:
    """Whether something in letters is set to zero behind a derivative that was not understood, in whatever words."""
    return ends_in_zero(scope.steps, step) and bool(free_names(step.formula.lhs))


def is_reported(step: Step, givens: Sequence[Given]) -> bool:
    """`w = (-5.549, 9.019)`, `p(x = 1 | y = 1) = 0.99`: values that were measured, or found elsewhere.

    Not where the page says how it is calculated from numbers: there it can be told whether the value is right.
    """
    formula = step.formula
    named = free_names(formula.lhs)
    facts = [g.formula for g in givens if isinstance(g, Fact) and named <= free_names(g.formula.lhs)]
    determined = [f for f in facts if free_names(f.lhs) | free_names(f.rhs) == named and not _is_written_out(f.rhs)]
    determined += [f for f in facts if f.lhs != formula.lhs and free_names(f.lhs) | free_names(f.rhs) == named]
    plain = formula.relation == "=" and not (step.premises or step.above or determined)
    match formula.lhs, formula.rhs:
        case App("density"), Num(value):
            return plain and 0 < value < 1
        case Sym() | App("index", (Sym(), Num())), value:
            numbers = [x.value for x in subterms(value) if isinstance(x, Num)]
            return plain and _is_written_out(value) and any(number % Fraction(1, 100) for number in numbers)
    return False


def _is_written_out(term: Term) -> bool:
    return all(isinstance(x, Num) or (isinstance(x, App) and x.head in WRITTEN) for x in subterms(term))


def is_derivative_at_zero(step: Step, judged: Sequence[Judged]) -> bool:
    """`w - a + b = 0` behind `f'(w) = w - a + b`: where that is so is to be found."""
    formula = step.formula
    if formula.relation != "=" or formula.rhs != Num(Fraction(0)):
        return False
    before = (j.step.formula for j in judged if isinstance(j.step, Step))
    return any(f.rhs == formula.lhs and _is_derivative(f.lhs) for f in before)


def _is_derivative(term: Term) -> bool:
    match term:
        case App("deriv", _):
            return True
        case App("apply", (Sym(name), *_)):
            return name.endswith("'")
        case _:
            return False


def _averages(term: Term) -> bool:
    """An expectation, an integral, a derivative: what is equated with a number there is claimed."""
    return any(isinstance(x, App | Bind) and x.head in CLAIMED for x in subterms(term))


def _is_number(term: Term) -> bool:
    return all(isinstance(x, Num) or (isinstance(x, App) and x.head in NUMBERS) for x in subterms(term))
