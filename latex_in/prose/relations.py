"""Relations in sentences: which word introduces them, for which values they hold, what is set to zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from hence.language.derivation import Fact, Formula, Relation
from hence.language.records import dataclass
from hence.language.terms import App, Num, Span, Sym, Term, free_names, is_value, num, subterms
from hence.latex_in.formula.declare import Equation, Pairs
from hence.latex_in.prose.clause import CONDITIONAL, GIVING, SUPPOSING, Force, Hedge
from hence.latex_in.prose.described import Description, description
from hence.latex_in.prose.force import governor, imagines, is_hearsay, is_quoted, not_heard, posed, spoken_of
from hence.latex_in.prose.grammar import Match, is_formula, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Said, Sentence


@dataclass(frozen=True)
class Candidate:
    """A relation in prose with the force of the words before it: `standing` decides what it is."""

    equation: Equation
    force: Force
    chain: int = 0
    some: bool = False  # said of one value of an index: "for some k"
    limit: str = ""  # what tends, where an arrow was read as a limit
    where: tuple[Formula, ...] = ()  # the bounds right behind it: "if x > 0"
    extent: Literal["", "domain", "part", "point"] = ""  # for which of its own letters it is said: see `ranges`
    hedge: Hedge | None = None  # "We want to show that ...": never given
    upto: str = ""  # the n of "for i = 1, ..., n" behind it
    shown: bool = False  # to be shown, and not only wished for
    unheard: str = ""  # words of its sentence that nobody here knows
    at_times: bool = False  # words behind it say when: "whenever $i$ is odd", "unless the epoch is late"
    described: Description | None = None  # what the words before it say that its left side is
    named: bool = True  # whether its sentence may name something by it, though no word says so: see `_names`
    listed: bool = False  # in a list of formulas that no verb says: "Recurrence $v_t = b v_{t-1}$, $b < 1$"

    opening: bool = False  # with nothing but its like before it in its sentence: "With $a = 1$ and $b = 2$ we get"
    label: str = ""  # what it is headed by: "Tanh: $f(x) = \\tanh x$"
    posed: Force = Force.NONE  # what a heading of its sentence does with it, if it is about something that is left open

    @property
    def claims(self) -> bool:
        """Whether no word gives it."""
        return self.force not in GIVING

    @property
    def concluded(self) -> bool:
        """Whether a word claims it: "hence", "note that", "since"."""
        return self.force.claims or self.force in (Force.REASON, Force.THAT)


@dataclass(frozen=True)
class Zero:
    """ "Setting the derivative to zero": of which function, by which variable, where the words say so."""

    of: str
    by: str
    span: Span
    several: bool = False  # "the derivatives"


_HOW = "(how:[every all any some] w{0,2})?"
_FOR = rule(
    "^ [comma open]? [which this that]? hold? word:(for | if | when | whenever | provided that? | unless |"
    " except [for if when at where]?)"
    " HOW list:L",
    HOW=_HOW,
)
_FOR_FRONT = rule("^ (w comma?)? [for if when whenever] HOW list:L", HOW="(how:[every all any] w{0,2})?")
_RESTRICTED = rule("^ [for on in] [the all those]? [positive negative right wrong other remaining] sample")
_ORDER = frozenset(("<", "<=", ">", ">="))
OPPOSITE: dict[Relation, Relation] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_GENERIC = frozenset("ij")  # "assume that |x_i| = 1" speaks of every i
_LOCAL = CONDITIONAL | {Force.AT, Force.CASE, Force.FOR, Force.OVER, Force.IMPOSE}


def candidate(s: Sentence, position: int, equation: Equation) -> Candidate:
    """A relation of a sentence with its cue and the values for which it holds."""
    force = _force_in(s, position, equation.formula)
    over, unless = _quantified(s, position, equation, declared=force is Force.LET, restricts=force is Force.WITH)
    some = _is_some(s, equation.formula) or _RESTRICTED.match(s.signs[position + 1 :]) is not None
    some = some or (equation.listed and not equation.over)
    if _holds_in_part(s, position, equation.formula):
        over, some = (), True
    if equation.formula.relation in _ORDER and force not in _LOCAL and not some and not over:
        over = (*over, *indices(equation.formula))
    if equation.formula.relation == "=" and force not in _LOCAL and not some:
        over = (*over, *sorted(index_letters(equation.formula.lhs, equation.formula.rhs) & _GENERIC))
    inside = free_names(equation.formula.lhs) | free_names(equation.formula.rhs)
    inside -= s.some | _bounded(equation.formula)
    names = tuple(dict.fromkeys(x for x in (*equation.over, *over) if x in inside))
    pairs = tuple(dict.fromkeys((*equation.unless, *unless)))
    made = Candidate(replace(equation, over=names, unless=pairs), force, some=some, where=_bounds_behind(s, position))
    before, after = s.signs[:position], s.signs[position + 1 :]
    indexed = index_letters(equation.formula.lhs, equation.formula.rhs)
    named = (_speaks_of(s, f["list"], equation.formula) for f in _FOR_SOME.finditer(s.signs))
    exists = made.claims and any(names - indexed for names in named)
    hearsay = exists or is_quoted(before) or (made.claims and is_hearsay(before, after))
    told = description(
        replace(s.spoken, tokens=s.spoken.tokens[:position]), lambda sign: next(iter(s.terms(sign)), None)
    )
    made = replace(made, at_times=_AT_TIMES.match(after) is not None, described=told)
    made = replace(
        made,
        shown=_TO_SHOW.search(s.signs[:position]) is not None,
        unheard=not_heard(s.spoken) or spoken_of(s.spoken, position, force),
    )
    made = replace(made, posed=posed(before, after) if force in (Force.NONE, Force.CLAIM) else Force.NONE)
    made = replace(made, named=_names(made, before, after), listed=_AMONG_FORMULAS.match(before) is not None)
    labelled = _LABEL.match(before)
    made = replace(made, label=s.spoken.text(0, position) if labelled else "", opening=_FIRST.match(before) is not None)
    return replace(made, force=Force.MENTION) if hearsay else made


def _force_in(s: Sentence, position: int, formula: Formula) -> Force:
    """What its sentence does with a relation, where the words in front of it do not tell all."""
    before, after = s.signs[:position], s.signs[position + 1 :]
    force = _force_by_form(s, before, formula, force_at(s, position, formula))
    if formula.relation in _ORDER and _is_bracketed(s.signs, position):
        which = _FOR_WHICH.search(before) is not None  # "hence for an active unit ($z > 0$)"
        force = Force.WHEN if force is Force.NONE or which else force  # "through several steps ($t < T$)"
    if _is_passing(force, formula, before, after) or (force is Force.NONE and imagines(before)):
        force = Force.MENTION
    if force in (Force.NONE, Force.THAT, Force.CLAIM) and _is_object(formula, before):
        force = Force.MENTION
    if _is_instead(s.signs, position, force):
        force = Force.LET
    if force is Force.NONE and formula.relation == "!=" and _AHEAD.match(after):
        force = Force.IF  # "Off the diagonal, $i \\ne j$, we have"
    return force


def _force_by_form(s: Sentence, before: str, formula: Formula, force: Force) -> Force:
    """A force that the formula decides as well: what is set to zero, what is chosen, what follows at a point."""
    if force is Force.REASON and _sets_to_zero(before, formula):
        return Force.IMPOSE
    if (point := _STATIONARY.search(before)) is not None and point.end() == len(before):
        return Force.CLAIM  # what holds there follows from the zero of the derivative
    if force is Force.FOR and formula.relation == "=" and _FOR_A_THING.search(before):
        return Force.NONE if _is_derived(formula.lhs) else Force.SUPPOSE
    if force is Force.DESCRIBE and (let := _LET_BE.match(s.signs)) and _speaks_of(s, let["list"], formula):
        return Force.WITH
    return force


_FOR_WHICH = rule("for [a the every each any all] [w F]{1,4} open $")
_OPENED, _CLOSED = rule("open $"), rule("^ [close comma semicolon]")


def _is_bracketed(signs: str, position: int) -> bool:
    """Whether a formula begins a remark in brackets, where no word says what it is for."""
    return _OPENED.search(signs[:position]) is not None and _CLOSED.match(signs[position + 1 :]) is not None


_IN_A_CASE = rule(  # said of some cases, or doubted
    "^ [in for] the? w{0,2}? case | ^ ((?! [and F]) w){0,5}? only | ^ be ((?! [and F]) w){0,4}? doubt"
)
_FOR_INSTANCE = rule("F [^stop semicolon F]* comma for-example $")  # "an even number $a$, for instance $a = 4$"
_OF_INSTANCE = rule("F [^stop semicolon F]* comma for-example F [with where] $")  # "... with $\\det A = 3$"
_ELSEWHERE = rule("^ (w comma?)? (at-other-times | in article? unknown)")
_AT_FIRST = rule("initialised with $")  # a state that may change, if no index tells when


def _is_passing(force: Force, formula: Formula, before: str, after: str) -> bool:
    """Whether an equation is said of an example, of a moment or of some cases, and not of what follows."""
    if force in (Force.WHERE, Force.WITH) and (_IN_A_CASE.match(after) or _OF_INSTANCE.search(before)):
        return True
    if not isinstance(formula.lhs, Sym):
        return False
    if _ELSEWHERE.match(before) and formula.relation == "=" and (isinstance(formula.rhs, Sym) or is_value(formula.rhs)):
        return True
    return _FOR_INSTANCE.search(before) is not None or (force is Force.WITH and _AT_FIRST.search(before) is not None)


_LABEL = rule("^ ((?! verb-copula) w){1,4} [colon dash]+ $")
_OF_IT = rule("of $")


def _is_object(formula: Formula, before: str) -> bool:
    """ "The solutions of $x^2 = 2x$": a relation that a noun has; "a rate of $a = 1$" is a value."""
    value = isinstance(formula.lhs, Sym) and is_value(formula.rhs)
    return _OF_IT.search(before) is not None and not value


_FIRST = rule("^ [^F]* (F [comma and]+)* $")
_AMONG_FORMULAS = rule("^ [free plain]{0,2} F comma (F comma)* $")
_IS_SAID = rule("[verb-copula said-to-be] [exactly simply just then]? $")
_OF_RELATION = rule("[condition-noun case assumption] $")
_SUBJECT = rule("^ (unknown | verb | plural-like | auxiliary)")


def _names(made: Candidate, before: str, after: str) -> bool:
    """Whether a relation that no word gives may still say what its left side is.

    An equation between a letter and a number or another letter, of which a verb says something, is only spoken of:
    "$x = 1$ describes a line". Among words that nobody here knows it names something behind a copula only.
    """
    formula = made.equation.formula
    if not (isinstance(formula.lhs, Sym) and isinstance(formula.rhs, Sym | Num)):
        return True
    if made.unheard and _IS_SAID.search(before) is None:
        return False
    return _OF_RELATION.search(before) is None and _SUBJECT.match(after) is None


def _is_derived(term: Term) -> bool:
    """A derivative, which nobody can choose."""
    return isinstance(term, App) and (term.head == "deriv" or (term.head == "apply" and is_primed(term)))


_LET_BE = rule("^ (w comma?)? let list:L be")
_AHEAD = rule("^ [comma colon] (?! [and or]) | $")  # of what the sentence says, or of a display


def _speaks_of(s: Sentence, listed: str, formula: Formula) -> set[str]:
    """The letters of a list that a formula is about: "let $w$ be the point where $f'(w) = 0$"."""
    names = {n for term in s.terms(listed) for n in free_names(term)}
    return names & (free_names(formula.lhs) | free_names(formula.rhs))


_FOR_A_THING = rule("for [a the] w{1,3} comma? $")  # "for a fair coin $p = 1/2$"
_FOR_SOME = rule("for some (w{0,2} number-noun)? real? list:L (?! comma? conclusion)")
_AT_TIMES = rule("^ comma? [if when whenever provided unless] (F be not? w | [the a w] [^comma stop semicolon]*)")
_INSTEAD, _INSTEAD_OF_ALL = rule("instead [comma stop semicolon]"), rule("instead comma $")


def _is_instead(signs: str, position: int, force: Force) -> bool:
    """ "In this part $f(x) = x^2$ instead,", "With the mean instead, $f(x) = x^2$": in place of what was before."""
    if force in (Force.NONE, Force.SUPPOSE):
        return _INSTEAD.search(signs) is not None
    return force is Force.CLAIM and _INSTEAD_OF_ALL.search(signs[:position]) is not None


_TO_SHOW = rule("to-prove")
_FROM = rule("from w{0,3} $")


def _sets_to_zero(before: str, formula: Formula) -> bool:
    """ "From $\\partial L / \\partial w = 0$ it follows that": a derivative that is zero where we look."""
    zero = formula.relation == "=" and formula.rhs == num(0)
    return zero and _is_derived(formula.lhs) and _FROM.search(before) is not None


def is_primed(term: App) -> bool:
    """f'(x), at a variable."""
    function, *places = term.args
    return isinstance(function, Sym) and function.name.endswith("'") and all(isinstance(x, Sym) for x in places)


