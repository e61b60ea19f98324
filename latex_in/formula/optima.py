r"""Minima and maxima: `\min_{x} f(x)`, `\arg\min_{w \in \mathbb{R}^d} L(w)`, `\max_{j} z_j`, `\min_{x > 0} f(x)`.

The body of an argmin is everything that follows. That of a minimum ends with the last summand that the variable
stands in: `\max_j z_j + \log n` adds a logarithm to a maximum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from hence.language.derivation import Formula
from hence.language.records import dataclass
from hence.language.terms import (
    Bind,
    Condition,
    Domain,
    Num,
    Range,
    SuchThat,
    Sym,
    Term,
    Unstated,
    free_names,
    is_index_in,
    substitute,
)
from hence.latex_in import tables as t
from hence.latex_in.formula import scripts
from hence.latex_in.formula.binders import ONE, bound_variable, counted_from_one, shifted
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import group_end

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

_SUBJECT_TO = re.compile(
    r"[\s,]*(?:s\.?\s?t\.?|subj\.?\s+to|subject\s+to|such\s+that|under|with|where|over)(?![A-Za-z])[\s:,.]*",
    re.IGNORECASE,
)
_AND = re.compile(r"[\s,;]*(?:and)?[\s,;]*")
_APART = frozenset((":", "|", r"\mid", ";", r"\colon"))
_FLAT = {"{", "}"}
SIGNS_OF_OPTIMA = frozenset((*t.OPTIMUM_WORDS, *t.OPTIMA))


# Tokens ------------------------------------------------------------------------------------------


def merged(tokens: list[Token]) -> list[Token]:
    r"""Every spelling of an operator with a subscript as one token: `\arg\min`, `\mathop{\mathrm{arg\,max}}`."""
    found: list[Token] = []
    position = 0
    while position < len(tokens):
        name, after = _operator(tokens, position)
        if name:
            found.append(Token("cmd", name, tokens[position].start, tokens[after - 1].end))
            position = after
            continue
        token = tokens[position]
        if token.text == t.MEMBER and _operator(tokens, position + 1)[0].startswith("\\arg"):
            token = Token("rel", t.IS_AMONG, token.start, token.end)
        if token.kind == "text" and _SUBJECT_TO.match(token.text) and any(x.text in t.OPTIMA for x in found):
            moved = _with_conditions(found, tokens[position + 1 :]) if _SUBJECT_TO.fullmatch(token.text) else None
            if moved is not None:
                return moved
            message = "these conditions behind a minimum are not understood yet: write them below it"
            token = Token("bad", message, token.start, token.end)
        found.append(token)
        position += 1
    return found


def _with_conditions(before: list[Token], behind: list[Token]) -> list[Token] | None:
    r"""`\min_{x} f(x) \text{ s.t. } g(x) = 0` as `\min_{x : g(x) = 0} f(x)`; None for conditions in words."""
    while before and (before[-1].kind in ("quad", "row") or before[-1].text in ("&", ",")):
        before = before[:-1]
    conditions: list[Token] = []
    for token in behind:
        parting = token.kind in ("quad", "row") or token.text in (",", ";") or _AND.fullmatch(token.text) is not None
        if token.kind == "text" and not parting and _SUBJECT_TO.fullmatch(token.text) is None:
            return None
        if parting and conditions and conditions[-1].text != ",":
            conditions.append(Token("op", ",", token.start, token.end))
        elif not parting and token.kind != "text" and token.text not in ("&", "."):
            conditions.append(token)
    while conditions and conditions[-1].text == ",":
        conditions.pop()
    if not conditions or any(x.text == r"\forall" for x in conditions):
        return None
    place = max(k for k, x in enumerate(before) if x.text in t.OPTIMA)
    first = place + 2
    last = group_end(before, first) if before[first].text == "{" else first + 1
    inside = before[first + 1 : last - 1] if before[first].text == "{" else before[first:last]
    edge = conditions[0]
    brackets = [Token("op", text, edge.start, edge.start) for text in ("{", ":", "}")]
    return [*before[:first], brackets[0], *inside, brackets[1], *conditions, brackets[2], *before[last:]]


def _operator(tokens: list[Token], start: int) -> tuple[str, int]:
    r"""The command that stands for the operator here, and the position after it; empty where there is none."""
    position, braces = start, 0
    while position < len(tokens) and tokens[position].text == "{":
        position, braces = position + 1, braces + 1
    spelled = ""
    while position < len(tokens) and tokens[position].text in t.OPTIMUM_WORDS:
        spelled += t.OPTIMUM_WORDS[tokens[position].text]
        position += 1
    for _ in range(braces):
        if position >= len(tokens) or tokens[position].text != "}":
            return "", start
        position += 1
    below = position < len(tokens) and tokens[position].text == "_"
    return (f"\\{spelled}", position) if below and f"\\{spelled}" in t.OPTIMA else ("", start)


# Terms -------------------------------------------------------------------------------------------


@dataclass
class _Below:
    """What stands below an operator: its variables, and the values that they may take."""

    variables: list[Sym] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    counted: Range | None = None

    def count(self, p: Parser, body: Term) -> None:
        r"""`1 \le j \le n`, `0 \le t < T` is the range of an index; so is `j \le t` for one that is counted from 1."""
        match self.variables, self.conditions:
            case [variable], [Condition(low, "<=" | "<" as above, a), Condition(b, "<=" | "<" as below, high)]:
                least = low if above == "<=" else shifted(low, 1)
                known = a == b == variable
            case [variable], [Condition(a, "<=" | "<" as below, high)]:
                least, known = ONE, a == variable and counted_from_one(p, variable.name, body, high)
            case _:
                return
        if known and is_index_in(variable.name, body):
            self.conditions, self.counted = [], Range(least, high if below == "<=" else shifted(high, -1))

    def domain(self) -> Domain:
        if self.counted is not None:
            return self.counted
        return SuchThat(tuple(self.conditions)) if self.conditions else Unstated()


def optimum(p: Parser, token: Token) -> Term:
    r"""`\min_{...} body` and its relatives. Raises ParseError for what stands below it and is not understood."""
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    if found.below is None and found.above is None and p.next_is("(", r"\{", "["):
        return scripts.with_scripts(p, _of_several(p, token, start), start)
    if found.below is None or found.above is not None:
        raise p.refuse(f"{token.text} is not understood yet", start)
    head = t.OPTIMA[token.text]
    below = _below(p, found.below)
    if head.startswith("arg") and len(below.variables) > 1:
        raise p.refuse("the place of a minimum in several variables is not understood yet", start)
    body = _body(p, below, whole=head.startswith("arg"))
    below.count(p, body)
    span = p.span_from(start)
    *outer, inner = below.variables
    made: Term = Bind(head, inner, below.domain(), body, span)
    for variable in reversed(outer):
        made = Bind(head, variable, Unstated(), made, span)
    return made


def _of_several(p: Parser, token: Token, start: int) -> Term:
    r"""`\max(0, x)` and `\min\{a, b\}`."""
    end = p.bracket_end(p.pos)
    values = [p.within(*piece) for piece in p.pieces(p.pos + 1, end - 1, frozenset(","))]
    if token.text not in (r"\max", r"\min") or len(values) < 2:
        raise p.refuse(f"{token.text} is not understood yet", start)
    p.pos = end
    return p.app("maximum" if token.text == r"\max" else "minimum", tuple(values), start)


def _body(p: Parser, below: _Below, whole: bool) -> Term:
    start = p.pos
    names = {v.name for v in below.variables}
    terms, ends = [p.signed_product()], [p.pos]
    while (token := p.peek()) is not None and token.text in t.PLUS and token.kind == "op":
        terms.append(p.signed_product())
        ends.append(p.pos)
    last = max((k for k, term in enumerate(terms) if names & free_names(term)), default=0)
    kept = len(terms) if whole else last + 1
    p.pos = ends[kept - 1]
    return terms[0] if kept == 1 else p.app("add", tuple(terms[:kept]), start)


def _below(p: Parser, place: TokenRange) -> _Below:
    found = _Below()
    first, *rest = p.pieces(*place, _APART)
    for piece in p.pieces(*first, frozenset(",")):
        marks = _marks(p, piece)
        if not marks:
            found.variables.append(bound_variable(p, *piece))
        elif p.tokens[marks[0]].text == t.MEMBER:
            _member(p, piece, marks[0], found)
        else:
            _restricted(p, piece, marks, found)
    for piece in (x for part in rest for x in p.pieces(*part, frozenset(","))):
        found.conditions += _related(p, piece, _marks(p, piece))
    if not found.variables or (found.counted is not None and (found.conditions or len(found.variables) > 1)):
        raise p.refuse("this set is not understood yet", place[0])
    return found


def _marks(p: Parser, piece: TokenRange) -> list[int]:
    r"""The relations of a condition; those in brackets, as of `\sum_{i=1}^n`, belong to something else."""
    found, depth = [], 0
    for k in range(*piece):
        token = p.tokens[k]
        depth += (token.text == "{" or token.text in t.OPENERS) - (token.text in t.CLOSERS)
        if depth == 0 and (token.kind == "rel" or token.text == t.MEMBER):
            found.append(k)
    return found


def _restricted(p: Parser, piece: TokenRange, marks: list[int], found: _Below) -> None:
    r"""`x > 0`, `0 < x < 1`, `\|w\| = 1`: a condition that names its variable, unless that was named before."""
    conditions = _related(p, piece, marks)
    found.conditions += conditions
    sides = [conditions[0].lhs, *(c.rhs for c in conditions)]
    names = {name for side in sides for name in free_names(side)}
    if names & {v.name for v in found.variables}:
        return
    plain = [side for side in sides if isinstance(side, Sym)]
    if sides[0] in plain or (len(sides) == 3 and sides[1] in plain):
        found.variables.append(plain[0] if sides[0] in plain else next(s for s in plain if s == sides[1]))
    elif len(names) == 1:
        found.variables.append(Sym(next(iter(names))))
    else:
        raise p.refuse("over which variable?", piece[0])


def _related(p: Parser, piece: TokenRange, marks: list[int]) -> list[Condition]:
    relations = [t.RELATIONS.get(p.tokens[k].text) for k in marks]
    if not marks or any(r not in ("=", "<", "<=", ">", ">=", "!=") for r in relations):
        raise p.refuse("this condition is not understood yet", piece[0])
    edges = [piece[0] - 1, *marks, piece[1]]
    sides = [p.within(a + 1, b) for a, b in pairwise(edges)]
    pairs = zip(pairwise(sides), relations, strict=True)
    return [Condition(a, str(relation), b) for (a, b), relation in pairs]


def _member(p: Parser, piece: TokenRange, mark: int, found: _Below) -> None:
    r"""`w \in \mathbb{R}^d` restricts nothing; an interval does; `\{1, \dots, n\}` and `[n]` are for indices."""
    variable = bound_variable(p, piece[0], mark)
    found.variables.append(variable)
    start, end = mark + 1, piece[1]
    texts = p.texts((start, end))
    if texts[:1] == [r"\mathbb{R}"] and texts[1:2] in ([], ["^"]) and not {"+", "_"} & set(texts):
        return
    inside = p.pieces(start + 1, end - 1, frozenset(","))
    closed = texts[-1:] in (["]"], [")"])
    if texts[:1] in (["["], ["("]) and closed and len(inside) == 2:
        low, high = (p.within(*x) for x in inside)
        found.conditions.append(Condition(low, "<=" if texts[0] == "[" else "<", variable))
        found.conditions.append(Condition(variable, "<=" if texts[-1] == "]" else "<", high))
    elif texts[:1] == ["["] and texts[-1:] == ["]"]:
        found.counted = Range(ONE, p.within(start + 1, end - 1))
    elif texts[:1] == [r"\{"] and len(inside) > 2 and p.tokens[inside[-2][0]].kind == "dots":
        low = p.within(*inside[0])
        if not isinstance(low, Num):
            raise p.refuse("this set is not understood yet", start)
        found.counted = Range(low, p.within(*inside[-1]))
    else:
        raise p.refuse("this set is not understood yet", start)


def is_optimal(formula: Formula) -> Formula:
    r"""`a \in \arg\min_x f(x)` as `f(a) = \min_x f(x)`: there may be other places."""
    match formula.rhs:
        case Bind("argmin" | "argmax" as head, variable, domain, body, span):
            best = Bind(head.removeprefix("arg"), variable, domain, body, span)
            return replace(formula, lhs=substitute(body, {variable.name: formula.lhs}), rhs=best)
    return formula


def equations_of(problem: Term) -> Iterator[Formula]:
    """The equations under which a problem that stands alone is to be solved."""
    while isinstance(problem, Bind) and problem.head in ("min", "max", "inf", "sup", "argmin", "argmax"):
        if isinstance(problem.domain, SuchThat):
            for c in problem.domain.conditions:
                if c.relation == "=":
                    yield Formula(c.lhs, "=", c.rhs, problem.span)
        problem = problem.body
