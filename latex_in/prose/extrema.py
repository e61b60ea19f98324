r"""Sentences about extrema: "$f$ is minimised at $x = 2$", "the minimum of $L$ is $0$", "$x$ is a stationary point".

Each becomes a formula: `f(2) = \min_x f(x)`, `\min_w L(w) = 0`, a derivative that is zero where x = 1. A local extremum
is none of these, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hence.language.derivation import Fact, Formula, Step
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Term, Unstated, free_names, num, substitute
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.prose.grammar import Match, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.prose.vocabulary import vocabulary

_PARTS = {
    "LESS": "low:[minimised least minimal minimum]",
    "MORE": "high:[maximised greatest maximal maximum]",
    "PLACE": "[at when for if by in iff] (the point)?",
    "WHICH": "which:[the its their a one unique only global optimal strict]*",
    "NOUN": "(low:[minimum minimizer] | high:[maximum maximizer] | flat:[stationary stationary-point])"
    " (value | point:point-noun)?",
    "OF": "(of the? function-noun? f:F)",
    "OVER": "([over with-respect-to in among] all? by:F)?",
    "WITH_VALUE": "(comma? [with where and]? [its the a minimum maximum minimal maximal optimal]* of? value"
    " [is of equals]? w:F)?",
    "ATTAINED": "(comma? [which and]? it? [is occurs]? attained? only? at p:F)?",
    "ADV": "[also only exactly indeed then conclusion clearly always both global]*",
}
_LOCAL = rule("[local local-extremum]")
STARRED = re.compile(r"(?P<base>.+)\^\{(?:\*|\\star|\\ast)\}")
_PATTERNS = tuple(
    rule(pattern, **_PARTS)
    for pattern in (
        # $f$ is minimised at $x = 2$
        "f:F [is becomes are] which:unique? ADV (LESS | MORE) only:[only exactly]? PLACE p:F",
        # $f$ attains its minimum (of value) 1 at $x = 2$
        "f:F ADV attains WHICH NOUN (comma? [of value with equal to]* v:F)? comma? attained? at p:F WITH_VALUE",
        # the minimum of $f$ is $1$, attained at $x = 2$; the minimiser of $f$ is $x = 2$
        "WHICH NOUN OF OVER [is equals are] [given-by equal to then]* v:F ATTAINED",
        # the minimum of $f$ is attained at $x = 2$
        "WHICH NOUN OF OVER (is [attained located at] | occurs | lies) only? at? p:F",
        # $x = 2$ minimises $f$
        "p:F ADV which:unique? (low:minimises | high:maximises) the? function-noun? f:F",
        # $x = 2$ is the unique minimiser of $f$
        "p:F [is are] ADV WHICH NOUN OF OVER",
    )
)
# let $w$ be the minimiser of $L(w)$
_NAMED = rule("let p:F [be denotes] WHICH NOUN OF OVER", **_PARTS)
_SUPPOSED = rule("[let suppose assume if denotes define whether where find compute when]")
_UNIQUE = rule("[unique only one]")


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
    if _LOCAL.search(s.signs):
        return
    for found in _NAMED.finditer(s.signs):
        extremum = _extremum(s, found)
        if extremum is not None and isinstance(extremum.place, Sym) and extremum.head:
            where = Bind(f"arg{extremum.head}", extremum.variable, Unstated(), extremum.objective, extremum.place.span)
            formula = Formula(extremum.place, "=", where, extremum.place.span)
            yield Fact(formula, True, (), extremum.place.span)
            return
    for found in (match for pattern in _PATTERNS for match in pattern.finditer(s.signs)):
        if not _SUPPOSED.search(s.signs[: found.start()]) and not denied(s.signs, found.start()):
            extremum = _extremum(s, found)
            if extremum is not None:
                yield from _claims(s, extremum, found)
                return


def _claims(s: Sentence, extremum: Extremum, found: Match) -> Iterator[Step]:
    other = found["p"] if found.groupdict().get("p") else found["v"]
    objective, place = s.by_mark[found["f"]].tokens, s.by_mark[other].tokens
    for name, formula, premises in extremum.formulas():
        shown = f"{name} {s.context.latex(objective)}", s.context.latex(place)
        yield Step(formula, 0, s.context.span(place), *shown, premises=premises)


def _extremum(s: Sentence, found: Match) -> Extremum | None:
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
    unique = _UNIQUE.search((groups.get("which") or "") + (groups.get("only") or "")) is not None
    for mark in (place, value):
        if mark and (mark == value or at[0] in (None, variable)):
            s.used.add(id(s.by_mark[mark]))
    head = "min" if groups.get("low") else "max" if groups.get("high") else ""
    return Extremum(head, variable, objective, at[1], worth, unique)


def _is_place(groups: dict[str, str], said: Said) -> bool:
    """Whether a formula says where, not how much: "the minimum is x = 2", "the minimiser is 2"."""
    noun = groups.get("low") or groups.get("high") or ""
    if not vocabulary().has(noun, "minimum", "maximum") or groups.get("point"):
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
            *_, parameter = (None, *s.context.names.parameters.get(name, ()))
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
