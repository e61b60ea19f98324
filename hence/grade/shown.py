"""Whether a page establishes what the rubric asks for, up to proved equality, in the page's own names.

That a statement is true is not enough: the page must claim it, and its claim must be proved. A claim `a = z` of the
page is the statement `A = B` if `a` is what `A` speaks of, `z` is proved equal to `B`, and nothing in `z` is left to be
worked out that is worked out in `B`: `\\nabla L = \\nabla \\|X w - y\\|^2` is no gradient yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hence.grade.page import Page
from hence.grade.rubric import Form
from hence.language.chains import DOWNWARD, UPWARD
from hence.language.derivation import Fact, Formula
from hence.language.terms import App, Bind, Sym, Term, alpha_equal, free_names, subterms
from hence.language.verdicts import Assumed

Outcome: TypeAlias = Literal["shown", "wrong", "undecided", "missing"]
TURNED = {"=": "=", "<=": ">=", ">=": "<=", "<": ">", ">": "<", "!=": "!="}
LEFT_TO_DO = frozenset(
    "deriv evaluated differential E Var Cov KL entropy information sum prod integral lim min max inf sup argmin"
    " argmax".split()
)
MOST_TRIALS = 24  # equalities that are decided for one statement


@dataclass(frozen=True)
class Shown:
    """What became of a statement: at which step, why, and by which wrong steps."""

    outcome: Outcome
    why: str = ""
    step: int | None = None
    mistakes: tuple[int, ...] = ()


BETTER_FIRST: tuple[Outcome, ...] = ("shown", "wrong", "undecided", "missing")


@dataclass(frozen=True)
class _Claim:
    """A part of a run of steps: what it says altogether, and by which steps."""

    left: Term
    relation: str
    right: Term
    steps: tuple[int, ...]


def shown(page: Page, numbers: Sequence[int], statement: Formula, form: Form) -> Shown:
    """What the steps with these numbers show of a statement. Never fails; bounded work."""
    answers = [_answer(page, claim, right, form) for claim, right in _candidates(page, numbers, statement)]
    if answers:
        return min(answers, key=lambda a: BETTER_FIRST.index(a.outcome))
    at = _same_result(page, numbers, statement)
    if at is not None:
        return Shown("undecided", "the page comes to this result, but perhaps of something else", at)
    return Shown("missing", "the page does not state it")


def _same_result(page: Page, numbers: Sequence[int], statement: Formula) -> int | None:
    """A step that ends with the result of a statement: what it begins with may be called otherwise than we know."""
    steps = [n for n in numbers if page.is_step(n) and page.step(n).formula.relation == statement.relation]
    asked = [n for n in steps if _asks(page, n, page.step(n).formula.lhs)]
    for number in asked[:MOST_TRIALS]:
        right = page.step(number).formula.rhs
        if _alike(right, statement.rhs) or page.equal_at(number, right, statement.rhs) == "proved":
            return number
    return None


def _asks(page: Page, number: int, left: Term) -> bool:
    """Whether the left side of a step is to be worked out, or is a name: then its right side is a result."""
    return (
        isinstance(left, Sym)
        or (isinstance(left, App) and left.head == "apply")
        or bool(_left_to_do(page, number, left))
    )


def _candidates(page: Page, numbers: Sequence[int], statement: Formula) -> Iterator[tuple[_Claim, Term]]:
    """Claims that speak of what the statement speaks of, longest first, and what they should come to."""
    wanted: list[tuple[Term, str, Term]] = [(statement.lhs, statement.relation, statement.rhs)]
    if statement.relation in TURNED:
        wanted.append((statement.rhs, TURNED[statement.relation], statement.lhs))
    trials = 0
    for left, relation, right in wanted:
        if relation == "=" and left is statement.rhs and not _left_to_do(page, 0, left):
            continue  # only the side that is to be worked out, or a name, says what an equation is about
        for claim in _claims(page, numbers, relation):
            if _speaks_of(page, claim, left):
                yield claim, right
                trials += 1
            if trials == MOST_TRIALS:
                return


def _claims(page: Page, numbers: Sequence[int], relation: str) -> Iterator[_Claim]:
    inside = set(numbers)
    for run in page.runs:
        part = tuple(n for n in run if n in inside)
        for start in range(len(part)):
            for end in range(len(part), start, -1):
                steps = part[start:end]
                relations = [page.step(n).formula.relation for n in steps]
                if _altogether(relations) == relation:
                    first, last = page.step(steps[0]).formula, page.step(steps[-1]).formula
                    yield _Claim(first.lhs, relation, last.rhs, steps)


def _altogether(relations: Sequence[str]) -> str:
    """The relation between the ends of a run; empty where it has none."""
    if len(set(relations)) == 1 and (len(relations) == 1 or relations[0] not in ("!=", "~~", "->")):
        return relations[0]
    for order in (UPWARD, DOWNWARD):
        if all(r in order for r in relations):
            return max(relations, key=lambda r: order[r])
    return ""


def _speaks_of(page: Page, claim: _Claim, left: Term) -> bool:
    """Whether a claim begins with what a statement is about: the same term, or one equal to it and as far from done."""
    first = claim.steps[0]
    if _alike(claim.left, left):
        return True
    open_there, open_here = _left_to_do(page, first, left), _left_to_do(page, first, claim.left)
    return bool(open_there) and open_there <= open_here and page.equal_at(first, claim.left, left) == "proved"


def _answer(page: Page, claim: _Claim, wanted: Term, form: Form) -> Shown:
    """What one claim about the right thing says of the statement."""
    last = claim.steps[-1]
    equal = "proved" if _alike(claim.right, wanted) else page.equal_at(last, claim.right, wanted)
    mistakes = tuple(n for n in claim.steps if page.refutes(n))
    if equal == "refuted":
        if mistakes:
            return Shown("wrong", "the page comes to another result", last, mistakes)
        return Shown("undecided", "the page comes to another result, which no step of it refutes", last)
    if equal == "unknown":
        return Shown("undecided", "whether this is the result is not decided", last, mistakes)
    left_over = _left_to_do(page, last, claim.right) - _left_to_do(page, last, wanted)
    if left_over or _alike(claim.right, claim.left):
        said = f" ({', '.join(sorted(left_over))})" if left_over else ""
        return Shown("undecided", f"something is left to be worked out{said}", last)
    if form == "exact" and not any(_alike(side, wanted) for n in claim.steps for side in _sides(page, n)):
        return Shown("undecided", "it is equal to the result, but not in the form that is asked for", last)
    return _established(page, claim, mistakes)


def _established(page: Page, claim: _Claim, mistakes: tuple[int, ...]) -> Shown:
    last = claim.steps[-1]
    if mistakes:
        return Shown("shown", "the result is right, though a step to it is wrong", last, mistakes)
    if all(page.proves(n) for n in claim.steps):
        return Shown("shown", "", last)
    if all(isinstance(page.judged[n].verdict, Assumed) for n in claim.steps):
        return Shown("undecided", "the page states it, but shows nothing", last)
    return Shown("undecided", "the page states it, but a step to it is not decided", last)


def _sides(page: Page, number: int) -> tuple[Term, Term]:
    formula = page.step(number).formula
    return formula.lhs, formula.rhs


def _alike(a: Term, b: Term) -> bool:
    """The same term, but for the order of summands."""
    match a, b:
        case App("add", first), App("add", second):
            rest = list(second)
            for one in first:
                same = next((k for k, other in enumerate(rest) if _alike(one, other)), None)
                if same is None:
                    return False
                del rest[same]
            return not rest
        case App(h1, args1), App(h2, args2):
            return h1 == h2 and len(args1) == len(args2) and all(map(_alike, args1, args2))
        case _:
            return alpha_equal(a, b)


def _left_to_do(page: Page, number: int, term: Term) -> frozenset[str]:
    """The operations of a term that ask for something to be worked out, also behind names that the page defines."""
    scope = page.scopes[number] if page.scopes else None
    given = [g for g in (scope.givens if scope is not None else ()) if isinstance(g, Fact) and g.definition]
    bodies = {_name(g.formula.lhs): g.formula.rhs for g in given}
    return frozenset(_heads(term, bodies, set()))


def _name(term: Term) -> str:
    while isinstance(term, App) and term.args:
        term = term.args[0]
    return term.name if isinstance(term, Sym) else ""


def _heads(term: Term, bodies: Mapping[str, Term], seen: set[str]) -> Iterator[str]:
    yield from (t.head for t in subterms(term) if isinstance(t, App | Bind) and t.head in LEFT_TO_DO)
    yield from ("deriv" for t in subterms(term) if isinstance(t, Sym) and t.name.endswith("'"))
    for name in free_names(term) & bodies.keys() - seen:
        seen.add(name)
        yield from _heads(bodies[name], bodies, seen)
