r"""Definitions by cases in words: "let $L_{ij} = 1$ if $i \ge j$ and $0$ otherwise", as the sum that `cases` makes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hence.language.derivation import Fact, Formula, Step
from hence.language.terms import App, Num, Sym, Term, app, free_names
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.force import governor
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.relations import OPPOSITE
from hence.latex_in.prose.said import Said, Sentence

_CASES = rule(
    "first:F comma? [if when for whenever] where:F [comma semicolon]? and? second:F comma?"
    " ([if when for whenever] rest:F | otherwise)"
)
_GIVEN = frozenset(
    (Force.LET, Force.DEFINE, Force.DENOTE, Force.WHERE, Force.WITH, Force.GIVEN, Force.SUPPOSE, Force.ASSUME)
)
_ONE, _ZERO = Num(Fraction(1)), Num(Fraction(0))


def said_by_cases(s: Sentence) -> Iterator[Fact | Step]:
    """Definitions and claims of values that depend on indices; their formulas are marked as used."""
    for found in _CASES.finditer(s.signs):
        said = {part: s.by_mark[mark] for part, mark in found.groupdict().items() if mark in s.by_mark}
        first, where = _only(said.get("first")), _only(said.get("where"))
        if first is None or where is None or denied(s.signs, found.start()):
            continue
        force = governor(s.signs[: found.start()])
        name, condition = first.formula.lhs, where.formula
        other = _value(said["second"], name)
        given, claimed = first.defining or force in _GIVEN, force.claims
        if other is None or not (given or claimed) or not _is_member(name, condition):
            continue
        rest = _only(said.get("rest"))
        if found["rest"] and (rest is None or not _is_opposite(condition, rest.formula)):
            continue
        here = _indicator(condition)
        apart = app("add", _ONE, app("neg", here))
        body = app("add", app("mul", here, first.formula.rhs), app("mul", apart, other))
        s.used.update(map(id, said.values()))
        formula = Formula(name, "=", body, name.span)
        if given:
            yield Fact(formula, True, (), name.span)
        else:
            left, right, when = (s.context.latex(x) for x in (first.left, first.right, said["where"].tokens))
            yield Step(formula, 0, s.context.span(first.right), left, rf"{right} \text{{ if }} {when}, \ldots")


def _only(said: Said | None) -> Equation | None:
    """The one relation that a formula is."""
    match said.found if said is not None else ():
        case [Equation() as equation]:
            return equation
        case _:
            return None


def _value(said: Said, name: Term) -> Term | None:
    """The other value: alone, or in an equation for the same name."""
    equation = _only(said)
    if equation is not None:
        return equation.formula.rhs if equation.formula.lhs == name and equation.formula.relation == "=" else None
    terms = said.terms()
    return terms[0] if len(terms) == 1 and said.is_plain() else None


def _is_member(name: Term, condition: Formula) -> bool:
    """Whether a condition is a relation between the indices of a member, and numbers."""
    match name:
        case App("index", (Sym(), *indices)) if all(isinstance(i, Sym) for i in indices):
            letters = {i.name for i in indices if isinstance(i, Sym)}
            inside = free_names(condition.lhs) | free_names(condition.rhs)
            return (
                bool(inside) and inside <= letters and len(letters) == len(indices) and condition.relation in OPPOSITE
            )
        case _:
            return False


def _is_opposite(one: Formula, other: Formula) -> bool:
    return (one.lhs, one.rhs) == (other.lhs, other.rhs) and OPPOSITE.get(one.relation) == other.relation


def _indicator(condition: Formula) -> Term:
    left, relation, right = condition.lhs, condition.relation, condition.rhs
    if relation in ("=", "!="):
        made: Term = app("delta", left, right)
    else:
        strict = relation in ("<", ">")
        larger, smaller = (left, right) if relation in (">", "<=") else (right, left)
        made = app("indicator", app("add", larger, app("neg", smaller)))  # of the strict relation, or of its opposite
        relation = ">" if strict else "<="
    return app("add", _ONE, app("neg", made)) if relation in ("!=", "<=") else made
