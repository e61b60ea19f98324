"""Row vectors: who writes `x W + b` with x, b declared as plain vectors means rows throughout.

Such a product is read as the column (x^T W)^T. That is the same statement with everything transposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hence.checks.elaborate.givens import base_name
from hence.language.derivation import Fact, Formula, Given, Membership, RealSpace
from hence.language.terms import App, Bind, Num, Sym, Term, app, map_domain

NOTE = "vectors that stand to the left of a matrix are read as rows"


def with_rows_turned(givens: Iterable[Given], formulas: Sequence[Formula]) -> tuple[list[Given], list[Formula]] | None:
    """Givens and formulas with such products turned into columns; None where there are none."""
    givens = list(givens)
    ranks = {
        base_name(g.subject): len(g.space.dims)
        for g in givens
        if isinstance(g, Membership) and isinstance(g.space, RealSpace)
    }
    turned_givens: list[Given] = [
        replace(g, formula=_turned_formula(g.formula, ranks)) if isinstance(g, Fact) else g for g in givens
    ]
    turned_formulas = [_turned_formula(f, ranks) for f in formulas]
    if turned_givens == givens and turned_formulas == list(formulas):
        return None
    return turned_givens, turned_formulas


def _turned_formula(formula: Formula, ranks: dict[str, int]) -> Formula:
    return replace(formula, lhs=_turned(formula.lhs, ranks), rhs=_turned(formula.rhs, ranks))


def _turned(term: Term, ranks: dict[str, int]) -> Term:
    match term:
        case App("mul", args, span):
            inner = tuple(_turned(a, ranks) for a in args)
            first = next((k for k, a in enumerate(inner) if _rank(a, ranks) != 0), len(inner))
            row = first + 1 < len(inner) and (_rank(inner[first], ranks), _rank(inner[first + 1], ranks)) == (1, 2)
            if not row:
                return App("mul", inner, span)
            product = App("mul", (*inner[:first], app("transpose", inner[first]), *inner[first + 1 :]), span)
            return App("transpose", (product,), span)
        case App(head, args, span):
            return App(head, tuple(_turned(a, ranks) for a in args), span)
        case Bind(head, var, domain, body, span):
            return Bind(head, var, map_domain(domain, lambda t: _turned(t, ranks)), _turned(body, ranks), span)
        case _:
            return term


def _rank(term: Term, ranks: dict[str, int]) -> int | None:
    """How many dimensions a factor has, where its declaration says so."""
    match term:
        case Num():
            return 0
        case Sym(name):
            return ranks.get(name)
        case App("index", (Sym(name), _)) if ranks.get(name) == 1:
            return 1
        case App("transpose" | "pow", (inner, *_)):
            rank = _rank(inner, ranks)
            return rank if rank == 2 else None
        case _:
            return None
