"""Words about random things: independence, means and variances, laws that stand without a sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from hence.language.derivation import Distributed, Fact, Formula, Given, Independent, Property
from hence.language.terms import App, Num, Sym, Term, app, free_names, num
from hence.latex_in.formula.context import Context, base_name
from hence.latex_in.formula.declare import Equation, Mention, fresh_index, numbers_of
from hence.latex_in.formula.probability import law as law_of
from hence.latex_in.formula.vectors import is_bold_small
from hence.latex_in.page.source import ParseError
from hence.latex_in.prose.clauses import LIST, MARK, Description, denied, descriptions, marks_in, without_counts
from hence.latex_in.prose.law_words import BOUND, BOUND_BEHIND, bounded_moment, spoken_law
from hence.latex_in.prose.nouns import kinds
from hence.latex_in.prose.said import Said, together

# Independence ------------------------------------------------------------------------------------

_INDEPENDENT = re.compile(
    r"\b(?:(?P<how>pairwise|conditionally|linearly|mutually|jointly|statistically)[\s-]+)?independent\b|\bi\.?i\.?d\b"
)
_ENTRIES = re.compile(r"\.?\s+(?:[a-z\-]+\s+){0,2}(?:entries|elements|components|coordinates)\b")
_FOLLOWING = re.compile(
    rf"\.?\s+(?:(?!of\b|in\b|for\b|from\b|with\b|and\b|if\b|then\b)[\w\-]+\s+){{0,4}}(?P<list>{LIST})"
)
_ALL = re.compile(
    r"\ball\s+(?:(?:of\s+(?:them|these|which)|these|variables|being|are|is|taken|assumed)\s+){0,3}(?:to\s+be\s+)?$"
)
_OF_NOUN = re.compile(
    r"\s+(?:of|from)\s+(?:all\s+)?(?:the|these|those|our|its)\s+"
    r"(?P<noun>(?!others?\b|rest\b|same\b)[a-z\-]+(?:\s+(?!and\b|with\b)[a-z\-]+)?)\s*(?=[,.;:)]|$|\band\b|\bwith\b)"
)
_VALUES = re.compile(rf"\b(?:means?|(?:co)?variances?|deviations?)(?:\s+(?:vector|matrix|equal\s+to))?\s+{MARK}")
_OTHERWISE = frozenset(("conditionally", "linearly"))  # not independence of random things


_AS_REASON = re.compile(
    r"\b(?:by|using|from|through|due\s+to|because\s+of|thanks\s+to)\s+(?:the\s+|their\s+|mutual\s+)*independence\b"
    r"|^\W*independence\b",
    re.IGNORECASE,
)


_SINCE_INDEPENDENT = re.compile(r"\b(?:since|because|as)\b[^.;]*\bindependent\b", re.IGNORECASE)


def independence(sentence: str, by_mark: dict[str, Said]) -> Iterator[Given]:
    """Which symbols a sentence calls independent; none of them where it is the reason for something."""
    sentence = without_counts(sentence)
    found_any = _INDEPENDENT.search(sentence) is not None
    if not found_any and _SINCE_INDEPENDENT.search(sentence):  # of expressions: what follows may rest on it
        yield Independent(())
    if (reason := _AS_REASON.search(sentence)) is not None and not denied(sentence, reason.start()):
        yield Independent(())
    for found in _INDEPENDENT.finditer(sentence):
        how = found["how"] or ""
        if how in _OTHERWISE:
            continue
        if denied(sentence, found.start()):
            terms = _independent(sentence, found, by_mark)
            yield from [Independent(terms, denied=True, span=terms[0].span)] if len(terms) > 1 else []
            continue
        terms = _independent(sentence, found, by_mark)
        if len(terms) == 1 and (noun := _OF_NOUN.match(sentence[found.end() :])):
            yield Property(terms[0], f"independent of the {noun['noun']}", terms[0].span)
            continue
        family = len(terms) == 1 and isinstance(terms[0], App) and not _ENTRIES.match(sentence[found.end() :])
        if how == "pairwise" and (family or len(terms) > 2 or any(isinstance(x, App) for x in terms)):
            yield from (Property(x, "pairwise independent", x.span) for x in terms)
        elif len(terms) > 1 or family:
            yield Independent(terms, span=terms[0].span)
        elif not terms:  # of expressions: what follows may rest on it
            yield Independent(())


def _independent(sentence: str, found: re.Match[str], by_mark: dict[str, Said]) -> tuple[Term, ...]:
    rest = sentence[found.end() :]
    before = _joined(_VALUES.sub(" ", sentence[: found.start()]), by_mark)
    noun = _OF_NOUN.match(rest)
    if noun is not None:
        return tuple(dict.fromkeys((*before[-1:], *_called(noun["noun"], sentence, by_mark))))
    other = re.match(rf"\s+(?:of|from)\s+(?:\w+\s+){{0,4}}(?P<list>{LIST})", rest)
    following = _FOLLOWING.match(rest)
    after = _symbols(_alike(marks_in(following["list"]), by_mark), by_mark) if following else ()
    if _ALL.search(sentence[: found.start()]) and following is None and other is None:
        before = _random_in(sentence[: found.start()], by_mark) or before
    if other is not None:
        others = _symbols(marks_in(other["list"]), by_mark)[:1]
        terms = (*before[-1:], *others) if others else ()
    else:
        terms = after or before
    return tuple(dict.fromkeys(terms))


def _called(noun: str, sentence: str, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    """The symbols that a sentence introduces with a noun: "weights $w_i$"."""
    stem = re.escape(re.sub(r"(?:es|s)$", "", noun.rsplit(maxsplit=1)[-1]))
    found = re.search(rf"\b{stem}(?:s|es)?\s+(?P<list>{LIST})", sentence, re.IGNORECASE)
    return _symbols(marks_in(found["list"])[:1], by_mark) if found is not None else ()


def _random_in(text: str, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    """The symbols of which a text says that they are random: by a law, a moment, or as i.i.d."""
    drawn = [m for m in marks_in(text) if m in by_mark and any(isinstance(x, Distributed) for x in by_mark[m].found)]
    spoken = [s for s in descriptions(text) if any(x.search(s.phrase) for x in (_IID, _MEAN, _VARIANCE, _STANDARD))]
    marks = {*drawn, *(m for s in spoken if not s.of or s.entries for m in s.marks)}
    plain = [m for m in marks_in(text) if m in marks and not by_mark[m].equates()]
    return _symbols(plain, by_mark)


def _alike(marks: list[str], by_mark: dict[str, Said]) -> list[str]:
    """The first formulas of a list, as long as they are of one kind: draws, memberships, or symbols."""
    kinds_of = [{type(x) for x in by_mark[m].found} if m in by_mark else set() for m in marks]
    return [m for m, _ in takewhile(lambda pair: pair[1] == kinds_of[0], zip(marks, kinds_of, strict=True))]


def _joined(before: str, by_mark: dict[str, Said]) -> tuple[Term, ...]:
    """The symbols of the last list of formulas in a text that has any."""
    for listed in reversed(list(re.finditer(LIST, before))):
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

_NOT_THE = r"(?<!\bthe )(?<!\bits )(?<!sample )(?<!empirical )"
_AMOUNT = (
    r"(?:\s+(?:vector|value|matrix|matrices)s?)?(?:\s+(?:equal\s+to|is|are))?\s+"
    rf"(?:(?P<word>zero|one|unit|\d+(?:\.\d+)?)\b|(?P<list>{LIST}))"
)
_MEAN = re.compile(
    r"\b(?:zero|0)[- ]means?\b|\bmeans?[- ]zero\b|\bcent(?:er|re)d\b"
    rf"|{_NOT_THE}\b(?:means?|expectations?|expected\s+values?){_AMOUNT}",
    re.IGNORECASE,
)
_VARIANCE = re.compile(
    rf"\bunit[- ]variances?\b|{_NOT_THE}\b(?P<what>variances?|covariances?|standard\s+deviations?){_AMOUNT}",
    re.IGNORECASE,
)
_STANDARD = re.compile(r"\bstandard[- ](?:normal|gaussian)", re.IGNORECASE)
_NORMAL = re.compile(r"\b(?:normal|gaussian)(?:ly\s+distributed)?\b", re.IGNORECASE)
_HAS_ENTRIES = re.compile(r"\b(?:entries|elements|components|coordinates)\b")
_IID = re.compile(r"\bi\.?i\.?d\b|\bindependent(?:ly)?\b")
_LAW = re.compile(
    r"(?:^|(?P<drawn>\bfrom|\bdistributed\s+as|\baccording\s+to|\bwith\s+(?:probability\s+)?(?:density|pdf|pmf|mass)"
    r"(?:\s+function)?|\bwith\s+(?:probability\s+)?distribution)|\bi\.?i\.?d\.?|\bindependent|\bas|\bdistributed"
    r"|\bvariables?|\bsamples?|\bvectors?)\s*"
    rf"(?:(?:the|an?)\s+)?(?:(?:normal|gaussian|distribution|density|law)\s+){{0,2}}(?P<mark>{MARK})",
    re.IGNORECASE,
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


def moments(sentence: str, by_mark: dict[str, Said], context: Context) -> Iterator[Given]:
    """`E[x] = m` and `Var(x) = s` from words; a law where the words name one."""
    for said in (*descriptions(sentence), *_draws(sentence)):
        if denied(sentence, said.start):
            continue
        if said.of and not said.entries:
            yield from _moment_of(said, by_mark)
            continue
        subjects = _subjects(sentence, said, by_mark, context)
        mean, variance = (_own(pattern.search(said.phrase)) for pattern in (_MEAN, _VARIANCE))
        laws = [*_spoken(said, subjects, by_mark)] or [*_laws(said, subjects, (mean, variance), by_mark, context)]
        yield from laws
        if not laws:
            bound = _own(BOUND.search(said.phrase))
            yield from _means(subjects, mean, by_mark)
            yield from _variances(subjects, variance if bound is None else None, by_mark)
            yield from _bounds(subjects, bound, by_mark)


_DRAW = re.compile(
    rf"\b(?:draws?|drawing|samples?|sampling)\s+(?:[\w\-]+\s+){{0,3}}?(?P<list>{LIST})\s+(?P<phrase>(?:\w+\s+)?(?:from|according\s+to)"
    rf"\s+(?:[\w\-]+\s+){{0,4}}{MARK})",
    re.IGNORECASE,
)


def _draws(sentence: str) -> Iterator[Description]:
    """ "We draw $x$ from ...": said of x like "x is drawn from ..."."""
    for found in _DRAW.finditer(sentence):
        yield Description(tuple(marks_in(found["list"])), found["phrase"], "draw", start=found.start())


_OTHERS = re.compile(
    r"\bof\b(?!\s+(?:zero|unit|common|equal|finite|known|means?|expect\w+|(?:co)?variances?|standard|rate|parameter)\b)"
    r"|(?<!bounded )(?<!above )\bby\b|\b(?:to|as)\b"
    r"|\bwhose\s+(?!entries|components|coordinates|elements)|\b(?:that|which)\s+(?!are|is|have|has)"
)


_NOT_BEFORE = re.compile(
    r"(?:\b(?:not|never|non)|n't)[\s-]+(?:\w+ly\s+)?(?:(?:of|have|having|with)\s+)?$", re.IGNORECASE
)


def _own(found: re.Match[str] | None) -> re.Match[str] | None:
    """A moment, unless the words before it have come to speak of something else: "a function of noise with mean"."""
    if found is None:
        return None
    if _NOT_BEFORE.search(found.string[: found.start()]):
        return None
    others = (m for m in _OTHERS.finditer(found.string) if not found.string[: m.end()].endswith("entries of"))
    return None if any(m.start() < found.start() for m in others) else found


def _subjects(sentence: str, said: Description, by_mark: dict[str, Said], context: Context) -> list[Subject]:
    called = {m for c in kinds(sentence) if c.word == "vector" for m in c.marks}
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


def _values(found: re.Match[str] | None, by_mark: dict[str, Said]) -> list[Term]:
    """The numbers or terms that words give; none where a formula is an equation of its own."""
    if found is None:
        return []
    if found["list"]:
        said = [by_mark[m] for m in marks_in(found["list"]) if m in by_mark]
        own = list(takewhile(Said.is_plain, said))  # "variance $s$, $n \\ge 2$, ..."
        several = re.match(r"\w*(?:means|values|variances|deviations|expectations)\b", found.group(), re.IGNORECASE)
        if several and any(s.equates() for s in said[len(own) : len(own) + 1]):  # "means $a$ and $b = 2$"
            return []
        return [x for s in own for x in s.terms()]  # "variance $s$ and $y = ...$"
    amounts = {"zero": 0, "one": 1, "unit": 1}
    word = found["word"] or ("unit" if found.group().lower().startswith("unit") else "zero")
    return [num(Fraction(word) if word[0].isdigit() else amounts[word.lower()])]


def _each(subjects: list[Subject], values: list[Term]) -> Iterator[tuple[Subject, Term]]:
    """One value for all, or one for each; any other number says nothing."""
    values = values * len(subjects) if len(values) == 1 else values
    if len(values) == len(subjects):
        yield from ((s, v) for s, v in zip(subjects, values, strict=True) if s.term not in values)


def _before_subjects(values: list[Term], subjects: list[Subject]) -> list[Term]:
    """Values up to the next word on the subjects: "variance $1$, $q$ and $k$ independent"."""
    names = {base_name(s.term) for s in subjects}
    return list(takewhile(lambda value: not isinstance(value, Sym) or value.name not in names, values))


def _unclear(subjects: list[Subject], values: list[Term], what: str) -> Iterator[Given]:
    """Moments of which it is not clear whose they are: something was said that is not known."""
    if len(values) > 1 and len(values) != len(subjects):
        yield from (Property(s.term, f"of a {what} that is not clear", s.term.span) for s in subjects)


def _means(subjects: list[Subject], found: re.Match[str] | None, by_mark: dict[str, Said]) -> Iterator[Given]:
    values = _before_subjects(_values(found, by_mark), subjects)
    yield from _unclear(subjects, values, "mean")
    for subject, value in _each(subjects, values):
        yield _fact("E", subject.entry() if isinstance(value, Num) else subject, value)


def _variances(subjects: list[Subject], found: re.Match[str] | None, by_mark: dict[str, Said]) -> Iterator[Given]:
    what = (found["what"] or "variance").lower() if found is not None else ""
    values = _before_subjects(_values(found, by_mark), subjects)
    yield from _unclear(subjects, values, "variance")
    for subject, value in _each(subjects, values):
        if what.startswith("covariance"):
            yield _fact("Var", subject, value)
        else:
            squared = app("pow", value, num(2)) if what.startswith("standard") else value
            yield _fact("Var", subject.entry(), squared)


def _bounds(subjects: list[Subject], found: re.Match[str] | None, by_mark: dict[str, Said]) -> Iterator[Given]:
    """ "Variance bounded by $s$"; of a vector it is not clear which number is meant."""
    what = (found["what"] or found["bounded"]).lower() if found is not None else ""
    for subject, value in _each(subjects, _values(found, by_mark)):
        if subject.vector:
            yield Property(subject.term, f"of a {what} that is not clear", subject.term.span)
        else:
            yield _bound(what, subject, value)


def _bound(what: str, subject: Subject, value: Term) -> Fact:
    span = subject.term.span
    moment, most = bounded_moment(what, subject.term, value)
    return Fact(Formula(moment, "<=", most, span), False, subject.over, span)


_OF_HEADS = {"mean": "E", "means": "E", "expectation": "E", "variance": "Var", "variances": "Var"}
_EQUALS = re.compile(rf"(?:equal\s+to\s+|all\s+)?(?:(?P<word>zero|one|unit|\d+(?:\.\d+)?)\b|(?P<list>{LIST}))")


def _moment_of(said: Description, by_mark: dict[str, Said]) -> Iterator[Given]:
    """ "The mean of $X$ is zero"."""
    found = _EQUALS.match(said.phrase) if said.of in _OF_HEADS and said.verb in ("is", "are", "be") else None
    subjects = [
        Subject(x, tuple(i.name for i in (x.args[1:] if isinstance(x, App) else ()) if isinstance(i, Sym)), False)
        for x in _symbols(said.marks, by_mark)
    ]
    for subject, value in _each(subjects, _values(found, by_mark)):
        yield _fact(_OF_HEADS[said.of], subject, value)
    most = (
        BOUND_BEHIND.match(said.phrase) if said.of.startswith("variance") and said.verb in ("is", "are", "be") else None
    )
    for subject, value in _each(subjects, _values(most, by_mark)):
        yield _bound("variance", subject, value)


def _fact(head: str, subject: Subject, value: Term) -> Fact:
    span = subject.term.span
    return Fact(Formula(App(head, (subject.term,), span), "=", value, span), False, subject.over, span)


Moments = tuple[re.Match[str] | None, re.Match[str] | None]


_RADEMACHER = re.compile(r"\bRademacher\b", re.IGNORECASE)
_UNIFORM = re.compile(
    rf"\buniform(?:ly)?\s+(?:(?:distributed|random|variables?|at|on|over|in|from|the|interval)\s+){{1,5}}(?P<mark>{MARK})",
    re.IGNORECASE,
)


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
    elif _NORMAL.search(said.phrase) and means and spreads and not what.startswith("standard"):
        pairs = zip(_each(subjects, means), _each(subjects, spreads), strict=False)
        for (subject, mean), (_, spread) in pairs:
            if not subject.vector or what.startswith("cov"):
                yield Distributed(subject.term, app("Normal", mean, spread), iid, subject.term.span)
    elif said.verb and (found := _LAW.search(said.phrase)) is not None:
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
    """The law that a formula names: a normal distribution, or a density of the page."""
    if said is None or not said.tokens or not all(isinstance(x, Mention) for x in said.found):
        return None
    try:
        term = law_of(context.parser(said.tokens), 0, len(said.tokens), subject)
    except ParseError:
        return None
    return term if isinstance(term, App) and term.head in ("Normal", "density") else None
