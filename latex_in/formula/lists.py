r"""Lists in formulas: `a, b, c`, `x_1, \dots, x_n`, and which of their parts a relation speaks of."""

from __future__ import annotations

from collections.abc import Container

from hence.language.records import dataclass
from hence.language.terms import App, Sym, Term, free_names
from hence.latex_in.formula.context import Context
from hence.latex_in.page.scan import Tokens


@dataclass(frozen=True)
class Member:
    """A term of a list; `over` names the index of a family that was written out with dots."""

    term: Term
    over: tuple[str, ...]
    tokens: Tokens


def are_apart(waiting: list[Tokens], left: Tokens, right: Tokens, behind: list[Tokens]) -> bool:
    r"""Whether `a, b, c = v, d` is a list of things of which one is equal to something, and not `a = b = c = v`.

    So it is where the list goes on with a plain thing, and where v speaks of what the list has:
    `\Sigma_{xy}, \Sigma_{yx} = \Sigma_{xy}^\top`.
    """
    if not waiting:
        return False
    plain = any(part and part[0].kind == "name" and not any(x.kind == "rel" for x in part) for part in behind[:1])
    return plain or any(part and _contains(right, part) for part in (*waiting, left))


def _contains(tokens: Tokens, part: Tokens) -> bool:
    """Whether tokens have a part as it is written, between brackets or not."""
    texts, own = [x.text for x in tokens], [x.text for x in part]
    return any(texts[k : k + len(own)] == own for k in range(len(texts) - len(own) + 1))


def subjects(context: Context, parts: list[Tokens]) -> list[Term]:
    r"""The terms of a list; `x_1, \dots, x_n` is the one family member `x_i`."""
    return [member.term for member in members(context, parts)]


def members(context: Context, parts: list[Tokens]) -> list[Member]:
    """The same, with the index that a family runs over."""
    found: list[Member] = []
    position = 0
    while position < len(parts):
        if [x.kind for x in parts[position]] == ["dots"] and found and position + 1 < len(parts):
            last = context.parse(parts[position + 1])
            found = [x for x in found if not same_family(x.term, last)]
            found.append(_member(last, parts[position + 1]))
            position += 2
            continue
        found.append(Member(context.parse(parts[position]), (), parts[position]))
        position += 1
    return found


def same_family(a: Term, b: Term) -> bool:
    return isinstance(a, App) and isinstance(b, App) and a.head == b.head == "index" and a.args[0] == b.args[0]


def _member(last: Term, tokens: Tokens) -> Member:
    if isinstance(last, App) and last.head == "index":
        letter = fresh_index(free_names(last))
        return Member(App("index", (last.args[0], Sym(letter), *last.args[2:]), last.span), (letter,), tokens)
    return Member(last, (), tokens)


def fresh_index(taken: Container[str]) -> str:
    """A letter for an index that is not taken."""
    return next(x for x in ("i", "j", "k", "l", "m'") if x not in taken)
