"""Who is spoken of, and what is said: the descriptions in a sentence, by the classes of its words.

Nothing here looks into formulas, so that the same rules serve twice: before the letters of a page are decided
(`spoken`), and when sentences are read (`paragraph`).
"""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.records import dataclass
from hence.latex_in.prose.grammar import NEVER, Match, marks_in, rule
from hence.latex_in.prose.hedges import FARTHEST
from hence.latex_in.prose.vocabulary import vocabulary


@dataclass(frozen=True)
class Description:
    """`phrase` is said of the formulas of `marks`; `start` is where those stand in the sentence.

    A `leading` phrase stands in front of them, like "an invertible matrix"; any other stands behind the verb.
    """

    marks: tuple[str, ...]
    phrase: str
    verb: str = ""
    leading: bool = False
    of: str = ""  # of what of them it is said: "the inverse of $A$ is ..."
    start: int = 0

    def is_by(self, *names: str) -> bool:
        """Whether its verb is of one of the classes."""
        return vocabulary().has(self.verb, *names)

    def is_of(self, *names: str) -> bool:
        return vocabulary().has(self.of, *names)

    @property
    def entries(self) -> bool:
        """Whether it is said of the entries of what is marked."""
        return self.is_of("entries")

    @property
    def lines(self) -> str:
        """Row or column, where it is said of those."""
        return "row" if self.is_of("row") else "column" if self.is_of("column") else ""


_REMARK = "open [^open close stop]{1,12} close"
REMARK = rule(_REMARK)  # "the query $q$ and the key $k$ (both of length $d$) are ...": the verb is not said of d
_BEHIND = rule(
    "list:L (comma? for [every all]? L comma?)? REMARK? [comma open]?"
    " [which that both all each now then]* verb:describing",
    REMARK=_REMARK,
)
_COUNT = rule("[with has be of draws given the takes] mark:F (?= [iid independent random] w{0,3} counted)")
_GOING_ON = (
    "[and all both each]{0,2} entries? [iid independent identically zero unit centred moment]"  # "mean 0, variance 1"
)
_BARE = rule("list:L (?! and) (?= w | comma [all both each]* entries [iid independent])")
_APPOSED = rule(  # "$X \\in R^{n \\times d}$, full column rank, ...", "$S$ (symmetric)"
    "list:L ([comma open] | open F comma) what:(of? [full-rank full-column-rank full-row-rank symmetric invertible"
    " diagonal orthogonal positive-definite positive-semidefinite] | linearly-independent [column row])"
    " (?= [comma semicolon stop close])"
)
_BARE_END = rule(
    "comma (?! GOING_ON) | [semicolon colon stop]"
    " | and (?! identically | [zero unit finite common standard equal]? moment)"
    " | (?<! [from according-to distributed-as]) mark:F (?! dash? [dimensional by]) (?! w{0,2} [matrix vector])",
    GOING_ON=_GOING_ON,
)
_MOMENT_BEFORE = rule("moment (vector | matrix | equal to)? $")
# "$y = ...$ with $x_i$ i.i.d. ...": what follows is said of x_i
_OF_ANOTHER = rule(
    "^ L [both all each]? (iid | independent | identically | random | uncorrelated | [zero unit] moment |"
    " mean zero | centred"
    " | of zero? mean | standard normal)"
)
_OF = rule("part:w of [the both two a]? w{0,2} $")
_PHRASE_END = rule("semicolon | phrase-end")
_BREAKS = rule("breaks | [stop comma semicolon colon open close] | [and or] $")
_WORDS_BEFORE = rule("(F dash?)? w+ $")
_JOINED = rule("^ F [comma and or]")
_PLURAL = rule("plural $")
_NO_SUBJECT = rule(
    "[vector variable point matrix element] [in on over from] $ | L [be to-be] w{0,3} [iid independent] $"
    " | [from distributed-as according-to] [article law-normal law-noun distributed]* $"
)


_OF_A_THING = rule("of a random? variable $")


def descriptions(signs: str) -> tuple[Description, ...]:
    """What a sentence says of its formulas. Never fails."""
    counted = without_counts(signs)
    return vocabulary().remembered("descriptions", counted, lambda: (*_behind(counted), *_leading(counted)))


