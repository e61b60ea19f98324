r"""Probabilities of values: `P(X = 1)` where X has a law, and laws that are given by such probabilities.

With X drawn from a discrete law of the registry, P(X = v) is its mass at v. `P(S = 1) = P(S = -1) = \frac12` says what
the law of S is, and so does `P(Y = 1) = \theta` of a Y in {0, 1}. Where some probabilities of X are given and do not
make a law, X is no variable of which nothing is known. All other events stay what they are as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.registry import row_of
from hence.checks.elaborate.totals import totals
from hence.language.derivation import Distributed, Fact, Formula, Given, Membership, Property, RealSpace
from hence.language.formulas import F
from hence.language.laws import Integers, Points
from hence.language.opaque import event
from hence.language.terms import App, Num, Sym, Term, app, free_names, mapped, num, strip_spans, subterms

Page: TypeAlias = tuple[list[Given], list[Formula]]
CHANCES = frozenset(("P", r"\Pr", r"\mathbb{P}", r"\mathrm{Pr}", r"\mathrm{P}", r"\mathrm{Prob}"))
BERNOULLI, TWO_POINTS = Sym(r"\mathrm{Bernoulli}"), Sym(r"\mathrm{TwoPoint}")
UNCLEAR = "given by probabilities"


def with_events(givens: Iterable[Given], formulas: list[Formula]) -> Page:
    """Givens and formulas without events that are more than a whole. Never fails."""
    givens = list(givens)
    facts = [g.formula for g in givens if isinstance(g, Fact)]
    if not any(_is_event(t) for f in (*facts, *formulas) for side in (f.lhs, f.rhs) for t in subterms(side)):
        return givens, formulas
    givens += _said(givens)
    givens += totals(givens, formulas)
    random = _random(givens)
    laws = {g.subject.name: g for g in givens if isinstance(g, Distributed) and isinstance(g.subject, Sym)}

    def mass(term: Term) -> Term:
        found = _chance_of(term)
        law = laws.get(found[0].name) if found is not None else None
        if found is None or law is None or law.given or base_name(found[1]) in random:
            return term
        return app("pdf", found[1], law.law) if _is_value(found[1], law.law) else term

    def changed(formula: Formula) -> Formula:
        left, right = (mapped(mapped(side, mass), as_whole) for side in (formula.lhs, formula.rhs))
        return replace(formula, lhs=left, rhs=right)

    made: list[Given] = [_with(g, changed(g.formula)) if isinstance(g, Fact) else g for g in givens]
    return made, [changed(f) for f in formulas]


def _with(given: Fact, formula: Formula) -> Fact:
    r"""A given in other words; `p(z = k) = \pi_k` is an equation for every k and defines no density."""
    values = {e.args[1].name for e in _events(given.formula.lhs) if isinstance(e.args[1], Sym)}
    if not values or not isinstance(formula.lhs, App) or formula.lhs.head != "density":
        return replace(given, formula=formula)
    inside = values & (free_names(formula.lhs) | free_names(formula.rhs))
    over = tuple(dict.fromkeys((*given.over, *sorted(inside))))
    return replace(given, formula=formula, definition=False, over=over)


def _events(term: Term) -> list[App]:
    return [t for t in subterms(term) if isinstance(t, App) and _is_event(t)]


def _is_event(term: Term) -> bool:
    return isinstance(term, App) and term.head == "at" and len(term.args) == 3


def as_whole(term: Term) -> Term:
    """An event as a whole."""
    if not isinstance(term, App) or not _is_event(term):
        return term
    variable, value = (_plain(x) for x in term.args[:2])
    return replace(event(variable, value), span=term.span)


def _chance_of(term: Term) -> tuple[Sym, Term] | None:
    """X and v of P(X = v), without conditions."""
    match term:
        case App("density", (Sym(family), App("given", ()), App("at", (Sym() as variable, value, _)))):
            return (variable, _plain(value)) if family in CHANCES else None
    return None


def _plain(value: Term) -> Term:
    match value:
        case App("neg", (Num(number),)):
            return num(-number)
        case _:
            return strip_spans(value)


def _random(givens: Iterable[Given]) -> set[str]:
    drawn = {base_name(g.subject) for g in givens if isinstance(g, Distributed)}
    return drawn | {base_name(g.subject) for g in givens if isinstance(g, Property) and g.word == "random"}


def _is_value(value: Term, law: Term) -> bool:
    """Whether a law has masses, and one at this value for sure, or at a letter that is a value of it."""
    named = row_of(law)
    if named is None or not named[0].is_number:
        return False
    letter = isinstance(value, Sym) and value.name.islower()
    match named[0].support:
        case Integers(low, high):
            inside = isinstance(value, Num) and value.value.denominator == 1 and _within(value, low, high)
            return letter or inside
        case Points(points):
            values = dict(zip((p.name for p in named[0].parameters), named[1], strict=True))
            known = (values.get(p.term.name, p.term) if isinstance(p.term, Sym) else p.term for p in points)
            return value in map(_plain, known)
    return False


def _within(value: Num, low: F, high: F | None) -> bool:
    ends = [(low.term, 1), *([(high.term, -1)] if high is not None else [])]
    return all(not isinstance(end, Num) or sign * (value.value - end.value) >= 0 for end, sign in ends)


# Laws that are given by probabilities --------------------------------------------------------------------------


def _said(givens: Sequence[Given]) -> Iterator[Given]:
    """The laws of variables of which nothing else is said but probabilities of their values."""
    chances = [(g, *both) for g in givens if isinstance(g, Fact) and (both := _both_sides(g.formula)) is not None]
    known = {g.subject for g in givens if isinstance(g, Distributed)}
    known |= {g.formula.lhs for g in givens if isinstance(g, Fact) and g.definition}
    for variable in dict.fromkeys(v for _, v, _ in chances):
        if variable in known:
            continue
        masses = _masses([formula for fact, v, formula in chances if v == variable])
        law = _law(masses, _is_binary(variable, givens))
        span = next(fact.span for fact, v, _ in chances if v == variable)
        yield Distributed(variable, law, False, span) if law is not None else Property(variable, UNCLEAR, span)


def _both_sides(formula: Formula) -> tuple[Sym, Formula] | None:
    found = _chance_of(formula.lhs) if formula.relation == "=" else None
    return (found[0], formula) if found is not None else None


def _masses(formulas: Iterable[Formula]) -> dict[Term, Term]:
    """The probability of each value; what is equal to a probability of the same variable has that one."""
    found: dict[Term, Term] = {}
    for formula in reversed(list(formulas)):
        left, right = _chance_of(formula.lhs), _chance_of(formula.rhs)
        if left is not None and right is None:
            found[left[1]] = strip_spans(formula.rhs)
        elif left is not None and right is not None and left[0] == right[0] and right[1] in found:
            found[left[1]] = found[right[1]]
    return found


def _law(masses: dict[Term, Term], binary: bool) -> Term | None:
    """A law of the registry with these masses; None where they are those of another one, or not all of them."""
    if any(_is_event(t) for chance in masses.values() for t in subterms(chance)):
        return None
    if len(masses) == 2 and all(_is_half(c) for c in masses.values()) and all(isinstance(v, Num) for v in masses):
        return app("apply", TWO_POINTS, *masses)
    one, zero = masses.get(num(1)), masses.get(num(0))
    if one is not None and (masses.keys() == {num(1)} if binary else zero == _rest(one) and len(masses) == 2):
        return app("apply", BERNOULLI, one)
    return None


def _is_half(chance: Term) -> bool:
    match chance:
        case App("div", (Num(above), Num(below))):
            return 2 * above == below
        case Num(value):
            return 2 * value == 1
    return False


def _rest(chance: Term) -> Term:
    return app("add", num(1), app("neg", chance))


def _is_binary(variable: Sym, givens: Sequence[Given]) -> bool:
    """Whether a variable is said to be 0 or 1."""
    whole = any(
        g.subject == variable and isinstance(g.space, RealSpace) and g.space.integer
        for g in givens
        if isinstance(g, Membership)
    )
    ends = {(f.lhs, f.rhs) for g in givens if isinstance(g, Fact) and (f := g.formula).relation == "<="}
    binary = any(isinstance(g, Property) and g.word == "binary" and g.subject == variable for g in givens)
    return binary or (whole and {(num(0), variable), (variable, num(1))} <= ends)


__all__ = ["UNCLEAR", "as_whole", "with_events"]