_PART = rule("partial | unit vector")
_PLACE_BEHIND = rule("^ ([in near] [the a some its this] | [near partial such satisfies] | with w)")


def _holds_in_part(s: Sentence, position: int, formula: Formula) -> bool:
    """Whether words restrict "for all x": for all even t, for all x in the unit ball. It holds at that x at most."""
    rest = s.signs[position + 1 :]
    found = _FOR.match(rest) or _FOR_FRONT.match(s.signs[:position])
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


_EXCEPTS, _JUST, _SOME = rule("^ [unless except]"), rule("^ for"), rule("^ some")


def _is_some_of(found: Match) -> bool:
    return found["how"] is not None and _SOME.match(found["how"]) is not None


_APPOSED = rule("^ comma mark:F (?= [stop semicolon] | $)")


def _is_apposed(s: Sentence, position: int, formula: Formula) -> bool:
    """ "$\\sqrt{a^2} = a$, $a > 0$.": a bound at the end of a sentence says where the equation in front of it holds."""
    if position < 2 or not is_bound(formula) or not _APPOSED.match(s.signs[position - 1 :]):
        return False
    said = s.by_mark.get(s.signs[position - 2])
    equations = [x.formula for x in said.found if isinstance(x, Equation)] if said is not None else []
    return len(equations) == 1 and _bounds_letter_of(formula, equations[0])


