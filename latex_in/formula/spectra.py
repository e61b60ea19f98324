r"""Extreme eigenvalues: `\lambda_{\max}(A)`, `\lambda_1(A^\top A)`, which are spelled with a subscript.

The order of symmetric matrices speaks of them, too: `A \succeq B` says that no eigenvalue of A - B is negative.
"""

from __future__ import annotations

from itertools import pairwise

from hence.language.derivation import Formula
from hence.language.terms import App, Num, Span, Term, app, num
from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token

_LARGEST, _SMALLEST = (r"\max", r"\mathrm{max}", "max", "1"), (r"\min", r"\mathrm{min}", "min")
_ENDS = {**dict.fromkeys(_LARGEST, "eig_max"), **dict.fromkeys(_SMALLEST, "eig_min")}
EIGENVALUE = r"\lambda"
_OPENING = {"(", r"\{", "["}
_CLOSING = {")", r"\}", "]"}


def named(tokens: list[Token]) -> list[Token]:
    """Tokens with such functions as one token each. Never fails."""
    found: list[Token] = []
    position = 0
    while position < len(tokens):
        head, after = _eigenvalue(tokens, position) or ("", position)
        if head:
            found.append(Token("func", head, tokens[position].start, tokens[after - 1].end))
            position = after
        else:
            found.append(tokens[position])
            position += 1
    return found


def stated(lhs: Term, mark: str, rhs: Term, span: Span) -> Formula | None:
    """The formula that a relation makes of two terms; None where the relation is not known."""
    if mark in t.RELATIONS:
        return Formula(lhs, t.RELATIONS[mark], rhs, span)
    if mark not in t.MATRIX_ORDERS:
        return None
    relation, turned = t.MATRIX_ORDERS[mark]
    larger, smaller = (rhs, lhs) if turned else (lhs, rhs)
    if smaller in (num(0), app("zeros")):
        return Formula(app("eig_min", larger), relation, num(0), span)
    less = Num(smaller.value * -1) if isinstance(smaller, Num) else app("neg", smaller)
    gap = less if larger in (num(0), app("zeros")) else App("add", (larger, less), span)
    return Formula(app("eig_min", gap), relation, num(0), span)


def _eigenvalue(tokens: list[Token], start: int) -> tuple[str, int] | None:
    r"""`\lambda_{\max}` in front of a bracket; `\lambda_1` only where a transpose in it tells of a matrix."""
    texts = [x.text for x in tokens[start : start + 8]]
    if texts[:2] != [EIGENVALUE, "_"] or len(texts) < 4:
        return None
    if texts[2] == "{":
        if "}" not in texts:
            return None
        end = texts.index("}")
        label, after = "".join(texts[3:end]), start + end + 1
    else:
        label, after = texts[2], start + 3
    inside = _inside(tokens, after)
    if label not in _ENDS or inside is None:
        return None
    transposed = any(a.text == "^" and b.text in (r"\top", "T", r"\intercal") for a, b in pairwise(inside))
    return None if label == "1" and not transposed else (_ENDS[label], after)


def _inside(tokens: list[Token], start: int) -> list[Token] | None:
    """What stands in the bracket that opens here."""
    if start >= len(tokens) or tokens[start].text not in _OPENING:
        return None
    depth = 0
    for position in range(start, len(tokens)):
        depth += (tokens[position].text in _OPENING) - (tokens[position].text in _CLOSING)
        if depth == 0:
            return tokens[start + 1 : position]
    return None
