r"""Sentences about extrema: "$f$ is minimised at $x = 2$", "the minimum of $L$ is $0$", "$x$ is a stationary point".

Each becomes a formula: `f(2) = \min_x f(x)`, `\min_w L(w) = 0`, a derivative that is zero where x = 1. A local extremum
is none of these, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hence.language.derivation import Fact, Formula, Step
from hence.language.terms import App, Bind, Sym, Term, Unstated, free_names, num, substitute
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.prose.clauses import MARK, denied
from hence.latex_in.prose.said import Said, Sentence

_F, _P, _V = rf"(?P<f>{MARK})", rf"(?P<p>{MARK})", rf"(?P<v>{MARK})"
_ADVERBS = r"(?:(?:also|only|exactly|indeed|then|clearly|always|therefore|thus|hence|both|globally|precisely)\s+)*"
_LESS = r"(?P<low>minimi[sz]ed|smallest|least|minimal|minimum|lowest)"
_MORE = r"(?P<high>maximi[sz]ed|largest|greatest|maximal|maximum|highest)"
_PLACE = r"(?:at|when|for|if|by|in|iff|precisely\s+at|if\s+and\s+only\s+if)\s+(?:the\s+point\s+)?"
_WHICH = r"(?P<which>(?:(?:the|its|an?|their|one|single|unique|only|global|absolute|overall|optimal|strict)\s+)*)"
_LOW, _HIGH = r"(?P<low>minimum|minimi[sz]er|argmin)", r"(?P<high>maximum|maximi[sz]er|argmax)"
_NOUN = rf"(?:{_LOW}|{_HIGH}|(?P<flat>stationary|critical))(?:\s+(?:value|(?P<point>point)))?"
STARRED = re.compile(r"(?P<base>.+)\^\{(?:\*|\\star|\\ast)\}")
_OF = rf"(?:\s+of\s+(?:the\s+)?(?:function\s+|loss\s+|objective\s+|cost\s+|expression\s+|quantity\s+)?{_F})"
_OVER = rf"(?:\s+(?:over|with\s+respect\s+to|in|among)\s+(?:all\s+)?(?P<by>{MARK}))?"
_VALUE_WORD = (
    r"(?:(?:its|the|a|minimum|maximum|minimal|maximal|optimal)\s+)*(?:of\s+)?values?(?:\s+is|\s+of|\s+equals)?"
)
_WITH_VALUE = rf"(?:\s*,?\s*(?:(?:with|where|and)\s+)?{_VALUE_WORD}\s+(?P<w>{MARK}))?"
_TAKEN = r"(?:attained|reached|achieved|taken)"
_ATTAINED = rf"(?:\s*,?\s*(?:which\s+|and\s+)?(?:it\s+)?(?:is\s+|occurs?\s+)?{_TAKEN}?\s*(?:only\s+)?at\s+{_P})?"
_HAS = r"(?:attains?|has|takes|achieves?|reaches|assumes)"
_HOW_MUCH = rf"(?:\s*,?\s*(?:of\s+|value\s+|with\s+|equal\s+to\s+)*{_V})?\s*,?\s*(?:attained\s+|reached\s+)?"


def _pattern(*pieces: str) -> re.Pattern[str]:
    return re.compile("".join(pieces), re.IGNORECASE)


_PATTERNS = (
    # $f$ is minimised at $x = 2$
    _pattern(
        rf"{_F}\s+(?:is|becomes|are)\s+(?P<which>(?:uniquely\s+)?){_ADVERBS}(?:{_LESS}|{_MORE})\s+",
        rf"(?P<only>only\s+|exactly\s+)?{_PLACE}{_P}",
    ),
    # $f$ attains its minimum (of value) 1 at $x = 2$
    _pattern(rf"{_F}\s+{_ADVERBS}{_HAS}\s+{_WHICH}{_NOUN}{_HOW_MUCH}at\s+{_P}{_WITH_VALUE}"),
    # the minimum of $f$ is $1$, attained at $x = 2$; the minimiser of $f$ is $x = 2$
    _pattern(
        rf"{_WHICH}{_NOUN}{_OF}{_OVER}\s+(?:is|equals|are)\s+(?:given\s+by\s+|equal\s+to\s+|then\s+)*{_V}{_ATTAINED}"
    ),
    # the minimum of $f$ is attained at $x = 2$
    _pattern(
        rf"{_WHICH}{_NOUN}{_OF}{_OVER}\s+(?:is\s+(?:{_TAKEN}|located|found|at)|occurs?|lies)\s*",
        rf"(?:only\s+)?(?:at\s+)?{_P}",
    ),
    # $x = 2$ minimises $f$
    _pattern(
        rf"{_P}\s+{_ADVERBS}(?P<which>(?:uniquely\s+)?)(?:(?P<low>minimi[sz]es)|(?P<high>maximi[sz]es))\s+",
        rf"(?:the\s+)?(?:function\s+|loss\s+|objective\s+)?{_F}",
    ),
    # $x = 2$ is the unique minimiser of $f$
    _pattern(rf"{_P}\s+(?:is|are)\s+{_ADVERBS}{_WHICH}{_NOUN}{_OF}{_OVER}"),
)
# let $w$ be the minimiser of $L(w)$
_NAMED = _pattern(rf"\blet\s+{_P}\s+(?:be|denote)\s+{_WHICH}{_NOUN}{_OF}{_OVER}")
_SUPPOSED = re.compile(r"\b(?:let|suppose|assume|if|denote|define|whether|where|find|compute|when)\b", re.IGNORECASE)
_UNIQUE = re.compile(r"\b(?:unique|uniquely|only|single|one)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Extremum:
    """What a sentence says: the objective as a function of its variable, a place, a value."""

    head: str  # min, max, or empty for a stationary point
    variable: Sym
    objective: Term
    place: Term | None
    value: Term | None
    unique: bool

    def formulas(self) -> Iterator[tuple[str, Formula, tuple[Formula, ...]]]:
        """Formulas, each with its name and its premises."""
        span, below = self.objective.span, rf"_{{{self.variable.name}}}"
        if not self.head and self.place is not None:
            slope = App("deriv", (self.objective, self.variable), span)
            premise = Formula(self.variable, "=", self.place, span)
            yield rf"\nabla{below}", Formula(slope, "=", num(0), span), (premise,)
            return
        best = Bind(self.head, self.variable, Unstated(), self.objective, span)
        if self.place is not None and self.unique:
            where = Bind(f"arg{self.head}", self.variable, Unstated(), self.objective, span)
            yield rf"\arg\{self.head}{below}", Formula(where, "=", self.place, span), ()
        elif self.place is not None:
            here = substitute(self.objective, {self.variable.name: self.place})
            yield rf"\arg\{self.head}{below}", Formula(here, "=", best, span), ()
        if self.value is not None:
            yield rf"\{self.head}{below}", Formula(best, "=", self.value, span), ()


def extrema(s: Sentence) -> Iterator[Step | Fact]:
    """The claims of a sentence about extrema; the formulas that only say where or how large are marked as used."""
    if re.search(r"\blocal(?:ly)?\b", s.text, re.IGNORECASE):
        return
    for found in _NAMED.finditer(s.text):
        extremum = _extremum(s, found)
        if extremum is not None and isinstance(extremum.place, Sym) and extremum.head:
            where = Bind(f"arg{extremum.head}", extremum.variable, Unstated(), extremum.objective, extremum.place.span)
            formula = Formula(extremum.place, "=", where, extremum.place.span)
            yield Fact(formula, True, (), extremum.place.span)
            return
    for found in (match for pattern in _PATTERNS for match in pattern.finditer(s.text)):
        if not _SUPPOSED.search(s.text[: found.start()]) and not denied(s.text, found.start()):
            extremum = _extremum(s, found)
            if extremum is not None:
                yield from _claims(s, extremum, found)
                return


def _claims(s: Sentence, extremum: Extremum, found: re.Match[str]) -> Iterator[Step]:
    other = found["p"] if found.groupdict().get("p") else found["v"]
    objective, place = s.by_mark[found["f"]].tokens, s.by_mark[other].tokens
    for name, formula, premises in extremum.formulas():
        shown = f"{name} {s.context.latex(objective)}", s.context.latex(place)
        yield Step(formula, 0, s.context.span(place), *shown, premises=premises)


def _extremum(s: Sentence, found: re.Match[str]) -> Extremum | None:
    """What a match says; None where its formulas do not fit."""
    groups = found.groupdict()
    place, value = groups.get("p") or "", groups.get("v") or groups.get("w") or ""
    if not (place and value):
        mark = place or value
        place, value = (mark, "") if _is_place(groups, s.by_mark[mark]) else ("", mark)
    at = _solved(s.by_mark[place]) if place else (None, None)
    worth = _single(s.by_mark[value]) if value else None
    if at is None or (value and worth is None):
        return None
    objective, variable = _function(s, groups, at[0])
    if objective is None or variable is None or at[1] == variable:
        return None
    unique = _UNIQUE.search(f"{groups.get('which') or ''} {groups.get('only') or ''}") is not None
    for mark in (place, value):
        if mark and (mark == value or at[0] in (None, variable)):
            s.used.add(id(s.by_mark[mark]))
    head = "min" if groups.get("low") else "max" if groups.get("high") else ""
    return Extremum(head, variable, objective, at[1], worth, unique)


def _is_place(groups: dict[str, str], said: Said) -> bool:
    """Whether a formula says where, not how much: "the minimum is x = 2", "the minimiser is 2"."""
    words = (groups.get("low") or groups.get("high") or groups.get("flat") or "").lower()
    if words not in ("minimum", "maximum") or groups.get("point"):
        return True
    equations = [x.formula for x in said.found if isinstance(x, Equation)]
    return isinstance(equations[0].lhs if equations else _single(said), Sym)


def _function(s: Sentence, groups: dict[str, str], solved: Sym | None) -> tuple[Term | None, Sym | None]:
    """The objective and its variable: the one that words name, that has a value here, or that stands in brackets."""
    by = _single(s.by_mark[groups["by"]]) if groups.get("by") else None
    wanted = by if isinstance(by, Sym) else solved
    objective = _objective(s, s.by_mark[groups["f"]], wanted)
    if objective is None:
        return None, None
    base = STARRED.fullmatch(wanted.name) if wanted is not None else None
    for variable in (wanted, Sym(base["base"]) if base else None, _argument(objective)):
        if variable is not None and (variable.name in free_names(objective) or isinstance(objective, Sym)):
            return objective, variable
    return None, None


def _objective(s: Sentence, of: Said, variable: Sym | None) -> Term | None:
    """f(x) of `f`, of `f(x)` and of `f(x) = x^2`; other expressions as they stand."""
    terms = [x.formula.lhs for x in of.found if isinstance(x, Equation)][:1]
    terms += [x for m in of.found if isinstance(m, Mention) for x in m.terms]
    if len(terms) != 1:
        return None
    match terms[0]:
        case Sym(name) as function if name in s.context.names.functions:
            parameter = s.context.names.parameters.get(name)
            argument = variable or (Sym(parameter) if parameter else None)
            return App("apply", (function, argument), function.span) if argument is not None else None
        case term:
            return term


def _argument(objective: Term) -> Sym | None:
    match objective:
        case App("apply", (Sym(), Sym() as variable)):
            return variable
    return None


def _solved(said: Said) -> tuple[Sym | None, Term] | None:
    """The variable and value of `x = 2`, or of `x = y = 2`; of a bare term only the value."""
    equations = [x.formula for x in said.found if isinstance(x, Equation)]
    if equations:
        first, last = equations[0], equations[-1]
        plain = all(f.relation == "=" for f in equations) and isinstance(first.lhs, Sym)
        return (first.lhs, last.rhs) if plain and isinstance(first.lhs, Sym) else None
    term = _single(said)
    return None if term is None else (None, term)


def _single(said: Said) -> Term | None:
    terms = [x for m in said.found if isinstance(m, Mention) for x in m.terms]
    if len(terms) == 1 and len(said.found) == 1:
        return terms[0]
    equations = [x.formula for x in said.found if isinstance(x, Equation)]
    return equations[-1].rhs if equations and all(f.relation == "=" for f in equations) else None