def without_counts(signs: str) -> str:
    """A sentence without the formulas that say how many: "with $n$ i.i.d. entries". Every sign keeps its place."""
    for found in _COUNT.finditer(signs):
        signs = signs[: found.start("mark")] + NEVER + signs[found.end("mark") :]
    return signs


def _behind(signs: str) -> Iterator[Description]:
    found: list[Match] = []
    for one in _BEHIND.finditer(signs):
        if not _is_ambient(signs, one) and not (found and _is_value(signs, found[-1], one)):
            found.append(one)
    ends = [*(f.start() + _value_in_front(signs, f) for f in found[1:]), len(signs)]
    for verb, end in zip(found, ends, strict=False):
        marks = marks_in(verb["list"])[_value_in_front(signs, verb) :]
        of = _part_of(signs, verb)
        if vocabulary().has(verb["verb"], "having") and _OF_A_THING.search(signs[: verb.start()]):
            of = ""  # "the moment of a random variable $X$ with mean": that is said of X
        phrase = signs[verb.end() : end]
        if vocabulary().has(verb["verb"], "having") and _OF_ANOTHER.match(phrase):
            continue
        stop = _PHRASE_END.search(phrase)
        single = vocabulary().has(verb["verb"], "singular")
        yield Description(
            tuple(marks[-1:] if single else marks),
            phrase[: stop.start()] if stop else phrase,
            verb["verb"],
            of=of,
            start=verb.start(),
        )
    for apposed in _APPOSED.finditer(signs):
        yield Description(tuple(marks_in(apposed["list"])[-1:]), apposed["what"], start=apposed.start())
    taken = {f.start() for f in found}
    for bare in _BARE.finditer(signs):
        if bare.start() not in taken:
            phrase = _bare_phrase(signs[bare.end() :])
            of = _part_of(signs, bare)
            if phrase:
                several = vocabulary().has(of, "entries")
                marks = marks_in(bare["list"])[0 if several else -1 :]
                yield Description(tuple(marks), phrase, of=of if several else "", start=bare.start())


def _part_of(signs: str, found: Match) -> str:
    """The noun of "the entries of", "the norm of" in front of a list: what is said is said of that."""
    part = _OF.search(signs[max(found.start() - FARTHEST, 0) : found.start()])
    return part["part"] if part is not None and not vocabulary().has(part["part"], "independent") else ""


def _is_ambient(signs: str, verb: Match) -> bool:
    """ "a random vector in $R^n$ with mean ...", "i.i.d. $p$ with ...": not said of the space or the law."""
    one = len(marks_in(verb["list"])) == 1 and vocabulary().has(verb["verb"], "having")
    return one and _NO_SUBJECT.search(signs[: verb.start()]) is not None


def _is_value(signs: str, before: Match, verb: Match) -> bool:
    """ "a variable $X$ with mean $m$ and variance $s$ is ...": s is what is said of X, and not what "is" ..."""
    one = len(marks_in(verb["list"])) == 1 and vocabulary().has(before["verb"], "having")
    return one and _MOMENT_BEFORE.search(signs[: verb.start()]) is not None


def _value_in_front(signs: str, verb: Match) -> int:
    """1 where the list before a verb begins with the value of a moment: "variance $s$, and $y$ with ..."."""
    return int(len(marks_in(verb["list"])) > 1 and _MOMENT_BEFORE.search(signs[: verb.start()]) is not None)


def _bare_phrase(rest: str) -> str:
    """What stands right behind a formula, up to the next one that is not the value of a moment."""
    for stop in _BARE_END.finditer(rest):
        if not (stop["mark"] and _MOMENT_BEFORE.search(rest[: stop.start()])):
            return rest[: stop.start()]
    return rest


_LISTED = rule("L")


def _leading(signs: str) -> Iterator[Description]:
    for listed in _LISTED.finditer(signs):
        words = _WORDS_BEFORE.search(signs[max(listed.start() - FARTHEST, 0) : listed.start()])
        if words is None:
            continue
        phrase = words.group()
        for stop in _BREAKS.finditer(words.group()):
            phrase = words.group()[stop.end() :]
        phrase = _JOINED.sub("", phrase)
        if phrase and not _MOMENT_BEFORE.search(phrase):  # "mean zero and variance $s$" is not said of s
            marks = marks_in(listed.group())
            plural = _PLURAL.search(phrase) is not None
            yield Description(tuple(marks if plural else marks[:1]), phrase, leading=True, start=listed.start())
