"""Vectors and matrices that are written out: `x = (x_1, ..., x_n)` names entries, `a = (3, 4)` is an example."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hence.language.derivation import Formula, RealSpace
from hence.language.terms import App, Bind, Range, Sym, Term, free_names, num

if TYPE_CHECKING:
    from hence.checks.elaborate.givens import Sorted
    from hence.checks.elaborate.patterns import Defined


def own_entries(found: Sorted, formula: Formula) -> bool:
    """x = (x_1, ..., x_n)^T names the entries of x, and says how many there are; it does not define x."""
    if not isinstance(formula.lhs, Sym):
        return False
    name, body = formula.lhs.name, formula.rhs
    turned = isinstance(body, App) and body.head == "transpose"
    body = body.args[0] if isinstance(body, App) and turned else body
    dims: list[Term] = []
    letters: list[Term] = []
    while isinstance(body, Bind) and body.head in ("rows", "columns") and isinstance(body.domain, Range):
        dims.append(body.domain.high)
        letters.append(body.var)
        body = body.body
    match body:
        case App("index", (Sym(base), *indices)) if dims and indices == letters and _names_entries(base, name, dims):
            count, space, _ = found.spaces.get(name, (len(dims), RealSpace(), 0))
            if count == len(dims) and isinstance(space, RealSpace) and not space.dims:  # numbers, put into a vector
                found.spaces[name] = (0, replace(space, dims=tuple(dims)), formula.span.line)
            return True
        case _:
            return False


def _names_entries(base: str, name: str, dims: list[Term]) -> bool:
    """x_i for x and for a bold x, a_{ij} for A."""
    plain = name[4:-1] if name.startswith("\\bm{") else name
    return base in (name, plain) or (len(dims) == 2 and base == plain.lower())


def size_by_example(found: Sorted, defined: Defined) -> None:
    """The (3, 4) of R^n is an example: it says how large n is there, also for the other letters of R^n."""
    _, space, _ = found.spaces.get(defined.name, (0, RealSpace(), 0))
    body, turned = defined.body, False
    if isinstance(body, App) and body.head == "transpose":
        body, turned = body.args[0], True
    if free_names(body) or not isinstance(body, App) or body.head != "matrix" or not any(map(free_names, space.dims)):
        return
    rows = [row for row in body.args if isinstance(row, App) and row.head == "row"]
    sizes = [len(rows), *{len(row.args) for row in rows}]
    sizes = sizes[::-1] if turned else sizes
    fits = zip(space.dims, sizes, strict=False) if len(sizes) == 2 else ()
    known = {dim.name: num(size) for dim, size in fits if isinstance(dim, Sym)}
    for name, (count, other, line) in found.spaces.items():
        dims = tuple(known.get(d.name, d) if isinstance(d, Sym) else d for d in other.dims)
        found.spaces[name] = (count, replace(other, dims=dims), line)
    for name, size in known.items():
        found.define(replace(defined, name=name, indices=(), params=(), body=size))
