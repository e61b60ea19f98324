r"""Binders: sums, products, limits and integrals, with their variables and ranges."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from language.terms import App, Bind, Domain, Num, Range, Sym, Tends, Term, Unstated
from latex_in import scripts
from latex_in import tables as t
from latex_in.lexer import Token
from latex_in.scan import symbol_at

if TYPE_CHECKING:
    from latex_in.parser import Parser
    from latex_in.parser import Range as TokenRange


def big(p: Parser, token: Token) -> Term:
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    if found.below is None:
        raise p.refuse(f"expected a subscript of {token.text}: over which variable?", start)
    upper = p.within(*found.above) if found.above is not None else None
    variables = summation(p, found.below, upper)
    body = p.product()
    for variable, domain in reversed(variables):
        body = Bind(t.BIG[token.text], variable, domain, body, p.span_from(start))
    return body


def summation(p: Parser, below: TokenRange, upper: Term | None) -> list[tuple[Sym, Domain]]:
    r"""The variables of `i=1`, `i`, `i,j`, `j \neq i`, `1 \le i \le n`, `i \in \{1,\dots,n\}`, with their ranges."""
    found: dict[str, tuple[Sym, Domain]] = {}
    excluded: dict[str, list[Term]] = {}
    waiting: list[Sym] = []
    for piece in p.pieces(*below, frozenset((",", ":", ";", "|", r"\mid"))):
        relations = [k for k in range(*piece) if p.tokens[k].kind == "rel" or p.tokens[k].text == t.MEMBER]
        if any(p.tokens[k].kind == "dots" for k in range(*piece)) and not relations:
            raise p.refuse("dots are not understood", piece[0])
        if not relations:
            waiting.append(bound_variable(p, *piece))
            continue
        variable, domain = _ranged(p, piece, relations, upper)
        if isinstance(domain, tuple):
            excluded.setdefault(variable.name, []).extend(domain)
            if variable.name not in {v.name for v in waiting} | set(found):
                waiting.append(variable)
            continue
        for other in (*waiting, variable):
            found[other.name] = (other, domain)
        waiting = []
    if upper is not None and (waiting and not found):
        raise p.refuse("expected a lower bound, like i = 1", below[0])
    pairs = [*found.values(), *((v, Unstated()) for v in waiting)]
    return [(v, _except(d, tuple(excluded.get(v.name, ())))) for v, d in pairs]


def _except(domain: Domain, unless: tuple[Term, ...]) -> Domain:
    if isinstance(domain, Range):
        return Range(domain.low, domain.high, unless)
    return Unstated(unless) if unless else domain


def _ranged(
    p: Parser, piece: TokenRange, relations: list[int], upper: Term | None
) -> tuple[Sym, Domain | tuple[Term, ...]]:
    first = relations[0]
    meaning = t.RELATIONS.get(p.tokens[first].text, "in")
    if meaning == "in":
        return bound_variable(p, piece[0], first), _members(p, first + 1, piece[1])
    if len(relations) == 2 and all(t.RELATIONS.get(p.tokens[k].text) == "<=" for k in relations):
        low, high = p.within(piece[0], first), p.within(relations[1] + 1, piece[1])
        return bound_variable(p, first + 1, relations[1]), Range(low, high)
    if meaning == "!=" and len(relations) == 1:
        return bound_variable(p, piece[0], first), (p.within(first + 1, piece[1]),)
    if meaning == "=" and len(relations) == 1:
        variable, low = bound_variable(p, piece[0], first), p.within(first + 1, piece[1])
        if upper is None:
            if low != Num(Fraction(1)):
                raise p.refuse("expected an upper bound", first)
            return variable, Unstated()
        return variable, Range(low, upper)
    raise p.refuse("these bounds are not understood", first)


def _members(p: Parser, start: int, end: int) -> Range:
    r"""`\{1, \dots, n\}` and `[n]`."""
    texts = p.texts((start, end))
    one = Num(Fraction(1))
    if texts[:1] == ["["] and texts[-1:] == ["]"]:
        return Range(one, p.within(start + 1, end - 1))
    pieces = p.pieces(start + 1, end - 1, frozenset(","))
    dots = [k for k, piece in enumerate(pieces) if [x.kind for x in p.tokens[slice(*piece)]] == ["dots"]]
    if texts[:1] == [r"\{"] and len(dots) == 1 and dots[0] == len(pieces) - 2 and dots[0] > 0:
        return Range(p.within(*pieces[0]), p.within(*pieces[-1]))
    raise p.refuse("a sum over this set is not understood yet", start)


def bound_variable(p: Parser, start: int, end: int) -> Sym:
    """The single symbol of a range."""
    if start >= end or p.tokens[start].kind != "name":
        raise p.refuse("expected a variable", min(start, len(p.tokens) - 1))
    name, after = symbol_at(p.tokens, start, end=end)
    if after != end:
        term = p.within(start, end)
        if isinstance(term, Sym):
            return term
        raise p.refuse("expected a single variable", start)
    return Sym(name, p.source.span(p.tokens[start].start, p.tokens[end - 1].end))


def limit(p: Parser, _token: Token) -> Term:
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    below = found.below
    arrow = next((k for k in range(*below) if t.RELATIONS.get(p.tokens[k].text) == "->"), None) if below else None
    if below is None or arrow is None:
        raise p.refuse(r"expected a subscript like n \to \infty", start)
    variable, point = bound_variable(p, below[0], arrow), p.within(arrow + 1, below[1])
    body = p.product()
    return Bind("lim", variable, Tends(point), body, p.span_from(start))


def integral(p: Parser, _token: Token) -> Term:
    r"""`\int_a^b f(x) dx`. The differential closes it; several differentials make nested integrals."""
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    at = differential(p, p.pos)
    if at is None:
        raise p.fail("a differential like dx", p.end)
    domain = integration_domain(p, found)
    opening, outer_end = p.pos, p.end
    if at == opening:
        p.pos = at + 1
        variable = differential_variable(p)
        return Bind("integral", variable, domain, p.product(), p.span_from(start))
    p.end, p.integrals = at, p.integrals + 1
    body = p.expression()
    if p.pos < at:
        raise p.fail("an operator or the differential")
    p.end, p.integrals = outer_end, p.integrals - 1
    while at is not None:
        p.pos = at + 1
        variable = differential_variable(p)
        body = Bind("integral", variable, domain, body, p.span_from(start))
        again = p.integrals == 0 and p.pos + 1 < p.end and is_differential(p, p.pos)
        at = p.pos if again else None
    return scripts.with_scripts(p, body, start)


def is_differential(p: Parser, position: int) -> bool:
    here, after = p.tokens[position], p.tokens[position + 1] if position + 1 < p.end else None
    return here.text in ("d", r"\mathrm{d}") and here.kind == "name" and after is not None and after.kind == "name"


def differential(p: Parser, start: int) -> int | None:
    """Where the differential of the integral that begins here stands: outside brackets, past inner integrals."""
    depth = inner = 0
    for position in range(start, p.end):
        text = p.tokens[position].text
        if text == "{" or text in t.OPENERS:
            depth += 1
        elif text in t.CLOSERS:
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0 and text == t.INTEGRAL:
            inner += 1
        elif depth == 0 and is_differential(p, position):
            if inner == 0:
                return position
            inner -= 1
    return None


def differential_variable(p: Parser) -> Sym:
    start = p.pos
    name, p.pos = symbol_at(p.tokens, start, end=p.end)
    below = scripts.Scripts()
    while p.next_is("_"):
        p.pos += 1
        below.below = p.argument()
    term, _ = scripts.labelled(p, name, below, start)
    if not isinstance(term, Sym):
        raise p.refuse("an integral over an indexed variable is not understood yet", start)
    return term


def integration_domain(p: Parser, found: scripts.Scripts) -> Domain:
    if found.above is None:
        texts = p.texts(found.below) if found.below else []
        whole = not texts or texts[0] == r"\mathbb{R}" or texts[0].startswith(r"\mathcal{")
        if not whole and (found.below is None or found.below[1] - found.below[0] > 1):
            raise p.refuse("an integral over this set is not understood yet", found.below[0] if found.below else p.pos)
        return Unstated()
    if found.below is None:
        raise p.refuse("expected a lower bound")
    low, high = p.within(*found.below), p.within(*found.above)
    everywhere = low == App("neg", (App("infinity", ()),)) and high == App("infinity", ())
    return Unstated() if everywhere else Range(low, high)
