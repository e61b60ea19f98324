"""How each sentence of a page was understood, for people: its clauses, and the words that were not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hence.language.derivation import (
    Convention,
    Distributed,
    Fact,
    Given,
    Independent,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
    Step,
)
from hence.language.records import dataclass
from hence.language.terms import Num, Span, Term, free_names
from hence.latex_in.prose.clause import Clause, Force
from hence.latex_in.prose.curved import Curved
from hence.latex_in.prose.nouns import denied_properties
from hence.latex_in.prose.paragraph import ProseItem, read_sentence
from hence.latex_in.prose.relations import Candidate, Zero
from hence.latex_in.prose.said import Sentence
from hence.latex_in.prose.suppositions import GIVENS, force_on, is_asked
from hence.latex_in.prose.tendencies import Tendency
from hence.latex_in.prose.unheard import UNHEARD
from hence.latex_in.prose.vocabulary import UNKNOWN
from hence.latex_in.reader import sentences_of


@dataclass(frozen=True)
class Understood:
    """A sentence, what it was taken to say, and its words that the lexicon does not have."""

    span: Span
    clauses: tuple[Clause, ...]
    unknown: tuple[str, ...]


def understood(text: str, source: str = "<text>", markdown: bool = False) -> list[Understood]:
    """The sentences of a text, in order. Never fails on text that can be read."""
    return [_of_sentence(s) for s in sentences_of(text, source, markdown)]


def shown(clause: Clause) -> str:
    """A clause in one line: what the words do, what is said, of what."""
    force = clause.force.name.lower() if clause.force is not Force.NONE else "says"
    said = f"{force} {'not ' if clause.denied else ''}{clause.predicate}: {', '.join(clause.subject)}"
    said += f" ({clause.hedge.value})" if clause.hedge else ""
    said += " for " + ", ".join(clause.quantifiers) if clause.quantifiers else ""
    said += " where " + ", ".join(clause.conditions) if clause.conditions else ""
    return said + (" unknown " + ", ".join(clause.unknown) if clause.unknown else "")


def _of_sentence(s: Sentence) -> Understood:
    unknown = tuple(t.text for t in s.spoken.tokens if t.sign == UNKNOWN)  # type: ignore[union-attr]
    return Understood(s.span, tuple(dict.fromkeys(clauses(s))), unknown)


def clauses(s: Sentence) -> Iterator[Clause]:
    """What a sentence says, one thing at a time."""
    fresh = replace(s, used=set())
    for item in read_sentence(fresh):
        yield from _clause(fresh, item)
    for called in denied_properties(s.signs):
        names = tuple(name for m in called.marks for name in _names(*s.terms(m)))
        yield Clause(Force.MENTION, called.word, names, denied=True)


def _clause(s: Sentence, item: ProseItem) -> Iterator[Clause]:
    match item:
        case Candidate(equation, force, hedge=hedge):
            written = f"{s.context.latex(equation.left)} {equation.formula.relation} {s.context.latex(equation.right)}"
            where = tuple(f"{_shown(f.lhs)} {f.relation} {_shown(f.rhs)}" for f in item.where)
            asked = is_asked(s, force)
            own = Force.MENTION if asked else force
            yield Clause(own, "relates", (written,), hedge, quantifiers=equation.over, conditions=where)
        case Curved(function, word, denied=no):
            yield Clause(force_on(s, item.given) if item.given else Force.NONE, word, (function,), denied=no)
        case Step():
            yield Clause(Force.CLAIM, "relates", (f"{item.lhs_text} {item.formula.relation} {item.rhs_text}",))
        case Zero(of, by):
            yield Clause(Force.IMPOSE, "vanishes", tuple(x for x in (of, by) if x))
        case Tendency(variable):
            yield Clause(Force.WHEN, "tends", (variable.name,))
        case _ if isinstance(item, GIVENS):
            yield from _of_given(s, item)
        case _:
            return


def _of_given(s: Sentence, given: Given) -> Iterator[Clause]:
    force = force_on(s, given)
    match given:
        case Property(subject, word) if word.startswith(UNHEARD):
            unknown = word.removeprefix(UNHEARD).strip(' "')
            yield Clause(force, "unknown", _names(subject), unknown=(unknown,))
        case Property(subject, word):
            yield Clause(force, word, _names(subject))
        case Membership(subject):
            yield Clause(force, "member", _names(subject))
        case Distributed(subject):
            yield Clause(force, "drawn", _names(subject))
        case Independent(subjects, denied=no):
            yield Clause(force, "independent", _names(*subjects), denied=no)
        case Lines(matrix, _, vector, which):
            yield Clause(force, which, (*_names(vector), *_names(matrix)))
        case OfFunction(function, word):
            yield Clause(force, word, _names(function))
        case Convention(text):
            yield Clause(force, "convention", (), unknown=(text,))
        case Mapping(function):
            yield Clause(force, "maps", _names(function))
        case Fact(formula):
            names = _names(formula.lhs, formula.rhs)
            yield Clause(force, "relates", (" ".join(names),))


def _names(*terms: Term) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for term in terms for name in sorted(free_names(term))))


def _shown(term: Term) -> str:
    return str(term.value) if isinstance(term, Num) else " ".join(_names(term))
