r"""Who is spoken of, and what is said: clauses of flattened sentences, as text.

A sentence is flattened: each formula is one private character, a mark. Nothing here looks into formulas, so that the
same patterns serve twice: before the letters of a page are decided (`spoken`), and when sentences are read (`prose`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hence.latex_in.page.document import Inline, Paragraph

FIRST_MARK = 0xE000
MOST_MARKS = 6000
FARTHEST = 200  # how far in front of a formula words may speak of it, in characters
MARK = "[\ue000-\uf8ff]"
LIST = rf"{MARK}(?:\s*(?:,\s*and\b|,|and\b)\s*{MARK}){{0,24}}"
_ABBREVIATIONS = ("i.e", "e.g", "i.i.d", "w.r.t", "s.t", "cf", "resp", "vs", "w.l.o.g", "a.s", "Eq", "Fig", "i", "e")
_SENTENCE_END = re.compile("".join(rf"(?<!\b{re.escape(a)})" for a in _ABBREVIATIONS) + r"[.?!](?=\s|$)")

# Flattening --------------------------------------------------------------------------------------


def mark_of(number: int) -> str:
    """The character that stands for the formula with this number in its paragraph."""
    return chr(FIRST_MARK + number % MOST_MARKS)


def flatten(paragraph: Paragraph, text: str) -> str:
    """The paragraph as plain words, each formula one private character, in order."""
    shown, count = "", 0
    for part in paragraph.parts:
        if isinstance(part, Inline):
            shown += mark_of(count)
            count += 1
        else:
            shown += _plain(text[part.start : part.end])
    return shown


def offsets_of(paragraph: Paragraph) -> tuple[list[int], list[int]]:
    """Where the parts of a paragraph begin once it is flattened, and where they begin in the text."""
    flat, text, position = [], [], 0
    for part in paragraph.parts:
        flat.append(position)
        text.append(part.start)
        position += 1 if isinstance(part, Inline) else part.end - part.start
    return flat, text


def offset_in(offsets: tuple[list[int], list[int]], position: int) -> int:
    """Where a position of the flattened paragraph stands in the text."""
    flat, text = offsets
    part = max(bisect_right(flat, position) - 1, 0)
    return text[part] + position - flat[part]


_NOT_WORDS = re.compile(
    r"\\(?:label|ref|eqref|cite|vspace|hspace|includegraphics|input|include|texttt|url|href)\s*(?:\[[^\]]*\])?\{[^{}]*\}"
    r"|\\(?:begin|end)\s*\{[^{}]*\}|\\\\(?:\[[^\]]*\])?|\\[A-Za-z]+\*?|[{}~\u200b]|\\[ ,;]|\*\*?|__"
)


def _plain(text: str) -> str:
    """Words without commands. Every character keeps its place."""
    return _NOT_WORDS.sub(lambda found: " " * len(found.group()), text)


def sentences(text: str) -> list[str]:
    """The sentences of a flattened paragraph; the last may be unfinished. Together they are the paragraph."""
    found, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    if text[start:].strip():
        found.append(text[start:])
    return _with_answers(found)


_POSED = re.compile(
    r"\b(?:minimi[sz]e|maximi[sz]e)\b[^.;]*\b(?:subject\s+to|s\.?\s?t\.?|such\s+that|under)\b", re.IGNORECASE
)
_ANSWERED = re.compile(
    r"\s*(?:then|so|hence|thus|therefore|we|this|the\s+(?:solution|mini|maxi|optim|answer)\w*)\b", re.IGNORECASE
)


def _with_answers(spoken: list[str]) -> list[str]:
    """A problem and the sentence that answers it belong together: "Minimise ... subject to ... Then ..."."""
    found: list[str] = []
    for sentence in spoken:
        if found and _POSED.search(found[-1]) and _ANSWERED.match(sentence) and marks_in(sentence):
            found[-1] += sentence
        else:
            found.append(sentence)
    return found


def marks_in(text: str) -> list[str]:
    return re.findall(MARK, text)


# Descriptions ------------------------------------------------------------------------------------


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

    @property
    def entries(self) -> bool:
        """Whether it is said of the entries of what is marked."""
        return self.of in ("entries", "components", "coordinates", "elements")

    @property
    def lines(self) -> str:
        """Row or column, where it is said of those."""
        return self.of.rstrip("s") if self.of in ("rows", "columns") else ""


_VERB = (
    r"is|are|be|being|has|have|having|with|denotes?|represents?|stands?\s+for|was|follows?|contains?|remains?|satisfy"
    r"|satisfies"
)
_BEHIND = re.compile(
    rf"(?P<list>{LIST})(?:\s*,?\s*for\s+(?:(?:all|every|each)\s+)?{LIST}\s*,?)?"
    rf"\s*[,(]?\s*(?:(?:which|that|both|all|each|who|now|then)\s+)*(?P<verb>{_VERB})\b\s*"
)
_COUNTED = (
    r"(?:i\.?i\.?d\.?|independent|random)\s+(?:[\w\-]+\s+){0,3}(?:entries|elements|components|coordinates|rows"
    r"|columns|samples|draws|copies|observations|points|examples|terms|steps|features|realisations|realizations|variables|vectors)\b"
)
_COUNT = re.compile(
    rf"\b(?:with|having|has|have|are|be|of|draw|sample|given|the|take)\s+(?P<mark>{MARK})\s+(?={_COUNTED})"
)
_BARE = re.compile(rf"(?P<list>{LIST})\s+(?!and\b)(?=(?:an?|two|three|the|one-hot|i\.?i\.?d|independent|[a-z-]+)\b)")
_MOMENT = r"(?:means?|expectations?|(?:co)?variances?|deviations?)"
_BARE_END = re.compile(
    r"[,;:]|(?<!\bi)(?<!\bi\.i)(?<!\bi\.i\.d)\."
    rf"|\band\b(?!\s+(?:identically\b|(?:(?:zero|unit|finite|common|standard|equal)[\s-]+)?{_MOMENT}\b))"
    rf"|(?P<mark>{MARK})(?!\s*-?\s*(?:dimensional|by)\b)(?!\s+(?:[a-z]+\s+){{0,2}}(?:matri|vector))"
)
_MOMENT_BEFORE = re.compile(rf"\b{_MOMENT}(?:\s+(?:vector|matrix|equal\s+to))?\s*$")
# "$y = ...$ with $x_i$ i.i.d. ...": what follows is said of x_i.
_OF_ANOTHER = re.compile(
    rf"{LIST}\s+(?:(?:both|all|each)\s+)?"
    rf"(?:i\.?i\.?d\b|independent|identically|random\b|uncorrelated\b|(?:zero|unit)[- ]{_MOMENT}\b|mean[- ]zero\b"
    r"|cent(?:er|re)d\b|of\s+(?:zero\s+)?mean\b|standard\s+normal\b)"
)
_ONE = frozenset(("is", "has", "denotes", "was", "represents", "follows", "contains", "satisfies"))
_OF = re.compile(r"\b(?P<part>(?!independent\b)\w+)\s+of\s+(?:(?:the|both|two|an?)\s+)?(?:\w+\s+){0,2}$")
_PHRASE_END = re.compile(r";|(?<=[\s,])(?:then|so that|hence|where|but|let|suppose|assume|while)\b", re.IGNORECASE)
_BREAKS = re.compile(
    r"\b(?:a|an|the|two|three|any|every|all|each|some|let|for|of|in|on|with|by|that|suppose|assume|consider|be|is|are"
    r"|where|given|define|denote|as|to|from|we|have|has|when|if|call|write|such|over|at|use|then|so|both|its|their"
    r"|under|between|whose|using|only|our|this|these|following|via|apply)\b|[.,;:()]|\band\s*$|\bor\s*$",
    re.IGNORECASE,
)
_WORDS_BEFORE = re.compile(rf"(?:{MARK}\s*(?:-\s*)?)?(?:[A-Za-z][\w.'\-]*\s+)+$")
_PLURAL = re.compile(r"(?:s|ces|es)\s*$")


@lru_cache(maxsize=256)
def descriptions(sentence: str) -> tuple[Description, ...]:
    """What a sentence says of its formulas. Never fails."""
    sentence = without_counts(sentence)
    return (*_behind(sentence), *_leading(sentence))


def without_counts(sentence: str) -> str:
    """A sentence without the formulas that say how many: "with $n$ i.i.d. entries". Every character keeps its place."""
    return _COUNT.sub(lambda found: found.group().replace(found["mark"], " "), sentence)


def _behind(sentence: str) -> Iterator[Description]:
    found = [f for f in _BEHIND.finditer(sentence) if not _is_ambient(sentence, f)]
    ends = [*(f.start() + _value_in_front(sentence, f) for f in found[1:]), len(sentence)]
    for verb, end in zip(found, ends, strict=False):
        marks = marks_in(verb["list"])[_value_in_front(sentence, verb) :]
        word = " ".join(verb["verb"].split())
        part = _OF.search(sentence[max(verb.start() - FARTHEST, 0) : verb.start()])
        phrase = sentence[verb.end() : end]
        if word in ("with", "having") and _OF_ANOTHER.match(phrase):
            continue
        stop = _PHRASE_END.search(phrase)
        yield Description(
            tuple(marks[-1:] if word in _ONE else marks),
            phrase[: stop.start()] if stop else phrase,
            word,
            of=part["part"].lower() if part is not None else "",
            start=verb.start(),
        )
    taken = {f.start() for f in found}
    for bare in _BARE.finditer(sentence):
        if bare.start() not in taken:
            phrase = _bare_phrase(sentence[bare.end() :])
            if phrase:
                yield Description(tuple(marks_in(bare["list"])[-1:]), phrase, start=bare.start())


_IN_A_SPACE = re.compile(
    r"\b(?:vectors?|variables?|points?|matri(?:x|ces)|elements?)\s+(?:in|on|over|from)\s+$", re.IGNORECASE
)


def _is_ambient(sentence: str, verb: re.Match[str]) -> bool:
    """ "a random vector in $R^n$ with mean ...": that is said of the vector, and not of the space."""
    one = len(marks_in(verb["list"])) == 1 and verb["verb"].split()[0] in ("with", "having", "whose")
    return one and _IN_A_SPACE.search(sentence[: verb.start()]) is not None


def _value_in_front(sentence: str, verb: re.Match[str]) -> int:
    """1 where the list before a verb begins with the value of a moment: "variance $s$, and $y$ with ..."."""
    return int(len(marks_in(verb["list"])) > 1 and _MOMENT_BEFORE.search(sentence[: verb.start()]) is not None)


def _bare_phrase(rest: str) -> str:
    """What stands right behind a formula, up to the next one that is not the value of a moment."""
    for stop in _BARE_END.finditer(rest):
        if not (stop["mark"] and _MOMENT_BEFORE.search(rest[: stop.start()])):
            return rest[: stop.start()]
    return rest


def _leading(sentence: str) -> Iterator[Description]:
    for listed in re.finditer(LIST, sentence):
        words = _WORDS_BEFORE.search(sentence[max(listed.start() - FARTHEST, 0) : listed.start()])
        if words is None:
            continue
        phrase = words.group()
        for stop in _BREAKS.finditer(words.group()):
            phrase = words.group()[stop.end() :]
        phrase = re.sub(rf"^{MARK}\s*(?:,|and\b|or\b)", "", phrase)
        if phrase.strip() and not _MOMENT_BEFORE.search(phrase):  # "mean zero and variance $s$" is not said of s
            marks = marks_in(listed.group())
            plural = _PLURAL.search(phrase) is not None
            yield Description(tuple(marks if plural else marks[:1]), phrase.strip(), leading=True, start=listed.start())


# Denial ------------------------------------------------------------------------------------------

_CLAUSE_EDGE = re.compile(r";|:|\bbut\b|,\s*(?=(?:then|and|so|where|with|while|let|we|the|suppose|assume|if)\b)")
_DENIED_HERE = re.compile(r"(?:\b(?:not|never|neither|no longer|cannot|non)|n't)\s+(?:[\w\-]+\s+){0,3}$")
_NOT_ASSUMED = re.compile(
    r"(?:\bnot|n't)\s+(?:\w+\s+){0,2}(?:assume|assumed|assuming|suppose|require|known?|necessarily|need|claim|say)\b"
    r"|\bwithout\b|\bwhether\b|\bunless\b|\bneither\b|\bif\b.*\bwere\b|\bwould\b",
    re.IGNORECASE,
)


def denied(sentence: str, position: int) -> bool:
    """Whether the word at a position is said not to hold, or only imagined: "not", "need not be", "if ... were"."""
    before = sentence[max(position - FARTHEST, 0) : position]
    before = _CLAUSE_EDGE.split(before)[-1]
    return _DENIED_HERE.search(before) is not None or _NOT_ASSUMED.search(before) is not None