def is_bound(formula: Formula) -> bool:
    """a > 0, n != 1."""
    return formula.relation in _ORDER | {"!="} and isinstance(formula.lhs, Sym) and isinstance(formula.rhs, Num)


def _bounds_letter_of(bound: Formula, equation: Formula) -> bool:
    """Whether an equation in a letter is what a bound on it may restrict: it does not determine the letter itself."""
    names = free_names(equation.lhs) | free_names(equation.rhs)
    return equation.relation == "=" and free_names(bound.lhs) <= names and bound.lhs != equation.lhs


def _bounds_behind(s: Sentence, position: int) -> tuple[Formula, ...]:
    """The inequalities of "for x > 0", "if a < 1" right behind a formula."""
    apposed = _APPOSED.match(s.signs[position + 1 :])
    if apposed is not None and apposed["mark"] in s.by_mark:
        bounds = [x.formula for x in s.by_mark[apposed["mark"]].found if isinstance(x, Equation)]
        return tuple(f for f in bounds if _is_apposed(s, position + 2, f))
    behind = _FOR.match(s.signs[position + 1 :])
    if behind is None or _is_some_of(behind):
        return ()
    said = [s.by_mark[mark] for mark in marks_in(behind["list"]) if mark in s.by_mark]
    found = [x.formula for one in said for x in one.found if isinstance(x, Equation)]
    if not _EXCEPTS.match(behind["word"]):
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
    behind = _FOR.match(s.signs[position + 1 :])
    front = _FOR_FRONT.match(s.signs[:position]) if not restricts else None  # "for all a, b with ab = 0"
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


