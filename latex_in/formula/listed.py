r"""Sums over numbers that are listed, `\sum_{y \in \{0, 1\}}`, and means over them: `E_{i \sim U\{1, \dots, n\}}`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.language.terms import App, Bind, Num, Range, Sym, Term, Unstated, app, mapped, num, substitute
from hence.latex_in import tables as t

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

MOST = 8  # numbers that are written out
JOINED = {"sum": "add", "prod": "mul"}
_HELD = "⟨y⟩"  # in the place of a variable that has a value, while the letter for its values is replaced
_UNIFORM = re.compile(r"(?:\\(?:mathcal|mathrm|mathsf|text|operatorname)\{)?(?:U|Unif|Uniform|unif|uniform)\}?")


def listed(p: Parser, below: TokenRange) -> tuple[Sym, tuple[Term, ...]] | None:
    r"""The variable and the numbers of `y \in \{0, 1\}`; None for anything else."""
    start, end = below
    if end - start < 5 or p.tokens[start].kind != "name" or p.tokens[start + 1].text not in (t.MEMBER, "'"):
        return None
    member = start + 1
    while p.tokens[member].text == "'":
        member += 1
    values = numbers(p, member + 1, end) if p.tokens[member].text == t.MEMBER else ()
    name = p.tokens[start].text + "'" * (member - start - 1)
    return (Sym(name, p.source.span(p.tokens[start].start, p.tokens[member - 1].end)), values) if values else None


def numbers(p: Parser, start: int, end: int) -> tuple[Term, ...]:
    r"""The different numbers of `\{-1, 1\}`; none for any other set."""
    if start >= end or p.tokens[start].text != r"\{" or p.bracket_end(start) != end:
        return ()
    found: list[Fraction] = []
    for piece in p.pieces(start + 1, end - 1, frozenset(",")):
        texts = p.texts(piece)
        sign = -1 if texts[:1] == ["-"] else 1
        token = p.tokens[piece[1] - 1] if texts else None
        if token is None or token.kind != "num" or len(texts) != (2 if sign < 0 else 1):
            return ()
        found.append(sign * Fraction(token.text))
    return tuple(map(num, found)) if len(found) == len(set(found)) <= MOST else ()


def written_out(head: str, variable: Sym, values: tuple[Term, ...], body: Term) -> Term:
    """The sum or the product of a body at each of the values; of a density at y = 0 and y = 1."""
    return app(JOINED[head], *(_at(variable, value, body) for value in values))


def _at(variable: Sym, value: Term, body: Term) -> Term:
    def fixed(term: Term) -> Term:
        match term:
            case Sym(name) if name.endswith(f"_{{{variable.name}}}") and isinstance(value, Num):
                return Sym(f"{name.removesuffix(f'_{{{variable.name}}}')}_{{{value.value}}}", term.span)
            case App("density", (family, App("given", given), *of), span):
                return App("density", (family, App("given", tuple(map(point, given))), *map(point, of)), span)
        return term

    def point(term: Term) -> Term:
        match term:
            case Sym(name) if name == variable.name:
                return app("at", Sym(_HELD), value, value)
            case App("at", (of, Sym(name), _)) if name == variable.name:
                return app("at", of, value, value)
        return term

    return substitute(substitute(mapped(body, fixed), {variable.name: value}), {_HELD: Sym(variable.name.rstrip("'"))})


def uniform_mean(p: Parser, below: TokenRange, inside: TokenRange) -> Term | None:
    r"""`E_{i \sim U(S)}[f_i]` as the mean of f_i over a set of integers; None for any other expectation."""
    start, end = below
    drawn = next((k for k in range(start, end) if p.tokens[k].text == t.DRAWN), None)
    if drawn != start + 1 or p.tokens[start].kind != "name":
        return None
    low = next((k for k in range(drawn, end) if p.tokens[k].text in ("(", "{", "[", r"\{")), end)
    if not _UNIFORM.fullmatch("".join(p.texts((drawn + 1, low)))):
        return None
    high = end
    while low < high and p.tokens[low].text in ("(", "{") and p.bracket_end(low) == high:
        low, high = low + 1, high - 1
    variable = Sym(p.tokens[start].text, p.source.span(p.tokens[start].start, p.tokens[start].end))
    values = numbers(p, low, high)
    ends = None if values else counted(p, low, high)
    if not values and ends is None:
        return None
    body = bound_in(p, variable, lambda: p.within(*inside))
    if values:
        return app("div", written_out("sum", variable, values, body), num(len(values)))
    assert ends is not None
    return app("div", Bind("sum", variable, ends, body), ends.high)


def counted(p: Parser, start: int, end: int) -> Range | None:
    r"""The integers of `\{1, \dots, n\}` and `[n]`, of which there are n; None for any other set."""
    texts = p.texts((start, end))
    if texts[:1] not in ([r"\{"], ["["]) or p.bracket_end(start) != end:
        return None
    pieces = p.pieces(start + 1, end - 1, frozenset(","))
    if texts[0] == "[":
        return Range(num(1), p.within(*pieces[0])) if len(pieces) == 1 else None
    dots = [k for k, piece in enumerate(pieces) if [x.kind for x in p.tokens[slice(*piece)]] == ["dots"]]
    if dots != [len(pieces) - 2] or [p.texts(x) for x in pieces[: dots[0]]] != [[str(k + 1)] for k in range(dots[0])]:
        return None
    return Range(num(1), p.within(*pieces[-1])) if dots[0] else None


def bound_in(p: Parser, variable: Sym, read: Callable[[], Term]) -> Term:
    """What is read while a letter is bound."""
    enclosing = p.bound
    p.bound = {**enclosing, variable.name: Unstated()}
    body = read()
    p.bound = enclosing
    return body


__all__ = ["JOINED", "bound_in", "listed", "uniform_mean", "written_out"]
