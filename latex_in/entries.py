"""The convention that `a_{ij}` are the entries of the matrix A, where the page uses both and never says so."""

from __future__ import annotations

from collections.abc import Iterable

from language.derivation import Fact, Formula, Item, Membership, RealSpace, Step
from language.terms import App, Sym, Term, subterms
from latex_in.names import Names


def with_entries(items: list[Item], names: Names) -> list[Item]:
    """The items, with a fact `A_{ij} = a_{ij}` in front of the first use of each such a."""
    matrices = {
        item.subject.name
        for item in items
        if isinstance(item, Membership) and isinstance(item.subject, Sym) and _is_matrix(item)
    }
    made: list[Item] = []
    done: set[str] = set()
    for item in items:
        for entry in _double_entries(item):
            letter = entry.args[0]
            assert isinstance(letter, Sym)
            matrix = _matrix_of(letter.name, names, matrices)
            if matrix is not None and letter.name not in done:
                done.add(letter.name)
                made.append(_fact(matrix, entry))
        made.append(item)
    return made


def _is_matrix(item: Membership) -> bool:
    return isinstance(item.space, RealSpace) and len(item.space.dims) == 2


def _double_entries(item: Item) -> Iterable[App]:
    if not isinstance(item, Step | Fact):
        return
    for side in (item.formula.lhs, item.formula.rhs):
        for term in subterms(side):
            if _is_double(term):
                assert isinstance(term, App)
                yield term


def _is_double(term: Term) -> bool:
    return (
        isinstance(term, App)
        and term.head == "index"
        and len(term.args) == 3
        and isinstance(term.args[0], Sym)
        and all(isinstance(x, Sym) for x in term.args[1:])
    )


def _matrix_of(name: str, names: Names, matrices: set[str]) -> str | None:
    r"""A or \bm{A} for a, where that is a matrix and is never indexed twice itself."""
    letter = name.removeprefix(r"\bm{").rstrip("}")
    if len(letter) != 1 or not letter.islower() or name in names.bare:
        return None
    candidates = [r"\bm{" + letter.upper() + "}", letter.upper()]
    known = [c for c in candidates if c in matrices or (c.startswith(r"\bm") and c in names.bare)]
    return known[0] if len(known) == 1 and known[0] not in names.double | names.functions else None


def _fact(matrix: str, entry: App) -> Fact:
    whole = App("index", (Sym(matrix), *entry.args[1:]), entry.span)
    over = tuple(x.name for x in entry.args[1:] if isinstance(x, Sym))
    return Fact(Formula(whole, "=", App("index", entry.args, entry.span), entry.span), False, over, entry.span)