def _ranges(found: Match, front: Match | None, said: Said) -> bool:
    """Whether a formula behind "for" names the values for which something holds in general."""
    if found is front:
        return found["how"] is not None and not said.equates()
    return bool(_JUST.match(found["word"])) and not _is_some_of(found) and not said.equates()


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


_RANGE = rule("[for if when whenever] [every all any]? w? list:L")
_JUST_FOR = rule("for ([every all any] w{0,2})? (F [comma and])? $")
_CONCLUDED = rule("reason [^stop semicolon colon]* [w F] comma [conclusion also]? $")
_SENTENCE_END = rule("^ (for [every all any] F)? [stop semicolon]")
_CLAUSE_END = rule("^ ([for by and as because which so] x*)? [stop semicolon colon]? $")
_BY_ASSUMPTION = rule("^ by [assumption construction]")
_CONSEQUENT = CONDITIONAL | {Force.REASON, Force.FOR, Force.AT, Force.CASE, Force.ASSUME, Force.SUPPOSE, Force.GIVEN}


_LISTED = rule("case w? colon [F comma and]+ $")
_PARTICIPLE = rule("assuming")


def _is_consequent(s: Sentence, position: int) -> bool:
    """ "When $x > 0$, P.", "In the second case, P.": what stands behind the comma, at the end, is what follows."""
    before = s.signs[:position]
    force = governor(before)
    if not before.endswith(",") or force not in _CONSEQUENT or not _SENTENCE_END.match(s.signs[position + 1 :]):
        return False
    if _LISTED.search(before):  # "Scalar case: $m = 1$, $W = w$."
        return False
    # "Suppose $A$ is diagonalisable, $A = B D B^{-1}$." goes on supposing; "Assuming $a > 0$, P." does not
    return force not in SUPPOSING or _PARTICIPLE.search(before) is not None


