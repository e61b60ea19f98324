"""Words about random things: independence, means and variances, laws that stand without a sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import takewhile

from hence.language.derivation import Distributed, Fact, Formula, Given, Independent, Property
from hence.language.laws import LAWS, bare_name
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, Term, app, free_names, num
from hence.latex_in.formula.context import Context, base_name
from hence.latex_in.formula.declare import Equation, Mention, fresh_index, numbers_of
from hence.latex_in.formula.probability import law as law_of
from hence.latex_in.formula.vectors import is_bold_small
from hence.latex_in.page.source import ParseError
from hence.latex_in.prose.grammar import Match, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.law_words import BOUND, BOUND_BEHIND, LAW_NAMED, bounded_moment, spoken_law
from hence.latex_in.prose.nouns import kinds
from hence.latex_in.prose.phrases import REMARK, Description, descriptions, without_counts
from hence.latex_in.prose.said import Said, together
from hence.latex_in.prose.vocabulary import vocabulary

# Independence ------------------------------------------------------------------------------------

_INDEPENDENT = rule("how:independence-how? [independent iid]")
_ENTRIES = rule("^ w{0,2} entries")
_FOLLOWING = rule("^ ((?! [of in for from with and if then]) w){0,4} list:L")
_ALL = rule("all [of them these which variable being are is taken assumed]{0,4} (to be)? $")
_OF_NOUN = rule(
    "^ [of from] all? [the these those our its] noun:((?! other) w ((?! [and with]) w)?) (?= [comma stop"
    " semicolon colon close and with] | $)"
)
_VALUES = rule("moment (vector | matrix | equal to)? F")
_OF_OTHERS = rule("^ [of from] w{0,4} list:L")
_IN_PAIRS = rule("[any every each all] (two | pair-word) [^F stop semicolon]* $")
_AS_REASON = rule("[by using from through due-to] [the their mutual]* independence | ^ open? independence")
_TAKEN_BACK = rule("without (the | any)? independence | for depends")  # of whatever was said to be independent
_SINCE_INDEPENDENT = rule("reason [^stop semicolon]* independent")


def independence(signs: str, by_mark: dict[str, Said]) -> Iterator[Given]:
    """Which symbols a sentence calls independent; none of them where it is the reason for something."""
    signs = without_counts(signs)
    if _TAKEN_BACK.search(signs):
        yield Independent((), denied=True)
    found_any = _INDEPENDENT.search(signs) is not None
    if not found_any and _SINCE_INDEPENDENT.search(signs):  # of expressions: what follows may rest on it
        yield Independent(())
    if (reason := _AS_REASON.search(signs)) is not None and not denied(signs, reason.start()):
        yield Independent(())
    for found in _INDEPENDENT.finditer(signs):
        if denied(signs, found.start()):
            terms = _independent(signs, found, by_mark)
            yield from [Independent(terms, denied=True, span=terms[0].span)] if len(terms) > 1 else []
            continue
        terms = _independent(signs, found, by_mark)
        if len(terms) == 1 and _OF_NOUN.match(signs[found.end() :]):
            yield Property(terms[0], "independent of something in words", terms[0].span)
            continue
        family = len(terms) == 1 and isinstance(terms[0], App) and not _ENTRIES.match(signs[found.end() :])
        pairs = vocabulary().has(found["how"] or "", "pairwise") or _IN_PAIRS.search(signs[: found.start()])
        if pairs and (family or len(terms) > 2 or any(isinstance(x, App) for x in terms)):
            yield from (Property(x, "pairwise independent", x.span) for x in terms)
        elif len(terms) > 1 or family:
            yield Independent(terms, span=terms[0].span)
        elif not terms or _OF_OTHERS.match(
            signs[found.end() :]
        ):  # of expressions, of "it": what follows may rest on it
            yield Independent(())


def _independent(signs: str, found: Match, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    rest = signs[found.end() :]
    before = _joined(REMARK.sub("", _VALUES.sub("", signs[: found.start()])), by_mark)
    drawn = vocabulary().has(found.group()[-1], "iid")  # "i.i.d. of mean $m$"
    noun = _OF_NOUN.match(rest) if not drawn else None
    if noun is not None:
        return tuple(dict.fromkeys((*before[-1:], *_called(noun["noun"], signs, by_mark))))
    other = _OF_OTHERS.match(rest) if not drawn else None
    following = _FOLLOWING.match(rest)
    after = _symbols(_alike(marks_in(following["list"]), by_mark), by_mark) if following else ()
    if _ALL.search(signs[: found.start()]) and following is None and other is None:
        before = _random_in(signs[: found.start()], by_mark) or before
    if other is not None:
        others = _symbols(marks_in(other["list"]), by_mark)[:1]
        terms = (*before[-1:], *others) if others else ()
    else:
        terms = after or before
    return tuple(dict.fromkeys(terms))


def _called(noun: str, signs: str, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    """The symbols that a sentence introduces with a noun: "weights $w_i$"."""
    lemma = vocabulary().lemma(noun[-1], "noun")
    places = [k for k, x in enumerate(signs[:-1]) if vocabulary().lemma(x, "noun") == lemma and marks_in(signs[k + 1])]
    return _symbols([signs[places[0] + 1]], by_mark) if places and lemma else ()


def _random_in(signs: str, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    """The symbols of which a text says that they are random: by a law, a moment, or as i.i.d."""
    drawn = [m for m in marks_in(signs) if m in by_mark and any(isinstance(x, Distributed) for x in by_mark[m].found)]
    spoken = [s for s in descriptions(signs) if any(x.search(s.phrase) for x in (_IID, _MEAN, _VARIANCE, _STANDARD))]
    marks = {*drawn, *(m for s in spoken if not s.of or s.entries for m in s.marks)}
    plain = [m for m in marks_in(signs) if m in marks and not by_mark[m].equates()]
    return _symbols(plain, by_mark)


def _alike(marks: list[str], by_mark: dict[str, Said]) -> list[str]:
    """The first formulas of a list, as long as they are of one kind: draws, memberships, or symbols."""
    kinds_of = [{type(x) for x in by_mark[m].found} if m in by_mark else set() for m in marks]
    return [m for m, _ in takewhile(lambda pair: pair[1] == kinds_of[0], zip(marks, kinds_of, strict=True))]


_LISTED = rule("L")


def _joined(before: str, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    """The symbols of the last list of formulas in a text that has any."""
    for listed in reversed(list(_LISTED.finditer(before))):
        marks = marks_in(listed.group())
        plain = [m for m in marks if m in by_mark and not _relates(by_mark[m])]  # "with $v_0 = 0$ and $g_t$ i.i.d."
        terms = _symbols(plain or marks, by_mark)
        if terms:
            return terms
    return ()


def _relates(said: Said) -> bool:
    return any(isinstance(x, Equation) for x in said.found)


def _symbols(marks: Iterable[str], by_mark: dict[str, Said]) -> tuple[Term, ...]:
    return tuple(x for m in marks if m in by_mark for x in by_mark[m].symbols())


# Means, variances, laws --------------------------------------------------------------------------

_PARTS = {
    "NOT_THE": "(?<! the) (?<! its) (?<! sample) (?<! empirical)",
    "AMOUNT": "(vector | value | matrix)? (equal to | is | are)? (word:[zero one number] | list:L)",
}
_MEAN = rule("zero mean-noun | mean-noun zero | centred | NOT_THE mean-noun AMOUNT", **_PARTS)
_VARIANCE = rule("unit variance-noun | NOT_THE what:[variance-noun covariance] AMOUNT", **_PARTS)
_OTHER_SPREAD = rule("what:[variance-noun covariance] (?! be) w{1,2} L")  # "covariance blocks $A, B$"
_STANDARD = rule("standard law-normal")
_NORMAL = rule("law-normal")
_HAS_ENTRIES = rule("entries")
_IID = rule("[iid independent independently]")
_LAW = rule(
    "(^ | drawn:(from | distributed-as | according-to | with probability? [density distributed]) | iid |"
    " independent | as | distributed"
    " | variable | sample | vector) article? [law-normal distributed density law-noun]{0,2} mark:F"
)


@dataclass(frozen=True)
class Subject:
    """A symbol whose moments are given, and the indices over which they are."""

    term: Term
    over: tuple[str, ...]
    vector: bool

    def entry(self) -> Subject:
        """One entry of a vector."""
        if not self.vector:
            return self
        letter = Sym(fresh_index(free_names(self.term)))
        args = self.term.args if isinstance(self.term, App) else (self.term,)
        return Subject(App("index", (*args, letter), self.term.span), (*self.over, letter.name), False)


def moments(signs: str, by_mark: dict[str, Said], context: Context) -> Iterator[Given]:
    """`E[x] = m` and `Var(x) = s` from words; a law where the words name one."""
    for said in (*descriptions(signs), *_draws(signs)):
        if denied(signs, said.start):
            continue
        if said.of and not said.entries:
            yield from _moment_of(said, by_mark)
            continue
        subjects = _subjects(signs, said, by_mark, context)
        mean, variance = (_own(pattern.search(said.phrase)) for pattern in (_MEAN, _VARIANCE))
        laws = [*_spoken(said, subjects, by_mark)] or [*_laws(said, subjects, (mean, variance), by_mark, context)]
        yield from laws or _unclear_law(said, subjects, by_mark)
        if not laws:
            bound = _own(BOUND.search(said.phrase))
            yield from _means(subjects, mean, by_mark)
            yield from _variances(subjects, variance if bound is None else None, by_mark)
            yield from _bounds(subjects, bound, by_mark)
            if variance is None and bound is None and _own(_OTHER_SPREAD.search(said.phrase)) is not None:
                yield from (Property(s.term, "of a variance that is not clear", s.term.span) for s in subjects)


_DRAW = rule("draws w{0,3}? list:L phrase:(w? [from according-to] w{0,4} F)")


def _draws(signs: str) -> Iterator[Description]:
    """ "We draw $x$ from ...": said of x like "x is drawn from ..."."""
    for found in _DRAW.finditer(signs):
        yield Description(tuple(marks_in(found["list"])), found["phrase"], found.group()[0], start=found.start())


_OTHERS = rule(
    "of (?! [zero unit common equal finite known moment standard rate-noun]) | (?<! bounded) (?<! above) by | to | as"
    " | whose (?! entries) | [that which] (?! be | has)"
)
_NOT_BEFORE = rule("[not non] manner? [of has with]? $")
_ENTRIES_OF = rule("entries of $")


def _own(found: Match | None) -> Match | None:
    """A moment, unless the words before it have come to speak of something else: "a function of noise with mean"."""
    if found is None:
        return None
    if _NOT_BEFORE.search(found.string[: found.start()]):
        return None
    others = (m for m in _OTHERS.finditer(found.string) if not _ENTRIES_OF.search(found.string[: m.end()]))
    return None if any(m.start() < found.start() for m in others) else found


def _subjects(signs: str, said: Description, by_mark: dict[str, Said], context: Context) -> list[Subject]:
    called = {m for c in kinds(signs) if c.word == "vector" for m in c.marks}
    by_entry = said.entries or _HAS_ENTRIES.search(said.phrase) is not None
    found: list[Subject] = []
    for one in together(said.marks, by_mark):
        for term in one.symbols():
            name, indices = (term.args[0], term.args[1:]) if isinstance(term, App) else (term, ())
            assert isinstance(name, Sym)
            known = context.names.column_families if indices else context.names.columns
            vector = one.dimensions() == 1 or one.mark in called or name.name in known or is_bold_small(name.name)
            over = tuple(x.name for x in indices if isinstance(x, Sym))
            subject = Subject(term, over, vector or (by_entry and one.dimensions() is None))
            found.append(subject.entry() if by_entry else subject)
    return found


_SEVERAL = rule("^ (moment (?<= plural))")


def _values(found: Match | None, by_mark: dict[str, Said]) -> list[Term]:
    """The numbers or terms that words give; none where a formula is an equation of its own."""
    if found is None:
        return []
    if found["list"]:
        said = [by_mark[m] for m in marks_in(found["list"]) if m in by_mark]
        own = list(takewhile(Said.is_plain, said))  # "variance $s$, $n \\ge 2$, ..."
        own = own or [one for one in said[:1] if one.bounds()]  # "with rate $r > 0$"
        several = _SEVERAL.match(found.group())
        if several and any(s.equates() for s in said[len(own) : len(own) + 1]):  # "means $a$ and $b = 2$"
            return []
        return [x for s in own for x in s.terms()]  # "variance $s$ and $y = ...$"
    word = found["word"] or found.group()[:1]
    digits = vocabulary().digits(word)
    return [num(Fraction(digits) if digits else int(vocabulary().has(word, "one")))]


def _each(subjects: list[Subject], values: list[Term]) -> Iterator[tuple[Subject, Term]]:
    """One value for all, or one for each; any other number says nothing, nor does "with mean $E(X)$"."""
    values = values * len(subjects) if len(values) == 1 else values
    if len(values) == len(subjects):
        pairs = ((s, v) for s, v in zip(subjects, values, strict=True) if s.term not in values)
        yield from ((s, v) for s, v in pairs if not (isinstance(v, App) and v.args == (s.term,)))


def _before_subjects(values: list[Term], subjects: list[Subject]) -> list[Term]:
    """Values up to the next word on the subjects: "variance $1$, $q$ and $k$ independent"."""
    names = {base_name(s.term) for s in subjects}
    return list(takewhile(lambda value: not isinstance(value, Sym) or value.name not in names, values))


def _unclear(subjects: list[Subject], values: list[Term], what: str) -> Iterator[Given]:
    """Moments of which it is not clear whose they are: something was said that is not known."""
    if len(values) > 1 and len(values) != len(subjects):
        yield from (Property(s.term, f"of a {what} that is not clear", s.term.span) for s in subjects)


def _means(subjects: list[Subject], found: Match | None, by_mark: dict[str, Said]) -> Iterator[Given]:
    values = _before_subjects(_values(found, by_mark), subjects)
    yield from _unclear(subjects, values, "mean")
    for subject, value in _each(subjects, values):
        yield _fact("E", subject.entry() if isinstance(value, Num) else subject, value)


def _variances(subjects: list[Subject], found: Match | None, by_mark: dict[str, Said]) -> Iterator[Given]:
    what = (found["what"] or "") if found is not None else ""
    values = _before_subjects(_values(found, by_mark), subjects)
    yield from _unclear(subjects, values, "variance")
    for subject, value in _each(subjects, values):
        if vocabulary().has(what, "covariance"):
            yield _fact("Var", subject, value)
        else:
            squared = app("pow", value, num(2)) if vocabulary().has(what, "standard-deviation") else value
            yield _fact("Var", subject.entry(), squared)


def _bounds(subjects: list[Subject], found: Match | None, by_mark: dict[str, Said]) -> Iterator[Given]:
    """ "Variance bounded by $s$"; of a vector it is not clear which number is meant."""
    what = (found["what"] or found["bounded"]) if found is not None else ""
    for subject, value in _each(subjects, _values(found, by_mark)):
        if subject.vector:
            yield Property(subject.term, "of a bound that is not clear", subject.term.span)
        else:
            yield _bound(what, subject, value)


def _bound(what: str, subject: Subject, value: Term) -> Fact:
    span = subject.term.span
    moment, most = bounded_moment(what, subject.term, value)
    return Fact(Formula(moment, "<=", most, span), False, subject.over, span)


_EQUALS = rule("^ (equal to | all)? (word:[zero one number] | list:L)")


def _moment_of(said: Description, by_mark: dict[str, Said]) -> Iterator[Given]:
    """ "The mean of $X$ is zero"."""
    spread = said.is_of("variance")
    known = said.is_by("to-be") and (spread or said.is_of("mean"))
    found = _EQUALS.match(said.phrase) if known else None
    subjects = [
        Subject(x, tuple(i.name for i in (x.args[1:] if isinstance(x, App) else ()) if isinstance(i, Sym)), False)
        for x in _symbols(said.marks, by_mark)
    ]
    for subject, value in _each(subjects, _values(found, by_mark)):
        yield _fact("Var" if spread else "E", subject, value)
    most = BOUND_BEHIND.match(said.phrase) if spread and said.is_by("to-be") else None
    for subject, value in _each(subjects, _values(most, by_mark)):
        yield _bound("", subject, value)


def _fact(head: str, subject: Subject, value: Term) -> Fact:
    span = subject.term.span
    return Fact(Formula(App(head, (subject.term,), span), "=", value, span), False, subject.over, span)


Moments = tuple[Match | None, Match | None]


_RADEMACHER = rule("law-rademacher")
_UNIFORM = rule("law-uniform [distributed random variable at on over in from the interval]{1,5} mark:F")


def _laws(
    said: Description, subjects: list[Subject], moments: Moments, by_mark: dict[str, Said], context: Context
) -> Iterator[Given]:
    """ "be i.i.d. $\\mathcal{N}(0, 1)$", "standard normal", "normal with mean $m$ and variance $s$"."""
    iid = _IID.search(said.phrase) is not None
    means, spreads = (_values(found, by_mark) for found in moments)
    what = (moments[1]["what"] or "") if moments[1] is not None else ""
    if (found := _UNIFORM.search(said.phrase)) is not None and found["mark"] in by_mark:
        yield from _uniform(by_mark[found["mark"]], subjects, iid, context)
    elif _RADEMACHER.search(said.phrase):
        yield from _two_ends("TwoPoint", num(-1), num(1), subjects, iid)
    elif _STANDARD.search(said.phrase):
        for subject in subjects:
            law = app("Normal", app("zeros"), app("identity")) if subject.vector else app("Normal", num(0), num(1))
            yield Distributed(subject.term, law, iid, subject.term.span)
    elif _NORMAL.search(said.phrase) and means and spreads and not vocabulary().has(what, "standard-deviation"):
        pairs = zip(_each(subjects, means), _each(subjects, spreads), strict=False)
        for (subject, mean), (_, spread) in pairs:
            if not subject.vector or vocabulary().has(what, "covariance"):
                yield Distributed(subject.term, app("Normal", mean, spread), iid, subject.term.span)
    elif (said.verb or iid) and (found := _LAW.search(said.phrase)) is not None:
        for subject in subjects:
            term = _named_law(by_mark.get(found["mark"]), subject.term, context)
            if term is not None and (term.head == "Normal" or found["drawn"]):
                yield Distributed(subject.term, term, iid, subject.term.span)


def _uniform(place: Said, subjects: list[Subject], iid: bool, context: Context) -> Iterator[Given]:
    """Uniform on an interval or on two numbers; any other set leaves the law open."""
    values = numbers_of(context, place.tokens)
    for interval in place.intervals():
        yield from _two_ends("Uniform", interval.low, interval.high, subjects, iid)
    if len(values) == 2:
        yield from _two_ends("TwoPoint", *values, subjects, iid)
    elif not place.intervals() and not place.spaces():
        yield from (Property(s.term, "uniform on a set that is not understood", s.term.span) for s in subjects)


def _two_ends(name: str, low: Term, high: Term, subjects: list[Subject], iid: bool) -> Iterator[Given]:
    law = app("apply", Sym(rf"\mathrm{{{name}}}"), low, high)
    yield from (Distributed(s.term, law, iid, s.term.span) for s in subjects if not s.vector)


def _unclear_law(said: Description, subjects: list[Subject], by_mark: dict[str, Said]) -> Iterator[Property]:
    """ "Let $m$ be Bernoulli with $P(m = 1) = p$", "from $Q(a)$": a law without a known name or parameters."""
    formulas = (x for mark in said.marks if mark in by_mark for x in by_mark[mark].found)
    drawn = _LAW.search(said.phrase)
    shown = by_mark.get(drawn["mark"]) if drawn is not None and drawn["drawn"] else None
    called = shown is not None and [x.text for x in shown.tokens[1:2]] == ["("]
    if (called or LAW_NAMED.search(said.phrase)) and not any(isinstance(x, Distributed) for x in formulas):
        yield from (Property(s.term, "drawn from a law that is not understood", s.term.span) for s in subjects)


def _spoken(said: Description, subjects: list[Subject], by_mark: dict[str, Said]) -> Iterator[Given]:
    """ "exponential with rate $r$", "Bernoulli with parameters $p$ and $q$"."""
    spoken = spoken_law(said.phrase)
    if spoken is None or _own(spoken.found) is None:
        return
    iid = _IID.search(said.phrase) is not None
    for subject, value in _each(subjects, _values(spoken.found, by_mark)):
        if not subject.vector:
            yield Distributed(subject.term, spoken.law(value), iid, subject.term.span)


def _named_law(said: Said | None, subject: Term, context: Context) -> App | None:
    """The law that a formula names: one of the registry, or a density of the page."""
    if said is None or not said.tokens or not all(isinstance(x, Mention) for x in said.found):
        return None
    try:
        term = law_of(context.parser(said.tokens), 0, len(said.tokens), subject)
    except ParseError:
        return None
    match term:
        case App("Normal" | "density"):
            return term
        case App("apply", (Sym(name), *_)) if bare_name(name) in LAWS.notations and name != bare_name(name):
            return term
        case _:
            return None
