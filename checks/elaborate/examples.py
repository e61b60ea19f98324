"""Examples with data: a letter whose members are listed is a vector, and it is known how many they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hence.language.derivation import Fact, Formula, Given, Membership, RealSpace
from hence.language.terms import App, Bind, Num, Range, Sym, Term, free_names, num, subterms


def with_examples(givens: Iterable[Given], formulas: list[Formula]) -> tuple[list[Given], list[Formula]]:
    """`x = (1, 3, 5, 7)` beside a sum of x_i over i = 1, ..., m: x is a vector, and m = 4. Never fails."""
    page = list(givens)
    equations = [g.formula for g in page if isinstance(g, Fact) and g.formula.relation == "="]
    named = [(f.lhs.name, _listed(f.rhs)) for f in equations if isinstance(f.lhs, Sym)]
    listed = {name: count for name, count in named if count}
    members = set(listed) & {x for f in (*equations, *formulas) for side in (f.lhs, f.rhs) for x in _members(side)}
    if not members or not all(_is_replaced(page, name) for name in members):
        return page, formulas
    sums = [pair for f in equations for pair in _sums(f) if pair[1] in listed]
    last = {_lists(g): k for k, g in enumerate(page) if _lists(g)}
    page = [g for k, g in enumerate(page) if last.get(_lists(g), k) == k]
    told = {name for name, _ in named}.union(*(free_names(side) for f in formulas for side in (f.lhs, f.rhs)))
    vectors = [Membership(Sym(x), RealSpace((num(listed[x]),))) for x in sorted(members)]
    counts = {size: {listed[name] for other, name in sums if other == size} for size, _ in sums if size not in told}
    sizes = [(size, found.pop()) for size, found in sorted(counts.items()) if len(found) == 1]
    return [*vectors, *page, *(Fact(Formula(Sym(size), "=", num(many)), True, ()) for size, many in sizes)], formulas


def _lists(given: Given) -> str:
    """The letter for which a given lists numbers; empty for any other given."""
    match given:
        case Fact(Formula(Sym(name), "=", value)) if _listed(value):
            return name
        case _:
            return ""


def _is_replaced(page: list[Given], name: str) -> bool:
    """Whether nothing is made of a list that another one of the same letter takes the place of."""
    places = [k for k, g in enumerate(page) if _lists(g) == name]
    between = (g for g in page[places[0] : places[-1]] if isinstance(g, Fact) and _lists(g) != name)
    return all(name not in free_names(g.formula.lhs) | free_names(g.formula.rhs) for g in between)


def _listed(term: Term) -> int:
    """How many numbers stand in a list; 0 for anything else."""
    match term:
        case App("transpose", (inner,)):
            return _listed(inner)
        case App("matrix", rows) if not free_names(term):
            widths = {len(row.args) for row in rows if isinstance(row, App)}
            return len(rows) if widths == {1} else max(widths, default=0) if len(rows) == 1 else 0
        case _:
            return 0


def _members(term: Term) -> Iterator[str]:
    """The letters of which a term has members with one index."""
    for part in subterms(term):
        match part:
            case App("index", (Sym(name), _)):
                yield name


def _sums(formula: Formula) -> Iterator[tuple[str, str]]:
    """The sizes of sums from 1 that are not varied, each with a letter whose members are added up."""
    for part in subterms(formula.rhs):
        match part:
            case Bind("sum", Sym(index), Range(Num(low), Sym(size)), body) if low == 1:
                for member in subterms(body) if size not in free_names(formula.lhs) else ():
                    match member:
                        case App("index", (Sym(name), Sym(other))) if other == index:
                            yield size, name
