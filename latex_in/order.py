"""The items of a page in order: explanations in front of what they explain, chains counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Fact, Heading, Item, Step, Unread
from hence.language.records import dataclass
from hence.language.terms import App, Sym, Term, free_names
from hence.latex_in.prose.discourse import Closes, Marker, Opens, Reach, tree


@dataclass(frozen=True)
class Edge:
    """Where a sentence that explains the display above it begins and ends."""

    opens: bool


Settled: TypeAlias = Item | Edge | Marker


def joined(items: list[Settled]) -> list[Item]:
    """The items of a whole page as a tree, explanations in front of what they explain, chains counted. Never fails."""
    return tree(_numbered(_explained(items)))


def _explained(items: list[Settled]) -> list[Item | Marker]:
    """What explains a display ("where $r$ is ...") stands in front of it; claims in it stay behind."""
    made: list[Item | Marker] = []
    inside: list[Item | Marker] | None = None
    for item in items:
        if isinstance(item, Edge):
            place = _before_display(made)
            if inside:
                made[place:place] = inside
            inside = [] if item.opens else None
        elif inside is not None and (_stays_in_place(item) or not isinstance(item, Step | Unread | Heading | Closes)):
            inside.append(item)
        elif inside is not None and isinstance(item, Step) and item.definition and not item.described:
            inside.append(_as_fact(item))
            made.append(item)
        elif isinstance(item, Step) and item.by_use and _is_awaited(item, made):
            made.insert(_before_display(made), _as_fact(item))
            made.append(item)
        else:
            made.append(item)
    return made


def _as_fact(step: Step) -> Fact:
    return Fact(step.formula, True, (), step.span, lets=step.lets)


def _is_awaited(step: Step, made: list[Item | Marker]) -> bool:
    """The `k = a/b` at the end of a display in which nobody said what k is; or the one in `c = k = a/b`."""
    name = _named(step.formula.lhs)
    if not name or not made or not isinstance(made[-1], Step) or made[-1].span.end_line < step.span.line - 1:
        return False
    place = _before_display(made)
    shown = [x for x in made[place:] if isinstance(x, Step) and _awaits(x, step)]
    used = {other for x in shown for side in (x.formula.lhs, x.formula.rhs) for other in free_names(side)}
    return name in used and not any(_speaks_of(x, name) for x in made[:place])


def _named(term: Term) -> str:
    """The name of a symbol, or of a family whose general member a term is; empty for anything else."""
    match term:
        case Sym(name) | App("index", (Sym(name), *_)):
            return name
        case _:
            return ""


def _awaits(shown: Step, step: Step) -> bool:
    if shown.chain == step.chain:
        return shown.formula.rhs == step.formula.lhs
    return isinstance(step.formula.lhs, Sym)


def _speaks_of(item: Item | Marker, name: str) -> bool:
    return isinstance(item, Step | Fact) and name in free_names(item.formula.lhs) | free_names(item.formula.rhs)


def _stays_in_place(item: object) -> bool:
    """A reason, which must come before what rests on it; a mention, which must not rest on what is given with it."""
    return isinstance(item, Step) and (item.reason or item.standing == "mention")


def _before_display(items: list[Item | Marker]) -> int:
    """The place in front of the last steps, and of the conditions of their rows."""
    place = len(items)
    while place and not isinstance(items[place - 1], Step | Unread):
        place -= 1
    while place and (isinstance(items[place - 1], Step | Unread) or _of_row(items, place - 1)):
        place -= 1
    return place


def _of_row(items: list[Item | Marker], place: int) -> bool:
    here, before = items[place], items[place - 1] if place else None
    return any(isinstance(x, Opens | Closes) and x.reach is Reach.ROW for x in (here, before))


def _numbered(items: list[Item | Marker]) -> list[Item | Marker]:
    """Chains counted from 1 without gaps, in the order of the page."""
    numbers: dict[int, int] = {}
    made: list[Item | Marker] = []
    for item in items:
        if isinstance(item, Step) or (isinstance(item, Unread) and item.chain):
            made.append(_with_number(item, numbers.setdefault(item.chain, len(numbers) + 1)))
        else:
            made.append(item)
    return made


def _with_number(item: Step | Unread, number: int) -> Step | Unread:
    """An item of another chain, which is remembered: what is the same on the next page stays the same object."""
    if item.chain == number:
        return item
    known: Step | Unread | None = vars(item).get("_renumbered")
    if known is None or known.chain != number:
        known = replace(item, chain=number)
        object.__setattr__(item, "_renumbered", known)
    return known
