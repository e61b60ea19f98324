r"""What tends where: `$x_t \to 0$ as $t \to \infty$` is the claim `\lim_{t \to \infty} x_t = 0`.

The words around an arrow, the text behind it in its row and the label on it say which variable tends, and to what.
An arrow of which nobody says this stays an arrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from hence.language.derivation import Fact, Formula, Step
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Tends, Term, free_names
from hence.latex_in.formula.context import Context
from hence.latex_in.page.macros import Macros
from hence.latex_in.page.scan import Side, merge_words, split_side
from hence.latex_in.page.source import ParseError
from hence.latex_in.page.tidy import tidy
from hence.latex_in.prose.clause import SUPPOSING, Force
from hence.latex_in.prose.discourse import Opens, Reach, opened
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.vocabulary import vocabulary

_ARROW = r"(?:\\to|\\rightarrow|\\longrightarrow|→)(?![A-Za-z])"
_SAID = re.compile(rf"(?P<variable>[^$(),;:]*?)\s*{_ARROW}\s*(?P<point>[^$),;:]*)")
_FIRST_WORD = re.compile(r"[\s,(\[$]*(?P<word>[A-Za-z]+)?\s*\$?")
_LEADS = rule("[tending in the of]")  # "as", "in the limit of"
_CUE = rule("tending [of as when where that both the]* (?! and) w? (F [comma and]{1,2})* $")


@dataclass(frozen=True)
class Tendency:
    """A variable and where it goes."""

    variable: Sym
    domain: Tends
    text: str = field(default="", compare=False)  # as written

    def of(self, formula: Formula) -> Formula:
        """An arrow as an equation about the limit of its left side."""
        limit = Bind("lim", self.variable, self.domain, formula.lhs, formula.lhs.span)
        return replace(formula, lhs=limit, relation="=")


def tendency(formula: Formula, side: Side = "", text: str = "") -> Tendency | None:
    """The tendency that a relation states, if its left side is a bare variable."""
    if formula.relation != "->" or not isinstance(formula.lhs, Sym) or formula.lhs.name in free_names(formula.rhs):
        return None
    return Tendency(formula.lhs, Tends(formula.rhs, side), text)


@dataclass(frozen=True)
class Held:
    """What the words near a growth claim fix for it: "for constant $d$"."""

    formula: Formula


def regime(said: Iterable[object]) -> list[Formula]:
    """What tends and what is fixed, as hypotheses on growth."""
    found = []
    for item in said:
        match item:
            case Tendency(variable, Tends(point)):
                found.append(Formula(variable, "->", point, variable.span))
            case Held(formula):
                found.append(formula)
    return found


def growing(formula: Formula) -> tuple[Opens, Fact]:
    """A hypothesis on growth, for the next claim."""
    return opened(Reach.ROW), Fact(formula, False, (), formula.span)


def is_infinite(term: Term) -> bool:
    return term == App("infinity", ()) or term == App("neg", (App("infinity", ()),))


def introduces(text: str) -> bool:
    """Whether the words right before a formula make it the condition of a limit: "as", "when", "in the limit"."""
    return _CUE.search(text) is not None


_BEHIND = rule("^ open? [tending-behind] [of as when where]? the? mark:F")


def followed_by(text: str) -> str:
    """The formula that words right behind another make its condition; empty where there is none."""
    found = _BEHIND.match(text)
    return found["mark"] if found is not None else ""


def is_arrow(candidate: Candidate) -> bool:
    return candidate.equation.formula.relation in ("->", "~~")


def far(candidate: Candidate) -> Tendency | None:
    """The tendency of `t \\to \\infty` for a bare t."""
    formula = candidate.equation.formula
    if not is_infinite(formula.rhs) or not isinstance(formula.lhs, Sym):
        return None
    sign = "-" if isinstance(formula.rhs, App) and formula.rhs.head == "neg" else ""
    return tendency(formula, "", rf"{formula.lhs.name} \to {sign}\infty")


def claimed(candidate: Candidate, tending: Sequence[Tendency]) -> Candidate:
    """An arrow as a claim about a limit; as it is where nothing tends."""
    found = fitting(candidate.equation.formula, tending)
    if found is None:
        return candidate
    formula = found.of(candidate.equation.formula)
    force = candidate.force if candidate.force in SUPPOSING | {Force.IF, Force.MENTION} else Force.CLAIM
    return replace(candidate, equation=replace(candidate.equation, formula=formula), force=force, limit=found.text)


def noted(note: str, context: Context) -> Tendency | None:
    """What a note says that tends; None where it says nothing of the kind, or is not understood."""
    said = said_in(note)
    if said is None:
        return None
    variable, point = (merge_words(tidy(part, 0, len(part), Macros()), context.names.words) for part in said)
    place, side = split_side(point)
    try:
        formula = Formula(context.parse(variable), "->", context.parse(place))
    except ParseError:
        return None
    return tendency(formula, side, r" \to ".join(said))


def said_in(note: str) -> tuple[str, str] | None:
    r"""The variable and the point of `as t \to \infty` in a note, as LaTeX."""
    first = _FIRST_WORD.match(note)
    while first is not None and first["word"] and _LEADS.fullmatch(vocabulary().sign(first["word"].lower())):
        note = note[first.end() :]
        first = _FIRST_WORD.match(note)
    found = _SAID.match(note.lstrip(" ,([$"))
    if found is None or not found["variable"].strip() or not found["point"].strip(" .$"):
        return None
    return found["variable"].strip(" $"), found["point"].strip(" .$")


def fitting(formula: Formula, tendencies: Sequence[Tendency]) -> Tendency | None:
    """The first tendency that an arrow, or an approximation, may be about: its right side must not move."""
    if formula.relation not in ("->", "~~"):
        return None
    for found in tendencies:
        if found.variable != formula.lhs and found.variable.name not in free_names(formula.rhs):
            return found
    return None


def apply(step: Step, tendencies: Sequence[Tendency]) -> Step:
    """A step with an arrow as one about a limit; as it is where no tendency is named."""
    found = fitting(step.formula, tendencies)
    if found is None:
        return step
    return replace(step, formula=found.of(step.formula), lhs_text=rf"\lim_{{{found.text}}} {step.lhs_text}")
