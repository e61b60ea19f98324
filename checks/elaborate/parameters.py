r"""Subscripts that are arguments: R_\theta = ... defines R at every angle, where the page speaks of R_\alpha, too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hence.language.derivation import Fact, Formula, Given
from hence.language.terms import App, Sym, Term, app, free_names, mapped, subterms

_LABELLED = re.compile(r"(?P<base>.+)_\{(?P<label>[A-Za-z]|(?:\\[A-Za-z]+)+)(?P<star>\^(?:\*|\\star|\\ast))?\}")
_LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")


def with_parameters(givens: Iterable[Given], formulas: list[Formula]) -> tuple[list[Given], list[Formula]]:
    """Givens and formulas in which such symbols are functions. Never fails."""
    given = list(givens)
    facts = [g for g in given if isinstance(g, Fact)]
    sides = [s for f in (*(g.formula for g in facts), *formulas) for s in (f.lhs, f.rhs)]
    used = {t for side in sides for t in subterms(side) if isinstance(t, Sym | App)}
    bases = {base for base in _defined_once(facts) if len({a for t in used for a in _arguments(t, base)}) > 1}
    if not bases:
        return given, formulas

    def change(formula: Formula) -> Formula:
        return replace(formula, lhs=_as_calls(formula.lhs, bases), rhs=_as_calls(formula.rhs, bases))

    changed = [replace(g, formula=change(g.formula)) if isinstance(g, Fact) else g for g in given]
    return changed, [change(f) for f in formulas]


def _defined_once(facts: list[Fact]) -> set[str]:
    r"""The R of R_\theta = ... or R_\theta(x) = ..., where the angle stands on the right; no other R is defined."""
    found: dict[str, int] = {}
    for fact in (f for f in facts if f.definition):
        match = _LABELLED.fullmatch(_defined(fact.formula.lhs))
        if match is not None:
            alone = not match["star"] and match["label"] in free_names(fact.formula.rhs)
            found[match["base"]] = found.get(match["base"], 0) + (1 if alone else 2)
    return {base for base, count in found.items() if count == 1}


def _defined(side: Term) -> str:
    match side:
        case Sym(name) | App("apply", (Sym(name), *_)):
            return name
    return ""


def _arguments(term: Term, base: str) -> list[Term]:
    match term:
        case Sym(name) if (found := _LABELLED.fullmatch(name)) and found["base"] == base:
            letters = _LETTER.findall(found["label"])
            if found["star"]:
                letters[-1] += f"^{{{found['star'][1:]}}}"
            return [Sym(letters[0]) if len(letters) == 1 else app("mul", *map(Sym, letters))]
        case App("index", (Sym(name), argument)) if name.strip("{}") == base:
            return [argument]
    return []


def _as_calls(term: Term, bases: set[str]) -> Term:
    def change(part: Term) -> Term:
        match part:
            case App("apply", (App("apply", (Sym(name), label)), *arguments)) if name in bases:
                return app("apply", Sym(name), label, *arguments)
        for base in bases:
            for argument in _arguments(part, base):
                return app("apply", Sym(base), argument)
        return part

    return mapped(term, change)
