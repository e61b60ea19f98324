r"""Matrices given with dots: `x_1^\top \\ \vdots \\ x_n^\top`, `x_1 & \cdots & x_n`, `\diag(a_1, \dots, a_n)`.

The first and the last entry say how the others go on: where they differ, the index runs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from language.terms import App, Bind, Num, Range, Sym, Term, alpha_equal, free_names, substitute

if TYPE_CHECKING:
    from latex_in.parser import Parser
    from latex_in.parser import Range as TokenRange

ONE = Num(Fraction(1))
LETTERS = ("i", "j", "k", "l", "i'", "j'")
_RULES = frozenset(
    ("|", r"\vert", r"\mid", r"\lvert", r"\rvert", "-", r"\rule", "—", "--", "---")
)  # drawn between lines


def is_dots(p: Parser, cell: TokenRange) -> bool:
    return [x.kind for x in p.tokens[slice(*cell)]] == ["dots"]


def is_decoration(p: Parser, cell: TokenRange) -> bool:
    """A rule that shows where a vector goes, or nothing at all."""
    tokens = p.tokens[slice(*cell)]
    return all(x.text in _RULES or (x.kind == "text" and not x.text.strip("-— ")) for x in tokens)


def plain_cells(p: Parser, rows: list[list[TokenRange]]) -> list[list[TokenRange]]:
    """The cells of a matrix without the rules that are drawn in it; without dots, all of them."""
    if not any(is_dots(p, cell) for row in rows for cell in row):
        return rows
    kept = [[_bare(p, cell) for cell in row if not is_decoration(p, cell)] for row in rows]
    return [row for row in kept if row]


def _bare(p: Parser, cell: TokenRange) -> TokenRange:
    r"""`- x_1^\top -`: a cell with rules on both sides, without them."""
    start, end = cell
    if end - start > 2 and p.tokens[start].text in _RULES and p.tokens[end - 1].text in _RULES:
        return start + 1, end - 1
    return cell


def matrix_with_dots(p: Parser, rows: list[list[TokenRange]]) -> Term | None:
    """The matrix that dots go on with; None where there are none. Raises `ParseError` for dots that say nothing."""
    if not any(is_dots(p, cell) for row in rows for cell in row):
        return None
    at = rows[0][0][0]
    whole = [(is_line_of_dots(p, row), row) for row in rows]
    lines = [None if dots else _line(p, row) for dots, row in whole]
    if all(line is not None for line in lines):
        if len(lines) != 1 or lines[0] is None:
            raise p.refuse("dots are not understood", at)
        return lines[0]
    columns = {line.var.name for line in lines if isinstance(line, Bind)}
    return going_on(p, lines, "rows", columns, at)


def is_line_of_dots(p: Parser, row: list[TokenRange]) -> bool:
    return all(is_dots(p, cell) for cell in row)


def _line(p: Parser, row: list[TokenRange]) -> Term:
    """A row: one cell as it is, cells with dots as columns, others side by side."""
    cells = [None if is_dots(p, cell) else p.within(*cell) for cell in row]
    if any(cell is None for cell in cells):
        return going_on(p, cells, "columns", set(), row[0][0])
    found = [cell for cell in cells if cell is not None]
    return found[0] if len(found) == 1 else App("matrix", (App("row", tuple(found)),))


def list_with_dots(p: Parser, pieces: list[TokenRange], head: str) -> Term | None:
    """The same for a list `x_1, \\dots, x_n`."""
    if not any(is_dots(p, piece) for piece in pieces):
        return None
    cells = [None if is_dots(p, piece) else p.within(*piece) for piece in pieces]
    return going_on(p, cells, head, set(), pieces[0][0])


def going_on(p: Parser, entries: list[Term | None], head: str, taken: set[str], at: int) -> Term:
    """x_1, x_2, ..., x_n as one binder. `taken` are letters that other dots of the matrix run over."""
    gaps = [k for k, entry in enumerate(entries) if entry is None]
    before, last = entries[: gaps[0]], entries[-1]
    if len(gaps) != 1 or gaps[0] != len(entries) - 2 or not before or before[0] is None or last is None:
        raise p.refuse("dots are not understood", at)
    first = before[0]
    used = free_names(first) | free_names(last) | taken
    letter = next((x for x in LETTERS if x not in used), "i''")
    highs: list[Term] = []
    body = _between(first, last, Sym(letter), highs)
    if body is None or not highs or any(high != highs[0] for high in highs):
        raise p.refuse("dots are not understood", at)
    for number, entry in enumerate(before, 1):
        if entry is None or not alpha_equal(substitute(body, {letter: Num(Fraction(number))}), entry):
            raise p.refuse("dots are not understood", at)
    return Bind(head, Sym(letter), Range(ONE, highs[0]), body, first.span)


def _between(first: Term, last: Term, index: Sym, highs: list[Term]) -> Term | None:
    """The generic entry: 1 in the first and n in the last are the index."""
    if first == last:
        return first
    match first, last:
        case Num(value), _ if value == 1:
            highs.append(last)
            return index
        case App(one, these), App(two, those) if one == two and len(these) == len(those):
            parts = [_between(a, b, index, highs) for a, b in zip(these, those, strict=True)]
            known = tuple(part for part in parts if part is not None)
            return App(one, known, first.span) if len(known) == len(parts) else None
        case Bind(one, v, d, these), Bind(two, w, e, those) if one == two and v == w and d == e:
            body = _between(these, those, index, highs)
            return Bind(one, v, d, body, first.span) if body is not None else None
        case _:
            return None
