r"""`\begin{cases} x & x > 0 \\ 0 & \text{otherwise} \end{cases}` as a sum: each value times the indicator of its case.

A later row holds where no earlier one does, as it is read. Where no row holds there is no value: the sum then has 0/0
as a term.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from hence.language.terms import App, Num, Term
from hence.latex_in import tables as t
from hence.latex_in.formula.conditions import CONDITIONS
from hence.latex_in.page.lexer import Token

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

ENVIRONMENTS = frozenset(("cases", "dcases", "rcases"))
_ONE = Num(Fraction(1))
_ELSE = frozenset(("otherwise", "else", "elsewhere", r"\mathrm{otherwise}", r"\mathrm{else}", r"\mathrm{elsewhere}"))
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "="}
_Case = tuple[Term, str, Term]  # left, relation, right


def with_cases(tokens: list[Token]) -> list[Token]:
    r"""The tokens with `\left\{ \begin{array} ... \end{array} \right.` as definitions by cases."""
    found = list(tokens)
    for position, token in enumerate(tokens[:-1]):
        opens = token.text in (r"\{", r"\lbrace") and tokens[position + 1].kind == "begin"
        end = _environment_end(tokens, position + 1) if opens else None
        if end is None or (end + 1 < len(tokens) and tokens[end + 1].text in (r"\}", r"\rbrace")):
            continue
        found[position] = Token("space", "", token.start, token.end)
        for place in (position + 1, end):
            mark = tokens[place]
            found[place] = Token(mark.kind, "cases", mark.start, mark.end)
    return [x for x in found if x.kind != "space"]


def _environment_end(tokens: list[Token], opening: int) -> int | None:
    depth = 0
    for position in range(opening, len(tokens)):
        depth += {"begin": 1, "end": -1}.get(tokens[position].kind, 0)
        if depth == 0:
            return position
    return None


def cases(p: Parser, rows: list[list[TokenRange]], start: int) -> Term:
    """The value of a definition by cases. Raises `ParseError`."""
    if len(rows) < 2 or any(len(row) != 2 for row in rows):
        raise p.refuse("cases are understood as rows of a value and a condition", start)
    terms: list[Term] = []
    before: list[Term] = []  # the indicators of the rows above
    first: list[_Case] = []
    covered: list[Term] = []
    for number, (value, condition) in enumerate(rows):
        conditions = _conditions(p, condition)
        rest = _others(p, before, start)
        if conditions is None or (number == 1 and len(rows) == 2 and _is_rest(first, conditions)):
            if number != len(rows) - 1:
                raise p.refuse("expected the last case here", condition[0])
            factors, covered = rest, []
        else:
            indicator = [_indicator(p, one, start) for one in conditions]
            factors = [*indicator, *rest]
            before.append(indicator[0] if len(indicator) == 1 else p.app("mul", tuple(indicator), start))
            first = first or conditions
            covered.append(factors[0] if len(factors) == 1 else p.app("mul", tuple(factors), start))
        terms.append(p.app("mul", (*factors, p.within(*_bare(p, value))), start))
    if covered:
        terms.append(p.app("div", (Num(Fraction(0)), p.app("add", tuple(covered), start)), start))
    return p.app("add", tuple(terms), start)


def _bare(p: Parser, cell: TokenRange) -> TokenRange:
    """A cell without the punctuation behind it, and without gaps."""
    first, last = cell
    while last > first and (p.tokens[last - 1].text in (",", ".", ";") or p.tokens[last - 1].kind == "quad"):
        last -= 1
    while first < last and p.tokens[first].kind == "quad":
        first += 1
    return first, last


def _conditions(p: Parser, cell: TokenRange) -> list[_Case] | None:
    """The relations of `if a < x < b`; None for "otherwise"."""
    first, last = _bare(p, cell)
    while first < last and p.tokens[first].kind == "text":
        words = p.tokens[first].text.lower().strip(" ,.").split()
        if words and words[0] in _ELSE:
            return None
        if " ".join(words) not in ("if", "for", "when", "where", "whenever", "for all", "on"):
            raise p.refuse("this condition is not understood", first)
        first += 1
    if p.texts((first, last))[:1] and p.tokens[first].text in _ELSE:
        return None
    marks = [k for k in range(first, last) if p.tokens[k].kind == "rel"]
    sides = [first - 1, *marks, last]
    if not marks or any(p.tokens[k].text in (",", t.MEMBER) or p.tokens[k].kind == "text" for k in range(first, last)):
        raise p.refuse("this condition is not understood", min(first, p.end - 1))
    terms = [p.within(a + 1, b) for a, b in pairwise(sides)]
    found: list[_Case] = []
    for mark, left, right in zip(marks, terms, terms[1:], strict=False):
        relation = t.RELATIONS.get(p.tokens[mark].text, "")
        if relation not in CONDITIONS or (relation in ("=", "!=") and not _counts(p, first, last)):
            raise p.refuse("this condition is not understood", mark)
        found.append((left, relation, right))
    return found


def _counts(p: Parser, first: int, last: int) -> bool:
    """Whether an equation is between indices: of numbers it would hold at a point only."""
    names = [x.text for x in p.tokens[first:last] if x.kind == "name"]
    return bool(names) and all(name in t.INDEX_LETTERS | p.names.integers for name in names)


def _is_rest(first: list[_Case], conditions: list[_Case]) -> bool:
    """Whether the second condition says that the first does not hold."""
    match first, conditions:
        case [(a, relation, b)], [(c, other, d)]:
            return (a, b) == (c, d) and _OPPOSITE.get(relation) == other
        case _:
            return False


def _indicator(p: Parser, case: _Case, start: int) -> Term:
    left, relation, right = case
    return CONDITIONS[relation](p, left, right, start)


def _others(p: Parser, before: list[Term], start: int) -> list[Term]:
    return [p.app("add", (_ONE, App("neg", (one,))), start) for one in before]
