"""Relations in sentences: which word introduces them, for which values they hold, what is set to zero."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hence.language.derivation import Fact, Formula, Relation
from hence.language.terms import App, Num, Span, Sym, Term, free_names, num, subterms
from hence.latex_in.formula.declare import Equation, Pairs
from hence.latex_in.prose import force
from hence.latex_in.prose.clauses import LIST, MARK, denied, marks_in
from hence.latex_in.prose.hedges import Hedge
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.tables import CLAIM_CUES


@dataclass(frozen=True)
class Candidate:
    """A relation in prose with the last telling word before it: `roles` decides what it is."""

    equation: Equation
    cue: str
    chain: int = 0
    some: bool = False  # said of one value of an index: "for some k"
    limit: str = ""  # what tends, where an arrow was read as a limit
    where: tuple[Formula, ...] = ()  # the bounds right behind it: "if x > 0"
    extent: Literal["", "domain", "part", "point"] = ""  # for which of its own letters it is said: see `ranges`
    hedge: Hedge | None = None  # "We want to show that ...": never given
    upto: str = ""  # the n of "for i = 1, ..., n" behind it
    shown: bool = False  # to be shown, and not only wished for

    @property
    def claims(self) -> bool:
        """Whether no word gives it."""
        return self.cue not in force.GIVING | SPECIAL

    @property
    def concluded(self) -> bool:
        """Whether a word claims it: "hence", "note that", "since"."""
        return self.cue in CLAIM_CUES or self.cue in force.REASONS or self.cue == "that"


@dataclass(frozen=True)
class Zero:
    """ "Setting the derivative to zero": of which function, by which variable, where the words say so."""

    of: str
    by: str
    span: Span
    several: bool = False  # "the derivatives"


_FOR = re.compile(
    r"^[\s,(]*(?:(?:which|this|that)\s+)?(?:holds?\s+)?(?P<word>for|if|when|whenever|provided(?:\s+that)?|unless"
    r"|except(?:\s+(?:for|if|when|at|where))?)\s+"
    rf"(?:(?P<how>every|all|each|any|some)\s+(?:[a-z]+\s+){{0,2}})?(?P<list>{LIST})"
)
_FOR_FRONT = re.compile(
    rf"^\s*(?:\w+,?\s+)?(?:for|if|when|whenever)\s+(?:(?P<how>every|all|each|any)\s+(?:[a-z]+\s+){{0,2}})?"
    rf"(?P<list>{LIST})",
    re.IGNORECASE,
)
_RESTRICTED = re.compile(
    r"\s*(?:for|on|in)\s+(?:the\s+|all\s+|those\s+)?(?:positive|negative|correct|incorrect|true|wrong|other|remaining)\s+"
    r"(?:class|label|example|sample|case|token|entr|coordinate|one)"
)
_ORDER = frozenset(("<", "<=", ">", ">="))
SPECIAL = frozenset(("over", "for", "when", "some"))  # words of our own for where something holds
OPPOSITE: dict[Relation, Relation] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_GENERIC = frozenset("ij")  # "assume that |x_i| = 1" speaks of every i
_LOCAL = frozenset(("if", "when", "whenever", "at", "case", "for", "over", "setting", "some"))


def candidate(s: Sentence, position: int, equation: Equation) -> Candidate:
    """A relation of a sentence with its cue and the values for which it holds."""
    cue = cue_of(s, position, equation.formula)
    over, unless = _quantified(s, position, equation, declared=cue == "let", restricts=cue == "with")
    some = _is_some(s, equation.formula) or _RESTRICTED.match(s.text[position + 1 :]) is not None
    if _holds_in_part(s, position, equation.formula):
        over, some = (), True
    if equation.formula.relation in _ORDER and cue not in _LOCAL and not some and not over:
        over = (*over, *indices(equation.formula))
    if equation.formula.relation == "=" and cue not in _LOCAL and not some:
        over = (*over, *sorted(index_letters(equation.formula.lhs, equation.formula.rhs) & _GENERIC))
    inside = free_names(equation.formula.lhs) | free_names(equation.formula.rhs)
    inside -= s.some | _bounded(equation.formula)
    names = tuple(dict.fromkeys(x for x in (*equation.over, *over) if x in inside))
    pairs = tuple(dict.fromkeys((*equation.unless, *unless)))
    made = Candidate(replace(equation, over=names, unless=pairs), cue, some=some, where=_bounds_behind(s, position))
    before, after = s.text[:position], s.text[position + 1 :]
    hearsay = force.is_quoted(before) or (made.claims and force.is_hearsay(before, after))
    made = replace(made, shown=_TO_SHOW.search(s.text[:position]) is not None)
    return replace(made, cue=force.MENTION) if hearsay else made


_TO_SHOW = re.compile(r"\b(?:show|prove|verify|establish|demonstrate|check)\b", re.IGNORECASE)


_PART = re.compile(
    r"\b(?:even|odd|large|small|sufficiently|feasible|admissible|non-?zero|prime|other|remaining|earlier|later|smaller"
    r"|larger|sparse|bounded|certain|many|most|almost|unit\s+vectors?)\b"
)
_PLACE_BEHIND = re.compile(
    r"\s*(?:(?:in|inside|outside|near|within|on)\s+(?:the|an?|some|its|this)\b"
    r"|(?:large|small|close|sufficiently|such|satisfying|between|far|away)\b|with\s+[a-z])"
)


def _holds_in_part(s: Sentence, position: int, formula: Formula) -> bool:
    """Whether words restrict "for all x": for all even t, for all x in the unit ball. It holds at that x at most."""
    rest = s.text[position + 1 :]
    found = _FOR.match(rest) or _FOR_FRONT.match(s.text[:position])
    if found is None or found["how"] is None:
        return False
    if _PART.search(found.group()) is not None:
        return True
    letters = {
        x.name for m in marks_in(found["list"]) if m in s.by_mark for x in s.by_mark[m].terms() if isinstance(x, Sym)
    }
    points = letters - index_letters(formula.lhs, formula.rhs)
    return bool(points) and _PLACE_BEHIND.match(found.string[found.end() :]) is not None


def _bounded(formula: Formula) -> set[str]:
    """The letters that an inequality bounds: "for all x with x > 0" does not say that all x are positive."""
    sides = (formula.lhs, formula.rhs) if formula.relation in _ORDER else ()
    return {side.name for side in sides if isinstance(side, Sym)}


def _bounds_behind(s: Sentence, position: int) -> tuple[Formula, ...]:
    """The inequalities of "for x > 0", "if a < 1" right behind a formula."""
    behind = _FOR.match(s.text[position + 1 :])
    if behind is None or behind["how"] == "some":
        return ()
    said = [s.by_mark[mark] for mark in marks_in(behind["list"]) if mark in s.by_mark]
    found = [x.formula for one in said for x in one.found if isinstance(x, Equation)]
    if not behind["word"].startswith(("unless", "except")):
        return tuple(f for f in found if f.relation in _ORDER)
    s.used.update(map(id, said))
    return tuple(replace(f, relation=OPPOSITE[f.relation]) for f in found if f.relation in OPPOSITE)


def _quantified(
    s: Sentence, position: int, equation: Equation, declared: bool = False, restricts: bool = False
) -> tuple[tuple[str, ...], Pairs]:
    """The variables of "for every i", "for t >= 1" behind a formula or in front; pairs of "for i != j".

    "Let $a + b = 1$ for $a, b \\ge 0$" declares a and b; only members and arguments range there.
    """
    sides = equation.formula.lhs, equation.formula.rhs
    inside = free_names(equation.formula.lhs) | free_names(equation.formula.rhs)
    letters = index_letters(equation.formula.lhs, equation.formula.rhs)
    names: list[str] = []
    pairs: list[tuple[str, str]] = []
    behind = _FOR.match(s.text[position + 1 :])
    front = _FOR_FRONT.match(s.text[:position]) if not restricts else None  # "for all a, b with ab = 0"
    for found in filter(None, (behind, front)):
        for mark in marks_in(found["list"]):
            said = s.by_mark.get(mark)
            pair = _differ(said, letters) if said is not None else None
            if said is not None and pair is not None:
                s.used.add(id(said))
                pairs.append(pair)
                names += pair
            elif said is not None and _ranges(found, front, said):
                found_here = [x.name for x in said.terms() if isinstance(x, Sym) and x.name in inside]
                only_said = declared and found["how"] is None
                names += [x for x in found_here if not only_said or x in _places(*sides)]
    return tuple(names), tuple(pairs)


def _places(*terms: Term) -> set[str]:
    """The names inside of indices and of arguments of functions."""
    held = (x for term in terms for x in subterms(term) if isinstance(x, App) and x.head in ("index", "apply"))
    return {name for x in held for place in x.args[1:] for name in free_names(place)}


def _ranges(found: re.Match[str], front: re.Match[str] | None, said: Said) -> bool:
    """Whether a formula behind "for" names the values for which something holds in general."""
    if found is front:
        return found["how"] is not None and not said.equates()
    return found["word"] == "for" and found["how"] != "some" and not said.equates()


def _differ(said: Said, inside: frozenset[str] | None) -> tuple[str, str] | None:
    """The letters of `i \\ne j`, where one of them is inside; of any for None."""
    match [x.formula for x in said.found if isinstance(x, Equation)]:
        case [Formula(Sym(a), "!=", Sym(b))] if inside is None or {a, b} & inside:
            return a, b
        case [Formula(Sym(a), "!=", Num(value))] if value.denominator == 1 and value >= 0:
            return (a, str(value)) if inside is None or a in inside else None
    return None


def indices(formula: Formula) -> list[str]:
    """The letters that index a side of an inequality: it holds for all of them."""
    sides = [x for x in (formula.lhs, formula.rhs) if isinstance(x, App) and x.head == "index"]
    return [i.name for side in sides for i in side.args[1:] if isinstance(i, Sym)]


def index_letters(*terms: Term) -> frozenset[str]:
    """The letters that stand alone as an index somewhere in terms."""
    indexed = (x for term in terms for x in subterms(term) if isinstance(x, App) and x.head == "index")
    return frozenset(i.name for x in indexed for i in x.args[1:] if isinstance(i, Sym))


def _is_some(s: Sentence, formula: Formula) -> bool:
    """Whether a relation is said of one value of an index: "for some k", "fix j". `m = x_k` defines m all the same."""
    defines = formula.relation == "=" and isinstance(formula.lhs, Sym)
    return bool(index_letters(formula.lhs, *(() if defines else (formula.rhs,))) & s.some)


_RANGE = re.compile(rf"\b(?:for|if|when|whenever)\s+(?:(?:every|all|each|any)\s+)?(?:[a-z]+\s+)?(?P<list>{LIST})")
_JUST_FOR = re.compile(
    rf"\bfor\s+(?:(?:every|all|each|any)\s+(?:[a-z]+\s+){{0,2}})?(?:{MARK}\s*(?:,|and)\s*)?$", re.IGNORECASE
)


_CONCLUDED = re.compile(
    r"\b(?:since|because|as)\s+[^.;:]*[\w" + MARK[1:-1] + r"]\s*,\s*(?:then|so|thus|hence|also)?\s*$", re.IGNORECASE
)
_SENTENCE_END = re.compile(rf"\s*(?:for\s+(?:all|every|any|each)\s+{MARK}\s*)?[.;]")
_CLAUSE_END = re.compile(r"\s*(?:(?:for|by|and|as|because|which|so)\b.*)?[.;:]?\s*$", re.DOTALL)


def _is_consequent(s: Sentence, position: int) -> bool:
    """ "When $x > 0$, P.", "In the second case, P.": what stands behind the comma, at the end, is what follows."""
    before = s.text[:position].rstrip()
    if not before.endswith(",") or not _SENTENCE_END.match(s.text[position + 1 :]):
        return False
    word = force.governor(before)
    return word in force.CONDITIONAL | force.REASONS | frozenset(
        ("for", "at", "case", "assuming", "supposing", "given")
    )


_BY_ASSUMPTION = re.compile(r"\s*by\s+(?:assumption|hypothesis|construction)\b", re.IGNORECASE)


def cue_of(s: Sentence, position: int, formula: Formula) -> str:
    """The word that introduces a relation; `over` where it is the range of a formula before it."""
    before = s.text[:position]
    just = _JUST_FOR.search(before)
    if just is not None and formula.relation != "=":
        if marks_in(before[: just.start()]):
            return "over"
        return "when" if formula.relation == "!=" else "for"
    if just is not None and not marks_in(just.group()):
        return "when"
    if _CONCLUDED.search(before) and _CLAUSE_END.match(s.text[position + 1 :]):
        return "then"
    if _is_consequent(s, position):
        return "then"
    if _BY_ASSUMPTION.match(s.text[position + 1 :]):
        return "assume"
    return force.governor(_RANGE.sub(lambda found: " " if _only_ranges(s, found, formula) else found.group(), before))


def _only_ranges(s: Sentence, found: re.Match[str], formula: Formula) -> bool:
    """Whether "for M" behind a formula only says where that holds, so that it does not introduce what follows."""
    behind = bool(marks_in(s.text[: found.start()]))
    differ = any(x in s.by_mark and _differ(s.by_mark[x], None) for x in marks_in(found["list"]))
    return differ or (behind and found.group().startswith("for") and formula.relation == "=")


# Setting to zero ---------------------------------------------------------------------------------

_TO_ZERO = re.compile(
    r"\b(?:setting|set|equating|equate|putting)\s+(?P<what>[^.;]{1,120}?)\s+(?:equal\s+)?(?:to|with)\s+(?:be\s+)?(?:zero|0)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?:(?:the|this|its|all)\s+)*(?:(?:partial\s+)?(?:gradients?|derivatives?)\s+)?(?P<mark>{MARK})")
_OF = re.compile(rf"\bof\s+(?:\w+\s+){{0,3}}(?P<of>{MARK})")
_BY = re.compile(rf"\b(?:with\s+respect\s+to|w\.?r\.?t\.?|by|in)\s+(?:\w+\s+){{0,2}}(?P<by>{MARK})")


def set_to_zero(s: Sentence) -> Iterator[Fact | Zero]:
    """ "Setting $\\nabla_w L$ to zero", "setting the derivative with respect to $w$ to zero"."""
    text = re.sub(MARK, lambda m: "0" if s.terms(m.group()) == [num(0)] else m.group(), s.text)
    found = _TO_ZERO.search(text)
    if found is None or denied(text, found.start()):
        return
    named = _NAMED.fullmatch(found["what"].strip())
    terms = s.by_mark[named["mark"]].terms() if named is not None and named["mark"] in s.by_mark else ()
    for term in terms:
        yield Fact(Formula(term, "=", num(0), term.span), False, (), term.span, imposed="here")
    if named is None and re.search(r"\b(?:gradient|derivative|it|this|these|them)", found["what"]):
        of, by = (_only(pattern.search(found["what"]), s) for pattern in (_OF, _BY))
        several = re.search(r"\b(?:derivatives|gradients?|these|them|all)\b", found["what"]) is not None
        yield Zero(of, by, s.span, several)


def _only(found: re.Match[str] | None, s: Sentence) -> str:
    terms = s.terms(found.group()) if found is not None else []
    name = terms[-1] if terms else None
    while isinstance(name, App) and name.args:
        name = name.args[0]
    return name.name if isinstance(name, Sym) else ""
