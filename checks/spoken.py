"""Conditions in words, for reports: made last, and never read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hence.checks.conditions import Condition, Fixed, Invertible, Regular, Relation, Stated, Term, Within
from hence.checks.model import names_in
from hence.checks.normal.poly import Poly
from hence.checks.normal.show import is_ours, letters_for, show
from hence.checks.wording import author_name, worded
from hence.language.opaque import readable
from hence.language.verdicts import Proved, Unknown, Verdict

WEAKER = {">": ("!=", ">="), "<": ("!=", "<=")}


def spoken(verdict: Verdict) -> Verdict:
    """A proof with its conditions in words; opaque parts as they were written."""
    if isinstance(verdict, Unknown):
        return replace(verdict, why=readable(verdict.why))
    if not isinstance(verdict, Proved):
        return verdict
    return replace(verdict, assumptions=tuple(map(readable, in_words(verdict.needs))), remark=readable(verdict.remark))


def in_words(conditions: Iterable[Condition]) -> tuple[str, ...]:
    """Each condition once and none that another implies at sight (u != 0 beside u > 0), the shortest first."""
    said = dict.fromkeys(conditions)
    weaker = {
        words(replace(c, relation=w)) for c in said if isinstance(c, Relation) for w in WEAKER.get(c.relation, ())
    }
    return tuple(sorted(dict.fromkeys(t for t in map(words, said) if t not in weaker), key=len))


def words(condition: Condition) -> str:
    """Text such as `1 + a_{i} != 0 for every i`. Never fails."""
    match condition:
        case Relation(left, relation, right, every):
            return _relation((left, right), relation, every)
        case Within(low, term, high):
            return _relation((low, term, high), "<=", ())
        case Invertible(matrix, every):
            return f"{worded(matrix)} is invertible{_for_every(author_name(e) for e in every if e in names_in(matrix))}"
        case Fixed(term, otherwise):
            return f"{_term(term, {})} is not random{', or independent of all else' if otherwise else ''}"
        case Regular(kind, about):
            return kind.value.format(about=about)
        case Stated(text):
            return text


def _relation(terms: tuple[Term, ...], relation: str, every: tuple[str, ...]) -> str:
    """Names that no author wrote get letters; they stand for any index."""
    polys = [t for t in terms if isinstance(t, Poly)]
    letters = letters_for(polys)
    free = [n for p in polys for n in sorted(p.names) if is_ours(n) and n not in every]
    inside = frozenset().union(*(t.names if isinstance(t, Poly) else names_in(t) for t in terms))
    bound = dict.fromkeys(letters.get(n, author_name(n)) for n in (*every, *free) if n in inside)
    return f" {relation} ".join(_term(t, letters) for t in terms) + _for_every(bound)


def _for_every(names: Iterable[str]) -> str:
    listed = ", ".join(names)
    return f" for every {listed}" if listed else ""


def _term(term: Term, letters: Mapping[str, str]) -> str:
    return show(term, letters) if isinstance(term, Poly) else worded(term)
