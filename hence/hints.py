"""Did you mean: formulas that differ from a refuted step in one small way, and are proved in its place.

Where no small change helps, the left side in simplest form, or what is missing on the right, is offered if that is
proved. What is not proved is never offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice

from hence.checks.model import Claim, reachable_names
from hence.checks.observe import Instead, Place
from hence.checks.simplest import Simplest, simplest
from hence.language.derivation import Formula
from hence.language.mutations import Mutant
from hence.language.records import dataclass
from hence.language.repairs import on_the_left, repairs, weaker
from hence.language.terms import App, Bind, Num, Sym, Term, alpha_equal, app, mapped, num, subterms
from hence.language.verdicts import Proved
from hence.latex_out import terms
from hence.report import Hint

MOST_TRIALS = 300  # changes that are looked at
MOST_PROOFS = 6  # changes that are not false at once, and are decided
MOST_SCALARS = 6  # symbols that may have been forgotten as a factor
LONGEST = 160  # characters of a formula that helps
# what has a value to be worked out; of anything else the simplest form is what stands there already
WORKED_OUT = frozenset("deriv E Var Cov integral sum prod lim apply det tr KL entropy sqrt evaluated".split())


@dataclass(frozen=True)
class Advice:
    """What may be meant, and by what the two sides differ where that is not known; both may be empty."""

    hint: Hint | None = None
    formula: Formula | None = None  # the hint as it was proved
    difference: str = ""  # left minus right, in LaTeX


def advice_at(place: Place, seed: int = 0, own_left: bool = False) -> Advice:
    """What is proved in place of a refuted step: one formula, or none. Never fails; bounded work.

    One is enough: of an equation all right sides that are proved are equal. `own_left`: the left side was written
    for this step, and is not the right side of the one before.
    """
    formula = place.step.formula
    here = place.instead(formula)
    found = simplest(here.setting, here.claim) if isinstance(here.claim, Claim) else Simplest(None, None)
    scalars = tuple(islice(_scalars(here), MOST_SCALARS))
    candidates = chain(
        islice(repairs(formula, scalars), MOST_TRIALS),
        _simplest(formula, found),
        islice(on_the_left(formula), MOST_TRIALS) if own_left and formula.relation == "=" else (),
        weaker(formula) if _may_be_weaker(formula, here) else (),
    )
    proved = _first_proved(place, candidates, seed)
    if proved is None and found.difference is not None and found.cancels:
        return Advice(difference=terms.term(tidied(found.difference)))
    return proved or Advice()


def _scalars(here: Instead) -> Iterator[str]:
    """Numbers and sizes that the claim speaks of."""
    if not isinstance(here.claim, Claim):
        return
    names = reachable_names(here.setting, here.claim)
    symbols = [s for name in sorted(names) if (s := here.setting.symbols.get(name)) is not None]
    sizes = {d for s in symbols for d in (s.shape.rows, s.shape.cols, *s.bounds) if isinstance(d, str) and d.isalnum()}
    plain = {s.name for s in symbols if s.shape.is_scalar and not s.family and not s.random}
    yield from sorted(sizes)
    yield from sorted(plain - sizes)


def _simplest(formula: Formula, found: Simplest) -> Iterator[Mutant]:
    """The left side in simplest form, or the right side with what it lacks: the shorter of the two first."""
    if formula.relation != "=":
        return
    offers: list[tuple[Term, str]] = []
    heads = {t.head for t in subterms(formula.lhs) if isinstance(t, App | Bind)}
    if found.left is not None and (found.cancels or heads & WORKED_OUT):
        offers.append((found.left, "this is the left side in simplest form"))
    if found.difference is not None and found.cancels and formula.rhs != num(0):
        words = f"${terms.term(tidied(found.difference))}$ is missing on the right"
        offers.append((_sum(formula.rhs, found.difference), words))
    for term, words in sorted(offers, key=lambda offer: len(terms.term(offer[0]))):
        yield Mutant(replace(formula, rhs=term), "simplest", words, formula.rhs.span)


def _sum(a: Term, b: Term) -> Term:
    return App("add", tuple(part for term in (a, b) for part in _summands(term)))


def _summands(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, App) and term.head == "add" else (term,)


def _may_be_weaker(formula: Formula, here: Instead) -> bool:
    """Whether an inequality may have been meant: between numbers, and not about the value of a derivative."""
    derives = any(isinstance(t, App) and t.head == "deriv" for t in subterms(formula.lhs))
    scalar = isinstance(here.claim, Claim) and here.claim.lhs.shape.is_scalar
    return formula.relation == "=" and scalar and not derives


def _first_proved(place: Place, candidates: Iterator[Mutant], seed: int) -> Advice | None:
    decided = 0
    for mutant in candidates:
        formula = replace(mutant.formula, lhs=tidied(mutant.formula.lhs), rhs=tidied(mutant.formula.rhs))
        if decided == MOST_PROOFS:
            return None
        if _says_nothing(formula):
            continue
        trial = place.instead(formula)
        if trial.fails_at_once(seed):
            continue
        decided += 1
        verdict = trial.verdict()
        if isinstance(verdict, Proved):
            same = formula.lhs == tidied(place.step.formula.lhs)
            left = place.step.lhs_text if same else terms.term(formula.lhs)
            hint = Hint(
                left, formula.relation, terms.term(formula.rhs), mutant.change, verdict.assumptions, mutant.where
            )
            return Advice(hint, formula)
    return None


def _says_nothing(formula: Formula) -> bool:
    return alpha_equal(formula.lhs, formula.rhs) or len(terms.term(formula.rhs)) > LONGEST


# Tidying -----------------------------------------------------------------------------------------------------


def tidied(term: Term) -> Term:
    """The term as people write it: no factors of one, numbers multiplied out, `x x` as a power. Never fails."""
    return mapped(term, _tidy)


def _tidy(term: Term) -> Term:
    match term:
        case App("mul", args):
            return _tidy_product(args)
        case App("div", (above, below)) if below == num(1):
            return above
        case App("div", (above, below)) if above == below:
            return num(1)
        case App("neg", (App("neg", (inner,)),)):
            return inner
        case _:
            return term


def _tidy_product(args: tuple[Term, ...]) -> Term:
    value = num(1)
    rest: list[Term] = []
    for arg in args:
        if (number := _number(arg)) is not None and not rest:
            value = num(value.value * number)
        elif rest and (merged := _merged(rest[-1], arg)) is not None:
            rest[-1] = merged
        else:
            rest.append(arg)
    if not rest:
        return value
    number = value.value
    front = [value] if number.denominator == 1 else [app("div", num(number.numerator), num(number.denominator))]
    kept = rest if number == 1 else [*front, *rest]
    return kept[0] if len(kept) == 1 else App("mul", tuple(kept))


def _number(term: Term) -> Fraction | None:
    """The value of a number or of a fraction of two numbers."""
    match term:
        case Num(value):
            return value
        case App("div", (Num(above), Num(below))) if below:
            return above / below
        case _:
            return None


def _merged(a: Term, b: Term) -> Term | None:
    """Two factors with one base as a power of it."""
    (base, power), (other, more) = _as_power(a), _as_power(b)
    return app("pow", base, num(power + more)) if base == other and isinstance(base, Sym) else None


def _as_power(term: Term) -> tuple[Term, int]:
    match term:
        case App("pow", (base, Num(value))) if value.denominator == 1 and value > 0:
            return base, int(value)
        case _:
            return term, 1
