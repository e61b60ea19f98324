"""The statements of a display beside each other: which is a claim, which says where another holds, or what tends."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hence.language.derivation import (
    NOTHING_BETWEEN,
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Interval,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
    Standing,
    Step,
)
from hence.language.terms import App, Num, Sym, Term, free_names, is_value, subterms
from hence.latex_in import tables as t
from hence.latex_in.drafts import Draft, Rough
from hence.latex_in.formula.chains import Statement
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.discourse import Closes, supposes
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.naming import names_above
from hence.latex_in.prose.paragraph import ProseItem
from hence.latex_in.prose.provisos import opposite
from hence.latex_in.prose.relations import Candidate, index_letters, is_bound
from hence.latex_in.prose.said import Sentence
from hence.latex_in.prose.suppositions import Asserted
from hence.latex_in.prose.tendencies import Tendency, apply, tendency
from hence.latex_in.prose.words import Spoken
from hence.latex_in.roles import is_definable


def tendency_of(step: Step) -> Tendency | None:
    return tendency(step.formula, "", rf"{step.lhs_text} \to {step.rhs_text}")


def says_where(word: str, step: Step) -> bool:
    r"""`\text{for } x > 0 \colon` within a display: where the rest of it holds, and nothing else."""
    return word in t.CONDITIONAL_WORDS or (word in t.RANGING_WORDS and step.formula.relation in ("<", ">", "<=", ">="))


def condition(formula: Formula) -> Fact:
    return Fact(formula, False, (), formula.span)


def spreads(told: Standing | None, number: int, beside: bool) -> bool:
    """Whether what the words in front of a display say of it is said of this statement, too.

    Definitions are so all of them; of the equations of a system those that stand `beside` the first.
    """
    return number == 0 or told in ("definition", "hypothesis", "goal") or (told == "condition" and beside)


def set_out_to_solve(items: list[Rough]) -> None:
    """Let f'(x) = 0 be a condition where the display that begins with it goes on to what x is."""
    drafts = [d for d in items if isinstance(d, Draft)]
    if len(drafts) < 2 or drafts[0].told is not None:
        return
    first, last = drafts[0].step.formula, drafts[-1].step.formula
    solved = last.lhs.name if isinstance(last.lhs, Sym) and last.relation == "=" else ""
    zero = first.relation == "=" and first.rhs == Num(Fraction(0)) and _is_derivative(first.lhs)
    if zero and solved in free_names(first.lhs) - free_names(last.rhs):
        drafts[0].told = "condition"


def _is_derivative(term: Term) -> bool:
    match term:
        case App("deriv" | "gradient"):
            return True
        case App("apply", (Sym(name), *_)):
            return "'" in name
    return False


def introduces(statement: Statement, drafts: list[Draft]) -> bool:
    r"""`y = A x \quad \text{with} \quad A = ...`: what explains a formula is said before it is used."""
    named = all(d.step.formula.relation == "=" and is_definable(d.step.formula.lhs) for d in drafts)
    return statement.cue in t.EXPLAINING_WORDS and bool(drafts) and named


def follows(drafts: list[Draft], above: tuple[Formula, ...], beneath: bool) -> bool:
    """Whether a row may be meant as a consequence of the one above: not one more value of the same thing.

    A display that is not `beneath` another in rows, or behind an arrow, follows from it where it says what a letter of
    that is.
    """
    first, left = drafts[0], drafts[0].step.formula.lhs
    again = any(left == f.lhs for f in above)
    named = isinstance(left, Sym) or (isinstance(left, App) and left.head == "index")
    solved = named and any(left in subterms(side) for f in above for side in (f.lhs, f.rhs))
    return not first.conditions and not again and (beneath or solved)


def between_given(shown: list[Draft]) -> str:
    """Behind a display that was given, one without a word in between may be given, too."""
    given = any(d.told in ("definition", "hypothesis", "condition") for d in shown)
    return NOTHING_BETWEEN if given else ""


def called_false(item: Rough) -> Rough:
    return replace(item, step=replace(item.step, denied=True)) if isinstance(item, Draft) else item


def tells_what_tends(made: list[Rough], before: list[Rough]) -> bool:
    """Whether a statement only says what tends in the arrows before it, which then know it."""
    stated = [x for d in made if isinstance(d, Draft) and (x := tendency_of(d.step)) is not None]
    open_arrows = [d for d in before if isinstance(d, Draft) and d.step.formula.relation in ("->", "~~")]
    if not stated or len(stated) != len(made):
        return False
    for draft in open_arrows:
        draft.step = apply(draft.step, stated)
    return bool(open_arrows)


