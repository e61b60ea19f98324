"""The law of one member of a sequence: `x_0 \\sim N(5, 1)` beside `x_t = a x_{t-1} + e_t` says nothing of x_t.

Such a member is a symbol of its own with that law, and the sequence begins with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hence.checks.elaborate.givens import base_name
from hence.language.derivation import Distributed, Fact, Formula, Given, Independent, Membership, Property
from hence.language.terms import App, Num, Sym, Term, mapped, subterms


def with_own_first_laws(givens: Iterable[Given], formulas: Sequence[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens and formulas in which members with a law of their own are symbols. Never fails."""
    given = list(givens)
    sequences = {name for g in given if isinstance(g, Fact) for name in _sequence(g.formula)}
    sequences |= {name for f in formulas for side in (f.lhs, f.rhs) for name in _general(side)} - _alike(given)
    drawn = (g.subject for g in given if isinstance(g, Distributed))
    single = {s: _own_symbol(s) for s in drawn if _is_single(s) and base_name(s) in sequences}
    if not single:
        return given, list(formulas)

    def own(term: Term) -> Term:
        return single.get(term, term)

    def changed(formula: Formula) -> Formula:
        return replace(formula, lhs=mapped(formula.lhs, own), rhs=mapped(formula.rhs, own))

    made: list[Given] = []
    for g in given:
        match g:
            case Fact(formula):
                made.append(replace(g, formula=changed(formula)))
            case Distributed(subject, law):
                made.append(replace(g, subject=own(subject), law=mapped(law, own)))
            case Membership(subject) | Property(subject):
                made.append(replace(g, subject=own(subject)))
            case Independent(subjects):
                made.append(replace(g, subjects=tuple(map(own, subjects))))
            case _:
                made.append(g)
    starts = [
        Fact(Formula(member, "=", symbol, member.span), True, span=member.span) for member, symbol in single.items()
    ]
    return [*made, *starts], [changed(f) for f in formulas]


def _is_single(subject: Term) -> bool:
    match subject:
        case App("index", (Sym(), Num())):
            return True
    return False


def _own_symbol(member: Term) -> Sym:
    assert isinstance(member, App)
    base, number = member.args
    assert isinstance(base, Sym)
    assert isinstance(number, Num)
    return Sym(f"{base.name}_{{{number.value}}}", member.span)


def _sequence(formula: Formula) -> set[str]:
    """The sequence that an equation between its members carries on: x of x_t = a x_{t-1} + e_t."""
    if formula.relation != "=":
        return set()
    both = {name for name, _ in _members(formula.lhs)} & {name for name, _ in _members(formula.rhs)}
    return both & (_general(formula.lhs) | _general(formula.rhs))


def _general(side: Term) -> set[str]:
    """Sequences of which a term has a member whose index is no number."""
    return {name for name, index in _members(side) if not isinstance(index, Num)}


def _alike(givens: Iterable[Given]) -> set[str]:
    """Families of which the page says that all members have one law, so that the law of one is that of all."""
    found: set[str] = set()
    for g in givens:
        match g:
            case Property(App("index") as subject, "identically distributed") | Independent((App("index") as subject,)):
                found.add(base_name(subject))
            case Distributed(App("index") as subject) if not _is_single(subject):
                found.add(base_name(subject))
    return found


def _members(side: Term) -> set[tuple[str, Term]]:
    return {
        (t.args[0].name, t.args[1])
        for t in subterms(side)
        if isinstance(t, App) and t.head == "index" and len(t.args) == 2 and isinstance(t.args[0], Sym)
    }
