"""How far a supposition reaches: "If x > 0, then ..." is meant for its sentence and what visibly goes on from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from language.derivation import Boundary, Fact, Independent, Property
from language.terms import Sym
from latex_in.clauses import LIST
from latex_in.relations import Candidate
from latex_in.said import Said, Sentence
from latex_in.tables import SUPPOSING_WORDS

T = TypeVar("T")


@dataclass
class Memory:
    """What earlier sentences leave behind for later ones."""

    some: set[str] = field(default_factory=set)  # letters that stand for one value: "fix j"
    supposing: bool = False  # a supposition by "if" is in force
    case: bool = False  # the sentence before only said "Case 1."


_GOES_ON = re.compile(
    r"\s*(?:[a-z]|(?:Then|So|Hence|Thus|Therefore|Consequently|Accordingly|In\s+(?:this|that|which|particular|such|addition)"
    r"|It\s+follows|This|That|These|Which|And|Also|Moreover|Furthermore|Further|Additionally|Similarly|Likewise"
    r"|Equivalently|Namely|Here|Indeed|By|Since|Because|As|With|From|Under|Again|If\s+(?:also|moreover|in\s+addition)"
    r"|[A-Z][a-z]+ing)\b)"
)
_IF = re.compile(r"\bif\b(?P<clause>[^.;:]*?)(?=,|\bthen\b|\bwe\b|[.;:]|$)", re.IGNORECASE)
_CASE = re.compile(r"\s*(?:in\s+|sub-?)?case\b(?!\s+(?:is|of|where|that)\b)", re.IGNORECASE)


_ANY = re.compile(
    rf"\s*(?:\w+,?\s+)?for\s+(?:any|every|each|all|arbitrary|an?\s+arbitrary|general|a\s+general)\s+(?!such\b)"
    rf"(?:\w+\s+){{0,2}}(?P<list>{LIST})",
    re.IGNORECASE,
)
_ARBITRARY = re.compile(
    rf"(?P<list>{LIST})\s+(?:is|are|be|being)\s+(?:now\s+|again\s+|two\s+|an?\s+)?(?:arbitrary|any)\b"
)


def edge(s: Sentence, memory: Memory) -> Iterator[Boundary]:
    """Where a sentence begins that does not go on from the supposition before it; and where a new case begins.

    Also where it says that symbols are arbitrary.
    """
    for word, found in [("any", _ANY.match(s.text)), *(("arbitrary", x) for x in _ARBITRARY.finditer(s.text))]:
        terms = s.terms(found["list"]) if found is not None else []
        if anew := frozenset(x.name for x in terms if isinstance(x, Sym)):
            yield Boundary(s.span, word, anew)
    if _CASE.match(s.text):
        yield Boundary(s.span, "case")
        memory.supposing, memory.case = False, True
    elif memory.supposing and not _GOES_ON.match(s.text):
        yield Boundary(s.span, "")
        memory.supposing = False


def note(items: Iterable[object], memory: Memory) -> None:
    """Remember that something is supposed from here on."""
    cues = (x.cue for x in items if isinstance(x, Candidate | Fact | Property | Independent))
    memory.supposing = memory.supposing or any(cue in SUPPOSING_WORDS for cue in cues)


def with_cues(s: Sentence, items: Iterable[T], memory: Memory) -> Iterator[T]:
    """The items of a sentence; words about symbols in an if-clause are supposed: "If $A$ is symmetric, ...".

    So is what "Case 1. Let $x > 0$." says.
    """
    clauses = [(found.start("clause"), found.end("clause")) for found in _IF.finditer(s.text)]
    inside = [said for place, said in s.placed() for a, b in clauses if a <= place < b]
    for item in items:
        if isinstance(item, Property | Independent) and any(_covers(said, item, s) for said in inside):
            yield replace(item, cue="if")
        elif isinstance(item, Candidate) and memory.case and _opens_case(item):
            yield replace(item, cue="case")
        else:
            yield item


def _opens_case(candidate: Candidate) -> bool:
    return candidate.cue in ("let", "suppose", "assume", "") and candidate.equation.formula.relation != "="


def _covers(said: Said, item: Property | Independent, s: Sentence) -> bool:
    """Whether an item speaks of symbols of a formula."""
    subjects = item.subjects if isinstance(item, Independent) else (item.subject,)
    whole = s.context.span(said.tokens) if said.tokens else None
    return whole is not None and any(
        (whole.line, whole.column) <= (x.span.line, x.span.column) < (whole.end_line, whole.end_column)
        for x in subjects
    )
