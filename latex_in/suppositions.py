"""What a sentence only supposes: each given, of whatever kind, by the word that governs the place where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from language.derivation import Given
from latex_in.discourse import Memory, Opens, Reach, opened, place_of, supposes
from latex_in.force import GIVING, INTRODUCING, MENTION, REASONS, governor, is_hearsay
from latex_in.relations import Candidate
from latex_in.said import Sentence

if TYPE_CHECKING:
    from latex_in.prose import ProseItem

GIVENS = get_args(Given)


@dataclass(frozen=True)
class Asserted:
    """A given that no word gives: a declaration of what is new, and of what is known something that proofs list."""

    given: Given


def supposed(s: Sentence, items: Iterable[ProseItem], memory: Memory) -> list[ProseItem]:
    """The items of a sentence with a context in front of each that is only supposed; those come before its claims."""
    made: list[list[ProseItem]] = []
    before: ProseItem | None = None
    for item in items:
        if isinstance(before, Opens):
            made[-1].append(item)
        elif isinstance(item, GIVENS):
            made.append(list(_placed(s, item, memory)))
        elif isinstance(item, Candidate) and memory.case and _opens_case(item):
            made.append([replace(item, cue="case")])
        else:
            made.append([item])
        before = item
    return [item for group in _conditions_first(made) for item in group]


def _placed(s: Sentence, given: Given, memory: Memory) -> Iterator[ProseItem]:
    position = _position(s, given)
    before, after = s.text[:position], s.text[position + 1 :]
    word = governor(before)
    if word == MENTION or (word not in GIVING and is_hearsay(before, after)):
        return
    reach = Reach.CASE if memory.case and word in ("", "let") else supposes(word)
    if word in REASONS:
        reach = Reach.ASSUMPTION
    if reach is not None:
        yield opened(reach, given)
    yield given if reach is not None or word in INTRODUCING | GIVING else Asserted(given)


def _position(s: Sentence, given: Given) -> int:
    """Where the formula stands that a given speaks of; the end of the sentence where that is not known."""
    place = place_of(given)
    for position, said in s.placed():
        whole = s.context.span(said.tokens) if said.tokens else None
        if whole is not None and (whole.line, whole.column) <= (place.line, place.column) < (
            whole.end_line,
            whole.end_column,
        ):
            return position
    return len(s.text)


def _opens_case(candidate: Candidate) -> bool:
    return candidate.cue in ("let", "suppose", "assume", "") and candidate.equation.formula.relation != "="


def _conditions_first(groups: list[list[ProseItem]]) -> list[list[ProseItem]]:
    """ "P, if C": what a sentence supposes behind its last claim is supposed for its claims."""
    claims = [k for k, group in enumerate(groups) if any(isinstance(x, Candidate) and x.claims for x in group)]
    if not claims:
        return groups
    behind = [g for g in groups[claims[-1] + 1 :] if _is_supposed(g)]
    rest = [g for g in groups if not any(g is b for b in behind)]
    return [*rest[: claims[0]], *behind, *rest[claims[0] :]]


def _is_supposed(group: list[ProseItem]) -> bool:
    first = group[0] if group else None
    return isinstance(first, Opens) or (isinstance(first, Candidate) and supposes(first.cue) is not None)
