r"""Extrema under conditions, in words: "the minimum of $x^2 + y^2$ subject to $x + y = 1$ is $\frac12$".

A value becomes `\min_{x, y : ...} f = v`; a place becomes its conditions and `f(a) = \min_{...} f`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hence.language.derivation import Formula, Property, Relation, Step
from hence.language.records import dataclass
from hence.language.terms import Bind, Condition, SuchThat, Sym, Term, Unstated, free_names, substitute
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.prose.grammar import Match, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.points import Point, point_of
from hence.latex_in.prose.said import Said, Sentence

_PARTS = {
    "EXTREME": "(low:[minimum minimal minimizer minimised minimises least]"
    " | high:[maximum maximal maximizer maximised maximises greatest]) [value point-noun]?",
    "UNDER": "(firm:(subject-to | under the assumption) | under | such-that | with) where:L",
    "IS": "comma? [is equals are] (given-by | equal to | then | at | attained at)*",
    "AT": "(comma? and? (which is | is)? attained [at for by] place:L)?",
    "OF": "of the? function-noun?",
    "TASK": "(low:minimise | high:maximise) (the function-noun)? f:F comma? UNDER",
    "ANSWER": "stop? (conclusion comma?)? ([we one this] then? claim-verb"
    " | the? [solution minimum minimizer maximum maximizer optimum-noun answer] is (at | attained at | given-by)?)?",
}
_POSED = rule("TASK", **_PARTS)
_BEHIND = rule("^ subject-to where:L")
_PATTERNS = tuple(
    rule(pattern, **_PARTS)
    for pattern in (
        "EXTREME OF f:F comma? UNDER IS said:L AT",
        "firm:subject-to where:L comma the EXTREME OF f:F IS said:L AT",
        "f:F comma? UNDER comma? is EXTREME [at by when for] said:L",
        "f:F is EXTREME [at by when for] said:L UNDER",
        "TASK ANSWER said:L",
        "solution [of to] (the problem)? f:F comma? UNDER IS said:L",
    )
)
_SUPPOSED = rule("[let suppose assume if denotes define whether find compute]")
_UNIQUE = rule("[unique only]")


@dataclass(frozen=True)
class _Problem:
    head: str  # min or max
    variables: tuple[Sym, ...]
    objective: Term
    conditions: tuple[Condition, ...]
    relations: tuple[Relation, ...]

    @property
    def best(self) -> Term:
        *outer, inner = self.variables
        made: Term = Bind(self.head, inner, SuchThat(self.conditions), self.objective, self.objective.span)
        for variable in reversed(outer):
            made = Bind(self.head, variable, Unstated(), made, self.objective.span)
        return made


def constrained_extrema(s: Sentence) -> Iterator[Step | Property]:
    """The claims of a sentence about an extremum under conditions; its formulas are marked as used.

    The variables of a problem that is only posed are its solution from there on: nothing is refuted of any others.
    """
    claims = list(_claimed(s))
    yield from claims
    posed = _POSED.search(s.signs) if not claims else None
    problem = _problem(s, posed) if posed is not None and not denied(s.signs, posed.start()) else None
    if problem is not None:
        word = "the minimizer" if problem.head == "min" else "the maximizer"
        yield from (Property(v, word, s.span) for v in problem.variables)
    if (behind := _BEHIND.match(s.signs)) is not None:  # the objective stands in the display above
        relations = [f for m in marks_in(behind["where"]) if m in s.by_mark for f in _relations(s.by_mark[m])]
        names = {name for f in relations for side in (f.lhs, f.rhs) for name in free_names(side)}
        yield from (Property(Sym(name), "the solution", s.span) for name in sorted(names))


def _claimed(s: Sentence) -> Iterator[Step]:
    for found in (match for pattern in _PATTERNS for match in pattern.finditer(s.signs)):
        unique = _UNIQUE.search(s.signs) is not None
        if unique or _SUPPOSED.search(s.signs[: found.start()]) or denied(s.signs, found.start()):
            continue
        problem = _problem(s, found)
        claims = list(_claims(s, problem, found)) if problem is not None else []
        if claims:
            marks = [
                m for group in ("f", "where", "said", "place") for m in marks_in(found.groupdict().get(group) or "")
            ]
            s.used.update(id(s.by_mark[m]) for m in marks if m in s.by_mark)
            yield from claims
            return


def _problem(s: Sentence, found: Match) -> _Problem | None:
    said = s.by_mark.get(found["f"])
    relations = [f for m in marks_in(found["where"]) if m in s.by_mark for f in _relations(s.by_mark[m])]
    objective = _single(said) if said is not None else None
    firm = found.groupdict().get("firm")
    if objective is None or not relations or not (firm or any(f.relation == "=" for f in relations)):
        return None  # "with $a > 0$" is said of a parameter
    head = "min" if found.groupdict().get("low") else "max" if found.groupdict().get("high") else ""
    kinds = tuple(f.relation for f in relations)
    conditions = tuple(Condition(f.lhs, f.relation, f.rhs) for f in relations)
    if isinstance(objective, Bind) and objective.head in ("min", "max") and not head:
        variables, head = [objective.var], objective.head
        while isinstance(objective.body, Bind) and objective.body.head == head:
            objective = objective.body
            variables.append(objective.var)
        return _Problem(head, tuple(variables), objective.body, conditions, kinds)
    restricted = frozenset().union(*(free_names(x) for c in conditions for x in (c.lhs, c.rhs)))
    names = sorted(free_names(objective) & restricted)
    return _Problem(head, tuple(map(Sym, names)), objective, conditions, kinds) if head and names else None


def _claims(s: Sentence, problem: _Problem, found: Match) -> Iterator[Step]:
    below = ", ".join(v.name for v in problem.variables)
    name = rf"\{problem.head}_{{{below}}} {s.context.latex(s.by_mark[found['f']].tokens)}"
    marks = [m for m in marks_in(found["said"]) if m in s.by_mark]
    places = [m for m in marks_in(found.groupdict().get("place") or "") if m in s.by_mark]
    point = _point(s, problem, places or marks)
    if point is None or places:
        value = _single(s.by_mark[marks[0]]) if len(marks) == 1 else None
        if value is None or (places and point is None):
            return
        shown = name, s.context.latex(s.by_mark[marks[0]].tokens)
        yield Step(Formula(problem.best, "=", value, value.span), 0, s.context.span(s.by_mark[marks[0]].tokens), *shown)
    if point is not None:
        tokens = [x for m in places or marks for x in s.by_mark[m].tokens]
        span, place = s.context.span(tokens), s.context.latex(tokens)
        for c, relation in zip(problem.conditions, problem.relations, strict=True):
            lhs, rhs = (substitute(side, point) for side in (c.lhs, c.rhs))
            yield Step(Formula(lhs, relation, rhs, span), 0, span, f"the condition at {place}", "")
        here = substitute(problem.objective, point)
        yield Step(Formula(here, "=", problem.best, span), 0, span, f"the value at {place}", name)


def _point(s: Sentence, problem: _Problem, marks: list[str]) -> dict[str, Term] | None:
    """The value of every variable; None where the formulas name no such point."""
    found: Point = ()
    for mark in marks:
        found += point_of(s, s.by_mark[mark]) or ()
    names = [v.name for v in problem.variables]
    named = {_plain(x.name, names): value for x, value in found if x is not None}
    if set(named) == set(names):
        return named
    listed = [value for x, value in found if x is None]
    many = len(names) > 1 and len(listed) == len(names) and len(marks) == 1
    return dict(zip(names, listed, strict=True)) if many else None


def _plain(name: str, names: list[str]) -> str:
    r"""x of `x^*` and of `\hat{x}`."""
    starred = re.fullmatch(r"(?P<a>.+)\^\{(?:\*|\\star|\\ast)\}|\\hat\{(?P<b>.+)\}", name)
    base = (starred["a"] or starred["b"]) if starred else name
    return base if base in names else name


def _relations(said: Said) -> list[Formula]:
    return [x.formula for x in said.found if isinstance(x, Equation)]


def _single(said: Said) -> Term | None:
    terms = [x for m in said.found if isinstance(m, Mention) for x in m.terms]
    return terms[0] if len(terms) == 1 and len(said.found) == 1 else None
