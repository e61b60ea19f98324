"""Mistakes that are charged once: which refuted steps only carry a mistake forward that was made before.

A wrong line must not be taken as a hypothesis: from `2 X^T (X w - y) = 2 X^T X w - X^T y` follows `X^T y = 0`, and then
every later mistake about `X^T y`, too. Instead one side of the wrong line is put in the place of the other. A step is
carried forward if it is proved with the wrong value where it has the right one, or with the right value where it has
the wrong one: then its author has done nothing wrong but to go on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from hence.grade.page import Page, names_of
from hence.language.derivation import Formula, Relation
from hence.language.terms import App, Bind, Num, Sym, Term, alpha_equal, free_names, mapped, subterms

MOST_TRIALS = 12  # formulas that are decided for one step
MOST_MISTAKES = 6  # mistakes that are looked back to


@dataclass(frozen=True)
class _Mistake:
    """A refuted step: what its chain had before it, and what it has from there on."""

    number: int
    right: tuple[Term, ...]
    wrong: tuple[Term, ...]


def carried(page: Page) -> dict[int, int]:
    """From the numbers of steps to that of the mistake which they carry forward."""
    found: dict[int, int] = {}
    mistakes: list[_Mistake] = []
    for run in page.runs:
        for position, number in enumerate(run):
            origin = found.get(run[position - 1]) if position else None
            if position and page.refutes(run[position - 1]):
                origin = found.get(run[position - 1], run[position - 1])
            if not page.refutes(number):
                if origin is not None and page.proves(number):
                    found[number] = origin
                continue
            source = _returned(page, run, position)
            if source is None:
                source = _source(page, number, mistakes)
            if source is not None:
                found[number] = found.get(source, source)
            mistakes.append(_mistake(page, run, position))
    return found


def _returned(page: Page, run: tuple[int, ...], position: int) -> int | None:
    """The wrong line before, if a refuted step only leads from it back to what holds: `a = b = c`, where a is c.

    That a is c need not be proved in one step: it must not be false.
    """
    formula = page.step(run[position]).formula
    if run[position] not in page.places:
        return None
    for number in reversed(run[:position]):
        before = page.step(number).formula
        relation = _joined(before.relation, formula.relation)
        if relation is None:
            return None
        formula = replace(formula, lhs=before.lhs, relation=relation)
        if page.refutes(number):
            return number if page.decided_at(run[position], formula) != "refuted" else None
    return None


def _joined(first: Relation, second: Relation) -> Relation | None:
    """What `a first b second c` says of a and c; None where it says nothing."""
    if "=" in (first, second):
        return second if first == "=" else first
    same_way = {first, second} <= {"<", "<="} or {first, second} <= {">", ">="}
    if not same_way:
        return None
    return first if len(first) < len(second) else second  # the strict one, if there is one


def _mistake(page: Page, run: tuple[int, ...], position: int) -> _Mistake:
    """The two sides of a wrong line, with the lines that are equal to them."""
    right = [page.step(run[position]).formula.lhs]
    for number in reversed(run[:position]):
        if page.refutes(number) or page.step(number).formula.relation != "=":
            break
        right.append(page.step(number).formula.lhs)
    wrong = [page.step(run[position]).formula.rhs]
    for number in run[position + 1 :]:
        if page.refutes(number) or page.step(number).formula.relation != "=":
            break
        wrong.append(page.step(number).formula.rhs)
    return _Mistake(run[position], tuple(right), tuple(wrong))


def _source(page: Page, number: int, mistakes: list[_Mistake]) -> int | None:
    """The mistake that a refuted step carries forward, the nearest first; None if it is one of its own."""
    if number not in page.places:
        return None
    formula = page.step(number).formula
    for mistake in mistakes[: -MOST_MISTAKES - 1 : -1]:
        wrong_line = page.step(mistake.number).formula
        names = names_of(wrong_line)
        if wrong_line.relation != "=" or page.meaning(number, names) != page.meaning(mistake.number, names):
            continue
        for trial in islice(_trials(formula, mistake), MOST_TRIALS):
            if alpha_equal(trial.lhs, trial.rhs) or page.decided_at(number, trial) == "proved":
                return mistake.number
    return None


def _trials(formula: Formula, mistake: _Mistake) -> Iterator[Formula]:
    """The formula with wrong values for right ones, and with right ones for wrong ones."""
    seen = {formula}
    for right in mistake.right:
        for wrong in mistake.wrong:
            for old, new in ((right, wrong), (wrong, right)):
                if isinstance(old, Num) or (old is wrong and isinstance(old, Sym)):
                    continue  # a number stands in many places for other reasons
                made = replace(formula, lhs=put(formula.lhs, old, new), rhs=put(formula.rhs, old, new))
                if made not in seen:
                    seen.add(made)
                    yield made


def put(term: Term, old: Term, new: Term) -> Term:
    """The term with `new` for every `old` in it, be it among other summands or factors; not where a name is bound."""
    bound = {t.var.name for t in subterms(term) if isinstance(t, Bind)}
    if bound & (free_names(old) | free_names(new)):
        return new if alpha_equal(term, old) else term
    return mapped(term, lambda part: _put_here(part, old, new))


def _put_here(part: Term, old: Term, new: Term) -> Term:
    if alpha_equal(part, old):
        return new
    match part, old:
        case App("mul", factors), App("mul", wanted) if len(wanted) < len(factors):
            for k in range(len(factors) - len(wanted) + 1):
                if all(map(alpha_equal, factors[k : k + len(wanted)], wanted)):
                    return App("mul", (*factors[:k], new, *factors[k + len(wanted) :]))
        case App("add", summands), App("add", wanted) if len(wanted) < len(summands):
            rest = list(summands)
            for one in wanted:
                same = next((k for k, s in enumerate(rest) if alpha_equal(s, one)), None)
                if same is None:
                    return part
                del rest[same]
            return App("add", (*rest, new))
    return part
