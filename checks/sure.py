"""Whether a claim was surely read as it was meant, so that an instance refutes it.

An author errs in one step of a hundred, and a reader misreads a page more often than that. So a counterexample alone
is not enough: something on the page must show that the claim was understood. Either every name in it is declared or
defined in words that were understood, or the step goes on from a line that was proved, in letters that proved lines
use, or it is arithmetic, or plain algebra in the same letters on both sides, or one small change makes it true, or
nearly all of the page was proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from typing import NamedTuple, TypeAlias, TypeGuard

from hence.checks.closed import COUNTS, declared_names, undeclared_names
from hence.checks.earlier import names_its_left_side
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.letters import letter_of
from hence.checks.mentioned import mentions
from hence.checks.model import Claim, Setting, names_in
from hence.checks.observe import Instead
from hence.checks.scope import Scope
from hence.language.derivation import Fact, Formula, Given, Membership, Property, Step
from hence.language.faults import Fault, guarded
from hence.language.instances import instance
from hence.language.mutations import Mutant
from hence.language.repairs import on_the_left, repairs
from hence.language.terms import App, Bind, Num, Range, Sym, Term, children, free_names, strip_spans, subterms
from hence.language.verdicts import STOPPED, Judged, NotRead, Proved, Refuted, Report, Supported, Unknown, Verdict

PLAIN = frozenset(
    "add mul div neg pow sqrt exp log abs sin cos tanh sinh cosh maximum minimum gamma_fn beta_fn factorial "
    "transpose inv norm tr det".split()
)
UNNAMED_SIZES = ("rows of", "columns of", "length of")  # how an instance names sizes that the page does not
OF_A_SIZE = frozenset(("identity", "ones", "zeros"))
MENDED = "a small change makes it true"
THE_LINE_ABOVE = "the line above"  # of a bound it tells nothing: letters without a declaration may have a sign
SLIPS = frozenset("sign;transpose;swap factors;exponent;coefficient;swap indices;bound;swap arguments".split(";"))
ANOTHER_VALUE = "{} was set to another value before: say so if this is a new one"
ALGEBRA = "both sides are algebra of the same letters inside of one sum"
MOST_NAMED = 3
NEARBY = 12  # steps before a refuted one of which an open one may be what it rests on
MOST_REPAIRS, MOST_PROOFS = 40, 4  # small changes of a step that are looked at, and that are decided
FEWEST_PROVED, WELL, THOROUGHLY = 4, 3, 8  # proofs of a page that is understood; so many times what is open
FEWEST_OPEN = 6  # steps of a page that may be left open, however few are proved


Counts: TypeAlias = Callable[[Mutant], bool]


class Around(NamedTuple):
    """What stands around a step: the steps before it, what is set to zero there, whether a small change mends it."""

    judged: Sequence[Judged]
    imposed: Sequence[Formula]
    near_truth: Callable[[Counts], bool]


def if_sure(
    verdict: Verdict,
    scope: Scope,
    step: Step,
    setting: Setting,
    claim: object,
    around: Around,
) -> Verdict:
    """A refutation of a claim that was surely understood; of any other only where it fails as it was read."""
    if not isinstance(verdict, Refuted) or step.denied or verdict.shown_by:
        return verdict
    unclear = undeclared_names(scope, step.formula, setting, claim if isinstance(claim, Claim) else None)
    if step.formula.relation in ("<", ">") and (
        empty := _where_equal(verdict, free_names(step.formula.lhs) & {*unclear})
    ):
        return Unknown(f"both sides are equal at {empty} = 0: say that {empty} is not zero", fails=True)
    if step.formula.relation != "=" and (below := _negative_count(verdict, scope)):
        return Unknown(f"{fails(verdict)}; say that {below} is positive if it counts something", fails=True)
    evidence = _at_first_sight(scope, step, around.judged)
    if _names_law(step.formula) or (not evidence and _is_another_value(step.formula, setting)):
        return Unknown(ANOTHER_VALUE.format(base_name(step.formula.lhs)), fails=True)
    if evidence and not (step.formula.relation != "=" and evidence == THE_LINE_ABOVE and unclear):
        return replace(verdict, shown_by=evidence)
    sized = any(isinstance(x, App) and x.head in OF_A_SIZE for x in _parts(step.formula)) or bool(_counts(verdict))
    loose = sized and any(str(name).startswith(UNNAMED_SIZES) for name in verdict.counterexample)
    solved = bool(step.premises) or _is_solved_for(scope, around.imposed, step.formula)
    chosen = fixes_a_value(step.formula, setting) and not solved
    if step.formula.relation == "=" and around.near_truth(is_slip):
        return replace(verdict, shown_by=MENDED)
    if is_plain(step.formula):
        return replace(verdict, shown_by=ALGEBRA)
    if around.near_truth(says_as_much if unclear else lambda _: True):
        return replace(verdict, shown_by=MENDED)
    if (not unclear and not loose and not chosen) or step.general:
        return verdict
    if chosen:
        return Unknown(f"{fails(verdict)}; perhaps it is meant for certain values only: say for which", fails=True)
    said = _say_what(unclear[:MOST_NAMED]) if unclear else "say for which values it holds"
    if any(name in unclear for name in _compared_at_points(step.formula)):  # nobody lets it be any function
        return Unknown(f"{fails(verdict)}; {said}", fails=True)
    return replace(verdict, unclear=f"perhaps more is meant than is said: {said}")


def _say_what(names: Sequence[str]) -> str:
    return f"say what {', '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _at_first_sight(scope: Scope, step: Step, judged: Iterable[Judged]) -> str:
    """What shows without a trial that a step was understood."""
    if _are_plain_sums(step.formula) and free_names(step.formula.lhs) == free_names(step.formula.rhs):
        return ALGEBRA
    if goes_on_from_proof(scope, step, judged):
        return THE_LINE_ABOVE
    return "there are only numbers in it" if is_arithmetic(step.formula) else ""


def _where_equal(verdict: Refuted, unclear: Iterable[str]) -> str:
    """A letter of which nothing is said, and whose zero is all that speaks against `27 C^2 < 49 C^2`."""
    zeros = (n for n in unclear if str(verdict.counterexample.get(n)) == "0")
    return next(zeros, "") if verdict.left == verdict.right else ""


def _negative_count(verdict: Refuted, scope: Scope) -> str:
    """A letter that usually counts, of which nobody says in which set it is, and that is negative in an instance."""
    said = {base_name(g.subject) for g in scope.givens if isinstance(g, Membership)}
    below = (n for n in _counts(verdict) if n not in said and str(verdict.counterexample[n]).startswith("-"))
    return next(below, "")


def _compared_at_points(formula: Formula) -> set[str]:
    """The functions that a formula takes at several points: L of `L(a w) = L(w)`."""
    values = {x for x in _parts(formula) if isinstance(x, App) and x.head == "apply"}
    names = [x.args[0].name for x in values if isinstance(x.args[0], Sym)]
    return {name for name in names if names.count(name) > 1}


def is_slip(mutant: Mutant) -> bool:
    """A change of what stands there, by which nothing is left out."""
    return mutant.kind in SLIPS


def says_as_much(mutant: Mutant) -> bool:
    """Not what is left of a sum: that may be true of anything."""
    return mutant.kind != "drop summand" or bool(mutant.role)


class Trials:
    """Small changes of a step, each tried once however often it is asked for: other changes may count each time."""

    def __init__(self, instead: Callable[[Formula], Instead], seed: int) -> None:
        self.plausible = cache(lambda formula: _plausible(instead, formula, seed))
        self.proved = cache(self._proved)

    def _proved(self, formula: Formula) -> bool:
        trial = self.plausible(formula)
        return trial is not None and isinstance(guarded(trial.verdict), Proved)


def _plausible(instead: Callable[[Formula], Instead], formula: Formula, seed: int) -> Instead | None:
    trial = guarded(lambda: instead(formula))
    if isinstance(trial, Fault) or guarded(lambda: trial.fails_at_once(seed)) is not False:
        return None
    return trial


def is_near_truth(step: Step, trials: Trials, counts: Counts) -> bool:
    """Whether a small change of a step is proved that counts: then it was understood, and is wrong by that."""
    decided = 0
    left = on_the_left(step.formula) if step.formula.relation == "=" else ()  # a smaller side would often be bounded
    for mutant in islice(filter(counts, chain(repairs(step.formula), left)), MOST_REPAIRS):
        same = strip_spans(mutant.formula.lhs) == strip_spans(mutant.formula.rhs)
        if same and (_says_symmetric(step.formula) or _are_members(step.formula)):
            continue  # R = R tells nothing of R^T = R, and a_1 = a_1 nothing of a_1 = a_2
        if trials.plausible(mutant.formula) is None:
            continue
        decided += 1
        if trials.proved(mutant.formula):
            return True
        if decided == MOST_PROOFS:
            break
    return False


def _says_symmetric(formula: Formula) -> bool:
    return isinstance(formula.rhs, Sym) and formula.lhs == App("transpose", (formula.rhs,))


def _are_members(formula: Formula) -> bool:
    """`a_1 = a_2`: members of one family beside each other."""
    members = all(isinstance(x, App) and x.head == "index" for x in (formula.lhs, formula.rhs))
    return members and base_name(formula.lhs) == base_name(formula.rhs)


def fails(verdict: Refuted) -> str:
    at = instance(verdict.counterexample)
    return f"as it was read here it fails at {at}" if at else "as it was read here the sides differ"


def unless_meant(verdict: Verdict, meant: Verdict | Fault, elsewhere: Iterable[Given], usual: bool = False) -> Verdict:
    """No refutation of what holds with what the page assumes elsewhere of its letters.

    Nor of what fails only beyond their `usual` values.
    """
    spared = not isinstance(meant, Refuted | Fault) if usual else isinstance(meant, Proved | Supported)
    if not isinstance(verdict, Refuted) or not spared:
        return verdict
    said = list(elsewhere)
    names = ", ".join(sorted(frozenset().union(*map(mentions, said))))
    if word := next((g.word for g in said if isinstance(g, Property)), ""):
        return Unknown(f"{fails(verdict)}, and holds if {names} is {word}: say so if it is", fails=True)
    if usual:
        return Unknown(f"{fails(verdict)}, but nothing says that {names} may have such values", fails=True)
    return Unknown(f"{fails(verdict)}, unless what was said of {names} elsewhere is meant", fails=True)


def if_page_is_understood(report: Report) -> Report:
    """A report in which nothing is refuted by declarations alone where most of the page was not understood.

    What is unclear is refuted only on a page that was understood well. Nor is anything refuted where a step shortly
    before it, in the same letters, was left open: it may rest on that. Where the check was stopped, what it had
    come to is the page: that it did not come further tells nothing of what was understood.
    """
    steps = list(report.steps)
    proved = sum(isinstance(j.verdict, Proved) for j in steps)
    open_ = sum(isinstance(j.verdict, Unknown | NotRead) and j.verdict != STOPPED for j in steps)
    doubtful = sum(isinstance(j.verdict, Refuted) and bool(j.verdict.unclear) for j in steps)
    well = proved >= max(FEWEST_PROVED, THOROUGHLY * open_, WELL * (open_ + doubtful))
    tiny = len(steps) <= FEWEST_PROVED and not open_  # there is little on it to misread
    for place, judged in enumerate(steps):
        verdict = judged.verdict
        if not isinstance(verdict, Refuted) or (isinstance(judged.step, Step) and judged.step.denied):
            continue
        loose = any(str(name).startswith(UNNAMED_SIZES) for name in verdict.counterexample)
        why = verdict.unclear if not well and not (tiny and not loose) else ""
        if not why and open_ * WELL > proved and not verdict.shown_by:
            why = "most of this page was not understood, and perhaps this was not either"
        before = steps[max(place - NEARBY, 0) : place]
        other = _says_what_it_is(before, judged) or _joined_by_open(steps[:place], judged)
        if other is None and verdict.shown_by not in (MENDED, ALGEBRA):
            other = _rests_on_open(before, judged, weak=not verdict.shown_by and not well)
        if not why and other is not None:
            why = f"it may rest on line {other.step.span.line}, which was not decided"
        if why:
            steps[place] = replace(judged, verdict=Unknown(f"{fails(verdict)}; {why}", fails=True))
    return replace(report, steps=tuple(steps))


def _rests_on_open(before: Sequence[Judged], judged: Judged, weak: bool) -> Judged | None:
    """A step before this one that is open or fails as it was read, and speaks of a letter of this one besides sizes."""
    names = _letters(judged)
    open_ = (j for j in before if isinstance(j.verdict, Unknown) and (weak or j.verdict.fails))
    return next((j for j in open_ if (_letters(j) & names) - COUNTS), None)


def _joined_by_open(before: Sequence[Judged], judged: Judged) -> Judged | None:
    """A step between two terms of this one, in whatever chain, that could not be decided: this one may be due to it."""
    if not isinstance(judged.step, Step):
        return None
    sides = (judged.step.formula.lhs, judged.step.formula.rhs)
    left, right = (set(subterms(side)) for side in sides)
    for rows in _runs(before):
        for place, (row, _) in enumerate(rows):
            above, below = {f.lhs for _, f in rows[: place + 1]}, {f.rhs for _, f in rows[place:]}
            joined = _are_told_apart(above & (left - right), below & (right - left))
            joined = joined or _are_told_apart(above & (right - left), below & (left - right))
            if isinstance(row.verdict, Unknown) and joined:
                return row
    return None


def _runs(before: Sequence[Judged]) -> Iterator[list[tuple[Judged, Formula]]]:
    """Rows of which each goes on from the one above it."""
    run: list[tuple[Judged, Formula]] = []
    for judged in before:
        if isinstance(judged.step, Step):
            formula = judged.step.formula
            if run and run[-1][1].rhs != formula.lhs:
                yield run
                run = []
            run.append((judged, formula))
    yield run


def _are_told_apart(some: set[Term], others: set[Term]) -> bool:
    """Whether there are two different terms, one of each, and not both are plain letters or numbers."""
    return any(a != b and (isinstance(a, App | Bind) or isinstance(b, App | Bind)) for a in some for b in others)


def _says_what_it_is(before: Sequence[Judged], judged: Judged) -> Judged | None:
    """`z = \\mu + \\sigma e`, which nobody could decide: perhaps it defines a letter or a part of this step."""
    names, parts = _letters(judged), _inside(judged)
    open_ = [(j, j.step.formula) for j in before if isinstance(j.verdict, Unknown) and isinstance(j.step, Step)]
    named = (j for j, formula in open_ if names_its_left_side(formula) and free_names(formula.lhs) <= names)
    told = (j for j, f in open_ if f.relation == "=" and strip_spans(f.lhs) in parts)
    return next(iter((*named, *told)), None)


def _inside(judged: Judged) -> set[Term]:
    """The members, values and products in a step besides its two sides, which rows around it share."""
    if not isinstance(judged.step, Step):
        return set()
    sides = judged.step.formula.lhs, judged.step.formula.rhs
    terms = (x for side in sides for part in children(side) for x in subterms(part))
    return {strip_spans(x) for x in terms if isinstance(x, App) and x.head in ("index", "apply", "mul")}


def _letters(judged: Judged) -> frozenset[str]:
    step = judged.step
    return free_names(step.formula.lhs) | free_names(step.formula.rhs) if isinstance(step, Step) else frozenset()


def _counts(verdict: Refuted) -> list[str]:
    """The letters of an instance that may be meant for sizes of which it has names of its own."""
    return [str(n) for n, value in verdict.counterexample.items() if isinstance(value, int) and str(n) in COUNTS]


def _parts(formula: Formula) -> Iterator[Term]:
    return (x for side in (formula.lhs, formula.rhs) for x in subterms(side))


def fixes_a_value(formula: Formula, setting: Setting) -> bool:
    """`c = 10`, `v = \\sum_i c_i u_i`, `\\sum_i a_i y_i = 0`: what may be said of certain values of its letters."""
    left, right = free_names(formula.lhs), free_names(formula.rhs)
    if isinstance(formula.lhs, Sym) or (isinstance(formula.lhs, App) and formula.lhs.head == "index"):
        return formula.relation == "=" and not _is_explained(base_name(formula.lhs), setting)
    averaged = any(isinstance(x, Bind) and x.head == "E" for x in _parts(formula))
    loose = formula.relation == "=" and bool(left) != bool(right) and not averaged
    return loose and not any(_is_determined(n, setting) for n in left | right)


def _is_solved_for(scope: Scope, imposed: Iterable[Formula], formula: Formula) -> bool:
    """Whether the page sets something to zero, or poses a problem, in the letters of a claim: it is what follows."""
    own = [g.formula for g in scope.givens if isinstance(g, Fact) and g.imposed]
    names = frozenset().union(*(free_names(f.lhs) | free_names(f.rhs) for f in (*own, *imposed)))
    return bool(names & (free_names(formula.lhs) | free_names(formula.rhs)))


def _is_explained(name: str, setting: Setting) -> bool:
    """Whether a formula or a law says what a name stands for."""
    law = setting.laws.get(name)
    return name in setting.definitions or (law is not None and law.kind != "abstract")


def _is_determined(name: str, setting: Setting) -> bool:
    """Whether the page says more of a name than what kind of thing it is; of a size, than which one is larger."""
    symbol = setting.symbols.get(name)
    said = _is_explained(name, setting) or (symbol is not None and bool(symbol.words))
    is_size = any(name in (s.shape.rows, s.shape.cols) for s in setting.symbols.values())
    told = (c for c in setting.constraints if c.line and (c.relation == "=" or not is_size))
    return said or any(name in names_in(c.lhs) | names_in(c.rhs) for c in told)


def _is_another_value(formula: Formula, setting: Setting) -> bool:
    """`W = 1.95` where W was set to 2: nobody says that of one and the same W."""
    if formula.relation != "=" or free_names(formula.rhs):
        return False
    bodies = [d.body for d in setting.definitions.get(_name(formula.lhs), ())]
    return isinstance(formula.lhs, Sym) and bool(bodies) and not any(map(names_in, bodies))


def _names_law(formula: Formula) -> bool:
    r"""`p(z) = \mathcal{N}(0, 1)`: what would define a density if nothing were known of it."""
    return any(
        isinstance(one, App) and one.head == "density" and isinstance(other, App) and other.head == "Normal"
        for one, other in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs))
    )


def _name(term: Term) -> str:
    return term.name if isinstance(term, Sym) else ""


def is_arithmetic(formula: Formula) -> bool:
    r"""`32 - 5 + 1 = 27`, `\int_0^1 x^2 dx = 1/2`: no letter in it can be meant otherwise."""
    return all(map(_is_plain, _parts(formula))) and not free_names(formula.lhs) | free_names(formula.rhs)


def is_plain(formula: Formula) -> bool:
    """Algebra of plain letters, the same on both sides: `(a + b)^2 = a^2 + b^2`."""
    plain = all(_is_plain(x) for x in _parts(formula)) or _are_plain_sums(formula)
    return plain and bool(free_names(formula.lhs)) and _leaves(formula.lhs) == _leaves(formula.rhs)


def _leaves(side: Term) -> frozenset[str]:
    """The letters of a side, and those entries of them that have a number."""
    return free_names(side) | frozenset(str(strip_spans(x)) for x in subterms(side) if _is_numbered(x))


def _is_numbered(term: Term) -> TypeGuard[App]:
    """z_1 for a small letter z."""
    match term:
        case App("index", (Sym(name), Num())):
            return not letter_of(name).capital
        case _:
            return False


def _are_plain_sums(formula: Formula) -> bool:
    r"""`c \sum_{i=1}^n (x_i + y)^2 = c \sum_{i=1}^n (x_i^2 + y^2)`: algebra inside of one sum, whose end is clear."""
    sums = [_plain_sum(side) for side in (formula.lhs, formula.rhs)]
    return sums[0] is not None and sums[0] == sums[1]


def _plain_sum(side: Term) -> tuple[str, Range] | None:
    """The index and the range of the one sum of a product, where all else is plain."""
    factors = side.args if isinstance(side, App) and side.head == "mul" else (side,)
    match [x for x in factors if isinstance(x, Bind)]:
        case [Bind("sum", Sym(index), Range(unless=()) as domain, body)]:
            inside = [x for x in subterms(body) if not _is_entry(x, index)]
            rest = [x for factor in factors if not isinstance(factor, Bind) for x in subterms(factor)]
            around = (x for end in (domain.low, domain.high) for x in subterms(end))
            return (index, domain) if all(map(_is_plain, (*inside, *rest, *around))) else None
        case _:
            return None


def _is_entry(term: Term, index: str) -> bool:
    """x_i for a small letter x and the index of the sum."""
    match term:
        case App("index", (Sym(name), Sym(at))):
            return at == index and len(name) == 1 and name.islower()
        case _:
            return False


_NUMBERED = re.compile(r"[a-z]_\{\d+\}")  # z_1 beside z_2


def _is_plain(term: Term) -> bool:
    match term:
        case Num():
            return True
        case Sym(name):
            return (
                len(name) == 1
                or _NUMBERED.fullmatch(name) is not None
                or (name.startswith("\\") and not name.startswith(("\\bm", "\\hat", "\\bar", "\\tilde")))
            )
        case App(head):
            return head in PLAIN or _is_numbered(term)
        case Bind("sum" | "integral", Sym(), Range(unless=())) | Range():
            return True
        case _:
            return False


def goes_on_from_proof(scope: Scope, step: Step, judged: Iterable[Judged]) -> bool:
    """Whether the left side was reached by a proof, and the right side has no letter that proved lines do not have."""
    known, reached = set(declared_names(scope)), False
    for other in judged:
        if isinstance(other.step, Step) and other.step.chain == step.chain and isinstance(other.verdict, Proved):
            formula = other.step.formula
            known |= free_names(formula.lhs) | free_names(formula.rhs)
            reached = reached or formula.rhs == step.formula.lhs
    return reached and free_names(step.formula.rhs) <= known and not _inserts_values(step.formula)


def _inserts_values(formula: Formula) -> bool:
    """`a_1 y_1 + a_2 y_2 = a_1 - a_2`: numbers stand where members of a family were, from data that was not read."""
    gone = free_names(formula.lhs) - free_names(formula.rhs)
    members = (x.args for x in subterms(formula.lhs) if isinstance(x, App) and x.head == "index")
    return any(base_name(base) in gone and all(isinstance(i, Num) for i in indices) for base, *indices in members)