def force_at(s: Sentence, position: int, formula: Formula) -> Force:
    """What the words do with a relation; `OVER` where it is the range of a formula before it."""
    before = s.signs[:position]
    if _is_apposed(s, position, formula):
        return Force.OVER
    just = _JUST_FOR.search(before)
    if just is not None and formula.relation != "=":
        if marks_in(before[: just.start()]):
            return Force.OVER
        if not _is_consequent(s, position):  # "For $x > 0$, $\\log x < x$." ends in what it claims
            return Force.WHEN if formula.relation == "!=" else Force.FOR
    if just is not None and not marks_in(just.group()):
        return Force.WHEN
    if _CONCLUDED.search(before) and _CLAUSE_END.match(s.signs[position + 1 :]):
        return Force.CLAIM
    if _is_consequent(s, position):
        return Force.CLAIM
    if _BY_ASSUMPTION.match(s.signs[position + 1 :]):
        return Force.ASSUME
    pieces, start = "", 0
    for found in _RANGE.finditer(before):
        pieces += before[start : found.start()] + ("" if _only_ranges(s, found, formula) else found.group())
        start = found.end()
    return governor(pieces + before[start:])


def _only_ranges(s: Sentence, found: Match, formula: Formula) -> bool:
    """Whether "for M" behind a formula only says where that holds, so that it does not introduce what follows."""
    behind = bool(marks_in(s.signs[: found.start()]))
    differ = any(x in s.by_mark and _differ(s.by_mark[x], None) for x in marks_in(found["list"]))
    return differ or (behind and bool(_JUST.match(found.group())) and formula.relation == "=")


# Setting to zero ---------------------------------------------------------------------------------

_TO_ZERO = rule("[setting set equating] what:[^stop semicolon]{1,20}? equal? [to with] be? ZERO", ZERO="[zero F]")
_STATIONARY = rule("[a the any every each at]+ stationary-point (of F)? satisfies")
_NAMED = rule("[the this its all]* (partial-derivative? derivative)? mark:F")
_OF = rule("of w{0,3} of:F")
_BY = rule("[with-respect-to by in] w{0,2} by:F")
_ITSELF, _SEVERAL = rule("[derivative it this these them]"), rule("[several-derivatives these them all]")


def set_to_zero(s: Sentence) -> Iterator[Fact | Zero]:
    """ "Setting $\\nabla_w L$ to zero", "setting the derivative with respect to $w$ to zero"."""
    if (there := _STATIONARY.search(s.signs)) is not None and not denied(s.signs, there.start()):
        yield Zero("", "", s.span)
    found = next((f for f in _TO_ZERO.finditer(s.signs) if _is_zero(s, f.group()[-1])), None)
    if found is None or denied(s.signs, found.start()):
        return
    named = _NAMED.fullmatch(found["what"])
    terms = s.by_mark[named["mark"]].terms() if named is not None and named["mark"] in s.by_mark else ()
    for term in terms:
        yield Fact(Formula(term, "=", num(0), term.span), False, (), term.span, imposed="here")
    if named is None and _ITSELF.search(found["what"]):
        of, by = (_only(pattern.search(found["what"]), s) for pattern in (_OF, _BY))
        several = _SEVERAL.search(found["what"]) is not None
        yield Zero(of, by, s.span, several)


def _is_zero(s: Sentence, sign: str) -> bool:
    return not is_formula(sign) or s.terms(sign) == [num(0)]


def _only(found: Match | None, s: Sentence) -> str:
    terms = s.terms(found.group()) if found is not None else []
    name = terms[-1] if terms else None
    while isinstance(name, App) and name.args:
        name = name.args[0]
    return name.name if isinstance(name, Sym) else ""
