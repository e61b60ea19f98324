r"""Extrema under conditions, in words: "the minimum of $x^2 + y^2$ subject to $x + y = 1$ is $\frac12$".

A value becomes `\min_{x, y : ...} f = v`; a place becomes its conditions and `f(a) = \min_{...} f`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hence.language.derivation import Formula, Property, Relation, Step
from hence.language.terms import Bind, Condition, SuchThat, Sym, Term, Unstated, free_names, substitute
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.prose.clauses import LIST, MARK, denied, marks_in
from hence.latex_in.prose.points import Point, point_of
from hence.latex_in.prose.said import Said, Sentence

_LOW = r"(?P<low>minim(?:um|al|i[sz]er|i[sz]ed|i[sz]es)|smallest|least)"
_HIGH = r"(?P<high>maxim(?:um|al|i[sz]er|i[sz]ed|i[sz]es)|largest|greatest)"
_EXTREME = rf"(?:{_LOW}|{_HIGH})(?:\s+(?:value|point))?"
_UNDER = (
    r"(?:(?P<firm>subject\s+to|s\.?t\.?|under\s+the\s+(?:constraints?|conditions?))|under|such\s+that|with)\s+"
    rf"(?P<where>{LIST})"
)
_IS = r"\s*,?\s+(?:is|equals|are)\s+(?:(?:given\s+by|equal\s+to|then|at|attained\s+at)\s+)*"
_AT = (
    r"(?:\s*,?\s*(?:and\s+)?(?:which\s+is\s+|is\s+)?(?:attained|reached|achieved)\s+(?:at|for|by)\s+"
    rf"(?P<place>{LIST}))?"
)
_OF = r"\s+of\s+(?:the\s+)?(?:function\s+|objective\s+|expression\s+|quantity\s+|entropy\s+)?"
_TASK = (
    r"\b(?:(?P<low>minimi[sz]e)|(?P<high>maximi[sz]e))\s+(?:the\s+(?:function|objective|quantity)\s+)?"
    rf"(?P<f>{MARK})\s*,?\s+{_UNDER}"
)
_ANSWER = (
    r"\s*\.\s*(?:(?:then|so|hence|thus|therefore)\b,?\s*)?"
    r"(?:(?:we|one|this)\s+(?:then\s+)?(?:gets?|gives?|obtains?|finds?)\s+"
    r"|(?:the\s+)?(?:solution|minimi[sz]er|maximi[sz]er|minimum|maximum|optimum|answer)\s+is\s+"
    r"(?:(?:at|attained\s+at|given\s+by)\s+)?)?"
)
_POSED = re.compile(_TASK, re.IGNORECASE)
_BEHIND = re.compile(rf"\s*(?:subject\s+to|s\.\s?t\.)\s+(?P<where>{LIST})", re.IGNORECASE)
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_EXTREME}{_OF}(?P<f>{MARK})\s*,?\s+{_UNDER}{_IS}(?P<said>{LIST}){_AT}",
        rf"\bsubject\s+to\s+(?P<where>{LIST})\s*,\s*the\s+{_EXTREME}{_OF}(?P<f>{MARK}){_IS}(?P<said>{LIST}){_AT}",
        rf"(?P<f>{MARK})\s*,?\s+{_UNDER}\s*,?\s+is\s+{_EXTREME}\s+(?:at|by|when|for)\s+(?P<said>{LIST})",
        rf"(?P<f>{MARK})\s+is\s+{_EXTREME}\s+(?:at|by|when|for)\s+(?P<said>{LIST})\s+{_UNDER}",
        rf"{_TASK}{_ANSWER}(?P<said>{LIST})",
        rf"\bsolutions?\s+(?:of|to)\s+(?:the\s+problem\s+)?(?P<f>{MARK})\s*,?\s+{_UNDER}{_IS}(?P<said>{LIST})",
    )
)
_SUPPOSED = re.compile(r"\b(?:let|suppose|assume|if|denote|define|whether|find|compute)\b", re.IGNORECASE)


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
    posed = _POSED.search(s.text) if not claims else None
    problem = _problem(s, posed) if posed is not None and not denied(s.text, posed.start()) else None
    if problem is not None:
        word = "the minimizer" if problem.head == "min" else "the maximizer"
        yield from (Property(v, word, s.span) for v in problem.variables)
    if (behind := _BEHIND.match(s.text)) is not None:  # the objective stands in the display above
        relations = [f for m in marks_in(behind["where"]) if m in s.by_mark for f in _relations(s.by_mark[m])]
        names = {name for f in relations for side in (f.lhs, f.rhs) for name in free_names(side)}
        yield from (Property(Sym(name), "the solution", s.span) for name in sorted(names))


def _claimed(s: Sentence) -> Iterator[Step]:
    for found in (match for pattern in _PATTERNS for match in pattern.finditer(s.text)):
        unique = re.search(r"\b(?:unique(?:ly)?|only)\b", s.text) is not None
        if unique or _SUPPOSED.search(s.text[: found.start()]) or denied(s.text, found.start()):
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


def _problem(s: Sentence, found: re.Match[str]) -> _Problem | None:
    said = s.by_mark.get(found["f"])
    relations = [f for m in marks_in(found["where"]) if m in s.by_mark for f in _relations(s.by_mark[m])]
    objective = _single(said) if said is not None else None
    firm = found.groupdict().get("firm") or found.group().lower().startswith("subject")
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
    restricted = frozenset[str]().union(*(free_names(x) for c in conditions for x in (c.lhs, c.rhs)))
    names = sorted(free_names(objective) & restricted)
    return _Problem(head, tuple(map(Sym, names)), objective, conditions, kinds) if head and names else None


def _claims(s: Sentence, problem: _Problem, found: re.Match[str]) -> Iterator[Step]:
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
