"""How a formula stands on its page: a definition, a hypothesis, a condition, a goal, a claim, a report, or a mention.

The default is the claim. A relation is given only where a word gives it (`force`), or where it is the first equation
for a name of which nothing is known: then it says what the name means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hence.language.derivation import Formula, Standing
from hence.language.terms import App, Num, Sym, Term, free_names, subterms
from hence.latex_in import tables as t
from hence.latex_in.formula.context import base_name, is_inverse, is_variance
from hence.latex_in.prose.clauses import MARK, mark_of, marks_in
from hence.latex_in.prose.force import (
    CONDITIONAL,
    DESCRIBES,
    GIVING,
    INTRODUCING,
    MENTION,
    REASONS,
    SUPPOSING,
    governor,
    is_hearsay,
)
from hence.latex_in.prose.hedges import Hedge, hedge
from hence.latex_in.prose.relations import SPECIAL, Candidate
from hence.latex_in.roles import (
    Scope,
    is_definable,
    is_general,
    is_growth,
    is_optimum,
    mentions_own_density,
)

_LOCAL = SUPPOSING | CONDITIONAL | REASONS | SPECIAL | t.words("at case setting putting given")
_STRONG = INTRODUCING - t.words("take choose fix say put writing")
_NUMBER_HEADS = frozenset(("neg", "div", "pow", "matrix", "add", "mul", "sqrt", "transpose"))


@dataclass(frozen=True)
class Stands:
    """The standing of a formula; `by_use` where no word but its place says that it is a definition."""

    as_: Standing | None  # None: a mention
    by_use: bool = False


MENTIONED = Stands(None)


def is_given(cue: str) -> bool:
    return cue in GIVING | SPECIAL


def of_relation(candidate: Candidate, scope: Scope) -> Stands:
    """How a relation in a sentence stands."""
    formula, cue = candidate.equation.formula, candidate.cue
    if candidate.hedge in (Hedge.OPEN, Hedge.DENIED) or cue in (MENTION, DESCRIBES):
        return MENTIONED
    if candidate.hedge is Hedge.GOAL:
        return Stands("goal") if candidate.shown and not _is_new(formula, scope) else MENTIONED
    if is_given(cue) or candidate.equation.defining:
        return Stands("definition" if _introduces(candidate, scope) else "hypothesis")
    if formula.relation in ORDER and not candidate.concluded and not _all_known(formula, scope):
        return Stands("hypothesis")
    if is_growth(formula):
        new = _is_new(formula, scope) and base_name(formula.lhs) not in free_names(formula.rhs)
        return Stands("hypothesis") if new else Stands("claim")
    if _introduces(candidate, scope) and (_is_new(formula, scope) or candidate.extent == "part"):
        return Stands("definition")
    if _recurs(formula) and base_name(formula.lhs) not in scope.defined:
        return Stands("definition", by_use=True)
    if names_right(formula, scope):
        return Stands("definition")
    if cue not in t.CLAIM_CUES and cue != "that" and _is_open(formula, scope) and not is_optimum(formula.lhs):
        return Stands("report" if is_value(formula.rhs) else "definition", by_use=True)
    return Stands("claim")


ORDER = frozenset(("<", "<=", ">", ">="))


def _all_known(formula: Formula, scope: Scope) -> bool:
    """Whether an inequality speaks only of what the page has spoken of; else it says what something new is like."""
    known = scope.used | scope.defined | scope.declared | scope.determined | scope.described | scope.parameters
    return free_names(formula.lhs) | free_names(formula.rhs) <= known | scope.counters


def _is_new(formula: Formula, scope: Scope) -> bool:
    """Whether an equation has a name on its left side of which nothing was said."""
    name = base_name(formula.lhs)
    known = scope.used | scope.defined | scope.declared | scope.determined
    return formula.relation == "=" and is_definable(formula.lhs) and name is not None and name not in known


def _recurs(formula: Formula) -> bool:
    """x_t = f(x_{t-1}): nobody can decide it of a sequence of which nothing else is known."""
    match formula:
        case Formula(App("index", (Sym(name), Sym(), *_)), "=", value):
            return name in free_names(value)
        case _:
            return False


def names_right(formula: Formula, scope: Scope) -> bool:
    """ "$E[x^2] = v$" with a new v: it names what stands on the left."""
    known = scope.used | scope.defined | scope.declared | scope.determined | scope.described | scope.parameters
    fresh = isinstance(formula.rhs, Sym) and formula.rhs.name not in known | free_names(formula.lhs)
    return formula.relation == "=" and fresh and not is_definable(formula.lhs) and free_names(formula.lhs) <= known


def _is_open(formula: Formula, scope: Scope) -> bool:
    """Whether an equation is the first for a name that was only used so far."""
    name = base_name(formula.lhs)
    known = scope.defined | scope.declared | scope.determined | scope.constrained
    plain = isinstance(formula.lhs, Sym) or (isinstance(formula.lhs, App) and formula.lhs.head == "apply")
    plain = plain and is_definable(formula.lhs)
    return formula.relation == "=" and plain and name not in known | free_names(formula.rhs)


def is_value(term: Term) -> bool:
    """A number, or a vector of numbers: 0.15, (-5.5, 9)."""
    return all(isinstance(x, Num) or (isinstance(x, App) and x.head in _NUMBER_HEADS) for x in subterms(term))


def _introduces(candidate: Candidate, scope: Scope) -> bool:
    """Whether a relation in prose introduces its left side."""
    equation = candidate.equation
    known = scope.used | scope.defined | scope.declared
    strong = candidate.cue in _STRONG
    if candidate.some and (not strong or base_name(equation.formula.lhs) in known):
        return False
    if introduces_anew(candidate, scope):
        return True
    return not equation.unless and _is_definition(equation.formula, candidate.cue, scope, equation.defining)


def introduces_anew(candidate: Candidate, scope: Scope) -> bool:
    """ "Let $f(x) = x^3$" where f was something else before: not two equations for one function."""
    strong = candidate.cue in INTRODUCING
    plain = not candidate.where and not candidate.equation.unless and not candidate.equation.over
    return strong and plain and bool(arguments_anew(candidate.equation.formula, scope))


def arguments_anew(formula: Formula, scope: Scope) -> tuple[str, ...]:
    """The arguments of a known function that a formula gives another expression in them; else nothing."""
    match formula:
        case Formula(App("apply", (Sym(name), *arguments)), "=", App(head) as value) if head != "apply":
            names = tuple(a.name for a in arguments if isinstance(a, Sym))
            general = len(names) == len(arguments) and bool(set(names) & free_names(value))
            return names if general and name in scope.defined and name not in free_names(value) else ()
    return ()


def _is_definition(formula: Formula, cue: str, scope: Scope, defining: bool) -> bool:
    """Whether an equation introduces its left side, by what is known of that."""
    if formula.relation != "=" or not is_definable(formula.lhs) or mentions_own_density(formula):
        return False
    if is_growth(formula):
        return False
    if defining:
        return True
    name = base_name(formula.lhs)
    if is_inverse(formula.lhs) and (cue not in _STRONG or name in scope.declared):
        return False
    if is_variance(formula.lhs) and name in scope.declared:
        return False  # a real s with s^2 = 1 may be negative
    if name is None or cue in _LOCAL:
        return cue in ("if", "setting") and name is not None and name not in scope.used | scope.defined
    if name in scope.fixed or (name in scope.determined and cue not in _STRONG):
        return False
    if name in scope.defined:
        closed = not free_names(formula.rhs)
        anew = cue in INTRODUCING and isinstance(formula.lhs, Sym) and (name in scope.values or not closed)
        return anew or not is_general(formula.lhs)
    return name not in scope.used or cue in _STRONG


# Displays ----------------------------------------------------------------------------------------

_CONDITION = re.compile(
    r"\b(?:subject\s+to|s\.\s?t\.|constraints?|(?:we|one|must|that)\s+(?:need|require|impose|demand|enforce|ask|want)s?(?:\s+(?:that|to\s+have))?"
    r"|requires?|require(?:ment)?s?|solv(?:e|es|ing)|solutions?\s+(?:of|to)|conditions?|equations?|boundary|boundaries|hyperplane"
    r"|impos(?:e|ing)|such\s+that|so\s+that\s+we\s+need|should\s+(?:satisfy|have)|must\s+(?:satisfy|have|hold|be)|find\s+\w+\s+with"
    r"|chosen\s+(?:so|such)|if\s+and\s+only\s+if|precisely\s+when|exactly\s+when)\W*(?:is|are|reads?|becomes?|then|be|given\s+by)?\W*$",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"\b(?:(?:show|prove|verify|establish|demonstrate|check|derive|conclude|deduce|see)(?:\s+(?:that|the\s+\w+))?"
    r"|(?:want|wish|aim|need|have|remains|suffices|enough|goal|task|left)\s+(?:is\s+)?to\s+(?:show|prove|verify|establish|check)(?:\s+that)?)\W*$",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:we\s+(?:have\s+)?(?:show|shown|see|conclude|deduce|derive|verify|check)|showed|this\s+(?:show|prove)s)\b",
    re.IGNORECASE,
)


_NOT_TRUE = re.compile(
    r"\b(?:not\s+(?:\w+\s+)?(?:true|correct|the\s+case)|false|wrong|incorrect)\s+that\W*$", re.IGNORECASE
)
DENIED = "denied"  # the display is said to be false


_CONDITION_IN_WORDS = re.compile(
    rf"\b(?:under|assuming|if|when|whenever|provided|unless)\s+(?:\w+[\s-]+){{2,}}"
    rf"[^{MARK[1:-1]},.;:]*,[^{MARK[1:-1]},.;:]*$",
    re.IGNORECASE,
)


_REGION = re.compile(r"\s*(?:inside|within|outside|in\s+the\s+(?:regime|region))\s+(?:the|its|this)\b", re.IGNORECASE)


def says_unread_condition(sentence: str) -> bool:
    """ "Under the assumptions of the previous paragraph, we have": a condition that nobody has read."""
    return _CONDITION_IN_WORDS.search(sentence) is not None or _REGION.match(sentence) is not None


def _has_said(sentence: str, word: str) -> bool:
    """Whether a word of condition has its formula or its comma already, so that a display behind it is what follows."""
    place = sentence.lower().rfind(word)
    return sentence.rstrip().endswith(",") or (place >= 0 and bool(marks_in(sentence[place:])))


def announced(sentence: str) -> tuple[str, Standing | None]:
    """What the unfinished sentence in front of a display announces: the word, and how the display stands if told.

    Empty for a sentence that leaves it to the display; `MENTION` where it is only quoted.
    """
    word = governor(sentence)
    if word in ("with", "given") and sentence.rstrip().endswith(",") and _has_said(sentence, word):
        return "then", None
    if word in CONDITIONAL | REASONS | SPECIAL | {"case", "for", "at"} and _has_said(sentence, word):
        return "then", None  # "If $a > 0$," has said what it supposes
    told = hedge(sentence + mark_of(0), len(sentence)) if word not in GIVING | t.CLAIM_CUES else None
    if told is Hedge.GOAL and not is_hearsay(sentence, ""):
        return "", "goal"
    if _CONDITION.search(sentence) and word not in INTRODUCING | SUPPOSING and not is_hearsay(sentence, ""):
        return "", "condition"
    if word == MENTION or told is not None or (word not in GIVING and is_hearsay(sentence, "")):
        return (DENIED if _NOT_TRUE.search(sentence) else MENTION), None
    if _GOAL.search(sentence) and not _SHOWN.search(sentence):
        return word, "goal"
    if word in SUPPOSING | CONDITIONAL | {"case"}:
        return word, "hypothesis"
    return word, "definition" if word in _STRONG else None
