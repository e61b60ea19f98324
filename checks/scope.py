"""Which givens a chain may use: all before it, and those that the text right after it adds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from language.derivation import Aside, Derivation, Fact, Given, Heading, Item, Step, Unread


@dataclass(frozen=True)
class Scope:
    """A chain with the givens in force where it stands."""

    givens: tuple[Given, ...]
    steps: tuple[Step, ...]


def chains(derivation: Derivation) -> Iterator[Scope | Unread]:
    """Chains and unread formulas in page order."""
    items = derivation.items
    givens: list[Given] = []
    position = 0
    while position < len(items):
        item = items[position]
        if isinstance(item, Step):
            end = position
            steps = []
            while end < len(items) and isinstance(follower := items[end], Step) and follower.chain == item.chain:
                steps.append(follower)
                end += 1
            yield Scope((*givens, *_explaining(items, end)), tuple(steps))
            givens += [Fact(s.formula, True, (), s.span) for s in steps if s.definition]
            position = end
            continue
        match item:
            case Unread():
                yield item
            case Heading():
                pass
            case Aside(explaining):
                givens += explaining
            case _:
                givens.append(item)
        position += 1


def _explaining(items: tuple[Item, ...], start: int) -> Iterator[Given]:
    """Givens of the prose right after a display, when it explains that display."""
    for item in items[start:]:
        if isinstance(item, Step | Unread | Heading):
            return
        if isinstance(item, Aside):
            yield from item.givens
