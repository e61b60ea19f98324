"""The argument of a proof, form by form: from the left side to the right, each move proved by itself.

A move unfolds a definition, works out a derivative, an expectation or a sum, or brings a side to its simplest form.
Forms are proposed freely and decided where the step stands: what is not proved is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hence.checks.elaborate.patterns import Defined
from hence.checks.elaborate.sorted import sorted_givens
from hence.checks.model import Claim
from hence.checks.observe import Place
from hence.checks.simplest import simplest
from hence.hints import WORKED_OUT, tidied
from hence.language.derivation import Formula, Relation
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Term, alpha_equal, children, free_names, mapped, substitute, subterms
from hence.language.verdicts import Proved

MOST_UNFOLDED = 3  # definitions of one side
DEFINITION, NORMAL_FORM = "definition of ", "index-normal-form"
MOST_WORKED_OUT = 3  # derivatives, expectations and the like of one side


@dataclass(frozen=True)
class Move:
    """From the form before to this one: by which rules, and under which conditions."""

    relation: Relation
    term: Term
    method: tuple[str, ...]
    assumptions: tuple[str, ...] = ()


def argument(place: Place, proof: Proved) -> tuple[Move, ...]:
    """Moves from the left side of a proved step to its right side. At least one; bounded work."""
    formula = place.step.formula
    whole = Move(formula.relation, formula.rhs, proof.method, proof.assumptions)
    if place.step.premises:  # what follows from a premise is not true form by form
        return (whole,)
    left, right = ([side, *_forms(place, side)] for side in (formula.lhs, formula.rhs))
    path, turn = _joined(left, right, formula.relation)
    moves: list[Move] = []
    before = path[0]
    for number, term in enumerate(path[1:], 1):
        last = number == len(path) - 1
        relation: Relation = formula.relation if number >= turn and not _turned(moves, formula) else "="
        found = _move(place, before, relation, term)
        if found is not None:
            moves.append(found)
            before = term
        elif last:
            return (whole,)
    return tuple(moves) if moves and _adds_up(moves, formula) else (whole,)


def _turned(moves: list[Move], formula: Formula) -> bool:
    return formula.relation != "=" and any(move.relation == formula.relation for move in moves)


def _adds_up(moves: list[Move], formula: Formula) -> bool:
    """Equations and at most one move with the relation of the step, which ends where the step ends."""
    others = [move for move in moves if move.relation != "="]
    return moves[-1].term == formula.rhs and len(others) == (formula.relation != "=")


def _joined(left: list[Term], right: list[Term], relation: Relation) -> tuple[list[Term], int]:
    """One path through both lists of forms, and where it turns from one side to the other."""
    if relation == "=":
        for i, one in enumerate(left):
            for j, other in enumerate(right):
                if alpha_equal(one, other):
                    return _apart([*left[: i + 1], *reversed(right[:j])]), i + 1
    return _apart([*left, *reversed(right)]), len(left)


def _apart(forms: list[Term]) -> list[Term]:
    """Without a form that stands there already; the ends stay."""
    kept = [forms[0]]
    kept += [b for a, b in pairwise(forms) if not alpha_equal(a, b)]
    return kept if kept[-1] == forms[-1] else [*kept, forms[-1]]


def _move(place: Place, before: Term, relation: Relation, after: Term) -> Move | None:
    if alpha_equal(before, after) and relation == "=":
        return Move("=", after, ("the same",))
    verdict = place.instead(Formula(before, relation, after, place.step.formula.span)).verdict()
    if not isinstance(verdict, Proved):
        return None
    return Move(relation, after, _own(verdict.method, before, after), verdict.assumptions)


def _own(method: tuple[str, ...], before: Term, after: Term) -> tuple[str, ...]:
    """The rules of a move without those that the two forms have in common: a proof works out both of them."""
    unfolded = [m for m in method if m.startswith(DEFINITION) and _uses(m, before) != _uses(m, after)]
    if unfolded and _heads(before) <= _heads(after) | {"apply", "index"}:
        return tuple(unfolded)
    return tuple(m for m in method if m != NORMAL_FORM) or method


def _uses(definition: str, term: Term) -> bool:
    return definition.removeprefix(DEFINITION) in free_names(term)


def _heads(term: Term) -> set[str]:
    """What is to be worked out in a term."""
    return {t.head for t in subterms(term) if isinstance(t, App | Bind) and t.head in WORKED_OUT}


# Forms of one side -----------------------------------------------------------------------------------------


def _forms(place: Place, side: Term) -> Iterator[Term]:
    """Forms that a side takes: definitions unfolded, parts worked out, and the whole in simplest form."""
    form = side
    definitions = sorted_givens(place.instead(place.step.formula).givens).definitions
    for _ in range(MOST_UNFOLDED):
        unfolded = next(_unfolded(form, definitions), None)
        if unfolded is None:
            break
        yield (form := unfolded)
    for _ in range(MOST_WORKED_OUT):
        worked = next(_worked_out(place, form), None)
        if worked is None:
            break
        yield (form := worked)
    whole = _simplest(place, form) if place.step.formula.relation == "=" else None
    if whole is not None and not alpha_equal(whole, form):
        yield whole


def _unfolded(form: Term, definitions: dict[str, list[Defined]]) -> Iterator[Term]:
    """The form with every use of one name replaced by what the page defines it to be."""
    names = dict.fromkeys(t.name for t in subterms(form) if isinstance(t, Sym))
    for name in names:
        known = definitions.get(name, [])
        if len(known) != 1 or known[0].recurrent or known[0].entrywise:
            continue
        made = mapped(form, lambda term, rule=known[0]: _by_definition(term, rule))  # type: ignore[misc]
        if made != form:
            yield made


def _by_definition(term: Term, rule: Defined) -> Term:
    match term:
        case App("apply", (Sym(name), *arguments)) if name == rule.name and len(arguments) == len(rule.params):
            return substitute(rule.body, dict(zip(rule.params, arguments, strict=True))) if not rule.indices else term
        case App("index", (Sym(name), *indices)) if name == rule.name and len(indices) == len(rule.indices):
            letters = [i.name for i in rule.indices if isinstance(i, Sym)]
            plain = len(letters) == len(indices) and not rule.params
            return substitute(rule.body, dict(zip(letters, indices, strict=True))) if plain else term
        case Sym(name) if name == rule.name and not rule.params and not rule.indices:
            return rule.body
        case _:
            return term


def _worked_out(place: Place, form: Term) -> Iterator[Term]:
    """The form with one part worked out that has a value: an innermost one, outside of all binders."""
    for part in _innermost(form):
        value = _simplest(place, part)
        if value is not None and not _has_work(value):
            yield mapped(form, lambda term, part=part, value=value: value if term == part else term)  # type: ignore[misc]


def _innermost(term: Term) -> Iterator[Term]:
    if isinstance(term, App):
        for child in children(term):
            yield from _innermost(child)
    if isinstance(term, App | Bind) and term.head in WORKED_OUT and term.head != "apply":
        inside = [t for child in children(term) for t in subterms(child)]
        if not any(isinstance(t, App | Bind) and t.head in WORKED_OUT - {"apply", "sqrt"} for t in inside):
            yield term


def _has_work(term: Term) -> bool:
    return any(isinstance(t, App | Bind) and t.head in ("deriv", "integral", "lim") for t in subterms(term))


def _simplest(place: Place, term: Term) -> Term | None:
    here = place.instead(Formula(term, "=", term, place.step.formula.span))
    if not isinstance(here.claim, Claim):
        return None
    found = simplest(here.setting, here.claim).left
    return None if found is None else tidied(found)
