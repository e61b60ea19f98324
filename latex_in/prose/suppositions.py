"""What a sentence only supposes: each given, of whatever kind, by the word that governs the place where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from hence.language.derivation import (
    Anew,
    Convention,
    Fact,
    Given,
    Independent,
    Membership,
    Property,
    Step,
)
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, Term
from hence.latex_in.formula.context import base_name
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.clause import INTRODUCING, MENTIONED, SUPPOSING, Force
from hence.latex_in.prose.curved import Curved
from hence.latex_in.prose.discourse import Closes, Memory, Opens, Reach, opened, place_of, supposes
from hence.latex_in.prose.force import governor, is_doubtful, is_hearsay, is_quoted
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.hedges import hedge
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.said import Sentence

if TYPE_CHECKING:
    from hence.latex_in.prose.paragraph import ProseItem

GIVENS = get_args(Given)


@dataclass(frozen=True)
class Asserted:
    """A given that no word gives: a declaration of what is new, and of what is known something that proofs list."""

    given: Given
    reach: Reach = Reach.ASSUMPTION
    concluded: bool = False


def supposed(s: Sentence, items: Iterable[ProseItem], memory: Memory) -> list[ProseItem]:
    """The items of a sentence with a context in front of each that is only supposed; those come before its claims."""
    made: list[list[ProseItem]] = []
    kept: list[list[ProseItem]] = []  # those whose reach the reader of the sentence has decided
    before: ProseItem | None = None
    for item in items:
        if isinstance(before, Opens):
            made[-1].append(item)
            kept.append(made[-1])
        elif isinstance(item, Convention):
            made.append([item])
        elif isinstance(item, GIVENS):
            made.append(list(_placed(s, item, memory)))
        elif isinstance(item, Curved) and item.given is not None:
            placed = list(_placed(s, item.given, memory))
            made.append([*placed[:-1], item] if placed else [])
        elif isinstance(item, Candidate) and memory.case and _opens_case(item):
            made.append([replace(item, force=Force.CASE)])
        elif not (isinstance(item, Candidate) and is_asked(s, item.force)):
            made.append([item])
        before = item
    _number(made)
    made = [group for group in made if group]
    if _is_finished(s) and not any(_says(x) for group in made for x in group):
        # as in: The result is known if b is zero.
        local = (Reach.SENTENCE, Reach.ROW)
        made = [group for group in made if _reach(group) not in local or any(group is k for k in kept)]
    ordered, behind = _conditions_first(made)
    at_point = any(isinstance(x, Candidate) and x.force is Force.AT for group in made for x in group)
    memory.at_point = at_point
    closing = [Closes(Reach.SENTENCE)] if (behind or at_point) and _is_finished(s) else []
    return [*(item for group in ordered for item in group), *closing]


def _number(groups: list[list[ProseItem]]) -> None:
    """The families that a sentence declares get the range of their index that it says: x_i for i = 1, ..., n."""
    said = {pair for group in groups for item in group if (pair := _ordered(item)) is not None}
    lows = {b.name: a for a, b in said if isinstance(b, Sym) and isinstance(a, Num | Sym)}
    highs = {a.name: b for a, b in said if isinstance(a, Sym) and isinstance(b, Num | Sym)}
    once = {n for n in lows if sum(Sym(n) in pair for pair in said) == 1 + (n in highs)}

    def told(given: Given) -> Given:
        match given:
            case Membership(App("index", (Sym(), Sym(i)))) if i in once:
                return replace(given, within=(lows[i], highs.get(i)))
            case _:
                return given

    for group in groups:
        group[:] = [_changed(item, told) for item in group]


def _changed(item: ProseItem, change: Callable[[Given], Given]) -> ProseItem:
    match item:
        case Membership():
            return change(item)
        case Asserted(given=Membership() as given):
            return replace(item, given=change(given))
        case _:
            return item


def _ordered(item: ProseItem) -> tuple[Term, Term] | None:
    r"""The sides of `1 \\le i` or `i \\ge 1`, the smaller one first."""
    match item:
        case Fact(formula) | Asserted(given=Fact(formula)) | Candidate(equation=Equation(formula)) if (
            formula.relation in ("<=", ">=")
        ):
            sides = formula.lhs, formula.rhs
            return sides if formula.relation == "<=" else sides[::-1]
        case _:
            return None


def _is_finished(s: Sentence) -> bool:
    """Whether no display follows, nor stands before it: a sentence in small letters goes on from one."""
    return s.spoken.finished and not s.goes_on


def _claims(item: ProseItem) -> bool:
    return isinstance(item, Curved | Step) or (
        isinstance(item, Candidate) and item.claims and item.force not in MENTIONED
    )


def _says(item: ProseItem) -> bool:
    """Whether an item claims or defines something that a condition in its sentence may be meant for."""
    defines = (
        isinstance(item, Candidate)
        and item.force not in MENTIONED | {Force.FOR, Force.OVER}
        and supposes(item.force) is None
    )
    return _claims(item) or defines or (isinstance(item, Fact) and item.definition)


def is_asked(s: Sentence, force: Force) -> bool:
    """Whether what no word gives stands in a question."""
    return s.signs.endswith("?") and force not in INTRODUCING | SUPPOSING


def _placed(s: Sentence, given: Given, memory: Memory) -> Iterator[ProseItem]:
    if isinstance(given, Independent) and not given.subjects:
        if not given.denied:  # "by independence": a reason for its sentence; "it is independent of X" for what follows
            alone = not any(said.equates() for _, said in s.placed())
            yield opened(Reach.ASSUMPTION if alone else Reach.ROW)
        yield given
        return
    force = force_on(s, given)
    if force is Force.DESCRIBE and isinstance(given, Membership):
        yield Asserted(given)
        return
    if force in MENTIONED:
        return
    if force is Force.LET and isinstance(given, Property) and given.word in _KINDS:
        yield Anew(frozenset((base_name(given.subject) or "",)), given.span, "declared")
    reach = Reach.CASE if memory.case and force in _OPENING else supposes(force)
    if force is Force.REASON:
        reach = Reach.ASSUMPTION
    if reach is not None and force is not Force.AT:
        yield opened(reach, given)
        yield given
    elif force in (Force.FOR, Force.AT):
        yield Asserted(given, Reach.SENTENCE)
    else:
        yield given if force.gives else Asserted(given, concluded=force.claims)


def force_on(s: Sentence, given: Given) -> Force:
    """What the words of a sentence do with a given; `MENTION` where they only speak of it, doubt it, ask or deny it."""
    position = _position(s, given)
    before, after = s.signs[:position], s.signs[position + 1 :]
    force = governor(before)
    if force is Force.DESCRIBE:
        return force
    doubted = force not in INTRODUCING | SUPPOSING and (is_doubtful(s.signs) or is_hearsay(before, after))
    if force is Force.CALL or doubted or is_quoted(before) or is_asked(s, force):
        return Force.MENTION
    if _NEGATED.match(after) and not (isinstance(given, Independent) and given.denied):
        return Force.MENTION
    hedged = position < len(s.signs) and not s.excepting and hedge(s.signs, position) is not None
    return Force.MENTION if hedged else force


_NEGATED = rule("^ [comma and F]* [be do need] not (?! only)")
_OPENING = frozenset((Force.NONE, Force.LET, Force.SUPPOSE, Force.ASSUME))
_KINDS = frozenset(("matrix", "vector", "scalar", "random", "density"))


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
    return len(s.signs)


def _opens_case(candidate: Candidate) -> bool:
    return candidate.force in _OPENING and candidate.equation.formula.relation != "="


def _conditions_first(groups: list[list[ProseItem]]) -> tuple[list[list[ProseItem]], bool]:
    """ "P, if C": what a sentence supposes behind its last claim is supposed for its claims; and whether it does."""
    claims = [k for k, group in enumerate(groups) if any(map(_claims, group))]
    behind = [g for g in groups[claims[-1] + 1 :] if _reach(g) is not None and not _is_range(g)] if claims else []
    if not behind:
        return groups, False
    rest = [g for g in groups if not any(g is b for b in behind)]
    return [*rest[: claims[0]], *behind, *rest[claims[0] :]], True


def _is_range(group: list[ProseItem]) -> bool:
    """ "for $x > 0$": a claim in front of it knows it already."""
    return isinstance(group[0], Candidate) and group[0].force in (Force.FOR, Force.OVER)


def _reach(group: list[ProseItem]) -> Reach | None:
    match group[0]:
        case Opens(reach) | Asserted(reach=reach):
            return reach
        case Candidate(force=Force.FOR | Force.OVER):
            return Reach.SENTENCE
        case Candidate(force=force):
            return supposes(force)
        case _:
            return None
