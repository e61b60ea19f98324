"""Derivatives that an author sets to zero: a condition for the lines that solve it, and no claim.

"Setting it to zero gives A w = b, and hence w = ..." speaks of the w at which the derivative vanishes, in both
displays. A chain that begins with a derivative and ends in "= 0" says the same without words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from hence.checks.scope import Scope
from hence.language.derivation import Fact, Formula, Given, Step
from hence.language.heads import MOMENTS
from hence.language.opaque import is_opaque
from hence.language.solutions import solved_letters
from hence.language.terms import App, Num, Sym, Term, free_names, num, substitute, subterms

ENTRY = "entry of "


class Zero(NamedTuple):
    """What is zero in a part of the page, and the definitions of the functions that it differentiates."""

    part: int
    fact: Fact
    defined: tuple[Given, ...] = ()


def zero_in(scope: Scope, fact: Fact) -> Zero:
    return Zero(scope.part, fact, tuple(g for g in scope.givens if _defines(g, _function_of(fact))))


def _defines(given: Given, function: str) -> bool:
    match given:
        case Fact(Formula(App("apply", (Sym(name), *_)) | Sym(name)), True):
            return name == function
    return False


def _with(scope: Scope, zeros: Iterable[Zero]) -> Scope:
    """The chain with what is zero there; a chain that does not name a function may not know what it is."""
    brought = [given for zero in zeros for given in (*zero.defined, zero.fact)]
    fresh = [g for g in dict.fromkeys(brought) if g not in scope.givens]
    return replace(scope, givens=(*scope.givens, *fresh))


def zeros_of(scope: Scope) -> list[Fact]:
    """What is set to zero by the words in front of a chain."""
    return [g for g in scope.givens if isinstance(g, Fact) and g.imposed == "here" and variable_of(g.formula)]


def in_force(scope: Scope, earlier: Sequence[Zero]) -> Scope:
    """The chain with the zero that it solves: one for a variable of which a value is claimed."""
    solved = {name for step in scope.steps[:1] for name in _solved(step)}
    still = [zero for zero in earlier if zero.part == scope.part and variable_of(zero.fact.formula) in solved]
    return _with(scope, [zero for zero in still if zero.fact not in scope.givens][-1:])


def without_constraints(scope: Scope) -> tuple[Scope, list[Fact]]:
    """The chain without the equations of a stated problem, which hold for its solution only, and these equations."""
    found = [g for g in scope.givens if isinstance(g, Fact) and g.imposed == "problem"]
    if not found:
        return scope, found
    kept = tuple(g for g in scope.givens if g not in found)
    return replace(scope, givens=kept, own=tuple(g for g in scope.own if g not in found)), found


def where_solved(scope: Scope, step: Step, zeros: Sequence[Zero]) -> Scope | None:
    """The chain at the solution of the equations stated before it; None where a step is not about that.

    Derivatives of one function that were set to zero vanish together; with them go the equations of the problem.
    """
    sides = (step.formula.lhs, step.formula.rhs)
    spoken = frozenset().union(*map(free_names, sides))
    derived = any(map(_has_derivative, sides))
    if step.formula.relation not in ("=", "<=", ">=", "<", ">") or derived:
        return None
    stated = [zero for zero in zeros if zero.part == scope.part and zero.fact not in scope.givens]
    known = {zero: (*scope.givens, *zero.defined) for zero in stated}
    functions = {_function_of(zero.fact) for zero in stated if spoken & _names_of(zero.fact, known[zero])}
    chosen = [zero for zero in stated if _function_of(zero.fact) in functions]
    found = without_data(_with(scope, chosen), [step]) if chosen else scope
    return found if len(found.givens) > len(scope.givens) else None


def without_data(scope: Scope, steps: Iterable[Step]) -> Scope:
    """The chain without what is solved for the data at hand, where it speaks of averages over data."""
    if not any(_averages(step.formula) for step in steps):
        return scope
    return replace(scope, givens=tuple(g for g in scope.givens if not _is_for_data(g, scope.givens)))


def _is_for_data(given: Given, givens: Iterable[Given]) -> bool:
    if not isinstance(given, Fact) or not given.imposed:
        return False
    function = _function_of(given)
    defined = (g for g in givens if isinstance(g, Fact) and _defines(g, function))
    return not any(_averages(g.formula) for g in (given, *defined))


def _averages(formula: Formula) -> bool:
    return any(isinstance(t, App) and t.head in MOMENTS for side in sides_of(formula) for t in subterms(side))


def _function_of(fact: Fact) -> str:
    """The function whose derivative is zero; empty for an equation of a problem."""
    match fact.formula.lhs:
        case App("deriv", (App("apply", (Sym(name), *_)) | Sym(name), _)):
            return name
        case App("apply", (Sym(name), _)) if name.endswith("'"):
            return name.rstrip("'")
    return ""


def _names_of(fact: Fact, givens: Iterable[Given]) -> frozenset[str]:
    """The symbols that an equation speaks of, also through the definition of the function that it differentiates."""
    found = free_names(fact.formula.lhs) | free_names(fact.formula.rhs)
    for given in givens:
        match given:
            case Fact(Formula(App("apply", (Sym(name), *_)) as value, _, body), True) if name == _function_of(fact):
                found |= free_names(value) | free_names(body)
    return found


def is_value(term: Term) -> bool:
    """f(x), for plain variables: what is said of it is said of every x."""
    return isinstance(term, App) and term.head == "apply" and all(isinstance(a, Sym) for a in term.args)


def sets_to_zero(steps: Sequence[Step], step: Step) -> tuple[Fact, ...]:
    """The conditions that a step states when it equates a derivative with zero at the end of a chain.

    What stands before the zero vanishes as well: it is what the lines below rearrange, whatever is differentiated.
    """
    before = steps[: list(steps).index(step) + 1]
    first = before[0].formula
    ends = step.formula.relation == "=" and _is_zero(step.formula.rhs) and not step.premises
    equal = all(s.formula.relation == "=" for s in before)
    condition = Formula(first.lhs, "=", num(0), step.formula.span)
    variable = variable_of(condition)
    alone = variable.startswith(ENTRY) and len(before) == 1  # that one entry does not matter is a claim
    if not (ends and equal and variable) or alone:
        return ()
    found = (Fact(condition, False, (), step.span, imposed="here"),)
    if len(before) == 1 or _has_derivative(step.formula.lhs):
        return found
    return (*found, Fact(step.formula, False, (), step.span, imposed="problem"))


def _has_derivative(term: Term) -> bool:
    return any(isinstance(t, App) and t.head == "deriv" for t in subterms(term))


def ends_in_zero(steps: Sequence[Step], step: Step) -> bool:
    r"""`\frac{\partial}{\partial q}(1) = S = 0`: what stands first was not understood, and S is set to zero."""
    before = steps[: list(steps).index(step)]
    joined = bool(before) and before[-1].formula.rhs == step.formula.lhs and not step.premises
    return joined and _is_zero(step.formula.rhs) and any(map(is_opaque, subterms(before[0].formula.lhs)))


def solution(step: Step, givens: Iterable[Given]) -> Formula | None:
    """What a new symbol w^* behind "setting to zero gives" claims: that w has this value."""
    zeros = [g for g in givens if isinstance(g, Fact) and g.imposed == "here"]
    for name in _solved(step):
        if any(variable_of(z.formula) == name for z in zeros):
            return replace(step.formula, lhs=Sym(name, step.formula.lhs.span))
    return None


def is_set_here(step: Step, scope: Scope) -> bool:
    """Whether the zero that a step solves was set for this chain: an earlier one may be that of another problem."""
    zeros = [g for g in scope.own if isinstance(g, Fact) and g.imposed == "here"]
    return any(variable_of(zero.formula) in _solved(step) for zero in zeros)


def implied(step: Step, givens: Sequence[Given]) -> Step:
    """ "... = 0 implies w^* = ...": a new symbol w^* stands for the w of the premises."""
    before = {name for p in step.premises for side in (p.lhs, p.rhs) for name in free_names(side)}
    known = {name for g in givens if isinstance(g, Fact) for name in free_names(g.formula.lhs)}
    match step.formula.lhs:
        case Sym(name, span) if name not in before | known and step.formula.relation == "=":
            for base in solved_letters(name):
                if base in before:
                    return replace(step, formula=replace(step.formula, lhs=Sym(base, span)))
    return step


def concluded(step: Step) -> tuple[Fact, ...]:
    r"""The `w = ...` of "$\nabla_w L = 0 \Rightarrow w = ...$": what follows it is said of that w."""
    if not step.premises or not all(variable_of(premise) for premise in step.premises) or step.denied:
        return ()
    return (Fact(step.formula, False, (), step.span, imposed="problem"),)


def is_solved_for(step: Step) -> bool:
    r"""`X^\top X \hat w = X^\top y \implies \hat w = ...`: from there on that is what the name stands for."""
    names = frozenset().union(*(free_names(side) for p in step.premises for side in sides_of(p)))
    match step.formula.lhs:
        case Sym(name):
            return name in names and bool(solved_letters(name))
        case _:
            return False


def at_solution(formula: Formula, givens: Sequence[Given]) -> Formula | None:
    r"""A formula about a \hat{w} of which nothing is known, for the w where a derivative by w is zero; else None."""
    zeros = {variable_of(g.formula) for g in givens if isinstance(g, Fact) and g.imposed == "here"}
    known = {name for g in givens if isinstance(g, Fact) for side in sides_of(g.formula) for name in free_names(side)}
    named = {name for side in sides_of(formula) for name in free_names(side)} - known
    values = {name: Sym(base) for name in sorted(named) for base in solved_letters(name) if base in zeros}
    if formula.relation != "=" or not values:
        return None
    return replace(formula, lhs=substitute(formula.lhs, values), rhs=substitute(formula.rhs, values))


def sides_of(formula: Formula) -> tuple[Term, Term]:
    return formula.lhs, formula.rhs


def premise_of(step: Step, givens: Sequence[Given]) -> Formula | None:
    """The derivative whose zero a step solves: x = ... where that by x is set to zero."""
    zeros = [g.formula for g in givens if isinstance(g, Fact) and g.imposed == "here"]
    solved = [z for z in zeros if variable_of(z) in _solved(step)]
    return solved[-1] if solved and not step.premises else None


def variable_of(formula: Formula) -> str:
    """The variable by which a side that is zero is differentiated; empty where there is none."""
    match formula:
        case Formula(App("deriv", (_, Sym(name))), "=", right) if _is_zero(right):
            return name
        case Formula(App("div", (App("deriv", (_, Sym(name))), App("mul", (Num(), Sym(root))))), "=", right):
            return name if name == root and _is_zero(right) else ""  # the derivative by a square
        case Formula(App("deriv", (Sym() | App("apply"), App("index", (Sym(name), *_)))), "=", right) if _is_zero(
            right
        ):
            return f"{ENTRY}{name}"  # no name of a variable: what is solved for it follows from the line itself
        case Formula(App("apply", (Sym(function), Sym(name))), "=", right) if function.endswith("'") and _is_zero(
            right
        ):
            return name
    return ""


def _is_zero(term: Term) -> bool:
    return term == Num(num(0).value) or (isinstance(term, App) and term.head == "zeros")


def _solved(step: Step) -> list[str]:
    """The variable that a step gives a value to: w, and also the w of w^* where that is introduced."""
    if step.formula.relation != "=" or not isinstance(step.formula.lhs, Sym):
        return []
    name = step.formula.lhs.name
    return solved_letters(name) if step.definition else [name]
