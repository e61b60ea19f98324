r"""Sums and expectations over something that is not understood: what they act on is read all the same.

`\mathbb{E}_{q_i}[2 f + 1]`, `\sum_{y_i = 1} (x_i - m)`: nobody knows what runs there, but it is linear. It becomes a
sum over a letter of our own with an unknown weight. Of the body the arithmetic stays, and every other part in which
something may run is an unknown function of that letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.language.opaque import PROBABILITY, opaque, opaque_of, pieces_of
from hence.language.terms import (
    App,
    Bind,
    Condition,
    Num,
    Range,
    SuchThat,
    Sym,
    Term,
    Unstated,
    domain_terms,
    free_names,
    subterms,
)
from hence.latex_in import tables as t
from hence.latex_in.formula.opaque import opaque_range

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

RUNNING = Sym("ω")
CALLS = frozenset(("apply", "density"))
KEPT = frozenset(("add", "neg", "mul", "div", "pow", "log", "exp", "sqrt", "given"))


def unknown_mean(p: Parser, body: Term, below: TokenRange, conditions: TokenRange | None, start: int) -> Term:
    """The expectation of a body under a law that is not understood."""
    said = [opaque_range(p, *part) for part in (below, conditions) if part is not None]
    drawn = _drawn(p, below)
    moving = _main_letters(p, *drawn) if drawn is not None and conditions is None else _all_letters(p, body)
    return _over(p, "E", [PROBABILITY, *_joined(said)], body, moving, start)


def unknown_sum(p: Parser, head: str, scripts: Iterable[TokenRange], body: Term, start: int) -> Term:
    """The sum of a body over something that is not understood: every letter below it may run."""
    ranges = list(scripts)
    said = [opaque_range(p, *part) for part in ranges]
    moving = frozenset().union(*(_letters(p, *part) for part in ranges))
    return _over(p, head, [rf"\{head}", *_joined(said)], body, moving, start)


def _joined(said: Iterable[App]) -> list[str | Sym]:
    return [piece for part in said for piece in (*pieces_of(part), "|")]


def _over(p: Parser, head: str, law: list[str | Sym], body: Term, moving: frozenset[str], start: int) -> Term:
    made = opaque("opaque_number", [*law, "@", RUNNING])
    weight = Condition(made, "!=", Num(Fraction(0)))
    return Bind(head, RUNNING, SuchThat((weight,)), skeleton(body, moving), p.span_from(start))


def _drawn(p: Parser, below: TokenRange) -> TokenRange | None:
    r"""Where the letters stand that are drawn: in front of \sim, or in the bracket of a density."""
    texts = p.texts(below)
    if t.DRAWN in texts:
        return below[0], below[0] + texts.index(t.DRAWN)
    if "(" in texts and texts[-1] == ")":
        return below[0] + texts.index("(") + 1, below[1] - 1
    return None


def _letters(p: Parser, start: int, end: int) -> frozenset[str]:
    return frozenset(token.text for token in p.tokens[start:end] if token.kind == "name")


def _main_letters(p: Parser, start: int, end: int) -> frozenset[str]:
    """The letters of a list that stand in no script: z of z_{1:k}."""
    found: set[str] = set()
    position = start
    while position < end:
        if p.tokens[position].text in ("_", "^"):
            position += 1
            position = p.brace_end(position) if p.tokens[position].text == "{" else position + 1
            continue
        found |= {p.tokens[position].text} if p.tokens[position].kind == "name" else set()
        position += 1
    return frozenset(found)


def _all_letters(p: Parser, body: Term) -> frozenset[str]:
    """All that may be random where nobody says what is: not what counts, and not the names of functions."""
    parts = list(subterms(body))
    sums = [part for part in parts if isinstance(part, Bind)]
    counting = {n for part in sums for limit in domain_terms(part.domain) for n in free_names(limit)}
    counting |= {part.var.name for part in sums} | p.bound.keys()
    functions = {x.args[0].name for x in parts if isinstance(x, App) and x.head in CALLS and isinstance(x.args[0], Sym)}
    return free_names(body) - counting - functions


def skeleton(term: Term, moving: frozenset[str]) -> Term:
    """The arithmetic of a term over parts of which it is only known that they run."""
    if not any(_runs(name, moving) for name in free_names(term)):
        return term
    match term:
        case App(head, args, span) if head in KEPT:
            return App(head, tuple(skeleton(a, moving) for a in args), span)
        case App("apply" | "density" as head, (function, *args), span) if not _runs_at(function, moving):
            return App(head, (function, *(skeleton(a, moving) for a in args)), span)
        case Bind("sum", var, Range() | Unstated() as domain, body, span) if not _runs(var.name, moving) and not any(
            _runs(name, moving) for limit in domain_terms(domain) for name in free_names(limit)
        ):
            return Bind("sum", var, domain, skeleton(body, moving), span)
        case _:
            return opaque_of(term, RUNNING)


def _runs_at(function: Term, moving: frozenset[str]) -> bool:
    return any(_runs(name, moving) for name in free_names(function))


def _runs(name: str, moving: frozenset[str]) -> bool:
    """z_{1} and \\hat{z} go with z: who knows what is meant by z_{1:k}."""
    return name in moving or any(letter in moving for letter in letters_in(name))


def letters_in(name: str) -> list[str]:
    """The letters of a name and of its scripts."""
    bare = name.replace("{", " ").replace("}", " ").replace("_", " ").replace("^", " ").replace(",", " ")
    return bare.split()
