r"""Matrices given with dots: `x_1^\top \\ \vdots \\ x_n^\top`, `x_1 & \cdots & x_n`, `\diag(a_1, \dots, a_n)`.

The first and the last entry say how the others go on: where they differ, the index runs.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from hence.language.terms import App, Bind, Num, Range, Span, Sym, Term, alpha_equal, free_names, substitute

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

ONE = Num(Fraction(1))
LARGEST_POWER = 12
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


Summand = tuple[Term, Span]


def with_dots(p: Parser, written: list[Summand], place: int, at: int, head: str = "sum") -> list[Summand]:
    r"""The summands with `x_1 + x_2 + \dots + x_n` among them as one sum; dots stand before the one at `place`.

    Factors likewise, with the head of a product. Raises `ParseError` for dots that say nothing.
    """
    last, span = written[place]
    used = frozenset().union(*(free_names(term) for term, _ in written))
    index = Sym(next((x for x in LETTERS if x not in used | p.bound.keys()), "i''"))
    for first in range(place):
        before = [term for term, _ in written[first:place]]
        found = _from_first(before, last, index, head) or _by_formula(before, last, index, head)
        found = found or (_powers(before, last, index) if head == "sum" else None)
        if found is not None:
            whole = written[first][1].to(span)
            return [*written[:first], (found, whole), *written[place + 1 :]]
    raise p.refuse("dots are not understood", at)


def _from_first(before: list[Term], last: Term, index: Sym, head: str) -> Term | None:
    """x_1 + x_2 + ... + x_n, also from 0 on."""
    for low in (1, 0):
        highs: list[Term] = []
        body = _between(before[0], last, index, highs, low)
        if body is None or not highs or any(high != highs[0] for high in highs):
            continue
        shown = (substitute(body, {index.name: Num(Fraction(low + k))}) for k in range(len(before)))
        if all(map(alpha_equal, shown, before)):
            return Bind(head, index, Range(Num(Fraction(low)), highs[0]), body, before[0].span)
    return None


def _by_formula(before: list[Term], last: Term, index: Sym, head: str) -> Term | None:
    """1 + 3 + ... + (2n - 1): numbers that the last one gives for 1, 2, ... in the place of its letter."""
    names = sorted(free_names(last))
    if len(names) != 1 or len(before) < 2:
        return None
    body = substitute(last, {names[0]: index})
    for number, entry in enumerate(before, 1):
        value = _value(entry)
        if value is None or value != _value(substitute(body, {index.name: Num(Fraction(number))})):
            return None
    return Bind(head, index, Range(ONE, Sym(names[0])), body, before[0].span)


def _value(term: Term) -> Fraction | None:
    """The value of plain arithmetic; None for anything else."""
    match term:
        case Num(value):
            return value
        case App("add" | "mul" | "neg" | "div" | "pow" as head, args):
            values = [_value(a) for a in args]
            known = [v for v in values if v is not None]
            return _combined(head, known) if len(known) == len(values) else None
        case _:
            return None


def _combined(head: str, values: list[Fraction]) -> Fraction | None:
    match head, values:
        case "add", _:
            return sum(values, Fraction(0))
        case "mul", _:
            return prod(values, start=Fraction(1))
        case "neg", [value]:
            return -value
        case "div", [above, below] if below != 0:
            return above / below
        case "pow", [base, exponent] if exponent.denominator == 1 and 0 <= exponent <= LARGEST_POWER:
            return base ** int(exponent)
    return None


def _powers(before: list[Term], last: Term, index: Sym) -> Term | None:
    """1 + x + x^2 + ... + x^n."""
    match before, last:
        case [Num(value), base, *rest], App("pow", (other, high)) if value == 1 and base == other:
            if all(term == App("pow", (base, Num(Fraction(k)))) for k, term in enumerate(rest, 2)):
                return Bind("sum", index, Range(Num(Fraction(0)), high), App("pow", (base, index)), before[0].span)
    return None


def _between(first: Term, last: Term, index: Sym, highs: list[Term], low: int = 1) -> Term | None:
    """The generic entry: 1 in the first and n in the last are the index."""
    if first == last:
        return first
    match first, last:
        case Num(value), _ if value == low:
            highs.append(last)
            return index
        case App(one, these), App(two, those) if one == two and len(these) == len(those):
            parts = [_between(a, b, index, highs, low) for a, b in zip(these, those, strict=True)]
            known = tuple(part for part in parts if part is not None)
            return App(one, known, first.span) if len(known) == len(parts) else None
        case Bind(one, v, d, these), Bind(two, w, e, those) if one == two and v == w and d == e:
            body = _between(these, those, index, highs, low)
            return Bind(one, v, d, body, first.span) if body is not None else None
        case _:
            return None
