"""Mutants of a step: every small change that an author could make by mistake.

A mutant differs from the step at one place of its right-hand side, or in its relation. Changes are pure rewriting of
terms: whether a mutant still makes sense, and whether it is false, is for a checker to find out. Each kind of change
is a row of `CHANGES`: a name and a function from a place to what may stand there instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from hence.language.derivation import Formula, Relation
from hence.language.places import INTEGER_ROLES, SIZE, Place, places
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Range, Span, Sym, Term, Unstated, alpha_equal, app, num, subterms


@dataclass(frozen=True)
class Mutant:
    """A changed formula: which kind of change, what was done in words, and which part of the source it was done to."""

    formula: Formula
    kind: str
    change: str
    where: Span
    role: str = ""  # of the place in the formula: a value, an index, a bound


# what stands there instead, what was done in words, and to which part of what stands there, if not to all of it
Changed: TypeAlias = tuple[Term, str] | tuple[Term, str, Term]
Change: TypeAlias = Callable[[Place], Iterator[Changed]]

ONE, TWO, HALF = num(1), num(2), num(Fraction(1, 2))
NORMS = frozenset("norm norm_F norm_1 norm_inf eig_max eig_min".split())
SCALARS = NORMS | frozenset("tr det inner delta pi infinity E Var Cov KL density normal_pdf index".split())
DROPPED_FUNCTIONS = frozenset("log exp sqrt abs tanh softmax".split())
SWAPPED_ARGUMENTS = frozenset("KL Cov Normal".split())
TURNED: dict[Relation, Relation] = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def mutants(formula: Formula) -> Iterator[Mutant]:
    """Every mutant of a formula once, place by place from the outside in. Never fails.

    None is the formula itself, nor the formula with other names for its bound variables.
    """
    seen = {formula}
    for mutant in _all_mutants(formula):
        new = mutant.formula
        if new not in seen and not _same(new, formula):
            seen.add(new)
            yield mutant


def _all_mutants(formula: Formula) -> Iterator[Mutant]:
    if formula.relation in TURNED:
        turned = replace(formula, relation=TURNED[formula.relation])
        yield Mutant(turned, "relation", "turn the relation around", formula.span)
    for place in places(formula):
        if place.role == SIZE:
            continue
        for kind, change in CHANGES.items():
            for term, words, *part in change(place):
                where = (part[0] if part else place.term).span
                yield Mutant(replace(formula, rhs=place.put(term)), kind, words, where, place.role)


def _same(a: Formula, b: Formula) -> bool:
    return a.relation == b.relation and alpha_equal(a.rhs, b.rhs)


def ordinal(position: int) -> str:
    """A position that counts from zero, in words."""
    words = "first second third fourth fifth sixth".split()
    return words[position] if position < len(words) else f"{position + 1}th"


# Parts that changes share ------------------------------------------------------------------------------


def _without(args: tuple[Term, ...], position: int) -> tuple[Term, ...]:
    return args[:position] + args[position + 1 :]


def _with(args: tuple[Term, ...], position: int, term: Term) -> tuple[Term, ...]:
    return (*args[:position], term, *args[position + 1 :])


def _joined(head: str, args: tuple[Term, ...]) -> Term:
    """A sum or product of what is left; one alone stands for itself."""
    return args[0] if len(args) == 1 else App(head, args)


def _negated(term: Term) -> Term:
    return term.args[0] if isinstance(term, App) and term.head == "neg" else app("neg", term)


def _times(coefficient: Num, term: Term) -> Term:
    """The term with one more numerical factor; a sign stays in front."""
    match term:
        case Num(value):
            return num(coefficient.value * value)
        case App("neg", (inner,)):
            return app("neg", _times(coefficient, inner))
        case App("mul", args):
            return App("mul", (coefficient, *args))
        case _:
            return app("mul", coefficient, term)


def _plus(term: Term, amount: int) -> Term:
    match term:
        case Num(value):
            return num(value + amount)
        case App("add", (*front, Num(value))):
            return _joined("add", (*front, *((num(value + amount),) if value + amount else ())))
        case App("add", (*front, App("neg", (Num(value),)))):
            return _joined("add", (*front, *_summand(amount - value)))
        case _:
            return App("add", (term, *_summand(Fraction(amount))))


def _summand(value: Fraction) -> tuple[Term, ...]:
    if value == 0:
        return ()
    return (num(value),) if value > 0 else (app("neg", num(-value)),)


# The changes -------------------------------------------------------------------------------------------


def _sign(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("neg", (inner,)):
            yield inner, "drop a minus"
        case App("add", args):
            for k, arg in enumerate(args):
                yield App("add", _with(args, k, _negated(arg))), f"flip the sign of the {ordinal(k)} summand", arg
        case Num(value) if value == 0:
            return
    if place.is_root:
        yield _negated(place.term), "flip the sign"


def _transpose(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("transpose", (inner,)):
            yield inner, "drop a transpose"
        case Num() | Bind() | App("mul" | "neg" | "div", _):
            return
        case App() as term if _is_scalar(term):
            return
        case _ if place.parent in ("mul", "hadamard", "add", "") and place.role == "" and place.among_matrices:
            yield app("transpose", place.term), "add a transpose"


def _is_scalar(term: Term) -> bool:
    match term:
        case App("pow", (base, _)):
            return _is_scalar(base)
        case App("add", args):
            return any(_is_scalar(t.args[0] if isinstance(t, App) and t.head == "neg" else t) for t in args)
        case App(head, _):
            return head in SCALARS
        case _:
            return False


def _swap_factors(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("mul", args):
            for k, (a, b) in enumerate(pairwise(args)):
                if not isinstance(a, Num) and not isinstance(b, Num):
                    yield (
                        App("mul", (*args[:k], b, a, *args[k + 2 :])),
                        f"swap the {ordinal(k)} and the {ordinal(k + 1)} factor",
                    )


def _drop_factor(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("mul" | "hadamard", args):
            for k in range(len(args)):
                yield _joined("mul", _without(args, k)), f"drop the {ordinal(k)} factor", args[k]
        case App("div", (above, below)):
            yield above, "drop a denominator"
            if above != ONE:
                yield app("div", ONE, below), "drop a numerator"
        case App("pow", (_, Num(value))) if value < 0 and place.parent != "mul":
            yield ONE, "drop an inverse"


def _drop_summand(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("add", args):
            for k in range(len(args)):
                yield _joined("add", _without(args, k)), f"drop the {ordinal(k)} summand", args[k]


def _exponent(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("pow", (base, exponent)):
            for amount in (1, -1):
                changed = _plus(exponent, amount)
                if changed == ONE:
                    yield base, "lower an exponent by one"
                elif changed != num(0):
                    yield app("pow", base, changed), f"{'raise' if amount > 0 else 'lower'} an exponent by one"
        case App("norm" | "norm_F" | "index", _):
            yield from _squared(place)
        case Sym() if not place.among_matrices:
            yield from _squared(place)


def _squared(place: Place) -> Iterator[Changed]:
    if place.role == "" and place.parent in ("mul", "div", "add", ""):
        yield app("pow", place.term, TWO), "square"


def _coefficient(place: Place) -> Iterator[Changed]:
    match place.term:
        case Num(value) if place.role != "exponent" or place.parent != "pow":
            yield from _other_numbers(value, place)
        case App("add", args) if place.role == "":
            for k, arg in enumerate(args):
                yield App("add", _with(args, k, _times(TWO, arg))), f"double the {ordinal(k)} summand", arg
    if place.is_root and place.term != num(0):
        yield _times(TWO, place.term), "double"
        yield _times(HALF, place.term), "halve"


def _other_numbers(value: Fraction, place: Place) -> Iterator[Changed]:
    if value == 0:
        if place.role == "":
            yield ONE, "change 0 to 1"
        return
    yield num(2 * value), f"double the number {value}"
    if place.role not in INTEGER_ROLES or (value / 2).denominator == 1:
        yield num(value / 2), f"halve the number {value}"


def _swap_indices(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("index", (base, *indices)) if len(indices) > 1:
            for k, (i, j) in enumerate(pairwise(indices)):
                swapped = (*indices[:k], j, i, *indices[k + 2 :])
                yield App("index", (base, *swapped)), "swap two indices"


def _bound(place: Place) -> Iterator[Changed]:
    match place.term:
        case Bind("sum" | "prod", _, Range(low, high, unless)) as bind:
            for amount, word in ((1, "raise"), (-1, "lower")):
                shifted = Range(_plus(low, amount), high, unless)
                yield replace(bind, domain=shifted), f"{word} the lower bound by one"
                shifted = Range(low, _plus(high, amount), unless)
                yield replace(bind, domain=shifted), f"{word} the upper bound by one"


def _exclusion(place: Place) -> Iterator[Changed]:
    match place.term:
        case Bind(_, _, Range(low, high, unless)) as bind if unless:
            yield replace(bind, domain=Range(low, high)), "forget what the sum leaves out"
        case Bind(_, _, Unstated(unless)) as bind if unless:
            yield replace(bind, domain=Unstated()), "forget what the sum leaves out"


def _drop_operator(place: Place) -> Iterator[Changed]:
    match place.term:
        case Bind("sum" | "prod" as head, var, _, body) if var not in subterms(body):
            yield body, f"drop a {head}"


def _swap_arguments(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("div", (above, below)):
            yield app("div", below, above), "swap numerator and denominator"
        case App(head, (a, b)) if head in SWAPPED_ARGUMENTS:
            yield (
                app(head, b, a),
                "swap numerator and denominator" if head == "div" else f"swap the arguments of {head}",
            )


def _drop_function(place: Place) -> Iterator[Changed]:
    match place.term:
        case App(head, (inner,)) if head in DROPPED_FUNCTIONS:
            yield inner, f"drop the function {head}"


def _condition(place: Place) -> Iterator[Changed]:
    match place.term:
        case App("density", (family, App("given", conditions), *points)) if conditions:
            yield App("density", (family, app("given"), *points)), "drop a condition"
            turned = App("given", tuple(points))
            yield App("density", (family, turned, *conditions)), "swap condition and point"


def _symbol(place: Place) -> Iterator[Changed]:
    if isinstance(place.term, Sym) and place.neighbour is not None:
        yield Sym(place.neighbour), f"write ${place.neighbour}$ for ${place.term.name}$"


CHANGES: dict[str, Change] = {
    "sign": _sign,
    "transpose": _transpose,
    "swap factors": _swap_factors,
    "drop factor": _drop_factor,
    "drop summand": _drop_summand,
    "exponent": _exponent,
    "coefficient": _coefficient,
    "swap indices": _swap_indices,
    "bound": _bound,
    "exclusion": _exclusion,
    "drop operator": _drop_operator,
    "swap arguments": _swap_arguments,
    "drop function": _drop_function,
    "condition": _condition,
    "symbol": _symbol,
}
KINDS = (*CHANGES, "relation")