def tells_where(made: list[Rough], before: list[Rough]) -> bool:
    """Whether a statement only says where those before it hold, which then know it."""
    drafts = [d for d in before if isinstance(d, Draft)]
    where = [restricts(d, drafts) for d in made]
    if not made or not drafts or any(x is None for x in where):
        return False
    for draft in drafts:
        draft.conditions = (*draft.conditions, *(x for x in where if x is not None))
    return True


def restricts(item: Rough, before: list[Draft]) -> Given | None:
    r"""`a > 0`, `|r| < 1`, `x^\top y = 0`, `r \in (-1, 1)` behind a formula say where that holds. None for a claim."""
    about = {n for d in before for side in (d.step.formula.lhs, d.step.formula.rhs) for n in free_names(side)}
    match item:
        case Membership(subject, Interval()):
            return item if free_names(subject) <= about else None
        case Draft(Step(Formula(lhs, relation, rhs) as formula)):
            bare = all(isinstance(side, Sym) or is_value(side) for side in (lhs, rhs)) and relation != "="
            number = is_value(rhs) and free_names(lhs) - index_letters(lhs) <= about
            number = number and (relation != "=" or not is_definable(lhs))
            system = any(isinstance(d.step.formula.rhs, Num) for d in before) and relation == "="
            number = number and not system
            return condition(formula) if bare or (number and relation in _RESTRICTING) else None
        case _:
            return None


_RESTRICTING = frozenset(("<", ">", "<=", ">=", "!=", "="))

# The sentence behind a display ---------------------------------------------------------------------

_ALONE = rule("F stop?")


def apposed(signs: str, sentence: list[ProseItem], shown: list[Draft]) -> list[ProseItem]:
    """ "$a > 0$." alone behind a display: where that holds, as if behind "for"; any other sentence as it is."""
    names = {n for d in shown for side in (d.step.formula.lhs, d.step.formula.rhs) for n in free_names(side)}
    markers = [x for x in sentence if isinstance(x, Closes)]
    bounds = [x for x in sentence if isinstance(x, Candidate)]
    if _ALONE.fullmatch(signs) is None or not shown or not bounds:
        return sentence
    restricting = all(is_bound(x.equation.formula) and free_names(x.equation.formula.lhs) <= names for x in bounds)
    if not restricting or len(bounds) + len(markers) != len(sentence):
        return sentence
    return [*markers, *(replace(x, force=Force.FOR) for x in bounds)]


def called(sentence: Sentence, shown: list[Draft]) -> list[Fact]:
    """What a sentence behind a display calls that: its one chain of equations begins with what is meant."""
    steps = [d.step for d in shown]
    equal = steps and all(s.chain == steps[0].chain and s.formula.relation == "=" for s in steps)
    return list(names_above(sentence, steps[0].formula)) if equal else []


# what goes on, in small letters, to say for which values the display above it holds
RANGES = rule(
    "^ [ranging unless except] | ^ under the | ^ assuming"
    " | ^ (hold | [is are] truth) [if when whenever provided unless once]"
)
EXCEPTS = rule("^ [unless except]")
_EXPLAINS, GIVES_REASON, _WITH = rule("^ explaining"), rule("^ reason"), rule("^ with")


def explains(sentence: Spoken) -> bool:
    """Whether a sentence behind a display says what its letters mean; "With ..." in capitals begins something new."""
    return _EXPLAINS.match(sentence.signs) is not None and (sentence.goes_on or not _WITH.match(sentence.signs))


_RANGING = frozenset((Force.FOR, Force.IF, Force.WHEN))


def said_behind(item: ProseItem, excepting: bool) -> Given | None:
    """What an item of a sentence right behind a display says of where that holds; None for what says no such thing."""
    match item:
        case Candidate() if item.force in _RANGING or supposes(item.force) is not None or excepting:
            fact = condition(item.equation.formula)
            turned = opposite([fact]) if excepting else [fact]
            return turned[0] if turned else None
        case Asserted(given) if not excepting:
            return given
        case Membership() | Mapping() | Fact() | Distributed() | Independent() | Property() | OfFunction() | Lines():
            return item if not excepting else None
        case _:
            return None


def pair_of(formula: Formula) -> tuple[str, str] | None:
    match formula:
        case Formula(Sym(a), "!=", Sym(b)):
            return a, b
    return None
